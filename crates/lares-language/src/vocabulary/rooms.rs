//! The rooms of a home: what people call them, and what kinds of rooms they are.

use hashbrown::HashMap;
use lares_home::{Home, Room, RoomIndex};

use super::Letters;
use super::layer::Words;
use super::marked_rooms::without_marks;
use super::variants::spoken;
use crate::lexicon::{Cue, Lexicon, Sense, lexicon};
use crate::normalise::fold_name;

/// The rooms of a home while its words are compiled.
#[derive(Default)]
pub(super) struct Rooms {
    /// The rooms that each room word stands for.
    pub(super) words: Vec<Vec<RoomIndex>>,
    /// What each room is called in the command array: its name, or its id where it has none.
    pub(super) names: Vec<Box<str>>,
    /// Room words by their texts.
    pub(super) index: HashMap<Box<str>, u32>,
    /// The kinds of rooms (and floors) that each room is, most telling first.
    pub(super) concepts: Vec<Vec<u16>>,
    /// The normalised words of each room.
    pub(super) spoken: Vec<Vec<String>>,
}

impl Rooms {
    /// The room word of a text.
    fn word(&mut self, text: &str) -> u32 {
        *self.index.entry(text.into()).or_insert_with(|| {
            self.words.push(Vec::new());
            self.words.len() as u32 - 1
        })
    }
}

/// A letter of a room's name as a command array writes it, whose lists have marks of their own.
pub(crate) fn in_scope(letter: char) -> char {
    if matches!(letter, ',' | '，' | '、' | '!' | '！') { ' ' } else { letter }
}

/// A room's name as it is written in a command array, normalised.
fn as_written(name: &str) -> String {
    let parts = name.split(|letter| in_scope(letter).is_whitespace()).filter(|part| !part.is_empty());
    fold_name(&parts.collect::<Vec<_>>().join(" "))
}

/// Rooms by what kinds of rooms they are, in two flat tables.
pub(super) struct RoomsByConcept {
    /// The kinds in ascending order, with where the rooms of each end.
    kinds: Box<[(u16, u32)]>,
    /// The rooms of each kind in the order of the home.
    rooms: Box<[RoomIndex]>,
}

impl RoomsByConcept {
    /// `concepts` are the kinds of each room.
    pub(super) fn new(concepts: &[Vec<u16>]) -> RoomsByConcept {
        let mut pairs: Vec<(u16, RoomIndex)> = (0..)
            .zip(concepts)
            .flat_map(|(room, kinds)| kinds.iter().map(move |&kind| (kind, RoomIndex(room))))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut end = 0;
        let kinds = pairs.chunk_by(|a, b| a.0 == b.0).filter_map(|same| {
            end += same.len() as u32;
            same.first().map(|(kind, _)| (*kind, end))
        });
        RoomsByConcept { kinds: kinds.collect(), rooms: pairs.iter().map(|(_, room)| *room).collect() }
    }

    /// The rooms that are of just this kind.
    pub(super) fn of(&self, kind: u16) -> &[RoomIndex] {
        match self.kinds.binary_search_by_key(&kind, |(known, _)| *known) {
            Ok(place) => self.at(place),
            Err(_) => &[],
        }
    }

    /// The rooms of all kinds that are wanted, in the order of the home, each once.
    pub(super) fn of_any(&self, wanted: impl Fn(u16) -> bool) -> super::Rooms {
        let kinds = self.kinds.iter().enumerate().filter(|(_, (kind, _))| wanted(*kind));
        let mut rooms: super::Rooms = kinds.flat_map(|(place, _)| self.at(place)).copied().collect();
        rooms.sort_unstable();
        rooms.dedup();
        rooms
    }

    fn at(&self, place: usize) -> &[RoomIndex] {
        let start = place.checked_sub(1).and_then(|before| self.kinds.get(before)).map_or(0, |kind| kind.1);
        let end = self.kinds.get(place).map_or(start, |kind| kind.1);
        self.rooms.get(start as usize..end as usize).unwrap_or_default()
    }
}

