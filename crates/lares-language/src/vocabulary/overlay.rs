//! The words of a home after changes of a few devices: a second layer beside the one that was compiled from nothing.
//!
//! Every word that a changed device had or has moves into the second layer, with all that it means now, and is hidden in
//! the first. So do the names of a device that has become the first to have such a name, so that all names which one
//! device has first stay together: that is what the order of names is told by.

use hashbrown::{HashMap, HashSet};
use lares_home::{Device, DeviceIndex, Difference, Home};

use super::HomeVocabulary;
use super::features::{Features, SLACK};
use super::layer::{Layer, Words};
use super::layers::{Base, Layers, Overlay, Rank};
use super::names::{Bearer, NameList, forms_of};
use super::rooms::room_forms;
use super::slots::Slots;
use super::values::{Values, own_words};
use super::variants::Variant;
use crate::lexicon::{Sense, lexicon};

impl HomeVocabulary {
    /// The words of the home after a change that left its rooms and scenes as they are. `None` where so much has changed
    /// since the words were compiled from nothing that they have to be compiled again.
    pub fn changed(&self, before: &Home, after: &Home, difference: &Difference) -> Option<HomeVocabulary> {
        let base = &self.layers.base;
        let own = self.layers.own.as_deref();
        let slots = own.map(|own| own.slots.clone()).unwrap_or_default();
        let mut stale: Vec<(u32, Device)> = own.map(|own| own.stale.clone()).unwrap_or_default();
        for &position in difference.removed.iter().chain(&difference.replaced) {
            let slot = slots.slot(position).0;
            if slot < base.devices
                && let Err(place) = stale.binary_search_by_key(&slot, |(known, _)| *known)
            {
                stale.insert(place, (slot, before.devices.get(position.0 as usize)?.clone()));
            }
        }
        let gone = difference.removed.iter().map(|&position| slots.slot(position).0);
        let mut removed: Vec<u32> = slots.removed().iter().copied().chain(gone).collect();
        removed.retain(|slot| *slot < base.devices);
        removed.sort_unstable();
        let specs = difference.specs || own.is_some_and(|own| own.specs);
        let words = specs.then(|| own_words(after).into_iter().collect());
        let overlay = Builder::new(base, after, Slots::new(removed), &stale).build(words)?;
        let layers = Layers { base: base.clone(), own: Some(Overlay { stale, specs, ..overlay }.into()) };
        Some(HomeVocabulary {
            names: layers.clone().into(),
            slips: layers.clone().into(),
            layers,
            room_words: self.room_words.clone(),
            room_names: self.room_names.clone(),
            scene_names: self.scene_names.clone(),
            devices: self.devices.changed(after, difference),
            values: if difference.specs { Values::compile(after).into() } else { self.values.clone() },
        })
    }

    /// How many devices have changed since the words were compiled from nothing.
    pub fn changes(&self) -> usize {
        self.layers.own.as_ref().map_or(0, |own| {
            let added = self.devices.len() + own.slots.removed().len() - self.layers.base.devices as usize;
            own.stale.len() + added
        })
    }
}

/// Puts the layer of what has changed together.
struct Builder<'v> {
    base: &'v Base,
    home: &'v Home,
    slots: Slots,
    /// The slots of changed devices of the base.
    stale: HashSet<u32>,
    /// The forms of the devices that the base does not have as they are, by their slots.
    fresh: HashMap<u32, Vec<Variant>>,
    /// The same of unchanged devices that are the first to have a word of this layer.
    first: HashMap<u32, Vec<Variant>>,
    /// Who has a name among the fresh devices.
    bearers: HashMap<String, Vec<Bearer>>,
    /// The words of the layer, each once.
    texts: Vec<String>,
    known: HashSet<String>,
}

/// A name of the layer.
struct Named {
    /// The slot of the first device that has it, and which of its forms it is.
    order: (u32, u32),
    text: usize,
    bearers: Vec<Bearer>,
}

