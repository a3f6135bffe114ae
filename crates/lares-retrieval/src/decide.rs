//! Stage 10: act, ask, or hand over?

use smallvec::SmallVec;

use crate::config::RetrievalConfig;
use crate::result::Decision;

/// What is known about the chosen devices and their command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Facts {
    /// The parser's, 0..1.
    pub confidence: f32,
    /// How well the command does what was asked for, 0..1.
    pub similarity: f32,
    /// How surely the words name the devices, 0..1; 1 where it was not by a name.
    pub name_score: f32,
    /// The command can harm.
    pub sensitive: bool,
    /// It was wished for or complained about, not ordered.
    pub wish: bool,
    /// The words do not say what to do: setting, without a value or a property.
    pub empty: bool,
    /// A room was said that the home does not have.
    pub unknown_room: bool,
    /// Something that was said was set aside to find anything: a room, a category.
    pub fallback: bool,
    /// It is for later.
    pub scheduled: bool,
    /// It may be no order at all.
    pub doubtful: bool,
    /// It asks for a state: nothing can go wrong.
    pub question: bool,
    /// The argument is missing or not permitted.
    pub argument_unusable: bool,
    /// A condition or an exclusion names what the home does not have.
    pub dangling: bool,
}

impl Default for Facts {
    fn default() -> Self {
        Facts {
            confidence: 1.0,
            similarity: 1.0,
            name_score: 1.0,
            sensitive: false,
            wish: false,
            empty: false,
            unknown_room: false,
            fallback: false,
            scheduled: false,
            doubtful: false,
            question: false,
            argument_unusable: false,
            dangling: false,
        }
    }
}

/// Why nothing is done, in words for `meta`; mostly one.
pub type Reasons = SmallVec<[&'static str; 4]>;

/// Whether to act on devices that were chosen, and if not, why.
pub fn decide(facts: Facts, config: &RetrievalConfig) -> (Decision, Reasons) {
    let mut why = Reasons::new();
    let needed = match (facts.sensitive, facts.question) {
        (true, _) => config.sensitive_confidence,
        // Reading a state wrongly does nothing.
        (false, true) => config.question_confidence,
        (false, false) => config.act_confidence,
    };
    let name = if facts.sensitive { config.sensitive_name_score } else { config.act_name_score };
    for (holds, reason) in [
        (facts.unknown_room, "unknown_room"),
        (facts.fallback, "fallback"),
        (facts.scheduled, "scheduled"),
        (facts.argument_unusable, "argument"),
        (facts.dangling, "not_found"),
        (facts.confidence < needed, "low_confidence"),
        (facts.name_score < name, "unsure_name"),
        (facts.similarity < config.act_fit || facts.empty, "unsure_command"),
        (facts.sensitive && facts.wish, "wish"),
        (facts.sensitive && facts.doubtful, "doubtful_order"),
    ] {
        if holds {
            why.push(reason);
        }
    }
    (if why.is_empty() { Decision::Act } else { Decision::Pass }, why)
}

/// The decision of a request from those of its commands: a question first, then what an agent has to see.
pub fn overall(decisions: impl IntoIterator<Item = Decision>) -> Decision {
    let rank = |decision: Decision| match decision {
        Decision::Ask => 3,
        Decision::Pass => 2,
        Decision::Act => 1,
        Decision::None => 0,
    };
    decisions.into_iter().max_by_key(|decision| rank(*decision)).unwrap_or(Decision::None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(facts: Facts) -> Decision {
        decide(facts, &RetrievalConfig::default()).0
    }

    #[test]
    fn certain_is_act() {
        assert_eq!(decided(Facts::default()), Decision::Act);
    }

    #[test]
    fn any_doubt_is_pass() {
        for facts in [
            Facts { unknown_room: true, ..Facts::default() },
            Facts { fallback: true, ..Facts::default() },
            Facts { scheduled: true, ..Facts::default() },
            Facts { argument_unusable: true, ..Facts::default() },
            Facts { dangling: true, ..Facts::default() },
            Facts { confidence: 0.59, ..Facts::default() },
            Facts { name_score: 0.3, ..Facts::default() },
            Facts { similarity: 0.6, ..Facts::default() },
            Facts { empty: true, ..Facts::default() },
        ] {
            assert_eq!(decided(facts), Decision::Pass, "{facts:?}");
        }
    }

    #[test]
    fn what_can_harm_needs_more() {
        let facts = Facts { confidence: 0.7, name_score: 0.8, ..Facts::default() };
        assert_eq!(decided(facts), Decision::Act);
        assert_eq!(decided(Facts { sensitive: true, ..facts }), Decision::Pass);
        assert_eq!(decided(Facts { wish: true, ..Facts::default() }), Decision::Act);
        assert_eq!(decided(Facts { doubtful: true, ..Facts::default() }), Decision::Act);
        assert_eq!(decided(Facts { doubtful: true, sensitive: true, ..Facts::default() }), Decision::Pass);
        assert_eq!(decided(Facts { wish: true, sensitive: true, ..Facts::default() }), Decision::Pass);
        assert_eq!(
            decided(Facts { sensitive: true, confidence: 0.9, name_score: 1.0, ..facts }),
            Decision::Act
        );
    }

    #[test]
    fn the_whole_is_its_most_doubtful_part() {
        assert_eq!(overall([Decision::Act, Decision::None]), Decision::Act);
        assert_eq!(overall([Decision::Act, Decision::Pass]), Decision::Pass);
        assert_eq!(overall([Decision::Pass, Decision::Ask, Decision::Act]), Decision::Ask);
        assert_eq!(overall([]), Decision::None);
    }
}
