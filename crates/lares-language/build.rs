//! Reads the lexicon files, checks them and writes the lexicon as a blob that the library only has to take apart.
//!
//! What makes a lexicon of the files is the library's own code: the modules below are shared with it.

use std::path::{Path, PathBuf};

#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/action.rs"]
mod action;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/folded.rs"]
mod folded;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/fuzzy.rs"]
mod fuzzy;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/key_table.rs"]
mod key_table;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "build/lexicon.rs"]
mod lexicon;
#[allow(dead_code, missing_docs, unreachable_pub, unused_imports)]
#[path = "src/normalise.rs"]
mod normalise;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/packed.rs"]
mod packed;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/slips.rs"]
mod slips;
#[allow(dead_code, missing_docs, unreachable_pub)]
#[path = "src/sound/mod.rs"]
mod sound;
#[path = "build/characters.rs"]
mod tables;
#[path = "build/vocabulary.rs"]
mod vocabulary;

use lexicon::assemble::{assemble, encode};
use lexicon::data::{
    Class, ColorData, CueData, EntryData, EntryFields, FormData, LexiconData, MarkData, MisheardData,
    NounData, PlainData, Position, RoomData,
};
use serde::Deserialize;

fn main() {
    println!("cargo:rerun-if-changed=data");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    if let Err(problem) = tables::write(&folder) {
        println!("cargo:error={problem}");
        std::process::exit(1);
    }
    if let Err(problem) = read().and_then(|lexicon| write(&lexicon, &folder)) {
        println!("cargo:error={problem}");
        std::process::exit(1);
    }
}

fn read() -> Result<LexiconData, String> {
    let mut lexicon = LexiconData {
        nouns: table::<NounData>(Path::new("data/nouns.toml"), "noun")?,
        rooms: table::<RoomData>(Path::new("data/rooms.toml"), "room")?,
        colors: table::<ColorData>(Path::new("data/colors.toml"), "color")?,
        marks: table::<MarkData>(Path::new("data/marks.toml"), "mark")?,
        plain: table::<PlainData>(Path::new("data/plain.toml"), "plain")?,
        misheard: table::<MisheardData>(Path::new("data/misheard.toml"), "misheard")?,
        cues: table::<CueData>(Path::new("data/cues.toml"), "cue")?,
        entries: Vec::new(),
    };
    // The tests read examples and near misses from the files; the library does not need them.
    for cue in &mut lexicon.cues {
        cue.examples.clear();
        cue.near_misses.clear();
    }
    let forms = table::<FormData>(Path::new("data/forms.toml"), "form")?;
    for (folder, chinese) in [("data/zh", true), ("data/en", false)] {
        for path in toml_files(Path::new(folder))? {
            let text =
                std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let mut document: toml::Table =
                toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let class = document
                .remove("class")
                .ok_or_else(|| format!("{}: no `class` at the top", path.display()))?;
            let class =
                Class::deserialize(class).map_err(|error| format!("{}: class: {error}", path.display()))?;
            let entries = match document.remove("entry") {
                Some(toml::Value::Array(entries)) => entries,
                _ => return Err(format!("{}: no [[entry]]", path.display())),
            };
            if let Some(key) = document.keys().next() {
                return Err(format!("{}: unknown field `{key}`", path.display()));
            }
            for entry in entries {
                let mut fields = fields(entry).map_err(|error| format!("{}: {error}", path.display()))?;
                check(class, &fields)
                    .map_err(|error| format!("{}: entry `{}`: {error}", path.display(), fields.id))?;
                fields
                    .inflect(&forms)
                    .map_err(|error| format!("{}: entry `{}`: {error}", path.display(), fields.id))?;
                fields.examples.clear();
                fields.near_misses.clear();
                lexicon.entries.push(EntryData { class, chinese, fields });
            }
        }
    }
    check_trees(&lexicon)?;
    check_parts(&lexicon)?;
    Ok(lexicon)
}

fn fields(mut entry: toml::Value) -> Result<EntryFields, String> {
    let position = entry.as_table_mut().and_then(|table| table.remove("position"));
    let mut fields =
        EntryFields::deserialize(entry.clone()).map_err(|error| format!("{error} in entry {entry:?}"))?;
    fields.position = match position {
        None => None,
        Some(toml::Value::Integer(number)) => Some(Position::Number(number as i8)),
        Some(toml::Value::String(word)) => Some(Position::Word(word)),
        Some(other) => {
            return Err(format!("entry `{}`: position {other:?} is neither a word nor a number", fields.id));
        }
    };
    Ok(fields)
}

