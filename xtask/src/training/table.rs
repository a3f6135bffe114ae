//! The vectors that are learned, and one step of learning: the contrastive loss of a batch, and its gradient carried to
//! the few rows that the batch used.
//!
//! Every sum is taken in an order that the number of threads does not change: the same seed gives the same bytes. (The
//! products of matrices add up in the order that suits the processor's vector unit, so those of another kind of
//! processor may give others.)

use candle_core::{DType, Device, Tensor, Var};
use lares_embedding::FeatureKind;
use lares_embedding::dot;
use lares_embedding::features::{Feature, KINDS, add_signs, along_signs, own};
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
    /// The part of the vector in which every feature keeps a direction of its own.
    pub(crate) words: Words,
    /// The sums of the squared gradients of the rows, and of the weights of unknown features.
    squares: Vec<f32>,
    unknown_squares: [f32; KINDS],
    /// Where the hashes begin that have the same leading bits.
    parts: Vec<u32>,
}

/// The dimensions in which every feature has the direction that its hash gives; only how much it counts is learned. So
/// shared words always count, also those that nothing was learned about.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    pub(crate) dimensions: usize,
    /// The part of the score that is theirs, 0..1.
    pub(crate) share: f32,
    /// How much each row's feature counts.
    pub(crate) weights: Vec<f32>,
    /// How much a feature without a row counts, by its kind.
    pub(crate) unknown_weights: [f32; KINDS],
    squares: Vec<f32>,
    unknown_squares: [f32; KINDS],
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
    /// words. `caution` is what the squares of every row's gradients begin with: the larger, the more often a feature has
    /// to be seen before it moves far. `words` is how many dimensions of words there are, and their share.
    pub(crate) fn begin(
        dimensions: usize,
        (words, share): (usize, f32),
        caution: f32,
        features: &[(u32, FeatureKind, f32)],
    ) -> Table {
        let scale = 1.0 / libm::sqrtf(dimensions as f32);
        let mut values = Vec::with_capacity(features.len() * dimensions);
        for (hash, kind, rarity) in features {
            let weight = scale * rarity * kind_weight(*kind);
            let mut row = vec![0.0; dimensions];
            add_signs(*hash, weight, &mut row);
            values.append(&mut row);
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
            words: Words {
                dimensions: words,
                share,
                weights: features.iter().map(|(_, kind, rarity)| rarity * word_weight(*kind)).collect(),
                unknown_weights: FeatureKind::ALL.map(|kind| RAREST * word_weight(kind)),
                squares: vec![0.0; features.len()],
                unknown_squares: [0.0; KINDS],
            },
            parts,
            unknown_squares: [0.0; KINDS],
            hashes: features.iter().map(|(hash, ..)| *hash).collect(),
            values,
            unknown_weights: FeatureKind::ALL.map(|kind| scale * UNKNOWN_RARITY * kind_weight(kind)),
            squares: vec![caution; features.len()],
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

    /// The weighted sum of a bag's rows, and behind it that of its directions of words.
    fn sum(&self, bag: &Bag) -> Vec<f32> {
        let mut sums = vec![0.0f32; self.dimensions + self.words.dimensions];
        let (sum, words) = sums.split_at_mut(self.dimensions);
        for (row, weight) in &bag.rows {
            for (sum, value) in sum.iter_mut().zip(self.row(*row)) {
                *sum += weight * value;
            }
            let hash = self.hashes.get(*row as usize).copied().unwrap_or(0);
            let weight = weight * self.words.weights.get(*row as usize).copied().unwrap_or(0.0);
            if weight != 0.0 {
                add_signs(own(hash), weight, words);
            }
        }
        for (hash, kind, weight) in &bag.unknown {
            let of_kind = |weights: &[f32; KINDS]| weights.get(*kind as usize).copied().unwrap_or(0.0);
            add_signs(*hash, weight * of_kind(&self.unknown_weights), sum);
            let word = weight * of_kind(&self.words.unknown_weights);
            if word != 0.0 {
                add_signs(own(*hash), word, words);
            }
        }
        sums
    }

    /// The vectors of texts from their sums, one a row: each part as long as the root of its share.
    fn vectors(&self, sums: &Tensor) -> candle_core::Result<Tensor> {
        let part = |from: usize, dimensions: usize, share: f32| {
            let part = sums.narrow(1, from, dimensions)?;
            let length = (part.sqr()?.sum_keepdim(1)? + SHORTEST)?.sqrt()?;
            part.broadcast_div(&length)? * f64::from(share.sqrt())
        };
        let learned = part(0, self.dimensions, 1.0 - self.words.share)?;
        match self.words.dimensions {
            0 => Ok(learned),
            words => Tensor::cat(&[learned, part(self.dimensions, words, self.words.share)?], 1),
        }
    }

    /// Learns from a batch: `queries[i]` means `documents[i]`, and no other document but those that `is_apart(i, j)`
    /// denies to be another meaning. Returns the mean loss.
    ///
    /// # Errors
    /// What the library for tensors cannot do: out of memory.
    pub(crate) fn learn(
        &mut self,
        queries: &[Bag],
        documents: &[Bag],
        is_apart: &(dyn Fn(usize, usize) -> bool + Sync),
        rates: Rates,
    ) -> candle_core::Result<f32> {
        let size = queries.len();
        let sums: Vec<f32> = queries.par_iter().chain(documents).flat_map_iter(|bag| self.sum(bag)).collect();
        let dimensions = self.dimensions + self.words.dimensions;
        let sums = Var::from_vec(sums, (2 * size, dimensions), &Device::Cpu)?;
        let vectors = self.vectors(&sums)?;
        let (asked, described) = (vectors.narrow(0, 0, size)?, vectors.narrow(0, size, size)?);
        let masked = |one: usize| {
            (0..size).map(move |other| if one == other || is_apart(one, other) { 0.0 } else { OUT_OF_SIGHT })
        };
        let mask: Vec<f32> = (0..size).into_par_iter().flat_map_iter(masked).collect();
        let mask = Tensor::from_vec(mask, (size, size), &Device::Cpu)?;
        // Of all the documents that may be wrong for a query, its own should be the likely one.
        let heat = f64::from(rates.temperature);
        let scores = ((asked.matmul(&described.t()?)? / heat)? + mask)?;
        let own = (&scores * Tensor::eye(size, DType::F32, &Device::Cpu)?)?.sum_keepdim(1)?;
        // The logarithm of the sum of exponentials, from the largest score on, so that nothing overflows.
        let top = scores.max_keepdim(1)?.detach();
        let all = (scores.broadcast_sub(&top)?.exp()?.sum_keepdim(1)?.log()? + top)?;
        let loss = (all - own)?.sum_all()?;
        let gradients = loss.backward()?;
        let gradients = match gradients.get(&sums) {
            Some(gradients) => gradients.to_vec2()?,
            None => vec![vec![0.0; dimensions]; 2 * size],
        };
        self.apply(queries, documents, &gradients, rates.rate);
        Ok(loss.to_scalar::<f32>()? / size as f32)
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
        let all = dimensions + self.words.dimensions;
        let hashes = &self.hashes;
        let words = self.words.weights.par_iter_mut().zip(self.words.squares.par_iter_mut());
        self.values
            .par_chunks_mut(dimensions)
            .zip(self.squares.par_iter_mut())
            .zip(words)
            .enumerate()
            .for_each(|(row, ((values, square), (word, word_square)))| {
                let (Some(start), Some(end)) = (starts.get(row), starts.get(row + 1)) else { return };
                let of_row = uses.get(*start as usize..*end as usize).unwrap_or_default();
                if of_row.is_empty() {
                    return;
                }
                let mut gradient = vec![0.0f32; all];
                for (place, weight) in of_row {
                    for (sum, value) in
                        gradient.iter_mut().zip(gradients.get(*place as usize).into_iter().flatten())
                    {
                        *sum += weight * value;
                    }
                }
                let (gradient, of_words) = gradient.split_at(dimensions);
                if *word > 0.0 {
                    let hash = hashes.get(row).copied().unwrap_or(0);
                    let along = along_signs(own(hash), of_words);
                    *word_square += along * along;
                    *word = (*word - rate * along / (word_square.sqrt() + 1e-8)).max(1e-4);
                }
                *square += dot(gradient, gradient) / dimensions as f32;
                let step = rate / (square.sqrt() + 1e-8);
                for (value, g) in values.iter_mut().zip(gradient) {
                    *value -= step * g;
                }
            });
    }

    /// The same for how much unknown features count.
    fn apply_unknown(&mut self, queries: &[Bag], documents: &[Bag], gradients: &[Vec<f32>], rate: f32) {
        let bags: Vec<&Bag> = queries.iter().chain(documents).collect();
        let dimensions = self.dimensions;
        let parts: Vec<Sums> = bags
            .par_iter()
            .zip(gradients)
            .map(|(bag, gradient)| {
                let (learned, words) = gradient.split_at(dimensions);
                let mut sums = ([0.0; KINDS], [0.0; KINDS]);
                for (hash, kind, weight) in &bag.unknown {
                    let along = along_signs(*hash, learned);
                    let along_words = along_signs(own(*hash), words);
                    if let (Some(sum), Some(of_words)) =
                        (sums.0.get_mut(*kind as usize), sums.1.get_mut(*kind as usize))
                    {
                        *sum += weight * along;
                        *of_words += weight * along_words;
                    }
                }
                sums
            })
            .collect();
        let step = |weight: &mut f32, square: &mut f32, gradient: f32| {
            *square += gradient * gradient;
            *weight = (*weight - rate * gradient / (square.sqrt() + 1e-8)).max(1e-4);
        };
        let learned = self.unknown_weights.iter_mut().zip(&mut self.unknown_squares);
        let words = self.words.unknown_weights.iter_mut().zip(&mut self.words.unknown_squares);
        for (kind, ((weight, square), (word, word_square))) in learned.zip(words).enumerate() {
            let sum = |of: fn(&Sums) -> &[f32; KINDS]| -> f32 {
                parts.iter().filter_map(|sums| of(sums).get(kind)).sum()
            };
            step(weight, square, sum(|sums| &sums.0));
            if *word > 0.0 {
                step(word, word_square, sum(|sums| &sums.1));
            }
        }
    }
}

/// Gradients of how much unknown features count, by kind: among the learned dimensions and among those of words.
type Sums = ([f32; KINDS], [f32; KINDS]);

/// The square of a length so small that it is none: what has no direction is not divided by nothing.
const SHORTEST: f64 = 1e-12;
/// Added to the score of a document that is not to be told apart from the right one.
const OUT_OF_SIGHT: f32 = -1e9;
/// How rare a feature counts that is in a single text.
const RAREST: f32 = 1.8;
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

/// How much it counts before training as a word that keeps its own direction. What sounds alike is no shared word, and
/// neither is a number; a weight of 0 stays so.
fn word_weight(kind: FeatureKind) -> f32 {
    match kind {
        FeatureKind::Sound | FeatureKind::SoundPair | FeatureKind::Number => 0.0,
        other => kind_weight(other),
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
        Table::begin(16, (16, 0.3), 0.0, &features)
    }

    fn bags(table: &Table, texts: &[&[u32]]) -> Vec<Bag> {
        let bag = |text: &&[u32]| {
            let features: Vec<Feature> = text.iter().map(|hash| feature(hash << 28)).collect();
            table.bag(&features, &|_| false)
        };
        texts.iter().map(bag).collect()
    }

    const RATES: Rates = Rates { temperature: 0.1, rate: 0.05 };

    /// So small that a step goes straight.
    const SMALL_RATE: f32 = 1e-3;

    #[test]
    fn what_belongs_together_is_learned_and_the_loss_falls() {
        let mut table = begun();
        let (queries, documents) = (bags(&table, &[&[1], &[2]]), bags(&table, &[&[3, 5], &[4, 5]]));
        let first = table.learn(&queries, &documents, &|_, _| true, RATES).unwrap();
        let mut last = first;
        for _ in 0..60 {
            last = table.learn(&queries, &documents, &|_, _| true, RATES).unwrap();
        }
        assert!(last < 0.05 && last < first / 4.0, "{first} {last}");
    }

    /// The gradient that reaches the rows is the slope of the loss: a step too small to matter lowers the loss by as much as it says.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let table = begun();
        let (queries, documents) = (bags(&table, &[&[1, 6], &[2]]), bags(&table, &[&[3, 5], &[4, 5, 1]]));
        let loss = |table: &Table| {
            let mut copy = table.clone();
            f64::from(copy.learn(&queries, &documents, &|_, _| true, Rates { rate: 0.0, ..RATES }).unwrap())
        };
        // Adagrad's first step goes along the sign of the row's gradient, by rate / its root mean square.
        let mut moved = table.clone();
        moved.learn(&queries, &documents, &|_, _| true, Rates { rate: SMALL_RATE, ..RATES }).unwrap();
        // step = -rate · g / root, so g · step = -step² · root / rate; the loss is a mean over two queries.
        let change = |step: f32, square: f32| {
            -f64::from(step).powi(2) * f64::from(square).sqrt() / f64::from(SMALL_RATE) / 2.0
        };
        let rows =
            (0..table.hashes.len()).flat_map(|row| (row * 16..(row + 1) * 16).map(move |at| (row, at)));
        let of_rows: f64 =
            rows.map(|(row, at)| change(moved.values[at] - table.values[at], moved.squares[row])).sum();
        let of_words: f64 = (0..table.hashes.len())
            .map(|row| change(moved.words.weights[row] - table.words.weights[row], moved.words.squares[row]))
            .sum();
        assert!(of_rows < 0.0 && of_words < 0.0, "{of_rows} {of_words}");
        let expected = of_rows + of_words;
        let fallen = loss(&moved) - loss(&table);
        assert!((fallen - expected).abs() < 0.1 * expected.abs(), "fell by {fallen}, expected {expected}");
    }

    #[test]
    fn twins_are_not_pushed_apart() {
        let mut table = begun();
        let (queries, documents) = (bags(&table, &[&[1], &[1]]), bags(&table, &[&[3], &[4]]));
        let before = table.values.clone();
        assert_eq!(table.learn(&queries, &documents, &|_, _| false, RATES).unwrap(), 0.0);
        assert_eq!(table.values, before);
    }

    #[test]
    fn hidden_features_act_as_unknown_ones() {
        let table = begun();
        let bag = table.bag(&[feature(1 << 28), feature(77)], &|hash| hash == 1 << 28);
        assert!(bag.rows.is_empty() && bag.unknown.len() == 2);
    }
}
