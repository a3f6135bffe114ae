//! Devices that are described: a noun and a word that tells which, in the home's words or in others for the same mark.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::HomeVocabulary;

const HOME: &str = "
    主卧 | 左床头灯 | Light | switch
    主卧 | 右床头灯 | Light | switch
    客厅 | 水晶吊灯 | Light | switch
    客厅 | 筒灯1 | Light | switch
    客厅 | 筒灯2 | Light | switch
    餐厅 | 酒柜灯带 | Light | switch
    书房 | 循环扇 | Fan | switch
    阳台 | 阳台灯 | Light | switch
    书房 | 护眼台灯 | Light | switch
    车库 | Left garage door | GarageDoor | garageDoorControl
    车库 | Right garage door | GarageDoor | garageDoorControl
    客房 | Grandma's lamp | Light | switch
";

/// Checks the names of the devices that a description fits, in the order of the home.
#[track_caller]
fn check(vocabulary: &HomeVocabulary, said: &str, expected: &[usize]) {
    let found: Vec<usize> =
        vocabulary.match_description(said).iter().map(|found| found.device.0 as usize).collect();
    assert_eq!(found, expected, "{said}");
}

#[test]
fn a_noun_and_a_mark_tell_which() {
    let vocabulary = support::vocabulary(HomeLanguage::Chinese, HOME);
    for (said, expected) in [
        ("左边的床头灯", &[0][..]),
        ("右边那盏床头灯", &[1]),
        ("水晶灯", &[2]),
        ("二号筒灯", &[4]),
        ("酒柜的灯带", &[5]),
        ("循环的那个风扇", &[6]),
        ("左边的车库门", &[9]),
        ("right-hand garage door", &[10]),
        ("奶奶的灯", &[11]),
    ] {
        check(&vocabulary, said, expected);
    }
}

#[test]
fn what_tells_nothing_describes_nothing() {
    let vocabulary = support::vocabulary(HomeLanguage::Chinese, HOME);
    for said in ["灯", "那个灯", "家的灯", "红色的灯", "左边的空调", "左右", "", "the lamp", "the other lamp"]
    {
        check(&vocabulary, said, &[]);
    }
}

#[test]
fn a_room_word_is_not_cut_by_a_noun() {
    let vocabulary = support::vocabulary(HomeLanguage::Chinese, HOME);
    let desk_lamp = vocabulary.noun("台灯");
    let lamps: Vec<usize> = (0..12)
        .filter(|&device| {
            let nouns = vocabulary.device_nouns(lares_home::DeviceIndex(device));
            nouns.iter().any(|&noun| Some(noun) == desk_lamp)
        })
        .map(|device| device as usize)
        .collect();
    assert_eq!(lamps, [8], "阳台灯 is no 台灯");
}
