//! What another parser makes of an utterance is acted on only as far as the words themselves bear it out.

use crate::support;

use lares_language::command_array::decode;
use lares_retrieval::{CompiledHome, Conversation, Decision, Request, Retrieval, retrieve};
use serde_json::Value as Json;
use support::*;

fn house() -> CompiledHome {
    home(&[
        ("living", "主灯", "客厅", "Light", LAMP),
        ("bed", "床头灯", "卧室", "Light", LAMP),
        ("buddy", "老伙计", "客厅", "SmartPlug", PLUG),
        ("ac", "空调", "卧室", "AirConditioner", AC),
        ("tv", "电视", "客厅", "Television", TV),
        ("lock", "门锁", "玄关", "SmartLock", &["lock"]),
    ])
}

/// What becomes of an utterance with the commands that a model made of it.
fn answer(home: &CompiledHome, text: &str, array: &str) -> Retrieval {
    let decoded = decode(array);
    assert_eq!(decoded.errors, Vec::<String>::new(), "{array}");
    let local = home.parse(text, false, None);
    let parse = home.adopt(text, &decoded.commands, &local);
    let request = Request { text, parse: Some(&parse), parser: "llm", ..Request::default() };
    done(retrieve(home, &mut Conversation::new(), &request))
}

/// It is acted on: these devices.
#[track_caller]
fn acts(text: &str, array: &str, expect: &[&str]) {
    let answer = answer(&house(), text, array);
    assert_eq!(answer.decision, Decision::Act, "{text}: {:?}", answer.results[0].meta);
    assert_eq!(devices(&answer), expect, "{text}");
}

/// It is not acted on, for this reason.
#[track_caller]
fn held(text: &str, array: &str, why: &str) {
    let answer = answer(&house(), text, array);
    let reasons: Vec<&Json> =
        answer.results.iter().filter_map(|result| result.meta.get("why_not_act")).collect();
    assert!(answer.invocations.is_empty() && answer.decision != Decision::Act, "{text}: {:?}", runs(&answer));
    assert!(format!("{reasons:?}").contains(why), "{text}: {reasons:?} is not {why}");
}

