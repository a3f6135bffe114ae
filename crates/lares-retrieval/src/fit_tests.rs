//! Actions against the catalogue's own commands.

use serde_json::json;

use super::*;
use lares_home::{CommandSpec, HomeLanguage, catalogue};
use lares_language::Level;
use std::sync::Arc;

fn property(id: &str) -> Property {
    catalogue().property(id).unwrap()
}

fn action(acts: &[Act], properties: &[&str], value: Option<Value>) -> Action {
    Action { acts: acts.into(), properties: properties.iter().map(|id| property(id)).collect(), value }
}

fn commands(capabilities: &[&str]) -> Vec<Arc<CommandSpec>> {
    capabilities
        .iter()
        .flat_map(|id| catalogue().capability(id).unwrap().command_specs(HomeLanguage::Chinese).to_vec())
        .collect()
}

/// The best command of a device with those capabilities, its score and argument.
fn best(action: &Action, capabilities: &[&str]) -> (String, f32, FitArgument) {
    commands(capabilities)
        .iter()
        .map(|spec| (spec, command_fit(action, &spec.intents, false, spec.argument.as_ref())))
        .rev()
        .max_by(|a, b| a.1.score.total_cmp(&b.1.score))
        .map(|(spec, fit)| (spec.command.clone(), fit.score, fit.argument))
        .unwrap()
}

fn chosen(action: &Action, capabilities: &[&str]) -> String {
    let (command, score, _) = best(action, capabilities);
    if score > 0.0 { command } else { "none".into() }
}

fn said(number: f64, unit: Unit) -> Option<Value> {
    Some(Value::Number { number, unit })
}

fn word(text: &str, key: &str) -> Option<Value> {
    Some(Value::Word { text: text.into(), key: Some(key.into()) })
}

const OPEN: [Act; 3] = [Act::On, Act::Open, Act::Start];
const SHUT: [Act; 3] = [Act::Off, Act::Close, Act::Stop];
const LAMP: [&str; 4] = ["switch", "switchLevel", "colorControl", "colorTemperature"];
const CONDITIONER: [&str; 4] =
    ["switch", "airConditionerMode", "airConditionerFanMode", "thermostatCoolingSetpoint"];
const TELEVISION: [&str; 5] = ["switch", "audioVolume", "audioMute", "tvChannel", "mediaInputSource"];

#[test]
fn seed_000_open_a_lamp_is_on_and_open_a_curtain_is_open() {
    assert_eq!(chosen(&action(&OPEN, &[], None), &LAMP), "on");
    assert_eq!(chosen(&action(&OPEN, &[], None), &["windowShade", "windowShadeLevel"]), "open");
    assert_eq!(chosen(&action(&SHUT, &[], None), &["windowShade", "windowShadeLevel"]), "close");
    assert_eq!(chosen(&action(&OPEN, &[], None), &["lock"]), "unlock");
    assert_eq!(chosen(&action(&OPEN, &[], None), &["valve"]), "open");
}

#[test]
fn seed_000_light_to_half_is_set_level_not_tilt() {
    let half = action(&[Act::Set], &["brightness"], said(50.0, Unit::Percent));
    let (command, score, argument) = best(&half, &["windowShadeTiltLevel", "switchLevel", "switch"]);
    assert_eq!((command.as_str(), argument), ("setLevel", FitArgument::Value(json!(50))));
    assert!(score > 0.99);
}

#[test]
fn seed_001_brightness_ranks_set_level_above_switch() {
    let brighter = action(&[Act::Up], &["brightness"], None);
    assert_eq!(chosen(&brighter, &LAMP), "setLevel");
    assert_eq!(best(&brighter, &LAMP).2, FitArgument::Value(json!({"relative": "+", "amount": null})));
}

