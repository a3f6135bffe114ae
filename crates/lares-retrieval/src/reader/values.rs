//! What may be set: the values that were said, and ways up and down.

use lares_home::Act;
use lares_language::lexicon::Sense;
use lares_language::{Unit, Value};

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

/// Up or down, where only one of them was said.
pub(super) fn direction(words: &[Word<'_>]) -> Option<Act> {
    let (mut up, mut down) = (false, false);
    let mut tell = |act: Act| match act {
        Act::Up => up = true,
        Act::Down => down = true,
        _ => {}
    };
    for sense in words.iter().flat_map(|word| word.senses) {
        match sense {
            Sense::Adjective(adjective) => tell(if adjective.up { Act::Up } else { Act::Down }),
            Sense::Verb(verb) => verb.acts.iter().copied().for_each(&mut tell),
            Sense::Wish(wish) => wish.acts.iter().copied().for_each(&mut tell),
            _ => {}
        }
    }
    match (up, down) {
        (true, false) => Some(Act::Up),
        (false, true) => Some(Act::Down),
        _ => None,
    }
}
