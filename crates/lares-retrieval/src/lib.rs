//! Which devices and which commands were meant?
//!
//! From spoken commands to devices, commands and decisions: one file a stage, small pure functions over plain data. No
//! I/O, no clock: what a stage needs from outside (a vector, an arbitration) is returned as a value.

pub mod argument;
pub mod config;
pub mod conversation;
pub mod documents;
pub mod fit;
pub mod index;
pub mod pipeline;
pub mod postings;
mod properties;
pub mod result;
pub mod room_names;
pub mod scope;
pub mod trace;

pub use config::{ConfigError, RetrievalConfig};
pub use conversation::Conversation;
pub use index::{CompileError, CompiledHome};
pub use pipeline::{
    ArbitrationAnswer, ArbitrationOption, ArbitrationRequest, Request, Step, Supplied, retrieve,
};
pub use result::{
    Candidate, Clarification, ClarificationOption, CommandOption, CommandResult, Condition, Decision,
    EntityKind, Group, Invocation, InvocationKind, Retrieval, SCENE_EXECUTE,
};
