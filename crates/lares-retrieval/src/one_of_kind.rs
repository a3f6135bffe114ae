//! One of a kind: which of several devices of a kind is meant where one was spoken of, and no number said.

use lares_home::catalogue::catalogue;
use lares_home::{Act, DeviceIndex};
use lares_language::command_array::ANY;
use lares_language::lexicon::lexicon;
use lares_language::vocabulary::NameMatches;
use lares_language::{NameMatch, Noun, Quantifier};
use smallvec::SmallVec;

use crate::asked::Asked;
use crate::command::Scored;
use crate::device_names::names_of;
use crate::device_set::DeviceSet;
use crate::follow_up::holds;
use crate::scope::Scoped;
use crate::target::{Meant, Target, says_its_room};
use crate::told_which;

/// 台灯插座 beside the 台灯 itself: of the two the lamp is a lamp.
fn leave_plugs(asked: &Asked<'_>, set: &mut DeviceSet) {
    let home = asked.home;
    let controls =
        |noun: Noun| lexicon().nouns.get(usize::from(noun.0)).is_some_and(|entry| entry.controller);
    // Who speaks of plugs means plugs.
    if !set.has_more_than(1) || home.vocabulary.noun(&asked.parsed.spoken.n).is_some_and(controls) {
        return;
    }
    let kind = |device: DeviceIndex| home.vocabulary.device_nouns(device).first();
    let stands_beside = |plug: DeviceIndex, switched: &Noun| {
        let is_it =
            |other: DeviceIndex| other != plug && kind(other) == Some(switched) && set.contains(other);
        match home.rooms.room_of(plug) {
            Some(room) => home.rooms.in_room(room).iter().any(|&other| is_it(other)),
            None => set.iter().any(|other| home.rooms.room_of(other).is_none() && is_it(other)),
        }
    };
    let stands_beside_own = |plug: &DeviceIndex| {
        home.vocabulary.controls(*plug).is_some_and(|switched| stands_beside(*plug, &switched))
    };
    let plugs: SmallVec<[DeviceIndex; 4]> = (0..)
        .map(Noun)
        .zip(&lexicon().nouns)
        .filter(|(noun, entry)| entry.controller && home.vocabulary.has_noun(*noun))
        .flat_map(|(noun, _)| {
            home.of_noun(noun).and(set).iter().filter(stands_beside_own).collect::<SmallVec<[_; 4]>>()
        })
        .collect();
    plugs.iter().for_each(|plug| set.remove(*plug));
}

