//! Letters and sounds of names: what names that are said inexactly are found by.

use super::layers::COMMON;
use super::names::NameList;
use super::{Letters, is_han};
use crate::key_table::{KeyTable, key};
use crate::sound::{english, pinyin};

/// How many names that have a feature may go until it counts as less common than [`COMMON`] again.
pub(super) const SLACK: usize = 512;

/// The index from features to names.
#[derive(Default)]
pub(super) struct Features {
    table: KeyTable,
    /// Features that are too common, but would not be with [`SLACK`] names less.
    common: KeyTable,
}

impl Features {
    /// Those of all names of a home: common ones lead nowhere.
    pub(super) fn of_home(names: &NameList) -> Features {
        let (table, common) = KeyTable::without_common(&pairs(names), COMMON, SLACK);
        Features { table, common }
    }

    /// Those of the few names that changes brought.
    pub(super) fn of_few(names: &NameList) -> Features {
        Features { table: KeyTable::new(&pairs(names)), common: KeyTable::default() }
    }

    /// The names that have a feature, in their order.
    pub(super) fn names(&self, feature: u64) -> impl Iterator<Item = u32> + '_ {
        self.table.words(feature)
    }

    /// The same for a feature that is too common by not more than [`SLACK`], too.
    pub(super) fn names_with_common(&self, feature: u64) -> impl Iterator<Item = u32> + '_ {
        self.table.words(feature).chain(self.common.words(feature))
    }
}

fn pairs(names: &NameList) -> Vec<(u64, u32)> {
    let mut pairs = Vec::with_capacity(names.len() * 8);
    for (position, text) in (0..).zip(names.texts()) {
        let first = pairs.len();
        let mut add = |feature| {
            if !pairs[first..].contains(&(feature, position)) {
                pairs.push((feature, position));
            }
        };
        for_each_feature(text, &mut add);
        words(text).filter(|word| word.len() >= LONG_WORD).filter_map(beginning).for_each(add);
    }
    pairs
}

/// So long are words that people say only the beginning of.
const LONG_WORD: usize = BEGINNING + 2;
/// So many letters of a word are its beginning.
const BEGINNING: usize = 4;

/// The words of Latin letters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| word.len() > 1)
}

/// The feature that a long word's beginning is; `None` for a shorter one.
pub(super) fn beginning(word: &str) -> Option<u64> {
    const BEGINS: u64 = 5;
    let letters = word.get(..BEGINNING)?.bytes().map(u64::from);
    Some(key(BEGINS, letters))
}

/// The feature that a whole word is.
pub(super) fn word_feature(word: &[char]) -> u64 {
    const WORD: u64 = 2;
    key(WORD, word.iter().map(|letter| u64::from(u32::from(*letter))))
}

/// What names are found by: pairs of neighbouring syllables, and words with their sound and their letters but one.
pub(super) fn for_each_feature(text: &str, mut found: impl FnMut(u64)) {
    const SOUND: u64 = 0;
    const PAIR: u64 = 1;
    const WORD_SOUND: u64 = 3;
    const DROPPED: u64 = 4;
    let number = |letter: &char| u64::from(u32::from(*letter));
    let mut previous: Option<u16> = None;
    for letter in text.chars() {
        let class = if is_han(letter) || letter.is_ascii_digit() {
            pinyin::readings(letter).first().map(|syllable| syllable.class().0)
        } else {
            None
        };
        if let Some(class) = class {
            found(key(SOUND, [u64::from(class)].into_iter()));
            if let Some(previous) = previous {
                found(key(PAIR, [u64::from(previous), u64::from(class)].into_iter()));
            }
        }
        previous = class;
    }
    for word in words(text) {
        let letters: Letters = word.chars().collect();
        found(word_feature(&letters));
        let sound = english::sound_key(&letters);
        if !sound.is_empty() {
            found(key(WORD_SOUND, sound.as_bytes().iter().map(|&byte| u64::from(byte))));
        }
        if letters.len() >= 4 {
            for dropped in 0..letters.len() {
                let rest = letters.iter().enumerate().filter(|(index, _)| *index != dropped);
                found(key(DROPPED, rest.map(|(_, letter)| number(letter))));
            }
        }
    }
}
