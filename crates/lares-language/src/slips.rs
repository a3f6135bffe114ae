//! Slips of the tongue, the finger and the recogniser: words found by their sound or nearly their letters.
//!
//! Chinese words are indexed by the sequence of their syllables' confusion classes, English ones by their letters with
//! one dropped and by their sound. Looking up a stretch of text costs a hash for each of its beginnings and lengths,
//! whatever the number of words.

use std::borrow::Cow;
use std::cell::{LazyCell, OnceCell};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::fuzzy::typo_similarity;
use crate::key_table::{KeyTable, key};
use crate::lexicon::Sense;
use crate::packed::Packed;
use crate::sound::english::{self, SoundKey, key_without_r};
use crate::sound::pinyin;
use crate::vocabulary::is_han;

/// The longest Chinese word that is looked for by sound, in characters.
pub(crate) const LONGEST: usize = 6;

/// How nearly a word must be written like another to be it: one letter of four.
const LIKE_SPELLING: f32 = 0.74;

/// How like a word must be at least, by its letters or its sound. No two words are so that differ in more than half of their
/// letters.
const LIKE_SLIP: f32 = 0.7;

/// The shortest English word that is also found as it sounds without its r, in letters.
const SHORTEST_WITHOUT_R: usize = 5;

/// The words of a lexicon or home by sound and by nearly their letters.
#[derive(Debug, Default)]
pub(crate) struct SlipIndex {
    /// The letters of all words, one after another.
    letters: Vec<char>,
    /// Two numbers for each word: its position in the list that the index was made of, and its first letter. One past
    /// the last letter of all ends it.
    words: Packed,
    by_key: KeyTable,
}

/// What a prepared index is made of again.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SlipParts<'b> {
    #[serde(borrow)]
    letters: Cow<'b, str>,
    words: &'b [u8],
    starts: &'b [u8],
    entries: &'b [u8],
}

/// A word that sounds or reads like a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slip {
    /// The position of the word in the list that the index was made of.
    pub(crate) position: u32,
    /// How alike, 0..1.
    pub(crate) likeness: f32,
    /// They sound the same.
    pub(crate) sounds_same: bool,
    /// They do so only where an r is not sounded.
    pub(crate) without_r: bool,
}

