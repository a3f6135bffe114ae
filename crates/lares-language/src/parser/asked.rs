//! Questions that only their end makes such ("the dog door locked or no"), and orders that only end like one ("lights off ok?").

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use super::tokens::{ends_with, text_of};
use crate::lexicon::{Asks, Cue, lexicon};
use crate::normalise::is_han;

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

/// "Is everything locked, gas closed, garage shut": behind a question, how another thing is; `before` is what stands between the
/// two, `last` what was asked.
pub(crate) fn goes_on(clause: &Clause<'_>, before: Option<&Token>, last: Option<&Frame>) -> bool {
    let pauses = before.is_some_and(|token| token.separator() == Some(false));
    let asks = |last: &Frame| last.question == Some(Asks::Polar) && last.has_target() && !last.polite;
    let english = clause.text_said().iter().all(|letter| !is_han(*letter));
    pauses && english && last.is_some_and(asks)
}

/// Whether what was said ends in words that only ask for it to be done.
pub(crate) fn is_tagged(said: &[char]) -> bool {
    lexicon().cue(Cue::Tag).any(|tag| {
        ends_with(said, tag)
            && said
                .len()
                .checked_sub(tag.len() + 1)
                .and_then(|before| said.get(before))
                .is_some_and(|before| !before.is_alphanumeric() || is_han(*before))
    })
}
