//! `cargo xtask bench-latency`: the budgets of a request, of compiling and of memory, in a plain timing loop over many
//! different requests. The criterion benches watch single kinds of requests; this shows the tail.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use lares::{Lares, Request};
use lares_eval::generate::{Kind, Size, home, home_named, requests, varied_requests};

use crate::memory::resident_kib;

/// Homes in the memory measurement, so that what one needs is not lost in what the allocator holds back.
const FURTHER_HOMES: usize = 200;
/// Their devices.
const FURTHER_DEVICES: usize = 100;

/// What to time.
#[derive(Debug, clap::Args)]
pub(crate) struct LatencyArgs {
    /// Devices in the homes
    #[arg(long, value_delimiter = ',', default_value = "30,100,1000,10000,100000")]
    sizes: Vec<usize>,
    /// Rooms in each home, where it is not one for every six devices
    #[arg(long)]
    rooms: Option<usize>,
    /// Requests for each home
    #[arg(long, default_value_t = 10_000)]
    requests: usize,
    /// Go over the requests so many times; of each the shortest time counts, so that what else the machine does shows less
    #[arg(long, default_value_t = 3)]
    passes: usize,
    /// Also write out so many of the varied requests, those that take longest
    #[arg(long, default_value_t = 0)]
    slowest: usize,
    /// Also each kind of request by itself
    #[arg(long)]
    kinds: bool,
    /// Leave out the memory of further homes
    #[arg(long)]
    no_memory: bool,
}

pub(crate) fn run(args: &LatencyArgs) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    if cfg!(debug_assertions) {
        writeln!(output, "this is a debug build: its times say nothing about a release build\n")?;
    }
    if !args.no_memory {
        memory(&mut output)?;
    }
    writeln!(
        output,
        "| devices | rooms | requests | median µs | p99 µs | p99.9 µs | longest µs | compile ms |"
    )?;
    writeln!(output, "|--:|--:|--|--:|--:|--:|--:|--:|")?;
    for &devices in &args.sizes {
        let size = Size::of(devices);
        let size = args.rooms.map_or(size, |rooms| size.in_rooms(rooms));
        let source = home(size);
        let varied = varied_requests(&source, args.requests, 1);
        let by_kind: Vec<_> = if args.kinds {
            Kind::ALL.iter().map(|&kind| (kind, requests(&source, kind, args.requests / 7, 2))).collect()
        } else {
            Vec::new()
        };
        let started = Instant::now();
        let lares = Lares::builder().home_source(source).build()?;
        let compiled = started.elapsed();
        // Everything that is made at the first request is made before the clock runs.
        for text in varied.iter().take(100) {
            lares.retrieve(&Request::new(text.as_str()));
        }
        let each = time_each(&lares, &varied, args.passes);
        row(&mut output, size, "varied", &ascending(&each), Some(compiled))?;
        for (time, text) in slowest(&each, &varied).take(args.slowest) {
            writeln!(output, "slow: {:.0} {text}", time.as_secs_f64() * 1e6)?;
        }
        for (kind, texts) in &by_kind {
            row(&mut output, size, kind.name(), &time(&lares, texts, args.passes), None)?;
        }
        output.flush()?;
    }
    Ok(())
}

/// How long requests take, in ascending order.
fn time(lares: &Lares, texts: &[String], passes: usize) -> Vec<Duration> {
    ascending(&time_each(lares, texts, passes))
}

fn ascending(times: &[Duration]) -> Vec<Duration> {
    let mut times = times.to_vec();
    times.sort_unstable();
    times
}

/// The requests with their times, those that take longest first.
fn slowest<'t>(times: &[Duration], texts: &'t [String]) -> impl Iterator<Item = (Duration, &'t str)> {
    let mut slow: Vec<(Duration, &str)> =
        times.iter().copied().zip(texts.iter().map(String::as_str)).collect();
    slow.sort_unstable_by(|a, b| b.cmp(a));
    slow.dedup_by_key(|(_, text)| *text);
    slow.into_iter()
}

/// How long each request takes: the shortest of several passes over all of them.
fn time_each(lares: &Lares, texts: &[String], passes: usize) -> Vec<Duration> {
    let mut times = vec![Duration::MAX; texts.len()];
    for _ in 0..passes.max(1) {
        for (text, shortest) in texts.iter().zip(&mut times) {
            let request = Request::new(text.as_str());
            let started = Instant::now();
            let answer = lares.retrieve(&request);
            *shortest = started.elapsed().min(*shortest);
            drop(std::hint::black_box(answer));
        }
    }
    times
}

fn row(
    output: &mut impl Write,
    size: Size,
    what: &str,
    times: &[Duration],
    compiled: Option<Duration>,
) -> io::Result<()> {
    let at = |quantile: f64| {
        let index = (times.len().saturating_sub(1) as f64 * quantile).round() as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    };
    let compiled = compiled.map_or(String::new(), |time| format!("{:.1}", time.as_secs_f64() * 1e3));
    writeln!(
        output,
        "| {} | {} | {what} | {:.0} | {:.0} | {:.0} | {:.0} | {compiled} |",
        size.devices,
        size.rooms,
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    )
}

/// What further homes of a common size need once one is loaded.
fn memory(output: &mut impl Write) -> anyhow::Result<()> {
    let load = |index: usize| {
        let source = home_named(Size::of(FURTHER_DEVICES), &format!("h{index}-"));
        Lares::builder().home_source(source).build()
    };
    let Some(empty) = resident_kib() else {
        writeln!(output, "this system does not tell how much memory is in use\n")?;
        return Ok(());
    };
    let first = load(0)?;
    first.retrieve(&Request::new("打开客厅的灯"));
    let one = resident_kib().unwrap_or(empty);
    let further: Vec<Lares> = (1..=FURTHER_HOMES).map(load).collect::<Result<_, _>>()?;
    let all = resident_kib().unwrap_or(one);
    writeln!(
        output,
        "memory: {empty} KiB at the start, {one} KiB with a home of {FURTHER_DEVICES} devices, {:.1} KiB for each further one\n",
        all.saturating_sub(one) as f64 / further.len() as f64
    )?;
    drop(std::hint::black_box((first, further)));
    Ok(())
}
