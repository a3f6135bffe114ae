//! What kinds of verbs and properties there are for the reading of a clause: work of a machine, what begins or ends it, what
//! only tells.

use lares_home::Act;

use crate::lexicon::{Many, Sense, Verb, Wish, lexicon};
use crate::vocabulary::is_han;

/// A verb that only begins, ends or interrupts what another one names.
pub(super) fn ends_or_begins(verb: &Verb) -> bool {
    !verb.weak
        && verb.nouns.is_empty()
        && verb.property.is_none()
        && verb.key.is_none()
        && matches!(
            verb.acts.first(),
            Some(Act::Stop | Act::Pause | Act::Resume | Act::Cancel | Act::Start | Act::Off)
        )
}

/// The work of one kind of machine: 洗碗, 充电, 播放.
pub(super) fn is_work(verb: &Verb) -> bool {
    !verb.nouns.is_empty()
        && !verb.weak
        && verb.key.is_none()
        && matches!(verb.acts.first(), Some(Act::Start | Act::Record))
}

/// Properties that only tell: a verb before one says what it is told of (洗碗倒计时, 充电状态).
pub(super) fn only_tells(property: lares_home::Property) -> bool {
    let entry = lares_home::catalogue::catalogue().property_entry(property);
    entry.is_some_and(|entry| {
        matches!(
            entry.id,
            "state"
                | "onoff"
                | "run_state"
                | "job_state"
                | "progress"
                | "elapsed_time"
                | "remaining_time"
                | "completion_time"
                | "error"
        )
    })
}

pub(super) fn property_is(property: lares_home::Property, id: &str) -> bool {
    lares_home::catalogue::catalogue().property(id) == Some(property)
}

/// Whether a property is whatever state there is.
pub(super) fn is_general_state(property: lares_home::Property) -> bool {
    let entry = lares_home::catalogue::catalogue().property_entry(property);
    entry.is_some_and(|entry| matches!(entry.id, "state" | "onoff"))
}

/// What no degrees are said of.
pub(super) const BLOWN: [&str; 4] = ["fan_speed", "swing", "volume", "brightness"];
/// What a colour is a value of.
pub(super) const COLOURS: [&str; 5] = ["color", "hue", "saturation", "color_temperature", "light_effect"];

/// The verb to which a particle may still belong: "turn" and "turn the", but not "turn off".
pub(super) fn stem_of(said: &str) -> Option<&str> {
    match said.split_once(' ') {
        None => Some(said),
        Some((stem, "the" | "my" | "our" | "it")) => Some(stem),
        Some(_) => None,
    }
}

/// Whether a property is the state that a device itself is in.
pub(super) fn is_device_state(property: lares_home::Property) -> bool {
    let entry = lares_home::catalogue::catalogue().property_entry(property);
    entry.is_some_and(|entry| matches!(entry.id, "onoff" | "open_state" | "lock_state"))
}

/// 调 and 高: the second verb only says in which direction the first goes.
pub(super) fn adds_only_direction(known: &Verb, verb: &Verb) -> bool {
    known.acts.first() == Some(&Act::Set)
        && known.property.is_none()
        && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
}

/// 全 of 全关, 都 of 都打开.
pub(super) fn leading_quantity(letters: &[char]) -> Option<Many> {
    if letters.len() < 2 || !is_han(letters[0]) {
        return None;
    }
    lexicon().lookup(&letters[..1])?.iter().find_map(|sense| match sense {
        Sense::Quantifier(many, _) => Some(*many),
        _ => None,
    })
}

/// 太阳晒进来了刺眼: the sun is what dazzles, and no lamp.
pub(crate) fn draws_curtains(wish: &Wish) -> bool {
    let covering = lexicon().noun("window_covering");
    wish.acts.first() == Some(&Act::Close)
        && wish.nouns.first().zip(covering).is_some_and(|(&noun, covering)| lexicon().is_a(noun, covering))
}
