//! A home, compiled from its folder's documents and immutable from then on.

use std::sync::Arc;

use crate::command::{AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Profile};
use crate::device::{Device, Room, Scene};
use crate::devices::Devices;

/// The language in which descriptions and contexts of a home are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HomeLanguage {
    /// Chinese.
    #[default]
    Chinese,
    /// English.
    English,
}

impl HomeLanguage {
    /// The text of this language.
    pub fn choose<'t>(self, zh: &'t str, en: &'t str) -> &'t str {
        match self {
            HomeLanguage::Chinese => zh,
            HomeLanguage::English => en,
        }
    }
}

/// Rooms, devices, scenes and the distinct specifications of their commands and attributes.
#[derive(Debug, Clone, Default)]
pub struct Home {
    /// The language of its names.
    pub language: HomeLanguage,
    /// Rooms, in file order.
    pub rooms: Arc<[Room]>,
    /// Devices, in file order.
    pub devices: Devices,
    /// Scenes, in file order.
    pub scenes: Arc<[Scene]>,
    /// Distinct profiles. After changes (see [`crate::change()`]) one that no device has any more is empty.
    pub profiles: Vec<Profile>,
    /// Distinct command specifications; those of the catalogue are shared by all homes.
    pub commands: Vec<Arc<CommandSpec>>,
    /// Distinct attribute specifications; those of the catalogue are shared by all homes.
    pub attributes: Vec<Arc<AttributeSpec>>,
}

impl Home {
    /// The room in which a device of this home stands.
    pub fn room_of(&self, device: &Device) -> Option<&Room> {
        self.rooms.get(device.room?.0 as usize)
    }

    /// The commands of a device of this home, with their positions.
    pub fn commands_of(&self, device: &Device) -> impl Iterator<Item = (CommandIndex, &CommandSpec)> {
        let profile = self.profiles.get(device.profile.0 as usize);
        let indices = profile.map(|profile| profile.commands.as_slice()).unwrap_or_default();
        indices.iter().filter_map(|&index| Some((index, &**self.commands.get(index.0 as usize)?)))
    }

    /// The attributes of a device of this home, with their positions.
    pub fn attributes_of(&self, device: &Device) -> impl Iterator<Item = (AttributeIndex, &AttributeSpec)> {
        let profile = self.profiles.get(device.profile.0 as usize);
        let indices = profile.map(|profile| profile.attributes.as_slice()).unwrap_or_default();
        indices.iter().filter_map(|&index| Some((index, &**self.attributes.get(index.0 as usize)?)))
    }
}
