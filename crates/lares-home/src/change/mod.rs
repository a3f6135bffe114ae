//! Changes of single devices of a compiled home.
//!
//! The home after a change is what [`crate::compile`] would make of its records after the change, but for the positions of
//! profiles, commands and attributes. All that is not concerned is shared with the home before.

mod specs;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use smol_str::SmolStr;

use crate::catalogue::catalogue;
use crate::compile::{HomeSource, compile, is_han, names_for};
use crate::device::{Device, DeviceIndex, RoomIndex};
use crate::difference::Difference;
use crate::home::{Home, HomeLanguage};
use crate::read::{
    Aliases, CategoryRecord, ComponentRecord, DeviceRecord, RoomRecord, SceneRecord, SpecRecord,
};

/// A change of one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The device is there and is so: in the place of the one with its id, else behind all others.
    Put(DeviceRecord),
    /// The device has another name.
    Rename {
        /// Its id.
        id: String,
        /// The name that it has now.
        name: String,
    },
    /// The device stands in another room, or in none.
    Move {
        /// Its id.
        id: String,
        /// The id of the room that it stands in now.
        room_id: Option<String>,
    },
    /// The device is gone.
    Remove {
        /// Its id.
        id: String,
    },
}

/// Why changes cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// A device is to be renamed, moved or removed that the home does not have.
    #[error("the home has no device {0:?} that could be changed: add it first, or correct the id")]
    UnknownDevice(String),
}

/// What has to be known of a home's documents to change its devices: all but the devices themselves.
#[derive(Debug, Clone)]
pub struct Recipe {
    documents: Arc<Documents>,
    names: Names,
}

#[derive(Debug)]
struct Documents {
    spec: Vec<SpecRecord>,
    aliases: Aliases,
    /// How many rooms have a record; the others are only named by devices.
    rooms: usize,
    /// None where it is told from the names.
    language: Option<HomeLanguage>,
}

/// How many names there are, and how many with Chinese characters.
#[derive(Debug, Clone, Copy, Default)]
struct Names {
    all: usize,
    chinese: usize,
}

impl Names {
    fn count<'n>(names: impl Iterator<Item = &'n str>) -> Names {
        names.filter(|name| !name.is_empty()).fold(Names::default(), |counted, name| Names {
            all: counted.all + 1,
            chinese: counted.chinese + usize::from(name.chars().any(is_han)),
        })
    }

    fn of_devices<'d>(devices: impl Iterator<Item = (&'d str, &'d str)>) -> Names {
        Names::count(devices.filter(|(id, name)| id != name).map(|(_, name)| name))
    }

    fn plus(self, other: Names) -> Names {
        Names { all: self.all + other.all, chinese: self.chinese + other.chinese }
    }

    fn minus(self, other: Names) -> Names {
        Names { all: self.all.saturating_sub(other.all), chinese: self.chinese.saturating_sub(other.chinese) }
    }

    fn language(self) -> HomeLanguage {
        HomeLanguage::of_names(self.all, self.chinese)
    }
}

