//! `cargo xtask tune`: searches weights and thresholds on the dev cases of all homes, and reports on the test cases.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use indicatif::ProgressBar;
use lares::RetrievalConfig;
use lares_eval::compare::Comparison;
use lares_eval::results::FullResult;
use lares_eval::suite::{Part, Suite};
use lares_eval::tune::{drop_shared, figures, most_tries, to_toml, tune, worth};

use crate::eval::outcomes;

/// Where the settings go.
#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    /// The file for the settings, which must not be there yet
    #[arg(long, value_name = "FILE", default_value = "lares.toml")]
    out: PathBuf,
}

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    anyhow::ensure!(!args.out.exists(), "{}: is there already", args.out.display());
    let data = crate::eval_crate().join("data");
    let mut dev = Suite::all(&data, Part::Dev)?;
    let test = Suite::all(&data, Part::Test)?;
    let dropped = drop_known(&mut dev, &test);
    let start = RetrievalConfig::default();
    let bar = ProgressBar::new(most_tries() as u64);
    let tuned = tune(&start, &|| bar.inc(1), |config| anyhow::Ok(figures(&outcomes(&dev, config)?)))?;
    bar.finish_and_clear();
    std::fs::write(&args.out, to_toml(&tuned, "the dev cases of all homes"))
        .with_context(|| args.out.display().to_string())?;

    let (before, after) = (outcomes(&test, &start)?, outcomes(&test, &tuned.config)?);
    let results = |outcomes: &[lares_eval::Outcome]| outcomes.iter().map(FullResult::of).collect::<Vec<_>>();
    let comparison = Comparison::of(&results(&before), &results(&after));
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "dev: {} settings tried, worth {} before, {} now ({dropped} cases left out that are in test, too)",
        tuned.tried, tuned.before, tuned.after
    )?;
    for change in &tuned.changes {
        writeln!(output, "  {}: {:?} -> {:?}", change.name, change.from, change.to)?;
    }
    write!(output, "test:\n{}", comparison.text(0))?;
    writeln!(
        output,
        "worth                 {} before, {} now",
        worth(&figures(&before)),
        worth(&figures(&after))
    )?;
    Ok(())
}

/// Takes cases out of the dev suites that say what a test case of the same home says.
fn drop_known(dev: &mut [Suite], test: &[Suite]) -> usize {
    let mut dropped = 0;
    for suite in dev {
        let Some(judged) = test.iter().find(|judged| judged.home == suite.home) else { continue };
        dropped += drop_shared(&mut suite.cases, &judged.cases);
    }
    dropped
}
