//! The words that the network reads, in memory that requests use one after another.

use lares_language::lexicon::Sense;
use lares_language::parser::path::WordOnPath;

use super::held_up;
use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::pipeline::Request;

/// So many words are read at most, the last ones.
const MOST: usize = 60;

/// The words of a request and of what was said before it, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    words: Vec<Place>,
    letters: Vec<char>,
    senses: Vec<Sense>,
}

/// Where a word is kept.
#[derive(Debug, Clone, Copy)]
struct Place {
    letters: (usize, usize),
    senses: (usize, usize),
    likeness: f32,
    beside: [Option<char>; 2],
    is_earlier: bool,
}

/// A word with the letters around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word<'w> {
    pub(super) letters: &'w [char],
    pub(super) senses: &'w [Sense],
    pub(super) likeness: f32,
    /// The letter directly before and behind it.
    pub(super) beside: [Option<char>; 2],
    pub(super) is_earlier: bool,
}

impl Word<'_> {
    /// What was said.
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    /// It is a mark that parts what was said.
    pub(super) fn is_pause(&self) -> bool {
        self.senses.iter().any(|sense| matches!(sense, Sense::Separator(_)))
    }

    /// It can tell what is to be done.
    pub(super) fn is_verb(&self) -> bool {
        self.senses.iter().any(|sense| matches!(sense, Sense::Verb(_)))
    }
}

impl Words {
    /// Takes the words of a request in its conversation, in place of others.
    pub(super) fn hear(
        &mut self,
        home: &CompiledHome,
        conversation: &Conversation,
        request: &Request<'_>,
        language: &mut lares_language::Workspace,
    ) {
        self.words.clear();
        self.letters.clear();
        self.senses.clear();
        // Who holds up what goes on may correct it; before anything was done that says nothing.
        let is_new = !conversation.has_recent(request.now_ms, &home.config);
        let text = if is_new { held_up::behind(request.text) } else { request.text };
        // Of the request itself the path is known, until another one is looked for.
        home.vocabulary.for_each_word_on_path(text, language, |word| self.push(word, false));
        let now = self.words.len();
        for text in conversation.said(request.now_ms, &home.config) {
            home.vocabulary.for_each_word_on_path(text, language, |word| self.push(word, true));
        }
        self.words.rotate_left(now);
        self.words.drain(..self.words.len().saturating_sub(MOST));
    }

    fn push(&mut self, word: WordOnPath<'_>, is_earlier: bool) {
        let starts = (self.letters.len(), self.senses.len());
        self.letters.extend_from_slice(word.letters);
        self.senses.extend_from_slice(word.senses);
        self.words.push(Place {
            letters: (starts.0, self.letters.len()),
            senses: (starts.1, self.senses.len()),
            likeness: word.likeness,
            beside: word.beside,
            is_earlier,
        });
    }

    /// The words, in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Word<'_>> {
        self.words.iter().map(|word| Word {
            letters: self.letters.get(word.letters.0..word.letters.1).unwrap_or_default(),
            senses: self.senses.get(word.senses.0..word.senses.1).unwrap_or_default(),
            likeness: word.likeness,
            beside: word.beside,
            is_earlier: word.is_earlier,
        })
    }

    /// What any of the words can be.
    pub(super) fn senses(&self) -> impl Iterator<Item = &Sense> {
        self.iter().flat_map(|word| word.senses)
    }
}

/// Hands on words that stand apart in a text: what is marked with `#` is a number, with `!` a correction, with `%` a unit, with `~`
/// a pause, with `+` the highest level and with `-` the lowest; `_` is a space within one.
#[cfg(test)]
pub(super) fn marked<T>(said: &str, with: impl FnOnce(&[Word<'_>]) -> T) -> T {
    const MARKS: [char; 6] = ['#', '!', '%', '~', '+', '-'];
    let senses = |word: &str| match word.chars().next() {
        Some('#') => vec![Sense::Number(0)],
        Some('!') => vec![Sense::Correction],
        Some('%') => vec![Sense::Unit(lares_language::Unit::Percent, None)],
        Some('~') => vec![Sense::Separator(false)],
        Some('+') => vec![Sense::Level(lares_language::Level::Max)],
        Some('-') => vec![Sense::Level(lares_language::Level::Min)],
        _ => Vec::new(),
    };
    let words = said
        .split(' ')
        .map(|word| (word.trim_start_matches(MARKS).replace('_', " ").chars().collect(), senses(word)));
    let words: Vec<(Vec<char>, Vec<Sense>)> = words.collect();
    let words: Vec<Word<'_>> = words
        .iter()
        .map(|(letters, senses)| Word {
            letters,
            senses,
            likeness: 1.0,
            beside: [None, None],
            is_earlier: false,
        })
        .collect();
    with(&words)
}
