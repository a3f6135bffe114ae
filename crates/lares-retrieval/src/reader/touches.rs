//! Where the words of a request touch devices and scenes: by their names, their rooms and their kinds.

use lares_home::{DeviceIndex, RoomIndex};
use lares_language::Noun;
use lares_language::lexicon::Sense;
use lares_language::normalise::fold_name;
use lares_reader::{Touch, TouchKind};
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::entities::{KnownEntity, Meant};
use super::numbered::{Numbered, Sought, classes};
use super::senses;
use super::sounds;
use super::takes;
use super::words::{Word, Words};
use crate::index::CompiledHome;

/// An English word of a name must be that long to be misspelt.
const LONG_WORD: usize = 4;

/// Memory of one word.
#[derive(Debug, Clone, Default)]
pub(super) struct OfWord {
    answering: Vec<DeviceIndex>,
    rooms: Vec<RoomIndex>,
    parts: Vec<f32>,
}

/// Writes where the words touch the entities, whose names and values are `known`. The words come with the place of the first of them.
pub(super) fn find(
    home: &CompiledHome,
    words: (u32, &Words),
    entities: &[Meant],
    known: &[&KnownEntity],
    memory: &mut OfWord,
    touches: &mut Vec<Touch>,
) {
    let (first, words) = words;
    let OfWord { answering, rooms, parts } = memory;
    for (number, word) in (first..).zip(words.iter()) {
        let mut touched = |candidate: usize, kind: TouchKind, strength: f32| {
            touches.push(Touch { candidate: candidate as u32, word: number, kind, strength });
        };
        answering.clear();
        answering.extend(word.senses.iter().flat_map(|sense| home.vocabulary.devices_of_sense(sense)));
        rooms.clear();
        let of_senses = word.senses.iter().filter_map(|sense| home.vocabulary.rooms_of_sense(sense));
        rooms.extend(of_senses.flatten());
        let said = Said::of(&word);
        parts.clear();
        parts.extend(known.iter().map(|known| said.share(&known.named.names)));
        let having = parts.iter().filter(|part| **part > 0.0).count();
        let takes = |known: &&&KnownEntity| known.takes.values.has_one(&said.values, said.classes.0);
        let taking = if said.values.is_empty() { 0 } else { known.iter().filter(takes).count() };
        for (place, ((meant, known), part)) in entities.iter().zip(known).zip(&*parts).enumerate() {
            let named = &known.named;
            if let Meant::Device(device) = meant {
                if answering.contains(device) {
                    touched(place, TouchKind::Name, word.likeness);
                    touched(place, TouchKind::NameRarity, 1.0 / answering.len() as f32);
                }
                let stands = home.device(*device).and_then(|device| device.room);
                if stands.is_some_and(|room| rooms.contains(&room)) {
                    touched(place, TouchKind::Room, 1.0 / rooms.len() as f32);
                }
                if said.tells_kinds() {
                    said.by_kind(home, *device, |kind| touched(place, kind, 1.0));
                }
            }
            if named.is_whole(word.letters) {
                touched(place, TouchKind::WholeName, 1.0);
            }
            if *part > 0.0 {
                touched(place, TouchKind::PartOfName, *part);
                touched(place, TouchKind::PartRarity, 1.0 / having.max(1) as f32);
            } else {
                if (word.senses.is_empty() || word.likeness < 1.0) && named.is_nearly_part(word.letters) {
                    touched(place, TouchKind::NearlyPart, 1.0);
                }
                if named.sounds.has_one(&said.sounds, said.classes.1) {
                    touched(place, TouchKind::SoundsLikePart, 1.0);
                }
            }
            if taking > 0 && takes(&known) {
                touched(place, TouchKind::Value, 1.0);
                touched(place, TouchKind::ValueRarity, 1.0 / taking as f32);
            }
            let in_range = said.number.map_or(0.0, |number| known.takes.in_range(number));
            if in_range > 0.0 {
                touched(place, TouchKind::InRange, in_range);
            }
            let room = said.share(&named.rooms);
            if room > 0.0 {
                touched(place, TouchKind::PartOfRoom, room);
            }
        }
    }
}

/// A word, with what of it is the same for every device.
struct Said<'w> {
    word: &'w Word<'w>,
    is_ascii: bool,
    letters: LetterSet,
    /// The kinds of devices that it is a noun for, and that help against it.
    nouns: SmallVec<[Noun; 4]>,
    helps: SmallVec<[Noun; 24]>,
    /// The values that it may name, and how it sounds, and of which classes these are.
    values: Sought,
    sounds: Sought,
    classes: (u64, u64),
    /// The number that it is.
    number: Option<f64>,
}

