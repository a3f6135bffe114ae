//! The command array: the one protocol between a parser and retrieval, decoded strictly and encoded exactly.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use smallvec::SmallVec;

/// How many of the matching devices are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantifier {
    /// A single one.
    #[default]
    One,
    /// Every match.
    All,
    /// As many as `count` says (one where it says nothing), whichever.
    Any,
    /// Every match but the excluded ones.
    Except,
}

/// One condition of a command: `客厅温度 > 26`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SpokenCondition {
    /// The device's name or noun as said; `*` unknown.
    pub n: String,
    /// Rooms, as in [`SpokenCommand::s`].
    pub s: String,
    /// A category, or `Unknown`.
    pub t: String,
    /// The property, in the language of the home: `温度`.
    pub p: String,
    /// `>`, `<`, `>=`, `<=`, `==` or `!=`.
    pub op: String,
    /// The value as said, digits for numbers.
    pub v: String,
}

/// One element of the command array. See `DESIGN.md` section 4 for what the fields mean.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SpokenCommand {
    /// One atomic action in the language of the home: `打开`, `设置亮度=50%`.
    pub a: String,
    /// Rooms: `*` none said, `,` between several, `!` before an excluded one.
    pub s: String,
    /// The device's name as said, the plain noun, [`LAST`], [`OTHER`] or `*`.
    pub n: String,
    /// A category, or `Unknown`.
    pub t: String,
    /// How many are meant.
    pub q: Quantifier,
    /// Names or nouns of devices left out, `,` between.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub x: String,
    /// A whole number, where one was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<u32>,
    /// Conditions that govern the command.
    #[serde(default, rename = "if", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<SpokenCondition>,
}

/// `n` of a reference to what was last spoken of.
pub const LAST: &str = "@last";
/// `n` of a reference to another one of the kind last spoken of (另一个, the other one).
pub const OTHER: &str = "@other";
/// Nothing was said.
pub const ANY: &str = "*";
/// `t` where the category is not known.
pub const UNKNOWN_CATEGORY: &str = "Unknown";
/// `a` of the fallback element.
pub const UNKNOWN_ACTION: &str = "UNKNOWN";

/// Rooms of a command, split into those named and those excluded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scope<'a> {
    /// Rooms to look in; empty for anywhere.
    pub include: SmallVec<[&'a str; 2]>,
    /// Rooms to leave out.
    pub exclude: SmallVec<[&'a str; 2]>,
}

impl SpokenCommand {
    /// The element that stands for an answer in which nothing was usable.
    pub fn unknown() -> SpokenCommand {
        SpokenCommand {
            a: UNKNOWN_ACTION.into(),
            s: ANY.into(),
            n: ANY.into(),
            t: UNKNOWN_CATEGORY.into(),
            ..SpokenCommand::default()
        }
    }

    /// Whether this is the fallback element.
    pub fn is_unknown(&self) -> bool {
        self.a == UNKNOWN_ACTION
    }

    /// The rooms of `s`.
    pub fn scope(&self) -> Scope<'_> {
        let mut scope = Scope::default();
        for part in self.s.split([',', '，', '、']).map(str::trim) {
            match part.strip_prefix(['!', '！']) {
                Some(room) if !room.trim().is_empty() => scope.exclude.push(room.trim()),
                Some(_) => {}
                None if part.is_empty() || part == ANY => {}
                None => scope.include.push(part),
            }
        }
        scope
    }

    /// The names of `x`.
    pub fn excluded_names(&self) -> impl Iterator<Item = &str> {
        self.x.split([',', '，', '、']).map(str::trim).filter(|name| !name.is_empty())
    }
}

/// What a strict decode yields: at least one command, and a message for each element that was dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    /// The usable commands in order, or the single fallback element.
    pub commands: Vec<SpokenCommand>,
    /// Why elements (or the whole) were dropped.
    pub errors: Vec<String>,
}

/// So many messages about one answer at most; the last one then says how many more there are.
const MOST_ERRORS: usize = 10;
/// So much of a field is repeated in a message, in characters.
const LONGEST_REPEATED: usize = 40;

