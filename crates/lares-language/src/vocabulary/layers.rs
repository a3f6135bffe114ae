//! The layers of a home's words, looked through together.
//!
//! What is found is the same, in the same order, as if the home had been compiled from nothing. Words and names of the
//! upper layer are counted on from those of the lower one.

use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

use hashbrown::{HashMap, HashSet};
use lares_home::{Device, DeviceIndex};

use super::by_ear::SpokenNames;
use super::layer::Layer;
use super::names::{Bearer, Name};
use super::rooms::RoomsByConcept;
use super::slots::Slots;
use crate::lexicon::{Person, Sense};

/// A feature that more names share than this says too little to be followed.
pub(super) const COMMON: usize = 512;

/// The words of a home as it was when they were last compiled from nothing, and the rooms, which do not change since.
pub(super) struct Base {
    pub(super) layer: Layer,
    /// How many devices the home had.
    pub(super) devices: u32,
    /// Room words by their texts.
    pub(super) room_index: HashMap<Box<str>, u32>,
    /// The rooms of the home by the kinds of rooms (and floors) that they are.
    pub(super) rooms_by_concept: RoomsByConcept,
}

/// What has changed since.
pub(super) struct Overlay {
    pub(super) layer: Layer,
    /// The words of the base that this layer has in their stead, or that are gone.
    pub(super) hidden_words: HashSet<u32>,
    /// The same of names.
    pub(super) hidden_names: HashSet<u32>,
    pub(super) slots: Slots,
    /// The devices of the base that have changed or gone, as they were, by their slots in ascending order.
    pub(super) stale: Vec<(u32, Device)>,
    /// The commands or attributes of the home have changed, too.
    pub(super) specs: bool,
}

/// Where a word would stand among the words of a home that is compiled from nothing: rooms, names, scenes, values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank<'l> {
    Room(u32),
    Name(Order<'l>),
    /// By the first scene that it stands for. Words for the same scene mean the same.
    Scene(u32),
    Value,
}

/// Where a name would stand among the names of such a home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order<'l> {
    /// By the slot of the first device that has it, and by its form. All names that one device has first are in the same
    /// layer, so that the position stands for the form.
    First(u32, u32),
    /// The distinctive ones by their texts.
    Distinct(&'l str),
}

#[derive(Clone)]
pub(super) struct Layers {
    pub(super) base: Arc<Base>,
    /// None until something changes.
    pub(super) own: Option<Arc<Overlay>>,
}

impl Layers {
    fn base_names(&self) -> usize {
        self.base.layer.names.len()
    }

