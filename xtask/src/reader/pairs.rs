//! Two plain orders in one breath to learn from: people who write cases seldom write them, and each verb must find its own thing.

use lares_eval::case::{Case, Expectation, Select};
use lares_retrieval::CompiledHome;
use serde::Deserialize;

use crate::training::random::{self, Random};

/// So many for each home.
const OF_HOME: usize = 80;

/// `data/pairs.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pairs {
    orders: Vec<Order>,
    joins: Words,
    around: Words,
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

/// The pairs of a home, the same each time.
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
    Ok(cases)
}

impl Pairs {
    fn case(&self, id: &str, home: &CompiledHome, random: &mut Random) -> Option<Case> {
        let devices = &home.home.devices;
        let [first, second] = [random.below(devices.len().max(1)), random.below(devices.len().max(1))];
        let (first, second) = (devices.get(first)?, devices.get(second)?);
        let chinese = |name: &str| !name.is_ascii();
        let names = [first, second].map(|device| {
            let names: Vec<&String> = std::iter::once(&device.name).chain(&device.aliases).collect();
            random.pick(&names).map_or("", |name| name.as_str())
        });
        let [one, other] = names;
        if first.id == second.id || one.is_empty() || other.is_empty() || chinese(one) != chinese(other) {
            return None;
        }
        let of = |words: &Words| if chinese(one) { words.zh.clone() } else { words.en.clone() };
        let (one, first) = self.order(home, first, one, random)?;
        let (other, second) = self.order(home, second, other, random)?;
        let join = random.pick(&of(&self.joins))?.clone();
        let said = random.pick(&of(&self.around))?.replace("{both}", &format!("{one}{join}{other}"));
        let language = if names.iter().any(|name| chinese(name)) { "zh" } else { "en" };
        Some(Case {
            id: id.to_owned(),
            turns: vec![said],
            room: None,
            expect: vec![first, second],
            clarify: false,
            tags: vec![language.to_owned()],
        })
    }

    /// An order to a device that it can follow, and what is expected of it.
    fn order(
        &self,
        home: &CompiledHome,
        device: &lares_home::Device,
        name: &str,
        random: &mut Random,
    ) -> Option<(String, Expectation)> {
        let can =
            |order: &&Order| home.home.commands_of(device).any(|(_, spec)| spec.capability_id == order.does);
        let orders: Vec<&Order> = self.orders.iter().filter(can).collect();
        let order = random.pick(&orders)?;
        let words = if name.is_ascii() { &order.en } else { &order.zh };
        let spoken = if name.is_ascii() { name.to_lowercase() } else { name.to_owned() };
        let said = random.pick(words)?.replace("{x}", &spoken).replace("the the ", "the ");
        let expectation = Expectation {
            select: Select::Set,
            devices: vec![device.id.clone()],
            capability: vec![order.does.clone()],
            value: None,
            optional: Vec::new(),
            conditions: Vec::new(),
        };
        Some((said, expectation))
    }
}
