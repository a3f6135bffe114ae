//! Chinese numerals.

use super::{HalfMatch, NumberMatch};

/// The longest numeral that starts at `start`, without a unit.
pub fn parse(chars: &[char], start: usize) -> Option<NumberMatch> {
    let _ = (chars, start);
    None
}

/// A numeral followed by a unit and 半 (`二十六度半`); `unit_len` says how many characters of the slice
/// it is given are a unit (0 for none).
pub fn parse_with_half(
    chars: &[char],
    start: usize,
    unit_len: impl Fn(&[char]) -> usize,
) -> Option<HalfMatch> {
    let _ = (chars, start, unit_len(&[]));
    None
}

/// The units after which 半 adds a half, as `unit_len` for [`parse_with_half`].
pub fn half_unit_len(chars: &[char]) -> usize {
    let _ = chars;
    0
}

/// 第 and a numeral: `第一`, `第3`. The classifier after it (`个`, `盏`) is left to the caller.
pub fn ordinal(chars: &[char], start: usize) -> Option<NumberMatch> {
    let _ = (chars, start);
    None
}
