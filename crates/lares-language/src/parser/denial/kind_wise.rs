//! Of which kind everything is: "everything off in the kitchen light wise", "all off as far as the lights go",
//! "everything off on the lights front" are only of the lights.

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::lexicon::{Sense, lexicon};
use crate::parser::lattice::Token;
use crate::vocabulary::Noun;

/// Words that say such a kind, and where they stand.
struct Narrowed {
    start: usize,
    end: usize,
    noun: Noun,
}

/// The words with "everything" as all of the kind that is said, and without the words that say so.
pub(super) fn narrowed<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let any = lexicon().noun("device");
    let is_any = |token: &Token| token.noun().is_some() && token.noun() == any;
    if !tokens.iter().any(is_any) {
        return tokens;
    }
    let Some(Narrowed { start, end, noun }) = narrowing(text) else { return tokens };
    let within = |token: &Token| start <= token.start && token.end <= end;
    let crosses = |token: &Token| token.start < end && start < token.end && !within(token);
    if tokens.iter().any(crosses) {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    for token in tokens.iter_mut().filter(|token| is_any(token)) {
        for sense in &mut token.senses {
            if matches!(sense, Sense::Noun(own) if Some(*own) == any) {
                *sense = Sense::Noun(noun);
            }
        }
    }
    tokens.retain(|token| !within(token));
    Cow::Owned(tokens)
}

/// The words of a text that say a kind.
fn narrowing(text: &[char]) -> Option<Narrowed> {
    let mut words: SmallVec<[(usize, usize); 24]> = SmallVec::new();
    let mut start = 0;
    for (index, letter) in text.iter().chain(std::iter::once(&' ')).enumerate() {
        if matches!(letter, ' ' | ',' | '-') {
            if start < index {
                words.push((start, index));
            }
            start = index + 1;
        }
    }
    let letters = |place: usize| words.get(place).and_then(|&(start, end)| text.get(start..end));
    let is =
        |place: usize, word: &str| letters(place).is_some_and(|said| word.chars().eq(said.iter().copied()));
    let begin = |place: usize| words.get(place).map(|word| word.0);
    (0..words.len()).find_map(|place| {
        let end = words.get(place)?.1;
        let said = letters(place)?;
        // "lightwise", "light wise"
        if let Some(kind) = said.strip_suffix(&['w', 'i', 's', 'e']) {
            let (first, kind) = match (kind.is_empty(), place.checked_sub(1)) {
                (true, Some(before)) => (before, letters(before)?),
                (true, None) => return None,
                (false, _) => (place, kind),
            };
            return Some(Narrowed { start: begin(first)?, end, noun: kind_of(kind)? });
        }
        // "as far as the lights go"
        if is(place, "as") && is(place + 1, "far") && is(place + 2, "as") {
            let kind = place + 3 + usize::from(is(place + 3, "the"));
            let goes = ["go", "goes", "are"].iter().any(|word| is(kind + 1, word));
            let last = kind + 1 + usize::from(is(kind + 1, "are") && is(kind + 2, "concerned"));
            return goes.then_some(()).and_then(|()| {
                Some(Narrowed {
                    start: begin(place)?,
                    end: words.get(last)?.1,
                    noun: kind_of(letters(kind)?)?,
                })
            });
        }
        // "on the lights front"
        if is(place, "front") && place >= 3 && is(place - 3, "on") && is(place - 2, "the") {
            return Some(Narrowed { start: begin(place - 3)?, end, noun: kind_of(letters(place - 1)?)? });
        }
        None
    })
}

/// The kind that a word says.
fn kind_of(word: &[char]) -> Option<Noun> {
    lexicon().lookup(word)?.iter().find_map(|sense| match sense {
        Sense::Noun(noun) => Some(*noun),
        _ => None,
    })
}