    /// A name by its position.
    pub(super) fn name(&self, position: u32) -> Option<Name<'_>> {
        match position.checked_sub(self.base_names() as u32) {
            None => self.base.layer.names.get(position),
            Some(position) => self.own.as_ref()?.layer.names.get(position),
        }
    }

    /// The name that is exactly this text.
    pub(super) fn name_of(&self, text: &str) -> Option<u32> {
        let of_base = self.base.layer.names.find(text);
        match &self.own {
            None => of_base,
            Some(own) => match own.layer.names.find(text) {
                Some(name) => Some(name + self.base_names() as u32),
                None => of_base.filter(|name| !own.hidden_names.contains(name)),
            },
        }
    }

    /// The devices that answer to a name, at their positions, with whether it is a whole name of that one.
    pub(super) fn devices_of(&self, name: u32) -> impl Iterator<Item = Bearer> + '_ {
        let devices = self.name(name).map(|name| name.devices).unwrap_or_default();
        devices.iter().map(|&(slot, whole)| (self.position(slot), whole))
    }

    fn position(&self, slot: DeviceIndex) -> DeviceIndex {
        self.own.as_ref().map_or(slot, |own| own.slots.position(slot))
    }

    /// What names are sorted by to stand in the order of a home that is compiled from nothing.
    pub(super) fn order_of(&self, name: u32) -> Order<'_> {
        let Some(own) = &self.own else { return Order::First(0, name) };
        let (list, position) = match name.checked_sub(self.base_names() as u32) {
            Some(position) => (&own.layer.names, position),
            None => (&self.base.layer.names, name),
        };
        if list.is_distinct(position) {
            return Order::Distinct(list.get(position).map_or("", |name| name.text));
        }
        Order::First(list.bearers(position).first().map_or(u32::MAX, |(slot, _)| slot.0), name)
    }

    /// The names that have a feature, in their order; none where more than [`COMMON`] have it.
    pub(super) fn names_with(&self, feature: u64) -> impl Iterator<Item = u32> + '_ {
        let features = &self.base.layer.features;
        let (plain, layered) = match &self.own {
            None => (Some(features.names(feature)), Vec::new()),
            Some(own) => {
                let mut names: Vec<u32> = features
                    .names_with_common(feature)
                    .filter(|name| !own.hidden_names.contains(name))
                    .chain(own.layer.features.names(feature).map(|name| name + self.base_names() as u32))
                    .collect();
                if names.len() > COMMON {
                    names.clear();
                }
                names.sort_unstable_by_key(|&name| self.order_of(name));
                (None, names)
            }
        };
        plain.into_iter().flatten().chain(layered)
    }

    /// The names that speak of members of the family.
    pub(super) fn persons(&self) -> impl Iterator<Item = (Person, u32)> + '_ {
        let own = self.own.as_deref();
        let is_here = move |name: &u32| own.is_none_or(|own| !own.hidden_names.contains(name));
        let of_base = self.base.layer.names.persons.iter().copied().filter(move |(_, name)| is_here(name));
        let of_own = own.into_iter().flat_map(|own| own.layer.names.persons.iter().copied());
        of_base.chain(of_own.map(|(who, name)| (who, name + self.base_names() as u32)))
    }

    /// The senses of a word by its position.
    pub(super) fn senses(&self, word: usize) -> &[Sense] {
        match word.checked_sub(self.base.layer.words()) {
            None => self.base.layer.senses(word),
            Some(word) => self.own.as_ref().map(|own| own.layer.senses(word)).unwrap_or_default(),
        }
    }

    /// Calls `found(end, length, senses)` for every word in the text, in the order of their ends, the longest first.
    pub(super) fn scan(&self, text: &[char], mut found: impl FnMut(usize, usize, &[Sense])) {
        let base = &self.base.layer;
        let Some(own) = &self.own else {
            base.scan(text, |end, word| found(end, base.length(word), base.senses(word)));
            return;
        };
        let mut hits: Vec<(usize, Reverse<usize>, &[Sense])> = Vec::new();
        base.scan(text, |end, word| {
            if !own.hidden_words.contains(&(word as u32)) {
                hits.push((end, Reverse(base.length(word)), base.senses(word)));
            }
        });
        own.layer.scan(text, |end, word| {
            hits.push((end, Reverse(own.layer.length(word)), own.layer.senses(word)));
        });
        // No two words that end at one place are of one length.
        hits.sort_by_key(|&(end, length, _)| (end, length));
        hits.into_iter().for_each(|(end, Reverse(length), senses)| found(end, length, senses));
    }

    /// Where a word stands among the others, by its position.
    pub(super) fn rank(&self, word: u32) -> Rank<'_> {
        match self.senses(word as usize).first() {
            // Room words are numbered in the order of their words.
            Some(Sense::HomeRoom(room)) => Rank::Room(*room),
            Some(Sense::Name(name)) => Rank::Name(self.order_of(*name)),
            Some(Sense::Scene(scene)) => Rank::Scene(*scene),
            _ => Rank::Value,
        }
    }

    /// The names that are wanted, in their order: every name is looked at.
    fn names_where(&self, wanted: impl Fn(u32, &str) -> bool) -> Vec<u32> {
        let hidden = |name: &u32| self.own.as_ref().is_some_and(|own| own.hidden_names.contains(name));
        let own = self.own.as_ref().map_or(0, |own| own.layer.names.len());
        let is_wanted = |name: &u32| self.name(*name).is_some_and(|found| wanted(*name, found.text));
        let mut names: Vec<u32> = (0..(self.base_names() + own) as u32).filter(is_wanted).collect();
        names.retain(|name| !hidden(name));
        if own > 0 {
            names.sort_unstable_by_key(|&name| self.order_of(name));
        }
        names
    }
}

