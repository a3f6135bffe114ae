//! From a request and a home to what the network sees of them.

use std::sync::Arc;

use lares_home::{DeviceIndex, RoomIndex};
use lares_reader::{Candidate, Example, Touch, TouchKind, feature};
use smallvec::SmallVec;

use super::entities::{self, KnownEntity, choose};
pub use super::entities::{
    ABOVE, ANY, ASK, BELOW, BOTH, DOWN, IF, MOST_ENTITIES, Meant, NOT_SO, SO, UP, command_feature,
};
use super::first;
use super::senses;
pub use super::states::goes_on;
use super::touches::{self, OfWord};
use super::words::{Word, Words};
use crate::conversation::Conversation;
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::postings::add;
use crate::result::Retrieval;
use crate::workspace::Workspace;

/// A value that so few devices take, as 1 / devices, points to them.
const RARE: f32 = 0.3;

/// An example, what its entities are, and the memory in which both were made.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// What the network sees.
    pub example: Example,
    /// What its entities are, in their order. The last candidate is none of them: it is the request as a whole.
    pub entities: Vec<Meant>,
    words: Words,
    of_word: OfWord,
    places: Vec<u32>,
}

impl Seen {
    /// The words of the request itself.
    pub(super) fn said(&self) -> impl Iterator<Item = Word<'_>> {
        self.words.iter().filter(|word| !word.is_earlier)
    }

    /// Sees a request in its conversation, with what the first reading took it for where that is told, in place of what was seen
    /// before.
    pub fn see(
        &mut self,
        home: &CompiledHome,
        conversation: &Conversation,
        request: &Request<'_>,
        first_reading: Option<&Retrieval>,
        workspace: &mut Workspace,
    ) {
        let Seen { example, entities, words, of_word, places } = self;
        words.hear(home, conversation, request, &mut workspace.language);
        let near = request.room.map(|room| near(home, room));
        let recent: SmallVec<[DeviceIndex; 8]> = conversation
            .recent(request.now_ms, &home.config)
            .into_iter()
            .filter_map(|id| home.device_by_id(id))
            .collect();
        choose(home, words, near.as_ref(), &recent, entities);
        let rooms: SmallVec<[RoomIndex; 4]> =
            recent.iter().filter_map(|device| home.rooms.room_of(*device)).collect();
        let known = home.known_to_reader();
        example.clear();
        example.room_known = near.is_some();
        let mut known_to: SmallVec<[&KnownEntity; 256]> = SmallVec::new();
        entities.retain(|meant| {
            let Some(known) = known.get(home, *meant) else { return false };
            let device = match meant {
                Meant::Device(device) => Some(*device),
                Meant::Scene(_) => None,
            };
            let is_near = |device| near.as_ref().is_some_and(|near| near.contains(device));
            example.candidates.push(Candidate {
                entity: Arc::clone(&known.entity),
                is_near: device.is_some_and(is_near),
                is_recent: device.is_some_and(|device| recent.contains(&device)),
                is_beside_recent: device
                    .and_then(|device| home.rooms.room_of(device))
                    .is_some_and(|room| rooms.contains(&room)),
                is_like_recent: device.is_some_and(|device| is_like(home, device, &recent)),
            });
            known_to.push(known);
            true
        });
        if let Some(answer) = first_reading {
            first::tell(home, answer, entities, example);
        }
        let told = example.words.len() as u32;
        touches::find(home, (told, words), entities, &known_to, of_word, &mut example.touches);
        let mut heard = words.iter().peekable();
        let mut is_first = true;
        while let Some(word) = heard.next() {
            let letters = senses::tell(home, &word, &mut example.features);
            // Who is called stands at an end of what was said.
            if !word.is_earlier {
                example.features.extend(is_first.then(|| feature("place", "first")));
                example.features.extend(heard.peek().is_none().then(|| feature("place", "last")));
                is_first = false;
            }
            example.end_word(letters, word.is_earlier);
        }
        leave_out(example, entities, places);
        example.candidates.push(entities::request());
    }
}

