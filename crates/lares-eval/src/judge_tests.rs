//! The judge against answers made by hand.

use lares::{
    Candidate, CommandResult, Condition, Decision, EntityKind, Group, Invocation, InvocationKind, Retrieval,
};
use serde_json::{Value as Json, json};

use super::{Fault, Verdict, judge, value_equals};
use crate::case::{Case, ExpectedValue, read_cases};

const ON: &str = "main-switch-on";
const OFF: &str = "main-switch-off";
const LEVEL: &str = "main-switchLevel-setLevel";

fn case(expect: Json, clarify: bool) -> Case {
    let line = json!({"id": "a", "turns": ["x"], "expect": expect, "clarify": clarify}).to_string();
    read_cases(&line, "cases.jsonl").unwrap().remove(0)
}

fn invoke(device: &str, capability: &str, argument: Json) -> Invocation {
    Invocation {
        device_id: device.into(),
        kind: InvocationKind::Command,
        capability_id: capability.into(),
        argument: (!argument.is_null()).then_some(argument),
        sensitive: false,
        conditions: Vec::new(),
    }
}

fn on(device: &str) -> Invocation {
    invoke(device, ON, Json::Null)
}

fn answer(decision: Decision, invocations: Vec<Invocation>) -> Retrieval {
    Retrieval { decision, invocations, ..Retrieval::default() }
}

fn acted(expect: Json, invocations: Vec<Invocation>) -> Verdict {
    judge(&case(expect, false), &answer(Decision::Act, invocations))
}

#[test]
fn one_is_a_single_one_of_the_devices() {
    let expect = json!([{"select": "one", "devices": ["a", "b"], "capability": [ON]}]);
    assert!(acted(expect.clone(), vec![on("b")]).exact);
    let both = acted(expect.clone(), vec![on("a"), on("b")]);
    assert_eq!((both.exact, both.fault, both.wrong_acts), (false, Some(Fault::TooMuch), 0));
    let twice = acted(expect.clone(), vec![on("a"), on("a")]);
    assert_eq!(twice.fault, Some(Fault::TooMuch));
    let other = acted(expect.clone(), vec![on("c")]);
    assert_eq!((other.fault, other.wrong_acts), (Some(Fault::WrongDevice), 1));
    let off = acted(expect, vec![invoke("a", OFF, Json::Null)]);
    assert_eq!((off.fault, off.wrong_acts), (Some(Fault::WrongCommand), 1));
}

#[test]
fn set_is_all_of_them_and_others_only_if_optional() {
    let expect = json!([{"select": "set", "devices": ["a", "b"], "capability": [ON], "optional": ["c"]}]);
    assert!(acted(expect.clone(), vec![on("b"), on("a")]).exact);
    assert!(acted(expect.clone(), vec![on("b"), on("c"), on("a")]).exact);
    assert_eq!(acted(expect.clone(), vec![on("a"), on("c")]).fault, Some(Fault::Incomplete));
    let one =
        json!([{"select": "one", "devices": ["a", "b", "c"], "capability": [ON], "optional": ["b", "c"]}]);
    assert!(
        acted(one.clone(), vec![on("b"), on("c")]).exact && acted(one.clone(), vec![on("a"), on("b")]).exact
    );
    assert_eq!(acted(one, vec![]).fault, Some(Fault::FoundNothing));
    let more = acted(expect, vec![on("a"), on("b"), on("d")]);
    assert_eq!((more.exact, more.wrong_acts), (false, 1));
}

#[test]
fn any_is_so_many_different_ones() {
    let expect = json!([{"select": "any", "count": 2, "devices": ["a", "b", "c"], "capability": [ON]}]);
    assert!(acted(expect.clone(), vec![on("c"), on("a")]).exact);
    assert_eq!(acted(expect.clone(), vec![on("c")]).fault, Some(Fault::Incomplete));
    assert!(!acted(expect.clone(), vec![on("c"), on("c")]).exact);
    assert_eq!(acted(expect, vec![on("a"), on("b"), on("c")]).fault, Some(Fault::TooMuch));
}

#[test]
fn each_invocation_belongs_to_one_expectation() {
    // The first could be given to both, the second only to one: the right way has to be found in any order.
    let expect = json!([
        {"select": "one", "devices": ["a", "b"], "capability": [ON]},
        {"select": "one", "devices": ["a"], "capability": [ON, OFF]},
    ]);
    assert!(acted(expect.clone(), vec![on("a"), on("b")]).exact);
    assert!(acted(expect.clone(), vec![on("b"), on("a")]).exact);
    assert!(acted(expect.clone(), vec![invoke("a", OFF, Json::Null), on("a")]).exact);
    assert!(!acted(expect, vec![on("a")]).exact);
}

