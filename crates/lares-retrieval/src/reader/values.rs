//! What may be set: the values that were said, and ways up and down.

use std::sync::OnceLock;

use lares_home::{Act, Property, catalogue};
use lares_language::lexicon::Sense;
use lares_language::{Unit, Value};
use serde::Deserialize;
use smallvec::SmallVec;

use super::words::Word;
use crate::borne_out::first_number;

/// A value that was said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Told {
    pub(super) value: Value,
    /// The place of its word.
    pub(super) place: usize,
    /// It is by how much something is to change, and this way: up one, 少十, two degrees warmer.
    pub(super) by: Option<Act>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    second_thoughts: Vec<String>,
    each_time: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, every number holds.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/numbers.toml")).unwrap_or_default())
}

/// What the words of an utterance tell of values.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Values {
    /// Those that hold, in their order.
    pub(super) told: SmallVec<[Told; 2]>,
    /// Numbers that another took the place of ("to 70, no, 67"), and that do not hold elsewhere.
    pub(super) replaced: SmallVec<[f64; 2]>,
}

/// The values that the words of an utterance name: of numbers those that none behind them took the place of, and those behind the last
/// correction, where there are such.
pub(super) fn values(words: &[Word<'_>]) -> Values {
    let all = all_values(words);
    let corrects = |word: &Word<'_>| word.senses.contains(&Sense::Correction);
    let is_followed =
        |place: usize| words.get(place).is_some_and(corrects) && all.iter().any(|told| told.place > place);
    let corrected = (0..words.len()).rev().find(|place| is_followed(*place)).unwrap_or_default();
    let taken_back = taken_back(words, &all);
    let (gone, mut holds): (SmallVec<[Told; 2]>, SmallVec<[Told; 2]>) =
        all.into_iter().partition(|told| taken_back.contains(&told.place));
    let number = |told: &Told| match told.value {
        Value::Number { number, .. } => Some(number),
        _ => None,
    };
    let replaced = gone.iter().filter_map(number);
    let replaced = replaced.filter(|gone| !holds.iter().any(|told| number(told) == Some(*gone))).collect();
    // 电视信号切到HDMI1: what is also a thing is meant as a value where nothing else is.
    let is_thing = |told: &Told| {
        words
            .get(told.place)
            .is_some_and(|word| word.senses.iter().any(|sense| matches!(sense, Sense::Noun(_))))
    };
    holds.retain(|told| told.place >= corrected);
    holds.sort_by_key(is_thing);
    // What is said twice is one value.
    let mut told: SmallVec<[Told; 2]> = SmallVec::new();
    for one in holds {
        if !told.iter().any(|known| known.value == one.value) {
            told.push(one);
        }
    }
    Values { told, replaced }
}

/// The places of the numbers that hold no more, and of those that tell of each time. A number takes the place of the one before where
/// both count the same, and between them stands what people say who think again, and nothing that may be another order ("no, good Lord");
/// and so does one behind a number that was taken back before (调十八，算了，十八太狠，二十三).
fn taken_back(words: &[Word<'_>], values: &[Told]) -> SmallVec<[usize; 2]> {
    let number = |told: &Told| match told.value {
        Value::Number { unit, .. } => Some((told.place, unit)),
        _ => None,
    };
    let numbers: SmallVec<[(usize, Unit); 4]> = values.iter().filter_map(number).collect();
    let is_taken_back = |pair: &[(usize, Unit)]| {
        let [(first, unit), (second, next)] = pair else { return None };
        let between = words.get(first + 1..*second).unwrap_or_default();
        let is_said_again = unit == next || *next == Unit::None;
        let is_one = is_said_again
            && between.iter().any(is_second_thought)
            && between.iter().all(|word| is_second_thought(word) || is_pause(word) || !is_of_an_order(word));
        is_one.then_some(*first)
    };
    let is = |place: usize, texts: &[String]| words.get(place).is_some_and(|word| is_one_of(word, texts));
    let is_one = |place: usize| words.get(place).is_some_and(|word| word.letters == ['一']);
    // 一顿改成二十克: each time so much.
    let is_each = |place: &usize| numbers.len() > 1 && is_one(*place) && is(place + 1, &data().each_time);
    let each = numbers.iter().map(|number| number.0).filter(is_each);
    let mut gone: SmallVec<[usize; 2]> = numbers.windows(2).filter_map(is_taken_back).collect();
    let said = |place: usize| values.iter().find(|told| told.place == place).map(|told| &told.value);
    for (place, _) in numbers.split_last().map_or(&[][..], |(_, before)| before) {
        let is_again = |gone: &usize| gone < place && said(*gone) == said(*place);
        if !gone.contains(place) && gone.iter().any(is_again) {
            gone.push(*place);
        }
    }
    gone.extend(each);
    gone
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

fn all_values(words: &[Word<'_>]) -> SmallVec<[Told; 2]> {
    let mut values: SmallVec<[Told; 2]> = SmallVec::new();
    for (place, word) in words.iter().enumerate() {
        for sense in word.senses {
            let value = match *sense {
                Sense::Value(value) => Value::Word { text: word.text(), key: Some(value.key.clone()) },
                Sense::HomeValue => Value::Word { text: word.text(), key: None },
                Sense::Level(level) => Value::Level(level),
                Sense::Color(color) => match (color.hue_saturation, color.kelvin) {
                    (Some((hue, saturation)), _) => Value::Color { hue, saturation, text: word.text() },
                    (None, Some(kelvin)) => Value::Kelvin { kelvin, text: word.text() },
                    (None, None) => continue,
                },
                Sense::Number(_) => {
                    let Some(number) = number(words, place) else { continue };
                    Value::Number { number, unit: unit(words, place) }
                }
                _ => continue,
            };
            if !values.iter().any(|known| known.place == place && known.value == value) {
                let by = by(words, place, &value);
                values.push(Told { value, place, by });
            }
        }
    }
    // "Volume at eight" is no time where nothing else was said to be set.
    if values.is_empty() {
        values.extend((0..words.len()).find_map(|place| {
            let number = hour(words.get(place)?)?;
            Some(Told { value: Value::Number { number, unit: unit(words, place) }, place, by: None })
        }));
    }
    values
}

/// The number that a word is, with "three" before it where "at three fifty" was taken for a time; `None` of a number in a model's
/// name, 海尔-21.
fn number(words: &[Word<'_>], place: usize) -> Option<f64> {
    let word = words.get(place)?;
    if word.beside[0] == Some('-') {
        return None;
    }
    let number = first_number(word.letters)?;
    let hundreds = place.checked_sub(1).and_then(|before| hour(words.get(before)?));
    let hundreds = hundreds.filter(|hour| *hour < 10.0 && (10.0..100.0).contains(&number));
    Some(hundreds.map_or(number, |hundreds| hundreds * 100.0 + number))
}

/// The number in "at eight".
fn hour(word: &Word<'_>) -> Option<f64> {
    let is_time = word.senses.iter().any(|sense| matches!(sense, Sense::Time(..)));
    let rest = word.letters.strip_prefix(&['a', 't', ' '])?;
    first_number(rest).filter(|_| is_time)
}

/// Which way something is to change by a number: a way stands beside it, and nothing says that the number is to be reached.
fn by(words: &[Word<'_>], place: usize, value: &Value) -> Option<Act> {
    if !is_small(value) {
        return None;
    }
    let at = |place: Option<usize>| place.and_then(|place| words.get(place));
    // 热两分钟: how long it is heated is not by how much it is to be hotter.
    if matches!(unit(words, place), Unit::Second | Unit::Minute | Unit::Hour) {
        return None;
    }
    let is_unit = |word: &Word<'_>| {
        word.senses.iter().any(|sense| matches!(sense, Sense::Unit(..) | Sense::Classifier))
    };
    let is_thing = |word: &Word<'_>| word.senses.iter().any(|sense| matches!(sense, Sense::Reference(_)));
    let behind = if at(Some(place + 1)).is_some_and(is_unit) { place + 2 } else { place + 1 };
    let before = place.checked_sub(1);
    let further =
        before.filter(|_| at(before).is_some_and(is_thing)).and_then(|before| before.checked_sub(1));
    [Some(behind), before, further].into_iter().find_map(|place| way(at(place)?))
}

/// No more than this may be by how much something changes.
pub(super) const SMALL: f64 = 20.0;

/// So little that it may be by how much something changes.
pub(super) fn is_small(value: &Value) -> bool {
    matches!(value, Value::Number { number, unit } if *number <= SMALL && !matches!(unit, Unit::Second | Unit::Minute | Unit::Hour))
}

/// Which way a word alone says.
fn way(word: &Word<'_>) -> Option<Act> {
    word.senses.iter().find_map(|sense| match sense {
        Sense::Adjective(adjective) => Some(if adjective.up { Act::Up } else { Act::Down }),
        Sense::Verb(verb) => verb.acts.first().copied().filter(|act| matches!(act, Act::Up | Act::Down)),
        _ => None,
    })
}

/// The unit that a numeral holds or that stands behind it.
fn unit(words: &[Word<'_>], place: usize) -> Unit {
    let unit = |word: &Word<'_>| {
        word.senses.iter().find_map(|sense| match sense {
            Sense::Unit(unit, _) => Some(*unit),
            _ => None,
        })
    };
    let said = words.get(place).map_or(&[][..], |word| word.letters);
    if said.ends_with(&['%']) || said.starts_with(&['百', '分', '之']) {
        return Unit::Percent;
    }
    words.get(place + 1).and_then(unit).unwrap_or(Unit::None)
}

/// A way up or down that was said, and of what.
pub(super) type Way = (Act, Option<Property>);

/// The ways up and down that the words of an utterance name.
pub(super) fn ways(words: &[Word<'_>]) -> SmallVec<[Way; 4]> {
    let mut ways = SmallVec::new();
    let mut tell = |act: Act, property: Option<Property>| {
        if matches!(act, Act::Up | Act::Down) {
            ways.push((act, property));
        }
    };
    for sense in words.iter().flat_map(|word| word.senses) {
        match sense {
            Sense::Adjective(adjective) => {
                tell(if adjective.up { Act::Up } else { Act::Down }, Some(adjective.property));
            }
            Sense::Verb(verb) => verb.acts.iter().for_each(|act| tell(*act, verb.property)),
            Sense::Wish(wish) => wish.acts.iter().for_each(|act| tell(*act, wish.property)),
            _ => {}
        }
    }
    ways
}

/// Up or down, where just that was said of it: 亮一点, of the brightness. `None` where both were.
pub(super) fn own_direction(ways: &[Way], changes: Property) -> Option<Act> {
    let named = |name| catalogue().property(name);
    let is_tone = Some(changes) == named("color_temperature");
    let is_of_it = |property: Option<Property>| {
        property == Some(changes) || is_tone && property.is_some() && property == named("temperature")
    };
    ways.iter().any(|(_, property)| is_of_it(*property)).then(|| direction(ways, Some(changes))).flatten()
}

/// Up or down, for what is to change; `None` where both or neither was said of it.
pub(super) fn direction(ways: &[Way], changes: Option<Property>) -> Option<Act> {
    let is_of_it = |way: &&Way| way.1.is_some() && way.1 == changes;
    let is = |property: Option<Property>, name| property.is_some() && property == catalogue().property(name);
    let is_tone = is(changes, "color_temperature");
    let told = ways.iter().any(|way| is_of_it(&way));
    let mut acts = ways.iter().filter(|way| !told || is_of_it(way)).map(|(act, property)| {
        // Warmer light has a lower colour temperature.
        match act {
            Act::Up if is_tone && is(*property, "temperature") => Act::Down,
            Act::Down if is_tone && is(*property, "temperature") => Act::Up,
            _ => *act,
        }
    });
    let first = acts.next()?;
    acts.all(|act| act == first).then_some(first)
}

#[cfg(test)]
mod tests {
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
            assert_eq!(numbers, hold, "{said}");
            assert_eq!(values.replaced.as_slice(), gone, "{said}");
        });
    }

    #[test]
    fn every_second_thought_and_every_each_time_of_the_data_is_one() {
        let data: Data = toml::from_str(include_str!("../../data/numbers.toml")).unwrap();
        assert!(!data.second_thoughts.is_empty() && !data.each_time.is_empty());
        for word in &data.second_thoughts {
            check(&format!("lamp #50 ~, {} #40", word.replace(' ', "_")), &[40.0], &[50.0]);
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
        check("fan on #3 ~, #4", &[3.0, 4.0], &[]);
        // 一顿改成二十克: one is no portion.
        check("米线 #一 顿 改成 #二十 克", &[20.0], &[1.0]);
        check("#一 顿", &[1.0], &[]);
        // What counts something else is no other number.
        check("fan on #3 ~, er #40 %percent", &[3.0, 40.0], &[]);
    }
}
