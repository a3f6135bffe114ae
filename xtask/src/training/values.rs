//! How a value of a command is asked for and whether a state has it: families of sentences by what the values are of.
//! People say the value and leave out the rest ("换成制热", "is it still drying"), so a command and an attribute have to
//! be found by the words of their values, too.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use lares_home::{Act, CapabilitySpec, Intent, ValueSpec, catalogue};
use serde::Deserialize;

use super::corpus::{Item, Spec};
use super::random::Random;

/// Where the value's word stands in a sentence.
const VALUE: &str = "{}";
/// Where the name of what has the value stands, in sentences that need it.
const OF: &str = "{of}";
/// Ways to ask for a value, at least: in Chinese, in English.
const FEWEST: [usize; 2] = [20, 15];

/// Families of sentences: the first one that fits a value is its own.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Values {
    /// Properties whose names nobody says.
    vague: Vec<String>,
    family: Vec<Family>,
}

/// The sentences for values of one sort.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    name: String,
    kind: Kind,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    capabilities: Vec<String>,
    #[serde(default)]
    keys: Vec<String>,
    zh: Vec<String>,
    en: Vec<String>,
}

/// What values are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Command,
    Attribute,
}

/// Reads the families for the values of these items.
///
/// # Errors
/// A file that cannot be read, a sentence or a name that is wrong, or a value with too few ways to ask for it: the
/// message names it.
pub(crate) fn read(file: &Path, items: &[Item]) -> anyhow::Result<Values> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| shown.clone())?;
    let values: Values = toml::from_str(&text).with_context(|| shown.clone())?;
    values.check(items).with_context(|| shown)?;
    Ok(values)
}

impl Values {
    /// A question for one of the item's values, and the intent that it has for certain: the one that the catalogue
    /// states for that very value.
    pub(crate) fn question(
        &self,
        item: &Item,
        language: usize,
        random: &mut Random,
    ) -> Option<(String, Option<Intent>)> {
        let value = random.pick(item.specs.get(language)?.values())?;
        let sentence = random.pick(self.family(item, &value.key)?.sentences(language))?;
        let word = *random.pick(&words(value, language))?;
        let name = if sentence.contains(OF) {
            random.pick(&self.names(item, language)).cloned()?
        } else {
            String::new()
        };
        let stated = |intent: &&Intent| intent.act == Act::Set && intent.key.as_ref() == Some(&value.key);
        Some((filled(sentence, word, &name), item.intents().iter().find(stated).cloned()))
    }

    /// The words of all sentences, without the values.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let sentences = self.family.iter().flat_map(|family| family.zh.iter().chain(&family.en));
        sentences.map(|sentence| filled(sentence, " ", " "))
    }

    fn family(&self, item: &Item, key: &str) -> Option<&Family> {
        self.family.iter().find(|family| family.fits(item, key))
    }

    /// What people call that which has the value: never nothing.
    fn names(&self, item: &Item, language: usize) -> Vec<String> {
        let either = |zh: &str, en: &str| if language == 0 { zh.to_owned() } else { en.to_lowercase() };
        let mut names = Vec::new();
        let property = property(item);
        if let Some(entry) = catalogue().properties().iter().find(|entry| Some(entry.id) == property)
            && !self.vague.iter().any(|vague| vague == entry.id)
        {
            names.push(either(entry.zh, entry.en));
        }
        match item.specs.get(language) {
            Some(Spec::Attribute(spec)) => names.push(either(&spec.description_zh, &spec.description_en)),
            // A capability of several commands gives none of them its name, unless there is no other.
            _ => {
                let capability = catalogue().capability(&item.capability);
                let alone = |capability: &CapabilitySpec| capability.commands().len() == 1;
                let own = capability.filter(|capability| names.is_empty() || alone(capability));
                names.extend(own.map(|capability| either(capability.zh(), capability.en())));
            }
        }
        names.dedup();
        names
    }

    fn check(&self, items: &[Item]) -> anyhow::Result<()> {
        let known = |property: &str| catalogue().properties().iter().any(|entry| entry.id == property);
        for property in &self.vague {
            ensure!(known(property), "vague: the catalogue has no property `{property}`");
        }
        let mut used = HashSet::new();
        for item in items {
            for (language, fewest) in FEWEST.into_iter().enumerate() {
                for value in item.specs.get(language).map_or(&[][..], Spec::values) {
                    let named = || format!("{}: value `{}`", item.id, value.value);
                    let family = self.family(item, &value.key);
                    let family = family.with_context(|| format!("{}: no family fits", named()))?;
                    used.insert(family.name.as_str());
                    let ways = self.ways(item, value, language).len();
                    ensure!(ways >= fewest, "{}: {ways} ways to ask, at least {fewest} are needed", named());
                }
            }
        }
        for family in &self.family {
            family.check().with_context(|| family.name.clone())?;
            for property in &family.properties {
                ensure!(known(property), "{}: the catalogue has no property `{property}`", family.name);
            }
            for capability in &family.capabilities {
                let is_known = catalogue().capability(capability).is_some();
                ensure!(is_known, "{}: the catalogue has no capability `{capability}`", family.name);
            }
            ensure!(used.contains(family.name.as_str()), "{}: no value is left for it", family.name);
        }
        Ok(())
    }

    /// The different ways to ask for a value, with one name of what has it.
    fn ways(&self, item: &Item, value: &ValueSpec, language: usize) -> HashSet<String> {
        let names = self.names(item, language);
        let name = names.first().map_or("", String::as_str);
        let sentences = self.family(item, &value.key).map_or(&[][..], |family| family.sentences(language));
        let words = words(value, language);
        let said = |sentence: &String| -> Vec<String> {
            words.iter().map(|word| filled(sentence, word, name).to_lowercase()).collect()
        };
        sentences.iter().flat_map(said).collect()
    }
}

