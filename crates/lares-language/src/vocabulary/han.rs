//! What is a Han character in a name.

/// Whether a character is a Han character.
pub(crate) fn is_han(character: char) -> bool {
    matches!(u32::from(character), 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF | 0x3007)
}