impl Recipe {
    /// What has to be kept of a source that [`compile`] is about to take.
    pub fn of(source: &HomeSource) -> Recipe {
        let mut ids: Vec<&str> = source.rooms.iter().map(|room| room.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        let documents = Documents {
            spec: source.spec.clone(),
            aliases: source.aliases.clone(),
            rooms: ids.len(),
            language: source.language,
        };
        Recipe { documents: Arc::new(documents), names: Names::default() }
    }

    /// The recipe with what it has to know of the compiled home.
    #[must_use]
    pub fn compiled(self, home: &Home) -> Recipe {
        let rooms = home.rooms.iter().take(self.documents.rooms).map(|room| room.name.as_str());
        let devices = home.devices.iter().map(|device| (device.id.as_str(), device.name.as_str()));
        Recipe { names: Names::count(rooms).plus(Names::of_devices(devices)), ..self }
    }

    fn room(&self, home: &Home, id: &str) -> Option<RoomIndex> {
        let rooms = home.rooms.get(..self.documents.rooms)?;
        rooms.iter().position(|room| room.id == id).map(|index| RoomIndex(index as u32))
    }

    fn aliases_of(&self, id: &str, name: &str) -> Vec<SmolStr> {
        let mut names = BTreeMap::new();
        if let Some(aliases) = self.documents.aliases.devices.get(id) {
            names.insert(id.to_owned(), aliases.clone());
        }
        names_for(id, name, &mut names)
    }

    /// The spec's line of a profile.
    fn spec_of(&self, profile: &str) -> Option<&SpecRecord> {
        self.documents.spec.iter().find(|record| record.profile_id == profile)
    }
}

/// A home after changes.
#[derive(Debug, Clone)]
pub struct Changed {
    /// The home.
    pub home: Home,
    /// What its next changes need.
    pub recipe: Recipe,
    /// In what it differs from the home before; `None` where it had to be compiled from nothing.
    pub difference: Option<Difference>,
}

/// A device that is another now, or new.
struct Draft {
    record: DeviceRecord,
    /// It is this one but for its name and room.
    like: Option<Device>,
}

/// The home after changes, made one after another. `find` tells where a device stands.
///
/// # Errors
/// A device that is not there; nothing is changed then.
pub fn change(
    home: &Home,
    recipe: &Recipe,
    changes: &[Change],
    find: impl Fn(&str) -> Option<DeviceIndex>,
) -> Result<Changed, ChangeError> {
    let mut drafts = Drafts { home, find, edits: BTreeMap::new(), added: Vec::new(), places: HashMap::new() };
    for change in changes {
        match change {
            Change::Put(record) => drafts.put(record),
            Change::Rename { id, name } => drafts.existing(id)?.record.name.clone_from(name),
            Change::Move { id, room_id } => drafts.existing(id)?.record.room_id.clone_from(room_id),
            Change::Remove { id } => drafts.remove(id)?,
        }
    }
    let Drafts { edits, added, .. } = drafts;
    let added: Vec<Draft> = added.into_iter().flatten().collect();
    let touched = || edits.keys().filter_map(|at| home.devices.get(at.0 as usize));
    let records = || edits.values().flatten().chain(&added).map(|draft| &draft.record);
    let names = |record: &'_ DeviceRecord| (record.id.clone(), record.name.clone());
    let now: Vec<(String, String)> = records().map(names).collect();
    let counted = recipe
        .names
        .minus(Names::of_devices(touched().map(|device| (device.id.as_str(), device.name.as_str()))))
        .plus(Names::of_devices(now.iter().map(|(id, name)| (id.as_str(), name.as_str()))));
    let language = recipe.documents.language.unwrap_or_else(|| counted.language());
    // A room without a record is there as long as some device names it.
    let without_record =
        |device: &Device| device.room.is_some_and(|room| room.0 as usize >= recipe.documents.rooms);
    let is_unknown = |record: &DeviceRecord| {
        record.room_id.as_deref().is_some_and(|room| recipe.room(home, room).is_none())
    };
    let recipe_after = Recipe { names: counted, ..recipe.clone() };
    if language != home.language || touched().any(without_record) || records().any(is_unknown) {
        let (home, _) = compile(source_after(home, recipe, edits, added));
        return Ok(Changed { home, recipe: recipe_after, difference: None });
    }
    let (home, difference) = edited(home, recipe, edits, added);
    Ok(Changed { home, recipe: recipe_after, difference: Some(difference) })
}

/// Devices that change, while changes are read one after another.
struct Drafts<'h, F> {
    home: &'h Home,
    find: F,
    /// By their positions before; `None` for those that are gone.
    edits: BTreeMap<DeviceIndex, Option<Draft>>,
    /// `None` for one that is gone again.
    added: Vec<Option<Draft>>,
    /// Where the added ones are, by id.
    places: HashMap<String, usize>,
}

impl<F: Fn(&str) -> Option<DeviceIndex>> Drafts<'_, F> {
    /// Where the device stands, if it was there before and is not gone.
    fn position(&self, id: &str) -> Option<DeviceIndex> {
        (self.find)(id).filter(|position| !matches!(self.edits.get(position), Some(None)))
    }

    fn put(&mut self, record: &DeviceRecord) {
        let draft = Some(Draft { record: record.clone(), like: None });
        if let Some(position) = self.position(&record.id) {
            self.edits.insert(position, draft);
        } else if let Some(place) = self.places.get(&record.id).and_then(|&place| self.added.get_mut(place)) {
            *place = draft;
        } else {
            self.places.insert(record.id.clone(), self.added.len());
            self.added.push(draft);
        }
    }

    fn existing(&mut self, id: &str) -> Result<&mut Draft, ChangeError> {
        let unknown = || ChangeError::UnknownDevice(id.to_owned());
        if let Some(position) = self.position(id) {
            let device = self.home.devices.get(position.0 as usize).ok_or_else(unknown)?;
            let unchanged =
                || Some(Draft { record: record_of(self.home, device), like: Some(device.clone()) });
            return self.edits.entry(position).or_insert_with(unchanged).as_mut().ok_or_else(unknown);
        }
        let place = self.places.get(id).and_then(|&place| self.added.get_mut(place));
        place.and_then(Option::as_mut).ok_or_else(unknown)
    }

    fn remove(&mut self, id: &str) -> Result<(), ChangeError> {
        if let Some(position) = self.position(id) {
            self.edits.insert(position, None);
        } else {
            let place = self.places.remove(id).and_then(|place| self.added.get_mut(place));
            *place.ok_or_else(|| ChangeError::UnknownDevice(id.to_owned()))? = None;
        }
        Ok(())
    }
}

