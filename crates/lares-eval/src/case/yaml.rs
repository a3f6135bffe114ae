//! YAML as JSON values that know their lines: a mistake in a field is told where the field stands.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value as Json};
use serde_saphyr::{Location, Spanned};

/// A case that is not read yet.
#[derive(Debug)]
pub(super) struct Located {
    /// What it says.
    pub(super) json: Json,
    /// The line of each field, by the way to it; of the whole by the empty way. From 1.
    lines: HashMap<String, usize>,
}

impl Located {
    /// The line of a field, or of the nearest one around it that is there.
    pub(super) fn line_of(&self, field: &str) -> usize {
        let mut way = field;
        loop {
            if let Some(&line) = self.lines.get(way) {
                return line;
            }
            way = way.rfind(['.', '[']).map_or("", |end| &way[..end]);
        }
    }
}

/// Why a text cannot be read.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) text: String,
}

impl Problem {
    fn at(place: Location, text: &str) -> Problem {
        // Both are 0 where the reader does not know the place.
        let from_1 = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).max(1);
        Problem { line: from_1(place.line()), column: from_1(place.column()), text: text.to_owned() }
    }
}

/// Reads a list of cases; an empty text is an empty list.
pub(super) fn read(text: &str) -> Result<Vec<Located>, Problem> {
    let options = serde_saphyr::options! {
        with_snippet: false,
        // `value: off` is a text, as in YAML 1.2.
        strict_booleans: true,
        // A case has some thirty nodes. Files are written by those who run them: the limit is against slips.
        budget: serde_saphyr::budget! { max_nodes: 20_000_000, max_events: 40_000_000 },
    };
    let root: Spanned<Node> = serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let told = error.without_snippet().to_string();
        let end = told.rfind(" at line ").unwrap_or(told.len());
        let first = told[..end].lines().next().unwrap_or_default();
        Problem::at(error.location().unwrap_or(Location::UNKNOWN), first)
    })?;
    let entries = match root.value {
        Node::List(entries) => entries,
        Node::Null => Vec::new(),
        _ => {
            return Err(Problem::at(
                root.referenced,
                "the file has to be a list of cases, each begun with `- `",
            ));
        }
    };
    entries
        .into_iter()
        .map(|entry| {
            if !matches!(entry.value, Node::Object(_)) {
                return Err(Problem::at(entry.referenced, "a case has to be an object"));
            }
            let mut lines = HashMap::new();
            let json = into_json(entry, String::new(), &mut lines);
            Ok(Located { json, lines })
        })
        .collect()
}

fn into_json(node: Spanned<Node>, way: String, lines: &mut HashMap<String, usize>) -> Json {
    lines.insert(way.clone(), usize::try_from(node.referenced.line()).unwrap_or(usize::MAX));
    match node.value {
        Node::Null => Json::Null,
        Node::Bool(truth) => Json::Bool(truth),
        Node::Number(number) => Json::Number(number),
        Node::Text(text) => Json::String(text),
        Node::List(entries) => entries
            .into_iter()
            .enumerate()
            .map(|(index, entry)| into_json(entry, format!("{way}[{index}]"), lines))
            .collect(),
        Node::Object(fields) => {
            let mut object = Map::new();
            for (key, value) in fields {
                let way = if way.is_empty() { key.clone() } else { format!("{way}.{key}") };
                object.insert(key, into_json(value, way, lines));
            }
            Json::Object(object)
        }
    }
}

/// A value of YAML with the places of all within it.
#[derive(Debug)]
enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Spanned<Node>>),
    Object(Vec<(String, Spanned<Node>)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text, a number, a boolean, a list or an object")
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Node, E> {
        Ok(Node::Bool(truth))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        Number::from_f64(number).map(Node::Number).ok_or_else(|| E::custom("a number has to be finite"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            entries.push(entry);
        }
        Ok(Node::List(entries))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Node::Object(fields))
    }
}
