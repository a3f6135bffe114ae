//! From the value that was said to the argument that the command takes: type, unit, range, enum value.

use lares_home::{Act, ArgumentSpec, ValueKind, ValueRange, ValueSpec};
use lares_language::{Level, Unit, Value};
use serde_json::{Value as Json, json};
use smol_str::{SmolStr, format_smolstr};

use crate::follow_up::holds;
use crate::workspace::Memory;

/// What a value is to an argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Filled {
    /// The argument.
    Value(Json),
    /// The kind is right and the value is not permitted.
    Refused(Refusal),
    /// The argument is of another kind: a colour for a volume.
    Unsuitable,
}

/// Why a value is not permitted.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// It is out of the range.
    Range {
        /// What was said, in the argument's unit.
        said: f64,
        /// What is permitted.
        range: ValueRange,
    },
    /// It lies between two steps, or is no whole number.
    Step {
        /// What was said, in the argument's unit.
        said: f64,
        /// The distance between permitted values.
        step: f64,
    },
    /// None of the enumeration's values has that name.
    Unnamed {
        /// What was said.
        said: String,
        /// The names of the values.
        names: Vec<String>,
    },
}

/// The argument for a value that was said.
pub fn fill(value: &Value, argument: &ArgumentSpec) -> Filled {
    match argument.kind {
        ValueKind::Integer | ValueKind::Number => number(value, argument),
        ValueKind::Enum => enumeration(value, &argument.values),
        ValueKind::String if !argument.values.is_empty() => enumeration(value, &argument.values),
        ValueKind::String => text(value),
        ValueKind::Color => color(value),
        ValueKind::Object | ValueKind::List => Filled::Unsuitable,
    }
}

/// The argument of a relative change: by how much in the argument's unit, or null where no amount was said.
pub fn relative(up: bool, amount: Option<&Value>, argument: Option<&ArgumentSpec>) -> Json {
    let unit_of = argument.and_then(|argument| argument.range.as_ref()).map_or("", |range| &range.unit);
    let amount = match amount {
        // Two notches are no two percent; how loud is counted in steps.
        Some(Value::Number { unit: Unit::Gear, .. })
            if unit_of == "%" && argument.is_some_and(|argument| argument.name != "volume") =>
        {
            None
        }
        Some(Value::Number { number, unit }) => match (unit, scale_of(unit_of)) {
            (Unit::Fahrenheit, Some(Unit::Celsius)) => Some(number / 1.8),
            (Unit::Celsius, Some(Unit::Fahrenheit)) => Some(number * 1.8),
            _ => match seconds(*unit).zip(duration_of(unit_of)) {
                Some((said, own)) => Some(number * said / own),
                None => Some(*number),
            },
        },
        _ => None,
    };
    json!({ "relative": if up { "+" } else { "-" }, "amount": amount.map(plain) })
}

/// The enumeration's value that stands for an act: by its acts, else by its key.
pub fn value_for_act(act: Act, values: &[ValueSpec]) -> Option<&ValueSpec> {
    values
        .iter()
        .find(|value| value.acts.contains(&act))
        .or_else(|| values.iter().find(|value| value.key == act.name()))
}

