//! What did the person say?
//!
//! From an utterance to the command array: normalising, numbers, pronunciation, the lexicons, the lattice over the
//! utterance, the best path through it and the frames built from it. Languages are data in `data/`. No I/O, no clock;
//! any text is read to some result.

pub mod action;
mod automaton;
pub mod command_array;
mod folded;
pub mod fuzzy;
mod key_table;
pub mod language_model;
pub mod lexicon;
pub mod normalise;
pub mod number;
mod packed;
pub mod parse;
pub mod parser;
mod slips;
pub mod sound;
mod tables;
pub mod vocabulary;
pub mod wish_model;

pub use action::{Action, Level, Unit, Value};
pub use command_array::{Quantifier, SpokenCommand, SpokenCondition};
pub use language_model::{
    Choice, ClosedChoice, FailureKind, HomeWords, LanguageModel, ModelFailure, ModelParse, ModelUsage,
};
pub use parse::{Again, BorneOut, Language, Parse, ParsedCommand, Rejection};
pub use parser::{
    ByEar, Divided, Doubt, Doubts, Features, OrderPlaces, PAUSE, Understood, Workspace, feature,
};
pub use vocabulary::{HomeVocabulary, NameMatch, NameMatchKind, Noun, ParseContext};
