//! What a chat endpoint wraps an answer in: the OpenAI form, read as tolerantly as its imitators deviate from it. What
//! the model itself wrote is then read strictly.

use lares_language::{Choice, FailureKind, ModelFailure, ModelParse, command_array};
use serde_json::Value as Json;

/// A question longer than this is none.
const LONGEST_QUESTION: usize = 200;
/// A command array longer than this is none, in bytes: the stages go through every command of it.
const LONGEST_ARRAY: usize = 64 * 1024;
/// Nobody asks for more at once.
const MOST_COMMANDS: usize = 64;

/// The text that a model wrote.
pub(crate) fn content(answer: &Json) -> Result<String, ModelFailure> {
    let unusable = |why: &str| ModelFailure::new(FailureKind::Unusable, format!("the answer {why}"));
    let choice = answer.pointer("/choices/0").ok_or_else(|| unusable("holds no choice"))?;
    let text = match choice.pointer("/message/content") {
        Some(Json::String(text)) => text.clone(),
        // Some servers answer in parts.
        Some(Json::Array(parts)) => {
            parts.iter().filter_map(|part| part.get("text").and_then(Json::as_str)).collect()
        }
        _ => return Err(unusable("holds no text")),
    };
    if choice.get("finish_reason").and_then(Json::as_str) == Some("length") {
        return Err(unusable("was cut off at its longest length"));
    }
    Ok(text)
}

/// The commands that a model wrote: an array alone, or in the object that the schema asks for.
pub(crate) fn commands(text: &str) -> Result<ModelParse, ModelFailure> {
    let unusable = |why: String| ModelFailure::new(FailureKind::Unusable, format!("the answer {why}"));
    if text.len() > LONGEST_ARRAY {
        return Err(unusable(format!("is longer than a command array can be ({LONGEST_ARRAY} bytes)")));
    }
    let decoded = match serde_json::from_str::<Json>(text.trim()) {
        Ok(Json::Object(fields)) if fields.len() == 1 => match fields.get("commands") {
            Some(array @ Json::Array(_)) => command_array::decode(&array.to_string()),
            _ => command_array::decode(text),
        },
        _ => command_array::decode(text),
    };
    if decoded.commands.len() > MOST_COMMANDS {
        let count = decoded.commands.len();
        return Err(unusable(format!(
            "holds {count} commands, and nobody asks for more than {MOST_COMMANDS} at once"
        )));
    }
    let usable = decoded.errors.is_empty() || decoded.commands.iter().any(|command| !command.is_unknown());
    if usable {
        return Ok(ModelParse { commands: decoded.commands, errors: decoded.errors });
    }
    let mut failure = unusable("is no command array".to_owned());
    failure.details = decoded.errors;
    Err(failure)
}

