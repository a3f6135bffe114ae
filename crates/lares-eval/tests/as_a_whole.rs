//! What a request asks for as a whole: any of several, a question back, or that it is done when something is so.

use lares::{Decision, Request, Retrieval};

use crate::support::lares;

fn answer(home: &str, text: &str) -> Retrieval {
    lares(home).retrieve(&Request::new(text))
}

/// Checks of how many devices something is done.
fn check_count(home: &str, text: &str, expect: usize) {
    let answer = answer(home, text);
    assert_eq!(answer.invocations.len(), expect, "{text}: {:?}", answer.invocations);
}

/// Checks that a question is put, and that nothing is done before it is answered.
fn check_asks(home: &str, text: &str) {
    let answer = answer(home, text);
    assert_eq!(answer.decision, Decision::Ask, "{text}");
    assert!(answer.invocations.is_empty(), "{text}");
    assert!(answer.results.iter().any(|result| result.clarification.is_some()), "{text}");
}

/// Checks that just this is done, and only if something else is so.
fn check_hangs(home: &str, text: &str, expect: &str) {
    let answer = answer(home, text);
    let done: Vec<&str> = answer.invocations.iter().map(|done| done.capability_id.as_str()).collect();
    assert_eq!(done, [expect], "{text}");
    assert!(answer.invocations.iter().all(|done| !done.conditions.is_empty()), "{text}");
}

#[test]
fn of_several_so_many_are_done_as_were_said() {
    check_count("nanshan", "书房的灯随便开两盏", 2);
    check_count("nanshan", "客厅亮一盏灯就够了，哪盏都行", 1);
    check_count("house", "one of the kitchen lights on, whichever", 1);
    check_count("house", "kitchen pendants or the leds, either will do, on please", 1);
    check_count("house", "any two of the kitchen lights on", 2);
    check_count("house", "a couple of the kitchen lights on, any", 2);
    // No choice is left where all are spoken of.
    check_count("house", "all the kitchen lights on", 3);
}

#[test]
fn what_only_a_question_settles_is_asked() {
    check_asks("house", "turn the lamp on");
    check_asks("house", "make it forty");
    check_asks("nanshan", "把它关了");
    check_asks("house", "it's awful in here, do something");
    check_asks("nanshan", "这屋里待着真难受，想想办法");
}

#[test]
fn what_is_to_be_done_when_something_is_so_is_not_done_now() {
    check_hangs("house", "smoke alarm goes off, kill the oven straight away", "main-ovenOperatingState-stop");
    check_hangs("house", "the moment the garage opens, put the porch light on", "main-switch-on");
    check_hangs("nanshan", "门磁一开就把玄关灯打开", "main-switch-on");
    check_hangs("nanshan", "客厅湿度过七十，除湿机给我开起来", "main-switch-on");
}