/// Compiles the rooms of a home and adds their words.
pub(super) fn rooms(home: &Home, lexicon: &Lexicon, words: &mut Words) -> Rooms {
    let mut rooms = Rooms::default();
    for (index, room) in (0..).zip(home.rooms.iter()) {
        let named = if room.name.trim().is_empty() { &room.id } else { &room.name };
        rooms.names.push(named.as_str().into());
        let spoken_forms = room_forms(room, lexicon);
        for form in &spoken_forms {
            let word = rooms.word(form);
            rooms.words[word as usize].push(RoomIndex(index));
            words.add(form, Sense::HomeRoom(word));
        }
        // "Twin (back)" is written so by the parser, with marks that nobody says.
        let written = as_written(named);
        if !written.is_empty() && !spoken_forms.contains(&written) {
            let word = rooms.word(&written);
            rooms.words[word as usize].push(RoomIndex(index));
        }
        // Emma的房间 is said of "Emma's Room", whatever kind of room that is.
        let mixed = |form: &&String| {
            form.starts_with(|letter: char| letter.is_ascii()) && form.ends_with(super::is_han)
        };
        // 电竞卧室 is said of a 电竞房, which is no bedroom for that.
        let derived: Vec<String> = std::iter::once(&room.name)
            .chain(&room.aliases)
            .map(|form| spoken(form))
            .filter(|form| {
                let letters: Vec<char> = form.chars().collect();
                let is_room = |sense: &Sense| matches!(sense, Sense::Room(_));
                lexicon.lookup(&letters).is_some_and(|senses| senses.iter().any(is_room))
            })
            .flat_map(|form| other_forms(&form))
            .collect();
        let told: Vec<String> =
            spoken_forms.iter().filter(|form| !mixed(form) && !derived.contains(form)).cloned().collect();
        let own: Vec<String> =
            std::iter::once(&room.name).chain(&room.aliases).map(|form| spoken(form).to_string()).collect();
        let own = room_concepts(&own, lexicon);
        // 小黑屋 for the den is no bedroom, though it may be called 小黑房间.
        let mut concepts = if own.is_empty() { room_concepts(&told, lexicon) } else { own };
        // 次卧 that is also called 小房间 is a second bedroom, not the bedroom.
        let all = concepts.clone();
        concepts.retain(|&one| !all.iter().any(|&other| other != one && lexicon.room_is_a(other, one)));
        rooms.concepts.push(concepts);
        rooms.spoken.push(spoken_forms);
    }
    rooms
}

/// What people call a room, normalised, each once.
pub(super) fn room_forms(room: &Room, lexicon: &Lexicon) -> Vec<String> {
    let mut forms = Vec::new();
    let names = std::iter::once(&room.name).chain(&room.aliases).map(|form| spoken(form).to_string());
    let unmarked = without_marks(&fold_name(&room.name), lexicon);
    for form in names.chain(unmarked) {
        let form = with_apostrophe(&form, lexicon).unwrap_or(form);
        // 桐桐的空调: what is hers stands there.
        let owner = owner_of(&form).or_else(|| han_owner(&form, lexicon).map(|owner| format!("{owner}的")));
        let short = short_form(&form, lexicon);
        let mut others = other_forms(&form);
        // "dungeon lights" for "The Dungeon", where it is no other word.
        if let Some(rest) = form.strip_prefix("the ") {
            let letters: Vec<char> = rest.chars().collect();
            others.extend((letters.len() > 2 && lexicon.lookup(&letters).is_none()).then(|| rest.to_owned()));
        }
        for form in [form.replace('\'', ""), form].into_iter().chain(owner).chain(short).chain(others) {
            if !form.is_empty() && !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

/// "emma's" of "emma's room", "ours" of "our room": what is hers stands there.
fn owner_of(room: &str) -> Option<String> {
    let owner = [" room", " bedroom"].iter().find_map(|kind| room.strip_suffix(kind))?;
    match owner {
        "our" => Some("ours".to_owned()),
        _ => owner.ends_with("'s").then(|| owner.to_owned()),
    }
}

/// "tyler's room" for "Tylers room", where nothing else is called so ("kids room").
fn with_apostrophe(room: &str, lexicon: &Lexicon) -> Option<String> {
    let owner = [" room", " bedroom"].iter().find_map(|kind| room.strip_suffix(kind))?;
    let stem = owner.strip_suffix('s').filter(|stem| stem.len() > 2)?;
    let is_word = |word: &str| {
        let letters: Letters = word.chars().collect();
        lexicon.lookup(&letters).is_some() || lexicon.is_plain(&letters)
    };
    let named = stem.bytes().all(|letter| letter.is_ascii_lowercase()) && !is_word(stem) && !is_word(owner);
    named.then(|| format!("{stem}'s{}", &room[owner.len()..]))
}

/// 桐桐 of 桐桐的房间, whose room it is; none where it is a kind of room (儿童房, 洗衣房).
pub(super) fn han_owner<'r>(room: &'r str, lexicon: &Lexicon) -> Option<&'r str> {
    let stem = han_stem(room)?;
    let letters: Letters = stem.chars().collect();
    let is_kind = || {
        let room: Letters = room.chars().collect();
        lexicon.lookup(&room).is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Room(_))))
    };
    (lexicon.lookup(&letters).is_none() && !lexicon.is_plain(&letters) && !is_kind()).then_some(stem)
}

