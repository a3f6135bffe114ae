//! `cargo xtask bench-eval`: how long many cases take on one home, from the file to the page.

use std::io::{self, Write};
use std::time::Instant;

use indicatif::ProgressBar;
use lares::Lares;
use lares_eval::case::{Case, read_cases, to_json_line};
use lares_eval::draft::draft;
use lares_eval::generate::{Size, home, varied_requests};
use lares_eval::run::{add_traces, run_with};
use lares_eval::{Metrics, Report, report_html, report_text};

/// How many cases, on how large a home.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalSpeedArgs {
    /// Cases
    #[arg(long, default_value_t = 10_000)]
    cases: usize,
    /// Devices of the home
    #[arg(long, default_value_t = 100)]
    devices: usize,
}

pub(crate) fn run(args: &EvalSpeedArgs) -> anyhow::Result<()> {
    let source = home(Size::of(args.devices));
    let requests = varied_requests(&source, args.cases, 1);
    let lares = Lares::builder().home_source(source).build()?;
    // Drafted cases have something to find; the others are of every kind.
    let drafted = draft(&lares, args.cases / 2);
    let cases: Vec<Case> = drafted
        .into_iter()
        .chain(requests.into_iter().map(|text| Case { turns: vec![text], ..Case::default() }))
        .take(args.cases)
        .enumerate()
        .map(|(index, case)| Case { id: format!("case-{index}"), ..case })
        .collect();
    let text: String = cases.iter().map(|case| to_json_line(case) + "\n").collect();

    let mut output = io::stdout().lock();
    let mut total = 0.0;
    let mut step = |what: &str, begun: Instant| {
        let seconds = begun.elapsed().as_secs_f64();
        total += seconds;
        writeln!(output, "{what:<12} {seconds:>7.3} s")
    };
    let begun = Instant::now();
    let cases = read_cases(&text, "cases")?;
    step("read", begun)?;
    let begun = Instant::now();
    let bar = ProgressBar::new(cases.len() as u64);
    let mut outcomes = run_with(&lares, "generated", &cases, &|| bar.inc(1));
    bar.finish_and_clear();
    step("run", begun)?;
    let begun = Instant::now();
    let metrics = Metrics::of(&outcomes);
    let report = Report::of("generated", &metrics, &[], None, &outcomes);
    let told = report_text::report(&report, report_text::Layout::default());
    step("figures", begun)?;
    let begun = Instant::now();
    add_traces(&lares, &mut outcomes, &|| {});
    let report = Report::of("generated", &metrics, &[], None, &outcomes);
    let page = report_html::page(&report)?;
    step("page", begun)?;
    writeln!(
        output,
        "{} cases on {} devices: {total:.2} s ({} bytes of text, {} of a page)",
        cases.len(),
        args.devices,
        told.len(),
        page.len()
    )?;
    Ok(())
}
