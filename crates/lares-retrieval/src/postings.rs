//! Sets of devices: dense while a request narrows them down, sparse where an index lists them.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use lares_home::DeviceIndex;

/// The devices that a request is still about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceSet {
    bits: FixedBitSet,
}

impl DeviceSet {
    /// The empty set over `devices` devices.
    pub fn empty(devices: usize) -> DeviceSet {
        DeviceSet { bits: FixedBitSet::with_capacity(devices) }
    }

    /// All of `devices` devices.
    pub fn all(devices: usize) -> DeviceSet {
        let mut bits = FixedBitSet::with_capacity(devices);
        bits.insert_range(..);
        DeviceSet { bits }
    }

    /// The set of those devices; one that does not exist is left out.
    pub fn of(devices: usize, members: impl IntoIterator<Item = DeviceIndex>) -> DeviceSet {
        let mut set = DeviceSet::empty(devices);
        for device in members {
            set.insert(device);
        }
        set
    }

    /// Adds a device; one that does not exist is left out.
    pub fn insert(&mut self, device: DeviceIndex) {
        if (device.0 as usize) < self.bits.len() {
            self.bits.insert(device.0 as usize);
        }
    }

    /// Removes a device.
    pub fn remove(&mut self, device: DeviceIndex) {
        if (device.0 as usize) < self.bits.len() {
            self.bits.set(device.0 as usize, false);
        }
    }

    /// Whether the device is in it.
    pub fn contains(&self, device: DeviceIndex) -> bool {
        self.bits.contains(device.0 as usize)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bits.count_ones(..)
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.bits.is_clear()
    }

    /// The devices in file order.
    pub fn iter(&self) -> impl Iterator<Item = DeviceIndex> + '_ {
        self.bits.ones().map(|index| DeviceIndex(index as u32))
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &DeviceSet) {
        self.bits.intersect_with(&other.bits);
    }

    /// Adds what is in the other.
    pub fn unite(&mut self, other: &DeviceSet) {
        self.bits.union_with(&other.bits);
    }

    /// Removes what is in the other.
    pub fn subtract(&mut self, other: &DeviceSet) {
        self.bits.difference_with(&other.bits);
    }

    /// What is in both, as a set of its own.
    pub fn and(&self, other: &DeviceSet) -> DeviceSet {
        let mut both = self.clone();
        both.intersect(other);
        both
    }
}

/// The devices of an index entry, in file order. A home has many rooms with few devices each, so a list is smaller than
/// a bitmap for each.
pub type Postings = Box<[DeviceIndex]>;

/// The devices of many keys, in two flat tables: a home of a hundred devices has hundreds of keys with a device or two
/// each, and a list by itself for each of them would take more room than what it holds.
#[derive(Debug, Clone)]
pub struct PostingLists<K> {
    /// The keys in ascending order, with where the devices of each begin.
    keys: Box<[(K, u32)]>,
    devices: Postings,
}

impl<K> Default for PostingLists<K> {
    fn default() -> PostingLists<K> {
        PostingLists { keys: Box::default(), devices: Box::default() }
    }
}

impl<K: Ord + Copy> PostingLists<K> {
    /// The lists of keys with their devices, in whatever order; a pair that is there twice counts once.
    pub fn new(mut pairs: Vec<(K, DeviceIndex)>) -> PostingLists<K> {
        pairs.sort_unstable();
        pairs.dedup();
        let mut keys: Vec<(K, u32)> = Vec::new();
        for (at, (key, _)) in (0..).zip(&pairs) {
            if keys.last().is_none_or(|(last, _)| last != key) {
                keys.push((*key, at));
            }
        }
        PostingLists { keys: keys.into(), devices: pairs.into_iter().map(|(_, device)| device).collect() }
    }

    /// The devices of a key, in file order.
    pub fn of(&self, key: K) -> &[DeviceIndex] {
        let Ok(place) = self.keys.binary_search_by(|(known, _)| known.cmp(&key)) else { return &[] };
        let start = self.keys.get(place).map_or(0, |(_, start)| *start as usize);
        let end = self.keys.get(place + 1).map_or(self.devices.len(), |(_, end)| *end as usize);
        self.devices.get(start..end).unwrap_or_default()
    }
}

impl<K: Ord + Copy> From<HashMap<K, Vec<DeviceIndex>>> for PostingLists<K> {
    /// From lists that are in file order each.
    fn from(lists: HashMap<K, Vec<DeviceIndex>>) -> PostingLists<K> {
        let mut lists: Vec<(K, Vec<DeviceIndex>)> = lists.into_iter().collect();
        lists.sort_unstable_by_key(|(key, _)| *key);
        let mut start = 0;
        let keys = lists
            .iter()
            .map(|(key, list)| {
                let own = start;
                start += list.len() as u32;
                (*key, own)
            })
            .collect();
        PostingLists { keys, devices: lists.into_iter().flat_map(|(_, list)| list).collect() }
    }
}

/// Adds listed devices to a set.
pub fn add(set: &mut DeviceSet, postings: &[DeviceIndex]) {
    for device in postings {
        set.insert(*device);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_those_of_their_keys() {
        let pair = |key: char, device| (key, DeviceIndex(device));
        let lists = PostingLists::new(vec![pair('b', 2), pair('a', 7), pair('b', 1), pair('b', 2)]);
        let grouped =
            HashMap::from([('b', vec![DeviceIndex(1), DeviceIndex(2)]), ('a', vec![DeviceIndex(7)])]);
        for lists in [lists, PostingLists::from(grouped)] {
            assert_eq!(lists.of('a'), [DeviceIndex(7)]);
            assert_eq!(lists.of('b'), [DeviceIndex(1), DeviceIndex(2)]);
            assert!(lists.of('c').is_empty() && lists.of(' ').is_empty());
        }
        assert!(PostingLists::new(Vec::new()).of('a').is_empty());
    }

    #[test]
    fn sets_narrow_and_widen() {
        let mut set = DeviceSet::of(5, [DeviceIndex(1), DeviceIndex(3), DeviceIndex(9)]);
        assert_eq!(set.len(), 2);
        set.unite(&DeviceSet::of(5, [DeviceIndex(4)]));
        set.remove(DeviceIndex(1));
        set.remove(DeviceIndex(99));
        assert_eq!(set.iter().collect::<Vec<_>>(), [DeviceIndex(3), DeviceIndex(4)]);
        assert_eq!(DeviceSet::all(5).and(&set), set);
        assert!(DeviceSet::empty(0).is_empty() && DeviceSet::all(0).is_empty());
    }
}
