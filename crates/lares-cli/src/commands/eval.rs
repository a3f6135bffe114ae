//! `lares eval`: measures a home against cases.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lares::Lares;
use lares_eval::ablation::ablations;
use lares_eval::report_text::Layout;
use lares_eval::suite::problems;
use lares_eval::{Case, Figures, Metrics, report_json, report_text, results};

use crate::args::HomeArgs;
use crate::failure::BadInput;
use crate::open;
use crate::output::Output;

/// What to measure, and how to tell.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    home: HomeArgs,
    /// Cases, one JSON object a line: a file, or a folder of .jsonl files
    #[arg(long, value_name = "PATH")]
    cases: PathBuf,
    /// Tell with one JSON object
    #[arg(long)]
    json: bool,
    /// Show so many misses at most [default: all]
    #[arg(long, value_name = "N")]
    misses: Option<usize>,
    /// Write one line a case into this file, to compare with another run
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Measure without each stage, too
    #[arg(long)]
    ablate: bool,
}

/// Runs the command.
pub(crate) fn run(args: &EvalArgs) -> anyhow::Result<ExitCode> {
    let files = lares_eval::load(&args.cases).map_err(|error| BadInput(error.to_string()))?;
    let cases: Vec<Case> = files.into_iter().flat_map(|file| file.cases).collect();
    let lares = open::lares(&args.home)?;
    for problem in problems(&cases, &lares) {
        writeln!(anstream::stderr(), "lares: {}", lares::clean_text(&problem))?;
    }
    let home = home_name(&args.home);
    let outcomes = lares_eval::run(&lares, &home, &cases);
    let ablated = if args.ablate { without_each(args, &lares, &home, &cases)? } else { Vec::new() };
    if let Some(path) = &args.results {
        fs::write(path, results::full(&outcomes))
            .map_err(|cause| BadInput(format!("{}: cannot be written ({cause})", path.display())))?;
    }
    let metrics = Metrics::of(&outcomes);
    let source = args.cases.display().to_string();
    let misses = args.misses.unwrap_or(usize::MAX);
    if args.json {
        let mut text = report_json::report(&source, &metrics, &ablated, &outcomes, misses)?;
        text.push('\n');
        io::stdout().lock().write_all(text.as_bytes())?;
    } else {
        let mut output = Output::lock();
        let layout = Layout { width: output.width(), misses };
        write!(output, "{}", report_text::report(&source, &metrics, &ablated, &outcomes, layout))?;
        output.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The name under which the home is told.
fn home_name(args: &HomeArgs) -> String {
    let Some(path) = &args.home else { return "sample".to_owned() };
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

fn without_each(
    args: &EvalArgs,
    lares: &Lares,
    home: &str,
    cases: &[Case],
) -> anyhow::Result<Vec<(&'static str, Figures)>> {
    let figures = |(name, config)| {
        let lares = open::builder(&args.home)?.retrieval_config(config).build()?;
        let outcomes = lares_eval::run(&lares, home, cases);
        Ok((name, Figures::of(&outcomes.iter().collect::<Vec<_>>())))
    };
    ablations(&lares.config().retrieval).into_iter().map(figures).collect()
}
