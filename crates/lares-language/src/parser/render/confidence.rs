//! How sure a command is.

use lares_home::Act;

use super::Rendering;
use super::action_data::state_properties;
use crate::action::{Unit, Value};
use crate::lexicon::{Sense, lexicon};
use crate::parser::frame::{Frame, Head, Target};
use crate::vocabulary::is_han;

/// Below this a command is no longer certain.
const CERTAIN: f32 = 0.9;
/// The most that a command with a slip is trusted: below 0.8, from which on commands that can harm are run.
pub(crate) const SLIP_CONFIDENCE: f32 = 0.79;

/// Whether an English clause ends with a kind of device that is no part of its target.
fn ends_with_other(frame: &Frame, target: &Target, rendering: &Rendering<'_>) -> bool {
    let said = rendering.text.get(frame.span.0..frame.span.1).unwrap_or_default();
    let word = said.rsplit(|letter| *letter == ' ').next().unwrap_or_default();
    let is_kind = |senses: &[Sense]| senses.iter().any(|sense| matches!(sense, Sense::Noun(_)));
    word.first().is_some_and(char::is_ascii_lowercase)
        && lexicon().lookup(word).is_some_and(is_kind)
        && !target.text.split(' ').any(|own| own.chars().eq(word.iter().copied()))
}

