//! Answers for a person, in the language of the utterance.
//!
//! Names come from elsewhere: each goes through [`lares::clean_text`] before a terminal sees it.

mod trace;
mod understood;
mod value;
mod words;

use std::io::{self, Write};

use lares::{
    Candidate, CommandResult, Decision, EntityKind, Invocation, InvocationKind, Language, Lares, Retrieval,
    clean_text,
};
use serde_json::Value as Json;

use crate::output::{BAD, CARE, DIM, GOOD, Output, STRONG};
use words::Words;

/// So many targets of one command are listed.
const LISTED: usize = 12;

/// The whole answer: what was understood, the choice, why, and the context.
pub(crate) fn answer(
    out: &mut Output,
    lares: &Lares,
    answer: &Retrieval,
    language: Language,
) -> io::Result<()> {
    reply(out, lares, answer, language)?;
    if !answer.trace.is_empty() {
        writeln!(out)?;
        trace::stages(out, answer, language)?;
    }
    if !answer.context.is_empty() {
        writeln!(out)?;
        context(out, answer, language)?;
    }
    Ok(())
}

/// What was understood, the choice, and why.
pub(crate) fn reply(
    out: &mut Output,
    lares: &Lares,
    answer: &Retrieval,
    language: Language,
) -> io::Result<()> {
    let words = Words(language);
    out.styled(DIM, words.heard())?;
    writeln!(out, "{}", lares::clean_name(&answer.text, 200))?;
    out.styled(DIM, words.outcome())?;
    out.styled(style(answer.decision), words.decision(answer.decision))?;
    writeln!(out)?;
    for (index, result) in answer.results.iter().enumerate() {
        writeln!(out)?;
        Teller { out: &mut *out, lares, words }.result(index + 1, result)?;
    }
    Ok(())
}

/// The YAML for the agent.
pub(crate) fn context(out: &mut Output, answer: &Retrieval, language: Language) -> io::Result<()> {
    out.styled(STRONG, Words(language).context())?;
    writeln!(out)?;
    out.write_all(answer.context.as_bytes())
}

fn style(decision: Decision) -> anstyle::Style {
    match decision {
        Decision::Act => GOOD,
        Decision::Ask | Decision::Pass => CARE,
        Decision::None => BAD,
    }
}

/// Tells one result.
struct Teller<'o, 'l> {
    out: &'o mut Output,
    lares: &'l Lares,
    words: Words,
}

impl Teller<'_, '_> {
    fn result(&mut self, number: usize, result: &CommandResult) -> io::Result<()> {
        let understood = understood::line(&result.command, self.words);
        self.out.styled(STRONG, &format!("{number}. {understood}"))?;
        let confidence = format!("  {} {:.2}", self.words.confidence(), result.confidence);
        self.out.styled(DIM, &confidence)?;
        writeln!(self.out)?;
        write!(self.out, "   ")?;
        self.out.styled(style(result.decision), self.words.decision(result.decision))?;
        writeln!(self.out)?;
        for invocation in result.invocations.iter().take(LISTED) {
            self.invocation(invocation, result)?;
        }
        self.more(result.invocations.len())?;
        for condition in &result.conditions {
            let condition = understood::condition(self.lares, condition);
            writeln!(self.out, "   {}{condition}", self.words.only_if())?;
        }
        if let Some(question) = &result.clarification {
            writeln!(self.out, "   {}", clean_text(&question.question))?;
            for (index, option) in question.options.iter().enumerate() {
                writeln!(self.out, "     {}) {}", index + 1, clean_text(&option.label))?;
            }
        }
        if matches!(result.decision, Decision::Ask | Decision::Pass) {
            self.candidates(result)?;
        }
        self.notes(result)
    }

