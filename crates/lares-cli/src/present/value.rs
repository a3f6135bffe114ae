//! An argument for a person: with its unit, or the name of its value.

use lares::clean_text;
use lares::home::ArgumentSpec;
use serde_json::Value as Json;

use super::words::Words;

/// The argument of a command with that specification.
pub(super) fn shown(argument: &Json, spec: Option<&ArgumentSpec>, words: Words) -> String {
    let range = spec.and_then(|spec| spec.range.as_ref());
    let unit = match range.map(|range| range.unit.as_str()) {
        None | Some("") => String::new(),
        Some("C") => " °C".to_owned(),
        Some("F") => " °F".to_owned(),
        Some(unit) => format!(" {}", clean_text(unit)),
    };
    match argument {
        Json::Number(number) => format!("{number}{unit}"),
        Json::String(text) => {
            let value = spec.and_then(|spec| spec.values.iter().find(|value| value.value == *text));
            match value.map(|value| value.description.as_str()) {
                Some(name) if !name.is_empty() && name != text => {
                    format!("{} ({})", clean_text(name), clean_text(text))
                }
                _ => clean_text(text),
            }
        }
        Json::Object(fields) => match fields.get("relative").and_then(Json::as_str) {
            Some(direction) => {
                let word = if direction == "-" { words.decrease() } else { words.increase() };
                match fields.get("amount") {
                    Some(Json::Number(amount)) => format!("{word} {amount}{unit}"),
                    _ => word.to_owned(),
                }
            }
            None => clean_text(&argument.to_string()),
        },
        other => clean_text(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares::Language;
    use lares::home::{ValueKind, ValueRange, ValueSpec};
    use serde_json::json;

    #[test]
    fn units_names_and_directions() {
        let spec = ArgumentSpec {
            name: "level".into(),
            kind: ValueKind::Integer,
            range: Some(ValueRange { min: 0.0, max: 100.0, step: None, unit: "%".into() }),
            values: vec![ValueSpec {
                value: "cool".into(),
                key: "cool".into(),
                description: "制冷".into(),
                words: Vec::new(),
                acts: Vec::new(),
            }],
            attribute: None,
        };
        let words = Words(Language::Chinese);
        for (argument, text) in [
            (json!(50), "50 %"),
            (json!("cool"), "制冷 (cool)"),
            (json!("dry"), "dry"),
            (json!({"relative":"+","amount":null}), "增加"),
            (json!({"relative":"-","amount":10}), "减少 10 %"),
            (json!({"hue":0,"saturation":100}), r#"{"hue":0,"saturation":100}"#),
        ] {
            assert_eq!(shown(&argument, Some(&spec), words), text);
        }
        assert_eq!(shown(&json!(26.5), None, words), "26.5");
    }
}