#[test]
fn a_value_without_a_property_finds_its_command() {
    for (value, capabilities, command, argument) in [
        (said(26.0, Unit::Degree), &CONDITIONER[..], "setCoolingSetpoint", json!(26)),
        (said(50.0, Unit::Percent), &LAMP[..], "setLevel", json!(50)),
        (said(30.0, Unit::Percent), &["windowShade", "windowShadeLevel"][..], "setShadeLevel", json!(30)),
        (said(20.0, Unit::None), &TELEVISION[..], "setVolume", json!(20)),
        (said(3.0, Unit::Gear), &["switch", "fanSpeed"][..], "setFanSpeed", json!(3)),
        (word("制冷", "cool"), &CONDITIONER[..], "setAirConditionerMode", json!("cool")),
        (Some(Value::Level(Level::Max)), &LAMP[..], "setLevel", json!(100)),
        (
            Some(Value::Color { hue: 0.0, saturation: 100.0, text: "红色".into() }),
            &LAMP[..],
            "setColor",
            json!({"hue": 0, "saturation": 100}),
        ),
        (
            Some(Value::Kelvin { kelvin: 2700.0, text: "暖光".into() }),
            &LAMP[..],
            "setColorTemperature",
            json!(2700),
        ),
        (said(5.0, Unit::Channel), &TELEVISION[..], "setTvChannel", json!("5")),
    ] {
        let spoken = action(&[Act::Set], &[], value);
        let (found, score, filled) = best(&spoken, capabilities);
        assert_eq!((found.as_str(), filled), (command, FitArgument::Value(argument)), "{spoken:?}");
        assert!(score > 0.85, "{spoken:?}: {score}");
    }
}

#[test]
fn trap_4_a_temperature_is_never_a_switch() {
    let warm = action(&[Act::Set], &["temperature"], said(26.0, Unit::Degree));
    assert_eq!(chosen(&warm, &CONDITIONER), "setCoolingSetpoint");
    assert_eq!(chosen(&warm, &["switch"]), "none");
    assert_eq!(chosen(&warm, &LAMP), "none", "a colour temperature is no temperature");
}

#[test]
fn trap_5_a_question_never_chooses_a_command() {
    let asked = action(&[Act::Query], &["temperature"], None);
    assert_eq!(chosen(&asked, &CONDITIONER), "none");
    let measured = catalogue().capability("temperatureMeasurement").unwrap();
    let attribute = &measured.attribute_specs(HomeLanguage::Chinese)[0];
    assert_eq!(attribute_fit(&asked, attribute), 1.0);
    assert_eq!(attribute_fit(&action(&[Act::Set], &["temperature"], None), attribute), 0.0);
}

#[test]
fn trap_8_closing_is_not_unmuting() {
    assert_eq!(chosen(&action(&SHUT, &[], None), &TELEVISION), "off");
    assert_eq!(chosen(&action(&SHUT, &[], None), &["audioMute"]), "none");
    assert_eq!(chosen(&action(&[Act::Off], &["muted"], None), &TELEVISION), "unmute");
    assert_eq!(chosen(&action(&[Act::Mute], &[], None), &TELEVISION), "mute");
}

#[test]
fn opposites_never_fit() {
    for (said, own) in [
        (Act::On, "off"),
        (Act::Off, "on"),
        (Act::Open, "close"),
        (Act::Close, "open"),
        (Act::Lock, "unlock"),
        (Act::Unlock, "lock"),
        (Act::Mute, "unmute"),
        (Act::Unmute, "mute"),
        (Act::Up, "down"),
        (Act::Down, "up"),
        (Act::Stop, "close"),
        (Act::Stop, "open"),
    ] {
        let intent = catalogue().intent(own).unwrap();
        assert_eq!(
            command_fit(&action(&[said], &[], None), &[intent], false, None).score,
            0.0,
            "{said:?} {own}"
        );
    }
}

#[test]
fn the_nearest_act_serves_where_the_exact_one_is_missing() {
    assert_eq!(chosen(&action(&[Act::On], &[], None), &["windowShade"]), "open");
    assert_eq!(chosen(&action(&[Act::Stop], &[], None), &["windowShade"]), "pause");
    assert_eq!(chosen(&action(&[Act::Close], &[], None), &["switch"]), "off");
    let (_, score, _) = best(&action(&[Act::Open], &[], None), &["switch"]);
    assert!((0.75..1.0).contains(&score));
}

