//! The scale of a temperature that is said without one: who speaks English may mean degrees Fahrenheit.

use std::ops::RangeInclusive;

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::{Rendering, is_of};
use crate::action::{Action, Unit, Value};
use crate::lexicon::{Trait, lexicon};
use crate::normalise::Language;
use crate::parser::frame::{Head, Target};
use crate::vocabulary::Noun;

/// Degrees Fahrenheit of a fridge, in which as many Celsius keep nothing.
const CHILLED: RangeInclusive<f64> = 33.0..=45.0;

/// "The thermostat to 68", "the fridge to 37": of what heats or cools rooms, and of a fridge, such a number is Fahrenheit,
/// whatever the device is set in. Water is heated as far in Celsius, and that is what a boiler is set to.
pub(super) fn in_scale_meant(mut action: Action, target: &Target, rendering: &Rendering<'_>) -> Action {
    let temperature = ["temperature", "heating_temperature", "cooling_temperature"];
    let warmth = action.properties.is_empty()
        || action
            .properties
            .iter()
            .any(|&own| temperature.iter().any(|id| catalogue().property(id) == Some(own)));
    // "Down to sixty": nobody lowers it by as much.
    let sets = matches!(action.acts.first(), None | Some(Act::Set | Act::Up | Act::Down));
    if let Some(Value::Number { number, unit: unit @ (Unit::None | Unit::Degree) }) = &mut action.value
        && rendering.language == Language::English
        && warmth
        && sets
    {
        let is = |category: &str| is_of(target, rendering.vocabulary, &[category]);
        let is_boiler = target.text.split(' ').any(|word| word == "boiler");
        let meant = Unit::HEATED_FAHRENHEIT.contains(number)
            && heats_rooms(target, rendering)
            && !is("WaterHeater")
            && !is_boiler
            || Unit::COOLED_FAHRENHEIT.contains(number) && is("AirConditioner")
            || CHILLED.contains(number) && is("Refrigerator");
        if meant {
            *unit = Unit::Fahrenheit;
        }
    }
    action
}

/// Whether a target is a thermostat or a heater, by its kind or by what it is called.
fn heats_rooms(target: &Target, rendering: &Rendering<'_>) -> bool {
    let heats = |noun: &Noun| lexicon().has_trait(*noun, Trait::Heats);
    match target.head {
        Head::Noun(noun) => heats(&noun),
        Head::Name => {
            let vocabulary = rendering.vocabulary;
            let called = vocabulary.devices_called(&target.text);
            called.iter().any(|device| vocabulary.device_nouns(*device).iter().any(heats))
        }
        _ => is_of(target, rendering.vocabulary, &["Thermostat"]),
    }
}
