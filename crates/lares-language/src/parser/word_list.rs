//! The words of an English clause one by one, whatever words of the lexicon they belong to: for phrases that no entry holds
//! whole, as they have someone's name or a number in them.

use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::starts_with;
use crate::lexicon::{Cue, lexicon};

/// The words of a clause from its beginning.
pub(super) struct WordList<'a> {
    /// Where each begins, and its letters.
    words: SmallVec<[(usize, &'a [char]); 24]>,
    tokens: &'a [Token],
}

impl<'a> WordList<'a> {
    /// The words of the tokens of a clause.
    pub(super) fn of(text: &'a [char], tokens: &'a [Token]) -> WordList<'a> {
        let start = tokens.first().map_or(0, |first| first.start);
        let end = tokens.last().map_or(0, |last| last.end);
        let mut from = start;
        let mut words = SmallVec::new();
        for word in text.get(start..end).unwrap_or_default().split(|&letter| letter == ' ') {
            if !word.is_empty() {
                words.push((from, word));
            }
            from += word.len() + 1;
        }
        WordList { words, tokens }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn tokens(&self) -> &'a [Token] {
        self.tokens
    }

    /// Forgets the first words.
    pub(super) fn skip(&mut self, words: usize) {
        self.words.drain(..words.min(self.words.len()));
    }

    pub(super) fn letters(&self, place: usize) -> Option<&'a [char]> {
        self.words.get(place).map(|(_, word)| *word)
    }

    pub(super) fn is(&self, place: usize, said: &str) -> bool {
        self.letters(place).is_some_and(|word| is_word(word, said))
    }

    pub(super) fn is_any(&self, place: usize, said: &[&str]) -> bool {
        self.letters(place).is_some_and(|word| said.iter().any(|said| is_word(word, said)))
    }

    pub(super) fn is_cue(&self, place: usize, cue: Cue) -> bool {
        self.letters(place).is_some_and(|word| lexicon().phrases(cue).have(word))
    }

    /// Where a word begins in the text.
    pub(super) fn start(&self, place: usize) -> Option<usize> {
        self.words.get(place).map(|(start, _)| *start)
    }

    /// Where a word ends in the text.
    pub(super) fn end(&self, place: usize) -> usize {
        self.words.get(place).map_or(0, |(start, word)| start + word.len())
    }

    /// The word of the lexicon that a word belongs to.
    pub(super) fn token(&self, place: usize) -> Option<&'a Token> {
        let start = self.start(place)?;
        self.tokens.iter().find(|token| token.start <= start && start < token.end)
    }
}

/// Whether a word is spelt so.
fn is_word(word: &[char], said: &str) -> bool {
    // A letter is no longer than its bytes, and mostly the first one tells.
    word.len() <= said.len() && starts_with(word, said) && word.len() == said.chars().count()
}
