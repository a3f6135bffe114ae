//! Devices that are told by what is to be done: food that is warmed for so long, the air and the heat that are switched, a
//! thing that is too loud and has no voice.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smallvec::smallvec;

use super::across::has_trait;
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, Many, Trait, lexicon};
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::render::is_of;
use crate::vocabulary::HomeVocabulary;

/// Settles all that is told by the work.
pub(super) fn settle(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    heated_for(frames, vocabulary);
    the_air_or_heat(frames, vocabulary);
    whereabouts(frames, vocabulary);
    higher(frames, vocabulary);
    pulled_up(frames, vocabulary);
    every_door(frames, vocabulary);
    asked_of_robot(frames, vocabulary);
    went_off(frames, vocabulary);
    too_noisy(frames, vocabulary);
}

/// "Warm the milk for thirty seconds": what warms food, for so long.
fn heated_for(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let microwave = lexicon().noun("microwave").filter(|&noun| vocabulary.has_noun(noun));
    let Some(microwave) = microwave else { return };
    let heating = lexicon().noun("heating");
    for frame in frames {
        let lasts = matches!(frame.value, Some(Value::Number { unit: Unit::Second | Unit::Minute, .. }));
        let english = frame.value_text.is_ascii() && frame.verb.is_none_or(|verb| !verb.chinese);
        if !lasts || !english || frame.question.is_some() || frame.scheduled {
            continue;
        }
        let of_heat = |target: &Target| match target.head {
            Head::Noun(noun) => Some(noun) == heating,
            _ => false,
        };
        let warms = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Up))
            && frame.property == catalogue().property("temperature")
            || frame.verb.is_some_and(|verb| verb.id == "reheat")
            || frame.verb.is_none() && frame.targets.iter().any(of_heat) && frame.unknown > 0;
        let of_food = frame.targets.iter().all(|target| match target.head {
            Head::Unknown => target.rooms.is_empty() || target.text.ends_with("microwave"),
            Head::None | Head::Last => target.rooms.is_empty(),
            _ => of_heat(target),
        });
        if !warms || !of_food {
            continue;
        }
        let text = vocabulary.noun_names(microwave).1.into();
        frame.targets = smallvec![Target { head: Head::Noun(microwave), text, ..Target::default() }];
        frame.verb = None;
        frame.property = None;
        frame.direction = None;
        frame.unknown = 0;
        frame.lost = 0;
        frame.lost_object = false;
    }
}

/// "Turn the air on", "set the heat to 68": in English what cools and what heats is called after what it makes.
fn the_air_or_heat(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let (air, heat) = (catalogue().property("air_quality"), catalogue().property("heating_temperature"));
    for frame in frames {
        let number = matches!(frame.value, Some(Value::Number { .. }));
        let english = frame.verb.map_or(number, |verb| !verb.chinese) && frame.value_text.is_ascii();
        let nameless = frame.targets.iter().all(|target| target.head == Head::None && target.many.is_none());
        let plain =
            frame.question.is_none() && frame.wish.is_none() && !frame.complaint && frame.part.is_empty();
        if !english || !nameless || !plain {
            continue;
        }
        let acts = frame.verb.and_then(|verb| verb.acts.first());
        let switches =
            matches!(acts, Some(Act::On | Act::Off | Act::Start | Act::Stop | Act::Up | Act::Down));
        let kind = if air.is_some() && frame.property == air && (switches || number) {
            "air_conditioner"
        } else if heat.is_some() && frame.property == heat && number {
            "heating"
        } else {
            continue;
        };
        let Some(noun) = lexicon().noun(kind) else { continue };
        let answers = |noun| vocabulary.has_noun(noun);
        if !answers(noun) && !vocabulary.or_else(noun).is_some_and(answers) {
            continue;
        }
        let text: smol_str::SmolStr = vocabulary.noun_names(noun).1.into();
        if frame.targets.is_empty() {
            frame.targets.push(Target::default());
        }
        for target in &mut frame.targets {
            (target.head, target.text) = (Head::Noun(noun), text.clone());
        }
        if kind == "air_conditioner" {
            frame.property = None;
        }
    }
}