#[test]
fn many_equal_expectations_end_in_time() {
    let devices: Vec<String> = (0..60).map(|index| format!("d{index}")).collect();
    let one = json!({"select": "set", "devices": devices, "capability": [ON]});
    let invocations: Vec<Invocation> = devices.iter().flat_map(|id| [on(id), on(id)]).collect();
    assert!(acted(json!([one, one]), invocations.clone()).exact);
    assert!(!acted(json!([one, one]), invocations[1..].to_vec()).exact);
}

#[test]
fn nothing_expected_is_exact_without_invocations() {
    for decision in [Decision::None, Decision::Pass, Decision::Ask] {
        let verdict = judge(&case(json!([]), false), &answer(decision, vec![]));
        assert!(verdict.exact);
        assert_eq!(verdict.needless_question, decision == Decision::Ask);
    }
    let mut unlock = invoke("door", "main-lock-unlock", Json::Null);
    unlock.sensitive = true;
    let verdict = acted(json!([]), vec![unlock]);
    assert_eq!((verdict.fault, verdict.wrong_acts), (Some(Fault::ActedOnNothing), 1));
    assert_eq!(verdict.sensitive_wrong_acts, 1);
}

#[test]
fn clarify_is_exact_when_it_asks() {
    let case = case(json!([]), true);
    assert!(judge(&case, &answer(Decision::Ask, vec![])).exact);
    let passed = judge(&case, &answer(Decision::Pass, vec![]));
    assert_eq!((passed.exact, passed.missed_question, passed.fault), (false, false, Some(Fault::DidNotAsk)));
    let acted = judge(&case, &answer(Decision::Act, vec![on("a")]));
    assert!(acted.missed_question && acted.wrong_acts == 1);
    assert!(!judge(&case, &answer(Decision::Ask, vec![on("a")])).exact);
}

#[test]
fn without_invocations_the_decision_says_why() {
    let case = case(json!([{"select": "one", "devices": ["a"], "capability": [ON]}]), false);
    for (decision, fault) in [
        (Decision::Ask, Fault::Asked),
        (Decision::Pass, Fault::Passed),
        (Decision::None, Fault::FoundNothing),
    ] {
        let verdict = judge(&case, &answer(decision, vec![]));
        assert_eq!(verdict.fault, Some(fault));
        assert_eq!(verdict.needless_question, decision == Decision::Ask);
    }
}

#[test]
fn values_are_compared_with_tolerance() {
    use ExpectedValue::{Color, Number, Relative, Text};
    let equal = |wanted: &ExpectedValue, found: Json| value_equals(wanted, Some(&found));
    assert!(equal(&Number(50.0), json!(50)) && equal(&Number(50.0), json!("50")));
    assert!(equal(&Number(2700.0), json!(2710)) && !equal(&Number(2700.0), json!(2720)));
    assert!(equal(&Number(0.0), json!(0.005)) && !equal(&Number(26.0), json!(26.5)));
    assert!(!value_equals(&Number(0.0), None) && !equal(&Number(1.0), json!("")));
    assert!(equal(&Text("Cool".into()), json!("cool")) && !equal(&Text("cool".into()), json!("heat")));
    assert!(equal(&Text("5".into()), json!(5)) && equal(&Text("5".into()), json!("5.0")));
    assert!(equal(&Text("true".into()), json!(true)));
    let red = Color { hue: 0.0, saturation: 100.0 };
    assert!(equal(&red, json!({"hue": 97, "saturation": 90})));
    assert!(!equal(&red, json!({"hue": 95, "saturation": 100})));
    assert!(!equal(&red, json!({"hue": 0, "saturation": 80})) && !equal(&red, json!("red")));
    let vague = Relative { up: true, amount: None };
    assert!(
        equal(&vague, json!({"relative": "+", "amount": null})) && equal(&vague, json!({"relative": "+"}))
    );
    assert!(!equal(&vague, json!({"relative": "+", "amount": 10})));
    assert!(!equal(&vague, json!({"relative": "-", "amount": null})));
    let two = Relative { up: false, amount: Some(2.0) };
    assert!(equal(&two, json!({"relative": "-", "amount": 2})));
    assert!(!equal(&two, json!({"relative": "-", "amount": null})) && !equal(&two, json!(2)));
}

#[test]
fn a_command_that_takes_none_is_a_change_without_amount() {
    const SET: &str = "main-audioVolume-setVolume";
    const DOWN: &str = "main-audioVolume-volumeDown";
    let expect = |capability: &[&str], value: Json| json!([{"select": "one", "devices": ["a"], "capability": capability, "value": value}]);
    let lower = json!({"relative": "-", "amount": null});
    let down = || vec![invoke("a", DOWN, Json::Null)];
    assert!(acted(expect(&[SET, DOWN], lower.clone()), down()).exact);
    assert!(!acted(expect(&[SET, DOWN], json!({"relative": "-", "amount": 10})), down()).exact);
    assert!(!acted(expect(&[SET, DOWN], json!(20)), down()).exact);
    assert!(!acted(expect(&[SET, DOWN], lower), vec![invoke("a", SET, Json::Null)]).exact);
}