impl<'v> Builder<'v> {
    fn new(base: &'v Base, home: &'v Home, slots: Slots, stale: &[(u32, Device)]) -> Builder<'v> {
        let mut builder = Builder {
            base,
            home,
            slots,
            stale: stale.iter().map(|(slot, _)| *slot).collect(),
            fresh: HashMap::new(),
            first: HashMap::new(),
            bearers: HashMap::new(),
            texts: Vec::new(),
            known: HashSet::new(),
        };
        for (_, device) in stale {
            for form in builder.forms_of(device) {
                builder.add(form.text);
            }
        }
        let kept = stale.iter().map(|(slot, _)| *slot).filter(|slot| !builder.slots.removed().contains(slot));
        let added = base.devices..(home.devices.len() + builder.slots.removed().len()) as u32;
        for slot in kept.chain(added).collect::<Vec<u32>>() {
            let forms = builder.forms(slot);
            for form in &forms {
                let bearer = (DeviceIndex(slot), form.whole);
                builder.bearers.entry(form.text.clone()).or_default().push(bearer);
                builder.add(form.text.clone());
            }
            builder.fresh.insert(slot, forms);
        }
        builder
    }

    /// The layer; `values` are the words for values that only this home has, where they may be others than before. `None`
    /// where more is hidden than the base can do without.
    fn build(mut self, values: Option<HashSet<String>>) -> Option<Overlay> {
        let lower = &self.base.layer;
        let has_value = |word: usize| lower.senses(word).contains(&Sense::HomeValue);
        for text in values.iter().flatten() {
            if !lower.word(text).is_some_and(has_value) {
                self.add(text.clone());
            }
        }
        let names = self.names();
        let mut hidden_words = HashSet::new();
        let mut hidden_names = HashSet::new();
        let mut ranks = Vec::new();
        let mut words = Words::default();
        let mut list = NameList::default();
        let above = lower.names.list.len() as u32;
        let mut of_text: Vec<Option<(u32, (u32, u32))>> = vec![None; self.texts.len()];
        for Named { order, text, bearers } in names {
            let name = above + list.push(self.texts[text].as_str().into(), bearers.into());
            of_text[text] = Some((name, order));
        }
        for (text, name) in self.texts.iter().zip(of_text) {
            let word = lower.word(text);
            hidden_words.extend(word.map(|word| word as u32));
            hidden_names.extend(lower.names.find(text));
            let before = word.map(|word| lower.senses(word)).unwrap_or_default();
            let valued = match &values {
                Some(values) => values.contains(text),
                None => before.contains(&Sense::HomeValue),
            };
            let senses: Vec<Sense> = before
                .iter()
                .copied()
                .filter(|sense| matches!(sense, Sense::HomeRoom(_)))
                .chain(name.map(|(name, _)| Sense::Name(name)))
                .chain(before.iter().copied().filter(|sense| matches!(sense, Sense::Scene(_))))
                .chain(valued.then_some(Sense::HomeValue))
                .collect();
            ranks.extend(match (senses.first(), name) {
                (Some(Sense::HomeRoom(_)), _) => Some(Rank::Room(word.unwrap_or_default() as u32)),
                (Some(Sense::Name(_)), Some((name, (first, _)))) => Some(Rank::Name(first, name)),
                (Some(Sense::Scene(scene)), _) => Some(Rank::Scene(*scene)),
                (first, _) => first.map(|_| Rank::Value),
            });
            for sense in senses {
                words.add(text, sense);
            }
        }
        if let Some(values) = &values {
            let kept: HashSet<usize> = values.iter().filter_map(|text| lower.word(text)).collect();
            for word in (0..lower.words()).filter(|word| has_value(*word) && !kept.contains(word)) {
                // A word that means something else beside would have to be known by its text.
                if lower.senses(word).len() > 1 && !hidden_words.contains(&(word as u32)) {
                    return None;
                }
                hidden_words.insert(word as u32);
            }
        }
        if hidden_names.len() > SLACK {
            return None;
        }
        let features = Features::of_few(&list);
        let layer = Layer::new(words, list, features);
        let (slots, stale, specs) = (self.slots, Vec::new(), false);
        Some(Overlay { layer, ranks, hidden_words, hidden_names, slots, stale, specs })
    }

    /// The names of the layer in their order. Adds the words that have to be in the same layer.
    fn names(&mut self) -> Vec<Named> {
        let mut names = Vec::new();
        let mut next = 0;
        while let Some(text) = self.texts.get(next).cloned() {
            let bearers = self.bearers(&text);
            if let Some((first, _)) = bearers.first() {
                self.keep_together(first.0);
                let forms = self.fresh.get(&first.0).or_else(|| self.first.get(&first.0));
                let place = forms.and_then(|forms| forms.iter().position(|form| form.text == text));
                let order = (first.0, place.unwrap_or_default() as u32);
                names.push(Named { order, text: next, bearers });
            }
            next += 1;
        }
        names.sort_by_key(|name| name.order);
        names
    }

    /// All names that an unchanged device has first go with the one that it has first in this layer.
    fn keep_together(&mut self, slot: u32) {
        if self.fresh.contains_key(&slot) || self.first.contains_key(&slot) {
            return;
        }
        let names = &self.base.layer.names;
        let forms = self.forms(slot);
        for form in &forms {
            let first = names.find(&form.text).and_then(|name| names.bearers(name).first());
            if first.is_some_and(|(first, _)| first.0 == slot) {
                self.add(form.text.clone());
            }
        }
        self.first.insert(slot, forms);
    }

    fn add(&mut self, text: String) {
        if !text.is_empty() && !self.known.contains(&text) {
            self.known.insert(text.clone());
            self.texts.push(text);
        }
    }

    /// Who has the name now, in the order of the devices.
    fn bearers(&self, text: &str) -> Vec<Bearer> {
        let names = &self.base.layer.names;
        let before = names.find(text).map(|name| names.bearers(name)).unwrap_or_default();
        let kept = before.iter().filter(|(slot, _)| !self.stale.contains(&slot.0));
        let fresh = self.bearers.get(text).map(Vec::as_slice).unwrap_or_default();
        let mut bearers: Vec<Bearer> = kept.chain(fresh).copied().collect();
        bearers.sort_by_key(|(slot, _)| *slot);
        bearers
    }

    /// The forms of the device in a slot as it is now.
    fn forms(&self, slot: u32) -> Vec<Variant> {
        let position = self.slots.position(DeviceIndex(slot));
        self.home.devices.get(position.0 as usize).map(|device| self.forms_of(device)).unwrap_or_default()
    }

    fn forms_of(&self, device: &Device) -> Vec<Variant> {
        let room = device.room.and_then(|room| self.home.rooms.get(room.0 as usize));
        forms_of(device, &room.map(|room| room_forms(room, lexicon())).unwrap_or_default())
    }
}
