//! Which devices and which commands were meant?
//!
//! From spoken commands to devices, commands and decisions: one file a stage, small pure functions over plain data. No
//! I/O, no clock: what a stage needs from outside (a vector, an arbitration) is returned as a value.

pub mod action_text;
pub mod adopt;
mod again;
mod anew;
mod answer;
mod answered;
mod apart;
pub mod argument;
mod as_wish;
mod as_written;
mod asked;
mod bare_number;
pub mod borne_out;
pub mod bulk;
mod by_ear;
mod by_meaning;
mod capability;
mod clarification;
mod command;
mod conditions;
pub mod config;
pub mod consistency;
mod contradicted;
mod conversation;
pub mod decide;
mod device_bits;
mod device_names;
pub mod device_set;
mod divided;
pub mod documents;
mod elsewhere;
mod embedded;
mod exact_names;
pub mod fit;
pub mod follow_up;
mod frozen;
pub mod fusion;
pub mod gate;
pub mod groups;
pub mod helped_here;
mod in_one_breath;
mod index;
mod just_done;
pub mod keyword;
mod known_names;
mod left_out;
pub mod meant_part;
pub mod messages;
mod near_speaker;
mod noun_or_name;
mod one_of_kind;
mod one_of_last;
mod only_here;
mod only_switched;
mod otherwise;
pub mod pipeline;
pub mod postings;
mod properties;
mod reach;
pub mod reader;
mod reference;
mod reply;
mod resolve;
pub mod result;
pub mod room_names;
mod rooms_within;
mod said;
mod scale_of_rooms;
pub mod scope;
mod sensitive;
mod sized;
mod stand_ins;
mod sweep;
mod target;
mod told_beside;
mod told_by;
mod told_in_chinese;
mod told_which;
pub mod trace;
mod turned;
mod unasked;
mod uncertain;
mod unsaid;
mod warmth;
mod which_now;
mod wider;
mod workspace;

pub use config::{ConfigError, RetrievalConfig};
pub use conversation::Conversation;
pub use index::{CompileError, CompiledHome};
pub use pipeline::{
    ArbitrationAnswer, ArbitrationOption, ArbitrationRequest, Request, Step, Supplied, is_answer, retrieve,
    retrieve_in,
};
pub use result::{
    Candidate, Clarification, ClarificationOption, CommandOption, CommandResult, Condition, Decision,
    EntityKind, Group, Invocation, InvocationKind, Retrieval, SCENE_EXECUTE,
};
pub use workspace::Workspace;
