//! "Is the garage open? If so, close it": what was asked is the condition of what is ordered behind it.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Cue, lexicon};

/// So many words of the lattice at most are "if that's the case".
const LONGEST: usize = 6;

/// The words with "then" in place of "if so" behind a question. Where it says "if not", the question before it is said to be denied.
pub(crate) fn with_then<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let Some((start, end)) = (1..tokens.len()).find_map(|start| Some((start, answer(text, &tokens, start)?)))
    else {
        return tokens;
    };
    let Some(then) = lexicon().lookup(&['t', 'h', 'e', 'n']) else { return tokens };
    let mut tokens = tokens.into_owned();
    let last = tokens[end - 1].end;
    tokens[start].senses = SmallVec::from_slice(then);
    tokens[start].end = last;
    tokens.drain(start + 1..end);
    Cow::Owned(tokens)
}

/// Where an answer that begins here behind a question ends.
fn answer(text: &[char], tokens: &[Token], start: usize) -> Option<usize> {
    let pause = start.checked_sub(1).filter(|pause| tokens[*pause].separator().is_some())?;
    let asked = tokens[..pause].iter().rposition(|token| token.separator().is_some());
    let clause = tokens.get(asked.map_or(0, |asked| asked + 1)..pause)?;
    let begins = |first: &Token| {
        let letters = text.get(first.start..first.end).unwrap_or_default();
        let word = letters.split(|letter| *letter == ' ').next().unwrap_or_default();
        lexicon().phrases(Cue::AsksSo).have(word)
    };
    let is_asked = text.get(tokens[pause].start) == Some(&'?') || clause.first().is_some_and(begins);
    if !is_asked || clause.is_empty() {
        return None;
    }
    let ends = (start + 1..=tokens.len().min(start + LONGEST)).rev();
    let is_answer = |end: &usize| {
        let said = text.get(tokens[start].start..tokens[*end - 1].end).unwrap_or_default();
        lexicon().phrases(Cue::IfSo).have(said) || lexicon().phrases(Cue::IfNotSo).have(said)
    };
    // "If it is over 26, …" and "if it is turned off, …" go on.
    let ordered = |end: &usize| {
        tokens.get(*end).is_some_and(|next| {
            let said = text_of(text, next.start, next.end);
            let (first, rest) = said.split_once(' ').unwrap_or((&said, ""));
            let orders = next.verb().is_some_and(|verb| verb.weak || !verb.acts.is_empty())
                && (next.state().is_none() || !rest.is_empty() && !first.ends_with("ed"));
            orders
                || next.separator().is_some()
                || next.object_marker().is_some()
                || next.condition().is_some()
                || next.particle().is_some()
        })
    };
    ends.filter(is_answer).find(ordered)
}

/// Whether what closes a condition says that it does not hold: "if not".
pub(crate) fn denies(text: &[char], token: &Token) -> bool {
    text.get(token.start..token.end).is_some_and(|said| lexicon().phrases(Cue::IfNotSo).have(said))
}