/// "Where'd the roomba go, is it charging?": that it charges is told by what it does.
fn asked_of_robot(frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let charging = catalogue().property("charging");
    for index in (1..frames.len()).rev() {
        let (before, rest) = frames.split_at(index);
        let (Some(asked), Some(frame)) = (before.last(), rest.first()) else { continue };
        let robots = |frame: &Frame| {
            frame.has_target()
                && frame.targets.iter().all(|target| is_of(target, vocabulary, &["RobotCleaner"]))
        };
        let same =
            frame.targets.iter().all(|target| target.head == Head::Last) || frame.targets == asked.targets;
        let once_more = charging.is_some()
            && frame.property == charging
            && frame.value_text.is_ascii()
            && (frame.question.is_some() || frame.verb.is_some())
            && asked.property.is_none()
            && (asked.question.is_some()
                || asked.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query)));
        if once_more && same && robots(asked) {
            frames.remove(index);
        }
    }
}

/// "Lock up, all the doors": whatever has a lock.
fn every_door(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let (Some(door), Some(lock)) = (lexicon().noun("door"), lexicon().noun("lock")) else { return };
    for frame in frames.iter_mut().filter(|frame| frame.question.is_none() && vocabulary.has_noun(lock)) {
        let locks = frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Lock));
        for target in frame.targets.iter_mut().filter(|_| locks) {
            let every = target.text == "doors" && target.many == Some(Many::All) && target.count.is_none();
            if every && target.head == Head::Noun(door) {
                (target.head, target.text) = (Head::Noun(lock), "locks".into());
            }
        }
    }
}

/// "Pull up the backyard camera": what a camera sees is shown; no camera goes up.
fn pulled_up(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    for frame in frames {
        let pulls = frame.verb.is_some_and(|verb| {
            !verb.chinese && !verb.weak && matches!(verb.acts.first(), Some(Act::Open | Act::Up))
        });
        let plain = frame.value.is_none() && frame.property.is_none() && frame.question.is_none();
        let shows = |target: &Target| is_of(target, vocabulary, &["Camera", "DoorBell"]);
        if pulls && plain && frame.has_target() && frame.targets.iter().all(shows) {
            frame.verb = lexicon().verb("pull up the feed").or(frame.verb);
            frame.direction = None;
        }
    }
}

/// "Put the hood higher": what blows and does not move blows more.
fn higher(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let position = catalogue().property("position");
    for frame in frames {
        let moved = position.is_some() && frame.property == position && frame.direction.is_some();
        let blows = |target: &Target| {
            is_of(target, vocabulary, &["KitchenHood", "Fan", "AirPurifier"]) && target.text.is_ascii()
        };
        if moved && frame.has_target() && frame.targets.iter().all(blows) {
            frame.property = catalogue().property("fan_speed");
        }
    }
}

/// "Is Rocky still out": of a robot it is asked what it does.
fn whereabouts(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let presence = catalogue().property("presence");
    for frame in frames {
        let asked = presence.is_some() && frame.property == presence && frame.has_target();
        let robots = || frame.targets.iter().all(|target| is_of(target, vocabulary, &["RobotCleaner"]));
        if asked && frame.value_text.is_ascii() && robots() {
            frame.property = None;
            frame.value = None;
            frame.verb = None;
            frame.question = Some(Asks::Value);
        }
    }
}

/// "Did the feeder go off yet": what sounds no alarm is asked whether it ran.
fn went_off(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    const SILENT: [&str; 5] = ["Feeder", "Dishwasher", "Washer", "Dryer", "RobotCleaner"];
    let alarm = catalogue().property("alarm");
    for frame in frames {
        let asked = alarm.is_some() && frame.property == alarm && frame.question.is_some();
        let silent = || frame.targets.iter().all(|target| is_of(target, vocabulary, &SILENT));
        if asked && frame.has_target() && frame.value_text.is_ascii() && silent() {
            frame.property = None;
        }
    }
}

/// "The fan's too noisy": what has no voice is to run more slowly.
fn too_noisy(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let volume = catalogue().property("volume");
    for frame in frames {
        let Some(wish) = frame.wish.filter(|wish| volume.is_some() && wish.property == volume) else {
            continue;
        };
        let quieter = wish.acts.first() == Some(&Act::Down) && frame.complaint;
        let voiceless = |target: &Target| {
            target.text.is_ascii()
                && has_trait(target, Trait::Noisy, vocabulary)
                && has_trait(target, Trait::Blows, vocabulary)
                && !has_trait(target, Trait::Sounds, vocabulary)
        };
        if quieter && frame.has_target() && frame.targets.iter().all(voiceless) {
            frame.wish = None;
            frame.property = catalogue().property("fan_speed");
            frame.direction = Some(false);
        }
    }
}
