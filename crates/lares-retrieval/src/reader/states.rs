//! How the state is on which something hangs, as the network takes the request as a whole: more than so much or less, going on or not.
//! Whose state that is it tells apart from this.

use lares_home::AttributeSpec;
use lares_language::lexicon::Comparison;

use super::meaning::Meaning;

/// It is sure of what it takes for this likely, and of the opposite for no likelier than what is left.
const SURE: f32 = 0.85;
/// What does not go on, is shut, is away, or is over, by the value on the wire; the first that an attribute has stands for all of them.
const QUIET: [&str; 20] = [
    "off",
    "closed",
    "locked",
    "not present",
    "inactive",
    "dry",
    "clear",
    "not detected",
    "stop",
    "stopped",
    "finish",
    "finished",
    "ready",
    "idle",
    "none",
    "disarmed",
    "unoccupied",
    "notPluggedIn",
    "pause",
    "paused",
];
/// What goes on, is open, or is there; the first that an attribute has stands for all others.
const GOING_ON: [&str; 13] = [
    "on", "open", "unlocked", "present", "active", "wet", "detected", "run", "running", "playing",
    "charging", "occupied", "cooking",
];

/// Whether something goes on that is in this state, by its value on the wire.
pub fn goes_on(value: &str) -> bool {
    !QUIET.contains(&value)
}

/// Whether what the request hangs on goes on; `None` where the network is not sure.
pub(super) fn surely_goes_on(meaning: &Meaning) -> Option<bool> {
    surely(meaning.so)
}

/// The comparison of what the request hangs on; `None` where the network is not sure.
pub(super) fn surely_compared(meaning: &Meaning) -> Option<Comparison> {
    surely(meaning.compared).map(|above| if above { Comparison::Greater } else { Comparison::Less })
}

/// The first of two, or the second.
fn surely([one, other]: [f32; 2]) -> Option<bool> {
    let is = |this: f32, other: f32| this >= SURE && other <= 1.0 - SURE;
    if is(one, other) {
        Some(true)
    } else if is(other, one) {
        Some(false)
    } else {
        None
    }
}

/// The value that says best that something goes on, or that it does not; `None` where the attribute has none.
pub(super) fn usual(spec: &AttributeSpec, on: bool) -> Option<&str> {
    let values = spec.value.as_ref().map_or(&[][..], |value| &value.values);
    let words: &[&str] = if on { &GOING_ON } else { &QUIET };
    words
        .iter()
        .find_map(|word| values.iter().find(|value| value.value == *word))
        .map(|value| value.value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_or_there_goes_on_and_what_is_over_does_not() {
        for value in GOING_ON.iter().chain(&["armedAway", "partially open", "wash", "heating"]) {
            assert!(goes_on(value), "{value}");
        }
        for value in QUIET {
            assert!(!goes_on(value), "{value}");
        }
    }

    #[test]
    fn the_network_is_sure_of_one_way_and_not_of_the_other() {
        assert_eq!(surely([0.95, 0.02]), Some(true));
        assert_eq!(surely([0.02, 0.95]), Some(false));
        assert_eq!(surely([0.95, 0.9]), None, "two conditions");
        assert_eq!(surely([0.3, 0.1]), None);
    }
}
