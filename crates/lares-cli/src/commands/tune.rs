//! `lares tune`: searches weights and thresholds on some cases, and reports on others.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lares::RetrievalConfig;
use lares_eval::compare::Comparison;
use lares_eval::results::FullResult;
use lares_eval::tune::{check_cases, check_files, figures, most_tries, to_toml, tune, worth};
use lares_eval::{Case, Outcome, load};

use crate::args::HomeArgs;
use crate::commands::eval::{home_name, measured, with_settings};
use crate::failure::BadInput;
use crate::output::Output;
use crate::{open, progress};

/// Which cases, and where the settings go.
#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// Cases to search on: a file or a folder
    #[arg(long, value_name = "PATH")]
    dev: PathBuf,
    /// Cases to report on; none of them may be among those to search on
    #[arg(long, value_name = "PATH")]
    test: PathBuf,
    /// The file for the settings, which must not be there yet; --config takes it
    #[arg(long, value_name = "FILE", default_value = "lares.toml")]
    out: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let (dev, test) = (cases(&args.dev)?, cases(&args.test)?);
    check_files(&dev.0, &test.0).map_err(|error| BadInput(error.to_string()))?;
    check_cases(&dev.1, &test.1).map_err(|error| BadInput(error.to_string()))?;
    if args.out.exists() {
        return Err(
            BadInput(format!("{}: is there already; --out names another file", args.out.display())).into()
        );
    }
    let start = open::lares(&args.home)?.config().retrieval.clone();
    let home = home_name(&args.home);
    let measure = |config: &RetrievalConfig, cases: &[Case]| -> anyhow::Result<Vec<Outcome>> {
        Ok(lares_eval::run(&with_settings(&args.home, config.clone())?, &home, cases))
    };
    let bar = progress::bar("searching", most_tries().max(1000));
    bar.set_length(most_tries() as u64);
    let tuned = tune(&start, &|| bar.inc(1), |config| anyhow::Ok(figures(&measure(config, &dev.1)?)))?;
    bar.finish_and_clear();
    let toml = to_toml(&tuned, &args.dev.display().to_string());
    write_new(&args.out, &toml)?;

    let before = measured(&with_settings(&args.home, start)?, &home, &test.1, "reporting");
    let after = measured(&with_settings(&args.home, tuned.config.clone())?, &home, &test.1, "reporting");
    let results = |outcomes: &[Outcome]| outcomes.iter().map(FullResult::of).collect::<Vec<_>>();
    let comparison = Comparison::of(&results(&before), &results(&after));
    let mut output = Output::lock();
    writeln!(
        output,
        "searched              {} settings on {} cases: worth {} before, {} now (exact, less 1 for a wrong act, 5 for one that can harm)",
        tuned.tried,
        dev.1.len(),
        tuned.before,
        tuned.after
    )?;
    for change in &tuned.changes {
        writeln!(output, "  {}: {:?} -> {:?}", change.name, change.from, change.to)?;
    }
    if tuned.changes.is_empty() {
        writeln!(output, "  nothing is better than the settings at hand")?;
    }
    writeln!(
        output,
        "\nOn the other cases, which were not searched on ({}):",
        lares::clean_text(&args.test.display().to_string())
    )?;
    write!(output, "{}", comparison.text(0))?;
    let (was, is) = (worth(&figures(&before)), worth(&figures(&after)));
    writeln!(output, "worth                 {was} before, {is} now")?;
    if is < was {
        writeln!(
            output,
            "\nThe settings are worse on these cases: what was gained was chance. Do not use {}.",
            args.out.display()
        )?;
    } else {
        writeln!(output, "\nWritten to {}: use it with --config.", args.out.display())?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The files of a path and their cases.
fn cases(path: &Path) -> anyhow::Result<(Vec<PathBuf>, Vec<Case>)> {
    let files = load(path).map_err(|error| BadInput(error.to_string()))?;
    let paths = files.iter().map(|file| file.path.clone()).collect();
    Ok((paths, files.into_iter().flat_map(|file| file.cases).collect()))
}

fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let cannot = |cause: io::Error| BadInput(format!("{}: cannot be written ({cause})", path.display()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(cannot)?;
    file.write_all(text.as_bytes()).map_err(cannot)?;
    Ok(())
}
