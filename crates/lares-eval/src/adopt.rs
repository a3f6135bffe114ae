//! An answer that a person confirmed, as a case.

use std::collections::HashSet;

use lares::{InvocationKind, Language, Retrieval};
use serde_json::Value as Json;

use crate::case::{Case, Expectation, ExpectedCondition, ExpectedValue, Select};

/// What a person says was meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant {
    /// What Lares chose.
    Chosen,
    /// Nothing.
    Nothing,
    /// It should have asked.
    Question,
}

/// The case of an utterance (the last of `turns`), whose id is none of `known`'s.
pub fn adopt(
    turns: &[String],
    room: Option<&str>,
    answer: &Retrieval,
    meant: Meant,
    tags: &[String],
    known: &[Case],
) -> Case {
    let asked = meant == Meant::Question
        || meant == Meant::Chosen && answer.invocations.is_empty() && answer.decision == lares::Decision::Ask;
    let expect = if meant == Meant::Chosen { expectations(answer) } else { Vec::new() };
    let mut all_tags = vec![language(turns.last().map_or("", String::as_str), answer.language).to_owned()];
    for tag in tags.iter().map(|tag| tag.trim()).filter(|tag| !tag.is_empty()) {
        if !all_tags.iter().any(|known| known == tag) {
            all_tags.push(tag.to_owned());
        }
    }
    Case {
        id: free_id(known),
        turns: turns.to_vec(),
        room: room.map(str::to_owned),
        expect,
        clarify: asked,
        tags: all_tags,
    }
}

/// Invocations of one command with one argument belong to one expectation.
fn expectations(answer: &Retrieval) -> Vec<Expectation> {
    let mut expectations: Vec<Expectation> = Vec::new();
    for invocation in &answer.invocations {
        let capability = vec![invocation.capability_id.clone()];
        // What is read has no argument to expect.
        let argument = invocation.argument.as_ref().filter(|_| invocation.kind == InvocationKind::Command);
        let value = argument.and_then(value);
        let conditions: Vec<ExpectedCondition> = invocation
            .conditions
            .iter()
            .map(|condition| ExpectedCondition {
                devices: condition.devices.clone(),
                attribute: condition.attribute.clone(),
                op: condition.op.clone(),
                value: condition.value.clone(),
            })
            .collect();
        let same = expectations.iter_mut().find(|known| {
            known.capability == capability
                && known.value == value
                && known.conditions == conditions
                && !known.devices.contains(&invocation.device_id)
        });
        match same {
            Some(known) => known.devices.push(invocation.device_id.clone()),
            None => expectations.push(Expectation {
                select: Select::One,
                devices: vec![invocation.device_id.clone()],
                capability,
                value,
                optional: Vec::new(),
                conditions,
            }),
        }
    }
    for expectation in &mut expectations {
        if expectation.devices.len() > 1 {
            expectation.select = Select::Set;
        }
    }
    expectations
}

/// An argument as a case expects it; `None` of one that no case can tell.
fn value(argument: &Json) -> Option<ExpectedValue> {
    let number = |name: &str| argument.get(name).and_then(Json::as_f64);
    match argument {
        Json::Number(number) => number.as_f64().map(ExpectedValue::Number),
        Json::String(text) => Some(ExpectedValue::Text(text.clone())),
        Json::Bool(truth) => Some(ExpectedValue::Text(truth.to_string())),
        Json::Object(_) => match argument.get("relative").and_then(Json::as_str) {
            Some(sign) => Some(ExpectedValue::Relative { up: sign == "+", amount: number("amount") }),
            None => Some(ExpectedValue::Color { hue: number("hue")?, saturation: number("saturation")? }),
        },
        Json::Null | Json::Array(_) => None,
    }
}

fn language(text: &str, told: Language) -> &'static str {
    let han = text.chars().any(|character| matches!(character, '\u{3400}'..='\u{9fff}'));
    let latin_words =
        text.split(|character: char| !character.is_ascii_alphabetic()).any(|word| word.len() > 3);
    match (han, latin_words, told) {
        (true, true, _) => "mixed",
        (true, false, _) | (false, false, Language::Chinese) => "zh",
        _ => "en",
    }
}

fn free_id(known: &[Case]) -> String {
    let taken: HashSet<&str> = known.iter().map(|case| case.id.as_str()).collect();
    let mut number = known.len() + 1;
    loop {
        let id = format!("case-{number:04}");
        if !taken.contains(id.as_str()) {
            return id;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{read_cases, to_json_line};
    use crate::judge::judge;
    use lares::{Lares, Request};

    fn adopted(text: &str, meant: Meant) -> (Case, Retrieval) {
        let lares = Lares::builder().sample_home().build().unwrap();
        let answer = lares.retrieve(&Request::new(text));
        (adopt(&[text.to_owned()], None, &answer, meant, &["new".to_owned()], &[]), answer)
    }

    #[test]
    fn what_was_chosen_is_exact_by_the_case_that_comes_of_it() {
        for text in [
            "把客厅的灯调到一半，再把窗帘拉上",
            "关掉所有的灯",
            "客厅多少度",
            "把主灯调成红色",
            "把主灯调亮一点",
            "turn off the living room lights",
            "今天过得怎么样",
        ] {
            let (case, answer) = adopted(text, Meant::Chosen);
            assert!(judge(&case, &answer).exact, "{text}: {case:?}");
            assert_eq!(read_cases(&to_json_line(&case), "line").unwrap(), std::slice::from_ref(&case));
        }
    }

    #[test]
    fn a_person_may_know_better() {
        let (case, answer) = adopted("关掉所有的灯", Meant::Nothing);
        assert!(case.expect.is_empty() && !case.clarify && !judge(&case, &answer).exact);
        let (case, _) = adopted("关掉所有的灯", Meant::Question);
        assert!(case.expect.is_empty() && case.clarify);
        assert_eq!(case.tags, ["zh", "new"]);
    }

    #[test]
    fn ids_are_free() {
        let known = read_cases(
            "{\"id\":\"case-0003\",\"turns\":[\"x\"],\"expect\":[]}\n{\"id\":\"b\",\"turns\":[\"x\"],\"expect\":[]}",
            "x",
        );
        assert_eq!(free_id(&known.unwrap()), "case-0004");
        assert_eq!(free_id(&[]), "case-0001");
    }
}
