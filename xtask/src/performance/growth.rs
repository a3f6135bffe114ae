//! One request and one compilation, by the size of the home.

use std::fmt::Write as _;
use std::hint::black_box;

use lares::{Lares, Request};
use lares_eval::generate::{Kind, Size, home, requests, varied_requests};

use super::allocations::{Allocations, counted};
use super::{Page, compiled, holds, micros, millis, quantile, times};

/// The rooms of the second layout: few, however many devices.
const FEW_ROOMS: usize = 25;

/// What the allocations of the tables are.
const ALLOCATIONS: &str = "\
    A request asks the allocator for its answer and in most cases for nothing beside it. What it works in (the letters of \
    the utterance, the lattice, what was understood, features, vectors, the commands that were measured, the kinds \
    and targets of a sweep, the parts of the YAML) is kept by its thread from one request to the next; words, rooms \
    and sets of up to 256 devices lie where they are used, sets of all devices are no list, and the emitter writes \
    each name and each ability once for a thread. \"Of the answer\" is how many blocks of memory a copy of the answer \
    takes, and \"beside it\" the difference of each request. What some requests ask for beside it: names that the \
    thread has not written yet, other spellings that are tried, sets of devices in a large home, of several \
    commands the devices that one leaves to the next, and a first reading in whose place the second one is done. Ids and \
    names of an answer are the home's own, which the answer only points at. What comes to nothing is read anew without one of its words, up \
    to five times: such a reading writes no answer unless it acts.";

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
        "| devices | rooms | median µs | p99 µs | p99.9 µs | allocations of the answer + beside it, median | KiB, median | budget µs, median / p99 | holds | compile ms | budget ms | holds |"
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
                "| {devices} | {} | {median:.0} | {p99:.0} | {:.0} | {} + {} | {:.1} | {budget:.0} / {:.0} | {} / {} | {:.1} | {budget_ms} | {} |",
                size.rooms,
                micros(quantile(&took, 0.999)),
                quantile(&asked.of_answers, 0.5),
                quantile(&asked.beside, 0.5),
                quantile(&asked.bytes, 0.5) as f64 / 1024.0,
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
        "\nThe budgets between the sizes that they were set for are those of the next larger size. The network of the \
         second reading, with what it is shown, takes a fifth of the time of what people say in a home of 52 devices \
         (its `dev` cases with and without it): plain orders it does not read. What the p99 is made of beside it: in small homes, requests that come to nothing as they are read and are read otherwise (by ear, without \
         one of their words, in parts); in large ones, sweeps whose answers name up to 200 devices, each with an \
         invocation and an entry of the YAML.\n"
    )?;
    writeln!(page, "{ALLOCATIONS}\n")?;
    writeln!(
        page,
        "By kind of request, median µs (allocations of the answer + beside it, median / p90), one room for every six devices:\n"
    )?;
    write!(page, "| devices |")?;
    Kind::ALL.iter().try_for_each(|kind| write!(page, " {} |", kind.name()))?;
    writeln!(page, "\n|--:|{}", "--:|".repeat(Kind::ALL.len()))?;
    writeln!(page, "{kinds}")?;
    Ok(measured)
}

fn prepared(texts: &[String]) -> Vec<Request> {
    texts.iter().map(|text| Request::new(text.as_str())).collect()
}

/// What the requests ask the allocator for, each list ascending.
struct Asked {
    /// How often each request asks.
    counts: Vec<u64>,
    /// How often a copy of its answer asks.
    of_answers: Vec<u64>,
    /// How often each request asks beside its answer.
    beside: Vec<u64>,
    /// For how many bytes each request asks.
    bytes: Vec<u64>,
}

fn asked(lares: &Lares, requests: &[Request]) -> Asked {
    let mut asked =
        Asked { counts: Vec::new(), of_answers: Vec::new(), beside: Vec::new(), bytes: Vec::new() };
    for request in requests {
        let (answer, Allocations { count, bytes }) = counted(|| black_box(lares.retrieve(request)));
        let of_answer = counted(|| drop(black_box(answer.clone()))).1.count;
        asked.counts.push(count);
        asked.bytes.push(bytes);
        asked.of_answers.push(of_answer);
        // Texts that an earlier request left to its thread make it less than the answer.
        asked.beside.push(count.saturating_sub(of_answer));
    }
    for list in [&mut asked.counts, &mut asked.of_answers, &mut asked.beside, &mut asked.bytes] {
        list.sort_unstable();
    }
    asked
}

fn row_of_kinds(rows: &mut String, lares: &Lares, size: Size, count: usize) -> anyhow::Result<()> {
    write!(rows, "| {} |", size.devices)?;
    for kind in Kind::ALL {
        let texts = prepared(&requests(&home(size), kind, count / 20, 2));
        let took = times(&texts, 3, |request| drop(black_box(lares.retrieve(request))));
        let asked = asked(lares, &texts);
        let of_answer = quantile(&asked.of_answers, 0.5);
        let (beside, most) = (quantile(&asked.beside, 0.5), quantile(&asked.beside, 0.9));
        write!(rows, " {:.0} ({of_answer} + {beside} / {most}) |", micros(quantile(&took, 0.5)))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A request of any kind asks the allocator for its answer, and in most cases for nothing beside it; a fuzzy name for
    /// one block. What is asked beside it are names that are new to the thread, and words that had to be changed to make
    /// sense of them.
    #[test]
    fn a_request_asks_for_its_answer_and_little_more() {
        let size = Size::of(100);
        let (lares, _) = compiled(size).unwrap();
        let source = home(size);
        for kind in Kind::ALL {
            let texts = prepared(&requests(&source, kind, 200, 2));
            asked(&lares, &texts);
            let Asked { counts, of_answers, beside, .. } = asked(&lares, &texts);
            let (median, most) = (quantile(&beside, 0.5), quantile(&beside, 0.75));
            // A name with a letter too many or too few is looked for in several ways.
            let allowed = u64::from(matches!(kind, Kind::FuzzyName));
            assert!(median <= allowed, "{}: {median} blocks beside the answer", kind.name());
            assert!(most <= 8, "{}: {most} blocks beside the answer of one in four", kind.name());
            let (all, answers): (u64, u64) = (counts.iter().sum(), of_answers.iter().sum());
            assert!(all * 4 <= answers * 5, "{}: {all} blocks, of which the answers {answers}", kind.name());
        }
    }
}
