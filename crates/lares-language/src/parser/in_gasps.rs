//! What is said in gasps: 电视声音，低点，低点. What is to become of it belongs to the quality before the pause, and said again it is no
//! second order.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::lattice::Token;
use crate::vocabulary::is_han;

/// Words that may stand before what is to become of it, and say no more of what.
const AGAIN: [&[char]; 4] = [&['再'], &['还'], &['还', '是'], &['给']];

/// The words without the pauses between a quality and what is to become of it, and without what was said twice.
pub(super) fn in_one<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let changes =
        |token: &Token| token.adjective().is_some() && text.get(token.start).copied().is_some_and(is_han);
    if !tokens.iter().any(changes) || !tokens.iter().any(|token| token.separator() == Some(false)) {
        return tokens;
    }
    let mut dropped: SmallVec<[(usize, usize); 4]> = SmallVec::new();
    let mut start = 0;
    let mut before: Option<(usize, usize)> = None;
    for index in 0..=tokens.len() {
        if tokens.get(index).is_some_and(|token| token.separator().is_none()) {
            continue;
        }
        let here = (start, index);
        start = index + 1;
        let Some(clause) = tokens.get(here.0..here.1).filter(|clause| !clause.is_empty()) else { continue };
        if let Some(earlier) = before
            && let Some(said) = tokens.get(earlier.0..earlier.1)
            && is_change(text, clause)
        {
            if again(text, said, clause) {
                dropped.push((earlier.1, here.1));
                continue;
            }
            if names_quality(said) {
                dropped.push((earlier.1, here.0));
            }
        }
        before = Some(here);
    }
    if dropped.is_empty() {
        return tokens;
    }
    let mut index = 0;
    let mut tokens = tokens.into_owned();
    tokens.retain(|_| {
        let kept = !dropped.iter().any(|&(from, to)| (from..to).contains(&index));
        index += 1;
        kept
    });
    Cow::Owned(tokens)
}

/// 低点, 再亮一点: what is to become of something, and no word of what.
fn is_change(text: &[char], clause: &[Token]) -> bool {
    clause.len() <= 4
        && clause.iter().any(|token| token.adjective().is_some())
        && clause.iter().all(|token| {
            !token.is_target()
                && token.question().is_none()
                && token.negation().is_none()
                && token.wish().is_none()
                && (token.adjective().is_some()
                    || token.degree().is_some()
                    || token.particle().is_some()
                    || AGAIN.contains(&text.get(token.start..token.end).unwrap_or_default()))
        })
}

/// 电视声音: a quality, and nothing that is asked or done.
fn names_quality(clause: &[Token]) -> bool {
    clause
        .last()
        .is_some_and(|last| last.property().is_some() && last.verb().is_none() && last.value().is_none())
        && clause.iter().all(|token| {
            token.verb().is_none_or(|verb| verb.weak)
                && token.question().is_none()
                && token.adjective().is_none()
                && token.negation().is_none()
                && token.condition().is_none()
        })
}

/// 低点，低点: the words are those that the clause before ends with.
fn again(text: &[char], before: &[Token], clause: &[Token]) -> bool {
    let letters = |tokens: &[Token]| -> SmallVec<[char; 12]> {
        let said = tokens.iter().flat_map(|token| text.get(token.start..token.end).unwrap_or_default());
        said.copied().filter(|letter| !matches!(letter, '再' | '儿' | '一' | '吧' | '啊' | '嘛')).collect()
    };
    let here = letters(clause);
    here.len() > 1 && letters(before).ends_with(&here)
}
