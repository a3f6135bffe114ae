//! The results that are kept in the repository are those of this code, so that every change of an answer shows in the
//! diff of the commit that caused it.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::fs;
use std::path::Path;

use lares::RetrievalConfig;
use lares_eval::results::{differences, digest_line, kept};
use lares_eval::suite::{Part, Suite};

fn compare(part: Part) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("results").join(format!("{}.jsonl", part.name()));
    let before = fs::read_to_string(&file).unwrap();
    let mut outcomes = Vec::new();
    for suite in Suite::all(&root.join("data"), part).unwrap() {
        outcomes.extend(suite.run(&suite.lares(&RetrievalConfig::default()).unwrap()));
    }
    let differences = differences(&before, &kept(&outcomes));
    assert!(
        differences.is_empty(),
        "{} lines differ; if that is wanted, run `cargo run --release -p xtask -- results` and commit its files:\n{}",
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

#[test]
fn the_document_tells_of_the_kept_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = fs::read_to_string(root.join("../../docs/evaluation.md")).unwrap();
    for part in ["dev", "test"] {
        let kept = fs::read_to_string(root.join("results").join(format!("{part}.jsonl"))).unwrap();
        assert!(
            document.lines().any(|line| line == digest_line(part, &kept)),
            "docs/evaluation.md was made from other results than {part}.jsonl: run `cargo run --release -p xtask -- results`"
        );
        let exact = kept.lines().filter(|line| line.contains("\"exact\":true")).count();
        let told = format!("**{exact} of {} `test` cases are exactly right", kept.lines().count());
        assert!(part == "dev" || document.contains(&told), "{told}");
    }
}
