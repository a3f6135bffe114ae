//! What is wrong or doubtful in a home's documents, for the person who keeps them.

mod names;
mod places;
mod suspicious;

use std::collections::BTreeMap;

use crate::catalogue::catalogue;
use crate::device::Device;
use crate::home::Home;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing, nothing to do.
    Note,
    /// Something will not work as its owner expects.
    Warning,
    /// Something is left out or contradicts itself.
    Error,
}

/// One thing to know about a home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name of the kind of finding (`duplicate_device`).
    pub code: &'static str,
    /// What it is about: a device, a room, a line of a file.
    pub subject: String,
    /// What was found.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Finding {
    pub(crate) fn new(
        severity: Severity,
        code: &'static str,
        subject: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Finding {
        Finding {
            severity,
            code,
            subject: clean(&subject.into()),
            message: clean(&message.into()),
            hint: hint.into(),
        }
    }

    pub(crate) fn warning(
        code: &'static str,
        subject: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Finding {
        Finding::new(Severity::Warning, code, subject, message, hint)
    }

    pub(crate) fn note(
        code: &'static str,
        subject: impl Into<String>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Finding {
        Finding::new(Severity::Note, code, subject, message, hint)
    }
}

/// What will hurt in a compiled home before it does. What the readers and [`crate::compile()`] found is not repeated.
pub fn check(home: &Home) -> Vec<Finding> {
    let mut findings = Vec::new();
    suspicious::check(home, &mut findings);
    names::check(home, &mut findings);
    places::check(home, &mut findings);
    unknown_capabilities(home, &mut findings);
    findings
}

/// Capabilities that the catalogue does not have, each with how many devices have it.
fn unknown_capabilities(home: &Home, findings: &mut Vec<Finding>) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for device in &home.devices {
        let main = device.components.iter().filter(|component| &*component.id == "main");
        for capability in main.flat_map(|component| &component.capabilities) {
            if catalogue().capability(capability).is_none() {
                *counts.entry(capability).or_default() += 1;
            }
        }
    }
    for (capability, count) in counts {
        findings.push(Finding::note(
            "unknown_capability",
            format!("capability {capability}"),
            format!("{count} device(s) have it, and the catalogue does not know it"),
            "its commands are found if spec.jsonl has them",
        ));
    }
}

/// How a device is named in a finding.
fn device_subject(device: &Device) -> String {
    format!("device {} ({})", shown(&device.name), device.id)
}

/// A name for a person's eyes: cut.
fn shown(name: &str) -> String {
    name.chars().take(64).collect()
}

/// Names and ids come from elsewhere: nothing in them may be obeyed by a terminal or hide from the reader.
fn clean(text: &str) -> String {
    text.chars().map(|c| if suspicious::is_invisible(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
