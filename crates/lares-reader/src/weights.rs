//! The weights of the network, and the file that they are in.
//!
//! The file: the letters `LRD1`, then the tables and matrices in the order of [`Weights`]. A table holds the rows that were
//! trained: their number (u32), the length of a row (u32), the feature's places (u16 each, ascending), a scale for each row
//! (f32), and the values (i8, times the scale). A matrix holds its rows (inputs) and columns (outputs) as u32 each and its values
//! (f32), an affine one its bias behind them. All little-endian.

use crate::arithmetic::add_times;
use crate::shape::{COMMAND, COMMAND_PLACES, DEVICE_PLACES, ENTITY, TOUCHES, WORD, WORD_PLACES};

const MAGIC: &[u8; 4] = b"LRD1";

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
    places: usize,
    /// For each place the number of its row from 1; 0 where it was never trained.
    rows: Vec<u16>,
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
    pub(crate) fn of_bytes(bytes: &'static [u8]) -> Option<Weights> {
        let mut file = File { rest: bytes.strip_prefix(MAGIC)? };
        let words = file.table(WORD_PLACES, WORD)?;
        let kinds = file.table(DEVICE_PLACES, ENTITY)?;
        let abilities = file.table(DEVICE_PLACES, ENTITY)?;
        let table = file.table(COMMAND_PLACES, COMMAND)?;
        let count = table.scales.len();
        let values = table.as_matrix();
        let weights = Weights {
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
            device: file.affine(3 * ENTITY + 3, COMMAND)?,
            device_whole: file.matrix(WORD, COMMAND)?,
            among: file.affine(COMMAND, COMMAND)?,
            among_others: file.matrix(2 * COMMAND, COMMAND)?,
            last: file.affine(COMMAND, COMMAND)?,
        };
        file.rest.is_empty().then_some(weights)
    }

    /// How likely a command is by itself.
    pub(crate) fn bias(&self, place: usize) -> f32 {
        self.biases.row(place).first().copied().unwrap_or_default()
    }

    /// What a word is for being said now or earlier.
    pub(crate) fn turn(&self, now: bool) -> &[f32] {
        self.turns.row(usize::from(now))
    }
}

impl Table {
    fn slot(&self, feature: u32) -> Option<usize> {
        let row = self.rows.get(feature as usize % self.places)?;
        usize::from(*row).checked_sub(1)
    }

    /// Adds the vector of a feature.
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
    /// The number of a feature's row.
    pub(crate) fn place(&self, feature: u32) -> Option<usize> {
        self.table.slot(feature)
    }

    pub(crate) fn row(&self, place: usize) -> &[f32] {
        self.values.row(place)
    }
}

impl Matrix {
    pub(crate) fn row(&self, place: usize) -> &[f32] {
        self.values.get(place * self.columns..(place + 1) * self.columns).unwrap_or_default()
    }

    /// Adds the product with a vector. Four rows at a time, so that what is added to is loaded and stored a quarter as often; of
    /// many vectors half the values are nothing.
    pub(crate) fn multiply(&self, by: &[f32], to: &mut [f32]) {
        let (fours, rest) = by.as_chunks::<4>();
        let rows = self.values.chunks_exact(self.columns * 4);
        for (rows, by) in rows.clone().zip(fours) {
            if by.iter().all(|by| *by == 0.0) {
                continue;
            }
            let (first, others) = rows.split_at(self.columns);
            let (second, others) = others.split_at(self.columns);
            let (third, fourth) = others.split_at(self.columns);
            let rows = first.iter().zip(second).zip(third.iter().zip(fourth));
            for (to, ((first, second), (third, fourth))) in to.iter_mut().zip(rows) {
                *to += by[0] * first + by[1] * second + (by[2] * third + by[3] * fourth);
            }
        }
        let rows = self.values.chunks_exact(self.columns).skip(fours.len() * 4);
        for (row, by) in rows.zip(rest) {
            to.iter_mut().zip(row).for_each(|(to, value)| *to += by * value);
        }
    }

    /// Adds a row so many times.
    pub(crate) fn add_row(&self, place: usize, times: f32, to: &mut [f32]) {
        add_times(to, times, self.row(place));
    }
}

impl Affine {
    /// Adds the product with a vector, and the bias.
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

    fn table(&mut self, places: usize, width: usize) -> Option<Table> {
        let count = self.number()?;
        if self.number()? != width || count > places {
            return None;
        }
        let mut rows = vec![0_u16; places];
        let known = self.take(count * 2)?.as_chunks::<2>().0;
        for (row, place) in (1_u16..).zip(known) {
            *rows.get_mut(usize::from(u16::from_le_bytes(*place)))? = row;
        }
        let scales = self.floats(count)?;
        Some(Table { places, rows, scales, values: self.take(count * width)?, width })
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
