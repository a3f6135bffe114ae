//! Room words in device names (seed 002, sections 1 to 3), found once when a home is compiled.
//!
//! No request may look at devices x rooms: known room words are looked up in every name at compile time, and a word
//! that no room answers to is looked up through an index of characters.

mod changed;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use lares_home::{DeviceIndex, RoomIndex};
use smallvec::SmallVec;

use crate::postings::{PostingLists, Postings};

/// What a device's name says about its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedRoom {
    /// No room word.
    None,
    /// One room word: the room it names, or for a word that no room of the home answers to, its place among the words
    /// handed in.
    One(RoomWord),
    /// Two different room words: unsure.
    Ambiguous,
}

/// A room word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoomWord {
    /// It names a room of the home.
    Known(RoomIndex),
    /// It is one of the command's own words, by place.
    Said(usize),
}

/// The rooms of a home's devices, by their room and by their name.
#[derive(Debug, Default)]
pub struct RoomLookup {
    words: Arc<Words>,
    names: Letters,
    rooms: Vec<Option<RoomIndex>>,
    /// For each room, how many devices of other rooms its words are in the names of, and how many of its own.
    tallies: Vec<Tally>,
    by_room: PostingLists<RoomIndex>,
    by_named_room: PostingLists<RoomIndex>,
    unsure: Postings,
    by_character: PostingLists<char>,
    /// Visit every device instead of the lists.
    linear: bool,
}

impl RoomLookup {
    /// Looks room words up in device names. `devices` are names with rooms, in order; `rooms` the words of each room.
    /// A word of two characters that more than `short_word_conflicts` devices of other rooms carry in their names is
    /// no room word (seed 002, section 1).
    pub fn build<'a>(
        devices: impl IntoIterator<Item = (&'a str, Option<RoomIndex>)>,
        rooms: impl IntoIterator<Item = (RoomIndex, &'a str)>,
        short_word_conflicts: usize,
    ) -> RoomLookup {
        let mut words = Words::default();
        for (room, word) in rooms {
            words.counting.insert(&clean(word), RoomWord::Known(room));
        }
        let (mut names, mut placed) = (Letters::default(), Vec::new());
        for (name, room) in devices {
            names.push(&clean(name));
            placed.push(room);
        }
        names.shrink();
        let mut tallies = Vec::new();
        for (name, room) in names.iter().zip(&placed) {
            words.tally(&mut tallies, name, *room, 1);
        }
        words.drop_contradicted(&tallies, short_word_conflicts);

        let mut by_room: HashMap<RoomIndex, Vec<DeviceIndex>> = HashMap::new();
        let mut by_named_room: HashMap<RoomIndex, Vec<DeviceIndex>> = HashMap::new();
        let mut by_character: HashMap<char, Vec<DeviceIndex>> = HashMap::new();
        let mut unsure = Vec::new();
        for (index, (name, room)) in names.iter().zip(&placed).enumerate() {
            let device = DeviceIndex(index as u32);
            if let Some(room) = room {
                by_room.entry(*room).or_default().push(device);
            }
            for character in name.iter() {
                let list = by_character.entry(*character).or_default();
                if list.last() != Some(&device) {
                    list.push(device);
                }
            }
            match words.counting.extract(name) {
                // Where the name agrees with the room it says nothing new (section 4: only conflict counts).
                NamedRoom::One(RoomWord::Known(named)) if Some(named) != *room => {
                    by_named_room.entry(named).or_default().push(device);
                }
                NamedRoom::Ambiguous if room.is_none() => unsure.push(device),
                _ => {}
            }
        }
        RoomLookup {
            words: Arc::new(words),
            names,
            rooms: placed,
            tallies,
            by_room: by_room.into(),
            by_named_room: by_named_room.into(),
            unsure: unsure.into_boxed_slice(),
            by_character: by_character.into(),
            linear: false,
        }
    }

    /// The number of devices.
    pub fn devices(&self) -> usize {
        self.rooms.len()
    }

    /// The devices that stand in a room.
    pub fn in_room(&self, room: RoomIndex) -> Cow<'_, [DeviceIndex]> {
        if self.linear {
            return Cow::Owned(self.visit(|at, _| self.rooms.get(at).copied().flatten() == Some(room)));
        }
        Cow::Borrowed(self.by_room.of(room))
    }

