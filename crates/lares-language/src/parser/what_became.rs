//! What has become of a thing, told beside an order or alone: 洗衣机洗完了, 扫地机卡住了, 空调坏了把风扇打开. It orders nothing, and
//! names what the order behind it is for where that names nothing itself (台灯有点闪，关了吧).

use std::borrow::Cow;

use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::ends_with;
use crate::lexicon::{Cue, Place, Sense, lexicon};
use crate::vocabulary::is_han;

/// So many letters at most name the thing.
const LONGEST: usize = 14;
/// The same in English.
const LONGEST_ENGLISH: usize = 32;

/// What is told of a thing: tokens by their places.
struct Told {
    /// The first word of the thing.
    thing: usize,
    /// The first word of what became of it.
    predicate: usize,
    /// One after its last.
    end: usize,
    english: bool,
}

/// The words without what is told of things, and whether something was. What is all that was said is taken away whole.
pub(super) fn without_told<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    if !lexicon().phrases(Cue::Became).stand_in(text) && !lexicon().phrases(Cue::StaysSo).stand_in(text) {
        return (tokens, false);
    }
    let mut all: SmallVec<[Told; 2]> = SmallVec::new();
    let mut start = 0;
    for index in 0..=tokens.len() {
        let border = tokens.get(index).is_none_or(|token| token.separator().is_some());
        if border {
            let question = tokens.get(index).is_some_and(|token| text.get(token.start) == Some(&'?'));
            let told = if question { None } else { told_in(text, &tokens, start, index) };
            all.extend(told);
            start = index + 1;
        }
    }
    let outside =
        |all: &[Told], index: usize| !all.iter().any(|told| (told.thing..told.end).contains(&index));
    let with_places = || tokens.iter().enumerate();
    let orders = with_places().filter(|(index, _)| outside(&all, *index)).any(|(_, token)| {
        token.verb().is_some_and(|verb| !verb.weak || !verb.acts.is_empty())
            || token.value().is_some()
            || token.adjective().is_some()
    });
    // 灯亮着: how it is to be, where nothing else is said. "Dryer finished" may ask.
    if !orders {
        let only_stays = |told: &Told| may_ask(text, &tokens, told) || stays_so(text, &tokens, told);
        all.retain(|told| !only_stays(told));
    }
    if all.is_empty() {
        return (tokens, false);
    }
    let named = with_places().any(|(index, token)| outside(&all, index) && token.is_target());
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut parted = false;
    for (index, token) in tokens.iter().enumerate() {
        let Some(told) = all.iter().find(|told| (told.thing..told.end).contains(&index)) else {
            if parted && token.separator().is_none() && !kept.is_empty() {
                let senses = [Sense::Separator(false)].into_iter().collect();
                kept.push(Token { start: token.start, end: token.start, senses, likeness: 1.0 });
            }
            parted = false;
            kept.push(token.clone());
            continue;
        };
        if orders && !named && index < told.predicate {
            kept.push(token.clone());
        } else {
            parted = orders && named;
        }
    }
    (Cow::Owned(kept), !orders)
}

/// What a clause tells of a thing: all of it, or what stands before or behind an order without a pause.
fn told_in(text: &[char], tokens: &[Token], start: usize, end: usize) -> Option<Told> {
    let clause = tokens.get(start..end)?;
    let (first, last) = (clause.first()?, clause.last()?);
    let english = text.get(first.start).is_some_and(char::is_ascii_alphabetic);
    if !english && !text.get(first.start).copied().is_some_and(is_han) {
        return None;
    }
    (first.start..last.end).find_map(|place| {
        let until = place + predicate(text, place)?;
        let predicate = start + clause.iter().position(|token| token.end > place)?;
        let after = start + clause.iter().position(|token| token.start >= until).unwrap_or(clause.len());
        // A word that only begins or ends there is another one.
        let cut = tokens.get(predicate).is_some_and(|token| token.start < place)
            || tokens.get(after - 1).is_some_and(|token| token.end > until);
        let begin = thing_before(text, tokens, start, predicate, english)?;
        let thing = tokens.get(begin..predicate)?;
        let begins = text.get(thing.first().map_or(place, |first| first.start)..place)?.len();
        // 洗碗机可以开始了, 大门要没关好, 大门关没关严
        let may = |token: &Token| {
            let said = text.get(token.start..token.end).unwrap_or_default();
            ["可以", "能", "该", "应该", "要", "如果"].iter().any(|word| ends_with(said, word))
        };
        let asks = place > 0 && text.get(place) == Some(&'没') && text.get(place - 1) == text.get(place + 1);
        if thing.iter().any(may) || asks {
            return None;
        }
        if cut || begins > if english { LONGEST_ENGLISH } else { LONGEST } || english && thing.is_empty() {
            return None;
        }
        let once_more = |token: &&Token| {
            let said = text.get(token.start..token.end).unwrap_or_default();
            ["again", "now", "already", "anyway"].iter().any(|word| word.chars().eq(said.iter().copied()))
        };
        let after = after + tokens.get(after..end).unwrap_or_default().iter().take_while(once_more).count();
        let behind = tokens.get(after..end).unwrap_or_default();
        let after = match english {
            // "The air's dead dry in here"
            true if behind.iter().any(waits)
                || behind.first().is_some_and(|next| next.adjective().is_some()) =>
            {
                return None;
            }
            // "The vacuum's stuck under the sofa"
            true if !behind.iter().any(does) => end,
            true => after,
            false if goes_on(text, behind) => after,
            false => return None,
        };
        Some(Told { thing: begin, predicate, end: after, english })
    })
}

