//! Devices, commands and attributes of a home by the ids that answers carry.

use lares_home::{AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Device, Home, Scene, catalogue};
use lares_retrieval::CompiledHome;

/// What a capability id of an answer stands for on a device.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ability<'h> {
    Command(CommandIndex, &'h CommandSpec),
    Attribute(AttributeIndex, &'h AttributeSpec),
}

/// The device of that id and its position in the home.
pub(crate) fn device<'h>(home: &'h CompiledHome, id: &str) -> Option<(usize, &'h Device)> {
    let index = home.device_by_id(id)?;
    Some((index.0 as usize, home.device(index)?))
}

/// The scene of that id.
pub(crate) fn scene<'h>(home: &'h Home, id: &str) -> Option<&'h Scene> {
    home.scenes.iter().find(|scene| scene.id == id)
}

/// The name of a device's room; its id where it has no name; `None` where the device is in no room.
pub(crate) fn room_name<'h>(home: &'h Home, device: &Device) -> Option<&'h str> {
    let room = home.room_of(device)?;
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
    let command = || {
        let command = home.commands_of(device).find(|(_, command)| command.capability_id == capability_id);
        command.map(|(index, command)| Ability::Command(index, command))
    };
    let attribute = || {
        let attribute =
            home.attributes_of(device).find(|(_, attribute)| attribute.capability_id == capability_id);
        attribute.map(|(index, attribute)| Ability::Attribute(index, attribute))
    };
    if command_first { command().or_else(attribute) } else { attribute().or_else(command) }
}
