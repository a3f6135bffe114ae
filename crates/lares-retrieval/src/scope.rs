//! Stage 3: rooms that were said, and rooms that were left out (seed 002, sections 4 to 7).

use lares_language::vocabulary::Rooms;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::device_set::DeviceSet;
use crate::postings::add;
use crate::room_names::{NamedRoom, RoomLookup, RoomWord};

/// A room as said, with the rooms of the home that answer to it; none for an unknown room.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoomTerm<'a> {
    /// As said.
    pub said: &'a str,
    /// The rooms that answer to it.
    pub rooms: Rooms,
}

/// The rooms of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScopeQuery<'a> {
    /// Rooms to look in; empty for anywhere.
    pub include: SmallVec<[RoomTerm<'a>; 1]>,
    /// Rooms to leave out.
    pub exclude: SmallVec<[RoomTerm<'a>; 1]>,
}

/// What is left, and how it came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scoped {
    /// Every device outside the excluded rooms.
    pub outside: DeviceSet,
    /// Those of them in the included rooms; all of them where none was said. Empty is not yet a fallback: the caller
    /// falls back where nothing that was meant is left.
    pub inside: DeviceSet,
    /// Whether rooms were included.
    pub includes: bool,
    /// `room_name_used`: devices that were kept or left out for the room in their name.
    pub name_used: usize,
    /// `room_name_ambiguous`: devices whose name says two rooms, so that it decides nothing.
    pub name_ambiguous: usize,
    /// `room_unknown_terms`: room words that no room of the home answers to.
    pub unknown: SmallVec<[SmolStr; 1]>,
}

