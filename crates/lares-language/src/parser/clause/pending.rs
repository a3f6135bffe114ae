//! Words that wait for what they belong to.

use std::fmt;
use std::ops::Deref;

use smol_str::{SmolStr, format_smolstr};

/// Words before a head that no lexicon knows or that tell which. They are few and short, and need no memory of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PendingText(SmolStr);

impl PendingText {
    /// Adds words behind.
    pub(super) fn push_str(&mut self, words: &str) {
        self.0 = if self.0.is_empty() { words.into() } else { format_smolstr!("{}{words}", self.0) };
    }

    /// Forgets them.
    pub(super) fn clear(&mut self) {
        self.0 = SmolStr::default();
    }
}

impl Deref for PendingText {
    type Target = SmolStr;

    fn deref(&self) -> &SmolStr {
        &self.0
    }
}

impl fmt::Display for PendingText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<SmolStr> for PendingText {
    fn from(words: SmolStr) -> PendingText {
        PendingText(words)
    }
}

impl From<PendingText> for SmolStr {
    fn from(words: PendingText) -> SmolStr {
        words.0
    }
}
