//! What somebody thinks better of in one breath: 别开热水器了开浴霸. The 了 ends what is not to be done, and the order begins behind it.

use std::borrow::Cow;

use super::lattice::Token;
use crate::lexicon::Sense;

/// The words with a pause behind what is not to be done, where an order follows directly.
pub(super) fn parted<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    if !tokens.iter().any(|token| token.negation().is_some()) {
        return tokens;
    }
    let Some(place) = (2..tokens.len()).find(|&place| begins_order(text, &tokens, place)) else {
        return tokens;
    };
    let Some(start) = tokens.get(place).map(|token| token.start) else { return tokens };
    let mut tokens = tokens.into_owned();
    let senses = [Sense::Separator(false)].into_iter().collect();
    tokens.insert(place, Token { start, end: start, senses, likeness: 1.0 });
    Cow::Owned(tokens)
}

/// Whether an order stands directly behind 了, and what is not to be done before it.
fn begins_order(text: &[char], tokens: &[Token], place: usize) -> bool {
    let (before, behind) = tokens.split_at(place);
    let (Some(last), Some(first)) = (before.last(), behind.first()) else { return false };
    let acts =
        |token: &Token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.acts.is_empty());
    if text.get(last.start..last.end) != Some(&['了'])
        || last.end != first.start
        || !(acts(first) && !first.is_target() || first.object_marker().is_some())
    {
        return false;
    }
    let clause = before.iter().rposition(|token| token.separator().is_some()).map_or(0, |mark| mark + 1);
    let clause = before.get(clause..).unwrap_or_default();
    let Some(denied) = clause.iter().rposition(|token| token.negation().is_some()) else { return false };
    let denied = clause.get(denied + 1..).unwrap_or_default();
    let order = behind.iter().take_while(|token| token.separator().is_none());
    denied.first().is_some_and(acts)
        && denied.iter().any(Token::is_target)
        && order.skip(1).any(Token::is_target)
}
