//! `cargo xtask eval dev|test`: every home of the repository that has such cases.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use lares::RetrievalConfig;
use lares_eval::ablation::ablations;
use lares_eval::report_text::Layout;
use lares_eval::suite::{Part, Suite};
use lares_eval::{Figures, Metrics, Outcome, report_json, report_text, results};

/// Which cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartArg {
    /// May be read by anyone
    Dev,
    /// Judge: read by nobody who works on words, weights or code
    Test,
}

impl PartArg {
    pub(crate) fn part(self) -> Part {
        match self {
            PartArg::Dev => Part::Dev,
            PartArg::Test => Part::Test,
        }
    }
}

/// What to measure, and how to tell.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    /// Which cases
    part: PartArg,
    /// Only this home
    #[arg(long, value_name = "NAME")]
    home: Option<String>,
    /// A TOML file with settings of retrieval
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Tell with one JSON object
    #[arg(long)]
    json: bool,
    /// Show so many misses at most; all of them where it is not given
    #[arg(long, value_name = "N")]
    misses: Option<usize>,
    /// Show the misses of test cases too: whoever reads them can no longer work on words, weights or code
    #[arg(long)]
    show_misses: bool,
    /// Write one line a case into this file
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Measure without each stage, too
    #[arg(long)]
    ablate: bool,
}

pub(crate) fn run(args: &EvalArgs) -> anyhow::Result<()> {
    let part = args.part.part();
    let config = match &args.config {
        None => RetrievalConfig::default(),
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
            RetrievalConfig::from_toml(&text).with_context(|| path.display().to_string())?
        }
    };
    let mut suites = Suite::all(&crate::eval_crate().join("data"), part)?;
    if let Some(home) = &args.home {
        suites.retain(|suite| suite.home == *home);
        anyhow::ensure!(!suites.is_empty(), "no home `{home}` has {} cases", part.name());
    }
    let outcomes = outcomes(&suites, &config)?;
    tell_problems(&suites)?;
    let ablated = if args.ablate { without_each(&suites, &config)? } else { Vec::new() };
    if let Some(path) = &args.results {
        fs::write(path, results::full(&outcomes)).with_context(|| path.display().to_string())?;
    }
    // Only `--show-misses` shows what was said in test cases.
    let misses = match part {
        Part::Test if !args.show_misses => 0,
        Part::Dev | Part::Test => args.misses.unwrap_or(usize::MAX),
    };
    let metrics = Metrics::of(&outcomes);
    let homes: Vec<&str> = suites.iter().map(|suite| suite.home.as_str()).collect();
    let source = format!("{}: {}", part.name(), homes.join(", "));
    let mut text = if args.json {
        report_json::report(&source, &metrics, &ablated, &outcomes, misses)?
    } else {
        let width = io::stdout()
            .is_terminal()
            .then(|| terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| width));
        report_text::report(&source, &metrics, &ablated, &outcomes, Layout { width, misses })
    };
    text.push('\n');
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The outcomes of all suites, one after another.
pub(crate) fn outcomes(suites: &[Suite], config: &RetrievalConfig) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for suite in suites {
        outcomes.extend(suite.run(&suite.lares(config)?));
    }
    Ok(outcomes)
}

/// Cases that no answer can be right for.
fn tell_problems(suites: &[Suite]) -> anyhow::Result<()> {
    for suite in suites {
        for problem in suite.problems(&suite.lares(&RetrievalConfig::default())?) {
            writeln!(io::stderr().lock(), "warning: {problem}")?;
        }
    }
    Ok(())
}

fn without_each(suites: &[Suite], config: &RetrievalConfig) -> anyhow::Result<Vec<(&'static str, Figures)>> {
    let figures = |(name, config)| {
        let outcomes = outcomes(suites, &config)?;
        Ok((name, Figures::of(&outcomes.iter().collect::<Vec<_>>())))
    };
    ablations(config).into_iter().map(figures).collect()
}