    fn invocation(&mut self, invocation: &Invocation, result: &CommandResult) -> io::Result<()> {
        let id = &invocation.device_id;
        let (name, what) = match invocation.kind {
            InvocationKind::Scene => {
                let name = self.lares.scene(id).map_or(id.as_str(), |scene| scene.name.as_str());
                (clean_text(name), self.words.run_scene().to_owned())
            }
            kind => {
                let device = self.lares.device(id);
                let name = device.map_or(id.as_str(), |device| device.name.as_str());
                let room = device.and_then(|device| self.lares.room_of(device));
                let what = match kind {
                    InvocationKind::Attribute => device
                        .and_then(|device| self.lares.attribute(device, &invocation.capability_id))
                        .map(|attribute| attribute.description.as_str()),
                    _ => device
                        .and_then(|device| self.lares.command(device, &invocation.capability_id))
                        .map(|command| command.description.as_str()),
                };
                (
                    self.words.in_room(&clean_text(name), room),
                    clean_text(what.unwrap_or(&invocation.capability_id)),
                )
            }
        };
        write!(self.out, "     {name}  {what}")?;
        if let Some(argument) = &invocation.argument {
            let device = self.lares.device(id);
            let command = device.and_then(|device| self.lares.command(device, &invocation.capability_id));
            let spec = command.and_then(|command| command.argument.as_ref());
            write!(self.out, " → {}", value::shown(argument, spec, self.words))?;
        }
        if invocation.sensitive {
            write!(self.out, "  ")?;
            self.out.styled(CARE, self.words.sensitive())?;
        }
        writeln!(self.out)?;
        let chosen =
            result.selected.iter().chain(&result.candidates).find(|candidate| candidate.entity_id == *id);
        let why = chosen.map(|candidate| format!("   {}", self.why(candidate))).unwrap_or_default();
        self.out.styled(DIM, &format!("       {}{why}", clean_text(&invocation.capability_id)))?;
        writeln!(self.out)
    }

    /// Reasons and scores.
    fn why(&self, candidate: &Candidate) -> String {
        let reasons: Vec<String> = candidate.reasons.iter().map(|reason| self.words.reason(reason)).collect();
        format!(
            "{}{}{}",
            reasons.join(self.words.comma()),
            if reasons.is_empty() { "" } else { " · " },
            self.words.scores(candidate.keyword_score, candidate.vector_score, candidate.total_score)
        )
    }

    fn candidates(&mut self, result: &CommandResult) -> io::Result<()> {
        let listed = if result.candidates.is_empty() { &result.selected } else { &result.candidates };
        if listed.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "   {}", self.words.candidates())?;
        let rows: Vec<Vec<String>> = listed
            .iter()
            .take(LISTED)
            .map(|candidate| {
                let name = match candidate.entity_kind {
                    EntityKind::Group => candidate.entity_id.clone(),
                    _ => candidate.name.clone(),
                };
                vec![
                    format!("     {}", self.words.in_room(&clean_text(&name), candidate.room.as_deref())),
                    clean_text(&candidate.capability_id),
                    self.why(candidate),
                ]
            })
            .collect();
        let heading = self.words.candidate_heading();
        self.out.table(&heading, &rows)?;
        self.more(listed.len())
    }

    fn more(&mut self, count: usize) -> io::Result<()> {
        if count <= LISTED {
            return Ok(());
        }
        self.out.styled(DIM, &format!("     {}", self.words.more(count - LISTED)))?;
        writeln!(self.out)
    }

    /// Notes that a person can do something with; all others are for `--trace` and `--json`.
    fn notes(&mut self, result: &CommandResult) -> io::Result<()> {
        if let Some(hint) = &result.hint {
            writeln!(self.out, "   {}", self.words.hint(hint))?;
        }
        for (name, note) in &result.meta {
            let Some(label) = self.words.note(name) else { continue };
            // That no model was asked is nothing to read about.
            let note = match note.get("outcome") {
                Some(outcome) => outcome,
                None if note.is_object() => continue,
                None => note,
            };
            writeln!(self.out, "   {label}{}", note_text(note, self.words))?;
        }
        Ok(())
    }
}

fn note_text(note: &Json, words: Words) -> String {
    match note {
        Json::String(text) => words.code(text).map_or_else(|| clean_text(text), str::to_owned),
        Json::Array(list) => {
            let texts: Vec<String> = list.iter().map(|note| note_text(note, words)).collect();
            texts.join(words.comma())
        }
        Json::Number(number) if number.as_u64() == Some(1) => String::new(),
        other => clean_text(&other.to_string()),
    }
}
