//! All numbers of the network that training changes, in one list, and where each part of them stands.

use std::ops::Range;

use lares_reader::shape::{COMMAND, ENTITY, LAYERS, LOOKED, TOUCHES, WORD};

use super::known::Known;
use crate::training::random::Random;

/// How likely a command is by itself in the beginning, as a logit.
pub(super) const UNLIKELY: f32 = -4.0;

/// A part of the list: so many rows of so many values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    start: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Part {
    fn length(self) -> usize {
        self.rows * self.columns
    }

    /// Where its values stand among those of the network.
    pub(super) fn range(self) -> Range<usize> {
        self.start..self.start + self.length()
    }

    /// The part's values.
    pub(super) fn of(self, list: &[f32]) -> &[f32] {
        &list[self.start..self.start + self.length()]
    }

    pub(super) fn of_mut(self, list: &mut [f32]) -> &mut [f32] {
        &mut list[self.start..self.start + self.length()]
    }

    /// One of its rows.
    pub(super) fn row(self, list: &[f32], row: usize) -> &[f32] {
        let start = self.start + row * self.columns;
        &list[start..start + self.columns]
    }

    pub(super) fn row_mut(self, list: &mut [f32], row: usize) -> &mut [f32] {
        let start = self.start + row * self.columns;
        &mut list[start..start + self.columns]
    }
}

/// A matrix and what is added.
#[derive(Debug, Clone, Copy)]
pub(super) struct Affine {
    pub(super) matrix: Part,
    pub(super) bias: Part,
}

/// A convolution with the layer normalisation before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer {
    /// Gain and bias.
    pub(super) norm: Part,
    pub(super) taps: [Part; 3],
    pub(super) bias: Part,
}

/// Where the parts stand; their names are those of `lares_reader`'s weights.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parts<'k> {
    /// What the tables have rows of.
    pub(super) known: &'k Known,
    pub(super) words: Part,
    pub(super) kinds: Part,
    pub(super) abilities: Part,
    pub(super) commands: Part,
    pub(super) calls: Part,
    pub(super) biases: Part,
    pub(super) turns: Part,
    pub(super) touched: Affine,
    pub(super) layers: [Layer; LAYERS],
    pub(super) looks_word: Affine,
    pub(super) looks_touch: Part,
    pub(super) looks_device: Affine,
    pub(super) attends: Part,
    pub(super) attends_whole: Part,
    pub(super) device: Affine,
    pub(super) device_whole: Part,
    pub(super) among: Affine,
    pub(super) among_others: Part,
    pub(super) last: Affine,
    /// How many values there are.
    pub(super) length: usize,
}

impl<'k> Parts<'k> {
    /// The parts, one after another, with a row for each feature that is known.
    pub(super) fn new(known: &'k Known) -> Parts<'k> {
        let mut start = 0;
        let mut part = |rows: usize, columns: usize| {
            let part = Part { start, rows, columns };
            start += part.length();
            part
        };
        let mut affine = |rows, columns| Affine { matrix: part(rows, columns), bias: part(1, columns) };
        let (touched, looks_word) = (affine(TOUCHES, WORD), affine(WORD, ENTITY));
        let (looks_device, device) = (affine(ENTITY, ENTITY), affine(LOOKED, COMMAND));
        let (among, last) = (affine(COMMAND, COMMAND), affine(COMMAND, COMMAND));
        let layers = std::array::from_fn(|_| Layer {
            norm: part(2, WORD),
            taps: std::array::from_fn(|_| part(WORD, WORD)),
            bias: part(1, WORD),
        });
        Parts {
            known,
            touched,
            layers,
            looks_word,
            looks_device,
            device,
            among,
            last,
            words: part(known.words.count(), WORD),
            kinds: part(known.kinds.count(), ENTITY),
            abilities: part(known.abilities.count(), ENTITY),
            commands: part(known.commands.count(), COMMAND),
            calls: part(known.commands.count(), WORD),
            biases: part(known.commands.count(), 1),
            turns: part(2, WORD),
            looks_touch: part(TOUCHES, ENTITY),
            attends: part(1, ENTITY),
            attends_whole: part(1, WORD),
            device_whole: part(WORD, COMMAND),
            among_others: part(2 * COMMAND, COMMAND),
            length: start,
        }
    }

    /// Where training begins: small numbers, drawn from a seed. A command is unlikely by itself.
    pub(super) fn beginning(&self, seed: u64) -> Vec<f32> {
        const SPREAD: f32 = 0.1;
        let mut random = Random::new(seed);
        // The sum of twelve even numbers less six is nearly normal.
        let mut normal =
            || (0..12).map(|_| random.below(1 << 20) as f32 / (1 << 20) as f32).sum::<f32>() - 6.0;
        let mut list = vec![0.0; self.length];
        let tables = [self.words, self.kinds, self.abilities, self.commands, self.calls, self.turns];
        for table in tables {
            table.of_mut(&mut list).iter_mut().for_each(|value| *value = SPREAD * normal());
        }
        let affine = [self.touched, self.looks_word, self.looks_device, self.device, self.among, self.last];
        let matrices =
            affine.iter().map(|it| it.matrix).chain(self.layers.iter().flat_map(|layer| layer.taps));
        let single =
            [self.looks_touch, self.attends, self.attends_whole, self.device_whole, self.among_others];
        for matrix in matrices.chain(single) {
            // A convolution adds three of them.
            let inputs = if matrix.rows == 1 { matrix.columns } else { matrix.rows };
            let spread = (1.0 / (3.0 * inputs as f32)).sqrt();
            matrix.of_mut(&mut list).iter_mut().for_each(|value| *value = spread * normal());
        }
        for layer in self.layers {
            layer.norm.row_mut(&mut list, 0).fill(1.0);
        }
        self.biases.of_mut(&mut list).fill(UNLIKELY);
        list
    }
}
