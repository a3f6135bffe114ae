//! Cases: what was said in a home, and what was meant. One JSON object a line; a mistake is told with its file, line
//! and field.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json};

/// One utterance, or the last of several, with what it should lead to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Case {
    /// Unique among all cases that run together.
    pub id: String,
    /// What was said, in order. The last turn is judged, in the conversation of the earlier ones.
    pub turns: Vec<String>,
    /// The id of the room where the speaker stands, for every turn.
    pub room: Option<String>,
    /// One entry for each command meant; empty where nothing should be chosen.
    pub expect: Vec<Expectation>,
    /// The right behaviour is to ask.
    pub clarify: bool,
    /// The language first (`zh`, `en`, `mixed`), then the phenomena.
    pub tags: Vec<String>,
}

/// How many of the devices are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Select {
    /// A single one of them.
    #[default]
    One,
    /// All of them.
    Set,
    /// So many of them, whichever.
    Any(usize),
}

/// One command that was meant.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Expectation {
    /// How many of `devices`.
    pub select: Select,
    /// Devices, or scenes, by their ids.
    pub devices: Vec<String>,
    /// Acceptable commands or attributes.
    pub capability: Vec<String>,
    /// The argument; `None` where there is none or any will do.
    pub value: Option<ExpectedValue>,
    /// Devices that may be there as well without harm.
    pub optional: Vec<String>,
    /// Each of them has to be found.
    pub conditions: Vec<ExpectedCondition>,
}

/// The argument that was meant.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedValue {
    /// A number.
    Number(f64),
    /// An enum's value on the wire, or free text.
    Text(String),
    /// Both 0..100.
    Color {
        /// 0..100, circular.
        hue: f64,
        /// 0..100.
        saturation: f64,
    },
    /// A change from what it is now.
    Relative {
        /// More, or less.
        up: bool,
        /// By how much; `None` where that was not said.
        amount: Option<f64>,
    },
}

/// A state on which a command depends.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedCondition {
    /// One of them has to be found.
    pub devices: Vec<String>,
    /// `component-capability-attribute`.
    pub attribute: String,
    /// `>`, `<`, `>=`, `<=`, `=` or `!=`.
    pub op: String,
    /// A number, text or boolean.
    pub value: Json,
}

/// The cases of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseFile {
    /// As it was found.
    pub path: PathBuf,
    /// In file order.
    pub cases: Vec<Case>,
}

/// Why cases cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// The file or folder cannot be read.
    #[error("{}: cannot be read ({cause})", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the file system says.
        cause: std::io::Error,
    },
    /// The folder has no cases.
    #[error("{}: there is no .jsonl file with cases in it", .0.display())]
    NoCases(PathBuf),
    /// A line is no JSON.
    #[error("{file}, line {line}, column {column}: no case in JSON ({problem})")]
    NotJson {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A field is missing, unknown or wrong.
    #[error("{file}, line {line}, field `{field}`: {problem}")]
    Field {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The field, with its way from the outside: `expect[0].count`.
        field: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl Case {
    /// The language: the first tag, if it names one.
    pub fn language(&self) -> &str {
        match self.tags.first().map(String::as_str) {
            Some(tag @ ("zh" | "en" | "mixed")) => tag,
            _ => "other",
        }
    }

    /// The tags that name a phenomenon: neither the language nor a pointer to another case (`slip-of:ID`).
    pub fn phenomena(&self) -> impl Iterator<Item = &str> {
        let skipped = usize::from(self.language() != "other");
        self.tags.iter().skip(skipped).map(String::as_str).filter(|tag| !tag.contains(':'))
    }
}

/// Reads the cases of a file, or of every `.jsonl` file in a folder and the folders in it, in the order of their paths.
///
/// # Errors
/// A path that cannot be read, a folder without cases, a line that is no case, or an id that is there twice.
pub fn load(path: &Path) -> Result<Vec<CaseFile>, CaseError> {
    let mut paths = Vec::new();
    collect(path, &mut paths, true)?;
    if paths.is_empty() {
        return Err(CaseError::NoCases(path.to_owned()));
    }
    paths.sort();
    let mut seen = HashSet::new();
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        let text =
            fs::read_to_string(&path).map_err(|cause| CaseError::Unreadable { path: path.clone(), cause })?;
        let cases = read(&text, &path.display().to_string(), &mut seen)?;
        files.push(CaseFile { path, cases });
    }
    Ok(files)
}

/// Reads cases from the text of a file, named `file` in messages.
///
/// # Errors
/// A line that is no case, or an id that is there twice.
pub fn read_cases(text: &str, file: &str) -> Result<Vec<Case>, CaseError> {
    read(text, file, &mut HashSet::new())
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>, named: bool) -> Result<(), CaseError> {
    let unreadable = |cause| CaseError::Unreadable { path: path.to_owned(), cause };
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        for entry in fs::read_dir(path).map_err(unreadable)? {
            collect(&entry.map_err(unreadable)?.path(), paths, false)?;
        }
    } else if named || path.extension().is_some_and(|extension| extension == "jsonl") {
        paths.push(path.to_owned());
    }
    Ok(())
}

