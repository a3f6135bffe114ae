//! Of whom a question asks whether they did something: "did Grandpa leave his tv on" asks how the tv is.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::text_of;
use crate::vocabulary::HomeVocabulary;

/// So many words at most say who it was.
const LONGEST_WHO: usize = 4;

/// The tokens without who may have left something in its state, and without that word: what is left asks for the state.
pub(crate) fn without_who<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    vocabulary: &HomeVocabulary,
) -> Cow<'t, [Token]> {
    let said = |token: &Token| text_of(text, token.start, token.end);
    let asks = |token: &Token| {
        token.question().is_some()
            && matches!(said(token).as_str(), "did" | "has" | "have" | "had" | "was it")
    };
    let Some(first) = tokens.iter().position(asks) else { return tokens };
    let leaves = |token: &Token| {
        let said = said(token);
        let word = said.split(' ').next().unwrap_or_default();
        matches!(word, "leave" | "left" | "forget" | "forgotten")
    };
    let behind = tokens.get(first + 1..).unwrap_or_default();
    let Some(length) = behind.iter().take(LONGEST_WHO + 1).position(leaves) else { return tokens };
    let who = behind.get(..length).unwrap_or_default();
    let lives_here = |token: &Token| {
        token.noun().is_none() && vocabulary.owns_room(text.get(token.start..token.end).unwrap_or_default())
    };
    let someone = |token: &Token| {
        token.separator().is_none()
            && token.condition().is_none()
            && token.question().is_none()
            && (!token.is_target() || token.person().is_some() || lives_here(token))
    };
    let state = behind.get(length + 1..).unwrap_or_default().iter().any(Token::is_target);
    if who.is_empty() || !who.iter().all(someone) || !state {
        return tokens;
    }
    let mut kept = tokens.into_owned();
    kept.drain(first + 1..first + 2 + length);
    Cow::Owned(kept)
}
