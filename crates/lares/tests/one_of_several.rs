//! A kind of device is spoken of, several are there, and nothing tells which: what is asked, and what is done to all.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::home::HomeSource;
use lares::home::read::{CategoryRecord, ComponentRecord, DeviceRecord, RoomRecord};
use lares::{Decision, Lares, Request};

fn home(devices: &[(&str, &str, &str)]) -> HomeSource {
    let rooms = ["Den", "Loft"];
    let device = |(number, (name, category, capability)): (usize, &(&str, &str, &str))| DeviceRecord {
        id: format!("d{number}"),
        name: (*name).to_owned(),
        room_id: Some(rooms[number % 2].to_owned()),
        components: vec![ComponentRecord {
            id: "main".into(),
            capabilities: vec![(*capability).to_owned()],
            categories: vec![CategoryRecord { name: (*category).to_owned(), by_user: false }],
        }],
        ..DeviceRecord::default()
    };
    let room = |name: &&str| RoomRecord { id: (*name).to_owned(), name: (*name).to_owned(), line: 0 };
    HomeSource {
        devices: devices.iter().enumerate().map(device).collect(),
        rooms: rooms.iter().map(room).collect(),
        ..HomeSource::default()
    }
}

fn check(devices: &[(&str, &str, &str)], text: &str, room: Option<&str>, expected: Result<usize, Decision>) {
    let lares = Lares::builder().home_source(home(devices)).build().unwrap();
    let request = Request { room: room.map(str::to_owned), ..Request::new(text) };
    let answer = lares.retrieve(&request);
    let found = match answer.decision {
        Decision::Act => Ok(answer.invocations.len()),
        other => Err(other),
    };
    assert_eq!(found, expected, "{text}");
}

const HOUSE: [(&str, &str, &str); 6] = [
    ("Breeze", "Fan", "switch"),
    ("Whirl", "Fan", "switch"),
    ("Left Lamp", "Light", "switch"),
    ("Right Lamp", "Light", "switch"),
    ("Day Blind", "Blind", "windowShade"),
    ("Night Blind", "Blind", "windowShade"),
];

const FLAT: [(&str, &str, &str); 4] = [
    ("爸的台灯", "Light", "switch"),
    ("妈的台灯", "Light", "switch"),
    ("主灯", "Light", "switch"),
    ("顶灯", "Light", "switch"),
];

#[test]
fn one_of_them_is_asked_for() {
    check(&HOUSE, "turn on the fan", None, Err(Decision::Ask));
    check(&HOUSE, "close the blind", None, Err(Decision::Ask));
    check(&FLAT, "台灯打开", None, Err(Decision::Ask));
}

#[test]
fn where_all_or_which_is_said_it_is_done() {
    check(&HOUSE, "turn on the fans", None, Ok(2));
    check(&HOUSE, "turn on the fan in the den", None, Ok(1));
    check(&HOUSE, "turn on the fan", Some("Loft"), Ok(1));
    check(&HOUSE, "lamps off", None, Ok(2));
    check(&HOUSE, "close every blind", None, Ok(2));
    check(&FLAT, "关灯", None, Ok(4));
    check(&FLAT, "台灯都打开", None, Ok(2));
    check(&FLAT, "爸的台灯打开", None, Ok(1));
}
