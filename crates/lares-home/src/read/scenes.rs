//! `scenes.json`: the body of `GET /v1/scenes`, or JSON Lines of scenes.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Entry, Fault, Kind, read_entries};
use super::{Read, ReadError, field};

/// A scene as its document has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SceneRecord {
    /// The platform's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it begins in its file, from 1.
    pub line: usize,
}

const KIND: Kind = Kind {
    entry: "scene",
    code: "bad_scene",
    hint: "the file should hold the body of GET /v1/scenes ({\"items\":[{\"sceneId\":...,\"sceneName\":...}]}), or one scene a line",
    may_be_empty: true,
};

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, rename = "sceneId")]
    id: Option<&'t RawValue>,
    #[serde(borrow, rename = "sceneName")]
    name: Option<&'t RawValue>,
}

/// Reads the scenes of a home.
///
/// # Errors
/// A document that is no JSON, or that holds no scene although it holds something.
pub fn read_scenes(bytes: impl AsRef<[u8]>, file: &str) -> Result<Read<Vec<SceneRecord>>, ReadError> {
    read_entries(bytes.as_ref(), file, &KIND, |entry, _| scene(entry))
}

fn scene(entry: Entry<'_>) -> Result<SceneRecord, Fault> {
    let fields: Fields<'_> = field::object(entry, "")?;
    let id = field::needed_text(entry, "sceneId", fields.id)?;
    let name = field::needed_text(entry, "sceneName", fields.name)?;
    Ok(SceneRecord { id, name, line: entry.line })
}
