//! A device of a large home changes: how long until a request finds it, and what requests under way notice.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lares::{Lares, LiveHome, Request};
use lares_eval::generate::{Size, home, varied_requests};

use super::{Page, compiled, holds, micros, millis, quantile};

/// The budget, in milliseconds.
const BUDGET: f64 = 50.0;
const CHANGES: usize = 3;

pub(super) fn section(page: &mut Page, devices: usize) -> anyhow::Result<()> {
    let size = Size::of(devices);
    let (lares, _) = compiled(size)?;
    let live = LiveHome::new(lares);
    let texts: Vec<Request> = varied_requests(&home(size), 2000, 5).into_iter().map(Request::new).collect();
    let alone = beside(&live, &texts, || std::thread::sleep(Duration::from_millis(500)));
    let mut visible = Vec::new();
    let during = beside(&live, &texts, || {
        for turn in 0..CHANGES {
            let mut source = home(size);
            let name = format!("新灯{turn}号");
            if let Some(device) = source.devices.get_mut(turn) {
                device.name.clone_from(&name);
            }
            let started = Instant::now();
            let Ok(next) = Lares::builder().home_source(source).build() else { return };
            live.replace(next);
            let answer = live.retrieve(&Request::new(format!("打开{name}")));
            visible.push((
                started.elapsed(),
                answer
                    .results
                    .iter()
                    .any(|result| result.candidates.iter().any(|candidate| candidate.name == name)),
            ));
        }
    });
    let found = visible.iter().filter(|(_, found)| *found).count();
    let mut took: Vec<Duration> = visible.iter().map(|(took, _)| *took).collect();
    took.sort_unstable();
    let median = millis(quantile(&took, 0.5));
    writeln!(page, "## A change\n")?;
    writeln!(
        page,
        "One of {devices} devices gets another name; the home is compiled anew beside the old one and put in its place \
         (`LiveHome::replace`). From the change to the answer of the next request: {median:.0} ms (median of {CHANGES}, \
         in {found} of which the request found the new name; budget {BUDGET:.0} ms: {}). Meanwhile another thread goes \
         on asking: its median is {:.0} µs while nothing changes and {:.0} µs during the changes, its p99 {:.0} and \
         {:.0} µs. No request waits for a change.\n\nThe time is that of compiling: the variants of every name, the \
         automaton and the indexes are made anew for all devices. To stay within the budget, the words of a home would \
         have to be layered: those of the unchanged devices as they are, and a small automaton and small indexes of what \
         has changed since, asked after the large ones and merged into them now and then.\n",
        holds(median, BUDGET),
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
