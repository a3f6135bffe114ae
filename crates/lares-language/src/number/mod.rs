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

/// The most digits that are read as one number; longer runs are serial or telephone numbers.
const MAX_DIGITS: usize = 15;

/// Arabic digits with an optional decimal part: the end and the value.
fn arabic(chars: &[char], start: usize) -> Option<(usize, f64)> {
    let (mut end, mut mantissa) = digit_run(chars, start)?;
    let mut scale = 1.0;
    if chars.get(end) == Some(&'.')
        && let Some((after, decimals)) = digit_run(chars, end + 1)
    {
        let places = after - end - 1;
        if places + (end - start) <= MAX_DIGITS {
            // One division of whole numbers gives the nearest value to what is written.
            scale = power_of_ten(places);
            mantissa = mantissa * scale + decimals;
            end = after;
        }
    }
    Some((end, mantissa / scale))
}

/// A run of Arabic digits: the end and the value.
fn digit_run(chars: &[char], start: usize) -> Option<(usize, f64)> {
    let mut value = 0.0;
    let mut end = start;
    while let Some(digit) = chars.get(end).and_then(|c| c.to_digit(10)) {
        value = value * 10.0 + f64::from(digit);
        end += 1;
    }
    (1..=MAX_DIGITS).contains(&(end - start)).then_some((end, value))
}

fn power_of_ten(places: usize) -> f64 {
    (0..places).fold(1.0, |power, _| power * 10.0)
}

/// A hyphen at `start` is the sign of the digits after it, and no dash between two words or numbers.
fn is_minus(chars: &[char], start: usize) -> bool {
    let free = match start.checked_sub(1).and_then(|before| chars.get(before)) {
        Some(&before) => !before.is_ascii_alphanumeric() && before != '-',
        None => true,
    };
    chars.get(start) == Some(&'-') && free && chars.get(start + 1).is_some_and(char::is_ascii_digit)
}

/// The end of a percent sign at `start`, a space before it allowed.
fn percent_sign(chars: &[char], start: usize) -> Option<usize> {
    let at = start + usize::from(chars.get(start) == Some(&' '));
    (chars.get(at) == Some(&'%')).then_some(at + 1)
}
