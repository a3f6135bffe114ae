//! What was named in the same breath: "the lamp" behind "the desk lamp" is that one.

use crate::lexicon::Many;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::render::is_of;
use crate::vocabulary::{HomeVocabulary, Noun, ParseContext};

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

/// "Floodlight, please", "both lamps": what is only named is wanted, where it is asked for kindly or its number is said, and
/// nothing was spoken of before.
pub(super) fn only_wanted(frames: &mut [Frame], vocabulary: &HomeVocabulary, context: ParseContext) {
    const WANTED: [&str; 8] =
        ["Light", "Fan", "SmartPlug", "Television", "AirConditioner", "AirPurifier", "Humidifier", "Heater"];
    let [frame] = frames else { return };
    let bare = !frame.has_action()
        && frame.verb.is_none()
        && frame.property.is_none()
        && !frame.negated
        && !frame.corrects
        && !frame.goes_on
        && !frame.same_action
        && !frame.chat
        && !frame.which
        && frame.unknown == 0
        && frame.likeness >= 1.0
        && frame.excluded.is_empty();
    let numbered =
        frame.targets.iter().all(|target| target.count.is_some() || target.many == Some(Many::Both));
    let wanted = frame.targets.iter().all(|target| {
        matches!(target.head, Head::Noun(_) | Head::Name)
            && target.text.is_ascii()
            && is_of(target, vocabulary, &WANTED)
    });
    let light = frame.targets.iter().all(|target| {
        target.head == Head::Noun(crate::lexicon::lexicon().noun("light").unwrap_or(Noun(u16::MAX)))
    });
    let asked = frame.polite || numbered || light && context.room.is_some();
    if bare && asked && wanted && frame.has_target() && !context.has_recent && !context.asked {
        frame.verb = vocabulary.switch_verb();
    }
}
