//! The weights of the network, and the file that they are in.
//!
//! The file: the letters `LRD2`, then the tables and matrices in the order of [`Weights`]. A table holds the rows of the
//! features that were trained: their number (u32), the length of a row (u32), the features (u32 each, no two alike), a scale for
//! each row (f32), and the values (i8, times the scale). A matrix holds its rows (inputs) and columns (outputs) as u32 each and
//! its values (f32), an affine one its bias behind them. All little-endian. Networks that read together stand behind one
//! another in one file.

use crate::arithmetic::add_times;
use crate::shape::{COMMAND, ENTITY, LOOKED, TOUCHES, WORD};

/// The columns of every matrix that is multiplied are a multiple of so many.
const COLUMNS: usize = 16;
const _: () = assert!(
    WORD.is_multiple_of(COLUMNS) && ENTITY.is_multiple_of(COLUMNS) && COMMAND.is_multiple_of(COLUMNS)
);

const MAGIC: &[u8; 4] = b"LRD2";

/// All weights, in the order of the file.
#[derive(Debug)]
pub(crate) struct Weights {
    /// Features of words.
    pub(crate) words: Table,
    /// Categories of devices.
    pub(crate) kinds: Table,
    /// Abilities of devices.
    pub(crate) abilities: Table,
    /// Commands, to be compared with devices.
    pub(crate) commands: Rows,
    /// Commands, to be compared with words.
    pub(crate) calls: Matrix,
    /// How likely commands are by themselves.
    biases: Matrix,
    /// Said in an earlier turn, said now.
    turns: Matrix,
    /// How a word touches any device.
    pub(crate) touched: Affine,
    /// The layer normalisations: gain and bias.
    pub(crate) norms: [Matrix; 4],
    /// The convolutions over words.
    pub(crate) convolutions: [Convolution; 4],
    /// How a device is looked at: through the word, by its touches, by what it is.
    pub(crate) looks_word: Affine,
    pub(crate) looks_touch: Matrix,
    pub(crate) looks_device: Affine,
    /// What of it is attended to.
    pub(crate) attends: Vec<f32>,
    /// What of the utterance is attended to.
    pub(crate) attends_whole: Vec<f32>,
    /// From all this to its vector.
    pub(crate) device: Affine,
    /// The part of it that the whole utterance adds.
    pub(crate) device_whole: Matrix,
    /// From its vector to that among others.
    pub(crate) among: Affine,
    pub(crate) among_others: Matrix,
    pub(crate) last: Affine,
}

/// Rows by features, in bytes.
#[derive(Debug)]
pub(crate) struct Table {
    /// Where features are looked up, from their first place on: the number of a row from 1, or 0. More than half of them are 0.
    places: Vec<u16>,
    /// The feature of each row: one that was never trained is no other.
    features: Vec<u32>,
    scales: Vec<f32>,
    values: &'static [u8],
    width: usize,
}

/// Rows by features, as numbers.
#[derive(Debug)]
pub(crate) struct Rows {
    table: Table,
    values: Matrix,
}

/// Inputs × outputs.
#[derive(Debug, Clone)]
pub(crate) struct Matrix {
    values: Vec<f32>,
    columns: usize,
}

/// A matrix and what is added.
#[derive(Debug)]
pub(crate) struct Affine {
    pub(crate) matrix: Matrix,
    pub(crate) bias: Vec<f32>,
}

/// Three matrices side by side.
#[derive(Debug)]
pub(crate) struct Convolution {
    pub(crate) taps: [Matrix; 3],
    pub(crate) bias: Vec<f32>,
}

impl Weights {
    /// The networks of a file, one or several.
    pub(crate) fn several_of_bytes(bytes: &'static [u8]) -> Option<Vec<Weights>> {
        let mut file = File { rest: bytes };
        let mut several = Vec::new();
        while several.is_empty() || !file.rest.is_empty() {
            several.push(Weights::of(&mut file)?);
        }
        Some(several)
    }

