//! How far something is to change, said behind the wish that it does: "make the lamp warmer, about 2700 kelvin", "I'd like it
//! a bit cooler in here, do 23".

use lares_home::catalogue::catalogue;

use crate::action::{Unit, Value};
use crate::parser::frame::Frame;

/// A number without a unit is so many kelvin from here on.
const LEAST_KELVIN: f64 = 1000.0;
/// So many turns a minute a machine spins at least, where nothing else is counted in hundreds.
const LEAST_SPIN: f64 = 400.0;

/// The frames in which a value alone completes the wish before it.
pub(super) fn said_exactly(mut frames: Vec<Frame>) -> Vec<Frame> {
    frames.dedup_by(|frame, before| {
        let completes = wishes(before) && is_only_value(frame) && is_value_of(before, frame);
        // "Daylight white, 5000": the number says it better than the word.
        let better = is_vague(before) && is_only_value(frame) && refines(before, frame);
        if completes || better {
            before.direction = None;
            before.by_degree = false;
            before.goal = true;
            before.value = frame.value.take();
            if matches!(before.value, Some(Value::Level(_) | Value::Word { .. })) && completes {
                // A step of a device is one of its modes as well.
                before.property = None;
            }
            before.value_text = std::mem::take(&mut frame.value_text);
            before.value_last |= completes;
            before.verb = before.verb.filter(|verb| verb.weak || better);
            before.known += frame.known;
            before.unknown += frame.unknown;
            before.span.1 = before.span.1.max(frame.span.1);
        }
        completes || better
    });
    frames
}

/// More or less of something is wanted, and not how much.
fn wishes(frame: &Frame) -> bool {
    frame.direction.is_some()
        && frame.value.is_none()
        && frame.question.is_none()
        && !frame.negated
        && frame.wish.is_none()
        && frame.has_target()
}

/// What is wanted is told by a white tone.
fn is_vague(frame: &Frame) -> bool {
    matches!(frame.value, Some(Value::Kelvin { .. } | Value::Color { .. } | Value::Word { .. }))
        && frame.direction.is_none()
        && frame.question.is_none()
        && !frame.negated
        && frame.has_target()
}

/// Whether a number alone says the same as a white tone before it.
fn refines(before: &Frame, frame: &Frame) -> bool {
    let white = matches!(before.value, Some(Value::Kelvin { .. })) || before.value_text.contains("white");
    white
        && matches!(frame.value, Some(Value::Number { unit: Unit::None | Unit::Kelvin, number }) if number >= LEAST_KELVIN)
}

fn is_only_value(frame: &Frame) -> bool {
    !frame.has_target()
        && frame.direction.is_none()
        && frame.property.is_none()
        && frame.question.is_none()
        && !frame.negated
        && !frame.scheduled
        && !frame.corrects
        && frame.verb.is_none_or(|verb| verb.weak || turns_to(frame))
}

/// 开高档: which step it is switched to.
fn turns_to(frame: &Frame) -> bool {
    frame.verb.is_some_and(|verb| verb.chinese && verb.id == "turn_on")
        && matches!(frame.value, Some(Value::Level(_) | Value::Word { .. }))
}

/// Whether the value of one frame is one of the property of the other.
fn is_value_of(wish: &Frame, frame: &Frame) -> bool {
    let is = |id: &str| wish.property.is_some() && wish.property == catalogue().property(id);
    match &frame.value {
        Some(Value::Kelvin { .. }) => is("color_temperature"),
        Some(Value::Number { unit, number }) => match unit {
            Unit::Kelvin => is("color_temperature"),
            // "Open the curtains a bit, say 30 percent"
            Unit::Percent => {
                ["position", "brightness", "volume", "fan_speed", "humidity"].iter().any(|id| is(id))
            }
            // 转速不要那么高，八百就够了
            Unit::None if is("spin_speed") || is("fan_speed") && *number >= LEAST_SPIN => true,
            Unit::None if *number >= LEAST_KELVIN => is("color_temperature"),
            Unit::None | Unit::Degree | Unit::Celsius | Unit::Fahrenheit => is("temperature"),
            _ => false,
        },
        // 加湿器雾大一点，开高档
        Some(Value::Level(_)) => is("humidity") || is("fan_speed"),
        Some(Value::Word { key: Some(key), .. }) => {
            is("humidity") && matches!(key.as_str(), "low" | "medium" | "high" | "max" | "min")
        }
        _ => false,
    }
}