/// The enumeration's value with that key or word.
pub fn value_for_word<'v>(text: &str, key: Option<&str>, values: &'v [ValueSpec]) -> Option<&'v ValueSpec> {
    let said = fold(text);
    let bare = bare_value(&said);
    // What a device calls its own value is that one, whatever the word means to others ("pots and pans": heavy).
    let own_name = |value: &&ValueSpec| {
        [&value.value, &value.description].into_iter().any(|name| folded(name).eq(said.chars()))
    };
    // "HDMI one" is the first, and no HDMI of some kind.
    let own_word = |value: &&ValueSpec| value.words.iter().any(|name| folded(name).eq(said.chars()));
    let of_kind = |value: &&ValueSpec| {
        let plain = without_kind(&said);
        [&value.value, &value.description].into_iter().any(|name| folded(name).eq(plain.chars()))
    };
    let same = |word: &str| {
        // Most words differ in their first letters.
        let mut letters = folded(word);
        if !bare.chars().all(|letter| letters.next() == Some(letter)) {
            return false;
        }
        let word = fold(word);
        !word.is_empty() && (word == said || bare_value(&word) == bare)
    };
    let find_own = || {
        let is_wire = |value: &&ValueSpec| folded(&value.value).eq(said.chars());
        let named = values.iter().find(is_wire).or_else(|| values.iter().find(own_name));
        let plain = || values.iter().find(of_kind).filter(|_| !values.iter().any(|value| own_word(&value)));
        named.or_else(plain)
    };
    let own = if said.is_empty() { None } else { find_own() };
    own.or_else(|| key.and_then(|key| values.iter().find(|value| value.key == key)))
        .or_else(|| values.iter().find(|value| same(&value.value) || same(&value.description)))
        .or_else(|| values.iter().find(|value| value.words.iter().any(|word| same(word))))
        .or_else(|| values.iter().find(|value| same(&value.key)))
}

/// The value of an enumeration that words hold, the longest name first.
pub(crate) fn in_words(said: &str, argument: &ArgumentSpec, memory: &Memory) -> Option<Json> {
    let said = memory.lower_case(said);
    let length = |name: &str| {
        let name = name.trim();
        // Hardly any name begins with a letter that was said and is none of the words.
        let first = name.chars().flat_map(char::to_lowercase).next();
        if !first.is_some_and(|first| said.contains(first)) {
            return 0;
        }
        let name = memory.lower_case(name);
        let letters = name.chars().count();
        if letters > 1 && holds(&said, &name) { letters } else { 0 }
    };
    let best = argument
        .values
        .iter()
        .map(|value| {
            let names = std::iter::once(&value.description).chain(&value.words);
            (names.map(|name| length(name)).max().unwrap_or_default(), value)
        })
        .max_by_key(|(length, _)| *length);
    best.filter(|(length, _)| *length > 0).map(|(_, value)| json!(value.value))
}

/// A value's name without the word for a mode or step (电影模式, 低风).
fn bare_value(word: &str) -> &str {
    ["模式", "mode", "档", "风", "烘干", "洗"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix).filter(|rest| !rest.is_empty()))
        .unwrap_or(word)
}

/// A folded English value without the word for a programme ("intensive programme").
fn without_kind(word: &str) -> &str {
    ["programme", "program", "cycle", "course", "setting", "mode", "one"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix).filter(|rest| !rest.is_empty()))
        .unwrap_or(word)
}

fn fold(word: &str) -> SmolStr {
    folded(word).collect()
}

fn folded(word: &str) -> impl Iterator<Item = char> + '_ {
    word.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '.')).flat_map(char::to_lowercase)
}

/// A number as JSON: whole where it is.
pub(crate) fn plain(number: f64) -> Json {
    if number.fract() == 0.0 && number.abs() < 9e15 { json!(number as i64) } else { json!(number) }
}

