//! Training a logistic classifier over hashed features, by gradient descent on the likelihood of what is right.

use std::collections::{BTreeMap, HashMap, HashSet};

use lares_language::wish_model::{WishClass, WishKind, WishModel};

use crate::training::random;

/// How a classifier is trained.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Learning {
    /// Rounds over all examples
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// The rate of learning
    #[arg(long, default_value_t = 0.5)]
    rate: f32,
    /// Features left out of each example, in thousandths
    #[arg(long, default_value_t = 200)]
    dropout: usize,
    /// How strongly weights are drawn to nothing, in millionths
    #[arg(long, default_value_t = 300)]
    decay: usize,
    /// How many times an example counts that is right
    #[arg(long, default_value_t = 1.0)]
    right: f32,
}

/// What is learned from.
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) features: Vec<u32>,
    pub(crate) right: bool,
}

/// A bias, and the weights of features.
pub(crate) type Weights = (f32, BTreeMap<u32, f32>);

/// A feature of fewer groups of examples has no weight.
const FEWEST: u32 = 3;
/// What a weight is at most, in bytes.
const LARGEST: f32 = 127.0;

/// The weights learned from groups of examples that belong together.
pub(crate) fn learn(groups: &[Vec<&Example>], args: &Learning) -> Weights {
    let examples: Vec<&Example> = groups.iter().flatten().copied().collect();
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for group in groups {
        let distinct: HashSet<u32> =
            group.iter().flat_map(|example| example.features.iter().copied()).collect();
        distinct.into_iter().for_each(|hash| *counts.entry(hash).or_insert(0) += 1);
    }
    let mut weights: BTreeMap<u32, f32> =
        counts.into_iter().filter(|(_, count)| *count >= FEWEST).map(|(hash, _)| (hash, 0.0)).collect();
    let mut squares: HashMap<u32, f32> = weights.keys().map(|hash| (*hash, 1e-3)).collect();
    let mut bias = 0.0_f32;
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for round in 0..args.rounds {
        let mut random = random::at(2026, round, 1);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let rate = args.rate * (1.0 - round as f32 / args.rounds as f32).max(0.05);
        for &place in &order {
            let Some(example) = examples.get(place) else { continue };
            let scale = 1.0 / (example.features.len().max(1) as f32).sqrt();
            let kept: Vec<u32> = example
                .features
                .iter()
                .filter(|_| !random::happens(&mut random, args.dropout))
                .copied()
                .filter(|hash| weights.contains_key(hash))
                .collect();
            let sum: f32 = kept.iter().filter_map(|hash| weights.get(hash)).sum();
            let likelihood = 1.0 / (1.0 + libm::expf(-(bias + scale * sum)));
            let counts = if example.right { args.right } else { 1.0 };
            let gradient = counts * (likelihood - if example.right { 1.0 } else { 0.0 });
            bias -= 0.01 * rate * gradient;
            for hash in kept {
                let square = squares.entry(hash).or_insert(1e-3);
                *square += scale * scale * gradient * gradient;
                let step = rate * scale / square.sqrt();
                if let Some(weight) = weights.get_mut(&hash) {
                    *weight = *weight * (1.0 - rate * args.decay as f32 * 1e-6) - step * gradient;
                }
            }
        }
    }
    (bias, weights)
}

/// The bytes of a classifier that tells how likely the class `name` is.
pub(crate) fn to_bytes(name: &str, (bias, weights): &Weights) -> Vec<u8> {
    let largest = weights.values().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
    let step = if largest > 0.0 { largest / LARGEST } else { 1.0 };
    let rows: Vec<(u32, Vec<i8>)> = weights
        .iter()
        .map(|(hash, weight)| (*hash, vec![0, (weight / step).round() as i8]))
        .filter(|(_, row)| row.iter().any(|weight| *weight != 0))
        .collect();
    let class = |name: &str| WishClass {
        name: name.into(),
        kind: WishKind::Helped,
        phrases: [Vec::new(), Vec::new()],
    };
    WishModel::to_bytes(&[(class("none"), 0.0), (class(name), *bias)], step, &rows)
}
