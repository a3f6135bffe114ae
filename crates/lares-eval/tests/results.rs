//! The results that are kept in the repository are those of this code, so that every change of an answer shows in the
//! diff of the commit that caused it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use lares::RetrievalConfig;
use lares_eval::results::{differences, kept};
use lares_eval::suite::{Part, Suite};

fn compare(part: Part) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("results").join(format!("{}.jsonl", part.name()));
    if !file.exists() {
        return;
    }
    let before = fs::read_to_string(&file).unwrap();
    let mut outcomes = Vec::new();
    for suite in Suite::all(&root.join("data"), part).unwrap() {
        outcomes.extend(suite.run(&suite.lares(&RetrievalConfig::default()).unwrap()));
    }
    let differences = differences(&before, &kept(&outcomes));
    assert!(
        differences.is_empty(),
        "{} lines differ; if that is wanted, run `cargo xtask results` and commit its files:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn dev_answers_are_the_kept_ones() {
    compare(Part::Dev);
}

#[test]
fn test_answers_are_the_kept_ones() {
    compare(Part::Test);
}
