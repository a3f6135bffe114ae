//! A home, compiled from its folder's documents and immutable from then on.

use std::sync::Arc;

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
    pub rooms: Vec<Room>,
    /// Devices, in file order.
    pub devices: Vec<Device>,
    /// Scenes, in file order.
    pub scenes: Vec<Scene>,
    /// Distinct profiles.
    pub profiles: Vec<Profile>,
    /// Distinct command specifications; those of the catalogue are shared by all homes.
    pub commands: Vec<Arc<CommandSpec>>,
    /// Distinct attribute specifications; those of the catalogue are shared by all homes.
    pub attributes: Vec<Arc<AttributeSpec>>,
}