fn number(value: &Value, argument: &ArgumentSpec) -> Filled {
    let range = argument.range.as_ref();
    let unit = range.map_or("", |range| range.unit.as_str());
    match value {
        Value::Number { number, unit: said } => match in_unit(*number, *said, unit, argument) {
            // 三分之一: no step is as fine as that.
            Some(Converted { number, exact }) => checked(number, exact && !is_fraction(number), argument),
            None => Filled::Unsuitable,
        },
        Value::Level(level) => match range_or_percent(range, unit) {
            Some((min, max)) => {
                let share = match level {
                    // 最小档: the lowest gear runs.
                    Level::Min if min == 0.0 && (2.0..=12.0).contains(&max) => 1.0 / max,
                    Level::Min => 0.0,
                    Level::Quarter | Level::Low => 0.25,
                    Level::Third => 1.0 / 3.0,
                    Level::Middle | Level::Medium => 0.5,
                    Level::ThreeQuarters | Level::High => 0.75,
                    Level::Max => 1.0,
                };
                checked(min + share * (max - min), false, argument)
            }
            None => Filled::Unsuitable,
        },
        Value::Kelvin { kelvin, .. } if scale_of(unit) == Some(Unit::Kelvin) => {
            // A tone by name is the nearest one that the lamp can show.
            let (min, max) = range.map_or((*kelvin, *kelvin), |range| (range.min, range.max));
            checked(kelvin.clamp(min.min(max), max.max(min)), false, argument)
        }
        Value::Word { text, key } => {
            let digits = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            match (
                digits(text).or_else(|| gear_of(text)).or_else(|| digits(key.as_deref()?)),
                key.as_deref().and_then(level_of),
            ) {
                (Some(said), _) => checked(said, true, argument),
                (None, Some(level)) => number(&Value::Level(level), argument),
                (None, None) => Filled::Unsuitable,
            }
        }
        // A lamp without colours shows white, and the yellow of a filament; no other colour is near any of its tones.
        Value::Color { hue, saturation, .. } if scale_of(unit) == Some(Unit::Kelvin) => {
            let kelvin = match (*hue, *saturation) {
                (_, pale) if pale < 15.0 => 4500.0,
                (hue, _) if (5.0..20.0).contains(&hue) => 2700.0,
                _ => return Filled::Unsuitable,
            };
            number(&Value::Kelvin { kelvin, text: String::new() }, argument)
        }
        Value::Kelvin { .. } | Value::Color { .. } => Filled::Unsuitable,
    }
}

/// Whether a number has more digits than anybody says.
fn is_fraction(number: f64) -> bool {
    let tenths = number * 10.0;
    (tenths - tenths.round()).abs() > 1e-6
}

/// 三档, 二级, "speed 3": the step that a name counts.
fn gear_of(text: &str) -> Option<f64> {
    const STEPS: [&str; 4] = ["speed ", "gear ", "level ", "number "];
    if let Some(count) = STEPS.iter().find_map(|step| text.strip_prefix(step)) {
        return count.parse().ok();
    }
    const DIGITS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let count = ["档", "挡", "级", "格", "档风"].iter().find_map(|unit| text.strip_suffix(unit))?;
    let position = DIGITS.iter().position(|digit| *digit == count);
    position.map(|position| (position + 1) as f64).or_else(|| count.parse().ok())
}

/// The point of a range that a named step is (低档 of a fan with numbers).
fn level_of(key: &str) -> Option<Level> {
    Some(match key {
        "low" => Level::Low,
        "medium" => Level::Medium,
        "high" => Level::High,
        "max" | "turbo" => Level::Max,
        "min" => Level::Min,
        _ => return None,
    })
}

struct Converted {
    number: f64,
    /// As said, so that it must be a permitted value by itself; a converted number is rounded to one.
    exact: bool,
}

