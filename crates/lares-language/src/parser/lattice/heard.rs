//! What is known of an utterance that is read in several ways, so that no text is looked through twice: the words that may
//! stand in it and the best path through it, and the path through the last text that was read instead or of a part.

use super::{Edge, Lattice, Memory, Numeral, Path};
use crate::vocabulary::HomeVocabulary;

/// The utterance that is read, perhaps in several ways.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// It is wanted: everything is read for one home until the next utterance begins.
    wanted: bool,
    whole: Known,
    other: Known,
    words: Words,
}

/// A text and the best path through it.
#[derive(Debug, Default)]
struct Known {
    known: bool,
    text: Vec<char>,
    path: Path,
}

/// The words that may stand in the first text of an utterance, without its slips.
#[derive(Debug, Default)]
struct Words {
    known: bool,
    text: Vec<char>,
    edges: Vec<Edge>,
    numerals: Vec<Numeral>,
}

impl Heard {
    /// Forgets the last utterance; what is read from now on is kept.
    pub(super) fn begin_utterance(&mut self) {
        self.wanted = true;
        (self.whole.known, self.other.known, self.words.known) = (false, false, false);
    }

    /// The path through the whole utterance, where this is its text.
    pub(super) fn path_of(&self, text: &[char]) -> Option<&Path> {
        (self.whole.known && self.whole.text == text).then_some(&self.whole.path)
    }
}

impl Known {
    /// Keeps a path, and gives the one that was kept before.
    fn keep(&mut self, text: &[char], path: Path) -> Path {
        self.known = true;
        self.text.clear();
        self.text.extend_from_slice(text);
        std::mem::replace(&mut self.path, path)
    }
}

impl Memory {
    /// Takes a path back, and keeps it: the first of an utterance until the next one begins, and the last of its other
    /// readings.
    pub(crate) fn keep(&mut self, text: &[char], path: Path) {
        let heard = &mut self.heard;
        let before = match (heard.wanted, heard.whole.known) {
            (false, _) => path,
            (true, true) if heard.whole.text == text => path,
            (true, true) => heard.other.keep(text, path),
            (true, false) => heard.whole.keep(text, path),
        };
        self.take_back(before);
    }

    /// The same for what was read instead of an utterance.
    pub(crate) fn keep_other(&mut self, text: &[char], path: Path) {
        let before = if self.heard.wanted { self.heard.other.keep(text, path) } else { path };
        self.take_back(before);
    }

    /// The path through a text, where it is one that is kept.
    pub(crate) fn known(&self, text: &[char]) -> Option<&Path> {
        let Heard { whole, other, .. } = &self.heard;
        let kept = [whole, other].into_iter().find(|kept| kept.known && kept.text == text);
        kept.filter(|_| self.barred.is_none()).map(|kept| &kept.path)
    }

    /// A copy of it.
    pub(super) fn kept(&mut self, text: &[char]) -> Option<Path> {
        let mut path = self.paths.pop().unwrap_or_default();
        let Some(kept) = self.known(text) else {
            self.paths.push(path);
            return None;
        };
        path.tokens.clone_from(&kept.tokens);
        path.numerals.clone_from(&kept.numerals);
        path.score = kept.score;
        path.guessed = kept.guessed;
        Some(path)
    }
}

impl Lattice<'_> {
    /// Adds the words that may stand in the text: those of the first text of an utterance are known where it is read again.
    pub(super) fn add_heard_words(&mut self, vocabulary: &HomeVocabulary) {
        let words = &self.heard.words;
        if words.known && words.text == self.text {
            self.edges.extend_from_slice(&words.edges);
            self.numerals.extend_from_slice(&words.numerals);
            return;
        }
        self.add_words(vocabulary);
        let words = &mut self.heard.words;
        if self.heard.wanted && !words.known {
            words.known = true;
            words.text.clear();
            words.text.extend_from_slice(self.text);
            words.edges.clone_from(&self.edges);
            words.numerals.clone_from(&self.numerals);
        }
    }
}
