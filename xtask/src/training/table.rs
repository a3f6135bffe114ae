//! The vectors that are learned, and one step of learning: the contrastive loss of a batch and its gradient, by hand.
//!
//! Every sum is taken in a fixed order, whichever thread takes it, and only with operations that all machines round
//! alike: the same seed gives the same bytes.

use lares_embedding::FeatureKind;
use lares_embedding::features::{Feature, KINDS, signs};
use lares_embedding::matrix::dot;
use rayon::prelude::*;

/// A text as rows of the table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bag {
    /// Rows with their weights.
    pub(crate) rows: Vec<(u32, f32)>,
    /// Features that have no row, with their kinds and weights.
    pub(crate) unknown: Vec<(u32, FeatureKind, f32)>,
}

/// The vectors of all features.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) dimensions: usize,
    /// Ascending.
    pub(crate) hashes: Vec<u32>,
    pub(crate) values: Vec<f32>,
    pub(crate) unknown_weights: [f32; KINDS],
    /// The sums of the squared gradients of the rows, and of the weights of unknown features.
    squares: Vec<f32>,
    unknown_squares: [f32; KINDS],
    /// Where the hashes begin that have the same leading bits.
    parts: Vec<u32>,
}

/// The leading bits of a hash by which it is looked up.
const PART_BITS: u32 = 16;

/// How a batch is learned from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rates {
    pub(crate) temperature: f32,
    pub(crate) rate: f32,
}

impl Table {
    /// A table before training: each feature has a direction of its own, as long as it is rare. It finds what shares
    /// words.
    pub(crate) fn begin(dimensions: usize, features: &[(u32, FeatureKind, f32)]) -> Table {
        let scale = 1.0 / libm::sqrtf(dimensions as f32);
        let mut values = Vec::with_capacity(features.len() * dimensions);
        for (hash, kind, rarity) in features {
            let weight = scale * rarity * kind_weight(*kind);
            values.extend(signs(*hash, dimensions).map(|sign| sign * weight));
        }
        let mut parts = vec![0u32; (1 << PART_BITS) + 1];
        for (hash, ..) in features {
            if let Some(next) = parts.get_mut((hash >> (32 - PART_BITS)) as usize + 1) {
                *next += 1;
            }
        }
        let mut sum = 0;
        for part in &mut parts {
            sum += *part;
            *part = sum;
        }
        Table {
            dimensions,
            parts,
            unknown_squares: [0.0; KINDS],
            hashes: features.iter().map(|(hash, ..)| *hash).collect(),
            values,
            unknown_weights: FeatureKind::ALL.map(|kind| scale * UNKNOWN_RARITY * kind_weight(kind)),
            squares: vec![0.0; features.len()],
        }
    }

    fn place(&self, hash: u32) -> Option<usize> {
        let part = (hash >> (32 - PART_BITS)) as usize;
        let (start, end) = (*self.parts.get(part)? as usize, *self.parts.get(part + 1)? as usize);
        let found = self.hashes.get(start..end)?.iter().position(|known| *known == hash)?;
        Some(start + found)
    }

    /// The features of a text as rows. What `is_hidden` says is taken for unknown.
    pub(crate) fn bag(&self, features: &[Feature], is_hidden: &dyn Fn(u32) -> bool) -> Bag {
        let mut bag = Bag::default();
        for feature in features {
            match self.place(feature.hash).filter(|_| !is_hidden(feature.hash)) {
                Some(row) => bag.rows.push((row as u32, feature.weight)),
                None => bag.unknown.push((feature.hash, feature.kind, feature.weight)),
            }
        }
        bag
    }

    fn row(&self, row: u32) -> &[f32] {
        let start = row as usize * self.dimensions;
        self.values.get(start..start + self.dimensions).unwrap_or_default()
    }

    /// The sum of a bag, and its length before it was made a unit vector.
    fn pool(&self, bag: &Bag) -> (Vec<f32>, f32) {
        let mut sum = vec![0.0f32; self.dimensions];
        for (row, weight) in &bag.rows {
            for (sum, value) in sum.iter_mut().zip(self.row(*row)) {
                *sum += weight * value;
            }
        }
        for (hash, kind, weight) in &bag.unknown {
            let weight = weight * self.unknown_weights.get(*kind as usize).copied().unwrap_or(0.0);
            for (sum, sign) in sum.iter_mut().zip(signs(*hash, self.dimensions)) {
                *sum += weight * sign;
            }
        }
        let length = dot(&sum, &sum).sqrt().max(1e-6);
        for value in &mut sum {
            *value /= length;
        }
        (sum, length)
    }

