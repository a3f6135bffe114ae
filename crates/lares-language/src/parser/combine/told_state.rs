//! What is so, told beside an order: 衣服洗好了，晾衣架放下来; 外面下雨了，把窗帘拉上.

use crate::action::Value;
use crate::lexicon::{Sense, lexicon};
use crate::parser::frame::{Frame, Head, Target};

/// Leaves out clauses that only tell that something is done or how it is out of doors, where another clause gives an order.
pub(super) fn without_told(frames: &mut Vec<Frame>) {
    let orders = |frame: &Frame| frame.has_target() && frame.has_action();
    let tells = |frame: &Frame| tells_done(frame) || tells_outdoors(frame);
    if frames.len() > 1 && frames.iter().any(|frame| orders(frame) && !tells(frame)) {
        frames.retain(|frame| !tells(frame));
    }
}

/// A state that is reached, of nothing in the home.
fn tells_done(frame: &Frame) -> bool {
    let Some(Value::Word { key: Some(key), text }) = &frame.value else { return false };
    key == "finished"
        && text.ends_with('了')
        && frame.verb.is_none()
        && frame.question.is_none()
        && !frame.goal
        && frame.targets.iter().all(|target| target.head == Head::Unknown)
}

/// 外面下雨了, 外头刮大风: how it is where nobody lives, and no place for what is to be done.
fn tells_outdoors(frame: &Frame) -> bool {
    let [target] = &frame.targets[..] else { return false };
    let [mention] = &target.rooms[..] else { return false };
    let more = frame.span.1.saturating_sub(frame.span.0) > mention.said.chars().count() + 1;
    let no_number = !matches!(frame.value, Some(Value::Number { .. } | Value::Level(_)));
    let asks_nothing = frame.verb.is_none_or(|verb| verb.weak && verb.chinese)
        && frame.question.is_none()
        && frame.excluded.is_empty()
        && !frame.goal
        && !frame.negated
        && !frame.corrects
        && !frame.goes_on;
    more && no_number
        && asks_nothing
        && only_place(target)
        && !mention.said.is_ascii()
        && outdoors(&mention.said)
}

fn only_place(target: &Target) -> bool {
    target.head == Head::None && target.many.is_none() && target.count.is_none()
}

fn outdoors(said: &str) -> bool {
    let letters: Vec<char> = said.chars().collect();
    let outside = |sense: &Sense| match sense {
        Sense::Room(room) => lexicon().rooms.get(usize::from(*room)).is_some_and(|room| room.id == "outside"),
        _ => false,
    };
    lexicon().lookup(&letters).is_some_and(|senses| senses.iter().any(outside))
}
