//! What a condition tells that the parser did not read, where the network is sure by which attribute it is told: "PM above 50 the purifier
//! goes turbo", 大冰柜功率超过五百瓦就断它电, "when Hailey's left, her boombox goes off".
//!
//! Whose state it is, and which, the network says; how much or how that is, the words do: a comparison beside a number, a state or a value
//! by its name, or a cue (`noticed`).

use std::ops::Range;

use lares_home::{AttributeSpec, ValueKind};
use lares_language::SpokenCondition;
use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::lexicon::{Comparison, Person, Place, Sense};
use serde_json::json;
use smallvec::SmallVec;

use super::entities::Meant;
use super::hangs_on::{About, HARDLY, SURE};
use super::meaning::Meaning;
use super::more::names;
use super::noticed;
use super::words::Word;
use crate::borne_out::first_number;
use crate::conditions::{denies, tells_presence};
use crate::documents::Capability;
use crate::index::CompiledHome;

/// It hangs on a condition, as the network has it, where it takes that for at least this likely.
const SURE_TO_HANG: f32 = 0.8;
/// A comparison stands no further from its number.
const FAR: usize = 2;
/// Keys of states, each with its opposite.
const OPPOSITES: [(&str, &str); 6] = [
    ("on", "off"),
    ("open", "closed"),
    ("locked", "unlocked"),
    ("running", "stopped"),
    ("home", "away"),
    ("detected", "cleared"),
];

/// The only condition, and what tells it; `None` where the network is not sure of that, or no word says how it is.
pub(super) fn condition(home: &CompiledHome, meaning: &Meaning) -> Option<(SpokenCondition, About)> {
    if meaning.hangs < SURE_TO_HANG {
        return None;
    }
    let mut likely = meaning.told_by.iter().filter(|(_, likelihood)| *likelihood >= HARDLY);
    let (Some((told, likelihood)), None) = (likely.next(), likely.next()) else { return None };
    let (Meant::Device(device), Some(Capability::Attribute(attribute))) = (told.meant, told.capability(home))
    else {
        return None;
    };
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let mut senses = words.iter().flat_map(|word| word.senses);
    // "Once I'm through": no home knows.
    let is_speaker =
        tells_presence(home, attribute) && senses.any(|sense| *sense == Sense::Person(Person::Speaker));
    if *likelihood < SURE || is_speaker {
        return None;
    }
    let spec = home.attribute(attribute)?;
    let said = words.get(clause(meaning, &words, told.meant))?;
    let devices = SmallVec::from_iter([home.device(device)?.id.clone()]);
    let spoken = |op: &str, v: String| SpokenCondition {
        n: ANY.into(),
        s: ANY.into(),
        t: UNKNOWN_CATEGORY.into(),
        p: ANY.into(),
        op: op.into(),
        v,
    };
    let is_number =
        spec.value.as_ref().is_some_and(|value| matches!(value.kind, ValueKind::Integer | ValueKind::Number));
    if is_number {
        let (comparison, number) = compared(said)?;
        let about = About { devices, attribute, value: None, is_sure: true };
        return Some((spoken(comparison.symbol(), number.to_string()), about));
    }
    let value = state(spec, said)?;
    let about = About { devices, attribute, value: Some(json!(value)), is_sure: true };
    Some((spoken("==", value), about))
}

/// The words between two marks that name what tells it, or the first of which one opens a condition; all of them where there is none. What is
/// said before a word that opens one, and what is ordered behind it, is no part of that.
fn clause(meaning: &Meaning, words: &[Word<'_>], told: Meant) -> Range<usize> {
    let mut clauses: SmallVec<[Range<usize>; 4]> = SmallVec::new();
    let mut start = 0;
    for place in 0..=words.len() {
        if words.get(place).is_none_or(Word::is_pause) {
            clauses.extend((place > start).then_some(start..place));
            start = place + 1;
        }
    }
    let is_named = |clause: &&Range<usize>| {
        meaning.touches((*clause).clone()).any(|(meant, _, kind, _)| meant == told && names(kind))
    };
    let opens = |clause: &&Range<usize>| {
        let said = words.get((*clause).clone()).unwrap_or_default();
        said.iter().any(|word| word.senses.iter().any(|sense| matches!(sense, Sense::Condition(_))))
    };
    let found = clauses.iter().find(is_named).or_else(|| clauses.iter().find(opens));
    let found = found.cloned().unwrap_or(0..words.len());
    // "If the sniffer likes it close the kitchen gas": what is to be done tells nothing.
    let is_opener = |place: &usize| {
        let opener = Sense::Condition(Place::Before);
        words.get(*place).is_some_and(|word| word.senses.contains(&opener))
    };
    let is_order = |place: &usize| {
        let orders = |sense: &Sense| matches!(sense, Sense::Verb(verb) if !verb.weak);
        words.get(*place).is_some_and(|word| word.senses.iter().any(orders))
    };
    let Some(opener) = found.clone().find(is_opener) else { return found };
    opener..(opener + 2..found.end).find(is_order).unwrap_or(found.end)
}

/// The only number that is compared with something, and how.
fn compared(said: &[Word<'_>]) -> Option<(Comparison, f64)> {
    let comparison = |word: &Word<'_>| {
        word.senses.iter().find_map(|sense| match sense {
            Sense::Comparison(comparison) => Some(*comparison),
            _ => None,
        })
    };
    let number = |word: &Word<'_>| {
        let is_number = word.senses.iter().any(|sense| matches!(sense, Sense::Number(_)));
        if is_number { first_number(word.letters) } else { None }
    };
    let numbers = said.iter().enumerate().filter_map(|(place, word)| Some((place, number(word)?)));
    let mut pairs = numbers.filter_map(|(place, number)| {
        let before = (1..=FAR).find_map(|by| comparison(said.get(place.checked_sub(by)?)?));
        let behind = || (1..=FAR).find_map(|by| comparison(said.get(place + by)?));
        Some((before.or_else(behind)?, number))
    });
    let first = pairs.next()?;
    pairs.next().is_none().then_some(first)
}

/// The value on the wire that a state has which is told: by its name, or by a cue.
fn state(spec: &AttributeSpec, said: &[Word<'_>]) -> Option<String> {
    let values = spec.value.as_ref().map_or(&[][..], |value| &value.values);
    let of_key = |key: &str| values.iter().find(|value| value.key == key).map(|value| value.value.clone());
    let text: String = said.iter().map(|word| word.text() + " ").collect();
    let is_denied = denies(&text);
    if let Some(value) = noticed::state(spec, said, is_denied) {
        return Some(value);
    }
    let key = said.iter().flat_map(|word| word.senses).find_map(|sense| match sense {
        Sense::State(state) if of_key(&state.key).is_some() => Some(state.key.as_str()),
        Sense::Value(value) if of_key(&value.key).is_some() => Some(value.key.as_str()),
        _ => None,
    })?;
    let opposite = || {
        let pair = OPPOSITES.iter().find(|(one, other)| *one == key || *other == key)?;
        Some(if pair.0 == key { pair.1 } else { pair.0 })
    };
    of_key(if is_denied { opposite()? } else { key })
}
