//! What all documents have in common: one value, pages of `items`, an array, or one value a line.
//!
//! Values are cut out of the text and not decoded here, so that an entry that is wrong can be named with its line
//! and does not cost the others.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Read, ReadError};
use crate::findings::Finding;

/// What a document is about, for its messages.
pub(super) struct Kind {
    /// What one entry is (`device`).
    pub(super) entry: &'static str,
    /// The code of the finding for an entry that is left out.
    pub(super) code: &'static str,
    /// What the file should hold.
    pub(super) hint: &'static str,
    /// A file without any value is as good as one with an empty list.
    pub(super) may_be_empty: bool,
}

/// One entry of a document, as text.
#[derive(Clone, Copy)]
pub(super) struct Entry<'t> {
    pub(super) raw: &'t RawValue,
    /// Its line in the file, from 1.
    pub(super) line: usize,
}

impl Entry<'_> {
    /// The line on which a part of this entry begins.
    pub(super) fn line_of(&self, part: &RawValue) -> usize {
        let start = self.raw.get().as_ptr() as usize;
        let distance = (part.get().as_ptr() as usize).saturating_sub(start);
        self.line + newlines(self.raw.get().as_bytes().get(..distance).unwrap_or_default())
    }
}

/// What is wrong with an entry.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) field: String,
    pub(super) problem: String,
    pub(super) line: usize,
}

impl Fault {
    pub(super) fn new(line: usize, field: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { field: field.into(), problem: problem.into(), line }
    }
}

/// The text of a document, without a byte order mark.
pub(super) fn text<'b>(bytes: &'b [u8], file: &str) -> Result<&'b str, ReadError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| ReadError::NotText {
        file: file.to_owned(),
        line: 1 + newlines(&bytes[..error.valid_up_to()]),
    })
}

/// Reads every entry of a document with `parse`.
///
/// An entry with a fault is left out with a finding; if no entry is good, the first fault is the document's error.
pub(super) fn read_entries<T>(
    bytes: &[u8],
    file: &str,
    kind: &Kind,
    mut parse: impl FnMut(Entry<'_>, &mut Vec<Finding>) -> Result<T, Fault>,
) -> Result<Read<Vec<T>>, ReadError> {
    let text = text(bytes, file)?;
    let mut findings = Vec::new();
    let entries = Splitter { file, kind, text, findings: &mut findings }.split()?;
    let mut records = Vec::with_capacity(entries.len());
    let mut first_fault = None;
    for (index, entry) in entries.into_iter().enumerate() {
        match parse(entry, &mut findings) {
            Ok(record) => records.push(record),
            Err(fault) => {
                findings.push(left_out(file, kind, index, entry, &fault));
                first_fault.get_or_insert(fault);
            }
        }
    }
    match first_fault {
        Some(fault) if records.is_empty() => Err(ReadError::NotUsable {
            file: file.to_owned(),
            line: fault.line,
            field: fault.field,
            problem: fault.problem,
            hint: kind.hint.to_owned(),
        }),
        _ => Ok(Read { records, findings }),
    }
}

fn left_out(file: &str, kind: &Kind, index: usize, entry: Entry<'_>, fault: &Fault) -> Finding {
    let what = kind.entry;
    let subject = match name_of(entry.raw) {
        Some(name) => format!("{what} {} of {file} ({name})", index + 1),
        None => format!("{what} {} of {file}", index + 1),
    };
    let place = if fault.field.is_empty() { String::new() } else { format!(", field `{}`", fault.field) };
    Finding::warning(
        kind.code,
        subject,
        format!("line {}{place}: {}; the {what} is left out", fault.line, fault.problem),
        format!("correct it in {file}, or fetch the file again"),
    )
}

/// Whatever could tell a person which entry is meant.
fn name_of(raw: &RawValue) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(raw.get()).ok()?;
    ["label", "name", "sceneName", "deviceId", "roomId", "sceneId", "profileId"].into_iter().find_map(
        |field| {
            let text = value.get(field)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.chars().take(64).collect())
        },
    )
}

/// The elements of an array. Their lines are counted in one pass: an array may be long.
pub(super) fn elements(array: Entry<'_>) -> Result<Vec<Entry<'_>>, serde_json::Error> {
    let text = array.raw.get();
    let raws: Vec<&RawValue> = serde_json::from_str(text)?;
    let mut place = Place { offset: 0, line: array.line };
    let mut entries = Vec::with_capacity(raws.len());
    for raw in raws {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
        place = place.after(text.get(place.offset..offset).unwrap_or_default());
        entries.push(Entry { raw, line: place.line });
    }
    Ok(entries)
}

/// An object that may be a page.
#[derive(Deserialize)]
struct Page<'t> {
    #[serde(borrow)]
    items: Option<&'t RawValue>,
    #[serde(borrow, rename = "_links")]
    links: Option<&'t RawValue>,
}

#[derive(Deserialize)]
struct Links<'t> {
    #[serde(borrow)]
    next: Option<&'t RawValue>,
}

struct Splitter<'t, 'f> {
    file: &'f str,
    kind: &'f Kind,
    text: &'t str,
    findings: &'f mut Vec<Finding>,
}

