//! What the words of a home know of each device, at its position: its nouns and its room.

use std::ops::Range;

use lares_home::{Category, Device, DeviceIndex, Difference, Home, Room, RoomIndex};

use super::rooms::room_concepts;
use crate::lexicon::{Lexicon, Noun, Sense, Trait, lexicon};
use crate::normalise::fold_name;
use crate::slips::Said;

/// The nouns and rooms of devices, in flat tables.
#[derive(Debug, Clone, Default)]
pub(super) struct DeviceTables {
    nouns: Vec<Noun>,
    /// Where the nouns of each device end.
    ends: Vec<u32>,
    rooms: Vec<Option<RoomIndex>>,
    /// How many devices are the noun or a kind of it, by its index.
    counts: Vec<u32>,
    /// Which nouns (with all they are kinds of) stand in which room: where those of each room end, and the nouns.
    room_ends: Vec<u32>,
    room_nouns: Vec<u16>,
}

impl DeviceTables {
    pub(super) fn compile(home: &Home) -> DeviceTables {
        let lexicon = lexicon();
        let mut tables = DeviceTables {
            nouns: Vec::with_capacity(home.devices.len() * 2),
            ends: Vec::with_capacity(home.devices.len()),
            rooms: home.devices.iter().map(|device| device.room).collect(),
            counts: vec![0; lexicon.nouns.len()],
            ..DeviceTables::default()
        };
        let mut kinds = Vec::new();
        let places: Vec<Vec<u16>> = home.rooms.iter().map(|room| concepts(room, lexicon)).collect();
        for device in &home.devices {
            let first = tables.nouns.len();
            add_nouns(device, lexicon, &mut tables.nouns);
            let place = device.room.and_then(|room| places.get(room.0 as usize));
            add_nouns_of_place(
                place.map(Vec::as_slice).unwrap_or_default(),
                lexicon,
                first,
                &mut tables.nouns,
            );
            tables.ends.push(tables.nouns.len() as u32);
            kinds.clear();
            add_kinds(tables.nouns.get(first..).unwrap_or_default(), lexicon, &mut kinds);
            tables.count(&kinds, |count| *count += 1);
        }
        tables.nouns.shrink_to_fit();
        let (starts, by_room) = tables.by_room(home.rooms.len());
        for room in starts.windows(2) {
            kinds.clear();
            for &device in by_room.get(room[0] as usize..room[1] as usize).unwrap_or_default() {
                add_kinds(tables.nouns(DeviceIndex(device)), lexicon, &mut kinds);
            }
            tables.room_nouns.extend_from_slice(&kinds);
            tables.room_ends.push(tables.room_nouns.len() as u32);
        }
        tables.room_nouns.shrink_to_fit();
        tables
    }

