//! What can harm happens only where it was said, to what it was said of.

use crate::support;

use lares_home::Act;
use lares_language::{ParsedCommand, Quantifier, Value};
use lares_retrieval::{Conversation, Decision, Request, Retrieval, retrieve};
use support::*;

use Quantifier::{All, Any, Except, One};

fn house() -> lares_retrieval::CompiledHome {
    home(&[
        ("lamp", "主灯", "客厅", "Light", LAMP),
        ("tv", "电视", "客厅", "Television", TV),
        ("lock", "门锁", "玄关", "SmartLock", &["lock", "lockCodes"]),
        ("side-lock", "侧门锁", "车库", "SmartLock", &["lock"]),
        ("garage", "车库门", "车库", "GarageDoor", &["garageDoorControl"]),
        ("gas", "燃气阀", "厨房", "GasValve", &["valve"]),
        ("oven", "烤箱", "厨房", "Oven", &["switch", "ovenOperatingState"]),
        ("alarm", "安防", "玄关", "SecurityPanel", &["securitySystem"]),
        ("fridge", "冰箱", "厨房", "Refrigerator", PLUG),
        ("router", "路由器", "客厅", "SmartPlug", PLUG),
        ("camera", "摄像头", "玄关", "Camera", PLUG),
        ("shade", "窗帘", "客厅", "Blind", SHADE),
        ("plug", "插座", "客厅", "SmartPlug", PLUG),
    ])
}

fn acts(mut command: ParsedCommand, acts: &[Act]) -> ParsedCommand {
    command.action.acts = acts.into();
    command
}

fn words(mut command: ParsedCommand, words: &str) -> ParsedCommand {
    command.words = words.into();
    command
}

fn harmless(answer: &Retrieval) {
    let harmful: Vec<_> = answer.invocations.iter().filter(|invocation| invocation.sensitive).collect();
    assert!(harmful.is_empty(), "{harmful:?}");
}

#[test]
fn everything_on_opens_nothing() {
    for (said, noun) in
        [("打开所有设备", "*"), ("turn everything on", "*"), ("全部打开", "*"), ("打开所有设备", "设备")]
    {
        for q in [All, Except, Any, One] {
            let answer = ask(&house(), vec![words(command("打开", "*", noun, "Unknown", q), said)]);
            harmless(&answer);
        }
    }
    let opened = acts(command("打开", "*", "*", "Unknown", All), &[Act::Open, Act::On, Act::Start]);
    harmless(&ask(&house(), vec![words(opened, "全屋都打开")]));
}

#[test]
fn everything_off_leaves_alone_what_keeps_the_home_running() {
    let answer = ask(&house(), vec![words(command("关闭", "*", "*", "Unknown", All), "全屋都关了")]);
    assert_eq!(devices(&answer), ["lamp", "tv", "oven", "plug"]);
    harmless(&answer);
}

#[test]
fn the_rest_without_a_kind_is_no_order_for_the_whole_home() {
    for said in ["其余关掉", "都关了", "the rest off"] {
        let answer = ask(&house(), vec![words(command("关闭", "*", "*", "Unknown", All), said)]);
        assert!(answer.invocations.is_empty(), "{said}");
        assert_ne!(answer.decision, Decision::Act, "{said}");
    }
    // A room that was said is enough.
    let answer = ask(&house(), vec![words(command("关闭", "客厅", "*", "Unknown", All), "客厅全关了")]);
    assert_eq!(devices(&answer), ["lamp", "tv", "plug"]);
}

#[test]
fn setting_nothing_does_nothing() {
    for (name, category) in [
        ("门锁", "SmartLock"),
        ("车库门", "GarageDoor"),
        ("燃气阀", "GasValve"),
        ("主灯", "Light"),
        ("安防", "SecurityPanel"),
    ] {
        for q in [One, All] {
            let answer = ask(&house(), vec![command("设置", "*", name, category, q)]);
            assert!(answer.invocations.is_empty(), "{name}: {:?}", answer.invocations);
        }
    }
}

