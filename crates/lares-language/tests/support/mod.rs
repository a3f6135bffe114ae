//! Homes written in a few lines, and lists of what is known to fail.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a part of tests and benches, which use what they need"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lares_home::read::{read_aliases, read_devices, read_rooms, read_scenes, read_spec};
use lares_home::{Home, HomeLanguage, HomeSource, compile};
use lares_language::{HomeVocabulary, Parse, ParseContext, ParsedCommand, SpokenCommand, SpokenCondition};
use serde_json::{Value, json};

/// Retrieval acts on nothing that the parser is less sure of: what is left below it goes to the agent.
pub const ACTED_ON: f32 = 0.6;

/// A file of this crate.
pub fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The text of a file of this crate.
pub fn text(relative: &str) -> String {
    std::fs::read_to_string(path(relative)).unwrap_or_else(|error| panic!("{relative}: {error}"))
}

/// What speech recognition writes for other words, in the order of the file.
pub fn misheard() -> Vec<String> {
    let table: toml::Table = text("data/misheard.toml").parse().unwrap();
    let entries = table["misheard"].as_array().unwrap().iter();
    entries
        .flat_map(|entry| entry["heard"].as_array().unwrap())
        .map(|heard| heard.as_str().unwrap().to_owned())
        .collect()
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

/// A home of the platform's documents; a document in which nothing is usable counts as empty.
pub fn of_documents(
    language: HomeLanguage,
    devices: &[Value],
    rooms: &[Value],
    scenes: &[Value],
    aliases: &Value,
) -> Home {
    let body = |items: &[Value]| json!({"items": items}).to_string();
    let source = HomeSource {
        devices: read_devices(body(devices), "devices.json").map(|read| read.records).unwrap_or_default(),
        rooms: read_rooms(body(rooms), "rooms.json").map(|read| read.records).unwrap_or_default(),
        scenes: read_scenes(body(scenes), "scenes.json").map(|read| read.records).unwrap_or_default(),
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

/// A home of the evaluation, or the sample home, read from its folder.
pub fn home_of_folder(name: &str) -> Home {
    let folder = match name {
        "sample" => path("../lares/data/sample-home"),
        name => path("../lares-eval/data/homes").join(name),
    };
    let bytes = |file: &str| std::fs::read_to_string(folder.join(file)).ok();
    let source = HomeSource {
        devices: read_devices(bytes("devices.json").unwrap(), "devices.json").unwrap().records,
        rooms: read_rooms(bytes("rooms.json").unwrap(), "rooms.json").unwrap().records,
        spec: bytes("spec.jsonl")
            .map(|text| read_spec(text, "spec.jsonl").unwrap().records)
            .unwrap_or_default(),
        scenes: bytes("scenes.json")
            .map(|text| read_scenes(text, "scenes.json").unwrap().records)
            .unwrap_or_default(),
        aliases: bytes("aliases.json")
            .map(|text| read_aliases(text, "aliases.json").unwrap().records)
            .unwrap_or_default(),
        language: None,
    };
    compile(source).0
}

/// The lines of a list of known failures, without comments.
pub fn known(list: &str) -> BTreeSet<String> {
    text(list)
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// In the middle of a conversation.
pub const IN_CONVERSATION: ParseContext = ParseContext { has_recent: true, asked: false, room: None };

/// The best path in one line.
pub fn path_of(vocabulary: &HomeVocabulary, text: &str) -> String {
    vocabulary.explain_path(text).first().map(|(_, words)| words.join("  ")).unwrap_or_default()
}

/// Compares what fails with what is known to fail: the list may only shrink.
///
/// `failures` are a key each and what to tell of it; the list is a file of keys, one a line. With `SHRINK_KNOWN` in the
/// environment, what passes now is taken out of the file; nothing ever adds to it.
pub fn must_only_shrink(failures: &[(String, String)], list: &str) {
    let known = known(list);
    let unknown: Vec<&(String, String)> = failures.iter().filter(|(key, _)| !known.contains(key)).collect();
    let fixed: Vec<&String> =
        known.iter().filter(|key| !failures.iter().any(|(failure, _)| failure == *key)).collect();
    if std::env::var_os("SHRINK_KNOWN").is_some() && !fixed.is_empty() {
        let kept: String = text(list)
            .lines()
            .filter(|line| !fixed.iter().any(|key| key == line))
            .map(|line| format!("{line}\n"))
            .collect();
        std::fs::write(path(list), kept).unwrap();
    }
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

/// A Chinese flat.
pub const FLAT: &str = "
    客厅 | 主灯 | Light | switch switchLevel colorTemperature
    客厅 | 落地灯 | SmartPlug | switch
    客厅 | 氛围灯 | Light | switch switchLevel colorControl colorTemperature
    客厅 | 窗帘 | Blind | windowShade windowShadeLevel
    客厅 | 空调 | AirConditioner | switch airConditionerMode airConditionerFanMode thermostatCoolingSetpoint temperatureMeasurement
    客厅 | 电视 | Television | switch audioVolume audioMute tvChannel mediaInputSource mediaPlayback
    客厅 | 音箱 | Speaker | audioVolume audioMute mediaPlayback mediaTrackControl
    客厅 | 扫地机器人 | RobotCleaner | switch robotCleanerCleaningMode robotCleanerMovement battery | 小强
    客厅 | 空气净化器 | AirPurifier | switch airPurifierFanMode airQualitySensor
    卧室 | 吸顶灯 | Light | switch switchLevel
    卧室 | 床头灯 | Light | switch switchLevel colorControl colorTemperature
    卧室 | 窗帘 | Blind | windowShade windowShadeLevel
    卧室 | 空调 | AirConditioner | switch airConditionerMode airConditionerFanMode thermostatCoolingSetpoint temperatureMeasurement
    卧室 | 加湿器 | Humidifier | switch relativeHumidityMeasurement
    卧室 | 温湿度计 | TempHumiditySensor | temperatureMeasurement relativeHumidityMeasurement battery
    书房 | 台灯 | Light | switch switchLevel colorTemperature | 学习灯
    书房 | 风扇 | Fan | switch fanSpeed fanOscillationMode
    厨房 | 厨房灯 | Light | switch
    厨房 | 油烟机 | KitchenHood | switch fanSpeed
    厨房 | 老伙计 | RiceCooker | switch
    卫生间 | 镜前灯 | Light | switch switchLevel
    卫生间 | 热水器 | WaterHeater | switch thermostatHeatingSetpoint temperatureMeasurement
    阳台 | 洗衣机 | Washer | switch washerOperatingState washerMode
    阳台 | 晾衣架 | Others | windowShade switch
    玄关 | 门锁 | SmartLock | lock battery
    玄关 | 门磁 | ContactSensor | contactSensor
    走廊 | 人体传感器 | MotionSensor | motionSensor illuminanceMeasurement battery
    scene | 回家
    scene | 观影模式
";

/// An English house.
pub const HOUSE: &str = "
    Living Room | Ceiling Light | Light | switch switchLevel colorTemperature
    Living Room | Floor Lamp | SmartPlug | switch
    Living Room | Light Strip | Light | switch switchLevel colorControl colorTemperature
    Living Room | TV | Television | switch audioVolume audioMute tvChannel mediaInputSource mediaPlayback | telly
    Living Room | Speaker | Speaker | audioVolume audioMute mediaPlayback mediaTrackControl
    Living Room | Curtains | Blind | windowShade windowShadeLevel
    Living Room | Thermostat | Thermostat | thermostatMode thermostatHeatingSetpoint thermostatCoolingSetpoint temperatureMeasurement
    Living Room | Rosie | RobotCleaner | switch robotCleanerCleaningMode robotCleanerMovement battery
    Kitchen | Kitchen Light | Light | switch switchLevel
    Kitchen | Island Pendants | Light | switch switchLevel
    Kitchen | Oven | Oven | ovenMode ovenOperatingState ovenSetpoint temperatureMeasurement
    Kitchen | Dishwasher | Dishwasher | switch dishwasherOperatingState
    Bedroom | Bedroom Light | Light | switch switchLevel
    Bedroom | Anna's Lamp | Light | switch switchLevel colorControl colorTemperature
    Bedroom | Ceiling Fan | Fan | switch fanSpeed
    Bedroom | AC | AirConditioner | switch airConditionerMode airConditionerFanMode thermostatCoolingSetpoint temperatureMeasurement
    Bedroom | Blinds | Blind | windowShade windowShadeLevel
    Bedroom | Humidifier | Humidifier | switch relativeHumidityMeasurement
    Office | Desk Lamp | Light | switch switchLevel colorTemperature
    Office | Space Heater | SmartPlug | switch
    Office | Air Purifier | AirPurifier | switch airPurifierFanMode airQualitySensor
    Bathroom | Vanity Light | Light | switch switchLevel
    Bathroom | Exhaust Fan | Fan | switch
    Hallway | Hall Light | Light | switch switchLevel
    Hallway | Front Door | SmartLock | lock battery
    Hallway | Motion Sensor | MotionSensor | motionSensor battery
    Garage | Garage Door | GarageDoor | garageDoorControl contactSensor
    Laundry Room | Washer | Washer | switch washerOperatingState
    room | Basement
    scene | Good Night
    scene | Movie Time
";

/// A parse in one line: `a | s | n | q`, then `x=`, `c=` and `if=` where they say something; `;` between commands, and
/// the rejection where there is none. Scheduled commands begin with `later`, those below the confidence that is acted on
/// with `?`.
pub fn compact(parse: &Parse) -> String {
    let commands: Vec<String> = parse.commands.iter().map(compact_command).collect();
    match parse.rejection {
        Some(rejection) => format!("{rejection:?}"),
        None => commands.join(" ; "),
    }
}

fn compact_command(command: &ParsedCommand) -> String {
    let SpokenCommand { a, s, n, q, x, c, conditions, .. } = &command.spoken;
    let mut text = String::new();
    if command.scheduled {
        text.push_str("later ");
    }
    if command.confidence < ACTED_ON {
        text.push_str("? ");
    }
    text.push_str(&format!("{a} | {s} | {n} | {}", format!("{q:?}").to_lowercase()));
    if !x.is_empty() {
        text.push_str(&format!(" | x={x}"));
    }
    if let Some(count) = c {
        text.push_str(&format!(" | c={count}"));
    }
    for condition in conditions {
        let SpokenCondition { n, s, p, op, v, .. } = condition;
        text.push_str(&format!(" | if={s} {n} {p} {op} {v}"));
    }
    text
}

/// Checks what utterances are read as.
#[track_caller]
pub fn check(vocabulary: &HomeVocabulary, cases: &[(&str, &str)]) {
    let problems: Vec<String> = cases
        .iter()
        .filter_map(|(utterance, expected)| {
            let found = compact(&vocabulary.parse(utterance, ParseContext::default()));
            let path = path_of(vocabulary, utterance);
            (found != *expected)
                .then(|| format!("{utterance}\n    expected {expected}\n    found    {found}\n    {path}"))
        })
        .collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