#[test]
fn a_wrong_argument_is_no_wrong_act() {
    let expect = json!([{"select": "one", "devices": ["a"], "capability": [LEVEL], "value": 50}]);
    let verdict = acted(expect.clone(), vec![invoke("a", LEVEL, json!(60))]);
    assert_eq!((verdict.fault, verdict.wrong_acts), (Some(Fault::WrongArgument), 0));
    assert_eq!((verdict.arguments.right, verdict.arguments.of), (0, 1));
    let verdict = acted(expect, vec![invoke("a", LEVEL, json!(50.0))]);
    assert_eq!((verdict.arguments.right, verdict.arguments.of), (1, 1));
}

#[test]
fn conditions_have_to_be_the_expected_ones() {
    let expect = json!([{"select": "one", "devices": ["a"], "capability": [ON], "conditions": [
        {"devices": ["s", "t"], "attribute": "main-temperatureMeasurement-temperature", "op": ">", "value": 26},
        {"devices": ["m"], "attribute": "main-motionSensor-motion", "op": "=", "value": "active"},
    ]}]);
    let warm = Condition {
        devices: vec!["t".into()],
        attribute: "main-temperatureMeasurement-temperature".into(),
        op: ">".into(),
        value: json!("26"),
    };
    let motion = Condition {
        devices: vec!["m".into()],
        attribute: "main-motionSensor-motion".into(),
        op: "==".into(),
        value: json!("Active"),
    };
    let with = |conditions: Vec<Condition>| acted(expect.clone(), vec![Invocation { conditions, ..on("a") }]);
    assert!(with(vec![motion.clone(), warm.clone()]).exact);
    assert_eq!(with(vec![warm.clone()]).fault, Some(Fault::WrongCondition));
    let other = Condition { op: "<".into(), ..warm.clone() };
    assert_eq!(with(vec![warm, motion, other.clone()]).fault, Some(Fault::WrongCondition));
    let plain = json!([{"select": "one", "devices": ["a"], "capability": [ON]}]);
    assert!(!acted(plain, vec![Invocation { conditions: vec![other], ..on("a") }]).exact);
}

fn candidate(id: &str, kind: EntityKind, capability: &str) -> Candidate {
    Candidate {
        entity_id: id.into(),
        entity_kind: kind,
        capability_id: capability.into(),
        ..Candidate::default()
    }
}

#[test]
fn candidates_are_ranked_by_device_and_command() {
    let expect = json!([
        {"select": "one", "devices": ["a"], "capability": [ON]},
        {"select": "set", "devices": ["b", "c"], "capability": [OFF]},
        {"select": "one", "devices": ["z"], "capability": [ON]},
    ]);
    let first = CommandResult {
        confidence: 0.9,
        candidates: vec![candidate("a", EntityKind::Device, OFF), candidate("a", EntityKind::Device, ON)],
        ..CommandResult::default()
    };
    let second = CommandResult {
        confidence: 0.7,
        candidates: vec![candidate("group-1", EntityKind::Group, OFF)],
        groups: vec![Group {
            id: "group-1".into(),
            capability_id: OFF.into(),
            device_ids: vec!["c".into(), "b".into()],
            batches: Vec::new(),
        }],
        ..CommandResult::default()
    };
    let answer = Retrieval { results: vec![first, second], ..Retrieval::default() };
    let verdict = judge(&case(expect, false), &answer);
    assert_eq!(verdict.confidence, 0.7);
    assert_eq!(verdict.ranks[0].first, Some(2));
    assert_eq!(verdict.ranks[0].recall, [0.0, 1.0, 1.0]);
    assert_eq!((verdict.ranks[1].first, verdict.ranks[1].recall), (Some(1), [1.0, 1.0, 1.0]));
    assert_eq!((verdict.ranks[2].first, verdict.ranks[2].recall), (None, [0.0; 3]));
}

#[test]
fn a_set_is_recalled_as_far_as_it_is_there() {
    let expect = json!([{"select": "set", "devices": ["a", "b", "c", "d"], "capability": [ON]}]);
    let candidates = ["a", "x", "b", "y", "z", "c"].map(|id| candidate(id, EntityKind::Device, ON)).to_vec();
    let answer = Retrieval {
        results: vec![CommandResult { candidates, ..CommandResult::default() }],
        ..Retrieval::default()
    };
    let verdict = judge(&case(expect, false), &answer);
    assert_eq!(verdict.ranks[0].recall, [0.25, 0.5, 0.75]);
}
