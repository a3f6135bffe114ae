//! The scale of a temperature on which something hangs: who speaks English may mean degrees Fahrenheit of a room.

use lares_home::{AttributeSpec, DeviceIndex, Property, catalogue};
use lares_language::command_array::ANY;
use lares_language::{Language, SpokenCondition, Unit};
use serde_json::Value as Json;

use crate::asked::Asked;
use crate::documents::{Capability, written_in};
use crate::index::CompiledHome;

/// A value of a condition in the scale of what tells it, where it was said in English and is how warm it is.
pub(crate) fn in_scale_of_rooms(
    asked: &Asked<'_>,
    condition: &SpokenCondition,
    device: DeviceIndex,
    spec: &AttributeSpec,
    value: Json,
) -> Json {
    let warmth = matches!(condition.p.as_str(), "temperature" | "target temperature")
        || condition.p == ANY && written_in(asked.text) == Language::English;
    if warmth { in_scale_of_room(asked.home, device, spec, value) } else { value }
}

/// "If it's over eighty six in the workshop": in English so much is Fahrenheit of what tells how warm a room is, where that
/// measures in Celsius. Ovens and water are as warm in Celsius.
pub(crate) fn in_scale_of_room(
    home: &CompiledHome,
    device: DeviceIndex,
    spec: &AttributeSpec,
    value: Json,
) -> Json {
    const ROOM_IN_FAHRENHEIT: std::ops::RangeInclusive<f64> = 60.0..=100.0;
    const ROOMS: [&str; 5] =
        ["Thermostat", "AirConditioner", "TempHumiditySensor", "TempSensor", "AirQualityDetector"];
    let unit = spec.value.as_ref().and_then(|argument| argument.range.as_ref());
    let celsius = unit.is_none_or(|range| crate::argument::scale_of(&range.unit) == Some(Unit::Celsius));
    let property = catalogue().property("temperature");
    let target = catalogue().property("target_temperature");
    let is_warmth = |property: Option<Property>| {
        property.is_some() && spec.intents.iter().any(|it| it.property == property)
    };
    let of_room = home.device(device).is_some_and(|device| {
        device.categories.iter().any(|own| ROOMS.iter().any(|name| catalogue().category(name) == Some(*own)))
    });
    let set_in_fahrenheit = home.device(device).is_some_and(|device| {
        home.capabilities(device.profile).any(|capability| {
            let Capability::Command(command) = capability else { return false };
            let argument = home.command(command).and_then(|command| command.argument.as_ref());
            let range = argument.and_then(|argument| argument.range.as_ref());
            range.is_some_and(|range| crate::argument::scale_of(&range.unit) == Some(Unit::Fahrenheit))
        })
    });
    match value.as_f64().filter(|number| ROOM_IN_FAHRENHEIT.contains(number)) {
        Some(number)
            if celsius && of_room && !set_in_fahrenheit && (is_warmth(property) || is_warmth(target)) =>
        {
            crate::argument::plain(((number - 32.0) / 1.8 * 2.0).round() / 2.0)
        }
        _ => value,
    }
}
