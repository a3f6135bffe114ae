//! Checks cases against their home: a case that names what the home does not have can never be exact.

use lares::home::{ArgumentSpec, ValueKind};
use lares::{Lares, SCENE_EXECUTE};

use crate::case::{Case, Expectation, ExpectedCondition, ExpectedValue};

/// What of a case the home does not have, a sentence each. No turn is quoted.
pub fn check(case: &Case, lares: &Lares) -> Vec<String> {
    let mut problems = Vec::new();
    if let Some(room) = &case.room
        && !lares.home().rooms.iter().any(|known| known.id == *room)
    {
        problems.push(format!("room `{room}` is not in the home"));
    }
    for expectation in &case.expect {
        for id in expectation.devices.iter().chain(&expectation.optional) {
            check_device(id, expectation, lares, &mut problems);
        }
        for condition in &expectation.conditions {
            check_condition(condition, lares, &mut problems);
        }
    }
    problems
}

fn check_device(id: &str, expectation: &Expectation, lares: &Lares, problems: &mut Vec<String>) {
    if lares.scene(id).is_some() {
        if !expectation.capability.iter().any(|capability| capability == SCENE_EXECUTE) {
            problems.push(format!("scene `{id}` can only be run with `{SCENE_EXECUTE}`"));
        }
        return;
    }
    let Some(device) = lares.device(id) else {
        problems.push(format!("device `{id}` is not in the home"));
        return;
    };
    let mut able = false;
    let mut takes_value = expectation.value.is_none();
    for capability in &expectation.capability {
        if let Some(command) = lares.command(device, capability) {
            able = true;
            takes_value |= accepts(command.argument.as_ref(), expectation.value.as_ref());
        }
        able |= lares.attribute(device, capability).is_some();
    }
    if !able {
        problems.push(format!("device `{id}` has none of {}", expectation.capability.join(", ")));
    } else if !takes_value {
        let capabilities = expectation.capability.join(", ");
        problems.push(format!("device `{id}`: no command of {capabilities} takes that value"));
    }
}

/// Whether a command's argument can be that value. What the specification leaves open is accepted.
fn accepts(argument: Option<&ArgumentSpec>, value: Option<&ExpectedValue>) -> bool {
    let (Some(argument), Some(value)) = (argument, value) else { return value.is_none() };
    match value {
        ExpectedValue::Number(number) => {
            argument.range.as_ref().is_none_or(|range| (range.min..=range.max).contains(number))
                && (argument.kind != ValueKind::Enum || lists(argument, &number.to_string()))
        }
        ExpectedValue::Text(text) => argument.kind != ValueKind::Enum || lists(argument, text),
        ExpectedValue::Color { .. } => matches!(argument.kind, ValueKind::Color | ValueKind::Object),
        ExpectedValue::Relative { .. } => true,
    }
}

fn lists(argument: &ArgumentSpec, text: &str) -> bool {
    argument.values.is_empty()
        || argument.values.iter().any(|value| value.value.to_lowercase() == text.to_lowercase())
}

fn check_condition(condition: &ExpectedCondition, lares: &Lares, problems: &mut Vec<String>) {
    for id in &condition.devices {
        match lares.device(id) {
            None => problems.push(format!("device `{id}` of a condition is not in the home")),
            Some(device) if lares.attribute(device, &condition.attribute).is_none() => {
                problems.push(format!("device `{id}` of a condition has no `{}`", condition.attribute));
            }
            Some(_) => {}
        }
    }
}
