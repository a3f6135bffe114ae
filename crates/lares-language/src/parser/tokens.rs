//! Reading the senses of a token: what it can be, asked one sense at a time.

use lares_home::Property;
use smol_str::SmolStr;

use super::lattice::{Numeral, Path, Token};
use crate::action::{Level, Unit};
use crate::lexicon::{
    Adjective, Asks, Color, Comparison, Degree, Many, NamedState, NamedValue, Negation, Person, Place,
    Reference, Sense, Speech, Time, Verb, Wish,
};
use crate::vocabulary::Noun;

macro_rules! senses {
    ($($(#[$doc:meta])* $name:ident -> $type:ty: $pattern:pat => $value:expr;)*) => {
        impl Token {
            $($(#[$doc])* pub(crate) fn $name(&self) -> Option<$type> {
                self.senses.iter().find_map(|sense| match *sense { $pattern => Some($value), _ => None })
            })*
        }
    };
}

senses! {
    verb -> &'static Verb: Sense::Verb(verb) => verb;
    property -> Property: Sense::Property(property) => property;
    adjective -> &'static Adjective: Sense::Adjective(adjective) => adjective;
    degree -> Degree: Sense::Degree(degree) => degree;
    level -> Level: Sense::Level(level) => level;
    value -> &'static NamedValue: Sense::Value(value) => value;
    home_value -> (): Sense::HomeValue => ();
    color -> &'static Color: Sense::Color(color) => color;
    unit -> Unit: Sense::Unit(unit, _) => unit;
    many -> (Many, bool): Sense::Quantifier(many, home) => (many, home);
    classifier -> (): Sense::Classifier => ();
    except -> Place: Sense::Except(place) => place;
    reference -> Reference: Sense::Reference(reference) => reference;
    condition -> Place: Sense::Condition(place) => place;
    comparison -> Comparison: Sense::Comparison(comparison) => comparison;
    question -> Asks: Sense::Question(asks) => asks;
    negation -> Negation: Sense::Negation(negation) => negation;
    conjunction -> (): Sense::Conjunction => ();
    clause -> (): Sense::Clause => ();
    correction -> (): Sense::Correction => ();
    particle -> bool: Sense::Particle(polite) => polite;
    possessive -> Place: Sense::Possessive(place) => place;
    object_marker -> (): Sense::ObjectMarker => ();
    goal -> (): Sense::Goal => ();
    speech -> Speech: Sense::Speech(speech) => speech;
    time -> Time: Sense::Time(time) => time;
    wish -> &'static Wish: Sense::Wish(wish) => wish;
    chat -> (): Sense::Chat => ();
    noun -> Noun: Sense::Noun(noun) => noun;
    room -> u16: Sense::Room(room) => room;
    name -> u32: Sense::Name(name) => name;
    home_room -> u32: Sense::HomeRoom(room) => room;
    scene -> u32: Sense::Scene(scene) => scene;
    separator -> bool: Sense::Separator(strong) => strong;
    state -> &'static NamedState: Sense::State(state) => state;
    person -> Person: Sense::Person(person) => person;
}

impl Token {
    /// The numeral that it is, if it is one.
    pub(crate) fn numeral<'p>(&self, path: &'p Path) -> Option<&'p Numeral> {
        self.senses.iter().find_map(|sense| match sense {
            Sense::Number(number) => path.numerals.get(usize::from(*number)),
            _ => None,
        })
    }

    /// It only means something where states are told: elsewhere it is no word of an order.
    pub(crate) fn only_tells(&self) -> bool {
        !self.senses.is_empty()
            && self.senses.iter().all(|sense| matches!(sense, Sense::State(_) | Sense::Person(_)))
    }

    /// It names something that can be meant: a device, a kind of device, a scene or a room.
    pub(crate) fn is_target(&self) -> bool {
        self.senses.iter().any(|sense| {
            matches!(
                sense,
                Sense::Name(_) | Sense::Noun(_) | Sense::Scene(_) | Sense::HomeRoom(_) | Sense::Room(_)
            )
        })
    }
}

/// The characters of a span as text. A word is short enough to need no memory of its own.
pub(crate) fn text_of(text: &[char], start: usize, end: usize) -> SmolStr {
    const LONGEST_LETTER: usize = 4;
    let letters = text.get(start..end).unwrap_or_default();
    // Asked of nearly every word: written in one piece, without growing letter by letter.
    let mut bytes = [0_u8; 48];
    let mut length = 0;
    for letter in letters {
        match bytes.get_mut(length..length + LONGEST_LETTER) {
            Some(place) => length += letter.encode_utf8(place).len(),
            None => return letters.iter().copied().collect(),
        }
    }
    match bytes.get(..length).map(str::from_utf8) {
        Some(Ok(word)) => SmolStr::new(word),
        _ => letters.iter().copied().collect(),
    }
}

/// "Up", "off": behind a verb it only says which way, and begins no order.
pub(crate) fn says_which_way(word: &str) -> bool {
    matches!(word, "up" | "down" | "on" | "off" | "out" | "back" | "in")
}

/// Whether a text begins with these words.
#[inline]
pub(crate) fn starts_with(text: &[char], words: &str) -> bool {
    // Mostly the first letter tells.
    let differs = match (text.first(), words.as_bytes().first()) {
        (Some(letter), Some(first)) => first.is_ascii() && *letter != char::from(*first),
        _ => false,
    };
    !differs && begins_with(text, words)
}

fn begins_with(text: &[char], words: &str) -> bool {
    let mut letters = text.iter();
    words.chars().all(|letter| letters.next() == Some(&letter))
}

/// Whether a text ends with these words.
pub(crate) fn ends_with(text: &[char], words: &str) -> bool {
    let mut letters = text.iter().rev();
    words.chars().rev().all(|letter| letters.next() == Some(&letter))
}

/// Whether these words stand anywhere in a text.
pub(crate) fn holds(text: &[char], words: &str) -> bool {
    let mut further = words.chars();
    let Some(first) = further.next() else { return true };
    text.iter().enumerate().filter(|(_, letter)| **letter == first).any(|(place, _)| {
        let mut behind = text.iter().skip(place + 1);
        further.clone().all(|letter| behind.next() == Some(&letter))
    })
}
