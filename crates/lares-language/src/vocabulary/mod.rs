//! The words of one home: its names, rooms and values beside the lexicons, compiled once.

mod compile;
mod described;
mod han;
mod match_name;
mod variants;

use hashbrown::{HashMap, HashSet};
use lares_home::{Category, DeviceIndex, Property, RoomIndex};

pub use crate::lexicon::Noun;
pub(crate) use han::is_han;

use crate::automaton::Automaton;
use crate::key_table::KeyTable;
use crate::lexicon::{Person, Sense, Verb, at_word_border, lexicon};
use crate::normalise::fold_name;

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
#[derive(Debug, Clone, Copy, Default)]
pub struct ParseContext {
    /// Devices were spoken of in this conversation, so that references and left-out targets can be filled.
    pub has_recent: bool,
    /// A question waits for its answer: a target alone is one.
    pub asked: bool,
    /// Where the speaker stands.
    pub room: Option<RoomIndex>,
}

/// A name that people may say, with the devices that answer to it.
#[derive(Debug)]
pub(crate) struct Name {
    /// Normalised.
    pub(crate) text: Box<str>,
    /// The devices, with whether it is a whole name of that one.
    pub(crate) devices: Box<[(DeviceIndex, bool)]>,
}

#[derive(Debug)]
struct HomePattern {
    length: u16,
    senses: Box<[Sense]>,
}

