//! The other of two things that are told apart by their side, where only its side is said: "close the left blind, open the
//! right one", "shut the left and the right blind", 左床头灯关了右边的打开.

use super::frame::{Frame, Head, Target};
use super::tokens::text_of;
use crate::vocabulary::HomeVocabulary;

/// Words for one side and the other.
const SIDES: [(&str, &str); 4] = [("left", "right"), ("right", "left"), ("左", "右"), ("右", "左")];

/// Names the thing on the other side, where the home has one that is called so.
pub(super) fn other_side(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for index in 0..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let span = frame.span;
        let said = || text_of(text, span.0, span.1);
        if let [target] = &frame.targets[..]
            && target.head == Head::Name
            && let Some(other) =
                sibling(&target.text, vocabulary, |side| both_said(&said(), side, &target.text))
        {
            frame.targets.insert(0, other);
            continue;
        }
        // "Shut the left | and the right blind"
        if let ([target], Some(earlier)) = (&frame.targets[..], before.last_mut())
            && target.head == Head::Name
            && only_side(earlier)
            && earlier.has_action()
            && let first = text_of(text, earlier.span.0, earlier.span.1)
            && let Some(other) = sibling(&target.text, vocabulary, |side| says(&first, side))
        {
            earlier.targets = [other].into_iter().collect();
            earlier.which = false;
            continue;
        }
        // "Open the right blind, left one leave closed": nothing is to be done to it.
        let stays = || ["leave", "keep"].iter().any(|stays| says(&said(), stays));
        if !only_side(frame) || !frame.has_action() || stays() {
            continue;
        }
        let Some([earlier]) = before.last().map(|earlier| &earlier.targets[..]) else { continue };
        if let Some(other) = sibling(&earlier.text, vocabulary, |side| says(&said(), side)) {
            frame.targets = [other].into_iter().collect();
            frame.which = false;
        }
    }
}

/// Whether a frame says of what it is for only on which side that stands.
fn only_side(frame: &Frame) -> bool {
    frame.which && frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
}

/// The thing that is called like this one but for its side, where that side `is_said`.
fn sibling(name: &str, vocabulary: &HomeVocabulary, is_said: impl Fn(&str) -> bool) -> Option<Target> {
    SIDES.iter().find_map(|(of, other)| {
        if !says(name, of) || !is_said(other) {
            return None;
        }
        let called = name.replacen(of, other, 1);
        vocabulary.devices_named(&called).next()?;
        Some(Target { head: Head::Name, text: called.into(), ..Target::default() })
    })
}

/// Whether a side stands in what was said: as a word where it is English.
fn says(said: &str, side: &str) -> bool {
    if side.is_ascii() { said.split(' ').any(|word| word == side) } else { said.contains(side) }
}

/// "The left and the right blind": the side, and directly behind it the name of the other thing.
fn both_said(said: &str, side: &str, name: &str) -> bool {
    let Some((before, _)) = said.split_once(name) else { return false };
    let before = before.trim_end_matches(" the").trim_end();
    let Some(before) = before.strip_suffix("and").or_else(|| before.strip_suffix('和')) else {
        return false;
    };
    before.trim_end().ends_with(side)
}
