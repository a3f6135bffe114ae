//! The devices and scenes that the network looks at, and what they are.

use std::sync::Arc;

use lares_home::DeviceIndex;
use lares_language::lexicon::Sense;
use lares_reader::{Entity, feature};
use smol_str::SmolStr;

use super::touches::Named;
use super::words::Words;
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::result::SCENE_EXECUTE;

/// The id of running a scene.
static RUNS_SCENE: SmolStr = SmolStr::new_static(SCENE_EXECUTE);

/// So many devices and scenes are looked at at most: all of a small home, of a larger one those that words touch, then those near the
/// speaker.
pub const MOST_ENTITIES: usize = 160;

/// What an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// A device.
    Device(DeviceIndex),
    /// A scene, by its place in the home.
    Scene(usize),
}

/// What is known of the devices and scenes of a home, whoever speaks: the same for every request.
#[derive(Debug)]
pub(crate) struct Known {
    pub(super) entities: Vec<Arc<Entity>>,
    pub(super) named: Vec<Named>,
}

impl Known {
    /// Of a home that is small enough to be looked at whole; `None` of a larger one.
    pub(crate) fn of(home: &CompiledHome) -> Option<Known> {
        if !is_small(home) {
            return None;
        }
        let (mut entities, mut named) = (Vec::new(), Vec::new());
        for meant in all(home) {
            entities.push(Arc::new(entity_of(home, meant)));
            named.push(Named::of(home, meant));
        }
        Some(Known { entities, named })
    }
}

/// How many scenes are looked at.
fn scenes(home: &CompiledHome) -> usize {
    home.home.scenes.len().min(MOST_ENTITIES / 4)
}

/// All devices and scenes of the home are looked at.
fn is_small(home: &CompiledHome) -> bool {
    home.home.devices.len() + scenes(home) <= MOST_ENTITIES
}

/// All devices and scenes of a small home.
fn all(home: &CompiledHome) -> impl Iterator<Item = Meant> + use<> {
    let devices = (0..home.home.devices.len() as u32).map(|index| Meant::Device(DeviceIndex(index)));
    devices.chain((0..scenes(home)).map(Meant::Scene))
}

/// Writes the devices and scenes that are looked at in place of others: all of a small home.
pub(super) fn choose(
    home: &CompiledHome,
    words: &Words,
    near: Option<&DeviceSet>,
    recent: &[DeviceIndex],
    chosen: &mut Vec<Meant>,
) {
    chosen.clear();
    if is_small(home) {
        chosen.extend(all(home));
        return;
    }
    let scenes = scenes(home);
    let most = MOST_ENTITIES - scenes;
    chosen.extend(recent.iter().copied().map(Meant::Device));
    let mut choose = |device: DeviceIndex| {
        let room_left = chosen.len() < most;
        if room_left && !chosen.contains(&Meant::Device(device)) {
            chosen.push(Meant::Device(device));
        }
        room_left
    };
    for sense in words.senses() {
        home.vocabulary.devices_of_sense(sense).take(most).all(&mut choose);
    }
    if let Some(near) = near {
        near.iter().all(&mut choose);
    }
    for sense in words.senses() {
        for room in home.vocabulary.rooms_of_sense(sense).unwrap_or_default() {
            home.rooms.in_room(room).iter().copied().all(&mut choose);
        }
        if let Sense::Noun(noun) = sense {
            home.of_noun(*noun).iter().take(most).all(&mut choose);
        }
    }
    chosen.extend((0..scenes).map(Meant::Scene));
}

/// What a device or scene is, whoever speaks.
pub(super) fn entity_of(home: &CompiledHome, meant: Meant) -> Entity {
    let mut entity = Entity::default();
    match meant {
        Meant::Scene(_) => {
            entity.category = feature("category", "Scene");
            entity.commands.push(command_feature(SCENE_EXECUTE));
        }
        Meant::Device(index) => {
            let Some(device) = home.device(index) else { return entity };
            let names = home.category_names(index);
            entity.category = feature("category", names.first().copied().unwrap_or("Other"));
            entity.abilities.extend(names.iter().skip(1).map(|name| feature("category", name)));
            let kinds = home.vocabulary.device_nouns(index).iter().take(2);
            entity.abilities.extend(kinds.map(|noun| feature("kind", home.vocabulary.noun_names(*noun).1)));
            for id in home.capabilities(device.profile).map(|it| home.capability_id(it).as_str()) {
                entity.commands.push(command_feature(id));
                let ability = id.rsplit_once('-').map_or(id, |(ability, _)| ability);
                let ability = feature("ability", ability);
                if !entity.abilities.contains(&ability) {
                    entity.abilities.push(ability);
                }
            }
        }
    }
    entity
}

/// The feature of a command or attribute by its id.
pub fn command_feature(id: &str) -> u32 {
    feature("command", id)
}

/// The id of a command by its place among those of its entity.
pub(super) fn command_id(home: &CompiledHome, meant: Meant, place: usize) -> Option<&SmolStr> {
    match meant {
        Meant::Scene(_) => (place == 0).then_some(&RUNS_SCENE),
        Meant::Device(index) => {
            let profile = home.device(index)?.profile;
            home.capabilities(profile).nth(place).map(|capability| home.capability_id(capability))
        }
    }
}
