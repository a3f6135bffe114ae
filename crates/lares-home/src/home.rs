//! A home, compiled from its folder's documents and immutable from then on.

use crate::command::{AttributeSpec, CommandSpec, Profile};
use crate::device::{Device, Room, Scene};

/// The language in which descriptions and contexts of a home are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HomeLanguage {
    /// Chinese.
    #[default]
    Chinese,
    /// English.
    English,
}

/// Rooms, devices, scenes and the distinct specifications of their commands and attributes.
#[derive(Debug, Clone, Default)]
pub struct Home {
    /// The language of its names.
    pub language: HomeLanguage,
    /// Rooms, in file order.
    pub rooms: Vec<Room>,
    /// Devices, in file order.
    pub devices: Vec<Device>,
    /// Scenes, in file order.
    pub scenes: Vec<Scene>,
    /// Distinct profiles.
    pub profiles: Vec<Profile>,
    /// Distinct command specifications.
    pub commands: Vec<CommandSpec>,
    /// Distinct attribute specifications.
    pub attributes: Vec<AttributeSpec>,
}
