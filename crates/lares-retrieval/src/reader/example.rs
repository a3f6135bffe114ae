//! From a request and a home to what the network sees of them.

use std::sync::Arc;

use lares_home::{DeviceIndex, RoomIndex};
use lares_language::lexicon::Sense;
use lares_language::normalise::fold_name;
use lares_language::parser::explain::PathWord;
use lares_reader::{Candidate, Entity, Example, Touch, TouchKind, Word, feature};
use smallvec::SmallVec;

use super::senses;
use crate::conversation::Conversation;
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::postings::add;
use crate::result::SCENE_EXECUTE;
use crate::workspace::Workspace;

/// So many devices are looked at at most: those that words touch, then those near the speaker, then the first ones.
pub const MOST_ENTITIES: usize = 160;
/// So many words are read at most, the last ones.
const MOST_WORDS: usize = 60;
/// An English word of a name must be that long to be misspelt.
const LONG_WORD: usize = 4;

/// What an entity is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// A device.
    Device(DeviceIndex),
    /// A scene, by its place in the home.
    Scene(usize),
}

/// An example, and what its entities are.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// What the network sees.
    pub example: Example,
    /// What its entities are, in their order.
    pub entities: Vec<Meant>,
}

/// What is known of the devices and scenes of a home, whoever speaks: the same for every request.
#[derive(Debug)]
pub(crate) struct Known {
    entities: Vec<Arc<Entity>>,
    named: Vec<Named>,
}

impl Known {
    /// Of a home that is small enough to be looked at whole; `None` of a larger one.
    pub(crate) fn of(home: &CompiledHome) -> Option<Known> {
        let meant = all(home)?;
        Some(Known {
            entities: meant.iter().map(|meant| Arc::new(entity_of(home, *meant))).collect(),
            named: meant.iter().map(|meant| Named::of(home, *meant)).collect(),
        })
    }
}

/// A word with the letters around it.
struct Said {
    word: PathWord,
    letters: SmallVec<[char; 12]>,
    /// The letter directly before and behind it.
    beside: [Option<char>; 2],
}

/// What the network sees of a request in its conversation.
pub fn seen(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
    workspace: &mut Workspace,
) -> Seen {
    let earlier = conversation.said(request.now_ms, &home.config);
    let mut words: Vec<(Said, bool)> = Vec::new();
    for text in earlier {
        words.extend(said(home.vocabulary.path_words(text)).map(|word| (word, true)));
    }
    let now = home.vocabulary.path_words_in(request.text, &mut workspace.language);
    words.extend(said(now).map(|word| (word, false)));
    if words.len() > MOST_WORDS {
        words.drain(..words.len() - MOST_WORDS);
    }
    let near = request.room.map(|room| near(home, room));
    let recent: SmallVec<[DeviceIndex; 8]> = conversation
        .recent(request.now_ms, &home.config)
        .into_iter()
        .filter_map(|id| home.device_by_id(id))
        .collect();
    let entities = entities(home, &words, near.as_ref(), &recent);
    let known = home.known_to_reader();
    let made: Vec<Named> = match known {
        Some(_) => Vec::new(),
        None => entities.iter().map(|meant| Named::of(home, *meant)).collect(),
    };
    let named: Vec<&Named> = match known {
        Some(known) => known.named.iter().collect(),
        None => made.iter().collect(),
    };
    let mut example = Example { room_known: near.is_some(), ..Example::default() };
    example.candidates.reserve_exact(entities.len());
    for (place, meant) in entities.iter().enumerate() {
        let entity = known.and_then(|known| known.entities.get(place).map(Arc::clone));
        let device = match meant {
            Meant::Device(device) => Some(*device),
            Meant::Scene(_) => None,
        };
        example.candidates.push(Candidate {
            entity: entity.unwrap_or_else(|| Arc::new(entity_of(home, *meant))),
            is_near: device.is_some_and(|device| near.as_ref().is_some_and(|near| near.contains(device))),
            is_recent: device.is_some_and(|device| recent.contains(&device)),
        });
    }
    touch(home, &words, &entities, &named, &mut example.touches);
    let word = |(said, earlier): (Said, bool)| Word { features: senses::features(home, &said.word), earlier };
    example.words = words.into_iter().map(word).collect();
    Seen { example, entities }
}

