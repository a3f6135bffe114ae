//! The names of a home's devices, in all the forms in which people say them.

use hashbrown::HashMap;
use lares_home::{Device, DeviceIndex};

use super::text_index::TextIndex;
use super::variants::{Variant, variants};
use crate::lexicon::{Person, Sense, lexicon};

/// A device by its slot (see [`super::slots::Slots`]), and whether a name is a whole one of it.
pub(crate) type Bearer = (DeviceIndex, bool);

/// A name that people may say, with the devices that answer to it.
#[derive(Debug)]
pub(crate) struct Name {
    /// Normalised.
    pub(crate) text: Box<str>,
    /// The devices that answer to it, in their order.
    pub(crate) devices: Box<[Bearer]>,
}

/// Names in the order of the devices that have them first, and of their forms.
#[derive(Default)]
pub(super) struct NameList {
    pub(super) list: Vec<Name>,
    index: TextIndex,
    /// The devices of names that are only their kind, or only their owner.
    kinds: HashMap<u32, Box<[Bearer]>>,
    /// The names that speak of a member of the family: 妈妈的手机 is found by 我妈 as well.
    pub(super) persons: Vec<(Person, u32)>,
}

impl NameList {
    /// Adds a name that is not there yet, with all its devices in their order.
    pub(super) fn push(&mut self, text: Box<str>, devices: Box<[Bearer]>) -> u32 {
        let name = self.add(text, devices);
        let list = &self.list;
        self.index.insert(name, |name| text_of(list, name));
        name
    }

    fn add(&mut self, text: Box<str>, devices: Box<[Bearer]>) -> u32 {
        let name = self.list.len() as u32;
        let letters: Vec<char> = text.chars().collect();
        let senses = lexicon().lookup(&letters).unwrap_or_default();
        // A noun that is the name of several devices is only their kind.
        let is_noun = senses.iter().any(|sense| matches!(sense, Sense::Noun(_)))
            && devices.iter().filter(|(_, whole)| *whole).count() != 1;
        if is_noun || devices.len() > 1 && text.ends_with("'s") {
            self.kinds.insert(name, devices);
            self.list.push(Name { text, devices: Box::default() });
            return name;
        }
        let who = senses.iter().find_map(|sense| match sense {
            Sense::Person(person) if !person.members().is_empty() => Some(*person),
            _ => None,
        });
        self.persons.extend(who.map(|who| (who, name)));
        self.list.push(Name { text, devices });
        name
    }

    /// The names that were collected.
    pub(super) fn collected(collected: Collected) -> NameList {
        let Collected { texts, index, bearers } = collected;
        let mut names = NameList { list: Vec::with_capacity(texts.len()), index, ..NameList::default() };
        let mut counts = vec![0_u32; texts.len()];
        for (name, _) in &bearers {
            counts[*name as usize] += 1;
        }
        let mut lists: Vec<Vec<Bearer>> =
            counts.iter().map(|&count| Vec::with_capacity(count as usize)).collect();
        for (name, bearer) in bearers {
            lists[name as usize].push(bearer);
        }
        for (text, devices) in texts.into_iter().zip(lists) {
            names.add(text, devices.into());
        }
        names.persons.shrink_to_fit();
        let list = &names.list;
        names.index.shrink(|name| text_of(list, name));
        names
    }

    /// The name that is exactly this text, by its position.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.index.find(text, |name| text_of(&self.list, name))
    }

    /// The devices that have the name, whether or not they answer to it.
    pub(super) fn bearers(&self, name: u32) -> &[Bearer] {
        match self.list.get(name as usize) {
            Some(found) if !found.devices.is_empty() => &found.devices,
            _ => self.kinds.get(&name).map(|devices| &**devices).unwrap_or_default(),
        }
    }
}

fn text_of(list: &[Name], name: u32) -> &str {
    list.get(name as usize).map_or("", |name| &name.text)
}

/// Names device by device, as a home is compiled.
#[derive(Default)]
pub(super) struct Collected {
    texts: Vec<Box<str>>,
    index: TextIndex,
    bearers: Vec<(u32, Bearer)>,
}

impl Collected {
    /// Adds a form of a device's name. `true` with its position where the name is new.
    pub(super) fn add(&mut self, form: Variant, device: DeviceIndex) -> (u32, bool) {
        let texts = &self.texts;
        let known = self.index.find(&form.text, |name| &texts[name as usize]);
        let name = known.unwrap_or_else(|| {
            let name = self.texts.len() as u32;
            self.texts.push(form.text.into_boxed_str());
            let texts = &self.texts;
            self.index.insert(name, |name| &texts[name as usize]);
            name
        });
        self.bearers.push((name, (device, form.whole)));
        (name, known.is_none())
    }

    /// The text of a name.
    pub(super) fn text(&self, name: u32) -> &str {
        &self.texts[name as usize]
    }
}

/// The forms of a device's names, each once. `rooms` are the normalised words of its room.
pub(super) fn forms_of(device: &Device, rooms: &[String]) -> Vec<Variant> {
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).collect();
    let mut forms = variants(&device.name, &rooms, false);
    for alias in &device.aliases {
        for variant in variants(alias, &[], true).into_iter().filter(|variant| variant.whole) {
            match forms.iter_mut().find(|form| form.text == variant.text) {
                Some(form) => form.whole = true,
                None => forms.push(variant),
            }
        }
    }
    forms
}