/// Leaves out what nothing points to: no word that was said now or before touches it, nor the first reading, it is not where the
/// speaker stands, and neither it nor another of its kind was spoken of. Where no word and no reading touches anything, all stay. `places` is memory.
fn leave_out(example: &mut Example, entities: &mut Vec<Meant>, places: &mut Vec<u32>) {
    let Example { candidates, touches, .. } = example;
    places.clear();
    places.resize(candidates.len(), 0);
    // Most numbers are in some range of most devices, and "off" or "high" is a value of many.
    let points = |touch: &&Touch| match touch.kind {
        TouchKind::InRange | TouchKind::Value => false,
        TouchKind::ValueRarity => touch.strength >= RARE,
        _ => true,
    };
    for touch in touches.iter().filter(points) {
        if let Some(place) = places.get_mut(touch.candidate as usize) {
            *place = 1;
        }
    }
    if places.iter().all(|touched| *touched == 0) {
        return;
    }
    let mut kept = 0;
    for (place, candidate) in places.iter_mut().zip(&*candidates) {
        let is_of_talk = candidate.is_recent || candidate.is_like_recent;
        let stays = *place > 0 || candidate.is_near || is_of_talk;
        *place = if stays { kept } else { u32::MAX };
        kept += u32::from(stays);
    }
    let stays = |place: usize| places.get(place).is_some_and(|place| *place < u32::MAX);
    let mut place = 0..;
    candidates.retain(|_| place.next().is_some_and(stays));
    let mut place = 0..;
    entities.retain(|_| place.next().is_some_and(stays));
    for touch in touches {
        if let Some(place) = places.get(touch.candidate as usize) {
            touch.candidate = *place;
        }
    }
}

/// A device is of the kind of one of these, and none of them.
fn is_like(home: &CompiledHome, device: DeviceIndex, recent: &[DeviceIndex]) -> bool {
    let kind =
        |device: DeviceIndex| (home.category_names(device), home.vocabulary.device_nouns(device).first());
    !recent.is_empty() && !recent.contains(&device) && recent.iter().any(|other| kind(*other) == kind(device))
}

fn near(home: &CompiledHome, room: &str) -> DeviceSet {
    let mut devices = DeviceSet::empty(home.home.devices.len());
    for room in home.rooms_of_speaker(room) {
        add(&mut devices, &home.rooms.in_room(room));
    }
    devices
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of four devices, the second of which is near and the third of which was spoken of.
    fn left(touched: &[u32]) -> (Vec<Meant>, Vec<u32>) {
        let touch =
            |candidate: &u32| Touch { candidate: *candidate, word: 0, kind: TouchKind::Name, strength: 1.0 };
        let candidate =
            |place: u32| Candidate { is_near: place == 1, is_recent: place == 2, ..Candidate::default() };
        let mut example = Example {
            candidates: (0..4).map(candidate).collect(),
            touches: touched.iter().map(touch).collect(),
            ..Example::default()
        };
        let mut entities: Vec<Meant> = (0..4).map(|place| Meant::Device(DeviceIndex(place))).collect();
        leave_out(&mut example, &mut entities, &mut vec![7; 9]);
        assert_eq!(example.candidates.len(), entities.len());
        (entities, example.touches.iter().map(|touch| touch.candidate).collect())
    }

    #[test]
    fn what_nothing_points_to_is_left_out() {
        let meant = |places: &[u32]| {
            places.iter().map(|place| Meant::Device(DeviceIndex(*place))).collect::<Vec<_>>()
        };
        assert_eq!(left(&[3]), (meant(&[1, 2, 3]), vec![2]), "touches move with what they touch");
        assert_eq!(left(&[0, 3, 0]), (meant(&[0, 1, 2, 3]), vec![0, 3, 0]));
        assert_eq!(left(&[]), (meant(&[0, 1, 2, 3]), vec![]), "nothing is touched");
    }
}