/// The words of one home, immutable, shared between threads.
pub struct HomeVocabulary {
    automaton: Automaton,
    patterns: Vec<HomePattern>,
    pub(crate) names: Vec<Name>,
    name_index: HashMap<Box<str>, u32>,
    /// The devices whose names speak of a member of the family.
    persons: Vec<(Person, DeviceIndex)>,
    /// Letters and sounds of names, for those that are said inexactly.
    features: KeyTable,
    /// The rooms that a room word of the home stands for.
    pub(crate) room_words: Vec<Vec<RoomIndex>>,
    /// What a room is called in the command array: its name, or its id where it has none.
    pub(crate) room_names: Vec<Box<str>>,
    /// The scenes' names, normalised.
    pub(crate) scene_names: Vec<Box<str>>,
    room_index: HashMap<Box<str>, u32>,
    /// The kinds of rooms (and floors) that each room of the home is, most telling first.
    room_concepts: Vec<Vec<u16>>,
    device_nouns: Vec<Noun>,
    device_noun_starts: Vec<u32>,
    /// Nouns of which the home has at least one device (the noun itself or a kind of it), by index.
    present_nouns: Vec<bool>,
    /// Nouns of which the home has exactly one device, by index.
    single_nouns: Vec<bool>,
    device_rooms: Vec<Option<RoomIndex>>,
    /// Which nouns (with all they are kinds of) stand in which room.
    room_nouns: HashSet<(u32, u16)>,
    /// The features that some command switches on.
    switched: HashSet<Property>,
    /// Which named values of the lexicon some device of the home has, by their ids.
    present_values: Vec<bool>,
    pub(crate) slips: crate::slips::SlipIndex,
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
        self.automaton.scan(text, |end, pattern| {
            let Some(pattern) = self.patterns.get(pattern) else { return };
            let start = end.saturating_sub(usize::from(pattern.length));
            if at_word_border(text, start, end) {
                found(start, end, &pattern.senses);
            }
        });
    }

    /// Whether some command of the home switches this feature on.
    pub(crate) fn can_switch(&self, property: Property) -> bool {
        self.switched.contains(&property)
    }

    /// The verb for switching on.
    pub(crate) fn switch_verb(&self) -> Option<&'static Verb> {
        lexicon().switch_on
    }

    /// Whether a sense makes sense in this home: a value by name only where some device has it.
    pub(crate) fn can_mean(&self, sense: &Sense) -> bool {
        match sense {
            Sense::Value(value) => self.present_values.get(usize::from(value.id)).copied().unwrap_or(false),
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
        let devices = self.name_index.get(name).and_then(|&name| self.names.get(name as usize));
        devices.into_iter().flat_map(|name| name.devices.iter().map(|(device, _)| *device))
    }

    /// Whether a device is called after its owner, whose name with the apostrophe this is ("meg'").
    pub(crate) fn is_owned(&self, device: DeviceIndex, owner: &str) -> bool {
        let holds = |name: &Name| name.devices.iter().any(|(other, whole)| *other == device && *whole);
        self.names.iter().any(|name| name.text.starts_with(owner) && holds(name))
    }

    /// The devices that a word stands for by their names, where it is a name or a part of one.
    pub fn devices_of_sense(&self, sense: &Sense) -> impl Iterator<Item = DeviceIndex> + '_ {
        let name = match sense {
            Sense::Name(name) => self.names.get(*name as usize),
            _ => None,
        };
        name.into_iter().flat_map(|name| name.devices.iter().map(|(device, _)| *device))
    }

    /// The rooms that a word stands for; `None` for a word that is no room. Empty for one that the home does not have.
    pub fn rooms_of_sense(&self, sense: &Sense) -> Option<Vec<RoomIndex>> {
        match sense {
            Sense::HomeRoom(word) => Some(self.room_words.get(*word as usize).cloned().unwrap_or_default()),
            Sense::Room(concept) => Some(self.rooms_of_concept(*concept)),
            _ => None,
        }
    }

    /// The rooms of a kind and of every narrower kind: 主卧 and 次卧 for 卧室, whether or not one is just called so.
    pub fn rooms_within_sense(&self, sense: &Sense) -> Option<Vec<RoomIndex>> {
        let Sense::Room(concept) = sense else { return None };
        let within = |other: &u16| *other == *concept || lexicon().room_is_a(*other, *concept);
        let rooms = (0..).zip(&self.room_concepts).filter(|(_, concepts)| concepts.iter().any(within));
        Some(rooms.map(|(index, _)| RoomIndex(index)).collect())
    }

    /// The senses of a word of this home, by its position.
    pub(crate) fn senses_of(&self, position: usize) -> &[Sense] {
        self.patterns.get(position).map(|pattern| &*pattern.senses).unwrap_or_default()
    }

    /// The rooms that answer to `said`: by name, alias or concept (客厅 for "Living Room"); empty for an unknown room.
    pub fn match_room(&self, said: &str) -> Vec<RoomIndex> {
        let said = fold_name(said);
        if let Some(&word) = self.room_index.get(said.as_str()) {
            return self.room_words[word as usize].clone();
        }
        let letters: Vec<char> = said.chars().collect();
        match lexicon().lookup(&letters) {
            Some(senses) => senses
                .iter()
                .find_map(|sense| match sense {
                    Sense::Room(concept) => Some(self.rooms_of_concept(*concept)),
                    _ => None,
                })
                .unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// The rooms of the home that are of a kind: exactly that kind where there is one, else every narrower kind.
    pub(crate) fn rooms_of_concept(&self, concept: u16) -> Vec<RoomIndex> {
        let pick = |fits: &dyn Fn(u16) -> bool| -> Vec<RoomIndex> {
            (0..)
                .zip(&self.room_concepts)
                .filter(|(_, concepts)| concepts.iter().any(|&concept| fits(concept)))
                .map(|(index, _)| RoomIndex(index))
                .collect()
        };
        let lexicon = lexicon();
        let same = pick(&|other| other == concept);
        if !same.is_empty() {
            return same;
        }
        // A narrower kind than any that the home has (主卧 where there is a 卧室) stays unknown: it may be another room.
        let narrower = pick(&|other| lexicon.room_is_a(other, concept));
        // Of several, those that are called after it: 主卧 and 次卧 for 卧室, not 儿童房.
        let called: Vec<RoomIndex> =
            narrower.iter().copied().filter(|&room| self.is_called_after(room, concept)).collect();
        if called.is_empty() { narrower } else { called }
    }

    /// Whether a room's name holds the word of a kind of room: "Master Bedroom" for "bedroom", 主卧 for 卧室.
    fn is_called_after(&self, room: RoomIndex, concept: u16) -> bool {
        let Some(entry) = lexicon().rooms.get(usize::from(concept)) else { return false };
        let name = self.room_names.get(room.0 as usize).map(|name| fold_name(name)).unwrap_or_default();
        let stem = entry.zh.chars().next().filter(|&stem| is_han(stem));
        !entry.en.is_empty() && name.contains(entry.en.as_str())
            || stem.is_some_and(|stem| name.contains(stem))
    }

    /// The noun concept that `said` is, where it is a plain noun of the lexicon (灯, ceiling light).
    pub fn noun(&self, said: &str) -> Option<Noun> {
        let letters: Vec<char> = fold_name(said).chars().collect();
        lexicon().lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Noun(noun) => Some(*noun),
            _ => None,
        })
    }

    /// The nouns of a device: the head noun of its name first, then those of its categories. 落地灯 on a smart plug
    /// is a floor lamp and a plug.
    pub fn device_nouns(&self, device: DeviceIndex) -> &[Noun] {
        let index = device.0 as usize;
        match (self.device_noun_starts.get(index), self.device_noun_starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.device_nouns[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Whether the home has a device of this noun or of a kind of it.
    pub fn has_noun(&self, noun: Noun) -> bool {
        self.present_nouns.get(usize::from(noun.0)).copied().unwrap_or(false)
    }

    /// Whether the home has a single device of this noun or of a kind of it.
    pub(crate) fn is_only(&self, noun: Noun) -> bool {
        self.single_nouns.get(usize::from(noun.0)).copied().unwrap_or(false)
    }

    /// The room that a device stands in.
    pub(crate) fn room_of(&self, device: DeviceIndex) -> Option<RoomIndex> {
        self.device_rooms.get(device.0 as usize).copied().flatten()
    }

    /// Whether a device of this noun or of a kind of it stands in the room.
    pub fn room_has_noun(&self, room: RoomIndex, noun: Noun) -> bool {
        self.room_nouns.contains(&(room.0, noun.0))
    }

    /// Whether `noun` is `ancestor` or a kind of it (a desk lamp is a light).
    pub fn is_a(&self, noun: Noun, ancestor: Noun) -> bool {
        lexicon().is_a(noun, ancestor)
    }

    /// The noun whose devices answer to this one where there are none of its own, if there is one.
    pub fn or_else(&self, noun: Noun) -> Option<Noun> {
        lexicon().nouns.get(usize::from(noun.0))?.or_else
    }

    /// The noun that stands for a whole category (`Light` → light), if the lexicon has one.
    pub fn category_noun(&self, category: Category) -> Option<Noun> {
        lexicon().category_nouns.get(usize::from(category.0)).copied().flatten()
    }

    /// The noun of any device (设备), if the lexicon has one.
    pub fn any_device(&self) -> Option<Noun> {
        lexicon().any_device
    }

    /// The noun's names, for messages: Chinese, English.
    pub fn noun_names(&self, noun: Noun) -> (&'static str, &'static str) {
        lexicon()
            .nouns
            .get(usize::from(noun.0))
            .map_or(("", ""), |entry| (entry.zh.as_str(), entry.en.as_str()))
    }
}
