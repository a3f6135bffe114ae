//! Cases: what was said in a home, and what was meant. They are read from JSON Lines or YAML; a mistake is told with its
//! file, line and field.

mod fields;
mod read;
mod write;
mod yaml;

use serde_json::Value as Json;
use smol_str::SmolStr;

pub use read::{CaseError, CaseFile, Format, load, read_cases, read_cases_as};
pub use write::{to_json_line, to_yaml};

/// The JSON schema of a case file: of one line of JSON, or of the list that a YAML file holds. Editors check with it.
pub const SCHEMA: &str = include_str!("../../data/case.schema.json");

/// One utterance, or the last of several, with what it should lead to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Case {
    /// Unique among all cases that run together.
    pub id: String,
    /// What was said, in order. The last turn is judged, in the conversation of the earlier ones.
    pub turns: Vec<String>,
    /// The id of the room where the speaker stands, for every turn.
    pub room: Option<String>,
    /// One entry for each command meant; empty where nothing should be chosen.
    pub expect: Vec<Expectation>,
    /// The right behaviour is to ask.
    pub clarify: bool,
    /// The language first (`zh`, `en`, `mixed`), then the phenomena.
    pub tags: Vec<String>,
}

/// How many of the devices are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Select {
    /// A single one of them.
    #[default]
    One,
    /// All of them.
    Set,
    /// So many of them, whichever.
    Any(usize),
}

/// One command that was meant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Expectation {
    /// How many of `devices`.
    pub select: Select,
    /// Devices, or scenes, by their ids.
    pub devices: Vec<SmolStr>,
    /// Acceptable commands or attributes.
    pub capability: Vec<SmolStr>,
    /// The argument; `None` where there is none or any will do.
    pub value: Option<ExpectedValue>,
    /// Devices that may be there as well without harm.
    pub optional: Vec<SmolStr>,
    /// Each of them has to be found.
    pub conditions: Vec<ExpectedCondition>,
}

/// The argument that was meant.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedValue {
    /// A number.
    Number(f64),
    /// An enum's value on the wire, or free text.
    Text(String),
    /// Both 0..100.
    Color {
        /// 0..100, circular.
        hue: f64,
        /// 0..100.
        saturation: f64,
    },
    /// A change from what it is now.
    Relative {
        /// More, or less.
        up: bool,
        /// By how much; `None` where that was not said.
        amount: Option<f64>,
    },
}

/// A state on which a command depends.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedCondition {
    /// One of them has to be found.
    pub devices: Vec<SmolStr>,
    /// `component-capability-attribute`.
    pub attribute: SmolStr,
    /// `>`, `<`, `>=`, `<=`, `=` or `!=`.
    pub op: SmolStr,
    /// A number, text or boolean.
    pub value: Json,
}

impl Case {
    /// The language: the first tag, if it names one.
    pub fn language(&self) -> &str {
        match self.tags.first().map(String::as_str) {
            Some(tag @ ("zh" | "en" | "mixed")) => tag,
            _ => "other",
        }
    }

    /// The tags that name a phenomenon: neither the language nor a pointer to another case (`slip-of:ID`).
    pub fn phenomena(&self) -> impl Iterator<Item = &str> {
        let skipped = usize::from(self.language() != "other");
        self.tags.iter().skip(skipped).map(String::as_str).filter(|tag| !tag.contains(':'))
    }

    /// What it asks for, in the words of the command array: `one`, `all`, `any` and `except` for the devices of its
    /// commands, each once; `nothing` where nothing is meant, and `question` where it should be asked back.
    pub fn quantifiers(&self) -> Vec<&'static str> {
        match (self.clarify, self.expect.is_empty()) {
            (true, _) => return vec!["question"],
            (false, true) => return vec!["nothing"],
            (false, false) => {}
        }
        let excludes = self.tags.iter().any(|tag| tag == "except");
        let mut quantifiers: Vec<&'static str> = Vec::new();
        for expectation in &self.expect {
            let quantifier = match expectation.select {
                Select::Set if expectation.devices.len() > 1 && excludes => "except",
                Select::Set if expectation.devices.len() > 1 => "all",
                Select::Any(_) => "any",
                Select::One | Select::Set => "one",
            };
            if !quantifiers.contains(&quantifier) {
                quantifiers.push(quantifier);
            }
        }
        quantifiers
    }
}
