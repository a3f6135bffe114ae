//! The cases as the page's script reads them.

use std::collections::BTreeMap;

use lares::retrieval::result::CommandTrace;
use lares::{Candidate, Clarification, Decision};
use serde::Serialize;
use serde_json::Value as Json;
use smol_str::SmolStr;

use crate::report_text::expected;
use crate::results::chosen;
use crate::run::Outcome;

#[derive(Serialize)]
struct Row<'o> {
    id: &'o str,
    home: &'o str,
    turns: &'o [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<&'o str>,
    language: &'o str,
    tags: Vec<&'o str>,
    quantifiers: Vec<&'static str>,
    categories: &'o [String],
    expected: Vec<String>,
    exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    wrong: usize,
    sensitive: usize,
    needless: bool,
    decision: Decision,
    confidence: f32,
    chosen: Vec<String>,
    us: f64,
    tokens: usize,
    commands: Vec<Command<'o>>,
    trace: &'o [CommandTrace],
}

#[derive(Serialize)]
struct Command<'o> {
    said: String,
    decision: Decision,
    confidence: f32,
    candidates: &'o [Candidate],
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<&'o Clarification>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    meta: &'o BTreeMap<SmolStr, Json>,
}

/// The cases as JSON that can stand within a script element.
pub(super) fn data(outcomes: &[Outcome]) -> serde_json::Result<String> {
    let rows: Vec<Row<'_>> = outcomes.iter().map(row).collect();
    // An element ends at the first `</`, and a comment begins with `<!--`, whatever quotes are around.
    Ok(serde_json::to_string(&rows)?.replace('<', "\\u003c"))
}

fn row(outcome: &Outcome) -> Row<'_> {
    let (case, verdict, answer) = (&outcome.case, &outcome.verdict, &outcome.answer);
    let command = |result: &'_ lares::CommandResult| {
        lares::language::command_array::encode(std::slice::from_ref(&result.command))
    };
    Row {
        id: &case.id,
        home: &outcome.home,
        turns: &case.turns,
        room: case.room.as_deref(),
        language: case.language(),
        tags: case.phenomena().collect(),
        quantifiers: case.quantifiers(),
        categories: &outcome.categories,
        expected: expected(case),
        exact: verdict.exact,
        fault: verdict.fault.map(crate::judge::Fault::describe),
        wrong: verdict.wrong_acts,
        sensitive: verdict.sensitive_wrong_acts,
        needless: verdict.needless_question,
        decision: verdict.decision,
        confidence: verdict.confidence,
        chosen: chosen(outcome),
        us: (outcome.elapsed.as_secs_f64() * 1e7).round() / 10.0,
        tokens: outcome.context_tokens,
        commands: answer
            .results
            .iter()
            .map(|result| Command {
                said: command(result),
                decision: result.decision,
                confidence: result.confidence,
                candidates: &result.candidates,
                question: result.clarification.as_ref(),
                meta: &result.meta,
            })
            .collect(),
        trace: &answer.trace,
    }
}
