//! In what two states of a home differ.

use crate::device::{Device, DeviceIndex};
use crate::devices::Devices;

/// What a change did to the devices of a home. Those that it does not name are as before and in the same order; devices
/// that were added stand at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// The positions before the change of the devices that are gone, ascending.
    pub removed: Vec<DeviceIndex>,
    /// The positions before the change of the devices that are another now in anything but their id, ascending.
    pub replaced: Vec<DeviceIndex>,
    /// The commands or attributes of the home are others: their positions say nothing any more.
    pub specs: bool,
}

impl Difference {
    /// The position after the change of a device that is still there.
    pub fn after(&self, before: DeviceIndex) -> DeviceIndex {
        let gone = self.removed.partition_point(|removed| *removed < before);
        DeviceIndex(before.0 - gone as u32)
    }

    /// Whether the device that stood there is as it was.
    pub fn is_kept(&self, before: DeviceIndex) -> bool {
        self.removed.binary_search(&before).is_err() && self.replaced.binary_search(&before).is_err()
    }

    /// A table with an entry for each device, after the change.
    pub fn table<T: Copy>(&self, before: &[T], now: &Devices, of: impl Fn(&Device) -> T) -> Vec<T> {
        let mut table = before.to_vec();
        for at in &self.replaced {
            let device = now.get(self.after(*at).0 as usize);
            if let (Some(entry), Some(device)) = (table.get_mut(at.0 as usize), device) {
                *entry = of(device);
            }
        }
        let mut removed = self.removed.iter().peekable();
        if removed.peek().is_some() {
            let mut position = 0;
            table.retain(|_| {
                position += 1;
                removed.next_if(|at| at.0 + 1 == position).is_none()
            });
        }
        table.extend((table.len()..now.len()).filter_map(|at| now.get(at)).map(of));
        table
    }

    /// The positions after the change of the devices that were replaced or added, ascending, in a home that had `before`
    /// devices and has `after`.
    pub fn fresh(&self, before: usize, after: usize) -> impl Iterator<Item = DeviceIndex> + '_ {
        let kept = before - self.removed.len().min(before);
        let replaced = self.replaced.iter().map(|at| self.after(*at));
        replaced.chain((kept as u32..after as u32).map(DeviceIndex))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_move_up() {
        let at = |positions: &[u32]| positions.iter().copied().map(DeviceIndex).collect::<Vec<_>>();
        let difference = Difference { removed: at(&[1, 4]), replaced: at(&[0, 5]), specs: false };
        assert_eq!(
            at(&[0, 2, 3, 5]).into_iter().map(|it| difference.after(it).0).collect::<Vec<_>>(),
            [0, 1, 2, 3]
        );
        assert_eq!(difference.fresh(6, 6).collect::<Vec<_>>(), at(&[0, 3, 4, 5]));
        assert!(difference.is_kept(DeviceIndex(2)) && !difference.is_kept(DeviceIndex(4)));
    }
}
