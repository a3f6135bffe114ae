//! The cases of this repository can be read and fit their homes. No text of a case is printed: those of the test part
//! are read by nobody who works on words, weights or code.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::collections::HashSet;
use std::path::Path;

use lares::RetrievalConfig;
use lares_eval::suite::{Part, Suite};
use lares_eval::tag_words::meaning;

fn suites(part: Part) -> Vec<Suite> {
    Suite::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), part).unwrap()
}

#[test]
fn every_case_fits_its_home() {
    let mut problems = Vec::new();
    for part in [Part::Dev, Part::Train, Part::Test] {
        let suites = suites(part);
        assert!(!suites.is_empty());
        for suite in suites {
            let lares = suite.lares(&RetrievalConfig::default()).unwrap();
            problems.extend(suite.problems(&lares));
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn no_id_is_there_twice_in_any_part_or_home() {
    let mut seen = HashSet::new();
    for suite in [Part::Dev, Part::Train, Part::Test].into_iter().flat_map(suites) {
        for case in suite.cases {
            assert!(seen.insert(case.id.clone()), "{} is there twice", case.id);
        }
    }
}

#[test]
fn every_case_names_its_language() {
    for suite in [Part::Dev, Part::Train, Part::Test].into_iter().flat_map(suites) {
        for case in suite.cases {
            assert_ne!(case.language(), "other", "the first tag of {}", case.id);
        }
    }
}

#[test]
fn every_tag_that_is_told_of_has_a_meaning_in_plain_words() {
    let mut without = HashSet::new();
    for suite in suites(Part::Test) {
        for case in &suite.cases {
            without.extend(case.phenomena().filter(|tag| meaning(tag).is_none()).map(str::to_owned));
        }
    }
    assert!(without.is_empty(), "data/tags.toml lacks {without:?}");
}

#[test]
fn nothing_is_learned_from_that_is_judged_by() {
    let said = |suite: &Suite| {
        let of_home = suite.home.clone();
        suite.cases.iter().map(move |case| (of_home.clone(), case.turns.clone())).collect::<Vec<_>>()
    };
    let judged: HashSet<_> = suites(Part::Test).iter().flat_map(said).collect();
    for suite in suites(Part::Train) {
        for case in &suite.cases {
            let key = (suite.home.clone(), case.turns.clone());
            assert!(!judged.contains(&key), "what {} says is said in a test case of its home", case.id);
        }
    }
}
