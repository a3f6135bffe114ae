//! A word for what is changed of a lamp that a lamp is called after: "the hue at twenty percent" where one is a Hue.

use lares_home::catalogue::catalogue;

use crate::parser::frame::{Frame, Head, Target};
use crate::vocabulary::HomeVocabulary;

/// Makes the lamp of a hue that is of nothing else.
pub(super) fn settle(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let Some(hue) = catalogue().property("hue") else { return };
    for frame in frames.iter_mut().filter(|frame| frame.property == Some(hue)) {
        let nameless = frame
            .targets
            .iter()
            .all(|target| target.head == Head::None && target.rooms.is_empty() && target.many.is_none());
        if nameless && frame.excluded.is_empty() && vocabulary.devices_named("hue").next().is_some() {
            frame.property = None;
            frame.targets.clear();
            frame.targets.push(Target { head: Head::Name, text: "hue".into(), ..Target::default() });
        }
    }
}
