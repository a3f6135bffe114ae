//! English: how somebody who speaks left a thing, and what is to be done with it ("left the garage door open, shut that for
//! me", "I left the lamp on, get that off"). The thing is named so; that it is on or open is what was left, and no order.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::starts_with;
use super::word_list::WordList;

/// What a thing is named behind.
const DETERMINERS: [&str; 7] = ["the", "my", "our", "that", "his", "her", "their"];
/// How things are left.
const STATES: [&str; 7] = ["on", "open", "running", "unlocked", "going", "playing", "up"];
/// What may stand before "left".
const WHO: [&str; 22] = [
    "i", "we", "i've", "we've", "and", "so", "oh", "ope", "oops", "ah", "well", "ok", "okay", "just", "only",
    "must", "have", "i'd", "hey", "sorry", "shoot", "dang",
];
/// So many words at most stand before it.
const MOST_BEFORE: usize = 4;

/// The words without the states in which things were left, where an order follows.
pub(super) fn without_states<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    if !tokens.iter().any(|token| starts_with(text.get(token.start..).unwrap_or_default(), "left")) {
        return tokens;
    }
    let mut told: SmallVec<[(usize, usize); 4]> = SmallVec::new();
    for clause in tokens.split(|token| token.separator().is_some()) {
        let end = clause.last().map_or(0, |last| last.end);
        let ordered = |token: &Token| token.start >= end && token.verb().is_some();
        if let Some(parts) = left(text, clause).filter(|_| tokens.iter().any(ordered)) {
            told.extend(parts);
        }
    }
    let within = |token: &Token| told.iter().any(|&(from, to)| token.start >= from && token.end <= to);
    if told.is_empty() {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    tokens.retain(|token| !within(token));
    Cow::Owned(tokens)
}

/// Where "left" and the state stand in a clause that tells how a thing was left.
fn left(text: &[char], clause: &[Token]) -> Option<[(usize, usize); 2]> {
    let words = WordList::of(text, clause);
    let left = (0..MOST_BEFORE).find(|&place| words.is(place, "left"))?;
    let state = (left + 2..words.len()).rev().find(|&place| words.is_any(place, &STATES))?;
    let is_target = |place: usize| words.token(place).is_some_and(Token::is_target);
    let nothing = |place: usize| {
        words.token(place).is_none_or(|token| {
            !token.is_target() && token.question().is_none() && token.verb().is_none_or(|verb| verb.weak)
        })
    };
    // "Left garage door open? then …" asks.
    let asked = text.get(clause.last()?.end) == Some(&'?');
    let told = !asked
        && words.is_any(left + 1, &DETERMINERS)
        && (0..left).all(|place| words.is_any(place, &WHO))
        && (left + 1..state).any(is_target)
        && (state + 1..words.len()).all(nothing);
    told.then(|| Some([(words.start(left)?, words.end(left)), (words.start(state)?, words.end(state))]))?
}
