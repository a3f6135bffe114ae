//! Which of a kind is meant, told by words beside the kind that the names of the home hold.

use crate::support;

use lares_language::{ParsedCommand, Quantifier};
use lares_retrieval::CompiledHome;
use support::*;

fn house() -> CompiledHome {
    home(&[
        ("recliner", "lamp by the recliner", "Living Room", "Light", LAMP),
        ("tank", "Fish Tank Light", "Den", "Light", LAMP),
        ("bench", "Bench Pendants", "Kitchen", "Light", LAMP),
        ("down", "Kitchen Downlights", "Kitchen", "Light", LAMP),
        ("dads", "Dad's Lamp", "Bedroom", "Light", LAMP),
        ("mums", "Mum's Lamp", "Bedroom", "Light", LAMP),
        ("cool", "Mr. Cool", "Shop", "AirConditioner", AC),
        ("hall", "Daikin", "Hall", "AirConditioner", AC),
    ])
}

fn said(words: &str, action: &str, room: &str, noun: &str, category: &str) -> ParsedCommand {
    let words = words.to_owned();
    ParsedCommand { words, ..command(action, room, noun, category, Quantifier::All) }
}

fn switched(words: &str, room: &str, noun: &str) -> Vec<String> {
    let answer = ask(&house(), vec![said(words, "打开", room, noun, "Light")]);
    devices(&answer).into_iter().map(str::to_owned).collect()
}

#[test]
fn before_and_behind_the_noun() {
    assert_eq!(switched("turn on the light by the recliner", "*", "light"), ["recliner"]);
    assert_eq!(switched("turn on the recliner light", "*", "light"), ["recliner"]);
    assert_eq!(switched("the light in the fish tank, put it on", "*", "light"), ["tank"]);
    assert_eq!(switched("lights on over the bench", "*", "lights"), ["bench"]);
    assert_eq!(switched("turn his lamp on, dad's one", "*", "lamp"), ["dads"]);
}

#[test]
fn what_says_something_else_tells_nothing() {
    let all = switched("turn on the lights", "*", "lights");
    assert_eq!(all.len(), 6);
    // The room that was said holds both, however one of them is called.
    assert_eq!(switched("turn on the kitchen lights", "Kitchen", "lights"), ["bench", "down"]);
    assert_eq!(switched("lights on in the kitchen", "Kitchen", "lights"), ["bench", "down"]);
    // Beyond a mark, another thing is spoken of.
    assert_eq!(switched("turn on the lights, the bench is dirty", "*", "lights"), all);
    // A value is no name.
    let cool = said("set the acs to cool", "set=cool", "*", "acs", "AirConditioner");
    assert!(ask(&house(), vec![cool]).results[0].candidates.len() > 1);
}

fn flat() -> CompiledHome {
    home(&[
        ("study", "护眼台灯", "书房", "Light", LAMP),
        ("desk", "台灯", "乐乐房间", "Light", LAMP),
        ("tank", "鱼缸灯", "客厅", "Light", LAMP),
        ("strip", "床底下灯带", "主卧", "Light", LAMP),
        ("wall", "电视墙灯带", "客厅", "Light", LAMP),
    ])
}

fn switched_in_chinese(words: &str, noun: &str) -> Vec<String> {
    let plain = ParsedCommand { quantifier_said: false, ..said(words, "打开", "*", noun, "Light") };
    let answer = ask(&flat(), vec![plain]);
    devices(&answer).into_iter().map(str::to_owned).collect()
}

#[test]
fn chinese_words_are_found_in_names_piece_by_piece() {
    assert_eq!(switched_in_chinese("电视墙那条灯带打开", "灯带"), ["wall"]);
    assert_eq!(switched_in_chinese("床底的灯带打开", "灯带"), ["strip"]);
    assert_eq!(switched_in_chinese("鱼缸后面的灯打开", "灯"), ["tank"]);
    // The noun has more than the plain one.
    assert_eq!(switched_in_chinese("护眼灯打开", "护眼灯"), ["study"]);
}

#[test]
fn chinese_words_that_no_name_holds_leave_the_kind() {
    assert_eq!(switched_in_chinese("灯打开", "灯").len(), 5);
    assert_eq!(switched_in_chinese("现在把灯打开", "灯").len(), 5);
    // Which of the strips is asked.
    assert!(switched_in_chinese("灯带打开", "灯带").is_empty());
}

/// A house with two doors that lock and a garage.
fn doors() -> CompiledHome {
    home(&[
        ("front", "大门锁", "Hall", "SmartLock", &["lock"]),
        ("side", "Side door lock", "Garage", "SmartLock", &["lock"]),
        ("garage", "Garage door", "Garage", "GarageDoor", &["garageDoorControl"]),
    ])
}

#[test]
fn a_door_that_is_told_is_no_other_door() {
    let locked = |noun: &str| {
        let asked = command("锁", "*", noun, "Door", Quantifier::All);
        let answer = ask(&doors(), vec![asked]);
        answer.invocations.iter().map(|it| it.device_id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(locked("侧门"), ["side"]);
    assert_eq!(locked("side door"), ["side"]);
    assert_eq!(locked("前门"), ["front"]);
    // There is none: neither another lock nor the garage is shut in its place.
    assert!(locked("后门").is_empty());
    assert!(locked("back door").is_empty());
}
