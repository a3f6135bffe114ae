//! The command array: what is decoded, what is refused and why, and that actions survive being written as words.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use std::collections::BTreeSet;
use std::fs;

use lares_home::HomeLanguage;
use lares_language::command_array::{SpokenCommand, SpokenCondition, decode, encode};
use lares_language::{Action, HomeVocabulary, ParseContext, Quantifier};
use proptest::prelude::*;
use serde_json::{Value, json};

const KNOWN_ROUND_TRIPS: &str = "tests/known_round_trips.txt";

/// A command that is right in all it has.
fn command() -> Value {
    json!({"a": "打开", "s": "客厅", "n": "灯", "t": "Light", "q": "all"})
}

/// The command with a field set, or taken away.
fn with(field: &str, value: Option<Value>) -> Value {
    let mut command = command();
    match value {
        Some(value) => command[field] = value,
        None => {
            command.as_object_mut().unwrap().remove(field);
        }
    }
    command
}

fn fallback() -> SpokenCommand {
    SpokenCommand {
        a: "UNKNOWN".into(),
        s: "*".into(),
        n: "*".into(),
        t: "Unknown".into(),
        ..SpokenCommand::default()
    }
}

/// An answer of which nothing is used: the fallback alone, and a message that holds `why`.
#[track_caller]
fn refused(answer: &str, why: &str) {
    let decoded = decode(answer);
    assert_eq!(decoded.commands, [fallback()], "{answer:.200}");
    assert_eq!(decoded.errors.len(), 1, "{answer:.200}: {:?}", decoded.errors);
    assert!(decoded.errors[0].contains(why), "{answer:.200}: {:?} does not say {why:?}", decoded.errors);
}

#[track_caller]
fn read(answer: &Value) -> Vec<SpokenCommand> {
    let decoded = decode(&answer.to_string());
    assert_eq!(decoded.errors, Vec::<String>::new(), "{answer}");
    decoded.commands
}

#[test]
fn what_is_no_json_is_refused() {
    let array = json!([command()]).to_string();
    for answer in [
        "",
        "   ",
        "\n",
        "好的",
        "[",
        "]",
        "[{",
        "[{]",
        "\0",
        "[\0]",
        "[{\"a\":\"打开\",}]",
        "[{'a':'打开'}]",
        "\u{feff}[]",
        "NaN",
        &format!("好的：{array}"),
        &format!("{array}以上"),
        &format!("```json\n{array}\n```"),
        &format!("{array}{array}"),
        &format!("{array},"),
        &array[..array.len() - 1],
        &array[1..],
        &"[".repeat(100_000),
        &format!("{}{}", "[".repeat(5_000), "]".repeat(5_000)),
    ] {
        refused(answer, "not JSON");
    }
}

#[test]
fn what_is_no_array_is_refused() {
    for answer in [
        "null",
        "true",
        "0",
        "\"打开\"",
        "{}",
        &command().to_string(),
        &json!({"commands": [command()]}).to_string(),
    ] {
        refused(answer, "no array");
    }
    refused("[]", "empty");
    refused(" [ ] ", "empty");
}

#[test]
fn elements_that_are_no_commands_are_refused() {
    for element in
        [json!(null), json!(1), json!("打开"), json!(true), json!([command()]), json!([[command()]])]
    {
        refused(&json!([element]).to_string(), "not an object");
    }
    refused("[{}]", "\"a\" is missing");
}

#[test]
fn each_field_is_needed_and_is_text() {
    for field in ["a", "s", "n", "t", "q"] {
        let named = format!("\"{field}\"");
        for (value, why) in [
            (None, "missing"),
            (Some(json!(null)), "not a string"),
            (Some(json!(1)), "not a string"),
            (Some(json!(true)), "not a string"),
            (Some(json!(["客厅"])), "not a string"),
            (Some(json!({"a": "b"})), "not a string"),
            (Some(json!("")), "empty"),
            (Some(json!("  ")), "empty"),
        ] {
            let answer = json!([with(field, value)]).to_string();
            refused(&answer, &named);
            refused(&answer, why);
        }
    }
}

