//! What was named in the same breath: "the lamp" behind "the desk lamp" is that one.

use crate::parser::frame::{Frame, Head, Target};

/// A bare English noun behind a longer name that ends with it stands for what was named.
pub(super) fn named_before(frames: &mut [Frame]) {
    for index in 1..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let [target] = &mut frame.targets[..] else { continue };
        if !is_bare(target) || frame.question.is_some() {
            continue;
        }
        let mut longer = before
            .iter()
            .filter(|frame| frame.question.is_none())
            .flat_map(|frame| &frame.targets)
            .filter(|earlier| is_longer(earlier, &target.text));
        let Some(named) = longer.next().cloned() else { continue };
        if longer.all(|other| *other == named) {
            *target = Target { joined: target.joined, ..named };
        }
    }
}

/// A noun of one English word for one thing, and no more.
fn is_bare(target: &Target) -> bool {
    matches!(target.head, Head::Noun(_))
        && target.rooms.is_empty()
        && target.many.is_none()
        && target.count.is_none()
        && !target.whole_home
        && target.text.is_ascii()
        && !target.text.is_empty()
        && !target.text.contains(' ')
        && !target.text.ends_with('s')
}

/// Whether a target is a single thing whose name ends with this noun.
fn is_longer(target: &Target, noun: &str) -> bool {
    let Some(words) = target.text.strip_suffix(noun) else { return false };
    matches!(target.head, Head::Noun(_) | Head::Name)
        && words.ends_with(' ')
        && target.many.is_none()
        && target.count.is_none()
}
