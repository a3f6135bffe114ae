//! A set of devices: all of them, a few by their numbers, or one bit for each. What a request narrows down is mostly all
//! of them at first and a few at last, neither of which needs memory of its own, however large the home.

use std::sync::Arc;

use lares_home::{DeviceIndex, Difference};
use smallvec::SmallVec;

use crate::device_bits::DeviceBits;

/// So many are kept by their numbers.
const FEW: usize = 12;

/// The devices that a request is still about.
#[derive(Debug, Clone)]
pub struct DeviceSet {
    /// How many devices there are to choose from.
    devices: usize,
    members: Members,
}

#[derive(Debug, Clone)]
enum Members {
    All,
    /// In ascending order, each once.
    Few(SmallVec<[DeviceIndex; FEW]>),
    Many(DeviceBits),
    /// As a table of the home keeps them, for whoever asks.
    Shared(Arc<DeviceBits>),
}

impl PartialEq for DeviceSet {
    fn eq(&self, other: &DeviceSet) -> bool {
        self.devices == other.devices && self.iter().eq(other.iter())
    }
}

impl Eq for DeviceSet {}

impl DeviceSet {
    /// The empty set over `devices` devices.
    pub fn empty(devices: usize) -> DeviceSet {
        DeviceSet { devices, members: Members::Few(SmallVec::new()) }
    }

    /// All of `devices` devices.
    pub fn all(devices: usize) -> DeviceSet {
        DeviceSet { devices, members: Members::All }
    }

    /// The set of those devices; one that does not exist is left out.
    pub fn of(devices: usize, members: impl IntoIterator<Item = DeviceIndex>) -> DeviceSet {
        let mut set = DeviceSet::empty(devices);
        for device in members {
            set.insert(device);
        }
        set
    }

    /// The same set, which costs nothing to be cloned from now on.
    pub(crate) fn shared(self) -> DeviceSet {
        let members = match self.members {
            Members::Many(bits) => Members::Shared(Arc::new(bits)),
            members => members,
        };
        DeviceSet { members, ..self }
    }

    /// Adds a device; one that does not exist is left out.
    pub fn insert(&mut self, device: DeviceIndex) {
        let place = device.0 as usize;
        if place >= self.devices {
            return;
        }
        match &mut self.members {
            Members::All => {}
            Members::Few(few) => match few.binary_search(&device) {
                Err(place) if few.len() < FEW => few.insert(place, device),
                Err(_) => self.change(|bits| bits.insert(place)),
                Ok(_) => {}
            },
            Members::Many(bits) => bits.insert(place),
            Members::Shared(bits) if bits.contains(place) => {}
            Members::Shared(_) => self.change(|bits| bits.insert(place)),
        }
    }

    /// Removes a device.
    pub fn remove(&mut self, device: DeviceIndex) {
        if let Members::Few(few) = &mut self.members {
            if let Ok(place) = few.binary_search(&device) {
                few.remove(place);
            }
        } else if self.contains(device) {
            self.change(|bits| bits.remove(device.0 as usize));
        }
    }

    /// Whether the device is in it.
    pub fn contains(&self, device: DeviceIndex) -> bool {
        match &self.members {
            Members::All => (device.0 as usize) < self.devices,
            Members::Few(few) => few.binary_search(&device).is_ok(),
            Members::Many(bits) => bits.contains(device.0 as usize),
            Members::Shared(bits) => bits.contains(device.0 as usize),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.members {
            Members::All => self.devices,
            Members::Few(few) => few.len(),
            Members::Many(bits) => bits.count(),
            Members::Shared(bits) => bits.count(),
        }
    }

    /// Whether there are more than so many: the others are not counted.
    pub fn has_more_than(&self, count: usize) -> bool {
        self.iter().nth(count).is_some()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        !self.has_more_than(0)
    }

    /// The devices in file order.
    pub fn iter(&self) -> impl Iterator<Item = DeviceIndex> + '_ {
        let (all, few) = match &self.members {
            Members::All => (0..self.devices as u32, &[][..]),
            Members::Few(few) => (0..0, few.as_slice()),
            _ => (0..0, &[][..]),
        };
        let bits = self.bits().into_iter().flat_map(DeviceBits::places);
        all.map(DeviceIndex).chain(few.iter().copied()).chain(bits.map(|index| DeviceIndex(index as u32)))
    }

    /// Keeps what is in both.
    pub fn intersect(&mut self, other: &DeviceSet) {
        match (&mut self.members, &other.members) {
            (_, Members::All) if other.devices >= self.devices => {}
            (Members::Few(few), _) => few.retain(|device| other.contains(*device)),
            (_, Members::Few(few)) => {
                let both = few.iter().copied().filter(|device| self.contains(*device)).collect();
                self.members = Members::Few(both);
            }
            (Members::All, _) if other.devices == self.devices => self.members = other.members.clone(),
            (_, Members::Many(bits)) => self.change(|own| own.intersect(bits)),
            (_, Members::Shared(bits)) => self.change(|own| own.intersect(bits)),
            (_, Members::All) => {
                *self = DeviceSet::of(self.devices, self.iter().filter(|device| other.contains(*device)))
            }
        }
    }

    /// Adds what is in the other.
    pub fn unite(&mut self, other: &DeviceSet) {
        match (&self.members, &other.members) {
            (Members::All, _) => {}
            (_, Members::All) if other.devices >= self.devices => self.members = Members::All,
            (Members::Few(few), members) if few.is_empty() && other.devices == self.devices => {
                self.members = members.clone();
            }
            (_, Members::Many(bits)) if other.devices == self.devices => self.change(|own| own.unite(bits)),
            (_, Members::Shared(bits)) if other.devices == self.devices => self.change(|own| own.unite(bits)),
            _ => other.iter().for_each(|device| self.insert(device)),
        }
    }

