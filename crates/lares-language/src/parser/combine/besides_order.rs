//! What stands beside an order and asks for nothing more: how the thing is that the order is for ("oven off, biscuits are
//! done"), and which pair is meant where only the order before says so ("lights off in the garage and close both doors").

use lares_home::Act;
use lares_home::catalogue::catalogue;

use crate::lexicon::{Asks, Many};
use crate::parser::frame::{Frame, Head};
use crate::parser::render::is_of;
use crate::vocabulary::HomeVocabulary;

/// Drops what only tells how a thing is, where something else in the request orders or asks something of that thing.
pub(super) fn asks_nothing_more(frames: &mut Vec<Frame>) {
    let mut index = frames.len();
    while index > 0 {
        index -= 1;
        let Some(frame) = frames.get(index).filter(|frame| is_vague_question(frame)) else { continue };
        let said_more = frames.iter().enumerate().any(|(place, other)| {
            let same = other.targets == frame.targets;
            place != index && same && (is_order(other) || place < index && asks_of(other))
        });
        if said_more {
            frames.remove(index);
        }
    }
}

/// Asks how something is, and nothing of it by name.
fn is_vague_question(frame: &Frame) -> bool {
    let english = frame.targets.iter().all(|target| target.text.is_ascii());
    let stage = frame.property.is_none() || frame.property == catalogue().property("job_state");
    let plain = frame.verb.is_none_or(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Query));
    english
        && stage
        && plain
        && frame.has_target()
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.question.is_some()
}

fn is_order(frame: &Frame) -> bool {
    let acts = frame.verb.is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query));
    frame.question.is_none() && (acts || frame.value.is_some()) && !frame.complaint && !frame.negated
}

fn asks_of(frame: &Frame) -> bool {
    frame.question == Some(Asks::Value) && frame.property.is_some()
}

/// "Close both doors" behind an order for the garage that has two: both of those.
pub(super) fn pair_in_room(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let (Some(earlier), Some(frame)) = (before.last(), rest.first_mut()) else { continue };
        let [place] = &earlier.targets[..] else { continue };
        let [mention] = &place.rooms[..] else { continue };
        let [room] = mention.rooms[..] else { continue };
        for target in &mut frame.targets {
            let Head::Noun(noun) = target.head else { continue };
            let pair = target.many == Some(Many::Both) && target.rooms.is_empty() && !target.whole_home;
            if pair && vocabulary.is_pair_there(room, noun) {
                target.rooms.clone_from(&place.rooms);
            }
        }
    }
}

/// "Just one light in our room, doesn't matter which": some lamps of several, and nothing said of what for.
pub(super) fn wants_some(frame: &Frame, vocabulary: &HomeVocabulary) -> bool {
    let [target] = &frame.targets[..] else { return false };
    let some = target.many == Some(Many::Any) || target.count.is_some();
    let bare = frame.verb.is_none()
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.property.is_none()
        && frame.question.is_none()
        && frame.wish.is_none()
        && frame.excluded.is_empty()
        && !frame.negated
        && !frame.goes_on
        && frame.unknown <= 2;
    some && bare
        && matches!(target.head, Head::Noun(_))
        && !target.rooms.is_empty()
        && target.text.is_ascii()
        && is_of(target, vocabulary, &["Light"])
}
