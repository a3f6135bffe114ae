//! Utterances as recognition writes them, without marks: where they are read as if the pauses had been written, and where
//! nothing may be parted.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::small_home;

use lares::home::HomeSource;
use lares::{Decision, RetrievalConfig};

/// A home of English and Chinese names.
fn home() -> HomeSource {
    small_home::home([
        small_home::device("Desk Lamp", "Light", &["switch", "switchLevel"]),
        small_home::device("Big Light", "Light", &["switch", "switchLevel"]),
        small_home::device("Soundbar", "Speaker", &["switch", "audioMute", "audioVolume"]),
        small_home::device("Blinds", "Blind", &["windowShade", "windowShadeLevel"]),
        small_home::device("Fan", "Fan", &["switch", "fanSpeed"]),
        small_home::device("Side Door", "SmartLock", &["lock"]),
        small_home::device("加湿器", "Humidifier", &["switch"]),
        small_home::device("大灯", "Light", &["switch", "switchLevel"]),
        small_home::device("纱帘", "Blind", &["windowShade"]),
        small_home::device("书房空调", "AirConditioner", &["switch", "thermostatCoolingSetpoint"]),
    ])
}

fn answer(text: &str) -> lares::Retrieval {
    small_home::answer(home(), RetrievalConfig::default(), text)
}

#[test]
fn it_is_read_as_if_the_pauses_were_written() {
    for (text, written) in [
        (
            "hall's too dark big light on the film's starting",
            "hall's too dark, big light on, the film's starting",
        ),
        ("big light off desk lamp on I'm reading", "big light off, desk lamp on, I'm reading"),
        ("blinds down fan on I'm off to bed", "blinds down, fan on, I'm off to bed"),
        ("大灯关了加湿器打开我要睡了", "大灯关了，加湿器打开，我要睡了"),
        ("纱帘拉上书房空调调到二十六度", "纱帘拉上，书房空调调到二十六度"),
    ] {
        let (said, with_marks) = (small_home::done(&answer(text)), small_home::done(&answer(written)));
        assert!(!with_marks.is_empty(), "{written}");
        assert_eq!(said, with_marks, "{text}");
    }
}

#[test]
fn nothing_is_parted_that_belongs_together() {
    for text in [
        "I'll close the blinds myself",
        "please do not under any circumstances open the blinds",
        "the courier said unlock the side door",
        "unlock the side door said the wolf",
        "老师说让我们随手关书房空调",
        "别把大灯关了我还在看书",
    ] {
        let answer = answer(text);
        assert!(answer.invocations.is_empty(), "{text}: {:?}", small_home::done(&answer));
    }
}

#[test]
fn what_can_harm_is_asked_about_where_a_pause_is_only_likely() {
    for text in [
        "my mate Dave reckons it's fine unlock the side door",
        "nan wants her tea in the shed unlock the side door",
    ] {
        assert_ne!(answer(text).decision, Decision::Act, "{text}");
    }
}
