//! A [`Case`] as text that reads back as the same case: a line of JSON, or an entry of a YAML list.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::{Case, Expectation, ExpectedCondition, ExpectedValue, Select};

/// The case as one line of JSON, without the line's end.
pub fn to_json_line(case: &Case) -> String {
    // Texts, numbers and lists always have a JSON form.
    serde_json::to_string(case).unwrap_or_default()
}

/// The cases as a YAML list.
pub fn to_yaml(cases: &[Case]) -> String {
    if cases.is_empty() {
        return String::new();
    }
    let options = serde_saphyr::ser_options! { prefer_block_scalars: false };
    // As above.
    serde_saphyr::to_string_with_options(&cases, options).unwrap_or_default()
}

impl Serialize for Case {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("turns", &self.turns)?;
        if let Some(room) = &self.room {
            map.serialize_entry("room", room)?;
        }
        map.serialize_entry("expect", &self.expect)?;
        if self.clarify {
            map.serialize_entry("clarify", &true)?;
        }
        if !self.tags.is_empty() {
            map.serialize_entry("tags", &self.tags)?;
        }
        map.end()
    }
}

impl Serialize for Expectation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let (select, count) = match self.select {
            Select::One => ("one", None),
            Select::Set => ("set", None),
            Select::Any(count) => ("any", Some(count)),
        };
        map.serialize_entry("select", select)?;
        if let Some(count) = count {
            map.serialize_entry("count", &count)?;
        }
        map.serialize_entry("devices", &self.devices)?;
        map.serialize_entry("capability", &self.capability)?;
        if let Some(value) = &self.value {
            map.serialize_entry("value", value)?;
        }
        if !self.optional.is_empty() {
            map.serialize_entry("optional", &self.optional)?;
        }
        if !self.conditions.is_empty() {
            map.serialize_entry("conditions", &self.conditions)?;
        }
        map.end()
    }
}

impl Serialize for ExpectedValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExpectedValue::Number(number) => Whole(*number).serialize(serializer),
            ExpectedValue::Text(text) => serializer.serialize_str(text),
            ExpectedValue::Color { hue, saturation } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("hue", &Whole(*hue))?;
                map.serialize_entry("saturation", &Whole(*saturation))?;
                map.end()
            }
            ExpectedValue::Relative { up, amount } => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("relative", if *up { "+" } else { "-" })?;
                map.serialize_entry("amount", &amount.map(Whole))?;
                map.end()
            }
        }
    }
}

impl Serialize for ExpectedCondition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("devices", &self.devices)?;
        map.serialize_entry("attribute", &self.attribute)?;
        map.serialize_entry("op", &self.op)?;
        match self.value.as_f64() {
            Some(number) => map.serialize_entry("value", &Whole(number))?,
            None => map.serialize_entry::<_, Json>("value", &self.value)?,
        }
        map.end()
    }
}

/// A number that is written whole where it is whole.
struct Whole(f64);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            #[allow(clippy::cast_possible_truncation, reason = "whole and within 53 bits")]
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
