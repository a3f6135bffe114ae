//! What answers for a door or a window: the lock that opens it, the sensor that is on it.

use std::borrow::Cow;

use lares_home::{Act, Category, DeviceIndex, catalogue};
use lares_language::command_array::ANY;
use lares_language::vocabulary::NameMatches;
use lares_language::{NameMatch, NameMatchKind, Noun};

use crate::asked::Asked;
use crate::device_names::names_of;
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::postings::add;

/// What answers to a door or window of which the home has none: the lock or the garage door that opens it, for a
/// question the sensor on it.
pub(crate) fn stand_ins(asked: &Asked<'_>, noun: Noun) -> DeviceSet {
    let home = asked.home;
    let total = home.home.devices.len();
    let is = |name: &str| {
        let own = catalogue().category(name).and_then(|category| home.vocabulary.category_noun(category));
        own.is_some_and(|own| noun == own || home.vocabulary.is_a(noun, own))
    };
    // 冷冻库急速冷冻打开: by the fridge that the freezer is a part of.
    let freezes = catalogue().property("power_freeze");
    if home.vocabulary.noun("freezer") == Some(noun)
        && freezes.is_some()
        && asked.parsed.action.properties.first().copied() == freezes
    {
        let fridge = catalogue().category("Refrigerator");
        return fridge.map_or(DeviceSet::empty(total), |fridge| home.of_category(fridge));
    }
    let doors = stand_in_doors(asked, &is);
    let door = catalogue().category("Door").and_then(|door| home.vocabulary.category_noun(door));
    if !is("Door") || door == Some(noun) {
        return doors;
    }
    // 侧门锁上 is no order to the lock of the front door, and none to the garage.
    let vocabulary = &home.vocabulary;
    let is_just_that = |device: &DeviceIndex| {
        told_door(home, *device).is_some_and(|told| told == noun || vocabulary.is_a(told, noun))
    };
    let just_that = DeviceSet::of(total, doors.iter().filter(is_just_that));
    if !just_that.is_empty() {
        // What is to be unlocked is told letter for letter, or asked for.
        let unlocks = asked.parsed.action.acts.first() == Some(&Act::Unlock);
        return if unlocks { doors } else { just_that };
    }
    let is_beside = [vocabulary.noun("back door"), vocabulary.noun("side door")].contains(&Some(noun));
    let garage = catalogue().category("GarageDoor").filter(|_| is_beside);
    let fits = |device: &DeviceIndex| {
        !is_other_door(home, *device, noun) && garage.is_none_or(|garage| !is_of(home, *device, garage))
    };
    DeviceSet::of(total, doors.iter().filter(fits))
}

/// The same, whatever door of the house each is on.
fn stand_in_doors(asked: &Asked<'_>, is: &impl Fn(&str) -> bool) -> DeviceSet {
    let home = asked.home;
    let total = home.home.devices.len();
    let kinds: &[&str] = match (is("Door") || is("Gate"), is("Window"), asked.parsed.action.is_query()) {
        (true, _, false) => &["SmartLock", "GarageDoor"],
        (true, _, true) => &["ContactSensor", "SmartLock", "GarageDoor"],
        (_, true, true) => &["ContactSensor"],
        _ => return DeviceSet::empty(total),
    };
    let of_kind = |name: &str| {
        catalogue().category(name).map_or(Cow::Borrowed(&[][..]), |category| home.in_category(category))
    };
    let members = || {
        let mut members = DeviceSet::empty(total);
        kinds.iter().for_each(|name| add(&mut members, &of_kind(name)));
        members
    };
    let said = asked.memory.lower_case(&asked.parsed.spoken.n);
    let called = |devices: &[DeviceIndex]| {
        DeviceSet::of(total, devices.iter().copied().filter(|device| is_called(home, *device, &said)))
    };
    if !asked.parsed.action.is_query() {
        if asked.parsed.action.acts.first() == Some(&Act::Unlock) {
            // What was named is unlocked, and no other door.
            let locks = of_kind("SmartLock");
            let called = called(&locks);
            return if called.is_empty() { DeviceSet::of(total, locks.iter().copied()) } else { called };
        }
        return members();
    }
    let property = asked.parsed.action.properties.first().copied();
    let locked = property.is_some() && property == catalogue().property("lock_state");
    let first = of_kind(if locked { "SmartLock" } else { "ContactSensor" });
    // 大门: the one that is called so, before any other door; a sensor or lock before a garage.
    let called = called(&first);
    if !called.is_empty() {
        return called;
    }
    if first.is_empty() { members() } else { DeviceSet::of(total, first.iter().copied()) }
}

/// Which door of the house a lock or a sensor is on, where its name says so: the side door, of "Side door 锁".
fn told_door(home: &CompiledHome, device: DeviceIndex) -> Option<Noun> {
    const OF_DOORS: [&str; 9] =
        ["智能", "门锁", "锁", "门磁", "传感器", "smart", "lock", "sensor", "contact"];
    let door = catalogue().category("Door").and_then(|category| home.vocabulary.category_noun(category))?;
    names_of(home.device(device)?).find_map(|name| {
        let mut place: &str = &name;
        // 大门智能锁 is on the 大门.
        while let Some(rest) = OF_DOORS.iter().find_map(|word| place.trim_end().strip_suffix(word)) {
            place = rest;
        }
        let of_door = || home.vocabulary.noun(&format!("{place}门"));
        let told = home.vocabulary.noun(place.trim()).or_else(of_door)?;
        (told != door && home.vocabulary.is_a(told, door)).then_some(told)
    })
}

