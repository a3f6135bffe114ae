//! Several orders in one breath, and an order with something told beside it: what is read of them apart, and where nothing
//! may be.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::small_home;

use lares::RetrievalConfig;
use lares::home::HomeSource;

/// A home of English and Chinese names, in which one order can take a value that the one beside it cannot.
fn home() -> HomeSource {
    small_home::home([
        small_home::device("Desk Lamp", "Light", &["switch", "switchLevel"]),
        small_home::device("Strip", "Light", &["switch", "switchLevel"]),
        small_home::device("Soundbar", "Speaker", &["switch", "audioMute", "audioVolume"]),
        small_home::device("Blinds", "Blind", &["windowShade", "windowShadeLevel"]),
        small_home::device("Fan", "Fan", &["switch", "fanSpeed"]),
        small_home::device("Side Door", "SmartLock", &["lock"]),
        small_home::device("加湿器", "Humidifier", &["switch"]),
        small_home::device("扫地机", "RobotCleaner", &["switch"]),
    ])
}

/// What is done, each as `device invocation`, with the reading in parts or without it, by the rules alone or with the second
/// reading, which mends much of what comes to nothing.
fn done(text: &str, divided: bool, reader: bool) -> Vec<String> {
    let mut config = RetrievalConfig::default();
    config.stages.divided = divided;
    config.stages.reader = reader;
    let answer = small_home::answer(home(), config, text);
    small_home::done(&answer)
}

/// What reading in parts does of `text`, which is not what the rules do without it.
fn check_apart(text: &str, expect: &[&str]) {
    assert_eq!(done(text, true, true), expect, "{text}");
    assert_ne!(done(text, false, false), expect, "{text}, read as one");
}

/// What is done of `text`, whether it is read in parts or not.
fn check_as_one(text: &str, expect: &[&str]) {
    assert_eq!(done(text, true, true), expect, "{text}");
    check_by_rules(text, expect);
}

/// The same of what a person may mean in two ways: the rules take one of them.
fn check_by_rules(text: &str, expect: &[&str]) {
    assert_eq!(done(text, true, false), expect, "{text}, by the rules");
    assert_eq!(done(text, false, false), expect, "{text}, read as one");
}

#[test]
fn a_value_for_the_second_alone_leaves_the_verb_to_the_first() {
    check_as_one(
        "kill the fan and lamp to 20",
        &["fan main-switch-off", "desk-lamp main-switchLevel-setLevel"],
    );
    check_as_one(
        "turn off the fan and soundbar to 30",
        &["fan main-switch-off", "soundbar main-audioVolume-setVolume"],
    );
}

#[test]
fn orders_that_share_no_value_are_read_apart() {
    check_apart(
        "unmute the soundbar and blinds half open",
        &["soundbar main-audioMute-unmute", "blinds main-windowShadeLevel-setShadeLevel"],
    );
}

#[test]
fn a_remark_between_two_orders_hides_neither() {
    check_apart(
        "turn off the fan it's so loud and strip to 20",
        &["fan main-switch-off", "strip main-switchLevel-setLevel"],
    );
}

#[test]
fn what_is_corrected_is_not_done() {
    check_apart(
        "turn off the fan it's so loud, scratch that, mute the soundbar",
        &["soundbar main-audioMute-mute"],
    );
    check_apart("fan on high please I'm boiling, actually soundbar off", &["soundbar main-switch-off"]);
    check_apart("加湿器打开先湿一湿，算了，扫地机打开", &["扫地机 main-switch-on"]);
}

#[test]
fn what_is_told_before_an_order_is_no_part_of_it() {
    check_as_one("mum's calling in a minute turn the soundbar off", &["soundbar main-switch-off"]);
}

#[test]
fn what_can_harm_is_done_where_its_order_is_plain_and_said_first() {
    check_as_one("unlock the side door the courier's here", &["side-door main-lock-unlock"]);
    check_as_one("unlock the side door, the courier's here", &["side-door main-lock-unlock"]);
}

#[test]
fn a_verb_and_a_value_that_two_devices_share_stay_shared() {
    check_as_one(
        "dim the desk lamp and the strip to 20",
        &["desk-lamp main-switchLevel-setLevel", "strip main-switchLevel-setLevel"],
    );
    check_by_rules(
        "open the blinds and lamp to 20",
        &["blinds main-windowShadeLevel-setShadeLevel", "desk-lamp main-switchLevel-setLevel"],
    );
}

#[test]
fn what_is_not_asked_for_now_is_not_done_in_parts_either() {
    for text in [
        "don't turn off the fan and lamp to 20",
        "my wife turned off the fan and lamp to 20",
        "turn off the fan and lamp to 20 when I get home",
        "the courier said unlock the side door",
        "unlock the side door is what he told me",
        "desk lamp on when I get home",
        "我刚把加湿器关了",
        "我朋友说加湿器关了扫地机打开",
    ] {
        check_as_one(text, &[]);
    }
}
