//! Case files: which there are, in which format, and where a mistake is.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::fields::{Fault, case};
use super::{Case, yaml};

/// How a case file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    JsonLines,
    /// A YAML list of cases. JSON's own list of objects is one.
    Yaml,
}

impl Format {
    /// The format of a file by its name; JSON Lines unless it ends in `.yaml`, `.yml` or `.json`.
    pub fn of(path: &Path) -> Format {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "yaml" | "yml" | "json" => Format::Yaml,
            _ => Format::JsonLines,
        }
    }
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
    #[error("{}: there is no .jsonl, .yaml or .yml file with cases in it", .0.display())]
    NoCases(PathBuf),
    /// A line is no JSON, or the file no YAML.
    #[error("{file}, line {line}, column {column}: no case in {format} ({problem})")]
    Syntax {
        /// `JSON` or `YAML`.
        format: &'static str,
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

/// Reads the cases of a file, or of every `.jsonl`, `.yaml` and `.yml` file in a folder and the folders in it, in the order of their paths.
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
        let cases = read(&text, Format::of(&path), &path.display().to_string(), &mut seen)?;
        files.push(CaseFile { path, cases });
    }
    Ok(files)
}

/// Reads cases from the text of a file, named `file` in messages.
///
/// # Errors
/// A line that is no case, or an id that is there twice.
pub fn read_cases(text: &str, file: &str) -> Result<Vec<Case>, CaseError> {
    read_cases_as(text, Format::JsonLines, file)
}

/// The same, in either format.
///
/// # Errors
/// Text that is not in that format, a case that is none, or an id that is there twice.
pub fn read_cases_as(text: &str, format: Format, file: &str) -> Result<Vec<Case>, CaseError> {
    read(text, format, file, &mut HashSet::new())
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>, named: bool) -> Result<(), CaseError> {
    let unreadable = |cause| CaseError::Unreadable { path: path.to_owned(), cause };
    if fs::metadata(path).map_err(unreadable)?.is_dir() {
        for entry in fs::read_dir(path).map_err(unreadable)? {
            collect(&entry.map_err(unreadable)?.path(), paths, false)?;
        }
        return Ok(());
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    if named || extension.is_some_and(|extension| ["jsonl", "yaml", "yml"].contains(&extension)) {
        paths.push(path.to_owned());
    }
    Ok(())
}

fn read(text: &str, format: Format, file: &str, seen: &mut HashSet<String>) -> Result<Vec<Case>, CaseError> {
    let text = text.trim_start_matches('\u{feff}');
    match format {
        Format::JsonLines => read_lines(text, file, seen),
        Format::Yaml => read_yaml(text, file, seen),
    }
}

fn read_lines(text: &str, file: &str, seen: &mut HashSet<String>) -> Result<Vec<Case>, CaseError> {
    let mut cases = Vec::new();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        if content.trim().is_empty() {
            continue;
        }
        let broken = |column, problem| CaseError::Syntax {
            format: "JSON",
            file: file.to_owned(),
            line,
            column,
            problem,
        };
        let json: Json = serde_json::from_str(content).map_err(|error| {
            let told = error.to_string();
            // The parser counts lines from this one.
            let problem = told.rfind(" at line ").map_or(told.as_str(), |end| &told[..end]);
            broken(error.column(), problem.to_owned())
        })?;
        if !json.is_object() {
            return Err(broken(1, "a case has to be an object".to_owned()));
        }
        cases.push(read_one(&json, file, seen, |_| line)?);
    }
    Ok(cases)
}

fn read_yaml(text: &str, file: &str, seen: &mut HashSet<String>) -> Result<Vec<Case>, CaseError> {
    let located = yaml::read(text).map_err(|problem| CaseError::Syntax {
        format: "YAML",
        file: file.to_owned(),
        line: problem.line,
        column: problem.column,
        problem: problem.text,
    })?;
    located.iter().map(|case| read_one(&case.json, file, seen, |field| case.line_of(field))).collect()
}

