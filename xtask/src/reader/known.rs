//! The features that the network learns something of: each has a row in a table.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use lares_reader::Example;

/// What a table has rows of.
#[derive(Debug)]
pub(super) struct Dictionary {
    /// In the order of their rows.
    pub(super) features: Vec<u32>,
    rows: HashMap<u32, usize>,
}

impl Dictionary {
    fn of(features: impl IntoIterator<Item = u32>) -> Dictionary {
        let features: Vec<u32> = features.into_iter().collect();
        let rows = features.iter().copied().zip(0..).collect();
        Dictionary { features, rows }
    }

    /// How many rows there are.
    pub(super) fn count(&self) -> usize {
        self.features.len()
    }

    /// The row of a feature.
    pub(super) fn row(&self, feature: u32) -> Option<usize> {
        self.rows.get(&feature).copied()
    }
}

/// What all tables have rows of.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) words: Dictionary,
    pub(super) kinds: Dictionary,
    pub(super) abilities: Dictionary,
    pub(super) commands: Dictionary,
}

impl Known {
    /// What is seen in these examples; of words what so many of them have.
    pub(super) fn of<'e>(examples: impl Iterator<Item = &'e Example>, least: usize) -> Known {
        let mut words: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut kinds, mut abilities, mut commands) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for example in examples {
            let of_example: BTreeSet<u32> = example.features.iter().copied().collect();
            of_example.into_iter().for_each(|feature| *words.entry(feature).or_default() += 1);
            for entity in example.candidates.iter().map(|candidate| &candidate.entity) {
                kinds.insert(entity.category);
                abilities.extend(entity.abilities.iter().copied());
                commands.extend(entity.commands.iter().copied());
            }
        }
        let words = words.into_iter().filter(|(_, count)| *count >= least).map(|(feature, _)| feature);
        Known {
            words: Dictionary::of(words),
            kinds: Dictionary::of(kinds),
            abilities: Dictionary::of(abilities),
            commands: Dictionary::of(commands),
        }
    }
}
