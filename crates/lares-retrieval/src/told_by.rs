//! Who tells what is asked for, where no words name it: a rain sensor tells the rain, the phones tell who is at home.

use lares_home::{DeviceIndex, Property, catalogue};
use lares_language::command_array::{ANY, LAST, UNKNOWN_CATEGORY};
use lares_language::normalise::fold_name;
use lares_language::{ParsedCommand, Quantifier};
use smallvec::smallvec;

use crate::follow_up::says_indoors;
use crate::index::CompiledHome;
use crate::one_of_kind::only;
use crate::stand_ins::is_called;

/// A question (or the question that a condition asks) put to those who can tell; `None` where it is clear already.
pub(crate) fn addressed(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    if !parsed.action.is_query() {
        return None;
    }
    rain(home, parsed)
        .or_else(|| leak(home, parsed))
        .or_else(|| house_warmth(home, parsed))
        .or_else(|| everyone(home, parsed))
        .or_else(|| owner(home, parsed))
        .or_else(|| car(home, parsed))
        .or_else(|| door_of(home, parsed))
}

/// A car that the home does not know is told of by what charges it.
fn car(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let car = catalogue().category("Car")?;
    if parsed.spoken.t != "Car" || !home.in_category(car).is_empty() || parsed.spoken.q == Quantifier::Except
    {
        return None;
    }
    let mut asked = of_category(home, parsed, "Charger")?;
    let charging = catalogue().property("charging")?;
    let battery = catalogue().property("battery");
    let state = catalogue().property("state");
    if asked.action.properties.iter().all(|said| Some(*said) == battery || Some(*said) == state) {
        asked.action.properties.insert(0, charging);
    }
    Some(asked)
}

/// 冰箱门: whether the door of a thing is open the thing itself tells.
fn door_of(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let noun = home.vocabulary.noun(&parsed.spoken.n)?;
    let opens = ["open_state", "onoff", "contact"].iter().any(|id| {
        catalogue().property(id).is_some_and(|known| parsed.action.properties.first() == Some(&known))
    });
    if !opens || parsed.spoken.t == UNKNOWN_CATEGORY || home.has_noun(noun) {
        return None;
    }
    of_category(home, parsed, &parsed.spoken.t)
}

/// Rain is told by water on a rain sensor, wherever it stands.
fn rain(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let rain = catalogue().property("rain")?;
    let water = catalogue().property("water_leak")?;
    let asked = parsed.action.properties.first() == Some(&rain);
    if !asked || tells(home, rain) || !matches!(parsed.spoken.n.as_str(), ANY | LAST) {
        return None;
    }
    // 外面下雨: out of doors is no room of the home, and it rains there only.
    let rooms = home.vocabulary.match_room(&parsed.spoken.s);
    let mut asked = of_category(home, parsed, "RainSensor")?;
    asked.action.properties = smallvec![water];
    if rooms.is_empty() {
        asked.spoken.s = ANY.into();
        asked.unknown_rooms.clear();
    }
    Some(asked)
}

/// "Any water under the washer?" is told by the leak sensor that is called after it, else by the one of its room, else by
/// the only one.
fn leak(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let water = catalogue().property("water_leak")?;
    let sensor = catalogue().category("LeakSensor")?;
    let spoken = &parsed.spoken;
    if parsed.action.properties.first() != Some(&water) || matches!(spoken.n.as_str(), ANY | LAST) {
        return None;
    }
    let told: Vec<DeviceIndex> = match home.vocabulary.noun(&spoken.n) {
        Some(noun) => home.of_noun(noun).iter().collect(),
        None => home.vocabulary.match_name(&spoken.n, 4).iter().map(|found| found.device).collect(),
    };
    let is_sensor =
        |device: DeviceIndex| home.device(device).is_some_and(|device| device.categories.contains(&sensor));
    if told.iter().any(|device| is_sensor(*device)) {
        return None;
    }
    let sensors = home.in_category(sensor);
    let said = spoken.n.to_lowercase();
    let said = said.strip_prefix("the ").unwrap_or(&said);
    let sensors = || sensors.iter().copied();
    let called = sensors().filter(|sensor| is_called(home, *sensor, said));
    let room = |device: DeviceIndex| home.rooms.room_of(device);
    let near = sensors()
        .filter(|sensor| room(*sensor).is_some() && told.iter().any(|device| room(*device) == room(*sensor)));
    let chosen =
        only(called).or_else(|| only(near)).or_else(|| only(sensors().filter(|_| !told.is_empty())))?;
    let mut asked = of_category(home, parsed, "LeakSensor")?;
    asked.spoken.n = home.device(chosen)?.name.to_string();
    asked.spoken.t = UNKNOWN_CATEGORY.into();
    asked.spoken.s = ANY.into();
    asked.spoken.q = Quantifier::One;
    Some(asked)
}

