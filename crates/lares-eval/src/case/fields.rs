//! From a value in memory to a [`Case`], field by field: a mistake is told with the way to its field
//! (`expect[0].count`).

use std::collections::HashSet;

use serde_json::{Map, Value as Json};
use smol_str::SmolStr;

use super::{Case, Expectation, ExpectedCondition, ExpectedValue, Select};

/// The fields of a case.
pub(super) const CASE: [&str; 6] = ["id", "turns", "room", "expect", "clarify", "tags"];
/// The fields of an expectation.
pub(super) const EXPECTATION: [&str; 7] =
    ["select", "devices", "capability", "count", "value", "optional", "conditions"];
/// The fields of a condition.
pub(super) const CONDITION: [&str; 4] = ["devices", "attribute", "op", "value"];

/// A field that is missing, unknown or wrong.
pub(super) struct Fault {
    pub(super) field: String,
    pub(super) problem: String,
}

impl Fault {
    pub(super) fn new(field: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { field: field.into(), problem: problem.into() }
    }
}

/// An object with the way to it, for messages.
struct Fields<'j> {
    object: &'j Map<String, Json>,
    way: String,
}

impl<'j> Fields<'j> {
    fn of(json: &'j Json, way: String, known: &[&str]) -> Result<Fields<'j>, Fault> {
        let Json::Object(object) = json else {
            let field = way.strip_suffix('.').unwrap_or(&way);
            return Err(Fault::new(field, "has to be an object"));
        };
        if let Some(unknown) = object.keys().find(|key| !known.contains(&key.as_str())) {
            let problem = format!("unknown; the fields are {}", known.join(", "));
            return Err(Fault::new(format!("{way}{unknown}"), problem));
        }
        Ok(Fields { object, way })
    }

    fn fault(&self, field: &str, problem: impl Into<String>) -> Fault {
        Fault::new(format!("{}{field}", self.way), problem)
    }

    fn needed(&self, field: &str) -> Result<&'j Json, Fault> {
        self.object.get(field).ok_or_else(|| self.fault(field, "is missing"))
    }

    fn text(&self, field: &str) -> Result<String, Fault> {
        match self.needed(field)? {
            Json::String(text) if !text.trim().is_empty() => Ok(text.clone()),
            _ => Err(self.fault(field, "has to be text that is not blank")),
        }
    }

    /// A list of texts; `None` where the field is left out.
    fn texts(&self, field: &str) -> Result<Option<Vec<SmolStr>>, Fault> {
        let Some(json) = self.object.get(field) else { return Ok(None) };
        let Json::Array(entries) = json else { return Err(self.fault(field, "has to be a list of texts")) };
        let text = |(index, entry): (usize, &Json)| match entry {
            Json::String(text) if !text.trim().is_empty() => Ok(SmolStr::new(text)),
            _ => Err(self.fault(&format!("{field}[{index}]"), "has to be text that is not blank")),
        };
        entries.iter().enumerate().map(text).collect::<Result<_, _>>().map(Some)
    }

    /// A list of texts with at least one, none of them twice.
    fn ids(&self, field: &str) -> Result<Vec<SmolStr>, Fault> {
        let ids = self.some_texts(field)?;
        self.distinct(field, ids)
    }

    /// A list of texts with at least one.
    fn some_texts(&self, field: &str) -> Result<Vec<SmolStr>, Fault> {
        let texts = self.texts(field)?.ok_or_else(|| self.fault(field, "is missing"))?;
        if texts.is_empty() { Err(self.fault(field, "is empty")) } else { Ok(texts) }
    }

    fn distinct(&self, field: &str, ids: Vec<SmolStr>) -> Result<Vec<SmolStr>, Fault> {
        let mut seen = HashSet::new();
        match ids.iter().find(|id| !seen.insert(id.as_str())) {
            Some(twice) => Err(self.fault(field, format!("`{twice}` is there twice"))),
            None => Ok(ids),
        }
    }

    /// The entries of a list of objects; none where the field is left out.
    fn objects<T>(
        &self,
        field: &str,
        read: impl Fn(&Json, String) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let Some(json) = self.object.get(field) else { return Ok(Vec::new()) };
        let Json::Array(entries) = json else { return Err(self.fault(field, "has to be a list of objects")) };
        let entry = |(index, entry)| read(entry, format!("{}{field}[{index}].", self.way));
        entries.iter().enumerate().map(entry).collect()
    }

    fn number(&self, field: &str) -> Result<f64, Fault> {
        self.needed(field)?.as_f64().ok_or_else(|| self.fault(field, "has to be a number"))
    }
}

