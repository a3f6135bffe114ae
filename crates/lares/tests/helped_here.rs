//! A wish that is heard in a room: what stands there helps before what stands elsewhere, and where two kinds of things
//! could, which of them is asked.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod small_home;

use lares::home::HomeSource;
use lares::home::read::{DeviceRecord, RoomRecord};
use lares::{Decision, Lares, Request};

fn placed(room: &str, device: DeviceRecord) -> DeviceRecord {
    DeviceRecord { room_id: Some(room.to_owned()), ..device }
}

/// A house with a thermostat in the hall, of which each room warms and cools in its own way.
fn home() -> HomeSource {
    let device = small_home::device;
    let devices = [
        placed(
            "hall",
            device("Nest", "Thermostat", &["thermostatHeatingSetpoint", "temperatureMeasurement"]),
        ),
        placed("study", device("Dan's Heater", "SmartPlug", &["switch"])),
        placed("attic", device("Whirl", "Fan", &["switch"])),
        placed("den", device("Mr Slim", "AirConditioner", &["switch", "thermostatCoolingSetpoint"])),
        placed("den", device("Den Space Heater", "SmartPlug", &["switch"])),
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
    let done = small_home::done(&answer);
    let found = if answer.decision == Decision::Act { Ok(done) } else { Err(answer.decision) };
    let expected = expected.map(|done| done.iter().map(|done| (*done).to_owned()).collect::<Vec<_>>());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn what_stands_there_helps_first() {
    for text in ["it's freezing in here", "it's a bit nippy in here", "冷死我了"] {
        check(text, "study", Ok(&["dans-heater main-switch-on"]));
    }
    for text in ["it's too hot in here", "热死了", "热得人都要化了"] {
        check(text, "attic", Ok(&["whirl main-switch-on"]));
    }
    check("turn on the heater", "study", Ok(&["dans-heater main-switch-on"]));
}

#[test]
fn which_of_two_that_heat_is_asked() {
    for text in ["it's freezing in here", "冷得直哆嗦"] {
        check(text, "den", Err(Decision::Ask));
    }
    check("turn on the space heater", "den", Ok(&["den-space-heater main-switch-on"]));
}
