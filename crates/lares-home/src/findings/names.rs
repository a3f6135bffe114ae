//! Names by which a thing cannot be told from another, or not be called at all.

use std::collections::BTreeMap;

use super::{Finding, device_subject, shown};
use crate::device::{Device, RoomIndex};
use crate::home::Home;

/// So many ids are listed in one finding.
const LISTED: usize = 5;

pub(super) fn check(home: &Home, findings: &mut Vec<Finding>) {
    for device in &home.devices {
        unspeakable(device, findings);
    }
    same_devices(home, findings);
    let rooms = home.rooms.iter().filter(|room| !room.name.is_empty());
    same_others("room", rooms.map(|room| (room.name.as_str(), room.id.as_str())), findings);
    same_others("scene", home.scenes.iter().map(|scene| (scene.name.as_str(), scene.id.as_str())), findings);
}

/// The form in which names are compared: case and blanks cannot be heard.
pub(super) fn heard(name: &str) -> String {
    name.chars().filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn unspeakable(device: &Device, findings: &mut Vec<Finding>) {
    if !device.aliases.is_empty() {
        return;
    }
    if device.name.trim().is_empty() || device.name == device.id {
        findings.push(Finding::warning(
            "no_name",
            device_subject(device),
            "it has neither a label nor a name; only its room and kind can reach it",
            "name it in the app, or in aliases.json",
        ));
    } else if !device.name.chars().any(char::is_alphabetic) {
        findings.push(Finding::warning(
            "unspeakable_name",
            device_subject(device),
            "its name has no letter",
            "name it in the app, or in aliases.json",
        ));
    }
}

fn same_devices(home: &Home, findings: &mut Vec<Finding>) {
    let mut by_name: BTreeMap<String, Vec<&Device>> = BTreeMap::new();
    for device in &home.devices {
        let mut names: Vec<String> =
            std::iter::once(&device.name).chain(&device.aliases).map(|name| heard(name)).collect();
        names.sort();
        names.dedup();
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            by_name.entry(name).or_default().push(device);
        }
    }
    for devices in by_name.values().filter(|devices| devices.len() > 1) {
        let mut by_room: BTreeMap<Option<RoomIndex>, Vec<&Device>> = BTreeMap::new();
        for &device in devices {
            by_room.entry(device.room).or_default().push(device);
        }
        for (room, together) in by_room.iter().filter(|(_, together)| together.len() > 1) {
            let room = room.and_then(|room| home.rooms.get(room.0 as usize)).map_or("no room", |room| {
                if room.name.is_empty() { room.id.as_str() } else { room.name.as_str() }
            });
            findings.push(Finding::warning(
                "same_name_in_room",
                format!("device {}", shown(&together[0].name)),
                format!("{} devices of this name in {}: {}", together.len(), shown(room), ids(together)),
                "rename all but one, or they can only be chosen by asking back",
            ));
        }
        if by_room.len() > 1 {
            findings.push(Finding::note(
                "same_name",
                format!("device {}", shown(&devices[0].name)),
                format!("the name is in {} rooms: {}", by_room.len(), ids(devices)),
                "say the room too, or name the room you are in",
            ));
        }
    }
}

fn ids(devices: &[&Device]) -> String {
    listed(devices.iter().map(|device| device.id.as_str()))
}

fn listed<'i>(ids: impl ExactSizeIterator<Item = &'i str>) -> String {
    let more = ids.len().saturating_sub(LISTED);
    let mut text = ids.take(LISTED).collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}

fn same_others<'n>(what: &str, names: impl Iterator<Item = (&'n str, &'n str)>, findings: &mut Vec<Finding>) {
    let mut by_name: BTreeMap<String, Vec<(&str, &str)>> = BTreeMap::new();
    for (name, id) in names {
        by_name.entry(heard(name)).or_default().push((name, id));
    }
    for same in by_name.values().filter(|same| same.len() > 1) {
        findings.push(Finding::warning(
            if what == "room" { "same_room_name" } else { "same_scene_name" },
            format!("{what} {}", shown(same[0].0)),
            format!("{} {what}s have this name: {}", same.len(), listed(same.iter().map(|(_, id)| *id))),
            "rename all but one",
        ));
    }
}
