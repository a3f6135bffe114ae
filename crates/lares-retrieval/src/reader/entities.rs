//! The devices and scenes that the network looks at, and what they are.

use std::sync::{Arc, LazyLock, OnceLock};

use lares_home::DeviceIndex;
use lares_language::lexicon::Sense;
use lares_reader::{Candidate, Entity, feature};
use smol_str::SmolStr;

use super::takes::Takes;
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

/// What is known of the devices and scenes of a home, whoever speaks: the same for every request. Each is found out when it is
/// first looked at.
#[derive(Debug)]
pub(crate) struct Known {
    devices: Box<[OnceLock<Box<KnownEntity>>]>,
    scenes: Box<[KnownEntity]>,
    /// Devices of a small home that are the same share what they are.
    shared: Box<[Arc<Entity>]>,
}

/// What is known of a device or scene.
#[derive(Debug)]
pub(super) struct KnownEntity {
    pub(super) entity: Arc<Entity>,
    pub(super) named: Named,
    pub(super) takes: Takes,
}

/// What a request as a whole may ask for beside what is to be done: any of what was named, or so many of it.
pub const ANY: &str = "request-any";
/// And that only a question back can settle.
pub const ASK: &str = "request-ask";
/// And that it hangs on a condition.
pub const IF: &str = "request-if";
/// And that something is to become more, by a value above that which it has.
pub const UP: &str = "request-up";
/// And that something is to become less.
pub const DOWN: &str = "request-down";
/// And that one device is to do several things.
pub const BOTH: &str = "request-both";
/// And that it hangs on something that is more than so much.
pub const ABOVE: &str = "request-above";
/// And that it hangs on something that is less than so much.
pub const BELOW: &str = "request-below";
/// And that it hangs on something that goes on, is open or is there ([`super::states::goes_on`]).
pub const SO: &str = "request-so";
/// And that it hangs on something that does not, or no longer.
pub const NOT_SO: &str = "request-not-so";

/// What is told of the request as a whole, in the order in which its commands stand.
const OF_REQUEST: [&str; 10] = [ANY, ASK, IF, UP, DOWN, BOTH, ABOVE, BELOW, SO, NOT_SO];

/// The request as a whole, which is looked at like a device, whose commands are what may be told of it.
pub(super) fn request() -> Candidate {
    // What it is is the same for every request.
    static REQUEST: LazyLock<Candidate> = LazyLock::new(|| {
        let commands = OF_REQUEST.into_iter().map(command_feature).collect();
        let entity = Entity { category: feature("category", "Request"), commands, ..Entity::default() };
        Candidate { entity: Arc::new(entity), ..Candidate::default() }
    });
    REQUEST.clone()
}

impl Known {
    pub(crate) fn of(home: &CompiledHome) -> Known {
        let mut shared: Vec<Arc<Entity>> = Vec::new();
        if is_small(home) {
            for meant in all(home) {
                let entity = entity_of(home, meant);
                if !shared.iter().any(|known| **known == entity) {
                    shared.push(Arc::new(entity));
                }
            }
        }
        let scene = |scene| KnownEntity::of(home, Meant::Scene(scene), &shared);
        Known {
            devices: home.home.devices.iter().map(|_| OnceLock::new()).collect(),
            scenes: (0..scenes(home)).map(scene).collect(),
            shared: shared.into(),
        }
    }

    /// What is known of a device or scene; `None` where the home has no such.
    pub(super) fn get(&self, home: &CompiledHome, meant: Meant) -> Option<&KnownEntity> {
        match meant {
            Meant::Device(device) => {
                let known = self.devices.get(device.0 as usize)?;
                Some(known.get_or_init(|| Box::new(KnownEntity::of(home, meant, &self.shared))))
            }
            Meant::Scene(scene) => self.scenes.get(scene),
        }
    }
}

impl KnownEntity {
    fn of(home: &CompiledHome, meant: Meant, shared: &[Arc<Entity>]) -> KnownEntity {
        let entity = entity_of(home, meant);
        let known = shared.iter().find(|known| ***known == entity);
        let entity = known.map_or_else(|| Arc::new(entity), Arc::clone);
        KnownEntity { entity, named: Named::of(home, meant), takes: Takes::of(home, meant) }
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
