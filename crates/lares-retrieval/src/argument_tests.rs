//! Values and the arguments they become.

use super::*;

fn numeric(kind: ValueKind, min: f64, max: f64, step: Option<f64>, unit: &str) -> ArgumentSpec {
    ArgumentSpec {
        name: "value".into(),
        kind,
        range: Some(ValueRange { min, max, step, unit: unit.into() }),
        values: Vec::new(),
        attribute: None,
    }
}

fn level() -> ArgumentSpec {
    numeric(ValueKind::Integer, 0.0, 100.0, None, "%")
}

fn celsius() -> ArgumentSpec {
    numeric(ValueKind::Number, 16.0, 32.0, Some(0.5), "C")
}

fn values(list: &[(&str, &str, &[&str])]) -> ArgumentSpec {
    ArgumentSpec {
        name: "mode".into(),
        kind: ValueKind::Enum,
        range: None,
        values: list
            .iter()
            .map(|(value, key, words)| ValueSpec {
                value: (*value).into(),
                key: (*key).into(),
                description: words.first().map_or_else(String::new, |word| (*word).into()),
                words: words.iter().map(|word| (*word).into()).collect(),
                acts: Vec::new(),
            })
            .collect(),
        attribute: None,
    }
}

fn said(number: f64, unit: Unit) -> Value {
    Value::Number { number, unit }
}

fn word(text: &str, key: Option<&str>) -> Value {
    Value::Word { text: text.into(), key: key.map(Into::into) }
}

fn filled(value: &Value, argument: &ArgumentSpec) -> Json {
    match fill(value, argument) {
        Filled::Value(json) => json,
        other => panic!("{value:?} gave {other:?}"),
    }
}

#[test]
fn numbers_in_their_own_unit() {
    assert_eq!(filled(&said(50.0, Unit::Percent), &level()), json!(50));
    assert_eq!(filled(&said(50.0, Unit::None), &level()), json!(50));
    assert_eq!(filled(&said(26.5, Unit::Degree), &celsius()), json!(26.5));
    assert_eq!(filled(&said(26.0, Unit::Celsius), &celsius()), json!(26));
}

#[test]
fn degrees_of_the_other_scale_are_converted() {
    let fahrenheit = numeric(ValueKind::Integer, 60.0, 90.0, None, "F");
    assert_eq!(filled(&said(25.0, Unit::Celsius), &fahrenheit), json!(77));
    assert_eq!(filled(&said(77.0, Unit::Fahrenheit), &celsius()), json!(25));
    assert_eq!(filled(&said(72.0, Unit::Degree), &fahrenheit), json!(72));
    assert_eq!(filled(&said(25.0, Unit::Degree), &fahrenheit), json!(77), "only Celsius makes sense");
    assert_eq!(filled(&said(77.0, Unit::Degree), &celsius()), json!(25));
    assert_eq!(fill(&said(50.0, Unit::Percent), &celsius()), Filled::Unsuitable);
}

#[test]
fn a_percentage_is_of_the_range() {
    let speed = numeric(ValueKind::Integer, 0.0, 4.0, None, "");
    assert_eq!(filled(&said(50.0, Unit::Percent), &speed), json!(2));
    let wide = numeric(ValueKind::Integer, 0.0, 254.0, None, "");
    assert_eq!(filled(&said(100.0, Unit::Percent), &wide), json!(254));
    let tone = numeric(ValueKind::Integer, 2700.0, 6500.0, None, "K");
    assert_eq!(filled(&said(50.0, Unit::Percent), &tone), json!(4600));
}

#[test]
fn points_of_a_range() {
    for (point, share) in [
        (Level::Min, 0),
        (Level::Quarter, 25),
        (Level::Third, 33),
        (Level::Middle, 50),
        (Level::ThreeQuarters, 75),
        (Level::Max, 100),
        (Level::Low, 25),
        (Level::Medium, 50),
        (Level::High, 75),
    ] {
        assert_eq!(filled(&Value::Level(point), &level()), json!(share));
    }
    assert_eq!(filled(&Value::Level(Level::Middle), &celsius()), json!(24));
    let tone = numeric(ValueKind::Integer, 2700.0, 6500.0, None, "K");
    assert_eq!(filled(&Value::Level(Level::Middle), &tone), json!(4600));
}

#[test]
fn out_of_range_is_refused_with_the_range() {
    for (value, argument) in [
        (said(150.0, Unit::Percent), level()),
        (said(40.0, Unit::Degree), celsius()),
        (said(-1.0, Unit::None), level()),
    ] {
        assert!(matches!(fill(&value, &argument), Filled::Refused(Refusal::Range { .. })), "{value:?}");
    }
}

#[test]
fn what_lies_between_steps_is_refused_not_rounded() {
    let whole = numeric(ValueKind::Integer, 16.0, 30.0, None, "C");
    assert_eq!(
        fill(&said(26.5, Unit::Degree), &whole),
        Filled::Refused(Refusal::Step { said: 26.5, step: 1.0 })
    );
    assert!(matches!(fill(&said(26.3, Unit::Degree), &celsius()), Filled::Refused(Refusal::Step { .. })));
    let tenth = numeric(ValueKind::Number, 0.0, 1.0, Some(0.1), "");
    assert_eq!(filled(&said(0.7, Unit::None), &tenth), json!(0.7));
}

