//! Chinese: what a thing is to do of itself once something is so, in a word that orders nothing elsewhere: 空调就吹, 除湿机就可以歇了,
//! 电量低于二十就回家.

use std::borrow::Cow;

use smallvec::{SmallVec, smallvec};

use super::lattice::Token;
use crate::lexicon::{Cue, Place, Sense, lexicon};

/// What each of them is to do, as an order says it.
const ORDERS: [(Cue, &str); 4] = [
    (Cue::ThenStarts, "转起来"),
    (Cue::ThenRests, "关掉"),
    (Cue::ThenShines, "点亮"),
    (Cue::ThenGoesHome, "回充"),
];

/// So many words of the lattice at most are one of them: 休 and 息.
const LONGEST: usize = 3;

/// The words with what something is to do, behind the word that closes a condition, read as the verb of an order.
pub(crate) fn with_orders<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let said = |start: usize, end: usize| {
        let (first, last) = (tokens.get(start)?, tokens.get(end.checked_sub(1)?)?);
        text.get(first.start..last.end)
    };
    let order = |start: usize, end: usize| {
        let said = said(start, end)?;
        let is = |(cue, _): &&(Cue, &str)| lexicon().phrases(*cue).have(said);
        Some((start, end, ORDERS.iter().find(is)?.1))
    };
    let of = |start: usize| {
        let ends = (start + 1..=tokens.len().min(start + LONGEST)).rev();
        ends.filter_map(|end| order(start, end)).find(|(_, end, _)| ends_clause(&tokens, *end))
    };
    let does: SmallVec<[(usize, usize, &str); 2]> = behind_conditions(&tokens).filter_map(of).collect();
    if does.is_empty() {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    for (start, end, order) in does.into_iter().rev() {
        let order: SmallVec<[char; 8]> = order.chars().collect();
        let verb = lexicon()
            .lookup(&order)
            .and_then(|senses| senses.iter().find(|sense| matches!(sense, Sense::Verb(_))));
        let last = end.checked_sub(1).and_then(|last| tokens.get(last)).map(|last| last.end);
        if let (Some(verb), Some(last), Some(token)) = (verb, last, tokens.get_mut(start)) {
            (token.senses, token.end) = (smallvec![*verb], last);
            tokens.drain(start + 1..end);
        }
    }
    Cow::Owned(tokens)
}

/// Nothing but particles stands behind a place in its clause.
fn ends_clause(tokens: &[Token], end: usize) -> bool {
    let behind = tokens.get(end..).unwrap_or_default();
    let mut behind = behind.iter().take_while(|token| token.separator().is_none());
    behind.all(|token| token.particle().is_some() && !token.is_target())
}

/// The places before which a condition is closed, directly or with nothing between but who is to do it.
fn behind_conditions(tokens: &[Token]) -> impl Iterator<Item = usize> {
    let mut closed = false;
    (1..).zip(tokens).filter_map(move |(place, token)| {
        closed = if token.condition() == Some(Place::After) {
            // What begins with 就 closes nothing.
            place > 1 || closed
        } else {
            closed
                && (token.is_target()
                    || token.particle().is_some()
                    || token.reference().is_some()
                    || token.person().is_some()
                    || token.object_marker().is_some()
                    || token.verb().is_some_and(|verb| verb.weak))
        };
        closed.then_some(place)
    })
}
