//! How a machine is to run, said in several words of which only one is the order: the fan of what blows ("fan high on
//! Arjun's AC"), a rinse more and how many that makes,
//! a lamp that belongs to a hood (油烟机开灯), what has no voice and is to be quieter.

use super::across::has_trait;
use lares_home::Act;
use lares_home::catalogue::catalogue;

use crate::action::Value;
use crate::lexicon::Trait;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::render::is_of;
use crate::vocabulary::HomeVocabulary;

/// Settles all of these.
pub(super) fn settle(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    its_fan(text, frames, vocabulary);
    rinses(frames);
    its_lamp(frames, vocabulary);
    for frame in frames.iter_mut() {
        runs_quietly(frame, vocabulary);
    }
}

fn all_of(frame: &Frame, vocabulary: &HomeVocabulary, categories: &[&str]) -> bool {
    frame.has_target() && frame.targets.iter().all(|target| is_of(target, vocabulary, categories))
}

/// "Fan high on Arjun's AC": the fan is that of what is named behind "on".
fn its_fan(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let [level, named] = &frames[..] else { return };
    let fan = |target: &Target| target.text == "fan" && matches!(target.head, Head::Noun(_));
    // "Put the fan on the Daikin on high".
    let put_on = level
        .verb
        .is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::On) && verb.property.is_none())
        && level.value.is_none();
    let last = matches!(named.value, Some(Value::Level(_)));
    let leveled = (put_on && last || matches!(level.value, Some(Value::Level(_) | Value::Word { .. })))
        && level.question.is_none()
        && !level.negated
        && level.targets.len() == 1
        && level.targets.iter().all(fan);
    let only_named = named.verb.is_none()
        && (named.value.is_none() || put_on && last)
        && named.property.is_none()
        && named.direction.is_none()
        && named.question.is_none()
        && named.targets.len() == 1;
    let before = text.get(..named.span.0).unwrap_or_default();
    let on = before.ends_with(&[' ', 'o', 'n', ' ']) || before.ends_with(&[' ', 't', 'h', 'e', ' ']);
    let blows = || all_of(named, vocabulary, &["AirConditioner", "AirPurifier", "KitchenHood", "Thermostat"]);
    if leveled && only_named && on && blows() {
        let Some(named) = frames.pop() else { return };
        let Some(level) = frames.first_mut() else { return };
        level.targets = named.targets;
        if named.value.is_some() {
            (level.value, level.value_text, level.verb) = (named.value, named.value_text, None);
        }
        level.property = catalogue().property("fan_speed");
    }
}

/// "An extra rinse, make it three", 多漂一遍，漂四次: how many that makes, said behind it.
fn rinses(frames: &mut Vec<Frame>) {
    let rinse = catalogue().property("rinse");
    let of_rinse = |frame: &Frame| {
        frame.question.is_none()
            && !frame.negated
            && (frame.property == rinse && rinse.is_some()
                || frame.verb.is_some_and(|verb| verb.property == rinse))
    };
    let more = |frame: &Frame| {
        of_rinse(frame) && frame.value.is_none() && frame.verb.is_some_and(|verb| verb.id == "rinse_more")
    };
    let Some(place) = frames.iter().position(more) else { return };
    let only_number = |frame: &Frame| {
        frame.property.is_none()
            && frame.question.is_none()
            && matches!(frame.value, Some(Value::Number { .. }))
            && frame.targets.iter().all(|target| target.head == Head::Last)
    };
    let counted = |frame: &Frame| frame.value.is_some() && (of_rinse(frame) || only_number(frame));
    let counted = frames.iter().skip(place + 1).position(counted);
    if let Some(behind) = counted {
        let earlier = frames.remove(place);
        if let Some(frame) = frames.get_mut(place + behind) {
            frame.property = rinse;
            if frame.targets.iter().all(|target| target.head == Head::Last) {
                frame.targets = earlier.targets;
            }
        }
    }
}

