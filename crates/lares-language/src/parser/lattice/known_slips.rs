//! What stretches of an utterance may be slips of: each is looked up once, however often the utterance is read.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::lexicon::lexicon;
use crate::slips::{Said, Slip};
use crate::vocabulary::HomeVocabulary;

/// Where a slip is looked up, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Lookup {
    /// Words of the lexicon that sound like Han characters.
    LexiconBySound,
    /// Words of the home that do.
    HomeBySound,
    /// Words of the lexicon that are spelt nearly like English ones, or sound like them.
    LexiconByLetters,
    /// Words of the home that are, or do.
    HomeByLetters,
}

/// A stretch that was looked up.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    lookup: Lookup,
    /// Its first letter among all, and how many it has.
    letters: (u32, u32),
    /// Its first slip among all, and how many it has.
    slips: (u32, u32),
}

/// The slips of one utterance.
#[derive(Debug, Default)]
pub(super) struct KnownSlips {
    letters: Vec<char>,
    slips: Vec<Slip>,
    stretches: HashTable<Stretch>,
    hasher: DefaultHashBuilder,
    /// What is read until the next utterance begins is read for one home.
    kept: bool,
}

impl KnownSlips {
    /// Forgets the last utterance; what is found from now on is of the next one, and of one home.
    pub(super) fn begin_utterance(&mut self) {
        self.forget();
        self.kept = true;
    }

    fn forget(&mut self) {
        self.letters.clear();
        self.slips.clear();
        self.stretches.clear();
    }

    /// What a stretch may be a slip of.
    pub(super) fn of(&mut self, lookup: Lookup, stretch: &[char], vocabulary: &HomeVocabulary) -> &[Slip] {
        if !self.kept {
            self.forget();
        }
        if let Some(known) = self.known(lookup, stretch) {
            return part(&self.slips, known.slips);
        }
        match lookup {
            Lookup::LexiconBySound => {
                self.keep(lookup, stretch, |slips| {
                    lexicon().slips.by_sound(stretch, |slip| slips.push(slip))
                });
            }
            Lookup::HomeBySound => {
                self.keep(lookup, stretch, |slips| {
                    vocabulary.slips.by_sound(stretch, |slip| slips.push(slip))
                });
            }
            // Both are always wanted, and found under the same keys.
            Lookup::LexiconByLetters | Lookup::HomeByLetters => {
                let said = Said::new(stretch);
                self.keep(Lookup::LexiconByLetters, stretch, |slips| {
                    lexicon().slips.by_letters(&said, |slip| slips.push(slip));
                });
                self.keep(Lookup::HomeByLetters, stretch, |slips| {
                    vocabulary.slips.by_letters(&said, |slip| slips.push(slip));
                });
            }
        }
        self.known(lookup, stretch).map_or(&[], |known| part(&self.slips, known.slips))
    }

    fn known(&self, lookup: Lookup, stretch: &[char]) -> Option<Stretch> {
        let hash = self.hasher.hash_one((lookup, stretch));
        let is_it = |known: &Stretch| known.lookup == lookup && part(&self.letters, known.letters) == stretch;
        self.stretches.find(hash, is_it).copied()
    }

    fn keep(&mut self, lookup: Lookup, stretch: &[char], find: impl FnOnce(&mut Vec<Slip>)) {
        let first = self.slips.len();
        find(&mut self.slips);
        let known = Stretch {
            lookup,
            letters: (self.letters.len() as u32, stretch.len() as u32),
            slips: (first as u32, (self.slips.len() - first) as u32),
        };
        self.letters.extend_from_slice(stretch);
        let (letters, hasher) = (&self.letters, &self.hasher);
        let hash = hasher.hash_one((lookup, stretch));
        self.stretches.insert_unique(hash, known, |known| {
            hasher.hash_one((known.lookup, part(letters, known.letters)))
        });
    }
}

/// Some of a list: so many from the first one.
fn part<T>(list: &[T], (first, count): (u32, u32)) -> &[T] {
    let first = first as usize;
    list.get(first..first + count as usize).unwrap_or_default()
}
