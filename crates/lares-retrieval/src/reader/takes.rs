//! What the commands of a device take: values by name, and numbers in a range.

use lares_home::{ValueKind, ValueRange};
use lares_language::lexicon::Sense;
use lares_language::normalise::fold_name;
use lares_reader::feature;
use smallvec::SmallVec;

use super::entities::Meant;
use super::numbered::{Numbered, Sought};
use super::senses::of_letters;
use super::words::Word;
use crate::borne_out::first_number;
use crate::documents::Capability;
use crate::index::CompiledHome;

/// How much it tells that a number may be a percentage: most do.
const OF_PERCENT: f32 = 0.3;

/// What the commands of a device take.
#[derive(Debug, Clone, Default)]
pub(super) struct Takes {
    /// The names and keys of values.
    pub(super) values: Numbered,
    ranges: SmallVec<[(f64, f64, f32); 2]>,
}

impl Takes {
    pub(super) fn of(home: &CompiledHome, meant: Meant) -> Takes {
        let profile = match meant {
            Meant::Device(device) => home.profile_of(device),
            Meant::Scene(_) => None,
        };
        let capabilities = profile.into_iter().flat_map(|profile| home.capabilities(profile));
        let commands = capabilities.filter_map(|capability| match capability {
            Capability::Command(index) => home.command(index),
            Capability::Attribute(_) => None,
        });
        let (mut values, mut takes) = (Vec::new(), Takes::default());
        for argument in commands.filter_map(|command| command.argument.as_ref()) {
            for value in &argument.values {
                values.push(by_key(&value.key));
                let names = [&value.value, &value.description].into_iter().chain(&value.words);
                values.extend(names.map(|name| by_name(&fold_name(name))));
            }
            let is_number = matches!(argument.kind, ValueKind::Integer | ValueKind::Number);
            if let Some(ValueRange { min, max, unit, .. }) = argument.range.as_ref().filter(|_| is_number) {
                let tells = if unit == "%" { OF_PERCENT } else { 1.0 };
                if !takes.ranges.contains(&(*min, *max, tells)) {
                    takes.ranges.push((*min, *max, tells));
                }
            }
        }
        takes.values = Numbered::of(values);
        takes
    }

    /// How much it tells that a number is in range of a command; none where it is in no range.
    pub(super) fn in_range(&self, number: f64) -> f32 {
        let of_range = |range: &(f64, f64, f32)| {
            if (range.0..=range.1).contains(&number) { range.2 } else { 0.0 }
        };
        self.ranges.iter().map(of_range).fold(0.0, f32::max)
    }
}

/// The values that a word may name.
pub(super) fn named(word: &Word<'_>) -> Sought {
    let key = |sense: &Sense| match *sense {
        Sense::Value(value) => Some(by_key(&value.key)),
        Sense::Verb(verb) => verb.key.as_ref().map(|key| by_key(key)),
        _ => None,
    };
    let mut named: Sought = word.senses.iter().filter_map(key).collect();
    // One letter names nothing.
    if word.letters.len() > 1 && !word.letters.iter().all(char::is_ascii_digit) {
        named.push(of_letters("value", word.letters));
    }
    named
}

/// The number that a word is, if it is one.
pub(super) fn number(word: &Word<'_>) -> Option<f64> {
    let is_number = |sense: &Sense| matches!(sense, Sense::Number(_) | Sense::Time(..));
    if word.senses.iter().any(is_number) { first_number(word.letters) } else { None }
}

fn by_key(key: &str) -> u32 {
    feature("key", key)
}

fn by_name(name: &str) -> u32 {
    feature("value", name)
}
