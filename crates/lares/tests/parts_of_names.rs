//! Parts of names by which people call their devices, and slips of them: what is meant, and what is left alone.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use crate::small_home;

use lares::home::HomeSource;
use lares::{Decision, RetrievalConfig};

fn home() -> HomeSource {
    small_home::home([
        small_home::device("HERAN 禾聯", "AirConditioner", &["switch", "thermostatCoolingSetpoint"]),
        small_home::device("极米H6", "Projector", &["switch"]),
        small_home::device("电火锅", "SmartPlug", &["switch"]),
        small_home::device("主灯", "Light", &["switch"]),
        small_home::device("阳台灯", "Light", &["switch"]),
        small_home::device("台灯", "Light", &["switch"]),
        small_home::device("curtians", "Blind", &["windowShade"]),
        small_home::device("Kettle", "SmartPlug", &["switch"]),
    ])
}

fn done(text: &str) -> (Vec<String>, Decision) {
    let answer = small_home::answer(home(), RetrievalConfig::default(), text);
    (small_home::done(&answer), answer.decision)
}

#[test]
fn a_part_of_a_name_or_its_slip_is_the_device() {
    for (text, suffix) in [
        ("禾聯關掉", "main-switch-off"),
        ("H6关了", "main-switch-off"),
        ("打开样台灯", "main-switch-on"),
        ("close the curtains", "main-windowShade-close"),
        ("turn on the cattle", "main-switch-on"),
    ] {
        let (done, decision) = done(text);
        assert_eq!((done.len(), decision), (1, Decision::Act), "{text}: {done:?}");
        assert!(done[0].ends_with(suffix), "{text}: {done:?}");
    }
}

#[test]
fn what_only_sounds_like_an_order_is_none() {
    for text in ["stop eating", "禾聯是哪國的牌子", "the cattle are in the field"] {
        assert_eq!(done(text).0, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_hot_pot_is_no_lamp() {
    let (done, _) = done("所有的灯都关掉");
    assert_eq!(done.len(), 3, "{done:?}");
}
