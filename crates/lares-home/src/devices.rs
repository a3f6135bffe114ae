//! The devices of a home, in pieces that successive states of the home share.
//!
//! A home of 100,000 devices of which one is renamed holds one new piece; all others are those of the home before.

use std::ops::Index;
use std::slice;
use std::sync::Arc;

use crate::device::{Device, DeviceIndex};

/// The most devices of a piece, a power of two.
const PIECE: usize = 256;

/// Devices in their order.
#[derive(Debug, Clone, Default)]
pub struct Devices {
    /// Without empty ones.
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone)]
struct Piece {
    /// The position of its first device.
    start: usize,
    devices: Arc<[Device]>,
}

/// Devices one after another.
#[derive(Debug, Clone)]
pub struct Iter<'d> {
    now: slice::Iter<'d, Device>,
    later: slice::Iter<'d, Piece>,
}

impl<'d> Iterator for Iter<'d> {
    type Item = &'d Device;

    fn next(&mut self) -> Option<&'d Device> {
        loop {
            if let Some(device) = self.now.next() {
                return Some(device);
            }
            self.now = self.later.next()?.devices.iter();
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count =
            self.now.len() + self.later.as_slice().iter().map(|piece| piece.devices.len()).sum::<usize>();
        (count, Some(count))
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl Devices {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |piece| piece.start + piece.devices.len())
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The device at a position.
    #[inline]
    pub fn get(&self, position: usize) -> Option<&Device> {
        // No piece is longer than `PIECE`, so it is this one or one behind it: a few behind where devices were removed.
        let mut place = position / PIECE;
        loop {
            let piece = self.pieces.get(place)?;
            match piece.devices.get(position.wrapping_sub(piece.start)) {
                Some(device) => return Some(device),
                None => place += 1,
            }
        }
    }

    /// The devices in their order.
    pub fn iter(&self) -> Iter<'_> {
        Iter { now: [].iter(), later: self.pieces.iter() }
    }

    /// The devices after a change; what did not change is shared. `edits` are ascending positions, each once, with what
    /// stands there from now on, `None` for nothing.
    pub(crate) fn edited(&self, edits: Vec<(DeviceIndex, Option<Device>)>, added: Vec<Device>) -> Devices {
        let mut edits = edits.into_iter().peekable();
        let mut builder = Builder::default();
        for piece in &self.pieces {
            let end = piece.start + piece.devices.len();
            let is_here = |(at, _): &(DeviceIndex, Option<Device>)| (at.0 as usize) < end;
            if !edits.peek().is_some_and(is_here) {
                builder.share(&piece.devices);
                continue;
            }
            let mut devices: Vec<Option<Device>> = piece.devices.iter().cloned().map(Some).collect();
            while let Some((at, now)) = edits.next_if(is_here) {
                if let Some(place) =
                    (at.0 as usize).checked_sub(piece.start).and_then(|at| devices.get_mut(at))
                {
                    *place = now;
                }
            }
            builder.share(&devices.into_iter().flatten().collect::<Vec<_>>().into());
        }
        builder.extend(added);
        builder.devices
    }
}

/// Puts devices together piece by piece.
#[derive(Default)]
struct Builder {
    devices: Devices,
}

impl Builder {
    fn share(&mut self, devices: &Arc<[Device]>) {
        if !devices.is_empty() {
            self.devices.pieces.push(Piece { start: self.devices.len(), devices: Arc::clone(devices) });
        }
    }

    /// Adds devices at the end, those that fit to the last piece.
    fn extend(&mut self, added: Vec<Device>) {
        let mut added = added.into_iter().peekable();
        if added.peek().is_none() {
            return;
        }
        let mut piece: Vec<Device> = match self.devices.pieces.pop_if(|last| last.devices.len() < PIECE) {
            Some(last) => last.devices.to_vec(),
            None => Vec::new(),
        };
        while added.peek().is_some() {
            let room = PIECE - piece.len();
            piece.extend(added.by_ref().take(room));
            self.share(&std::mem::take(&mut piece).into());
        }
    }
}

impl From<Vec<Device>> for Devices {
    fn from(devices: Vec<Device>) -> Devices {
        let mut builder = Builder::default();
        builder.extend(devices);
        builder.devices
    }
}

impl FromIterator<Device> for Devices {
    fn from_iter<T: IntoIterator<Item = Device>>(devices: T) -> Devices {
        devices.into_iter().collect::<Vec<_>>().into()
    }
}

impl Index<usize> for Devices {
    type Output = Device;

    fn index(&self, position: usize) -> &Device {
        match self.get(position) {
            Some(device) => device,
            // As for a slice: whoever may ask for what is not there uses `get`.
            None => &[][position],
        }
    }
}

impl<'d> IntoIterator for &'d Devices {
    type Item = &'d Device;
    type IntoIter = Iter<'d>;

    fn into_iter(self) -> Iter<'d> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::device::ProfileIndex;

    fn device(number: usize) -> Device {
        Device {
            id: number.to_string().into(),
            name: String::new().into(),
            aliases: Vec::new(),
            room: None,
            categories: Vec::new(),
            profile_id: None,
            profile: ProfileIndex(0),
            components: Vec::new().into(),
        }
    }

    fn ids(devices: &Devices) -> Vec<String> {
        devices.iter().map(|device| device.id.to_string()).collect()
    }

    proptest! {
        #[test]
        fn edits_are_those_of_a_list(
            count in 0..900_usize,
            rounds in proptest::collection::vec(
                (proptest::collection::btree_map(0..900_usize, any::<bool>(), 0..40), 0..300_usize),
                0..4,
            ),
        ) {
            let mut list: Vec<Device> = (0..count).map(device).collect();
            let mut devices = Devices::from(list.clone());
            for (edits, added) in rounds {
                let edits: Vec<_> = edits
                    .into_iter()
                    .filter(|(at, _)| *at < list.len())
                    .map(|(at, kept)| (DeviceIndex(at as u32), kept.then(|| device(at + 1000))))
                    .collect();
                let added: Vec<Device> = (0..added).map(|number| device(number + 2000)).collect();
                devices = devices.edited(edits.clone(), added.clone());
                for (at, now) in edits.into_iter().rev() {
                    match now {
                        Some(device) => list[at.0 as usize] = device,
                        None => drop(list.remove(at.0 as usize)),
                    }
                }
                list.extend(added);
                prop_assert_eq!(ids(&devices), list.iter().map(|device| device.id.clone()).collect::<Vec<_>>());
                prop_assert_eq!(devices.len(), list.len());
                for (at, device) in list.iter().enumerate() {
                    prop_assert_eq!(devices.get(at), Some(device));
                }
                prop_assert_eq!(devices.get(list.len()), None);
            }
        }
    }

    #[test]
    fn what_did_not_change_is_shared() {
        let devices: Devices = (0..1000).map(device).collect();
        let after = devices.edited(vec![(DeviceIndex(300), Some(device(5000)))], Vec::new());
        let shared =
            devices.pieces.iter().zip(&after.pieces).filter(|(a, b)| Arc::ptr_eq(&a.devices, &b.devices));
        assert_eq!((devices.pieces.len(), shared.count()), (4, 3));
        assert_eq!(after[300].id, "5000");
    }
}