#[test]
fn fields_that_may_be_left_out_must_be_right_where_they_are_not() {
    for (field, value, why) in [
        ("x", json!(1), "\"x\" is not a string"),
        ("x", json!(["床头灯"]), "\"x\" is not a string"),
        ("c", json!(0), "\"c\" is not a whole number above 0"),
        ("c", json!(-1), "\"c\""),
        ("c", json!(1.5), "\"c\""),
        ("c", json!("2"), "\"c\""),
        ("c", json!(true), "\"c\""),
        ("c", json!(4_294_967_296_u64), "\"c\""),
        ("c", json!(1e300), "\"c\""),
        ("if", json!("下雨"), "\"if\" is not an array"),
        ("if", json!({}), "\"if\" is not an array"),
        ("if", json!([1]), "not an object"),
        ("if", json!([{}]), "of a condition"),
        ("if", json!([{"p": "温度", "op": ">"}]), "\"v\" of a condition"),
        ("if", json!([{"op": ">", "v": "26"}]), "\"p\" of a condition"),
        ("if", json!([{"p": "温度", "op": "大于", "v": "26"}]), "\"op\" of a condition"),
        ("if", json!([{"p": "温度", "op": ">", "v": [26]}]), "\"v\" of a condition"),
        ("if", json!([{"p": "温度", "op": ">", "v": ""}]), "\"v\" of a condition"),
        ("if", json!([{"n": 1, "p": "温度", "op": ">", "v": "26"}]), "\"n\" of a condition"),
        ("if", json!([{"p": "温度", "op": ">", "v": "26"}, null]), "not an object"),
    ] {
        refused(&json!([with(field, Some(value))]).to_string(), why);
    }
    for field in ["x", "c", "if"] {
        assert_eq!(read(&json!([with(field, Some(json!(null)))])), read(&json!([command()])), "{field}");
    }
}

#[test]
fn every_quantifier_in_any_case_and_no_other() {
    for (text, quantifier) in [
        ("one", Quantifier::One),
        ("all", Quantifier::All),
        ("any", Quantifier::Any),
        ("except", Quantifier::Except),
        ("ALL", Quantifier::All),
        (" Except ", Quantifier::Except),
    ] {
        assert_eq!(read(&json!([with("q", Some(json!(text)))]))[0].q, quantifier, "{text}");
    }
    for text in ["some", "every", "所有", "*", "1", "oneall"] {
        refused(&json!([with("q", Some(json!(text)))]).to_string(), "not one, all, any or except");
    }
}

#[test]
fn an_action_is_words_and_no_id() {
    for action in ["main-switch-on", "turn-on", "-", "set level-50"] {
        refused(&json!([with("a", Some(json!(action)))]).to_string(), "'-'");
    }
    for action in ["设置温度=-18", "set temperature=-4", "打开", "turn on", "UNKNOWN"] {
        assert_eq!(read(&json!([with("a", Some(json!(action)))]))[0].a, action);
    }
}

#[test]
fn a_bad_element_does_not_spoil_the_good_ones() {
    let good = command();
    let answer = json!([good, 1, with("q", Some(json!("many"))), with("s", None), good]).to_string();
    let decoded = decode(&answer);
    assert_eq!(decoded.commands, read(&json!([good, good])));
    assert_eq!(decoded.errors.len(), 3, "{:?}", decoded.errors);
    for (error, element) in decoded.errors.iter().zip([1, 2, 3]) {
        assert!(error.starts_with(&format!("element {element}: ")), "{error}");
    }
}

