//! What is acted on, and yet not to be taken for certain: an agent may look at it once more.

use lares_language::command_array::ANY;
use lares_language::{ParsedCommand, Quantifier};

use crate::one_of_kind::is_plural;
use crate::result::{CommandResult, Decision};

/// What is not certain is trusted no more than this: just under what `conf >= 0.8` asks for.
pub(crate) const UNCERTAIN: f32 = 0.79;

/// A command that is done to several of a kind though neither a room nor how many was said, or the speaker's room: a word
/// that tells which may have been missed. "Lights off" says how many.
pub(crate) fn sweep(result: &mut CommandResult, parsed: &ParsedCommand, near: bool) {
    let spoken = &parsed.spoken;
    let unsaid = spoken.q == Quantifier::All
        && !parsed.quantifier_said
        && spoken.s == ANY
        && spoken.n != ANY
        && !is_plural(&spoken.n)
        && !near;
    if unsaid && result.decision == Decision::Act && result.invocations.len() > 1 {
        limit(result);
    }
}

/// Commands of one utterance of which some are done and others come to nothing, or two come to the same: where one was
/// misread the others may be.
pub(crate) fn in_part(results: &mut [CommandResult]) {
    let acts = |result: &CommandResult| result.decision == Decision::Act;
    let done = results.iter().filter(|result| acts(result)).count();
    if done > 0 && done < results.len() {
        results.iter_mut().filter(|result| !acts(result)).for_each(limit);
    }
    results.iter_mut().filter(|result| result.meta.contains_key("repeated")).for_each(limit);
}

/// Several commands that are done at once, what is left out of a sweep, and changes by more or less: of these, in homes that
/// were never seen before, nine of ten are right, where it is more than 97 of a hundred otherwise. They are done all the same.
pub(crate) fn by_kind(results: &mut [CommandResult]) {
    let does = |result: &CommandResult| result.decision == Decision::Act && !result.invocations.is_empty();
    let several = results.iter().filter(|result| does(result)).count() > 1;
    for result in results {
        let relative = result.invocations.iter().any(|invocation| {
            invocation.argument.as_ref().is_some_and(|argument| argument.get("relative").is_some())
        });
        if does(result) && (several || relative || result.command.q == Quantifier::Except) {
            result.confidence = result.confidence.min(UNCERTAIN);
        }
    }
}

/// It is trusted no more than what is uncertain, and left to an agent where it can harm.
fn limit(result: &mut CommandResult) {
    result.confidence = result.confidence.min(UNCERTAIN);
    keep_from_harm(result);
}

/// Leaves to an agent what can harm: other things have spoken against it since it was decided on.
pub(crate) fn keep_from_harm(result: &mut CommandResult) {
    let harms = result.invocations.iter().any(|invocation| invocation.sensitive);
    if result.decision == Decision::Act && harms {
        result.hand_over("low_confidence");
    }
}

#[cfg(test)]
mod tests {
    use lares_language::command_array::SpokenCommand;

    use super::*;
    use crate::result::{Invocation, InvocationKind};

    fn acting(devices: usize) -> CommandResult {
        let invocation = Invocation {
            device_id: "a".into(),
            kind: InvocationKind::Command,
            capability_id: "main-switch-on".into(),
            argument: None,
            sensitive: false,
            conditions: Vec::new(),
        };
        CommandResult {
            confidence: 0.97,
            decision: Decision::Act,
            invocations: vec![invocation; devices],
            ..CommandResult::default()
        }
    }

    fn check(n: &str, s: &str, devices: usize, near: bool, expected: f32) {
        let spoken =
            SpokenCommand { n: n.into(), s: s.into(), q: Quantifier::All, ..SpokenCommand::unknown() };
        let parsed = ParsedCommand { spoken, ..ParsedCommand::default() };
        let mut result = acting(devices);
        sweep(&mut result, &parsed, near);
        assert_eq!(result.confidence, expected, "{n} in {s}");
    }

    #[test]
    fn a_kind_of_which_nothing_else_was_said_is_not_certain() {
        check("dryer", ANY, 2, false, UNCERTAIN);
        check("灯", ANY, 20, false, UNCERTAIN);
        check("灯", ANY, 3, true, 0.97);
        check("灯", "客厅", 3, false, 0.97);
        check("lights", ANY, 20, false, 0.97);
        check("dryer", ANY, 1, false, 0.97);
    }

    #[test]
    fn what_is_not_certain_harms_nobody() {
        let mut result = acting(1);
        result.invocations[0].sensitive = true;
        result.meta.insert("repeated".into(), 1.into());
        let mut results = [result];
        in_part(&mut results);
        assert_eq!((results[0].decision, results[0].invocations.len()), (Decision::Pass, 0));
    }

    #[test]
    fn what_comes_to_nothing_beside_an_act_is_not_certain() {
        let nothing = CommandResult { confidence: 0.97, ..CommandResult::default() };
        let mut results = [acting(1), nothing.clone()];
        in_part(&mut results);
        assert_eq!(results.map(|result| result.confidence), [0.97, UNCERTAIN]);
        let mut alone = [nothing];
        in_part(&mut alone);
        assert_eq!(alone[0].confidence, 0.97);
    }
}