/// "How warm is it in the house" is told by its one thermostat, and not by a sensor of some room.
fn house_warmth(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let warmth = catalogue().property("temperature")?;
    let thermostat = catalogue().category("Thermostat")?;
    let spoken = &parsed.spoken;
    let asks = parsed.action.properties.first() == Some(&warmth) && spoken.n == ANY && spoken.s == ANY;
    if !asks || !says_indoors(&parsed.words) {
        return None;
    }
    // A heated floor is told of by its own thermostat.
    let plain = home.vocabulary.category_noun(thermostat);
    let just_that = |device: &DeviceIndex| home.vocabulary.device_nouns(*device).first().copied() == plain;
    let one = only(home.in_category(thermostat).iter().copied().filter(just_that))?;
    let mut asked = of_category(home, parsed, "Thermostat")?;
    asked.spoken.n = home.device(one)?.name.to_string();
    asked.spoken.t = UNKNOWN_CATEGORY.into();
    asked.spoken.q = Quantifier::One;
    Some(asked)
}

/// Who is at home is told by all the phones, not by one of them.
fn everyone(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let presence = catalogue().property("presence")?;
    let spoken = &parsed.spoken;
    let occupancy = catalogue().property("occupancy");
    let first = parsed.action.properties.first();
    let asked = first == Some(&presence) || first.is_some() && first == occupancy.as_ref();
    if !asked
        || !matches!(spoken.n.as_str(), ANY | LAST)
        || spoken.s != ANY
        || parsed.target_left_out && parsed.spoken.n == LAST
        || spoken.t != UNKNOWN_CATEGORY
    {
        return None;
    }
    let mut asked = of_category(home, parsed, "MobilePresence")?;
    asked.action.properties = smallvec![presence];
    asked.spoken.q = Quantifier::All;
    asked.quantifier_said = true;
    asked.target_left_out = false;
    asked.confidence = asked.confidence.max(0.9);
    Some(asked)
}

/// 老K在家没: of what is called after someone, whether they are at home is told by their phone, and not by their fan.
fn owner(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let presence = catalogue().property("presence")?;
    let phone = catalogue().category("MobilePresence")?;
    let name = parsed.spoken.n.as_str();
    if parsed.action.properties.first() != Some(&presence) || matches!(name, ANY | LAST) {
        return None;
    }
    let tells =
        |device: DeviceIndex| home.device(device).is_some_and(|device| device.categories.contains(&phone));
    if home.vocabulary.match_name(name, 4).iter().any(|found| tells(found.device)) {
        return None;
    }
    let said = fold_name(name);
    let theirs = |device: &DeviceIndex| {
        home.device(*device).is_some_and(|device| {
            std::iter::once(&device.name).chain(&device.aliases).any(|own| {
                let own = fold_name(own);
                let rest = own.strip_prefix(said.as_str());
                rest.is_some_and(|rest| ["的", "'s "].iter().any(|owns| rest.starts_with(owns)))
            })
        })
    };
    let one = only(home.in_category(phone).iter().copied().filter(theirs))?;
    let mut asked = parsed.clone();
    asked.spoken.n = home.device(one)?.name.to_string();
    Some(asked)
}

fn of_category(home: &CompiledHome, parsed: &ParsedCommand, category: &str) -> Option<ParsedCommand> {
    let known = catalogue().category(category)?;
    if home.in_category(known).is_empty() {
        return None;
    }
    let mut asked = parsed.clone();
    asked.spoken.n = ANY.into();
    asked.spoken.t = category.into();
    asked.target_left_out = false;
    Some(asked)
}

/// Whether some attribute of the home tells a property by itself.
fn tells(home: &CompiledHome, property: Property) -> bool {
    home.home
        .attributes
        .iter()
        .any(|attribute| attribute.intents.iter().any(|intent| intent.property == Some(property)))
}
