//! Texts found by themselves, without a second copy of them.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Positions of texts by the texts, which are kept elsewhere.
#[derive(Default)]
pub(super) struct TextIndex {
    positions: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl TextIndex {
    /// The position of a text.
    pub(super) fn find<'t>(&self, text: &str, text_of: impl Fn(u32) -> &'t str) -> Option<u32> {
        self.positions.find(self.hasher.hash_one(text), |&position| text_of(position) == text).copied()
    }

    /// Adds the position of a text that is not there yet.
    pub(super) fn insert<'t>(&mut self, position: u32, text_of: impl Fn(u32) -> &'t str) {
        let hash = self.hasher.hash_one(text_of(position));
        self.positions.insert_unique(hash, position, |&other| self.hasher.hash_one(text_of(other)));
    }

    /// Gives back what was held in reserve.
    pub(super) fn shrink<'t>(&mut self, text_of: impl Fn(u32) -> &'t str) {
        self.positions.shrink_to_fit(|&position| self.hasher.hash_one(text_of(position)));
    }
}
