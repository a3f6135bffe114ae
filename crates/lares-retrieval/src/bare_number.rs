//! What a bare number counts in a condition: what the thing that is ordered is there for, where nothing else tells (跌到六十以下就停抽湿机,
//! "above sixty, run the dehumidifier"). The words and the kinds are in `data/bare-numbers.toml`.

use std::sync::OnceLock;

use lares_home::{DeviceIndex, catalogue};
use lares_language::SpokenCondition;
use lares_language::normalise::normalise;
use serde::Deserialize;

use crate::asked::Asked;
use crate::conditions::{compares, understood};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    tells: Vec<String>,
    tells_nothing: Vec<String>,
    there_for: Vec<ThereFor>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThereFor {
    property: String,
    categories: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, a number counts what the parser takes it for.
    DATA.get_or_init(|| toml::from_str(include_str!("../data/bare-numbers.toml")).unwrap_or_default())
}

/// The condition with what its number counts for the devices that are ordered. `None` where that was said, or where they are there for
/// nothing that is counted, or not all for the same.
pub(crate) fn counted_for(
    asked: &Asked<'_>,
    condition: &SpokenCondition,
    chosen: &[DeviceIndex],
) -> Option<SpokenCondition> {
    let (first, rest) = chosen.split_first()?;
    let property = there_for(asked, *first)?;
    let (action, _) = understood(asked, condition);
    let is = |id: &str| {
        catalogue().property(id).is_some_and(|property| action.properties.first() == Some(&property))
    };
    let assumed = compares(condition) && (is("temperature") || is("battery"));
    let same = rest.iter().all(|device| there_for(asked, *device) == Some(property));
    let counts = assumed && same && !tells(asked.text);
    counts.then(|| SpokenCondition { p: property.into(), ..condition.clone() })
}

/// The property that a device is there for.
fn there_for(asked: &Asked<'_>, device: DeviceIndex) -> Option<&'static str> {
    let own = &asked.home.device(device)?.categories;
    let has = |name: &String| catalogue().category(name).is_some_and(|category| own.contains(&category));
    let found = data().there_for.iter().find(|there_for| there_for.categories.iter().any(has))?;
    Some(&found.property)
}

/// Something in an utterance says what a number counts.
fn tells(text: &str) -> bool {
    let said: String = normalise(text).chars.iter().collect();
    let said = data().tells_nothing.iter().fold(said, |said, nothing| said.replace(nothing, ""));
    data().tells.iter().any(|word| said.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_can_be_read_and_names_only_what_exists() {
        let read: Data = toml::from_str(include_str!("../data/bare-numbers.toml")).unwrap();
        assert!(!read.there_for.is_empty());
        for there_for in &read.there_for {
            assert!(catalogue().property(&there_for.property).is_some(), "{}", there_for.property);
            for name in &there_for.categories {
                assert!(catalogue().category(name).is_some(), "{name}");
            }
        }
        for nothing in &read.tells_nothing {
            assert!(read.tells.iter().any(|word| nothing.contains(word)), "{nothing} holds none of them");
        }
    }

    #[test]
    fn what_is_counted_is_told_in_any_case_and_script() {
        for text in [
            "溫度高過三十就開除濕機",
            "电量低于二十就停除湿机",
            "Temp above 30, run the dehumidifier",
            "HOTTER than 30, humidifier off",
            "ｔｅｍｐ over 30 dehumidifier on",
        ] {
            assert!(tells(text), "{text}");
        }
        for text in [
            "跌到六十以下就停抽湿机",
            "above sixty, run the dehumidifier",
            "温湿度计高过六十就开除湿机",
            "溫濕度計高過六十就開除濕機",
        ] {
            assert!(!tells(text), "{text}");
        }
    }
}
