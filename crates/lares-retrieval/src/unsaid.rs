//! What is meant where nobody said what: what a verb goes with, what would help against what is complained of.

use std::cell::RefCell;

use lares_home::{Act, DeviceIndex, RoomIndex, catalogue};
use lares_language::Noun;
use smallvec::SmallVec;

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::elsewhere;
use crate::follow_up::words_say_here;
use crate::one_of_kind::is_plural;
use crate::scope::Scoped;
use crate::target::{Meant, Target};

/// What lights or covers a room together: who sits in the dark wants all of it.
const TOGETHER: [&str; 2] = ["light", "window covering"];

/// 太闷了 where the windows only have sensors: the next kind of device that would help and of which one can, where no
/// device of `noun` can.
pub(crate) fn kind_that_can(
    asked: &Asked<'_>,
    noun: Noun,
    inside: &DeviceSet,
    can: &RefCell<&mut dyn FnMut(DeviceIndex) -> bool>,
) -> Option<Noun> {
    let here = |device: &DeviceIndex| asked.speaker.is_none_or(|speaker| speaker.contains(*device));
    let able = |noun: &Noun| {
        let devices = asked.home.of_noun(*noun);
        let mut devices = devices.iter().filter(|device| inside.contains(*device)).filter(here);
        devices.any(|device| (can.borrow_mut())(device))
    };
    if !asked.parsed.wish || able(&noun) {
        return None;
    }
    asked.parsed.kinds.iter().copied().find(able)
}

/// 好黑哦, and nobody knows where: every lamp of the home is not meant.
pub(crate) fn nowhere(asked: &Asked<'_>) -> bool {
    asked.parsed.implied && asked.parsed.wish && asked.speaker.is_none()
}

/// "A touch warmer, all through the house": water is not what is to be warmer, where nobody spoke of it.
pub(crate) fn without_water(asked: &Asked<'_>, set: &mut DeviceSet) {
    let action = &asked.parsed.action;
    let warmth = catalogue().property("temperature");
    let changes = matches!(action.acts.first(), Some(Act::Up | Act::Down | Act::Set));
    if !changes || warmth.is_none() || action.properties.first().copied() != warmth || !set.has_more_than(1) {
        return;
    }
    let Some(heater) = catalogue().category("WaterHeater") else { return };
    let mut others = set.clone();
    others.subtract(&asked.home.of_category(heater));
    if !others.is_empty() {
        *set = others;
    }
}

/// 外面太吵了 is a wish for a closed door, and none for a locked one or for that of the garage.
pub(crate) fn without_locks(asked: &Asked<'_>, set: &mut DeviceSet) {
    if asked.parsed.wish && asked.parsed.action.acts.first() == Some(&Act::Close) {
        let others = ["SmartLock", "GarageDoor"].iter().filter_map(|kind| catalogue().category(kind));
        others.for_each(|kind| set.subtract(&asked.home.of_category(kind)));
    }
}

/// The devices that a verb goes with, where it was said without one: none of another kind is meant, even if the home has
/// none of these.
pub(crate) fn of_kinds(asked: &Asked<'_>) -> Option<DeviceSet> {
    let (first, others) = asked.parsed.kinds.split_first()?;
    let mut set = asked.home.of_noun(*first);
    others.iter().for_each(|noun| set.unite(&asked.home.of_noun(*noun)));
    Some(set)
}

/// 冷死了, "I'm freezing", beside a heater: that one, and none that stands elsewhere.
pub(crate) fn helps_here(asked: &Asked<'_>, target: &Target, scoped: &Scoped, set: &mut DeviceSet) {
    let open = matches!(target, Target::Noun(_) | Target::Anything) && !scoped.includes;
    let Some(speaker) = asked.speaker.filter(|_| open && asked.parsed.wish) else { return };
    let near = set.and(speaker);
    if !near.is_empty() {
        *set = near;
    }
}

