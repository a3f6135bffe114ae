//! What a language model is asked for, and what it may answer: a parse, or a choice from a closed set.
//!
//! Only the interface is here. Whoever implements it may wait for a network; whoever calls it does so at the edge, and
//! hands the answer to retrieval as a value.

use std::fmt;

use lares_home::HomeLanguage;

use crate::command_array::SpokenCommand;

/// What a model is told of a home. It is the same for every request, so that the model's server can keep it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HomeWords {
    /// The language in which actions are to be written.
    pub language: HomeLanguage,
    /// What the rooms are called.
    pub rooms: Vec<String>,
    /// The platform's names of the categories that the home has.
    pub categories: Vec<String>,
    /// Names of devices; how many of them a model sees is a setting of the model.
    pub devices: Vec<String>,
}

/// Commands that a model read in an utterance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelParse {
    /// Its commands in spoken order: at least one, perhaps the fallback element.
    pub commands: Vec<SpokenCommand>,
    /// Why elements of its answer were dropped.
    pub errors: Vec<String>,
}

/// A choice between commands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClosedChoice {
    /// The language in which a question back is to be written.
    pub language: HomeLanguage,
    /// What was said.
    pub text: String,
    /// The action as it was understood.
    pub action: String,
    /// What can be chosen, each in words: what it does, for how many devices, and which for example.
    pub options: Vec<String>,
}

/// What a model chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The option's place, from 0; it exists.
    Option(usize),
    /// A question for the person.
    Question(String),
}

/// Why a model gave no usable answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// It took too long.
    Timeout,
    /// Nobody answers there, or the connection broke.
    Unreachable,
    /// The endpoint refuses the request: the key, the model or the request is not right.
    Refused,
    /// The endpoint is overloaded or out of quota.
    Overloaded,
    /// What came back is no answer of this protocol.
    Unusable,
    /// It failed so often that it is left alone for a while.
    Resting,
}

impl FailureKind {
    /// The word under which it is told in `meta`.
    pub fn code(self) -> &'static str {
        match self {
            FailureKind::Timeout => "timeout",
            FailureKind::Unreachable => "unreachable",
            FailureKind::Refused => "refused",
            FailureKind::Overloaded => "overloaded",
            FailureKind::Unusable => "unusable",
            FailureKind::Resting => "resting",
        }
    }
}

/// A failure with what a person can do something with. It never holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModelFailure {
    /// Which kind.
    pub kind: FailureKind,
    /// What happened.
    pub message: String,
    /// What was wrong with the elements of an answer that was read but not usable.
    pub details: Vec<String>,
}

impl ModelFailure {
    /// A failure without details.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> ModelFailure {
        ModelFailure { kind, message: message.into(), details: Vec::new() }
    }
}

/// What a model has cost so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelUsage {
    /// Requests that were sent, retries included.
    pub calls: u64,
    /// Questions that ended without a usable answer.
    pub failures: u64,
    /// Tokens sent, as far as the endpoint tells.
    pub tokens_in: u64,
    /// Tokens received, as far as the endpoint tells.
    pub tokens_out: u64,
    /// Time spent waiting, in milliseconds.
    pub waited_ms: u64,
}

/// A language model that reads utterances.
pub trait LanguageModel: Send + Sync + fmt::Debug {
    /// The model's name.
    fn name(&self) -> &str;

    /// Reads an utterance. It comes back within the model's time limit, whatever happens.
    ///
    /// # Errors
    /// No answer, or none that holds a command array.
    fn parse(&self, text: &str, home: &HomeWords) -> Result<ModelParse, ModelFailure>;

    /// Chooses from a closed set. It comes back within the model's time limit, whatever happens.
    ///
    /// # Errors
    /// No answer, or one that is neither an option nor a question.
    fn choose(&self, choice: &ClosedChoice) -> Result<Choice, ModelFailure>;

    /// What it has cost so far.
    fn usage(&self) -> ModelUsage {
        ModelUsage::default()
    }
}
