//! Sets of devices: dense while a request narrows them down, sparse where an index lists them.

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
