//! Wider readings of an action that nothing which was meant can do as it was understood.
//!
//! The parser reads a value as one of the property that the words suggest most (`sound to music`: a volume). Where the
//! device has no such thing, the value alone may tell which of its commands is meant.

use lares_home::{Act, catalogue};
use lares_language::action::{Action, Acts, Properties, Value};
use lares_language::command_array::UNKNOWN_CATEGORY;
use smallvec::smallvec;

use crate::asked::Asked;

/// The wider readings, likeliest first; none where nothing was said that could tell another command.
pub(crate) fn readings(action: &Action) -> Vec<Action> {
    let mut readings = Vec::new();
    let Some(value) = &action.value else { return readings };
    let sets = action.acts.contains(&Act::Set);
    // "Pool light red for the game": a colour tells what it is of.
    if sets && matches!(value, Value::Color { .. }) && !action.properties.is_empty() {
        readings.push(Action { properties: Properties::new(), ..action.clone() });
    }
    if let Value::Word { key, text } = value {
        // 停止浇花 as the value "stopped" of a state: to stop.
        let key = key.as_deref().unwrap_or(text);
        if sets && let Some(acts) = acts_of_state(key) {
            readings.push(Action { acts, properties: Properties::new(), value: None });
        }
        if sets && !action.properties.is_empty() {
            readings.push(Action { properties: Properties::new(), ..action.clone() });
        }
        // "wrinkle prevent on": a feature that is switched, not a value.
        if sets && let Some(property) = catalogue().property(key) {
            readings.push(Action { acts: smallvec![Act::On], properties: smallvec![property], value: None });
        }
    }
    readings
}

/// What helps against a complaint where the device cannot be set to more or less of anything: a plug-in heater against
/// the cold, a fan against the heat.
pub(crate) fn helping(action: &Action, category: &str) -> Option<Action> {
    let up = match action.acts.first()? {
        Act::Up => true,
        Act::Down => false,
        _ => return None,
    };
    let is =
        |id: &str| catalogue().property(id).is_some_and(|property| action.properties.contains(&property));
    let act = match category {
        "Light" if is("brightness") => {
            if up {
                Act::On
            } else {
                Act::Off
            }
        }
        "Fan" | "AirConditioner" if is("temperature") && !up => Act::On,
        "Thermostat" | "Heater" if is("temperature") && up => Act::On,
        "Humidifier" if is("humidity") && up => Act::On,
        "Dehumidifier" if is("humidity") && !up => Act::On,
        _ => return None,
    };
    Some(Action { acts: smallvec![act], properties: Properties::new(), value: None })
}

/// "Warm up the heated blanket": what heats and can only be switched is switched on. `heats` says whether it is made to.
pub(crate) fn warming(action: &Action, heats: bool) -> Option<Action> {
    let warms = action.acts.first() == Some(&Act::Up)
        && action.value.is_none()
        && catalogue().property("temperature").is_some_and(|property| action.properties.contains(&property));
    let on = Action { acts: smallvec![Act::On], properties: Properties::new(), value: None };
    (warms && heats).then_some(on)
}

/// "Stop charging the Jeep" where its charger can only be switched: it is.
pub(crate) fn charging(asked: &Asked<'_>) -> Option<Action> {
    let action = &asked.parsed.action;
    let charges = action.value.is_none()
        && catalogue().property("charging").is_some_and(|property| action.properties.contains(&property));
    let act = match action.acts.first()? {
        Act::Start | Act::On => Act::On,
        Act::Stop | Act::Off => Act::Off,
        _ => return None,
    };
    // A lamp that is charged is not switched on so.
    let is_charger = |device| {
        asked
            .home
            .device(device)
            .is_some_and(|device| device.name.to_lowercase().contains("charg") || device.name.contains('充'))
    };
    let names = || asked.memory.match_name(asked.home, &asked.parsed.spoken.n, asked.config.name_matches);
    let meant = charges && !names().is_empty() && names().iter().all(|name| is_charger(name.device));
    meant.then(|| Action { acts: smallvec![act], properties: Properties::new(), value: None })
}

/// "Put the heating on": a thermostat that has no switch is told to heat.
pub(crate) fn heating(action: &Action) -> Option<Action> {
    let plain = action.properties.is_empty() && action.value.is_none();
    let value = Some(Value::Word { text: "heat".to_owned(), key: Some("heat".to_owned()) });
    (plain && action.acts.first() == Some(&Act::On)).then(|| Action {
        acts: smallvec![Act::Set],
        properties: catalogue().property("mode").into_iter().collect(),
        value,
    })
}

/// What is done to bring a device into a state.
fn acts_of_state(key: &str) -> Option<Acts> {
    Some(match key {
        "stopped" | "stop" | "idle" | "off" => smallvec![Act::Stop, Act::Off, Act::Close],
        "paused" | "pause" => smallvec![Act::Pause, Act::Stop],
        "running" | "run" | "started" | "on" | "cleaning" => smallvec![Act::Start, Act::On, Act::Open],
        _ => return None,
    })
}

/// Whether what was spoken of warms people or towels, by the noun it was named by.
pub(crate) fn heats(asked: &Asked<'_>) -> bool {
    const WARM: [&str; 6] = ["heater", "blanket", "towel", "mattress", "radiator", "fireplace"];
    const WARM_HAN: [&str; 6] = ["浴霸", "取暖", "暖风", "电热毯", "油汀", "小太阳"];
    let said = asked.memory.lower_case(&asked.parsed.spoken.n);
    WARM_HAN.iter().any(|warm| said.contains(warm))
        || said.split(' ').any(|word| WARM.iter().any(|warm| word.trim_end_matches('s') == *warm))
}

