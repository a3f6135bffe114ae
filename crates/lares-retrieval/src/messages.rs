//! Everything that is said to a person, in the language of the utterance.

use lares_home::ValueRange;
use lares_language::Language;
use smol_str::format_smolstr;

use crate::argument::{Refusal, plain};

fn choose(language: Language, zh: &'static str, en: &'static str) -> String {
    match language {
        Language::Chinese => zh,
        Language::English => en,
    }
    .to_owned()
}

/// Which of several devices?
pub fn which_device(language: Language) -> String {
    choose(language, "您指的是哪一个？", "Which one do you mean?")
}

/// Nothing was said about which device.
pub fn which_device_at_all(language: Language) -> String {
    choose(language, "您要控制哪个设备？", "Which device do you mean?")
}

/// Several devices that could be meant are in different rooms.
pub fn which_room(language: Language) -> String {
    choose(language, "您指的是哪个房间的？", "In which room?")
}

/// Which of several commands?
pub fn which_command(language: Language) -> String {
    choose(language, "您想做哪一项？", "What would you like to do?")
}

/// It can harm and was not certain enough.
pub fn confirm(language: Language, action: &str, name: &str) -> String {
    match language {
        Language::Chinese => ["确定要", action, name, "吗？"].concat(),
        Language::English => ["Do you want to ", action, " ", name, "?"].concat(),
    }
}

/// More devices than are run at once.
pub fn too_many(language: Language, found: usize, limit: usize) -> String {
    let (found, limit) = (format_smolstr!("{found}"), format_smolstr!("{limit}"));
    match language {
        Language::Chinese => [
            "一共有",
            &found,
            "个设备，超过了",
            &limit,
            "个的上限。要继续执行前",
            &limit,
            "个吗？也可以说得更具体一些。",
        ]
        .concat(),
        Language::English => [
            "That is ",
            &found,
            " devices, more than ",
            &limit,
            ". Go on with the first ",
            &limit,
            ", or be more specific?",
        ]
        .concat(),
    }
}

/// A device as an option: with its room where it has one.
pub fn device_label(language: Language, name: &str, room: Option<&str>) -> String {
    match room {
        Some(room) if !room.is_empty() && !name.contains(room) => match language {
            Language::Chinese => [room, "的", name].concat(),
            Language::English => [name, " (", room, ")"].concat(),
        },
        _ => name.to_owned(),
    }
}

/// All the options together.
pub fn all_of_them(language: Language) -> String {
    choose(language, "全部", "All of them")
}

/// Why a value is not permitted.
pub fn refusal(language: Language, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Range { said, range } => {
            let (said, range) = (plain(*said), shown(range));
            match language {
                Language::Chinese => format!("{said}超出范围，可设置的范围是{range}"),
                Language::English => format!("{said} is out of range; it can be set to {range}"),
            }
        }
        Refusal::Step { said, step } => {
            let (said, step) = (plain(*said), plain(*step));
            match language {
                Language::Chinese => format!("不能设为{said}，步进是{step}"),
                Language::English => format!("{said} is not possible; it goes in steps of {step}"),
            }
        }
        Refusal::Unnamed { said, names } => match language {
            Language::Chinese => format!("没有“{said}”，可选的有：{}", names.join("、")),
            Language::English => format!("there is no \"{said}\"; possible: {}", names.join(", ")),
        },
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
