//! Which devices and commands were meant, told by a small network of our own that was trained on cases.
//!
//! It reads beside the parser, never instead of it: where the parser comes to nothing, the network may know what was meant;
//! where both are sure and do not agree, nobody should act. What it sees of an utterance and of a home is an [`Example`]:
//! words with what the lexicons know of them, devices with what they can do, and where the words touch the devices. What it
//! says is a likelihood for each command of each device. No I/O, no clock; an example of any shape has an answer.

pub mod arithmetic;
pub mod example;
mod looks;
pub mod network;
pub mod shape;
mod weights;

pub use example::{Candidate, Entity, Example, FeatureNumber, Touch, TouchKind, Word, feature};
pub use network::{Network, Reading, Scratch};