impl SlipIndex {
    /// Indexes the words that a slip may stand for, in the order of their positions.
    pub(crate) fn of_words<'a>(words: impl Iterator<Item = (&'a str, &'a [Sense])>) -> SlipIndex {
        let mut letters: Vec<char> = Vec::new();
        let mut table: Vec<u32> = Vec::new();
        let mut pairs = Vec::new();
        let mut keys = Vec::new();
        for (position, (word, senses)) in (0..).zip(words) {
            let letters_of_word = word.chars().count();
            let long = letters_of_word >= if word.is_ascii() { 5 } else { 2 };
            let excepts = |sense: &Sense| matches!(sense, Sense::Except(_));
            let bears = |sense: &Sense| bears_slips(sense) && (long || !excepts(sense));
            if !senses.iter().any(|sense| bears(sense) || long && is_function_word(sense)) {
                continue;
            }
            let first = letters.len();
            letters.extend(word.chars());
            keys_of(&letters[first..], &mut keys);
            if keys.is_empty() {
                letters.truncate(first);
                continue;
            }
            let number = table.len() as u32 / 2;
            pairs.extend(keys.iter().map(|&key| (key, number)));
            table.extend([position, first as u32]);
        }
        table.extend([0, letters.len() as u32]);
        SlipIndex { letters, words: table.into_iter().collect(), by_key: KeyTable::new(&pairs) }
    }

    /// Indexes single English words by nearly their letters, each once with the number of phrases that hold it: what a
    /// misspelt word of a phrase may have been.
    #[allow(dead_code, reason = "for the build script, which makes the index")]
    pub(crate) fn of_spellings<'a>(words: impl Iterator<Item = (&'a str, u32)>) -> SlipIndex {
        let mut letters: Vec<char> = Vec::new();
        let mut table: Vec<u32> = Vec::new();
        let mut pairs = Vec::new();
        let mut keys = Vec::new();
        for (number, (word, phrases)) in (0..).zip(words) {
            table.extend([phrases, letters.len() as u32]);
            let first = letters.len();
            letters.extend(word.chars());
            keys_of(&letters[first..], &mut keys);
            pairs.extend(keys.iter().map(|&key| (key, number)));
        }
        table.extend([0, letters.len() as u32]);
        SlipIndex { letters, words: table.into_iter().collect(), by_key: KeyTable::new(&pairs) }
    }

    /// The words that are written nearly like this one, likeliest first; none where it is one of them. Of words that are
    /// equally like it, the one that more phrases hold is likelier.
    pub(crate) fn spelt(&self, said: &[char]) -> SmallVec<[&[char]; 8]> {
        let mut found: SmallVec<[(f32, &[char]); 8]> = SmallVec::new();
        let mut seen: SmallVec<[u32; 32]> = SmallVec::new();
        let mut known = false;
        letter_keys(&Said::new(said), |key| {
            for number in self.by_key.words(key) {
                if seen.contains(&number) {
                    continue;
                }
                seen.push(number);
                let (phrases, letters) = self.word(number);
                let written = typo_similarity(said, letters);
                let swaps = swaps_neighbours(said, letters);
                let written = if swaps { written.max(0.9) } else { written };
                known |= letters == said;
                if written >= LIKE_SPELLING {
                    found.push((written + likelihood(said, letters, swaps, phrases), letters));
                }
            }
        });
        if known {
            return SmallVec::new();
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, letters)| letters).collect()
    }

    /// The index in parts, to be written.
    #[allow(dead_code, reason = "for the build script, which writes it")]
    pub(crate) fn parts(&self) -> SlipParts<'_> {
        let (starts, entries) = self.by_key.bytes();
        SlipParts {
            letters: self.letters.iter().copied().collect(),
            words: self.words.bytes(),
            starts,
            entries,
        }
    }

    /// The index that had these parts.
    pub(crate) fn of_parts(parts: SlipParts<'static>) -> SlipIndex {
        SlipIndex {
            letters: parts.letters.chars().collect(),
            words: Packed::of_bytes(parts.words),
            by_key: KeyTable::of_bytes(parts.starts, parts.entries),
        }
    }

    /// The position and the letters of a word by its number.
    pub(crate) fn word(&self, number: u32) -> (u32, &[char]) {
        let place = number as usize * 2;
        let letters = self.words.get(place + 1) as usize..self.words.get(place + 3) as usize;
        (self.words.get(place), self.letters.get(letters).unwrap_or_default())
    }

    /// The words that sound like this stretch of Han characters, other than itself.
    pub(crate) fn by_sound(&self, stretch: &[char], mut found: impl FnMut(Slip)) {
        sound_keys(stretch, |key| {
            self.numbers(key).filter_map(|number| self.heard(number, stretch)).for_each(&mut found);
        });
    }

    /// The word that sounds most like this stretch of Han characters, of those whose position is `wanted`.
    pub(crate) fn likest(&self, stretch: &[char], wanted: impl Fn(usize) -> bool) -> Option<SmolStr> {
        let mut best: Option<(f32, u32)> = None;
        sound_keys(stretch, |key| {
            for number in self.numbers(key) {
                let Some(slip) = self.heard(number, stretch) else { continue };
                if wanted(slip.position as usize) && best.is_none_or(|(known, _)| known < slip.likeness) {
                    best = Some((slip.likeness, number));
                }
            }
        });
        best.map(|(_, number)| self.word(number).1.iter().copied().collect())
    }

    /// The words that an English word is a slip of.
    pub(crate) fn by_letters(&self, said: &Said<'_>, mut found: impl FnMut(Slip)) {
        let mut seen: SmallVec<[u32; 32]> = SmallVec::new();
        for &key in said.keys() {
            for number in self.numbers(key) {
                if !seen.contains(&number) {
                    seen.push(number);
                    self.read(number, said).into_iter().for_each(&mut found);
                }
            }
        }
    }

    /// The numbers of the words that have a key.
    pub(crate) fn numbers(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        self.by_key.words(key)
    }

    /// A word as a slip of the ear, if it sounds like the stretch and is another.
    pub(crate) fn heard(&self, number: u32, stretch: &[char]) -> Option<Slip> {
        let (position, letters) = self.word(number);
        if letters.len() != stretch.len() || letters == stretch {
            return None;
        }
        let likeness = pinyin::sound_similarity(stretch, letters);
        Some(Slip { position, likeness, sounds_same: likeness >= 1.0, without_r: false })
    }

    /// A word as a slip of the finger or the ear, if it reads or sounds like what was said and is another.
    pub(crate) fn read(&self, number: u32, said: &Said<'_>) -> Option<Slip> {
        let (position, letters) = self.word(number);
        let stretch = said.letters;
        let spelt = typo_similarity(stretch, letters);
        // What is written otherwise in half of its letters is not like enough even where it sounds the same.
        if spelt == 0.0 || letters == stretch {
            return None;
        }
        // Two letters in the wrong order are the commonest slip of the finger.
        let written = if swaps_neighbours(stretch, letters) { spelt.max(0.9) } else { spelt };
        let (sound, without_r) = (english::sound_key(letters), LazyCell::new(|| key_without_r(letters)));
        let silent_r = || said.without_r == *without_r;
        let sounded = english::similarity_of_keys([said.sound, sound], silent_r, || spelt) * 0.95;
        let likeness = written.max(sounded);
        // Short words are like too many others: only their letters count.
        let least = if stretch.len() < 5 { written } else { likeness };
        if likeness < LIKE_SLIP || least < LIKE_SPELLING.min(likeness) {
            return None;
        }
        let sounds_same = said.sound == sound;
        let without_r = !sounds_same && silent_r();
        Some(Slip { position, likeness, sounds_same: sounds_same || without_r, without_r })
    }
}

