//! What only tells something and was read as a question: 今天冷气吹了一整天电费一定很恐怖, "my cousin also has that speaker". Nothing
//! in it asks, and more is said than what a thing is called and what is measured.

use super::lattice::{self, Token};
use super::tokens::{starts_with, text_of};
use super::{Workspace, contented};
use crate::lexicon::Cue;
use crate::normalise::normalise_into;
use crate::vocabulary::{HomeVocabulary, is_han};

/// So many letters that mean nothing tell something.
const TELLS: usize = 4;
/// A Chinese character says as much as so many letters.
const CHARACTER: usize = 2;

impl HomeVocabulary {
    /// Whether an utterance that was read as a question asks nothing, and tells something.
    pub fn only_tells(&self, text: &str, workspace: &mut Workspace) -> bool {
        let Workspace { text: normal, lattice: memory, .. } = workspace;
        normalise_into(text, normal);
        let letters = &normal.chars;
        if letters.contains(&'?') || contented::stands_alone(Cue::MayAsk, letters) {
            return false;
        }
        let path = lattice::best_path(letters, self, memory);
        let asks = path.tokens.iter().enumerate().any(|(place, token)| {
            token.question().is_some() && token.particle().is_none() && !is_told(letters, &path.tokens, place)
        });
        let tells: usize = path.tokens.iter().filter(|token| token.is_unknown()).map(weight(letters)).sum();
        memory.take_back(path);
        !asks && tells >= TELLS
    }
}

/// How much a word that means nothing says.
fn weight(text: &[char]) -> impl Fn(&Token) -> usize {
    |token| {
        let said = text.get(token.start..token.end).unwrap_or_default();
        said.iter()
            .map(|letter| if is_han(*letter) { CHARACTER } else { usize::from(letter.is_alphanumeric()) })
            .sum()
    }
}

/// "The garage door was wide open", "the cool change has come": behind whom or what it is said of, a verb asks nothing.
fn is_told(text: &[char], tokens: &[Token], place: usize) -> bool {
    const SUBJECTS: [&str; 11] =
        ["i", "you", "he", "she", "it", "we", "they", "this", "that", "there", "here"];
    let Some(token) = tokens.get(place) else { return false };
    // "Was gonna put it on": who would have is left out.
    let meant_to = tokens.get(place + 1).is_some_and(|next| {
        let rest = text.get(next.start..).unwrap_or_default();
        starts_with(rest, "gonna") || starts_with(rest, "going to")
    });
    if meant_to && matches!(text_of(text, token.start, token.end).as_str(), "was" | "were") {
        return true;
    }
    let Some(before) = place.checked_sub(1).and_then(|before| tokens.get(before)) else { return false };
    let english = text.get(token.start).is_some_and(char::is_ascii);
    let subject = SUBJECTS.contains(&text_of(text, before.start, before.end).as_str());
    // "Google is the door locked": who is called first is none.
    let named = before.is_target() || before.is_unknown() && place > 1;
    let said = before.verb().is_some() || before.adjective().is_some();
    english && before.separator().is_none() && (subject || named || said && before.particle().is_none())
}
