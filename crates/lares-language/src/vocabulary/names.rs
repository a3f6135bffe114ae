//! The names of a home's devices, in all the forms in which people say them.

use hashbrown::HashMap;
use lares_home::{Device, DeviceIndex};

use super::text_index::{TextIndex, Texts};
use super::variants::{distinctive_words, spoken, variants};
use crate::lexicon::{Person, Sense, lexicon};

/// A device by its slot (see [`super::slots::Slots`]), and whether a name is a whole one of it.
pub(crate) type Bearer = (DeviceIndex, bool);

/// A name that people may say, with the devices that answer to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'n> {
    /// Normalised.
    pub(crate) text: &'n str,
    /// The devices that answer to it, in their order.
    pub(crate) devices: &'n [Bearer],
}

/// A form of a device's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    /// Normalised.
    pub(super) text: String,
    /// The whole name, not a part of it.
    pub(super) whole: bool,
    pub(super) role: Role,
}

/// What a form is to its device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It is said for it.
    Said,
    /// It is a kind of device by itself, yet its words are found in it: "Electric Blanket".
    Found,
    /// It is said for it where no other device has it.
    Distinct,
}

/// Names: first those that devices share or may share, in the order of the devices that have them first and of their
/// forms; then, by their texts, those that are said where only one device has them.
#[derive(Default)]
pub(super) struct NameList {
    texts: Texts,
    index: TextIndex,
    /// Who has the names, whether or not they answer to them.
    bearers: Vec<Bearer>,
    /// Where those of each name end.
    ends: Vec<u32>,
    /// Where the distinctive ones begin.
    distinct: u32,
    /// The names that are only a kind of several devices, or their owner, ascending.
    kinds: Vec<u32>,
    /// Who has distinctive words that are no names, because others have them or they are names anyway.
    others: HashMap<Box<str>, Box<[DeviceIndex]>>,
    /// The names that speak of a member of the family: 妈妈的手机 is found by 我妈 as well.
    pub(super) persons: Vec<(Person, u32)>,
}

impl NameList {
    /// Adds a name that is not there yet, with all its devices in their order.
    pub(super) fn push(&mut self, text: &str, devices: &[Bearer]) -> u32 {
        let name = self.add(text, devices);
        self.distinct = name + 1;
        name
    }

    /// Adds a name that is said because only this device has it.
    pub(super) fn push_distinct(&mut self, text: &str, device: DeviceIndex) -> u32 {
        self.add(text, &[(device, false)])
    }

    fn add(&mut self, text: &str, devices: &[Bearer]) -> u32 {
        let name = self.texts.push(text);
        let texts = &self.texts;
        self.index.insert(name, |name| texts.get(name));
        self.bearers.extend_from_slice(devices);
        self.ends.push(self.bearers.len() as u32);
        self.judge(name);
        name
    }

    /// Notes what a name is, once its devices are known.
    fn judge(&mut self, name: u32) {
        let text = self.texts.get(name);
        let letters: Vec<char> = text.chars().collect();
        let senses = lexicon().lookup(&letters).unwrap_or_default();
        let devices = self.bearers(name);
        // A noun that is the name of several devices is only their kind.
        let is_noun = senses.iter().any(|sense| matches!(sense, Sense::Noun(_)))
            && devices.iter().filter(|(_, whole)| *whole).count() != 1;
        if is_noun || devices.len() > 1 && text.ends_with("'s") {
            self.kinds.push(name);
            return;
        }
        let who = senses.iter().find_map(|sense| match sense {
            Sense::Person(person) if !person.members().is_empty() => Some(*person),
            _ => None,
        });
        self.persons.extend(who.map(|who| (who, name)));
    }

    /// The names that were collected. Calls `said` for each that is said, in their order.
    pub(super) fn collected(collected: Collected, mut said: impl FnMut(&str, u32)) -> NameList {
        let Collected { texts, said: is_said, index, bearers, distinct } = collected;
        let count = texts.len();
        let mut starts = vec![0_u32; count + 1];
        for (name, _) in &bearers {
            starts[*name as usize + 1] += 1;
        }
        for name in 0..count {
            starts[name + 1] += starts[name];
        }
        let ends = starts.get(1..).unwrap_or_default().to_vec();
        let mut of_names: Vec<Bearer> = vec![(DeviceIndex(0), false); bearers.len()];
        for (name, bearer) in bearers {
            let place = &mut starts[name as usize];
            of_names[*place as usize] = bearer;
            *place += 1;
        }
        let mut names = NameList { texts, index, bearers: of_names, ends, ..NameList::default() };
        for (name, is_said) in (0..).zip(is_said) {
            names.judge(name);
            if is_said {
                said(names.texts.get(name), name);
            }
        }
        names.distinct = count as u32;
        let mut distinct: Vec<(Box<str>, Vec<DeviceIndex>)> = distinct.into_iter().collect();
        distinct.sort();
        for (text, devices) in distinct {
            match devices[..] {
                [device] if names.find(&text).is_none() => {
                    said(&text, names.push_distinct(&text, device));
                }
                _ => drop(names.others.insert(text, devices.into())),
            }
        }
        names.shrink();
        names
    }