    fn of(file: &mut File) -> Option<Weights> {
        if file.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let words = file.table(WORD)?;
        let kinds = file.table(ENTITY)?;
        let abilities = file.table(ENTITY)?;
        let table = file.table(COMMAND)?;
        let count = table.scales.len();
        let values = table.as_matrix();
        Some(Weights {
            words,
            kinds,
            abilities,
            commands: Rows { table, values },
            calls: file.matrix(count, WORD)?,
            biases: file.matrix(count, 1)?,
            turns: file.matrix(2, WORD)?,
            touched: file.affine(TOUCHES, WORD)?,
            norms: [
                file.matrix(2, WORD)?,
                file.matrix(2, WORD)?,
                file.matrix(2, WORD)?,
                file.matrix(2, WORD)?,
            ],
            convolutions: [
                file.convolution()?,
                file.convolution()?,
                file.convolution()?,
                file.convolution()?,
            ],
            looks_word: file.affine(WORD, ENTITY)?,
            looks_touch: file.matrix(TOUCHES, ENTITY)?,
            looks_device: file.affine(ENTITY, ENTITY)?,
            attends: file.matrix(1, ENTITY)?.values,
            attends_whole: file.matrix(1, WORD)?.values,
            device: file.affine(LOOKED, COMMAND)?,
            device_whole: file.matrix(WORD, COMMAND)?,
            among: file.affine(COMMAND, COMMAND)?,
            among_others: file.matrix(2 * COMMAND, COMMAND)?,
            last: file.affine(COMMAND, COMMAND)?,
        })
    }

    /// How likely a command is by itself.
    #[inline(always)]
    pub(crate) fn bias(&self, place: usize) -> f32 {
        self.biases.row(place).first().copied().unwrap_or_default()
    }

    /// What a word is for being said now or earlier.
    #[inline(always)]
    pub(crate) fn turn(&self, now: bool) -> &[f32] {
        self.turns.row(usize::from(now))
    }
}

/// Where a feature is looked up first, among so many places, a power of two.
#[inline(always)]
fn first_place(feature: u32, places: usize) -> usize {
    // Knuth's multiplicative hashing, by the golden ratio.
    (feature.wrapping_mul(0x9e37_79b1) >> 8) as usize % places
}

impl Table {
    #[inline(always)]
    fn slot(&self, feature: u32) -> Option<usize> {
        let mut at = first_place(feature, self.places.len());
        loop {
            let slot = usize::from(*self.places.get(at)?).checked_sub(1)?;
            if self.features.get(slot) == Some(&feature) {
                return Some(slot);
            }
            at = (at + 1) % self.places.len();
        }
    }

    /// Adds the vector of a feature.
    #[inline(always)]
    pub(crate) fn add(&self, feature: u32, to: &mut [f32]) {
        let Some(slot) = self.slot(feature) else { return };
        let values = self.values.get(slot * self.width..(slot + 1) * self.width).unwrap_or_default();
        let scale = self.scales.get(slot).copied().unwrap_or_default();
        for (to, value) in to.iter_mut().zip(values) {
            *to += f32::from(value.cast_signed()) * scale;
        }
    }

    fn as_matrix(&self) -> Matrix {
        let rows = self.values.chunks_exact(self.width).zip(&self.scales);
        let values =
            rows.flat_map(|(row, scale)| row.iter().map(move |value| f32::from(value.cast_signed()) * scale));
        Matrix { values: values.collect(), columns: self.width }
    }
}

impl Rows {
    /// How many rows there are.
    pub(crate) fn count(&self) -> usize {
        self.table.scales.len()
    }

    /// The number of a feature's row.
    #[inline(always)]
    pub(crate) fn place(&self, feature: u32) -> Option<usize> {
        self.table.slot(feature)
    }

    pub(crate) fn row(&self, place: usize) -> &[f32] {
        self.values.row(place)
    }
}

impl Matrix {
    #[inline(always)]
    pub(crate) fn row(&self, place: usize) -> &[f32] {
        self.values.get(place * self.columns..(place + 1) * self.columns).unwrap_or_default()
    }

    /// Adds the product with a vector.
    #[inline(always)]
    pub(crate) fn multiply(&self, by: &[f32], to: &mut [f32]) {
        self.multiply_rows(0, by, to);
    }

    /// The same of the rows from there on.
    #[inline(always)]
    pub(crate) fn multiply_rows(&self, first: usize, by: &[f32], to: &mut [f32]) {
        let values = self.values.get(first * self.columns..).unwrap_or_default();
        for (block, to) in to.as_chunks_mut::<COLUMNS>().0.iter_mut().enumerate() {
            let mut sums = *to;
            for (row, by) in values.chunks_exact(self.columns).zip(by) {
                add_block(&mut sums, *by, row, block);
            }
            *to = sums;
        }
    }

    /// Adds the products with vectors that lie behind one another, each as by itself: four of them share what is loaded of a row.
    #[inline(always)]
    pub(crate) fn multiply_each(&self, by: &[f32], length: usize, to: &mut [f32]) {
        let (mut by, mut to) = (by.chunks_exact(4 * length), to.chunks_exact_mut(4 * self.columns));
        for (by, to) in by.by_ref().zip(to.by_ref()) {
            self.multiply_four(by, length, to);
        }
        let rest = by.remainder().chunks_exact(length);
        for (by, to) in rest.zip(to.into_remainder().chunks_exact_mut(self.columns)) {
            self.multiply(by, to);
        }
    }

