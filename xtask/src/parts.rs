//! `cargo xtask train-parts`: trains what tells which part of an utterance is all that is meant for the home, where the whole
//! comes to nothing: a linear classifier over the features of `lares_language::HomeVocabulary::parts` and of what would be done, by
//! gradient descent on the likelihood that it is right.
//!
//! What it learns from: the `dev` cases of one turn that nothing is done about. A fifth of the homes, by the digests of their
//! names, is kept to measure with, unless the classifier is written.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use lares::{Lares, Retrieval};
use lares_eval::case::Case;
use lares_eval::judge::judge;
use lares_eval::suite::{self, Suite};
use lares_language::wish_model::WishModel;
use lares_retrieval::meant_part::{MEANT, candidates};
use lares_retrieval::{RetrievalConfig, pipeline};
use rayon::prelude::*;

use crate::logistic::{Example, Learning, learn, to_bytes};
use crate::training::random;

/// Where the classifier goes, and how it is made.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainPartsArgs {
    /// Write the classifier, of all homes, into this file; without it, only say how good it is on the homes kept out
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    learning: Learning,
    /// Which fifth of the homes is kept out
    #[arg(long, default_value_t = 0)]
    fold: u64,
}

/// The homes are told apart by so many.
const FOLDS: u64 = 5;

/// A case of which the whole comes to nothing.
struct Unread {
    home: String,
    /// That is right.
    exact: bool,
    parts: Vec<Part>,
}

struct Part {
    /// What it is like, and whether it is what was meant.
    example: Example,
    /// Something is done that was not meant.
    wrong: bool,
}

/// Trains, measures, and writes where that is wanted.
pub(crate) fn run(args: &TrainPartsArgs) -> anyhow::Result<()> {
    let unread = collect()?;
    let kept_out = |case: &Unread| random::digest(&case.home) % FOLDS == args.fold;
    let learned_from = unread.iter().filter(|case| args.output.is_some() || !kept_out(case));
    let groups: Vec<Vec<&Example>> =
        learned_from.map(|case| case.parts.iter().map(|part| &part.example).collect()).collect();
    let measured: Vec<&Unread> = unread.iter().filter(|case| kept_out(case)).collect();
    let weights = learn(&groups, &args.learning);
    let bytes = to_bytes(MEANT, &weights);
    let mut log = io::stdout().lock();
    writeln!(log, "{} cases, {} features, {} bytes", groups.len(), weights.1.len(), bytes.len())?;
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
    let suites = Suite::all(&crate::eval_crate().join("data"), suite::Part::Dev)?;
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
        Part { example: Example { features, right: verdict.exact }, wrong: verdict.wrong_acts > 0 }
    });
    Some(Unread { home: suite.home.clone(), exact: judged(&whole).exact, parts: parts.collect() })
}

/// What becomes of the cases kept out, by how likely a part must be.
fn report(bytes: &[u8], cases: &[&Unread], log: &mut impl Write) -> io::Result<()> {
    let Some(model) = WishModel::of_bytes(bytes.to_vec().leak()) else { return Ok(()) };
    let right = cases.iter().filter(|case| case.exact).count();
    let could =
        cases.iter().filter(|case| !case.exact && case.parts.iter().any(|part| part.example.right)).count();
    let count = cases.len();
    writeln!(log, "{count} cases kept out: {right} right, {could} of the others have a part that would be")?;
    for least in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] {
        let (mut fixed, mut broken, mut wrong) = (0, 0, 0);
        for case in cases {
            let likelihood =
                |part: &&Part| model.likelihood(MEANT, &part.example.features).unwrap_or_default();
            let best = case.parts.iter().max_by(|one, other| likelihood(one).total_cmp(&likelihood(other)));
            let Some(best) = best.filter(|best| likelihood(best) >= least) else { continue };
            fixed += usize::from(best.example.right && !case.exact);
            broken += usize::from(!best.example.right && case.exact);
            wrong += usize::from(best.wrong);
        }
        writeln!(log, "{least:.1}: {fixed} more right, {broken} no longer, {wrong} wrong acts")?;
    }
    Ok(())
}