/// The names of a home by their positions.
#[derive(Clone)]
pub(crate) struct Names {
    layers: Layers,
    /// Names that only feeders have, in their order, once they were wanted.
    of_feeders: OnceLock<Box<[u32]>>,
    /// Names with an apostrophe by their texts, once they were wanted.
    of_owners: OnceLock<Box<[u32]>>,
    /// All names as they are spoken, once they were wanted.
    spoken: OnceLock<Arc<SpokenNames>>,
}

impl From<Layers> for Names {
    fn from(layers: Layers) -> Names {
        Names { layers, of_feeders: OnceLock::new(), of_owners: OnceLock::new(), spoken: OnceLock::new() }
    }
}

impl Names {
    /// The name at a position.
    pub(crate) fn get(&self, position: usize) -> Option<Name<'_>> {
        self.layers.name(position as u32)
    }

    /// Whether some device answers to the name at a position.
    pub(crate) fn stands_for_devices(&self, position: u32) -> bool {
        self.layers.name(position).is_some_and(|name| !name.devices.is_empty())
    }

    /// Whether some device is called just so.
    pub(crate) fn is_whole(&self, position: u32) -> bool {
        self.layers.devices_of(position).any(|(_, whole)| whole)
    }

    /// The names of feeders and of nothing else, in their order, each with the devices that answer to
    /// it. All names are looked at when they are first wanted.
    pub(crate) fn of_feeders(
        &self,
        is_feeder: impl Fn(DeviceIndex) -> bool,
    ) -> impl Iterator<Item = (&str, Vec<Bearer>)> + '_ {
        let only = |name: u32, _: &str| self.layers.devices_of(name).all(|(device, _)| is_feeder(device));
        let names = self.of_feeders.get_or_init(|| self.layers.names_where(only).into());
        names.iter().filter_map(|&name| self.with_devices(name))
    }

    /// The names that begin with these words up to an apostrophe, by their texts, each with the devices that answer to it.
    pub(crate) fn of_owner<'s>(
        &'s self,
        owner: &'s str,
    ) -> impl Iterator<Item = (&'s str, Vec<Bearer>)> + 's {
        let text = |name: &u32| self.layers.name(*name).map_or("", |name| name.text);
        let names = self.of_owners.get_or_init(|| {
            let mut names = self.layers.names_where(|_, text| text.contains('\''));
            names.sort_by_key(text);
            names.into()
        });
        let first = names.partition_point(|name| text(name) < owner);
        let names = names.get(first..).unwrap_or_default().iter();
        names
            .take_while(move |name| text(name).starts_with(owner))
            .filter_map(|&name| self.with_devices(name))
    }

    /// The names that devices answer to, as they are spoken. All names are looked at when they are first wanted.
    pub(super) fn spoken(&self) -> &SpokenNames {
        self.spoken.get_or_init(|| {
            let names = self.layers.names_where(|name, _| self.stands_for_devices(name));
            let text = |name: &u32| self.layers.name(*name).map_or("", |name| name.text);
            Arc::new(SpokenNames::of_names(names.iter().map(|name| (*name, text(name)))))
        })
    }

    fn with_devices(&self, name: u32) -> Option<(&str, Vec<Bearer>)> {
        Some((self.layers.name(name)?.text, self.layers.devices_of(name).collect()))
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        let own = self.layers.own.as_ref().map_or(0, |own| own.layer.names.len());
        self.layers.base_names() + own
    }
}
