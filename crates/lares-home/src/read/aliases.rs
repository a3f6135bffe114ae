//! `aliases.json`: other names that people use for devices and rooms.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Entry, describe, text};
use super::{Read, ReadError, field};
use crate::findings::Finding;

/// Other names, by the id of what they name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Aliases {
    /// Names of devices.
    pub devices: BTreeMap<String, Vec<String>>,
    /// Names of rooms.
    pub rooms: BTreeMap<String, Vec<String>>,
}

const HINT: &str = "the file should hold {\"devices\":{\"<id>\":[\"name\"]},\"rooms\":{\"<id>\":[\"name\"]}}";

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow)]
    devices: Option<&'t RawValue>,
    #[serde(borrow)]
    rooms: Option<&'t RawValue>,
}

/// Reads the aliases of a home.
///
/// # Errors
/// A document that is no JSON, or no object of the two maps.
pub fn read_aliases(bytes: impl AsRef<[u8]>, file: &str) -> Result<Read<Aliases>, ReadError> {
    let text = text(bytes.as_ref(), file)?;
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| ReadError::NotJson {
        file: file.to_owned(),
        line: error.line().max(1),
        column: error.column().max(1),
        problem: describe(&error),
        hint: HINT.to_owned(),
    })?;
    let blank = text.len() - text.trim_start().len();
    let line = 1 + text[..blank].matches('\n').count();
    let entry = Entry { raw, line };
    let unusable = |fault: super::document::Fault| ReadError::NotUsable {
        file: file.to_owned(),
        line: fault.line,
        field: fault.field,
        problem: fault.problem,
        hint: HINT.to_owned(),
    };
    let fields: Fields<'_> = field::object(entry, "").map_err(unusable)?;
    let mut findings = Vec::new();
    let mut map = |name: &str, raw: Option<&RawValue>| match raw {
        Some(raw) => {
            names(Entry { raw, line: entry.line_of(raw) }, name, file, &mut findings).map_err(unusable)
        }
        None => Ok(BTreeMap::new()),
    };
    let aliases = Aliases { devices: map("devices", fields.devices)?, rooms: map("rooms", fields.rooms)? };
    Ok(Read { records: aliases, findings })
}

fn names(
    entry: Entry<'_>,
    field: &str,
    file: &str,
    findings: &mut Vec<Finding>,
) -> Result<BTreeMap<String, Vec<String>>, super::document::Fault> {
    let map: BTreeMap<String, &RawValue> = field::object(entry, field)?;
    let mut result: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, raw) in map {
        let place = Entry { raw, line: entry.line_of(raw) };
        // One name may stand without its list.
        let elements = match raw.get().starts_with('"') {
            true => Ok(vec![place]),
            false => field::list(place, field, Some(raw)),
        };
        let names = elements.and_then(|elements| {
            elements.into_iter().map(|name| field::needed_text(name, field, Some(name.raw))).collect()
        });
        match names {
            Ok(names) => result.entry(id.trim().to_owned()).or_insert(names),
            Err(fault) => {
                findings.push(Finding::warning(
                    "bad_alias",
                    format!("{field} {id} of {file}"),
                    format!("line {}: {}; its names are left out", fault.line, fault.problem),
                    HINT,
                ));
                continue;
            }
        };
    }
    Ok(result)
}
