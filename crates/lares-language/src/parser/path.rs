//! The best path through an utterance, word by word, for those who read it in their own way beside the parser.

use super::lattice::{self, Path, Token};
use super::workspace::Workspace;
use crate::lexicon::Sense;
use crate::normalise::normalise_into;
use crate::vocabulary::HomeVocabulary;

/// A word of the best path, in the memory of whoever looks for it.
#[derive(Debug, Clone, Copy)]
pub struct WordOnPath<'p> {
    /// As said, normalised.
    pub letters: &'p [char],
    /// Where they begin among the characters of the normalised utterance.
    pub start: usize,
    /// What it can be; empty for what no lexicon knows.
    pub senses: &'p [Sense],
    /// 1 for what was said exactly, less for a slip.
    pub likeness: f32,
    /// The last letter of the word before it and the first of the word behind it.
    pub beside: [Option<char>; 2],
}

impl HomeVocabulary {
    /// Calls `found` for each word of the best path, in their order; for none of an utterance that is too long to be read. Of the
    /// utterance that was parsed last in this memory the path is known.
    pub fn for_each_word_on_path(
        &self,
        text: &str,
        workspace: &mut Workspace,
        found: impl FnMut(WordOnPath<'_>),
    ) {
        let Workspace { text: normal, lattice: memory, .. } = workspace;
        normalise_into(text, normal);
        if normal.is_empty() || normal.len() > super::LONGEST_UTTERANCE {
            return;
        }
        if let Some(path) = memory.known(&normal.chars) {
            walk(path, &normal.chars, found);
            return;
        }
        let path = lattice::best_path(&normal.chars, self, memory);
        walk(&path, &normal.chars, found);
        memory.take_back(path);
    }

    /// Whether an utterance is nothing but orders, said in words that are all known for what they are: what is done, to what, where,
    /// how many and how far. Nothing is told, asked, denied, left out or corrected in it, and nothing goes on from before.
    pub fn says_only_orders(&self, text: &str, workspace: &mut Workspace) -> bool {
        let mut only = true;
        let mut asks = false;
        self.for_each_word_on_path(text, workspace, |word| {
            // "Not locked? Lock it": what is asked first may be what the order hangs on.
            let is_mark = word.senses.iter().any(|sense| matches!(sense, Sense::Separator(_)));
            only &= is_mark || !asks;
            asks |= is_mark && word.letters.contains(&'?');
            only &= word.likeness >= 1.0
                && word.senses.iter().any(is_of_order)
                && !word.senses.iter().any(says_something_else);
        });
        only
    }
}

/// Calls `found` for each word of a path through these letters.
fn walk(path: &Path, letters: &[char], mut found: impl FnMut(WordOnPath<'_>)) {
    let letters = |token: &Token| letters.get(token.start..token.end).unwrap_or_default();
    for (place, token) in path.tokens.iter().enumerate() {
        let before = place.checked_sub(1).and_then(|before| path.tokens.get(before));
        let behind = path.tokens.get(place + 1);
        found(WordOnPath {
            letters: letters(token),
            start: token.start,
            senses: &token.senses,
            likeness: token.likeness,
            beside: [
                before.and_then(|token| letters(token).last().copied()),
                behind.and_then(|token| letters(token).first().copied()),
            ],
        });
    }
}

/// What an order is made of.
fn is_of_order(sense: &Sense) -> bool {
    matches!(
        sense,
        Sense::Verb(_)
            | Sense::Property(_)
            | Sense::Level(_)
            | Sense::Value(_)
            | Sense::Color(_)
            | Sense::Unit(..)
            | Sense::Quantifier(..)
            | Sense::Classifier
            | Sense::Conjunction
            | Sense::Clause
            | Sense::Particle(_)
            | Sense::Possessive(_)
            | Sense::ObjectMarker
            | Sense::Goal
            | Sense::Noun(_)
            | Sense::Room(_)
            | Sense::HomeRoom(_)
            | Sense::Name(_)
            | Sense::Scene(_)
            | Sense::HomeValue
            | Sense::Number(_)
            | Sense::Separator(_)
    )
}

/// What makes something else of it, or of a part of it.
fn says_something_else(sense: &Sense) -> bool {
    matches!(
        sense,
        Sense::Except(_)
            | Sense::Reference(_)
            | Sense::Condition(_)
            | Sense::Question(_)
            | Sense::Negation(_)
            | Sense::Correction
            | Sense::Speech(_)
            | Sense::Time(_)
            | Sense::Wish(_)
            | Sense::Chat
            | Sense::Person(_)
    )
}
