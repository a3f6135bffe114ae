//! The scenarios of the seed documents, and the traps of the design, from a parsed command to the decision.

use crate::support;

use lares_language::{Level, Quantifier, SpokenCondition, Unit, Value};
use lares_retrieval::{
    ArbitrationAnswer, Conversation, Decision, EntityKind, InvocationKind, Request, RetrievalConfig, Step,
    Supplied, retrieve,
};
use support::*;

use Quantifier::{All, Any, Except, One};

fn lamps() -> lares_retrieval::CompiledHome {
    home(&[
        ("living", "主灯", "客厅", "Light", LAMP),
        ("strip", "灯带", "客厅", "Light", LAMP),
        ("bed", "床头灯", "卧室", "Light", LAMP),
        ("kitchen", "吸顶灯", "厨房", "Light", PLUG),
        ("shade", "窗帘", "客厅", "Blind", SHADE),
        ("ac", "空调", "卧室", "AirConditioner", AC),
        ("buddy", "老伙计", "客厅", "SmartPlug", PLUG),
        ("lock", "门锁", "玄关", "SmartLock", &["lock"]),
    ])
}

#[test]
fn seed_000_open_the_light_of_the_living_room_is_switch_on() {
    let home = home(&[("lamp", "主灯", "客厅", "Light", LAMP), ("shade", "窗帘", "客厅", "Blind", SHADE)]);
    let answer = ask(&home, vec![command("打开", "客厅", "灯", "Light", All)]);
    assert_eq!(runs(&answer), [("lamp", "main-switch-on")]);
}

#[test]
fn seed_003_an_exact_name_comes_first_with_its_reason() {
    let answer = ask(&lamps(), vec![command("打开", "*", "老伙计", "Unknown", One)]);
    assert_eq!(runs(&answer), [("buddy", "main-switch-on")]);
    assert!(answer.results[0].candidates[0].reasons.iter().any(|reason| reason == "name_hit"));
}

#[test]
fn seed_003_room_and_type_together() {
    let answer = ask(&lamps(), vec![command("打开", "卧室", "灯", "Light", One)]);
    assert_eq!(runs(&answer), [("bed", "main-switch-on")]);
    let candidates = &answer.results[0].candidates;
    assert_eq!(candidates.len(), 1);
    for reason in ["room_hit", "type_hit"] {
        assert!(candidates[0].reasons.iter().any(|found| found == reason), "{reason}");
    }
}

#[test]
fn seed_001_all_lights_are_covered_by_groups_whatever_top_k_is() {
    let rows: Vec<(String, String)> =
        (0..33).map(|index| (format!("l{index}"), format!("灯{index}"))).collect();
    let rows: Vec<Row<'_>> =
        rows.iter().map(|(id, name)| (id.as_str(), name.as_str(), "客厅", "Light", LAMP)).collect();
    let answer = ask(&home(&rows), vec![command("关闭", "*", "灯", "Light", All)]);
    assert_eq!(answer.invocations.len(), 33);
    let result = &answer.results[0];
    assert_eq!(result.groups.len(), 1);
    assert_eq!(result.groups[0].batches.iter().map(Vec::len).collect::<Vec<_>>(), [20, 13]);
    assert_eq!(result.selected[0].entity_kind, EntityKind::Group);
    assert!(result.candidates.len() <= 5);
}

#[test]
fn seed_001_except_a_room_covers_the_rest() {
    let answer = ask(&lamps(), vec![command("关闭", "!客厅", "灯", "Light", Except)]);
    assert_eq!(devices(&answer), ["bed", "kitchen"]);
}

#[test]
fn except_a_device_leaves_it_alone() {
    let mut spoken = command("关闭", "*", "灯", "Light", Except);
    spoken.spoken.x = "床头灯".into();
    assert_eq!(devices(&ask(&lamps(), vec![spoken])), ["living", "strip", "kitchen"]);
}

#[test]
fn seed_001_too_many_targets_are_trimmed_and_asked_about() {
    let rows: Vec<(String, String)> =
        (0..12).map(|index| (format!("l{index}"), format!("灯{index}"))).collect();
    let rows: Vec<Row<'_>> =
        rows.iter().map(|(id, name)| (id.as_str(), name.as_str(), "客厅", "Light", LAMP)).collect();
    let config = RetrievalConfig { max_targets: 5, ..RetrievalConfig::default() };
    let home = home_with(&rows, &config, &[]);
    let mut talk = Conversation::new();
    let answer = ask_in(&home, &mut talk, 0, None, vec![command("关闭", "*", "灯", "Light", All)]);
    assert_eq!(answer.decision, Decision::Ask);
    assert_eq!(answer.results[0].hint.as_deref(), Some("too_many_targets"));
    assert_eq!(answer.results[0].groups[0].device_ids.len(), 5);
    let answer = say(&home, &mut talk, 1000, "继续");
    assert_eq!(answer.invocations.len(), 5);
}

