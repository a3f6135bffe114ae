//! Whether a condition that was found says what the expected one says.
//!
//! There is more than one way to write it: what has two states and is not in the one is in the other, and a machine that has finished
//! what it was at stands still.

use lares::Condition;
use serde_json::Value as Json;

use crate::case::ExpectedCondition;
use crate::judge::{as_number, near, text_equals};

/// The two states of what has no others that matter, as the end of an attribute's id and the values on the wire.
const OPPOSITES: [(&str, &str, &str); 11] = [
    ("-lock", "locked", "unlocked"),
    ("-switch", "on", "off"),
    ("-contact", "open", "closed"),
    ("-door", "open", "closed"),
    ("-valve", "open", "closed"),
    ("-motion", "active", "inactive"),
    ("-presence", "present", "not present"),
    ("-smoke", "detected", "clear"),
    ("-gas", "detected", "clear"),
    ("-sound", "detected", "not detected"),
    ("-water", "wet", "dry"),
];

/// What tells that a machine is done, as the end of an attribute's id and its value.
const DONE: [(&str, &str); 5] = [
    ("JobState", "finish"),
    ("JobState", "finished"),
    ("-machineState", "stop"),
    ("-operatingState", "ready"),
    ("-operatingState", "finished"),
];

/// A device in common, the same attribute, operator and value, or another way to write the same.
pub(crate) fn same_condition(wanted: &ExpectedCondition, found: &Condition) -> bool {
    if !wanted.devices.iter().any(|id| found.devices.contains(id)) {
        return false;
    }
    // A condition is written `=` where people write it, `==` in the command array.
    let op = |op: &str| if op == "==" { "=".to_owned() } else { op.to_owned() };
    let (wanted_op, found_op) = (op(&wanted.op), op(&found.op));
    let are_done = wanted_op == "="
        && found_op == "="
        && is_done(&wanted.attribute, &wanted.value)
        && is_done(&found.attribute, &found.value)
        && of_what(&wanted.attribute) == of_what(&found.attribute);
    if are_done {
        return true;
    }
    if wanted.attribute != found.attribute {
        return false;
    }
    let denies = |wanted: &str, found: &str| matches!((wanted, found), ("=", "!=") | ("!=", "="));
    if denies(&wanted_op, &found_op) {
        return are_opposite(&wanted.attribute, &wanted.value, &found.value);
    }
    wanted_op == found_op && same_value(&wanted.value, &found.value)
}

fn same_value(wanted: &Json, found: &Json) -> bool {
    match wanted {
        Json::Number(number) => {
            number.as_f64().zip(as_number(found)).is_some_and(|(wanted, found)| near(wanted, found))
        }
        Json::Bool(truth) => text_equals(&truth.to_string(), found),
        Json::String(text) => text_equals(text, found),
        other => other == found,
    }
}

fn are_opposite(attribute: &str, one: &Json, other: &Json) -> bool {
    let are = |a: &str, b: &str| text_equals(a, one) && text_equals(b, other);
    OPPOSITES.iter().any(|(end, a, b)| attribute.ends_with(end) && (are(a, b) || are(b, a)))
}

fn is_done(attribute: &str, value: &Json) -> bool {
    DONE.iter().any(|(end, done)| attribute.ends_with(end) && text_equals(done, value))
}

/// The capability that an attribute is of.
fn of_what(attribute: &str) -> Option<&str> {
    attribute.rsplit_once('-').map(|(of, _)| of)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn says(wanted: (&str, &str, &str), found: (&str, &str, &str)) -> bool {
        let wanted = ExpectedCondition {
            devices: vec!["d".into()],
            attribute: wanted.0.into(),
            op: wanted.1.into(),
            value: json!(wanted.2),
        };
        let found = Condition {
            devices: vec!["d".into()],
            attribute: found.0.into(),
            op: found.1.into(),
            value: json!(found.2),
        };
        same_condition(&wanted, &found)
    }

    #[test]
    fn what_is_not_the_one_is_the_other() {
        let lock = "main-lock-lock";
        assert!(says((lock, "!=", "locked"), (lock, "==", "unlocked")));
        assert!(says((lock, "=", "unlocked"), (lock, "!=", "locked")));
        assert!(!says((lock, "!=", "locked"), (lock, "==", "locked")));
        assert!(!says((lock, "=", "locked"), (lock, "==", "unlocked")));
        assert!(!says((lock, "!=", "unlocked"), (lock, "!=", "locked")));
        let mode = "main-airConditionerMode-airConditionerMode";
        assert!(!says((mode, "!=", "cool"), (mode, "==", "heat")));
        let swing = "main-fanOscillationMode-fanOscillationMode";
        assert!(!says((swing, "!=", "on"), (swing, "==", "off")));
    }

    #[test]
    fn a_machine_that_has_finished_stands_still() {
        let (job, machine) =
            ("main-washerOperatingState-washerJobState", "main-washerOperatingState-machineState");
        assert!(says((job, "=", "finish"), (machine, "==", "stop")));
        assert!(says((machine, "=", "stop"), (job, "==", "finish")));
        assert!(says((job, "=", "finish"), (job, "==", "finished")));
        assert!(!says((job, "=", "finish"), (machine, "==", "run")));
        assert!(!says((job, "=", "spin"), (machine, "==", "stop")));
        assert!(!says((job, "=", "finish"), ("main-dryerOperatingState-machineState", "==", "stop")));
    }
}
