//! What Chinese says beside an order without a pause: what is not meant (不是灯是窗帘打开), and what someone tells of having
//! done it (灯我关了).

mod all_but;
mod kind_wise;

use std::borrow::Cow;

use lares_home::Act;

use super::clause::Clause;
use super::lattice::Token;
use super::tokens::{starts_with, text_of};
use crate::lexicon::{Cue, lexicon};

/// The words without what is said not to be meant: 不是灯是窗帘打开 is only 窗帘打开. Behind an order the denial still
/// takes that back (打开台灯不是台灯是吊灯). An English "no" that leaves something out does so.
pub(crate) fn without_denied<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let tokens = kind_wise::narrowed(text, all_but::leaving_out(text, tokens));
    let is_cue = |cue: Cue, token: &Token| {
        lexicon().phrases(cue).have(text.get(token.start..token.end).unwrap_or_default())
    };
    let denies = |token: &Token| is_cue(Cue::NotThis, token);
    let is = |token: &Token| is_cue(Cue::ButThis, token);
    if !tokens.iter().any(denies) {
        return tokens;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if denies(token) && kept.last().is_none_or(|before| before.separator().is_some()) {
            // 不是客厅灯，把台灯关了
            let rest = tokens.get(index + 1..).unwrap_or_default();
            let length = rest.iter().position(|token| token.separator().is_some());
            let (thing, order) = rest.split_at(length.unwrap_or(0));
            let orders =
                acts(order) && order.iter().any(|token| token.is_target() || token.object_marker().is_some());
            if is_thing(thing) && orders && !rest.iter().any(is) {
                index += 1 + thing.len();
                continue;
            }
        }
        let denied = denies(token).then(|| tokens.iter().skip(index + 1).position(is)).flatten();
        if let Some(length) = denied
            && let Some(middle) = tokens.get(index + 1..index + 1 + length)
            && (is_thing(middle)
                || acts(middle) && acts(tokens.get(index + 2 + length..).unwrap_or_default()))
        {
            let sentence = kept.iter().rev().take_while(|token| token.separator() != Some(true));
            let ordered = sentence
                .filter(|token| token.separator().is_none())
                .any(|token| token.is_target() || token.verb().is_some_and(|verb| !verb.weak));
            let paused = middle.iter().any(|token| token.separator().is_some());
            if ordered && !paused {
                kept.push(token.clone());
            }
            if !ordered || !paused {
                index += length + 2;
                continue;
            }
        }
        kept.push(token.clone());
        index += 1;
    }
    Cow::Owned(kept)
}

/// The words without what nobody has asked for: 不是让你关灯是让你关空调 is only 是让你关空调.
pub(crate) fn without_not_told<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    if !lexicon().phrases(Cue::NotTold).stand_in(text) {
        return tokens;
    }
    // Where the words of a cue end that begin within a token.
    let said = |cue: Cue, token: &Token| {
        (token.start..token.end).find_map(|start| {
            let asked = start > 0 && text[start - 1] == '是';
            let begins = |words: &&str| !asked && starts_with(&text[start..], words);
            lexicon().cue(cue).find(begins).map(|words| start + words.chars().count())
        })
    };
    if !tokens.iter().any(|token| said(Cue::NotTold, token).is_some()) {
        return tokens;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut denied = false;
    let mut told_from = 0;
    for token in tokens.into_owned() {
        if let Some(end) = said(Cue::NotTold, &token) {
            // 灯我没让你关: what it is about stands before it.
            let clause =
                kept.iter().rposition(|token| token.separator().is_some()).map_or(0, |mark| mark + 1);
            let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.weak);
            if !kept.iter().skip(clause).any(acts) {
                kept.truncate(clause);
            }
            denied = true;
            told_from = end;
        } else if denied && token.start >= told_from {
            denied = token.separator().is_none() && said(Cue::ButTold, &token).is_none();
        }
        if !denied {
            kept.push(token);
        }
    }
    Cow::Owned(kept)
}

/// 不是关灯，是关电视: an order, of which another one is meant.
fn acts(words: &[Token]) -> bool {
    let verb =
        |token: &Token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.acts.is_empty());
    words.len() <= 8
        && words.iter().any(verb)
        && words.iter().any(Token::is_target)
        && words.iter().all(|token| token.question().is_none())
}

/// A few words that name something and do nothing, perhaps with a pause behind them.
fn is_thing(words: &[Token]) -> bool {
    let words = match words {
        [words @ .., last] if last.separator() == Some(false) => words,
        words => words,
    };
    words.len() <= 5
        && words.iter().any(Token::is_target)
        && words.iter().all(|token| {
            token.separator().is_none()
                && token.question().is_none()
                && (token.verb().is_none() || token.is_target())
        })
}

/// Whether a clause only tells that something was done: 灯我关了, 空调已经打开了.
pub(crate) fn tells_done(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    let done = text.ends_with(&['了']) || text.ends_with(&['了', '呀']) || text.ends_with(&['了', '啊']);
    let plain = clause.tokens.iter().all(|token| {
        token.question().is_none()
            && token.particle() != Some(true)
            && (token.condition().is_none() || token.particle().is_some())
    });
    if !done || !plain {
        return false;
    }
    let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.weak && verb.chinese);
    clause.tokens.windows(3).any(|tokens| {
        let [first, second, third] = tokens else { return false };
        (first.noun().is_some() || first.name().is_some()) && second.person().is_some() && acts(third)
    }) || clause.tokens.iter().any(|token| {
        // 电视开了一天了: for how long it has been so.
        let behind = clause.text.get(token.end..clause_end(clause)).unwrap_or_default();
        if acts(token) && lexicon().phrases(Cue::SoLong).have(behind) {
            return true;
        }
        let before = text_of(clause.text, clause_start(clause), token.start);
        let by_now = lexicon().cue(Cue::ByNow).any(|words| before.ends_with(words));
        by_now && acts(token) && token.end + 1 >= clause_end(clause)
    })
}

fn clause_start(clause: &Clause<'_>) -> usize {
    clause.tokens.first().map_or(0, |first| first.start)
}

fn clause_end(clause: &Clause<'_>) -> usize {
    clause.tokens.last().map_or(0, |last| last.end)
}

/// "No open the garage": who says so may take back what was said before, or say that it is not to be done.
pub(crate) fn may_be_denied(text: &[char], tokens: &[Token]) -> bool {
    tokens.windows(2).any(|pair| {
        let [no, verb] = pair else { return false };
        matches!(text.get(no.start..no.end), Some(['n', 'o']))
            && verb.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
    })
}
