//! How a thing is now, told to say which of its kind are meant: "turn off any lights that are on", 把没关的灯关了. It is not
//! what is to become of them, and asks nothing.

use std::borrow::Cow;

use smallvec::{SmallVec, smallvec};

use super::lattice::Token;
use super::tokens::{ends_with, starts_with};
use super::word_list::WordList;
use crate::lexicon::{Cue, Many, Sense, lexicon};
use crate::vocabulary::is_han;

/// Before a kind of which all are meant.
const ANY: &[char] = &['a', 'n', 'y', ' '];

/// The words without what only tells how the things are that something is done to.
pub(super) fn without_states<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let mut told: SmallVec<[(usize, usize); 2]> = SmallVec::new();
    // A pause that is only likely parts nothing here.
    let marked = |token: &Token| {
        text.get(token.start..token.end).is_some_and(|mark| !mark.is_empty() && mark != [' '])
    };
    for clause in tokens.split(|token| token.separator().is_some() && marked(token)) {
        let Some(first) = clause.first() else { continue };
        if text.get(first.start).copied().is_some_and(is_han)
            || clause.iter().any(|token| is_chinese(text, token))
        {
            chinese(text, clause, &mut told);
        } else {
            english(text, clause, &mut told);
        }
    }
    if told.is_empty() {
        return tokens;
    }
    let inside = |token: &Token| told.iter().any(|&(from, to)| token.start >= from && token.end <= to);
    let mut tokens = tokens.into_owned();
    for token in &mut tokens {
        // "Whatever lights are on": all of them.
        if text
            .get(token.start..token.end)
            .is_some_and(|said| starts_with(said, "whatever") || said == ['a', 'n', 'y'])
        {
            token.senses = smallvec![Sense::Quantifier(Many::All, false)];
        }
    }
    tokens.retain(|token| !inside(token));
    // "Any lights": all of them, and no question.
    let mut place = 0;
    while let Some(token) = tokens.get(place) {
        let said = text.get(token.start..token.end).unwrap_or_default();
        let kind = said.strip_prefix(ANY).filter(|_| token.question().is_some());
        if let Some(senses) = kind.and_then(|kind| lexicon().lookup(kind)) {
            let (start, end) = (token.start, token.end);
            let all = smallvec![Sense::Quantifier(Many::All, false)];
            let kind = Token {
                start: start + ANY.len(),
                end,
                senses: senses.iter().cloned().collect(),
                likeness: 1.0,
            };
            tokens[place] = Token { start, end: start + ANY.len() - 1, senses: all, likeness: 1.0 };
            tokens.insert(place + 1, kind);
            place += 1;
        }
        place += 1;
    }
    Cow::Owned(tokens)
}

fn is_chinese(text: &[char], token: &Token) -> bool {
    text.get(token.start).copied().is_some_and(is_han)
}

/// Whether something is to be done.
fn orders(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty()) && !token.is_target()
}

/// 没关的灯, 还开着的空调: a state and 的 before the thing, where the clause orders something as well.
fn chinese(text: &[char], clause: &[Token], told: &mut SmallVec<[(usize, usize); 2]>) {
    for (place, thing) in clause.iter().enumerate().filter(|(_, token)| token.is_target()) {
        let before = clause.get(..place).unwrap_or_default();
        let begin = clause.first().map_or(0, |first| first.start);
        let said = text.get(begin..thing.start).unwrap_or_default();
        if said.last() != Some(&'的') {
            continue;
        }
        let Some(state) = lexicon()
            .cue(Cue::StandsSo)
            .filter(|state| ends_with(said, state))
            .max_by_key(|state| state.len())
        else {
            continue;
        };
        let from = thing.start - state.chars().count();
        let whole = before.iter().any(|token| token.start == from);
        let acts =
            clause.iter().any(|token| (token.end <= from || token.start >= thing.end) && orders(token));
        let asks = clause
            .iter()
            .any(|token| (token.start >= thing.end || token.end <= from) && token.question().is_some());
        if whole && acts && !asks {
            told.push((from, thing.start));
        }
    }
}

/// "The lights that are still on", "any blinds left open": behind the thing.
fn english(text: &[char], clause: &[Token], told: &mut SmallVec<[(usize, usize); 2]>) {
    const STATES: [&str; 12] = [
        "on", "off", "open", "closed", "shut", "running", "playing", "unlocked", "locked", "going", "up",
        "lit",
    ];
    const BETWEEN: [&str; 9] =
        ["still", "currently", "already", "left", "been", "not", "presently", "lying", "now"];
    let words = WordList::of(text, clause);
    // "Shut it if it's still open" hangs on it.
    if clause
        .iter()
        .any(|token| token.condition().is_some() && token.verb().is_none() && token.value().is_none())
    {
        return;
    }
    // "Turn off": what is to be done stands before the thing.
    let leads = |first: &&Token| first.verb().is_some() && first.question().is_none();
    let Some(order) = clause.first().filter(leads) else { return };
    let kind = |token: &Token| {
        token.is_target()
            || token.question().is_some()
                && text.get(token.start..token.end).is_some_and(|said| said.starts_with(ANY))
    };
    let named = |from: usize, to: usize| {
        (from..to)
            .any(|place| words.token(place).is_some_and(|token| kind(token) && token.start >= order.end))
    };
    for place in 2..words.len() {
        let relative = words.is_any(place, &["that", "which"])
            && words.is_any(place + 1, &["is", "are", "were", "was", "have", "has", "'re"]);
        let joined = words.is_any(place, &["that's", "thats", "that're", "that've"]);
        // "Any lights left on"
        let bare = words.is_any(place, &["left", "still", "currently"]) && named(place - 1, place);
        let are = words.is_any(place, &["are", "is"])
            && (1..place).any(|before| words.is_any(before, &["whatever", "whichever", "any"]));
        let behind = if relative { place + 2 } else { place + 1 };
        if !(relative || joined || bare || are) || !named(0, place) {
            continue;
        }
        let state = (behind..words.len()).find(|&next| !words.is_any(next, &BETWEEN));
        let Some(state) = state.filter(|&state| words.is_any(state, &STATES)) else { continue };
        // "Leave the lights that are on": nothing is done to them.
        if let Some(from) = words.start(place) {
            told.push((from, words.end(state)));
            return;
        }
    }
}
