//! probe
mod common;
use lares_home::catalogue::catalogue;
#[test]
fn probe() {
    let mut last = String::new();
    for line in std::fs::read_to_string("tests/known_round_trips.txt").unwrap().lines().filter(|l| !l.starts_with('#')) {
        let (h, a) = line.split_once(' ').unwrap();
        let v = lares_language::HomeVocabulary::compile(&common::home_of_folder(h));
        let d = v.decode_action(a);
        let ps: Vec<_> = d.properties.iter().map(|p| catalogue().property_entry(*p).unwrap().id).collect();
        println!("@{line}\t{}\t{:?} {ps:?} {:?}", common::path_of(&v, &a.replace('=', " ")), d.acts, d.value);
        last = h.to_owned();
    }
    let _ = last;
    for p in [1usize, 21,25,27,44,53,57,67,68,77,81,111,133,137] { println!("@{p} {}", catalogue().properties()[p].id); }
    let v = common::vocabulary(lares_home::HomeLanguage::Chinese, common::FLAT);
    for u in ["打开客厅的等", "把卧室的灯和空调都关了", "把客厅的灯关了卧室的打开", "风速调到最大", "关灯睡觉", "先关灯再拉窗帘", "油烟机开大点", "打开客厅的登"] { println!("@{u}\t{}", common::path_of(&v, u)); }
    let v = common::vocabulary(lares_home::HomeLanguage::English, common::HOUSE);
    for u in ["set the TV volume to 20", "vacuum the floor", "pause the music", "send Rosie home", "the air is stuffy", "make it dimmer", "turn off everything but the desk lamp"] { println!("@{u}\t{}", common::path_of(&v, u)); }
}
