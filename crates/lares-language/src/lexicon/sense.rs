//! What words can be: the senses, and the details behind them.
//!
//! The build script shares this module: it assembles the senses and writes them, the library reads them back.

use lares_home::{Act, Category, Property};
use serde::{Deserialize, Serialize};

use super::data::Trait;
use crate::action::{Level, Unit};

/// What a word can be. Senses are small and copied freely; details lie in the lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Sense {
    /// What to do.
    Verb(#[serde(with = "lasting")] &'static Verb),
    /// What is changed or asked for.
    Property(Property),
    /// A quality with a direction.
    Adjective(#[serde(with = "lasting")] &'static Adjective),
    /// How much more or less.
    Degree(Degree),
    /// A point of a range.
    Level(Level),
    /// A value by name.
    Value(#[serde(with = "lasting")] &'static NamedValue),
    /// A colour or white tone.
    Color(#[serde(with = "lasting")] &'static Color),
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
    Wish(#[serde(with = "lasting")] &'static Wish),
    /// Not for the home.
    Chat,
    /// The first, the last (-1).
    Ordinal(i8),
    /// Yes, no, all, never mind.
    Answer(Answer),
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
    /// The state that something is told to be in or to come into: the door *opens*, Mia *leaves*, 漏水了.
    State(#[serde(with = "lasting")] &'static NamedState),
    /// Someone.
    Person(Person),
}

/// A verb.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjective {
    /// What it is a quality of.
    pub property: Property,
    /// Towards more of it.
    pub up: bool,
    /// Only with these nouns.
    pub nouns: Vec<Noun>,
}

/// A value by name. Equal words of several properties are one entry each.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedValue {
    /// Its position among the named values of the lexicon.
    pub id: u16,
    /// What it is a value of.
    pub property: Option<Property>,
    /// The key that the catalogue's values share.
    pub key: String,
}

/// A state by name, whatever the home can tell.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedState {
    /// What it is a state of.
    pub property: Property,
    /// The key that the catalogue's values share.
    pub key: String,
}

/// A colour or white tone.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Color {
    /// Hue and saturation, 0..100.
    pub hue_saturation: Option<(f64, f64)>,
    /// Kelvin of a white tone.
    pub kelvin: Option<f64>,
}

/// A complaint and what would help.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    /// What would help.
    pub acts: Vec<Act>,
    /// What it would change.
    pub property: Option<Property>,
    /// The kinds of devices that help, best first.
    pub nouns: Vec<Noun>,
}

/// How much more or less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Many {
    All,
    Both,
    Any,
    Every,
}

/// Where a word stands relative to what it governs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Before it; of a condition: opens it.
    Before,
    /// After it; of a condition: closes it.
    After,
    /// It governs its whole clause.
    Clause,
}

/// What a reference stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Once more, or more of it (再来一点).
    Again,
    /// The opposite of what was done last, for there was too much of it.
    Back,
}

/// What an answer to a question says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Answer {
    Yes,
    No,
    All,
    Cancel,
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Asks {
    Value,
    Polar,
    Where,
    List,
    Time,
}

/// A negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Negation {
    DoNot,
    Not,
    Stop,
}

/// Speech that is not an order to the home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Speech {
    Reported,
    Addressed,
    Story,
    /// Tells of someone or something, where an order stands before it (he's fallen asleep).
    Remark,
}

/// Someone, by what people call each other at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Person {
    Nobody,
    Somebody,
    Everybody,
    /// Who speaks.
    Speaker,
    Father,
    Mother,
    /// Father and mother.
    Parents,
    Son,
    Daughter,
    /// Sons and daughters.
    Children,
    Husband,
    Wife,
    Grandfather,
    Grandmother,
    /// Grandfather and grandmother.
    Grandparents,
    /// Someone from outside, or whose phone no home knows.
    Other,
}

impl Person {
    /// The persons of the family that are meant; empty for those who are nobody's phone.
    pub fn members(self) -> &'static [Person] {
        match self {
            Person::Parents => &[Person::Parents, Person::Father, Person::Mother],
            Person::Children => &[Person::Children, Person::Son, Person::Daughter],
            Person::Grandparents => &[Person::Grandparents, Person::Grandfather, Person::Grandmother],
            Person::Father => &[Person::Father],
            Person::Mother => &[Person::Mother],
            Person::Son => &[Person::Son],
            Person::Daughter => &[Person::Daughter],
            Person::Husband => &[Person::Husband],
            Person::Wife => &[Person::Wife],
            Person::Grandfather => &[Person::Grandfather],
            Person::Grandmother => &[Person::Grandmother],
            Person::Nobody | Person::Somebody | Person::Everybody | Person::Speaker | Person::Other => &[],
        }
    }
}

