//! Whatever is asked of whatever home: an answer, the same one each time, and never a device that is not there.

use crate::support;

use lares_home::{Act, catalogue};
use lares_language::{
    Action, Language, Level, Parse, ParsedCommand, Quantifier, SpokenCommand, SpokenCondition,
};
use lares_language::{Unit, Value};
use lares_retrieval::{
    CompiledHome, Conversation, Decision, EntityKind, Request, Workspace, retrieve, retrieve_in,
};
use proptest::prelude::*;
use support::{Row, done, home};

const CAPABILITIES: [&[&str]; 7] = [
    &["switch", "switchLevel", "colorControl", "colorTemperature"],
    &["switch"],
    &["windowShade", "windowShadeLevel"],
    &["switch", "airConditionerMode", "thermostatCoolingSetpoint", "temperatureMeasurement", "fanSpeed"],
    &["lock", "battery"],
    &["unheard.of"],
    &[],
];
const CATEGORIES: [&str; 6] = ["Light", "SmartLock", "Blind", "AirConditioner", "Nonsense", ""];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("*".to_owned()),
        Just("灯".to_owned()),
        Just("主灯".to_owned()),
        Just("@last".to_owned()),
        Just("@other".to_owned()),
        Just("客厅".to_owned()),
        Just("!卧室,客厅".to_owned()),
        Just("light".to_owned()),
        Just("门".to_owned()),
        ".{0,6}",
    ]
}

fn value() -> impl Strategy<Value = Option<Value>> {
    prop_oneof![
        Just(None),
        (any::<f64>(), 0..13usize).prop_map(|(number, unit)| {
            let units = [
                Unit::None,
                Unit::Percent,
                Unit::Degree,
                Unit::Celsius,
                Unit::Fahrenheit,
                Unit::Kelvin,
                Unit::Gear,
                Unit::Second,
                Unit::Minute,
                Unit::Hour,
                Unit::Channel,
                Unit::Time,
                Unit::Rpm,
            ];
            Some(Value::Number { number, unit: units[unit] })
        }),
        (0..200i32).prop_map(|number| Some(Value::Number { number: number.into(), unit: Unit::Percent })),
        Just(Some(Value::Level(Level::Max))),
        word().prop_map(|text| Some(Value::Word { key: Some(text.clone()), text })),
        (any::<f64>(), any::<f64>()).prop_map(|(hue, saturation)| Some(Value::Color {
            hue,
            saturation,
            text: "红".into()
        })),
        any::<f64>().prop_map(|kelvin| Some(Value::Kelvin { kelvin, text: "暖".into() })),
    ]
}

prop_compose! {
    fn spoken()(
        words in (word(), word(), word(), word()),
        q in 0..4usize,
        c in proptest::option::of(0..5u32),
        acts in proptest::collection::vec(0..Act::ALL.len(), 0..3),
        properties in proptest::collection::vec(0..catalogue().properties().len(), 0..3),
        value in value(),
        confidence in 0.0..=1.0f32,
        flags in any::<[bool; 5]>(),
    ) -> ParsedCommand {
        let (s, n, x, t) = words;
        let conditions = if flags[4] {
            vec![SpokenCondition { n: n.clone(), s: s.clone(), t: "Unknown".into(), p: "温度".into(), op: ">".into(), v: x.clone() }]
        } else {
            Vec::new()
        };
        let q = [Quantifier::One, Quantifier::All, Quantifier::Any, Quantifier::Except][q];
        ParsedCommand {
            words: n.clone(),
            spoken: SpokenCommand { a: "打开".into(), s, n, t: if flags[0] { "Light".into() } else { t }, q, x, c, conditions },
            action: Action {
                acts: acts.into_iter().map(|act| Act::ALL[act]).collect(),
                properties: properties.into_iter().map(|index| lares_home::Property(index as u16)).collect(),
                value,
            },
            confidence,
            target_left_out: flags[1],
            quantifier_said: flags[2],
            scheduled: flags[3],
            ..ParsedCommand::default()
        }
    }
}

prop_compose! {
    fn row()(name in word(), room in 0..4usize, category in 0..CATEGORIES.len(), kind in 0..CAPABILITIES.len())
        -> (String, usize, usize, usize) { (name, room, category, kind) }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_request_to_any_home_is_answered_and_the_same_way_twice(
        rows in proptest::collection::vec(row(), 0..9),
        turns in proptest::collection::vec((proptest::collection::vec(spoken(), 0..3), ".{0,8}"), 1..4),
    ) {
        let ids: Vec<String> = (0..rows.len()).map(|index| format!("d{index}")).collect();
        let rooms = ["", "客厅", "卧室", "Kitchen"];
        let table: Vec<Row<'_>> = ids
            .iter()
            .zip(&rows)
            .map(|(id, (name, room, category, kind))| {
                (id.as_str(), name.as_str(), rooms[*room], CATEGORIES[*category], CAPABILITIES[*kind])
            })
            .collect();
        let indexed = home(&table);
        let linear = home(&table).without_indexes();
        let run = |home: &CompiledHome, mut workspace: Option<&mut Workspace>| {
            let mut talk = Conversation::new();
            turns
                .iter()
                .enumerate()
                .map(|(turn, (commands, text))| {
                    let parse = Parse { language: Language::Chinese, commands: commands.clone(), ..Parse::default() };
                    let request = Request {
                        text,
                        now_ms: turn as u64 * 1000,
                        room: (turn % 2 == 0).then_some("客厅"),
                        parse: Some(&parse),
                        ..Request::default()
                    };
                    done(match &mut workspace {
                        Some(workspace) => retrieve_in(home, &mut talk, &request, workspace),
                        None => retrieve(home, &mut talk, &request),
                    })
                })
                .collect::<Vec<_>>()
        };
        let answers = run(&indexed, None);
        prop_assert_eq!(&answers, &run(&indexed, None));
        let mut workspace = Workspace::default();
        for _ in 0..2 {
            prop_assert_eq!(&answers, &run(&indexed, Some(&mut workspace)), "in memory that was used before");
        }
        prop_assert_eq!(&answers, &run(&linear, None), "the indexes find what a visit of every device finds");
        let home = indexed;
        for answer in &answers {
            for result in &answer.results {
                prop_assert!(result.decision == Decision::Act || result.invocations.is_empty());
                prop_assert!(result.decision != Decision::Ask || result.clarification.is_some());
                for candidate in &result.candidates {
                    prop_assert!(candidate.total_score.is_finite() && candidate.vector_score.is_finite());
                    if candidate.entity_kind == EntityKind::Device {
                        let device = home.device_by_id(&candidate.entity_id).and_then(|index| home.device(index));
                        let profile = &home.home.profiles[device.unwrap().profile.0 as usize];
                        let has = profile.commands.iter().any(|index| home.home.commands[index.0 as usize].capability_id == candidate.capability_id)
                            || profile.attributes.iter().any(|index| home.home.attributes[index.0 as usize].capability_id == candidate.capability_id);
                        prop_assert!(has, "{} is not in the profile", candidate.capability_id);
                    }
                }
            }
        }
    }
}
