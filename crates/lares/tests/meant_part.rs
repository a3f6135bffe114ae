//! What is said beside an order in anybody's own words: the order alone is done, and nothing where none was given.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::small_home;

use lares::RetrievalConfig;
use lares::home::HomeSource;

/// A home of English and Chinese names.
fn home() -> HomeSource {
    small_home::home([
        small_home::device("Desk Lamp", "Light", &["switch", "switchLevel"]),
        small_home::device(
            "Soundbar",
            "Speaker",
            &["switch", "audioMute", "audioVolume", "mediaPlayback", "mediaTrackControl"],
        ),
        small_home::device("Blinds", "Blind", &["windowShade", "windowShadeLevel"]),
        small_home::device("Fan", "Fan", &["switch", "fanSpeed"]),
        small_home::device(
            "Dishwasher",
            "Dishwasher",
            &["samsungce.dishwasherOperation", "samsungce.dishwasherWashingCourse"],
        ),
        small_home::device("Side Door", "SmartLock", &["lock"]),
        small_home::device("加湿器", "Humidifier", &["switch"]),
        small_home::device("书房空调", "AirConditioner", &["switch", "thermostatCoolingSetpoint"]),
    ])
}

/// What is done, each as `device invocation`, with the stage or without it.
fn done(text: &str, meant_part: bool) -> Vec<String> {
    let mut config = RetrievalConfig::default();
    config.stages.meant_part = meant_part;
    // Alone with the rules it is seen what the stage is for: the second reading mends much of it as well.
    config.stages.reader = meant_part;
    let answer = small_home::answer(home(), config, text);
    small_home::done(&answer)
}

/// What is done of `text`, of which without the stage nothing is.
fn check(text: &str, expect: &str) {
    assert_eq!(done(text, true), [expect], "{text}");
    assert_eq!(done(text, false), [""; 0], "{text}, without it");
}

#[test]
fn an_order_is_done_whatever_is_told_beside_it() {
    check("turn the fan off and go to sleep", "fan main-switch-off");
    check("soundbar down to ten for tonight's film", "soundbar main-audioVolume-setVolume");
}

#[test]
fn what_is_done_so_is_not_certain_and_says_which_part_was_meant() {
    let text = "turn the fan off and go to sleep";
    // By itself: the second reading knows this order as well.
    let mut config = RetrievalConfig::default();
    config.stages.reader = false;
    let answer = small_home::answer(home(), config, text);
    assert_eq!(answer.text, text);
    let result = answer.results.first().unwrap();
    assert!(result.confidence < 0.8, "{}", result.confidence);
    let part = result.meta["meant_part"].as_str().unwrap();
    assert!(text.starts_with(part) && part.len() < text.len(), "{part}");
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
