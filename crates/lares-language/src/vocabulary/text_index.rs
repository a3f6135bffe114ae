//! Texts kept in one, and found by themselves without a second copy of them.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Texts, one behind the other.
#[derive(Default)]
pub(super) struct Texts {
    text: String,
    /// Where each ends.
    ends: Vec<u32>,
}

impl Texts {
    /// Adds a text; its position.
    pub(super) fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        self.ends.len() as u32 - 1
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text at a position; empty for one that is not there.
    pub(super) fn get(&self, position: u32) -> &str {
        let position = position as usize;
        let start = position.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(position).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len() as u32).map(|position| self.get(position))
    }

    /// Gives back what was held in reserve.
    pub(super) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

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
