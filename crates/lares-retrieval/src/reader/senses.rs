//! What the lexicons know of a word, as features of the network.

use lares_home::catalogue::catalogue;
use lares_language::lexicon::{Noun, Sense};
use lares_language::parser::explain::PathWord;
use lares_reader::feature;
use smallvec::SmallVec;

use crate::index::CompiledHome;

/// So many senses of a word are told.
const MOST_SENSES: usize = 6;

/// All that a word is: its letters, the beginnings and ends of words that no lexicon knows, and its senses.
pub(super) fn features(home: &CompiledHome, word: &PathWord) -> SmallVec<[u32; 12]> {
    let mut features = SmallVec::new();
    let said = word.said.as_str();
    features.push(feature("word", said));
    let letters: SmallVec<[char; 16]> = said.chars().collect();
    let text = |letters: &[char]| letters.iter().collect::<String>();
    if letters.iter().all(char::is_ascii) {
        let mut words = said.split(' ');
        if said.contains(' ') {
            features.extend(words.by_ref().take(4).map(|word| feature("word", word)));
        } else if letters.len() >= 5 {
            features.push(feature("begins", &text(&letters[..4])));
            features.push(feature("ends", &text(&letters[letters.len() - 3..])));
        }
    } else if letters.len() > 1 {
        features
            .extend(letters.iter().take(6).map(|letter| feature("word", letter.encode_utf8(&mut [0; 4]))));
    }
    if word.likeness < 1.0 {
        features.push(feature("is", "slip"));
    }
    if word.senses.is_empty() {
        features.push(feature("is", "unknown"));
    }
    for sense in word.senses.iter().take(MOST_SENSES) {
        tell(home, sense, &mut features);
    }
    features
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

fn tell(home: &CompiledHome, sense: &Sense, features: &mut SmallVec<[u32; 12]>) {
    let property = |property| catalogue().property_entry(property).map_or("", |entry| entry.en);
    let mut note = |kind: &str, value: &str| features.push(feature(kind, value));
    match *sense {
        Sense::Verb(verb) => {
            note("verb", &verb.id);
            verb.acts.iter().take(2).for_each(|act| note("act", &format!("{act:?}")));
            if let Some(of) = verb.property {
                note("property", property(of));
            }
            if let Some(key) = &verb.key {
                note("key", key);
            }
        }
        Sense::Property(of) => note("property", property(of)),
        Sense::Adjective(adjective) => {
            note("quality", property(adjective.property));
            note("quality", if adjective.up { "more" } else { "less" });
        }
        Sense::Value(value) => {
            note("key", &value.key);
            if let Some(of) = value.property {
                note("value of", property(of));
            }
        }
        Sense::Wish(wish) => {
            note("is", "wish");
            wish.acts.iter().take(2).for_each(|act| note("act", &format!("{act:?}")));
            if let Some(of) = wish.property {
                note("property", property(of));
            }
        }
        Sense::State(state) => {
            note("state", &state.key);
            note("state of", property(state.property));
        }
        Sense::Noun(noun) => {
            note("is", "noun");
            note("noun", home.vocabulary.noun_names(noun).1);
        }
        Sense::Room(_) => note("is", "room"),
        Sense::HomeRoom(_) => note("is", "home room"),
        Sense::Name(_) => note("is", "name"),
        Sense::Scene(_) => note("is", "scene"),
        Sense::Number(_) => note("is", "number"),
        Sense::Unit(unit, of) => {
            note("unit", &format!("{unit:?}"));
            if let Some(of) = of {
                note("unit of", property(of));
            }
        }
        Sense::Color(_) => note("is", "color"),
        ref other => note("sense", &format!("{other:?}")),
    }
}
