//! "Lock the front door if it isn't already", "unless it already is": the state that is left out is the one that the order brings about.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Comparison, Place, Sense};

/// The words with the verb of the order once more, behind the negation that nothing follows.
pub(crate) fn with_state<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let opens = |token: &Token| token.condition() == Some(Place::Before);
    let fills = |token: &Token| {
        token.particle().is_some() || token.reference().is_some() || token.negation().is_some()
    };
    let Some(opening) = tokens.iter().position(opens) else { return tokens };
    let behind = tokens.get(opening + 1..).unwrap_or_default();
    let length = behind.iter().position(|token| token.separator().is_some()).unwrap_or(behind.len());
    let condition = behind.get(..length).unwrap_or_default();
    let excepts = tokens.get(opening).is_some_and(|token| text_of(text, token.start, token.end) == "unless");
    let is_so = |token: &Token| token.comparison() == Some(Comparison::Equal);
    let negation = condition.iter().position(|token| token.negation().is_some());
    let Some(negation) = negation.or_else(|| condition.len().checked_sub(1).filter(|_| excepts)) else {
        return tokens;
    };
    let fills = |token: &Token| fills(token) || excepts && is_so(token);
    let order = tokens.get(..opening).unwrap_or_default();
    let verb = order.iter().rev().find_map(Token::verb).filter(|verb| !verb.weak);
    let (Some(verb), true) = (verb, condition.iter().all(fills)) else { return tokens };
    let at = opening + 1 + negation;
    let Some(said) = tokens.get(at) else { return tokens };
    let state = Token { senses: smallvec::smallvec![Sense::Verb(verb)], ..said.clone() };
    let mut tokens = tokens.into_owned();
    tokens.insert(at + 1, state);
    Cow::Owned(tokens)
}