/// 扫地机安静点: what makes no sound of its own is not muted, it is to run quietly.
pub(super) fn hushed(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let noisy_one = |target: &Target| has_trait(target, Trait::Noisy, vocabulary);
    // 空调27度，静音: of what was just spoken of.
    let mut still_noisy = false;
    for frame in frames {
        if frame.has_target() {
            still_noisy = frame.targets.iter().all(noisy_one);
        }
        // 净化器动静小点: what has no voice runs more slowly.
        let quieter = frame.property.is_some()
            && frame.property == catalogue().property("volume")
            && frame.direction == Some(false)
            && frame.value.is_none()
            && frame.question.is_none();
        let voiceless = |target: &Target| {
            has_trait(target, Trait::Blows, vocabulary) && !has_trait(target, Trait::Sounds, vocabulary)
        };
        if quieter && frame.has_target() && frame.targets.iter().all(voiceless) {
            frame.property = catalogue().property("fan_speed");
        }
        // 净化器忒吵了
        let noisy = frame.wish.is_some_and(|wish| {
            wish.property.is_some()
                && wish.property == catalogue().property("volume")
                && wish.acts.first() == Some(&Act::Down)
        });
        if noisy && frame.value.is_none() && frame.has_target() && frame.targets.iter().all(voiceless) {
            frame.wish = None;
            frame.property = catalogue().property("fan_speed");
            frame.direction = Some(false);
        }
        let mutes = frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Mute));
        let plain = frame.value.is_none() && frame.property.is_none() && frame.question.is_none();
        if mutes && plain && still_noisy {
            frame.verb = None;
            frame.value = Some(Value::Word { text: "安静".into(), key: Some("quiet".into()) });
            frame.value_text = "安静".into();
        }
    }
}

/// "Make the Daikin quieter", "robot vacuum quieter": what has no voice, and no speed that is told, runs quietly.
fn runs_quietly(frame: &mut Frame, vocabulary: &HomeVocabulary) {
    let softer = frame.property.is_some()
        && frame.property == catalogue().property("volume")
        && frame.direction == Some(false);
    // "Robot vacuum, quiet please".
    let hushed = frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Mute));
    let quieter = (softer || hushed && frame.property.is_none())
        && frame.value.is_none()
        && frame.question.is_none()
        && frame.wish.is_none();
    let sounds = |target: &Target| has_trait(target, Trait::Sounds, vocabulary);
    if !quieter
        || !all_of(frame, vocabulary, &["AirConditioner", "RobotCleaner", "Dehumidifier"])
        || frame.targets.iter().any(sounds)
    {
        return;
    }
    let said = if frame.targets.iter().all(|target| target.text.is_ascii()) { "quiet" } else { "安静" };
    (frame.property, frame.direction, frame.verb) = (None, None, None);
    frame.value = Some(Value::Word { text: said.into(), key: Some("quiet".into()) });
    frame.value_text = said.into();
}

/// 油烟机开灯: the lamp of what has one, and no lamp of the room.
fn its_lamp(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    const LIT: [&str; 4] = ["KitchenHood", "Oven", "Microwave", "Refrigerator"];
    let [machine, light] = &frames[..] else { return };
    let [lamp] = &light.targets[..] else { return };
    let bare = |frame: &Frame| {
        frame.property.is_none() && frame.value.is_none() && frame.question.is_none() && !frame.negated
    };
    let switches = machine
        .verb
        .is_some_and(|verb| verb.chinese && matches!(verb.acts.first(), Some(Act::On | Act::Off)));
    let plain = lamp.text == "灯" && !lamp.joined && lamp.rooms.is_empty() && lamp.many.is_none();
    let one = machine.targets.len() == 1 && machine.targets_first && all_of(machine, vocabulary, &LIT);
    if bare(machine) && bare(light) && switches && light.verb.is_none() && plain && one {
        frames.truncate(1);
        if let Some(machine) = frames.first_mut() {
            machine.property = catalogue().property("lamp");
        }
    }
}