    /// The devices whose name says a room although their room is empty or another one.
    pub fn named_room(&self, room: RoomIndex) -> Cow<'_, [DeviceIndex]> {
        if self.linear {
            return Cow::Owned(self.visit(|at, name| {
                self.rooms.get(at).copied().flatten() != Some(room)
                    && self.words.counting.extract(name) == NamedRoom::One(RoomWord::Known(room))
            }));
        }
        Cow::Borrowed(self.by_named_room.of(room))
    }

    /// The same rooms, found by visiting every device: what the lists are compared with.
    pub(crate) fn without_lists(self) -> RoomLookup {
        RoomLookup { linear: true, ..self }
    }

    fn visit(&self, is_meant: impl Fn(usize, &[char]) -> bool) -> Vec<DeviceIndex> {
        let names = self.names.iter().enumerate().filter(|(at, name)| is_meant(*at, name));
        names.map(|(at, _)| DeviceIndex(at as u32)).collect()
    }

    /// The devices without a room whose names say two.
    pub fn unsure(&self) -> &[DeviceIndex] {
        &self.unsure
    }

    /// The room of a device.
    pub fn room_of(&self, device: DeviceIndex) -> Option<RoomIndex> {
        self.rooms.get(device.0 as usize).copied().flatten()
    }

    /// What the names say that contain one of the words that no room answers to (section 1, the words of the command
    /// join the vocabulary). Only those devices are looked at.
    pub fn with_words(&self, said: &[&str]) -> Vec<(DeviceIndex, NamedRoom)> {
        let mut extra = SaidWords::default();
        let mut candidates: SmallVec<[DeviceIndex; 8]> = SmallVec::new();
        for (place, word) in said.iter().enumerate() {
            let mut letters: Word = SmallVec::new();
            cleaned(word.chars(), |letter| letters.push(letter));
            let word = letters;
            if word.is_empty() || is_single_ideograph(&word) {
                continue;
            }
            if self.linear {
                candidates
                    .extend(self.visit(|_, name| name.windows(word.len()).any(|part| part == &word[..])));
            } else {
                candidates.extend(self.containing(&word));
            }
            extra.insert(word, RoomWord::Said(place));
        }
        candidates.sort_unstable();
        candidates.dedup();
        candidates
            .into_iter()
            .map(|device| {
                let name = self.names.get(device);
                (device, extract_with(&[&self.words.counting], &extra, name))
            })
            .collect()
    }

    fn containing<'s>(&'s self, word: &'s [char]) -> impl Iterator<Item = DeviceIndex> + 's {
        let rarest = word
            .iter()
            .map(|character| self.by_character.of(*character))
            .min_by_key(|list| list.len())
            .unwrap_or(&[]);
        rarest
            .iter()
            .copied()
            .filter(move |device| self.names.get(*device).windows(word.len()).any(|part| part == word))
    }
}

/// Letters of names, one after another.
#[derive(Debug, Default)]
struct Letters {
    letters: Vec<char>,
    /// Where each name ends.
    ends: Vec<u32>,
}

impl Letters {
    fn push(&mut self, name: &[char]) {
        self.letters.extend_from_slice(name);
        self.ends.push(self.letters.len() as u32);
    }

    fn shrink(&mut self) {
        self.letters.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The name of a device; empty for one that does not exist.
    fn get(&self, device: DeviceIndex) -> &[char] {
        let place = device.0 as usize;
        let start = place.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(place).copied().unwrap_or(start);
        self.letters.get(start as usize..end as usize).unwrap_or_default()
    }

    fn iter(&self) -> impl Iterator<Item = &[char]> {
        (0..self.ends.len() as u32).map(|place| self.get(DeviceIndex(place)))
    }
}

/// How often the words of a room are in names of devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    against: i32,
    agreeing: i32,
}

/// The words of all rooms.
#[derive(Debug, Default)]
struct Words {
    counting: WordTable,
    /// Those that too many names contradict.
    dropped: WordTable,
}

impl Words {
    /// Counts a device, or takes it back.
    fn tally(&self, tallies: &mut Vec<Tally>, name: &[char], room: Option<RoomIndex>, count: i32) {
        let said = extract_with(&[&self.counting, &self.dropped], &SaidWords::default(), name);
        let (NamedRoom::One(RoomWord::Known(word)), Some(room)) = (said, room) else { return };
        let place = word.0 as usize;
        if tallies.len() <= place {
            tallies.resize(place + 1, Tally::default());
        }
        if word == room {
            tallies[place].agreeing += count;
        } else {
            tallies[place].against += count;
        }
    }

    fn drop_contradicted(&mut self, tallies: &[Tally], limit: usize) {
        let Words { counting, dropped } = self;
        counting.words.retain(|word, means| {
            let counts = is_room_word(word.len(), tally_of(tallies, *means), limit);
            if !counts {
                dropped.insert(word, *means);
            }
            counts
        });
    }
}

