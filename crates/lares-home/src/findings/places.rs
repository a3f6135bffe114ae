//! Rooms and categories that are missing, and names that contradict them.

use std::collections::HashMap;

use super::names::heard;
use super::{Finding, device_subject, shown};
use smol_str::SmolStr;

use crate::device::{Device, Room};
use crate::home::Home;

/// A room's name may be looked for in so many characters of a device's name.
const SEARCHED: usize = 64;

pub(super) fn check(home: &Home, findings: &mut Vec<Finding>) {
    let mut devices_in = vec![0_usize; home.rooms.len()];
    for device in &home.devices {
        match device.room.and_then(|room| devices_in.get_mut(room.0 as usize)) {
            Some(count) => *count += 1,
            None => findings.push(Finding::note(
                "no_room",
                device_subject(device),
                "it is in no room",
                "put it into a room in the app, so that the room's name can reach it",
            )),
        }
        if device.categories.is_empty() {
            findings.push(Finding::note(
                "no_category",
                device_subject(device),
                "it has no category that is known; words like \u{201C}light\u{201D} reach it by its name only",
                "choose a category for it in the app",
            ));
        }
    }
    for (room, count) in home.rooms.iter().zip(devices_in) {
        if room.name.is_empty() && room.aliases.is_empty() {
            findings.push(Finding::warning(
                "room_without_name",
                format!("room {}", room.id),
                format!("{count} device(s) are in a room whose name is not known"),
                "fetch rooms.json again, or name the room in aliases.json",
            ));
        }
    }
    contradictions(home, findings);
}

/// Devices whose name holds the name of another room than the one they are in.
fn contradictions(home: &Home, findings: &mut Vec<Finding>) {
    let words = RoomWords::new(&home.rooms);
    for device in &home.devices {
        let Some(own) = device.room.and_then(|room| home.rooms.get(room.0 as usize)) else { continue };
        if own.name.is_empty() {
            continue;
        }
        let found = words.found_in(device);
        let is_own = |word: &String| {
            std::iter::once(&own.name)
                .chain(&own.aliases)
                .any(|name| heard(name).contains(heard(word).as_str()))
        };
        if let Some(other) = found.first()
            && !found.iter().any(is_own)
        {
            findings.push(Finding::warning(
                "room_contradicted",
                device_subject(device),
                format!("its name says {}, and it is in {}", shown(other), shown(&own.name)),
                "move or rename it in the app",
            ));
        }
    }
}

/// The names of all rooms, looked up by what a device's name holds: the cost does not grow with the rooms.
struct RoomWords {
    names: HashMap<Vec<char>, SmolStr>,
    /// The lengths of names, longest first.
    lengths: Vec<usize>,
}

impl RoomWords {
    fn new(rooms: &[Room]) -> RoomWords {
        let mut names = HashMap::new();
        for name in rooms.iter().flat_map(|room| std::iter::once(&room.name).chain(&room.aliases)) {
            let folded: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
            if folded.len() > 1 && folded.len() <= SEARCHED {
                names.entry(folded).or_insert_with(|| name.clone());
            }
        }
        let mut lengths: Vec<usize> = names.keys().map(Vec::len).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        RoomWords { names, lengths }
    }

    /// The rooms that a name holds: longest first at each place, none overlapping another.
    fn found_in(&self, device: &Device) -> Vec<String> {
        let name: Vec<char> = device.name.chars().take(SEARCHED).flat_map(char::to_lowercase).collect();
        let mut found = Vec::new();
        let mut start = 0;
        while start < name.len() {
            let hit = self.lengths.iter().find_map(|&length| {
                let part = name.get(start..start + length)?;
                let room = self.names.get(part)?;
                whole_words(&name, start, start + length).then_some((room, length))
            });
            match hit {
                Some((room, length)) => {
                    found.push(room.to_string());
                    start += length;
                }
                None => start += 1,
            }
        }
        found
    }
}

/// Latin words count whole: there is no den in a garden.
fn whole_words(name: &[char], start: usize, end: usize) -> bool {
    let is_latin =
        |index: usize| name.get(index).is_some_and(|c| c.is_alphanumeric() && (*c as u32) < 0x0250);
    let joined = |left: usize, right: usize| is_latin(left) && is_latin(right);
    let before = start > 0 && joined(start - 1, start);
    !before && !joined(end - 1, end)
}
