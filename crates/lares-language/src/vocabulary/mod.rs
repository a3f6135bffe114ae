//! The words of one home: its names, rooms and values beside the lexicons, compiled once.

pub(crate) mod by_ear;
mod compile;
mod described;
mod devices;
mod features;
mod han;
mod home_slips;
mod layer;
mod layers;
mod marked_rooms;
mod match_name;
mod names;
mod overlay;
#[cfg(test)]
mod overlay_tests;
mod rooms;
mod slots;
mod text_index;
mod values;
mod variants;

use std::sync::Arc;

use lares_home::{Category, DeviceIndex, Property, RoomIndex};
use smallvec::SmallVec;

pub use crate::lexicon::Noun;
pub(crate) use han::is_han;

use crate::command_array::ANY;
use crate::lexicon::{Sense, Trait, Verb, at_word_border, lexicon};
use crate::normalise::{fold_name, folded};
use devices::DeviceTables;
use home_slips::HomeSlips;
use layers::{Layers, Names};
pub(crate) use rooms::in_scope;
use values::Values;

/// The characters of a name, which is short.
pub(crate) type Letters = SmallVec<[char; 32]>;

/// Devices that answer to a name: mostly one, or a few.
pub type NameMatches = SmallVec<[NameMatch; 4]>;

/// Rooms that answer to the same words: seldom more than a few.
pub type Rooms = SmallVec<[RoomIndex; 4]>;

/// How a name was recognised, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameMatchKind {
    /// The whole name or an alias, letter for letter after normalising.
    Exact,
    /// A part of the name that stands for it (主灯 of 客厅主灯), or the name within what was said.
    Partial,
    /// Nearly the same letters.
    Fuzzy,
    /// Nearly the same sound.
    Sound,
}

/// A device whose name answers to what was said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NameMatch {
    /// The device.
    pub device: DeviceIndex,
    /// How it was recognised.
    pub kind: NameMatchKind,
    /// 0..1; 1 for an exact match.
    pub score: f32,
}

/// What a parse may need to know beside the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ParseContext {
    /// Devices were spoken of in this conversation, so that references and left-out targets can be filled.
    pub has_recent: bool,
    /// A question waits for its answer: a target alone is one.
    pub asked: bool,
    /// Where the speaker stands.
    pub room: Option<RoomIndex>,
}

/// The words of one home, immutable, shared between threads.
pub struct HomeVocabulary {
    layers: Layers,
    pub(crate) names: Names,
    pub(crate) slips: HomeSlips,
    /// The rooms that a room word of the home stands for.
    pub(crate) room_words: Arc<[Vec<RoomIndex>]>,
    /// What a room is called in the command array: its name, or its id where it has none.
    pub(crate) room_names: Arc<[Box<str>]>,
    /// Those whose rooms there are, in lower case and in order.
    pub(super) room_owners: Arc<[Box<str>]>,
    /// The scenes' names, normalised.
    pub(crate) scene_names: Arc<[Box<str>]>,
    devices: DeviceTables,
    values: Arc<Values>,
}

impl std::fmt::Debug for HomeVocabulary {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("HomeVocabulary")
            .field("names", &self.names.len())
            .field("rooms", &self.room_names.len())
            .finish_non_exhaustive()
    }
}

impl HomeVocabulary {
    /// Calls `found(start, end, senses)` for every word of this home in the text.
    pub(crate) fn scan(&self, text: &[char], mut found: impl FnMut(usize, usize, &[Sense])) {
        self.layers.scan(text, |end, length, senses| {
            let start = end.saturating_sub(length);
            if at_word_border(text, start, end) {
                found(start, end, senses);
            }
        });
    }

    /// Whether some command of the home switches this feature on.
    pub(crate) fn can_switch(&self, property: Property) -> bool {
        self.values.can_switch(property)
    }