    /// The devices room by room, and where those of each room begin.
    fn by_room(&self, rooms: usize) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0_u32; rooms + 1];
        for room in self.rooms.iter().flatten() {
            if let Some(count) = starts.get_mut(room.0 as usize + 1) {
                *count += 1;
            }
        }
        for room in 0..rooms {
            starts[room + 1] += starts[room];
        }
        let mut next = starts.clone();
        let mut devices = vec![0_u32; starts.last().map_or(0, |&count| count as usize)];
        for (device, room) in (0..).zip(&self.rooms) {
            if let Some(place) = room.and_then(|room| next.get_mut(room.0 as usize))
                && let Some(cell) = devices.get_mut(*place as usize)
            {
                *cell = device;
                *place += 1;
            }
        }
        (starts, devices)
    }

    /// The tables after a change. Only the names of replaced and added devices are read.
    pub(super) fn changed(&self, home: &Home, difference: &Difference) -> DeviceTables {
        let lexicon = lexicon();
        let count = home.devices.len();
        let mut tables = DeviceTables {
            nouns: Vec::with_capacity(self.nouns.len() + 64),
            ends: Vec::with_capacity(count),
            rooms: difference.table(&self.rooms, &home.devices, |device| device.room),
            counts: self.counts.clone(),
            ..DeviceTables::default()
        };
        let mut rooms: Vec<RoomIndex> = Vec::new();
        let mut kinds = Vec::new();
        for &before in difference.removed.iter().chain(&difference.replaced) {
            rooms.extend(self.room(before));
            kinds.clear();
            add_kinds(self.nouns(before), lexicon, &mut kinds);
            tables.count(&kinds, |count| *count = count.saturating_sub(1));
        }
        // From one changed device to the next they are copied as they lie.
        let mut touched: Vec<DeviceIndex> =
            difference.removed.iter().chain(&difference.replaced).copied().collect();
        touched.sort_unstable();
        let mut from = 0;
        for at in touched {
            tables.copy(self, from..at.0 as usize);
            from = at.0 as usize + 1;
            if difference.removed.binary_search(&at).is_err() {
                tables.add(home, lexicon);
            }
        }
        tables.copy(self, from..self.ends.len());
        while tables.ends.len() < count {
            tables.add(home, lexicon);
        }
        for device in difference.fresh(self.ends.len(), count) {
            rooms.extend(tables.room(device));
            kinds.clear();
            add_kinds(tables.nouns(device), lexicon, &mut kinds);
            tables.count(&kinds, |count| *count += 1);
        }
        tables.set_rooms(self, &rooms, lexicon);
        tables
    }

    /// Copies the nouns of some devices, which are the next ones here.
    fn copy(&mut self, from: &DeviceTables, devices: Range<usize>) {
        let Some(last) = devices.end.checked_sub(1).filter(|_| !devices.is_empty()) else { return };
        let (start, end) = (from.span(devices.start).start, from.span(last).end);
        let now = self.nouns.len();
        self.nouns.extend_from_slice(from.nouns.get(start..end).unwrap_or_default());
        let ends = from.ends.get(devices).unwrap_or_default();
        self.ends.extend(ends.iter().map(|end| (*end as usize - start + now) as u32));
    }

    /// Adds the nouns of the next device.
    fn add(&mut self, home: &Home, lexicon: &Lexicon) {
        if let Some(device) = home.devices.get(self.ends.len()) {
            let first = self.nouns.len();
            add_nouns(device, lexicon, &mut self.nouns);
            let room = device.room.and_then(|room| home.rooms.get(room.0 as usize));
            let place = room.map(|room| concepts(room, lexicon)).unwrap_or_default();
            add_nouns_of_place(&place, lexicon, first, &mut self.nouns);
        }
        self.ends.push(self.nouns.len() as u32);
    }

    /// Takes what stands in the rooms from the tables before, but for `others`.
    fn set_rooms(&mut self, before: &DeviceTables, others: &[RoomIndex], lexicon: &Lexicon) {
        let mut kinds: Vec<(RoomIndex, Vec<u16>)> = others.iter().map(|room| (*room, Vec::new())).collect();
        kinds.sort_unstable_by_key(|(room, _)| *room);
        kinds.dedup_by_key(|(room, _)| *room);
        for (device, room) in (0..).map(DeviceIndex).zip(&self.rooms) {
            let Some(room) = room else { continue };
            if let Ok(place) = kinds.binary_search_by_key(room, |(room, _)| *room)
                && let Some((_, kinds)) = kinds.get_mut(place)
            {
                add_kinds(self.nouns(device), lexicon, kinds);
            }
        }
        let mut kinds = kinds.into_iter().peekable();
        for room in 0..before.room_ends.len() {
            match kinds.next_if(|(other, _)| other.0 as usize == room) {
                Some((_, kinds)) => self.room_nouns.extend(kinds),
                None => self.room_nouns.extend_from_slice(before.nouns_of_room(room)),
            }
            self.room_ends.push(self.room_nouns.len() as u32);
        }
    }

    fn count(&mut self, kinds: &[u16], change: impl Fn(&mut u32)) {
        for &kind in kinds {
            self.counts.get_mut(usize::from(kind)).into_iter().for_each(&change);
        }
    }

    /// Where the nouns of a device are.
    fn span(&self, device: usize) -> Range<usize> {
        span(&self.ends, device)
    }

    fn nouns_of_room(&self, room: usize) -> &[u16] {
        self.room_nouns.get(span(&self.room_ends, room)).unwrap_or_default()
    }

    /// How many devices there are.
    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// The nouns of a device: the head noun of its name first, then those of its categories.
    pub(super) fn nouns(&self, device: DeviceIndex) -> &[Noun] {
        self.nouns.get(self.span(device.0 as usize)).unwrap_or_default()
    }

    /// The room of a device.
    pub(super) fn room(&self, device: DeviceIndex) -> Option<RoomIndex> {
        self.rooms.get(device.0 as usize).copied().flatten()
    }

    /// The noun whose devices answer to this one, if there is one and none of its own.
    pub(super) fn or_else(&self, noun: Noun) -> Option<Noun> {
        or_else(noun).filter(|&other| !self.has_none_beside_its_own(noun, other))
    }

    /// Whether the home has a device of this noun or of a kind of it. A home with lights has lamps to speak of.
    pub(super) fn has(&self, noun: Noun) -> bool {
        self.count_of(noun) > 0 || or_else(noun).is_some_and(|other| self.count_of(other) > 0)
    }

    /// Whether it has exactly one.
    pub(super) fn has_single(&self, noun: Noun) -> bool {
        self.count_of(noun) == 1
    }

    fn count_of(&self, noun: Noun) -> u32 {
        self.counts.get(usize::from(noun.0)).copied().unwrap_or(0)
    }

    /// Whether one stands in the room.
    pub(super) fn room_has(&self, room: RoomIndex, noun: Noun) -> bool {
        let nouns = self.nouns_of_room(room.0 as usize);
        nouns.contains(&noun.0)
            || or_else(noun).is_some_and(|other| {
                // Blinds are no curtains where curtains hang in another room.
                let covers = lexicon().has_trait(other, Trait::Opens) && self.count_of(noun) > 0;
                nouns.contains(&other.0) && !covers && !self.has_none_beside_its_own(noun, other)
            })
    }

    /// Whether a home in which some are of this kind has no others that could be meant: with bedside lamps in one bedroom,
    /// the lamps of the next one are none.
    fn has_none_beside_its_own(&self, noun: Noun, other: Noun) -> bool {
        or_else(other).is_some() && lexicon().is_a(noun, other) && self.count_of(noun) > 0
    }
}

