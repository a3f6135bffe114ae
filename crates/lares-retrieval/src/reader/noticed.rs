//! What a condition tells that no rule reads: "if anything stirs on the yard cam", 院子探头看见人影就, "shut the garage if it's up".
//!
//! A cue tells the state, and the words beside it whose state that is, by all that touches a device: a part of its name, its room, its
//! kind. The cues are in `data/noticed.toml`.

use std::ops::Range;
use std::sync::OnceLock;

use lares_home::{AttributeIndex, AttributeSpec, DeviceIndex};
use lares_language::lexicon::{Place, Sense};
use lares_reader::TouchKind;
use serde::Deserialize;
use serde_json::json;
use smallvec::SmallVec;

use super::entities::Meant;
use super::hangs_on::About;
use super::meaning::Meaning;
use super::words::Word;
use crate::conditions::denies;
use crate::documents::Capability;
use crate::index::CompiledHome;

/// So many things in one place may tell the same; of more nobody knows which is meant.
const FEW: usize = 2;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    as_said: Vec<String>,
    state: Vec<State>,
}

/// A state of an attribute, and how people tell it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    attribute: String,
    value: String,
    denied: Option<String>,
    #[serde(default)]
    own: bool,
    #[serde(default)]
    anywhere: bool,
    zh: Vec<String>,
    en: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    examples: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    near_misses: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, nothing is noticed.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/noticed.toml")).unwrap_or_default())
}

/// What a clause that nothing else reads tells, of what is to do `own` or of anything else; `None` where no cue or nothing that can
/// tell it is in the clause, or too much.
pub(super) fn noticed(home: &CompiledHome, meaning: &Meaning, own: &[Meant]) -> Option<About> {
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let (clause, excepts) = clause(&words)?;
    let said = spoken(words.get(clause.clone())?);
    let told = told(meaning, clause);
    let mut best: Option<(f32, usize, About)> = None;
    for state in &data().state {
        let Some(cue) = state.cue(&said) else { continue };
        let Some((score, devices, attribute)) = bearers(home, &told, state, own) else { continue };
        let rest = said.replacen(cue, " ", 1);
        let value = if denies(&rest) == excepts { Some(&state.value) } else { state.denied.as_ref() };
        let Some(value) = value else { continue };
        let better = best.as_ref().is_none_or(|(other, length, _)| {
            score > *other || score >= *other && cue.chars().count() > *length
        });
        if better {
            let devices =
                devices.iter().filter_map(|device| home.device(*device)).map(|device| device.id.clone());
            let about =
                About { devices: devices.collect(), attribute, value: Some(json!(value)), is_sure: false };
            best = Some((score, cue.chars().count(), about));
        }
    }
    best.map(|(_, _, about)| about)
}

