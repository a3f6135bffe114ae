//! `cargo xtask train-parts`: trains what tells which part of an utterance is all that is meant for the home, where the whole
//! comes to nothing: a linear classifier over the features of `lares_language::HomeVocabulary::parts` and of what would be done, by
//! gradient descent on the likelihood that it is right.
//!
//! What it learns from: the `dev` cases of one turn that nothing is done about. A fifth of the homes, by the digests of their
//! names, is kept to measure with, unless the classifier is written.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use lares::{Lares, Retrieval};
use lares_eval::case::Case;
use lares_eval::judge::judge;
use lares_eval::suite::{Part, Suite};
use lares_language::wish_model::{WishClass, WishKind, WishModel};
use lares_retrieval::meant_part::{MEANT, candidates};
use lares_retrieval::{RetrievalConfig, pipeline};
use rayon::prelude::*;

use crate::training::random;

/// Where the classifier goes, and how it is made.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainPartsArgs {
    /// Write the classifier, of all homes, into this file; without it, only say how good it is on the homes kept out
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Rounds over all parts
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// The rate of learning
    #[arg(long, default_value_t = 0.5)]
    rate: f32,
    /// Features left out of each part, in thousandths
    #[arg(long, default_value_t = 200)]
    dropout: usize,
    /// How strongly weights are drawn to nothing, in millionths
    #[arg(long, default_value_t = 300)]
    decay: usize,
    /// Which fifth of the homes is kept out
    #[arg(long, default_value_t = 0)]
    fold: u64,
    /// How many times a part counts that is right
    #[arg(long, default_value_t = 1.0)]
    right: f32,
}

/// A feature of fewer parts has no weight.
const FEWEST: u32 = 3;
/// What a weight is at most, in bytes.
const LARGEST: f32 = 127.0;
/// The homes are told apart by so many.
const FOLDS: u64 = 5;

/// A case of which the whole comes to nothing.
struct Unread {
    home: String,
    /// That is right.
    exact: bool,
    parts: Vec<Example>,
}

struct Example {
    features: Vec<u32>,
    exact: bool,
    /// Something is done that was not meant.
    wrong: bool,
}

/// Trains, measures, and writes where that is wanted.
pub(crate) fn run(args: &TrainPartsArgs) -> anyhow::Result<()> {
    let unread = collect()?;
    let kept_out = |case: &Unread| random::digest(&case.home) % FOLDS == args.fold;
    let learned_from: Vec<&Unread> =
        unread.iter().filter(|case| args.output.is_some() || !kept_out(case)).collect();
    let measured: Vec<&Unread> = unread.iter().filter(|case| kept_out(case)).collect();
    let (bias, weights) = learn(&learned_from, args);
    let bytes = to_bytes(bias, &weights);
    let mut log = io::stdout().lock();
    writeln!(log, "{} cases, {} features, {} bytes", learned_from.len(), weights.len(), bytes.len())?;
    report(&bytes, &measured, &mut log)?;
    if let Some(path) = &args.output {
        fs::write(path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The cases that come to nothing, with what would be done about their parts.
fn collect() -> anyhow::Result<Vec<Unread>> {
    let mut config = RetrievalConfig::default();
    config.stages.meant_part = false;
    let suites = Suite::all(&crate::eval_crate().join("data"), Part::Dev)?;
    let mut unread = Vec::new();
    for suite in &suites {
        let lares = suite.lares(&config)?;
        let of_case = |case: &Case| read(suite, &lares, case);
        unread.extend(suite.cases.par_iter().filter_map(of_case).collect::<Vec<_>>());
    }
    Ok(unread)
}

fn pipeline_request<'r>(case: &'r Case, text: &'r str) -> pipeline::Request<'r> {
    pipeline::Request { text, room: case.room.as_deref(), ..pipeline::Request::default() }
}

fn read(suite: &Suite, lares: &Lares, case: &Case) -> Option<Unread> {
    let [text] = &case.turns[..] else { return None };
    let candidates = candidates(lares.compiled_home(), &pipeline_request(case, text));
    if candidates.is_empty() {
        return None;
    }
    let judged = |answer: &Retrieval| judge(case, answer);
    let request = lares::Request { room: case.room.clone(), ..lares::Request::new(text) };
    let whole = lares.retrieve_at(&request, 0);
    let parts = candidates.iter().map(|candidate| {
        let verdict = judged(&candidate.answer);
        let features = candidate.features.clone();
        Example { features, exact: verdict.exact, wrong: verdict.wrong_acts > 0 }
    });
    Some(Unread { home: suite.home.clone(), exact: judged(&whole).exact, parts: parts.collect() })
}

/// The bias and the weights of the features.
fn learn(cases: &[&Unread], args: &TrainPartsArgs) -> (f32, BTreeMap<u32, f32>) {
    let examples: Vec<&Example> = cases.iter().flat_map(|case| &case.parts).collect();
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for case in cases {
        let distinct: HashSet<u32> =
            case.parts.iter().flat_map(|part| part.features.iter().copied()).collect();
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
            let counts = if example.exact { args.right } else { 1.0 };
            let gradient = counts * (likelihood - if example.exact { 1.0 } else { 0.0 });
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

fn to_bytes(bias: f32, weights: &BTreeMap<u32, f32>) -> Vec<u8> {
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
    WishModel::to_bytes(&[(class("none"), 0.0), (class(MEANT), bias)], step, &rows)
}

/// What becomes of the cases kept out, by how likely a part must be.
fn report(bytes: &[u8], cases: &[&Unread], log: &mut impl Write) -> io::Result<()> {
    let Some(model) = WishModel::of_bytes(bytes.to_vec().leak()) else { return Ok(()) };
    let right = cases.iter().filter(|case| case.exact).count();
    let could = cases.iter().filter(|case| !case.exact && case.parts.iter().any(|part| part.exact)).count();
    let count = cases.len();
    writeln!(log, "{count} cases kept out: {right} right, {could} of the others have a part that would be")?;
    for least in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] {
        let (mut fixed, mut broken, mut wrong) = (0, 0, 0);
        for case in cases {
            let likelihood = |part: &&Example| model.likelihood(MEANT, &part.features).unwrap_or_default();
            let best = case.parts.iter().max_by(|one, other| likelihood(one).total_cmp(&likelihood(other)));
            let Some(best) = best.filter(|best| likelihood(best) >= least) else { continue };
            fixed += usize::from(best.exact && !case.exact);
            broken += usize::from(!best.exact && case.exact);
            wrong += usize::from(best.wrong);
        }
        writeln!(log, "{least:.1}: {fixed} more right, {broken} no longer, {wrong} wrong acts")?;
    }
    Ok(())
}
