//! Words that are someone else's: quoted, reported, told to someone.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::ends_with;
use crate::lexicon::{Cue, Speech, lexicon};

/// Words in quotes are someone else's, unless they are all that is said or only a name.
pub(super) fn without_quotes<'t>(text: &[char], tokens: &'t [Token]) -> (Cow<'t, [Token]>, bool) {
    let is_quote =
        |token: &Token| token.end - token.start == 1 && matches!(text[token.start], '"' | '“' | '”');
    let quotes: Vec<usize> = (0..tokens.len()).filter(|&index| is_quote(&tokens[index])).collect();
    if quotes.is_empty() {
        return (Cow::Borrowed(tokens), false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut quoted = false;
    let mut next = 0;
    for pair in quotes.chunks_exact(2) {
        let (open, close) = (pair[0], pair[1]);
        let inside = &tokens[open + 1..close];
        let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && !token.is_target();
        let is_name = inside.len() <= 2 && inside.iter().any(Token::is_target) && !inside.iter().any(orders);
        let is_all = open == 0 && close + 1 == tokens.len();
        kept.extend_from_slice(&tokens[next..open]);
        if is_name || is_all {
            kept.extend_from_slice(inside);
        } else {
            quoted = true;
        }
        next = close + 1;
    }
    kept.extend(tokens[next..].iter().filter(|token| !is_quote(token)).cloned());
    (Cow::Owned(kept), quoted)
}

/// Sentences in which someone says something, is told something, or something is told: not for the home.
pub(super) fn without_reported_speech<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
) -> (Cow<'t, [Token]>, bool) {
    let tells =
        |token: &Token| matches!(token.speech(), Some(Speech::Reported | Speech::Addressed | Speech::Story));
    let reports = |tokens: &[Token]| {
        (0..tokens.len()).position(|index| tells(&tokens[index]) || says(text, tokens, index))
    };
    if reports(&tokens).is_none() {
        return (tokens, false);
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut reported = false;
    for sentence in tokens.split_inclusive(|token| token.separator() == Some(true)) {
        let speech = reports(sentence);
        match speech {
            Some(position) => {
                reported = true;
                // 把灯打开，妈妈说饭好了: what was said before, in a clause of its own, still counts.
                let clause = sentence[..position].iter().rposition(|token| token.separator().is_some());
                if let Some(clause) = clause {
                    kept.extend_from_slice(&sentence[..=clause]);
                }
            }
            None => kept.extend_from_slice(sentence),
        }
    }
    (Cow::Owned(kept), reported)
}

/// 老师说, 那女的讲: someone says what follows.
fn says(text: &[char], tokens: &[Token], index: usize) -> bool {
    let Some(token) = tokens.get(index) else { return false };
    if !matches!(text.get(token.start..token.end), Some(['说' | '讲'] | ['说' | '讲', '的' | '了'])) {
        return false;
    }
    let Some(who) = index.checked_sub(1).and_then(|before| tokens.get(before)) else { return false };
    let letters = text.get(who.start..who.end).unwrap_or_default();
    let someone = letters.len() > 1
        && lexicon().cue(Cue::Someone).any(|ending| ends_with(letters, ending))
        && who.verb().is_none()
        && who.noun().is_none();
    let told = index.checked_sub(2).and_then(|before| tokens.get(before)).is_some_and(|before| {
        before.object_marker().is_some()
            || before.conjunction().is_some()
            || matches!(text.get(before.start..before.end), Some(['跟' | '给' | '对' | '和' | '帮']))
    });
    let behind = tokens[index + 1..].iter().any(|token| token.is_target() || token.verb().is_some());
    who.end == token.start && someone && !told && behind
}
