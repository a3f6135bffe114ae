//! What has come of something, told beside an order: 衣服洗好了，晾衣架放下来.

use crate::action::Value;
use crate::parser::frame::{Frame, Head};

/// Leaves out clauses that only tell that something is done, where another clause gives an order.
pub(super) fn without_told(frames: &mut Vec<Frame>) {
    let orders = |frame: &Frame| frame.has_target() && frame.has_action();
    if frames.len() > 1 && frames.iter().any(|frame| orders(frame) && !tells_done(frame)) {
        frames.retain(|frame| !tells_done(frame));
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
