//! The lexicons, ready for use: every word with its senses, one automaton over all of them.
//!
//! Built once in a process from the blob that the build script wrote and from the value names of the catalogue, and
//! shared by all homes.

mod build;
pub mod data;

pub(crate) use build::automaton;

use std::collections::HashMap;
use std::sync::OnceLock;

use daachorse::CharwiseDoubleArrayAhoCorasick;
use lares_home::{Act, Category, Property};

use crate::action::{Level, Unit};
use crate::slips::SlipIndex;
use crate::vocabulary::Noun;

/// What a word can be. Senses are small and copied freely; details lie in the lexicon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sense {
    /// What to do.
    Verb(&'static Verb),
    /// What is changed or asked for.
    Property(Property),
    /// A quality with a direction.
    Adjective(&'static Adjective),
    /// How much more or less.
    Degree(Degree),
    /// A point of a range.
    Level(Level),
    /// A value by name.
    Value(&'static NamedValue),
    /// A colour or white tone.
    Color(&'static Color),
    /// A unit after a number.
    Unit(Unit, Option<Property>),
    /// How many.
    Quantifier(Many, bool),
    /// Between a number and a noun.
    Classifier,
    /// What is left out.
    Except(Place),
    /// Instead of a name.
    Reference(Reference),
    /// Opens or closes a condition.
    Condition(Place),
    /// A comparison in a condition.
    Comparison(Comparison),
    /// Asks.
    Question(Asks),
    /// Do not.
    Negation(Negation),
    /// Joins targets or values.
    Conjunction,
    /// Begins a further command.
    Clause,
    /// Takes back what was said.
    Correction,
    /// Means nothing to a device; `true` for a polite one.
    Particle(bool),
    /// 的, 's (`After` the owner) or of, in (`Before` it).
    Possessive(Place),
    /// 把.
    ObjectMarker,
    /// Before the value to be reached.
    Goal,
    /// Someone says, or is told.
    Speech(Speech),
    /// When, not now.
    Time(Time),
    /// A state that is complained of.
    Wish(&'static Wish),
    /// Not for the home.
    Chat,
    /// The first, the last (-1).
    Ordinal(i8),
    /// Yes, no, all, never mind.
    Answer,
    /// A noun for a kind of device.
    Noun(Noun),
    /// A noun for a room, by its position in the lexicon.
    Room(u16),
    /// A name of the home, by its position in the vocabulary's names.
    Name(u32),
    /// A room of the home, by its position in the vocabulary's room words.
    HomeRoom(u32),
    /// A scene of the home.
    Scene(u32),
    /// A value by name that only this home has (from a vendor's value list).
    HomeValue,
    /// A numeral, by its position among the lattice's numbers.
    Number(u16),
    /// Punctuation that separates; `true` for a strong one (full stop).
    Separator(bool),
}

/// A verb.
#[derive(Debug, PartialEq)]
pub struct Verb {
    /// The entry's id, for traces.
    pub id: String,
    /// The word that stands for the entry in the command array.
    pub canonical: String,
    /// It is Chinese.
    pub chinese: bool,
    /// Readings, most typical first.
    pub acts: Vec<Act>,
    /// What it changes, where the verb itself says it.
    pub property: Option<Property>,
    /// The value that the verb itself names.
    pub key: Option<String>,
    /// Only with these nouns.
    pub nouns: Vec<Noun>,
    /// Needs a target or a value near it to be a verb at all.
    pub weak: bool,
}

/// A quality with a direction.
#[derive(Debug, PartialEq)]
pub struct Adjective {
    /// What it is a quality of.
    pub property: Property,
    /// Towards more of it.
    pub up: bool,
    /// Only with these nouns.
    pub nouns: Vec<Noun>,
}

/// A value by name. Equal words of several properties are one entry each.
#[derive(Debug, PartialEq)]
pub struct NamedValue {
    /// Its position among the named values of the lexicon.
    pub id: u16,
    /// What it is a value of.
    pub property: Option<Property>,
    /// The key that the catalogue's values share.
    pub key: String,
}

/// A colour or white tone.
#[derive(Debug, PartialEq)]
pub struct Color {
    /// Hue and saturation, 0..100.
    pub hue_saturation: Option<(f64, f64)>,
    /// Kelvin of a white tone.
    pub kelvin: Option<f64>,
}

/// A complaint and what would help.
#[derive(Debug, PartialEq)]
pub struct Wish {
    /// What would help.
    pub acts: Vec<Act>,
    /// What it would change.
    pub property: Option<Property>,
    /// The kinds of devices that help, best first.
    pub nouns: Vec<Noun>,
}

/// How much more or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    /// 一点.
    Bit,
    /// 很多.
    Much,
    /// 最.
    Most,
    /// 太: a complaint.
    Too,
    /// 再.
    More,
}

/// How many are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Many {
    All,
    Both,
    Any,
    Every,
}

/// Where a word stands relative to what it governs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Before it; of a condition: opens it.
    Before,
    /// After it; of a condition: closes it.
    After,
    /// It governs its whole clause.
    Clause,
}

/// What a reference stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// What was last spoken of.
    Last,
    /// All of what was last spoken of.
    LastMany,
    /// Another one of that kind.
    Other,
    /// Both of them.
    Both,
    /// The room last spoken of.
    SamePlace,
    /// The same action again (也).
    SameAction,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Comparison {
    Greater,
    Less,
    AtLeast,
    AtMost,
    Equal,
    Differs,
}

impl Comparison {
    /// As written in the command array.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Greater => ">",
            Comparison::Less => "<",
            Comparison::AtLeast => ">=",
            Comparison::AtMost => "<=",
            Comparison::Equal => "==",
            Comparison::Differs => "!=",
        }
    }
}