    /// Removes what is in the other.
    pub fn subtract(&mut self, other: &DeviceSet) {
        match (&mut self.members, &other.members) {
            (_, Members::Few(few)) => few.iter().for_each(|device| self.remove(*device)),
            (Members::Few(few), _) => few.retain(|device| !other.contains(*device)),
            (_, Members::Many(bits)) => self.change(|own| own.subtract(bits)),
            (_, Members::Shared(bits)) => self.change(|own| own.subtract(bits)),
            (_, Members::All) => {
                *self = DeviceSet::of(self.devices, self.iter().filter(|device| !other.contains(*device)));
            }
        }
    }

    /// The set after a change to `devices` devices, without those that were replaced.
    pub(crate) fn moved(&self, difference: &Difference, devices: usize) -> DeviceSet {
        let kept = self.iter().filter(|device| difference.is_kept(*device));
        DeviceSet::of(devices, kept.map(|device| difference.after(device)))
    }

    /// What is in both, as a set of its own.
    pub fn and(&self, other: &DeviceSet) -> DeviceSet {
        if let (Members::All, true) = (&self.members, self.devices == other.devices) {
            return other.clone();
        }
        if let (Members::Few(few), true) = (&other.members, self.devices == other.devices) {
            let both = few.iter().copied().filter(|device| self.contains(*device)).collect();
            return DeviceSet { devices: self.devices, members: Members::Few(both) };
        }
        let mut both = self.clone();
        both.intersect(other);
        both
    }

    fn bits(&self) -> Option<&DeviceBits> {
        match &self.members {
            Members::All | Members::Few(_) => None,
            Members::Many(bits) => Some(bits),
            Members::Shared(bits) => Some(bits),
        }
    }

    /// Changes its bits, its own from now on.
    fn change(&mut self, change: impl FnOnce(&mut DeviceBits)) {
        let mut bits = match std::mem::replace(&mut self.members, Members::All) {
            Members::Many(bits) => bits,
            Members::Shared(bits) => Arc::unwrap_or_clone(bits),
            Members::All => DeviceBits::all(self.devices),
            Members::Few(few) => {
                let mut bits = DeviceBits::none(self.devices);
                few.iter().for_each(|device| bits.insert(device.0 as usize));
                bits
            }
        };
        change(&mut bits);
        self.members = Members::Many(bits);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// More than are kept by their numbers, and more than a word of bits.
    const DEVICES: usize = 70;

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

    #[test]
    fn sets_of_other_homes_share_nothing_but_their_numbers() {
        let small = DeviceSet::all(3);
        let large = DeviceSet::of(DEVICES, (0..60).map(DeviceIndex));
        let numbers = |set: &DeviceSet| set.iter().map(|device| device.0).collect::<Vec<_>>();
        assert_eq!(numbers(&large.and(&small)), [0, 1, 2]);
        assert_eq!(numbers(&small.and(&large)), [0, 1, 2]);
        let mut united = small.clone();
        united.unite(&large);
        assert_eq!(united, small);
        let mut rest = large.clone();
        rest.subtract(&small);
        assert_eq!(rest.len(), 57);
    }

    /// A set in one of its forms, and the same as a set of numbers.
    fn pair() -> impl Strategy<Value = (DeviceSet, BTreeSet<u32>)> {
        let members = prop::collection::btree_set(0..DEVICES as u32, 0..DEVICES);
        let few = prop::collection::btree_set(0..DEVICES as u32, 0..6);
        let all = Just((0..DEVICES as u32).collect::<BTreeSet<u32>>());
        (prop_oneof![members, few, all], any::<bool>()).prop_map(|(members, shared)| {
            let all = members.len() == DEVICES && shared;
            let set = DeviceSet::of(DEVICES, members.iter().copied().map(DeviceIndex));
            let set = if all { DeviceSet::all(DEVICES) } else { set };
            (if shared { set.shared() } else { set }, members)
        })
    }

    proptest! {
        /// Whatever form the sets have, they do what sets do.
        #[test]
        fn like_sets_of_numbers((one, a) in pair(), (other, b) in pair(), device in 0..DEVICES as u32 + 5) {
            let numbers = |set: &DeviceSet| set.iter().map(|device| device.0).collect::<BTreeSet<u32>>();
            prop_assert_eq!(numbers(&one), a.clone());
            prop_assert_eq!(one.len(), a.len());
            prop_assert_eq!(one.has_more_than(3), a.len() > 3);
            prop_assert_eq!(one.is_empty(), a.is_empty());
            prop_assert_eq!(one.contains(DeviceIndex(device)), a.contains(&device));
            prop_assert_eq!(one == other, a == b);
            prop_assert_eq!(numbers(&one.and(&other)), a.intersection(&b).copied().collect::<BTreeSet<_>>());
            let changed = |change: &dyn Fn(&mut DeviceSet)| {
                let mut changed = one.clone();
                change(&mut changed);
                numbers(&changed)
            };
            let intersected = changed(&|set| set.intersect(&other));
            prop_assert_eq!(intersected, a.intersection(&b).copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(changed(&|set| set.unite(&other)), a.union(&b).copied().collect::<BTreeSet<_>>());
            prop_assert_eq!(changed(&|set| set.subtract(&other)), a.difference(&b).copied().collect::<BTreeSet<_>>());
            let exists = device < DEVICES as u32;
            let mut with = a.clone();
            if exists {
                with.insert(device);
            }
            prop_assert_eq!(changed(&|set| set.insert(DeviceIndex(device))), with);
            let without: BTreeSet<u32> = a.iter().copied().filter(|own| *own != device).collect();
            prop_assert_eq!(changed(&|set| set.remove(DeviceIndex(device))), without);
        }
    }
}
