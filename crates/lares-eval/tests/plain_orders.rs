//! Plain orders to every device of every sample home by its whole name, whatever that name is made of: a device that is called
//! "Porch Light 2", NAS 勿关 or 床头灯 L is switched on like any other, and nothing else is.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashMap;
use std::path::Path;

use lares::{Decision, Invocation, Lares, Request, RetrievalConfig};
use lares_eval::suite::{Part, Suite};
use serde::Deserialize;

/// Of a thousand orders, so many may be read otherwise: names that are words for a kind of device (窗帘) mean all of the kind.
const MAY_DIFFER: usize = 10;
/// Of a thousand orders, so many of them may be done to something else.
const MAY_BE_WRONG: usize = 6;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Orders {
    order: Vec<Order>,
}

/// Orders to the devices that have a capability.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    capability: String,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    but: Vec<String>,
    zh: Vec<String>,
    en: Vec<String>,
    commands: Vec<String>,
}

/// What became of the orders.
#[derive(Default)]
struct Tally {
    all: usize,
    differ: Vec<String>,
    wrong: usize,
}

fn orders() -> Vec<Order> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/plain_orders.toml"))
        .unwrap();
    toml::from_str::<Orders>(&text).unwrap().order
}

fn try_home(lares: &Lares, orders: &[Order], tally: &mut Tally) {
    let home = &lares.compiled_home().home;
    let mut bearers: HashMap<&str, usize> = HashMap::new();
    for device in home.devices.iter() {
        *bearers.entry(device.name.as_str()).or_default() += 1;
    }
    for device in home.devices.iter().filter(|device| bearers.get(device.name.as_str()) == Some(&1)) {
        let is = |names: &[String]| {
            let entry = |category: &lares::home::Category| lares::home::catalogue().category_entry(*category);
            device.categories.iter().filter_map(entry).any(|entry| names.iter().any(|name| name == entry.id))
        };
        let chinese = !device.name.is_ascii();
        let name = if chinese { device.name.to_string() } else { device.name.to_lowercase() };
        for order in orders {
            let has = device
                .components
                .iter()
                .any(|component| component.capabilities.iter().any(|own| **own == *order.capability));
            if !has || is(&order.but) || !order.only.is_empty() && !is(&order.only) {
                continue;
            }
            for said in if chinese { &order.zh } else { &order.en } {
                let text = said.replace("{a}", &name).replace("the the ", "the ");
                let answer = lares.retrieve(&Request::new(text.as_str()));
                let is_meant = |invocation: &Invocation| {
                    invocation.device_id == device.id
                        && order.commands.iter().any(|own| invocation.capability_id.starts_with(own.as_str()))
                };
                let done = !answer.invocations.is_empty() && answer.invocations.iter().all(is_meant);
                tally.all += 1;
                if answer.decision != Decision::Act || !done {
                    tally.wrong += usize::from(answer.decision == Decision::Act);
                    tally.differ.push(text);
                }
            }
        }
    }
}

#[test]
fn every_device_is_reached_by_its_name() {
    let orders = orders();
    let mut tally = Tally::default();
    for suite in Suite::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), Part::Dev).unwrap() {
        try_home(&suite.lares(&RetrievalConfig::default()).unwrap(), &orders, &mut tally);
    }
    let Tally { all, differ, wrong } = tally;
    assert!(all > 10_000, "{all} orders");
    assert!(
        differ.len() * 1000 <= all * MAY_DIFFER && wrong * 1000 <= all * MAY_BE_WRONG,
        "{} of {all} orders are read otherwise, {wrong} of them done to something else:\n{}",
        differ.len(),
        differ.join("\n")
    );
}
