//! `lares ask`: one utterance, answered for a person (or as JSON).

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use lares::Request;

use crate::args::{HomeArgs, top_k};
use crate::output::Output;
use crate::{open, present};

/// What was said, where, and how to answer.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    /// What a person says; several words are one utterance
    #[arg(required = true, value_name = "TEXT")]
    text: Vec<OsString>,
    #[command(flatten)]
    home: HomeArgs,
    /// Where the speaker stands: a room's name or id
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// So many candidates at most, 1 to 100
    #[arg(long, value_name = "N", value_parser = top_k)]
    top_k: Option<usize>,
    /// Answer with one JSON object
    #[arg(long)]
    json: bool,
    /// Show what every stage did
    #[arg(long)]
    trace: bool,
}

/// Runs the command.
pub(crate) fn run(args: &AskArgs) -> anyhow::Result<ExitCode> {
    let lares = open::lares(&args.home)?;
    let words: Vec<_> = args.text.iter().map(|word| word.to_string_lossy()).collect();
    let request = Request {
        text: words.join(" "),
        session: None,
        room: open::room_id(&lares, args.room.as_deref())?,
        top_k: args.top_k,
        trace: args.trace,
    };
    let answer = lares.retrieve(&request);
    if args.json {
        let mut json = serde_json::to_string_pretty(&answer)?;
        json.push('\n');
        std::io::stdout().lock().write_all(json.as_bytes())?;
    } else {
        let mut output = Output::lock();
        let language = open::spoken(&args.home, answer.language);
        present::answer(&mut output, &lares, &answer, language)?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}
