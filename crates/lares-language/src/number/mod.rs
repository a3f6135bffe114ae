//! Numbers as people say them: Chinese and English numerals read out of normalised characters.
//!
//! Both parsers look at one place of the text and take the longest numeral that starts there; whether
//! that numeral is a value, a count, part of a room's name or a time is for the caller to say.

pub mod chinese;
pub mod english;

use std::ops::Range;

/// How a numeral was written or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// Arabic digits, with or without a multiplier: `26`, `2.5`, `3百`.
    Digits,
    /// Number words with their place values: `二十六`, `twenty six`.
    Words,
    /// Digits read one by one: `一零三`, `二六`, `one oh three`. A numeral of two neighbouring digits
    /// (`五六`) may also mean "five or six".
    Sequence,
}

/// A numeral found in a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberMatch {
    /// The index just after the numeral's last character.
    pub end: usize,
    /// Its value; of a percentage, the number of hundredths (`百分之三十` is 30).
    pub value: f64,
    /// It was said as a share of the whole: `%`, `百分之`, `三成`, `percent`, `三分之一`.
    pub percent: bool,
    /// It holds a word for a half (`二十六度半`, `two and a half`).
    pub half: bool,
    /// How it was written or read.
    pub form: Form,
}

impl NumberMatch {
    /// The value is a whole number.
    pub fn is_integer(&self) -> bool {
        self.value.fract() == 0.0
    }

    /// The value as a whole number from 0 up, where it is one.
    pub fn as_count(&self) -> Option<u32> {
        (self.is_integer() && !self.percent && (0.0..=f64::from(u32::MAX)).contains(&self.value))
            .then_some(self.value as u32)
    }
}

/// A numeral whose unit stands before its last half: `二十六度半`, `两个半小时`.
#[derive(Debug, Clone, PartialEq)]
pub struct HalfMatch {
    /// The numeral; its `end` is just after 半.
    pub number: NumberMatch,
    /// The characters of the unit between the whole number and 半: `度`, `个`.
    pub unit: Range<usize>,
}
