//! A spoken command and a condition, in one line each.

use lares::language::SpokenCommand;
use lares::language::command_array::Quantifier;
use lares::language::command_array::{ANY, LAST, OTHER, UNKNOWN_ACTION, UNKNOWN_CATEGORY};
use lares::{Condition, Lares, clean_text};

use super::words::Words;

/// What was understood: the action, the rooms, the target, how many, the condition.
pub(super) fn line(command: &SpokenCommand, words: Words) -> String {
    if command.a == UNKNOWN_ACTION {
        return words.not_understood().to_owned();
    }
    let mut parts = vec![clean_text(&command.a)];
    if command.s != ANY && !command.s.is_empty() {
        let (excluded, included): (Vec<&str>, Vec<&str>) =
            command.s.split(',').map(str::trim).partition(|room| room.starts_with('!'));
        if !included.is_empty() {
            parts.push(clean_text(&included.join(words.comma())));
        }
        if !excluded.is_empty() {
            let rooms: Vec<&str> = excluded.iter().map(|room| room.trim_start_matches('!')).collect();
            parts.push(format!("{}{}", words.except(), clean_text(&rooms.join(words.comma()))));
        }
    }
    let name = match command.n.as_str() {
        ANY | "" => None,
        LAST => Some(words.just_spoken_of().to_owned()),
        OTHER => Some(words.other_one().to_owned()),
        name => Some(clean_text(name)),
    };
    let kind = (command.t != UNKNOWN_CATEGORY && !command.t.is_empty()).then(|| clean_text(&command.t));
    match (name, kind) {
        (Some(name), Some(kind)) => parts.push(format!("{name} [{kind}]")),
        (Some(only), None) => parts.push(only),
        (None, Some(kind)) => parts.push(format!("[{kind}]")),
        (None, None) => {}
    }
    match command.q {
        Quantifier::One => {}
        Quantifier::All | Quantifier::Except => parts.push(words.all().to_owned()),
        Quantifier::Any => parts.push(words.any(command.c)),
    }
    if !command.x.is_empty() {
        let left_out = command.x.replace(',', words.comma());
        parts.push(format!("{}{}", words.except(), clean_text(&left_out)));
    }
    for condition in &command.conditions {
        let place = if condition.s == ANY { "" } else { condition.s.as_str() };
        let name = if condition.n == ANY { "" } else { condition.n.as_str() };
        let spoken = format!("{place}{name}{} {} {}", condition.p, condition.op, condition.v);
        parts.push(format!("{}{}", words.if_(), clean_text(&spoken)));
    }
    parts.join(" · ")
}

/// A condition as found in the home.
pub(super) fn condition(lares: &Lares, condition: &Condition) -> String {
    let devices: Vec<String> = condition
        .devices
        .iter()
        .map(|id| lares.device(id).map_or_else(|| clean_text(id), |device| clean_text(&device.name)))
        .collect();
    let attribute = condition
        .devices
        .iter()
        .filter_map(|id| lares.device(id))
        .find_map(|device| lares.attribute(device, &condition.attribute))
        .map_or(condition.attribute.as_str(), |attribute| attribute.description.as_str());
    let value = match &condition.value {
        serde_json::Value::String(text) => clean_text(text),
        other => other.to_string(),
    };
    format!("{} · {} {} {value}", devices.join(" / "), clean_text(attribute), clean_text(&condition.op))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares::Language;
    use lares::language::SpokenCondition;

    #[test]
    fn every_part_that_was_said_is_there() {
        let command = SpokenCommand {
            a: "打开".into(),
            s: "客厅,!卧室".into(),
            n: "灯".into(),
            t: "Light".into(),
            q: Quantifier::Except,
            x: "床头灯".into(),
            c: None,
            conditions: vec![SpokenCondition {
                n: "*".into(),
                s: "*".into(),
                t: "Unknown".into(),
                p: "温度".into(),
                op: ">".into(),
                v: "26".into(),
            }],
        };
        assert_eq!(
            line(&command, Words(Language::Chinese)),
            "打开 · 客厅 · 除了卧室 · 灯 [Light] · 全部 · 除了床头灯 · 如果温度 > 26"
        );
    }

    #[test]
    fn what_was_not_said_is_left_out() {
        let command = SpokenCommand {
            a: "turn on".into(),
            s: "*".into(),
            n: "@last".into(),
            t: "Unknown".into(),
            ..SpokenCommand::default()
        };
        assert_eq!(line(&command, Words(Language::English)), "turn on · the one just spoken of");
        assert_eq!(line(&SpokenCommand::unknown(), Words(Language::English)), "no command was understood");
    }
}
