//! How cold, of what both heats and cools: "cool it down to 74 on the Honeywell", "thermostat to cool and drop it to 73"
//! say where the cooling begins, not how far it is heated.

use lares_home::catalogue::catalogue;

use super::frame::Frame;
use super::render::is_of;
use super::tokens::text_of;
use crate::action::{Unit, Value};
use crate::vocabulary::HomeVocabulary;

/// A number that is no difference from here on.
const LEAST_WARMTH: f64 = 15.0;

/// Makes temperatures of thermostats that are told beside the word for cooling those of the cooling.
pub(super) fn set_for_cooling(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let Some(cooling) = catalogue().property("cooling_temperature") else { return };
    let temperatures =
        ["temperature", "target_temperature"].map(|id| catalogue().property(id).unwrap_or(cooling));
    let mut cools = false;
    for frame in frames {
        cools |= says_cooling(text, frame.span);
        let degrees = match frame.value {
            // "Cool it two degrees" says by how much.
            Some(Value::Number {
                number,
                unit: Unit::None | Unit::Degree | Unit::Celsius | Unit::Fahrenheit,
            }) => frame.direction.is_none() || frame.direction == Some(false) && number >= LEAST_WARMTH,
            _ => false,
        };
        let plain = frame.question.is_none() && !frame.negated;
        let of_warmth = frame.property.is_none_or(|own| temperatures.contains(&own));
        let thermostats = || {
            frame.has_target()
                && frame.targets.iter().all(|target| is_of(target, vocabulary, &["Thermostat"]))
        };
        if cools && degrees && plain && of_warmth && thermostats() {
            frame.property = Some(cooling);
        }
    }
}

/// Whether the words say cooling, and no heating.
fn says_cooling(text: &[char], (start, end): (usize, usize)) -> bool {
    let words = text_of(text, start, end);
    let mut words = words.split([' ', ',']);
    words.clone().any(|word| matches!(word, "cool" | "cooling" | "chill"))
        && !words.any(|word| matches!(word, "heat" | "heating" | "heater"))
}
