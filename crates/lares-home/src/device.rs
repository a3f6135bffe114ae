//! Devices, rooms and scenes as a home holds them.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::category::Category;

/// A room, by its position in [`crate::Home::rooms`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomIndex(pub u32);

/// A device, by its position in [`crate::Home::devices`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeviceIndex(pub u32);

/// A profile (a set of commands and attributes), by its position in [`crate::Home::profiles`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProfileIndex(pub u32);

/// A room of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// The platform's id.
    pub id: SmolStr,
    /// The name as people wrote it; empty where only the id is known.
    pub name: SmolStr,
    /// Other names, from `aliases.json`.
    pub aliases: Vec<SmolStr>,
}

/// A device of the home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The platform's id.
    pub id: SmolStr,
    /// `label`, else `name`, else the id.
    pub name: SmolStr,
    /// Other names, from `aliases.json`.
    pub aliases: Vec<SmolStr>,
    /// Where it stands, if that is known.
    pub room: Option<RoomIndex>,
    /// The categories of the main component, the user's before the maker's, without repetition.
    pub categories: Vec<Category>,
    /// The profile's id on the platform, where there is one.
    pub profile_id: Option<Arc<str>>,
    /// The commands and attributes of the main component.
    pub profile: ProfileIndex,
    /// Every component with its capabilities, `main` among them. Only `main` is retrieved. Devices with equal
    /// components share them.
    pub components: Arc<[Component]>,
}

/// One component of a device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Component {
    /// `main`, `freezer`, …
    pub id: Arc<str>,
    /// Capability ids, those of the catalogue shared by all homes.
    pub capabilities: Vec<Arc<str>>,
}

/// A scene: chosen by its name, run with the command `scene-execute`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The platform's id.
    pub id: SmolStr,
    /// The name as people wrote it.
    pub name: SmolStr,
}