/// What a question asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Asks {
    Value,
    Polar,
    Where,
    List,
    Time,
}

/// A negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Negation {
    DoNot,
    Not,
    Stop,
}

/// Speech that is not an order to the home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Speech {
    Reported,
    Addressed,
    Story,
}

/// A time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Time {
    At,
    After,
    For,
    Every,
}

/// A noun of the tree.
#[derive(Debug)]
pub struct NounEntry {
    /// Its id.
    pub id: String,
    /// The noun that it is a kind of.
    pub parent: Option<Noun>,
    /// The platform's category, its own or the nearest ancestor's.
    pub category: Option<Category>,
    /// It stands for what it switches when another noun is before it.
    pub controller: bool,
    /// The first Chinese word.
    pub zh: String,
    /// The first English word.
    pub en: String,
}

/// A room of the tree.
#[derive(Debug)]
pub struct RoomEntry {
    /// Its id.
    pub id: String,
    /// The room that it is a kind of.
    pub parent: Option<u16>,
    /// It is a floor.
    pub floor: bool,
}

/// A word of the automaton.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// Its length in characters.
    pub length: u16,
    /// Its first sense in [`Lexicon::senses`].
    pub first_sense: u32,
    /// How many senses it has.
    pub senses: u16,
    /// Its characters in [`Lexicon::letters`].
    pub letters: u32,
}

/// All words with their senses.
pub struct Lexicon {
    automaton: CharwiseDoubleArrayAhoCorasick<u32>,
    patterns: Vec<Pattern>,
    senses: Vec<Sense>,
    letters: Vec<char>,
    /// The noun tree.
    pub nouns: Vec<NounEntry>,
    /// The room tree.
    pub rooms: Vec<RoomEntry>,
    /// The noun of each category, where there is one, by the category's index.
    pub category_nouns: Vec<Option<Noun>>,
    /// The root noun: any device.
    pub any_device: Option<Noun>,
    /// The plain verb for switching on.
    pub switch_on: Option<&'static Verb>,
    /// Named values by property and key, and those of a property that the files list beside the catalogue's.
    pub values: ValueIndex,
    pub(crate) slips: SlipIndex,
}

/// Where the named values are found by what they mean.
#[derive(Debug, Default)]
pub struct ValueIndex {
    /// The value of a property and key.
    pub by_key: HashMap<(Option<Property>, String), u16>,
    /// The values of a property that the lexicon files list.
    pub listed: HashMap<Property, Vec<u16>>,
    /// How many there are.
    pub count: u16,
}

/// The lexicons of all languages, built at the first call.
pub fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    LEXICON.get_or_init(build::build)
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Lexicon").field("words", &self.patterns.len()).finish_non_exhaustive()
    }
}

impl Lexicon {
    /// Calls `found(start, pattern)` for every word of the lexicon in the text, in the order of their ends. Words of
    /// Latin letters count only where they begin and end at a word's border.
    pub fn scan(&self, text: &[char], mut found: impl FnMut(usize, usize)) {
        let mut stepper = self.automaton.find_overlapping_stepper();
        for (position, &character) in text.iter().enumerate() {
            stepper.consume(character);
            for hit in stepper.matches() {
                let pattern = hit.value() as usize;
                let end = position + 1;
                let start = end - usize::from(self.patterns[pattern].length).min(end);
                if at_word_border(text, start, end) {
                    found(start, pattern);
                }
            }
        }
    }

    /// The senses of a word found by [`Lexicon::scan`].
    pub fn senses(&self, pattern: usize) -> &[Sense] {
        let Pattern { first_sense, senses, .. } = self.patterns[pattern];
        &self.senses[first_sense as usize..first_sense as usize + usize::from(senses)]
    }

    /// The length of a word in characters.
    pub fn length(&self, pattern: usize) -> usize {
        usize::from(self.patterns[pattern].length)
    }

    /// The characters of a word.
    pub fn letters(&self, pattern: usize) -> &[char] {
        let Pattern { letters, length, .. } = self.patterns[pattern];
        &self.letters[letters as usize..letters as usize + usize::from(length)]
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        self.patterns.len()
    }

    /// The senses of exactly this text, if it is one word of the lexicon.
    pub fn lookup(&self, text: &[char]) -> Option<&[Sense]> {
        let mut whole = None;
        self.scan(text, |start, pattern| {
            if start == 0 && self.length(pattern) == text.len() {
                whole = Some(pattern);
            }
        });
        whole.map(|pattern| self.senses(pattern))
    }

    /// Whether `noun` is `ancestor` or a kind of it.
    pub fn is_a(&self, noun: Noun, ancestor: Noun) -> bool {
        let mut current = Some(noun);
        while let Some(noun) = current {
            if noun == ancestor {
                return true;
            }
            current = self.nouns[usize::from(noun.0)].parent;
        }
        false
    }

    /// Whether `room` is `ancestor` or a kind of it.
    pub fn room_is_a(&self, room: u16, ancestor: u16) -> bool {
        let mut current = Some(room);
        while let Some(room) = current {
            if room == ancestor {
                return true;
            }
            current = self.rooms[usize::from(room)].parent;
        }
        false
    }
}

/// Whether a word that spans these characters stands by itself: Latin letters and digits are not cut from a longer
/// word. Other scripts have no borders.
pub fn at_word_border(text: &[char], start: usize, end: usize) -> bool {
    let joined = |left: char, right: char| {
        left.is_ascii_alphanumeric()
            && right.is_ascii_alphanumeric()
            && !(left.is_ascii_digit() ^ right.is_ascii_digit())
    };
    let before = start > 0 && start < end && joined(text[start - 1], text[start]);
    let after = end < text.len() && start < end && joined(text[end - 1], text[end]);
    !before && !after
}
