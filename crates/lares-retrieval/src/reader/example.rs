//! From a request and a home to what the network sees of them.

use std::sync::Arc;

use lares_home::DeviceIndex;
use lares_reader::{Candidate, Example};
use smallvec::SmallVec;

pub use super::entities::{MOST_ENTITIES, Meant, command_feature};
use super::entities::{choose, entity_of};
use super::first;
use super::senses;
use super::touches::{self, Named, OfWord};
use super::words::{Word, Words};
use crate::conversation::Conversation;
use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::postings::add;
use crate::result::Retrieval;
use crate::workspace::Workspace;

/// An example, what its entities are, and the memory in which both were made.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// What the network sees.
    pub example: Example,
    /// What its entities are, in their order.
    pub entities: Vec<Meant>,
    words: Words,
    of_word: OfWord,
    /// The names of the entities of a large home.
    named: Vec<Named>,
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
        let Seen { example, entities, words, of_word, named } = self;
        words.hear(home, conversation, request, &mut workspace.language);
        let near = request.room.map(|room| near(home, room));
        let recent: SmallVec<[DeviceIndex; 8]> = conversation
            .recent(request.now_ms, &home.config)
            .into_iter()
            .filter_map(|id| home.device_by_id(id))
            .collect();
        choose(home, words, near.as_ref(), &recent, entities);
        let known = home.known_to_reader();
        example.clear();
        example.room_known = near.is_some();
        for (place, meant) in entities.iter().enumerate() {
            let entity = known.and_then(|known| known.entities.get(place).map(Arc::clone));
            let device = match meant {
                Meant::Device(device) => Some(*device),
                Meant::Scene(_) => None,
            };
            let is_near = |device| near.as_ref().is_some_and(|near| near.contains(device));
            example.candidates.push(Candidate {
                entity: entity.unwrap_or_else(|| Arc::new(entity_of(home, *meant))),
                is_near: device.is_some_and(is_near),
                is_recent: device.is_some_and(|device| recent.contains(&device)),
            });
        }
        let named = match known {
            Some(known) => &known.named,
            None => {
                named.clear();
                named.extend(entities.iter().map(|meant| Named::of(home, *meant)));
                named
            }
        };
        if let Some(answer) = first_reading {
            first::tell(home, answer, entities, example);
        }
        let told = example.words.len() as u32;
        touches::find(home, (told, words), entities, named, of_word, &mut example.touches);
        for word in words.iter() {
            let letters = senses::tell(home, &word, &mut example.features);
            example.end_word(letters, word.is_earlier);
        }
    }
}

fn near(home: &CompiledHome, room: &str) -> DeviceSet {
    let mut devices = DeviceSet::empty(home.home.devices.len());
    for room in home.rooms_of_speaker(room) {
        add(&mut devices, &home.rooms.in_room(room));
    }
    devices
}