/// What stands before a word for a room in a Chinese name of one.
fn han_stem(room: &str) -> Option<&str> {
    const KINDS: [&str; 7] = ["的房间", "房间", "的屋", "屋子", "屋里", "屋", "房"];
    let stem = KINDS.iter().find_map(|kind| room.strip_suffix(kind))?;
    (stem.chars().count() >= 2 && stem.chars().all(super::is_han)).then_some(stem)
}

/// 姥姥房间, 姥姥那屋 for 姥姥屋: whose room it is, said in another way.
fn other_forms(room: &str) -> Vec<String> {
    // Emma的房间 for "Emma's Room".
    let english = owner_of(room)
        .filter(|owner| owner.ends_with("'s"))
        .map(|owner| owner.trim_end_matches("'s").to_owned());
    if let Some(owner) = english.filter(|owner| owner.chars().all(char::is_alphanumeric)) {
        // "Ethan 房间", as it is written between the two languages.
        let said = |kind: &str| [format!("{owner}{kind}"), format!("{owner} {kind}")];
        return lexicon().cue(Cue::OwnRoom).flat_map(said).collect();
    }
    let Some(stem) = han_stem(room) else { return Vec::new() };
    lexicon().cue(Cue::OwnRoom).map(|kind| format!("{stem}{kind}")).filter(|form| form != room).collect()
}

/// "guest" of "guest room", as in "the guest shade". Only where it is no other word.
fn short_form(room: &str, lexicon: &Lexicon) -> Option<String> {
    let rest = [" room", " bedroom", " suite"].iter().find_map(|kind| room.strip_suffix(kind))?;
    let letters: Vec<char> = rest.chars().collect();
    let is_word = letters.len() > 2 && letters.iter().all(|letter| letter.is_ascii_alphabetic());
    (is_word && lexicon.lookup(&letters).is_none()).then(|| rest.to_owned())
}

/// The kinds of room that a room's names say: the longest room words in them, the last one first.
pub(super) fn room_concepts(forms: &[String], lexicon: &Lexicon) -> Vec<u16> {
    let mut concepts = Vec::new();
    for form in forms {
        let letters: Vec<char> = form.chars().collect();
        let mut hits: Vec<(usize, usize, u16)> = Vec::new();
        lexicon.scan(&letters, |start, pattern| {
            let end = start + lexicon.length(pattern);
            for sense in lexicon.senses(pattern) {
                if let Sense::Room(concept) = sense {
                    hits.push((start, end, *concept));
                }
            }
        });
        // 卧室 within 主卧室 is not a second kind.
        let outer: Vec<(usize, usize, u16)> = hits
            .iter()
            .filter(|hit| {
                !hits.iter().any(|other| {
                    other.0 <= hit.0 && hit.1 <= other.1 && (other.1 - other.0) > (hit.1 - hit.0)
                })
            })
            .copied()
            .collect();
        // 主卧卫生间 is a bathroom, not a bedroom: the head is the last; floors count wherever they stand.
        let last_end =
            outer.iter().filter(|hit| !lexicon.rooms[usize::from(hit.2)].floor).map(|hit| hit.1).max();
        for hit in outer.iter().rev() {
            let head = Some(hit.1) == last_end || lexicon.rooms[usize::from(hit.2)].floor;
            if head && !concepts.contains(&hit.2) {
                concepts.push(hit.2);
            }
        }
    }
    concepts
}