#[test]
fn fields_are_read_as_they_are_but_for_blanks_around_them() {
    let full = json!({"a": " 关闭 ", "s": "客厅,!卧室", "n": "@last", "t": "Unknown", "q": "except", "x": " 床头灯,台灯 ",
        "c": 2, "if": [{"n": "*", "s": "客厅", "t": "Unknown", "p": "温度", "op": ">", "v": 26}, {"p": "有人", "v": "occupied"}],
        "why": "a field of no protocol", "confidence": 0.3});
    let read = read(&json!([full]));
    let condition = |n: &str, s: &str, p: &str, op: &str, v: &str| SpokenCondition {
        n: n.into(),
        s: s.into(),
        t: "Unknown".into(),
        p: p.into(),
        op: op.into(),
        v: v.into(),
    };
    let expected = SpokenCommand {
        a: "关闭".into(),
        s: "客厅,!卧室".into(),
        n: "@last".into(),
        t: "Unknown".into(),
        q: Quantifier::Except,
        x: "床头灯,台灯".into(),
        c: Some(2),
        conditions: vec![
            condition("*", "客厅", "温度", ">", "26"),
            condition("*", "*", "有人", "==", "occupied"),
        ],
    };
    assert_eq!(read, [expected]);
    assert_eq!(read[0].scope().include[..], ["客厅"]);
    assert_eq!(read[0].scope().exclude[..], ["卧室"]);
    assert_eq!(read[0].excluded_names().collect::<Vec<_>>(), ["床头灯", "台灯"]);
}

#[test]
fn large_answers_are_read() {
    let text = "灯".repeat(100_000);
    assert_eq!(read(&json!([with("n", Some(json!(text)))]))[0].n, text);
    let many = vec![command(); 10_000];
    assert_eq!(read(&json!(many)).len(), 10_000);
    let nul = with("n", Some(json!("灯\0")));
    assert_eq!(read(&json!([nul]))[0].n, "灯\0");
}

#[test]
fn messages_about_a_bad_answer_stay_few_and_short() {
    let long = "x".repeat(10_000);
    let condition = json!([{"p": "温度", "op": long, "v": "1"}]);
    let bad = [with("q", Some(json!(long))), with("if", Some(condition))];
    let many: Vec<&Value> = bad.iter().cycle().take(5000).collect();
    let decoded = decode(&json!(many).to_string());
    assert_eq!(decoded.errors.len(), 10);
    assert_eq!(decoded.errors[9], "4991 more elements are no commands");
    assert!(decoded.errors.iter().all(|error| error.len() < 200), "{:?}", decoded.errors);
    let ten = decode(&json!(&many[..10]).to_string()).errors;
    assert_eq!(ten.len(), 10);
    assert!(ten[9].starts_with("element 9: "), "{ten:?}");
}

#[test]
fn scopes_split_into_rooms_and_rooms_left_out() {
    for (s, include, exclude) in [
        ("*", &[][..], &[][..]),
        ("客厅", &["客厅"], &[]),
        ("客厅,餐厅", &["客厅", "餐厅"], &[]),
        ("客厅，餐厅、书房", &["客厅", "餐厅", "书房"], &[]),
        ("!卧室", &[], &["卧室"]),
        ("*,!卧室", &[], &["卧室"]),
        ("客厅, !卧室 ,！书房", &["客厅"], &["卧室", "书房"]),
        (",,!,! ,", &[], &[]),
    ] {
        let command = SpokenCommand { s: s.into(), ..SpokenCommand::default() };
        assert_eq!(command.scope().include[..], include[..], "{s}");
        assert_eq!(command.scope().exclude[..], exclude[..], "{s}");
    }
}

/// A text as an array may hold it: neither blank nor with blanks around it.
fn words() -> impl Strategy<Value = String> {
    "\\PC{1,12}".prop_map(|text| text.trim().to_owned()).prop_filter("blank", |text| !text.is_empty())
}

fn spoken_condition() -> impl Strategy<Value = SpokenCondition> {
    let op = prop::sample::select(vec![">", "<", ">=", "<=", "==", "!="]);
    (words(), words(), words(), words(), op, words()).prop_map(|(n, s, t, p, op, v)| SpokenCondition {
        n,
        s,
        t,
        p,
        op: op.to_owned(),
        v,
    })
}

fn spoken_command() -> impl Strategy<Value = SpokenCommand> {
    let quantifier =
        prop::sample::select(vec![Quantifier::One, Quantifier::All, Quantifier::Any, Quantifier::Except]);
    let action = words().prop_filter("an id", |text| !text.contains('-'));
    let excluded = prop_oneof![Just(String::new()), words()];
    let count = prop::option::of(1..=u32::MAX);
    let conditions = prop::collection::vec(spoken_condition(), 0..3);
    (action, words(), words(), words(), quantifier, excluded, count, conditions)
        .prop_map(|(a, s, n, t, q, x, c, conditions)| SpokenCommand { a, s, n, t, q, x, c, conditions })
}