#[test]
fn what_the_words_say_is_done() {
    acts("打开老伙计", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#, &["buddy"]);
    acts("打开卧室的灯", r#"[{"a":"打开","s":"卧室","n":"灯","t":"Light","q":"all"}]"#, &["bed"]);
    acts(
        "空调调到26度",
        r#"[{"a":"设置温度=26度","s":"*","n":"空调","t":"AirConditioner","q":"one"}]"#,
        &["ac"],
    );
}

#[test]
fn what_a_model_moves_or_rounds_is_not() {
    held("打开书房的灯", r#"[{"a":"打开","s":"客厅","n":"灯","t":"Light","q":"all"}]"#, "unknown_room");
    held("打开卧室的灯", r#"[{"a":"打开","s":"客厅","n":"灯","t":"Light","q":"all"}]"#, "room_left_out");
    held("打开卧室的灯", r#"[{"a":"打开","s":"*","n":"灯","t":"Light","q":"all"}]"#, "room_left_out");
    held("打开灯", r#"[{"a":"打开","s":"卧室","n":"灯","t":"Light","q":"all"}]"#, "room_not_said");
    held(
        "空调调到50度",
        r#"[{"a":"设置温度=30度","s":"*","n":"空调","t":"AirConditioner","q":"one"}]"#,
        "value_not_said",
    );
    held(
        "空调调到26度",
        r#"[{"a":"设置温度=16度","s":"*","n":"空调","t":"AirConditioner","q":"one"}]"#,
        "value_not_said",
    );
    held("打开老伙计", r#"[{"a":"打开","s":"*","n":"*","t":"Unknown","q":"all"}]"#, "name_left_out");
    held("打开电视", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#, "name_not_said");
    held("关掉老伙计", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#, "act_not_said");
}

#[test]
fn what_is_to_be_done_must_be_said() {
    for (text, array) in [
        ("关掉主灯", r#"[{"a":"开锁","s":"*","n":"门锁","t":"SmartLock","q":"one"}]"#),
        ("空调调到26度", r#"[{"a":"打开","s":"*","n":"空调","t":"AirConditioner","q":"one"}]"#),
    ] {
        held(text, array, "act_not_said");
    }
    // Each of several things has its own act, room and value.
    held(
        "打开老伙计，关掉电视",
        r#"[{"a":"关闭","s":"*","n":"老伙计","t":"Unknown","q":"one"},
            {"a":"打开","s":"*","n":"电视","t":"Television","q":"one"}]"#,
        "act_not_said",
    );
    held(
        "客厅的主灯调到30%，床头灯调到60%",
        r#"[{"a":"设置亮度=60%","s":"客厅","n":"主灯","t":"Light","q":"one"},
            {"a":"设置亮度=30%","s":"*","n":"床头灯","t":"Light","q":"one"}]"#,
        "value_not_said",
    );
}

#[test]
fn a_kind_is_not_said_in_a_name() {
    held("打开床头灯", r#"[{"a":"打开","s":"*","n":"灯","t":"Light","q":"all"}]"#, "name_not_said");
    held("打开床头灯", r#"[{"a":"打开","s":"*","n":"*","t":"Light","q":"all"}]"#, "name_left_out");
}

#[test]
fn what_is_left_out_is_not_done_in_its_stead() {
    held(
        "除了卧室把灯都关了",
        r#"[{"a":"关闭","s":"卧室","n":"灯","t":"Light","q":"except"}]"#,
        "room_not_said",
    );
    held(
        "打开老伙计，关掉电视",
        r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#,
        "command_left_out",
    );
}

#[test]
fn how_many_are_meant_is_what_the_words_say() {
    acts("打开主灯", r#"[{"a":"打开","s":"*","n":"主灯","t":"Light","q":"all"}]"#, &["living"]);
    acts("关掉灯", r#"[{"a":"关闭","s":"*","n":"灯","t":"Light","q":"one"}]"#, &["living", "bed"]);
}

#[test]
fn what_only_a_model_made_up_is_not_spoken_of_later() {
    let home = house();
    let mut talk = Conversation::new();
    let mut say = |text: &str, array: Option<&str>, now_ms: u64| {
        let local = home.parse(text, true, None);
        let parse = array.map(|array| home.adopt(text, &decode(array).commands, &local));
        let request = Request { text, parse: parse.as_ref(), parser: "llm", now_ms, ..Request::default() };
        done(retrieve(&home, &mut talk, &request))
    };
    let made_up = r#"[{"a":"关闭","s":"*","n":"电视","t":"Television","q":"one"},
                      {"a":"开锁","s":"*","n":"门锁","t":"SmartLock","q":"all"}]"#;
    assert_eq!(devices(&say("关掉电视", Some(made_up), 0)), ["tv"]);
    assert_eq!(devices(&say("打开刚才那个", None, 1000)), ["tv"], "the lock was never spoken of");
}

#[test]
fn what_a_model_leaves_out_is_not_done() {
    held(
        "如果卧室超过28度就打开空调",
        r#"[{"a":"打开","s":"*","n":"空调","t":"AirConditioner","q":"one"}]"#,
        "condition_left_out",
    );
    held(
        "除了卧室把灯都关了",
        r#"[{"a":"关闭","s":"*","n":"灯","t":"Light","q":"all"}]"#,
        "exclusion_left_out",
    );
    held(
        "明天早上八点打开老伙计",
        r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#,
        "scheduled",
    );
    held("别打开老伙计", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#, "negated");
    held("妈妈说打开老伙计", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#, "reported");
}

#[test]
fn small_talk_stays_small_talk() {
    for (text, array) in [
        ("今天心情不错", r#"[{"a":"打开","s":"*","n":"灯","t":"Light","q":"all"}]"#),
        ("今天心情不错", r#"[{"a":"打开","s":"*","n":"*","t":"Light","q":"all"}]"#),
        ("老伙计是我朋友", r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#),
    ] {
        let answer = answer(&house(), text, array);
        assert!(
            answer.invocations.is_empty() && answer.decision != Decision::Act,
            "{text}: {:?}",
            runs(&answer)
        );
    }
}

#[test]
fn what_can_harm_is_never_done_on_a_models_word_alone() {
    let unlock = r#"[{"a":"开锁","s":"*","n":"门锁","t":"SmartLock","q":"one"}]"#;
    for text in ["我到门口了门锁", "把门锁那个弄一下开", "门锁"] {
        let answer = answer(&house(), text, unlock);
        assert!(answer.invocations.is_empty(), "{text}: {:?}", runs(&answer));
    }
    let said = answer(&house(), "打开门锁", unlock);
    let local = house().parse("打开门锁", false, None);
    assert!(local.commands[0].confidence >= 0.8, "the local parser is sure of it, too: {:?}", runs(&said));
}

#[test]
fn a_second_reading_that_agrees_makes_surer() {
    let home = house();
    let local = home.parse("打开老伙计", false, None);
    let mut unsure = local.clone();
    unsure.commands[0].confidence = 0.5;
    let parse = home.adopt("打开老伙计", &[local.commands[0].spoken.clone()], &unsure);
    assert!(parse.commands[0].confidence > 0.8);
}
