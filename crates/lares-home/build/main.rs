//! Reads `data/`, checks it, and writes the one blob that the library embeds.
//!
//! A mistake in the data stops the build with the file and the entry; all mistakes are shown at once.

mod check;
mod source;

// The library's own definitions: what is written here is what it reads.
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses the rest")]
#[path = "../src/category.rs"]
mod category;
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses the rest")]
#[path = "../src/command.rs"]
mod command;
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses the rest")]
#[path = "../src/catalogue/entry.rs"]
mod entry;
#[allow(dead_code, unreachable_pub, reason = "shared with the library, which uses the rest")]
#[path = "../src/intent.rs"]
mod intent;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(mistakes) => {
            for mistake in mistakes {
                report(&mistake);
            }
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn report(mistake: &str) {
    println!("cargo::error={}", mistake.replace('\n', " "));
}

fn build() -> Result<(), Vec<String>> {
    let data = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("data");
    watch(&data);

    let mut mistakes = Vec::new();
    let properties: source::Properties = read(&data, "properties.toml", &mut mistakes);
    let categories: source::Categories = read(&data, "categories.toml", &mut mistakes);
    let mut families = Vec::new();
    for file in catalogue_files(&data)? {
        let family: source::Family = read(&data, &file, &mut mistakes);
        families.push((file, family));
    }

    let embedded = check::check(properties, categories, families, &mut mistakes);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let bytes = postcard::to_allocvec(&embedded).map_err(|error| vec![error.to_string()])?;
    let target = PathBuf::from(variable("OUT_DIR")?).join("catalogue.postcard");
    std::fs::write(&target, bytes).map_err(|error| vec![format!("{}: {error}", target.display())])
}

fn variable(name: &str) -> Result<String, Vec<String>> {
    std::env::var(name).map_err(|error| vec![format!("{name}: {error}")])
}

#[allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]
fn watch(data: &Path) {
    println!("cargo::rerun-if-changed=build");
    for name in ["properties.toml", "categories.toml", "catalogue"] {
        println!("cargo::rerun-if-changed={}", data.join(name).display());
    }
}

/// The catalogue's files relative to `data`, in the order of their names.
fn catalogue_files(data: &Path) -> Result<Vec<String>, Vec<String>> {
    let folder = data.join("catalogue");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let fail = |error: std::io::Error| vec![format!("{}: {error}", folder.display())];
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(fail)? {
        let name = entry.map_err(fail)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml") && !name.starts_with('.') {
            files.push(format!("catalogue/{name}"));
        }
    }
    files.sort();
    Ok(files)
}

/// Reads one file; a file that is not there is empty, since the catalogue may grow from nothing.
fn read<T: Default + serde::de::DeserializeOwned>(data: &Path, file: &str, mistakes: &mut Vec<String>) -> T {
    let text = match std::fs::read_to_string(data.join(file)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return T::default(),
        Err(error) => {
            mistakes.push(format!("data/{file}: {error}"));
            return T::default();
        }
    };
    toml::from_str(&text).unwrap_or_else(|error| {
        mistakes.push(format!("data/{file}: {error}"));
        T::default()
    })
}