impl<'t> Splitter<'t, '_> {
    fn split(mut self) -> Result<Vec<Entry<'t>>, ReadError> {
        let mut entries = Vec::new();
        let mut more_pages = false;
        let mut place = Place { offset: 0, line: 1 };
        let mut values = 0_usize;
        let mut skipped = 0_usize;
        while let Some((start, stream)) = self.next_value(place) {
            let raw = match stream {
                Ok(raw) => raw,
                Err(error) => {
                    place = self.skip_line(start, &error, values, skipped)?;
                    skipped += 1;
                    continue;
                }
            };
            values += 1;
            let entry = Entry { raw, line: start.line };
            if raw.get().starts_with('[') {
                for element in self.elements(entry)? {
                    self.value(element, &mut entries, &mut more_pages)?;
                }
            } else {
                self.value(entry, &mut entries, &mut more_pages)?;
            }
            place = start.after(raw.get());
        }
        if values == 0 && !self.kind.may_be_empty {
            return Err(self.not_json(1, 1, "the file is empty".to_owned()));
        }
        if more_pages {
            self.findings.push(Finding::warning(
                "pages_missing",
                self.file,
                "the last page says that more pages follow",
                "fetch the pages behind `_links.next` too and put them into the file",
            ));
        }
        Ok(entries)
    }

    /// The value that follows, and where it begins.
    #[allow(clippy::type_complexity, reason = "a place, and a value or what is wrong with it")]
    fn next_value(&self, from: Place) -> Option<(Place, Result<&'t RawValue, serde_json::Error>)> {
        let rest = self.text.get(from.offset..)?;
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        let start = from.after(&rest[..blank]);
        let value = serde_json::Deserializer::from_str(&rest[blank..]).into_iter().next()?;
        Some((start, value))
    }

    /// The place behind a line that is no JSON, if the document is one value a line; else the error.
    fn skip_line(
        &mut self,
        start: Place,
        error: &serde_json::Error,
        values: usize,
        skipped: usize,
    ) -> Result<Place, ReadError> {
        let rest = self.text.get(start.offset..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        let behind = Place { offset: start.offset + line.len(), line: start.line };
        let following = rest[line.len()..].lines().map(str::trim).find(|line| !line.is_empty());
        let is_value = |line: &str| line.starts_with('{') && serde_json::from_str::<&RawValue>(line).is_ok();
        let one_a_line = match following {
            Some(following) => is_value(following),
            // The last line: a document of one value a line if the earlier ones were.
            None => {
                let lines = self.text.lines().filter(|line| !line.trim().is_empty()).count();
                values > 0 && lines == values + skipped + 1
            }
        };
        let problem = describe(error);
        if !line.starts_with('{') || !one_a_line {
            return Err(self.not_json(start.line + error.line() - 1, error.column(), problem));
        }
        let what = self.kind.entry;
        self.findings.push(Finding::warning(
            self.kind.code,
            format!("line {} of {}", start.line, self.file),
            format!("line {}: not JSON ({problem}); the {what} is left out", start.line),
            format!("correct the line in {}, or fetch the file again", self.file),
        ));
        Ok(behind)
    }

    fn elements(&self, array: Entry<'t>) -> Result<Vec<Entry<'t>>, ReadError> {
        elements(array)
            .map_err(|error| self.not_json(array.line + error.line() - 1, error.column(), describe(&error)))
    }

    /// Adds a value's entries: those of a page, or itself.
    fn value(
        &self,
        entry: Entry<'t>,
        entries: &mut Vec<Entry<'t>>,
        more_pages: &mut bool,
    ) -> Result<(), ReadError> {
        let page =
            entry.raw.get().starts_with('{').then(|| serde_json::from_str::<Page<'t>>(entry.raw.get()));
        let Some(Ok(Page { items: Some(items), links })) = page else {
            entries.push(entry);
            return Ok(());
        };
        let line = entry.line_of(items);
        if !items.get().starts_with('[') {
            return Err(ReadError::NotUsable {
                file: self.file.to_owned(),
                line,
                field: "items".to_owned(),
                problem: "not a list".to_owned(),
                hint: self.kind.hint.to_owned(),
            });
        }
        entries.extend(self.elements(Entry { raw: items, line })?);
        *more_pages = links
            .and_then(|links| serde_json::from_str::<Links<'_>>(links.get()).ok())
            .is_some_and(|links| links.next.is_some());
        Ok(())
    }

    fn not_json(&self, line: usize, column: usize, problem: String) -> ReadError {
        ReadError::NotJson {
            file: self.file.to_owned(),
            line,
            column,
            problem,
            hint: self.kind.hint.to_owned(),
        }
    }
}

/// A position in a text.
#[derive(Clone, Copy)]
struct Place {
    offset: usize,
    line: usize,
}

impl Place {
    fn after(self, text: &str) -> Place {
        Place { offset: self.offset + text.len(), line: self.line + newlines(text.as_bytes()) }
    }
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// The parser's message without its position, which the reader gives for the whole file.
pub(super) fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
