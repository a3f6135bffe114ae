//! Everything that is said to a person, in the language of the utterance.

use lares_home::ValueRange;
use lares_language::Language;

use crate::argument::{Refusal, plain};

fn choose(language: Language, zh: String, en: String) -> String {
    match language {
        Language::Chinese => zh,
        Language::English => en,
    }
}

/// Which of several devices?
pub fn which_device(language: Language) -> String {
    choose(language, "您指的是哪一个？".into(), "Which one do you mean?".into())
}

/// Nothing was said about which device.
pub fn which_device_at_all(language: Language) -> String {
    choose(language, "您要控制哪个设备？".into(), "Which device do you mean?".into())
}

/// Several devices that could be meant are in different rooms.
pub fn which_room(language: Language) -> String {
    choose(language, "您指的是哪个房间的？".into(), "In which room?".into())
}

/// Which of several commands?
pub fn which_command(language: Language) -> String {
    choose(language, "您想做哪一项？".into(), "What would you like to do?".into())
}

/// It can harm and was not certain enough.
pub fn confirm(language: Language, action: &str, name: &str) -> String {
    choose(language, format!("确定要{action}{name}吗？"), format!("Do you want to {action} {name}?"))
}

/// More devices than are run at once.
pub fn too_many(language: Language, found: usize, limit: usize) -> String {
    choose(
        language,
        format!(
            "一共有{found}个设备，超过了{limit}个的上限。要继续执行前{limit}个吗？也可以说得更具体一些。"
        ),
        format!(
            "That is {found} devices, more than {limit}. Go on with the first {limit}, or be more specific?"
        ),
    )
}

/// A device as an option: with its room where it has one.
pub fn device_label(language: Language, name: &str, room: Option<&str>) -> String {
    match room {
        Some(room) if !room.is_empty() && !name.contains(room) => {
            choose(language, format!("{room}的{name}"), format!("{name} ({room})"))
        }
        _ => name.to_owned(),
    }
}

/// All the options together.
pub fn all_of_them(language: Language) -> String {
    choose(language, "全部".into(), "All of them".into())
}

/// Why a value is not permitted.
pub fn refusal(language: Language, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Range { said, range } => {
            let (said, range) = (plain(*said), shown(range));
            choose(
                language,
                format!("{said}超出范围，可设置的范围是{range}"),
                format!("{said} is out of range; it can be set to {range}"),
            )
        }
        Refusal::Step { said, step } => {
            let (said, step) = (plain(*said), plain(*step));
            choose(
                language,
                format!("不能设为{said}，步进是{step}"),
                format!("{said} is not possible; it goes in steps of {step}"),
            )
        }
        Refusal::Unnamed { said, names } => choose(
            language,
            format!("没有“{said}”，可选的有：{}", names.join("、")),
            format!("there is no \"{said}\"; possible: {}", names.join(", ")),
        ),
    }
}

fn shown(range: &ValueRange) -> String {
    let unit = match range.unit.as_str() {
        "C" => "°C",
        "F" => "°F",
        other => other,
    };
    format!("{}–{}{unit}", plain(range.min), plain(range.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_told_in_the_language_of_the_utterance() {
        let range = ValueRange { min: 16.0, max: 30.5, step: None, unit: "C".into() };
        let why = Refusal::Range { said: 40.0, range };
        assert_eq!(refusal(Language::Chinese, &why), "40超出范围，可设置的范围是16–30.5°C");
        assert_eq!(refusal(Language::English, &why), "40 is out of range; it can be set to 16–30.5°C");
    }

    #[test]
    fn labels_name_the_room_once() {
        assert_eq!(device_label(Language::Chinese, "台灯", Some("书房")), "书房的台灯");
        assert_eq!(device_label(Language::Chinese, "书房台灯", Some("书房")), "书房台灯");
        assert_eq!(device_label(Language::English, "Lamp", Some("Den")), "Lamp (Den)");
        assert_eq!(device_label(Language::English, "Lamp", None), "Lamp");
    }
}
