//! The library from outside: homes from folders and documents, conversations, bad input.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::PathBuf;

use lares::{Decision, Documents, Lares, Request, Severity};

/// A folder of its own for a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lares-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, file: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(file), bytes).unwrap();
    }

    fn build(&self) -> Result<Lares, lares::Error> {
        Lares::builder().home_folder(&self.0).build()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const LAMP: &str = r#"{"deviceId":"d1","label":"台灯","roomId":"r1","components":[{"id":"main","capabilities":[{"id":"switch"}],"categories":[{"name":"Light","categoryType":"manufacturer"}]}]}"#;

#[test]
fn it_is_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Lares>();
    let lares = Lares::builder().build().unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let lares = &lares;
            scope.spawn(move || {
                for turn in 0..20 {
                    let request = Request::new("打开客厅的灯").in_session(format!("{thread}-{}", turn % 3));
                    assert_eq!(lares.retrieve(&request).decision, Decision::Act);
                }
            });
        }
    });
    assert_eq!(lares.conversation_count(), 12);
}

#[test]
fn the_indexes_find_what_a_visit_of_every_device_finds() {
    use lares_eval::generate::{Kind, Size, home, requests};
    for size in [Size::of(7), Size::of(120), Size::of(120).in_rooms(3), Size::of(700)] {
        let build = || Lares::builder().home_source(home(size)).build().unwrap();
        let (indexed, linear) = (build(), build().without_indexes());
        for text in Kind::ALL.into_iter().flat_map(|kind| requests(&home(size), kind, 25, 3)) {
            let request = Request { trace: true, ..Request::new(text.as_str()) };
            assert_eq!(indexed.retrieve(&request), linear.retrieve(&request), "{text}");
        }
    }
}

