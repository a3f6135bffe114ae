//! "Hot tub on at 38": it is switched on, and set as well.

use lares_home::Act;

use crate::action::{Unit, Value};
use crate::parser::frame::Frame;
use crate::parser::render::is_of;
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// A lamp or a speaker that is set is on, and an oven is started only where that was said.
const SET_ALONE: [&str; 12] = [
    "Light",
    "Oven",
    "Range",
    "Cooktop",
    "Television",
    "Speaker",
    "NetworkAudio",
    "Blind",
    "Shade",
    "Fan",
    "KitchenHood",
    "Refrigerator",
];

/// Parts what is switched on at a value into the two orders that it is.
pub(crate) fn part(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let switched = |frame: &Frame| {
        let said = text.get(frame.span.0..frame.span.1).unwrap_or_default();
        matches!(frame.value, Some(Value::Number { unit, .. }) if unit != Unit::Percent)
            && frame.has_target()
            && !frame.targets.iter().any(|target| is_of(target, vocabulary, &SET_ALONE))
            && frame.question.is_none()
            && !frame.negated
            && frame.property.is_none()
            && frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::On))
            && holds(said, " on at ")
    };
    let Some(place) = frames.iter().position(switched) else { return };
    let Some(frame) = frames.get(place) else { return };
    let mut on = frame.clone();
    on.value = None;
    on.value_text = smol_str::SmolStr::default();
    on.goal = false;
    on.direction = None;
    frames.insert(place, on);
}
