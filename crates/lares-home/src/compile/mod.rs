//! From the records of a home folder to a [`Home`].
//!
//! Homes have few distinct profiles whatever the number of their devices, so everything that depends on a profile is
//! made once and looked up for each further device.

mod intern;
mod language;
mod merge;
mod profiles;

use std::collections::{BTreeMap, HashMap, HashSet};

use smol_str::SmolStr;

use crate::device::{Device, Room, RoomIndex, Scene};
use crate::findings::Finding;
use crate::home::{Home, HomeLanguage};
use crate::read::{Aliases, DeviceRecord, RoomRecord, SceneRecord, SpecRecord};

pub(crate) use language::is_han;
use profiles::Profiles;

/// The records of a home folder.
#[derive(Debug, Clone, Default)]
pub struct HomeSource {
    /// The devices.
    pub devices: Vec<DeviceRecord>,
    /// The rooms.
    pub rooms: Vec<RoomRecord>,
    /// The specifications of profiles; the catalogue speaks for those that have none.
    pub spec: Vec<SpecRecord>,
    /// The scenes.
    pub scenes: Vec<SceneRecord>,
    /// Other names.
    pub aliases: Aliases,
    /// The home's language; told from its names where it is not given.
    pub language: Option<HomeLanguage>,
}

/// Compiles a home, with what was left out or doubtful.
pub fn compile(source: HomeSource) -> (Home, Vec<Finding>) {
    let HomeSource { devices, rooms, spec, scenes, mut aliases, language } = source;
    let mut findings = Vec::new();
    let language = language.unwrap_or_else(|| language::tell(&devices, &rooms));
    let devices = first_of_each(devices, "device", |device| (&device.id, device.line), &mut findings);
    let rooms = first_of_each(rooms, "room", |room| (&room.id, room.line), &mut findings);
    let scenes = first_of_each(scenes, "scene", |scene| (&scene.id, scene.line), &mut findings);
    let spec = first_of_each(spec, "profile", |profile| (&profile.profile_id, profile.line), &mut findings);

    let mut rooms = Rooms::new(rooms, std::mem::take(&mut aliases.rooms));
    let mut profiles = Profiles::new(&spec, language, &mut findings);
    let mut compiled = Vec::with_capacity(devices.len());
    // What is kept is copied: taken out of the records one by one, it would lie strewn over the memory that these leave.
    for record in &devices {
        let parts = profiles.of(record);
        compiled.push(Device {
            aliases: names_for(&record.id, &record.name, &mut aliases.devices),
            room: record.room_id.as_ref().map(|id| rooms.index(id)),
            id: record.id.as_str().into(),
            name: record.name.as_str().into(),
            categories: parts.categories,
            profile_id: parts.profile_id,
            profile: parts.profile,
            components: parts.components,
        });
    }
    drop(devices);
    let (profiles, commands, attributes) = profiles.finish();
    unused_aliases("device", &aliases.devices, &mut findings);
    unused_aliases("room", &rooms.aliases, &mut findings);

    let scenes =
        scenes.into_iter().map(|scene| Scene { id: scene.id.into(), name: scene.name.into() }).collect();
    let home = Home {
        language,
        rooms: rooms.rooms.into(),
        devices: compiled.into(),
        scenes,
        profiles,
        commands,
        attributes,
    };
    for device in &home.devices {
        if home.commands_of(device).next().is_none() && home.attributes_of(device).next().is_none() {
            findings.push(Finding::warning(
                "nothing_known",
                format!("device {} ({})", device.name, device.id),
                "neither the spec nor the catalogue knows anything that a person could ask of it; only its name can be found",
                "add a line for its profile to spec.jsonl",
            ));
        }
    }
    (home, findings)
}

/// The records without those whose id came before.
fn first_of_each<T>(
    records: Vec<T>,
    what: &str,
    key: impl Fn(&T) -> (&String, usize),
    findings: &mut Vec<Finding>,
) -> Vec<T> {
    let mut seen = HashSet::with_capacity(records.len());
    let mut again = HashSet::new();
    for (index, record) in records.iter().enumerate() {
        let (id, line) = key(record);
        if !seen.insert(id.as_str()) {
            again.insert(index);
            findings.push(Finding::warning(
                "duplicate_id",
                format!("{what} {id}"),
                format!("the id is there again at line {line}; the first one is kept"),
                "remove one of the two",
            ));
        }
    }
    if again.is_empty() {
        return records;
    }
    records
        .into_iter()
        .enumerate()
        .filter(|(index, _)| !again.contains(index))
        .map(|(_, record)| record)
        .collect()
}

/// Other names, by the id of what they name.
pub(crate) type Names = BTreeMap<String, Vec<String>>;

/// The other names of something, without the one it has anyway.
pub(crate) fn names_for(id: &str, name: &str, aliases: &mut Names) -> Vec<SmolStr> {
    if aliases.is_empty() {
        return Vec::new();
    }
    let mut names = aliases.remove(id).unwrap_or_default();
    let mut seen = HashSet::from([name.to_owned()]);
    names.retain(|alias| seen.insert(alias.clone()));
    names.into_iter().map(SmolStr::from).collect()
}

/// What is left of the aliases names nothing.
fn unused_aliases(what: &str, aliases: &Names, findings: &mut Vec<Finding>) {
    for id in aliases.keys() {
        findings.push(Finding::warning(
            "unknown_alias",
            format!("{what} {id}"),
            format!("the aliases name a {what} that the home does not have"),
            "correct the id in aliases.json",
        ));
    }
}

/// The rooms so far, by their ids.
struct Rooms {
    rooms: Vec<Room>,
    indices: HashMap<String, RoomIndex>,
    aliases: Names,
}

impl Rooms {
    fn new(records: Vec<RoomRecord>, aliases: Names) -> Rooms {
        let mut rooms = Rooms { rooms: Vec::with_capacity(records.len()), indices: HashMap::new(), aliases };
        for record in records {
            rooms.add(record.id, record.name);
        }
        rooms
    }

    fn add(&mut self, id: String, name: String) -> RoomIndex {
        let index = RoomIndex(as_index(self.rooms.len()));
        let aliases = names_for(&id, &name, &mut self.aliases);
        self.indices.insert(id.clone(), index);
        self.rooms.push(Room { id: id.into(), name: name.into(), aliases });
        index
    }

    /// The room of that id; one that no document names is there without a name.
    fn index(&mut self, id: &String) -> RoomIndex {
        match self.indices.get(id) {
            Some(&index) => index,
            None => self.add(id.clone(), String::new()),
        }
    }
}

/// Positions are held in 32 bits; more entries than that cannot come from documents that fit into memory.
fn as_index(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