#[test]
fn a_folder_with_all_documents() {
    let folder = Folder::new("all");
    folder.write("devices.json", format!("{{\"items\":[{LAMP}]}}"));
    folder.write("rooms.json", r#"{"items":[{"roomId":"r1","name":"书房"}]}"#);
    folder.write("scenes.json", r#"{"items":[{"sceneId":"s1","sceneName":"观影模式"}]}"#);
    folder.write("aliases.json", r#"{"devices":{"d1":["护眼灯"]}}"#);
    folder.write("spec.jsonl", "");
    let lares = folder.build().unwrap();
    let device = lares.device("d1").unwrap();
    assert_eq!((device.name.as_str(), lares.room_of(device)), ("台灯", Some("书房")));
    assert_eq!(device.aliases, ["护眼灯"]);
    assert_eq!(lares.scene("s1").unwrap().name, "观影模式");
    assert_eq!(lares.room("书房").unwrap().id, "r1");
    assert!(lares.room("月球").is_none());
    assert!(lares.command(device, "main-switch-on").is_some());
    assert!(lares.attribute(device, "main-switch-switch").is_some());
}

#[test]
fn a_single_file_and_rooms_without_names() {
    let folder = Folder::new("file");
    folder.write("mine.json", format!("{LAMP}\n"));
    let lares = Lares::builder().home_folder(folder.0.join("mine.json")).build().unwrap();
    assert_eq!(lares.room_of(lares.device("d1").unwrap()), Some("r1"));
    assert_eq!(lares.retrieve(&Request::new("打开台灯")).decision, Decision::Act);
}

/// A file that cannot be what it should be fails with the file, the line and the field; nothing is half-loaded.
#[test]
fn broken_documents_are_named() {
    let cases: [(&str, &str, &[u8], &[&str]); 8] = [
        ("syntax", "devices.json", b"{\"items\":[\n{]}", &["devices.json", "line 2"]),
        ("empty", "devices.json", b"", &["devices.json", "empty"]),
        (
            "field",
            "devices.json",
            b"{\"items\":[\n\n{\"label\":\"x\"}]}",
            &["devices.json", "line 3", "deviceId", "missing"],
        ),
        ("items", "devices.json", b"{\"items\":1}", &["devices.json", "items"]),
        ("bytes", "devices.json", b"\n\xff\xfe", &["devices.json", "line 2", "UTF-8"]),
        ("rooms", "rooms.json", b"[{\"name\":\"x\"}]", &["rooms.json", "roomId"]),
        ("scenes", "scenes.json", b"[", &["scenes.json", "line 1"]),
        ("aliases", "aliases.json", b"[]", &["aliases.json"]),
    ];
    for (name, file, bytes, parts) in cases {
        let folder = Folder::new(name);
        folder.write("devices.json", LAMP);
        folder.write(file, bytes);
        let message = folder.build().unwrap_err().to_string();
        for part in parts {
            assert!(message.contains(part), "{name}: {part} is not in: {message}");
        }
    }
    let folder = Folder::new("none");
    let message = folder.build().unwrap_err().to_string();
    assert!(message.contains("devices.json"), "{message}");
    let message = Lares::builder().home_folder("no/such/home").build().unwrap_err().to_string();
    assert!(message.contains("no/such/home"), "{message}");
}

#[test]
fn one_bad_device_among_good_ones_is_skipped_and_named() {
    let devices = format!("{LAMP}\n{{\"label\":\"坏的\"}}\n{}", LAMP.replace("d1", "d2"));
    let documents = Documents { devices: devices.into_bytes(), ..Documents::default() };
    let lares = Lares::builder().home_documents(documents).build().unwrap();
    assert_eq!(lares.home().devices.len(), 2);
    let finding = lares.findings().iter().find(|finding| finding.code == "bad_device").unwrap();
    assert_eq!(finding.severity, Severity::Warning);
    assert!(finding.subject.contains("坏的") && finding.message.contains("line 2"), "{finding:?}");
}

#[test]
fn what_is_no_utterance_gets_none_and_a_reason() {
    let lares = Lares::builder().build().unwrap();
    for text in
        ["", "   \t\n", "!!!", "\u{FFFD}\u{FFFD}", "\0\u{1}", &"灯".repeat(10_000), &"x ".repeat(5_000)]
    {
        let answer = lares.retrieve(&Request::new(text));
        assert_eq!(answer.decision, Decision::None, "{text:.20}");
        assert!(answer.invocations.is_empty() && answer.context.is_empty());
        assert!(answer.results[0].meta["rejection"].is_string(), "{text:.20}");
    }
}

#[test]
fn a_conversation_ends_after_a_silence() {
    let lares = Lares::builder().build().unwrap();
    let said = |text: &str, now_ms| lares.retrieve_at(&Request::new(text).in_session("a"), now_ms);
    assert_eq!(said("打开书房的台灯", 0).invocations[0].device_id, "study-desk-lamp");
    let follow_up = said("关掉它", 1000);
    assert_eq!(follow_up.invocations[0].device_id, "study-desk-lamp");
    assert_ne!(said("关掉它", 1000 + 301_000).decision, Decision::Act);
    assert!(lares.forget("a"));
}

#[test]
fn the_answer_has_the_fields_of_the_contract_in_their_order() {
    let lares = Lares::builder().build().unwrap();
    let text =
        serde_json::to_string(&lares.retrieve(&Request::new("把客厅的灯调到一半，再把窗帘拉上"))).unwrap();
    let fields = ["text", "language", "parser", "decision", "invocations", "results", "context"];
    let places: Vec<usize> =
        fields.iter().map(|field| text.rfind(&format!("\"{field}\":")).unwrap_or(usize::MAX)).collect();
    assert!(places.iter().all(|&place| place < text.len()), "{text}");
    assert!(text.starts_with("{\"text\":\"把客厅的灯调到一半，再把窗帘拉上\",\"language\":\"zh\",\"parser\":\"local\",\"decision\":\"act\""), "{text}");
    assert!(!text.contains("\"trace\""));
    let traced = lares.retrieve(&Request { trace: true, ..Request::new("打开客厅的灯") });
    assert!(!traced.trace.is_empty());
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let answer = || {
        let lares = Lares::builder().build().unwrap();
        serde_json::to_string(&lares.retrieve(&Request::new("把所有的灯都关了"))).unwrap()
    };
    assert_eq!(answer(), answer());
}
