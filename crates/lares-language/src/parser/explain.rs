//! The best path as data: every word with all that it can be, for tests and tools that ask why.

use super::lattice::{self, Token};
use super::spelling;
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
    /// The words of the best path and of the runner-up, for people who want to see why: each path with its score.
    pub fn explain_path(&self, text: &str) -> Vec<(i32, Vec<String>)> {
        let normal = normalise(text);
        if normal.is_empty() || normal.len() > super::LONGEST_UTTERANCE {
            return Vec::new();
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let (best, runner_up) = lattice::best_two_paths(said, self);
        std::iter::once(best)
            .chain(runner_up)
            .map(|path| {
                let words = path.tokens.iter().map(|token| {
                    let said = text_of(said, token.start, token.end);
                    format!("{said}/{}", self.explain_token(token))
                });
                (path.score, words.collect())
            })
            .collect()
    }

    fn explain_token(&self, token: &Token) -> String {
        if token.is_unknown() {
            return "?".into();
        }
        let mut senses: Vec<String> =
            token.senses.iter().take(3).map(|sense| self.explain_sense(sense)).collect();
        if token.senses.len() > 3 {
            senses.push("…".into());
        }
        let mut text = senses.join("|");
        if token.likeness < 1.0 {
            text.push_str(&format!("~{:.2}", token.likeness));
        }
        text
    }

    fn explain_sense(&self, sense: &Sense) -> String {
        match sense {
            Sense::Verb(verb) => format!("verb:{}", verb.id),
            Sense::Noun(noun) => format!("noun:{}", self.noun_names(*noun).1),
            Sense::Name(name) => {
                format!("name:{}", self.names.get(*name as usize).map_or("", |name| name.text))
            }
            Sense::Value(value) => format!("value:{}", value.key),
            other => {
                let debug = format!("{other:?}");
                debug.split(['(', ' ']).next().unwrap_or_default().to_lowercase()
            }
        }
    }
}
