//! The JSON schema of case files says what the reader says: it accepts what the reader accepts and what the writer
//! writes, and refuses what the reader refuses.

#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

use std::path::Path;

use jsonschema::Validator;
use lares_eval::case::{
    Case, Expectation, ExpectedCondition, ExpectedValue, Format, SCHEMA, Select, read_cases, read_cases_as,
    to_json_line, to_yaml,
};
use lares_eval::suite::{Part, Suite};
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use smol_str::SmolStr;

fn validator() -> Validator {
    jsonschema::validator_for(&serde_json::from_str(SCHEMA).unwrap()).unwrap()
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "[开关灯客厅一二三]{1,5}",
        "[ -~]{0,6}[a-z:#'\"-]",
        Just("yes".to_owned()),
        Just("12:30".to_owned()),
        Just("007".to_owned()),
        Just("~".to_owned()),
        Just("1e3".to_owned())
    ]
}

fn ids(least: usize) -> impl Strategy<Value = Vec<SmolStr>> {
    prop::collection::hash_set(text(), least..4).prop_map(|set| {
        let mut ids: Vec<SmolStr> = set.into_iter().map(SmolStr::from).collect();
        ids.sort();
        ids
    })
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-100i32..100).prop_map(f64::from),
        (-1000i32..1000).prop_map(|tenths| f64::from(tenths) / 10.0)
    ]
}

fn value() -> impl Strategy<Value = ExpectedValue> {
    prop_oneof![
        number().prop_map(ExpectedValue::Number),
        text().prop_map(ExpectedValue::Text),
        (number(), number()).prop_map(|(hue, saturation)| ExpectedValue::Color { hue, saturation }),
        (any::<bool>(), prop::option::of(number()))
            .prop_map(|(up, amount)| ExpectedValue::Relative { up, amount }),
    ]
}

fn condition() -> impl Strategy<Value = ExpectedCondition> {
    let value = prop_oneof![
        (-9i64..9).prop_map(Json::from),
        text().prop_map(Json::from),
        any::<bool>().prop_map(Json::from)
    ];
    (ids(1), text(), prop::sample::select(vec!["=", "!=", ">", "<", ">=", "<="]), value).prop_map(
        |(devices, attribute, op, value)| ExpectedCondition {
            devices,
            attribute: attribute.into(),
            op: op.into(),
            value,
        },
    )
}

fn expectation() -> impl Strategy<Value = Expectation> {
    let some = (ids(1), ids(1), prop::option::of(value()), ids(0), prop::collection::vec(condition(), 0..2));
    (some, 0..3usize, 1..4usize).prop_map(
        |((devices, capability, value, optional, conditions), select, count)| {
            let select = match select {
                0 => Select::One,
                1 => Select::Set,
                _ => Select::Any(count.min(devices.len())),
            };
            Expectation { select, devices, capability, value, optional, conditions }
        },
    )
}

prop_compose! {
    fn case()(
        id in text(),
        turns in prop::collection::vec(text(), 1..3),
        room in prop::option::of(text()),
        expect in prop::collection::vec(expectation(), 0..3),
        clarify in any::<bool>(),
        tags in ids(0),
    ) -> Case {
        Case { id, turns, room, clarify: clarify && expect.is_empty(), expect, tags: tags.into_iter().map(String::from).collect() }
    }
}

/// Something else in the place of something.
fn wrong() -> impl Strategy<Value = Json> {
    prop::sample::select(vec![
        Json::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(1.5),
        json!(""),
        json!(" "),
        json!("any"),
        json!("a"),
        json!([]),
        json!(["a", "a"]),
        json!(["b"]),
        json!({}),
        json!({"relative": "+"}),
        json!({"hue": 1, "saturation": 2, "amount": 3}),
    ])
}

/// Every object and list in a value, by the way to it.
fn places(json: &Json, way: &str, into: &mut Vec<String>) {
    into.push(way.to_owned());
    match json {
        Json::Object(fields) => {
            fields.iter().for_each(|(key, value)| places(value, &format!("{way}/{key}"), into))
        }
        Json::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| places(value, &format!("{way}/{index}"), into));
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_reads_back_in_both_formats_and_fits(case in case()) {
        let line = to_json_line(&case);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(&read_cases(&line, "line").unwrap(), std::slice::from_ref(&case));
        let list = [case, Case { id: "another one".into(), turns: vec!["x".into()], ..Case::default() }];
        let yaml = to_yaml(&list);
        prop_assert_eq!(&read_cases_as(&yaml, Format::Yaml, "yaml").unwrap(), &list, "{}", yaml);
        let json: Json = serde_json::from_str(&line).unwrap();
        prop_assert!(validator().is_valid(&json), "{}", line);
        prop_assert!(validator().is_valid(&json!([json])));
    }

    #[test]
    fn a_changed_case_is_refused_by_both_or_by_neither(
        case in case(),
        place in any::<prop::sample::Index>(),
        wrong in wrong(),
        change in 0..3usize,
    ) {
        let mut json: Json = serde_json::from_str(&to_json_line(&case)).unwrap();
        let mut ways = Vec::new();
        places(&json, "", &mut ways);
        let way = place.get(&ways).clone();
        match (change, json.pointer_mut(&way).unwrap()) {
            (0, found) => *found = wrong,
            (1, Json::Object(fields)) => { fields.insert("surplus".into(), wrong); }
            (2, Json::Object(fields)) => {
                let first = fields.keys().nth(place.index(fields.len().max(1))).cloned();
                first.map(|key| fields.remove(&key));
            }
            (_, found) => *found = wrong,
        }
        // What a schema cannot say: that a count is no more than there are devices.
        let readable = match read_cases(&json.to_string(), "line") {
            Err(error) if error.to_string().contains("is more than the") => return Ok(()),
            read => read.is_ok(),
        };
        prop_assert_eq!(validator().is_valid(&json!([json])), readable, "{}", json);
    }
}

#[test]
fn every_dev_case_fits() {
    let validator = validator();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for suite in Suite::all(&data, Part::Dev).unwrap() {
        for case in suite.cases {
            let json: Json = serde_json::from_str(&to_json_line(&case)).unwrap();
            assert!(validator.is_valid(&json), "{json}");
            assert_eq!(read_cases(&json.to_string(), "line").unwrap(), [case]);
        }
    }
}
