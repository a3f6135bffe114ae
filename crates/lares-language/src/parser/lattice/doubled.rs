//! Letters that were said or typed twice within a target: 吊灯灯, 加湿湿器, 窗窗帘.

use smallvec::SmallVec;

use super::{Path, Token};
use crate::lexicon::{Sense, lexicon};
use crate::vocabulary::{HomeVocabulary, is_han};

/// So many letters on either side of a doubled one may belong to the word.
const REACH: usize = 10;
/// What is left without the letter is as like what was meant as this.
const LIKENESS: f32 = 0.96;

/// Puts a target in the place of the words that a path makes of it where one of its letters stands there twice: within it, or at
/// its border where it would be a word of its own or none. Only what leaves the words around it whole: 空调调到26度 is no 空调调.
pub(super) fn mend(text: &[char], path: &mut Path, vocabulary: &HomeVocabulary) {
    let mut from = 0;
    while let Some(place) = doubled(text, from) {
        from = place + 1;
        let Some(whole) = without(text, place, vocabulary, |start, end| fits(text, path, place, start, end))
        else {
            continue;
        };
        let (Some(first), Some(last)) = (at_start(path, whole.start), at_end(path, whole.end)) else {
            continue;
        };
        path.tokens.drain(first..last);
        if let Some(token) = path.tokens.get_mut(first) {
            *token = whole;
        }
    }
}

/// The first letter from there on that stands twice.
fn doubled(text: &[char], from: usize) -> Option<usize> {
    let pairs = text.get(from..)?.windows(2);
    pairs.into_iter().position(|pair| pair[0] == pair[1] && is_han(pair[0])).map(|place| from + place)
}

/// The longest target that holds the letter once, as it stands in the text, of those that fit.
fn without(
    text: &[char],
    place: usize,
    vocabulary: &HomeVocabulary,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<Token> {
    let start = place.saturating_sub(REACH);
    let end = (place + 2 + REACH).min(text.len());
    let once: SmallVec<[char; 24]> =
        text.get(start..=place)?.iter().chain(text.get(place + 2..end)?).copied().collect();
    let own = place - start;
    let mut best: Option<Token> = None;
    let mut found = |from: usize, to: usize, senses: &[Sense]| {
        let holds = from <= own && own < to && to - from > 1;
        let (from, to) = (start + from, start + to + 1);
        if !holds || !fits(from, to) {
            return;
        }
        let targets = senses.iter().filter(|sense| is_target(sense)).copied();
        match &mut best {
            Some(best) if (best.start, best.end) == (from, to) => best.senses.extend(targets),
            Some(best) if best.end - best.start >= to - from => {}
            _ => {
                let senses: SmallVec<[Sense; 4]> = targets.collect();
                if !senses.is_empty() {
                    best = Some(Token { start: from, end: to, senses, likeness: LIKENESS });
                }
            }
        }
    };
    let lexicon = lexicon();
    lexicon.scan(&once, |from, pattern| found(from, from + lexicon.length(pattern), lexicon.senses(pattern)));
    vocabulary.scan(&once, &mut found);
    best
}

fn is_target(sense: &Sense) -> bool {
    matches!(sense, Sense::Noun(_) | Sense::Name(_) | Sense::Room(_) | Sense::HomeRoom(_))
}

/// From where to where a target would stand: whole words of the path, of which one ends between the two letters and is a kind of
/// device by itself, or of which one is unknown.
fn fits(text: &[char], path: &Path, place: usize, start: usize, end: usize) -> bool {
    let (Some(first), Some(last)) = (at_start(path, start), at_end(path, end)) else { return false };
    let Some(words) = path.tokens.get(first..=last).filter(|words| words.len() > 1) else { return false };
    let unpaused = words.iter().all(|word| {
        text.get(word.start..word.end).is_some_and(|letters| letters.iter().all(|letter| is_han(*letter)))
    });
    let alone = |word: Option<&Token>, start: usize| {
        word.is_some_and(|word| {
            word.start == start && word.end == start + 1 && word.senses.iter().any(is_target)
        })
    };
    // 客厅灯灯带: a lamp of that room, and a strip.
    let of_room = |word: &Token| word.is_target() && word.end == start;
    let begins_twice = place == start
        && alone(words.first(), start)
        && !first.checked_sub(1).and_then(|before| path.tokens.get(before)).is_some_and(of_room);
    // 走廊的加加湿器: what is somebody's or somewhere's is no verb.
    let owned = || {
        let before = first.checked_sub(1).and_then(|before| path.tokens.get(before));
        let is_verb = words.first().is_some_and(|word| word.end == start + 1 && word.verb().is_some());
        is_verb && before.is_some_and(|before| before.end == start && before.possessive().is_some())
    };
    let begins_twice = begins_twice || place == start && owned();
    let ends_twice = place + 2 == end && alone(words.last(), place + 1);
    // 床头头灯: words that are whole by themselves, and none of which could begin or end where the letter stands twice.
    let within = start < place && place + 2 < end;
    unpaused && (begins_twice || ends_twice || within || words.iter().any(Token::is_unknown))
}

/// The word that begins there.
fn at_start(path: &Path, start: usize) -> Option<usize> {
    path.tokens.iter().position(|token| token.start == start)
}

/// The word that ends there.
fn at_end(path: &Path, end: usize) -> Option<usize> {
    path.tokens.iter().position(|token| token.end == end)
}
