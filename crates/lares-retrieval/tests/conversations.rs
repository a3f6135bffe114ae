//! Answers to a question, and what a sentence leaves to the one before it, in words.

use crate::support;

use lares_retrieval::{Conversation, Decision, Retrieval};
use support::*;

fn house() -> lares_retrieval::CompiledHome {
    home(&[
        ("main-1", "主灯", "客厅", "Light", LAMP),
        ("main-2", "主灯", "主卧", "Light", LAMP),
        ("main-3", "主灯", "书房", "Light", LAMP),
        ("left", "左床头灯", "主卧", "Light", LAMP),
        ("right", "右床头灯", "主卧", "Light", LAMP),
        ("desk", "台灯", "书房", "Light", LAMP),
        ("down-1", "筒灯1", "走廊", "Light", LAMP),
        ("down-2", "筒灯2", "走廊", "Light", LAMP),
        ("ac-1", "空调", "主卧", "AirConditioner", AC),
        ("ac-2", "空调", "书房", "AirConditioner", AC),
        ("curtain-1", "窗帘", "客厅", "Blind", SHADE),
        ("curtain-2", "窗帘", "主卧", "Blind", SHADE),
        ("hall-up", "Hall Light", "Upstairs Hallway", "Light", LAMP),
        ("hall-down", "Hall Light", "Hallway", "Light", LAMP),
        ("salim", "Salim's Lamp", "Guest Room", "Light", LAMP),
        ("anna", "Anna's Lamp", "Guest Room", "Light", LAMP),
        ("door-left", "Left garage door", "Garage", "GarageDoor", &["garageDoorControl"]),
        ("door-right", "Right garage door", "Garage", "GarageDoor", &["garageDoorControl"]),
        ("front", "Front Door", "Hallway", "SmartLock", &["lock"]),
        ("back", "Back Door", "Garage", "SmartLock", &["lock"]),
    ])
}

/// The answer to the last of several turns of one conversation.
fn talk(turns: &[&str]) -> Retrieval {
    let home = house();
    let mut conversation = Conversation::new();
    let mut last = Retrieval::default();
    for (turn, text) in turns.iter().enumerate() {
        last = say(&home, &mut conversation, turn as u64 * 1000, text);
    }
    last
}

fn check(turns: &[&str], expect: &[&str]) {
    let answer = talk(turns);
    let mut found = devices(&answer);
    let mut expect = expect.to_vec();
    found.sort_unstable();
    expect.sort_unstable();
    assert_eq!(found, expect, "{turns:?}: {:?}", answer.results);
}

#[test]
fn answers_by_room_name_side_and_place() {
    for (question, answer, expect) in [
        ("打开主灯", "客厅那盏", "main-1"),
        ("打开主灯", "嗯，就书房的吧，谢谢", "main-3"),
        ("打开主灯", "开书房的那个", "main-3"),
        ("打开主灯", "第一个", "main-1"),
        ("打开主灯", "不是那个，是主卧的", "main-2"),
        ("打开床头灯", "左", "left"),
        ("打开床头灯", "靠右的那盏", "right"),
        ("打开床头灯", "不是左边的", "right"),
        ("turn on the hall light", "upstairs", "hall-up"),
        ("turn on the hall light", "the downstairs one please", "hall-down"),
        ("turn on the hall light", "not the upstairs one", "hall-down"),
        ("turn on the hall light", "the one in the hallway", "hall-down"),
        ("open the garage door", "the one on the right please", "door-right"),
        ("open the garage door", "just the left", "door-left"),
        ("unlock the door", "the back one", "back"),
        ("unlock the door", "front", "front"),
    ] {
        check(&[question, answer], &[expect]);
    }
}

#[test]
fn answers_of_several() {
    check(&["打开主灯", "都开吧"], &["main-1", "main-2", "main-3"]);
    check(&["打开主灯", "书房和客厅的"], &["main-1", "main-3"]);
    check(&["打开主灯", "除了书房都开"], &["main-1", "main-2"]);
    check(&["打开主灯", "前两个"], &["main-1", "main-2"]);
    check(&["打开床头灯", "两个都要"], &["left", "right"]);
    check(&["turn on the hall light", "yes, both"], &["hall-up", "hall-down"]);
    check(&["open the garage door", "both of them"], &["door-left", "door-right"]);
}