/// The noun whose devices answer to this one where there are none of its own, if there is one.
fn or_else(noun: Noun) -> Option<Noun> {
    lexicon().nouns.get(usize::from(noun.0))?.or_else
}

/// The part of a table that belongs to one of its owners, by the places at which the parts end.
fn span(ends: &[u32], owner: usize) -> Range<usize> {
    let start = owner.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
    start as usize..ends.get(owner).copied().unwrap_or(start) as usize
}

/// Adds the nouns, and all that they are kinds of, each once.
fn add_kinds(nouns: &[Noun], lexicon: &Lexicon, kinds: &mut Vec<u16>) {
    for &noun in nouns {
        let mut current = Some(noun);
        while let Some(noun) = current {
            if !kinds.contains(&noun.0) {
                kinds.push(noun.0);
            }
            current = lexicon.nouns[usize::from(noun.0)].parent;
        }
    }
}

/// Adds the nouns of a device: those of its names, then those of its categories that these are not already.
fn add_nouns(device: &Device, lexicon: &Lexicon, nouns: &mut Vec<Noun>) {
    let first = nouns.len();
    let category = |noun: Noun| lexicon.nouns.get(usize::from(noun.0)).and_then(|entry| entry.category);
    let mut own = None;
    for (place, name) in std::iter::once(&device.name).chain(&device.aliases).enumerate() {
        let mut heads = head_nouns(name, lexicon);
        if heads.is_empty() {
            heads.extend(misspelt_noun(name, lexicon).filter(|noun| {
                category(*noun).is_some_and(|category| device.categories.contains(&category))
            }));
        }
        for noun in heads {
            // A strip that is called "TV glow" as well is no television.
            let other = place > 0 && own.is_some() && category(noun).is_some_and(|other| Some(other) != own);
            if !other && !nouns[first..].contains(&noun) {
                nouns.push(noun);
            }
        }
        if place == 0 {
            let agrees = |noun: &Noun| category(*noun).filter(|known| device.categories.contains(known));
            own = nouns[first..].iter().find_map(agrees);
        }
    }
    // What a lamp is switched by is said behind that it is a lamp.
    let controls = |category: &&Category| {
        let noun = lexicon.category_nouns.get(usize::from(category.0)).copied().flatten();
        noun.and_then(|noun| lexicon.nouns.get(usize::from(noun.0))).is_some_and(|entry| entry.controller)
    };
    let kinds = device.categories.iter().filter(|category| !controls(category));
    for category in kinds.chain(device.categories.iter().filter(controls)) {
        if let Some(Some(noun)) = lexicon.category_nouns.get(usize::from(category.0))
            && !nouns[first..].iter().any(|known| lexicon.is_a(*known, *noun))
        {
            nouns.push(*noun);
        }
    }
}

/// The kinds of room that a room is by its names.
fn concepts(room: &Room, lexicon: &Lexicon) -> Vec<u16> {
    let forms: Vec<String> =
        std::iter::once(&room.name).chain(&room.aliases).map(|name| fold_name(name)).collect();
    room_concepts(&forms, lexicon)
}

/// Adds the nouns that a device is of because of where it stands: any light of the garden is an outside light.
fn add_nouns_of_place(place: &[u16], lexicon: &Lexicon, first: usize, nouns: &mut Vec<Noun>) {
    if place.is_empty() {
        return;
    }
    for &noun in &lexicon.placed {
        let Some(entry) = lexicon.nouns.get(usize::from(noun.0)) else { continue };
        let (Some(room), Some(parent)) = (entry.in_room, entry.parent) else { continue };
        let own = nouns.get(first..).unwrap_or_default();
        if place.iter().any(|&concept| lexicon.room_is_a(concept, room))
            && own.iter().any(|&known| lexicon.is_a(known, parent))
            && !own.iter().any(|&known| lexicon.is_a(known, noun))
        {
            nouns.push(noun);
        }
    }
}