/// What a model chose from `count` options: one of the two forms, and nothing else.
pub(crate) fn choice(text: &str, count: usize) -> Result<Choice, ModelFailure> {
    let unusable = |why: &str| ModelFailure::new(FailureKind::Unusable, format!("the answer {why}"));
    let Ok(Json::Object(fields)) = serde_json::from_str::<Json>(text.trim()) else {
        return Err(unusable("is no JSON object"));
    };
    if fields.len() != 1 {
        return Err(unusable("is neither a choice nor a question"));
    }
    match (fields.get("choice_index"), fields.get("question")) {
        (Some(index), None) => index
            .as_u64()
            .and_then(|index| usize::try_from(index).ok())
            .filter(|index| *index < count)
            .map(Choice::Option)
            .ok_or_else(|| unusable("names no option")),
        (None, Some(Json::String(question))) => {
            let question: String =
                question.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
            let question = question.trim();
            let length = question.chars().count();
            if length == 0 || length > LONGEST_QUESTION {
                return Err(unusable("holds a question that is empty or too long"));
            }
            Ok(Choice::Question(question.to_owned()))
        }
        _ => Err(unusable("is neither a choice nor a question")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_text_is_found_in_what_servers_answer() {
        let said = |message: Json| {
            content(&json!({ "choices": [{ "message": message, "finish_reason": "" }], "x": 1 }))
        };
        assert_eq!(said(json!({ "content": "[]", "role": "assistant" })).unwrap(), "[]");
        assert_eq!(
            said(json!({ "content": [{ "type": "text", "text": "[" }, { "text": "]" }] })).unwrap(),
            "[]"
        );
        for broken in [json!({ "content": null }), json!({ "content": 1 }), json!({}), json!(null)] {
            assert!(said(broken).is_err());
        }
        for broken in [json!([]), json!({}), json!({ "choices": [] }), json!({ "choices": {} }), json!(1)] {
            assert!(content(&broken).is_err());
        }
        let cut = json!({ "choices": [{ "message": { "content": "[]" }, "finish_reason": "length" }] });
        assert!(content(&cut).unwrap_err().message.contains("cut off"));
    }

    const GOOD: &str = r#"[{"a":"打开","s":"客厅","n":"灯","t":"Light","q":"all"}]"#;

    #[test]
    fn an_array_alone_or_in_its_object_and_nothing_around() {
        assert_eq!(commands(GOOD).unwrap().commands[0].a, "打开");
        assert_eq!(commands(&format!("{{\"commands\":{GOOD}}}")).unwrap(), commands(GOOD).unwrap());
        for around in [
            format!("好的：{GOOD}"),
            format!("{GOOD} 完成"),
            format!("```json\n{GOOD}\n```"),
            format!("<think></think>{GOOD}"),
            format!("{{\"commands\":{GOOD},\"why\":1}}"),
            format!("{{\"result\":{GOOD}}}"),
            format!("[{GOOD}]"),
            "{}".to_owned(),
            "[]".to_owned(),
            "null".to_owned(),
            String::new(),
        ] {
            let failure = commands(&around).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Unusable);
            assert!(!failure.details.is_empty(), "{around}");
        }
    }

    #[test]
    fn more_than_anybody_says_is_no_answer() {
        let element = &GOOD[1..GOOD.len() - 1];
        let array = |count: usize| format!("[{}]", vec![element; count].join(","));
        assert_eq!(commands(&array(MOST_COMMANDS)).unwrap().commands.len(), MOST_COMMANDS);
        assert!(commands(&array(MOST_COMMANDS + 1)).unwrap_err().message.contains("65 commands"));
        assert!(commands(&array(10_000)).unwrap_err().message.contains("longer than a command array"));
        let named = GOOD.replace("\"灯\"", &format!("\"{}\"", "灯".repeat(LONGEST_ARRAY)));
        assert!(commands(&named).is_err());
    }

    #[test]
    fn bad_elements_are_dropped_and_an_honest_unknown_is_an_answer() {
        let mixed = format!("{},{{\"a\":1}}]", &GOOD[..GOOD.len() - 1]);
        let parse = commands(&mixed).unwrap();
        assert_eq!((parse.commands.len(), parse.errors.len()), (1, 1));
        let unknown = r#"[{"a":"UNKNOWN","s":"*","n":"*","t":"Unknown","q":"one"}]"#;
        assert!(commands(unknown).unwrap().commands[0].is_unknown());
    }

    #[test]
    fn a_choice_or_a_question() {
        assert_eq!(choice("{\"choice_index\": 1}", 2).unwrap(), Choice::Option(1));
        assert_eq!(
            choice(" {\"question\":\"调温度吗？\"}\n", 2).unwrap(),
            Choice::Question("调温度吗？".into())
        );
        for answer in [
            "{\"choice_index\":2}",
            "{\"choice_index\":-1}",
            "{\"choice_index\":0.5}",
            "{\"choice_index\":\"0\"}",
            "{\"choice_index\":0,\"question\":\"?\"}",
            "{\"choice_index\":0,\"reason\":\"…\"}",
            "{\"question\":\"  \"}",
            "{\"question\":1}",
            "{\"question\":null}",
            "{}",
            "0",
            "选 0",
            "",
        ] {
            assert!(choice(answer, 2).is_err(), "{answer}");
        }
        assert!(choice(&format!("{{\"question\":\"{}\"}}", "问".repeat(500)), 2).is_err());
    }
}