/// The home with these devices in the place of the former ones, and others behind them. Their rooms have records.
fn edited(
    home: &Home,
    recipe: &Recipe,
    edits: BTreeMap<DeviceIndex, Option<Draft>>,
    added: Vec<Draft>,
) -> (Home, Difference) {
    let drafts = edits.values().flatten().chain(&added);
    let put: Vec<&DeviceRecord> =
        drafts.filter(|draft| draft.like.is_none()).map(|draft| &draft.record).collect();
    let mut like = if put.is_empty() { HashMap::new() } else { specs::made_alone(home, recipe, &put) };
    let mut specs = specs::Specs::new(home);
    let mut device = |draft: Draft| -> Option<Device> {
        let Draft { record, like: known } = draft;
        let like = match known {
            Some(device) => device,
            None => specs.adopt(like.remove(record.id.as_str())?, &home.devices),
        };
        Some(Device {
            aliases: recipe.aliases_of(&record.id, &record.name),
            room: record.room_id.and_then(|id| recipe.room(home, &id)),
            id: record.id.into(),
            name: record.name.into(),
            ..like
        })
    };
    let mut difference = Difference::default();
    let mut now = Vec::with_capacity(edits.len());
    for (position, draft) in edits {
        let draft = draft.and_then(&mut device);
        // Who is told again as it was has not changed.
        if draft.is_some() && draft.as_ref() == home.devices.get(position.0 as usize) {
            continue;
        }
        if draft.is_some() { &mut difference.replaced } else { &mut difference.removed }.push(position);
        now.push((position, draft));
    }
    let added = added.into_iter().filter_map(device).collect();
    let devices = home.devices.edited(now, added);
    let before = difference.removed.iter().chain(&difference.replaced);
    let left = before.filter_map(|at| home.devices.get(at.0 as usize)).map(|device| device.profile);
    let specs = specs.finish(&devices, left.collect());
    difference.specs = specs.changed;
    let home = Home {
        language: home.language,
        rooms: home.rooms.clone(),
        scenes: home.scenes.clone(),
        devices,
        profiles: specs.profiles,
        commands: specs.commands,
        attributes: specs.attributes,
    };
    (home, difference)
}

/// The records that the home would be compiled from after the change.
fn source_after(
    home: &Home,
    recipe: &Recipe,
    mut edits: BTreeMap<DeviceIndex, Option<Draft>>,
    added: Vec<Draft>,
) -> HomeSource {
    let now = (0..).map(DeviceIndex).zip(&home.devices).filter_map(|(position, device)| {
        match edits.remove(&position) {
            Some(edited) => edited.map(|draft| draft.record),
            None => Some(record_of(home, device)),
        }
    });
    let rooms = home.rooms.iter().take(recipe.documents.rooms);
    let scenes = home.scenes.iter();
    HomeSource {
        devices: now
            .collect::<Vec<_>>()
            .into_iter()
            .chain(added.into_iter().map(|draft| draft.record))
            .collect(),
        rooms: rooms
            .map(|room| RoomRecord { id: room.id.to_string(), name: room.name.to_string(), line: 0 })
            .collect(),
        spec: recipe.documents.spec.clone(),
        scenes: scenes
            .map(|scene| SceneRecord { id: scene.id.to_string(), name: scene.name.to_string(), line: 0 })
            .collect(),
        aliases: recipe.documents.aliases.clone(),
        language: recipe.documents.language,
    }
}

/// A record that the device would be compiled from.
fn record_of(home: &Home, device: &Device) -> DeviceRecord {
    let names = device.categories.iter().filter_map(|&category| catalogue().category_entry(category));
    let mut categories: Vec<CategoryRecord> =
        names.map(|entry| CategoryRecord { name: entry.id.to_owned(), by_user: false }).collect();
    let components = device.components.iter().map(|component| ComponentRecord {
        id: component.id.to_string(),
        capabilities: component.capabilities.iter().map(ToString::to_string).collect(),
        categories: if &*component.id == "main" { std::mem::take(&mut categories) } else { Vec::new() },
    });
    DeviceRecord {
        id: device.id.to_string(),
        name: device.name.to_string(),
        room_id: home.room_of(device).map(|room| room.id.to_string()),
        profile_id: device.profile_id.as_deref().map(str::to_owned),
        components: components.collect(),
        line: 0,
    }
}