fn said(words: Vec<PathWord>) -> impl Iterator<Item = Said> {
    let letters: Vec<SmallVec<[char; 12]>> = words.iter().map(|word| word.said.chars().collect()).collect();
    let count = words.len();
    let beside = move |place: usize, letters: &[SmallVec<[char; 12]>]| {
        let before = place.checked_sub(1).and_then(|before| letters.get(before)).and_then(|it| it.last());
        let behind = letters.get(place + 1).filter(|_| place + 1 < count).and_then(|it| it.first());
        [before.copied(), behind.copied()]
    };
    words.into_iter().enumerate().map(move |(place, word)| Said {
        word,
        letters: letters.get(place).cloned().unwrap_or_default(),
        beside: beside(place, &letters),
    })
}

fn near(home: &CompiledHome, room: &str) -> DeviceSet {
    let mut devices = DeviceSet::empty(home.home.devices.len());
    for room in home.rooms_of_speaker(room) {
        add(&mut devices, &home.rooms.in_room(room));
    }
    devices
}

/// How many scenes are looked at.
fn scenes(home: &CompiledHome) -> usize {
    home.home.scenes.len().min(MOST_ENTITIES / 4)
}

/// All devices and scenes of a small home.
fn all(home: &CompiledHome) -> Option<Vec<Meant>> {
    let (count, scenes) = (home.home.devices.len(), scenes(home));
    let devices = (0..count as u32).map(|index| Meant::Device(DeviceIndex(index)));
    (count + scenes <= MOST_ENTITIES).then(|| devices.chain((0..scenes).map(Meant::Scene)).collect())
}

/// The devices and scenes that are looked at: all of a small home.
fn entities(
    home: &CompiledHome,
    words: &[(Said, bool)],
    near: Option<&DeviceSet>,
    recent: &[DeviceIndex],
) -> Vec<Meant> {
    if let Some(all) = all(home) {
        return all;
    }
    let count = home.home.devices.len();
    let scenes = scenes(home);
    let most = MOST_ENTITIES - scenes;
    let scenes = (0..scenes).map(Meant::Scene);
    let mut chosen: Vec<DeviceIndex> = recent.to_vec();
    let mut choose = |device: DeviceIndex| {
        let room_left = chosen.len() < most;
        if room_left && !chosen.contains(&device) {
            chosen.push(device);
        }
        room_left
    };
    let senses = || words.iter().flat_map(|(said, _)| &said.word.senses);
    for sense in senses() {
        home.vocabulary.devices_of_sense(sense).take(most).all(&mut choose);
    }
    if let Some(near) = near {
        near.iter().all(&mut choose);
    }
    for sense in senses() {
        for room in home.vocabulary.rooms_of_sense(sense).unwrap_or_default() {
            home.rooms.in_room(room).iter().copied().all(&mut choose);
        }
        if let Sense::Noun(noun) = sense {
            home.of_noun(*noun).iter().take(most).all(&mut choose);
        }
    }
    (0..count as u32).map(DeviceIndex).all(&mut choose);
    chosen.into_iter().map(Meant::Device).chain(scenes).collect()
}

