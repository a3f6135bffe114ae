//! What is asked in training: phrasings as people wrote them, varied as people and microphones vary them, and actions
//! as the parser writes them.

use std::collections::BTreeMap;

use lares_home::{Act, Intent, ValueKind, catalogue};

use super::corpus::Item;
use super::random::{Random, happens};
use super::sounds::sound_of;

const BEFORE_ZH: [&str; 22] = [
    "请",
    "帮我",
    "麻烦",
    "麻烦你",
    "给我",
    "能不能",
    "可以",
    "我想",
    "我要",
    "现在",
    "那个",
    "嗯",
    "快",
    "先",
    "再",
    "顺便",
    "帮忙",
    "你好",
    "劳驾",
    "等会儿",
    "来",
    "那就",
];
const AFTER_ZH: [&str; 14] =
    ["吧", "一下", "好吗", "谢谢", "啊", "呢", "行不行", "可以吗", "好不好", "了", "呗", "嘛", "就行", "哦"];
const ROOMS_ZH: [&str; 24] = [
    "客厅",
    "卧室",
    "主卧",
    "次卧",
    "厨房",
    "书房",
    "阳台",
    "浴室",
    "卫生间",
    "餐厅",
    "儿童房",
    "玄关",
    "车库",
    "院子",
    "二楼",
    "楼下",
    "走廊",
    "客房",
    "洗手间",
    "地下室",
    "门口",
    "衣帽间",
    "老人房",
    "花园",
];
const DEVICES_ZH: [&str; 20] = [
    "灯",
    "空调",
    "电视",
    "窗帘",
    "风扇",
    "净化器",
    "洗衣机",
    "冰箱",
    "扫地机器人",
    "音箱",
    "热水器",
    "加湿器",
    "插座",
    "门锁",
    "摄像头",
    "烤箱",
    "油烟机",
    "地暖",
    "台灯",
    "机器",
];
const BEFORE_EN: [&str; 18] = [
    "please",
    "can you",
    "could you",
    "would you",
    "hey",
    "ok",
    "I want to",
    "I'd like to",
    "um",
    "just",
    "go ahead and",
    "help me",
    "now",
    "let's",
    "so",
    "can you please",
    "time to",
    "I need to",
];
const AFTER_EN: [&str; 8] =
    ["please", "now", "thanks", "for me", "would you", "right away", "again", "if you can"];
const ROOMS_EN: [&str; 20] = [
    "living room",
    "bedroom",
    "kitchen",
    "study",
    "bathroom",
    "dining room",
    "kids room",
    "hallway",
    "garage",
    "garden",
    "upstairs",
    "downstairs",
    "office",
    "guest room",
    "basement",
    "nursery",
    "attic",
    "porch",
    "laundry room",
    "den",
];
const DEVICES_EN: [&str; 20] = [
    "light",
    "air conditioner",
    "tv",
    "curtain",
    "fan",
    "purifier",
    "washer",
    "fridge",
    "robot vacuum",
    "speaker",
    "water heater",
    "humidifier",
    "plug",
    "door lock",
    "camera",
    "oven",
    "hood",
    "heater",
    "lamp",
    "machine",
];

fn one<'a>(random: &mut Random, from: &[&'a str]) -> &'a str {
    random.pick(from).copied().unwrap_or_default()
}

/// A phrasing with a room, a courtesy or a slip of hearing, now and then.
pub(crate) fn vary(
    text: &str,
    language: usize,
    homophones: &BTreeMap<u16, Vec<char>>,
    random: &mut Random,
) -> String {
    let mut varied = text.to_owned();
    if language == 0 {
        if happens(random, 120) {
            let device = if happens(random, 400) { one(random, &DEVICES_ZH) } else { "" };
            varied = format!(
                "{}{}{device}{varied}",
                one(random, &ROOMS_ZH),
                if happens(random, 400) { "的" } else { "" }
            );
        }
        if happens(random, 150) {
            varied.insert_str(0, one(random, &BEFORE_ZH));
        }
        if happens(random, 120) {
            varied.push_str(one(random, &AFTER_ZH));
        }
        if happens(random, 150) {
            varied = misheard(&varied, homophones, random);
        }
    } else {
        if happens(random, 120) {
            let device = if happens(random, 400) { one(random, &DEVICES_EN) } else { "" };
            varied = format!("{varied} in the {} {device}", one(random, &ROOMS_EN));
        }
        if happens(random, 150) {
            varied = format!("{} {varied}", one(random, &BEFORE_EN));
        }
        if happens(random, 100) {
            varied = format!("{varied} {}", one(random, &AFTER_EN));
        }
        if happens(random, 120) {
            varied = mistyped(&varied, random);
        }
    }
    varied
}

