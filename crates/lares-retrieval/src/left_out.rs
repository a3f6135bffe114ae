//! The devices that a command leaves out by name.

use lares_home::catalogue::catalogue;
use lares_language::NameMatchKind;

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::postings::add;

/// The devices that a command leaves out by name; `None` where it names none.
pub(crate) fn excluded_by_name(asked: &Asked<'_>, unknown: &mut Vec<String>) -> Option<DeviceSet> {
    let home = asked.home;
    asked.parsed.spoken.excluded_names().next()?;
    let mut set = DeviceSet::empty(home.home.devices.len());
    for name in asked.parsed.spoken.excluded_names() {
        // 小夜灯除外, where one thing is called just so: that one, and no other of the kind.
        let called = home.vocabulary.match_name(name, asked.config.name_matches);
        let mut exact = called.iter().filter(|found| found.kind == NameMatchKind::Exact);
        if let (Some(one), None, false) = (exact.next(), exact.next(), is_plain(name)) {
            set.insert(one.device);
            continue;
        }
        // Of a kind that the home does not have nothing is left out: it may be what something is called after.
        if let Some(noun) = home.vocabulary.noun(name).filter(|noun| home.has_noun(*noun)) {
            let mut devices = home.of_noun(noun);
            // 纱帘关上，窗帘别动: what was named more narrowly is not left out by the wider word.
            if let Some(meant) = home.vocabulary.noun(&asked.parsed.spoken.n).filter(|meant| *meant != noun)
                && home.vocabulary.is_a(meant, noun)
            {
                devices.subtract(&home.of_noun(meant));
            }
            set.unite(&devices);
            continue;
        }
        let matches = home.vocabulary.match_name(name, asked.config.name_matches);
        if matches.iter().any(|found| found.kind == NameMatchKind::Exact) {
            let exact = matches.iter().filter(|found| found.kind == NameMatchKind::Exact);
            exact.for_each(|found| set.insert(found.device));
            continue;
        }
        // 主卧空调: the room's own, whatever it is called.
        let placed = in_its_room(asked, name);
        if let Some(devices) = &placed {
            set.unite(devices);
            continue;
        }
        // What is left out wrongly is not touched; what is not left out is. So a near match is enough.
        let best = matches.first().map_or(0.0, |best| best.score);
        for found in matches.iter().filter(|found| found.score >= best - 0.15) {
            set.insert(found.device);
        }
        // "Apart from Rosa's one": of what is hers there is none of this kind, so another word for one of them was meant.
        let category = catalogue().category(&asked.parsed.spoken.t).filter(|_| name.ends_with("'s"));
        let of_other_kind = category.is_some_and(|category| {
            let kind = home.of_category(category);
            !matches.iter().any(|found| kind.contains(found.device))
        });
        if (matches.is_empty() || of_other_kind) && placed.is_none() {
            unknown.push(name.to_owned());
        }
    }
    Some(set)
}

/// Whether a word is too short to be what one thing is called and no other (灯, 窗帘, "lamp").
fn is_plain(name: &str) -> bool {
    if name.is_ascii() { !name.contains(' ') } else { name.chars().count() < 3 }
}

/// The devices of a noun in the room whose name stands before it (主卧空调, "kitchen lights"); `None` where the words are
/// not a room and a noun of this home, or the room has none.
pub(crate) fn in_its_room(asked: &Asked<'_>, name: &str) -> Option<DeviceSet> {
    let home = asked.home;
    let ends: Vec<usize> = name.char_indices().map(|(at, _)| at).filter(|at| *at > 0).collect();
    // The longest room first.
    ends.into_iter().rev().find_map(|at| {
        let (room, rest) = (name.get(..at)?.trim_end(), name.get(at..)?);
        if name.is_ascii() && !rest.starts_with(' ') {
            return None;
        }
        let noun = home.vocabulary.noun(rest.trim_start_matches(['的', ' ']))?;
        let room = room.strip_prefix("the ").unwrap_or(room);
        let room = ["里头", "里面", "里"].iter().find_map(|inside| room.strip_suffix(inside)).unwrap_or(room);
        let rooms = home.vocabulary.match_room(room);
        let mut devices = DeviceSet::empty(home.home.devices.len());
        for room in rooms {
            add(&mut devices, &home.rooms.in_room(room));
            add(&mut devices, &home.rooms.named_room(room));
        }
        devices.intersect(&home.of_noun(noun));
        if devices.is_empty() { None } else { Some(devices) }
    })
}
