//! `spec.jsonl`: the commands and attributes of device profiles, one profile a line or all in one array.

use std::hash::{Hash, Hasher};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::document::{Entry, Fault, Kind, read_entries};
use super::{Read, ReadError, field};
use crate::command::ValueKind;
use crate::findings::Finding;

/// A profile as the spec file has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpecRecord {
    /// The profile's id on the platform.
    pub profile_id: String,
    /// Its commands; `None` where the file does not speak of commands.
    pub capabilities: Option<Vec<SpecEntry>>,
    /// Its attributes; `None` where the file does not speak of attributes.
    pub conditions: Option<Vec<SpecEntry>>,
    /// Where it begins in its file, from 1.
    pub line: usize,
}

/// A command or an attribute of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SpecEntry {
    /// `component-capability-command`.
    pub id: String,
    /// What it does or tells, in the words of its vendor.
    pub description: String,
    /// The type of its argument, where the file has one.
    pub kind: Option<ValueKind>,
    /// The range of its argument, where the file has one.
    pub range: Option<RangeRecord>,
    /// The values of its argument.
    pub values: Vec<ValueRecord>,
}

/// A range as the spec file has it. Its numbers are finite.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RangeRecord {
    /// The lowest value.
    pub min: Option<f64>,
    /// The highest value.
    pub max: Option<f64>,
    /// The step between values.
    pub step: Option<f64>,
    /// The unit, `C` for `°C`; empty where there is none.
    pub unit: String,
}

// Numbers that are finite are equal to themselves.
impl Eq for RangeRecord {}

impl Hash for RangeRecord {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Adding zero makes -0.0 hash like the 0.0 that it equals.
        [self.min, self.max, self.step]
            .map(|number| number.map(|number| (number + 0.0).to_bits()))
            .hash(state);
        self.unit.hash(state);
    }
}

/// A value as the spec file has it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ValueRecord {
    /// The value on the wire.
    pub value: String,
    /// Its name in the words of its vendor.
    pub description: String,
}

const KIND: Kind = Kind {
    entry: "profile",
    code: "bad_profile",
    hint: "the file should hold one {\"profileId\":...,\"capabilities\":[...],\"conditions\":[...]} a line, or an array of them",
    may_be_empty: true,
};

#[derive(Deserialize)]
struct Fields<'t> {
    #[serde(borrow, rename = "profileId")]
    profile_id: Option<&'t RawValue>,
    #[serde(borrow)]
    capabilities: Option<&'t RawValue>,
    #[serde(borrow)]
    conditions: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct EntryFields<'t> {
    #[serde(borrow)]
    id: Option<&'t RawValue>,
    #[serde(borrow)]
    description: Option<&'t RawValue>,
    #[serde(borrow, rename = "type")]
    kind: Option<&'t RawValue>,
    #[serde(borrow)]
    value_range: Option<&'t RawValue>,
    #[serde(borrow)]
    value_list: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct RangeFields<'t> {
    #[serde(borrow, alias = "minimum")]
    min: Option<&'t RawValue>,
    #[serde(borrow, alias = "maximum")]
    max: Option<&'t RawValue>,
    #[serde(borrow)]
    step: Option<&'t RawValue>,
    #[serde(borrow)]
    unit: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct ValueFields<'t> {
    #[serde(borrow)]
    value: Option<&'t RawValue>,
    #[serde(borrow)]
    description: Option<&'t RawValue>,
}

/// Reads the specifications of profiles.
///
/// # Errors
/// A document that is no JSON, or that holds no profile although it holds something.
pub fn read_spec(bytes: impl AsRef<[u8]>, file: &str) -> Result<Read<Vec<SpecRecord>>, ReadError> {
    read_entries(bytes.as_ref(), file, &KIND, |entry, findings| profile(entry, file, findings))
}

fn profile(entry: Entry<'_>, file: &str, findings: &mut Vec<Finding>) -> Result<SpecRecord, Fault> {
    let fields: Fields<'_> = field::object(entry, "")?;
    let profile_id = field::needed_text(entry, "profileId", fields.profile_id)?;
    let mut entries = |name: &str, raw: Option<&RawValue>| -> Result<Option<Vec<SpecEntry>>, Fault> {
        let mut entries = Vec::new();
        for (index, element) in field::list(entry, name, raw)?.into_iter().enumerate() {
            match spec_entry(element, name) {
                Ok(entry) => entries.push(entry),
                Err(fault) => findings.push(Finding::warning(
                    "bad_spec_entry",
                    format!("profile {profile_id} of {file}"),
                    format!(
                        "line {}, {name} {}, field `{}`: {}; the entry is left out",
                        fault.line,
                        index + 1,
                        fault.field,
                        fault.problem
                    ),
                    format!("correct it in {file}"),
                )),
            }
        }
        Ok(raw.is_some().then_some(entries))
    };
    let capabilities = entries("capabilities", fields.capabilities)?;
    let conditions = entries("conditions", fields.conditions)?;
    Ok(SpecRecord { profile_id, capabilities, conditions, line: entry.line })
}

