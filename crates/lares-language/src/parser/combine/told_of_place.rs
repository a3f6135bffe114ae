//! What "it" stands for where nothing was spoken of: how warm or bright a place is ("I want it dark in the nursery"), and
//! values that follow a complaint of that ("chilly now, make it 24").

use lares_home::catalogue::catalogue;

use super::super::frame::{Frame, Head};
use crate::action::{Unit, Value};
use crate::lexicon::Asks;

/// Numbers that nobody says of a room but for how warm it shall be.
const WARMTH: std::ops::RangeInclusive<f64> = 15.0..=31.0;

/// Makes places of what "it" is in, and of nothing where only how a room is could be meant.
pub(super) fn it_is_the_place(frames: &mut [Frame], has_recent: bool) {
    let mut named = has_recent;
    for frame in frames {
        let english = frame.verb.is_none_or(|verb| !verb.chinese);
        let of_place = is_of_places(frame);
        if english
            && let [target] = &mut frame.targets[..]
            && target.head == Head::Last
            && target.text.is_ascii()
            && target.many.is_none()
        {
            let there = !target.rooms.is_empty();
            let sets = frame.value.is_some() && frame.verb.is_none_or(|verb| verb.weak);
            let asks = matches!(frame.question, Some(Asks::Value | Asks::Polar)) && of_place;
            if there && (of_place || sets || asks) {
                target.head = Head::None;
                target.text = Default::default();
                if is_warmth(frame) {
                    frame.property = catalogue().property("temperature");
                }
            } else if !named && of_place && frame.value.is_none() && frame.question.is_none() {
                frame.targets.clear();
                frame.complaint = true;
            }
        }
        named |= frame.has_target();
    }
}

/// "Chilly now, make it 24": the value is of what was complained of, which it settles.
pub(super) fn settled_by_value(frames: &mut Vec<Frame>) {
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(told), Some(frame)) = (before.last_mut(), rest.first_mut()) else { continue };
        let property = told.property.or_else(|| told.wish.and_then(|wish| wish.property));
        let complains = (told.complaint || told.direction.is_some())
            && told.value.is_none()
            && told.question.is_none()
            && told.excluded.is_empty()
            && told.verb.is_none_or(|verb| verb.weak || told.by_degree && !verb.chinese)
            && property.is_some();
        let points = frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty());
        let plain = matches!(
            frame.value,
            Some(Value::Number { unit: Unit::None | Unit::Degree | Unit::Percent | Unit::Celsius, .. })
        );
        let sets = plain
            && points
            && frame.property.is_none_or(|own| Some(own) == property)
            && frame.direction.is_none()
            && frame.question.is_none()
            && frame.verb.is_none_or(|verb| verb.weak && !verb.chinese);
        let english = frame.value_text.is_ascii()
            && told.targets.iter().all(|target| target.text.is_ascii())
            && frame.verb.is_none_or(|verb| !verb.chinese);
        if !(complains && sets && english) {
            continue;
        }
        frame.property = property;
        frame.targets = std::mem::take(&mut told.targets);
        frame.helpers.append(&mut told.helpers);
        if let Some(wish) = told.wish {
            frame.helpers.extend_from_slice(&wish.nouns);
        }
        frames.remove(index - 1);
    }
}

/// Whether a frame is about how a place is.
fn is_of_places(frame: &Frame) -> bool {
    const OF_PLACES: [&str; 4] = ["temperature", "brightness", "humidity", "air_quality"];
    let property = frame.property.or_else(|| frame.wish.and_then(|wish| wish.property));
    property.is_some_and(|own| OF_PLACES.iter().any(|id| catalogue().property(id) == Some(own)))
}

fn is_warmth(frame: &Frame) -> bool {
    frame.property.is_none()
        && frame.verb.is_none_or(|verb| verb.weak)
        && matches!(frame.value, Some(Value::Number { number, unit: Unit::None }) if WARMTH.contains(&number))
}