fn tally_of(tallies: &[Tally], word: RoomWord) -> Tally {
    match word {
        RoomWord::Known(room) => tallies.get(room.0 as usize).copied().unwrap_or_default(),
        RoomWord::Said(_) => Tally::default(),
    }
}

/// Whether a word of so many characters counts as one for a room, by what names say.
fn is_room_word(length: usize, tally: Tally, limit: usize) -> bool {
    length != 2
        || usize::try_from(tally.against).is_ok_and(|against| against <= limit)
        || tally.against <= tally.agreeing
}

/// Room words, looked up whole. The lengths of the words that begin with a character say what to look up: a home may
/// have thousands of rooms whose names begin alike.
#[derive(Debug, Default)]
struct WordTable {
    words: HashMap<Box<[char]>, RoomWord>,
    lengths: HashMap<char, Vec<usize>>,
}

impl WordTable {
    /// Adds a word; the first room that has it keeps it. A single Chinese character is no room word (section 1).
    fn insert(&mut self, word: &[char], means: RoomWord) {
        let Some(first) = word.first() else { return };
        if is_single_ideograph(word) {
            return;
        }
        self.words.entry(word.into()).or_insert(means);
        let lengths = self.lengths.entry(*first).or_default();
        if !lengths.contains(&word.len()) {
            lengths.push(word.len());
        }
    }

    fn extract(&self, name: &[char]) -> NamedRoom {
        extract_with(&[self], &SaidWords::default(), name)
    }
}

/// A room word in letters.
type Word = SmallVec<[char; 16]>;

/// The few room words of one command, each with what it means.
#[derive(Debug, Default)]
struct SaidWords(SmallVec<[(Word, RoomWord); 2]>);

impl SaidWords {
    /// Adds a word; the first that is the same stays.
    fn insert(&mut self, word: Word, means: RoomWord) {
        if !self.0.iter().any(|(known, _)| *known == word) {
            self.0.push((word, means));
        }
    }
}

/// Finds the room words of a name: longest first, not overlapping; two different ones are unsure (section 3).
fn extract_with(tables: &[&WordTable], said: &SaidWords, name: &[char]) -> NamedRoom {
    let mut hits: SmallVec<[(usize, usize, RoomWord); 8]> = SmallVec::new();
    for (start, first) in name.iter().enumerate() {
        let mut hit = |end: usize, means: RoomWord| {
            if at_word_borders(name, start, end) && !stands_beside(name, end) {
                hits.push((start, end, means));
            }
        };
        for table in tables {
            for length in table.lengths.get(first).into_iter().flatten() {
                let end = start + length;
                if let Some(means) = name.get(start..end).and_then(|part| table.words.get(part)) {
                    hit(end, *means);
                }
            }
        }
        let behind = name.get(start..).unwrap_or_default();
        for (word, means) in said.0.iter().filter(|(word, _)| behind.starts_with(word)) {
            hit(start + word.len(), *means);
        }
    }
    hits.sort_unstable_by_key(|(start, end, means)| (std::cmp::Reverse(end - start), *start, *means));
    let mut chosen: SmallVec<[(usize, usize, RoomWord); 8]> = SmallVec::new();
    for hit in hits {
        if chosen.iter().all(|taken| hit.1 <= taken.0 || taken.1 <= hit.0) {
            chosen.push(hit);
        }
    }
    match chosen.split_first() {
        None => NamedRoom::None,
        Some((first, rest)) if rest.iter().all(|hit| hit.2 == first.2) => NamedRoom::One(first.2),
        Some(_) => NamedRoom::Ambiguous,
    }
}