/// Of several of a kind of which one was spoken of: "the garage door" is the one that is called so, and "the heat" that
/// of no heated floor.
///
/// `akin` are the devices of the category that was said, where they may stand.
pub(crate) fn narrow(asked: &Asked<'_>, heated: Option<Noun>, akin: Option<&DeviceSet>, set: &mut DeviceSet) {
    let home = asked.home;
    let total = home.home.devices.len();
    let implied = asked.parsed.spoken.q == Quantifier::All && !asked.parsed.quantifier_said;
    leave_plugs(asked, set);
    // "The heat" is that of no heated floor, by whatever word it was found.
    if let Some(heating) = heated.filter(|_| !asked.parsed.quantifier_said) {
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
    if implied && asked.parsed.spoken.s == ANY && set.has_more_than(1) {
        just_heating(asked, set);
    }
    if told_which::narrow(asked, akin, set) || !implied || !set.has_more_than(1) {
        return;
    }
    // "The thermostat" is the one that is just that, before the heated floor and the radiators.
    let thermostat =
        catalogue().category("Thermostat").and_then(|category| home.vocabulary.category_noun(category));
    if thermostat.is_some() && home.vocabulary.noun(&asked.parsed.spoken.n) == thermostat {
        let just_that =
            |device: &DeviceIndex| home.vocabulary.device_nouns(*device).first().copied() == thermostat;
        let own = DeviceSet::of(total, set.iter().filter(just_that));
        if !own.is_empty() {
            *set = own;
        }
    }
    let said = asked.memory.lower_case(&asked.parsed.spoken.n);
    let few = !set.has_more_than(told_which::MOST);
    // 小空调 is a word for any of them; where one is called 美的小空调, it is that one.
    if few && !said.is_ascii() && said.chars().count() > 2 && !is_usual(asked, &said) {
        let called = |device: &DeviceIndex| {
            home.device(*device)
                .is_some_and(|device| names_of(device).any(|name| name.contains(said.as_str())))
        };
        let only = only(set.iter().filter(called));
        if let Some(one) = only {
            *set = DeviceSet::of(total, [one]);
            return;
        }
    }
    // "The lamp" in June's room, where one of the lamps there is June's.
    if few && said.is_ascii() && !is_plural(&said) && !asked.parsed.wish && set.has_more_than(1) {
        let owned = |device: &DeviceIndex| {
            let own = home.device(*device).map(|own| asked.memory.lower_case(&own.name));
            let room = home.rooms.room_of(*device).and_then(|room| home.home.rooms.get(room.0 as usize));
            let room = room.map(|room| asked.memory.lower_case(&room.name));
            own.zip(room).is_some_and(|(own, room)| {
                own.strip_suffix(said.as_str())
                    .and_then(|owner| owner.strip_suffix(' '))
                    .is_some_and(|owner| owner.ends_with("'s") && room.starts_with(owner))
            })
        };
        let first = set.iter().next().and_then(|device| home.rooms.room_of(device));
        let together = set.iter().all(|device| home.rooms.room_of(device) == first);
        if let Some(one) = only(set.iter().filter(owned)).filter(|_| together) {
            *set = DeviceSet::of(total, [one]);
            return;
        }
    }
    // "Close the garage": the door there, and no other one of the kind.
    let rooms = if said.is_ascii() { home.vocabulary.match_room(&said) } else { Default::default() };
    if !rooms.is_empty() {
        let there = DeviceSet::of(
            total,
            set.iter().filter(|device| home.rooms.room_of(*device).is_some_and(|room| rooms.contains(&room))),
        );
        if !there.is_empty() {
            *set = there;
        }
    }
    if few {
        by_their_word(asked, &said, set);
    }
    // "The balcony light" where one lamp there is called just that in Chinese, 阳台灯.
    if few && said.is_ascii() && !is_plural(&said) && asked.parsed.spoken.s != ANY && set.has_more_than(1) {
        let just_that = |device: &DeviceIndex| {
            home.device(*device)
                .is_some_and(|own| !own.name.is_ascii() && says_its_room(asked, *device, &own.name))
        };
        if let Some(one) = only(set.iter().filter(just_that)) {
            *set = DeviceSet::of(total, [one]);
        }
    }
    if few && said.is_ascii() && said.contains(' ') && !said.ends_with('s') {
        let called = |device: &DeviceIndex| {
            home.device(*device).is_some_and(|device| holds(&asked.memory.lower_case(&device.name), &said))
        };
        if let Some(one) = only(set.iter().filter(called)) {
            *set = DeviceSet::of(total, [one]);
        }
    }
}

/// "The heating to 20" is said of what is called just that, and not of the heated floor and a heater of some room beside it.
fn just_heating(asked: &Asked<'_>, set: &mut DeviceSet) {
    let vocabulary = &asked.home.vocabulary;
    let heating = vocabulary.noun("heating");
    let said = heating.is_some() && vocabulary.noun(&asked.parsed.spoken.n) == heating;
    let beside = asked.speaker.is_some_and(|here| set.iter().any(|device| here.contains(device)));
    if !said || beside || asked.parsed.wish || asked.parsed.implied {
        return;
    }
    let just_that =
        |device: &DeviceIndex| vocabulary.device_nouns(*device).iter().any(|noun| Some(*noun) == heating);
    let own = DeviceSet::of(asked.home.home.devices.len(), set.iter().filter(just_that));
    if !own.is_empty() {
        *set = own;
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
    let several = asked.parsed.spoken.c.map(|count| count as usize).or(asked.parsed.both.then_some(2));
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

/// Whether one of several is spoken of, and nothing tells which: "the ceiling fan", 台灯 in a home with three of them, where
/// neither a room nor a number was said and nobody stands beside one. Plain lamps, curtains and air conditioners are all of
/// them in Chinese (关灯); heating and lighting are no single things.
pub(crate) fn is_unclear(asked: &Asked<'_>, meant: &Meant) -> bool {
    let parsed = asked.parsed;
    let Target::Noun(noun) = meant.target else { return false };
    let said = parsed.spoken.n.as_str();
    let vocabulary = &asked.home.vocabulary;
    let light = catalogue().category("Light").and_then(|light| vocabulary.category_noun(light));
    let is_single = if said.is_ascii() {
        !is_plural(said) && !said.ends_with("ing")
    } else {
        light.is_some_and(|light| noun != light && vocabulary.is_a(noun, light))
    };
    is_single
        && said != ANY
        && meant.quantifier == Quantifier::All
        && parsed.spoken.s == ANY
        && !parsed.quantifier_said
        && !parsed.listed
        && !parsed.wish
        && !parsed.implied
        && !parsed.action.is_query()
        && asked.speaker.is_none_or(|speaker| said.is_ascii() && meant.set.and(speaker).is_empty())
        && asked.settled.is_none()
        && !shuts_garage(asked)
}

/// "Both lamps" where more than two could be meant: the two that are told apart by a number alone, "Lamp 1" and "Lamp 2",
/// or that are called no more than that, each in its room.
pub(crate) fn alike_pair(asked: &Asked<'_>, found: &[Scored]) -> Option<[DeviceIndex; 2]> {
    let said = asked.memory.lower_case(&asked.parsed.spoken.n);
    let stem = said.strip_suffix('s').unwrap_or(&said);
    let named = |scored: &Scored, is: &dyn Fn(&str) -> bool| {
        asked.home.device(scored.device).is_some_and(|device| is(&asked.memory.lower_case(&device.name)))
    };
    let numbered = |scored: &Scored| {
        named(scored, &|name| {
            let number = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
            number.len() < name.len() && holds(number.trim_end(), stem)
        })
    };
    let just_that = |scored: &Scored| named(scored, &|name| name == stem || name == said.as_str());
    pair(found, numbered).or_else(|| pair(found, just_that))
}

/// The two of these devices of which something holds, where it holds of no third.
fn pair(found: &[Scored], is: impl Fn(&Scored) -> bool) -> Option<[DeviceIndex; 2]> {
    let mut two = found.iter().filter(|scored| is(scored)).map(|scored| scored.device);
    match (two.next(), two.next(), two.next()) {
        (Some(first), Some(second), None) => Some([first, second]),
        _ => None,
    }
}

/// "Both porch lights" where one light is called so, "all three of Priya's lamps" where one of them is a bulb: as many as were
/// said, of the whole kind, where there are just so many in the room.
pub(crate) fn as_many_there(asked: &Asked<'_>, noun: Noun, scoped: &Scoped, set: &mut DeviceSet) {
    let home = asked.home;
    let parsed = asked.parsed;
    let wanted = if parsed.both { 2 } else { parsed.spoken.c.map_or(0, |count| count as usize) };
    let said = is_plural(&parsed.spoken.n) && parsed.quantifier_said && !parsed.wish;
    let few = !set.is_empty() && set.iter().count() < wanted && wanted <= told_which::MOST;
    let Some(one) = set.iter().next().filter(|_| said && few) else { return };
    let category = lexicon().nouns.get(usize::from(noun.0)).and_then(|entry| entry.category);
    let kind = category.and_then(|category| home.vocabulary.category_noun(category));
    let (Some(kind), Some(room)) = (kind.filter(|&kind| kind != noun), home.rooms.room_of(one)) else {
        return;
    };
    let of_kind = home.of_noun(kind).and(&scoped.inside);
    let there: SmallVec<[DeviceIndex; 4]> =
        home.rooms.in_room(room).iter().copied().filter(|device| of_kind.contains(*device)).collect();
    if there.len() == wanted && set.iter().all(|device| there.contains(&device)) {
        *set = DeviceSet::of(home.home.devices.len(), there);
    }
}

/// "Close the garage" with two doors there: both are shut. What opens is asked for by itself.
fn shuts_garage(asked: &Asked<'_>) -> bool {
    asked.parsed.action.acts.first() == Some(&Act::Close)
        && asked.parsed.spoken.t == "GarageDoor"
        && asked.parsed.spoken.n == "garage"
        && asked.parsed.spoken.conditions.is_empty()
}

/// "Lamps": an English noun that says by itself that several are meant.
pub(crate) fn is_plural(said: &str) -> bool {
    said.is_ascii() && said.ends_with('s')
}

/// The only one of these.
pub(crate) fn only(mut devices: impl Iterator<Item = DeviceIndex>) -> Option<DeviceIndex> {
    devices.next().filter(|_| devices.next().is_none())
}

/// How many of the rooms that are meant were said one by one: 卫生间 means every one of them where the home has several.
pub(crate) fn rooms_said<'r>(asked: &Asked<'_>, rooms: impl Iterator<Item = &'r &'r str> + Clone) -> usize {
    let words = &asked.parsed.words;
    let said = |room: &&&str| words.contains(asked.memory.lower_case(room).as_str());
    let said = rooms.clone().filter(said).count();
    // Rooms that are called otherwise than their names are told by their number alone.
    if said == 0 && !words.is_ascii() { 0 } else { rooms.count() }
}

/// "Frame" is "The Frame", and may be the "Music Frame" as well.
pub(crate) fn with_namesakes(asked: &Asked<'_>, said: &str, mut names: NameMatches) -> NameMatches {
    let home = asked.home;
    let [only] = &names[..] else { return names };
    let article = home
        .device(only.device)
        .is_some_and(|device| asked.memory.lower_case(&device.name).strip_prefix("the ") == Some(said));
    if !article {
        return names;
    }
    let found = *only;
    let namesakes = home.vocabulary.devices_holding(said);
    let others = namesakes.into_iter().filter(|device| *device != found.device);
    names.extend(others.map(|device| NameMatch { device, ..found }));
    names
}

/// Whether a noun was said by the usual word for its kind of device.
fn is_usual(asked: &Asked<'_>, said: &str) -> bool {
    let vocabulary = &asked.home.vocabulary;
    vocabulary.noun(said).is_none_or(|noun| vocabulary.noun_names(noun).0 == said)
}

/// "The shades", where one is called so and the others are curtains and blinds: what covers windows has several words, and
/// a home gives each its own.
fn by_their_word(asked: &Asked<'_>, said: &str, set: &mut DeviceSet) {
    const WORDS: [&str; 5] = ["blind", "shade", "curtain", "drape", "shutter"];
    let home = asked.home;
    let Some(own) = said.strip_suffix('s').or(Some(said)).filter(|own| WORDS.contains(own)) else { return };
    let is_called = |device: DeviceIndex, word: &str| {
        home.device(device).is_some_and(|device| {
            std::iter::once(&device.name).chain(&device.aliases).any(|name| {
                name.split(' ')
                    .any(|part| part.strip_suffix(['s', 'S']).unwrap_or(part).eq_ignore_ascii_case(word))
            })
        })
    };
    let called: SmallVec<[DeviceIndex; 16]> = set.iter().filter(|device| is_called(*device, own)).collect();
    let is_cover = |device| WORDS.iter().any(|word| is_called(device, word));
    let rest = set.iter().filter(|device| !called.contains(device)).count();
    let told_apart = set.iter().all(is_cover);
    if !called.is_empty() && rest > 0 && told_apart {
        *set = DeviceSet::of(home.home.devices.len(), called);
    }
}
