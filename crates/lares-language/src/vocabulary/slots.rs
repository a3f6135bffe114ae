//! Slots: what the names of a home know its devices by.
//!
//! A device keeps its slot as long as the names are not compiled anew, while its position in the home moves up when one
//! before it is removed. Slots and positions have the same order.

use lares_home::DeviceIndex;

/// Which slots are empty. Without changes a slot is the device's position.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    /// The slots whose devices were removed, ascending.
    removed: Box<[u32]>,
}

impl Slots {
    /// `removed` are slots in ascending order, each once.
    pub(super) fn new(removed: Vec<u32>) -> Slots {
        Slots { removed: removed.into() }
    }

    /// The empty slots, ascending.
    pub(super) fn removed(&self) -> &[u32] {
        &self.removed
    }

    /// The position of the device in a slot that is not empty.
    pub(super) fn position(&self, slot: DeviceIndex) -> DeviceIndex {
        let before = self.removed.partition_point(|&removed| removed < slot.0);
        DeviceIndex(slot.0 - before as u32)
    }

    /// The slot of the device at a position.
    pub(super) fn slot(&self, position: DeviceIndex) -> DeviceIndex {
        let mut slot = position.0;
        for &removed in &self.removed {
            if removed > slot {
                break;
            }
            slot += 1;
        }
        DeviceIndex(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_positions_with_gaps() {
        let slots = Slots::new(vec![0, 3, 4, 9]);
        let full = [1, 2, 5, 6, 7, 8, 10, 11];
        for (position, slot) in (0..).zip(full) {
            assert_eq!(slots.slot(DeviceIndex(position)), DeviceIndex(slot));
            assert_eq!(slots.position(DeviceIndex(slot)), DeviceIndex(position));
        }
        assert_eq!(Slots::default().slot(DeviceIndex(7)), DeviceIndex(7));
    }
}
