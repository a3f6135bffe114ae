//! `rooms.json`: the body of `GET /v1/locations/{id}/rooms`, or JSON Lines of rooms.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Entry, Fault, Kind, read_entries};
use super::{Read, ReadError, field};

/// A room as its document has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoomRecord {
    /// The platform's id.
    pub id: String,
    /// Its name; empty where the document has none.
    pub name: String,
    /// Where it begins in its file, from 1.
    pub line: usize,
}

const KIND: Kind = Kind {
    entry: "room",
    code: "bad_room",
    hint: "the file should hold the body of GET /v1/locations/{id}/rooms ({\"items\":[{\"roomId\":...,\"name\":...}]}), or one room a line",
    may_be_empty: false,
};

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, rename = "roomId")]
    id: Option<&'t RawValue>,
    #[serde(borrow)]
    name: Option<&'t RawValue>,
}

/// Reads the rooms of a home.
///
/// # Errors
/// A document that is no JSON, or that holds no room although it holds something.
pub fn read_rooms(bytes: impl AsRef<[u8]>, file: &str) -> Result<Read<Vec<RoomRecord>>, ReadError> {
    read_entries(bytes.as_ref(), file, &KIND, |entry, _| room(entry))
}

fn room(entry: Entry<'_>) -> Result<RoomRecord, Fault> {
    let fields: Fields<'_> = field::object(entry, "")?;
    let id = field::needed_text(entry, "roomId", fields.id)?;
    let name = field::optional_text(entry, "name", fields.name)?.unwrap_or_default();
    Ok(RoomRecord { id, name, line: entry.line })
}