/// The state of an attribute that some words have a cue for; the longest cue tells. `is_denied` says that they deny it.
pub(super) fn state(spec: &AttributeSpec, words: &[Word<'_>], is_denied: bool) -> Option<String> {
    let said = spoken(words);
    let of_it = data().state.iter().filter(|state| spec.capability_id.ends_with(&state.attribute));
    let cues = of_it.filter_map(|state| Some((state.cue(&said)?.chars().count(), state)));
    let (_, state) = cues.max_by_key(|(length, _)| *length)?;
    if is_denied { state.denied.clone() } else { Some(state.value.clone()) }
}

/// The words of the first condition, from what opens it to the pause or the word that closes it, and whether they are excepted: unless,
/// 除非.
fn clause(words: &[Word<'_>]) -> Option<(Range<usize>, bool)> {
    let opens = |word: &Word<'_>| word.senses.contains(&Sense::Condition(Place::Before));
    let closes = |word: &Word<'_>| {
        let ends = |sense: &Sense| matches!(sense, Sense::Separator(_) | Sense::Condition(Place::After));
        word.senses.iter().any(ends)
    };
    let start = words.iter().position(opens)? + 1;
    let length = words.get(start..)?.iter().position(closes).unwrap_or(words.len() - start);
    let opener = words.get(start - 1)?.text();
    let excepts = opener.starts_with("unless") || opener.starts_with("除非");
    let said = spoken(words.get(start..start + length)?);
    if data().as_said.iter().any(|words| words == said.trim()) {
        // "Back door unlocked? Lock it if so": what was said before.
        let end = words.get(..start)?.iter().position(closes)?;
        return (end > 0).then_some((0..end, excepts));
    }
    (length > 0).then_some((start..start + length, excepts))
}

/// Words as they were said, English ones apart.
fn spoken(words: &[Word<'_>]) -> String {
    let mut said = String::from(" ");
    for word in words {
        let text = word.text();
        let apart = text.is_ascii() && !said.ends_with(' ');
        if apart {
            said.push(' ');
        }
        said.push_str(&text);
        if text.is_ascii() {
            said.push(' ');
        }
    }
    said.push(' ');
    said
}

impl State {
    /// The longest cue for it in a clause.
    fn cue(&self, said: &str) -> Option<&str> {
        let chinese = self.zh.iter().filter(|cue| said.contains(cue.as_str()));
        let english = self.en.iter().filter(|cue| has_words(said, cue));
        chinese.chain(english).max_by_key(|cue| cue.chars().count()).map(String::as_str)
    }
}

/// English words stand in a clause as words of their own, "somebody" in "somebody's" as well.
fn has_words(said: &str, cue: &str) -> bool {
    said.match_indices(cue).any(|(at, _)| {
        let is_edge = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
        let before = said.get(..at).and_then(|before| before.chars().next_back());
        let behind = said.get(at + cue.len()..).and_then(|behind| behind.chars().next());
        is_edge(before) && is_edge(behind)
    })
}

/// The devices whose state it may be, how well they are told, and which of their attributes it is. `told` is what is told of devices.
fn bearers(
    home: &CompiledHome,
    told: &[(DeviceIndex, f32)],
    state: &State,
    own: &[Meant],
) -> Option<(f32, SmallVec<[DeviceIndex; FEW]>, AttributeIndex)> {
    let able = |device: DeviceIndex| Some((device, attribute_of(home, device, &state.attribute)?));
    let room = |device: DeviceIndex| home.device(device).and_then(|device| device.room);
    let own = own.iter().filter_map(|meant| match meant {
        Meant::Device(device) => Some(*device),
        Meant::Scene(_) => None,
    });
    let named = || told.iter().filter_map(|&(device, score)| Some((able(device)?, score)));
    let top = named().map(|(_, score)| score).fold(0.0, f32::max);
    let mut found: SmallVec<[(DeviceIndex, AttributeIndex); 8]> = SmallVec::new();
    if top > 0.0 {
        found.extend(named().filter(|(_, score)| *score >= top).map(|(found, _)| found));
    // Where nothing is named: its own state, or what tells it where something is to be done, or anywhere.
    } else if state.own {
        found.extend(own.filter_map(able));
    } else if state.anywhere {
        let rooms: SmallVec<[_; 4]> = own.filter_map(room).collect();
        let all = || (0..home.home.devices.len()).filter_map(|place| able(DeviceIndex(place as u32)));
        found.extend(all().filter(|(device, _)| room(*device).is_some_and(|room| rooms.contains(&room))));
        if found.is_empty() {
            found.extend(all());
        }
    }
    let (first, attribute) = *found.first()?;
    let in_one_place = found.iter().all(|(device, _)| room(*device) == room(first));
    if found.len() > 1 && (found.len() > FEW || !in_one_place || top <= 0.0) {
        return None;
    }
    found.retain(|(_, of)| *of == attribute);
    Some((top, found.into_iter().map(|(device, _)| device).collect(), attribute))
}

/// Devices with how well some words tell of them: of each word the best that it tells of a device counts.
fn told(meaning: &Meaning, clause: Range<usize>) -> SmallVec<[(DeviceIndex, f32); 8]> {
    let mut by_word: SmallVec<[(DeviceIndex, usize, f32); 16]> = SmallVec::new();
    for (meant, place, kind, strength) in meaning.touches(clause) {
        let weight = weight(kind, strength);
        let Meant::Device(device) = meant else { continue };
        if weight <= 0.0 {
            continue;
        }
        match by_word.iter_mut().find(|(other, word, _)| *other == device && *word == place) {
            Some((_, _, best)) => *best = best.max(weight),
            None => by_word.push((device, place, weight)),
        }
    }
    let mut told: SmallVec<[(DeviceIndex, f32); 8]> = SmallVec::new();
    for (device, _, weight) in by_word {
        match told.iter_mut().find(|(other, _)| *other == device) {
            Some((_, score)) => *score += weight,
            None => told.push((device, weight)),
        }
    }
    told
}

/// The attribute of a device whose id ends so.
fn attribute_of(home: &CompiledHome, device: DeviceIndex, name: &str) -> Option<AttributeIndex> {
    home.capabilities(home.profile_of(device)?).find_map(|capability| match capability {
        Capability::Attribute(index) => {
            (home.capability_id(capability).strip_prefix("main-") == Some(name)).then_some(index)
        }
        Capability::Command(_) => None,
    })
}

/// How well a touch tells of a device.
fn weight(kind: TouchKind, strength: f32) -> f32 {
    match kind {
        TouchKind::WholeName => 4.0,
        TouchKind::Name => 3.0 * strength,
        TouchKind::PartOfName => 1.0 + 2.0 * strength,
        TouchKind::Noun | TouchKind::HeadNoun => 1.5,
        TouchKind::NearlyPart | TouchKind::SoundsLikePart => 1.2,
        TouchKind::Room | TouchKind::PartOfRoom => 1.0,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The entry has a cue in a clause, and no other state of the same attribute has a longer one.
    fn tells(state: &State, clause: &str) -> bool {
        let said = format!(" {clause} ");
        let length = |state: &State| state.cue(&said).map(|cue| cue.chars().count());
        let others = data()
            .state
            .iter()
            .filter(|other| other.attribute == state.attribute && other.value != state.value);
        length(state) > others.filter_map(length).max().map(|longest| longest - 1)
    }

    #[test]
    fn each_example_is_told_by_its_entry_and_no_near_miss_is() {
        let read: Data = toml::from_str(include_str!("../../data/noticed.toml")).unwrap();
        assert_eq!(read.state.len(), data().state.len());
        for state in &data().state {
            assert!(!state.examples.is_empty() && !state.near_misses.is_empty(), "{}", state.attribute);
            for example in &state.examples {
                assert!(tells(state, example), "{}: {example}", state.attribute);
            }
            for near_miss in &state.near_misses {
                assert!(!tells(state, near_miss), "{}: {near_miss}", state.attribute);
            }
        }
    }

    #[test]
    fn words_are_whole() {
        assert!(has_words(" somebody's at the ring ", "somebody") && has_words(" if it's up ", "up"));
        assert!(!has_words(" the upper door ", "up") && !has_words(" aboutness ", "about"));
    }
}
