//! "Turn the fan off and go to bed": where people go themselves, beside an order to something that goes nowhere.

use std::borrow::Cow;

use lares_home::Act;

use super::lattice::Token;
use super::tokens::text_of;
use crate::HomeVocabulary;
use crate::lexicon::{Noun, lexicon};

/// The words without the verb of what returns to its dock, where that is told behind an order to other things.
pub(crate) fn without_going<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    vocabulary: &HomeVocabulary,
) -> Cow<'t, [Token]> {
    let goes = |token: &Token| {
        token.verb().is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Dock))
    };
    let Some(going) = tokens.iter().position(goes) else { return tokens };
    let joined = going.checked_sub(1).filter(|&before| tokens[before].conjunction().is_some());
    let Some((joined, verb)) = joined.zip(tokens[going].verb()) else { return tokens };
    let fits = |noun: Noun| verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted));
    let docks = |token: &Token| {
        let mut devices = vocabulary.devices_named(&text_of(text, token.start, token.end));
        token.noun().is_some_and(fits)
            || token.name().is_some()
                && devices.any(|device| vocabulary.device_nouns(device).iter().copied().any(fits))
    };
    let ordered = tokens[..joined].iter().any(Token::is_target)
        && tokens[..joined].iter().any(|token| token.verb().is_some_and(|verb| !verb.weak));
    let goes_on = tokens[going + 1..].iter().any(Token::is_target);
    if !ordered || goes_on || tokens.iter().any(docks) {
        return tokens;
    }
    let mut kept = tokens.into_owned();
    kept.drain(joined..=going);
    Cow::Owned(kept)
}
