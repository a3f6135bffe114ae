//! `cargo xtask performance`: measures what the page `docs/performance.md` says, and writes it with its plot.
//!
//! Every section measures one budget on generated homes, the same ones at each run. Times depend on the machine and on
//! what else it does; counts of allocations do not.

mod against;
mod allocations;
mod changes;
mod growth;
mod memory;
mod plot;
mod program;
mod vectors;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use lares::{Lares, Request};
use lares_eval::generate::{Size, home};

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct PerformanceArgs {
    /// Requests for each home
    #[arg(long, default_value_t = 10_000)]
    requests: usize,
    /// Devices in the largest home
    #[arg(long, default_value_t = 100_000)]
    largest: usize,
    /// Homes of 100 devices whose memory is measured
    #[arg(long, default_value_t = 10_000)]
    homes: usize,
    /// Distinct documents in the largest vector search
    #[arg(long, default_value_t = 1_000_000)]
    documents: usize,
    /// Measure nothing but changes of devices, and print what the page would say of them
    #[arg(long)]
    only_changes: bool,
}

/// The page in the making.
type Page = String;

pub(crate) fn run(args: &PerformanceArgs) -> anyhow::Result<()> {
    anyhow::ensure!(!cfg!(debug_assertions), "times of a debug build say nothing: use `cargo run --release`");
    if args.only_changes {
        let mut page = Page::new();
        changes::section(&mut page, args.largest)?;
        return Ok(std::io::stdout().write_all(page.as_bytes())?);
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let started = Instant::now();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut page = Page::new();
    writeln!(page, "# Performance\n")?;
    writeln!(
        page,
        "Written by `cargo run --release -p xtask --features tantivy -- performance`; do not edit. Homes and requests \
         are generated, the same at each run: Chinese and English names, ten kinds of devices, requests of every kind \
         in turn (simple, inexact name, bulk, several commands, question, homophone slip, a room that does not \
         exist). Times are in one thread where nothing else is said; of each request the shortest of three runs \
         counts, so that what else the machine does shows less. Budgets are those for a release build on two cores. \
         This run: {cores} cores, {}.\n",
        std::env::consts::ARCH
    )?;
    let sizes: Vec<usize> =
        [30, 100, 1000, 10_000, 100_000].into_iter().filter(|&size| size <= args.largest).collect();
    // Before anything else has left free memory behind, which further homes would fill unseen.
    let mut memory = Page::new();
    memory::section(&mut memory, args.homes)?;
    let measured = growth::section(&mut page, &sizes, args.requests)?;
    fs::create_dir_all(&docs)?;
    fs::write(docs.join("performance.svg"), plot::growth(&measured))?;
    program::section(&mut page, &sizes, args.requests)?;
    changes::section(&mut page, args.largest)?;
    page.push_str(&memory);
    vectors::section(&mut page, args.documents)?;
    against::section(&mut page, &sizes)?;
    fs::write(docs.join("performance.md"), page)?;
    eprintln!("docs/performance.md is written, after {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// A compiled home of that size, ready to answer: what is made at the first request is made.
fn compiled(size: Size) -> anyhow::Result<(Lares, Duration)> {
    let build = || -> anyhow::Result<(Lares, Duration)> {
        let source = home(size);
        let started = Instant::now();
        let lares = Lares::builder().home_source(source).build()?;
        Ok((lares, started.elapsed()))
    };
    // The first home of a process prepares the lexicon, too; and of several times the shortest counts, as for requests.
    let (_, first) = build()?;
    let (lares, second) = build()?;
    let took = first.min(second);
    for text in lares_eval::generate::varied_requests(&home(size), 200, 1) {
        lares.retrieve(&Request::new(text));
    }
    Ok((lares, took))
}

/// The value below which that share of an ascending list lies.
fn quantile<T: Copy + Default>(ascending: &[T], share: f64) -> T {
    let place = (ascending.len().saturating_sub(1) as f64 * share).round() as usize;
    ascending.get(place).copied().unwrap_or_default()
}

/// How long each of these takes, the shortest of `passes` passes over all, in ascending order.
fn times<T>(of: &[T], passes: usize, mut run: impl FnMut(&T)) -> Vec<Duration> {
    let mut times = vec![Duration::MAX; of.len()];
    for _ in 0..passes {
        for (one, shortest) in of.iter().zip(&mut times) {
            let started = Instant::now();
            run(one);
            *shortest = started.elapsed().min(*shortest);
        }
    }
    times.sort_unstable();
    times
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Whether a budget holds, for a table.
fn holds(measured: f64, budget: f64) -> &'static str {
    if measured <= budget { "yes" } else { "**no**" }
}
