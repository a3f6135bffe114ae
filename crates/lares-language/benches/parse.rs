//! Parsing an utterance in a home of a hundred devices: what people say, and what takes longest.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench without its home can only stop")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lares_home::HomeLanguage;
use lares_language::parser::LONGEST_UTTERANCE;
use lares_language::{HomeVocabulary, ParseContext};

#[path = "../tests/support/mod.rs"]
mod support;

const ROOMS: [&str; 10] =
    ["客厅", "主卧", "次卧", "书房", "厨房", "餐厅", "阳台", "卫生间", "玄关", "儿童房"];
const DEVICES: [(&str, &str, &str); 10] = [
    ("主灯", "Light", "switch switchLevel"),
    ("落地灯", "Light", "switch switchLevel"),
    ("空调", "AirConditioner", "switch thermostatCoolingSetpoint"),
    ("窗帘", "Blind", "windowShade windowShadeLevel"),
    ("插座", "SmartPlug", "switch"),
    ("电视", "Television", "switch audioVolume"),
    ("风扇", "Fan", "switch fanSpeed"),
    ("加湿器", "Humidifier", "switch"),
    ("ceiling light", "Light", "switch switchLevel"),
    ("门锁", "SmartLock", "lock"),
];

const SAID: [(&str, &str); 6] = [
    ("short", "打开客厅主灯"),
    ("value", "把主卧的空调调到二十六度"),
    ("long", "如果客厅温度高于二十八度就打开客厅空调调到26度，然后把窗帘拉上，除了书房所有的灯都关掉"),
    ("slip", "大凯客厅的落地等"),
    ("english", "please turn off all the lights except the ceiling light in the kitchen"),
    ("english slip", "trun on the celing lihgt and set the brigtness to fifty percent"),
];

const WORST: [(&str, &str); 8] = [
    ("numerals", "二"),
    ("numbers", "1 "),
    ("one verb", "打开"),
    ("unknown characters", "鑫淼垚焱"),
    ("homophones", "等登灯蹬"),
    ("misspelled words", "lihgt kichen "),
    ("one long word", "a"),
    ("quotes", "\"开灯\""),
];

fn home() -> HomeVocabulary {
    let lines: Vec<String> = ROOMS
        .iter()
        .flat_map(|room| {
            DEVICES.map(|(name, category, capabilities)| {
                format!("{room} | {room}{name} | {category} | {capabilities}")
            })
        })
        .collect();
    support::vocabulary(HomeLanguage::Chinese, &lines.join("\n"))
}

fn parse(criterion: &mut Criterion) {
    let home = home();
    let mut group = criterion.benchmark_group("parse");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    for (name, said) in SAID {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(home.parse(black_box(said), ParseContext::default())));
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("parse/500 characters");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    let misheard = support::misheard().join(" ") + " ";
    for (name, part) in WORST.into_iter().chain([("misheard words", misheard.as_str())]) {
        let said: String = part.chars().cycle().take(LONGEST_UTTERANCE).collect();
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(home.parse(black_box(&said), ParseContext::default())));
        });
    }
    group.finish();
}

fn compile(criterion: &mut Criterion) {
    let home = support::home(
        HomeLanguage::Chinese,
        &ROOMS.map(|room| format!("{room} | {room}主灯 | Light | switch")).join("\n"),
    );
    criterion.bench_function("compile the words of ten devices", |bencher| {
        bencher.iter(|| black_box(HomeVocabulary::compile(black_box(&home))));
    });
}

criterion_group!(benches, parse, compile);
criterion_main!(benches);
