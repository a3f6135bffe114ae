//! Searches weights and thresholds: on some cases only, to be reported on others.
//!
//! Coordinate ascent from the settings at hand: each setting in turn is tried at the values of a grid while the others
//! stay, until a round changes nothing. What counts is exact cases, less a price for each case with a wrong act; a
//! change has to gain something, so ties keep what is there.

use std::collections::HashSet;
use std::path::Path;

use lares::RetrievalConfig;
use serde::Serialize;

use crate::case::Case;
use crate::metrics::Figures;
use crate::run::Outcome;
use crate::settings;

/// What a case with a wrong act costs, in exact cases.
const WRONG_ACT: f64 = 1.0;
/// What one costs that can harm, beyond that.
const SENSITIVE_WRONG_ACT: f64 = 4.0;
/// Rounds over all settings at most.
const ROUNDS: usize = 3;

/// The settings that are searched and the values that are tried.
pub const GRID: [(&str, &[f32]); 16] = [
    ("gated_keyword_weight", &[0.5, 0.75, 1.0, 1.5, 2.0]),
    ("gated_vector_weight", &[0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0]),
    ("open_keyword_weight", &[0.5, 1.0, 1.5, 2.0, 3.0]),
    ("open_vector_weight", &[0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0]),
    ("room_match_bonus", &[0.0, 0.1, 0.2, 0.3, 0.5, 0.8]),
    ("fit_weight", &[0.0, 0.25, 0.5, 0.75, 1.0, 1.5]),
    ("unfit_penalty", &[0.0, 0.25, 0.5, 0.75, 1.0]),
    ("similarity_threshold", &[0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7]),
    ("hard_filter_confidence", &[0.6, 0.7, 0.8, 0.9]),
    ("ask_epsilon", &[0.01, 0.02, 0.05, 0.08, 0.12]),
    ("act_confidence", &[0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8]),
    ("act_fit", &[0.6, 0.7, 0.75, 0.8, 0.9]),
    ("act_name_score", &[0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8]),
    ("top1_ratio", &[0.4, 0.5, 0.55, 0.6, 0.7]),
    ("margin", &[0.05, 0.1, 0.15, 0.2, 0.3]),
    ("coverage", &[0.5, 0.7, 0.8, 0.9]),
];

/// What a search came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuned {
    /// The best settings.
    pub config: RetrievalConfig,
    /// What was changed, in the order of the grid.
    pub changes: Vec<Change>,
    /// What the settings at hand were worth.
    pub before: f64,
    /// What the best are worth.
    pub after: f64,
    /// How many settings were tried.
    pub tried: usize,
}

/// A setting that is better otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The setting.
    pub name: &'static str,
    /// Its value before.
    pub from: f32,
    /// Its value now.
    pub to: f32,
}

/// Searches from some settings; `measure` runs the cases that may be searched on. The thresholds of commands that can
/// harm are left alone: cases are too few to lower them by.
///
/// # Errors
/// Those of `measure`.
pub fn tune<E>(
    start: &RetrievalConfig,
    progress: &dyn Fn(),
    mut measure: impl FnMut(&RetrievalConfig) -> Result<Figures, E>,
) -> Result<Tuned, E> {
    let before = worth(&measure(start)?);
    let mut tuned = Tuned { config: start.clone(), changes: Vec::new(), before, after: before, tried: 1 };
    for _ in 0..ROUNDS {
        let mut changed = false;
        for (name, values) in GRID {
            let at = tuned.config.clone();
            for value in values {
                // The grid holds only values that its settings can have.
                let Ok(tried) = settings::set(&at, &format!("{name}={value}")) else { continue };
                if tried != at {
                    let found = worth(&measure(&tried)?);
                    tuned.tried += 1;
                    if found > tuned.after + 1e-9 {
                        (tuned.config, tuned.after, changed) = (tried, found, true);
                    }
                }
                progress();
            }
        }
        if !changed {
            break;
        }
    }
    tuned.changes = changes(start, &tuned.config);
    Ok(tuned)
}

/// Values that are tried at most, for a bar of progress.
pub fn most_tries() -> usize {
    ROUNDS * GRID.iter().map(|(_, values)| values.len()).sum::<usize>()
}

/// What some figures are worth: exact cases less the price of wrong acts.
pub fn worth(figures: &Figures) -> f64 {
    figures.exact as f64
        - WRONG_ACT * figures.wrong_acts as f64
        - SENSITIVE_WRONG_ACT * figures.sensitive_wrong_acts as f64
}

/// The figures of some outcomes.
pub fn figures(outcomes: &[Outcome]) -> Figures {
    Figures::of(&outcomes.iter().collect::<Vec<_>>())
}

fn changes(start: &RetrievalConfig, end: &RetrievalConfig) -> Vec<Change> {
    let value = |config: &RetrievalConfig, name| {
        // A struct of numbers and booleans always has a JSON form.
        let json = serde_json::to_value(config).unwrap_or_default();
        json.get(name).and_then(serde_json::Value::as_f64).unwrap_or_default() as f32
    };
    let change = |(name, _)| Change { name, from: value(start, name), to: value(end, name) };
    GRID.into_iter().map(change).filter(|change| change.from.to_bits() != change.to.to_bits()).collect()
}

