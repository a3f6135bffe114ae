//! Plain orders with something around them, between them or behind them, to the devices of every sample home: what becomes
//! of an order is known from what it does alone. `data/around_orders.toml` has the words.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::BTreeMap;
use std::path::Path;

use lares::{Decision, Invocation, Lares, Request, RetrievalConfig};
use lares_eval::suite::{Part, Suite};
use serde::Deserialize;

/// Every so many devices of a home one is given orders.
const EVERY: usize = 4;
/// Of a thousand, so many may be read otherwise than they are meant, by what becomes of them.
const MAY_DIFFER: [(Becomes, usize); 6] = [
    (Becomes::Both, 15),
    (Becomes::Second, 20),
    (Becomes::First, 25),
    (Becomes::Nothing, 8),
    (Becomes::Later, 8),
    (Becomes::Conditional, 35),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    around: Vec<Around>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Around {
    becomes: Becomes,
    zh: Vec<String>,
    en: Vec<String>,
}

/// What becomes of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Becomes {
    Both,
    Second,
    First,
    Nothing,
    Later,
    Conditional,
}

/// An order, and what it does alone.
struct Order {
    text: String,
    does: Vec<Invocation>,
    /// How the device is, in words of its language.
    state: String,
    chinese: bool,
}

fn orders(lares: &Lares) -> Vec<Order> {
    let home = &lares.compiled_home().home;
    let mut orders = Vec::new();
    for (place, device) in home.devices.iter().enumerate().step_by(EVERY) {
        let chinese = !device.name.is_ascii();
        let name = if chinese { device.name.to_string() } else { device.name.to_lowercase() };
        let off = (place / EVERY).is_multiple_of(2);
        let (text, state) = match (chinese, off) {
            (true, true) => (format!("把{name}关了"), format!("{name}开着")),
            (true, false) => (format!("打开{name}"), format!("{name}关了")),
            (false, true) => (format!("turn off the {name}"), format!("the {name} is on")),
            (false, false) => (format!("turn on the {name}"), format!("the {name} is off")),
        };
        let [text, state] = [text, state].map(|words| words.replace("the the ", "the "));
        let answer = lares.retrieve(&Request::new(text.as_str()));
        let plain = answer.decision == Decision::Act
            && matches!(&answer.invocations[..], [only] if only.device_id == device.id && !only.sensitive
                && ["main-switch-on", "main-switch-off"].contains(&&*only.capability_id));
        if plain {
            orders.push(Order { text, does: answer.invocations, state, chinese });
        }
    }
    orders
}

/// Whether an answer is what becomes of an order, and a second one.
fn is_right(becomes: Becomes, answer: &lares::Retrieval, first: &Order, second: &Order) -> bool {
    let same = |expected: &[&Invocation]| {
        answer.decision == Decision::Act
            && answer.invocations.len() == expected.len()
            && answer.invocations.iter().zip(expected).all(|(one, other)| one == *other)
    };
    match becomes {
        Becomes::Both => same(&[&first.does[0], &second.does[0]]),
        Becomes::Second => same(&[&second.does[0]]),
        Becomes::First => same(&[&first.does[0]]),
        Becomes::Nothing | Becomes::Later => !answer
            .invocations
            .iter()
            .any(|invocation| invocation.capability_id == first.does[0].capability_id),
        Becomes::Conditional => {
            let [only] = &answer.invocations[..] else { return false };
            only.capability_id == first.does[0].capability_id
                && only.device_id == first.does[0].device_id
                && only
                    .conditions
                    .iter()
                    .any(|condition| condition.devices.contains(&second.does[0].device_id))
        }
    }
}

#[test]
fn an_order_becomes_what_is_said_around_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let text = std::fs::read_to_string(root.join("around_orders.toml")).unwrap();
    let around = toml::from_str::<Document>(&text).unwrap().around;
    let mut tally: BTreeMap<Becomes, (usize, Vec<String>)> = BTreeMap::new();
    for suite in Suite::all(&root, Part::Dev).unwrap() {
        let lares = suite.lares(&RetrievalConfig::default()).unwrap();
        let orders = orders(&lares);
        for (place, first) in orders.iter().enumerate() {
            let others = orders.iter().cycle().skip(place + 1).take(orders.len().saturating_sub(1));
            let Some(second) = others.into_iter().find(|other| other.chinese == first.chinese) else {
                continue;
            };
            for around in &around {
                let words = if first.chinese { &around.zh } else { &around.en };
                let said = words[place % words.len()]
                    .replace("{a}", &first.text)
                    .replace("{b}", &second.text)
                    .replace("{c}", &second.state);
                let answer = lares.retrieve(&Request::new(said.as_str()));
                let (all, differ) = tally.entry(around.becomes).or_default();
                *all += 1;
                if !is_right(around.becomes, &answer, first, second) {
                    differ.push(format!("{}: {said}", suite.home));
                }
            }
        }
    }
    for (becomes, may_differ) in MAY_DIFFER {
        let (all, differ) = &tally[&becomes];
        assert!(*all > 300, "{all} orders");
        println!("{becomes:?}: {} of {all} otherwise", differ.len());
        assert!(
            differ.len() * 1000 <= all * may_differ,
            "{becomes:?}: {} of {all} are read otherwise:\n{}",
            differ.len(),
            differ.join("\n")
        );
    }
}
