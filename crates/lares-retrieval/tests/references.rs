//! What is left out, pointed at, or the same again.

use crate::support;

use lares_home::Act;
use lares_language::{ParsedCommand, Quantifier, SpokenCondition, Unit, Value};
use lares_retrieval::{Conversation, Decision};
use support::*;

use Quantifier::{All, Except, One};

fn house() -> lares_retrieval::CompiledHome {
    home(&[
        ("main", "主灯", "客厅", "Light", LAMP),
        ("left", "左床头灯", "卧室", "Light", LAMP),
        ("right", "右床头灯", "卧室", "Light", LAMP),
        ("bed", "吸顶灯", "卧室", "Light", LAMP),
        ("ac-1", "空调", "客厅", "AirConditioner", AC),
        ("ac-2", "空调", "卧室", "AirConditioner", AC),
        ("ac-3", "空调", "书房", "AirConditioner", AC),
        (
            "th-1",
            "温湿度计",
            "客厅",
            "TempHumiditySensor",
            &["temperatureMeasurement", "relativeHumidityMeasurement"],
        ),
        (
            "th-2",
            "温湿度计",
            "卧室",
            "TempHumiditySensor",
            &["temperatureMeasurement", "relativeHumidityMeasurement"],
        ),
        ("garage", "车库门", "车库", "GarageDoor", &["garageDoorControl"]),
    ])
}

fn again(s: &str, n: &str) -> ParsedCommand {
    let mut again = command("UNKNOWN", s, n, "Unknown", One);
    again.action.acts.clear();
    again
}

#[test]
fn the_same_kind_in_another_room() {
    let home = house();
    for (q, n) in [(One, "@last"), (All, "@last")] {
        let mut talk = Conversation::new();
        ask_in(&home, &mut talk, 0, None, vec![command("关闭", "客厅", "空调", "AirConditioner", One)]);
        let answer = ask_in(&home, &mut talk, 1000, None, vec![command("关闭", "卧室", n, "Unknown", q)]);
        assert_eq!(devices(&answer), ["ac-2"]);
    }
    // Nothing was spoken of: nothing is guessed.
    let answer = ask(&home, vec![command("关闭", "卧室", "@last", "Unknown", One)]);
    assert!(answer.invocations.is_empty());
}

#[test]
fn the_other_one_does_the_same() {
    let home = house();
    let mut talk = Conversation::new();
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "左床头灯", "Unknown", One)]);
    let answer = ask_in(&home, &mut talk, 1000, None, vec![again("*", "@other")]);
    assert_eq!(runs(&answer), [("right", "main-switch-on")]);
    // Two others that are called alike: a question.
    let mut talk = Conversation::new();
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "书房", "空调", "AirConditioner", One)]);
    let answer = ask_in(&home, &mut talk, 1000, None, vec![again("*", "@other")]);
    assert_eq!(answer.decision, Decision::Ask);
    assert!(answer.invocations.is_empty());
}

#[test]
fn the_same_again_in_a_room_with_what_was_said_this_time() {
    let home = house();
    let mut talk = Conversation::new();
    let degrees = |number| Some(Value::Number { number, unit: Unit::Degree });
    let set = command("设置温度=26度", "客厅", "空调", "AirConditioner", One);
    ask_in(&home, &mut talk, 0, None, vec![with(set, "temperature", degrees(26.0))]);
    let answer = ask_in(&home, &mut talk, 1000, None, vec![again("书房", "@last")]);
    assert_eq!(devices(&answer), ["ac-3"]);
    assert_eq!(answer.invocations[0].argument, Some(26.into()));
    // Too long ago, or nothing before: nothing is repeated.
    let answer = ask_in(&home, &mut talk, 3_600_000, None, vec![again("书房", "@last")]);
    assert!(answer.invocations.is_empty());
    assert!(ask(&home, vec![again("书房", "空调")]).invocations.is_empty());
}