/// It is on another door of the house than was spoken of.
fn is_other_door(home: &CompiledHome, device: DeviceIndex, noun: Noun) -> bool {
    let vocabulary = &home.vocabulary;
    told_door(home, device)
        .is_some_and(|told| told != noun && !vocabulary.is_a(told, noun) && !vocabulary.is_a(noun, told))
}

/// "Close the door", said beside the only door there that opens or locks: in the garage, that of the garage.
pub(crate) fn door_here(asked: &Asked<'_>, noun: Noun) -> Option<DeviceIndex> {
    let home = asked.home;
    let spoken = &asked.parsed.spoken;
    let plain = matches!(spoken.n.as_str(), "door" | "the door" | "门") && spoken.s == ANY;
    let door = catalogue().category("Door").and_then(|category| home.vocabulary.category_noun(category));
    if !plain || door != Some(noun) || asked.parsed.action.is_query() || asked.parsed.quantifier_said {
        return None;
    }
    let is_door = |device: &DeviceIndex| {
        ["GarageDoor", "SmartLock", "Door", "Gate"]
            .iter()
            .filter_map(|name| catalogue().category(name))
            .any(|category| is_of(home, *device, category))
    };
    let mut doors = asked.speaker?.iter().filter(is_door);
    doors.next().filter(|_| doors.next().is_none())
}

/// 把门锁上, 开下门, where the doors of the home only have sensors.
pub(crate) fn only_sensed(asked: &Asked<'_>, noun: Noun) -> bool {
    let sensor = catalogue().category("ContactSensor");
    let action = &asked.parsed.action;
    let moved = matches!(action.acts.first(), Some(Act::Lock | Act::Unlock | Act::On | Act::Open));
    moved
        && !action.is_query()
        && sensor.is_some_and(|sensor| {
            asked.home.of_noun(noun).iter().all(|device| is_of(asked.home, device, sensor))
        })
}

fn is_of(home: &CompiledHome, device: DeviceIndex, category: Category) -> bool {
    home.device(device).is_some_and(|device| device.categories.contains(&category))
}

/// Whether a device's name holds the words.
pub(crate) fn is_called(home: &CompiledHome, device: DeviceIndex, said: &str) -> bool {
    said.chars().count() > 1
        && home.device(device).is_some_and(|device| names_of(device).any(|name| name.contains(said)))
}

/// What answers in place of the device of a name, where that is only a part of the door: its sensor, its lock.
pub(crate) fn instead(asked: &Asked<'_>, name: &str, names: &[NameMatch]) -> Option<NameMatches> {
    sensor_on(asked, name, names).or_else(|| lock_on(asked, name, names))
}

/// 大门锁没锁, where the sensor on the door is called so: the lock that is called so as well, else the only one there.
fn lock_on(asked: &Asked<'_>, name: &str, names: &[NameMatch]) -> Option<NameMatches> {
    let home = asked.home;
    let lock = catalogue().category("SmartLock")?;
    let sensor = catalogue().category("ContactSensor")?;
    let action = &asked.parsed.action;
    let unlocks = action.acts.first() == Some(&Act::Unlock);
    let locks = unlocks
        || action.acts.first() == Some(&Act::Lock)
        || action.is_query() && action.properties.first().copied() == catalogue().property("lock_state");
    let only_sensor = names.iter().all(|name| is_of(home, name.device, sensor));
    let best = names.first().filter(|_| locks && only_sensor)?;
    let said = name.to_lowercase();
    let room = home.device(best.device).and_then(|device| device.room);
    let there = |device: &DeviceIndex| home.device(*device).and_then(|device| device.room) == room;
    let all = home.in_category(lock);
    let called: Vec<DeviceIndex> =
        all.iter().copied().filter(|device| is_called(home, *device, &said)).collect();
    let near: Vec<DeviceIndex> = all.iter().copied().filter(there).collect();
    let noun = home.vocabulary.noun(&said);
    let is_other = |device: &DeviceIndex| noun.is_some_and(|noun| is_other_door(home, *device, noun));
    let elsewhere =
        if unlocks { Vec::new() } else { all.iter().copied().filter(|it| !is_other(it)).collect() };
    let chosen = [called, near, elsewhere].into_iter().find(|locks| locks.len() == 1)?;
    let found = chosen.iter().map(|&device| NameMatch { device, kind: NameMatchKind::Partial, score: 0.95 });
    Some(found.collect())
}

/// Whether a door is open the sensor on it tells, where its lock was named ("front door" for the lock of that name).
fn sensor_on(asked: &Asked<'_>, name: &str, names: &[NameMatch]) -> Option<NameMatches> {
    let home = asked.home;
    let open = catalogue().property("open_state")?;
    let lock = catalogue().category("SmartLock")?;
    let sensor = catalogue().category("ContactSensor")?;
    let locks = names.first().is_some_and(|name| home.in_category(lock).contains(&name.device));
    if !asked.parsed.action.is_query() || asked.parsed.action.properties.first() != Some(&open) || !locks {
        return None;
    }
    let said = name.to_lowercase();
    let of_name = |device: &DeviceIndex| is_called(home, *device, &said);
    let found: NameMatches = home
        .in_category(sensor)
        .iter()
        .filter(|device| of_name(device))
        .map(|device| NameMatch { device: *device, kind: NameMatchKind::Partial, score: 0.95 })
        .collect();
    if found.is_empty() { None } else { Some(found) }
}
