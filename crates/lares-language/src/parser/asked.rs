//! Questions that only their end makes such: "the dog door locked or no".

use super::lattice::Token;
use super::tokens::text_of;

/// Whether the words at `index` say of all that stands before them that it is asked, and nothing but courtesy follows.
pub(crate) fn closes_question(text: &[char], tokens: &[Token], index: usize) -> bool {
    let Some(token) = tokens.get(index).filter(|_| index > 0) else { return false };
    let said = text_of(text, token.start, token.end);
    let or_not = matches!(said.as_str(), "or no" | "or nah" | "or not" | "or what");
    or_not
        && tokens[index + 1..].iter().all(|token| token.particle().is_some() || token.separator().is_some())
}
