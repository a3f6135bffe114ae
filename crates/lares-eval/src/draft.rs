//! Drafts cases for any home, for a person to correct: one thing that each device can do, said plainly, and what is
//! said to all of a kind, to devices that are not there, and to nobody.
//!
//! What a drafted case expects comes from how it was made, never from what Lares answers: a draft that fails is a
//! finding, or a sentence that nobody would say.

use std::collections::{BTreeMap, HashMap, VecDeque};

use lares::home::{
    ArgumentSpec, AttributeSpec, Category, CommandSpec, Device, HomeLanguage, ValueKind, catalogue,
    intent::{Act, Intent},
};
use lares::{Lares, SCENE_EXECUTE};
use serde::Deserialize;
use smol_str::SmolStr;

use crate::case::{Case, Expectation, ExpectedValue, Select};
use crate::random::Random;

/// Kinds of devices that few homes have all of, to speak of one that is not there.
const RARE: [&str; 6] = ["Cooktop", "RobotCleaner", "Dryer", "Dishwasher", "Projector", "Siren"];

/// How cases are worded in one language.
#[derive(Debug, Deserialize)]
struct Wording {
    #[serde(default)]
    chat: Vec<String>,
    #[serde(flatten)]
    phrases: BTreeMap<String, String>,
}

/// A thing that a device can do or tell, as it is said.
struct Said {
    text: String,
    capability: Vec<SmolStr>,
    value: Option<ExpectedValue>,
    tag: &'static str,
}

/// At most `count` cases for a home, in its language; the same for the same home.
pub fn draft(lares: &Lares, count: usize) -> Vec<Case> {
    let language = lares.home().language;
    let drafter = Drafter { lares, language, wording: wording(language), random: Random::new(0xd4af7) };
    drafter.cases(count)
}

/// The wordings of a language; a test draws on all of them.
fn wording(language: HomeLanguage) -> Wording {
    let read: Option<HashMap<String, Wording>> = toml::from_str(include_str!("../data/draft.toml")).ok();
    let of_language = read.and_then(|mut all| all.remove(language.choose("zh", "en")));
    of_language.unwrap_or(Wording { chat: Vec::new(), phrases: BTreeMap::new() })
}

struct Drafter<'l> {
    lares: &'l Lares,
    language: HomeLanguage,
    wording: Wording,
    random: Random,
}

