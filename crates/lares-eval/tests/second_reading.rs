//! What only the network has read is done, is not certain, and harms nobody; without it the parser's answer stands.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use lares::{Decision, RetrievalConfig};
use lares_eval::suite::{Part, Suite};

/// What only the network has read is trusted no more than this.
const MOST: f32 = 0.65;
/// Homes to try it in: enough to find some of everything.
const HOMES: usize = 12;

fn suites() -> impl Iterator<Item = Suite> {
    let all = Suite::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data"), Part::Dev).unwrap();
    all.into_iter().step_by(7).take(HOMES)
}

#[test]
fn what_only_the_network_has_read_is_not_certain_and_harms_nobody() {
    let (mut read, mut harmful) = (0, 0);
    for suite in suites() {
        for outcome in suite.run(&suite.lares(&RetrievalConfig::default()).unwrap()) {
            for result in outcome.answer.results.iter().filter(|result| result.meta.contains_key("reader")) {
                if result.decision == Decision::Ask {
                    assert!(result.invocations.is_empty(), "{}", outcome.case.id);
                    assert!(result.confidence <= MOST, "{}: {}", outcome.case.id, result.confidence);
                    continue;
                }
                assert_eq!(result.decision, Decision::Act, "{}", outcome.case.id);
                assert!(result.confidence <= MOST, "{}: {}", outcome.case.id, result.confidence);
                assert_eq!(outcome.verdict.sensitive_wrong_acts, 0, "{}", outcome.case.id);
                harmful += usize::from(result.invocations.iter().any(|done| done.sensitive));
                read += 1;
            }
        }
    }
    assert!(read > 20, "{read} results of the network alone");
    assert!(harmful > 3, "{harmful} that can harm: nothing is done on its word");
}

#[test]
fn what_the_network_speaks_against_is_left_to_an_agent_and_says_so() {
    let mut held = 0;
    for suite in suites() {
        for outcome in suite.run(&suite.lares(&RetrievalConfig::default()).unwrap()) {
            let speaks = |result: &&lares::CommandResult| {
                result.meta.get("why_not_act").is_some_and(|why| why.to_string().contains("second_reading"))
            };
            if let Some(result) = outcome.answer.results.iter().find(speaks) {
                assert_eq!(result.decision, Decision::Pass, "{}", outcome.case.id);
                assert!(outcome.answer.invocations.is_empty(), "{}", outcome.case.id);
                held += 1;
            }
        }
    }
    assert!(held > 5, "{held} answers held back");
}

#[test]
fn without_it_nothing_is_read_twice() {
    let mut config = RetrievalConfig::default();
    config.stages.reader = false;
    for suite in suites().take(3) {
        for outcome in suite.run(&suite.lares(&config).unwrap()) {
            assert!(outcome.answer.results.iter().all(|result| !result.meta.contains_key("reader")));
        }
    }
}
