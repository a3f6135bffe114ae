//! Homes written in a few lines, and lists of what is known to fail.

#![allow(dead_code, unreachable_pub, reason = "every test file uses its own part")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lares_home::read::{read_aliases, read_devices, read_rooms, read_scenes};
use lares_home::{Home, HomeLanguage, HomeSource, compile};
use lares_language::{HomeVocabulary, ParseContext};
use serde_json::{Value, json};

/// A file of this crate.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The text of a file of this crate.
pub fn text(relative: &str) -> String {
    std::fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

/// A home of one device a line: `room | name | category | capabilities`, the capabilities separated by spaces. Words
/// after a further `|` are aliases, `,` between. A line `scene | name` is a scene, `room | name` a room without devices,
/// and further words after it are the room's aliases.
pub fn home(language: HomeLanguage, lines: &str) -> Home {
    let (mut devices, mut scenes, mut rooms) = (Vec::new(), Vec::new(), Vec::<(String, Vec<String>)>::new());
    let mut device_aliases = serde_json::Map::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let list = |field: Option<&&str>| -> Vec<String> {
            field
                .map(|field| field.split(',').map(|word| word.trim().to_owned()).collect())
                .unwrap_or_default()
        };
        match fields.as_slice() {
            ["scene", name, ..] => {
                scenes.push(json!({"sceneId": format!("scene-{}", scenes.len()), "sceneName": name}));
            }
            ["room", name, ..] => rooms.push(((*name).to_owned(), list(fields.get(2)))),
            [room, name, category, capabilities, ..] => {
                let position = rooms.iter().position(|(known, _)| known == room).unwrap_or_else(|| {
                    rooms.push(((*room).to_owned(), Vec::new()));
                    rooms.len() - 1
                });
                let id = format!("device-{}", devices.len());
                if fields.len() > 4 {
                    device_aliases.insert(id.clone(), json!(list(fields.get(4))));
                }
                devices.push(device(
                    &id,
                    name,
                    &format!("room-{position}"),
                    category,
                    capabilities.split(' '),
                ));
            }
            _ => panic!("a line of a home that is none: {line}"),
        }
    }
    let room_aliases: serde_json::Map<String, Value> = rooms
        .iter()
        .enumerate()
        .filter(|(_, (_, aliases))| !aliases.is_empty())
        .map(|(index, (_, aliases))| (format!("room-{index}"), json!(aliases)))
        .collect();
    let rooms: Vec<Value> = rooms
        .iter()
        .enumerate()
        .map(|(index, (name, _))| json!({"roomId": format!("room-{index}"), "name": name}))
        .collect();
    let aliases = json!({"devices": device_aliases, "rooms": room_aliases});
    of_documents(language, &devices, &rooms, &scenes, &aliases)
}

/// A device as the platform tells of it.
pub fn device<'a>(
    id: &str,
    name: &str,
    room: &str,
    category: &str,
    capabilities: impl Iterator<Item = &'a str>,
) -> Value {
    let capabilities: Vec<Value> = capabilities.map(|id| json!({"id": id, "version": 1})).collect();
    json!({"deviceId": id, "label": name, "roomId": room, "components": [
        {"id": "main", "capabilities": capabilities, "categories": [{"name": category, "categoryType": "manufacturer"}]}
    ]})
}

/// A home of the platform's documents.
pub fn of_documents(
    language: HomeLanguage,
    devices: &[Value],
    rooms: &[Value],
    scenes: &[Value],
    aliases: &Value,
) -> Home {
    let body = |items: &[Value]| json!({"items": items}).to_string();
    let source = HomeSource {
        devices: read_devices(body(devices), "devices.json").unwrap().records,
        rooms: read_rooms(body(rooms), "rooms.json").unwrap().records,
        scenes: read_scenes(body(scenes), "scenes.json").unwrap().records,
        aliases: read_aliases(aliases.to_string(), "aliases.json").unwrap().records,
        language: Some(language),
        ..HomeSource::default()
    };
    compile(source).0
}

/// The vocabulary of a home of [`home`].
pub fn vocabulary(language: HomeLanguage, lines: &str) -> HomeVocabulary {
    HomeVocabulary::compile(&home(language, lines))
}

/// In the middle of a conversation.
pub const IN_CONVERSATION: ParseContext = ParseContext { has_recent: true, room: None };

/// The best path in one line.
pub fn path_of(vocabulary: &HomeVocabulary, text: &str) -> String {
    vocabulary.explain_path(text).first().map(|(_, words)| words.join("  ")).unwrap_or_default()
}

/// Compares what fails with what is known to fail: the list may only shrink.
///
/// `failures` are a key each and what to tell of it; `known` are the keys of the list, `list` is what it is called.
pub fn must_only_shrink(failures: &[(String, String)], known: &BTreeSet<String>, list: &str) {
    let unknown: Vec<&(String, String)> = failures.iter().filter(|(key, _)| !known.contains(key)).collect();
    let fixed: Vec<&String> =
        known.iter().filter(|key| !failures.iter().any(|(failure, _)| failure == *key)).collect();
    let mut report = String::new();
    for (key, told) in &unknown {
        report.push_str(&format!("{key}\n    {told}\n"));
    }
    if !unknown.is_empty() {
        report.push_str(&format!("{} failures that {list} does not list\n", unknown.len()));
    }
    for key in &fixed {
        report.push_str(&format!("passes now, take it out of {list}: {key}\n"));
    }
    assert!(report.is_empty(), "\n{report}");
}
