//! Tiny homes and hand-written commands.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a part of each test file, which uses what it needs"
)]

use std::sync::Arc;

use lares_embedding::LexicalEmbedder;
use lares_home::read::{Aliases, RoomRecord, SceneRecord, read_devices};
use lares_home::{Act, HomeSource, catalogue, compile};
use lares_language::{Action, Language, Parse, ParsedCommand, Quantifier, SpokenCommand, Value};
use lares_retrieval::{CompiledHome, Conversation, Request, Retrieval, RetrievalConfig, Step, retrieve};

/// id, name, room (empty for none), category, capabilities.
pub(crate) type Row<'a> = (&'a str, &'a str, &'a str, &'a str, &'a [&'a str]);

pub(crate) const LAMP: &[&str] = &["switch", "switchLevel"];
pub(crate) const PLUG: &[&str] = &["switch"];
pub(crate) const SHADE: &[&str] = &["windowShade", "windowShadeLevel"];
pub(crate) const AC: &[&str] =
    &["switch", "airConditionerMode", "thermostatCoolingSetpoint", "temperatureMeasurement"];
pub(crate) const TV: &[&str] = &["switch", "audioVolume", "audioMute"];

pub(crate) fn home(rows: &[Row<'_>]) -> CompiledHome {
    home_with(rows, &RetrievalConfig::default(), &[])
}

pub(crate) fn home_with(rows: &[Row<'_>], config: &RetrievalConfig, scenes: &[(&str, &str)]) -> CompiledHome {
    let items: Vec<serde_json::Value> = rows
        .iter()
        .map(|(id, name, room, category, capabilities)| {
            let capabilities: Vec<_> =
                capabilities.iter().map(|id| serde_json::json!({ "id": id })).collect();
            let mut device = serde_json::json!({
                "deviceId": id,
                "label": name,
                "components": [{ "id": "main", "capabilities": capabilities }],
            });
            if !category.is_empty() {
                device["components"][0]["categories"] =
                    serde_json::json!([{ "name": category, "categoryType": "manufacturer" }]);
            }
            if !room.is_empty() {
                device["roomId"] = serde_json::json!(room);
            }
            device
        })
        .collect();
    let document = serde_json::json!({ "items": items }).to_string();
    let mut rooms: Vec<RoomRecord> = Vec::new();
    for (_, _, room, _, _) in rows {
        if !room.is_empty() && !rooms.iter().any(|known| known.id == *room) {
            rooms.push(RoomRecord { id: (*room).into(), name: (*room).into(), line: 0 });
        }
    }
    let source = HomeSource {
        devices: read_devices(document.as_bytes(), "devices.json")
            .map(|read| read.records)
            .unwrap_or_default(),
        rooms,
        scenes: scenes
            .iter()
            .map(|(id, name)| SceneRecord { id: (*id).into(), name: (*name).into(), line: 0 })
            .collect(),
        aliases: Aliases::default(),
        ..HomeSource::default()
    };
    let (home, _) = compile(source);
    CompiledHome::compile(home, config, Arc::new(LexicalEmbedder::default())).unwrap()
}

/// A command as a parser would hand it over: `打开`, rooms, name, category, quantifier.
pub(crate) fn command(a: &str, s: &str, n: &str, t: &str, q: Quantifier) -> ParsedCommand {
    let acts: &[Act] = match a.split('=').next().unwrap_or(a) {
        "打开" => &[Act::On, Act::Open, Act::Start],
        "关闭" => &[Act::Off, Act::Close, Act::Stop],
        "开锁" => &[Act::Unlock, Act::Open],
        other if other.starts_with("设置") => &[Act::Set],
        other if other.starts_with("调高") => &[Act::Up],
        other if other.starts_with("查询") => &[Act::Query],
        _ => &[],
    };
    ParsedCommand {
        spoken: SpokenCommand {
            a: a.into(),
            s: s.into(),
            n: n.into(),
            t: t.into(),
            q,
            ..SpokenCommand::default()
        },
        action: Action { acts: acts.into(), ..Action::default() },
        confidence: 0.95,
        words: format!("{a}{n}"),
        quantifier_said: q != Quantifier::One,
        ..ParsedCommand::default()
    }
}

pub(crate) fn with(mut command: ParsedCommand, property: &str, value: Option<Value>) -> ParsedCommand {
    command.action.properties = catalogue().property(property).into_iter().collect();
    command.action.value = value;
    command
}

pub(crate) fn ask(home: &CompiledHome, commands: Vec<ParsedCommand>) -> Retrieval {
    ask_in(home, &mut Conversation::new(), 0, None, commands)
}

pub(crate) fn ask_in(
    home: &CompiledHome,
    conversation: &mut Conversation,
    now_ms: u64,
    room: Option<&str>,
    commands: Vec<ParsedCommand>,
) -> Retrieval {
    let text: String = commands.iter().map(|command| command.words.as_str()).collect();
    let parse = Parse { language: Language::Chinese, commands, ..Parse::default() };
    let request =
        Request { text: &text, room, now_ms, parse: Some(&parse), parser: "test", ..Request::default() };
    done(retrieve(home, conversation, &request))
}

/// An utterance without a parse: the answer to a question.
pub(crate) fn say(
    home: &CompiledHome,
    conversation: &mut Conversation,
    now_ms: u64,
    text: &str,
) -> Retrieval {
    done(retrieve(home, conversation, &Request { text, now_ms, ..Request::default() }))
}

pub(crate) fn done(step: Step) -> Retrieval {
    match step {
        Step::Done(retrieval) => retrieval,
        other => panic!("not done: {other:?}"),
    }
}

/// What would be run: device and command.
pub(crate) fn runs(retrieval: &Retrieval) -> Vec<(&str, &str)> {
    retrieval
        .invocations
        .iter()
        .map(|invocation| (invocation.device_id.as_str(), invocation.capability_id.as_str()))
        .collect()
}

pub(crate) fn devices(retrieval: &Retrieval) -> Vec<&str> {
    retrieval.invocations.iter().map(|invocation| invocation.device_id.as_str()).collect()
}
