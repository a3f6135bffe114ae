//! What the rules read otherwise of the only condition than the network, where it is sure: "unless the alarm is armed", "once the geyser touches
//! sixty".
//!
//! The way is turned round, or the network's condition stands in place of theirs where it is another one's
//! state, or where they read none. What is exactly compared the words tell better than the network, and stays. Nothing that can harm is made to hang on
//! something else so: it is left to an agent.

use lares_home::AttributeSpec;
use lares_language::lexicon::Comparison;
use serde_json::json;

use super::meaning::Meaning;
use super::states::{goes_on, surely_compared, surely_goes_on, usual};
use super::told;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::result::{CommandResult, Condition, Invocation, InvocationKind};

/// So likely it hangs on a condition that the rules have not read.
const SURE_TO_HANG: f32 = 0.9;

/// Mends the condition on which all of some results hang, and all that they do: their own invocations, and those of the whole answer as far
/// as it has any yet. `false`, and as before, where what can harm would hang on another one then.
pub(super) fn mend(
    home: &CompiledHome,
    meaning: &Meaning,
    results: &mut [CommandResult],
    of_answer: &mut [Invocation],
) -> bool {
    let Some(conditions) = results.first().map(|result| result.conditions.clone()) else { return true };
    if !results.iter().all(|result| result.conditions == conditions) {
        return true;
    }
    let mended = match &conditions[..] {
        [] => unread(home, meaning, results),
        [condition] => {
            let other = told::surely(home, meaning).filter(|sure| !is_of_same(condition, sure));
            other.or_else(|| turned(home, meaning, condition))
        }
        _ => None,
    };
    let Some(mended) = mended else { return true };
    let harms = |result: &CommandResult| result.invocations.iter().any(|it| it.sensitive);
    if results.iter().any(harms) {
        return false;
    }
    for result in &mut *results {
        if let Some(spoken) = result.command.conditions.first_mut() {
            spoken.op = mended.op.to_string();
            spoken.v = mended.value.as_str().map_or_else(|| mended.value.to_string(), str::to_owned);
        }
        result.conditions = vec![mended.clone()];
    }
    let done = results.iter_mut().flat_map(|result| &mut result.invocations);
    done.chain(of_answer).for_each(|it| it.conditions = vec![mended.clone()]);
    true
}

/// The condition of the one order that is done, where the rules have read none.
fn unread(home: &CompiledHome, meaning: &Meaning, results: &[CommandResult]) -> Option<Condition> {
    let is_order = |it: &Invocation| it.kind == InvocationKind::Command;
    let [result] = results else { return None };
    let orders = !result.invocations.is_empty() && result.invocations.iter().all(is_order);
    (orders && meaning.hangs >= SURE_TO_HANG).then(|| told::surely(home, meaning)).flatten()
}

/// Both are about the same of the same thing; of two states of one thing the words tell best which.
fn is_of_same(condition: &Condition, sure: &Condition) -> bool {
    let is_of_it = sure.devices.iter().any(|device| condition.devices.contains(device));
    let are_states = condition.value.is_string() && sure.value.is_string();
    is_of_it && (are_states || condition.attribute == sure.attribute)
}

/// A condition turned round; `None` where the network is not sure that it is meant the other way.
fn turned(home: &CompiledHome, meaning: &Meaning, condition: &Condition) -> Option<Condition> {
    let Some(value) = condition.value.as_str() else {
        let is_above = matches!(surely_compared(meaning)?, Comparison::Greater);
        let op = turned_comparison(&condition.op, is_above).filter(|_| condition.value.is_number())?;
        return Some(Condition { op: op.into(), ..condition.clone() });
    };
    let goes = surely_goes_on(meaning)?;
    let is_turned = (goes_on(value) == (condition.op != "!=")) != goes;
    let usual = usual(spec(home, condition)?, goes).filter(|_| is_turned)?;
    Some(Condition { op: "==".into(), value: json!(usual), ..condition.clone() })
}

/// The comparison that is meant in place of another, where something is to be above so much, or below; `None` where it says so.
fn turned_comparison(op: &str, is_above: bool) -> Option<&'static str> {
    match (op, is_above) {
        // "Once the geyser touches sixty": so much, or more.
        ("==", true) | ("<=", true) => Some(">="),
        ("==", false) | (">=", false) => Some("<="),
        ("<", true) => Some(">"),
        (">", false) => Some("<"),
        _ => None,
    }
}

/// The attribute that tells a condition.
fn spec<'h>(home: &'h CompiledHome, condition: &Condition) -> Option<&'h AttributeSpec> {
    let device = home.device_by_id(condition.devices.first()?)?;
    let mut own = home.capabilities(home.profile_of(device)?);
    own.find_map(|capability| match capability {
        Capability::Attribute(index) if *home.capability_id(capability) == condition.attribute => {
            home.attribute(index)
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(device: &str, attribute: &str, value: serde_json::Value) -> Condition {
        Condition { devices: vec![device.into()], attribute: attribute.into(), op: "==".into(), value }
    }

    #[test]
    fn a_comparison_is_turned_where_it_says_the_other_way_or_just_so_much() {
        assert_eq!(turned_comparison("==", true), Some(">="));
        assert_eq!(turned_comparison("==", false), Some("<="));
        assert_eq!(turned_comparison("<", true), Some(">"));
        assert_eq!(turned_comparison(">=", false), Some("<="));
        assert_eq!(turned_comparison(">=", true), None);
        assert_eq!(turned_comparison("<", false), None);
    }

    #[test]
    fn two_states_of_one_thing_are_the_same_and_two_numbers_of_it_are_not() {
        let job = condition("washer", "main-washerOperatingState-washerJobState", json!("finish"));
        let machine = condition("washer", "main-washerOperatingState-machineState", json!("stop"));
        assert!(is_of_same(&job, &machine));
        let warm = condition("sensor", "main-temperatureMeasurement-temperature", json!(60));
        let humid = condition("sensor", "main-relativeHumidityMeasurement-humidity", json!(60));
        assert!(is_of_same(&warm, &warm) && !is_of_same(&warm, &humid));
        assert!(!is_of_same(
            &job,
            &condition("dryer", "main-washerOperatingState-machineState", json!("stop"))
        ));
        assert!(!is_of_same(&machine, &warm));
    }
}
