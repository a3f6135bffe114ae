//! Rooms whose names have marks that nobody says, and what is of a kind in the room that was said where another thing is called
//! after the kind.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::home::HomeSource;
use lares::home::read::{DeviceRecord, RoomRecord};
use lares::{Lares, Request};

use crate::small_home::{device, done};

/// A home with lamps of one name in rooms of odd names, and a boiler that is called after what radiators do.
fn home() -> HomeSource {
    let rooms = ["Lakeside (twin)", "OMAR!! private", "北屋（小）", "Boot Room"];
    let lamp = |(room, name): (usize, &str)| DeviceRecord {
        id: format!("{name}-{room}"),
        room_id: Some(room.to_string()),
        ..device(name, "Light", &["switch"])
    };
    let heats = |(room, name): (usize, &str)| DeviceRecord {
        room_id: Some(room.to_string()),
        ..device(name, "Thermostat", &["thermostatMode", "thermostatHeatingSetpoint"])
    };
    let lamps = [(0, "Lamp"), (1, "Lamp"), (2, "台灯"), (3, "Lamp")].map(lamp);
    let heating = [(3, "Heating"), (0, "Rad")].map(heats);
    let record =
        |(id, name): (usize, &str)| RoomRecord { id: id.to_string(), name: name.to_owned(), line: 0 };
    HomeSource {
        devices: lamps.into_iter().chain(heating).collect(),
        rooms: rooms.into_iter().enumerate().map(record).collect(),
        ..HomeSource::default()
    }
}

fn check(text: &str, expect: &[&str]) {
    let lares = Lares::builder().home_source(home()).build().unwrap();
    assert_eq!(done(&lares.retrieve(&Request::new(text))), expect, "{text}");
}

#[test]
fn a_room_is_found_by_its_name_without_the_marks() {
    check("turn on the lamp in lakeside twin", &["Lamp-0 main-switch-on"]);
    check("lamp on in omar private", &["Lamp-1 main-switch-on"]);
    check("把北屋小的台灯打开", &["台灯-2 main-switch-on"]);
    check("turn on the lamp in the boot room", &["Lamp-3 main-switch-on"]);
    check("turn on the lamp in the attic", &[]);
}

#[test]
fn the_heating_of_a_room_is_what_heats_there() {
    check("turn off the heating in lakeside twin", &["rad main-thermostatMode-off"]);
    check("turn off the heating in the boot room", &["heating main-thermostatMode-off"]);
}