/// How sure a command is: each doubt takes its share.
pub(super) fn confidence(frame: &Frame, target: &Target, rendering: &Rendering<'_>) -> f32 {
    let mut confidence = 0.97_f32;
    let unknown = frame.unknown as f32 / (frame.unknown + frame.known).max(1) as f32;
    // 主卧太干了嘴唇都起皮了: what comes of a state that was complained of is told in anybody's own words.
    let told_why = frame.wish.is_some() && frame.targets.iter().any(|target| !target.rooms.is_empty());
    // 牌都看不清楚, where the speaker stands among the lamps that would help: nobody says such a thing for nothing.
    let told_here = frame.wish.is_some()
        && rendering.context.room.is_some()
        && rendering.text.iter().any(|&letter| is_han(letter));
    let doubt = match (told_here, told_why) {
        (true, _) => 0.1,
        (_, true) => 0.4,
        _ => 0.8,
    };
    confidence *= 1.0 - doubt * unknown;
    confidence *= 0.5 + 0.5 * frame.likeness;
    // What was only heard nearly is acted on, but never where it could harm.
    if frame.likeness < 0.965 {
        confidence = confidence.min(SLIP_CONFIDENCE);
    }
    if frame.chat && !told_here {
        // A word from elsewhere beside a complete order is no more than a remark: "… for the girls".
        let complete = frame.verb.is_some_and(|verb| !verb.weak) || frame.value.is_some();
        let named = matches!(target.head, Head::Noun(_) | Head::Name);
        let few = 4 * frame.chat_letters <= frame.known + frame.unknown;
        confidence *= if complete && named && few && frame.chat_letters > 0 { 0.75 } else { 0.6 };
    }
    let nothing_said = target.head == Head::None && target.rooms.is_empty() && !target.whole_home;
    if nothing_said && !frame.complaint && !rendering.context.has_recent {
        confidence *= if target.many.is_some() { 0.5 } else { 0.7 };
    }
    let asks =
        frame.question.is_some() || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
    if !asks {
        confidence *= 0.93_f32.powi(frame.lost.min(4) as i32);
        if frame.lost_object {
            confidence *= 0.55;
        }
        // "Switch off the fair he lights": what was heard nearly as a name is rather a part of what is lost.
        if frame.likeness < 0.965 && frame.lost > 0 && ends_with_other(frame, target, rendering) {
            confidence *= 0.7;
        }
    }
    if target.head == Head::Unknown {
        confidence *= 0.85;
    }
    // 冰箱里还有没有牛奶: a question about nothing that was named, in words that are not known, is about something else.
    if frame.question.is_some()
        && frame.property.is_none()
        && (frame.unknown > 0 || frame.likeness < 0.9 || frame.chat)
        && state_properties(frame.verb.map(|verb| verb.acts.as_slice()).unwrap_or_default()).is_empty()
    {
        confidence *= 0.5;
    }
    // "is the tank full": how full it is, which the home may not know, and not whether it is on.
    let level = matches!(frame.value, Some(Value::Level(_))) && frame.verb.is_none();
    if frame.question.is_some() && frame.property.is_none() && level {
        confidence *= 0.5;
    }
    // "everything lightwise": what of everything was not understood.
    let everything = matches!(target.head, Head::Noun(noun) if Some(noun) == lexicon().any_device);
    if everything && frame.unknown > 0 && target.text.is_ascii() && frame.question.is_none() {
        confidence *= 0.6;
    }
    // "use the high spin": so high, and nothing said of what.
    let of_nothing = target.head == Head::None
        && target.rooms.is_empty()
        && matches!(frame.value, Some(Value::Level(_)))
        && frame.property.is_none()
        && frame.verb.is_none_or(|verb| verb.weak)
        && !rendering.words(frame).split(' ').any(|word| matches!(word, "it" | "them"))
        && rendering.text.first().is_some_and(char::is_ascii)
        && !rendering.context.has_recent;
    if of_nothing {
        confidence *= 0.6;
    }
    // 设置 and nothing to set: what is wanted was not understood.
    let sets_nothing = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Set))
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.question.is_none()
        && target.head != Head::Scene;
    if sets_nothing {
        confidence *= 0.4;
    }
    // What is to be switched is a part that was not understood: not the whole device.
    let plain = frame.verb.is_some() && frame.value.is_none() && frame.property.is_none();
    if frame.unread && plain && frame.direction.is_none() && frame.question.is_none() {
        confidence *= 0.6;
    }
    if target.head == Head::None && !target.rooms.is_empty() && frame.question.is_none() {
        // "and the basemnt": what goes on is acted on, though it was only heard nearly.
        confidence *= if frame.goes_on { 0.78 } else { 0.7 };
    }
    if frame.verb.is_none() && frame.question.is_none() {
        confidence *= 0.97;
    }
    // 353: a number, and nothing that it could be of.
    let bare = frame.verb.is_none()
        && frame.property.is_none()
        && target.head == Head::None
        && target.rooms.is_empty()
        && matches!(frame.value, Some(Value::Number { unit: Unit::None, .. }));
    // 零冷水: by nothing more or less is no order.
    let by_nothing = frame.direction.is_some()
        && !frame.goal
        && matches!(frame.value, Some(Value::Number { number, .. }) if number == 0.0);
    if by_nothing {
        confidence *= 0.5;
    }
    // 打开电四: of what the number is was not understood.
    let misheard = frame.unknown > 0
        && target.head == Head::None
        && target.rooms.is_empty()
        && frame.property.is_none()
        && matches!(frame.value, Some(Value::Number { unit: Unit::None, .. }));
    if misheard {
        confidence *= 0.7;
    }
    if bare && !rendering.context.has_recent {
        confidence *= 0.6;
    }
    if frame.complaint {
        let named = frame.targets.iter().any(|target| target.head != Head::None);
        // Where someone stands who complains, what helps is there.
        let here = frame.wish.is_some_and(|wish| {
            let helps = |room| wish.nouns.iter().any(|&noun| rendering.vocabulary.room_has_noun(room, noun));
            rendering.context.room.is_some_and(helps) && rendering.text.first().is_some_and(char::is_ascii)
        });
        confidence *= match (named, here) {
            (true, _) => 0.85,
            (_, true) => 0.8,
            _ => 0.65,
        };
    }
    // Several small doubts are as good as a slip: it is acted on, and not for certain.
    if confidence < CERTAIN {
        confidence = confidence.min(SLIP_CONFIDENCE);
    }
    confidence.clamp(0.0, 1.0)
}