#[test]
fn more_of_few_settings_is_the_highest_of_them() {
    for (act, expected) in [(Act::Up, "high"), (Act::Down, "low")] {
        let (command, _, argument) = best(&action(&[act], &["humidity"], None), &["humidifierMode"]);
        assert_eq!((command.as_str(), argument), ("setHumidifierMode", FitArgument::Choice(expected.into())));
    }
    // By how much is still by how much.
    let by_one = action(&[Act::Up], &["fan_speed"], said(1.0, Unit::Gear));
    let (_, _, argument) = best(&by_one, &["airConditionerFanMode"]);
    assert_eq!(argument, FitArgument::Value(json!({"relative": "+", "amount": 1})));
}

#[test]
fn louder_steps_and_louder_by_ten_sets() {
    assert_eq!(chosen(&action(&[Act::Up], &["volume"], None), &["audioVolume"]), "volumeUp");
    let quieter = action(&[Act::Down], &["volume"], None);
    assert_eq!(chosen(&quieter, &["audioVolume"]), "volumeDown");
    let amount = action(&[Act::Up], &["volume"], said(10.0, Unit::None));
    let (command, _, argument) = best(&amount, &["audioVolume"]);
    assert_eq!(
        (command.as_str(), argument),
        ("setVolume", FitArgument::Value(json!({"relative": "+", "amount": 10})))
    );
}

#[test]
fn a_value_that_the_device_does_not_have_does_not_fit() {
    let mode = action(&[Act::Set], &["mode"], word("洗羊毛", "wool"));
    assert_eq!(chosen(&mode, &CONDITIONER), "none");
    let keyed = action(&[Act::Set], &["mode"], word("制冷", "cool"));
    assert!(best(&keyed, &["thermostatMode"]).1 > 0.95);
}

#[test]
fn out_of_range_still_fits_and_is_refused() {
    let (command, score, argument) =
        best(&action(&[Act::Set], &["brightness"], said(150.0, Unit::Percent)), &LAMP);
    assert_eq!(command, "setLevel");
    assert!(score > 0.9 && matches!(argument, FitArgument::Refused(Refusal::Range { .. })));
}

#[test]
fn warm_white_on_a_lamp_with_colours_only() {
    let warm = action(
        &[Act::Set],
        &["color_temperature"],
        Some(Value::Kelvin { kelvin: 2700.0, text: "暖光".into() }),
    );
    assert_eq!(chosen(&warm, &["switch", "colorTemperature", "colorControl"]), "setColorTemperature");
    let bare = Action { properties: Default::default(), ..warm };
    let (command, score, _) = best(&bare, &["switch", "colorControl"]);
    assert_eq!(command, "setColor");
    assert!(score < 0.85);
}

#[test]
fn features_are_switched_by_the_command_that_sets_them() {
    let mute = action(&[Act::On], &["muted"], None);
    let set_mute: Vec<_> =
        commands(&["audioMute"]).into_iter().filter(|spec| spec.command == "setMute").collect();
    let fit = command_fit(&mute, &set_mute[0].intents, false, set_mute[0].argument.as_ref());
    assert_eq!(fit.argument, FitArgument::Choice("muted".into()));
    assert!(fit.score > 0.9);
}

#[test]
fn nothing_understood_fits_nothing() {
    for spec in commands(&LAMP) {
        assert_eq!(command_fit(&Action::default(), &spec.intents, false, spec.argument.as_ref()).score, 0.0);
    }
}

