//! Keeps `ARCHITECTURE.md` true: every crate is on the page, the dependencies go where its table says, the files of each
//! step are there, and what the engine must not do is not in its sources.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The crates that only compute: text and numbers in, results out.
const ENGINE: [&str; 5] =
    ["lares-home", "lares-language", "lares-embedding", "lares-reader", "lares-retrieval"];

/// What the engine must not use, and why.
const ABSENT: [(&str, &str); 16] = [
    ("std::fs", "files"),
    ("std::net", "a network"),
    ("std::env", "the environment"),
    ("std::process", "processes"),
    ("std::io", "input and output"),
    ("std::thread", "threads"),
    ("SystemTime", "a clock"),
    ("Instant::", "a clock"),
    ("println!", "output"),
    ("print!(", "output"),
    ("dbg!", "output"),
    ("async fn", "waiting"),
    (".unwrap()", "a panic"),
    (".expect(", "a panic"),
    ("panic!(", "a panic"),
    ("unreachable!(", "a panic"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// The manifests of the workspace's crates, by their names.
fn manifests() -> BTreeMap<String, toml::Table> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.push(root().join("xtask"));
    folders
        .into_iter()
        .filter(|folder| folder.join("Cargo.toml").exists())
        .map(|folder| {
            let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
            let manifest: toml::Table = toml::from_str(&text).unwrap();
            (manifest["package"]["name"].as_str().unwrap().to_owned(), manifest)
        })
        .collect()
}

/// The table of the page: a crate, and the crates that it may use.
fn permitted() -> BTreeMap<String, Vec<String>> {
    let page = page();
    let section = page.split("## Dependencies").nth(1).expect("a section on dependencies");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let names =
            |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        (names(cells[0]).remove(0), names(cells[1]))
    })
    .collect()
}

#[test]
fn every_crate_is_on_the_page() {
    let (page, permitted) = (page(), permitted());
    for name in manifests().keys() {
        assert!(page.contains(&format!("### `{name}`")), "{name} has no section with its question");
        assert!(permitted.contains_key(name), "{name} is not in the table of dependencies");
    }
}

#[test]
fn dependencies_go_where_the_table_says() {
    let (manifests, permitted) = (manifests(), permitted());
    for (name, manifest) in &manifests {
        // Nothing depends on the chores, so they may use anything.
        if name == "xtask" {
            continue;
        }
        for kind in ["dependencies", "build-dependencies"] {
            let Some(dependencies) = manifest.get(kind).and_then(toml::Value::as_table) else { continue };
            for dependency in dependencies.keys().filter(|dependency| manifests.contains_key(*dependency)) {
                assert!(permitted[name].contains(dependency), "{name} must not depend on {dependency}");
            }
        }
    }
}

#[test]
fn the_files_of_every_step_are_there() {
    let page = page();
    let section = page.split("## From an utterance to an answer").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let crates = ["lares-language", "lares-retrieval", "lares"];
    let folders = crates.map(|name| root().join("crates").join(name).join("src"));
    let named = section.split('`').skip(1).step_by(2);
    let missing: Vec<&str> = named
        .filter(|name| name.ends_with(".rs") || name.ends_with('/') && !name.ends_with("src/"))
        .filter(|name| !folders.iter().any(|folder| folder.join(name).exists()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_engine_has_no_clock_no_files_and_no_panic() {
    let mut found = Vec::new();
    for file in ENGINE.iter().flat_map(|name| sources(&root().join("crates").join(name).join("src"))) {
        let shown = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        if !text.starts_with("//!") {
            found.push(format!("{shown}: does not open with what it is for"));
        }
        // Tests stand at the end of a file, or in a file of their own.
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
        for (number, line) in
            code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            for (_, what) in ABSENT.iter().filter(|(word, _)| line.contains(word)) {
                found.push(format!("{shown}:{}: {what}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                files.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && name != "tests"
            && !name.ends_with("_tests")
        {
            files.push(path);
        }
    }
    files
}
