//! One request and one compilation, by the size of the home.

use std::fmt::Write as _;
use std::hint::black_box;

use lares::{Lares, Request};
use lares_eval::generate::{Kind, Size, home, requests, varied_requests};

use super::allocations::{Allocations, counted};
use super::{Page, compiled, holds, micros, millis, quantile, times};

/// The rooms of the second layout: few, however many devices.
const FEW_ROOMS: usize = 25;

/// What was measured for one home.
pub(super) struct Measured {
    pub(super) size: Size,
    pub(super) median_us: f64,
    pub(super) p99_us: f64,
}

pub(super) fn section(page: &mut Page, sizes: &[usize], count: usize) -> anyhow::Result<Vec<Measured>> {
    writeln!(
        page,
        "## One request, from the utterance to the YAML\n\n![Time of a request](performance.svg)\n"
    )?;
    writeln!(
        page,
        "| devices | rooms | median µs | p99 µs | p99.9 µs | allocations, median | KiB, median | budget µs, median / p99 | holds | compile ms | budget ms | holds |"
    )?;
    writeln!(page, "|--:|--:|--:|--:|--:|--:|--:|--:|--|--:|--:|--|")?;
    let mut kinds = String::new();
    let mut measured = Vec::new();
    for &devices in sizes {
        for size in [Size::of(devices), Size::of(devices).in_rooms(FEW_ROOMS)] {
            let (lares, compile) = compiled(size)?;
            let source = home(size);
            let texts = prepared(&varied_requests(&source, count, 1));
            let took = times(&texts, 3, |request| drop(black_box(lares.retrieve(request))));
            let asked = asked(&lares, &texts);
            let (median, p99) = (micros(quantile(&took, 0.5)), micros(quantile(&took, 0.99)));
            let (budget, budget_ms) = budgets(devices);
            writeln!(
                page,
                "| {devices} | {} | {median:.0} | {p99:.0} | {:.0} | {} | {:.1} | {budget:.0} / {:.0} | {} / {} | {:.1} | {budget_ms} | {} |",
                size.rooms,
                micros(quantile(&took, 0.999)),
                quantile(&asked.0, 0.5),
                quantile(&asked.1, 0.5) as f64 / 1024.0,
                budget * 3.0,
                holds(median, budget),
                holds(p99, budget * 3.0),
                millis(compile),
                if millis(compile) <= budget_ms as f64 { "yes" } else { "**no**" },
            )?;
            measured.push(Measured { size, median_us: median, p99_us: p99 });
            if size == Size::of(devices) {
                row_of_kinds(&mut kinds, &lares, size, count)?;
            }
        }
    }
    writeln!(
        page,
        "\nThe budgets between the sizes that they were set for are those of the next larger size. What the p99 is \
         made of: sweeps whose answers name up to 200 devices, each with an invocation and an entry of the YAML.\n"
    )?;
    writeln!(page, "By kind of request, median µs (allocations), one room for every six devices:\n")?;
    write!(page, "| devices |")?;
    Kind::ALL.iter().try_for_each(|kind| write!(page, " {} |", kind.name()))?;
    writeln!(page, "\n|--:|{}", "--:|".repeat(Kind::ALL.len()))?;
    writeln!(page, "{kinds}")?;
    Ok(measured)
}

fn prepared(texts: &[String]) -> Vec<Request> {
    texts.iter().map(|text| Request::new(text.as_str())).collect()
}

/// How often and for how many bytes each request asks the allocator, each ascending.
fn asked(lares: &Lares, requests: &[Request]) -> (Vec<u64>, Vec<u64>) {
    let all = requests.iter().map(|request| counted(|| drop(black_box(lares.retrieve(request)))).1);
    let (mut counts, mut bytes): (Vec<u64>, Vec<u64>) =
        all.map(|Allocations { count, bytes }| (count, bytes)).unzip();
    counts.sort_unstable();
    bytes.sort_unstable();
    (counts, bytes)
}

fn row_of_kinds(rows: &mut String, lares: &Lares, size: Size, count: usize) -> anyhow::Result<()> {
    write!(rows, "| {} |", size.devices)?;
    for kind in Kind::ALL {
        let texts = prepared(&requests(&home(size), kind, count / 20, 2));
        let took = times(&texts, 3, |request| drop(black_box(lares.retrieve(request))));
        let (counts, _) = asked(lares, &texts);
        write!(rows, " {:.0} ({}) |", micros(quantile(&took, 0.5)), quantile(&counts, 0.5))?;
    }
    writeln!(rows)?;
    Ok(())
}

/// The budget of a request's median in µs, and of compiling in ms.
fn budgets(devices: usize) -> (f64, u64) {
    match devices {
        0..=30 => (100.0, 10),
        31..=1000 => (200.0, 10),
        _ => (1000.0, 1000),
    }
}
