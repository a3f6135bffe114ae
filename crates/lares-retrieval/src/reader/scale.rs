//! The scale of a temperature that the network says is meant for a room: who speaks English may mean degrees Fahrenheit.

use lares_home::{Act, DeviceIndex, catalogue};
use lares_language::lexicon::lexicon;
use lares_language::{Action, Language, Unit, Value};

use super::entities::Meant;
use super::meaning::MeantCommand;
use crate::index::CompiledHome;

/// "The cabin down to sixty": of what heats or cools a room such a number is Fahrenheit, whatever the device is set in. Water is heated
/// as far in Celsius.
pub(super) fn in_scale_meant(
    home: &CompiledHome,
    command: &MeantCommand,
    language: Language,
    mut action: Action,
) -> Action {
    if let Some(Value::Number { number, unit: unit @ (Unit::None | Unit::Degree) }) = &mut action.value
        && language == Language::English
        && matches!(action.acts.first(), None | Some(Act::Set))
    {
        let sets = |setpoint: &str| command.capability.contains(setpoint);
        let meant = Unit::HEATED_FAHRENHEIT.contains(number)
            && sets("thermostatHeatingSetpoint")
            && is_of_rooms(home, command)
            || Unit::COOLED_FAHRENHEIT.contains(number) && sets("thermostatCoolingSetpoint");
        if meant {
            *unit = Unit::Fahrenheit;
        }
    }
    action
}

/// All of what is meant heats rooms, by its category or by what it is called, and no water.
fn is_of_rooms(home: &CompiledHome, command: &MeantCommand) -> bool {
    let is_of = |device: DeviceIndex, name: &str| {
        let mut own = home.device(device).into_iter().flat_map(|device| device.categories.iter());
        own.any(|own| catalogue().category(name) == Some(*own))
    };
    command.entities.iter().all(|meant| {
        let Meant::Device(device) = *meant else { return false };
        let nouns = home.vocabulary.device_nouns(device);
        (is_of(device, "Thermostat") || nouns.iter().any(|noun| lexicon().heats(*noun)))
            && !is_of(device, "WaterHeater")
    })
}
