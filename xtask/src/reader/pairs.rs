//! Plain orders or questions to learn from, which people who write cases seldom write: two in one breath, for each verb must find its
//! own thing, and one that is not to be done now, for what holds it back must be heard.

use lares_eval::case::{Case, Expectation, Select};
use lares_home::Device;
use lares_retrieval::CompiledHome;
use serde::Deserialize;
use smol_str::SmolStr;

use crate::training::random::{self, Random};

/// So many pairs for each home.
const OF_HOME: usize = 110;
/// And so many orders that are held back.
const HELD_BACK: usize = 30;
/// One in so many is said in both languages.
const MIXED: usize = 6;
/// The least number that is said.
const LEAST: usize = 5;
/// How many follow it.
const STEPS: usize = 91;

/// `data/pairs.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    orders: Vec<Order>,
    joins: Words,
    around: Words,
    held_back: Words,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    does: String,
    zh: Vec<String>,
    en: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    zh: Vec<String>,
    en: Vec<String>,
}

/// The pairs of a home, and what is held back there, the same each time.
pub(super) fn pairs(name: &str, home: &CompiledHome) -> anyhow::Result<Vec<Case>> {
    let pairs: Pairs = toml::from_str(include_str!("../../data/pairs.toml"))?;
    let mut random = random::at(random::digest(name), 0, 0);
    let mut cases = Vec::new();
    // Of some homes few devices can be ordered so.
    for number in 0..OF_HOME * 4 {
        if cases.len() == OF_HOME {
            break;
        }
        cases.extend(pairs.case(&format!("{name}-pair-{number}"), home, &mut random));
    }
    let ids = (0..HELD_BACK).map(|number| format!("{name}-held-back-{number}"));
    cases.extend(ids.filter_map(|id| pairs.held_back(id, home, &mut random)));
    Ok(cases)
}

impl Pairs {
    fn case(&self, id: &str, home: &CompiledHome, random: &mut Random) -> Option<Case> {
        let devices = &home.home.devices;
        let [first, second] = [random.below(devices.len().max(1)), random.below(devices.len().max(1))];
        let (first, second) = (devices.get(first)?, devices.get(second)?);
        let names = [first, second].map(|device| {
            let names: Vec<&SmolStr> = std::iter::once(&device.name).chain(&device.aliases).collect();
            random.pick(&names).map_or("", |name| name.as_str())
        });
        let [one, other] = names;
        if first.id == second.id || one.is_empty() || other.is_empty() {
            return None;
        }
        // English names stand in Chinese sentences; what was begun in one language seldom goes on in the other.
        let mixes = random.below(MIXED) == 0;
        let mut chinese = [one, other].map(|name| !name.is_ascii() || mixes && random.below(2) == 0);
        if chinese[0] != chinese[1] && !mixes {
            chinese = [true; 2];
        }
        let of = |words: &Words| if chinese.contains(&true) { words.zh.clone() } else { words.en.clone() };
        let (one, first) = self.order(home, first, one, chinese[0], random)?;
        let (other, second) = self.order(home, second, other, chinese[1], random)?;
        let join = random.pick(&of(&self.joins))?.clone();
        let said = random.pick(&of(&self.around))?.replace("{both}", &format!("{one}{join}{other}"));
        let language = if chinese.contains(&true) { "zh" } else { "en" };
        Some(Case {
            id: id.to_owned(),
            turns: vec![said],
            room: None,
            expect: vec![first, second],
            clarify: false,
            tags: vec![language.to_owned()],
        })
    }

    /// An order that is not to be done now.
    fn held_back(&self, id: String, home: &CompiledHome, random: &mut Random) -> Option<Case> {
        let devices: Vec<&Device> = home.home.devices.iter().collect();
        let device = *random.pick(&devices)?;
        let names: Vec<&SmolStr> = std::iter::once(&device.name).chain(&device.aliases).collect();
        let name = random.pick(&names).filter(|name| !name.is_empty())?;
        let chinese = !name.is_ascii();
        let (order, expected) = self.order(home, device, name, chinese, random)?;
        let asks = |capability: &SmolStr| {
            home.home.attributes_of(device).any(|(_, spec)| spec.capability_id == *capability)
        };
        // Who is told not to ask asks all the same.
        if expected.capability.iter().any(asks) {
            return None;
        }
        let frame = random.pick(if chinese { &self.held_back.zh } else { &self.held_back.en })?;
        let language = if chinese { "zh" } else { "en" };
        Some(Case {
            id,
            turns: vec![frame.replace("{one}", &order)],
            room: None,
            expect: Vec::new(),
            clarify: false,
            tags: vec![language.to_owned()],
        })
    }

    /// An order to a device that it can follow, and what is expected of it.
    fn order(
        &self,
        home: &CompiledHome,
        device: &Device,
        name: &str,
        chinese: bool,
        random: &mut Random,
    ) -> Option<(String, Expectation)> {
        let orders: Vec<&Order> = self.orders.iter().filter(|order| has(home, device, &order.does)).collect();
        let order = random.pick(&orders)?;
        let words = if chinese { &order.zh } else { &order.en };
        let spoken = if name.is_ascii() { name.to_lowercase() } else { name.to_owned() };
        let number = (LEAST + random.below(STEPS)).to_string();
        let words = random.pick(words)?;
        let room = if words.contains("{r}") { only_in_room(home, device, &order.does)? } else { "" };
        let said = words.replace("{x}", &spoken).replace("{r}", room).replace("{n}", &number);
        let said = said.replace("the the ", "the ");
        let expectation = Expectation {
            select: Select::Set,
            devices: vec![device.id.clone()],
            capability: vec![order.does.as_str().into()],
            value: None,
            optional: Vec::new(),
            conditions: Vec::new(),
        };
        Some((said, expectation))
    }
}

/// A device has that command or attribute.
fn has(home: &CompiledHome, device: &Device, id: &str) -> bool {
    home.home.commands_of(device).any(|(_, spec)| spec.capability_id == id)
        || home.home.attributes_of(device).any(|(_, spec)| spec.capability_id == id)
}

/// The room of a device, where no other device in it has that command or attribute.
fn only_in_room<'h>(home: &'h CompiledHome, device: &Device, id: &str) -> Option<&'h str> {
    let room = home.home.room_of(device)?;
    let there = home.home.devices.iter().filter(|other| other.room == device.room && has(home, other, id));
    (there.count() == 1 && !room.name.is_empty()).then_some(room.name.as_str())
}
