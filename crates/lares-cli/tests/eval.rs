//! `lares eval` and `lares tune` from outside: figures as text, JSON and a page, comparisons, drafts, additions, searches,
//! and mistakes told with their place.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail like tests")]

#[path = "support/folder.rs"]
mod folder;
mod support;

use std::fs;
use std::process::Output;

use serde_json::Value as Json;

use folder::Folder;
use support::fed;

fn eval(arguments: &[&str]) -> (Output, String, String) {
    lares(&[&["eval"], arguments].concat(), "")
}

/// Runs the program with some standard input.
fn lares(arguments: &[&str], input: &str) -> (Output, String, String) {
    let output = fed(arguments, input.as_bytes());
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

/// Two cases that are right and one that cannot be.
const YAML: &str = "\
- id: on
  turns: [打开客厅的主灯]
  expect:
  - {select: one, devices: [living-main-light], capability: [main-switch-on]}
  tags: [zh, basic]
- id: chat
  turns: [今天过得怎么样]
  expect: []
- id: never
  turns: [今天天气不错]
  expect:
  - {select: one, devices: [living-main-light], capability: [main-switch-off]}
";

#[test]
fn yaml_is_read_and_its_mistakes_are_told_with_their_line() {
    let folder = Folder::new("yaml");
    let cases = folder.file("cases.yaml", YAML);
    let (output, out, err) = eval(&["--cases", &cases]);
    assert!(output.status.success() && out.contains("2 of 3"), "{out}{err}");
    let broken = folder.file("broken.yaml", &YAML.replace("capability: [main-switch-off]", "capability: 3"));
    let (output, _, err) = eval(&["--cases", &broken]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("broken.yaml, line 12, field `expect[0].capability`"), "{err}");
}

#[test]
fn an_earlier_run_is_compared_with() {
    let folder = Folder::new("against");
    let cases = folder.file("cases.yaml", YAML);
    let before = folder.0.join("before.jsonl").to_str().unwrap().to_owned();
    assert!(eval(&["--cases", &cases, "--results", &before]).0.status.success());
    let (_, out, _) = eval(&["--cases", &cases, "--against", &before]);
    assert!(out.contains("exact 2 (66.7 %) before, 2 (66.7 %) now") && out.contains("p = 1.00"), "{out}");
    let (_, out, err) = eval(&[
        "--cases",
        &cases,
        "--against",
        &before,
        "--set",
        "stages.keyword=false",
        "--set",
        "stages.fit=false",
        "--set",
        "stages.vector=false",
    ]);
    assert!(out.contains("\nWorse\n  on: act living-main-light main-switch-on -> "), "{out}{err}");
    let (_, out, _) = eval(&["--cases", &cases, "--against", &before, "--json"]);
    let report: Json = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (report["comparison"]["cases"].as_u64(), report["comparison"]["p"].as_f64()),
        (Some(3), Some(1.0))
    );

    let broken =
        folder.file("broken.jsonl", "{\"id\":\"on\",\"exact\":true,\"decision\":\"act\"}\nnonsense\n");
    let (output, _, err) = eval(&["--cases", &cases, "--against", &broken]);
    assert!(
        output.status.code() == Some(2) && err.contains("broken.jsonl, line 2: no result of a case"),
        "{err}"
    );
    for (setting, wanted) in
        [("weight.vectors=1", "weight.vector, "), ("margin=7", "0..=1"), ("margin", "NAME=VALUE")]
    {
        let (output, _, err) = eval(&["--cases", &cases, "--set", setting]);
        assert!(output.status.code() == Some(2) && err.contains("--set") && err.contains(wanted), "{err}");
    }
}

#[test]
fn a_page_for_a_browser_is_written() {
    let folder = Folder::new("page");
    let cases = folder.file("cases.yaml", YAML);
    let page = folder.0.join("report.html");
    let (output, _, err) = eval(&["--cases", &cases, "--html", page.to_str().unwrap(), "--ablate"]);
    assert!(output.status.success(), "{err}");
    let html = fs::read_to_string(page).unwrap();
    assert!(
        html.starts_with("<!doctype html>") && html.contains("<b>66.7 %</b>") && html.contains("best_path")
    );
    assert!(html.contains("without vector recall") && html.contains("打开客厅的主灯"));
}

