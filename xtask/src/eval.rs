//! `cargo xtask eval dev|test`: every home of the repository that has such cases.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use lares::RetrievalConfig;
use lares_eval::ablation::{Ablation, ablations};
use lares_eval::compare::{Comparison, read_results};
use lares_eval::report_text::Layout;
use lares_eval::results::FullResult;
use lares_eval::run::add_traces;
use lares_eval::suite::{Part, Suite};
use lares_eval::{
    Figures, Metrics, Outcome, Report, report_html, report_json, report_text, results, settings,
};

/// Which cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PartArg {
    /// May be read by anyone
    Dev,
    /// The cases that the network is trained on beside them
    Train,
    /// Judge: read by nobody who works on words, weights or code
    Test,
}

impl PartArg {
    pub(crate) fn part(self) -> Part {
        match self {
            PartArg::Dev => Part::Dev,
            PartArg::Train => Part::Train,
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
    /// Try a setting (weight.vector=0.3, …); may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Compare with an earlier run's --results, or with the kept ones
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Write a page for a browser into this file. It holds what was said: of test cases only with --show-misses
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
    let config = settings::set_all(&config, &args.set)?;
    anyhow::ensure!(
        args.html.is_none() || part == Part::Dev || args.show_misses,
        "--html holds what was said in every case: of test cases it is written only with --show-misses"
    );
    let before = args.against.as_deref().map(earlier).transpose()?;
    let mut suites = Suite::all(&crate::eval_crate().join("data"), part)?;
    if let Some(home) = &args.home {
        suites.retain(|suite| suite.home == *home);
        anyhow::ensure!(!suites.is_empty(), "no home `{home}` has {} cases", part.name());
    }
    let mut outcomes = outcomes(&suites, &config)?;
    tell_problems(&suites)?;
    let ablated = if args.ablate { without_each(&suites, &config)? } else { Vec::new() };
    if let Some(path) = &args.results {
        fs::write(path, results::full(&outcomes)).with_context(|| path.display().to_string())?;
    }
    // Only `--show-misses` shows what was said in test cases.
    let misses = match part {
        Part::Test if !args.show_misses => 0,
        Part::Dev | Part::Train | Part::Test => args.misses.unwrap_or(usize::MAX),
    };
    let metrics = Metrics::of(&outcomes);
    let homes: Vec<&str> = suites.iter().map(|suite| suite.home.as_str()).collect();
    let source = format!("{}: {}", part.name(), homes.join(", "));
    let now: Vec<FullResult> = outcomes.iter().map(FullResult::of).collect();
    let comparison = before
        .map(|before| Comparison::of(&before, &now))
        .map(|comparison| if misses == 0 { comparison.anonymous() } else { comparison });
    if let Some(path) = &args.html {
        add_stages(&suites, &config, &mut outcomes)?;
        let report = Report::of(&source, &metrics, &ablated, comparison.as_ref(), &outcomes);
        fs::write(path, report_html::page(&report)?).with_context(|| path.display().to_string())?;
    }
    let report = Report::of(&source, &metrics, &ablated, comparison.as_ref(), &outcomes);
    let mut text = if args.json {
        report_json::report(&report, misses)?
    } else {
        let width = io::stdout()
            .is_terminal()
            .then(|| terminal_size::terminal_size().map_or(100, |(terminal_size::Width(width), _)| width));
        report_text::report(&report, Layout { width, misses })
    };
    text.push('\n');
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn earlier(path: &Path) -> anyhow::Result<Vec<FullResult>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    read_results(&text).with_context(|| path.display().to_string())
}

/// What each stage did, into the outcomes of all suites.
fn add_stages(suites: &[Suite], config: &RetrievalConfig, outcomes: &mut [Outcome]) -> anyhow::Result<()> {
    let mut rest = outcomes;
    for suite in suites {
        let (own, others) = rest.split_at_mut(suite.cases.len());
        add_traces(&suite.lares(config)?, own, &|| {});
        rest = others;
    }
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
    ablations(config).iter().map(|ablation| Ok((ablation.name, without(suites, ablation)?))).collect()
}

/// The figures of all suites as an ablation has them.
pub(crate) fn without(suites: &[Suite], ablation: &Ablation) -> anyhow::Result<Figures> {
    let mut outcomes = Vec::new();
    for suite in suites {
        outcomes.extend(suite.run(&suite.lares_without(ablation)?));
    }
    Ok(Figures::of(&outcomes.iter().collect::<Vec<_>>()))
}