#[test]
fn a_value_by_name_finds_its_command_behind_a_neighbouring_property() {
    let television = ["switch", "custom.picturemode", "custom.soundmode", "mediaInputSource"];
    for property in ["mode", "camera_image", "picture_mode"] {
        let movie = action(&[Act::Set], &[property], word("电影模式", "movie"));
        let (command, score, argument) = best(&movie, &television);
        assert_eq!((command.as_str(), argument), ("setPictureMode", FitArgument::Value(json!("Movie"))));
        assert!(score > 0.75, "{property}: {score}");
    }
    let quiet = action(&[Act::Set], &["mode"], word("安静模式", "quiet"));
    let (command, score, argument) = best(&quiet, &["switch", "robotCleanerTurboMode"]);
    assert_eq!(
        (command.as_str(), argument),
        ("setRobotCleanerTurboMode", FitArgument::Value(json!("silence")))
    );
    assert!(score > 0.75);
    // The exact property wins, and a word that no command has finds nothing.
    let low = action(&[Act::Set], &["fan_speed"], word("自动", "auto"));
    assert_eq!(chosen(&low, &CONDITIONER), "setFanMode");
    assert_eq!(
        chosen(&action(&[Act::Set], &[], word("自动", "auto")), &CONDITIONER),
        "setAirConditionerMode"
    );
    assert_eq!(chosen(&action(&[Act::Set], &["mode"], word("瀑布", "waterfall")), &television), "none");
    assert_eq!(chosen(&action(&[Act::Set], &["volume"], word("电影", "movie")), &television), "none");
}

#[test]
fn ending_what_a_word_names_is_its_opposite() {
    let shut = action(&SHUT, &[], word("强力", "on"));
    let (command, score, argument) = best(&shut, &["robotCleanerTurboMode"]);
    assert_eq!((command.as_str(), argument), ("setRobotCleanerTurboMode", FitArgument::Choice("off".into())));
    assert!(score > 0.75);
    // Where nothing ends it, nothing is chosen in its place.
    assert!(best(&action(&[Act::Off], &[], word("制冷", "cool")), &["airConditionerMode"]).1 < 0.75);
}

#[test]
fn raising_what_opens_is_opening_it_unless_it_has_a_level() {
    for (act, command) in [(Act::Up, "open"), (Act::Down, "close")] {
        assert_eq!(chosen(&action(&[act], &[], None), &["garageDoorControl"]), command);
        assert_eq!(chosen(&action(&[act], &[], None), &["windowShade"]), command);
        assert_eq!(chosen(&action(&[act], &[], None), &["windowShade", "windowShadeLevel"]), "setShadeLevel");
        for other in ["lock", "valve", "doorControl"] {
            assert_eq!(chosen(&action(&[act], &[], None), &[other]), "none", "{other}");
        }
    }
}

#[test]
fn a_lamp_without_colours_shows_white_and_yellow_only() {
    let color = |hue: f64, saturation: f64| {
        let value = Value::Color { hue, saturation, text: String::new() };
        action(&[Act::Set], &[], Some(value))
    };
    let named = |hue: f64, saturation: f64| Action {
        properties: vec![property("color")].into(),
        ..color(hue, saturation)
    };
    let tunable = ["switch", "switchLevel", "colorTemperature"];
    assert_eq!(chosen(&named(0.0, 0.0), &tunable), "setColorTemperature");
    assert_eq!(chosen(&named(16.7, 100.0), &tunable), "setColorTemperature");
    assert_eq!(chosen(&named(0.0, 100.0), &tunable), "none", "red is no tone of white");
    assert_eq!(chosen(&color(0.0, 100.0), &LAMP), "setColor");
}

#[test]
fn to_unlock_is_never_to_switch_on() {
    let unlock = action(&[Act::Unlock, Act::Open], &[], None);
    let lock = action(&[Act::Lock, Act::Close], &[], None);
    assert_eq!(chosen(&unlock, &["switch", "motionSensor"]), "none");
    assert_eq!(chosen(&lock, &["switch"]), "none");
    assert_eq!(chosen(&unlock, &["lock", "switch"]), "unlock");
    assert_eq!(chosen(&lock, &["lock", "switch"]), "lock");
    assert_eq!(chosen(&unlock, &["doorControl"]), "open");
    assert_eq!(chosen(&action(&[Act::Disarm], &[], None), &["switch"]), "none");
}