/// Any JSON whose objects tend to have a command's fields.
fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(vec!["", "*", "all", "打开", "-", "客厅"]).prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    let field = prop_oneof![
        prop::sample::select(vec!["a", "s", "n", "t", "q", "x", "c", "if", "p", "op", "v"])
            .prop_map(str::to_owned),
        ".{0,3}".prop_map(|text| text),
    ];
    leaf.prop_recursive(4, 64, 12, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(field.clone(), inner, 0..10)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_decoded_to_something(text in any::<String>()) {
        prop_assert!(!decode(&text).commands.is_empty());
    }

    #[test]
    fn any_json_is_decoded_to_something(value in json_value()) {
        let decoded = decode(&value.to_string());
        prop_assert!(!decoded.commands.is_empty());
        let is_fallback = decoded.commands == [fallback()];
        prop_assert!(!is_fallback || !decoded.errors.is_empty());
        // Whatever was read is valid: it is read again as it is.
        prop_assert_eq!(decode(&encode(&decoded.commands)).commands, decoded.commands);
    }

    #[test]
    fn what_is_encoded_is_decoded_the_same(commands in prop::collection::vec(spoken_command(), 1..5)) {
        let decoded = decode(&encode(&commands));
        prop_assert_eq!(decoded.errors, Vec::<String>::new());
        prop_assert_eq!(decoded.commands, commands);
    }

    #[test]
    fn a_cut_answer_is_refused_whole(commands in prop::collection::vec(spoken_command(), 1..3), part in 0.0..1.0) {
        let answer = encode(&commands);
        let cut = (0..answer.len()).rev().find(|&at| answer.is_char_boundary(at) && at as f64 <= part * answer.len() as f64);
        let decoded = decode(&answer[..cut.unwrap_or(0)]);
        prop_assert_eq!(decoded.commands, vec![fallback()]);
    }

    #[test]
    fn any_action_words_are_decoded(action in any::<String>()) {
        flat().decode_action(&action);
    }
}

fn flat() -> &'static HomeVocabulary {
    static FLAT: std::sync::OnceLock<HomeVocabulary> = std::sync::OnceLock::new();
    FLAT.get_or_init(|| support::vocabulary(HomeLanguage::Chinese, support::FLAT))
}

/// The homes whose cases for development are beside them, and the utterances of those.
fn utterances(home: &str) -> Vec<String> {
    let folder = support::path("../lares-eval/data/cases").join(home).join("dev");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut utterances = Vec::new();
    for file in files {
        for line in fs::read_to_string(&file).unwrap().lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap();
            utterances.extend(
                case["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap().to_owned()),
            );
        }
    }
    utterances.sort();
    utterances.dedup();
    utterances
}

/// The same first reading: the words carry no others.
fn means_the_same(read: &Action, meant: &Action) -> bool {
    read.acts.first() == meant.acts.first()
        && read.properties.first() == meant.properties.first()
        && read.value == meant.value
}

/// What a parser writes as words must be understood as what it meant: another parser's answer is read the same way.
#[test]
fn written_actions_are_read_back_as_they_were_meant() {
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    let mut count = 0;
    for home in ["flat", "house", "villa", "sample"] {
        let vocabulary = HomeVocabulary::compile(&support::home_of_folder(home));
        for utterance in utterances(home) {
            for command in vocabulary.parse(&utterance, ParseContext::default()).commands {
                count += 1;
                let read = vocabulary.decode_action(&command.spoken.a);
                let key = format!("{home} {}", command.spoken.a);
                if !means_the_same(&read, &command.action) && seen.insert(key.clone()) {
                    failures.push((key, format!("{utterance}: meant {:?}, read {read:?}", command.action)));
                }
            }
        }
    }
    println!("{count} actions, {} written so that they are read otherwise", failures.len());
    support::must_only_shrink(&failures, KNOWN_ROUND_TRIPS);
}
