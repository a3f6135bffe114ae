//! The states on which a command depends: found by the same stages, added to the result.

use lares_home::{Act, DeviceIndex, Property, catalogue};
use lares_language::command_array::{ANY, LAST, OTHER, UNKNOWN_CATEGORY};
use lares_language::{Action, Language, ParsedCommand, Quantifier, SpokenCommand, SpokenCondition, Value};
use serde_json::{Value as Json, json};

use crate::argument::{Filled, fill, value_for_word};
use crate::asked::Asked;
use crate::documents::{Capability, written_in};
use crate::fit::attribute_fit;
use crate::properties::known;
use crate::result::Condition;
use crate::target;
use crate::trace::Tracer;

/// Conditions that were found, and words for those that were not.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) missing: Vec<String>,
}

/// Finds the devices and attributes of conditions.
pub(crate) fn find(asked: &Asked<'_>, spoken: &[SpokenCondition]) -> Found {
    let mut found = Found::default();
    for condition in spoken {
        let nameless = SpokenCondition { n: ANY.into(), t: UNKNOWN_CATEGORY.into(), ..condition.clone() };
        // A door has no state of its own where only a sensor is on it: the one device that can tell is meant.
        let stand_in = || one(asked, &nameless).filter(|found| found.devices.len() == 1);
        match own_state(asked, condition).or_else(|| one(asked, condition)).or_else(stand_in) {
            Some(condition) => found.conditions.push(condition),
            None => found.missing.push(format!("{}{}{}", condition.p, condition.op, condition.v)),
        }
    }
    found
}

/// 车库门还开着的话就关上: a state of nobody's is that of the command's own target, where it can tell.
fn own_state(asked: &Asked<'_>, condition: &SpokenCondition) -> Option<Condition> {
    let spoken = &asked.parsed.spoken;
    if condition.n != ANY || condition.s != ANY || matches!(spoken.n.as_str(), ANY | LAST | OTHER) {
        return None;
    }
    let (action, _) = understood(asked, condition);
    let known = known();
    let is_state = |said: &Property| known.is_state(*said) || Some(*said) == known.run_state;
    if action.properties.is_empty() || !action.properties.iter().all(is_state) {
        return None;
    }
    let own = SpokenCondition {
        n: spoken.n.clone(),
        s: spoken.s.clone(),
        t: spoken.t.clone(),
        ..condition.clone()
    };
    one(asked, &own)
}

fn one(asked: &Asked<'_>, condition: &SpokenCondition) -> Option<Condition> {
    let (action, value) = understood(asked, condition);
    // A property that no word stands for is not the state of anything.
    if action.properties.is_empty() {
        return None;
    }
    let query = condition.p.clone();
    let parsed = ParsedCommand {
        spoken: SpokenCommand {
            a: query,
            s: condition.s.clone(),
            n: condition.n.clone(),
            t: condition.t.clone(),
            q: Quantifier::All,
            ..SpokenCommand::default()
        },
        action: action.clone(),
        confidence: asked.parsed.confidence,
        ..ParsedCommand::default()
    };
    let asked = Asked { parsed: &parsed, settled: None, ..*asked };
    let best = |device: DeviceIndex| best_attribute(&asked, &action, device);
    let threshold = asked.config.act_fit;
    let meant = target::find(
        &asked,
        &mut |device| best(device).is_some_and(|(_, fit)| fit >= threshold),
        &mut Tracer::default(),
    );
    if meant.fallback || !meant.scoped.unknown.is_empty() {
        return None;
    }
    let mut fitting: Vec<(DeviceIndex, Capability, f32)> = meant
        .set
        .iter()
        .filter_map(|device| best(device).map(|(capability, fit)| (device, capability, fit)))
        .filter(|(_, _, fit)| *fit >= threshold)
        .collect();
    // Nothing said about whose state it is: where the speaker stands, if something there can tell.
    if condition.n == ANY
        && condition.s == ANY
        && let Some(speaker) = asked.speaker
        && fitting.iter().any(|(device, _, _)| speaker.contains(*device))
    {
        fitting.retain(|(device, _, _)| speaker.contains(*device));
    }
    let top = fitting.iter().map(|(_, _, fit)| *fit).fold(0.0, f32::max);
    let (_, attribute, _) = *fitting.iter().find(|(_, _, fit)| *fit >= top)?;
    let devices: Vec<String> = fitting
        .iter()
        .filter(|(_, capability, _)| *capability == attribute)
        .filter_map(|(device, _, _)| asked.home.device(*device))
        .map(|device| device.id.clone())
        .take(asked.config.max_targets)
        .collect();
    let Capability::Attribute(index) = attribute else { return None };
    let spec = asked.home.attribute(index)?;
    let value = match (&value, &spec.value) {
        (Some(value), Some(argument)) => match fill(value, argument) {
            Filled::Value(json) => json,
            Filled::Refused(_) | Filled::Unsuitable => plain(asked.home, condition, spec),
        },
        _ => plain(asked.home, condition, spec),
    };
    Some(Condition { devices, attribute: spec.capability_id.clone(), op: condition.op.clone(), value })
}

/// The question that a condition asks, and the value that it compares with.
fn understood(asked: &Asked<'_>, condition: &SpokenCondition) -> (Action, Option<Value>) {
    let said = match condition.p.trim() {
        // 书房低于18就打开取暖器: a bare number that a room can be is its temperature.
        ANY if is_warmth(&condition.v) => "temperature",
        said => said,
    };
    let set = match written_in(said) {
        Language::Chinese => format!("设置{said}={}", condition.v),
        Language::English => format!("set {said}={}", condition.v),
    };
    let decoded = asked.home.vocabulary.decode_action(&set);
    // The canonical names are the parser's own; other words are decoded.
    let named = (0..)
        .zip(catalogue().properties())
        .find(|(_, entry)| entry.zh == said || entry.en.eq_ignore_ascii_case(said) || entry.id == said);
    let properties = match named {
        Some((index, _)) => vec![Property(index)],
        None => decoded.properties,
    };
    (Action { acts: vec![Act::Query], properties, value: None }, decoded.value)
}

/// Whether a bare number can be how warm it is.
fn is_warmth(said: &str) -> bool {
    said.trim().parse::<f64>().is_ok_and(|number| (-40.0..=110.0).contains(&number))
}

/// The value as said: a number where it is one, the state by its word, else the words.
fn plain(
    _home: &crate::index::CompiledHome,
    condition: &SpokenCondition,
    spec: &lares_home::AttributeSpec,
) -> Json {
    let said = condition.v.trim();
    let digits = said.trim_end_matches(|c: char| !c.is_ascii_digit());
    if let Ok(number) = digits.parse::<f64>()
        && number.is_finite()
    {
        return crate::argument::plain(number);
    }
    let values = spec.value.as_ref().map_or(&[][..], |value| value.values.as_slice());
    match value_for_word(said, Some(said), values) {
        Some(value) => json!(value.value),
        None => json!(said),
    }
}

fn best_attribute(asked: &Asked<'_>, action: &Action, device: DeviceIndex) -> Option<(Capability, f32)> {
    let profile = asked.home.device(device)?.profile;
    asked
        .home
        .capabilities(profile)
        .filter_map(|capability| match capability {
            Capability::Attribute(index) => {
                Some((capability, attribute_fit(action, asked.home.attribute(index)?)))
            }
            Capability::Command(_) => None,
        })
        .filter(|(_, fit)| *fit > 0.0)
        .reduce(|best, other| if other.1 > best.1 { other } else { best })
}
