//! What a condition tells that the parser did not read, where the network is sure by which attribute it is told: "PM above 50 the purifier
//! goes turbo", 大冰柜功率超过五百瓦就断它电, "when Hailey's left, her boombox goes off".
//!
//! Whose state it is, and which, the network says; how much or how that is, the words do: a comparison beside a number, a state or a value
//! by its name, or a cue (`noticed`); and where they say nothing, or the opposite of what the network is sure of, the network (`states`).

use std::ops::Range;

use lares_home::{AttributeSpec, ValueKind};
use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::lexicon::{Comparison, Person, Place, Sense};
use lares_language::{Language, SpokenCondition};
use serde_json::json;
use smallvec::SmallVec;

use super::entities::Meant;
use super::hangs_on::{About, HARDLY, SURE};
use super::meaning::{Meaning, Taken};
use super::more::names;
use super::noticed;
use super::states::{self, surely_compared, surely_goes_on, usual};
use super::words::Word;
use crate::borne_out::first_number;
use crate::conditions::{denies, tells_presence};
use crate::documents::{Capability, written_in};
use crate::index::CompiledHome;
use crate::result::Condition;
use crate::scale_of_rooms::in_scale_of_room;

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

/// The only condition, and what tells it, of several things that tell the same the likeliest; `None` where the network is not sure of that,
/// or neither it nor a word says how it is.
pub(super) fn condition(home: &CompiledHome, meaning: &Meaning) -> Option<(SpokenCondition, About)> {
    if meaning.hangs < SURE_TO_HANG {
        return None;
    }
    let mut likely = meaning.told_by.iter().filter(|(_, likelihood)| *likelihood >= HARDLY);
    let (told, likelihood) = likely.next()?;
    let attribute = |(told, _): &(Taken, f32)| told.capability(home);
    if !likely.all(|other| attribute(other) == told.capability(home)) {
        return None;
    }
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
        // "If the landing is dark, below ten": how much may be said in a clause of its own.
        let surely = surely_compared(meaning);
        let (comparison, number) =
            compared(said, surely).or_else(|| alone(&words).filter(|it| Some(it.0) == surely))?;
        let value = Some(crate::argument::plain(number));
        let about = About { devices, attribute, value, is_sure: true };
        return Some((spoken(comparison.symbol(), number.to_string()), about));
    }
    let goes_on = surely_goes_on(meaning);
    let is_so = |value: &String| goes_on.is_none_or(|on| states::goes_on(value) == on);
    let usual = || goes_on.and_then(|on| usual(spec, on)).map(str::to_owned);
    let value = state(spec, said).filter(is_so).or_else(usual)?;
    let about = About { devices, attribute, value: Some(json!(value)), is_sure: true };
    Some((spoken("==", value), about))
}

/// The only condition, where the network is sure of all of it: whose state it is, and how that is.
pub(super) fn surely(home: &CompiledHome, meaning: &Meaning) -> Option<Condition> {
    let mut likely = meaning.told_by.iter().filter(|(_, likelihood)| *likelihood >= HARDLY);
    let (Some((_, likelihood)), None) = (likely.next(), likely.next()) else { return None };
    let (spoken, About { devices, attribute, value, .. }) =
        condition(home, meaning).filter(|_| *likelihood >= SURE)?;
    let (mut value, spec) = (value?, home.attribute(attribute)?);
    if value.is_number() {
        surely_compared(meaning)?;
        let said: String = meaning.said().map(|word| word.text()).collect();
        if written_in(&said) == Language::English {
            value = in_scale_of_room(home, home.device_by_id(devices.first()?)?, spec, value);
        }
    } else {
        surely_goes_on(meaning)?;
    }
    let (devices, attribute) = (devices.to_vec(), spec.capability_id.clone());
    Some(Condition { devices, attribute, op: spoken.op.as_str().into(), value })
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

/// The only number that is compared with something, and how; the only number at all where `surely` tells how.
fn compared(said: &[Word<'_>], surely: Option<Comparison>) -> Option<(Comparison, f64)> {
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
    let mut numbers = said.iter().enumerate().filter_map(|(place, word)| Some((place, number(word)?)));
    let mut pairs = numbers.clone().filter_map(|(place, number)| {
        let before = (1..=FAR).find_map(|by| comparison(said.get(place.checked_sub(by)?)?));
        let behind = || (1..=FAR).find_map(|by| comparison(said.get(place + by)?));
        Some((before.or_else(behind)?, number))
    });
    let Some(first) = pairs.next() else {
        let only = numbers.next().filter(|_| numbers.next().is_none());
        return surely.zip(only.map(|(_, number)| number));
    };
    let is_so = |sure: Comparison| first.0.symbol().starts_with(sure.symbol());
    let first = match surely {
        Some(sure) if !is_so(sure) => (sure, first.1),
        _ => first,
    };
    pairs.next().is_none().then_some(first)
}

/// The only number that was said, if it is compared with something and counts nothing by a unit.
fn alone(words: &[Word<'_>]) -> Option<(Comparison, f64)> {
    let is = |is: fn(&Sense) -> bool| words.iter().filter(move |word| word.senses.iter().any(is)).count();
    let is_only = is(|sense| matches!(sense, Sense::Number(_))) == 1;
    (is_only && is(|sense| matches!(sense, Sense::Unit(..))) == 0).then(|| compared(words, None)).flatten()
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
