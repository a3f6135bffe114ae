//! `lares eval` from outside: figures as text and JSON, a line a case, and mistakes in cases told with their place.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value as Json;

/// A folder of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lares-eval-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn eval(arguments: &[&str]) -> (Output, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lares")).arg("eval").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

/// The first cannot be right, the second cannot be wrong.
const CASES: &str = r#"{"id":"a","turns":["opaque gibberish"],"expect":[{"select":"one","devices":["no-such-device"],"capability":["main-switch-on"]}],"tags":["en","basic"]}
{"id":"b","turns":[""],"expect":[],"tags":["en","chat"]}
"#;

#[test]
fn figures_are_told_as_text_and_as_json() {
    let folder = Folder::new("figures");
    let cases = folder.file("cases.jsonl", &CASES.replace("[\"\"]", "[\"?\"]"));
    let results = folder.0.join("results.out");
    let (output, out, err) = eval(&["--cases", &cases, "--results", results.to_str().unwrap()]);
    assert!(output.status.success(), "{err}");
    assert!(out.contains("1 of 2") && out.contains("opaque gibberish"), "{out}");
    assert!(out.contains("| basic ") && !out.contains('\u{1b}'), "{out}");
    assert!(err.contains("case a: device `no-such-device` is not in the home"), "{err}");
    let lines = fs::read_to_string(&results).unwrap();
    let kept: Vec<Json> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((kept[0]["id"].as_str(), kept[1]["exact"].as_bool()), (Some("a"), Some(true)));

    let folder_of_cases = folder.0.to_str().unwrap();
    let (_, out, _) = eval(&["--cases", folder_of_cases, "--json", "--ablate", "--misses", "0"]);
    let report: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(report["metrics"]["overall"]["cases"], 2);
    assert_eq!(report["ablations"][0]["name"], "without vector recall");
    assert_eq!(report["misses"].as_array().map(Vec::len), Some(0));
}

#[test]
fn mistakes_in_cases_are_bad_input() {
    let folder = Folder::new("mistakes");
    let cases = folder.file("cases.jsonl", CASES);
    let (output, out, err) = eval(&["--cases", &cases]);
    assert_eq!((output.status.code(), out.as_str()), (Some(2), ""));
    assert!(err.contains("cases.jsonl, line 2, field `turns[0]`"), "{err}");
    let (output, _, err) = eval(&["--cases", "no-such-file.jsonl"]);
    assert!(output.status.code() == Some(2) && err.contains("no-such-file.jsonl"), "{err}");
    let (output, _, err) = eval(&["--cases", Folder::new("empty").0.to_str().unwrap()]);
    assert!(output.status.code() == Some(2) && err.contains(".jsonl"), "{err}");
}
