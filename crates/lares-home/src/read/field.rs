//! Fields of an entry, each decoded by itself so that a wrong one can be named.

use serde_json::value::RawValue;

use super::document::{Entry, Fault, describe, elements};

/// The text of a field, trimmed; `None` where it is absent, `null` or blank.
pub(super) fn optional_text(
    entry: Entry<'_>,
    field: &str,
    raw: Option<&RawValue>,
) -> Result<Option<String>, Fault> {
    let Some(raw) = raw else { return Ok(None) };
    let text: String = serde_json::from_str(raw.get()).map_err(|error| {
        Fault::new(entry.line_of(raw), field, format!("not a text ({})", describe(&error)))
    })?;
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Ok(None);
    }
    Ok(Some(if trimmed.len() == text.len() { text } else { trimmed.to_owned() }))
}

/// The text of a field that must be there.
pub(super) fn needed_text(entry: Entry<'_>, field: &str, raw: Option<&RawValue>) -> Result<String, Fault> {
    optional_text(entry, field, raw)?.ok_or_else(|| {
        let line = raw.map_or(entry.line, |raw| entry.line_of(raw));
        Fault::new(line, field, if raw.is_some() { "empty" } else { "missing" })
    })
}

/// The elements of a list; empty where the field is absent or `null`.
pub(super) fn list<'t>(
    entry: Entry<'t>,
    field: &str,
    raw: Option<&'t RawValue>,
) -> Result<Vec<Entry<'t>>, Fault> {
    let Some(raw) = raw else { return Ok(Vec::new()) };
    if !raw.get().starts_with('[') {
        return Err(Fault::new(entry.line_of(raw), field, "not a list"));
    }
    let line = entry.line_of(raw);
    elements(Entry { raw, line }).map_err(|error| Fault::new(line, field, describe(&error)))
}

/// The fields of an object.
pub(super) fn object<'t, T: serde::Deserialize<'t>>(entry: Entry<'t>, field: &str) -> Result<T, Fault> {
    // Without this look, an array would be taken for the fields of an object in their order.
    if !entry.raw.get().starts_with('{') {
        return Err(Fault::new(entry.line, field, "not an object"));
    }
    serde_json::from_str(entry.raw.get())
        .map_err(|error| Fault::new(entry.line + error.line().saturating_sub(1), field, describe(&error)))
}