fn in_unit(number: f64, said: Unit, own: &str, argument: &ArgumentSpec) -> Option<Converted> {
    let exact = |number: f64| Some(Converted { number, exact: true });
    let rounded = |number: f64| Some(Converted { number, exact: false });
    let scale = scale_of(own);
    let is_temperature = matches!(scale, Some(Unit::Celsius | Unit::Fahrenheit));
    match said {
        // "Slow the charger, sixteen amps": nobody counts a charger's thousandths.
        Unit::None if own == "mA" && number < 1000.0 => exact(number * 1000.0),
        // "The thermostat to seventy seven": nothing but degrees of the other scale.
        Unit::None => match of_other_scale(number, argument) {
            Some(other) => rounded(other),
            None => exact(number),
        },
        Unit::Percent => {
            if is_temperature || scale == Some(Unit::Kelvin) && argument.range.is_none() {
                return None;
            }
            match argument.range.as_ref() {
                _ if own == "%" => exact(number),
                None => exact(number),
                Some(range) if range.min == 0.0 && range.max == 100.0 => exact(number),
                Some(_) if !(0.0..=100.0).contains(&number) => None,
                Some(range) => rounded(range.min + number / 100.0 * (range.max - range.min)),
            }
        }
        Unit::Degree if is_temperature => match of_other_scale(number, argument) {
            Some(other) => rounded(other),
            None => exact(number),
        },
        Unit::Degree => {
            (duration_of(own).is_none() && scale.is_none()).then_some(Converted { number, exact: true })
        }
        Unit::Celsius if scale == Some(Unit::Fahrenheit) => rounded(number * 1.8 + 32.0),
        Unit::Fahrenheit if scale == Some(Unit::Celsius) => rounded((number - 32.0) / 1.8),
        Unit::Celsius | Unit::Fahrenheit => {
            (is_temperature || own.is_empty()).then_some(Converted { number, exact: true })
        }
        Unit::Kelvin => {
            (scale == Some(Unit::Kelvin) || own.is_empty()).then_some(Converted { number, exact: true })
        }
        Unit::Second | Unit::Minute | Unit::Hour => match (seconds(said), duration_of(own)) {
            (Some(said), Some(own)) => exact(number * said / own),
            _ => None,
        },
        Unit::Gear => (own != "%" && scale.is_none() && duration_of(own).is_none())
            .then_some(Converted { number, exact: true }),
        Unit::Channel | Unit::Time => own.is_empty().then_some(Converted { number, exact: true }),
        Unit::Rpm => {
            (own.is_empty() || own.eq_ignore_ascii_case("rpm")).then_some(Converted { number, exact: true })
        }
    }
}

/// A temperature that is said without its scale, in the argument's own, where only the other scale makes sense.
///
/// 50 degrees on a scale that ends at 35 is out of range, not ten degrees: only what can hardly be meant in the
/// argument's scale (from 60 on in Celsius) is taken for the other one.
pub(crate) fn of_other_scale(number: f64, argument: &ArgumentSpec) -> Option<f64> {
    let range = argument.range.as_ref()?;
    let other = match scale_of(&range.unit)? {
        Unit::Fahrenheit => number * 1.8 + 32.0,
        Unit::Celsius if number >= 60.0 => (number - 32.0) / 1.8,
        _ => return None,
    };
    let within = |number: f64| (range.min..=range.max).contains(&number);
    (!within(number) && within(other)).then_some(other)
}

/// The scale of a unit on the wire, where it is a temperature.
pub(crate) fn scale_of(unit: &str) -> Option<Unit> {
    match unit.trim_start_matches('°') {
        "C" | "c" | "℃" => Some(Unit::Celsius),
        "F" | "f" | "℉" => Some(Unit::Fahrenheit),
        "K" | "k" => Some(Unit::Kelvin),
        _ => None,
    }
}

/// The seconds of a unit on the wire, where it is a duration.
pub(crate) fn duration_of(unit: &str) -> Option<f64> {
    match unit {
        "s" | "sec" | "second" | "seconds" => Some(1.0),
        "min" | "m" | "minute" | "minutes" => Some(60.0),
        "h" | "hr" | "hour" | "hours" => Some(3600.0),
        _ => None,
    }
}

fn seconds(unit: Unit) -> Option<f64> {
    match unit {
        Unit::Second => Some(1.0),
        Unit::Minute => Some(60.0),
        Unit::Hour => Some(3600.0),
        _ => None,
    }
}

fn range_or_percent(range: Option<&ValueRange>, unit: &str) -> Option<(f64, f64)> {
    match range {
        Some(range) => Some((range.min, range.max)),
        None if unit == "%" => Some((0.0, 100.0)),
        None => None,
    }
}

