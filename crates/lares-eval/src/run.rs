//! Runs cases on a home. Each case is a conversation of its own; its turns follow each other by a handed-in clock.

use std::time::{Duration, Instant};

use lares::context::count_tokens;
use lares::{Lares, Request, Retrieval};
use rayon::prelude::*;
use smol_str::SmolStr;

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
    /// The same of the devices that were chosen.
    pub chosen_categories: Vec<String>,
    /// The answer to the last turn, without its context; its stages only after [`add_traces`].
    pub answer: Retrieval,
    /// What it was worth.
    pub verdict: Verdict,
    /// The tokens of the answer's context.
    pub context_tokens: usize,
    /// The tokens of the whole home in the same form.
    pub home_tokens: usize,
    /// How long the answer to the last turn took.
    pub elapsed: Duration,
}

/// Called after each case that is done, from several threads.
pub type Progress<'p> = &'p (dyn Fn() + Sync);

/// Runs cases on a home, on all cores. The outcomes are in the order of the cases.
pub fn run(lares: &Lares, home: &str, cases: &[Case]) -> Vec<Outcome> {
    run_with(lares, home, cases, &|| {})
}

/// The same, telling how far it is.
pub fn run_with(lares: &Lares, home: &str, cases: &[Case], progress: Progress<'_>) -> Vec<Outcome> {
    run_by(lares, home, cases, progress, |case| answer(lares, case, false))
}

/// The same with the answers of something else than Lares: to compare. `lares` only knows the home.
pub fn run_by(
    lares: &Lares,
    home: &str,
    cases: &[Case],
    progress: Progress<'_>,
    answer: impl Fn(&Case) -> (Retrieval, Duration) + Sync,
) -> Vec<Outcome> {
    let home_tokens = count_tokens(&lares.whole_context());
    cases
        .par_iter()
        .map(|case| {
            let (answer, elapsed) = answer(case);
            let outcome = Outcome::of(lares, home, case, answer, elapsed, home_tokens);
            progress();
            outcome
        })
        .collect()
}

/// Answers the cases of a home once more, for what each stage did. It takes time of its own: the times that were
/// measured stay.
pub fn add_traces(lares: &Lares, outcomes: &mut [Outcome], progress: Progress<'_>) {
    outcomes.par_iter_mut().for_each(|outcome| {
        outcome.answer.trace = answer(lares, &outcome.case, true).0.trace;
        progress();
    });
}

impl Outcome {
    /// An answer, judged.
    pub fn of(
        lares: &Lares,
        home: &str,
        case: &Case,
        mut answer: Retrieval,
        elapsed: Duration,
        home_tokens: usize,
    ) -> Outcome {
        let context = std::mem::take(&mut answer.context);
        let meant = case.expect.iter().flat_map(|expectation| &expectation.devices);
        let chosen = answer.invocations.iter().map(|invocation| &invocation.device_id);
        Outcome {
            home: home.to_owned(),
            categories: categories(lares, meant),
            chosen_categories: categories(lares, chosen),
            verdict: judge(case, &answer),
            case: case.clone(),
            context_tokens: count_tokens(&context),
            home_tokens,
            answer,
            elapsed,
        }
    }
}

fn answer(lares: &Lares, case: &Case, trace: bool) -> (Retrieval, Duration) {
    let mut answer = Retrieval::default();
    let mut elapsed = Duration::ZERO;
    let mut now_ms = 0;
    for turn in &case.turns {
        let request = Request {
            text: turn.clone(),
            session: Some(case.id.clone()),
            room: case.room.clone(),
            top_k: Some(TOP_K),
            trace,
        };
        let started = Instant::now();
        answer = lares.retrieve_at(&request, now_ms);
        elapsed = started.elapsed();
        now_ms += BETWEEN_TURNS_MS;
    }
    lares.forget(&case.id);
    (answer, elapsed)
}

fn categories<'i>(lares: &Lares, ids: impl Iterator<Item = &'i SmolStr>) -> Vec<String> {
    let mut categories: Vec<String> = Vec::new();
    for id in ids {
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
