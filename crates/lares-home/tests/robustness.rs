//! Whatever the bytes, readers, compile and check end in a result.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use lares_home::read::{read_aliases, read_devices, read_rooms, read_scenes, read_spec};
use lares_home::{HomeSource, check, compile};
use proptest::prelude::*;

const DEVICES: &str = r#"{"items":[{"deviceId":"a","label":"主灯","roomId":"r","profile":{"id":"p"},"components":[
{"id":"main","capabilities":[{"id":"switch","version":1},{"id":"colorControl"}],"categories":[{"name":"Light","categoryType":"user"}]}]},
{"deviceId":"b","name":"锁","profile":{"id":"q"},"components":[{"id":"main","capabilities":[{"id":"lock"}]}]}],"_links":{"next":null}}"#;
const ROOMS: &str = "{\"roomId\":\"r\",\"name\":\"客厅\"}\n{\"roomId\":\"s\",\"name\":\"卧室\"}\n";
const SPEC: &str = r#"{"profileId":"p","capabilities":[{"id":"main-switchLevel-setLevel","description":"亮度","type":"integer","value_range":{"min":0,"max":100,"unit":["%"]}},
{"id":"main-airConditionerMode-setAirConditionerMode","value_list":[{"value":"cool","description":"制冷"}]}],"conditions":[{"id":"main-switch-switch"}]}
{"profileId":"q","capabilities":[{"id":"main-lock-unlock"}]}"#;
const SCENES: &str = r#"{"items":[{"sceneId":"1","sceneName":"回家"}]}"#;
const ALIASES: &str = r#"{"devices":{"a":["大白"]},"rooms":{"r":["大厅"]}}"#;

/// Reads what can be read, compiles and checks it.
fn all(devices: &[u8], rooms: &[u8], spec: &[u8], scenes: &[u8], aliases: &[u8]) {
    let source = HomeSource {
        devices: read_devices(devices, "devices.json").map(|read| read.records).unwrap_or_default(),
        rooms: read_rooms(rooms, "rooms.json").map(|read| read.records).unwrap_or_default(),
        spec: read_spec(spec, "spec.jsonl").map(|read| read.records).unwrap_or_default(),
        scenes: read_scenes(scenes, "scenes.json").map(|read| read.records).unwrap_or_default(),
        aliases: read_aliases(aliases, "aliases.json").map(|read| read.records).unwrap_or_default(),
        language: None,
    };
    let wanted = source.devices.len();
    let (home, findings) = compile(source);
    let again =
        findings.iter().filter(|f| f.code == "duplicate_id" && f.subject.starts_with("device")).count();
    assert_eq!(home.devices.len() + again, wanted);
    for device in &home.devices {
        let profile = &home.profiles[device.profile.0 as usize];
        assert!(profile.commands.iter().all(|index| (index.0 as usize) < home.commands.len()));
        assert!(profile.attributes.iter().all(|index| (index.0 as usize) < home.attributes.len()));
        assert!(device.room.is_none_or(|room| (room.0 as usize) < home.rooms.len()));
    }
    check(&home);
}

/// A document with some of its bytes replaced, removed or repeated.
fn mutated(text: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let edit = (0..text.len(), 0..4_u8, any::<u8>(), 0..40_usize);
    prop::collection::vec(edit, 0..4).prop_map(move |edits| {
        let mut bytes = text.as_bytes().to_vec();
        for (position, kind, byte, length) in edits {
            let position = position.min(bytes.len().saturating_sub(1));
            let end = (position + length).min(bytes.len());
            match kind {
                0 if !bytes.is_empty() => bytes[position] = byte,
                1 => drop(bytes.drain(position..end)),
                2 => {
                    let part = bytes[position..end].to_vec();
                    bytes.splice(position..position, part);
                }
                _ => bytes.truncate(position),
            }
        }
        bytes
    })
}

/// Any JSON at all.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let keys = prop::sample::select(vec![
        "items",
        "deviceId",
        "label",
        "name",
        "roomId",
        "profile",
        "id",
        "components",
        "capabilities",
        "categories",
        "profileId",
        "conditions",
        "type",
        "value_range",
        "value_list",
        "min",
        "max",
        "unit",
        "value",
        "devices",
        "rooms",
        "_links",
        "next",
        "categoryType",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<f64>().prop_map(serde_json::Value::from),
        prop::sample::select(vec![
            "main",
            "main-switch-on",
            "main-a-b-c",
            "switch",
            "Light",
            "",
            " ",
            "客厅",
            "\u{0}"
        ])
        .prop_map(serde_json::Value::from),
        ".{0,6}".prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            prop::collection::hash_map(keys.clone(), inner, 0..8)
                .prop_map(|map| map.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        all(&bytes, &bytes, &bytes, &bytes, &bytes);
    }

    #[test]
    fn any_json(value in json()) {
        let text = value.to_string();
        let bytes = text.as_bytes();
        all(bytes, bytes, bytes, bytes, bytes);
    }

    #[test]
    fn broken_documents(
        devices in mutated(DEVICES), rooms in mutated(ROOMS), spec in mutated(SPEC),
        scenes in mutated(SCENES), aliases in mutated(ALIASES),
    ) {
        all(&devices, &rooms, &spec, &scenes, &aliases);
    }
}

#[test]
fn the_documents_themselves_are_whole() {
    all(DEVICES.as_bytes(), ROOMS.as_bytes(), SPEC.as_bytes(), SCENES.as_bytes(), ALIASES.as_bytes());
    assert_eq!(read_spec(SPEC, "spec.jsonl").unwrap().records.len(), 2);
}
