//! What is no longer wanted: 不要它转了, 冰箱不用速冷了, "I don't need the fan on any more". The pronoun between the denial and the
//! verb says nothing, and what is not wanted any more is switched off.

use std::borrow::Cow;

use lares_home::Act;
use smallvec::{SmallVec, smallvec};

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Negation, Reference, Sense, Verb, lexicon};
use crate::vocabulary::is_han;

/// The words with what is denied of something read as the verb that ends it.
pub(crate) fn as_endings<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let tokens = ended_in_english(text, tokens);
    let denies = |token: &Token| {
        token.negation() == Some(Negation::DoNot) && text.get(token.start).copied().is_some_and(is_han)
    };
    if !tokens.iter().any(denies) {
        return tokens;
    }
    let mut ended: SmallVec<[(usize, usize, &'static Verb); 2]> = SmallVec::new();
    for (index, token) in tokens.iter().enumerate().filter(|(_, token)| denies(token)) {
        let rest = tokens.get(index + 1..).unwrap_or_default();
        if let Some((used, verb)) = ended_by(text, token, rest) {
            ended.push((index, used, verb));
        }
    }
    if ended.is_empty() {
        return tokens;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for (index, token) in tokens.iter().enumerate() {
        let Some(&(first, used, verb)) =
            ended.iter().find(|(first, used, _)| (*first..=first + used).contains(&index))
        else {
            kept.push(token.clone());
            continue;
        };
        if index == first {
            kept.push(Token { senses: smallvec![Sense::Verb(verb)], ..token.clone() });
        } else if token.property().is_some() && index < first + used {
            kept.push(token.clone());
        }
    }
    Cow::Owned(kept)
}

/// "I don't need the fan on any more": the fan off.
fn ended_in_english<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    const NEEDED: [&str; 4] = ["need", "want", "needed", "wanted"];
    let said = |token: &Token| text_of(text, token.start, token.end);
    let denies = |token: &Token| {
        token.negation() == Some(Negation::DoNot) && NEEDED.iter().any(|needed| said(token).ends_with(needed))
    };
    let Some(denial) = tokens.iter().position(denies) else { return tokens };
    let rest = tokens.get(denial + 1..).unwrap_or_default();
    let clause = rest.iter().position(|token| token.separator().is_some()).unwrap_or(rest.len());
    let clause = rest.get(..clause).unwrap_or_default();
    let longer = |token: &Token| {
        matches!(said(token).as_str(), "anymore" | "any more" | "any longer" | "no more" | "now")
    };
    let [thing @ .., state, last] = clause else { return tokens };
    let ended = match said(state).as_str() {
        "on" | "running" | "going" | "playing" => "off",
        "open" | "up" => "shut",
        _ => return tokens,
    };
    let letters: SmallVec<[char; 4]> = ended.chars().collect();
    let verb = lexicon().lookup(&letters).and_then(|senses| {
        senses.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak => Some(*verb),
            _ => None,
        })
    });
    let (Some(verb), true) = (verb, longer(last) && thing.iter().any(Token::is_target)) else {
        return tokens;
    };
    let (state, last) = (denial + 1 + thing.len(), denial + 2 + thing.len());
    let kept = tokens.iter().enumerate().filter(|(place, _)| *place != denial && *place != last);
    Cow::Owned(
        kept.map(|(place, token)| {
            if place == state {
                Token { senses: smallvec![Sense::Verb(verb)], ..token.clone() }
            } else {
                token.clone()
            }
        })
        .collect(),
    )
}

/// How many words behind a denial belong to it, and the verb that they make with it.
fn ended_by(text: &[char], denial: &Token, rest: &[Token]) -> Option<(usize, &'static Verb)> {
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let find = |letters: &[char], act: Option<Act>| {
        lexicon().lookup(letters)?.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak && act.is_none_or(|act| verb.acts.first() == Some(&act)) => {
                Some(*verb)
            }
            _ => None,
        })
    };
    let ends = |place: usize| {
        let done = rest.get(place).is_some_and(|token| matches!(said(token), ['了' | '啦' | '咯' | '喽']));
        let border = rest.get(place + 1).is_none_or(|token| {
            token.separator().is_some() || token.particle().is_some() && !token.is_target()
        });
        done && border
    };
    let [first, second, ..] = rest else { return None };
    // 不要它转了, 莫让它开着了
    if first.reference() == Some(Reference::Last)
        && matches!(said(first), ['它' | '佢' | '他' | '她', ..])
        && ends(2)
    {
        let mut letters: SmallVec<[char; 12]> = SmallVec::from_slice(said(denial));
        if matches!(letters.last(), Some('让' | '叫' | '给')) {
            letters.pop();
        }
        letters.extend_from_slice(said(second));
        letters.push('了');
        return find(&letters, None).map(|verb| (3, verb));
    }
    // 不用速冷了
    let only_feature = first.property().is_some()
        && first.verb().is_none()
        && first.noun().is_none()
        && !first.is_target()
        && first.adjective().is_none();
    if only_feature && ends(1) {
        return find(&['关', '掉'], Some(Act::Off)).map(|verb| (2, verb));
    }
    None
}
