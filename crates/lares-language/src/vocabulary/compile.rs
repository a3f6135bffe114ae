//! Compiling the words of a home: names in all their forms, rooms with their kinds, the nouns of every device.

use std::sync::Arc;

use lares_home::{DeviceIndex, Home};

use super::HomeVocabulary;
use super::devices::DeviceTables;
use super::features::Features;
use super::layer::{Layer, Words};
use super::layers::{Base, Layers};
use super::names::{Collected, NameList, forms_of};
use super::rooms::{Rooms, RoomsByConcept, han_owner, rooms};
use super::values::{Values, own_words};
use super::variants::spoken;
use crate::lexicon::{Lexicon, Sense, lexicon};

impl HomeVocabulary {
    /// Compiles the words of a home.
    pub fn compile(home: &Home) -> HomeVocabulary {
        let mut words = Words::default();
        let rooms = rooms(home, lexicon(), &mut words);
        let names = NameList::collected(names(home, &rooms), |text, name| words.add(text, Sense::Name(name)));
        for (index, scene) in (0..).zip(home.scenes.iter()) {
            for form in scene_forms(&scene.name) {
                words.add(&form, Sense::Scene(index));
            }
        }
        for word in own_words(home) {
            words.add(&word, Sense::HomeValue);
        }
        let features = Features::of_home(&names);
        let layer = Layer::new(words, names, features);
        let devices = home.devices.len() as u32;
        let rooms_by_concept = RoomsByConcept::new(&rooms.concepts);
        let base = Base { layer, devices, room_index: rooms.index, rooms_by_concept };
        let layers = Layers { base: Arc::new(base), own: None };
        HomeVocabulary {
            names: layers.clone().into(),
            slips: layers.clone().into(),
            layers,
            room_words: rooms.words.into(),
            room_owners: room_owners(&rooms.names, lexicon()),
            room_names: rooms.names.into(),
            scene_names: home.scenes.iter().map(|scene| spoken(&scene.name).as_str().into()).collect(),
            devices: DeviceTables::compile(home),
            values: Arc::new(Values::compile(home)),
        }
    }
}

/// Whose rooms there are, in order: Colt, where there is a "Colt's Room", 桐桐 of a 桐桐的房间.
fn room_owners(names: &[Box<str>], lexicon: &Lexicon) -> Arc<[Box<str>]> {
    let english = names
        .iter()
        .filter_map(|name| name.split_once("'s"))
        .filter(|(owner, _)| !owner.is_empty())
        .map(|(owner, _)| owner.to_lowercase().into());
    let chinese = names.iter().filter_map(|name| han_owner(name, lexicon)).map(Box::from);
    let mut owners: Vec<Box<str>> = english.chain(chinese).collect();
    owners.sort_unstable();
    owners.dedup();
    owners.into()
}

/// A scene's name with and without the word for a scene: 回家 and 回家模式 are one.
fn scene_forms(name: &str) -> Vec<String> {
    const ENDINGS: [&str; 4] = ["模式", "场景", " mode", " scene"];
    let name = spoken(name).to_string();
    let base = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let han = base.chars().any(super::is_han);
    let mut forms = vec![name.clone()];
    // "goodnight" for "Good Night".
    if let Some((first, second)) = base.split_once([' ', '-'])
        && base.chars().all(|letter| letter.is_ascii_alphabetic() || matches!(letter, ' ' | '-'))
        && first.len() > 2
        && second.len() > 3
        && !second.contains(' ')
    {
        forms.push(format!("{first}{second}"));
        forms.push(format!("{first} {second}"));
    }
    if base.chars().count() >= 2 {
        forms.push(base.to_owned());
        forms.extend(
            ENDINGS.iter().filter(|ending| ending.is_ascii() != han).map(|ending| format!("{base}{ending}")),
        );
    }
    // 睡觉模式 for 全家睡觉.
    let letters: Vec<char> = base.chars().collect();
    if (4..=6).contains(&letters.len()) && letters.iter().all(|&letter| super::is_han(letter)) {
        forms.push(format!("{}模式", letters[letters.len() - 2..].iter().collect::<String>()));
    }
    forms
}

fn names(home: &Home, rooms: &Rooms) -> Collected {
    let is_room = |text: &str| rooms.index.contains_key(text);
    let mut collected = Collected::default();
    for (number, device) in (0..).zip(&home.devices) {
        let own_rooms = device.room.and_then(|room| rooms.spoken.get(room.0 as usize));
        for form in forms_of(device, own_rooms.map(Vec::as_slice).unwrap_or_default(), is_room) {
            collected.add(form, DeviceIndex(number));
        }
    }
    collected
}
