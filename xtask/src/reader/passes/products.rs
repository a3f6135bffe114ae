//! Products with matrices, forth and back.

use lares_reader::arithmetic::{add, add_times, dot, soften};

use super::super::parameters::{Affine, Part, Parts};

/// Adds the product of a vector with a matrix.
pub(super) fn multiply(matrix: &[f32], by: &[f32], to: &mut [f32]) {
    for (row, by) in matrix.chunks_exact(to.len()).zip(by) {
        if *by != 0.0 {
            add_times(to, *by, row);
        }
    }
}

/// The product of a vector with a matrix, and what is added.
pub(super) fn applied(affine: Affine, list: &[f32], by: &[f32]) -> Vec<f32> {
    let mut to = affine.bias.of(list).to_vec();
    multiply(affine.matrix.of(list), by, &mut to);
    to
}

/// Where a value was not above nothing, its change is nothing.
pub(super) fn cut(change: &mut [f32], values: &[f32]) {
    change.iter_mut().zip(values).filter(|(_, value)| **value <= 0.0).for_each(|(change, _)| *change = 0.0);
}

/// Nothing is below nothing.
pub(super) fn rectify(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
}

/// The shares of vectors by how much they are attended to.
pub(super) fn shares(attends: &[f32], vectors: &[f32]) -> Vec<f32> {
    let mut shares: Vec<f32> =
        vectors.chunks_exact(attends.len()).map(|vector| dot(attends, vector)).collect();
    soften(&mut shares);
    shares
}

/// The change of what was softened, from that of the shares.
pub(super) fn unsoftened(shares: &[f32], changes: &[f32]) -> Vec<f32> {
    let mean = dot(shares, changes);
    shares.iter().zip(changes).map(|(share, change)| share * (change - mean)).collect()
}

/// What is learned, beside the values that it is learned from.
pub(super) struct Gradient<'l> {
    pub(super) parts: &'l Parts<'l>,
    pub(super) list: &'l [f32],
    pub(super) gradient: &'l mut [f32],
    /// The rows of the vectors of words' features that something was learned about.
    pub(super) rows: &'l mut Vec<usize>,
}

impl Gradient<'_> {
    /// A change behind a matrix: adds what it is before it to `to`, and what it is to the matrix to the gradient.
    pub(super) fn back(&mut self, part: Part, by: &[f32], change: &[f32], to: &mut [f32]) {
        for (row, to) in part.of(self.list).chunks_exact(change.len()).zip(to) {
            *to += dot(row, change);
        }
        self.learn(part, by, change);
    }

    /// Adds what a change behind a matrix is to the matrix.
    pub(super) fn learn(&mut self, part: Part, by: &[f32], change: &[f32]) {
        for (row, by) in part.of_mut(self.gradient).chunks_exact_mut(change.len()).zip(by) {
            if *by != 0.0 {
                add_times(row, *by, change);
            }
        }
    }

    /// Adds a change to a row, so many times.
    pub(super) fn learn_row(&mut self, part: Part, row: usize, times: f32, change: &[f32]) {
        add_times(part.row_mut(self.gradient, row), times, change);
    }

    /// Adds a change to the vector of a word's feature.
    pub(super) fn learn_feature(&mut self, feature: usize, change: &[f32]) {
        self.rows.push(feature);
        self.learn_row(self.parts.words, feature, 1.0, change);
    }

    /// The change of a mean by attention: adds that of the vectors to `to`, and that of what attends to the gradient.
    pub(super) fn back_attention(
        &mut self,
        part: Part,
        shares: &[f32],
        vectors: &[f32],
        change: &[f32],
        to: &mut [f32],
    ) {
        let attends = part.of(self.list);
        let of_shares: Vec<f32> =
            vectors.chunks_exact(change.len()).map(|vector| dot(change, vector)).collect();
        let of_softened = unsoftened(shares, &of_shares);
        let vectors = vectors.chunks_exact(change.len()).zip(to.chunks_exact_mut(change.len()));
        for ((share, softened), (vector, to)) in shares.iter().zip(of_softened).zip(vectors) {
            add_times(part.of_mut(self.gradient), softened, vector);
            add_times(to, *share, change);
            add_times(to, softened, attends);
        }
    }
}

/// The sum of vectors.
pub(super) fn sum(vectors: &[f32], width: usize) -> Vec<f32> {
    let mut sum = vec![0.0; width];
    vectors.chunks_exact(width).for_each(|vector| add(&mut sum, vector));
    sum
}
