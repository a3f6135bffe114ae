//! English numerals.

use super::NumberMatch;

/// The longest numeral that starts at `start`, which must be the start of a word.
pub fn parse(chars: &[char], start: usize) -> Option<NumberMatch> {
    let _ = (chars, start);
    None
}

/// `first`, `twenty-second`, `3rd`.
pub fn ordinal(chars: &[char], start: usize) -> Option<NumberMatch> {
    let _ = (chars, start);
    None
}

/// A word that speech recognition writes for a number word that sounds like it: `to` for 2, `for` for 4,
/// `ate` for 8. Only for a place where a number is expected.
pub fn sound_number(chars: &[char], start: usize) -> Option<NumberMatch> {
    let _ = (chars, start);
    None
}