fn read(text: &str, file: &str, seen: &mut HashSet<String>) -> Result<Vec<Case>, CaseError> {
    let mut cases = Vec::new();
    for (index, content) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = index + 1;
        if content.trim().is_empty() {
            continue;
        }
        let not_json = |column, problem| CaseError::NotJson { file: file.to_owned(), line, column, problem };
        let json: Json = serde_json::from_str(content).map_err(|error| {
            let told = error.to_string();
            // The parser counts lines from this one.
            let problem = told.rfind(" at line ").map_or(told.as_str(), |end| &told[..end]);
            not_json(error.column(), problem.to_owned())
        })?;
        if !json.is_object() {
            return Err(not_json(1, "a case has to be an object".to_owned()));
        }
        let in_line = |fault: Fault| CaseError::Field {
            file: file.to_owned(),
            line,
            field: fault.field,
            problem: fault.problem,
        };
        let case = case(&json).map_err(in_line)?;
        if !seen.insert(case.id.clone()) {
            return Err(in_line(Fault::new("id", format!("`{}` is there twice", case.id))));
        }
        cases.push(case);
    }
    Ok(cases)
}

/// A field that is missing, unknown or wrong.
struct Fault {
    field: String,
    problem: String,
}

impl Fault {
    fn new(field: impl Into<String>, problem: impl Into<String>) -> Fault {
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
    fn texts(&self, field: &str) -> Result<Option<Vec<String>>, Fault> {
        let Some(json) = self.object.get(field) else { return Ok(None) };
        let Json::Array(entries) = json else { return Err(self.fault(field, "has to be a list of texts")) };
        let text = |(index, entry): (usize, &Json)| match entry {
            Json::String(text) if !text.trim().is_empty() => Ok(text.clone()),
            _ => Err(self.fault(&format!("{field}[{index}]"), "has to be text that is not blank")),
        };
        entries.iter().enumerate().map(text).collect::<Result<_, _>>().map(Some)
    }

    /// A list of texts with at least one, none of them twice.
    fn ids(&self, field: &str) -> Result<Vec<String>, Fault> {
        let ids = self.some_texts(field)?;
        self.distinct(field, ids)
    }

    /// A list of texts with at least one.
    fn some_texts(&self, field: &str) -> Result<Vec<String>, Fault> {
        let texts = self.texts(field)?.ok_or_else(|| self.fault(field, "is missing"))?;
        if texts.is_empty() { Err(self.fault(field, "is empty")) } else { Ok(texts) }
    }

    fn distinct(&self, field: &str, ids: Vec<String>) -> Result<Vec<String>, Fault> {
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

fn case(json: &Json) -> Result<Case, Fault> {
    let fields = Fields::of(json, String::new(), &["id", "turns", "room", "expect", "clarify", "tags"])?;
    let turns = fields.some_texts("turns")?;
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
    Ok(Case { id: fields.text("id")?, turns, room, expect, clarify, tags: fields.distinct("tags", tags)? })
}

fn expectation(json: &Json, way: String) -> Result<Expectation, Fault> {
    let known = ["select", "devices", "capability", "count", "value", "optional", "conditions"];
    let fields = Fields::of(json, way, &known)?;
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
    let fields = Fields::of(json, way, &["devices", "attribute", "op", "value"])?;
    let op = fields.text("op")?;
    if !["=", "==", "!=", ">", ">=", "<", "<="].contains(&op.as_str()) {
        return Err(fields.fault("op", "has to be one of = != > >= < <="));
    }
    let value = match fields.needed("value")? {
        value @ (Json::Number(_) | Json::String(_) | Json::Bool(_)) => value.clone(),
        _ => return Err(fields.fault("value", "has to be a number, a text or a boolean")),
    };
    Ok(ExpectedCondition { devices: fields.ids("devices")?, attribute: fields.text("attribute")?, op, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str) -> String {
        read_cases(&format!("\n{line}\n"), "cases.jsonl").unwrap_err().to_string()
    }

    #[test]
    fn a_whole_case_is_read() {
        let text = r#"{"id":"a","turns":["开灯","两盏就行"],"room":"r1","expect":[{"select":"any","count":2,"devices":["l1","l2","l3"],"capability":["main-switch-on"],"optional":["l4"],"value":{"relative":"-","amount":null},"conditions":[{"devices":["s"],"attribute":"main-motionSensor-motion","op":"=","value":"active"}]}],"clarify":false,"tags":["zh","any","slip-of:b"]}"#;
        let cases = read_cases(text, "cases.jsonl").unwrap();
        let case = &cases[0];
        assert_eq!((case.turns.len(), case.language(), case.room.as_deref()), (2, "zh", Some("r1")));
        assert_eq!(case.phenomena().collect::<Vec<_>>(), ["any"]);
        let expectation = &case.expect[0];
        assert_eq!(expectation.select, Select::Any(2));
        assert_eq!(expectation.value, Some(ExpectedValue::Relative { up: false, amount: None }));
        assert_eq!(expectation.conditions[0].value, "active");
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let cases = read_cases(r#"{"id":"a","turns":["你好"],"expect":[]}"#, "cases.jsonl").unwrap();
        assert!(!cases[0].clarify && cases[0].tags.is_empty() && cases[0].language() == "other");
    }

    #[test]
    fn mistakes_are_told_with_file_line_and_field() {
        let expectation = |inner: &str| {
            message(&format!(
                r#"{{"id":"a","turns":["x"],"expect":[{{"select":"one","devices":["d"],"capability":["c"]{inner}}}]}}"#
            ))
        };
        assert_eq!(
            message(r#"{"id":"a","turns":["x"],"expects":[]}"#),
            "cases.jsonl, line 2, field `expects`: unknown; the fields are id, turns, room, expect, clarify, tags"
        );
        for (message, wanted) in [
            (message("{"), "cases.jsonl, line 2, column 1: no case in JSON"),
            (message("[]"), "line 2, column 1: no case in JSON (a case has to be an object)"),
            (message(r#"{"id":"a","turns":[],"expect":[]}"#), "field `turns`: is empty"),
            (message(r#"{"id":"a","turns":["x"," "],"expect":[]}"#), "field `turns[1]`"),
            (message(r#"{"turns":["x"],"expect":[]}"#), "field `id`: is missing"),
            (message(r#"{"id":"a","turns":["x"]}"#), "field `expect`: is missing"),
            (expectation(r#","count":2"#), "field `expect[0].count`: is only for `any`"),
            (expectation(r#","optional":["e","e"]"#), "field `expect[0].optional`: `e` is there twice"),
            (expectation(r#","value":{"hue":1}"#), "field `expect[0].value.saturation`: is missing"),
            (expectation(r#","value":null"#), "field `expect[0].value`: is null"),
            (
                expectation(r#","conditions":[{"devices":["s"],"attribute":"a","op":"~","value":1}]"#),
                "field `expect[0].conditions[0].op`",
            ),
            (
                message(
                    r#"{"id":"a","turns":["x"],"expect":[{"select":"any","count":2,"devices":["d"],"capability":["c"]}]}"#,
                ),
                "field `expect[0].count`: is more than the 1 devices",
            ),
        ] {
            assert!(message.contains(wanted), "{message}");
        }
    }

    #[test]
    fn an_id_that_is_there_twice_is_refused() {
        let line = r#"{"id":"a","turns":["x"],"expect":[]}"#;
        let error = read_cases(&format!("{line}\n{line}"), "cases.jsonl").unwrap_err();
        assert_eq!(error.to_string(), "cases.jsonl, line 2, field `id`: `a` is there twice");
    }
}