/// "The telly's too loud", "we need some light", and there is one in every room: whether one of them is meant, and nobody
/// said which. Lamps and curtains of one room help together.
pub(crate) fn one_of_several(asked: &Asked<'_>, meant: &Meant) -> bool {
    const SOME: [&str; 5] = ["some light", "more light", "bit of light", "any light", "little light"];
    let parsed = asked.parsed;
    let open = matches!(meant.target, Target::Noun(_) | Target::Anything) && !meant.everything;
    let some = || {
        let mut words = SOME.iter().filter_map(|some| parsed.words.split_once(some));
        words.any(|(_, behind)| !behind.starts_with(|letter: char| letter.is_alphanumeric()))
    };
    if !open || !(parsed.wish || some()) || parsed.quantifier_said || asked.settled.is_some() {
        return false;
    }
    if sounds_somewhere(asked, meant) {
        return true;
    }
    let vocabulary = &asked.home.vocabulary;
    let together = match meant.target {
        Target::Noun(noun) => {
            let is = |kind: &&str| {
                vocabulary.noun(kind).is_some_and(|kind| noun == kind || vocabulary.is_a(noun, kind))
            };
            TOGETHER.iter().any(is) || !parsed.implied && is_plural(&parsed.spoken.n)
        }
        _ => true,
    };
    let mut rooms: SmallVec<[Option<RoomIndex>; 8]> = SmallVec::new();
    let mut crowded = false;
    // "The whole house is freezing": what heats one room is no second choice beside what heats them all.
    let heats = |device: &DeviceIndex| !elsewhere::heats_one_room(asked.home, *device);
    let for_all = meant.set.iter().any(|device| heats(&device));
    for device in meant.set.iter().filter(|device| !for_all || heats(device)) {
        let room = asked.home.rooms.room_of(device);
        if rooms.contains(&room) {
            crowded = true;
        } else {
            rooms.push(room);
        }
    }
    crowded && !together || rooms.len() > 1 && !meant.scoped.includes
}

/// "What a racket", of no room: what sounds may be any of the kinds that do, and not just the first.
fn sounds_somewhere(asked: &Asked<'_>, meant: &Meant) -> bool {
    let parsed = asked.parsed;
    let volume = catalogue().property("volume");
    parsed.implied
        && asked.speaker.is_none()
        && !meant.scoped.includes
        && volume.is_some_and(|volume| parsed.action.properties.contains(&volume))
        && of_kinds(asked).is_some_and(|set| set.has_more_than(1))
}

/// "Tomasz has got his telly blaring again": of those that may be meant the only one that is called, or of which the room is
/// called, by a name that was said.
pub(crate) fn called_by_a_name(
    asked: &Asked<'_>,
    devices: impl Iterator<Item = DeviceIndex>,
) -> Option<DeviceIndex> {
    let home = asked.home;
    let words = asked.memory.lower_case(&asked.parsed.words);
    let said = |name: &str| {
        let name = asked.memory.lower_case(name);
        let first = name.split([' ', '\'']).next().unwrap_or_default();
        first.is_ascii()
            && first.len() > 3
            && home.vocabulary.noun(first).is_none()
            && words.split([' ', '\'', ',']).any(|word| word == first)
    };
    let mut called = devices.filter(|device| {
        let room = home.rooms.room_of(*device).and_then(|room| home.home.rooms.get(room.0 as usize));
        home.device(*device).is_some_and(|device| said(&device.name))
            || room.is_some_and(|room| said(&room.name))
    });
    let first = called.next();
    first.filter(|_| called.next().is_none())
}

/// "Turn off the lights in my room", and nobody knows where that is: of several rooms, which is asked.
pub(crate) fn here_of_nobody(asked: &Asked<'_>, meant: &Meant) -> bool {
    let untold = asked.speaker.is_none()
        && asked.settled.is_none()
        && matches!(meant.target, Target::Noun(_))
        && !meant.scoped.includes
        && !asked.parsed.action.is_query()
        && asked.conversation.recent(asked.now_ms, asked.config).is_empty()
        && words_say_here(asked.parsed.words.trim_end_matches(|letter: char| !letter.is_alphanumeric()));
    let mut rooms = meant.set.iter().map(|device| asked.home.device(device).and_then(|device| device.room));
    let first = rooms.next();
    untold && first.is_some_and(|first| rooms.any(|room| room != first))
}