#[test]
fn the_same_invocation_is_emitted_once() {
    let home = house();
    let off = || command("关闭", "*", "主灯", "Unknown", One);
    let on = command("打开", "*", "主灯", "Unknown", One);
    let answer = ask(&home, vec![off(), off(), on]);
    assert_eq!(runs(&answer), [("main", "main-switch-off"), ("main", "main-switch-on")]);
    assert_eq!(answer.results[1].meta["repeated"], 1);
}

#[test]
fn a_noun_pointed_at_is_the_one_spoken_of() {
    let home = house();
    let mut talk = Conversation::new();
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "右床头灯", "Unknown", One)]);
    let answer = ask_in(&home, &mut talk, 1000, Some("客厅"), vec![command("关闭", "*", "灯", "Light", One)]);
    assert_eq!(devices(&answer), ["right"], "wherever the speaker stands");
    let answer = ask_in(
        &home,
        &mut Conversation::new(),
        0,
        Some("客厅"),
        vec![command("关闭", "*", "灯", "Light", One)],
    );
    assert_eq!(devices(&answer), ["main"], "the only one where the speaker stands");
    let answer = ask_in(&home, &mut talk, 2000, None, vec![command("关闭", "卧室", "灯", "Light", One)]);
    assert_eq!(devices(&answer), ["right"]);
    let answer = ask(&home, vec![command("关闭", "卧室", "灯", "Light", One)]);
    assert_eq!(answer.decision, Decision::Ask, "the room that was said tells no lamp of it apart");
}

#[test]
fn left_out_by_room_and_noun() {
    let mut spoken = command("关闭", "*", "空调", "AirConditioner", Except);
    spoken.spoken.x = "卧室空调".into();
    assert_eq!(devices(&ask(&house(), vec![spoken])), ["ac-1", "ac-3"]);
}

#[test]
fn a_room_is_measured_by_its_sensor() {
    let home = house();
    let asked = |s: &str| with(command("查询温度", s, "*", "Unknown", One), "temperature", None);
    assert_eq!(devices(&ask(&home, vec![asked("客厅")])), ["th-1"]);
    assert_eq!(devices(&ask(&home, vec![asked("书房")])), ["ac-3"], "no sensor there");
    assert_eq!(devices(&ask(&home, vec![asked("*")])), ["th-1"], "the first of the home");
    let answer = ask_in(&home, &mut Conversation::new(), 0, Some("卧室"), vec![asked("*")]);
    assert_eq!(devices(&answer), ["th-2"], "where the speaker stands");
    let mut state = command("查询状态", "客厅", "温湿度计", "Unknown", One);
    state.action.acts = vec![Act::Query].into();
    assert_eq!(runs(&ask(&home, vec![state])), [("th-1", "main-temperatureMeasurement-temperature")]);
}

#[test]
fn a_condition_without_a_subject_is_about_the_target() {
    let condition = |n: &str, p: &str, v: &str, op: &str| SpokenCondition {
        n: n.into(),
        s: "*".into(),
        t: "Unknown".into(),
        p: p.into(),
        op: op.into(),
        v: v.into(),
    };
    let mut close = command("关闭", "*", "车库门", "GarageDoor", One);
    close.spoken.conditions = vec![condition("*", "开合状态", "open", "==")];
    let answer = ask(&house(), vec![close]);
    assert_eq!(
        answer.results[0].conditions.iter().map(|one| one.devices.clone()).collect::<Vec<_>>(),
        [["garage"]]
    );
    let mut close = command("关闭", "*", "@last", "Unknown", One);
    close.spoken.conditions = vec![condition("车库门", "开合状态", "open", "==")];
    assert_eq!(runs(&ask(&house(), vec![close])), [("garage", "main-garageDoorControl-close")]);
    let mut cool = command("打开", "书房", "空调", "AirConditioner", One);
    cool.spoken.conditions = vec![SpokenCondition { s: "卧室".into(), ..condition("*", "*", "28", ">") }];
    let answer = ask(&house(), vec![cool]);
    assert_eq!(answer.results[0].conditions[0].attribute, "main-temperatureMeasurement-temperature");
}
