//! A device of a large home changes: how long until a request finds it, and what requests under way notice.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lares::home::HomeSource;
use lares::{Change, Lares, LiveHome, Request};
use lares_eval::generate::{Size, home, varied_requests};

use super::{Page, holds, micros, millis, quantile};

/// The budget, in milliseconds.
const BUDGET: f64 = 50.0;
/// Changes of each kind.
const CHANGES: usize = 20;

/// The change of the device at a place of a home.
type ChangeOf = fn(&HomeSource, usize) -> Change;

/// Kinds of changes.
const KINDS: [(&str, ChangeOf); 5] = [
    ("renamed", |source, at| Change::Rename { id: source.devices[at].id.clone(), name: new_name(at) }),
    ("moved", |source, at| Change::Move {
        id: source.devices[at].id.clone(),
        room_id: Some(source.rooms[(at * 7 + 1) % source.rooms.len()].id.clone()),
    }),
    ("added", |source, at| {
        let mut record = source.devices[at].clone();
        record.id = format!("added-{at}");
        record.name = new_name(at);
        Change::Put(record)
    }),
    ("removed", |source, at| Change::Remove { id: source.devices[at].id.clone() }),
    ("of another profile", |source, at| {
        let mut record = source.devices[at].clone();
        let other = &source.devices[(at + 1) % source.devices.len()];
        record.profile_id.clone_from(&other.profile_id);
        record.components.clone_from(&other.components);
        Change::Put(record)
    }),
];

fn new_name(at: usize) -> String {
    format!("新灯{at}号")
}

pub(super) fn section(page: &mut Page, devices: usize) -> anyhow::Result<()> {
    let size = Size::of(devices);
    let source = home(size);
    let texts: Vec<Request> = varied_requests(&source, 2000, 5).into_iter().map(Request::new).collect();
    let live = LiveHome::new(Lares::builder().home_source(source.clone()).changeable().build()?);
    texts.iter().for_each(|text| drop(black_box(live.retrieve(text))));
    let alone = beside(&live, &texts, || std::thread::sleep(Duration::from_millis(500)));
    let mut rows = String::new();
    let mut longest = 0.0_f64;
    let mut failed = None;
    let during = beside(&live, &texts, || {
        for (kind, &(name, change)) in KINDS.iter().enumerate() {
            let mut took = Vec::new();
            for turn in 0..CHANGES {
                let at = (turn * KINDS.len() + kind) * (devices / (CHANGES * KINDS.len())).max(1) % devices;
                let change = change(&source, at);
                let started = Instant::now();
                if let Err(error) = live.change(&[change]) {
                    failed = Some(error);
                    return;
                }
                black_box(live.retrieve(&Request::new(format!("打开{}", new_name(at)))));
                took.push(started.elapsed());
            }
            took.sort_unstable();
            longest = longest.max(millis(took.last().copied().unwrap_or_default()));
            let (median, most) = (millis(quantile(&took, 0.5)), millis(quantile(&took, 1.0)));
            let _ = writeln!(rows, "| {name} | {median:.1} | {most:.1} |");
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    let carried = live.current().changes();
    let started = Instant::now();
    let compiled = live.current().compiled_anew()?;
    let anew = millis(started.elapsed());
    drop(compiled);
    writeln!(
        page,
        "## A change\n\n\
         Of {devices} devices one changes (`LiveHome::change`), {CHANGES} times for each kind of change, each on top of \
         those before, {carried} in the end. From the change to the answer of the next request:\n\n\
         | a device is | median ms | longest ms |\n|---|--:|--:|\n{rows}\n\
         The budget is {BUDGET:.0} ms: {}. Meanwhile another thread goes on asking: its median is {:.0} µs while nothing \
         changes and {:.0} µs during the changes, its p99 {:.0} and {:.0} µs. No request waits for a change.\n\n\
         A change makes a small layer of the words that it concerns beside those of the other devices, and copies tables \
         of numbers; what the layers answer together is tested against the same home compiled from nothing. When the \
         layer has grown, the home is compiled anew ({anew:.0} ms), best by `LiveHome::tidy` in a thread that nothing \
         waits for.\n",
        holds(longest, BUDGET),
        micros(quantile(&alone, 0.5)),
        micros(quantile(&during, 0.5)),
        micros(quantile(&alone, 0.99)),
        micros(quantile(&during, 0.99)),
    )?;
    Ok(())
}

/// The times of requests in another thread while `work` runs, ascending.
fn beside(live: &LiveHome, texts: &[Request], work: impl FnOnce()) -> Vec<Duration> {
    let ended = AtomicBool::new(false);
    let mut times = std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            let mut times = Vec::new();
            for request in texts.iter().cycle() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                let started = Instant::now();
                drop(black_box(live.retrieve(request)));
                times.push(started.elapsed());
            }
            times
        });
        work();
        ended.store(true, Ordering::Relaxed);
        asking.join().unwrap_or_default()
    });
    times.sort_unstable();
    times
}
