//! Pauses that were not written: what recognition hears has no commas. Behind a complete order somebody begins to tell something
//! of themselves ("throw the flood lights on I heard something"), and behind a complaint an order begins ("I'm freezing turn the
//! heat up").

use std::borrow::Cow;

use lares_home::Act;
use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::{starts_with, text_of};
use crate::lexicon::{Cue, Sense, lexicon};
use crate::vocabulary::is_han;

/// The tokens with a separator where a pause belongs.
pub(super) fn with_pauses<'t>(text: &[char], tokens: &'t [Token]) -> Cow<'t, [Token]> {
    let mut pauses: SmallVec<[usize; 4]> = SmallVec::new();
    let mut start = 0;
    for index in 1..tokens.len() {
        let Some(token) = tokens.get(index) else { break };
        if parts(token) {
            start = index + 1;
            continue;
        }
        let before = tokens.get(start..index).unwrap_or_default();
        let rest = tokens.get(index..).unwrap_or_default();
        if tells(text, before, rest) || orders_behind_wish(before, token) {
            pauses.push(index);
            start = index;
        }
    }
    if pauses.is_empty() {
        return Cow::Borrowed(tokens);
    }
    let mut kept = Vec::with_capacity(tokens.len() + pauses.len());
    for (index, token) in tokens.iter().enumerate() {
        if pauses.contains(&index) {
            let space = token.start.checked_sub(1).filter(|&space| text.get(space) == Some(&' '));
            let senses = [Sense::Separator(false)].into_iter().collect();
            kept.push(Token { start: space.unwrap_or(token.start), end: token.start, senses, likeness: 1.0 });
        }
        kept.push(token.clone());
    }
    Cow::Owned(kept)
}

/// Whether somebody begins to tell something of themselves behind a complete order.
fn tells(text: &[char], before: &[Token], rest: &[Token]) -> bool {
    let (Some(last), Some(token)) = (before.last(), rest.first()) else { return false };
    let behind = text.get(token.start..).unwrap_or_default();
    // 晾衣架放下来我晾衣服: what for, in the words of an order.
    let works = |token: &Token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak);
    if rest.iter().any(works) {
        return false;
    }
    let subject = lexicon().phrases(Cue::Subject).leading(behind).any(|subject| {
        let rest = behind.get(subject.chars().count()..).unwrap_or_default();
        match subject.is_ascii() {
            true => rest.first() == Some(&' '),
            // 把灯打开我房间的: whose it is.
            false => {
                !OWNED.iter().any(|own| starts_with(rest, own))
                    && rest.first().is_some_and(|&next| is_han(next))
            }
        }
    });
    subject && !ties(text, last) && is_complete(before)
}

/// What somebody has, in Chinese.
const OWNED: [&str; 14] =
    ["的", "房", "屋", "家", "这", "那", "俩", "儿", "闺", "爸", "妈", "床", "们", "自己"];

/// A strong verb directly behind a complaint that is all that was said so far.
fn orders_behind_wish(before: &[Token], token: &Token) -> bool {
    let orders = token.likeness >= 1.0
        && token.question().is_none()
        && token.particle().is_none()
        && !token.is_target()
        && token
            .verb()
            .is_some_and(|verb| !verb.weak && !verb.chinese && verb.acts.first() != Some(&Act::Query));
    orders
        && before.iter().any(|token| token.wish().is_some())
        && before
            .iter()
            .all(|token| token.wish().is_some() || token.particle().is_some() || token.degree().is_some())
}

/// Whether it says what to do, and to what.
fn is_complete(said: &[Token]) -> bool {
    let spoilt = |token: &Token| {
        token.question().is_some()
            || token.negation().is_some()
            || token.condition().is_some()
            || token.speech().is_some()
            || token.chat().is_some()
    };
    let acts = |token: &Token| {
        token.likeness >= 1.0
            && (token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
                || token.state().is_some())
    };
    let named = |token: &Token| token.is_target() || token.reference().is_some();
    said.iter().any(acts) && said.iter().any(named) && !said.iter().any(spoilt)
}

/// Whether what follows belongs to what stands before it.
fn ties(text: &[char], token: &Token) -> bool {
    const TIES: [&str; 22] = [
        "before", "so", "because", "cos", "cause", "while", "until", "till", "when", "if", "as", "since",
        "like", "that", "what", "where", "how", "who", "after", "though", "than", "which",
    ];
    let said = text_of(text, token.start, token.end);
    token.conjunction().is_some()
        || token.clause().is_some()
        || token.condition().is_some()
        || token.possessive().is_some()
        || token.object_marker().is_some()
        || token.correction().is_some()
        || token.except().is_some()
        || said.rsplit(' ').next().is_some_and(|last| TIES.contains(&last))
}

fn parts(token: &Token) -> bool {
    token.separator().is_some() || token.clause().is_some()
}
