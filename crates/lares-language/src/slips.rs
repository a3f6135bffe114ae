//! Slips of the tongue, the finger and the recogniser: words found by their sound or nearly their letters.
//!
//! Chinese words are indexed by the sequence of their syllables' confusion classes, English ones by their letters with
//! one dropped and by their sound. Looking up a stretch of text costs a hash for each of its beginnings and lengths,
//! whatever the number of words.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::fuzzy::typo_similarity;
use crate::lexicon::Sense;
use crate::sound::{english, pinyin};
use crate::vocabulary::is_han;

/// The longest Chinese word that is looked for by sound, in characters.
pub(crate) const LONGEST: usize = 6;

/// The words of a lexicon or home by sound and by nearly their letters.
#[derive(Debug, Default)]
pub(crate) struct SlipIndex {
    words: Vec<SlipWord>,
    by_key: HashMap<u64, Vec<u32>>,
}

#[derive(Debug)]
struct SlipWord {
    letters: Box<[char]>,
    /// The position of the word in the list that the index was made of.
    position: u32,
}

/// A word that sounds or reads like a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Slip {
    /// The position of the word in the list that the index was made of.
    pub(crate) position: u32,
    /// How alike, 0..1.
    pub(crate) likeness: f32,
}

impl SlipIndex {
    /// Indexes the words that a slip may stand for, in the order of their positions.
    pub(crate) fn of_words<'a>(words: impl Iterator<Item = (&'a str, &'a [Sense])>) -> SlipIndex {
        let mut index = SlipIndex::default();
        for (position, (word, senses)) in (0..).zip(words) {
            if senses.iter().any(bears_slips) {
                index.add(word, position);
            }
        }
        index
    }

    fn add(&mut self, word: &str, position: u32) {
        let letters: Box<[char]> = word.chars().collect();
        let number = self.words.len() as u32;
        let mut keys = Vec::new();
        if letters.iter().all(|&letter| is_han(letter)) {
            if letters.len() <= LONGEST {
                sound_keys(&letters, |key| keys.push(key));
            }
        } else if letters.len() >= 3
            && letters.iter().all(|letter| letter.is_ascii_alphabetic() || *letter == ' ')
        {
            letter_keys(&letters, |key| keys.push(key));
        }
        if keys.is_empty() {
            return;
        }
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            self.by_key.entry(key).or_default().push(number);
        }
        self.words.push(SlipWord { letters, position });
    }

    /// The words that sound like this stretch of Han characters, other than itself.
    pub(crate) fn by_sound(&self, stretch: &[char], mut found: impl FnMut(Slip)) {
        sound_keys(stretch, |key| {
            for &number in self.by_key.get(&key).map(Vec::as_slice).unwrap_or_default() {
                let word = &self.words[number as usize];
                if word.letters.len() == stretch.len() && *word.letters != *stretch {
                    let likeness = pinyin::sound_similarity(stretch, &word.letters);
                    found(Slip { position: word.position, likeness });
                }
            }
        });
    }

    /// The words that an English word is a slip of.
    pub(crate) fn by_letters(&self, stretch: &[char], mut found: impl FnMut(Slip)) {
        let mut seen = Vec::new();
        letter_keys(stretch, |key| {
            for &number in self.by_key.get(&key).map(Vec::as_slice).unwrap_or_default() {
                if seen.contains(&number) {
                    continue;
                }
                seen.push(number);
                let word = &self.words[number as usize];
                let written = typo_similarity(stretch, &word.letters);
                let sound = english::sound_similarity(stretch, &word.letters) * 0.95;
                let likeness = written.max(sound);
                if *word.letters != *stretch && likeness >= 0.7 {
                    found(Slip { position: word.position, likeness });
                }
            }
        });
    }
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

/// The keys of all readings of a stretch of Han characters, at most a few where characters have several readings.
fn sound_keys(stretch: &[char], mut found: impl FnMut(u64)) {
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
        found(hash(&path[..stretch.len()]));
    }
}

/// The keys of an English word: its letters, its letters with one dropped, its sound.
fn letter_keys(word: &[char], mut found: impl FnMut(u64)) {
    if word.len() > 24 {
        return;
    }
    found(hash(word));
    for dropped in 0..word.len() {
        let mut hasher = DefaultHasher::new();
        let mut rest = ['\0'; 24];
        let mut length = 0;
        for (index, &letter) in word.iter().enumerate() {
            if index != dropped {
                rest[length] = letter;
                length += 1;
            }
        }
        rest[..length].hash(&mut hasher);
        found(hasher.finish());
    }
    let sound = english::sound_key(word);
    if sound.as_bytes().len() >= 2 {
        found(hash(&(1_u8, sound.as_bytes())));
    }
}

fn hash<T: Hash + ?Sized>(key: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}
