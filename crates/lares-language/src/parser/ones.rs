//! "The dining lights off and the kitchen ones on": ones, said of another room, are of the kind that was named before them.

use std::borrow::Cow;

use smallvec::smallvec;
use smol_str::SmolStr;

use super::frame::{Frame, Head};
use super::lattice::Token;
use super::tokens::text_of;
use crate::HomeVocabulary;
use crate::lexicon::{Noun, Place, Sense};

/// The words with ones of another place read as the noun before them.
pub(crate) fn as_named<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    vocabulary: &HomeVocabulary,
) -> Cow<'t, [Token]> {
    let stands_for = |index: usize| {
        let token = tokens.get(index)?;
        let said = text_of(text, token.start, token.end);
        let before = tokens.get(index.checked_sub(1)?)?;
        let behind = tokens.get(index + 1);
        let in_room = (before.room().is_some() || before.home_room().is_some()) && before.noun().is_none();
        let of_place = behind.is_some_and(|behind| behind.possessive() == Some(Place::Before))
            && text_of(text, before.start, before.end).ends_with("the");
        let is_one = said == "ones" && (in_room || of_place) || said == "one" && in_room;
        let kind = |token: &Token| {
            let named = || kind_of(&text_of(text, token.start, token.end), vocabulary);
            token.noun().or_else(|| token.name().and_then(|_| named()).map(|(noun, _)| noun))
        };
        let named = || tokens.get(..index)?.iter().rev().find_map(kind);
        if is_one { named() } else { None }
    };
    let Some(first) = (0..tokens.len()).find(|index| stands_for(*index).is_some()) else { return tokens };
    let mut read = tokens.to_vec();
    for index in first..tokens.len() {
        if let (Some(noun), Some(token)) = (stands_for(index), read.get_mut(index)) {
            token.senses = smallvec![Sense::Noun(noun)];
        }
    }
    Cow::Owned(read)
}

/// Calls them as the kind was called.
pub(crate) fn call(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let mut called: Option<(Noun, SmolStr)> = None;
    for target in frames.iter_mut().flat_map(|frame| &mut frame.targets) {
        match &target.head {
            Head::Noun(noun) if matches!(target.text.as_str(), "one" | "ones") => {
                if let Some((_, text)) = called.as_ref().filter(|(named, _)| named == noun) {
                    target.text = text.clone();
                }
            }
            Head::Noun(noun) => called = Some((*noun, target.text.clone())),
            Head::Name => called = kind_of(&target.text, vocabulary).or(called),
            _ => {}
        }
    }
}

/// The kind that a name ends with, and how that is called: the light of a bedroom light.
fn kind_of(name: &str, vocabulary: &HomeVocabulary) -> Option<(Noun, SmolStr)> {
    let word = name.split(' ').next_back()?;
    vocabulary.noun(word).map(|noun| (noun, word.into()))
}
