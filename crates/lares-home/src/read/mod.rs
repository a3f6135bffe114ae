//! Readers of a home folder's documents: text in, records and findings out.
//!
//! A document that cannot be what it should be is a [`ReadError`]; one bad entry among good ones is left out with a
//! [`Finding`] that names it. Fields that nobody needs are ignored.

pub mod aliases;
pub mod devices;
mod document;
mod field;
pub mod rooms;
pub mod scenes;
pub mod spec;

use crate::findings::Finding;

pub use aliases::{Aliases, read_aliases};
pub use devices::{CategoryRecord, ComponentRecord, DeviceRecord, read_devices};
pub use rooms::{RoomRecord, read_rooms};
pub use scenes::{SceneRecord, read_scenes};
pub use spec::{RangeRecord, SpecEntry, SpecRecord, ValueRecord, read_spec};

/// What a reader gives: the records, in file order, and what was left out or doubtful.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Read<T> {
    /// The records.
    pub records: T,
    /// What was left out or doubtful.
    pub findings: Vec<Finding>,
}

/// Why a document cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The bytes are no UTF-8 text.
    #[error("{file}, line {line}: not UTF-8 text; save the file as UTF-8")]
    NotText {
        /// The file's name.
        file: String,
        /// The line, from 1.
        line: usize,
    },
    /// The text is not JSON.
    #[error("{file}, line {line}, column {column}: not JSON ({problem}); {hint}")]
    NotJson {
        /// The file's name.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong with it.
        problem: String,
        /// What the file should hold.
        hint: String,
    },
    /// It is JSON, and nothing in it can be used.
    #[error("{file}, line {line}, field `{field}`: {problem}; {hint}")]
    NotUsable {
        /// The file's name.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The field that is missing or wrong.
        field: String,
        /// What is wrong with it.
        problem: String,
        /// What the file should hold.
        hint: String,
    },
}
