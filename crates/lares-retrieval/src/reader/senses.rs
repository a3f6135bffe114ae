//! What the lexicons know of a word, as features of the network.

use std::fmt::{Debug, Write as _};

use lares_home::Property;
use lares_home::catalogue::catalogue;
use lares_language::lexicon::{Noun, Sense};
use lares_reader::{FeatureNumber, feature};

use super::takes;
use super::words::Word;
use crate::index::CompiledHome;

/// So many senses of a word are told.
const MOST_SENSES: usize = 6;
/// So many words of a phrase.
const MOST_WORDS: usize = 4;
/// So many Chinese letters.
const MOST_LETTERS: usize = 6;
/// From so many letters on a word has a beginning and an end.
const LONG: usize = 5;
const BEGINNING: usize = 4;
const END: usize = 3;
/// So many acts of a verb.
const MOST_ACTS: usize = 2;

/// Writes all that a word is: its letters, the beginning and the end of a long one, and its senses. Returns how many features
/// tell the letters.
pub(super) fn tell(home: &CompiledHome, word: &Word<'_>, features: &mut Vec<u32>) -> usize {
    let start = features.len();
    features.push(of_letters("word", word.letters));
    if word.letters.iter().all(char::is_ascii) {
        if word.letters.contains(&' ') {
            let words = word.letters.split(|letter| *letter == ' ').take(MOST_WORDS);
            features.extend(words.map(|word| of_letters("word", word)));
        } else if word.letters.len() >= LONG {
            let (beginning, end) =
                (word.letters.first_chunk::<BEGINNING>(), word.letters.last_chunk::<END>());
            features.extend(beginning.map(|letters| of_letters("begins", letters)));
            features.extend(end.map(|letters| of_letters("ends", letters)));
        }
    } else if word.letters.len() > 1 {
        let letters = word.letters.iter().take(MOST_LETTERS);
        features.extend(letters.map(|letter| of_letters("word", &[*letter])));
    }
    let letters = features.len() - start;
    features.extend(takes::number(word).map(|number| feature("number", size(number))));
    if word.likeness < 1.0 {
        features.push(feature("is", "slip"));
    }
    if word.senses.is_empty() {
        features.push(feature("is", "unknown"));
    }
    for sense in word.senses.iter().take(MOST_SENSES) {
        tell_sense(home, sense, features);
    }
    letters
}

/// About how large a number is: a place, a gear, degrees, a share, a heat, a time.
fn size(number: f64) -> &'static str {
    match number {
        ..1.0 => "none",
        1.0..4.0 => "few",
        4.0..8.0 => "some",
        8.0..16.0 => "cool",
        16.0..33.0 => "warm",
        33.0..61.0 => "half",
        61.0..101.0 => "most",
        101.0..261.0 => "hot",
        _ => "many",
    }
}

/// The feature of letters.
pub(super) fn of_letters(kind: &str, letters: &[char]) -> u32 {
    let mut number = FeatureNumber::new(kind);
    letters.iter().for_each(|letter| number.add(letter.encode_utf8(&mut [0; 4])));
    number.get()
}

/// A feature whose value is what something is called in the code.
fn of_name(kind: &str, value: impl Debug) -> u32 {
    let mut number = FeatureNumber::new(kind);
    // Writing into a number cannot fail.
    let _ = write!(number, "{value:?}");
    number.get()
}

/// The kinds of devices that a sense goes with.
pub(super) fn helping(sense: &Sense) -> impl Iterator<Item = Noun> + Clone + use<> {
    let nouns: &'static [Noun] = match *sense {
        Sense::Wish(wish) => &wish.nouns,
        Sense::Verb(verb) => &verb.nouns,
        Sense::Adjective(adjective) => &adjective.nouns,
        _ => &[],
    };
    nouns.iter().copied()
}

fn tell_sense(home: &CompiledHome, sense: &Sense, features: &mut Vec<u32>) {
    let property = |property: Property| catalogue().property_entry(property).map_or("", |entry| entry.en);
    let acts = |acts: &[lares_home::Act]| {
        let mut numbers = acts.iter().take(MOST_ACTS).map(|act| of_name("act", act));
        [numbers.next(), numbers.next()].into_iter().flatten()
    };
    match *sense {
        Sense::Verb(verb) => {
            features.push(feature("verb", &verb.id));
            features.extend(acts(&verb.acts));
            features.extend(verb.property.map(|of| feature("property", property(of))));
            features.extend(verb.key.as_ref().map(|key| feature("key", key)));
        }
        Sense::Property(of) => features.push(feature("property", property(of))),
        Sense::Adjective(adjective) => {
            features.push(feature("quality", property(adjective.property)));
            features.push(feature("quality", if adjective.up { "more" } else { "less" }));
        }
        Sense::Value(value) => {
            features.push(feature("key", &value.key));
            features.extend(value.property.map(|of| feature("value of", property(of))));
        }
        Sense::Wish(wish) => {
            features.push(feature("is", "wish"));
            features.extend(acts(&wish.acts));
            features.extend(wish.property.map(|of| feature("property", property(of))));
        }
        Sense::State(state) => {
            features.push(feature("state", &state.key));
            features.push(feature("state of", property(state.property)));
        }
        Sense::Noun(noun) => {
            features.push(feature("is", "noun"));
            features.push(feature("noun", home.vocabulary.noun_names(noun).1));
        }
        Sense::Room(_) => features.push(feature("is", "room")),
        Sense::HomeRoom(_) => features.push(feature("is", "home room")),
        Sense::Name(_) => features.push(feature("is", "name")),
        Sense::Scene(_) => features.push(feature("is", "scene")),
        Sense::Number(_) => features.push(feature("is", "number")),
        Sense::Unit(unit, of) => {
            features.push(of_name("unit", unit));
            features.extend(of.map(|of| feature("unit of", property(of))));
        }
        Sense::Color(_) => features.push(feature("is", "color")),
        other => features.push(of_name("sense", other)),
    }
}
