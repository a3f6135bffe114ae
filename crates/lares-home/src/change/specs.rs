//! Profiles, commands and attributes of a home while devices come and go.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Recipe;
use smol_str::SmolStr;

use crate::command::{AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Profile};
use crate::compile::{HomeSource, compile};
use crate::device::{Device, ProfileIndex};
use crate::devices::Devices;
use crate::home::Home;
use crate::read::DeviceRecord;

/// A device as it would be in a home of its own, with the profile that it has there.
pub(super) struct Alone {
    device: Device,
    commands: Vec<Arc<CommandSpec>>,
    attributes: Vec<Arc<AttributeSpec>>,
}

/// Devices compiled beside the home, by their ids. Their rooms are left out.
pub(super) fn made_alone(home: &Home, recipe: &Recipe, records: &[&DeviceRecord]) -> HashMap<SmolStr, Alone> {
    let mut profiles: HashSet<&str> = HashSet::new();
    let wanted = records.iter().filter_map(|record| record.profile_id.as_deref());
    let spec = wanted.filter(|id| profiles.insert(id)).filter_map(|id| recipe.spec_of(id).cloned());
    let source = HomeSource {
        spec: spec.collect(),
        devices: records.iter().map(|record| DeviceRecord { room_id: None, ..(*record).clone() }).collect(),
        language: Some(home.language),
        ..HomeSource::default()
    };
    let (alone, _) = compile(source);
    let made = |device: &Device| {
        let profile = alone.profiles.get(device.profile.0 as usize).cloned().unwrap_or_default();
        let command = |index: CommandIndex| alone.commands.get(index.0 as usize).cloned();
        let attribute = |index: AttributeIndex| alone.attributes.get(index.0 as usize).cloned();
        let of_device = Alone {
            device: device.clone(),
            commands: profile.commands.into_iter().filter_map(command).collect(),
            attributes: profile.attributes.into_iter().filter_map(attribute).collect(),
        };
        (device.id.clone(), of_device)
    };
    alone.devices.iter().map(made).collect()
}

/// The tables of a home after a change.
pub(super) struct Finished {
    pub(super) profiles: Vec<Profile>,
    pub(super) commands: Vec<Arc<CommandSpec>>,
    pub(super) attributes: Vec<Arc<AttributeSpec>>,
    /// Commands or attributes came, went or have other positions.
    pub(super) changed: bool,
}

/// The tables of a home in the making.
pub(super) struct Specs {
    profiles: Vec<Profile>,
    commands: Vec<Arc<CommandSpec>>,
    attributes: Vec<Arc<AttributeSpec>>,
    /// Commands and attributes of the home before.
    before: (usize, usize),
}

impl Specs {
    pub(super) fn new(home: &Home) -> Specs {
        Specs {
            profiles: home.profiles.clone(),
            commands: home.commands.clone(),
            attributes: home.attributes.clone(),
            before: (home.commands.len(), home.attributes.len()),
        }
    }

    /// The device with its profile among those of the home, which had `devices`.
    pub(super) fn adopt(&mut self, alone: Alone, devices: &Devices) -> Device {
        let Alone { device, commands, attributes } = alone;
        let profile = Profile {
            commands: commands.iter().map(|spec| CommandIndex(place(&mut self.commands, spec))).collect(),
            attributes: attributes
                .iter()
                .map(|spec| AttributeIndex(place(&mut self.attributes, spec)))
                .collect(),
        };
        // Of several equal ones, which can only be empty, that which devices have.
        let equal = || (0..self.profiles.len()).filter(|&index| self.profiles.get(index) == Some(&profile));
        let is_used = |index: &usize| devices.iter().any(|device| device.profile.0 as usize == *index);
        let known =
            if equal().count() > 1 { equal().find(is_used).or(equal().next()) } else { equal().next() };
        let index = known.unwrap_or_else(|| {
            self.profiles.push(profile);
            self.profiles.len() - 1
        });
        Device { profile: ProfileIndex(index as u32), ..device }
    }

    /// The tables that these devices need; `left` are the profiles of those that had another before.
    pub(super) fn finish(self, devices: &Devices, left: HashSet<ProfileIndex>) -> Finished {
        let Specs { mut profiles, commands, attributes, before } = self;
        let is_used = |profile: &ProfileIndex| devices.iter().any(|device| device.profile == *profile);
        for gone in left.into_iter().filter(|profile| !is_used(profile)) {
            // Others keep their positions.
            if let Some(profile) = profiles.get_mut(gone.0 as usize) {
                *profile = Profile::default();
            }
        }
        let used_commands: HashSet<CommandIndex> =
            profiles.iter().flat_map(|profile| profile.commands.iter().copied()).collect();
        let used_attributes: HashSet<AttributeIndex> =
            profiles.iter().flat_map(|profile| profile.attributes.iter().copied()).collect();
        let as_before = (commands.len(), attributes.len()) == before
            && (used_commands.len(), used_attributes.len()) == before;
        if as_before {
            return Finished { profiles, commands, attributes, changed: false };
        }
        let commands = Kept::of(commands, |index| used_commands.contains(&CommandIndex(index)));
        let attributes = Kept::of(attributes, |index| used_attributes.contains(&AttributeIndex(index)));
        for profile in &mut profiles {
            profile.commands.iter_mut().for_each(|index| index.0 = commands.position(index.0));
            profile.attributes.iter_mut().for_each(|index| index.0 = attributes.position(index.0));
        }
        Finished { profiles, commands: commands.list, attributes: attributes.list, changed: true }
    }
}

/// What is left of a list, and where it stands now.
struct Kept<T> {
    list: Vec<Arc<T>>,
    positions: Vec<u32>,
}

impl<T> Kept<T> {
    fn of(list: Vec<Arc<T>>, is_kept: impl Fn(u32) -> bool) -> Kept<T> {
        let mut kept =
            Kept { list: Vec::with_capacity(list.len()), positions: Vec::with_capacity(list.len()) };
        for (index, spec) in (0..).zip(list) {
            kept.positions.push(kept.list.len() as u32);
            if is_kept(index) {
                kept.list.push(spec);
            }
        }
        kept
    }

    fn position(&self, before: u32) -> u32 {
        self.positions.get(before as usize).copied().unwrap_or_default()
    }
}

/// Where a specification stands; equal ones are shared, so that the address tells them.
fn place<T>(list: &mut Vec<Arc<T>>, spec: &Arc<T>) -> u32 {
    let known = list.iter().position(|known| Arc::ptr_eq(known, spec));
    known.unwrap_or_else(|| {
        list.push(Arc::clone(spec));
        list.len() - 1
    }) as u32
}
