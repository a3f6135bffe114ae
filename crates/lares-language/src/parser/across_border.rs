//! Words that the lexicon knows as one and that belong to two orders here: "lamp off | mute the TV", "strip on | my fan off".

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::lexicon;

/// The tokens with such words in two, where a thing stands before them and what comes behind needs a verb of its own, or has
/// one.
pub(super) fn in_two<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let crosses = |index: usize| {
        let token = tokens.get(index)?;
        let said = text_of(text, token.start, token.end);
        let (first, second) = said.split_once(' ')?;
        let mutes = second == "mute" && matches!(first, "on" | "off");
        let owned = matches!(second, "my" | "our" | "the") && matches!(first, "on" | "off");
        let before = index.checked_sub(1).and_then(|before| tokens.get(before))?;
        if !(mutes || owned) || !before.is_target() {
            return None;
        }
        let head = (index + 1..tokens.len()).find(|&place| {
            tokens.get(place).is_some_and(|token| token.is_target() || token.particle().is_none())
        })?;
        let heads = tokens.get(head..)?.iter().take_while(|token| token.is_target()).count();
        let behind = tokens.get(head + heads);
        let told = behind.is_some_and(|token| {
            token.state().is_some() || token.goal().is_some() || token.verb().is_some_and(|verb| !verb.weak)
        });
        (heads > 0 && told == owned).then_some(token.start + first.chars().count())
    };
    let places: Vec<(usize, usize)> =
        (1..tokens.len()).filter_map(|index| Some((index, crosses(index)?))).collect();
    if places.is_empty() {
        return tokens;
    }
    let part = |start: usize, end: usize| {
        let letters = text.get(start..end)?;
        let senses = lexicon().lookup(letters)?.iter().cloned().collect();
        Some(Token { start, end, senses, likeness: 1.0 })
    };
    let mut kept = Vec::with_capacity(tokens.len() + places.len());
    for (index, token) in tokens.iter().enumerate() {
        let halves = places
            .iter()
            .find(|(place, _)| *place == index)
            .and_then(|&(_, cut)| Some([part(token.start, cut)?, part(cut + 1, token.end)?]));
        match halves {
            Some(halves) => kept.extend(halves),
            None => kept.push(token.clone()),
        }
    }
    Cow::Owned(kept)
}
