//! The report for programs: one JSON object with the figures and every miss.

use serde_json::{Value as Json, json};

use crate::metrics::{Figures, Metrics};
use crate::results::chosen;
use crate::run::Outcome;

/// The version of the object's fields.
const FORMAT: u32 = 1;

/// The figures, and so many misses at most.
pub fn report(
    source: &str,
    metrics: &Metrics,
    ablations: &[(&str, Figures)],
    outcomes: &[Outcome],
    misses: usize,
) -> Json {
    let misses: Vec<Json> =
        outcomes.iter().filter(|outcome| !outcome.verdict.exact).take(misses).map(miss).collect();
    let ablations: Vec<Json> =
        ablations.iter().map(|(name, figures)| json!({"name": name, "figures": figures})).collect();
    json!({
        "format": FORMAT,
        "source": source,
        "metrics": metrics,
        "ablations": ablations,
        "misses": misses,
    })
}

fn miss(outcome: &Outcome) -> Json {
    let (case, verdict, answer) = (&outcome.case, &outcome.verdict, &outcome.answer);
    let commands: Vec<_> = answer.results.iter().map(|result| &result.command).collect();
    let candidates: Vec<_> = answer.results.iter().map(|result| &result.candidates).collect();
    let questions: Vec<_> =
        answer.results.iter().filter_map(|result| result.clarification.as_ref()).collect();
    json!({
        "id": case.id,
        "home": outcome.home,
        "turns": case.turns,
        "room": case.room,
        "tags": case.tags,
        "expected": crate::report_text::expected(case),
        "fault": verdict.fault,
        "decision": verdict.decision,
        "confidence": verdict.confidence,
        "chosen": chosen(outcome),
        "wrong_acts": verdict.wrong_acts,
        "sensitive_wrong_acts": verdict.sensitive_wrong_acts,
        "commands": commands,
        "candidates": candidates,
        "questions": questions,
    })
}
