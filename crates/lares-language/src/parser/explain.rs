//! The best path as data: every word with all that it can be, for tests and tools that ask why.

use super::lattice;
use super::tokens::text_of;
use crate::lexicon::Sense;
use crate::normalise::normalise;
use crate::vocabulary::HomeVocabulary;

/// A word of the best path.
#[derive(Debug, Clone, PartialEq)]
pub struct PathWord {
    /// As said, normalised.
    pub said: String,
    /// What it can be; empty for what no lexicon knows.
    pub senses: Vec<Sense>,
    /// 1 for what was said exactly, less for a slip.
    pub likeness: f32,
}

impl HomeVocabulary {
    /// The words of the best path through an utterance; none for one that is too long to be read.
    pub fn path_words(&self, text: &str) -> Vec<PathWord> {
        let normal = normalise(text);
        if normal.is_empty() || normal.len() > super::LONGEST_UTTERANCE {
            return Vec::new();
        }
        let word = |token: lattice::Token| PathWord {
            said: text_of(&normal.chars, token.start, token.end).into(),
            senses: token.senses.into_vec(),
            likeness: token.likeness,
        };
        lattice::best_path(&normal.chars, self, &mut lattice::Memory::default())
            .tokens
            .into_iter()
            .map(word)
            .collect()
    }
}
