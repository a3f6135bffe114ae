//! An order that is told to someone who is there: "Cole open the garage for me", "Mia, open the back door".
//!
//! What can harm is not done then: it is for the one who was called to do.

use lares_home::{Act, DeviceIndex};
use lares_language::lexicon::{Person, Sense};
use lares_reader::TouchKind;
use smallvec::SmallVec;

use super::entities::Meant;
use super::meaning::Meaning;
use super::words::Word;
use crate::conditions::tells_presence;
use crate::documents::Capability;
use crate::index::CompiledHome;

/// It begins with someone's name, or with a word that nobody knows, right before what opens something.
pub(super) fn is_told_to_someone(home: &CompiledHome, meaning: &Meaning) -> bool {
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let Some(place) = words.iter().position(|word| !is_filler(word)) else { return false };
    let Some(first) = words.get(place) else { return false };
    let is_person = is_relative(first) || is_name_of_person(home, meaning, place);
    if !is_person && !is_unknown_name(first) {
        return false;
    }
    // "Mia, open the door": behind a name there may be a pause; behind what is not known that is no name.
    let behind = words.get(place + 1..).unwrap_or_default();
    let pauses = if is_person { behind.iter().take_while(|word| word.is_pause()).count() } else { 0 };
    behind.get(pauses).is_some_and(opens)
}

fn is_filler(word: &Word<'_>) -> bool {
    let fills = |sense: &Sense| matches!(sense, Sense::Particle(_) | Sense::Separator(_));
    word.senses.iter().any(fills) && !word.is_verb()
}

/// "Open" and "unlock": "the plumber is done" and "Dan's out" tell no one to do anything.
fn opens(word: &Word<'_>) -> bool {
    let opens = |act: &Act| matches!(act, Act::Open | Act::Unlock);
    word.senses.iter().any(|sense| matches!(sense, Sense::Verb(verb) if verb.acts.iter().any(opens)))
}

/// A member of the family, or someone from outside.
fn is_relative(word: &Word<'_>) -> bool {
    use Person::{Everybody, Nobody, Somebody, Speaker};
    let is_one = |person: &Person| !matches!(person, Nobody | Somebody | Everybody | Speaker);
    !word.is_verb()
        && word.senses.iter().any(|sense| matches!(sense, Sense::Person(person) if is_one(person)))
}

/// It names a device that tells where someone is.
fn is_name_of_person(home: &CompiledHome, meaning: &Meaning, place: usize) -> bool {
    let names = |kind| matches!(kind, TouchKind::WholeName | TouchKind::Name | TouchKind::PartOfName);
    let mut named = meaning.touches(place..place + 1).filter(|(_, _, kind, _)| names(*kind));
    named.any(|(meant, ..)| matches!(meant, Meant::Device(device) if is_of_person(home, device)))
}

/// What a device tells is where someone is.
fn is_of_person(home: &CompiledHome, device: DeviceIndex) -> bool {
    let profile = home.profile_of(device).into_iter();
    profile.flat_map(|profile| home.capabilities(profile)).any(|capability| match capability {
        Capability::Attribute(attribute) => tells_presence(home, attribute),
        Capability::Command(_) => false,
    })
}

/// A word of letters that no lexicon knows.
fn is_unknown_name(word: &Word<'_>) -> bool {
    word.senses.is_empty() && word.letters.len() > 1 && word.letters.iter().all(char::is_ascii_alphabetic)
}