#[test]
fn seed_002_include_that_leaves_nothing_falls_back_and_never_acts() {
    let home = home(&[("lamp", "灯", "客厅", "Light", LAMP), ("ac", "空调", "卧室", "AirConditioner", AC)]);
    let answer = ask(&home, vec![command("打开", "卧室", "灯", "Light", All)]);
    assert_eq!(answer.decision, Decision::Pass);
    assert!(answer.invocations.is_empty());
    assert_eq!(answer.results[0].meta["scope_include_fallback"], 1);
    assert_eq!(answer.results[0].candidates[0].entity_id, "lamp");
}

#[test]
fn seed_002_an_unknown_room_never_acts() {
    let answer = ask(&lamps(), vec![command("打开", "酒窖", "灯", "Light", All)]);
    assert_ne!(answer.decision, Decision::Act);
    assert_eq!(answer.results[0].meta["room_unknown_terms"][0], "酒窖");
    assert_eq!(answer.results[0].meta["not_found"][0], "酒窖");
}

#[test]
fn seed_001_a_custom_name_with_the_room_word_is_found() {
    let home =
        home(&[("buddy", "客厅老伙计", "", "SmartPlug", PLUG), ("other", "风扇", "客厅", "Fan", PLUG)]);
    for name in ["客厅老伙计", "老伙计"] {
        let answer = ask(&home, vec![command("打开", "客厅", name, "Unknown", One)]);
        assert_eq!(devices(&answer), ["buddy"], "{name}");
    }
}

#[test]
fn trap_1_all_air_conditioners_to_26_is_never_a_switch() {
    let rows: Vec<(String, String)> =
        (0..99).map(|index| (format!("a{index}"), format!("空调{index}"))).collect();
    let rows: Vec<Row<'_>> =
        rows.iter().map(|(id, name)| (id.as_str(), name.as_str(), "客厅", "AirConditioner", AC)).collect();
    let spoken = command("设置温度=26度", "*", "空调", "AirConditioner", All);
    let spoken = with(spoken, "temperature", Some(Value::Number { number: 26.0, unit: Unit::Degree }));
    let answer = ask(&home(&rows), vec![spoken]);
    assert_eq!(answer.invocations.len(), 99);
    assert!(answer.invocations.iter().all(|invocation| {
        invocation.capability_id.ends_with("setCoolingSetpoint") && invocation.argument == Some(26.into())
    }));
}

#[test]
fn trap_2_what_the_home_does_not_have_is_none_and_named() {
    let answer = ask(&lamps(), vec![command("打开", "*", "洗碗机", "Dishwasher", All)]);
    assert_eq!((answer.decision, answer.invocations.len()), (Decision::None, 0));
    assert_eq!(answer.results[0].meta["not_found"][0], "洗碗机");
    let answer = ask(&lamps(), vec![command("打开", "*", "小明的宝贝", "Unknown", One)]);
    assert_eq!(answer.decision, Decision::None);
    assert!(answer.results[0].candidates.is_empty());
}

#[test]
fn trap_2_an_unreadable_answer_gives_no_candidates() {
    let mut unknown = command("UNKNOWN", "*", "*", "Unknown", One);
    unknown.confidence = 0.0;
    let answer = ask(&lamps(), vec![unknown]);
    assert_eq!(answer.decision, Decision::None);
    assert!(answer.results[0].candidates.is_empty());
}

#[test]
fn trap_3_it_is_the_device_last_spoken_of() {
    let (home, mut talk) = (lamps(), Conversation::new());
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "床头灯", "Light", One)]);
    let it = with(command("调高亮度", "*", "@last", "Unknown", One), "brightness", None);
    let answer = ask_in(&home, &mut talk, 1000, None, vec![it.clone()]);
    assert_eq!(runs(&answer), [("bed", "main-switchLevel-setLevel")]);
    let answer = ask_in(&home, &mut talk, 400_000, None, vec![it]);
    assert_eq!(answer.decision, Decision::Ask, "five minutes later nothing is meant by it");
}