/// An English word or some of them, with how they sound.
#[derive(Debug)]
pub(crate) struct Said<'s> {
    letters: &'s [char],
    sound: SoundKey,
    without_r: SoundKey,
    /// What it is found under, once that was asked.
    keys: OnceCell<SmallVec<[u64; 32]>>,
}

impl<'s> Said<'s> {
    pub(crate) fn new(letters: &'s [char]) -> Said<'s> {
        let (sound, without_r) = (english::sound_key(letters), key_without_r(letters));
        Said { letters, sound, without_r, keys: OnceCell::new() }
    }

    /// The keys of [`letter_keys`].
    pub(crate) fn keys(&self) -> &[u64] {
        self.keys.get_or_init(|| {
            let mut keys = SmallVec::new();
            letter_keys(self, |key| keys.push(key));
            keys
        })
    }
}

/// How much likelier a word is meant, beside how like it is: common words are misspelt more often than rare ones, a letter
/// is left out, doubled or swapped with its neighbour more often than it is hit wrongly, and the first letter is mostly
/// right.
fn likelihood(said: &[char], meant: &[char], swaps: bool, phrases: u32) -> f32 {
    const OF_EACH_DOUBLING: f32 = 0.02;
    const OF_FIRST_LETTER: f32 = 0.1;
    const OF_NO_REPLACEMENT: f32 = 0.05;
    let common = OF_EACH_DOUBLING * (phrases.max(1) as f32).log2();
    let begins = if said.first() == meant.first() { OF_FIRST_LETTER } else { 0.0 };
    let slips = if swaps || said.len() != meant.len() { OF_NO_REPLACEMENT } else { 0.0 };
    common + begins + slips
}

/// Whether two words of at least four letters differ only in the order of two neighbouring ones.
fn swaps_neighbours(said: &[char], meant: &[char]) -> bool {
    if said.len() != meant.len() || said.len() < 4 {
        return false;
    }
    let Some(first) = said.iter().zip(meant).position(|(a, b)| a != b) else { return false };
    match (said.get(first..first + 2), meant.get(first..first + 2)) {
        (Some(&[a, b]), Some(&[c, d])) => a == d && b == c && said[first + 2..] == meant[first + 2..],
        _ => false,
    }
}

/// The keys under which a word is found, each once; none for words that are too short or of other scripts.
fn keys_of(letters: &[char], keys: &mut Vec<u64>) {
    keys.clear();
    if letters.iter().all(|&letter| is_han(letter)) {
        if letters.len() <= LONGEST {
            sound_keys(letters, |key| keys.push(key));
        }
    } else if letters.len() >= 3
        && letters.iter().all(|letter| letter.is_ascii_alphabetic() || matches!(*letter, ' ' | '\''))
    {
        letter_keys(&Said::new(letters), |key| keys.push(key));
    }
    keys.sort_unstable();
    keys.dedup();
}

/// Whether a slip may stand for a word of this sense: function words are too short and too many.
fn bears_slips(sense: &Sense) -> bool {
    matches!(
        sense,
        Sense::Verb(_)
            | Sense::Property(_)
            | Sense::Level(_)
            | Sense::Value(_)
            | Sense::Color(_)
            | Sense::Noun(_)
            | Sense::Room(_)
            | Sense::Name(_)
            | Sense::HomeRoom(_)
            | Sense::Scene(_)
            | Sense::HomeValue
            | Sense::Quantifier(..)
            | Sense::Adjective(_)
            | Sense::Except(_)
            | Sense::Unit(..)
    )
}

/// Words between the others: said and heard wrongly as often as they, and told only where they are long enough.
pub(crate) fn is_function_word(sense: &Sense) -> bool {
    matches!(
        sense,
        Sense::Particle(_)
            | Sense::Degree(_)
            | Sense::Question(_)
            | Sense::Comparison(_)
            | Sense::Condition(_)
            | Sense::Clause
            | Sense::Goal
            | Sense::Reference(_)
            | Sense::Conjunction
    )
}

/// The keys of all readings of a stretch of Han characters, at most a few where characters have several readings.
pub(crate) fn sound_keys(stretch: &[char], mut found: impl FnMut(u64)) {
    let mut paths: [[u16; LONGEST]; 8] = [[0; LONGEST]; 8];
    let mut count = 1;
    if stretch.is_empty() || stretch.len() > LONGEST {
        return;
    }
    for (index, &character) in stretch.iter().enumerate() {
        let mut classes: [u16; 3] = [0; 3];
        let mut of_character = 0;
        for reading in pinyin::readings(character) {
            let class = reading.class().0;
            if of_character < classes.len() && !classes[..of_character].contains(&class) {
                classes[of_character] = class;
                of_character += 1;
            }
        }
        if of_character == 0 {
            return;
        }
        let before = count;
        for &class in &classes[1..of_character] {
            for path in 0..before {
                if count < paths.len() {
                    paths[count] = paths[path];
                    paths[count][index] = class;
                    count += 1;
                }
            }
        }
        for path in paths.iter_mut().take(before) {
            path[index] = classes[0];
        }
    }
    for path in &paths[..count] {
        found(key(0, path[..stretch.len()].iter().map(|&class| u64::from(class))));
    }
}

/// The keys of an English word: its letters, its letters with one dropped, its sound.
pub(crate) fn letter_keys(said: &Said<'_>, mut found: impl FnMut(u64)) {
    let word = said.letters;
    if word.len() > 24 {
        return;
    }
    let of_letter = |letter: &char| u64::from(u32::from(*letter));
    found(key(1, word.iter().map(of_letter)));
    for dropped in 0..word.len() {
        let rest = word
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != dropped)
            .map(|(_, letter)| of_letter(letter));
        found(key(1, rest));
    }
    heard_keys(said, found);
}

/// The keys of an English word by its sound: as it is written, and without the r's that many speakers do not sound.
pub(crate) fn heard_keys(said: &Said<'_>, mut found: impl FnMut(u64)) {
    let Said { letters: word, sound, without_r, .. } = said;
    if word.len() > 24 {
        return;
    }
    if sound.as_bytes().len() >= 2 {
        found(key(2, sound.as_bytes().iter().map(|&byte| u64::from(byte))));
    }
    if word.len() >= SHORTEST_WITHOUT_R && without_r != sound && without_r.as_bytes().len() >= 2 {
        found(key(2, without_r.as_bytes().iter().map(|&byte| u64::from(byte))));
    }
}
