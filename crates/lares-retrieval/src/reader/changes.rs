//! Whether something becomes more or less than it is, or is set outright, as the network takes the request as a whole: "drop it by
//! ten", 三成亮, "kam karo". The words tell by how much, and of what.

use std::sync::LazyLock;

use lares_home::{Act, Intent, catalogue};
use lares_language::Value;
use lares_reader::Network;
use serde_json::Value as Json;
use smallvec::smallvec;

use super::actions::Actions;
use super::entities::{DOWN, UP, command_feature};
use super::meaning::Meaning;
use super::values::{self, Told};
use crate::result::Retrieval;
use crate::turned::opposite_of;

/// So likely it becomes more, or less, where nothing is set for it.
const LIKELY: f32 = 0.7;
/// So likely the argument of what the rules would do is another.
const CERTAIN: f32 = 0.85;
/// No likelier than this it becomes neither.
const UNLIKELY: f32 = 0.03;
/// The same against what the rules would do.
const HOPELESS: f32 = 0.02;

/// How likely something becomes more than it is, and less.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Change {
    up: f32,
    down: f32,
}

impl Change {
    /// `None` where the network has not learned to tell.
    pub(super) fn of(meaning: &Meaning) -> Option<Change> {
        static IS_KNOWN: LazyLock<bool> = LazyLock::new(|| {
            let knows = |id| Network::bundled().is_some_and(|network| network.knows(command_feature(id)));
            knows(UP) && knows(DOWN)
        });
        IS_KNOWN.then_some(Change { up: meaning.up, down: meaning.down })
    }

    /// Which way, where it is at least so likely and the other way is not.
    fn way(self, least: f32) -> Option<Act> {
        let is = |this: f32, other: f32| this >= least && other <= 1.0 - least;
        match self {
            Change { up, down } if is(up, down) => Some(Act::Up),
            Change { up, down } if is(down, up) => Some(Act::Down),
            _ => None,
        }
    }

    /// It is set outright, or not at all.
    fn is_none(self, most: f32) -> bool {
        self.up.max(self.down) <= most
    }

    /// Of the actions by which a command may be done those that change it this way, or set it outright. A way is told of the request,
    /// and so only of what is ordered `alone`.
    pub(super) fn settle(self, intents: &[Intent], told: &[&Told], alone: bool, actions: &mut Actions) {
        if intents.iter().any(is_of_tone) {
            return;
        }
        let changes = |act: &Act| matches!(act, Act::Up | Act::Down);
        let way = self.way(LIKELY).filter(|_| alone);
        let of_way = |way: Act| intents.iter().find(|intent| intent.act == way);
        if let Some((way, intent)) = way.and_then(|way| Some((way, of_way(way)?))) {
            actions.retain(|action| !action.acts.iter().any(|act| Some(*act) == opposite_of(way)));
            let by = |value: Option<Value>| lares_language::Action {
                acts: smallvec![way],
                properties: intent.property.into_iter().collect(),
                value,
            };
            let amounts = told.iter().filter(|told| values::is_small(&told.value));
            let amounts = amounts.map(|told| by(Some(told.value.clone())));
            let amounts: Actions = if told.is_empty() { smallvec![by(None)] } else { amounts.collect() };
            actions.insert_many(0, amounts);
        } else if self.is_none(UNLIKELY) {
            actions.retain(|action| action.value.is_some() || !action.acts.iter().any(changes));
            let sets = intents.iter().any(|intent| intent.act == Act::Set);
            for action in actions.iter_mut().filter(|action| sets && action.acts.iter().any(changes)) {
                action.acts = smallvec![Act::Set];
            }
        }
    }

    /// The one thing that is done changes something the other way, changes what is to be set, or sets what is to be changed.
    pub(super) fn speaks_against(self, answer: &Retrieval) -> bool {
        let [result] = &answer.results[..] else { return false };
        result.invocations.iter().any(|it| {
            it.argument
                .as_ref()
                .is_some_and(|argument| self.speaks_against_argument(&it.capability_id, argument))
        })
    }

    fn speaks_against_argument(self, capability: &str, argument: &Json) -> bool {
        if capability.ends_with("setColorTemperature") {
            return false;
        }
        let way = self.way(CERTAIN);
        match argument.get("relative").and_then(|relative| relative.as_str()) {
            Some("+") if way == Some(Act::Down) => true,
            Some("-") if way == Some(Act::Up) => true,
            Some(_) => self.is_none(HOPELESS),
            None => argument.as_f64().is_some_and(|number| number <= values::SMALL && way.is_some()),
        }
    }
}

/// It sets the tone of white light, which is warmer with less of it.
fn is_of_tone(intent: &Intent) -> bool {
    intent.property.is_some() && intent.property == catalogue().property("color_temperature")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Checks whether a change that is so likely speaks against an argument.
    fn check(up: f32, down: f32, capability: &str, argument: Json, expect: bool) {
        let change = Change { up, down };
        assert_eq!(
            change.speaks_against_argument(capability, &argument),
            expect,
            "{change:?} {capability} {argument}"
        );
    }

    #[test]
    fn what_changes_the_other_way_or_is_set_outright_is_spoken_against() {
        const LEVEL: &str = "main-switchLevel-setLevel";
        let less = json!({"relative": "-", "amount": null});
        let by_ten = json!({"relative": "+", "amount": 10});
        check(0.95, 0.01, LEVEL, less.clone(), true);
        check(0.01, 0.95, LEVEL, less.clone(), false);
        check(0.5, 0.5, LEVEL, less.clone(), false);
        check(0.01, 0.01, LEVEL, by_ten, true);
        check(0.01, 0.95, LEVEL, json!(10), true);
        check(0.01, 0.95, LEVEL, json!(80), false);
        check(0.01, 0.01, LEVEL, json!(10), false);
        check(0.95, 0.01, "main-colorTemperature-setColorTemperature", less, false);
    }

    #[test]
    fn a_way_that_is_likely_comes_first_and_its_opposite_not_at_all() {
        let intent = |act| Intent { act, property: None, key: None };
        let intents = [intent(Act::Set), intent(Act::Up), intent(Act::Down)];
        let of = |act, value| lares_language::Action { acts: smallvec![act], properties: smallvec![], value };
        let ten = || Value::Number { number: 10.0, unit: lares_language::Unit::None };
        let told = Told { value: ten(), place: 0, by: None };
        let settle = |up, down, told: &[&Told], alone| {
            let mut actions: Actions = smallvec![of(Act::Set, Some(ten())), of(Act::Up, None)];
            Change { up, down }.settle(&intents, told, alone, &mut actions);
            actions.into_vec()
        };
        let by_ten = settle(0.0, 0.9, &[&told], true);
        assert_eq!(by_ten, [of(Act::Down, Some(ten())), of(Act::Set, Some(ten()))]);
        assert_eq!(settle(0.0, 0.9, &[], true)[0], of(Act::Down, None));
        // Of several things it tells nothing which of them changes.
        assert_eq!(settle(0.0, 0.9, &[&told], false).len(), 2);
        assert_eq!(settle(0.0, 0.0, &[&told], true), [of(Act::Set, Some(ten()))]);
    }
}
