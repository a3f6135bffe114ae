//! The parser's part of a trace: the best path through the lattice and the runner-up, each with its score.

use lares_retrieval::result::CommandTrace;
use lares_retrieval::trace::StageTrace;
use lares_retrieval::{CompiledHome, Retrieval};
use serde_json::{Map, Value as Json, json};

/// Puts the parse stage before the stages of the first command; alone where the utterance holds no command.
pub(crate) fn add(home: &CompiledHome, text: &str, answer: &mut Retrieval) {
    let paths = home.vocabulary.explain_path(text);
    let mut notes = Map::new();
    for (name, (score, words)) in ["best_path", "runner_up"].into_iter().zip(&paths) {
        notes.insert(name.to_owned(), Json::String(words.join("  ")));
        notes.insert(format!("{name}_score"), json!(score));
    }
    let stage = StageTrace {
        stage: "parse".to_owned(),
        input: text.chars().count(),
        output: answer.results.len(),
        notes,
    };
    match answer.trace.first_mut() {
        Some(first) => first.stages.insert(0, stage),
        None => answer.trace.push(CommandTrace { command: 0, stages: vec![stage] }),
    }
}
