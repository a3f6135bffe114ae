//! Questions that only their end makes such ("the dog door locked or no"), and orders that only end like one ("lights off ok?").

use super::lattice::Token;
use super::tokens::{ends_with, text_of};
use crate::lexicon::{Cue, lexicon};

/// Whether the words at `index` say of all that stands before them that it is asked, and nothing but courtesy follows.
pub(crate) fn closes_question(text: &[char], tokens: &[Token], index: usize) -> bool {
    let Some(token) = tokens.get(index).filter(|_| index > 0) else { return false };
    if text.get(token.start) != Some(&'o') {
        return false;
    }
    let said = text_of(text, token.start, token.end);
    let or_not = matches!(said.as_str(), "or no" | "or nah" | "or not" | "or what");
    or_not
        && tokens[index + 1..].iter().all(|token| token.particle().is_some() || token.separator().is_some())
}

/// Whether what was said ends in words that only ask for it to be done.
pub(crate) fn is_tagged(said: &[char]) -> bool {
    lexicon().cue(Cue::Tag).any(|tag| {
        ends_with(said, tag)
            && said
                .len()
                .checked_sub(tag.len() + 1)
                .and_then(|before| said.get(before))
                .is_some_and(|before| !before.is_alphanumeric())
    })
}