/// Reads one case.
pub(super) fn case(json: &Json) -> Result<Case, Fault> {
    let fields = Fields::of(json, String::new(), &CASE)?;
    let turns = strings(fields.some_texts("turns")?);
    let room = fields.object.get("room").map(|_| fields.text("room")).transpose()?;
    fields.needed("expect")?;
    let expect = fields.objects("expect", expectation)?;
    let clarify = match fields.object.get("clarify") {
        None => false,
        Some(Json::Bool(clarify)) => *clarify,
        Some(_) => return Err(fields.fault("clarify", "has to be true or false")),
    };
    if clarify && !expect.is_empty() {
        return Err(fields
            .fault("clarify", "a case that should be asked about expects nothing; leave `expect` empty"));
    }
    let tags = fields.texts("tags")?.unwrap_or_default();
    let tags = strings(fields.distinct("tags", tags)?);
    Ok(Case { id: fields.text("id")?, turns, room, expect, clarify, tags })
}

fn strings(texts: Vec<SmolStr>) -> Vec<String> {
    texts.into_iter().map(String::from).collect()
}

fn expectation(json: &Json, way: String) -> Result<Expectation, Fault> {
    let fields = Fields::of(json, way, &EXPECTATION)?;
    let devices = fields.ids("devices")?;
    let count = match fields.object.get("count") {
        None => None,
        Some(json) => match json.as_u64().and_then(|count| usize::try_from(count).ok()) {
            Some(count) if count > 0 => Some(count),
            _ => return Err(fields.fault("count", "has to be a whole number above 0")),
        },
    };
    let select = match (fields.text("select")?.as_str(), count) {
        ("any", count) => Select::Any(count.unwrap_or(1)),
        ("one" | "set", Some(_)) => return Err(fields.fault("count", "is only for `any`")),
        ("one", None) => Select::One,
        ("set", None) => Select::Set,
        _ => return Err(fields.fault("select", "has to be `one`, `set` or `any`")),
    };
    if matches!(select, Select::Any(count) if count > devices.len()) {
        return Err(fields.fault("count", format!("is more than the {} devices", devices.len())));
    }
    let optional = fields.texts("optional")?.unwrap_or_default();
    let optional = fields.distinct("optional", optional)?;
    Ok(Expectation {
        select,
        devices,
        capability: fields.some_texts("capability")?,
        value: fields.object.get("value").map(|json| value(json, &fields)).transpose()?,
        optional,
        conditions: fields.objects("conditions", condition)?,
    })
}

fn value(json: &Json, outer: &Fields<'_>) -> Result<ExpectedValue, Fault> {
    let way = format!("{}value.", outer.way);
    match json {
        Json::Number(number) => number
            .as_f64()
            .map(ExpectedValue::Number)
            .ok_or_else(|| outer.fault("value", "is a number out of range")),
        Json::String(text) => Ok(ExpectedValue::Text(text.clone())),
        Json::Bool(truth) => Ok(ExpectedValue::Text(truth.to_string())),
        Json::Object(object) if object.contains_key("relative") => {
            let fields = Fields::of(json, way, &["relative", "amount"])?;
            let up = match fields.text("relative")?.as_str() {
                "+" => true,
                "-" => false,
                _ => return Err(fields.fault("relative", "has to be `+` or `-`")),
            };
            let amount = match fields.object.get("amount") {
                None | Some(Json::Null) => None,
                Some(_) => Some(fields.number("amount")?),
            };
            Ok(ExpectedValue::Relative { up, amount })
        }
        Json::Object(_) => {
            let fields = Fields::of(json, way, &["hue", "saturation"])?;
            Ok(ExpectedValue::Color { hue: fields.number("hue")?, saturation: fields.number("saturation")? })
        }
        Json::Null => Err(outer.fault("value", "is null; leave it out where any will do")),
        Json::Array(_) => Err(outer.fault("value", "has to be a number, a text, a colour or a change")),
    }
}

fn condition(json: &Json, way: String) -> Result<ExpectedCondition, Fault> {
    let fields = Fields::of(json, way, &CONDITION)?;
    let op = fields.text("op")?;
    if !["=", "==", "!=", ">", ">=", "<", "<="].contains(&op.as_str()) {
        return Err(fields.fault("op", "has to be one of = != > >= < <="));
    }
    let value = match fields.needed("value")? {
        value @ (Json::Number(_) | Json::String(_) | Json::Bool(_)) => value.clone(),
        _ => return Err(fields.fault("value", "has to be a number, a text or a boolean")),
    };
    Ok(ExpectedCondition {
        devices: fields.ids("devices")?,
        attribute: fields.text("attribute")?.into(),
        op: op.into(),
        value,
    })
}
