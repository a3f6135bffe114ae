//! Questions whose words stand apart from what they ask about: a clause asks as a whole, whatever verbs it holds.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::Clause;
use crate::lexicon::Asks;
use crate::parser::frame::Frame;
use crate::parser::lattice::Token;
use crate::vocabulary::is_han;

/// Makes questions of the frames of a clause that asks. Nothing separates the frames of one clause, so that a question
/// without a target of its own is about what stands before it: 洗衣结束了没有, 烘干机停没停, 低档还是高档.
pub(super) fn settle(clause: &Clause<'_>, frames: &mut Vec<Frame>) {
    if clause.condition || !clause.text_said().iter().any(|&letter| is_han(letter)) {
        return;
    }
    if doubts(clause) {
        for frame in frames.iter_mut().filter(|frame| frame.has_action() && !frame.polite) {
            frame.question.get_or_insert(Asks::Polar);
        }
    }
    let mut index = frames.len();
    while index > 1 {
        index -= 1;
        let (before, rest) = frames.split_at_mut(index);
        let (Some(before), Some(frame)) = (before.last_mut(), rest.first_mut()) else { return };
        if frame.has_target() || !frame.excluded.is_empty() || before.negated || frame.polite || before.polite
        {
            continue;
        }
        let asked_before = asks(before);
        if asked_before && frame.has_action() && before.verb.is_some_and(|verb| !verb.weak) {
            // 看看烘干机停了: what is looked at.
            before.property = before.property.or(frame.property);
        } else if asks(frame) && before.has_action() {
            before.question = Some(frame.question.unwrap_or(Asks::Polar));
            before.property = before.property.or(frame.property);
        } else if !(asked_before && frame.has_action()) {
            continue;
        }
        before.known += frame.known;
        before.unknown += frame.unknown;
        before.span.1 = before.span.1.max(frame.span.1);
        frames.remove(index);
    }
}

fn asks(frame: &Frame) -> bool {
    frame.question.is_some() || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
}

/// 停没停, 快不快: a word on both sides of its denial; 是暖的吧: a guess that wants to be confirmed.
fn doubts(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    let twice = text.windows(3).any(|letters| {
        letters[0] == letters[2]
            && matches!(letters[1], '没' | '不')
            && is_han(letters[0])
            // 好不好, 能不能: how one asks for a favour.
            && !matches!(letters[0], '好' | '行' | '能' | '可' | '成' | '中' | '一')
    });
    twice || text.ends_with(&['吧']) && clause.tokens.iter().any(|token| says_is(clause, token))
}

fn says_is(clause: &Clause<'_>, token: &Token) -> bool {
    clause.text[token.start..token.end] == ['是']
}

/// What a sensor finds or does not.
pub(super) fn is_sensed(property: Property) -> bool {
    const SENSED: [&str; 6] = ["water_leak", "smoke", "gas_leak", "motion", "occupancy", "presence"];
    catalogue().property_entry(property).is_some_and(|entry| SENSED.contains(&entry.id))
}

/// What is only measured: its name alone asks for it (当前二氧化碳).
pub(crate) fn is_measured(property: Property) -> bool {
    const MEASURED: [&str; 28] = [
        "temperature",
        "humidity",
        "air_quality",
        "dust",
        "fine_dust",
        "very_fine_dust",
        "co2",
        "co",
        "tvoc",
        "formaldehyde",
        "radon",
        "illuminance",
        "uv",
        "pressure",
        "noise",
        "battery",
        "power",
        "energy",
        "voltage",
        "current",
        "signal",
        "water_usage",
        "gas_usage",
        "remaining_time",
        "completion_time",
        "progress",
        "filter",
        "weather",
    ];
    catalogue().property_entry(property).is_some_and(|entry| MEASURED.contains(&entry.id))
}