    /// The verb for switching on.
    pub(crate) fn switch_verb(&self) -> Option<&'static Verb> {
        lexicon().switch_on
    }

    /// Whether a sense makes sense in this home: a value by name only where some device has it.
    pub(crate) fn can_mean(&self, sense: &Sense) -> bool {
        match sense {
            Sense::Value(value) => self.values.has(value.id),
            _ => true,
        }
    }

    /// Whether a slip may stand for it: of kinds of devices and rooms only for those that the home has.
    pub(crate) fn can_be_slip(&self, sense: &Sense) -> bool {
        match sense {
            Sense::Noun(noun) => self.has_noun(*noun),
            Sense::Room(concept) => !self.rooms_of_concept(*concept).is_empty(),
            // A number that was spelt wrongly is no value by name.
            Sense::Value(value) if value.key.parse::<f64>().is_ok() => false,
            Sense::State(_) | Sense::Person(_) => false,
            _ => self.can_mean(sense),
        }
    }

    /// The devices that exactly this name, normalised, stands for.
    pub(crate) fn devices_named(&self, name: &str) -> impl Iterator<Item = DeviceIndex> + '_ {
        let name = self.layers.name_of(name).or_else(|| self.name_of_word(name));
        name.into_iter().flat_map(|name| self.layers.devices_of(name)).map(|(device, _)| device)
    }

    /// Whether a device is called after its owner, whose name with the apostrophe this is ("meg'").
    pub(crate) fn is_owned(&self, device: DeviceIndex, owner: &str) -> bool {
        self.names
            .of_owner(owner)
            .any(|(_, bearers)| bearers.iter().any(|(other, whole)| *other == device && *whole))
    }

    /// The devices that a word stands for by their names, where it is a name or a part of one.
    pub fn devices_of_sense(&self, sense: &Sense) -> impl Iterator<Item = DeviceIndex> + '_ {
        let name = match sense {
            Sense::Name(name) => Some(*name),
            _ => None,
        };
        name.into_iter().flat_map(|name| self.layers.devices_of(name)).map(|(device, _)| device)
    }

    /// The rooms that a word stands for; `None` for a word that is no room. Empty for one that the home does not have.
    pub fn rooms_of_sense(&self, sense: &Sense) -> Option<Rooms> {
        match sense {
            Sense::HomeRoom(word) => Some(
                self.room_words.get(*word as usize).map(|rooms| Rooms::from_slice(rooms)).unwrap_or_default(),
            ),
            Sense::Room(concept) => Some(self.rooms_of_concept(*concept)),
            _ => None,
        }
    }

    /// The rooms of a kind and of every narrower kind: 主卧 and 次卧 for 卧室, whether or not one is just called so.
    pub fn rooms_within_sense(&self, sense: &Sense) -> Option<Rooms> {
        let Sense::Room(concept) = sense else { return None };
        let within = |other| other == *concept || lexicon().room_is_a(other, *concept);
        Some(self.layers.base.rooms_by_concept.of_any(within))
    }

    /// Whether a room is of a kind, or of the kind that this is one of: a washroom where the toilet was said.
    pub(crate) fn is_room_akin(&self, kind: &str, room: RoomIndex) -> bool {
        let letters: Letters = kind.chars().collect();
        let said = lexicon().lookup(&letters).into_iter().flatten().find_map(|sense| match sense {
            Sense::Room(concept) => Some(*concept),
            _ => None,
        });
        let Some(said) = said else { return false };
        let akin = |own| own == said || lexicon().room_is_a(own, said) || lexicon().room_is_a(said, own);
        self.layers.base.rooms_by_concept.of_any(akin).contains(&room)
    }

    /// Whether a room of the home is called just this.
    pub(crate) fn is_name_of_room(&self, said: &str) -> bool {
        self.layers.base.room_index.contains_key(said)
    }

    /// The senses of a word of this home, by its position.
    pub(crate) fn senses_of(&self, position: usize) -> &[Sense] {
        self.layers.senses(position)
    }

    /// The rooms that answer to `said`: by name, alias or concept (客厅 for "Living Room"); empty for an unknown room.
    pub fn match_room(&self, said: &str) -> Rooms {
        let said = folded(said);
        if let Some(&word) = self.layers.base.room_index.get(&*said) {
            return Rooms::from_slice(&self.room_words[word as usize]);
        }
        let letters: Letters = said.chars().collect();
        match lexicon().lookup(&letters) {
            Some(senses) => senses
                .iter()
                .find_map(|sense| match sense {
                    Sense::Room(concept) => Some(self.rooms_of_concept(*concept)),
                    _ => None,
                })
                .unwrap_or_default(),
            None => Rooms::new(),
        }
    }

    /// The rooms of the home that are of a kind: exactly that kind where there is one, else every narrower kind.
    pub(crate) fn rooms_of_concept(&self, concept: u16) -> Rooms {
        let kinds = &self.layers.base.rooms_by_concept;
        let lexicon = lexicon();
        let same = kinds.of(concept);
        if !same.is_empty() {
            return Rooms::from_slice(same);
        }
        // A narrower kind than any that the home has (主卧 where there is a 卧室) stays unknown: it may be another room.
        let mut narrower = kinds.of_any(|other| lexicon.room_is_a(other, concept));
        // 次卧 that is also called 儿子房间 is where he sleeps, and no 儿童房.
        narrower.retain(|&mut room| !self.is_named_otherwise(room, concept));
        // Of several, those that are called after it: 主卧 and 次卧 for 卧室, not 儿童房.
        let called: Rooms =
            narrower.iter().copied().filter(|&room| self.is_called_after(room, concept)).collect();
        if called.is_empty() { narrower } else { called }
    }

    /// Whether a room's name tells of another kind of room, neither below this one nor above it.
    fn is_named_otherwise(&self, room: RoomIndex, concept: u16) -> bool {
        let Some(name) = self.room_names.get(room.0 as usize) else { return false };
        let lexicon = lexicon();
        let told = rooms::room_concepts(&[fold_name(name)], lexicon);
        let within = |&kind: &u16| {
            kind == concept || lexicon.room_is_a(kind, concept) || lexicon.room_is_a(concept, kind)
        };
        !told.is_empty() && !told.iter().any(within)
    }

    /// Whether a room's name holds the word of a kind of room: "Master Bedroom" for "bedroom", 主卧 for 卧室.
    fn is_called_after(&self, room: RoomIndex, concept: u16) -> bool {
        let Some(entry) = lexicon().rooms.get(usize::from(concept)) else { return false };
        let name = self.room_names.get(room.0 as usize).map(|name| folded(name)).unwrap_or_default();
        let stem = entry.zh.chars().next().filter(|&stem| is_han(stem));
        !entry.en.is_empty() && name.contains(entry.en.as_str())
            || stem.is_some_and(|stem| name.contains(stem))
    }

    /// The noun concept that `said` is, where it is a plain noun of the lexicon (灯, ceiling light).
    pub fn noun(&self, said: &str) -> Option<Noun> {
        if said == ANY {
            return None;
        }
        let letters: Letters = folded(said).chars().collect();
        lexicon().lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Noun(noun) => Some(*noun),
            _ => None,
        })
    }

    /// The nouns of a device: the head noun of its name first, then those of its categories. 落地灯 on a smart plug
    /// is a floor lamp and a plug.
    pub fn device_nouns(&self, device: DeviceIndex) -> &[Noun] {
        self.devices.nouns(device)
    }

    /// What a device only switches, where its name says so: the lamp of 台灯插座.
    pub fn controls(&self, device: DeviceIndex) -> Option<Noun> {
        let [head, switched, ..] = self.device_nouns(device) else { return None };
        lexicon().nouns.get(usize::from(head.0)).filter(|head| head.controller).map(|_| *switched)
    }

    /// Whether the home has a device of this noun or of a kind of it.
    pub fn has_noun(&self, noun: Noun) -> bool {
        self.devices.has(noun)
    }

    /// Whether the home has a single device of this noun or of a kind of it.
    pub(crate) fn is_only(&self, noun: Noun) -> bool {
        self.devices.has_single(noun)
    }

    /// The room that a device stands in.
    pub(crate) fn room_of(&self, device: DeviceIndex) -> Option<RoomIndex> {
        self.devices.room(device)
    }

    /// Whether a device of this noun or of a kind of it stands in the room.
    pub fn room_has_noun(&self, room: RoomIndex, noun: Noun) -> bool {
        self.devices.room_has(room, noun)
    }

    /// Whether a room holds just two devices of a kind.
    pub(crate) fn is_pair_there(&self, room: RoomIndex, noun: Noun) -> bool {
        let there = (0..self.devices.len() as u32).map(DeviceIndex).filter(|&device| {
            self.room_of(device) == Some(room)
                && self.device_nouns(device).iter().any(|&own| self.is_a(own, noun))
        });
        there.take(3).count() == 2
    }

    /// The kind of the only device in a room of which this is true; `None` where there is none such or several.
    pub(crate) fn only_kind_there(&self, room: RoomIndex, is: impl Fn(Noun) -> bool) -> Option<Noun> {
        let mut there = (0..self.devices.len() as u32)
            .map(DeviceIndex)
            .filter(|&device| self.room_of(device) == Some(room))
            .filter_map(|device| self.device_nouns(device).iter().copied().find(|&noun| is(noun)));
        there.next().filter(|_| there.next().is_none())
    }

    /// Whether a room holds more devices of a kind than this one.
    pub(crate) fn has_others_there(&self, room: RoomIndex, noun: Noun, one: DeviceIndex) -> bool {
        (0..self.devices.len() as u32).map(DeviceIndex).any(|device| {
            device != one
                && self.room_of(device) == Some(room)
                && self.device_nouns(device).iter().any(|&own| self.is_a(own, noun))
        })
    }

    /// Whether `noun` is `ancestor` or a kind of it (a desk lamp is a light).
    pub fn is_a(&self, noun: Noun, ancestor: Noun) -> bool {
        lexicon().is_a(noun, ancestor)
    }

    /// Whether devices of this kind are not meant where all of a wider kind are.
    pub fn stands_apart(&self, noun: Noun) -> bool {
        lexicon().has_trait(noun, Trait::Apart)
    }

    /// The noun whose devices answer to this one where there are none of its own, if there is one.
    pub fn or_else(&self, noun: Noun) -> Option<Noun> {
        self.devices.or_else(noun)
    }

    /// The noun that stands for a whole category (`Light` → light), if the lexicon has one.
    pub fn category_noun(&self, category: Category) -> Option<Noun> {
        lexicon().category_nouns.get(usize::from(category.0)).copied().flatten()
    }

    /// The noun of any device (设备), if the lexicon has one.
    pub fn any_device(&self) -> Option<Noun> {
        lexicon().any_device
    }

    /// How many nouns there are: they are numbered from 0.
    pub fn noun_count(&self) -> usize {
        lexicon().nouns.len()
    }

    /// The noun's names, for messages: Chinese, English.
    pub fn noun_names(&self, noun: Noun) -> (&'static str, &'static str) {
        lexicon()
            .nouns
            .get(usize::from(noun.0))
            .map_or(("", ""), |entry| (entry.zh.as_str(), entry.en.as_str()))
    }
}