    fn shrink(&mut self) {
        self.texts.shrink();
        self.bearers.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.kinds.shrink_to_fit();
        self.persons.shrink_to_fit();
        let texts = &self.texts;
        self.index.shrink(|name| texts.get(name));
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name at a position.
    pub(super) fn get(&self, name: u32) -> Option<Name<'_>> {
        let is_here = (name as usize) < self.len();
        let devices = || if self.kinds.binary_search(&name).is_ok() { &[][..] } else { self.bearers(name) };
        is_here.then(|| Name { text: self.texts.get(name), devices: devices() })
    }

    /// The texts of all names.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter()
    }

    /// The name that is exactly this text, by its position.
    pub(super) fn find(&self, text: &str) -> Option<u32> {
        self.index.find(text, |name| self.texts.get(name))
    }

    /// Whether the name is said only because one device has it.
    pub(super) fn is_distinct(&self, name: u32) -> bool {
        name >= self.distinct
    }

    /// The devices that have a name, whether or not they answer to it.
    pub(super) fn bearers(&self, name: u32) -> &[Bearer] {
        let name = name as usize;
        let start = name.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(name).copied().unwrap_or(start);
        self.bearers.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The devices that have a text as a distinctive word, whether or not it is a name.
    pub(super) fn distinct_bearers(&self, text: &str) -> impl Iterator<Item = DeviceIndex> + '_ {
        let name = self.find(text).filter(|name| self.is_distinct(*name));
        let only = name.map(|name| self.bearers(name)).unwrap_or_default();
        let others = self.others.get(text).map(|others| &**others).unwrap_or_default();
        only.iter().map(|(device, _)| *device).chain(others.iter().copied())
    }
}

/// Names device by device, as a home is compiled.
#[derive(Default)]
pub(super) struct Collected {
    texts: Texts,
    said: Vec<bool>,
    index: TextIndex,
    bearers: Vec<(u32, Bearer)>,
    distinct: HashMap<Box<str>, Vec<DeviceIndex>>,
}

impl Collected {
    /// Adds a form of a device's name.
    pub(super) fn add(&mut self, form: Form, device: DeviceIndex) {
        if form.role == Role::Distinct {
            self.distinct.entry(form.text.into()).or_default().push(device);
            return;
        }
        let texts = &self.texts;
        let name = self.index.find(&form.text, |name| texts.get(name)).unwrap_or_else(|| {
            let name = self.texts.push(&form.text);
            self.said.push(false);
            let texts = &self.texts;
            self.index.insert(name, |name| texts.get(name));
            name
        });
        self.said[name as usize] |= form.role == Role::Said;
        self.bearers.push((name, (device, form.whole)));
    }
}

/// The forms of a device's names, each once. `rooms` are the normalised words of its room; `is_room` tells whether some
/// room of the home is called so.
pub(super) fn forms_of(device: &Device, rooms: &[String], is_room: impl Fn(&str) -> bool) -> Vec<Form> {
    let rooms: Vec<&str> = rooms.iter().map(String::as_str).collect();
    let mut forms: Vec<Form> = variants(&device.name, &rooms, false)
        .into_iter()
        // 铺子 of 铺子大灯 is where it stands before it is the lamp.
        .filter(|form| form.whole || !is_room(&form.text))
        .map(|form| Form { text: form.text, whole: form.whole, role: Role::Said })
        .collect();
    let whole = spoken(&device.name);
    if whole.contains(' ') && !forms.iter().any(|form| form.text == whole) {
        forms.push(Form { text: whole.to_string(), whole: true, role: Role::Found });
    }
    for alias in &device.aliases {
        for variant in variants(alias, &[], true).into_iter().filter(|variant| variant.whole) {
            match forms.iter_mut().find(|form| form.text == variant.text) {
                Some(form) => (form.whole, form.role) = (true, Role::Said),
                None => forms.push(Form { text: variant.text, whole: true, role: Role::Said }),
            }
        }
    }
    for word in std::iter::once(&device.name).chain(&device.aliases).flat_map(|name| distinctive_words(name))
    {
        // Priya has a room: she is no lamp.
        let is_name = is_room(&word) || is_room(&format!("{word}'s"));
        if !is_name && !forms.iter().any(|form| form.text == word) {
            forms.push(Form { text: word, whole: false, role: Role::Distinct });
        }
    }
    forms
}