    /// Learns from a batch: `queries[i]` means `documents[i]`, and no other document but those that `is_apart(i, j)`
    /// denies to be another meaning. Returns the mean loss.
    pub(crate) fn learn(
        &mut self,
        queries: &[Bag],
        documents: &[Bag],
        is_apart: &(dyn Fn(usize, usize) -> bool + Sync),
        rates: Rates,
    ) -> f32 {
        let size = queries.len();
        let pooled: Vec<(Vec<f32>, f32)> =
            queries.par_iter().chain(documents.par_iter()).map(|bag| self.pool(bag)).collect();
        let (asked, described) = pooled.split_at(size);
        let temperature = rates.temperature;
        // The likelihood of each document for each query, less 1 for the right one: the gradient of the loss.
        let rows: Vec<(Vec<f32>, f32)> = asked
            .par_iter()
            .enumerate()
            .map(|(one, (query, _))| {
                let mut scores: Vec<f32> = described
                    .iter()
                    .enumerate()
                    .map(|(other, (document, _))| {
                        if one == other || is_apart(one, other) {
                            dot(query, document) / temperature
                        } else {
                            f32::MIN
                        }
                    })
                    .collect();
                let top = scores.iter().copied().fold(f32::MIN, f32::max);
                let own = scores.get(one).copied().unwrap_or(top);
                let mut sum = 0.0;
                for score in &mut scores {
                    *score = if *score == f32::MIN { 0.0 } else { libm::expf(*score - top) };
                    sum += *score;
                }
                for score in &mut scores {
                    *score /= sum;
                }
                if let Some(right) = scores.get_mut(one) {
                    *right -= 1.0;
                }
                (scores, libm::logf(sum) + top - own)
            })
            .collect();
        let loss = rows.iter().map(|(_, loss)| loss).sum::<f32>() / size as f32;
        let scale = 1.0 / temperature;
        let dimensions = self.dimensions;
        let through = |gradient: Vec<f32>, (unit, length): &(Vec<f32>, f32)| -> Vec<f32> {
            let along = dot(&gradient, unit);
            gradient.iter().zip(unit).map(|(g, u)| scale * (g - along * u) / length).collect()
        };
        let of_queries = asked.par_iter().zip(&rows).map(|(pooled, (row, _))| {
            let mut gradient = vec![0.0f32; dimensions];
            for (share, (document, _)) in row.iter().zip(described) {
                if *share != 0.0 {
                    for (sum, value) in gradient.iter_mut().zip(document) {
                        *sum += share * value;
                    }
                }
            }
            through(gradient, pooled)
        });
        let of_documents = described.par_iter().enumerate().map(|(other, pooled)| {
            let mut gradient = vec![0.0f32; dimensions];
            for ((row, _), (query, _)) in rows.iter().zip(asked) {
                let share = row.get(other).copied().unwrap_or(0.0);
                if share != 0.0 {
                    for (sum, value) in gradient.iter_mut().zip(query) {
                        *sum += share * value;
                    }
                }
            }
            through(gradient, pooled)
        });
        let gradients: Vec<Vec<f32>> = of_queries.chain(of_documents).collect();
        self.apply(queries, documents, &gradients, rates.rate);
        loss
    }

