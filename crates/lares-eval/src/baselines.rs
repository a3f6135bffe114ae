//! The same cases answered in simpler ways: what all the rest is worth.

use lares::RetrievalConfig;

use crate::metrics::Metrics;
use crate::run::{Outcome, run_by};
use crate::suite::{Suite, SuiteError};
use crate::text_search::{Method, TextSearch};

/// One way to answer, with its figures.
#[derive(Debug)]
pub struct Baseline {
    /// A short name.
    pub name: &'static str,
    /// What it does.
    pub what: &'static str,
    /// How good it is.
    pub metrics: Metrics,
}

/// A way to answer.
enum Way {
    Settings(fn(&mut RetrievalConfig)),
    Search(Method),
}

const WAYS: [(&str, &str, Way); 7] = [
    ("default", "Lares as it comes", Way::Settings(|_| {})),
    (
        "fixed weights",
        "Lares, but candidates are ranked by names and vectors alone, with the weights that its specification began with",
        Way::Settings(fixed_weights),
    ),
    (
        "keyword only",
        "Lares without vectors: names, rooms and categories, and commands by the words for them alone",
        Way::Settings(|config| {
            fixed_weights(config);
            config.stages.vector = false;
        }),
    ),
    (
        "vector only",
        "Lares without names, without the category gate and without the fit of commands: vectors in the rooms that were said",
        Way::Settings(|config| {
            fixed_weights(config);
            config.stages.keyword = false;
            config.stages.gate = false;
            config.stages.fit = false;
        }),
    ),
    (
        "plain vectors",
        "the same vectors over \"room name command\", the nearest is run",
        Way::Search(Method::Vectors),
    ),
    ("TF-IDF", "over \"room name command\", the best is run", Way::Search(Method::TfIdf)),
    ("BM25", "over \"room name command\", the best is run", Way::Search(Method::Bm25)),
];

/// The weights of names and vectors with and without a category gate that retrieval was first specified with, and
/// nothing for the fit of a command.
fn fixed_weights(config: &mut RetrievalConfig) {
    config.gated_keyword_weight = 1.0;
    config.gated_vector_weight = 0.5;
    config.open_keyword_weight = 1.5;
    config.open_vector_weight = 0.2;
    config.fit_weight = 0.0;
}

/// Answers cases in every way. Text search needs a threshold below which it does nothing: it takes the one that is best
/// on `dev`.
///
/// # Errors
/// A home that cannot be used.
pub fn compare(dev: &[Suite], judged: &[Suite]) -> Result<Vec<Baseline>, SuiteError> {
    let one = |(name, what, way): &(&'static str, &'static str, Way)| {
        let outcomes = match way {
            Way::Settings(change) => {
                let mut config = RetrievalConfig::default();
                change(&mut config);
                answered(judged, &config)?
            }
            Way::Search(method) => {
                let threshold = best_threshold(&searched(dev, *method, 0.0)?);
                searched(judged, *method, threshold)?
            }
        };
        Ok(Baseline { name, what, metrics: Metrics::of(&outcomes) })
    };
    WAYS.iter().map(one).collect()
}

fn answered(suites: &[Suite], config: &RetrievalConfig) -> Result<Vec<Outcome>, SuiteError> {
    let mut outcomes = Vec::new();
    for suite in suites {
        outcomes.extend(suite.run(&suite.lares(config)?));
    }
    Ok(outcomes)
}

fn searched(suites: &[Suite], method: Method, threshold: f64) -> Result<Vec<Outcome>, SuiteError> {
    let mut outcomes = Vec::new();
    for suite in suites {
        let lares = suite.lares(&RetrievalConfig::default())?;
        let mut search = TextSearch::build(&lares, method);
        search.threshold = threshold;
        outcomes.extend(run_by(&lares, &suite.home, &suite.cases, &|| {}, |case| search.answer(case)));
    }
    Ok(outcomes)
}

/// The score from which running the best document is exact most often, given the outcomes of running it always.
fn best_threshold(always: &[Outcome]) -> f64 {
    let mut scored: Vec<(f64, bool, bool)> = always
        .iter()
        .map(|outcome| {
            let nothing_meant = outcome.case.expect.is_empty() && !outcome.case.clarify;
            (f64::from(outcome.verdict.confidence), outcome.verdict.exact, nothing_meant)
        })
        .collect();
    scored.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut exact = scored.iter().filter(|(_, exact, _)| *exact).count();
    let (mut best, mut threshold) = (exact, 0.0);
    for (index, (score, if_run, nothing_meant)) in scored.iter().enumerate() {
        exact = exact + usize::from(*nothing_meant) - usize::from(*if_run);
        let next = scored.get(index + 1).map_or(1.0, |(next, ..)| *next);
        if exact > best && next > *score {
            (best, threshold) = (exact, next);
        }
    }
    threshold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::tests::outcome;

    #[test]
    fn the_threshold_is_where_most_are_right() {
        // Small talk scores low, what was meant scores high.
        let mut outcomes = Vec::new();
        for (id, score, exact) in [("a", 0.2, false), ("b", 0.3, false), ("c", 0.6, true), ("d", 0.9, true)] {
            let mut outcome = outcome(id, "\"zh\"", exact, score);
            if exact {
                outcome.case.expect = vec![crate::case::Expectation::default()];
            }
            outcomes.push(outcome);
        }
        assert!((best_threshold(&outcomes) - 0.6).abs() < 1e-6);
        assert_eq!(best_threshold(&outcomes[2..]), 0.0);
        assert_eq!(best_threshold(&[]), 0.0);
    }
}
