//! How sure the network has to be of what is done where the parser would do nothing: the surer the parser is of that, the surer.

use lares_language::Quantifier;

use super::second::LIKELY;
use crate::otherwise::{SURE, is_for_later};
use crate::result::{CommandResult, Decision, Retrieval};

/// The network has to take something for this likely where the parser is sure that it has to ask.
const LIKELY_OF_ASKED: f32 = 0.7;
/// And where the parser is sure that nothing is to be done, or not now: it was taken back, refused, told of others, or is for
/// later.
const LIKELY_OF_HELD_BACK: f32 = 0.8;
/// And where it hangs on a condition, as the parser has it.
const LIKELY_OF_HANGING: f32 = 0.8;
/// And where something is left out of it, or a room that is not there was named.
const LIKELY_OF_LEFT_OUT: f32 = 0.8;
/// A question that offers no more than this is a choice between things that are as near.
const FEW: usize = 2;

/// It was understood that this is not to be done: it was taken back, refused, asked how to do, or told of others.
pub(super) fn is_refused(result: &CommandResult) -> bool {
    is_rejected(result, &["negated", "reported"])
}

/// It was rejected, for one of these reasons.
pub(super) fn is_rejected(result: &CommandResult, reasons: &[&str]) -> bool {
    let why = result.meta.get("rejection").and_then(|why| why.as_str());
    why.is_some_and(|why| reasons.contains(&why))
}

/// How likely the network has to take what is done in place of an answer that does nothing.
pub(super) fn needed(answer: &Retrieval) -> f32 {
    let of_result = |result: &CommandResult| {
        if leaves_out(result) || result.meta.contains_key("room_unknown_terms") {
            LIKELY_OF_LEFT_OUT
        } else if is_refused(result) || is_for_later(result) {
            LIKELY_OF_HELD_BACK
        } else if !result.command.conditions.is_empty() {
            LIKELY_OF_HANGING
        } else if is_asked_surely(result) {
            LIKELY_OF_ASKED
        } else {
            LIKELY
        }
    };
    answer.results.iter().map(of_result).fold(LIKELY, f32::max)
}

/// Something is to be left out of what is done.
pub(super) fn leaves_out(result: &CommandResult) -> bool {
    result.command.q == Quantifier::Except
}

/// The parser has to ask, and is sure of it.
fn is_asked_surely(result: &CommandResult) -> bool {
    result.decision == Decision::Ask && result.confidence >= SURE
        || result.clarification.as_ref().is_some_and(|asked| asked.options.len() <= FEW)
}

#[cfg(test)]
pub(super) mod tests {
    use lares_language::{SpokenCommand, SpokenCondition};

    use super::*;
    use crate::result::{Clarification, ClarificationOption};

    pub(in super::super) fn answer(decision: Decision, results: Vec<CommandResult>) -> Retrieval {
        Retrieval { decision, results, ..Retrieval::default() }
    }

    pub(in super::super) fn result(decision: Decision, confidence: f32) -> CommandResult {
        CommandResult { decision, confidence, ..CommandResult::default() }
    }

    pub(in super::super) fn with(
        mut result: CommandResult,
        key: &str,
        value: serde_json::Value,
    ) -> CommandResult {
        result.meta.insert(key.into(), value);
        result
    }

    #[test]
    fn the_surer_the_parser_that_nothing_is_to_be_done_the_surer_the_network_has_to_be() {
        let nothing = result(Decision::None, 0.0);
        let asked = result(Decision::Ask, SURE);
        let unsure = result(Decision::Ask, SURE - 0.1);
        let options = vec![ClarificationOption::default(); FEW];
        let clarification = Clarification { options, ..Clarification::default() };
        let of_two = CommandResult { clarification: Some(clarification), ..unsure.clone() };
        let denied = with(nothing.clone(), "rejection", "negated".into());
        let told = with(nothing.clone(), "rejection", "reported".into());
        let later = with(result(Decision::Pass, 0.97), "why_not_act", serde_json::json!(["scheduled"]));
        for (decision, results, expected) in [
            (Decision::None, vec![nothing.clone()], LIKELY),
            (Decision::Pass, vec![result(Decision::Pass, 0.9)], LIKELY),
            (Decision::Ask, vec![unsure], LIKELY),
            (Decision::Ask, vec![asked.clone()], LIKELY_OF_ASKED),
            (Decision::Ask, vec![of_two], LIKELY_OF_ASKED),
            (Decision::Ask, vec![nothing, asked], LIKELY_OF_ASKED),
            (Decision::None, vec![denied], LIKELY_OF_HELD_BACK),
            (Decision::None, vec![told], LIKELY_OF_HELD_BACK),
            (Decision::Pass, vec![later], LIKELY_OF_HELD_BACK),
        ] {
            assert_eq!(needed(&answer(decision, results)), expected);
        }
    }

    #[test]
    fn what_hangs_on_something_or_leaves_something_out_needs_to_be_surer() {
        let asked = result(Decision::Pass, 0.97);
        let conditions = vec![SpokenCondition::default()];
        let condition = SpokenCommand { conditions, ..SpokenCommand::default() };
        let all_but = SpokenCommand { q: Quantifier::Except, ..SpokenCommand::default() };
        for (result, expected) in [
            (CommandResult { command: condition, ..asked.clone() }, LIKELY_OF_HANGING),
            (CommandResult { command: all_but, ..asked.clone() }, LIKELY_OF_LEFT_OUT),
            (with(asked.clone(), "room_unknown_terms", serde_json::json!(["attic"])), LIKELY_OF_LEFT_OUT),
        ] {
            assert_eq!(needed(&answer(result.decision, vec![asked.clone(), result])), expected);
        }
    }
}
