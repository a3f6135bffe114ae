//! Reading an utterance anew, where nothing came of it, without one word that may not be what it was taken for.
//!
//! A slip may have been none, a value or a property may be a word of a name ("the dust thing" in a home with a dust
//! collector), and a remark may hide an order. Only what the home can do tells, so this is asked for when the first reading
//! has led to nothing.

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::{self, Memory, Path, Token};
use super::workspace::SpareTexts;
use super::{Workspace, spelling};
use crate::lexicon::{Sense, Verb};
use crate::normalise::{language, normalise_into};
use crate::parse::Parse;
use crate::vocabulary::{HomeVocabulary, ParseContext, is_han};

/// So many words are doubted at most, one at a time.
const MOST: usize = 5;
/// More letters are a story.
const MOST_LETTERS: usize = 120;

/// The doubted words of an utterance.
pub type Doubts = SmallVec<[Doubt; MOST]>;

/// A word that may not be what it was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// Its first letter, and one after its last.
    place: (usize, usize),
    /// It was taken for what is set: without it no value may be set of something else.
    pub of_setting: bool,
}

impl Doubt {
    /// Whether its word stands within a stretch of letters.
    pub fn is_within(&self, (start, end): (usize, usize)) -> bool {
        start <= self.place.0 && self.place.1 <= end
    }

    /// Whether some of its word stands within a stretch of letters.
    pub fn overlaps(&self, (start, end): (usize, usize)) -> bool {
        start < self.place.1 && self.place.0 < end
    }
}

impl HomeVocabulary {
    /// The words of an utterance that may not be what they were taken for, in their order.
    pub fn doubts(&self, text: &str, workspace: &mut Workspace) -> Doubts {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        if normal.len() > MOST_LETTERS {
            return Doubts::new();
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let mut doubt = |(index, token): (usize, &Token)| {
            let of_name = self.may_be_of_name(said, token, &mut spare.texts);
            let of_setting = !of_name && token.property().is_some() && token.likeness == 1.0;
            let place = (token.start, token.end);
            if says_what_to_do(said, token, path.tokens.get(index + 1)) || is_nothing_else(said, token) {
                return None;
            }
            (of_name || may_be_other(token)).then_some(Doubt { place, of_setting })
        };
        let doubts = path.tokens.iter().enumerate().filter_map(&mut doubt).take(MOST).collect();
        memory.take_back(path);
        doubts
    }

    /// The utterance read as if nothing but a name stood at the place of a doubt.
    pub fn parse_without(
        &self,
        text: &str,
        doubt: Doubt,
        context: ParseContext,
        workspace: &mut Workspace,
    ) -> Parse {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        let language = language(normal);
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = barred(said, doubt.place, self, memory);
        spare.texts.tried = true;
        let (commands, rejection) = self.commands(said, &path, language, context, spare);
        spare.texts.tried = false;
        memory.take_back(path);
        let normalised = spare.texts.written(&normal.chars);
        Parse {
            language,
            rejection: commands.is_empty().then_some(rejection),
            commands,
            normalised,
            parts: 1,
        }
    }

    /// A word of something that the home has.
    fn may_be_of_name(&self, said: &[char], token: &Token, texts: &mut SpareTexts) -> bool {
        let empty = token.particle().is_some() && token.noun().is_none();
        if token.end - token.start < 2 || empty || is_bound(token) {
            return false;
        }
        let word = texts.written(said.get(token.start..token.end).unwrap_or_default());
        let held = self.is_held_by_name(&word);
        texts.take_back(word);
        held
    }
}

/// The best path with nothing but a name as it was said at a place.
fn barred(said: &[char], place: (usize, usize), vocabulary: &HomeVocabulary, memory: &mut Memory) -> Path {
    memory.bar(Some(place));
    let path = lattice::best_path(said, vocabulary, memory);
    memory.bar(None);
    path
}

/// "On", "off" at the end of what is ordered: without it something else would be done.
fn says_what_to_do(said: &[char], token: &Token, next: Option<&Token>) -> bool {
    let word = said.get(token.start..token.end).unwrap_or_default();
    let ends = next.is_none_or(|next| next.separator().is_some() || next.conjunction().is_some());
    ends && token.likeness == 1.0 && (word == ['o', 'n'] || word == ['o', 'f', 'f'])
}

/// 打开: said so it is part of no name, and means nothing else.
fn is_nothing_else(said: &[char], token: &Token) -> bool {
    let plain =
        |verb: &Verb| verb.property.is_none() && verb.acts.first() == Some(&Act::On) && verb.nouns.is_empty();
    token.likeness == 1.0
        && token.end - token.start > 1
        && said.get(token.start).copied().is_some_and(is_han)
        && token.verb().is_some_and(plain)
        && token.senses.iter().all(|sense| matches!(sense, Sense::Verb(_) | Sense::Goal | Sense::State(_)))
}

/// A word of content, or one that was only nearly heard.
fn may_be_other(token: &Token) -> bool {
    let content = |sense: &Sense| {
        matches!(sense, Sense::State(_) | Sense::Adjective(_) | Sense::Verb(_) | Sense::Wish(_) | Sense::Chat)
    };
    let names = token.noun().is_some() || token.value().is_some() || token.level().is_some();
    let is_content = (token.property().is_some() || token.senses.iter().any(content)) && !names;
    !token.is_unknown() && !is_bound(token) && (token.likeness < 1.0 || is_content)
}

/// Without it another thing would be said: when, how many, by how much, whose, and what is not to be.
fn is_bound(token: &Token) -> bool {
    token.senses.iter().any(|sense| {
        matches!(
            sense,
            Sense::Time(_)
                | Sense::Degree(_)
                | Sense::Number(..)
                | Sense::Quantifier(..)
                | Sense::Negation(_)
                | Sense::Ordinal(_)
                | Sense::Unit(..)
                | Sense::Possessive(_)
                | Sense::Except(_)
                | Sense::Condition(_)
        )
    })
}