/// A time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "described in data/README.md")]
pub enum Time {
    At,
    After,
    For,
    Every,
}

/// A noun concept of the lexicon (`desk_lamp`), by its position there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Noun(pub u16);

/// A noun of the tree.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct NounEntry {
    /// Its id.
    pub id: String,
    /// The noun that it is a kind of.
    pub parent: Option<Noun>,
    /// The platform's category, its own or the nearest ancestor's.
    pub category: Option<Category>,
    /// It stands for what it switches when another noun is before it.
    pub controller: bool,
    /// The noun whose devices answer to it where there are none of its own.
    pub or_else: Option<Noun>,
    /// The room of the tree whose devices of the parent noun are of this noun as well.
    pub in_room: Option<u16>,
    /// What of another device it is where it belongs to one, most typical first; empty where it never does.
    pub part: Vec<Property>,
    /// What is true of its devices, its own and its ancestors'.
    pub traits: Vec<Trait>,
    /// The first Chinese word.
    pub zh: String,
    /// The first English word.
    pub en: String,
}

/// A room of the tree.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct RoomEntry {
    /// The first Chinese word.
    pub zh: String,
    /// The first English word.
    pub en: String,
    /// Its id.
    pub id: String,
    /// The room that it is a kind of.
    pub parent: Option<u16>,
    /// It is a floor.
    pub floor: bool,
}

/// Where the named values are found by what they mean.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ValueIndex {
    /// The values by property and key, in ascending order.
    by_key: Vec<(Option<Property>, String, u16)>,
    /// The values of a property that the lexicon files list, by ascending property.
    listed: Vec<(Property, Vec<u16>)>,
    /// How many there are.
    pub count: u16,
}

impl ValueIndex {
    /// The value of a property and key.
    pub fn by_key(&self, property: Option<Property>, key: &str) -> Option<u16> {
        let place = self
            .by_key
            .binary_search_by(|(known, name, _)| (*known, name.as_str()).cmp(&(property, key)))
            .ok()?;
        self.by_key.get(place).map(|(_, _, value)| *value)
    }

    /// The values of a property that the lexicon files list.
    pub fn listed(&self, property: Property) -> &[u16] {
        match self.listed.binary_search_by_key(&property, |(known, _)| *known) {
            Ok(place) => self.listed.get(place).map(|(_, values)| values.as_slice()).unwrap_or_default(),
            Err(_) => &[],
        }
    }

    /// A further value that the files list for a property.
    pub fn list(&mut self, property: Property, value: u16) {
        match self.listed.binary_search_by_key(&property, |(known, _)| *known) {
            Ok(place) => self.listed[place].1.push(value),
            Err(place) => self.listed.insert(place, (property, vec![value])),
        }
    }

    /// A further value of a property and key, which must be new.
    pub fn add(&mut self, property: Option<Property>, key: &str) -> u16 {
        let value = self.count;
        self.count += 1;
        let place = self.by_key.partition_point(|(known, name, _)| (*known, name.as_str()) < (property, key));
        self.by_key.insert(place, (property, key.to_owned(), value));
        value
    }
}

/// Details of senses live as long as the process: the lexicon is made once and its senses are copied freely.
mod lasting {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        value: &&'static T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<&'static T, D::Error> {
        T::deserialize(deserializer).map(|value| &*Box::leak(Box::new(value)))
    }
}

/// Whether a value's name is nothing but a number with its unit: 三十度, 80%, "ninety-five", "20 °C".
pub(crate) fn says_number(word: &str) -> bool {
    const UNITS: [&str; 10] = ["度", "成", "转", "%", "°c", "°f", "℃", "℉", "percent", "degrees"];
    const WORDS: [&str; 13] = [
        "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred",
        "five", "one", "a",
    ];
    let lower = word.to_lowercase();
    let number = UNITS.iter().find_map(|unit| lower.strip_suffix(unit)).unwrap_or(&lower).trim();
    let digits = |part: &str| {
        part.chars()
            .all(|letter| letter.is_ascii_digit() || "零〇一二两三四五六七八九十百千".contains(letter))
    };
    !number.is_empty() && number.split([' ', '-']).all(|part| digits(part) || WORDS.contains(&part))
}