fn checked(number: f64, exact: bool, argument: &ArgumentSpec) -> Filled {
    if !number.is_finite() {
        return Filled::Unsuitable;
    }
    let whole = argument.kind == ValueKind::Integer;
    let step = argument.range.as_ref().and_then(|range| range.step).filter(|step| *step > 0.0);
    let step = step.or(whole.then_some(1.0));
    let base =
        argument.range.as_ref().map_or(0.0, |range| if range.min.is_finite() { range.min } else { 0.0 });
    let mut number = number;
    if let Some(step) = step {
        let stepped = base + ((number - base) / step).round() * step;
        // Steps of a tenth do not add up exactly in binary.
        let stepped = (stepped * 1e6).round() / 1e6;
        if !exact {
            number = stepped;
        } else if (stepped - number).abs() > 1e-6 && in_range(number, argument) {
            return Filled::Refused(Refusal::Step { said: number, step });
        }
    } else if !exact {
        number = (number * 10.0).round() / 10.0;
    }
    match &argument.range {
        Some(range) if !in_range(number, argument) => {
            Filled::Refused(Refusal::Range { said: number, range: range.clone() })
        }
        _ => Filled::Value(plain(number)),
    }
}

fn in_range(number: f64, argument: &ArgumentSpec) -> bool {
    argument.range.as_ref().is_none_or(|range| (range.min - 1e-9..=range.max + 1e-9).contains(&number))
}

fn enumeration(value: &Value, values: &[ValueSpec]) -> Filled {
    let wire = |value: &ValueSpec| Filled::Value(json!(value.value));
    match value {
        Value::Word { text, key } => match value_for_word(text, key.as_deref(), values) {
            Some(found) => wire(found),
            None => unnamed(text, values),
        },
        Value::Number {
            number,
            unit:
                unit @ (Unit::None
                | Unit::Gear
                | Unit::Rpm
                | Unit::Time
                | Unit::Degree
                | Unit::Celsius
                | Unit::Percent),
        } => {
            let digits = format_smolstr!("{}", plain(*number));
            let named = |suffix: &str| value_for_word(&format_smolstr!("{digits}{suffix}"), None, values);
            if *unit == Unit::Percent {
                // 火力八十%: a step that is a share by its name.
                return named("%").map_or(Filled::Unsuitable, wire);
            }
            let found = named("").or_else(|| named("档")).or_else(|| named("级")).or_else(|| {
                values.iter().find(|value| {
                    value.value.strip_suffix(['C', 'F']).is_some_and(|number| number == digits)
                        || value.value.strip_prefix("level").is_some_and(|number| number == digits)
                })
            });
            match (found, unit) {
                (Some(found), _) => wire(found),
                (None, Unit::Gear | Unit::None) => {
                    // The third gear is the third of the named steps.
                    let steps = steps(values);
                    let place = if number.fract() == 0.0 && *number >= 1.0 {
                        Some(*number as usize - 1)
                    } else {
                        None
                    };
                    match place.and_then(|place| steps.get(place)) {
                        Some(found) => wire(found),
                        None if steps.is_empty() => Filled::Unsuitable,
                        None => unnamed(&digits, values),
                    }
                }
                (None, Unit::Rpm) => unnamed(&digits, values),
                (None, _) => Filled::Unsuitable,
            }
        }
        Value::Level(level) => {
            let steps = steps(values);
            let by_key = |keys: &[&str]| {
                keys.iter()
                    .find_map(|key| values.iter().find(|value| value.key == *key || value.value == *key))
            };
            // 吸力开最大: suction that is strong, plain or quiet.
            let suction = by_key(&["on"]).filter(|_| by_key(&["quiet"]).is_some() && steps.is_empty());
            let found = match level {
                Level::Max if suction.is_some() => suction,
                Level::Min if suction.is_some() => by_key(&["extra_quiet", "quiet"]),
                Level::Max => steps.last().copied(),
                Level::Min => steps.first().copied(),
                Level::High => by_key(&["high"]).or_else(|| steps.last().copied()),
                Level::Low => by_key(&["low"]).or_else(|| steps.first().copied()),
                Level::Medium | Level::Middle => by_key(&["medium", "mid", "middle"])
                    .or_else(|| steps.get(steps.len().saturating_sub(1) / 2).copied()),
                Level::Quarter | Level::Third | Level::ThreeQuarters => None,
            };
            let found = found.or_else(|| percent_of(level, values));
            found.map_or(Filled::Unsuitable, wire)
        }
        Value::Color { text, .. } | Value::Kelvin { text, .. } => match value_for_word(text, None, values) {
            Some(found) => wire(found),
            None => Filled::Unsuitable,
        },
        Value::Number { .. } => Filled::Unsuitable,
    }
}