/// The changes as a TOML file that `--config` takes.
pub fn to_toml(tuned: &Tuned, searched_on: &str) -> String {
    // A name is a comment: it must not end its line.
    let name = lares::clean_text(searched_on).replace(['\n', '\r'], " ");
    let mut text = format!("# Found by `lares tune` on {name}.\n[retrieval]\n");
    for change in &tuned.changes {
        text.push_str(&format!("{} = {:?} # {:?} before\n", change.name, change.to, change.from));
    }
    text
}

/// Why cases cannot be searched on and reported on: a figure from cases that settings were fitted to is no evidence.
#[derive(Debug, thiserror::Error)]
pub enum SameCases {
    /// The same file by two names, or one within the other.
    #[error(
        "--dev and --test are the same file ({0}): what was searched on cannot judge; keep cases apart for it"
    )]
    File(String),
    /// Two files with the same content.
    #[error("--dev and --test hold the same: what was searched on cannot judge; keep cases apart for it")]
    Content,
    /// Cases that say and mean the same.
    #[error(
        "{count} cases of --test are in --dev, too (the first is `{first}`): take them out of one of them"
    )]
    Cases {
        /// How many.
        count: usize,
        /// The id of the first in `--test`.
        first: String,
    },
    /// A path that cannot be read.
    #[error("{path}: cannot be read ({cause})")]
    Unreadable {
        /// The path.
        path: String,
        /// What the file system says.
        cause: std::io::Error,
    },
}

/// Refuses to search and to report on the same files: by path, by what a link leads to, or by content.
///
/// # Errors
/// They are the same, or cannot be read.
pub fn check_files(dev: &[impl AsRef<Path>], test: &[impl AsRef<Path>]) -> Result<(), SameCases> {
    let unreadable = |path: &Path| {
        let path = path.display().to_string();
        move |cause| SameCases::Unreadable { path, cause }
    };
    for one in dev.iter().map(AsRef::as_ref) {
        for other in test.iter().map(AsRef::as_ref) {
            if same_file::is_same_file(one, other).map_err(unreadable(other))? {
                return Err(SameCases::File(other.display().to_string()));
            }
            let read = |path: &Path| std::fs::read(path).map_err(unreadable(path));
            if read(one)? == read(other)? {
                return Err(SameCases::Content);
            }
        }
    }
    Ok(())
}

/// What was said in a case, whatever its case of letters, and where.
fn said(case: &Case) -> (Vec<String>, Option<&str>) {
    (case.turns.iter().map(|turn| turn.trim().to_lowercase()).collect(), case.room.as_deref())
}

/// Takes out the cases that say what one of some others says; how many those were.
pub fn drop_shared(cases: &mut Vec<Case>, others: &[Case]) -> usize {
    let known: HashSet<_> = others.iter().map(said).collect();
    let before = cases.len();
    cases.retain(|case| !known.contains(&said(case)));
    before - cases.len()
}

/// Refuses to search and to report on the same cases, whatever their ids, tags and files.
///
/// # Errors
/// Some cases are in both.
pub fn check_cases(dev: &[Case], test: &[Case]) -> Result<(), SameCases> {
    let known: HashSet<_> = dev.iter().map(said).collect();
    let mut both = test.iter().filter(|case| known.contains(&said(case)));
    match both.next() {
        None => Ok(()),
        Some(first) => Err(SameCases::Cases { count: 1 + both.count(), first: first.id.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::read_cases;

    /// A world in which `ask_epsilon` should be 0.02 and `fit_weight` only does harm.
    fn measure(config: &RetrievalConfig) -> Result<Figures, ()> {
        let mut figures = Figures { exact: 90, ..Figures::default() };
        if (config.ask_epsilon - 0.02).abs() < 1e-6 {
            figures.exact += 5;
        }
        if config.fit_weight > 1.2 {
            (figures.exact, figures.sensitive_wrong_acts) = (figures.exact + 3, 1);
        }
        Ok(figures)
    }

    #[test]
    fn what_gains_is_taken_and_what_harms_is_not() {
        let start = RetrievalConfig::default();
        let tuned = tune(&start, &|| {}, measure).unwrap();
        assert_eq!(tuned.changes, [Change { name: "ask_epsilon", from: 0.05, to: 0.02 }]);
        assert_eq!((tuned.before, tuned.after), (90.0, 95.0));
        let toml = to_toml(&tuned, "cases\n[evil]");
        assert_eq!(toml.lines().count(), 3);
        assert_eq!(lares::Config::from_toml(&toml).unwrap().retrieval, tuned.config);
    }

    #[test]
    fn every_value_of_the_grid_can_be_set() {
        for (name, values) in GRID {
            for value in values {
                settings::set(&RetrievalConfig::default(), &format!("{name}={value}")).unwrap();
            }
        }
    }

    #[test]
    fn cases_that_say_the_same_are_the_same() {
        let cases = |id: &str, turn: &str| {
            read_cases(&format!(r#"{{"id":"{id}","turns":["{turn}"],"expect":[],"tags":["{id}"]}}"#), "x")
                .unwrap()
        };
        assert!(check_cases(&cases("a", "turn on"), &cases("a", "turn off")).is_ok());
        let error = check_cases(&cases("a", "turn on"), &cases("b", " Turn on")).unwrap_err();
        assert!(
            error.to_string().contains("1 cases of --test") && error.to_string().contains("`b`"),
            "{error}"
        );
    }
}