fn check(class: Class, fields: &EntryFields) -> Result<(), String> {
    let one_of = |field: &str, value: &Option<String>, allowed: &[&str]| match value {
        Some(value) if allowed.contains(&value.as_str()) => Ok(()),
        Some(value) => Err(format!("{field} `{value}` is not one of {allowed:?}")),
        None => Err(format!("no `{field}`")),
    };
    let position = match &fields.position {
        Some(Position::Word(word)) => Some(word.clone()),
        _ => None,
    };
    if fields.id.is_empty() {
        return Err("no `id`".into());
    }
    if fields.words.is_empty() {
        return Err("no `words`".into());
    }
    for word in &fields.words {
        if word.trim().is_empty() {
            return Err("an empty word".into());
        }
    }
    match class {
        Class::Verb if fields.acts.is_empty() && !fields.weak => Err("a verb needs `acts`".into()),
        Class::Property if fields.property.is_none() => Err("no `property`".into()),
        Class::Adjective if fields.property.is_none() => Err("no `property`".into()),
        Class::Adjective => one_of("direction", &fields.direction, &["up", "down"]),
        Class::Degree => one_of("degree", &fields.degree, &["bit", "much", "most", "too", "more"]),
        Class::Level => one_of(
            "level",
            &fields.level,
            &["max", "min", "middle", "third", "quarter", "three_quarters", "low", "medium", "high"],
        ),
        Class::Value if fields.property.is_none() || fields.key.is_none() => {
            Err("a value needs `property` and `key`".into())
        }
        Class::Unit => one_of(
            "unit",
            &fields.unit,
            &[
                "percent",
                "degree",
                "celsius",
                "fahrenheit",
                "kelvin",
                "gear",
                "second",
                "minute",
                "hour",
                "channel",
                "time",
                "rpm",
            ],
        ),
        Class::Quantifier => one_of("quantifier", &fields.quantifier, &["all", "both", "any", "every"]),
        Class::Except => one_of("position", &position, &["before", "after", "clause"]),
        Class::Reference => {
            let kinds = ["last", "other", "both", "same_place", "same_action", "again", "back"];
            one_of("reference", &fields.reference, &kinds)
        }
        Class::Condition => one_of("position", &position, &["open", "close"]),
        Class::Comparison => one_of("op", &fields.op, &[">", "<", ">=", "<=", "==", "!="]),
        Class::Question => one_of("asks", &fields.asks, &["value", "polar", "where", "list", "time"]),
        Class::Negation => one_of("kind", &fields.kind, &["do_not", "not", "stop"]),
        Class::Possessive => one_of("position", &position, &["after_owner", "before_owner"]),
        Class::Speech => one_of("kind", &fields.kind, &["reported", "addressed", "story", "remark"]),
        Class::Time => one_of("kind", &fields.kind, &["at", "after", "for", "every"]),
        Class::State if fields.property.is_none() || fields.key.is_none() => {
            Err("a state needs `property` and `key`".into())
        }
        Class::Person => one_of(
            "kind",
            &fields.kind,
            &[
                "nobody",
                "somebody",
                "everybody",
                "speaker",
                "father",
                "mother",
                "parents",
                "son",
                "daughter",
                "children",
                "husband",
                "wife",
                "grandfather",
                "grandmother",
                "grandparents",
                "other",
            ],
        ),
        Class::Answer => one_of("answer", &fields.answer, &["yes", "no", "all", "cancel"]),
        Class::Ordinal if !matches!(fields.position, Some(Position::Number(_))) => {
            Err("an ordinal needs a number as `position`".into())
        }
        _ => Ok(()),
    }
}

fn check_trees(lexicon: &LexiconData) -> Result<(), String> {
    for noun in &lexicon.nouns {
        if let Some(parent) = &noun.parent
            && !lexicon.nouns.iter().any(|other| &other.id == parent)
        {
            return Err(format!("data/nouns.toml: noun `{}`: parent `{parent}` is not a noun", noun.id));
        }
        if let Some(room) = &noun.in_room
            && !lexicon.rooms.iter().any(|other| &other.id == room)
        {
            return Err(format!("data/nouns.toml: noun `{}`: in_room `{room}` is not a room", noun.id));
        }
    }
    for room in &lexicon.rooms {
        if let Some(parent) = &room.parent
            && !lexicon.rooms.iter().any(|other| &other.id == parent)
        {
            return Err(format!("data/rooms.toml: room `{}`: parent `{parent}` is not a room", room.id));
        }
    }
    for entry in &lexicon.entries {
        for noun in &entry.fields.nouns {
            if !lexicon.nouns.iter().any(|other| &other.id == noun) {
                return Err(format!(
                    "{:?} entry `{}`: noun `{noun}` is not in nouns.toml",
                    entry.class, entry.fields.id
                ));
            }
        }
    }
    Ok(())
}

fn table<T: for<'de> Deserialize<'de>>(path: &Path, name: &str) -> Result<Vec<T>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut document: toml::Table =
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let entries = match document.remove(name) {
        Some(toml::Value::Array(entries)) => entries,
        _ => return Err(format!("{}: no [[{name}]]", path.display())),
    };
    entries
        .into_iter()
        .map(|entry| {
            T::deserialize(entry.clone()).map_err(|error| format!("{}: {error} in {entry:?}", path.display()))
        })
        .collect()
}

fn check_parts(lexicon: &LexiconData) -> Result<(), String> {
    for noun in &lexicon.nouns {
        if let Some(part) =
            noun.part.iter().find(|part| lares_home::catalogue::catalogue().property(part).is_none())
        {
            return Err(format!("data/nouns.toml: noun `{}`: part `{part}` is no property", noun.id));
        }
    }
    Ok(())
}

fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    // The order of a folder's files is the file system's; the blob must not depend on it.
    files.sort();
    Ok(files)
}

/// Writes the prepared lexicon, and the files' data for the test that assembles it again.
fn write(lexicon: &LexiconData, folder: &Path) -> Result<(), String> {
    let write = |file: &str, bytes: Result<Vec<u8>, postcard::Error>| {
        let bytes = bytes.map_err(|error| format!("cannot encode {file}: {error}"))?;
        std::fs::write(folder.join(file), bytes).map_err(|error| format!("cannot write {file}: {error}"))
    };
    let (words, trees, values) = assemble(lexicon);
    write("lexicon.postcard", encode(&words, trees, values))?;
    write("lexicon-data.postcard", postcard::to_allocvec(lexicon))
}
