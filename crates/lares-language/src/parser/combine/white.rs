//! The white of lights: what is said of warmth, and of thousands, is their tone where a light was named.

use lares_home::catalogue::catalogue;

use super::all_of;
use crate::action::{Level, Unit, Value};
use crate::parser::frame::Frame;
use crate::vocabulary::HomeVocabulary;

/// A number without a unit is so many kelvin from here on.
const LEAST_KELVIN: f64 = 1000.0;

/// "the lamp is too white, make it warmer": of a light that was named before, the tone is meant and not the heat. "Warm up
/// the lamp to 2700", "bulb to 4000": nor is any other number of a light as great.
pub(super) fn white_of_lights(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    // 灯换最暖的光: the end of its whites, and not how bright.
    if let Some(Value::Level(Level::Max | Level::Min)) = &frame.value
        && frame.property.is_none()
        && frame.question.is_none()
        && frame.value_text.starts_with('最')
        && let Some(warm) = frame.value_text.chars().nth(1).and_then(tone)
        && all_of(frame, &["Light"], vocabulary)
        && frame.has_target()
    {
        frame.value = Some(Value::Level(if warm { Level::Min } else { Level::Max }));
        frame.property = catalogue().property("color_temperature");
        return;
    }
    let is = |frame: &Frame, id: &str| frame.property.is_some() && catalogue().property(id) == frame.property;
    let compared = frame.direction.is_some() && !frame.helpers.is_empty() && !frame.complaint;
    if compared && frame.value.is_none() && is(frame, "temperature") && all_of(frame, &["Light"], vocabulary)
    {
        frame.property = catalogue().property("color_temperature");
        frame.direction = frame.direction.map(|up| !up);
    }
    let of_heat = is(frame, "temperature") || is(frame, "target_temperature");
    let kelvin = match frame.value {
        Some(Value::Number { number, unit: Unit::None }) if number >= LEAST_KELVIN => number,
        _ => return,
    };
    let plain = (of_heat || frame.property.is_none()) && frame.question.is_none() && !frame.negated;
    if plain && frame.has_target() && all_of(frame, &["Light"], vocabulary) {
        frame.property = catalogue().property("color_temperature");
        frame.value = Some(Value::Number { number: kelvin, unit: Unit::Kelvin });
        frame.direction = None;
        frame.goal = true;
        frame.verb = frame.verb.filter(|verb| verb.weak || verb.property.is_none());
    }
}

/// Whether a quality of light is that of warm white (`true`) or of cold.
fn tone(letter: char) -> Option<bool> {
    match letter {
        '暖' | '黄' => Some(true),
        '冷' | '白' => Some(false),
        _ => None,
    }
}