impl<'w> Said<'w> {
    fn of(word: &'w Word<'w>) -> Said<'w> {
        let noun = |sense: &Sense| match sense {
            Sense::Noun(noun) => Some(*noun),
            _ => None,
        };
        let (values, sounds) = (takes::named(word), sounds::of_word(word));
        Said {
            word,
            is_ascii: word.letters.iter().all(char::is_ascii),
            letters: LetterSet::of(word.letters),
            nouns: word.senses.iter().filter_map(noun).collect(),
            helps: word.senses.iter().flat_map(senses::helping).collect(),
            classes: (classes(&values), classes(&sounds)),
            values,
            sounds,
            number: takes::number(word),
        }
    }

    fn tells_kinds(&self) -> bool {
        !self.nouns.is_empty() || !self.helps.is_empty()
    }

    /// How it touches a device by what kind of device it is.
    fn by_kind(&self, home: &CompiledHome, device: DeviceIndex, mut touched: impl FnMut(TouchKind)) {
        let nouns = home.vocabulary.device_nouns(device);
        let is = |noun: &Noun, of: &Noun| home.vocabulary.is_a(*noun, *of);
        if let Some(noun) = self.nouns.iter().find(|noun| nouns.iter().any(|own| is(own, noun))) {
            touched(TouchKind::Noun);
            if nouns.first().is_some_and(|head| is(head, noun)) {
                touched(TouchKind::HeadNoun);
            }
        }
        if self.helps.iter().any(|noun| nouns.iter().any(|own| is(own, noun))) {
            touched(TouchKind::Helps);
        }
    }

    /// How much of the one of these names is said that is said most of.
    fn share(&self, names: &Names) -> f32 {
        if !names.letters.has(self.letters) {
            return 0.0;
        }
        let word = self.word;
        let of = |name: &Vec<char>| {
            let held = match *word.letters {
                _ if self.is_ascii => is_word_within(name, word.letters),
                [letter] => {
                    word.beside.into_iter().enumerate().any(|(side, beside)| {
                        let pair = |beside| if side == 0 { [beside, letter] } else { [letter, beside] };
                        beside.is_some_and(|beside| beside > '\u{2e80}' && holds(name, &pair(beside)))
                    }) || name[..] == [letter]
                }
                _ => holds(name, word.letters),
            };
            if held { word.letters.len() as f32 / name.len().max(1) as f32 } else { 0.0 }
        };
        names.names.iter().map(of).fold(0.0, f32::max).min(1.0)
    }
}

/// The letters of a word or of names, folded into 64 places: what lacks one of them is no part.
#[derive(Debug, Clone, Copy, Default)]
struct LetterSet(u64);

impl LetterSet {
    fn of(letters: &[char]) -> LetterSet {
        LetterSet(letters.iter().fold(0, |set, letter| set | 1 << (u32::from(*letter) % 64)))
    }

    fn has(self, part: LetterSet) -> bool {
        self.0 & part.0 == part.0
    }
}

/// Names, folded.
#[derive(Debug, Clone, Default)]
struct Names {
    names: SmallVec<[Vec<char>; 2]>,
    letters: LetterSet,
}

impl Names {
    fn of<'n>(names: impl Iterator<Item = &'n SmolStr>) -> Names {
        let names: SmallVec<[Vec<char>; 2]> = names.map(|name| fold_name(name).chars().collect()).collect();
        let letters = names.iter().fold(0, |set, name| set | LetterSet::of(name).0);
        Names { names, letters: LetterSet(letters) }
    }
}

/// The names of an entity and of its room.
#[derive(Debug, Clone)]
pub(super) struct Named {
    names: Names,
    rooms: Names,
    /// How the names sound.
    sounds: Numbered,
}

impl Named {
    pub(super) fn of(home: &CompiledHome, meant: Meant) -> Named {
        let (names, rooms) = Named::written(home, meant);
        let mut sounds = Vec::new();
        names.names.iter().for_each(|name| sounds::of_name(name, &mut sounds));
        Named { names, rooms, sounds: Numbered::of(sounds) }
    }

    /// The names of an entity, and those of its room.
    fn written(home: &CompiledHome, meant: Meant) -> (Names, Names) {
        match meant {
            Meant::Scene(scene) => {
                let scene = home.home.scenes.get(scene);
                (Names::of(scene.iter().map(|scene| &scene.name)), Names::default())
            }
            Meant::Device(index) => {
                let device = home.device(index).into_iter();
                let names = device.flat_map(|device| std::iter::once(&device.name).chain(&device.aliases));
                let room = home.room_of(index).into_iter();
                let rooms = room.flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
                (Names::of(names), Names::of(rooms))
            }
        }
    }

    fn is_whole(&self, said: &[char]) -> bool {
        self.names.names.iter().any(|name| name == said)
    }

    /// A word of a name with one letter more, less, other or changed round.
    fn is_nearly_part(&self, said: &[char]) -> bool {
        let words = |name: &Vec<char>| {
            name.split(|letter| !letter.is_alphanumeric())
                .any(|word| word.len() >= LONG_WORD && is_one_off(said, word))
        };
        said.len() >= LONG_WORD
            && said.iter().all(char::is_ascii_alphabetic)
            && self.names.names.iter().any(words)
    }
}

fn holds(name: &[char], part: &[char]) -> bool {
    // Most names do not have its first letter.
    let Some(first) = part.first() else { return false };
    name.windows(part.len()).any(|window| window.first() == Some(first) && window == part)
}

/// Whether these letters stand in a name between borders of words.
fn is_word_within(name: &[char], word: &[char]) -> bool {
    let Some(first) = word.first() else { return false };
    if !word.iter().any(|letter| letter.is_alphanumeric()) {
        return false;
    }
    let borders = |at: Option<&char>| at.is_none_or(|letter| !letter.is_ascii_alphanumeric());
    name.windows(word.len()).enumerate().any(|(start, window)| {
        window.first() == Some(first)
            && window == word
            && borders(start.checked_sub(1).and_then(|before| name.get(before)))
            && borders(name.get(start + word.len()))
    })
}

/// Whether two words are one letter apart.
fn is_one_off(one: &[char], other: &[char]) -> bool {
    if one.len().abs_diff(other.len()) > 1 || one == other {
        return false;
    }
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (one.get(same..).unwrap_or_default(), other.get(same..).unwrap_or_default());
    let (one_later, other_later) = (one.get(1..).unwrap_or_default(), other.get(1..).unwrap_or_default());
    let changed_round = || match (one, other) {
        ([a, b, rest @ ..], [c, d, others @ ..]) => a == d && b == c && rest == others,
        _ => false,
    };
    one_later == other_later || one == other_later || one_later == other || changed_round()
}
