//! Utterances and the commands that a person would expect of them, as data in `cases/`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::{HomeVocabulary, ParseContext};

const KNOWN_FAILURES: &str = "== known failures ==";

/// Checks every case of a file. What stands under its known failures must fail; with `SHRINK_KNOWN` in the environment,
/// what passes is moved up in the file.
fn check(file: &str, vocabulary: &HomeVocabulary) {
    let text = support::text(file);
    let (mut problems, mut fixed) = (Vec::new(), Vec::new());
    let (mut cases, mut known_failures, mut is_known) = (0, 0, false);
    for line in text.lines() {
        if line == KNOWN_FAILURES {
            is_known = true;
            continue;
        }
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let (utterance, expected, has_recent) = match fields.as_slice() {
            [utterance, expected] => (*utterance, *expected, false),
            [utterance, expected, "recent"] => (*utterance, *expected, true),
            _ => panic!("{file}: not a case: {line}"),
        };
        cases += 1;
        known_failures += usize::from(is_known);
        let parse = vocabulary.parse(utterance, ParseContext { has_recent, asked: false, room: None });
        let found = support::compact(&parse);
        match (found == expected, is_known) {
            (false, false) => problems.push(format!(
                "{utterance}\n    expected {expected}\n    found    {found}\n    path     {}",
                support::path_of(vocabulary, utterance)
            )),
            (true, true) => {
                problems.push(format!("passes now, move it up: {utterance}"));
                fixed.push(line);
            }
            _ => {}
        }
    }
    if std::env::var_os("SHRINK_KNOWN").is_some() && !fixed.is_empty() {
        let (above, below) = text.split_once(KNOWN_FAILURES).unwrap();
        let kept: Vec<&str> = below.lines().filter(|line| !fixed.contains(line)).collect();
        let moved =
            format!("{}\n{}\n\n{KNOWN_FAILURES}{}\n", above.trim_end(), fixed.join("\n"), kept.join("\n"));
        std::fs::write(support::path(file), moved).unwrap();
    }
    println!("{file}: {cases} cases, {known_failures} of them known to fail");
    assert!(problems.is_empty(), "\n{}\n{} problems in {file}", problems.join("\n"), problems.len());
}

#[test]
fn chinese() {
    check("tests/cases/zh.txt", &support::vocabulary(HomeLanguage::Chinese, support::FLAT));
}

#[test]
fn english() {
    check("tests/cases/en.txt", &support::vocabulary(HomeLanguage::English, support::HOUSE));
}
