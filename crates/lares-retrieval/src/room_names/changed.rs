//! The room words in names after a change of a few devices.

use lares_home::{DeviceIndex, Difference, Home};

use super::{Letters, NamedRoom, RoomLookup, RoomWord, clean, is_room_word, tally_of};
use crate::postings::Kept;

impl RoomLookup {
    /// The lookup of the home after a change that left its rooms as they are; `fresh` are the devices that were not kept.
    /// `None` where the change makes a room word of what was none, or the other way: that may concern any name.
    pub(crate) fn changed(
        &self,
        home: &Home,
        difference: &Difference,
        kept: &Kept,
        fresh: &[DeviceIndex],
        short_word_conflicts: usize,
    ) -> Option<RoomLookup> {
        let devices = || {
            let device = |&index: &DeviceIndex| Some((index, home.devices.get(index.0 as usize)?));
            fresh.iter().filter_map(device)
        };
        let names: Vec<Vec<char>> = devices().map(|(_, device)| clean(&device.name)).collect();
        let mut tallies = self.tallies.clone();
        for &before in difference.removed.iter().chain(&difference.replaced) {
            self.words.tally(&mut tallies, self.names.get(before), self.room_of(before), -1);
        }
        for (name, (_, device)) in names.iter().zip(devices()) {
            self.words.tally(&mut tallies, name, device.room, 1);
        }
        if tallies != self.tallies {
            let counts = |word: &[char], means| {
                is_room_word(word.len(), tally_of(&tallies, means), short_word_conflicts)
            };
            let mut counting = self.words.counting.words.iter();
            let mut dropped = self.words.dropped.words.iter();
            if !counting.all(|(word, means)| counts(word, *means))
                || dropped.any(|(word, means)| counts(word, *means))
            {
                return None;
            }
        }
        let (mut by_room, mut by_named_room, mut by_character) = (Vec::new(), Vec::new(), Vec::new());
        let mut unsure: Vec<DeviceIndex> = self.unsure.iter().filter_map(|at| kept.after(*at)).collect();
        for (name, (index, device)) in names.iter().zip(devices()) {
            by_room.extend(device.room.map(|room| (room, index)));
            by_character.extend(name.iter().map(|character| (*character, index)));
            match self.words.counting.extract(name) {
                NamedRoom::One(RoomWord::Known(named)) if Some(named) != device.room => {
                    by_named_room.push((named, index));
                }
                NamedRoom::Ambiguous if device.room.is_none() => unsure.push(index),
                _ => {}
            }
        }
        unsure.sort_unstable();
        Some(RoomLookup {
            words: self.words.clone(),
            names: self.names_after(difference, &names),
            rooms: difference.table(&self.rooms, &home.devices, |device| device.room),
            tallies,
            by_room: self.by_room.changed(kept, by_room),
            by_named_room: self.by_named_room.changed(kept, by_named_room),
            unsure: unsure.into(),
            by_character: self.by_character.changed(kept, by_character),
            linear: self.linear,
        })
    }

    /// The letters of all names, `fresh` being those of the replaced and the added devices.
    fn names_after(&self, difference: &Difference, fresh: &[Vec<char>]) -> Letters {
        let mut fresh = fresh.iter();
        let mut removed = difference.removed.iter().peekable();
        let mut replaced = difference.replaced.iter().peekable();
        let mut names = Letters {
            letters: Vec::with_capacity(self.names.letters.len() + 64),
            ends: Vec::with_capacity(self.names.ends.len() + fresh.len()),
        };
        for before in (0..self.rooms.len() as u32).map(DeviceIndex) {
            if removed.next_if(|at| **at == before).is_some() {
                continue;
            }
            match replaced.next_if(|at| **at == before).and_then(|_| fresh.next()) {
                Some(name) => names.push(name),
                None => names.push(self.names.get(before)),
            }
        }
        fresh.for_each(|name| names.push(name));
        names
    }
}