/// A character gives way to another that sounds like it.
fn misheard(text: &str, homophones: &BTreeMap<u16, Vec<char>>, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let place = random.below(characters.len());
    if let Some(character) = characters.get_mut(place)
        && let Some(others) = sound_of(*character).and_then(|sound| homophones.get(&sound))
        && let Some(other) = random.pick(others)
    {
        *character = *other;
    }
    characters.into_iter().collect()
}

/// A letter is lost, doubled, or changes its place with the next.
fn mistyped(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = random.below(letters.len());
    let is_letter = |place: usize| letters.get(place).is_some_and(char::is_ascii_alphabetic);
    if is_letter(place) && is_letter(place + 1) {
        match random.below(3) {
            0 => drop(letters.remove(place)),
            1 => letters.insert(place, letters.get(place).copied().unwrap_or('e')),
            _ => letters.swap(place, place + 1),
        }
    }
    letters.into_iter().collect()
}

/// An action as the parser writes it for one of the item's intents, and that intent.
pub(crate) fn action(item: &Item, language: usize, random: &mut Random) -> Option<(String, Intent)> {
    let intents = item.intents();
    // The first is the most typical one.
    let place = random.below(intents.len()).min(random.below(intents.len()));
    let intent = intents.get(place)?.clone();
    let chinese = language == 0;
    let property = intent
        .property
        .and_then(|property| catalogue().property_entry(property))
        .map_or("", |entry| if chinese { entry.zh } else { entry.en });
    let gap = if chinese || property.is_empty() { "" } else { " " };
    let verb = one(random, act_words(intent.act, chinese));
    let value = match intent.act {
        Act::Set => value(item, language, intent.key.as_deref(), random),
        Act::Up | Act::Down if happens(random, 250) => value(item, language, None, random),
        _ => None,
    };
    let text = match value {
        Some(value) => format!("{verb}{gap}{property}={value}"),
        None => format!("{verb}{gap}{property}"),
    };
    Some((text, intent))
}

fn value(item: &Item, language: usize, key: Option<&str>, random: &mut Random) -> Option<String> {
    let chinese = language == 0;
    let argument = item.specs.get(language)?.argument();
    let is_ours = |word: &str| word.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}')) == chinese;
    if let Some(argument) = argument
        && !argument.values.is_empty()
    {
        let values: Vec<_> =
            argument.values.iter().filter(|value| key.is_none_or(|key| value.key == key)).collect();
        let words: Vec<&String> = random.pick(&values)?.words.iter().filter(|word| is_ours(word)).collect();
        return random.pick(&words).map(|word| (*word).clone());
    }
    match argument.map(|argument| argument.kind) {
        Some(ValueKind::Color) => Some(
            one(
                random,
                if chinese {
                    &["红色", "蓝色", "暖黄", "紫色"]
                } else {
                    &["red", "blue", "green", "pink"]
                },
            )
            .to_owned(),
        ),
        Some(ValueKind::Integer | ValueKind::Number) => {
            let range = argument.and_then(|argument| argument.range.as_ref());
            let (low, high) = range.map_or((0.0, 100.0), |range| (range.min, range.max));
            let number = (low + (high - low) * random.below(101) as f64 / 100.0).round();
            let unit = match (range.map_or("", |range| range.unit.as_str()), chinese) {
                ("%", _) => "%",
                ("C" | "F", true) => "度",
                ("C" | "F", false) => " degrees",
                ("min", true) => "分钟",
                ("min", false) => " minutes",
                ("s", true) => "秒",
                ("s", false) => " seconds",
                ("h", true) => "小时",
                ("h", false) => " hours",
                ("K", _) => "k",
                _ => "",
            };
            match random.below(8) {
                0 => Some(
                    one(
                        random,
                        if chinese {
                            &["最大", "最小", "一半", "高档", "低档"]
                        } else {
                            &["maximum", "minimum", "half", "high", "low"]
                        },
                    )
                    .to_owned(),
                ),
                _ => Some(format!("{number}{unit}")),
            }
        }
        _ => None,
    }
}

