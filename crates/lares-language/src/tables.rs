//! The tables of characters that the build script wrote. The build script itself has a module of the same functions
//! over the tables that it is about to write.

use crate::sound::pinyin::Syllable;

include!(concat!(env!("OUT_DIR"), "/simplified.rs"));
include!(concat!(env!("OUT_DIR"), "/readings.rs"));

/// The simplified form of each character from U+4E00.
pub(crate) fn simplified() -> &'static [u16] {
    &SIMPLIFIED
}

/// The set of readings of each character from U+4E00.
pub(crate) fn reading_sets() -> &'static [u16] {
    &READING_SET
}

/// Where each set of readings begins, and where the last one ends.
pub(crate) fn set_starts() -> &'static [u16] {
    &SET_START
}

/// The readings, set after set.
pub(crate) fn syllables() -> &'static [Syllable] {
    &SYLLABLES
}
