//! `lares eval draft`: a starter file of cases.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lares_eval::case::{Format, to_json_line, to_yaml};
use lares_eval::draft::draft;

use super::measure::home_name;
use crate::args::HomeArgs;
use crate::failure::BadInput;
use crate::open;

/// For which home, how many, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct DraftArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// So many cases at most
    #[arg(long, value_name = "N", default_value_t = 60)]
    count: usize,
    /// Write into this file, which must not be there yet: JSON Lines if it ends in .jsonl [default: YAML on standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &DraftArgs) -> anyhow::Result<ExitCode> {
    let lares = open::lares(&args.home)?;
    let cases = draft(&lares, args.count);
    let format = args.out.as_deref().map_or(Format::Yaml, Format::of);
    let text = match format {
        Format::JsonLines => cases.iter().map(|case| to_json_line(case) + "\n").collect(),
        Format::Yaml => {
            // A name is in a comment: it must not end its line.
            let home = lares::clean_text(&home_name(&args.home)).replace(['\n', '\r'], " ");
            format!(
                "# yaml-language-server: $schema=case.schema.json\n\
                 # (the schema: lares eval schema > case.schema.json)\n\
                 #\n\
                 # Cases drafted for {home}. Correct them before you trust a figure: say each as you would say it, take\n\
                 # out what nobody would say, check that `expect` names what is meant, and add what you do say.\n\
                 # A case without `expect` entries means that nothing should be done; `clarify: true`, that Lares should ask.\n\n\
                 {}",
                to_yaml(&cases)
            )
        }
    };
    match &args.out {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(path) => {
            let cannot =
                |cause: io::Error| BadInput(format!("{}: cannot be written ({cause})", path.display()));
            // Whoever corrected a draft does not want it back as it was.
            let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(cannot)?;
            file.write_all(text.as_bytes()).map_err(cannot)?;
            writeln!(anstream::stderr(), "{} cases in {}", cases.len(), path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