/// The category of what was spoken of: the one that was said, or that of everything which is called so.
pub(crate) fn category_of<'a>(asked: &'a Asked<'_>) -> &'a str {
    const HELP: [&str; 6] = ["Light", "Fan", "AirConditioner", "Thermostat", "Humidifier", "Dehumidifier"];
    let said = asked.parsed.spoken.t.as_str();
    if said != UNKNOWN_CATEGORY {
        return said;
    }
    let names = asked.memory.match_name(asked.home, &asked.parsed.spoken.n, asked.config.name_matches);
    let is = |category: &&&str| {
        let devices = catalogue().category(category).map(|category| asked.home.in_category(category));
        devices.is_some_and(|devices| names.iter().all(|name| devices.contains(&name.device)))
    };
    if names.is_empty() { said } else { HELP.iter().find(is).copied().unwrap_or(said) }
}

/// The category of what heats.
const THERMOSTAT: &str = "Thermostat";

/// Whether a thermostat was spoken of, by its kind or by a name.
pub(crate) fn is_thermostat(asked: &Asked<'_>) -> bool {
    if asked.parsed.spoken.t != UNKNOWN_CATEGORY {
        return asked.parsed.spoken.t == THERMOSTAT;
    }
    let thermostats =
        catalogue().category(THERMOSTAT).map(|category| asked.home.in_category(category)).unwrap_or_default();
    let names = asked.memory.match_name(asked.home, &asked.parsed.spoken.n, asked.config.name_matches);
    !names.is_empty() && names.iter().all(|name| thermostats.contains(&name.device))
}

#[cfg(test)]
mod tests {
    use lares_language::action::Unit;

    use super::*;

    fn check(action: &Action, expected: &[Action]) {
        assert_eq!(readings(action), expected);
    }

    fn word(text: &str, key: Option<&str>) -> Option<Value> {
        Some(Value::Word { text: text.to_owned(), key: key.map(str::to_owned) })
    }

    #[test]
    fn a_value_alone_may_tell_the_command() {
        let volume = catalogue().property("volume").into_iter().collect::<Vec<_>>();
        let said = Action {
            acts: smallvec![Act::Set],
            properties: volume.into(),
            value: word("music", Some("music")),
        };
        check(&said, &[Action { properties: Properties::new(), ..said.clone() }]);
    }

    #[test]
    fn a_colour_tells_what_it_is_of_and_a_number_does_not() {
        let content = catalogue().property("content").into_iter().collect::<Vec<_>>();
        let red = Value::Color { hue: 0.0, saturation: 100.0, text: "red".into() };
        let said = Action { acts: smallvec![Act::Set], properties: content.into(), value: Some(red.clone()) };
        let number = Some(Value::Number { number: 20.0, unit: Unit::None });
        check(&Action { value: number, ..said.clone() }, &[]);
        check(&said, &[Action { properties: Properties::new(), ..said.clone() }]);
    }

    #[test]
    fn a_state_may_be_what_to_do_and_a_value_a_feature() {
        let state = catalogue().property("run_state").into_iter().collect::<Vec<_>>();
        let stop = Action {
            acts: smallvec![Act::Set],
            properties: state.into(),
            value: word("停止", Some("stopped")),
        };
        assert_eq!(readings(&stop)[0].acts[..], [Act::Stop, Act::Off, Act::Close]);
        let wrinkle = Action {
            acts: smallvec![Act::Set],
            properties: Properties::new(),
            value: word("wrinkle prevent", Some("wrinkle_prevent")),
        };
        assert!(readings(&wrinkle).iter().any(|reading| reading.acts[..] == [Act::On]));
    }

    #[test]
    fn against_a_complaint_a_switch_helps() {
        let of = |id: &str, act| Action {
            acts: smallvec![act],
            properties: catalogue().property(id).into_iter().collect(),
            value: None,
        };
        let acts = |action: &Action, category| helping(action, category).map(|helping| helping.acts);
        assert_eq!(acts(&of("temperature", Act::Up), "Thermostat"), Some(smallvec![Act::On]));
        assert_eq!(acts(&of("temperature", Act::Down), "Fan"), Some(smallvec![Act::On]));
        assert_eq!(acts(&of("brightness", Act::Down), "Light"), Some(smallvec![Act::Off]));
        assert_eq!(acts(&of("temperature", Act::Down), "Thermostat"), None);
        assert_eq!(acts(&of("volume", Act::Up), "Television"), None);
    }

    #[test]
    fn what_only_heats_is_switched_on_to_warm_up() {
        let of = |id: &str, act| Action {
            acts: smallvec![act],
            properties: catalogue().property(id).into_iter().collect(),
            value: None,
        };
        assert_eq!(warming(&of("temperature", Act::Up), true).map(|on| on.acts), Some(smallvec![Act::On]));
        assert_eq!(warming(&of("temperature", Act::Up), false), None);
        assert_eq!(warming(&of("temperature", Act::Down), true), None);
    }

    #[test]
    fn a_thermostat_that_is_switched_on_heats() {
        let on = Action { acts: smallvec![Act::On], ..Action::default() };
        assert_eq!(heating(&on).map(|heat| heat.acts), Some(smallvec![Act::Set]));
        assert_eq!(heating(&Action { acts: smallvec![Act::Off], ..Action::default() }), None);
    }

    #[test]
    fn without_a_value_there_is_no_other_reading() {
        check(&Action { acts: smallvec![Act::On], ..Action::default() }, &[]);
    }
}
