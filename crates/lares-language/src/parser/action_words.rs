//! The words of an action, as the command array carries them: verbs, properties, values and units in either language.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smol_str::{SmolStr, format_smolstr};

use super::frame::Frame;
use crate::action::{Action, Level, Unit, Value};
use crate::command_array::UNKNOWN_ACTION;
use crate::parse::Language;

/// The action in words, as the command array carries it, in a text that `with_room` for so many bytes gives.
pub(crate) fn action_text(
    action: &Action,
    frame: &Frame,
    language: Language,
    with_room: impl FnOnce(usize) -> String,
) -> String {
    let chinese = language == Language::Chinese;
    let pick = |zh: &'static str, en: &'static str| if chinese { zh } else { en };
    let property = action
        .properties
        .first()
        .and_then(|&property| catalogue().property_entry(property))
        .map_or("", |entry| if chinese { entry.zh } else { entry.en });
    let gap = if chinese || property.is_empty() { "" } else { " " };
    let value = value_text(action, frame, chinese);
    let sign = if value.is_empty() { "" } else { "=" };
    let with_value = |verb: &'static str| [verb, gap, property, sign, &value];
    let parts = match action.acts.first() {
        None => [UNKNOWN_ACTION, "", "", "", ""],
        Some(Act::Query) => [pick("查询", "query"), gap, property, "", ""],
        Some(Act::Up) => with_value(pick("调高", "raise")),
        Some(Act::Down) => with_value(pick("调低", "lower")),
        Some(Act::Set) => with_value(pick("设置", "set")),
        Some(act) => {
            // The verb's own first word says the same; it is used in the language of the utterance only.
            let canonical = frame
                .verb
                .filter(|verb| {
                    verb.chinese == chinese && verb.acts[..] == action.acts[..] && verb.property.is_none()
                })
                .map(|verb| verb.canonical.as_str());
            with_value(canonical.unwrap_or(act_word(*act, chinese)))
        }
    };
    let mut text = with_room(parts.iter().map(|part| part.len()).sum());
    parts.iter().for_each(|part| text.push_str(part));
    // The array's actions hold no hyphen: "self-check".
    if text.contains('-') { text.replace('-', " ") } else { text }
}

fn value_text(action: &Action, frame: &Frame, chinese: bool) -> SmolStr {
    let text = match &action.value {
        None => return SmolStr::default(),
        Some(Value::Number { number, unit }) => {
            // The array's actions hold no hyphen.
            let minus = match (*number < 0.0, chinese) {
                (false, _) => "",
                (true, true) => "零下",
                (true, false) => "minus ",
            };
            let digits = frame.value_text.trim_start_matches('-');
            format_smolstr!("{minus}{digits}{}", unit_word(*unit, chinese))
        }
        Some(Value::Level(level)) if frame.value_text.is_empty() => level_word(*level, chinese).into(),
        Some(_) => frame.value_text.clone(),
    };
    if text.contains(['-', '=']) { text.replace(['-', '='], " ").into() } else { text }
}

fn unit_word(unit: Unit, chinese: bool) -> &'static str {
    match (unit, chinese) {
        (Unit::None, _) => "",
        (Unit::Percent, _) => "%",
        (Unit::Degree, true) => "度",
        (Unit::Degree, false) => " degrees",
        (Unit::Celsius, true) => "摄氏度",
        (Unit::Celsius, false) => " celsius",
        (Unit::Fahrenheit, true) => "华氏度",
        (Unit::Fahrenheit, false) => " fahrenheit",
        (Unit::Kelvin, _) => "k",
        (Unit::Gear, true) => "档",
        (Unit::Gear, false) => " level",
        (Unit::Second, true) => "秒",
        (Unit::Second, false) => " seconds",
        (Unit::Minute, true) => "分钟",
        (Unit::Minute, false) => " minutes",
        (Unit::Hour, true) => "小时",
        (Unit::Hour, false) => " hours",
        (Unit::Channel, true) => "频道",
        (Unit::Channel, false) => " channel",
        (Unit::Time, true) => "次",
        (Unit::Time, false) => " times",
        (Unit::Rpm, true) => "转",
        (Unit::Rpm, false) => " rpm",
    }
}

fn level_word(level: Level, chinese: bool) -> &'static str {
    match (level, chinese) {
        (Level::Min, true) => "最小",
        (Level::Min, false) => "minimum",
        (Level::Quarter, true) => "四分之一",
        (Level::Quarter, false) => "a quarter",
        (Level::Third, true) => "三分之一",
        (Level::Third, false) => "a third",
        (Level::Middle, true) => "一半",
        (Level::Middle, false) => "half",
        (Level::ThreeQuarters, true) => "四分之三",
        (Level::ThreeQuarters, false) => "three quarters",
        (Level::Max, true) => "最大",
        (Level::Max, false) => "maximum",
        (Level::Low, true) => "低档",
        (Level::Low, false) => "low",
        (Level::Medium, true) => "中档",
        (Level::Medium, false) => "medium",
        (Level::High, true) => "高档",
        (Level::High, false) => "high",
    }
}

fn act_word(act: Act, chinese: bool) -> &'static str {
    let (zh, en) = match act {
        Act::On => ("打开", "turn on"),
        Act::Off => ("关闭", "turn off"),
        Act::Toggle => ("切换开关", "toggle"),
        Act::Open => ("拉开", "open"),
        Act::Close => ("合上", "close"),
        Act::Stop => ("停止", "stop"),
        Act::Start => ("启动", "start"),
        Act::Pause => ("暂停", "pause"),
        Act::Resume => ("继续", "resume"),
        Act::Lock => ("上锁", "lock"),
        Act::Unlock => ("解锁", "unlock"),
        Act::Arm => ("布防", "arm"),
        Act::Disarm => ("撤防", "disarm"),
        Act::Set => ("设置", "set"),
        Act::Up => ("调高", "raise"),
        Act::Down => ("调低", "lower"),
        Act::Query => ("查询", "query"),
        Act::Next => ("下一个", "next"),
        Act::Previous => ("上一个", "previous"),
        Act::Forward => ("快进", "fast forward"),
        Act::Rewind => ("快退", "rewind"),
        Act::Mute => ("静音", "mute"),
        Act::Unmute => ("取消静音", "unmute"),
        Act::Find => ("寻找", "find"),
        Act::Dock => ("回充", "dock"),
        Act::Capture => ("拍照", "take a picture"),
        Act::Record => ("录像", "record"),
        Act::Speak => ("播报", "announce"),
        Act::Press => ("按下", "press"),
        Act::Dispense => ("投放", "dispense"),
        Act::Reset => ("重置", "reset"),
        Act::Cancel => ("取消", "cancel"),
        Act::Refresh => ("刷新", "refresh"),
    };
    if chinese { zh } else { en }
}