/// 中火 of a microwave whose power goes by tenths: the value of a list of shares that a point of the range is.
fn percent_of<'v>(level: &Level, values: &'v [ValueSpec]) -> Option<&'v ValueSpec> {
    let share = match level {
        Level::Max | Level::High => 100,
        Level::ThreeQuarters => 80,
        Level::Medium | Level::Middle => 50,
        Level::Third | Level::Low => 30,
        Level::Quarter => 20,
        Level::Min => 10,
    };
    let of = |value: &ValueSpec| value.value.strip_suffix('%').and_then(|digits| digits.parse::<u32>().ok());
    values.iter().find(|value| of(value) == Some(share))
}

fn unnamed(said: &str, values: &[ValueSpec]) -> Filled {
    Filled::Refused(Refusal::Unnamed {
        said: said.to_owned(),
        names: values
            .iter()
            .map(|value| if value.description.is_empty() { &value.value } else { &value.description })
            .cloned()
            .collect(),
    })
}

/// The values that are steps of one scale, lowest first; each step once.
fn steps(values: &[ValueSpec]) -> Vec<&ValueSpec> {
    let rank = |value: &ValueSpec| -> Option<u8> {
        Some(match value.key.as_str() {
            "min" | "lowest" | "extra_low" => 1,
            "low" => 2,
            "medium_low" => 3,
            "medium" | "mid" | "middle" => 4,
            "medium_high" => 5,
            "high" => 6,
            "extra_high" => 7,
            "turbo" | "max" | "highest" => 8,
            _ => return None,
        })
    };
    let mut ranked: Vec<(u8, &ValueSpec)> =
        values.iter().filter_map(|value| rank(value).map(|rank| (rank, value))).collect();
    if ranked.is_empty() && values.len() > 1 && values.iter().all(|value| value.value.parse::<f64>().is_ok())
    {
        return values.iter().collect();
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.dedup_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, value)| value).collect()
}

fn text(value: &Value) -> Filled {
    match value {
        Value::Word { text, .. } if !text.trim().is_empty() => Filled::Value(json!(text.trim())),
        Value::Number { number, unit: Unit::None | Unit::Channel | Unit::Gear } => {
            let digits = format_smolstr!("{}", plain(*number));
            Filled::Value(json!(digits.as_str()))
        }
        _ => Filled::Unsuitable,
    }
}

fn color(value: &Value) -> Filled {
    let shown = |hue: f64, saturation: f64| {
        let round = |number: f64| plain((number * 10.0).round() / 10.0);
        Filled::Value(json!({ "hue": round(hue), "saturation": round(saturation) }))
    };
    match value {
        Value::Color { hue, saturation, .. }
            if (0.0..=100.0).contains(hue) && (0.0..=100.0).contains(saturation) =>
        {
            shown(*hue, *saturation)
        }
        // A lamp without white tones shows the nearest colour: candle light is orange, daylight nearly white.
        Value::Kelvin { kelvin, .. } => {
            let warmth = ((6500.0 - kelvin) / 4500.0).clamp(0.0, 1.0);
            if warmth < 0.1 { shown(0.0, 0.0) } else { shown(8.0, (warmth * 80.0).round()) }
        }
        _ => Filled::Unsuitable,
    }
}

#[cfg(test)]
#[path = "argument_tests.rs"]
mod tests;