impl Drafter<'_> {
    fn cases(mut self, count: usize) -> Vec<Case> {
        let mut cases = self.beside_single_devices();
        // A home of few things has few of these; a short draft is mostly about its devices.
        cases.truncate(count.div_ceil(3));
        let places = self.places();
        let devices = &self.lares.home().devices;
        let mut abilities: Vec<VecDeque<Said>> = Vec::new();
        for (device, place) in devices.iter().zip(&places) {
            abilities.push(self.abilities(device, place).into());
        }
        // One thing that each device can do, then the next of each, until there are enough.
        while cases.len() < count && abilities.iter().any(|said| !said.is_empty()) {
            for (index, device) in devices.iter().enumerate() {
                let said = abilities.get_mut(index).and_then(VecDeque::pop_front);
                if let (Some(said), true) = (said, cases.len() < count) {
                    cases.push(self.for_device(device, &places, index, said));
                }
            }
        }
        self.numbered(cases)
    }

    fn numbered(&self, mut cases: Vec<Case>) -> Vec<Case> {
        for (index, case) in cases.iter_mut().enumerate() {
            case.id = format!("draft-{:04}", index + 1);
            case.tags.insert(0, self.language.choose("zh", "en").to_owned());
        }
        cases
    }

    fn phrase(&self, name: &str, parts: &[(&str, &str)]) -> Option<String> {
        let mut phrase = self.wording.phrases.get(name)?.clone();
        for (part, text) in parts {
            phrase = phrase.replace(&format!("{{{part}}}"), text);
        }
        Some(phrase)
    }

    /// How each device is spoken of: with its room, unless the name says it.
    fn places(&self) -> Vec<String> {
        let place = |device: &Device| {
            let name = device.name.trim();
            let room = self
                .lares
                .room_of(device)
                .filter(|room| !room.is_empty() && !name.to_lowercase().contains(&room.to_lowercase()));
            match room {
                Some(room) => self.phrase("place", &[("name", name), ("room", room)]),
                None => self.phrase("place_without_room", &[("name", name)]),
            }
            .unwrap_or_else(|| name.to_owned())
        };
        self.lares.home().devices.iter().map(place).collect()
    }

    fn for_device(&self, device: &Device, places: &[String], index: usize, said: Said) -> Case {
        // Two devices of one name in one room: nobody can know which is meant.
        let place = places.get(index);
        let unclear =
            self.lares.home().devices.iter().zip(places).enumerate().any(|(other, (twin, called))| {
                other != index
                    && Some(called) == place
                    && said.capability.iter().any(|id| {
                        self.lares.command(twin, id).is_some() || self.lares.attribute(twin, id).is_some()
                    })
            });
        if unclear {
            return Case { turns: vec![said.text], clarify: true, tags: tags("clarify"), ..Case::default() };
        }
        let expectation = Expectation {
            select: Select::One,
            devices: vec![device.id.clone()],
            capability: said.capability,
            value: said.value,
            ..Expectation::default()
        };
        Case { turns: vec![said.text], expect: vec![expectation], tags: tags(said.tag), ..Case::default() }
    }

    /// What a device can do and tell, one entry for each meaning, what is asked for most first.
    fn abilities(&mut self, device: &Device, place: &str) -> Vec<Said> {
        let mut said: Vec<Said> = Vec::new();
        let home = self.lares.home();
        let commands: Vec<&CommandSpec> = home.commands_of(device).map(|(_, command)| command).collect();
        let attributes: Vec<&AttributeSpec> =
            home.attributes_of(device).map(|(_, attribute)| attribute).collect();
        let mut meanings: Vec<&Intent> = Vec::new();
        for command in &commands {
            let Some(intent) = command.intents.first().filter(|intent| !meanings.contains(intent)) else {
                continue;
            };
            meanings.push(intent);
            // Every command that means the same is right.
            let same = commands.iter().filter(|other| other.intents.contains(intent));
            let capability = same.map(|other| other.capability_id.clone()).collect();
            said.extend(self.command(command, intent, capability, place));
        }
        for attribute in &attributes {
            let Some(intent) = attribute.intents.first().filter(|intent| !meanings.contains(intent)) else {
                continue;
            };
            meanings.push(intent);
            let same = attributes.iter().filter(|other| other.intents.contains(intent));
            let capability = same.map(|other| other.capability_id.clone()).collect();
            said.extend(self.question(intent, capability, place));
        }
        said
    }

    fn command(
        &mut self,
        command: &CommandSpec,
        intent: &Intent,
        capability: Vec<SmolStr>,
        place: &str,
    ) -> Option<Said> {
        let device = ("device", place);
        if intent.act != Act::Set {
            // A feature of a device is switched by its own words, which a pattern does not know.
            if intent.property.is_some() || command.argument.is_some() {
                return None;
            }
            let text = self.phrase(intent.act.name(), &[device])?;
            return Some(Said { text, capability, value: None, tag: "basic" });
        }
        let (spoken, value) = match (&intent.key, &command.argument) {
            (None, Some(argument)) => self.value(argument)?,
            _ => return None,
        };
        let property = self.property(intent)?;
        let text = self.phrase("set", &[device, ("property", property), ("value", &spoken)])?;
        Some(Said { text, capability, value: Some(value), tag: "value" })
    }

    fn question(&self, intent: &Intent, capability: Vec<SmolStr>, place: &str) -> Option<Said> {
        let onoff = catalogue().property("onoff");
        let name = if intent.property.is_some() && intent.property == onoff { "query_on" } else { "query" };
        let property = self.property(intent)?;
        let text = self.phrase(name, &[("device", place), ("property", property)])?;
        Some(Said { text, capability, value: None, tag: "question" })
    }

    fn property(&self, intent: &Intent) -> Option<&'static str> {
        let entry = catalogue().property_entry(intent.property?)?;
        Some(self.language.choose(entry.zh, entry.en))
    }

    /// A value that the argument can have, as it is said and as it is expected.
    fn value(&mut self, argument: &ArgumentSpec) -> Option<(String, ExpectedValue)> {
        match argument.kind {
            ValueKind::Enum => {
                let value = self.random.pick(&argument.values)?;
                let described = value.description.trim();
                let spoken = if described.is_empty() { value.words.first()? } else { described };
                Some((spoken.to_owned(), ExpectedValue::Text(value.value.clone())))
            }
            ValueKind::Integer | ValueKind::Number => {
                let range = argument.range.as_ref()?;
                // Somewhere in the middle half, as people choose.
                let part = (25 + self.random.below(51)) as f64 / 100.0;
                let step = range.step.filter(|step| *step > 0.0).unwrap_or(1.0);
                let steps = ((range.max - range.min) * part / step).round();
                let number = range.min + steps * step;
                let number = (number * 100.0).round() / 100.0;
                if !(range.min..=range.max).contains(&number) {
                    return None;
                }
                let plain = number.to_string();
                let name = match range.unit.as_str() {
                    "%" => "percent",
                    "C" | "F" => "degrees",
                    "" => return Some((plain, ExpectedValue::Number(number))),
                    _ => return None,
                };
                Some((self.phrase(name, &[("number", &plain)])?, ExpectedValue::Number(number)))
            }
            ValueKind::String | ValueKind::Color | ValueKind::Object | ValueKind::List => None,
        }
    }

    /// Scenes, all of a kind, what is not there, what should not be done, and small talk.
    fn beside_single_devices(&self) -> Vec<Case> {
        let home = self.lares.home();
        let mut cases = Vec::new();
        let nothing = |text: String, tag| Case { turns: vec![text], tags: tags(tag), ..Case::default() };
        for (category, devices) in self.by_category() {
            let Some(entry) = catalogue().category_entry(category) else { continue };
            let called = ("category", self.language.choose(entry.zh, entry.en));
            for (phrase, capability) in [("all_off", "main-switch-off"), ("all_on", "main-switch-on")] {
                let able: Vec<SmolStr> = devices
                    .iter()
                    .filter(|device| self.lares.command(device, capability).is_some())
                    .map(|device| device.id.clone())
                    .collect();
                if able.len() < 2 {
                    continue;
                }
                let Some(text) = self.phrase(phrase, &[called]) else { continue };
                let expectation = Expectation {
                    select: Select::Set,
                    devices: able,
                    capability: vec![capability.into()],
                    ..Expectation::default()
                };
                cases.push(Case {
                    turns: vec![text],
                    expect: vec![expectation],
                    tags: tags("bulk"),
                    ..Case::default()
                });
                break;
            }
        }
        for scene in home.scenes.iter().filter(|scene| !scene.name.trim().is_empty()) {
            let expectation = Expectation {
                devices: vec![scene.id.clone()],
                capability: vec![SCENE_EXECUTE.to_owned().into()],
                ..Expectation::default()
            };
            let turns = vec![scene.name.trim().to_owned()];
            cases.push(Case { turns, expect: vec![expectation], tags: tags("scene"), ..Case::default() });
        }
        let has = |category| home.devices.iter().any(|device| device.categories.contains(&category));
        let absent =
            RARE.iter().filter_map(|name| catalogue().category(name)).find(|category| !has(*category));
        if let Some(entry) = absent.and_then(|category| catalogue().category_entry(category)) {
            let called = ("category", self.language.choose(entry.zh, entry.en));
            cases.extend(self.phrase("absent", &[called]).map(|text| nothing(text, "absent-device")));
        }
        let switched =
            home.devices.iter().position(|device| self.lares.command(device, "main-switch-on").is_some());
        if let Some(place) = switched.and_then(|index| self.places().into_iter().nth(index)) {
            let text = self.phrase("negation", &[("device", &place)]);
            cases.extend(text.map(|text| nothing(text, "negation")));
        }
        cases.extend(self.wording.chat.iter().map(|text| nothing(text.clone(), "chat")));
        cases
    }

    /// The devices of each first category, in the order of the home.
    fn by_category(&self) -> Vec<(Category, Vec<&Device>)> {
        let mut kinds: Vec<(Category, Vec<&Device>)> = Vec::new();
        for device in &self.lares.home().devices {
            let Some(&category) = device.categories.first() else { continue };
            match kinds.iter_mut().find(|(known, _)| *known == category) {
                Some((_, devices)) => devices.push(device),
                None => kinds.push((category, vec![device])),
            }
        }
        kinds
    }
}