/// What a device or scene is, whoever speaks.
fn entity_of(home: &CompiledHome, meant: Meant) -> Entity {
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
            let capabilities = home.capabilities(device.profile).map(|it| home.capability_id(it));
            for id in capabilities {
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

/// Where the words touch the entities.
fn touch(
    home: &CompiledHome,
    words: &[(Said, bool)],
    entities: &[Meant],
    named: &[&Named],
    touches: &mut Vec<Touch>,
) {
    for (word, (said, _)) in (0..).zip(words) {
        let mut touched = |candidate: usize, kind: TouchKind, strength: f32| {
            touches.push(Touch { candidate: candidate as u32, word, kind, strength });
        };
        let answering: SmallVec<[DeviceIndex; 16]> =
            said.word.senses.iter().flat_map(|sense| home.vocabulary.devices_of_sense(sense)).collect();
        let rooms: SmallVec<[RoomIndex; 4]> = said
            .word
            .senses
            .iter()
            .filter_map(|sense| home.vocabulary.rooms_of_sense(sense))
            .flatten()
            .collect();
        let parts: Vec<f32> = named.iter().map(|named| named.part(said)).collect();
        let having = parts.iter().filter(|part| **part > 0.0).count();
        for (place, (meant, named)) in entities.iter().zip(named).enumerate() {
            if let Meant::Device(device) = meant {
                if answering.contains(device) {
                    touched(place, TouchKind::Name, said.word.likeness);
                    touched(place, TouchKind::NameRarity, 1.0 / answering.len() as f32);
                }
                let stands = home.device(*device).and_then(|device| device.room);
                if stands.is_some_and(|room| rooms.contains(&room)) {
                    touched(place, TouchKind::Room, 1.0 / rooms.len() as f32);
                }
                let nouns = home.vocabulary.device_nouns(*device);
                let is =
                    |noun: &lares_language::Noun, of: &lares_language::Noun| home.vocabulary.is_a(*noun, *of);
                for sense in &said.word.senses {
                    if let Sense::Noun(noun) = sense
                        && nouns.iter().any(|own| is(own, noun))
                    {
                        touched(place, TouchKind::Noun, 1.0);
                        if nouns.first().is_some_and(|head| is(head, noun)) {
                            touched(place, TouchKind::HeadNoun, 1.0);
                        }
                        break;
                    }
                }
                let helps = said.word.senses.iter().flat_map(senses::helping);
                if helps.clone().any(|noun| nouns.iter().any(|own| is(own, &noun))) {
                    touched(place, TouchKind::Helps, 1.0);
                }
            }
            if named.is_whole(&said.letters) {
                touched(place, TouchKind::WholeName, 1.0);
            }
            let part = parts.get(place).copied().unwrap_or_default();
            if part > 0.0 {
                touched(place, TouchKind::PartOfName, part);
                touched(place, TouchKind::PartRarity, 1.0 / having.max(1) as f32);
            } else if said.word.senses.is_empty() && named.is_nearly_part(&said.letters) {
                touched(place, TouchKind::NearlyPart, 1.0);
            }
            let room = named.part_of_room(said);
            if room > 0.0 {
                touched(place, TouchKind::PartOfRoom, room);
            }
        }
    }
}

/// The names of an entity and of its room, folded.
#[derive(Debug)]
struct Named {
    names: SmallVec<[Vec<char>; 3]>,
    rooms: SmallVec<[Vec<char>; 2]>,
}

impl Named {
    fn of(home: &CompiledHome, meant: Meant) -> Named {
        let folded = |name: &String| fold_name(name).chars().collect::<Vec<char>>();
        match meant {
            Meant::Scene(scene) => {
                let scene = home.home.scenes.get(scene);
                Named {
                    names: scene.iter().map(|scene| folded(&scene.name)).collect(),
                    rooms: SmallVec::new(),
                }
            }
            Meant::Device(index) => {
                let device = home.device(index);
                let names = device
                    .into_iter()
                    .flat_map(|device| std::iter::once(&device.name).chain(&device.aliases));
                let room = home.room_of(index);
                let rooms =
                    room.into_iter().flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
                Named { names: names.map(folded).collect(), rooms: rooms.map(folded).collect() }
            }
        }
    }

    fn is_whole(&self, said: &[char]) -> bool {
        self.names.iter().any(|name| name == said)
    }

    fn part(&self, said: &Said) -> f32 {
        share(&self.names, said)
    }

    fn part_of_room(&self, said: &Said) -> f32 {
        share(&self.rooms, said)
    }

    /// A word of a name with one letter more, less, other or changed round.
    fn is_nearly_part(&self, said: &[char]) -> bool {
        said.len() >= LONG_WORD
            && said.iter().all(char::is_ascii_alphabetic)
            && self.names.iter().any(|name| {
                name.split(|letter| !letter.is_alphanumeric())
                    .any(|word| word.len() >= LONG_WORD && is_one_off(said, word))
            })
    }
}

/// How much of the one of these names is said that is said most of.
fn share(names: &[Vec<char>], said: &Said) -> f32 {
    let of = |name: &Vec<char>| {
        let held = if said.letters.iter().all(char::is_ascii) {
            is_word_within(name, &said.letters)
        } else {
            match said.letters[..] {
                [letter] => {
                    said.beside.into_iter().enumerate().any(|(side, beside)| {
                        let pair = |beside| if side == 0 { [beside, letter] } else { [letter, beside] };
                        beside.is_some_and(|beside| beside > '\u{2e80}' && holds(name, &pair(beside)))
                    }) || name[..] == [letter]
                }
                _ => holds(name, &said.letters),
            }
        };
        if held { said.letters.len() as f32 / name.len().max(1) as f32 } else { 0.0 }
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
    let behind = |list: &[char], count: usize| list.get(count..).unwrap_or_default().to_vec();
    behind(one, 1) == behind(other, 1)
        || one == behind(other, 1)
        || behind(one, 1) == other
        || matches!((one, other), ([a, b, ..], [c, d, ..]) if a == d && b == c)
            && behind(one, 2) == behind(other, 2)
}
