//! What someone complains of beside how something is: "it's too bright with these lamps on", "she won't sleep with that
//! moon lit up". How it is now is told there, and nothing is to be switched so.

use std::borrow::Cow;

use lares_home::Act;

use super::lattice::Token;
use super::tokens::text_of;

/// The words without the states that "with" introduces behind a complaint or a denial.
pub(crate) fn without_states<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let Some(with) = tokens.iter().position(|token| begins_state(text, token)) else { return tokens };
    let complains = tokens[..with].iter().any(|token| {
        token.wish().is_some()
            || token.adjective().is_some()
            || token.negation().is_some()
            || text_of(text, token.start, token.end) == "too"
    });
    let orders = tokens[..with].iter().any(|token| token.verb().is_some_and(|verb| !verb.weak));
    if !complains || orders {
        return tokens;
    }
    let end = tokens[with..]
        .iter()
        .position(|token| token.separator().is_some() || token.clause().is_some())
        .map_or(tokens.len(), |end| with + end);
    let Some(last) = end.checked_sub(1).filter(|&last| last > with + 1) else { return tokens };
    let switched = tokens[last].verb().is_some_and(|verb| {
        !verb.chinese && matches!(verb.acts.first(), Some(Act::On | Act::Open | Act::Start))
    });
    if !switched || !tokens[with..last].iter().any(Token::is_target) {
        return tokens;
    }
    let mut kept = tokens.into_owned();
    kept.remove(last);
    Cow::Owned(kept)
}

fn begins_state(text: &[char], token: &Token) -> bool {
    match text.get(token.start..token.end) {
        Some(['w', 'i', 't', 'h']) => true,
        Some(['w', 'i', 't', 'h', ' ', ..]) => token.verb().is_none() && token.except().is_none(),
        _ => false,
    }
}