#[test]
fn trap_3_a_left_out_target_is_the_device_last_spoken_of() {
    let (home, mut talk) = (lamps(), Conversation::new());
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "空调", "AirConditioner", One)]);
    let mut spoken = command("关闭", "*", "*", "Unknown", One);
    spoken.target_left_out = true;
    assert_eq!(devices(&ask_in(&home, &mut talk, 1000, None, vec![spoken])), ["ac"]);
}

#[test]
fn trap_3_any_with_a_count_takes_that_many() {
    let mut spoken = command("打开", "*", "灯", "Light", Any);
    spoken.spoken.c = Some(2);
    let answer = ask_in(&lamps(), &mut Conversation::new(), 0, Some("卧室"), vec![spoken]);
    assert_eq!(devices(&answer), ["bed", "living"], "first where the speaker stands, then in file order");
}

#[test]
fn the_other_one_is_another_of_the_same_kind() {
    let home = home(&[
        ("left", "左床头灯", "卧室", "Light", LAMP),
        ("right", "右床头灯", "卧室", "Light", LAMP),
        ("main", "主灯", "卧室", "Light", LAMP),
    ]);
    let mut talk = Conversation::new();
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "左床头灯", "Light", One)]);
    let answer = ask_in(&home, &mut talk, 1000, None, vec![command("打开", "*", "@other", "Unknown", One)]);
    assert_eq!(devices(&answer), ["right"]);
}

#[test]
fn seed_003_equal_devices_ask_and_the_answer_runs() {
    let home = home(&[("a", "台灯", "客厅", "Light", LAMP), ("b", "台灯", "卧室", "Light", LAMP)]);
    for (reply, expected) in
        [("卧室的", vec!["b"]), ("第一个", vec!["a"]), ("都要", vec!["a", "b"]), ("客厅那个", vec!["a"])]
    {
        let mut talk = Conversation::new();
        let answer = ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "台灯", "Light", One)]);
        assert_eq!(answer.decision, Decision::Ask);
        let clarification = answer.results[0].clarification.clone().unwrap();
        assert_eq!(
            clarification.options.iter().map(|option| option.id.as_str()).collect::<Vec<_>>(),
            ["a", "b"]
        );
        assert_eq!(clarification.options[1].label, "卧室的台灯");
        let answer = say(&home, &mut talk, 1000, reply);
        assert_eq!((answer.parser.as_str(), devices(&answer)), ("answer", expected), "{reply}");
    }
}

#[test]
fn seed_003_no_to_a_question_does_nothing_and_forgets_it() {
    let home = home(&[("a", "台灯", "客厅", "Light", LAMP), ("b", "台灯", "卧室", "Light", LAMP)]);
    let mut talk = Conversation::new();
    ask_in(&home, &mut talk, 0, None, vec![command("打开", "*", "台灯", "Light", One)]);
    let answer = say(&home, &mut talk, 1000, "算了");
    assert_eq!(
        (answer.decision, answer.results[0].meta["cancelled"].as_bool()),
        (Decision::None, Some(true))
    );
    assert_ne!(say(&home, &mut talk, 2000, "第一个").parser, "answer");
}