fn read_one(
    json: &Json,
    file: &str,
    seen: &mut HashSet<String>,
    line_of: impl Fn(&str) -> usize,
) -> Result<Case, CaseError> {
    let in_line = |fault: Fault| CaseError::Field {
        file: file.to_owned(),
        line: line_of(&fault.field),
        field: fault.field,
        problem: fault.problem,
    };
    let case = case(json).map_err(in_line)?;
    if !seen.insert(case.id.clone()) {
        return Err(in_line(Fault::new("id", format!("`{}` is there twice", case.id))));
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::super::{ExpectedValue, Select};
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

    fn yaml(text: &str) -> Result<Vec<Case>, String> {
        read_cases_as(text, Format::Yaml, "cases.yaml").map_err(|error| error.to_string())
    }

    #[test]
    fn yaml_says_the_same_as_json() {
        let off = yaml("- id: no\n  turns: [on, yes]\n  expect: []\n").unwrap();
        assert_eq!((off[0].id.as_str(), off[0].turns.len()), ("no", 2));
        let text = "\
# a comment
- id: a
  turns: [开灯, '12:30']
  expect:
    - select: any
      count: 2
      devices: [l1, l2, l3]
      capability: [main-switch-on]
      value: {relative: '-', amount: null}
      conditions:
        - {devices: [s], attribute: main-motionSensor-motion, op: '=', value: active}
  tags: [zh, any]
- id: b
  turns: [hello]
  expect: []
";
        let json = r#"{"id":"a","turns":["开灯","12:30"],"expect":[{"select":"any","count":2,"devices":["l1","l2","l3"],"capability":["main-switch-on"],"value":{"relative":"-","amount":null},"conditions":[{"devices":["s"],"attribute":"main-motionSensor-motion","op":"=","value":"active"}]}],"tags":["zh","any"]}
{"id":"b","turns":["hello"],"expect":[]}"#;
        assert_eq!(yaml(text).unwrap(), read_cases(json, "cases.jsonl").unwrap());
        assert_eq!(yaml(&format!("[{}]", json.replace('\n', ","))).unwrap().len(), 2);
        assert_eq!(yaml("").unwrap(), []);
    }

    #[test]
    fn mistakes_in_yaml_are_told_with_their_line() {
        let case = |rest: &str| format!("- id: a\n  turns: [x]\n  expect: []\n- id: b\n  turns: [x]\n{rest}");
        for (text, wanted) in [
            (
                case("  expect: []\n  clarify: perhaps\n"),
                "cases.yaml, line 7, field `clarify`: has to be true",
            ),
            (case("  expects: []\n"), "line 6, field `expects`: unknown"),
            (case(""), "line 4, field `expect`: is missing"),
            (
                case("  expect:\n  - select: one\n    devices: [d]\n    capability:\n    - c\n    - 3\n"),
                "line 11, field `expect[0].capability[1]`",
            ),
            (
                case(
                    "  expect:\n  - select: one\n    devices: [d]\n    capability: [c]\n    value: {hue: 3}\n",
                ),
                "line 10, field `expect[0].value.saturation`: is missing",
            ),
            (
                "- id: a\n  turns: [x]\n  expect: []\n- id: a\n  turns: [x]\n  expect: []\n".into(),
                "line 4, field `id`",
            ),
            ("- id: a\n  turns: [x\n".to_owned(), "no case in YAML"),
            ("- id: a\n  id: b\n".to_owned(), "line 2"),
            ("id: a\n".to_owned(), "a list of cases"),
            ("- 3\n".to_owned(), "line 1, column 3: no case in YAML (a case has to be an object)"),
            ("- *a\n".to_owned(), "line 1"),
        ] {
            let message = yaml(&text).unwrap_err();
            assert!(message.contains(wanted), "{message}");
            assert!(!message.trim().contains('\n'), "{message}");
        }
    }
}
