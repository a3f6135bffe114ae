//! Words and devices in, the right command out.
//!
//! The library that programs link: a home from a folder, from documents or the built-in one, compiled once; requests
//! of many conversations at once; the answer with the YAML block for an agent's prompt. The stages are in
//! `lares-retrieval`; this crate reads files, keeps conversations and writes the context.
//!
//! ```
//! use lares::{Lares, Request};
//!
//! # fn main() -> Result<(), lares::Error> {
//! let lares = Lares::builder().sample_home().build()?;
//! let answer = lares.retrieve(&Request::new("把客厅的灯调到一半"));
//! for invocation in &answer.invocations {
//!     println!("{} {} {:?}", invocation.device_id, invocation.capability_id, invocation.argument);
//! }
//! println!("{}", answer.context);
//! # Ok(())
//! # }
//! ```

mod builder;
mod changes;
mod clean;
mod config;
mod consult;
pub mod context;
mod conversations;
mod default_embedder;
mod embedders;
mod engine;
pub mod folder;
mod live;
mod lookup;
mod model_config;
#[cfg(feature = "models")]
mod models;
mod parse_trace;
mod request;
mod sample;
mod scale_file;
mod similar;
mod workspace;

pub use builder::{Builder, Documents};
pub use clean::{clean_name, clean_text};
pub use config::{Config, ContextConfig, ConversationConfig, ParserMode, SURE};
pub use default_embedder::{default_embedder, lexical_embedder};
pub use embedders::BUILT_IN_EMBEDDERS;
pub use engine::{Error, Lares, Outside};
pub use live::LiveHome;
pub use model_config::{ApiEmbedderConfig, EmbedderConfig, FolderEmbedderConfig, LlmConfig};
pub use request::Request;
pub use scale_file::keep_scale;
pub use similar::Similar;

pub use lares_embedding as embedding;
pub use lares_home as home;
pub use lares_language as language;
pub use lares_retrieval as retrieval;

pub use lares_home::{Change, ChangeError, Finding, Home, HomeLanguage, Severity};
pub use lares_language::Language;
pub use lares_retrieval::{
    Candidate, Clarification, ClarificationOption, CommandOption, CommandResult, Condition, Decision,
    EntityKind, Group, Invocation, InvocationKind, Retrieval, RetrievalConfig, SCENE_EXECUTE, Step,
};