#[test]
fn the_speaker_s_room_decides_between_equals_and_never_widens_what_was_said() {
    let home = home(&[
        ("a", "台灯", "客厅", "Light", LAMP),
        ("b", "台灯", "卧室", "Light", LAMP),
        ("c", "吸顶灯", "卧室", "Light", LAMP),
    ]);
    let at = |spoken| {
        let answer = ask_in(&home, &mut Conversation::new(), 0, Some("卧室"), vec![spoken]);
        answer.invocations.iter().map(|invocation| invocation.device_id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(at(command("打开", "*", "台灯", "Light", One)), ["b"]);
    assert_eq!(at(command("打开", "客厅", "灯", "Light", All)), ["a"]);
    let mut generic = command("打开", "*", "灯", "Light", All);
    generic.quantifier_said = false;
    assert_eq!(at(generic), ["b", "c"]);
    let mut aloud = command("打开", "*", "灯", "Light", All);
    aloud.words = "打开所有的灯".into();
    assert_eq!(at(aloud), ["a", "b", "c"]);
}

#[test]
fn what_can_harm_is_marked_and_never_swept_in() {
    let home = lamps();
    let answer = ask(&home, vec![command("开锁", "*", "门锁", "SmartLock", All)]);
    assert_eq!(runs(&answer), [("lock", "main-lock-unlock")]);
    assert!(answer.invocations[0].sensitive);
    let answer = ask(&home, vec![command("打开", "*", "*", "Unknown", All)]);
    assert!(!devices(&answer).contains(&"lock"));
    let mut doubtful = command("开锁", "*", "门锁", "SmartLock", All);
    doubtful.confidence = 0.7;
    let mut talk = Conversation::new();
    let answer = ask_in(&home, &mut talk, 0, None, vec![doubtful]);
    assert_eq!(answer.decision, Decision::Ask, "what can harm needs more confidence");
    assert_eq!(devices(&say(&home, &mut talk, 1000, "是的")), ["lock"]);
}

#[test]
fn two_locks_by_a_plain_noun_are_asked_about() {
    let home = home(&[
        ("front", "大门锁", "玄关", "SmartLock", &["lock"]),
        ("back", "花园门锁", "花园", "SmartLock", &["lock"]),
    ]);
    let mut spoken = command("开锁", "*", "门锁", "SmartLock", All);
    spoken.quantifier_said = false;
    assert_eq!(ask(&home, vec![spoken.clone()]).decision, Decision::Ask);
    spoken.quantifier_said = true;
    assert_eq!(devices(&ask(&home, vec![spoken])), ["front", "back"]);
}

#[test]
fn later_wished_for_or_unsure_is_not_acted_on() {
    let home = lamps();
    let plain = command("打开", "*", "床头灯", "Light", One);
    let mut scheduled = plain.clone();
    scheduled.scheduled = true;
    let mut unsure = plain.clone();
    unsure.confidence = 0.5;
    for spoken in [scheduled, unsure] {
        let answer = ask(&home, vec![spoken]);
        assert_eq!(answer.decision, Decision::Pass);
        assert!(answer.invocations.is_empty());
        assert_eq!(answer.results[0].selected[0].entity_id, "bed");
    }
}

#[test]
fn trap_5_a_question_reads_an_attribute() {
    let spoken = with(command("查询温度", "*", "空调", "AirConditioner", One), "temperature", None);
    let answer = ask(&lamps(), vec![spoken]);
    assert_eq!(runs(&answer), [("ac", "main-temperatureMeasurement-temperature")]);
    assert_eq!(answer.invocations[0].kind, InvocationKind::Attribute);
}

#[test]
fn out_of_range_is_no_act_and_says_the_range() {
    let spoken = command("设置亮度=150%", "*", "床头灯", "Light", One);
    let spoken = with(spoken, "brightness", Some(Value::Number { number: 150.0, unit: Unit::Percent }));
    let answer = ask(&lamps(), vec![spoken]);
    assert_ne!(answer.decision, Decision::Act);
    assert_eq!(answer.results[0].meta["argument_error"], "150超出范围，可设置的范围是0–100%");
}

#[test]
fn some_lamps_cannot_be_dimmed_and_the_hint_says_so() {
    let spoken = command("设置亮度=最亮", "*", "灯", "Light", All);
    let answer = ask(&lamps(), vec![with(spoken, "brightness", Some(Value::Level(Level::Max)))]);
    assert_eq!(devices(&answer), ["living", "strip", "bed"]);
    assert_eq!(answer.results[0].hint.as_deref(), Some("partial_coverage"));
    assert_eq!(answer.results[0].argument, Some(100.into()));
}

#[test]
fn conditions_are_found_and_go_with_each_invocation() {
    let mut spoken = command("打开", "*", "空调", "AirConditioner", One);
    let condition = |v: &str| SpokenCondition {
        n: "空调".into(),
        s: "*".into(),
        t: "AirConditioner".into(),
        p: "温度".into(),
        op: ">".into(),
        v: v.into(),
    };
    spoken.spoken.conditions = vec![condition("26")];
    let answer = ask(&lamps(), vec![spoken.clone()]);
    assert_eq!(answer.decision, Decision::Act);
    let found = &answer.invocations[0].conditions[0];
    assert_eq!((found.devices.as_slice(), found.op.as_str()), (["ac".into()].as_slice(), ">"));
    assert_eq!(
        (found.attribute.as_str(), &found.value),
        ("main-temperatureMeasurement-temperature", &26.into())
    );
    assert_eq!(answer.results[0].conditions, answer.invocations[0].conditions);
    spoken.spoken.conditions =
        vec![SpokenCondition { p: "咕噜咕噜".into(), n: "*".into(), ..condition("5") }];
    assert_eq!(ask(&lamps(), vec![spoken]).decision, Decision::Pass, "a condition that nothing can tell");
}

#[test]
fn scenes_are_run_by_their_name() {
    let home = home_with(
        &[("lamp", "主灯", "客厅", "Light", LAMP)],
        &RetrievalConfig::default(),
        &[("s-1", "回家模式")],
    );
    for name in ["回家模式", "回家"] {
        let answer = ask(&home, vec![command("打开", "*", name, "Unknown", One)]);
        assert_eq!(runs(&answer), [("s-1", "scene-execute")], "{name}");
        assert_eq!(answer.invocations[0].kind, InvocationKind::Scene);
    }
}

#[test]
fn several_commands_keep_their_order_and_remember_each_other() {
    let answer = ask(
        &lamps(),
        vec![
            command("打开", "*", "床头灯", "Light", One),
            command("关闭", "*", "老伙计", "Unknown", One),
            command("打开", "*", "@last", "Unknown", One),
            command("关闭", "*", "@last", "Unknown", One),
        ],
    );
    // The last one repeats the second: it is emitted once, and said so. What was said between them is void.
    assert_eq!(devices(&answer), ["bed", "buddy"]);
    assert_eq!(answer.results[2].meta["superseded"], 1);
    assert_eq!(answer.results.len(), 4);
    assert_eq!(answer.results[3].meta["repeated"], 1);
}

#[test]
fn seed_000_arbitration_is_a_value_and_its_choice_is_taken() {
    let config = RetrievalConfig { enable_bulk_arbitration_llm: true, ..RetrievalConfig::default() };
    let rows: &[Row<'_>] =
        &[("a", "电视甲", "客厅", "Television", TV), ("b", "电视乙", "卧室", "Television", TV)];
    let home = home_with(rows, &config, &[]);
    // No verb is understood: only vectors speak, and they are undecided.
    let mut spoken = command("弄一下声音", "*", "电视", "Television", All);
    spoken.action = lares_language::Action::default();
    let parse = lares_language::Parse { commands: vec![spoken], ..lares_language::Parse::default() };
    let mut request = Request { text: "弄一下声音", parse: Some(&parse), ..Request::default() };
    let mut talk = Conversation::new();
    let Step::NeedArbitration(wanted) = retrieve(&home, &mut talk, &request) else { panic!("it was sure") };
    assert!(wanted.options.len() >= 2 && wanted.options.len() <= 5);
    assert!(wanted.options.iter().all(|option| !option.examples.is_empty() && option.device_count > 0));
    assert_eq!(talk, Conversation::new(), "nothing is remembered before the answer");
    request.supplied =
        Supplied { arbitrations: [(0, ArbitrationAnswer::Choice(1))].into(), ..Supplied::default() };
    let answer = done(retrieve(&home, &mut talk, &request));
    assert_eq!(answer.results[0].groups[0].capability_id, wanted.options[1].capability_id);
    request.supplied.arbitrations.insert(0, ArbitrationAnswer::Question("要做什么？".into()));
    let answer = done(retrieve(&home, &mut talk, &request));
    assert_eq!(answer.results[0].clarification.clone().unwrap().question, "要做什么？");
}

#[test]
fn the_trace_holds_every_stage() {
    let parse = lares_language::Parse {
        commands: vec![command("打开", "客厅", "灯", "Light", All)],
        ..lares_language::Parse::default()
    };
    let request =
        Request { text: "打开客厅的灯", parse: Some(&parse), trace: true, ..Request::default() };
    let answer = done(retrieve(&lamps(), &mut Conversation::new(), &request));
    let stages: Vec<&str> = answer.trace[0].stages.iter().map(|stage| stage.stage.as_str()).collect();
    for stage in ["scope", "gate", "bulk", "decide"] {
        assert!(stages.contains(&stage), "{stage} in {stages:?}");
    }
}

#[test]
fn the_json_has_the_fields_of_the_contract() {
    let answer = ask(&lamps(), vec![command("打开", "*", "床头灯", "Light", One)]);
    let json = serde_json::to_value(&answer).unwrap();
    for field in ["text", "language", "parser", "decision", "invocations", "results", "context"] {
        assert!(json.get(field).is_some(), "{field}");
    }
    for field in [
        "command",
        "confidence",
        "decision",
        "invocations",
        "candidates",
        "selected",
        "argument",
        "groups",
        "options",
        "hint",
        "clarification",
        "conditions",
        "meta",
    ] {
        assert!(json["results"][0].get(field).is_some(), "{field}");
    }
    assert_eq!(json["invocations"][0]["kind"], "command");
    assert_eq!(json["results"][0]["candidates"][0]["entity_kind"], "device");
    assert!(json["invocations"][0].get("argument").is_none());
}