impl Family {
    fn sentences(&self, language: usize) -> &[String] {
        if language == 0 { &self.zh } else { &self.en }
    }

    fn fits(&self, item: &Item, key: &str) -> bool {
        let of_command = item.specs.iter().all(Spec::is_command);
        let sort = self.properties.is_empty() && self.capabilities.is_empty()
            || self.capabilities.contains(&item.capability)
            || property(item).is_some_and(|id| self.properties.iter().any(|property| property == id));
        of_command == (self.kind == Kind::Command)
            && sort
            && (self.keys.is_empty() || self.keys.iter().any(|own| own == key))
    }

    fn check(&self) -> anyhow::Result<()> {
        for (language, fewest) in FEWEST.into_iter().enumerate() {
            let mut distinct = HashSet::new();
            for sentence in self.sentences(language) {
                let once = sentence.matches(VALUE).count() == 1 && sentence.matches(OF).count() <= 1;
                ensure!(once, "`{sentence}` needs one {VALUE}, and one {OF} at most");
                ensure!(distinct.insert(sentence.trim()), "`{sentence}` is there twice");
                ensure!(language == 0 || !sentence.chars().any(is_han), "`{sentence}` is Chinese");
            }
            let count = distinct.len();
            ensure!(count >= fewest, "{count} sentences in a language, at least {fewest} are needed");
        }
        Ok(())
    }
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}')
}

/// What the item is about, by its most typical intent.
fn property(item: &Item) -> Option<&'static str> {
    let property = item.intents().first()?.property?;
    catalogue().property_entry(property).map(|entry| entry.id)
}

/// The value's words of a language; all of them where it has none of its own (HDMI).
fn words(value: &ValueSpec, language: usize) -> Vec<&str> {
    let all = || value.words.iter().map(String::as_str);
    let own: Vec<&str> = all().filter(|word| word.chars().any(is_han) == (language == 0)).collect();
    if own.is_empty() { all().collect() } else { own }
}

fn filled(sentence: &str, word: &str, name: &str) -> String {
    sentence.replace(VALUE, word).replace(OF, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{corpus, data, random};

    fn items() -> Vec<Item> {
        corpus::read(&data().join("paraphrases")).unwrap().items
    }

    #[test]
    fn every_value_has_enough_ways_to_ask_for_it() {
        let items = items();
        let values = read(&data().join("values.toml"), &items).unwrap();
        let mut counted = [0, 0];
        for item in &items {
            for (language, fewest) in FEWEST.into_iter().enumerate() {
                for value in item.specs[language].values() {
                    let ways = values.ways(item, value, language);
                    assert!(ways.len() >= fewest, "{}: {}", item.id, value.value);
                    assert!(ways.iter().all(|way| !way.contains(['{', '}'])), "{}", item.id);
                    counted[language] += 1;
                }
            }
        }
        assert!(counted[0] > 1500 && counted[0] == counted[1], "{counted:?}");
    }

    #[test]
    fn questions_are_of_the_values_of_the_item() {
        let items = items();
        let values = read(&data().join("values.toml"), &items).unwrap();
        let mut random = random::at(1, 0, 0);
        let item = |id: &str| items.iter().find(|item| item.id == id).unwrap();
        let fan = item("airConditionerFanMode command setFanMode");
        for (language, han) in [(0, true), (1, false)] {
            for _ in 0..50 {
                let (text, intent) = values.question(fan, language, &mut random).unwrap();
                assert_eq!(text.chars().any(is_han), han, "{text}");
                assert_eq!(intent, None);
                let words = fan.specs[language].values().iter().flat_map(|value| words(value, language));
                assert!(words.into_iter().any(|word| text.contains(word)), "{text}");
            }
        }
        assert!(values.question(item("switch command on"), 0, &mut random).is_none());
        // What nobody says gives way to a name that people know.
        let door = item("vehicleDoorState attribute frontLeftDoor");
        assert_eq!(values.names(door, 0).len(), 1);
        assert!(!values.names(door, 0)[0].contains("开合状态"));
    }

    #[test]
    fn mistakes_are_named() {
        let items = items();
        let file = std::env::temp_dir().join(format!("lares-values-{}", std::process::id()));
        let whole = fs::read_to_string(data().join("values.toml")).unwrap();
        let cases = [
            ("\"按{}\"", "\"按\"", "`按` needs one {}"),
            ("\"按{}\"", "\"按{}{}\"", "`按{}{}` needs one {}"),
            ("\"press {}\"", "\"按 {}\"", "`按 {}` is Chinese"),
            ("\"press {}\"", "\"hit {}\"", "`hit {}` is there twice"),
            ("\"spin_speed\"", "\"spin_sped\"", "no property `spin_sped`"),
            ("\"motionBed\"", "\"motionBad\"", "no capability `motionBad`"),
            ("kind = \"command\"", "kind = \"comand\"", "comand"),
            (
                "keys = [\"on\", \"off\"]",
                "keys = [\"un\"]",
                "options of a dishwasher, on or off: no value is left",
            ),
            (
                "name = \"other states\"\nkind = \"attribute\"",
                "name = \"other states\"\nkind = \"attribute\"\nkeys = [\"x\"]",
                "no family fits",
            ),
        ];
        for (right, wrong, expect) in cases {
            let text = whole.replacen(right, wrong, 1);
            assert!(text != whole, "{right}");
            fs::write(&file, text).unwrap();
            let error = format!("{:#}", read(&file, &items).unwrap_err());
            assert!(error.contains(expect) && error.contains("lares-values"), "{error}");
        }
        fs::remove_file(&file).unwrap();
    }
}
