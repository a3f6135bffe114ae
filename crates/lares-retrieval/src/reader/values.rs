//! What may be set: the values that were said, and ways up and down.

use lares_home::{Act, Property, catalogue};
use lares_language::lexicon::Sense;
use lares_language::{Unit, Value};
use smallvec::SmallVec;

use super::taken_back::{corrects, is_denied, is_negated, taken_back};
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

/// What the words of an utterance tell of values.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Values {
    /// Those that hold, in their order.
    pub(super) told: SmallVec<[Told; 2]>,
    /// Those that another took the place of ("to 70, no, 67"), and that do not hold elsewhere.
    pub(super) replaced: SmallVec<[Value; 2]>,
}

/// The values that the words of an utterance name: those that none behind them took the place of.
pub(super) fn values(words: &[Word<'_>]) -> Values {
    let mut all = all_values(words);
    let gone = taken_back(words, &all);
    take_units(&mut all, &gone);
    let (gone, mut holds): (SmallVec<[Told; 2]>, SmallVec<[Told; 2]>) =
        all.into_iter().partition(|told| gone.contains(&told.place));
    let replaced = gone.into_iter().map(|told| told.value);
    let replaced = replaced.filter(|gone| !holds.iter().any(|told| is_same(&told.value, gone))).collect();
    // 电视信号切到HDMI1, 404限量十五: what is also a thing, or the number of one, is meant as a value where nothing else is.
    let is_thing = |told: &Told| {
        let names = |sense: &Sense| match sense {
            Sense::Noun(_) => true,
            Sense::Name(_) => matches!(told.value, Value::Number { .. }),
            _ => false,
        };
        words.get(told.place).is_some_and(|word| word.senses.iter().any(names))
    };
    holds.sort_by_key(|told| (is_thing(told), is_denied(words, told)));
    // What is said twice is one value.
    let mut told: SmallVec<[Told; 2]> = SmallVec::new();
    for one in holds {
        if !told.iter().any(|known| known.value == one.value) {
            told.push(one);
        }
    }
    Values { told, replaced }
}

/// "One minute in the micro, make it two": what takes the place of a number counts what that did.
fn take_units(all: &mut [Told], gone: &[usize]) {
    let mut counted = Unit::None;
    for told in all {
        let Value::Number { unit, .. } = &mut told.value else { continue };
        if *unit == Unit::None {
            *unit = counted;
        }
        counted = if gone.contains(&told.place) { *unit } else { Unit::None };
    }
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
    // "Two fans on number one": which step, where nothing but a number is told.
    if values.iter().all(|told| matches!(told.value, Value::Number { unit: Unit::None, .. })) {
        values.extend(words.iter().enumerate().filter_map(|(place, word)| {
            let number =
                word.letters.strip_prefix(&['n', 'u', 'm', 'b', 'e', 'r', ' ']).and_then(first_number)?;
            Some(Told { value: Value::Number { number, unit: Unit::Gear }, place, by: None })
        }));
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

/// One value, in whatever unit it was counted.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number { number, .. }, Value::Number { number: other, .. }) => number == other,
        _ => one == other,
    }
}

/// The ways up and down that the words of an utterance name: those behind the last correction, where there are such, and none that is
/// denied for another ("not up, down"); and whether any were taken back so.
pub(super) fn ways(words: &[Word<'_>]) -> (SmallVec<[Way; 4]>, bool) {
    let mut ways: SmallVec<[(usize, Way); 4]> = SmallVec::new();
    for (place, word) in words.iter().enumerate() {
        let mut tell = |act: Act, property: Option<Property>| {
            if matches!(act, Act::Up | Act::Down) {
                ways.push((place, (act, property)));
            }
        };
        for sense in word.senses {
            match sense {
                Sense::Adjective(adjective) => {
                    tell(if adjective.up { Act::Up } else { Act::Down }, Some(adjective.property));
                }
                Sense::Verb(verb) => verb.acts.iter().for_each(|act| tell(*act, verb.property)),
                Sense::Wish(wish) => wish.acts.iter().for_each(|act| tell(*act, wish.property)),
                _ => {}
            }
        }
    }
    let last = ways.last().map_or(0, |way| way.0);
    let corrected = (0..last).rev().find(|place| corrects(words, *place)).unwrap_or_default();
    let said = ways.len();
    ways.retain(|(place, _)| *place >= corrected && !(*place < last && is_negated(words, *place)));
    let are_fewer = ways.len() < said;
    (ways.into_iter().map(|(_, way)| way).collect(), are_fewer)
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

    /// Checks which numbers are told, in which unit.
    fn check(said: &str, expected: &[(f64, Unit)]) {
        marked(said, |words| {
            let number = |told: &Told| match told.value {
                Value::Number { number, unit } => Some((number, unit)),
                _ => None,
            };
            let told: Vec<(f64, Unit)> = values(words).told.iter().filter_map(number).collect();
            assert_eq!(told, expected, "{said}");
        });
    }

    #[test]
    fn what_takes_the_place_of_a_number_counts_what_that_did() {
        check("lamp #50 %percent ~, make_it #40", &[(40.0, Unit::Percent)]);
        check("lamp #50 %percent ~, strip #40", &[(50.0, Unit::Percent), (40.0, Unit::None)]);
    }

    #[test]
    fn a_number_of_a_step_is_told_where_nothing_but_numbers_is() {
        check("fan on number_two", &[(2.0, Unit::Gear)]);
        check("#2 fans on number_1", &[(2.0, Unit::None), (1.0, Unit::Gear)]);
        check("wash number_two spin +high", &[]);
    }
}
