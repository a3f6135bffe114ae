//! Two words for one thing, and one word for what it is not: "the valve on the veg patch" is one valve, "Polar Bear fan
//! on low" is the fan of Polar Bear, and a window that is to be closed is no air conditioner in a window.

use lares_home::Act;
use lares_home::catalogue::catalogue;

use crate::action::Value;
use crate::lexicon::lexicon;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::render::is_of;
use crate::vocabulary::HomeVocabulary;

/// Settles all of these.
pub(super) fn settle(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for frame in frames {
        one_thing(frame, vocabulary);
        its_fan(frame, vocabulary);
        no_such_window(frame, vocabulary);
        no_scene(frame, vocabulary);
    }
}

/// "Lights out bar the hall": of what some is left out, it is an order and not the scene of that name.
fn no_scene(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let [target] = &mut frame.targets[..] else { return };
    if target.head != Head::Scene || frame.excluded.is_empty() || frame.verb.is_some_and(|verb| !verb.weak) {
        return;
    }
    let text = target.text.clone();
    let Some((kind, verb)) = text.split_once(' ').filter(|_| text.is_ascii()) else { return };
    if let (Some(noun), Some(verb)) = (vocabulary.noun(kind), lexicon().verb(verb)) {
        target.head = Head::Noun(noun);
        target.text = kind.into();
        frame.verb = Some(verb);
    }
}

/// "Close the valve on the veg patch": a kind, and directly behind it the name of one of that kind.
fn one_thing(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let [Target { head: Head::Noun(noun), rooms, many: None, count: None, .. }, named] = &frame.targets[..]
    else {
        return;
    };
    let english = frame.verb.is_some_and(|verb| !verb.chinese && !verb.weak) && named.text.is_ascii();
    if !english || !rooms.is_empty() || named.joined || named.head != Head::Name || named.many.is_some() {
        return;
    }
    let mut devices = vocabulary.devices_named(&named.text).peekable();
    let such = devices.peek().is_some()
        && devices
            .all(|device| vocabulary.device_nouns(device).iter().any(|&own| lexicon().is_a(own, *noun)));
    if such {
        frame.targets.remove(0);
    }
}

/// "Polar Bear fan on low", "turn the fan on the Daikin down": a level of the fan of what has one.
fn its_fan(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let [first, second] = &frame.targets[..] else { return };
    // "Set the fan on the Daikin to high".
    let of_it = first.text == "fan" && !second.joined;
    let (blower, fan) = if of_it { (second, first) } else { (first, second) };
    let valued = matches!(frame.value, Some(Value::Level(_) | Value::Word { .. } | Value::Number { .. }));
    let by_degrees = frame.verb.is_some_and(|verb| {
        verb.property.is_none() && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
    });
    let sets = (valued || by_degrees || frame.direction.is_some())
        && frame.property.is_none()
        && frame.question.is_none()
        && frame.verb.is_none_or(|verb| {
            verb.weak
                || of_it
                    && (by_degrees
                        || verb.property.is_none()
                            && (verb.acts.first() == Some(&Act::Set) || valued && verb.id == "on"))
        });
    let fan_only = fan.text == "fan"
        && matches!(fan.head, Head::Noun(_) | Head::Name)
        && fan.rooms.is_empty()
        && fan.many.is_none()
        && !fan.joined;
    let blows = matches!(blower.head, Head::Name | Head::Noun(_))
        && blower.text.is_ascii()
        && is_of(blower, vocabulary, &["AirConditioner", "AirPurifier"]);
    if sets && fan_only && blows {
        frame.targets.remove(usize::from(!of_it));
        frame.property = catalogue().property("fan_speed");
    }
}

/// "Close the window", where only the name of something else begins so.
fn no_such_window(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    const OTHERS: [&str; 6] = ["AirConditioner", "Fan", "SmartPlug", "Light", "Heater", "Switch"];
    let closes = frame.verb.is_some_and(|verb| {
        !verb.chinese && matches!(verb.acts.first(), Some(Act::Open | Act::Close)) && verb.property.is_none()
    });
    // "Close the" that was taken for a slip of another word.
    if !closes && frame.likeness >= 1.0 {
        return;
    }
    for target in &mut frame.targets {
        let said = matches!(target.text.as_str(), "window" | "windows" | "the window" | "the windows");
        if said && target.head == Head::Name && is_of(target, vocabulary, &OTHERS) {
            let Some(noun) = vocabulary.noun("window") else { return };
            target.head = Head::Noun(noun);
        }
    }
}
