//! A wish that is heard in a room: what stands there helps before what stands elsewhere, and where two kinds of things
//! could, which of them is asked.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::home::HomeSource;
use lares::home::read::{CategoryRecord, ComponentRecord, DeviceRecord, RoomRecord};
use lares::{Decision, Lares, Request};

fn device(room: &str, name: &str, category: &str, capabilities: &[&str]) -> DeviceRecord {
    DeviceRecord {
        id: name.to_owned(),
        name: name.to_owned(),
        room_id: Some(room.to_owned()),
        components: vec![ComponentRecord {
            id: "main".into(),
            capabilities: capabilities.iter().map(|id| (*id).to_owned()).collect(),
            categories: vec![CategoryRecord { name: category.to_owned(), by_user: false }],
        }],
        ..DeviceRecord::default()
    }
}

/// A house with a thermostat in the hall, of which each room warms and cools in its own way.
fn home() -> HomeSource {
    let devices = [
        device("hall", "Nest", "Thermostat", &["thermostatHeatingSetpoint", "temperatureMeasurement"]),
        device("study", "Dan's Heater", "SmartPlug", &["switch"]),
        device("attic", "Whirl", "Fan", &["switch"]),
        device("den", "Mr Slim", "AirConditioner", &["switch", "thermostatCoolingSetpoint"]),
        device("den", "Den Space Heater", "SmartPlug", &["switch"]),
    ];
    let room = |name: &str| RoomRecord { id: name.to_lowercase(), name: name.to_owned(), line: 0 };
    HomeSource {
        devices: devices.into(),
        rooms: ["Hall", "Study", "Attic", "Den"].map(room).into(),
        ..HomeSource::default()
    }
}

fn check(text: &str, room: &str, expected: Result<&[&str], Decision>) {
    let lares = Lares::builder().home_source(home()).build().unwrap();
    let answer = lares.retrieve(&Request { room: Some(room.to_owned()), ..Request::new(text) });
    let done = answer.invocations.iter();
    let done = done.map(|done| format!("{} {}", done.device_id, done.capability_id)).collect::<Vec<_>>();
    let found = if answer.decision == Decision::Act { Ok(done) } else { Err(answer.decision) };
    let expected = expected.map(|done| done.iter().map(|done| (*done).to_owned()).collect::<Vec<_>>());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_stands_there_helps_first() {
    for text in ["it's freezing in here", "it's a bit nippy in here", "冷死我了"] {
        check(text, "study", Ok(&["Dan's Heater main-switch-on"]));
    }
    for text in ["it's too hot in here", "热死了", "热得人都要化了"] {
        check(text, "attic", Ok(&["Whirl main-switch-on"]));
    }
    check("turn on the heater", "study", Ok(&["Dan's Heater main-switch-on"]));
}

#[test]
fn which_of_two_that_heat_is_asked() {
    for text in ["it's freezing in here", "冷得直哆嗦"] {
        check(text, "den", Err(Decision::Ask));
    }
    check("turn on the space heater", "den", Ok(&["Den Space Heater main-switch-on"]));
}
