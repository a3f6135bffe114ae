//! The devices that an index lists for each of its keys.

use std::collections::HashMap;

use lares_home::{DeviceIndex, Difference};

use crate::device_set::DeviceSet;

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

impl<K: Ord + Copy> PostingLists<K> {
    /// All lists, by their keys in ascending order.
    pub fn lists(&self) -> impl Iterator<Item = (K, &[DeviceIndex])> + '_ {
        (0..).zip(&self.keys).map(|(place, (key, start))| {
            let end = self.keys.get(place + 1).map_or(self.devices.len(), |(_, end)| *end as usize);
            (*key, self.devices.get(*start as usize..end).unwrap_or_default())
        })
    }

    /// The lists after a change: those devices that were kept, at their new positions, and `fresh`, what the others have.
    pub(crate) fn changed(&self, kept: &Kept, fresh: Vec<(K, DeviceIndex)>) -> PostingLists<K> {
        let fresh = PostingLists::new(fresh);
        let mut keys: Vec<(K, u32)> = Vec::with_capacity(self.keys.len() + fresh.keys.len());
        let mut devices: Vec<DeviceIndex> = Vec::with_capacity(self.devices.len() + fresh.devices.len());
        let mut fresh = fresh.lists().peekable();
        for (key, list) in self.lists() {
            while let Some((fresh, own)) = fresh.next_if(|(fresh, _)| *fresh < key) {
                keys.push((fresh, devices.len() as u32));
                devices.extend_from_slice(own);
            }
            let start = devices.len();
            kept.extend(&mut devices, list);
            if let Some((_, own)) = fresh.next_if(|(fresh, _)| *fresh == key) {
                merge(&mut devices, start, own);
            }
            if devices.len() > start {
                keys.push((key, start as u32));
            }
        }
        for (fresh, own) in fresh {
            keys.push((fresh, devices.len() as u32));
            devices.extend_from_slice(own);
        }
        PostingLists { keys: keys.into(), devices: devices.into() }
    }
}

/// Which devices a change left as they are.
pub(crate) struct Kept {
    /// The devices that are gone or another now, ascending, each with the number of those gone before it.
    touched: Vec<(DeviceIndex, u32)>,
    gone: u32,
}

impl Kept {
    pub(crate) fn new(difference: &Difference) -> Kept {
        let removed = difference.removed.iter().map(|at| (*at, true));
        let mut touched: Vec<(DeviceIndex, bool)> =
            removed.chain(difference.replaced.iter().map(|at| (*at, false))).collect();
        touched.sort_unstable();
        let mut gone = 0;
        let with_gone = |(at, is_gone)| {
            let before = gone;
            gone += u32::from(is_gone);
            (at, before)
        };
        Kept { touched: touched.into_iter().map(with_gone).collect(), gone }
    }

    /// Where the device stands now, if it is as it was.
    pub(crate) fn after(&self, before: DeviceIndex) -> Option<DeviceIndex> {
        let next = self.touched.partition_point(|(at, _)| *at < before);
        match self.touched.get(next) {
            Some((at, _)) if *at == before => None,
            Some((_, gone)) => Some(DeviceIndex(before.0 - gone)),
            None => Some(DeviceIndex(before.0 - self.gone)),
        }
    }

    /// Adds those of an ascending list that are as they were: between two that are not, they are copied as they lie.
    fn extend(&self, devices: &mut Vec<DeviceIndex>, list: &[DeviceIndex]) {
        let Some(first) = list.first() else { return };
        let mut rest = list;
        let next = self.touched.partition_point(|(at, _)| at < first);
        for &(at, gone) in self.touched.get(next..).unwrap_or_default() {
            let (before, from) = rest.split_at(rest.partition_point(|device| *device < at));
            copy(devices, before, gone);
            rest = from.strip_prefix(&[at]).unwrap_or(from);
            if rest.is_empty() {
                return;
            }
        }
        copy(devices, rest, self.gone);
    }
}

/// Adds devices that have moved up by so many positions.
fn copy(devices: &mut Vec<DeviceIndex>, list: &[DeviceIndex], gone: u32) {
    if gone == 0 {
        devices.extend_from_slice(list);
    } else {
        devices.extend(list.iter().map(|device| DeviceIndex(device.0 - gone)));
    }
}

/// Adds an ascending list to what is ascending from `start` on.
fn merge(devices: &mut Vec<DeviceIndex>, start: usize, list: &[DeviceIndex]) {
    const FEW: usize = 8;
    if list.len() > FEW {
        devices.extend_from_slice(list);
        if let Some(all) = devices.get_mut(start..) {
            all.sort_unstable();
        }
        return;
    }
    for device in list {
        let known = devices.get(start..).unwrap_or_default();
        devices.insert(start + known.partition_point(|known| known < device), *device);
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
    fn lists_change_with_their_devices() {
        let at = |positions: &[u32]| positions.iter().copied().map(DeviceIndex).collect::<Vec<_>>();
        let pairs = |pairs: &[(char, u32)]| {
            PostingLists::new(pairs.iter().map(|(key, device)| (*key, DeviceIndex(*device))).collect())
        };
        let before = pairs(&[('b', 0), ('b', 1), ('b', 3), ('d', 1), ('e', 2), ('e', 3)]);
        let difference = Difference { removed: at(&[1]), replaced: at(&[2]), specs: false };
        let fresh = vec![('a', DeviceIndex(3)), ('b', DeviceIndex(1)), ('f', DeviceIndex(1))];
        let after = before.changed(&Kept::new(&difference), fresh);
        let expected = pairs(&[('a', 3), ('b', 0), ('b', 1), ('b', 2), ('e', 2), ('f', 1)]);
        assert_eq!(after.lists().collect::<Vec<_>>(), expected.lists().collect::<Vec<_>>());
    }
}
