//! `cargo xtask results`: the results that are kept in the repository, one line a case, and the document that tells of
//! them. They tell neither what was said nor what was meant.

use std::fs;
use std::io::{self, Write};

use anyhow::Context;
use lares::RetrievalConfig;
use lares_eval::results::{differences, kept};
use lares_eval::suite::{Part, Suite};

use crate::eval::{PartArg, outcomes};
use crate::evaluation_doc;

/// Which results.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultsArgs {
    /// Which cases; both parts, and docs/evaluation.md, where none is named
    parts: Vec<PartArg>,
}

pub(crate) fn run(args: &ResultsArgs) -> anyhow::Result<()> {
    let root = crate::eval_crate();
    let folder = root.join("results");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let both = [PartArg::Dev, PartArg::Test];
    let parts = if args.parts.is_empty() { &both[..] } else { &args.parts };
    for part in parts {
        let part = part.part();
        let suites = Suite::all(&root.join("data"), part)?;
        let after = kept(&outcomes(&suites, &RetrievalConfig::default())?);
        let file = folder.join(format!("{}.jsonl", part.name()));
        let before = fs::read_to_string(&file).unwrap_or_default();
        fs::write(&file, &after).with_context(|| file.display().to_string())?;
        let exact = after.lines().filter(|line| line.contains("\"exact\":true")).count();
        writeln!(
            io::stdout().lock(),
            "{}: {exact} of {} exact, {} lines differ from before",
            part.name(),
            after.lines().count(),
            differences(&before, &after).len()
        )?;
    }
    // The document tells of all of them: it is not for a part.
    if args.parts.is_empty() {
        let data = root.join("data");
        evaluation_doc::write(&Suite::all(&data, Part::Dev)?, &Suite::all(&data, Part::Test)?, false)?;
    }
    Ok(())
}
