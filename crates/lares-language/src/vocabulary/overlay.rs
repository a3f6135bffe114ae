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
use super::layers::{Base, Layers, Overlay};
use super::names::{Bearer, Form, NameList, Role, forms_of};
use super::rooms::room_forms;
use super::slots::Slots;
use super::values::{Values, own_words};
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
            room_owners: self.room_owners.clone(),
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
    fresh: HashMap<u32, Vec<Form>>,
    /// The same of unchanged devices that are the first to have a word of this layer.
    first: HashMap<u32, Vec<Form>>,
    /// Who has a name among the fresh devices.
    bearers: HashMap<String, Vec<(Bearer, Role)>>,
    /// The words of the layer, each once.
    texts: Vec<String>,
    known: HashSet<String>,
}

/// A name of the layer.
struct Named {
    text: usize,
    bearers: Vec<Bearer>,
    /// It is said, not only found.
    said: bool,
    /// Which form it is of the first device that has it; `None` for one that only one device has.
    place: Option<usize>,
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
                let bearer = ((DeviceIndex(slot), form.whole), form.role);
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
        let mut list = NameList::default();
        let above = lower.names.len() as u32;
        let mut said: Vec<Option<Sense>> = vec![None; self.texts.len()];
        for Named { text, bearers, said: is_said, place } in names {
            let name = self.texts[text].as_str();
            let name = match (place, &bearers[..]) {
                (None, &[(device, _)]) => list.push_distinct(name, device),
                _ => list.push(name, &bearers),
            };
            said[text] = is_said.then_some(Sense::Name(above + name));
        }
        let mut words = Words::default();
        let mut hidden_words = HashSet::new();
        for (text, name) in self.texts.iter().zip(said) {
            let word = lower.word(text);
            hidden_words.extend(word.map(|word| word as u32));
            let before = word.map(|word| lower.senses(word)).unwrap_or_default();
            let valued = match &values {
                Some(values) => values.contains(text),
                None => before.contains(&Sense::HomeValue),
            };
            let rooms = before.iter().filter(|sense| matches!(sense, Sense::HomeRoom(_)));
            let scenes = before.iter().filter(|sense| matches!(sense, Sense::Scene(_)));
            for sense in rooms.copied().chain(name).chain(scenes.copied()) {
                words.add(text, sense);
            }
            if valued {
                words.add(text, Sense::HomeValue);
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
        let hidden_names: HashSet<u32> =
            self.texts.iter().filter_map(|text| lower.names.find(text)).collect();
        if hidden_names.len() > SLACK {
            return None;
        }
        let features = Features::of_few(&list);
        let layer = Layer::new(words, list, features);
        let (slots, stale, specs) = (self.slots, Vec::new(), false);
        Some(Overlay { layer, hidden_words, hidden_names, slots, stale, specs })
    }

    /// The names of the layer in their order. Adds the words that have to be in the same layer.
    fn names(&mut self) -> Vec<Named> {
        let mut names: Vec<((u32, usize), Named)> = Vec::new();
        let mut distinct: Vec<Named> = Vec::new();
        let mut next = 0;
        while let Some(text) = self.texts.get(next).cloned() {
            let (bearers, said) = self.bearers(&text);
            if let Some(&(DeviceIndex(first), _)) = bearers.first() {
                self.keep_together(first);
                let forms = self.fresh.get(&first).or_else(|| self.first.get(&first));
                let place = forms.and_then(|forms| forms.iter().position(|form| form.text == text));
                let place = place.unwrap_or_default();
                names.push(((first, place), Named { text: next, bearers, said, place: Some(place) }));
            } else if let [only] = self.distinct_bearers(&text)[..] {
                distinct.push(Named { text: next, bearers: vec![(only, false)], said: true, place: None });
            }
            next += 1;
        }
        names.sort_by_key(|(order, _)| *order);
        distinct.sort_by(|a, b| self.texts[a.text].cmp(&self.texts[b.text]));
        names.into_iter().map(|(_, name)| name).chain(distinct).collect()
    }

    /// All names that an unchanged device has first go with the one that it has first in this layer.
    fn keep_together(&mut self, slot: u32) {
        if self.fresh.contains_key(&slot) || self.first.contains_key(&slot) {
            return;
        }
        let names = &self.base.layer.names;
        let forms = self.forms(slot);
        for form in forms.iter().filter(|form| form.role != Role::Distinct) {
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

    /// Who has the name now otherwise than as a distinctive word, in the order of the devices, and whether it is said.
    fn bearers(&self, text: &str) -> (Vec<Bearer>, bool) {
        let names = &self.base.layer.names;
        let before = names.find(text).filter(|name| !names.is_distinct(*name));
        let before = before.map(|name| names.bearers(name)).unwrap_or_default();
        let kept = || before.iter().copied().filter(|(slot, _)| !self.stale.contains(&slot.0));
        let fresh =
            || self.bearers.get(text).into_iter().flatten().filter(|(_, role)| *role != Role::Distinct);
        let says = |form: &Form| form.text == text && form.role == Role::Said;
        let said = fresh().any(|(_, role)| *role == Role::Said)
            // Only of what has blanks may there be a form that is not said.
            || kept().any(|(slot, _)| !text.contains(' ') || self.forms(slot.0).iter().any(says));
        let mut bearers: Vec<Bearer> = kept().chain(fresh().map(|(bearer, _)| *bearer)).collect();
        bearers.sort_by_key(|(slot, _)| *slot);
        (bearers, said)
    }

    /// Who has the text now as a distinctive word.
    fn distinct_bearers(&self, text: &str) -> Vec<DeviceIndex> {
        let before = self.base.layer.names.distinct_bearers(text);
        let kept = before.filter(|slot| !self.stale.contains(&slot.0));
        let fresh = self.bearers.get(text).into_iter().flatten();
        kept.chain(fresh.map(|((slot, _), _)| *slot)).collect()
    }

    /// The forms of the device in a slot as it is now.
    fn forms(&self, slot: u32) -> Vec<Form> {
        let position = self.slots.position(DeviceIndex(slot));
        self.home.devices.get(position.0 as usize).map(|device| self.forms_of(device)).unwrap_or_default()
    }

    fn forms_of(&self, device: &Device) -> Vec<Form> {
        let room = device.room.and_then(|room| self.home.rooms.get(room.0 as usize));
        let is_room = |text: &str| self.base.room_index.contains_key(text);
        forms_of(device, &room.map(|room| room_forms(room, lexicon())).unwrap_or_default(), is_room)
    }
}
