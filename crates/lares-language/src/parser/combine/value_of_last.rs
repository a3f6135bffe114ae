//! "Mute the tv and the AC to 70": a value behind a list is of its last thing only, where what is done to the others takes
//! none.

use lares_home::Act;
use smol_str::SmolStr;

use crate::action::Value;
use crate::parser::frame::Frame;

/// Parts such an order into the two that it is.
pub(crate) fn part(frames: &mut Vec<Frame>) {
    let takes_none = |frame: &Frame| {
        frame.verb.is_some_and(|verb| {
            !verb.chinese
                && !verb.weak
                && verb.property.is_none()
                && matches!(
                    verb.acts.first(),
                    Some(
                        Act::Off | Act::Mute | Act::Unmute | Act::Lock | Act::Unlock | Act::Stop | Act::Pause
                    )
                )
        })
    };
    let listed = |frame: &Frame| {
        matches!(frame.value, Some(Value::Number { .. } | Value::Level(_)))
            && (frame.goal || ["on ", "at ", "to "].iter().any(|word| frame.value_text.starts_with(word)))
            && frame.property.is_none()
            && frame.question.is_none()
            && !frame.negated
            && frame.excluded.is_empty()
            && frame.targets.len() > 1
            && frame.targets.last().is_some_and(|last| last.joined)
            && takes_none(frame)
    };
    let Some(place) = frames.iter().position(listed) else { return };
    let Some(frame) = frames.get_mut(place) else { return };
    let mut set = frame.clone();
    let Some(last) = frame.targets.pop() else { return };
    (frame.value, frame.value_text, frame.goal, frame.direction) = (None, SmolStr::default(), false, None);
    (set.verb, set.leads) = (None, false);
    set.targets.retain(|_| false);
    set.targets.push(last);
    if let Some(target) = set.targets.first_mut() {
        target.joined = false;
    }
    frames.insert(place + 1, set);
}
