//! One line a case: what is kept in the repository, or in a file of one's own, to see which answers change.

use std::collections::BTreeMap;

use lares::Invocation;
use serde::{Deserialize, Serialize};

use crate::run::Outcome;

/// The result of a case in the repository: nothing that tells what was said or meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptResult {
    /// The case.
    pub id: String,
    /// It was exact.
    pub exact: bool,
    /// `act`, `ask`, `pass` or `none`.
    pub decision: lares::Decision,
}

/// The result of a case in a file of one's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FullResult {
    /// The case.
    pub id: String,
    /// It was exact.
    pub exact: bool,
    /// `act`, `ask`, `pass` or `none`.
    pub decision: lares::Decision,
    /// Invocations on a device or command that was not meant; not in results that are kept in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_acts: Option<usize>,
    /// The invocations, in words that can be compared; not in results that are kept in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Vec<String>>,
}

impl FullResult {
    /// The result of an outcome.
    pub fn of(outcome: &Outcome) -> FullResult {
        FullResult {
            id: outcome.case.id.clone(),
            exact: outcome.verdict.exact,
            decision: outcome.verdict.decision,
            wrong_acts: Some(outcome.verdict.wrong_acts),
            chosen: Some(chosen(outcome)),
        }
    }
}

/// The lines that are kept in the repository, in the order of the ids.
pub fn kept(outcomes: &[Outcome]) -> String {
    let by_id: BTreeMap<&str, &Outcome> =
        outcomes.iter().map(|outcome| (outcome.case.id.as_str(), outcome)).collect();
    lines(by_id.into_iter().map(|(id, outcome)| KeptResult {
        id: id.to_owned(),
        exact: outcome.verdict.exact,
        decision: outcome.verdict.decision,
    }))
}

/// What a document says about the results that it was made from: results that differ have another line.
pub fn digest_line(part: &str, kept: &str) -> String {
    // FNV-1a: equal on every machine and in every release.
    let digest = kept.bytes().fold(0xcbf2_9ce4_8422_2325, |digest: u64, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("<!-- made from results/{part}.jsonl, {digest:016x} -->")
}

/// The lines of a results file, in the order of the cases.
pub fn full(outcomes: &[Outcome]) -> String {
    lines(outcomes.iter().map(FullResult::of))
}

/// The invocations of an answer, each as `device command = argument`.
pub fn chosen(outcome: &Outcome) -> Vec<String> {
    outcome.answer.invocations.iter().map(describe).collect()
}

fn describe(invocation: &Invocation) -> String {
    let mut text = format!("{} {}", invocation.device_id, invocation.capability_id);
    if let Some(argument) = &invocation.argument {
        text.push_str(&format!(" = {argument}"));
    }
    for condition in &invocation.conditions {
        let devices = condition.devices.join("|");
        text.push_str(&format!(" if {devices} {} {} {}", condition.attribute, condition.op, condition.value));
    }
    text
}

fn lines(results: impl Iterator<Item = impl Serialize>) -> String {
    let mut text = String::new();
    for result in results {
        // A struct of texts and booleans always has a JSON form.
        text.push_str(&serde_json::to_string(&result).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// The lines that differ between two results, `-` from the first and `+` from the second.
pub fn differences(before: &str, after: &str) -> Vec<String> {
    let by_id = |text: &str| -> BTreeMap<String, String> {
        text.lines()
            .filter_map(|line| {
                let id = serde_json::from_str::<KeptResult>(line).ok()?.id;
                Some((id, line.to_owned()))
            })
            .collect()
    };
    let (before, after) = (by_id(before), by_id(after));
    let mut differences = Vec::new();
    let ids: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for id in ids {
        let (was, is) = (before.get(id), after.get(id));
        if was != is {
            differences.extend(was.map(|line| format!("-{line}")));
            differences.extend(is.map(|line| format!("+{line}")));
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn only_what_differs_is_listed() {
        let before = "{\"id\":\"a\",\"exact\":true,\"decision\":\"act\"}\n{\"id\":\"b\",\"exact\":true,\"decision\":\"act\"}\n";
        let after = "{\"id\":\"b\",\"exact\":false,\"decision\":\"ask\"}\n{\"id\":\"a\",\"exact\":true,\"decision\":\"act\"}\n";
        assert_eq!(
            differences(before, after),
            [
                "-{\"id\":\"b\",\"exact\":true,\"decision\":\"act\"}",
                "+{\"id\":\"b\",\"exact\":false,\"decision\":\"ask\"}"
            ]
        );
        assert!(differences(before, before).is_empty());
    }
}
