//! `lares eval --cases …`: figures, comparisons and reports.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lares::{Lares, RetrievalConfig};
use lares_eval::ablation::{Ablation, ablations};
use lares_eval::compare::{Comparison, read_results};
use lares_eval::report_text::Layout;
use lares_eval::results::FullResult;
use lares_eval::run::add_traces;
use lares_eval::suite::problems;
use lares_eval::{
    Case, Figures, Metrics, Outcome, Report, report_html, report_json, report_text, results, settings,
};

use crate::args::HomeArgs;
use crate::commands::calibrate;
use crate::failure::BadInput;
use crate::output::Output;
use crate::{open, progress};

/// What to measure, and how to tell.
#[derive(Debug, clap::Args)]
pub(crate) struct MeasureArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// Cases: a .jsonl or .yaml file, or a folder of them
    #[arg(long, value_name = "PATH", required = true)]
    cases: Option<PathBuf>,
    /// Tell with one JSON object
    #[arg(long)]
    json: bool,
    /// Write a page for a browser into this file: charts, and every case with what each stage did
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Show so many misses (and changes) at most [default: all]
    #[arg(long, value_name = "N")]
    misses: Option<usize>,
    /// Write one line a case into this file, to compare with another run
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Compare with an earlier run's --results: what got better, what got worse, and whether that may be chance
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Try a setting: weight.vector=0.3, threshold.ask=0.1, stages.gate=false, … (may be given several times)
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Measure without each stage, too
    #[arg(long)]
    ablate: bool,
    /// Measure the scale of the embedder instead, and keep it beside its model
    #[arg(long)]
    calibrate: bool,
}

/// Runs the command.
pub(super) fn run(args: &MeasureArgs) -> anyhow::Result<ExitCode> {
    // Checked by the parser of arguments.
    let path = args.cases.as_deref().unwrap_or(Path::new(""));
    let cases = read_cases(path)?;
    let before = args.against.as_deref().map(earlier).transpose()?;
    let lares = lares(&args.home, &args.set)?;
    if args.calibrate {
        return calibrate::run(&lares, &cases);
    }
    for problem in problems(&cases, &lares) {
        writeln!(anstream::stderr(), "lares: {}", lares::clean_text(&problem))?;
    }
    let home = home_name(&args.home);
    let mut outcomes = measured(&lares, &home, &cases, "measuring");
    let ablated = if args.ablate { without_each(args, &lares, &home, &cases)? } else { Vec::new() };
    if let Some(path) = &args.results {
        write_file(path, &results::full(&outcomes))?;
    }
    let now: Vec<FullResult> = outcomes.iter().map(FullResult::of).collect();
    let comparison = before.map(|before| Comparison::of(&before, &now));
    let metrics = Metrics::of(&outcomes);
    let source = path.display().to_string();
    if let Some(path) = &args.html {
        let bar = progress::bar("tracing", outcomes.len());
        add_traces(&lares, &mut outcomes, &|| bar.inc(1));
        bar.finish_and_clear();
        let report = Report::of(&source, &metrics, &ablated, comparison.as_ref(), &outcomes);
        write_file(path, &report_html::page(&report)?)?;
    }
    let report = Report::of(&source, &metrics, &ablated, comparison.as_ref(), &outcomes);
    let misses = args.misses.unwrap_or(usize::MAX);
    if args.json {
        let mut text = report_json::report(&report, misses)?;
        text.push('\n');
        io::stdout().lock().write_all(text.as_bytes())?;
        // The figures are for programs; what models have cost is for whoever pays.
        write!(anstream::stderr(), "{}", calibrate::costs(&lares, &outcomes))?;
    } else {
        let mut output = Output::lock();
        let layout = Layout { width: output.width(), misses };
        write!(output, "{}", report_text::report(&report, layout))?;
        write!(output, "{}", calibrate::costs(&lares, &outcomes))?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs cases behind a bar.
pub(crate) fn measured(lares: &Lares, home: &str, cases: &[Case], what: &'static str) -> Vec<Outcome> {
    let bar = progress::bar(what, cases.len());
    let outcomes = lares_eval::run::run_with(lares, home, cases, &|| bar.inc(1));
    bar.finish_and_clear();
    outcomes
}

/// The cases of a file or a folder.
pub(crate) fn read_cases(path: &Path) -> anyhow::Result<Vec<Case>> {
    let files = lares_eval::load(path).map_err(|error| BadInput(error.to_string()))?;
    Ok(files.into_iter().flat_map(|file| file.cases).collect())
}

/// The name under which the home is told.
pub(crate) fn home_name(args: &HomeArgs) -> String {
    let Some(path) = &args.home else { return "sample".to_owned() };
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Writes a file that was asked for.
pub(crate) fn write_file(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text)
        .map_err(|cause| BadInput(format!("{}: cannot be written ({cause})", path.display())))?;
    Ok(())
}

fn earlier(path: &Path) -> anyhow::Result<Vec<FullResult>> {
    let text = fs::read_to_string(path)
        .map_err(|cause| BadInput(format!("{}: cannot be read ({cause})", path.display())))?;
    Ok(read_results(&text).map_err(|error| BadInput(format!("{}, {error}", path.display())))?)
}

/// The home with the settings of its file, changed by `--set`.
fn lares(home: &HomeArgs, set: &[String]) -> anyhow::Result<Lares> {
    let lares = open::lares(home)?;
    if set.is_empty() {
        return Ok(lares);
    }
    let config = settings::set_all(&lares.config().retrieval, set)
        .map_err(|error| BadInput(format!("--set {error}")))?;
    with_settings(home, config)
}

/// The home with other settings of retrieval.
pub(crate) fn with_settings(home: &HomeArgs, config: RetrievalConfig) -> anyhow::Result<Lares> {
    Ok(open::builder(home)?.retrieval_config(config).build()?)
}

fn without_each(
    args: &MeasureArgs,
    lares: &Lares,
    home: &str,
    cases: &[Case],
) -> anyhow::Result<Vec<(&'static str, Figures)>> {
    let figures = |ablation: &Ablation| {
        let lares = ablation.applied_to(open::builder(&args.home)?).build()?;
        let outcomes = measured(&lares, home, cases, ablation.name);
        Ok((ablation.name, Figures::of(&outcomes.iter().collect::<Vec<_>>())))
    };
    ablations(&lares.config().retrieval).iter().map(figures).collect()
}
