//! What of the values that were said was taken back for others: "to 70, no, 67", 开高，不，低, "not quick, quiet".

use std::ops::Range;
use std::sync::OnceLock;

use lares_language::lexicon::Sense;
use lares_language::{Unit, Value};
use serde::Deserialize;
use smallvec::SmallVec;

use super::values::{Told, is_same};
use super::words::Word;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    second_thoughts: Vec<String>,
    denials: Vec<String>,
    denials_of_words: Vec<String>,
    each_time: Vec<String>,
    beside_alone: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, every number holds.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/numbers.toml")).unwrap_or_default())
}

/// What is said there takes back what was said before: a word that corrects, or "no" between two marks.
pub(super) fn corrects(words: &[Word<'_>], place: usize) -> bool {
    let Some(word) = words.get(place) else { return false };
    let is_mark =
        |place: Option<usize>| place.is_some_and(|place| words.get(place).is_some_and(Word::is_pause));
    word.senses.contains(&Sense::Correction)
        || is_negation(word) && is_mark(place.checked_sub(1)) && is_mark(Some(place + 1))
}

/// What is said there is not meant: "not up", 不是制冷.
pub(super) fn is_negated(words: &[Word<'_>], place: usize) -> bool {
    place.checked_sub(1).and_then(|before| words.get(before)).is_some_and(is_negation)
}

/// A value is not meant: "not quick", and behind a mark "no cooling", which no number is said so ("no one eighty", 五十 不 六十).
pub(super) fn is_denied(words: &[Word<'_>], told: &Told) -> bool {
    let before = |by: usize| told.place.checked_sub(by).and_then(|before| words.get(before));
    let is = |texts: &[String]| before(1).is_some_and(|word| is_one_of(word, texts));
    if matches!(told.value, Value::Number { .. }) {
        return is(&data().denials);
    }
    is_negated(words, told.place)
        || is(&data().denials_of_words) && before(2).is_some_and(|word| word.is_pause())
}

/// Nothing of the values is taken back, nor tells of each time, where no word is one of these.
pub(super) fn may_take_back(word: &Word<'_>) -> bool {
    is_second_thought(word)
        || is_negation(word)
        || is_one_of(word, &data().denials_of_words)
        || is_one_of(word, &data().each_time)
}

fn is_negation(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| matches!(sense, Sense::Negation(_))) || is_one_of(word, &data().denials)
}

/// The places of the values that hold no more, and of those that tell of each time. A value takes the place of the one before where
/// both are of a kind, and between them stands what people say who think again, and nothing that may be another order ("no, good Lord");
/// and so does one behind a number that was taken back before (调十八，算了，十八太狠，二十三). What is denied gives way to one of its kind
/// behind it.
pub(super) fn taken_back(words: &[Word<'_>], values: &[Told]) -> SmallVec<[usize; 2]> {
    let is_taken_back = |pair: &[&Told]| {
        let [one, next] = pair else { return None };
        let between = words.get(one.place + 1..next.place).unwrap_or_default();
        let is_one = are_of_a_kind(words, one, next)
            && !is_denied(words, next)
            && between.iter().any(is_second_thought)
            && between.iter().all(|word| is_second_thought(word) || is_pause(word) || !is_of_an_order(word));
        is_one.then_some(one.place)
    };
    let (numbers, others): (SmallVec<[&Told; 4]>, SmallVec<[&Told; 4]>) =
        values.iter().partition(|told| matches!(told.value, Value::Number { .. }));
    let is = |place: usize, texts: &[String]| words.get(place).is_some_and(|word| is_one_of(word, texts));
    let is_one = |place: usize| words.get(place).is_some_and(|word| word.letters == ['一']);
    // 一顿改成二十克: each time so much.
    let is_each = |place: &usize| numbers.len() > 1 && is_one(*place) && is(place + 1, &data().each_time);
    let each = numbers.iter().map(|told| told.place).filter(is_each);
    let mut gone: SmallVec<[usize; 2]> = numbers.windows(2).filter_map(is_taken_back).collect();
    let said = |place: usize| values.iter().find(|told| told.place == place).map(|told| &told.value);
    for told in numbers.split_last().map_or(&[][..], |(_, before)| before) {
        let is_again = |gone: &usize| *gone < told.place && said(*gone) == Some(&told.value);
        if !gone.contains(&told.place) && gone.iter().any(is_again) {
            gone.push(told.place);
        }
    }
    gone.extend(each);
    gone.extend(others.windows(2).filter_map(is_taken_back));
    let corrected = (0..words.len()).rev().find(|place| {
        let is_behind =
            |told: &Told| told.place > *place && !(told.place == place + 1 && is_denied(words, told));
        corrects(words, *place) && values.iter().any(is_behind)
    });
    let gives_way = |told: &&Told| {
        let is_other = |other: &Told| {
            other.place > told.place && other.value != told.value && are_of_a_kind(words, told, other)
        };
        let is_before = |corrected: usize| {
            let behind = || values.iter().filter(|other| other.place > corrected);
            let is_of_a_kind = |other: &Told| behind().any(|behind| are_of_a_kind(words, other, behind));
            // "Sixty, no no cold": what stands nearest, where nothing of its kind does.
            let is_nearest = values
                .iter()
                .filter(|other| other.place < corrected)
                .all(|other| other.place <= told.place && !is_of_a_kind(other));
            told.place < corrected && (behind().any(&is_other) || is_nearest)
        };
        is_denied(words, told) && values.iter().any(is_other) || corrected.is_some_and(is_before)
    };
    gone.extend(values.iter().filter(gives_way).map(|told| told.place));
    // "Hood two, one", 电热毯高，中，中就行, 油汀二十四，老婆说省点，二十: what is said alone at the end takes the place of the only one before it.
    let alone = |told: &Told| stands_alone(words, told.place);
    let mut others = values.iter().filter(|told| !gone.contains(&told.place));
    if let (Some(first), Some(last)) = (others.next(), others.next_back())
        && others.all(|told| is_same(&told.value, &last.value) && alone(told))
        && first.value != last.value
        && !alone(first)
        && alone(last)
        && !is_denied(words, last)
        && are_of_a_kind(words, first, last)
        && count_alike(first, last)
        // "Lamp and strip to 30, 70": of several things each may have its own.
        && !words.iter().take(first.place).any(|word| word.senses.contains(&Sense::Conjunction))
        && is_talk(words, first.place + 1..last.place)
    {
        gone.push(first.place);
    }
    gone
}

/// Behind the first mark no thing, no place and nothing to be done is spoken of.
fn is_talk(words: &[Word<'_>], range: Range<usize>) -> bool {
    let said = words.get(range).unwrap_or_default();
    let orders = |sense: &Sense| match sense {
        Sense::Noun(_) | Sense::Name(_) | Sense::Room(_) | Sense::HomeRoom(_) | Sense::Conjunction => true,
        Sense::Property(_) | Sense::Condition(_) => true,
        Sense::Verb(verb) => !verb.weak,
        _ => false,
    };
    let is_mark = |word: &Word<'_>| word.is_pause();
    let orders_nothing = |word: &Word<'_>| is_mark(word) || !word.senses.iter().any(orders);
    said.iter().skip_while(|word| !is_mark(word)).all(orders_nothing)
}

/// 烤二十分钟，一百八, 调到三十，暖一点，三千: what counts something else is no other number, even without a unit.
fn count_alike(first: &Told, last: &Told) -> bool {
    /// Nobody corrects a number to one that is so many times as large or as small.
    const OTHER: f64 = 10.0;
    match (&first.value, &last.value) {
        (Value::Number { number, unit }, Value::Number { number: other, unit: last }) => {
            (unit == last || *unit == Unit::None) && *number < OTHER * other && *other < OTHER * number
        }
        _ => true,
    }
}

/// Nothing else is said between the marks around it but that it is meant ("high I meant", 中就行).
fn stands_alone(words: &[Word<'_>], place: usize) -> bool {
    let is_filler =
        |word: &&Word<'_>| !word.is_pause() && (is_pause(word) || is_one_of(word, &data().beside_alone));
    let mut before = words.get(..place).unwrap_or_default().iter().rev().skip_while(|word| is_filler(word));
    let behind = words.get(place + 1..).unwrap_or_default().iter();
    let mut behind = behind.skip_while(|word| is_filler(word));
    before.next().is_none_or(Word::is_pause) && behind.next().is_none_or(Word::is_pause)
}

/// What is set in a few steps is set to one of these, or as high as it goes.
const STEPS: [&str; 3] = ["low", "medium", "high"];

/// One may take the place of the other: numbers that count the same, words for values of the same property, colours.
fn are_of_a_kind(words: &[Word<'_>], one: &Told, next: &Told) -> bool {
    let property = |told: &Told| {
        words.get(told.place)?.senses.iter().find_map(|sense| match (sense, &told.value) {
            (Sense::Value(named), Value::Word { key: Some(key), .. }) if named.key == *key => {
                Some(named.property)
            }
            _ => None,
        })
    };
    match (&one.value, &next.value) {
        (Value::Number { unit, .. }, Value::Number { unit: next, .. }) => {
            let is_time = |unit: &Unit| matches!(unit, Unit::Second | Unit::Minute | Unit::Hour);
            unit == next || *next == Unit::None || is_time(unit) && is_time(next)
        }
        (Value::Word { .. }, Value::Word { .. }) => property(one) == property(next),
        (Value::Level(_), Value::Level(_)) => true,
        (Value::Level(_), Value::Word { key: Some(key), .. })
        | (Value::Word { key: Some(key), .. }, Value::Level(_)) => STEPS.contains(&key.as_str()),
        (Value::Color { .. } | Value::Kelvin { .. }, Value::Color { .. } | Value::Kelvin { .. }) => true,
        _ => false,
    }
}

/// It may be a part of another order: a thing, a place, what is done or of what.
fn is_of_an_order(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| {
        matches!(
            sense,
            Sense::Noun(_)
                | Sense::Name(_)
                | Sense::Room(_)
                | Sense::HomeRoom(_)
                | Sense::Verb(_)
                | Sense::Property(_)
                | Sense::Value(_)
                | Sense::HomeValue
                | Sense::Level(_)
                | Sense::Conjunction
                | Sense::Negation(_)
        )
    })
}

/// What is said by those who think again: "no", "make it", 呃.
fn is_second_thought(word: &Word<'_>) -> bool {
    word.senses.contains(&Sense::Correction) || is_one_of(word, &data().second_thoughts)
}

fn is_one_of(word: &Word<'_>, texts: &[String]) -> bool {
    texts.iter().any(|text| word.letters.iter().copied().eq(text.chars()))
}

/// It parts two numbers and says nothing.
fn is_pause(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| {
        matches!(sense, Sense::Separator(_) | Sense::Particle(_) | Sense::Unit(..) | Sense::Classifier)
    })
}

#[cfg(test)]
mod tests {
    use lares_language::Level;

    use super::super::values::values;
    use super::super::words::marked;
    use super::*;

    /// Checks which numbers hold, and which of them others took the place of.
    fn check(said: &str, hold: &[f64], gone: &[f64]) {
        marked(said, |words| {
            let values = values(words);
            let number = |told: &Told| match told.value {
                Value::Number { number, .. } => Some(number),
                _ => None,
            };
            let numbers: Vec<f64> = values.told.iter().filter_map(number).collect();
            let is_gone =
                |value: &Value| matches!(value, Value::Number { number, .. } if gone.contains(number));
            assert_eq!(numbers, hold, "{said}");
            assert_eq!(values.replaced.len(), gone.len(), "{said}");
            assert!(values.replaced.iter().all(is_gone), "{said}");
        });
    }

    #[test]
    fn every_second_thought_and_every_each_time_of_the_data_is_one() {
        let data: Data = toml::from_str(include_str!("../../data/numbers.toml")).unwrap();
        assert!(!data.second_thoughts.is_empty() && !data.each_time.is_empty() && !data.denials.is_empty());
        for word in &data.denials {
            check(&format!("lamp {word} #50 ~, #40"), &[40.0], &[50.0]);
        }
        for word in &data.second_thoughts {
            check(&format!("lamp #50 ~, {} #40", word.replace(' ', "_")), &[40.0], &[50.0]);
        }
        for word in &data.beside_alone {
            check(&format!("lamp #50 ~, #40 {}", word.replace(' ', "_")), &[40.0], &[50.0]);
        }
        for word in &data.each_time {
            check(&format!("#一 {word} #20"), &[20.0], &[1.0]);
        }
    }

    #[test]
    fn a_number_behind_a_second_thought_takes_the_place_of_the_one_before() {
        check("lamp to #70 ~, !no #67", &[67.0], &[70.0]);
        check("热水器 #50 ~, 呃 ~, #45", &[45.0], &[50.0]);
        check("fan on #3 ~, er #2 ~, er #4", &[4.0], &[3.0, 2.0]);
        check("lamp to #70 ~, !no #67 ~, !no #70", &[70.0], &[67.0]);
        check("lamp to #70 ~, !no ~, good lord ~, #67", &[67.0], &[70.0]);
        check("空调 #十八 ~, 呃 #十八 太狠 ~, #二十三", &[23.0], &[18.0, 18.0]);
    }

    #[test]
    fn numbers_without_one_between_them_all_hold() {
        check("lamp at #30 ~, strip at #70", &[30.0, 70.0], &[]);
        check("lamp to #30 ~, not #80", &[30.0, 80.0], &[]);
        // 一顿改成二十克: one is no portion.
        check("米线 #一 顿 改成 #二十 克", &[20.0], &[1.0]);
        check("#一 顿", &[1.0], &[]);
        // What counts something else is no other number.
        check("fan on #3 ~, er #40 %percent", &[3.0, 40.0], &[]);
    }

    /// Checks which levels hold, in the order in which they are taken.
    fn check_levels(said: &str, hold: &[Level]) {
        marked(said, |words| {
            let level = |told: &Told| match told.value {
                Value::Level(level) => Some(level),
                _ => None,
            };
            let levels: Vec<Level> = values(words).told.iter().filter_map(level).collect();
            assert_eq!(levels, hold, "{said}");
        });
    }

    #[test]
    fn what_is_said_alone_at_the_end_takes_the_place_of_the_only_one_before() {
        check("hood #2 ~, #1", &[1.0], &[2.0]);
        check("oven #2 ~, #1 ~, #1", &[1.0], &[2.0]);
        check_levels("blanket +high ~, -low ~.", &[Level::Min]);
        check("heater #24 ~, wife says save ~, #20", &[20.0], &[24.0]);
        check("fan on #2 ~, #3 ~, enough", &[3.0], &[2.0]);
        check_levels("blanket -low ~, +high i meant", &[Level::Max]);
        // Something else is told in between, or it is told of something else.
        check("lamp #30 ~, warmer ~, #3000", &[30.0, 3000.0], &[]);
        check("lamp #30 ~, fan ~, #2", &[30.0, 2.0], &[]);
        check("lamp #30 ~, fan #2", &[30.0, 2.0], &[]);
        check("lamp #30 ~, fan #2 ~, #1", &[30.0, 2.0, 1.0], &[]);
        check("oven #20 %percent ~, #180", &[20.0, 180.0], &[]);
        check("#30 ~, #2", &[30.0, 2.0], &[]);
    }

    #[test]
    fn levels_are_taken_back_and_denied_like_numbers() {
        check_levels("heater +high ~, 不 ~, -low", &[Level::Min]);
        check_levels("heater not +high ~, -low", &[Level::Min]);
        check_levels("heater +high ~, !sorry -low", &[Level::Min]);
        // "Heat on, no cooling"
        check_levels("heater +high ~, !no -low", &[Level::Max, Level::Min]);
        // What is denied behind another holds only where that cannot be.
        check_levels("heater -low ~, not +high", &[Level::Min, Level::Max]);
        check_levels("heater +high ~, lamp -low", &[Level::Max, Level::Min]);
    }

    #[test]
    fn what_stands_nearest_before_a_correction_is_taken_back_for_what_is_of_another_kind() {
        check("wash at #60 ~, !sorry -low", &[], &[60.0]);
        check_levels("wash at #60 ~, !sorry -low", &[Level::Min]);
        check_levels("spin +high and #4 rinses ~, !no #3", &[Level::Max]);
    }
}
