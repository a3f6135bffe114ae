//! The report for programs: one JSON object with the figures and every miss.

use lares::{Candidate, Clarification, Decision};
use serde::Serialize;
use smol_str::SmolStr;

use crate::compare::Comparison;
use crate::judge::Fault;
use crate::metrics::{Figures, Metrics};
use crate::report::Report;
use crate::report_text::expected;
use crate::results::chosen;
use crate::run::Outcome;

/// The version of the object's fields.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Whole<'o> {
    format: u32,
    source: &'o str,
    metrics: &'o Metrics,
    ablations: Vec<Ablation<'o>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'o Comparison>,
    misses: Vec<Miss<'o>>,
}

#[derive(Serialize)]
struct Ablation<'o> {
    name: &'o str,
    figures: &'o Figures,
}

#[derive(Serialize)]
struct Miss<'o> {
    id: &'o str,
    home: &'o str,
    turns: &'o [String],
    room: Option<&'o str>,
    tags: &'o [String],
    expected: Vec<String>,
    fault: Option<Fault>,
    decision: Decision,
    confidence: f32,
    chosen: Vec<String>,
    wrong_acts: usize,
    sensitive_wrong_acts: usize,
    commands: Vec<Command<'o>>,
}

/// What was made of one spoken command.
#[derive(Serialize)]
struct Command<'o> {
    spoken: &'o lares::language::SpokenCommand,
    decision: Decision,
    candidates: &'o [Candidate],
    question: Option<&'o Clarification>,
    meta: &'o std::collections::BTreeMap<SmolStr, serde_json::Value>,
}

/// The figures, and so many misses at most.
///
/// # Errors
/// None that is known: everything in it has a JSON form.
pub fn report(report: &Report<'_>, misses: usize) -> serde_json::Result<String> {
    let missed = report.outcomes.iter().filter(|outcome| !outcome.verdict.exact);
    serde_json::to_string_pretty(&Whole {
        format: FORMAT,
        source: report.source,
        metrics: report.metrics,
        ablations: report.ablations.iter().map(|(name, figures)| Ablation { name, figures }).collect(),
        comparison: report.comparison,
        misses: missed.take(misses).map(miss).collect(),
    })
}

fn miss(outcome: &Outcome) -> Miss<'_> {
    let (case, verdict) = (&outcome.case, &outcome.verdict);
    let commands = outcome.answer.results.iter().map(|result| Command {
        spoken: &result.command,
        decision: result.decision,
        candidates: &result.candidates,
        question: result.clarification.as_ref(),
        meta: &result.meta,
    });
    Miss {
        id: &case.id,
        home: &outcome.home,
        turns: &case.turns,
        room: case.room.as_deref(),
        tags: &case.tags,
        expected: expected(case),
        fault: verdict.fault,
        decision: verdict.decision,
        confidence: verdict.confidence,
        chosen: chosen(outcome),
        wrong_acts: verdict.wrong_acts,
        sensitive_wrong_acts: verdict.sensitive_wrong_acts,
        commands: commands.collect(),
    }
}