#[test]
fn durations_in_the_argument_s_unit() {
    let minutes = numeric(ValueKind::Integer, 0.0, 600.0, None, "min");
    assert_eq!(filled(&said(2.0, Unit::Hour), &minutes), json!(120));
    let seconds = numeric(ValueKind::Integer, 0.0, 7200.0, None, "s");
    assert_eq!(filled(&said(30.0, Unit::Minute), &seconds), json!(1800));
    assert_eq!(fill(&said(30.0, Unit::Minute), &level()), Filled::Unsuitable);
}

#[test]
fn values_by_key_and_by_word() {
    let mode = values(&[("cooling", "cool", &["制冷", "Cool"]), ("heating", "heat", &["制热", "Heat"])]);
    assert_eq!(filled(&word("制冷", Some("cool")), &mode), json!("cooling"));
    assert_eq!(filled(&word("制热", None), &mode), json!("heating"));
    assert_eq!(filled(&word("HEAT", None), &mode), json!("heating"));
    assert!(matches!(fill(&word("除湿", Some("dry")), &mode), Filled::Refused(Refusal::Unnamed { .. })));
    let inputs = values(&[("HDMI1", "hdmi1", &["HDMI 1"]), ("HDMI2", "hdmi2", &["HDMI 2"])]);
    assert_eq!(filled(&word("hdmi 2", None), &inputs), json!("HDMI2"));
}

#[test]
fn gears_are_steps() {
    let fan = values(&[
        ("auto", "auto", &["自动"]),
        ("low", "low", &["低风"]),
        ("medium", "medium", &["中风"]),
        ("high", "high", &["高风"]),
        ("turbo", "turbo", &["强力"]),
    ]);
    assert_eq!(filled(&said(3.0, Unit::Gear), &fan), json!("high"));
    assert_eq!(filled(&Value::Level(Level::Max), &fan), json!("turbo"));
    assert_eq!(filled(&Value::Level(Level::High), &fan), json!("high"));
    assert_eq!(filled(&Value::Level(Level::Min), &fan), json!("low"));
    assert_eq!(filled(&Value::Level(Level::Medium), &fan), json!("medium"));
    assert!(matches!(fill(&said(9.0, Unit::Gear), &fan), Filled::Refused(_)));
    let speed = numeric(ValueKind::Integer, 0.0, 4.0, None, "");
    assert_eq!(filled(&said(3.0, Unit::Gear), &speed), json!(3));
    assert_eq!(fill(&said(3.0, Unit::Gear), &level()), Filled::Unsuitable);
    let spin = values(&[("800", "800", &[]), ("1200", "1200", &[])]);
    assert_eq!(filled(&said(1200.0, Unit::Rpm), &spin), json!("1200"));
}

#[test]
fn colours_and_white_tones() {
    let color = ArgumentSpec { kind: ValueKind::Color, ..values(&[]) };
    let red = Value::Color { hue: 0.0, saturation: 100.0, text: "红色".into() };
    assert_eq!(filled(&red, &color), json!({"hue": 0, "saturation": 100}));
    let warm = Value::Kelvin { kelvin: 2700.0, text: "暖白".into() };
    assert!(filled(&warm, &color)["saturation"].as_f64() > Some(50.0));
    let tone = numeric(ValueKind::Integer, 3000.0, 6000.0, None, "K");
    assert_eq!(filled(&warm, &tone), json!(3000), "the warmest that the lamp can show");
    assert_eq!(filled(&said(4000.0, Unit::Kelvin), &tone), json!(4000));
    assert!(matches!(fill(&said(9000.0, Unit::Kelvin), &tone), Filled::Refused(_)));
    assert_eq!(fill(&red, &level()), Filled::Unsuitable);
}

#[test]
fn relative_changes_carry_their_amount() {
    assert_eq!(relative(true, None, Some(&level())), json!({"relative": "+", "amount": null}));
    let two = said(2.0, Unit::Degree);
    assert_eq!(relative(false, Some(&two), Some(&celsius())), json!({"relative": "-", "amount": 2}));
    let nine = said(9.0, Unit::Fahrenheit);
    assert_eq!(relative(true, Some(&nine), Some(&celsius())), json!({"relative": "+", "amount": 5}));
}

#[test]
fn acts_choose_values() {
    let mut button = values(&[("open", "open", &["开"]), ("stopMoving", "pause", &["停"])]);
    button.values[1].acts = vec![Act::Stop];
    assert_eq!(value_for_act(Act::Open, &button.values).map(|value| value.value.as_str()), Some("open"));
    assert_eq!(
        value_for_act(Act::Stop, &button.values).map(|value| value.value.as_str()),
        Some("stopMoving")
    );
    assert_eq!(value_for_act(Act::Lock, &button.values), None);
}

#[test]
fn broken_numbers_never_become_arguments() {
    for broken in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!matches!(fill(&said(broken, Unit::None), &level()), Filled::Value(_)));
        assert!(!matches!(fill(&said(broken, Unit::Percent), &values(&[("1", "1", &[])])), Filled::Value(_)));
    }
    let upside_down = numeric(ValueKind::Number, 10.0, -10.0, Some(0.0), "K");
    let _ = fill(&Value::Kelvin { kelvin: f64::NAN, text: String::new() }, &upside_down);
    let _ = fill(&Value::Level(Level::Middle), &upside_down);
}
