//! Devices, commands and attributes of a home by the ids that answers carry.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use lares_home::{AttributeSpec, CommandSpec, Device, Home, Scene, catalogue};

/// What a capability id of an answer stands for on a device.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ability<'h> {
    Command(&'h CommandSpec),
    Attribute(&'h AttributeSpec),
}

/// Finds devices by their ids in a home of any size.
#[derive(Debug)]
pub(crate) struct Lookup {
    hasher: RandomState,
    /// The hash of an id, and the first device with it: the ids themselves are in the home.
    devices: HashMap<u64, u32>,
    /// The rare devices whose id's hash another one has.
    colliding: Vec<u32>,
}

impl Lookup {
    pub(crate) fn new(home: &Home) -> Lookup {
        let hasher = RandomState::new();
        let mut devices = HashMap::with_capacity(home.devices.len());
        let mut colliding = Vec::new();
        for (index, device) in (0_u32..).zip(&home.devices) {
            match devices.entry(hasher.hash_one(device.id.as_str())) {
                std::collections::hash_map::Entry::Vacant(slot) => {
                    slot.insert(index);
                }
                std::collections::hash_map::Entry::Occupied(_) => colliding.push(index),
            }
        }
        Lookup { hasher, devices, colliding }
    }

    /// The device of that id.
    pub(crate) fn device<'h>(&self, home: &'h Home, id: &str) -> Option<&'h Device> {
        self.indexed_device(home, id).map(|(_, device)| device)
    }

    /// The device of that id and its position in the home.
    pub(crate) fn indexed_device<'h>(&self, home: &'h Home, id: &str) -> Option<(usize, &'h Device)> {
        let hash = self.hasher.hash_one(id);
        let possible = self.devices.get(&hash).into_iter().chain(&self.colliding);
        possible
            .filter_map(|&index| Some((index as usize, home.devices.get(index as usize)?)))
            .find(|(_, device)| device.id == id)
    }
}

/// The scene of that id.
pub(crate) fn scene<'h>(home: &'h Home, id: &str) -> Option<&'h Scene> {
    home.scenes.iter().find(|scene| scene.id == id)
}

/// The name of a device's room; its id where it has no name; `None` where the device is in no room.
pub(crate) fn room_name<'h>(home: &'h Home, device: &Device) -> Option<&'h str> {
    let room = home.rooms.get(device.room?.0 as usize)?;
    Some(if room.name.is_empty() { &room.id } else { &room.name })
}

/// The id of a device's first category, `Unknown` where it has none.
pub(crate) fn category_name(device: &Device) -> &'static str {
    let first = device.categories.first().and_then(|&category| catalogue().category_entry(category));
    first.map_or("Unknown", |entry| entry.id)
}

/// What a capability id is on a device. A command and an attribute may have the same id; `command_first` says which
/// is meant then.
pub(crate) fn ability<'h>(
    home: &'h Home,
    device: &Device,
    capability_id: &str,
    command_first: bool,
) -> Option<Ability<'h>> {
    let profile = home.profiles.get(device.profile.0 as usize)?;
    let command = || {
        profile
            .commands
            .iter()
            .filter_map(|index| home.commands.get(index.0 as usize))
            .find(|command| command.capability_id == capability_id)
            .map(|command| Ability::Command(command))
    };
    let attribute = || {
        profile
            .attributes
            .iter()
            .filter_map(|index| home.attributes.get(index.0 as usize))
            .find(|attribute| attribute.capability_id == capability_id)
            .map(|attribute| Ability::Attribute(attribute))
    };
    if command_first { command().or_else(attribute) } else { attribute().or_else(command) }
}
