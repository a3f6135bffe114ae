//! How much something bothers, told by what comes of it: 热得顾客都不肯坐, 电视吵得我电话都听不清, 热到吃不下饭. What comes of it is
//! said in anybody's own words, and nothing more is asked for by them.

use std::borrow::Cow;

use super::lattice::Token;
use crate::lexicon::{Sense, lexicon};

/// What is said to be too much before 得.
const BOTHERS: [char; 14] =
    ['热', '冷', '冻', '吵', '干', '黑', '暗', '亮', '晒', '臭', '闷', '潮', '湿', '呛'];

/// The words with what comes of a nuisance left out, and the nuisance as the complaint that it is.
pub(super) fn without_outcomes<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let tokens = without_how(text, tokens);
    let Some(place) = tokens.iter().position(|token| says_how(text, token)) else { return tokens };
    let rest = tokens.get(place + 1..).unwrap_or_default();
    let length = rest.iter().take_while(|token| token.separator().is_none()).count();
    let (told, _) = rest.split_at(length);
    // 热得: the word for how much may be a token of its own.
    let stands_apart =
        |token: &Token| token.end == token.start + 1 && matches!(text.get(token.start), Some('得' | '到'));
    let outcome =
        if told.first().is_some_and(stands_apart) { told.get(1..).unwrap_or_default() } else { told };
    let orders = |token: &Token| {
        token.object_marker().is_some_and(|()| matches!(text.get(token.start), Some('把' | '将')))
            || token.particle() == Some(true)
            || token.condition().is_some()
            // 清 of 账都算不清 is no verb of its own.
            || token.end - token.start > 1
                && token.verb().is_some_and(|verb| verb.chinese && !verb.weak && !verb.acts.is_empty())
    };
    let own_words =
        outcome.len() > 1 || outcome.iter().any(|token| token.is_unknown() || token.wish().is_some());
    if outcome.is_empty() || !own_words || outcome.iter().any(orders) {
        return tokens;
    }
    let Some(stem) = tokens.get(place) else { return tokens };
    let complained = if stem.wish().is_some() { None } else { complaint(text, stem.start..stem.end) };
    if complained.is_none() && stem.wish().is_none() {
        return tokens;
    }
    let mut kept = tokens.into_owned();
    kept.drain(place + 1..place + 1 + length);
    if let (Some(token), Some(wish)) = (kept.get_mut(place), complained) {
        token.senses = smallvec::smallvec![wish];
        token.likeness = 1.0;
    }
    Cow::Owned(kept)
}

/// 乌漆嘛黑的怎么晒衣服, 水好冷，咋个洗嘛: how anything is to be done so is not asked.
fn without_how<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    const HOW: [&str; 8] = ["怎么", "咋", "咋个", "咋子", "要怎么", "怎样", "叫我怎么", "让我怎么"];
    /// No more words than these stand between.
    const BETWEEN: usize = 3;
    let letters = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let asks = |token: &Token| {
        let said = letters(token);
        HOW.iter().any(|how| how.chars().eq(said.iter().copied()))
    };
    let Some(place) = tokens.iter().position(asks) else { return tokens };
    let (before, rest) = tokens.split_at(place);
    let small = |token: &Token| {
        token.possessive().is_some() || token.particle().is_some() || token.separator().is_some()
    };
    let complaint = before.iter().rposition(|token| token.wish().is_some());
    let Some(complaint) = complaint.filter(|complaint| place - complaint <= BETWEEN) else { return tokens };
    let behind = before.get(complaint + 1..).unwrap_or_default();
    let does = rest.iter().skip(1).any(|token| token.verb().is_some() || token.is_unknown());
    // 太热了，怎么关灯: what is named is asked about.
    let ends = rest.iter().skip(1).any(|token| {
        token.separator().is_some()
            || token.object_marker().is_some()
            || token.noun().is_some()
            || token.name().is_some()
    });
    if !behind.iter().all(small) || !does || ends {
        return tokens;
    }
    let mut kept = tokens.into_owned();
    kept.truncate(complaint + 1);
    Cow::Owned(kept)
}

/// 热 of 热得, 吵得我: a nuisance with the word for how much behind it.
fn says_how(text: &[char], token: &Token) -> bool {
    let length = token.end - token.start;
    let bothers = |place: usize| text.get(place).is_some_and(|letter| BOTHERS.contains(letter));
    let degree = |place: usize| matches!(text.get(place), Some('得' | '到'));
    !token.is_target()
        && token.separator().is_none()
        && (length == 1 && bothers(token.start) && degree(token.end)
            || token.wish().is_some()
                && (token.start..token.end)
                    .any(|place| bothers(place) && place + 1 < token.end && degree(place + 1)))
}

/// The complaint that 太热了 is.
fn complaint(text: &[char], place: std::ops::Range<usize>) -> Option<Sense> {
    let stem = text.get(place)?;
    let wish = |phrase: Vec<char>| {
        lexicon().lookup(&phrase)?.iter().find(|sense| matches!(sense, Sense::Wish(_))).copied()
    };
    wish([&['太'], stem, &['了']].concat())
        .or_else(|| wish([stem, &['得', '慌']].concat()))
        .or_else(|| wish([stem, &['死', '了']].concat()))
}
