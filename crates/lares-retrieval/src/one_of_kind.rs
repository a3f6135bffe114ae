//! One of a kind: which of several devices of a kind is meant where one was spoken of, and no number said.

use lares_home::DeviceIndex;
use lares_language::Noun;

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::scope::Scoped;
use crate::target::Target;

/// Of several of a kind of which one was spoken of: "the garage door" is the one that is called so, and "the heat" that
/// of no heated floor.
pub(crate) fn narrow(asked: &Asked<'_>, heated: Option<Noun>, set: &mut DeviceSet) {
    let home = asked.home;
    let total = home.home.devices.len();
    if !set.has_more_than(1) {
        return;
    }
    if let Some(heating) = heated {
        let narrower = |device: &DeviceIndex| {
            home.vocabulary
                .device_nouns(*device)
                .iter()
                .any(|&noun| noun != heating && home.vocabulary.is_a(noun, heating))
        };
        let others = DeviceSet::of(total, set.iter().filter(|device| !narrower(device)));
        if !others.is_empty() {
            *set = others;
        }
    }
    let said = asked.parsed.spoken.n.to_lowercase();
    if said.is_ascii() && said.contains(' ') && !said.ends_with('s') {
        let words = format!(" {said} ");
        let called = |device: &DeviceIndex| {
            let name = home.home.devices.get(device.0 as usize).map(|device| device.name.to_lowercase());
            name.is_some_and(|name| format!(" {name} ").contains(&words))
        };
        let called: Vec<DeviceIndex> = set.iter().filter(called).collect();
        if let [one] = called[..] {
            *set = DeviceSet::of(total, [one]);
        }
    }
}

/// The noun that stands in for one of which the home has none; the noun itself where it is narrower and not as many of the
/// other stand there as were said: "both bedside lamps" are not three lamps.
pub(crate) fn as_many_as_said(asked: &Asked<'_>, noun: Noun, other: Noun, scoped: &Scoped) -> Target {
    let vocabulary = &asked.home.vocabulary;
    if !vocabulary.is_a(noun, other) || vocabulary.or_else(other).is_none() {
        return Target::Noun(other);
    }
    let own = just_of_kind(asked, other).and(&scoped.inside).iter().count();
    let both = asked.parsed.words.split(' ').any(|word| word == "both").then_some(2);
    let several = asked.parsed.spoken.c.map(|count| count as usize).or(both);
    if own == 0 || several.is_some_and(|several| several != own) {
        return Target::Noun(noun);
    }
    Target::Noun(other)
}

/// The devices that are called no more than this kind: lamps that are no desk lamps.
fn just_of_kind(asked: &Asked<'_>, noun: Noun) -> DeviceSet {
    let total = asked.home.home.devices.len();
    let own = |device: &DeviceIndex| asked.home.vocabulary.device_nouns(*device).contains(&noun);
    let all = DeviceSet::of(total, asked.home.of_noun(noun).iter().filter(own));
    // Bedside lamps stand in bedrooms, where the home calls a room so.
    let bedrooms = asked.home.vocabulary.match_room("bedroom");
    let there = bedrooms.iter().flat_map(|room| asked.home.rooms.in_room(*room).to_vec());
    let near = DeviceSet::of(total, there).and(&all);
    if near.is_empty() { all } else { near }
}

/// The devices of a kind, where `heated` is the kind that it stands in for.
pub(crate) fn devices(asked: &Asked<'_>, noun: Noun, heated: Option<Noun>) -> DeviceSet {
    let vocabulary = &asked.home.vocabulary;
    let narrower =
        heated.is_some_and(|heated| vocabulary.is_a(heated, noun) && vocabulary.or_else(noun).is_some());
    if narrower { just_of_kind(asked, noun) } else { asked.home.of_noun(noun) }
}