#[test]
fn whichever_but_never_where_it_can_harm() {
    for answer in ["随便", "哪个都行"] {
        assert_eq!(devices(&talk(&["打开主灯", answer])).len(), 1, "{answer}");
    }
    for answer in ["any", "either one is fine", "doesn't matter"] {
        assert_eq!(devices(&talk(&["turn on the hall light", answer])).len(), 1, "{answer}");
        assert!(talk(&["unlock the door", answer]).invocations.is_empty(), "{answer}");
    }
}

#[test]
fn answers_that_take_it_back() {
    for answer in ["算了", "都不要", "不用了，谢谢", "都不用了", "别开了"] {
        assert!(talk(&["打开主灯", answer]).invocations.is_empty(), "{answer}");
    }
    for answer in ["never mind", "neither of them", "forget it", "no, none of them"] {
        assert!(talk(&["turn on the hall light", answer]).invocations.is_empty(), "{answer}");
    }
    // What was taken back is not done to the next thing either.
    assert!(talk(&["unlock the door", "never mind", "and the lamps"]).invocations.is_empty());
}

#[test]
fn part_of_an_answer_is_asked_about_again() {
    let answer = talk(&["打开主灯", "不要书房的"]);
    assert_eq!(answer.decision, Decision::Ask);
    let left = answer.results[0].clarification.as_ref().map(|one| one.options.len());
    assert_eq!(left, Some(2));
    check(&["打开主灯", "不要书房的", "客厅"], &["main-1"]);
}

#[test]
fn something_else_is_a_new_request() {
    check(&["打开主灯", "打开台灯"], &["desk"]);
    check(&["打开主灯", "不是，我说的是台灯"], &["desk"]);
    check(&["打开主灯", "把主卧的窗帘拉上"], &["curtain-2"]);
    for text in ["谢谢", "今天天气怎么样", "好的"] {
        assert!(talk(&["打开主灯", text]).invocations.is_empty(), "{text}");
    }
    // Which one, and what is wanted of it now.
    let answer = talk(&["打开床头灯", "右边那盏，调到20"]);
    assert_eq!(runs(&answer), [("right", "main-switchLevel-setLevel")]);
}

#[test]
fn the_same_elsewhere() {
    check(&["打开主卧的主灯", "客厅的呢"], &["main-1"]);
    check(&["打开主卧的主灯", "我说的是书房的"], &["main-3"]);
    check(&["打开主卧的主灯", "换成客厅的"], &["main-1"]);
    check(&["turn on Salim's lamp", "no, I meant Anna's"], &["anna"]);
    check(&["lock the front door", "and the back"], &["back"]);
    check(&["打开左床头灯", "右边的也打开"], &["right"]);
    check(&["把左床头灯关了", "另一边的呢"], &["right"]);
    // A target and not a word more goes on from what was done to another; before anything was done it is no order.
    check(&["打开主卧的主灯", "台灯"], &["desk"]);
    assert!(talk(&["台灯"]).invocations.is_empty());
}

#[test]
fn the_same_room() {
    check(&["关掉书房空调", "灯也关了吧"], &["main-3", "desk"]);
    check(&["打开台灯", "那个房间的空调也开一下"], &["ac-2"]);
}

#[test]
fn more_less_and_the_other_way() {
    let relative = |turns: &[&str]| talk(turns).invocations[0].argument.clone().unwrap_or_default();
    for (turns, sign) in [
        (&["打开台灯", "亮一点", "再来一点"][..], "+"),
        (&["打开台灯", "调到60", "太亮了"], "-"),
        (&["打开台灯", "调到20", "不够亮"], "+"),
        (&["打开台灯", "亮一点", "过头了"], "-"),
        (&["turn on Anna's lamp", "dim it", "a bit more"], "-"),
        (&["turn on Anna's lamp", "brighter", "that's too much"], "-"),
    ] {
        assert_eq!(relative(turns)["relative"], sign, "{turns:?}");
        assert_eq!(devices(&talk(turns)).len(), 1, "{turns:?}");
    }
}

#[test]
fn several_that_were_spoken_of_one_after_another() {
    check(&["打开台灯", "打开左床头灯", "都关了吧"], &["desk", "left"]);
    check(&["打开台灯", "打开左床头灯", "把刚才那两个关了"], &["desk", "left"]);
    check(&["turn on Salim's lamp", "turn on Anna's lamp", "turn both off"], &["salim", "anna"]);
    check(&["打开台灯", "打开左床头灯", "把它关了"], &["left"]);
}

