//! What is said beside an order in anybody's own words: the order alone is done, and nothing where none was given.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use lares::home::HomeSource;
use lares::home::read::{CategoryRecord, ComponentRecord, DeviceRecord};
use lares::{Decision, Lares, Request, RetrievalConfig};

/// A home of English and Chinese names.
fn home() -> HomeSource {
    let device = |name: &str, category: &str, capabilities: &[&str]| DeviceRecord {
        id: name.to_lowercase().replace(' ', "-"),
        name: name.to_owned(),
        components: vec![ComponentRecord {
            id: "main".into(),
            capabilities: capabilities.iter().map(|id| (*id).to_owned()).collect(),
            categories: vec![CategoryRecord { name: category.to_owned(), by_user: false }],
        }],
        ..DeviceRecord::default()
    };
    HomeSource {
        devices: vec![
            device("Desk Lamp", "Light", &["switch", "switchLevel"]),
            device(
                "Soundbar",
                "Speaker",
                &["switch", "audioMute", "audioVolume", "mediaPlayback", "mediaTrackControl"],
            ),
            device("Blinds", "Blind", &["windowShade", "windowShadeLevel"]),
            device("Fan", "Fan", &["switch", "fanSpeed"]),
            device(
                "Dishwasher",
                "Dishwasher",
                &["samsungce.dishwasherOperation", "samsungce.dishwasherWashingCourse"],
            ),
            device("Side Door", "SmartLock", &["lock"]),
            device("加湿器", "Humidifier", &["switch"]),
            device("书房空调", "AirConditioner", &["switch", "thermostatCoolingSetpoint"]),
        ],
        ..HomeSource::default()
    }
}

/// What is done, each as `device invocation`, with the stage or without it.
fn done(text: &str, meant_part: bool) -> Vec<String> {
    let mut config = RetrievalConfig::default();
    config.stages.meant_part = meant_part;
    let lares = Lares::builder().home_source(home()).retrieval_config(config).build().unwrap();
    let answer = lares.retrieve(&Request::new(text));
    let done = answer.invocations.iter().filter(|_| answer.decision == Decision::Act);
    done.map(|invocation| format!("{} {}", invocation.device_id, invocation.capability_id)).collect()
}

/// What is done of `text`, of which without the stage nothing is.
fn check(text: &str, expect: &str) {
    assert_eq!(done(text, true), [expect], "{text}");
    assert_eq!(done(text, false), [""; 0], "{text}, without it");
}

#[test]
fn an_order_is_done_whatever_is_told_beside_it() {
    check("soundbar louder like last time", "soundbar main-audioVolume-volumeUp");
    check(
        "dishwasher on eco bills bills bills",
        "dishwasher main-samsungce.dishwasherWashingCourse-setWashingCourse",
    );
}

#[test]
fn what_is_done_so_is_not_certain_and_says_which_part_was_meant() {
    let lares = Lares::builder().home_source(home()).build().unwrap();
    let answer = lares.retrieve(&Request::new("soundbar louder like last time"));
    assert_eq!(answer.text, "soundbar louder like last time");
    let result = answer.results.first().unwrap();
    assert!(result.confidence < 0.8, "{}", result.confidence);
    assert_eq!(result.meta.get("meant_part").unwrap(), "soundbar louder");
}

#[test]
fn nothing_is_done_where_nothing_was_asked_for() {
    for text in [
        "don't switch the fan off I'm boiling",
        "my dad always leaves the desk lamp on and it drives me nuts",
        "nana says she never turned on the fan",
        "if it's bin day tomorrow put the desk lamp on",
        "unlock the side door said the wolf",
        "the man in the film yelled unlock the side door",
        "turn on the hot tub the lads are coming",
        "昨天我把书房空调关了省了不少钱",
        "别开加湿器我嫌潮",
        "老师说随手关书房空调",
    ] {
        assert_eq!(done(text, true), [""; 0], "{text}");
    }
}
