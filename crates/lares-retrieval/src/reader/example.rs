//! From a request and a home to what the network sees of them.

use std::sync::Arc;

use lares_home::DeviceIndex;
use lares_reader::{Candidate, Example};
use smallvec::SmallVec;

use super::entities::choose;
pub use super::entities::{MOST_ENTITIES, Meant, command_feature};
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
        let Seen { example, entities, words, of_word } = self;
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
        let mut named: SmallVec<[&Named; 256]> = SmallVec::new();
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
            });
            named.push(&known.named);
            true
        });
        if let Some(answer) = first_reading {
            first::tell(home, answer, entities, example);
        }
        let told = example.words.len() as u32;
        touches::find(home, (told, words), entities, &named, of_word, &mut example.touches);
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
