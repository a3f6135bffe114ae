//! Where the words of a request touch devices and scenes: by their names, their rooms and their kinds.

use lares_home::{DeviceIndex, RoomIndex};
use lares_language::Noun;
use lares_language::lexicon::Sense;
use lares_language::normalise::fold_name;
use lares_reader::{Touch, TouchKind};
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::entities::Meant;
use super::senses;
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

/// Writes where the words touch the entities, whose names are `named`. The words come with the place of the first of them.
pub(super) fn find(
    home: &CompiledHome,
    words: (u32, &Words),
    entities: &[Meant],
    named: &[Named],
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
        parts.clear();
        parts.extend(named.iter().map(|named| share(&named.names, &word)));
        let having = parts.iter().filter(|part| **part > 0.0).count();
        for (place, ((meant, named), part)) in entities.iter().zip(named).zip(&*parts).enumerate() {
            if let Meant::Device(device) = meant {
                if answering.contains(device) {
                    touched(place, TouchKind::Name, word.likeness);
                    touched(place, TouchKind::NameRarity, 1.0 / answering.len() as f32);
                }
                let stands = home.device(*device).and_then(|device| device.room);
                if stands.is_some_and(|room| rooms.contains(&room)) {
                    touched(place, TouchKind::Room, 1.0 / rooms.len() as f32);
                }
                by_kind(home, &word, *device, |kind| touched(place, kind, 1.0));
            }
            if named.is_whole(word.letters) {
                touched(place, TouchKind::WholeName, 1.0);
            }
            if *part > 0.0 {
                touched(place, TouchKind::PartOfName, *part);
                touched(place, TouchKind::PartRarity, 1.0 / having.max(1) as f32);
            } else if word.senses.is_empty() && named.is_nearly_part(word.letters) {
                touched(place, TouchKind::NearlyPart, 1.0);
            }
            let room = share(&named.rooms, &word);
            if room > 0.0 {
                touched(place, TouchKind::PartOfRoom, room);
            }
        }
    }
}

/// How a word touches a device by what kind of device it is.
fn by_kind(home: &CompiledHome, word: &Word<'_>, device: DeviceIndex, mut touched: impl FnMut(TouchKind)) {
    let nouns = home.vocabulary.device_nouns(device);
    let is = |noun: &Noun, of: &Noun| home.vocabulary.is_a(*noun, *of);
    let said = word.senses.iter().find_map(|sense| match sense {
        Sense::Noun(noun) => nouns.iter().any(|own| is(own, noun)).then_some(noun),
        _ => None,
    });
    if let Some(noun) = said {
        touched(TouchKind::Noun);
        if nouns.first().is_some_and(|head| is(head, noun)) {
            touched(TouchKind::HeadNoun);
        }
    }
    let mut helps = word.senses.iter().flat_map(senses::helping);
    if helps.any(|noun| nouns.iter().any(|own| is(own, &noun))) {
        touched(TouchKind::Helps);
    }
}

/// The names of an entity and of its room, folded.
#[derive(Debug, Clone)]
pub(super) struct Named {
    names: SmallVec<[Vec<char>; 3]>,
    rooms: SmallVec<[Vec<char>; 2]>,
}

impl Named {
    pub(super) fn of(home: &CompiledHome, meant: Meant) -> Named {
        let folded = |name: &SmolStr| fold_name(name).chars().collect::<Vec<char>>();
        match meant {
            Meant::Scene(scene) => {
                let scene = home.home.scenes.get(scene);
                let names = scene.iter().map(|scene| folded(&scene.name));
                Named { names: names.collect(), rooms: SmallVec::new() }
            }
            Meant::Device(index) => {
                let device = home.device(index).into_iter();
                let names = device.flat_map(|device| std::iter::once(&device.name).chain(&device.aliases));
                let room = home.room_of(index).into_iter();
                let rooms = room.flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
                Named { names: names.map(folded).collect(), rooms: rooms.map(folded).collect() }
            }
        }
    }

    fn is_whole(&self, said: &[char]) -> bool {
        self.names.iter().any(|name| name == said)
    }

    /// A word of a name with one letter more, less, other or changed round.
    fn is_nearly_part(&self, said: &[char]) -> bool {
        let words = |name: &Vec<char>| {
            name.split(|letter| !letter.is_alphanumeric())
                .any(|word| word.len() >= LONG_WORD && is_one_off(said, word))
        };
        said.len() >= LONG_WORD && said.iter().all(char::is_ascii_alphabetic) && self.names.iter().any(words)
    }
}

/// How much of the one of these names is said that is said most of.
fn share(names: &[Vec<char>], word: &Word<'_>) -> f32 {
    let is_ascii = word.letters.iter().all(char::is_ascii);
    let of = |name: &Vec<char>| {
        let held = match *word.letters {
            _ if is_ascii => is_word_within(name, word.letters),
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
    names.iter().map(of).fold(0.0, f32::max).min(1.0)
}

fn holds(name: &[char], part: &[char]) -> bool {
    !part.is_empty() && name.windows(part.len()).any(|window| window == part)
}

/// Whether these letters stand in a name between borders of words.
fn is_word_within(name: &[char], word: &[char]) -> bool {
    if word.is_empty() || !word.iter().any(|letter| letter.is_alphanumeric()) {
        return false;
    }
    let borders = |at: Option<&char>| at.is_none_or(|letter| !letter.is_ascii_alphanumeric());
    name.windows(word.len()).enumerate().any(|(start, window)| {
        window == word
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