/// The verbs that the parser writes for an act: its own word first, then those of people that it keeps.
fn act_words(act: Act, chinese: bool) -> &'static [&'static str] {
    match (act, chinese) {
        (Act::On, true) => &["打开", "开启", "开"],
        (Act::On, false) => &["turn on", "switch on", "enable"],
        (Act::Off, true) => &["关闭", "关掉", "关"],
        (Act::Off, false) => &["turn off", "switch off", "disable"],
        (Act::Toggle, true) => &["切换开关", "切换"],
        (Act::Toggle, false) => &["toggle"],
        (Act::Open, true) => &["拉开", "打开"],
        (Act::Open, false) => &["open"],
        (Act::Close, true) => &["合上", "关闭", "拉上"],
        (Act::Close, false) => &["close", "shut"],
        (Act::Stop, true) => &["停止", "停下"],
        (Act::Stop, false) => &["stop"],
        (Act::Start, true) => &["启动", "开始"],
        (Act::Start, false) => &["start"],
        (Act::Pause, true) => &["暂停"],
        (Act::Pause, false) => &["pause"],
        (Act::Resume, true) => &["继续"],
        (Act::Resume, false) => &["resume", "continue"],
        (Act::Lock, true) => &["上锁", "锁上"],
        (Act::Lock, false) => &["lock"],
        (Act::Unlock, true) => &["解锁", "开锁"],
        (Act::Unlock, false) => &["unlock"],
        (Act::Arm, true) => &["布防"],
        (Act::Arm, false) => &["arm"],
        (Act::Disarm, true) => &["撤防"],
        (Act::Disarm, false) => &["disarm"],
        (Act::Set, true) => &["设置", "调到"],
        (Act::Set, false) => &["set"],
        (Act::Up, true) => &["调高"],
        (Act::Up, false) => &["raise"],
        (Act::Down, true) => &["调低"],
        (Act::Down, false) => &["lower"],
        (Act::Query, true) => &["查询"],
        (Act::Query, false) => &["query"],
        (Act::Next, true) => &["下一个"],
        (Act::Next, false) => &["next"],
        (Act::Previous, true) => &["上一个"],
        (Act::Previous, false) => &["previous"],
        (Act::Forward, true) => &["快进"],
        (Act::Forward, false) => &["fast forward"],
        (Act::Rewind, true) => &["快退"],
        (Act::Rewind, false) => &["rewind"],
        (Act::Mute, true) => &["静音"],
        (Act::Mute, false) => &["mute"],
        (Act::Unmute, true) => &["取消静音"],
        (Act::Unmute, false) => &["unmute"],
        (Act::Find, true) => &["寻找", "查找"],
        (Act::Find, false) => &["find"],
        (Act::Dock, true) => &["回充"],
        (Act::Dock, false) => &["dock"],
        (Act::Capture, true) => &["拍照"],
        (Act::Capture, false) => &["take a picture"],
        (Act::Record, true) => &["录像"],
        (Act::Record, false) => &["record"],
        (Act::Speak, true) => &["播报"],
        (Act::Speak, false) => &["announce"],
        (Act::Press, true) => &["按下"],
        (Act::Press, false) => &["press"],
        (Act::Dispense, true) => &["投放"],
        (Act::Dispense, false) => &["dispense"],
        (Act::Reset, true) => &["重置"],
        (Act::Reset, false) => &["reset"],
        (Act::Cancel, true) => &["取消"],
        (Act::Cancel, false) => &["cancel"],
        (Act::Refresh, true) => &["刷新"],
        (Act::Refresh, false) => &["refresh"],
    }
}
