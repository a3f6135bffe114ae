//! What is meant where nobody said what: what a verb goes with, what would help against what is complained of.

use std::cell::RefCell;

use lares_home::{Act, DeviceIndex, catalogue};
use lares_language::Noun;

use crate::asked::Asked;
use crate::device_set::DeviceSet;

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

/// The devices that a verb goes with, where it was said without one: none of another kind is meant, even if the home has
/// none of these.
pub(crate) fn of_kinds(asked: &Asked<'_>) -> Option<DeviceSet> {
    let (first, others) = asked.parsed.kinds.split_first()?;
    let mut set = asked.home.of_noun(*first);
    others.iter().for_each(|noun| set.unite(&asked.home.of_noun(*noun)));
    Some(set)
}