/// Where the thing begins that stands directly before a place: where the clause does, or behind an order to something else.
fn thing_before(
    text: &[char],
    tokens: &[Token],
    start: usize,
    predicate: usize,
    english: bool,
) -> Option<usize> {
    let article = |token: &Token| {
        let said = text.get(token.start..token.end).unwrap_or_default();
        let first = said.split(|letter| *letter == ' ').next().unwrap_or_default();
        ["the", "my", "our", "his", "her", "that", "this"]
            .iter()
            .any(|word| word.chars().eq(first.iter().copied()))
    };
    // "The show" is nothing to be shown.
    let is_thing = |index: usize| {
        let behind_article = index > start && tokens.get(index - 1).is_some_and(article);
        tokens.get(index).is_some_and(|token| names(token) || english && behind_article && !waits(token))
    };
    let begin = (start..predicate).rev().find(|&index| !is_thing(index)).map_or(start, |last| last + 1);
    let whole = begin == start;
    let bound = |range: std::ops::Range<usize>| {
        tokens
            .get(range)
            .unwrap_or_default()
            .iter()
            .any(|token| token.object_marker().is_some() || waits(token))
    };
    if whole && !bound(begin..predicate) {
        return Some(begin);
    }
    let begin = match english {
        true => (begin..predicate).rev().find(|&index| tokens.get(index).is_some_and(article))?,
        false => begin,
    };
    let order = tokens.get(start..begin)?;
    let complete = order.iter().any(Token::is_target)
        && order.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak))
        && !order.iter().any(waits);
    (complete && begin < predicate && !bound(begin..predicate)).then_some(begin)
}

/// A word that what is told waits for, denies or asks.
fn waits(token: &Token) -> bool {
    token.condition().is_some() || token.question().is_some() || token.negation().is_some()
}

/// A word of what something is called.
fn names(token: &Token) -> bool {
    token.is_target()
        || token.particle().is_some()
        || token.possessive().is_some()
        || token.degree().is_some()
        || token.reference().is_some()
        || token.property().is_some()
        || token.chat().is_some()
        || token.time().is_some()
        || token.is_unknown()
}

/// A word that may say what is to be done.
fn does(token: &Token) -> bool {
    token.verb().is_some()
        || token.state().is_some()
        || token.value().is_some()
        || token.adjective().is_some()
}

/// How many letters of what became of something stand at a place.
fn predicate(text: &[char], place: usize) -> Option<usize> {
    let rest = text.get(place..)?;
    let became = lexicon().phrases(Cue::Became).leading(rest);
    let stays = lexicon().phrases(Cue::StaysSo).leading(rest);
    let inside = |place: Option<&char>| place.is_some_and(char::is_ascii_alphanumeric);
    let begins = !inside(place.checked_sub(1).and_then(|before| text.get(before)));
    let short_form = rest.first() == Some(&'\'');
    let english = rest.first().is_some_and(char::is_ascii);
    let whole = |length: &usize| !english || (begins || short_form) && !inside(rest.get(*length));
    became.chain(stays).map(|phrase| phrase.chars().count()).filter(whole).max()
}

/// "Dryer finished", "the washing's done": it may be asked whether it is.
fn may_ask(text: &[char], tokens: &[Token], told: &Told) -> bool {
    let end = told.end.checked_sub(1).and_then(|last| tokens.get(last)).map_or(0, |last| last.end);
    let said = text.get(..end).unwrap_or_default();
    told.english
        && ["done", "finished", "boiled", "preheated", "ringing", "dead"]
            .iter()
            .any(|word| ends_with(said, word))
}

fn stays_so(text: &[char], tokens: &[Token], told: &Told) -> bool {
    let start = tokens.get(told.predicate).map_or(0, |token| token.start);
    let rest = text.get(start..).unwrap_or_default();
    lexicon().phrases(Cue::Became).leading(rest).next().is_none()
}

/// Nothing follows, or an order does: 洗完了再开灯 says when, 洗完了吗 asks.
fn goes_on(text: &[char], behind: &[Token]) -> bool {
    let Some(next) = behind.iter().find(|token| token.particle().is_none() || token.condition().is_some())
    else {
        let asks = |token: &Token| matches!(text.get(token.start), Some('吗' | '没' | '么' | '不' | '否'));
        return !behind.iter().any(asks);
    };
    let first = behind.first().map_or(0, |token| token.start);
    let said = text.get(first..).unwrap_or_default();
    let binds = matches!(
        said,
        [
            '就' | '再'
                | '才'
                | '的'
                | '后'
                | '时'
                | '以'
                | '之'
                | '没'
                | '吗'
                | '么'
                | '不'
                | '记'
                | '提'
                | '告'
                | '叫',
            ..
        ]
    );
    !binds
        && next.condition() != Some(Place::After)
        && next.question().is_none()
        && behind.iter().all(|token| token.condition().is_none())
}