#[test]
fn locking_never_unlocks() {
    let locked = acts(command("锁上", "*", "门锁", "SmartLock", All), &[Act::Lock, Act::Close]);
    let answer = ask(&house(), vec![locked]);
    assert_eq!(runs(&answer), [("lock", "main-lock-lock"), ("side-lock", "main-lock-lock")]);
    for other in [
        &[Act::Off][..],
        &[Act::Close],
        &[Act::Up],
        &[Act::Toggle],
        &[Act::Cancel],
        &[Act::On],
        &[Act::Press],
    ] {
        let answer = ask(&house(), vec![acts(command("?", "*", "门锁", "Unknown", One), other)]);
        harmless(&answer);
    }
    for other in [&[Act::On][..], &[Act::Start], &[Act::Close], &[Act::Down]] {
        let answer = ask(&house(), vec![acts(command("?", "*", "车库门", "Unknown", One), other)]);
        harmless(&answer);
    }
}

#[test]
fn what_was_said_is_done() {
    for (name, category, said, command_id) in [
        ("侧门锁", "Unknown", &[Act::Unlock, Act::Open][..], "main-lock-unlock"),
        ("侧门锁", "Unknown", &[Act::On, Act::Open, Act::Start], "main-lock-unlock"),
        ("车库门", "GarageDoor", &[Act::On, Act::Open, Act::Start], "main-garageDoorControl-open"),
        ("车库门", "GarageDoor", &[Act::Up], "main-garageDoorControl-open"),
        ("燃气阀", "GasValve", &[Act::On, Act::Open, Act::Start], "main-valve-open"),
        ("烤箱", "Oven", &[Act::On, Act::Open, Act::Start], "main-switch-on"),
    ] {
        let answer = ask(&house(), vec![acts(command("?", "*", name, category, One), said)]);
        assert_eq!(
            runs(&answer).iter().map(|run| run.1).collect::<Vec<_>>(),
            [command_id],
            "{name} {said:?}"
        );
        assert!(answer.invocations[0].sensitive);
    }
}

#[test]
fn doubts_about_what_can_harm_are_asked_about() {
    let unlock = || acts(command("开锁", "*", "侧门锁", "Unknown", One), &[Act::Unlock, Act::Open]);
    let mut wish = unlock();
    wish.wish = true;
    let mut unsure = unlock();
    unsure.confidence = 0.7;
    // 侧们锁: a slip of the name.
    let mut slip = unlock();
    slip.spoken.n = "侧们锁".into();
    let nameless = acts(command("打开", "车库", "*", "Unknown", One), &[Act::Open]);
    for doubtful in [wish, unsure, slip, nameless] {
        let answer = ask(&house(), vec![doubtful.clone()]);
        harmless(&answer);
        assert_ne!(answer.decision, Decision::Act, "{doubtful:?}");
    }
}

#[test]
fn all_of_what_was_spoken_of_does_not_open_the_locks() {
    let home = house();
    let mut talk = Conversation::new();
    let locked = |q| acts(command("锁上", "*", "门锁", "SmartLock", q), &[Act::Lock]);
    ask_in(&home, &mut talk, 0, None, vec![locked(All)]);
    let mut opened = command("打开", "*", "*", "Unknown", All);
    opened.target_left_out = true;
    harmless(&ask_in(&home, &mut talk, 1000, None, vec![opened]));
}

#[test]
fn a_value_of_another_thing_never_unlocks() {
    let value = Value::Word { text: "自动".into(), key: Some("auto".into()) };
    let answer = ask(
        &house(),
        vec![with(command("设置模式=自动", "*", "门锁", "SmartLock", One), "mode", Some(value))],
    );
    harmless(&answer);
}

#[test]
fn the_local_parser_opens_nothing_either() {
    let home = house();
    for text in [
        "打开所有",
        "全部打开",
        "turn everything on",
        "open everything",
        "把门锁上",
        "把所有门锁上",
        "全屋都打开",
        "打开一切",
        "都打开",
    ] {
        let mut talk = Conversation::new();
        harmless(&done(retrieve(&home, &mut talk, &Request { text, ..Request::default() })));
    }
}
