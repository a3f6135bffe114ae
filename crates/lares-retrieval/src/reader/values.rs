//! What may be set: the values that were said, and ways up and down.

use lares_home::{Act, Property, catalogue};
use lares_language::lexicon::Sense;
use lares_language::{Unit, Value};
use smallvec::SmallVec;

use super::words::Word;
use crate::borne_out::numbers;

/// The values that the words of an utterance name, in their order.
pub(super) fn values(words: &[Word<'_>]) -> Vec<Value> {
    let mut values = Vec::new();
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
                    let Some(number) = numbers(word.letters).first().copied() else {
                        continue;
                    };
                    Value::Number { number, unit: unit(words, place) }
                }
                _ => continue,
            };
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    values
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
