//! `lares eval add`: an utterance becomes a case, once a person has confirmed what Lares chose.

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lares::{Lares, Request, Retrieval};
use lares_eval::adopt::{Meant, adopt};
use lares_eval::case::{Format, read_cases_as, to_json_line, to_yaml};
use lares_eval::{Case, report_text};

use crate::args::HomeArgs;
use crate::failure::BadInput;
use crate::output::Output;
use crate::{open, present};

/// Between two turns, as when cases are measured.
const BETWEEN_TURNS_MS: u64 = 4000;

/// What was said, and which file it goes to.
#[derive(Debug, clap::Args)]
pub(crate) struct AddArgs {
    /// What a person says; several texts are the turns of one conversation, and the last is judged
    #[arg(required = true, value_name = "TEXT")]
    turns: Vec<String>,
    #[command(flatten)]
    home: HomeArgs,
    /// The file of cases (.jsonl or .yaml); it is made where there is none
    #[arg(long, value_name = "FILE")]
    cases: PathBuf,
    /// Where the speaker stands: a room's name or id
    #[arg(long, value_name = "ROOM")]
    room: Option<String>,
    /// Tags beside the language, with commas between
    #[arg(long, value_name = "TAGS", value_delimiter = ',')]
    tags: Vec<String>,
    /// Add what Lares chose without asking
    #[arg(long, conflicts_with_all = ["nothing", "ask"])]
    yes: bool,
    /// Nothing should have been done: add that without asking
    #[arg(long, conflicts_with = "ask")]
    nothing: bool,
    /// Lares should have asked: add that without asking
    #[arg(long)]
    ask: bool,
}

/// Runs the command.
pub(super) fn run(args: &AddArgs) -> anyhow::Result<ExitCode> {
    let format = Format::of(&args.cases);
    let before = existing(&args.cases)?;
    let known = read_cases_as(&before, format, &args.cases.display().to_string())
        .map_err(|error| BadInput(error.to_string()))?;
    let lares = open::lares(&args.home)?;
    let room = open::room_id(&lares, args.room.as_deref())?;
    let answer = answered(&lares, &args.turns, room.as_deref());
    let chosen = adopt(&args.turns, room.as_deref(), &answer, Meant::Chosen, &args.tags, &known);
    let Some(meant) = decide(args, &lares, &answer, &chosen)? else {
        writeln!(anstream::stderr(), "nothing was added")?;
        return Ok(ExitCode::FAILURE);
    };
    let case = adopt(&args.turns, room.as_deref(), &answer, meant, &args.tags, &known);
    append(&args.cases, format, &before, &case)?;
    writeln!(anstream::stderr(), "added {} to {}", case.id, args.cases.display())?;
    Ok(ExitCode::SUCCESS)
}

fn existing(path: &Path) -> anyhow::Result<String> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(text),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        Err(cause) => Err(BadInput(format!("{}: cannot be read ({cause})", path.display())).into()),
    }
}

fn answered(lares: &Lares, turns: &[String], room: Option<&str>) -> Retrieval {
    let mut answer = Retrieval::default();
    let mut now_ms = 0;
    for turn in turns {
        let request = Request {
            text: turn.clone(),
            session: Some("add".to_owned()),
            room: room.map(str::to_owned),
            ..Request::default()
        };
        answer = lares.retrieve_at(&request, now_ms);
        now_ms += BETWEEN_TURNS_MS;
    }
    answer
}

/// What was meant, from the arguments or from the person; `None` where it should not be added.
fn decide(args: &AddArgs, lares: &Lares, answer: &Retrieval, chosen: &Case) -> anyhow::Result<Option<Meant>> {
    if let Some(meant) =
        [(args.yes, Meant::Chosen), (args.nothing, Meant::Nothing), (args.ask, Meant::Question)]
            .into_iter()
            .find_map(|(given, meant)| given.then_some(meant))
    {
        return Ok(Some(meant));
    }
    let mut output = Output::lock();
    present::reply(&mut output, lares, answer, open::spoken(&args.home, answer.language))?;
    writeln!(output)?;
    for expected in report_text::expected(chosen) {
        writeln!(output, "case: {}", lares::clean_text(&expected))?;
    }
    let input = io::stdin();
    loop {
        write!(output, "Is that right? [y]es, [n]o: leave it, not[h]ing was meant, it should [a]sk: ")?;
        output.flush()?;
        let mut line = String::new();
        if input.lock().read_line(&mut line)? == 0 {
            writeln!(output)?;
            return Ok(None);
        }
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(Some(Meant::Chosen)),
            "n" | "no" => return Ok(None),
            "h" | "nothing" => return Ok(Some(Meant::Nothing)),
            "a" | "ask" => return Ok(Some(Meant::Question)),
            // A script whose answers are wrong should not be asked for ever.
            _ if !input.is_terminal() => return Ok(None),
            _ => {}
        }
    }
}

fn append(path: &Path, format: Format, before: &str, case: &Case) -> anyhow::Result<()> {
    let mut added = match format {
        Format::JsonLines => to_json_line(case) + "\n",
        Format::Yaml => to_yaml(std::slice::from_ref(case)),
    };
    if !before.is_empty() && !before.ends_with('\n') {
        added.insert(0, '\n');
    }
    // A list within brackets, or one that is indented, cannot be added to at its end.
    let after = format!("{before}{added}");
    let name = path.display().to_string();
    if read_cases_as(&after, format, &name).is_err() {
        return Err(BadInput(format!(
            "{name}: a case cannot be added at its end; write its cases as a plain list, each begun with `- ` in the first column"
        ))
        .into());
    }
    let cannot = |cause: io::Error| BadInput(format!("{name}: cannot be written ({cause})"));
    let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(cannot)?;
    file.write_all(added.as_bytes()).map_err(cannot)?;
    Ok(())
}
