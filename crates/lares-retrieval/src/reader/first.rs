//! What the first reading took a request for, as words that the network reads before those that were said: how far the parser is
//! to be trusted is learned from cases that it was not written with.

use std::fmt::Write as _;

use lares_language::command_array::{ANY, LAST};
use lares_language::{Quantifier, SpokenCommand};
use lares_reader::{Example, FeatureNumber, Touch, TouchKind, feature};
use serde_json::Value as Json;

use super::entities::Meant;
use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision, Retrieval};

/// So many commands of an answer are told.
const MOST_COMMANDS: usize = 6;
/// So many different commands or attributes of one.
const MOST_CAPABILITIES: usize = 3;
/// So many devices that were considered.
const MOST_CONSIDERED: usize = 6;
/// Steps in which it is told how sure the parser was.
const STEPS: f32 = 10.0;

/// Writes one word for each command of an answer, or one that there is none.
pub(super) fn tell(home: &CompiledHome, answer: &Retrieval, entities: &[Meant], example: &mut Example) {
    if answer.results.is_empty() {
        example.features.push(feature("parser", "nothing"));
        example.end_word(0, false);
    }
    for result in answer.results.iter().take(MOST_COMMANDS) {
        let word = example.words.len() as u32;
        tell_command(result, &mut example.features);
        example.end_word(0, false);
        let mut touched = |id: &str, kind: TouchKind, strength: f32| {
            let place = meant(home, id).and_then(|meant| entities.iter().position(|known| *known == meant));
            if let Some(place) = place {
                let touch = Touch { candidate: place as u32, word, kind, strength };
                let is_same = |other: &Touch| {
                    (other.candidate, other.word, other.kind) == (touch.candidate, word, kind)
                };
                if !example.touches.iter().any(is_same) {
                    example.touches.push(touch);
                }
            }
        };
        for invocation in &result.invocations {
            touched(&invocation.device_id, TouchKind::Acted, result.confidence);
        }
        let options = result.clarification.iter().flat_map(|asked| &asked.options);
        for option in options {
            match &option.device_ids {
                Some(ids) => ids.iter().for_each(|id| touched(id, TouchKind::Offered, 1.0)),
                None => touched(&option.id, TouchKind::Offered, 1.0),
            }
        }
        let best = result.candidates.first().map_or(1.0, |best| best.total_score.max(f32::MIN_POSITIVE));
        for candidate in result.candidates.iter().take(MOST_CONSIDERED) {
            touched(
                &candidate.entity_id,
                TouchKind::Considered,
                (candidate.total_score / best).clamp(0.0, 1.0),
            );
        }
    }
}

fn tell_command(result: &CommandResult, features: &mut Vec<u32>) {
    let decision = match result.decision {
        Decision::Act => "act",
        Decision::Ask => "ask",
        Decision::Pass => "pass",
        Decision::None => "none",
    };
    features.push(feature("parser", decision));
    let mut sure = FeatureNumber::new("parser sure");
    // Writing into a number cannot fail.
    let _ = write!(sure, "{}", (result.confidence * STEPS) as u8);
    features.push(sure.get());
    let invoked = result.invocations.iter().map(|invocation| invocation.capability_id.as_str());
    let considered = result.candidates.iter().map(|candidate| candidate.capability_id.as_str());
    tell_capabilities("parser does", invoked, features);
    if result.invocations.is_empty() {
        tell_capabilities("parser considers", considered, features);
    }
    if result.invocations.len() > 1 {
        features.push(feature("parser", "several"));
    }
    if result.invocations.iter().any(|invocation| invocation.sensitive) {
        features.push(feature("parser", "harms"));
    }
    if !result.command.conditions.is_empty() {
        features.push(feature("parser", "condition"));
    }
    tell_target(&result.command, features);
    for (key, value) in &result.meta {
        features.push(feature("parser notes", key));
        if let ("rejection", Some(why)) = (key.as_str(), value.as_str()) {
            features.push(feature("parser rejects", why));
        }
        let whys = value.as_array().map(Vec::as_slice).unwrap_or_default();
        if key == "why_not_act" {
            features.extend(whys.iter().filter_map(Json::as_str).map(|why| feature("parser does not", why)));
        }
    }
}

/// Writes how many of what are to do it.
fn tell_target(command: &SpokenCommand, features: &mut Vec<u32>) {
    let many = match command.q {
        Quantifier::One => "one",
        Quantifier::All => "all",
        Quantifier::Any => "any",
        Quantifier::Except => "except",
    };
    features.push(feature("parser takes", many));
    let is_named = command.n != ANY && command.n != LAST;
    features.push(feature("parser names", if is_named { "something" } else { &command.n }));
    if command.s != ANY {
        features.push(feature("parser names", "room"));
    }
}

fn tell_capabilities<'r>(kind: &str, ids: impl Iterator<Item = &'r str>, features: &mut Vec<u32>) {
    let start = features.len();
    for id in ids {
        let number = feature(kind, id);
        let told = features.get(start..).unwrap_or_default();
        if told.len() >= MOST_CAPABILITIES {
            break;
        }
        if !told.contains(&number) {
            features.push(number);
        }
    }
}

/// A device or scene by its id.
pub(super) fn meant(home: &CompiledHome, id: &str) -> Option<Meant> {
    let scene = || home.home.scenes.iter().position(|scene| scene.id == id).map(Meant::Scene);
    home.device_by_id(id).map(Meant::Device).or_else(scene)
}
