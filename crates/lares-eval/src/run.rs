//! Runs cases on a home. Each case is a conversation of its own; its turns follow each other by a handed-in clock.

use std::num::NonZero;
use std::time::{Duration, Instant};
use std::{panic, thread};

use lares::{Lares, Request, Retrieval};

use crate::case::Case;
use crate::judge::{Verdict, judge};

/// Between two turns of a case: long enough to be two utterances, short enough to be one conversation.
const BETWEEN_TURNS_MS: u64 = 4000;
/// As many candidates as the deepest recall looks at.
const TOP_K: usize = 10;

/// A case with its answer and verdict.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The home's name.
    pub home: String,
    /// The case.
    pub case: Case,
    /// The first category of each expected device, without repetition; `Scene` for scenes.
    pub categories: Vec<String>,
    /// The answer to the last turn, without its context.
    pub answer: Retrieval,
    /// What it was worth.
    pub verdict: Verdict,
    /// How long the answer to the last turn took.
    pub elapsed: Duration,
}

/// Runs cases on a home, on as many threads as there are cores. The outcomes are in the order of the cases.
pub fn run(lares: &Lares, home: &str, cases: &[Case]) -> Vec<Outcome> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let share = cases.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(share)
            .map(|part| {
                scope.spawn(move || part.iter().map(|case| answer(lares, home, case)).collect::<Vec<_>>())
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|cause| panic::resume_unwind(cause)))
            .collect()
    })
}

fn answer(lares: &Lares, home: &str, case: &Case) -> Outcome {
    let mut answer = Retrieval::default();
    let mut elapsed = Duration::ZERO;
    let mut now_ms = 0;
    for turn in &case.turns {
        let request = Request {
            text: turn.clone(),
            session: Some(case.id.clone()),
            room: case.room.clone(),
            top_k: Some(TOP_K),
            trace: false,
        };
        let started = Instant::now();
        answer = lares.retrieve_at(&request, now_ms);
        elapsed = started.elapsed();
        now_ms += BETWEEN_TURNS_MS;
    }
    lares.forget(&case.id);
    answer.context = String::new();
    let verdict = judge(case, &answer);
    Outcome {
        home: home.to_owned(),
        case: case.clone(),
        categories: categories(lares, case),
        answer,
        verdict,
        elapsed,
    }
}

fn categories(lares: &Lares, case: &Case) -> Vec<String> {
    let mut categories: Vec<String> = Vec::new();
    for id in case.expect.iter().flat_map(|expectation| &expectation.devices) {
        let category = match lares.device(id) {
            Some(device) => lares.category_of(device),
            None if lares.scene(id).is_some() => "Scene",
            None => continue,
        };
        if !categories.iter().any(|known| known == category) {
            categories.push(category.to_owned());
        }
    }
    categories
}