    #[inline(always)]
    fn multiply_four(&self, by: &[f32], length: usize, to: &mut [f32]) {
        let (front, back) = by.split_at(2 * length);
        let ((first, second), (third, fourth)) = (front.split_at(length), back.split_at(length));
        let (front, back) = to.split_at_mut(2 * self.columns);
        let (to_first, to_second) = front.split_at_mut(self.columns);
        let (to_third, to_fourth) = back.split_at_mut(self.columns);
        let firsts = blocks_mut(to_first).zip(blocks_mut(to_second));
        let blocks = firsts.zip(blocks_mut(to_third).zip(blocks_mut(to_fourth)));
        for (block, ((to_first, to_second), (to_third, to_fourth))) in blocks.enumerate() {
            let (mut sums, mut seconds, mut thirds, mut fourths) =
                (*to_first, *to_second, *to_third, *to_fourth);
            let by = first.iter().zip(second).zip(third.iter().zip(fourth));
            for (row, ((first, second), (third, fourth))) in self.values.chunks_exact(self.columns).zip(by) {
                add_block(&mut sums, *first, row, block);
                add_block(&mut seconds, *second, row, block);
                add_block(&mut thirds, *third, row, block);
                add_block(&mut fourths, *fourth, row, block);
            }
            (*to_first, *to_second, *to_third, *to_fourth) = (sums, seconds, thirds, fourths);
        }
    }

    /// Adds a row so many times.
    #[inline(always)]
    pub(crate) fn add_row(&self, place: usize, times: f32, to: &mut [f32]) {
        add_times(to, times, self.row(place));
    }
}

#[inline(always)]
fn blocks_mut(vector: &mut [f32]) -> std::slice::IterMut<'_, [f32; COLUMNS]> {
    vector.as_chunks_mut::<COLUMNS>().0.iter_mut()
}

/// Adds so many columns of a row, so many times.
#[inline(always)]
fn add_block(sums: &mut [f32; COLUMNS], times: f32, row: &[f32], block: usize) {
    let Some(row) = row.as_chunks::<COLUMNS>().0.get(block) else { return };
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += times * value);
}

impl Affine {
    /// Adds the product with a vector, and the bias.
    #[inline(always)]
    pub(crate) fn apply(&self, by: &[f32], to: &mut [f32]) {
        to.iter_mut().zip(&self.bias).for_each(|(to, bias)| *to += bias);
        self.matrix.multiply(by, to);
    }
}

/// What is left of the file.
struct File {
    rest: &'static [u8],
}

impl File {
    fn take(&mut self, count: usize) -> Option<&'static [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.take(4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }

    fn floats(&mut self, count: usize) -> Option<Vec<f32>> {
        let bytes = self.take(count.checked_mul(4)?)?.as_chunks::<4>().0;
        Some(bytes.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect())
    }

    fn table(&mut self, width: usize) -> Option<Table> {
        let count = self.number()?;
        if self.number()? != width || count >= usize::from(u16::MAX) {
            return None;
        }
        let features = self.take(count * 4)?.as_chunks::<4>().0;
        let features: Vec<u32> = features.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let mut places = vec![0_u16; (2 * count + 1).next_power_of_two()];
        for (row, feature) in (1_u16..).zip(&features) {
            let mut at = first_place(*feature, places.len());
            while places.get(at).is_some_and(|place| *place > 0) {
                at = (at + 1) % places.len();
            }
            *places.get_mut(at)? = row;
        }
        let scales = self.floats(count)?;
        Some(Table { places, features, scales, values: self.take(count * width)?, width })
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> Option<Matrix> {
        if self.number()? != rows || self.number()? != columns {
            return None;
        }
        Some(Matrix { values: self.floats(rows.checked_mul(columns)?)?, columns })
    }

    fn affine(&mut self, rows: usize, columns: usize) -> Option<Affine> {
        Some(Affine { matrix: self.matrix(rows, columns)?, bias: self.floats(columns)? })
    }

    fn convolution(&mut self) -> Option<Convolution> {
        let taps = [self.matrix(WORD, WORD)?, self.matrix(WORD, WORD)?, self.matrix(WORD, WORD)?];
        Some(Convolution { taps, bias: self.floats(WORD)? })
    }
}