    /// Moves every row that was used against its gradient, by row-wise Adagrad.
    fn apply(&mut self, queries: &[Bag], documents: &[Bag], gradients: &[Vec<f32>], rate: f32) {
        let count = self.hashes.len();
        let bags = || queries.iter().chain(documents).zip(0u32..);
        let mut starts = vec![0u32; count + 1];
        for (row, _) in bags().flat_map(|(bag, _)| &bag.rows) {
            if let Some(start) = starts.get_mut(*row as usize + 1) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut uses = vec![(0u32, 0.0f32); sum as usize];
        for (bag, place) in bags() {
            for (row, weight) in &bag.rows {
                if let Some(next) = next.get_mut(*row as usize)
                    && let Some(slot) = uses.get_mut(*next as usize)
                {
                    *slot = (place, *weight);
                    *next += 1;
                }
            }
        }
        self.apply_unknown(queries, documents, gradients, rate);
        let dimensions = self.dimensions;
        self.values.par_chunks_mut(dimensions).zip(self.squares.par_iter_mut()).enumerate().for_each(
            |(row, (values, square))| {
                let (Some(start), Some(end)) = (starts.get(row), starts.get(row + 1)) else { return };
                let own = uses.get(*start as usize..*end as usize).unwrap_or_default();
                if own.is_empty() {
                    return;
                }
                let mut gradient = vec![0.0f32; dimensions];
                for (place, weight) in own {
                    for (sum, value) in
                        gradient.iter_mut().zip(gradients.get(*place as usize).into_iter().flatten())
                    {
                        *sum += weight * value;
                    }
                }
                *square += dot(&gradient, &gradient) / dimensions as f32;
                let step = rate / (square.sqrt() + 1e-8);
                for (value, g) in values.iter_mut().zip(&gradient) {
                    *value -= step * g;
                }
            },
        );
    }

    /// The same for how much unknown features count.
    fn apply_unknown(&mut self, queries: &[Bag], documents: &[Bag], gradients: &[Vec<f32>], rate: f32) {
        let bags: Vec<&Bag> = queries.iter().chain(documents).collect();
        let parts: Vec<[f32; KINDS]> = bags
            .par_iter()
            .zip(gradients)
            .map(|(bag, gradient)| {
                let mut sums = [0.0; KINDS];
                for (hash, kind, weight) in &bag.unknown {
                    let along: f32 =
                        signs(*hash, gradient.len()).zip(gradient).map(|(sign, g)| sign * g).sum();
                    if let Some(sum) = sums.get_mut(*kind as usize) {
                        *sum += weight * along;
                    }
                }
                sums
            })
            .collect();
        for (kind, weight) in self.unknown_weights.iter_mut().enumerate() {
            let gradient: f32 = parts.iter().filter_map(|sums| sums.get(kind)).sum();
            let Some(square) = self.unknown_squares.get_mut(kind) else { continue };
            *square += gradient * gradient;
            *weight = (*weight - rate * gradient / (square.sqrt() + 1e-8)).max(1e-4);
        }
    }
}

/// How rare a feature counts that training has hardly seen: as the rarest.
const UNKNOWN_RARITY: f32 = 6.0;

/// How much a feature counts before training, by its kind.
fn kind_weight(kind: FeatureKind) -> f32 {
    match kind {
        FeatureKind::Character => 0.5,
        FeatureKind::CharacterPair => 0.8,
        FeatureKind::Sound => 0.2,
        FeatureKind::SoundPair => 0.4,
        FeatureKind::Word => 0.8,
        FeatureKind::WordPair => 0.5,
        FeatureKind::Letters => 0.2,
        FeatureKind::Number => 0.2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(hash: u32) -> Feature {
        Feature { hash, kind: FeatureKind::Word, weight: 1.0 }
    }

    fn begun() -> Table {
        let features: Vec<_> = (1..=6).map(|hash| (hash << 28, FeatureKind::Word, 1.0)).collect();
        Table::begin(16, &features)
    }

    fn bags(table: &Table, texts: &[&[u32]]) -> Vec<Bag> {
        let bag = |text: &&[u32]| {
            let features: Vec<Feature> = text.iter().map(|hash| feature(hash << 28)).collect();
            table.bag(&features, &|_| false)
        };
        texts.iter().map(bag).collect()
    }

    const RATES: Rates = Rates { temperature: 0.1, rate: 0.05 };

    #[test]
    fn what_belongs_together_is_learned_and_the_loss_falls() {
        let mut table = begun();
        let (queries, documents) = (bags(&table, &[&[1], &[2]]), bags(&table, &[&[3, 5], &[4, 5]]));
        let first = table.learn(&queries, &documents, &|_, _| true, RATES);
        let mut last = first;
        for _ in 0..60 {
            last = table.learn(&queries, &documents, &|_, _| true, RATES);
        }
        assert!(last < 0.05 && last < first / 4.0, "{first} {last}");
    }

    /// The gradient by hand is the slope of the loss: a step too small to matter lowers the loss by as much as it says.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let table = begun();
        let (queries, documents) = (bags(&table, &[&[1, 6], &[2]]), bags(&table, &[&[3, 5], &[4, 5, 1]]));
        let loss = |table: &Table| {
            let mut copy = table.clone();
            f64::from(copy.learn(&queries, &documents, &|_, _| true, Rates { rate: 0.0, ..RATES }))
        };
        // Adagrad's first step goes along the sign of the row's gradient, by rate / its root mean square.
        let mut moved = table.clone();
        moved.learn(&queries, &documents, &|_, _| true, Rates { rate: 1e-3, ..RATES });
        let expected: f64 = (0..table.hashes.len())
            .map(|row| {
                let range = row * 16..(row + 1) * 16;
                let step = |place: usize| f64::from(moved.values[place] - table.values[place]);
                let root = f64::from(moved.squares[row]).sqrt();
                // step = -rate · g / root, so g · step = -step² · root / rate; the loss is a mean over two queries.
                range.map(|place| -step(place).powi(2) * root / 1e-3).sum::<f64>() / 2.0
            })
            .sum();
        let fallen = loss(&moved) - loss(&table);
        assert!((fallen - expected).abs() < 0.1 * expected.abs(), "fell by {fallen}, expected {expected}");
    }

    #[test]
    fn twins_are_not_pushed_apart() {
        let mut table = begun();
        let (queries, documents) = (bags(&table, &[&[1], &[1]]), bags(&table, &[&[3], &[4]]));
        let before = table.values.clone();
        assert_eq!(table.learn(&queries, &documents, &|_, _| false, RATES), 0.0);
        assert_eq!(table.values, before);
    }

    #[test]
    fn hidden_features_act_as_unknown_ones() {
        let table = begun();
        let bag = table.bag(&[feature(1 << 28), feature(77)], &|hash| hash == 1 << 28);
        assert!(bag.rows.is_empty() && bag.unknown.len() == 2);
    }
}