/// Letters do not end within a word: the room "Den" is not in "Garden light".
fn at_word_borders(name: &[char], start: usize, end: usize) -> bool {
    let joined = |a: Option<&char>, b: Option<&char>| matches!((a, b), (Some(a), Some(b)) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
    let before = start.checked_sub(1).and_then(|place| name.get(place));
    !joined(before, name.get(start)) && !joined(name.get(end - 1), name.get(end))
}

/// 厨房后面的灯 is in no kitchen: what a name says behind the room word may lead out of the room.
fn stands_beside(name: &[char], end: usize) -> bool {
    const BESIDE: [[char; 2]; 12] = [
        ['后', '面'],
        ['後', '面'],
        ['前', '面'],
        ['外', '面'],
        ['对', '面'],
        ['對', '面'],
        ['旁', '边'],
        ['旁', '邊'],
        ['隔', '壁'],
        ['门', '外'],
        ['門', '外'],
        ['窗', '外'],
    ];
    name.get(end..end + 2).is_some_and(|behind| BESIDE.iter().any(|beside| beside == behind))
}

fn is_single_ideograph(word: &[char]) -> bool {
    matches!(word, [only] if !only.is_ascii())
}

/// The light cleaning of section 2: case, brackets and hyphens of one form, no space beside Chinese, single spaces
/// between Latin words. No synonyms.
pub(crate) fn clean(text: &str) -> Vec<char> {
    let mut out: Vec<char> = Vec::with_capacity(text.len());
    cleaned(text.chars(), |letter| out.push(letter));
    out
}

/// The letters of a cleaned text, one by one.
pub(crate) fn cleaned(text: impl Iterator<Item = char>, mut out: impl FnMut(char)) {
    let mut last: Option<char> = None;
    let mut space = false;
    for character in text.flat_map(char::to_lowercase) {
        let character = match character {
            '（' | '【' | '［' | '〔' => '(',
            '）' | '】' | '］' | '〕' => ')',
            '－' | '—' | '–' | '‐' | '‑' | '―' | '_' => '-',
            '’' | '‘' | '＇' => '\'',
            other => other,
        };
        if character.is_whitespace() || character.is_control() {
            space = true;
            continue;
        }
        let latin = |c: char| c.is_ascii_alphanumeric();
        if space && last.is_some_and(|last| latin(last) && latin(character)) {
            out(' ');
        }
        space = false;
        last = Some(character);
        out(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVING: RoomIndex = RoomIndex(0);
    const BEDROOM: RoomIndex = RoomIndex(1);
    const MASTER: RoomIndex = RoomIndex(2);

    fn lookup(devices: &[(&str, Option<RoomIndex>)]) -> RoomLookup {
        let rooms = [(LIVING, "客厅"), (BEDROOM, "卧室"), (MASTER, "主卧室"), (RoomIndex(3), "Den")];
        RoomLookup::build(devices.iter().copied(), rooms, 3)
    }

    #[test]
    fn seed_002_section_3_longest_match_wins() {
        let found = lookup(&[("主卧室灯", None), ("卧室灯", None)]);
        assert_eq!(*found.named_room(MASTER), [DeviceIndex(0)]);
        assert_eq!(*found.named_room(BEDROOM), [DeviceIndex(1)]);
    }

    #[test]
    fn seed_002_section_3_two_different_rooms_are_unsure_and_one_twice_is_not() {
        let found = lookup(&[("客厅卧室双控", None), ("客厅客厅灯", None)]);
        assert_eq!(found.unsure(), [DeviceIndex(0)]);
        assert_eq!(*found.named_room(LIVING), [DeviceIndex(1)]);
    }

    #[test]
    fn seed_002_section_4_a_name_counts_only_where_it_contradicts() {
        let found = lookup(&[("客厅老伙计", Some(BEDROOM)), ("客厅灯", Some(LIVING))]);
        assert_eq!(*found.named_room(LIVING), [DeviceIndex(0)]);
    }

    #[test]
    fn seed_002_section_2_names_and_rooms_are_cleaned_alike() {
        let found = lookup(&[("（客 厅）灯", None), ("DEN lamp", None), ("Garden light", None)]);
        assert_eq!(*found.named_room(LIVING), [DeviceIndex(0)]);
        assert_eq!(*found.named_room(RoomIndex(3)), [DeviceIndex(1)]);
        assert_eq!(clean("Ann’s  Lamp（左）"), "ann's lamp(左)".chars().collect::<Vec<_>>());
    }

    #[test]
    fn seed_002_section_1_a_short_word_that_names_contradict_is_no_room_word() {
        let devices: Vec<(&str, Option<RoomIndex>)> = (0..4).map(|_| ("客厅款台灯", Some(BEDROOM))).collect();
        assert!(lookup(&devices).named_room(LIVING).is_empty());
        assert_eq!(lookup(&devices[..3]).named_room(LIVING).len(), 3);
    }

    #[test]
    fn seed_002_section_1_words_of_the_command_join_the_vocabulary() {
        let found = lookup(&[("阳光房灯", Some(LIVING)), ("卧室阳光房灯", None), ("厅灯", None)]);
        let named = found.with_words(&["阳光房", "厅", ""]);
        assert_eq!(
            named,
            [(DeviceIndex(0), NamedRoom::One(RoomWord::Said(0))), (DeviceIndex(1), NamedRoom::Ambiguous)]
        );
    }
}