/// Decodes an answer: a JSON array of command objects or nothing. Each element is checked by itself.
pub fn decode(answer: &str) -> Decoded {
    let mut errors = Vec::new();
    let mut commands = Vec::new();
    match serde_json::from_str::<Json>(answer.trim()) {
        Ok(Json::Array(elements)) => {
            for (index, element) in elements.iter().enumerate() {
                match decode_element(element) {
                    Ok(command) => commands.push(command),
                    Err(why) => errors.push(format!("element {index}: {why}")),
                }
            }
            if elements.is_empty() {
                errors.push("the array is empty".into());
            }
        }
        Ok(_) => errors.push("the answer is JSON but no array of commands".into()),
        Err(error) => errors.push(format!("the answer is not JSON: {error}")),
    }
    if commands.is_empty() {
        commands.push(SpokenCommand::unknown());
    }
    if errors.len() > MOST_ERRORS {
        let beyond = errors.len() - (MOST_ERRORS - 1);
        errors.truncate(MOST_ERRORS - 1);
        errors.push(format!("{beyond} more elements are no commands"));
    }
    Decoded { commands, errors }
}

/// Encodes commands as the array that [`decode`] reads back.
pub fn encode(commands: &[SpokenCommand]) -> String {
    serde_json::to_string(commands).unwrap_or_else(|_| "[]".into())
}

fn decode_element(element: &Json) -> Result<SpokenCommand, String> {
    let object = element.as_object().ok_or("it is not an object")?;
    let text = |field: &str| -> Result<String, String> {
        match object.get(field) {
            Some(Json::String(text)) if text.trim().is_empty() => Err(format!("field \"{field}\" is empty")),
            Some(Json::String(text)) => Ok(text.trim().to_owned()),
            Some(_) => Err(format!("field \"{field}\" is not a string")),
            None => Err(format!("field \"{field}\" is missing")),
        }
    };
    let a = text("a")?;
    // The hyphen separates component, capability and command in ids: an action that holds one is an id, not words.
    if a.contains('-') && !a.contains("=-") {
        return Err("field \"a\" holds a '-'".into());
    }
    let q = match text("q")?.to_ascii_lowercase().as_str() {
        "one" => Quantifier::One,
        "all" => Quantifier::All,
        "any" => Quantifier::Any,
        "except" => Quantifier::Except,
        other => {
            return Err(format!("field \"q\" is {:?}, not one, all, any or except", beginning(other)));
        }
    };
    let x = match object.get("x") {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.trim().to_owned(),
        Some(_) => return Err("field \"x\" is not a string".into()),
    };
    let c = match object.get("c") {
        None | Some(Json::Null) => None,
        Some(number) => Some(
            number
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .filter(|&count| count > 0)
                .ok_or("field \"c\" is not a whole number above 0")?,
        ),
    };
    let conditions = match object.get("if") {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Array(list)) => list.iter().map(decode_condition).collect::<Result<_, _>>()?,
        Some(_) => return Err("field \"if\" is not an array".into()),
    };
    Ok(SpokenCommand { a, s: text("s")?, n: text("n")?, t: text("t")?, q, x, c, conditions })
}

/// As much of a text as a message repeats.
fn beginning(text: &str) -> String {
    text.chars().take(LONGEST_REPEATED).collect()
}

fn decode_condition(element: &Json) -> Result<SpokenCondition, String> {
    let object = element.as_object().ok_or("a condition is not an object")?;
    let text = |field: &str, default: Option<&str>| -> Result<String, String> {
        match (object.get(field), default) {
            (Some(Json::String(text)), _) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
            (Some(Json::Number(number)), _) if field == "v" => Ok(number.to_string()),
            (None, Some(default)) => Ok(default.to_owned()),
            _ => Err(format!("field \"{field}\" of a condition is missing or no text")),
        }
    };
    let op = text("op", Some("=="))?;
    if !matches!(op.as_str(), ">" | "<" | ">=" | "<=" | "==" | "!=") {
        return Err(format!("field \"op\" of a condition is {:?}", beginning(&op)));
    }
    Ok(SpokenCondition {
        n: text("n", Some(ANY))?,
        s: text("s", Some(ANY))?,
        t: text("t", Some(UNKNOWN_CATEGORY))?,
        p: text("p", None)?,
        op,
        v: text("v", None)?,
    })
}