#[test]
fn cases_are_drafted_and_read_back() {
    let folder = Folder::new("draft");
    let (output, out, err) = eval(&["draft", "--count", "30"]);
    assert!(output.status.success() && out.contains("$schema=case.schema.json"), "{err}");
    let drafted = folder.file("drafted.yaml", &out);
    let (_, out, _) = eval(&["--cases", &drafted, "--misses", "0"]);
    assert!(out.starts_with("cases                30 ("), "{out}");
    let lines = folder.0.join("drafted.jsonl").to_str().unwrap().to_owned();
    assert!(eval(&["draft", "--out", &lines]).0.status.success());
    assert_eq!(fs::read_to_string(&lines).unwrap().lines().count(), 60);
    let (output, _, err) = eval(&["draft", "--out", &lines]);
    assert!(output.status.code() == Some(2) && err.contains("drafted.jsonl: cannot be written"), "{err}");
    let schema: Json = serde_json::from_str(&eval(&["schema"]).1).unwrap();
    assert!(schema["$defs"]["case"].is_object());
}

#[test]
fn an_utterance_is_added_once_it_is_confirmed() {
    let folder = Folder::new("add");
    for name in ["cases.jsonl", "cases.yaml"] {
        let cases = folder.0.join(name).to_str().unwrap().to_owned();
        let add =
            |more: &[&str], input: &str| lares(&[&["eval", "add", "--cases", &cases], more].concat(), input);
        let (output, out, _) = add(&["打开客厅的主灯"], "y\n");
        assert!(output.status.success() && out.contains("case: living-main-light: main-switch-on"), "{out}");
        assert_eq!(add(&["关掉所有的灯"], "n\n").0.status.code(), Some(1));
        assert_eq!(add(&["关掉所有的灯"], "").0.status.code(), Some(1), "nobody has confirmed it");
        assert!(add(&["把主灯打开", "关掉", "--yes", "--tags", "reference,mine"], "").0.status.success());
        assert!(add(&["烦死了", "--nothing"], "").0.status.success());
        let (output, out, err) = eval(&["--cases", &cases]);
        assert!(output.status.success() && out.contains("3 of 3"), "{out}{err}");
        assert!(out.contains("| mine "), "{out}");
    }
    let list = folder.file("brackets.yaml", "[]\n");
    let (output, _, err) = eval(&["add", "--cases", &list, "--yes", "打开主灯"]);
    assert!(output.status.code() == Some(2) && err.contains("plain list"), "{err}");
    assert_eq!(fs::read_to_string(&list).unwrap(), "[]\n");
    let (output, _, err) = eval(&["add", "--cases", &list, "--room", "酒窖", "打开主灯"]);
    assert!(output.status.code() == Some(2) && err.contains("酒窖"), "{err}");
}

#[test]
fn settings_are_never_reported_on_what_they_were_searched_on() {
    let folder = Folder::new("tune");
    let dev = folder.file("dev.yaml", YAML);
    let copy = folder.file("copy.yaml", YAML);
    let link = folder.0.join("link.yaml").to_str().unwrap().to_owned();
    fs::hard_link(&dev, &link).unwrap();
    let out = folder.0.join("lares.toml").to_str().unwrap().to_owned();
    let tune = |test: &str| lares(&["tune", "--dev", &dev, "--test", test, "--out", &out], "");
    let reworded =
        folder.file("reworded.jsonl", "{\"id\":\"other\",\"turns\":[\"今天天气不错\"],\"expect\":[]}\n");
    for (test, wanted) in [
        (&dev, "the same file"),
        (&link, "the same file"),
        (&copy, "hold the same"),
        (&reworded, "1 cases of --test are in --dev"),
    ] {
        let (output, _, err) = tune(test);
        assert!(output.status.code() == Some(2) && err.contains(wanted), "{test}: {err}");
    }
    assert!(!folder.0.join("lares.toml").exists());

    let test = folder.file("test.jsonl", "{\"id\":\"off\",\"turns\":[\"关掉厨房的灯\"],\"expect\":[{\"select\":\"one\",\"devices\":[\"kitchen-light\"],\"capability\":[\"main-switch-off\"]}]}\n");
    let (output, told, err) = tune(&test);
    assert!(output.status.success(), "{err}");
    assert!(told.contains("settings on 3 cases") && told.contains("1 cases of both runs"), "{told}");
    let (output, _, err) = eval(&["--cases", &test, "--config", &out]);
    assert!(output.status.success(), "{err}");
    assert!(tune(&test).2.contains("is there already"));
}