/// Filters by rooms. Excluding always filters; including filters to `inside`.
///
/// A device is in a room by its room, and by its name where that contradicts its room or it has none. Where they
/// contradict each other both count, for leaving out as for looking in: a device is then never touched by words that
/// left either room out.
pub fn apply(query: &ScopeQuery<'_>, lookup: &RoomLookup) -> Scoped {
    let devices = lookup.devices();
    let mut outside = DeviceSet::all(devices);
    let terms = || query.include.iter().chain(&query.exclude);
    let unknown: SmallVec<[&str; 2]> =
        terms().filter(|term| term.rooms.is_empty()).map(|term| term.said).collect();
    let mut scoped = Scoped {
        inside: DeviceSet::empty(0),
        outside: DeviceSet::empty(0),
        includes: !query.include.is_empty(),
        name_used: 0,
        name_ambiguous: if terms().next().is_none() { 0 } else { lookup.unsure().len() },
        unknown: SmallVec::new(),
    };
    // An unknown word turns the names of all devices on, not only of those whose room is empty or contradicted.
    let by_said = if unknown.is_empty() { Vec::new() } else { lookup.with_words(&unknown) };
    scoped.name_ambiguous += by_said
        .iter()
        .filter(|(device, named)| {
            *named == NamedRoom::Ambiguous && lookup.unsure().binary_search(device).is_err()
        })
        .count();
    let unknown_place = |said: &str| unknown.iter().position(|word| *word == said);

    let mut members = |term: &RoomTerm<'_>| -> DeviceSet {
        let mut set = DeviceSet::empty(devices);
        for room in &term.rooms {
            add(&mut set, &lookup.in_room(*room));
            add(&mut set, &lookup.named_room(*room));
            scoped.name_used += lookup.named_room(*room).len();
        }
        if let Some(place) = unknown_place(term.said).filter(|_| term.rooms.is_empty()) {
            for (device, named) in &by_said {
                // Two equal unknown words share the place of the first.
                if *named == NamedRoom::One(RoomWord::Said(place)) {
                    set.insert(*device);
                    scoped.name_used += 1;
                }
            }
        }
        set
    };

    for term in &query.exclude {
        outside.subtract(&members(term));
    }
    let inside = match query.include.split_first() {
        None => outside.clone(),
        Some((first, further)) => {
            let mut inside = members(first);
            for term in further {
                inside.unite(&members(term));
            }
            inside.intersect(&outside);
            inside
        }
    };
    scoped.unknown = unknown.iter().map(SmolStr::new).collect();
    scoped.unknown.dedup();
    scoped.outside = outside;
    scoped.inside = inside;
    scoped
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_home::{DeviceIndex, RoomIndex};

    const ROOMS: [(RoomIndex, &str); 3] =
        [(RoomIndex(0), "客厅"), (RoomIndex(1), "卧室"), (RoomIndex(2), "厨房")];

    fn lookup(devices: &[(&str, Option<u32>)]) -> RoomLookup {
        RoomLookup::build(devices.iter().map(|(name, room)| (*name, room.map(RoomIndex))), ROOMS, 3)
    }

    fn term(said: &str) -> RoomTerm<'_> {
        RoomTerm {
            said,
            rooms: ROOMS.iter().filter(|(_, name)| *name == said).map(|(room, _)| *room).collect(),
        }
    }

    fn query<'a>(include: &[&'a str], exclude: &[&'a str]) -> ScopeQuery<'a> {
        ScopeQuery {
            include: include.iter().map(|said| term(said)).collect(),
            exclude: exclude.iter().map(|said| term(said)).collect(),
        }
    }

    fn members(set: &DeviceSet) -> Vec<u32> {
        set.iter().map(|DeviceIndex(index)| index).collect()
    }

    #[test]
    fn seed_001_scope_exclude_leaves_the_room_out() {
        let home = lookup(&[("灯", Some(0)), ("灯", Some(1))]);
        assert_eq!(members(&apply(&query(&[], &["客厅"]), &home).inside), [1]);
    }

    #[test]
    fn seed_003_scope_exclude_bedroom_leaves_the_living_room_lamp() {
        let home = lookup(&[("卧室灯", Some(1)), ("客厅灯", Some(0))]);
        assert_eq!(members(&apply(&query(&[], &["卧室"]), &home).inside), [1]);
    }

    #[test]
    fn seed_003_scope_include_living_room_only() {
        let home = lookup(&[("卧室灯", Some(1)), ("客厅灯", Some(0)), ("厨房灯", Some(2))]);
        let scoped = apply(&query(&["客厅"], &[]), &home);
        assert_eq!(members(&scoped.inside), [1]);
        assert_eq!(members(&scoped.outside), [0, 1, 2]);
        assert_eq!((scoped.name_used, scoped.name_ambiguous), (0, 0));
    }

    #[test]
    fn seed_001_scope_include_keeps_a_custom_name_with_the_room_word() {
        let home = lookup(&[("客厅老伙计", None), ("客厅老伙计", Some(1)), ("灯", Some(2))]);
        let scoped = apply(&query(&["客厅"], &[]), &home);
        assert_eq!(members(&scoped.inside), [0, 1]);
        assert_eq!(scoped.name_used, 2);
    }

    #[test]
    fn seed_002_section_5_exclude_by_name_and_not_where_unsure() {
        let home = lookup(&[("客厅灯", None), ("客厅卧室双控", None), ("老伙计", None)]);
        let scoped = apply(&query(&[], &["客厅"]), &home);
        assert_eq!(members(&scoped.inside), [1, 2]);
        assert_eq!(scoped.name_ambiguous, 1);
    }

    #[test]
    fn seed_002_section_6_include_that_leaves_nothing_still_excludes() {
        let home = lookup(&[("灯", Some(0)), ("灯", Some(1))]);
        let scoped = apply(&query(&["厨房"], &["客厅"]), &home);
        assert!(scoped.inside.is_empty() && scoped.includes);
        assert_eq!(members(&scoped.outside), [1]);
    }

    #[test]
    fn seed_002_section_7_unknown_rooms_are_named_and_tried_in_names() {
        let home = lookup(&[("阳光房灯", Some(0)), ("灯", Some(1))]);
        let scoped = apply(&query(&["阳光房"], &[]), &home);
        assert_eq!(members(&scoped.inside), [0]);
        assert_eq!((&scoped.unknown[..], scoped.name_used), (&[SmolStr::new("阳光房")][..], 1));
        let scoped = apply(&query(&["地下室"], &[]), &home);
        assert!(scoped.inside.is_empty());
    }

    #[test]
    fn a_device_whose_name_contradicts_its_room_is_spared_by_either() {
        let home = lookup(&[("客厅老伙计", Some(1)), ("灯", Some(2))]);
        assert_eq!(members(&apply(&query(&[], &["客厅"]), &home).inside), [1]);
        assert_eq!(members(&apply(&query(&[], &["卧室"]), &home).inside), [1]);
    }

    #[test]
    fn including_and_excluding_the_same_room_leaves_nothing_inside() {
        let home = lookup(&[("灯", Some(0))]);
        assert!(apply(&query(&["客厅"], &["客厅"]), &home).inside.is_empty());
    }
}
