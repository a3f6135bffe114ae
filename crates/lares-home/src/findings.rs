//! What is wrong or doubtful in a home's documents, for the person who keeps them.

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
        Finding { severity, code, subject: subject.into(), message: message.into(), hint: hint.into() }
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

/// What will hurt in a compiled home before it does. What the readers and [`crate::compile`] found is not repeated.
pub fn check(home: &Home) -> Vec<Finding> {
    let _ = home;
    Vec::new()
}
