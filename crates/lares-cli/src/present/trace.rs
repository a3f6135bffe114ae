//! What each stage did: counts, scores and reasons, and the parser's path where the answer has it.

use std::io::{self, Write};

use lares::{Language, Retrieval, clean_name};
use serde_json::Value as Json;

use super::words::Words;
use crate::output::{DIM, Output, STRONG};

/// A note is cut after so many characters; `--json` has the whole.
const LONGEST_NOTE: usize = 400;

/// Tells the stages of every command.
pub(super) fn stages(out: &mut Output, answer: &Retrieval, language: Language) -> io::Result<()> {
    let words = Words(language);
    out.styled(STRONG, words.stages())?;
    writeln!(out)?;
    for command in &answer.trace {
        out.styled(DIM, &format!("{}.", command.command + 1))?;
        writeln!(out)?;
        let rows: Vec<Vec<String>> = command
            .stages
            .iter()
            .map(|stage| {
                let notes: Vec<String> =
                    stage.notes.iter().map(|(name, note)| format!("{name}={}", shown(note))).collect();
                vec![
                    clean_name(&stage.stage, 32),
                    stage.input.to_string(),
                    stage.output.to_string(),
                    notes.join("; "),
                ]
            })
            .collect();
        out.table(&words.stage_heading(), &rows)?;
    }
    Ok(())
}

fn shown(note: &Json) -> String {
    let text = match note {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let cut = clean_name(&text, LONGEST_NOTE);
    if text.chars().count() > LONGEST_NOTE { format!("{cut}…") } else { cut }
}