#[test]
fn what_was_said_long_ago_is_forgotten() {
    let home = house();
    let mut conversation = Conversation::new();
    say(&home, &mut conversation, 0, "打开主卧的主灯");
    let answer = say(&home, &mut conversation, 3_600_000, "客厅的呢");
    assert!(answer.invocations.is_empty());
    say(&home, &mut conversation, 3_601_000, "打开主灯");
    let answer = say(&home, &mut conversation, 7_200_000, "客厅的");
    assert!(answer.invocations.is_empty());
}

#[test]
fn the_other_way() {
    for (turns, expect) in [
        (["打开左床头灯", "反过来"], &[("left", "main-switch-off")][..]),
        (["把书房的台灯关了", "算了，反了"], &[("desk", "main-switch-on")]),
        (["拉上客厅的窗帘", "算了 拉回去"], &[("curtain-1", "main-windowShade-open")]),
        (["turn on Salim's lamp", "sorry, other way round"], &[("salim", "main-switch-off")]),
        (["turn on Salim's lamp", "undo that"], &[("salim", "main-switch-off")]),
        (["turn on Salim's lamp", "the other way round, he's asleep"], &[("salim", "main-switch-off")]),
        (
            ["打开左床头灯，关掉右床头灯", "弄反了"],
            &[("left", "main-switch-off"), ("right", "main-switch-on")],
        ),
    ] {
        assert_eq!(runs(&talk(&turns)), expect, "{turns:?}");
    }
    // What can harm takes a plain order.
    for turns in [["lock the front door", "other way round"], ["lock the front door", "undo that"]] {
        assert_ne!(talk(&turns).decision, Decision::Act, "{turns:?}");
    }
    assert_ne!(talk(&["close the left garage door", "the other way round"]).decision, Decision::Act);
    // It is told of something else, or nothing was done.
    for turns in [["打开左床头灯", "他反过来骂我"], ["turn on Salim's lamp", "he came back again"]]
    {
        assert!(talk(&turns).invocations.is_empty(), "{turns:?}");
    }
    assert!(talk(&["other way round"]).invocations.is_empty());
}

#[test]
fn once_more() {
    let again = talk(&["turn on Salim's lamp", "turn it off", "again"]);
    assert_eq!(runs(&again), [("salim", "main-switch-off")]);
    assert!(talk(&["turn on Salim's lamp", "again?"]).invocations.is_empty());
    assert_ne!(talk(&["open the left garage door", "again"]).decision, Decision::Act);
}

#[test]
fn another_told_by_its_place_or_owner() {
    check(&["打开客厅的主灯", "书房那边也是"], &["main-3"]);
    check(&["turn on Salim's lamp", "and hers"], &["anna"]);
    check(&["turn on Salim's lamp", "Anna's one"], &["anna"]);
    check(&["turn on the upstairs hall light", "and the one in the hallway"], &["hall-down"]);
    for turns in
        [["turn on Salim's lamp", "and Anna's asleep"], ["turn on Salim's lamp", "the one in the shop"]]
    {
        assert!(talk(&turns).invocations.is_empty(), "{turns:?}");
    }
}

#[test]
fn whether_it_was_done() {
    for (turns, expect) in [
        (["lock the front door", "is it done?"], ("front", "main-lock-lock")),
        (["lock the front door", "did it lock?"], ("front", "main-lock-lock")),
        (["turn off Salim's lamp", "did it go off?"], ("salim", "main-switch-switch")),
        (["打开台灯", "开了没"], ("desk", "main-switch-switch")),
    ] {
        assert_eq!(runs(&talk(&turns)), [expect], "{turns:?}");
    }
}

#[test]
fn another_door_is_no_yes() {
    let home = home(&[
        ("front", "大门锁", "门口", "SmartLock", &["lock"]),
        ("side", "Side door 锁", "Garage", "SmartLock", &["lock"]),
    ]);
    for (answer, unlocked) in [
        ("侧门呢，也开", &["side"][..]),
        ("侧门呢", &[][..]),
        ("大门", &["front"][..]),
        ("对，开", &["front"][..]),
    ] {
        let mut conversation = Conversation::new();
        let asked = say(&home, &mut conversation, 0, "大门开了");
        assert_eq!(asked.decision, Decision::Ask, "{answer}");
        let answered = say(&home, &mut conversation, 1000, answer);
        assert_eq!(devices(&answered), unlocked, "{answer}");
    }
}