fn tags(tag: &str) -> Vec<String> {
    vec!["draft".to_owned(), tag.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Format, read_cases_as, to_yaml};
    use crate::generate::{Size, home};
    use crate::suite::problems;

    fn checked(lares: &Lares, count: usize) -> Vec<Case> {
        let cases = draft(lares, count);
        assert!(cases.len() <= count);
        assert_eq!(problems(&cases, lares), Vec::<String>::new());
        assert_eq!(read_cases_as(&to_yaml(&cases), Format::Yaml, "draft").unwrap(), cases);
        let texts: Vec<&String> = cases.iter().flat_map(|case| &case.turns).collect();
        assert!(texts.iter().all(|text| !text.contains('{')), "{texts:?}");
        assert_eq!(draft(lares, count), cases);
        cases
    }

    #[test]
    fn every_home_gets_cases_that_fit_it() {
        let sample = Lares::builder().sample_home().build().unwrap();
        let cases = checked(&sample, 60);
        let tagged =
            |tag: &str| cases.iter().filter(|case| case.tags.iter().any(|known| known == tag)).count();
        for tag in ["zh", "basic", "value", "question", "bulk", "scene", "absent-device", "chat"] {
            assert!(tagged(tag) > 0, "{tag}");
        }
        assert_eq!(checked(&sample, 3).len(), 3);
        let generated = Lares::builder().home_source(home(Size::of(100))).build().unwrap();
        assert!(checked(&generated, 300).len() > 200);
        let english =
            Lares::builder().home_source(home(Size::of(30))).language(HomeLanguage::English).build().unwrap();
        assert!(checked(&english, 100).iter().any(|case| case.turns[0].starts_with("turn ")));
        let empty = Lares::builder().home_source(home(Size::of(0))).build().unwrap();
        assert!(checked(&empty, 20).iter().all(|case| case.expect.is_empty()));
    }

    #[test]
    fn devices_of_one_name_in_one_room_are_asked_about() {
        let mut source = home(Size::of(2).in_rooms(1));
        source.devices[1] = source.devices[0].clone();
        source.devices[1].id = "twin".into();
        let lares = Lares::builder().home_source(source).build().unwrap();
        let cases = checked(&lares, 50);
        let about_one = cases.iter().filter(|case| case.tags.iter().any(|tag| tag == "clarify"));
        assert!(about_one.clone().count() > 0 && about_one.clone().all(|case| case.clarify));
        assert!(!cases.iter().any(|case| case.expect.iter().any(|wanted| wanted.select == Select::One)));
    }
}
