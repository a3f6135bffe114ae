//! Rooms within rooms: those that are called after another one, the "Annexe Bathroom" of the annexe.

use lares_language::vocabulary::Rooms;

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::postings::add;
use crate::scope::{RoomTerm, ScopeQuery};

/// A room that is left out with the rooms that are called after it.
pub(crate) fn with_them<'a>(asked: &Asked<'_>, mut term: RoomTerm<'a>) -> RoomTerm<'a> {
    let rooms = within(asked, &term);
    term.rooms.extend(rooms);
    term
}

/// The devices of the rooms that are called after those that were said.
pub(crate) fn devices_within(asked: &Asked<'_>, query: &ScopeQuery<'_>) -> DeviceSet {
    let home = asked.home;
    let mut set = DeviceSet::empty(home.home.devices.len());
    for room in query.include.iter().flat_map(|term| within(asked, term)) {
        add(&mut set, &home.rooms.in_room(room));
    }
    set
}

fn within(asked: &Asked<'_>, term: &RoomTerm<'_>) -> Rooms {
    let home = asked.home;
    let mut rooms = Rooms::new();
    for outer in term.rooms.iter().filter_map(|room| home.home.rooms.get(room.0 as usize)) {
        let outer = asked.memory.lower_case(&outer.name);
        if outer.is_empty() {
            continue;
        }
        let within = home.rooms_beginning_with(&outer).filter(|(_, rest)| {
            let next = rest.clone().next();
            if outer.is_ascii() { next == Some(' ') } else { next.is_some() }
        });
        rooms.extend(within.map(|(room, _)| room).filter(|room| !term.rooms.contains(room)));
    }
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}
