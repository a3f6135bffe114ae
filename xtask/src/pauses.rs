//! `cargo xtask train-pauses`: trains what tells where an utterance without marks has its pauses: a linear classifier over the
//! features of `lares_language::HomeVocabulary::pause_places`, by gradient descent on the likelihood that a mark was there.
//!
//! What it learns from: the `dev` cases of one turn with marks, which are taken away, and short ones without any. A fifth of
//! the homes, by the digests of their names, may be kept to measure with.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use lares_eval::suite::{Part, Suite};
use lares_language::wish_model::WishModel;
use lares_language::{HomeVocabulary, PAUSE, Workspace};

use crate::logistic::{Example, Learning, learn, to_bytes};
use crate::training::random;

/// Where the classifier goes, and how it is made.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainPausesArgs {
    /// Write the classifier into this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    learning: Learning,
    /// Keep this fifth of the homes out, and say how good the classifier is on them
    #[arg(long)]
    fold: Option<u64>,
}

/// The homes are told apart by so many.
const FOLDS: u64 = 5;
/// So many letters at most has what was written without marks and is taken for one order.
const SHORT: usize = 24;

struct Utterance {
    home: String,
    places: Vec<Example>,
}

/// Trains, measures, and writes where that is wanted.
pub(crate) fn run(args: &TrainPausesArgs) -> anyhow::Result<()> {
    let utterances = collect()?;
    let kept_out = |said: &Utterance| args.fold == Some(random::digest(&said.home) % FOLDS);
    let learned_from = utterances.iter().filter(|said| !kept_out(said));
    let groups: Vec<Vec<&Example>> = learned_from.map(|said| said.places.iter().collect()).collect();
    let bytes = to_bytes(PAUSE, &learn(&groups, &args.learning));
    let mut log = io::stdout().lock();
    writeln!(log, "{} utterances, {} bytes", groups.len(), bytes.len())?;
    let measured: Vec<&Example> =
        utterances.iter().filter(|said| kept_out(said)).flat_map(|said| &said.places).collect();
    if args.fold.is_some() {
        let homes: BTreeSet<&str> =
            utterances.iter().filter(|said| kept_out(said)).map(|said| said.home.as_str()).collect();
        writeln!(log, "kept out: {}", homes.into_iter().collect::<Vec<_>>().join(" "))?;
        report(&bytes, &measured, &mut log)?;
    }
    if let Some(path) = &args.output {
        fs::write(path, bytes).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn collect() -> anyhow::Result<Vec<Utterance>> {
    let suites = Suite::all(&crate::eval_crate().join("data"), Part::Dev)?;
    let mut workspace = Workspace::default();
    let mut utterances = Vec::new();
    for suite in &suites {
        let lares = suite.lares(&lares_retrieval::RetrievalConfig::default())?;
        let vocabulary = &lares.compiled_home().vocabulary;
        for case in &suite.cases {
            let [text] = &case.turns[..] else { continue };
            let Some((plain, pauses)) = without_marks(text) else { continue };
            let single = pauses.is_empty();
            if single && (plain.chars().count() > SHORT || case.expect.len() > 1) {
                continue;
            }
            let places = places(vocabulary, &plain, &pauses, &mut workspace);
            utterances.push(Utterance { home: suite.home.clone(), places });
        }
    }
    Ok(utterances)
}

fn places(
    vocabulary: &HomeVocabulary,
    plain: &str,
    pauses: &BTreeSet<usize>,
    workspace: &mut Workspace,
) -> Vec<Example> {
    let mut places = Vec::new();
    let paused = |before: usize| pauses.contains(&before);
    vocabulary.pause_places(plain, paused, workspace, |before, features| {
        places.push(Example { features: features.clone(), right: paused(before) });
    });
    places
}

/// An utterance as recognition writes it, and where its marks were: how many letters and digits stand before each. None for
/// one of several sentences of which one is a list, and for one with marks within a word.
fn without_marks(text: &str) -> Option<(String, BTreeSet<usize>)> {
    let letters: Vec<char> = text.chars().collect();
    let mut plain = String::new();
    let mut pauses = BTreeSet::new();
    let mut count = 0;
    let han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| letters.get(before)).copied();
        let next = letters.get(index + 1).copied();
        let within = before.is_some_and(|before| before.is_ascii_alphanumeric())
            && next.is_some_and(|next| next.is_ascii_alphanumeric());
        let mark =
            matches!(letter, ',' | '.' | '!' | '?' | ';' | '，' | '。' | '！' | '？' | '；' | '…') && !within;
        let gap = letter == ' ' && before.is_some_and(han) && next.is_some_and(han);
        if mark || gap {
            pauses.insert(count);
            if !before.is_some_and(han) && !next.is_some_and(han) {
                plain.push(' ');
            }
        } else if matches!(letter, '、' | '—' | '"' | '“' | '”' | '(' | '（' | ':' | '：') {
            return None;
        } else {
            count += usize::from(letter.is_alphanumeric());
            plain.extend(letter.to_lowercase());
        }
    }
    pauses.remove(&0);
    pauses.remove(&count);
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    Some((plain, pauses))
}

/// How many of the places found are right, and how many of the right ones are found.
fn report(bytes: &[u8], places: &[&Example], log: &mut impl Write) -> io::Result<()> {
    let Some(model) = WishModel::of_bytes(bytes.to_vec().leak()) else { return Ok(()) };
    let right = places.iter().filter(|place| place.right).count();
    writeln!(log, "{} places kept out, {right} of them pauses", places.len())?;
    for least in [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] {
        let found = places
            .iter()
            .filter(|place| model.likelihood(PAUSE, &place.features).unwrap_or_default() >= least);
        let (mut all, mut good) = (0, 0);
        for place in found {
            all += 1;
            good += usize::from(place.right);
        }
        writeln!(
            log,
            "{least:.2}: {all} found, {good} of them right ({:.1} %), {:.1} % of all",
            100.0 * f64::from(good as u32) / f64::from(all.max(1) as u32),
            100.0 * f64::from(good as u32) / f64::from(right.max(1) as u32),
        )?;
    }
    Ok(())
}