fn spec_entry(entry: Entry<'_>, list: &str) -> Result<SpecEntry, Fault> {
    let fields: EntryFields<'_> = field::object(entry, list)?;
    let range = match fields.value_range {
        Some(raw) => range(Entry { raw, line: entry.line_of(raw) })?,
        None => None,
    };
    let values = field::list(entry, "value_list", fields.value_list)?;
    Ok(SpecEntry {
        id: field::needed_text(entry, "id", fields.id)?,
        description: field::optional_text(entry, "description", fields.description)?.unwrap_or_default(),
        // A type that is no text says nothing that could be used.
        kind: field::optional_text(entry, "type", fields.kind)
            .ok()
            .flatten()
            .and_then(|name| value_kind(&name)),
        range,
        values: values.into_iter().map(value).collect::<Result<_, _>>()?,
    })
}

fn value_kind(name: &str) -> Option<ValueKind> {
    match name.to_lowercase().as_str() {
        "integer" | "int" | "long" => Some(ValueKind::Integer),
        "number" | "float" | "double" | "decimal" => Some(ValueKind::Number),
        "string" | "text" => Some(ValueKind::String),
        "enum" | "enumeration" | "bool" | "boolean" => Some(ValueKind::Enum),
        "color" | "colour" => Some(ValueKind::Color),
        "object" | "map" => Some(ValueKind::Object),
        "list" | "array" => Some(ValueKind::List),
        _ => None,
    }
}

/// `{"min","max","step","unit"}`, or `[min, max]`, or `[min, max, step]`.
fn range(entry: Entry<'_>) -> Result<Option<RangeRecord>, Fault> {
    let record = if entry.raw.get().starts_with('[') {
        let numbers = field::list(entry, "value_range", Some(entry.raw))?;
        let mut numbers =
            numbers.into_iter().map(|element| number(element, "value_range", Some(element.raw)));
        RangeRecord {
            min: numbers.next().transpose()?.flatten(),
            max: numbers.next().transpose()?.flatten(),
            step: numbers.next().transpose()?.flatten(),
            unit: String::new(),
        }
    } else {
        let fields: RangeFields<'_> = field::object(entry, "value_range")?;
        RangeRecord {
            min: number(entry, "value_range.min", fields.min)?,
            max: number(entry, "value_range.max", fields.max)?,
            step: number(entry, "value_range.step", fields.step)?,
            unit: unit(entry, fields.unit)?,
        }
    };
    if let (Some(min), Some(max)) = (record.min, record.max)
        && min > max
    {
        return Err(Fault::new(
            entry.line,
            "value_range",
            format!("the minimum {min} is above the maximum {max}"),
        ));
    }
    let record = RangeRecord { step: record.step.filter(|&step| step > 0.0), ..record };
    Ok((record != RangeRecord::default()).then_some(record))
}

/// A number, or a text that is one.
fn number(entry: Entry<'_>, field: &str, raw: Option<&RawValue>) -> Result<Option<f64>, Fault> {
    let Some(raw) = raw else { return Ok(None) };
    let wrong = || Fault::new(entry.line_of(raw), field, "not a number that can be used");
    let number = if raw.get().starts_with('"') {
        match field::optional_text(entry, field, Some(raw))? {
            Some(text) => text.parse().map_err(|_| wrong())?,
            None => return Ok(None),
        }
    } else {
        match serde_json::from_str::<Option<f64>>(raw.get()).map_err(|_| wrong())? {
            Some(number) => number,
            None => return Ok(None),
        }
    };
    if number.is_finite() { Ok(Some(number)) } else { Err(wrong()) }
}

/// A unit, or a list of which the first counts.
fn unit(entry: Entry<'_>, raw: Option<&RawValue>) -> Result<String, Fault> {
    let field = "value_range.unit";
    let Some(raw) = raw else { return Ok(String::new()) };
    let text = if raw.get().starts_with('[') {
        match field::list(entry, field, Some(raw))?.first() {
            Some(first) => field::optional_text(*first, field, Some(first.raw))?,
            None => None,
        }
    } else {
        field::optional_text(entry, field, Some(raw))?
    };
    let text = text.unwrap_or_default();
    Ok(match text.as_str() {
        "°C" | "℃" | "º C" | "ºC" => "C".to_owned(),
        "°F" | "℉" | "ºF" => "F".to_owned(),
        _ => text,
    })
}

/// `{"value","description"}`, or the bare value.
fn value(entry: Entry<'_>) -> Result<ValueRecord, Fault> {
    let (raw, description) = if entry.raw.get().starts_with('{') {
        let fields: ValueFields<'_> = field::object(entry, "value_list")?;
        let description = field::optional_text(entry, "value_list.description", fields.description)?;
        (fields.value, description.unwrap_or_default())
    } else {
        (Some(entry.raw), String::new())
    };
    let raw = raw.ok_or_else(|| Fault::new(entry.line, "value_list.value", "missing"))?;
    let value = match raw.get().as_bytes().first() {
        Some(b'"') => field::needed_text(entry, "value_list.value", Some(raw))?,
        // Numbers and truth values stand on the wire as they are written.
        Some(b'0'..=b'9' | b'-' | b't' | b'f') => raw.get().to_owned(),
        _ => {
            return Err(Fault::new(
                entry.line_of(raw),
                "value_list.value",
                "not a text, number or truth value",
            ));
        }
    };
    Ok(ValueRecord { value, description })
}
