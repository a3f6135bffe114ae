//! Whole names of devices: what they are called, letter for letter.
//!
//! A plain noun is no name to the vocabulary, yet a device may be called by one (主灯, "Chandelier").

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use lares_home::{Device, DeviceIndex, Home};
use lares_language::normalise::simplified;
use smol_str::{SmolStr, SmolStrBuilder};

use crate::postings::{Kept, PostingLists};
use crate::room_names::cleaned;

/// Devices by their whole names and aliases, with and without their own room's word.
///
/// Names are known by 64 bits of their hash, under a key that is drawn at random when a home is compiled: that two of a
/// million names share them is as likely as one in ten million.
#[derive(Debug, Default)]
pub(crate) struct ExactNames {
    devices: PostingLists<u64>,
    hasher: DefaultHashBuilder,
}

impl ExactNames {
    pub(crate) fn build(home: &Home) -> ExactNames {
        let hasher = DefaultHashBuilder::default();
        let mut pairs: Vec<(u64, DeviceIndex)> = Vec::with_capacity(home.devices.len() * 2);
        let rooms: Vec<Vec<SmolStr>> = home
            .rooms
            .iter()
            .map(|room| std::iter::once(&room.name).chain(&room.aliases).map(|name| folded(name)).collect())
            .collect();
        for (index, device) in (0..).zip(&home.devices) {
            let own_rooms = device.room.and_then(|room| rooms.get(room.0 as usize));
            names_of(device, own_rooms.map(Vec::as_slice).unwrap_or_default(), |name| {
                pairs.push((hasher.hash_one(name), DeviceIndex(index)));
            });
        }
        ExactNames { devices: PostingLists::new(pairs), hasher }
    }

    /// The names after a change; `fresh` are the devices of the home that were not kept.
    pub(crate) fn changed(&self, home: &Home, kept: &Kept, fresh: &[DeviceIndex]) -> ExactNames {
        let mut pairs = Vec::new();
        for &index in fresh {
            let Some(device) = home.devices.get(index.0 as usize) else { continue };
            let room = device.room.and_then(|room| home.rooms.get(room.0 as usize));
            let words = room.into_iter().flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
            let rooms: Vec<SmolStr> = words.map(|name| folded(name)).collect();
            names_of(device, &rooms, |name| pairs.push((self.hasher.hash_one(name), index)));
        }
        ExactNames { devices: self.devices.changed(kept, pairs), hasher: self.hasher.clone() }
    }

    /// The devices of that name, in file order.
    pub(crate) fn of(&self, said: &str) -> &[DeviceIndex] {
        let said = folded(said);
        let said = said.strip_prefix("the ").unwrap_or(&*said);
        if said.is_empty() { &[] } else { self.devices.of(self.hasher.hash_one(said)) }
    }
}

/// Calls `found` for every whole name of a device, with and without the words of its room.
fn names_of(device: &Device, rooms: &[SmolStr], mut found: impl FnMut(&str)) {
    for name in std::iter::once(&device.name).chain(&device.aliases) {
        let name = folded(name);
        for room in rooms {
            if let Some(rest) = name.strip_prefix(room.as_str()) {
                let rest = rest.trim_start_matches(['的', ' ']);
                if !rest.is_empty() && !room.is_empty() {
                    found(rest);
                }
            }
        }
        if !name.is_empty() {
            found(&name);
        }
        // "the telly" as someone wrote it down.
        if let Some(plain) = name.strip_prefix("the ").filter(|plain| !plain.is_empty()) {
            found(plain);
        }
    }
}

/// Whether the device is called so, found without the table.
pub(crate) fn is_called(home: &Home, device: &Device, said: &str) -> bool {
    let said = folded(said);
    let said = said.strip_prefix("the ").unwrap_or(&*said);
    let room = device.room.and_then(|room| home.rooms.get(room.0 as usize));
    let rooms: Vec<SmolStr> = room
        .into_iter()
        .flat_map(|room| std::iter::once(&room.name).chain(&room.aliases))
        .map(|name| folded(name))
        .filter(|name| !name.is_empty())
        .collect();
    !said.is_empty()
        && std::iter::once(&device.name).chain(&device.aliases).map(|name| folded(name)).any(|name| {
            let without_room = |room: &SmolStr| name.strip_prefix(room.as_str());
            name == said
                || rooms
                    .iter()
                    .filter_map(without_room)
                    .any(|rest| rest.trim_start_matches(['的', ' ']) == said)
        })
}

/// As it is compared: traditional characters are simplified, as those of what was said are.
fn folded(name: &str) -> SmolStr {
    let mut folded = SmolStrBuilder::new();
    cleaned(name.chars().map(simplified), |letter| folded.push(letter));
    folded.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_home::{ProfileIndex, Room, RoomIndex};

    fn device(name: &str, room: u32) -> Device {
        Device {
            id: name.into(),
            name: name.into(),
            aliases: vec!["Big one".into()],
            room: Some(RoomIndex(room)),
            categories: Vec::new(),
            profile_id: None,
            profile: ProfileIndex(0),
            components: Vec::new().into(),
        }
    }

    #[test]
    fn names_aliases_and_names_without_the_own_room() {
        let room = |name: &str| Room { id: name.into(), name: name.into(), aliases: Vec::new() };
        let home = Home {
            rooms: vec![room("客厅"), room("卧室")].into(),
            devices: vec![device("客厅主灯", 0), device("主灯", 1), device("客厅台灯", 1)].into(),
            ..Home::default()
        };
        let names = ExactNames::build(&home);
        assert_eq!(names.of("主灯"), [DeviceIndex(0), DeviceIndex(1)]);
        assert_eq!(names.of("客厅主灯"), [DeviceIndex(0)]);
        assert_eq!(names.of("the BIG one").len(), 3);
        assert!(names.of("台灯").is_empty(), "another room's word is part of the name");
        assert!(names.of("").is_empty());
    }
}