/// What begins a word for a place beside something.
const BESIDE: [char; 8] = ['旁', '边', '后', '下', '底', '前', '里', '背'];

/// What makes another thing of the word before it.
const VESSELS: [char; 10] = ['锅', '壶', '炉', '箱', '柜', '车', '杯', '瓶', '盆', '桶'];

/// The last noun of a name (落地灯 of 客厅落地灯), and the one before it where the last only switches it (灯 of 灯开关).
fn head_nouns(name: &str, lexicon: &Lexicon) -> Vec<Noun> {
    // "Bosch (dont run w/ dryer)": what is noted behind a name is no name.
    let note = name.find('(').filter(|at| *at > 0 && name.ends_with(')') && name.is_ascii());
    let name = note.filter(|at| name[*at..].split(' ').count() > 2).map_or(name, |at| &name[..at]);
    let letters: Vec<char> = fold_name(name).chars().collect();
    let mut hits: Vec<(usize, usize, Noun)> = Vec::new();
    let mut rooms: Vec<(usize, usize)> = Vec::new();
    lexicon.scan(&letters, |start, pattern| {
        for sense in lexicon.senses(pattern) {
            match sense {
                Sense::Noun(noun) => hits.push((start, start + lexicon.length(pattern), *noun)),
                Sense::Room(_) => rooms.push((start, start + lexicon.length(pattern))),
                _ => {}
            }
        }
    });
    // 阳台灯 is the lamp of the 阳台, no 台灯.
    let cuts = |room: &(usize, usize), hit: &(usize, usize, Noun)| {
        room.0 < hit.0 && hit.0 < room.1 && room.1 < hit.1
    };
    let whole: Vec<(usize, usize, Noun)> =
        hits.iter().filter(|hit| !rooms.iter().any(|room| cuts(room, hit))).copied().collect();
    if !whole.is_empty() {
        hits = whole;
    }
    let mut found = Vec::new();
    let mut border = place_begins(&letters, &hits).unwrap_or(letters.len() + 1);
    loop {
        // Of the nouns before the border, the one that ends last; of those, the longest.
        let Some(head) = hits
            .iter()
            .filter(|hit| hit.1 <= border && hit.0 < border)
            .max_by_key(|hit| (hit.1, hit.1 - hit.0))
            .copied()
        else {
            return found;
        };
        // 电视后面那条 is no television, it is behind one; 电火锅 no 电火 but a pot.
        if letters.get(head.1).is_some_and(|next| BESIDE.contains(next) || VESSELS.contains(next)) {
            hits.retain(|hit| hit.1 < head.1 && hit.0 < head.0);
            border = border.min(head.1);
            continue;
        }
        // A word may be several nouns (窗帘 is any covering of a window, and of cloth more than of slats).
        found.extend(hits.iter().filter(|hit| (hit.0, hit.1) == (head.0, head.1)).map(|hit| hit.2));
        if !lexicon.nouns[usize::from(head.2.0)].controller {
            return found;
        }
        border = head.0;
    }
}

/// The kind that the last word of a name nearly spells: "curtians", "frige".
fn misspelt_noun(name: &str, lexicon: &Lexicon) -> Option<Noun> {
    const SHORTEST: usize = 5;
    let folded = fold_name(name);
    let word: Vec<char> = folded.rsplit(' ').next()?.chars().collect();
    let plain = word.len() >= SHORTEST && word.iter().all(char::is_ascii_lowercase);
    if !plain || lexicon.lookup(&word).is_some() || lexicon.is_plain(&word) {
        return None;
    }
    let mut best: Option<(f32, Noun)> = None;
    lexicon.slips.by_letters(&Said::new(&word), |slip| {
        let noun = lexicon.senses(slip.position as usize).iter().find_map(|sense| match sense {
            Sense::Noun(noun) => Some(*noun),
            _ => None,
        });
        if let Some(noun) = noun.filter(|_| best.is_none_or(|(known, _)| known < slip.likeness)) {
            best = Some((slip.likeness, noun));
        }
    });
    best.map(|(_, noun)| noun)
}

/// Where an English name begins to say where the thing is that it names: "lamp" of "lamp by the recliner".
fn place_begins(letters: &[char], hits: &[(usize, usize, Noun)]) -> Option<usize> {
    const PLACES: [&str; 13] = [
        "by", "in", "on", "at", "under", "over", "above", "below", "near", "beside", "behind", "inside",
        "with",
    ];
    let mut start = 0;
    letters.split(|letter| *letter == ' ').find_map(|word| {
        let begins = start;
        start += word.len() + 1;
        let is_place = PLACES.iter().any(|place| place.chars().eq(word.iter().copied()));
        (is_place && hits.iter().any(|hit| hit.1 < begins)).then_some(begins)
    })
}
