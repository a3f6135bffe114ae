//! A key for the sound of an English word, after Metaphone: the consonants as they sound, and no vowels but
//! a first one. Voiced and voiceless twins share a letter, as recognition confuses them.

use crate::fuzzy;

/// The longest key, in letters.
const KEY_LENGTH: usize = 15;

/// Any vowel.
const VOWEL: u8 = b'A';

/// Likeness of two names whose keys are equal is at least this.
const SAME_KEY: f32 = 0.7;

/// Likeness of two keys that only an r tells apart which many do not sound.
const SAME_WITHOUT_R: f32 = 0.95;

/// The consonant skeleton of a word; words that sound alike have equal keys. Sixteen bytes, no allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SoundKey {
    letters: [u8; KEY_LENGTH],
    length: u8,
}

impl SoundKey {
    /// The key's letters: capitals, and `0` for th.
    pub fn as_bytes(&self) -> &[u8] {
        self.letters.get(..usize::from(self.length)).unwrap_or_default()
    }

    /// The word had no letters that sound.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn push(&mut self, sound: u8) {
        if let Some(slot) = self.letters.get_mut(usize::from(self.length)) {
            *slot = sound;
            self.length += 1;
        }
    }
}

/// The sound key of a word or name in lower case. What is no letter a-z is passed over, so that `bed room`
/// and `bedroom` have one key.
pub fn sound_key(word: &[char]) -> SoundKey {
    key_of(word, true)
}

/// The sound key as those speak who sound an r only before a vowel: `breeder` and `breda` have one key.
pub fn key_without_r(word: &[char]) -> SoundKey {
    key_of(word, false)
}

fn key_of(word: &[char], rhotic: bool) -> SoundKey {
    let mut key = SoundKey::default();
    let letter = |index: usize| word.get(index).copied().unwrap_or(' ');
    let mut at = 0;
    // The sound before, where no vowel parts it from the next: doubled letters sound once.
    let mut last = 0;
    while at < word.len() {
        let before = at.checked_sub(1).map_or(' ', letter);
        let (sounds, taken) = sound_at(before, letter(at), letter(at + 1), letter(at + 2));
        let silent =
            !rhotic && letter(at) == 'r' && !matches!(letter(at + 1), 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
        for &sound in sounds {
            if silent {
                continue;
            }
            // A vowel is kept only at the start of the key.
            if sound != last && (sound != VOWEL || key.is_empty()) {
                key.push(sound);
            }
            last = sound;
        }
        at += taken;
    }
    key
}

/// The sounds of a letter between its neighbours, and how many letters they take.
fn sound_at(before: char, letter: char, next: char, second: char) -> (&'static [u8], usize) {
    let starts = !before.is_ascii_lowercase();
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let soft = matches!(next, 'e' | 'i' | 'y');
    let (sound, taken): (&[u8], usize) = match (letter, next, second) {
        ('k' | 'g' | 'p', 'n', _) if starts => (b"N", 2),
        ('w', 'r', _) if starts => (b"R", 2),
        ('p', 's', _) if starts => (b"S", 2),
        ('x', ..) if starts => (b"S", 1),
        ('a' | 'e' | 'i' | 'o' | 'u', ..) => (b"A", 1),
        // A last b after m is silent: lamb, thumb.
        ('b', after, _) if before == 'm' && !after.is_ascii_lowercase() => (b"", 1),
        ('b', ..) => (b"P", 1),
        ('s', 'c', 'h') => (b"SK", 3),
        ('t', 'c', 'h') => (b"X", 3),
        // Hard in Christmas and chlorine, and in names like Bechstein.
        ('c', 'h', 'r' | 'l') if starts => (b"K", 2),
        ('c', 'h', 's') => (b"K", 2),
        ('c', 'h', _) => (b"X", 2),
        ('c', 'i', 'a') => (b"X", 2),
        ('c', ..) if soft => (b"S", 1),
        ('c', 'k', _) => (b"K", 2),
        ('c', ..) => (b"K", 1),
        ('d', 'g', 'e') => (b"J", 3),
        ('d', ..) => (b"T", 1),
        ('f', ..) => (b"F", 1),
        // Silent in light and through, hard in ghost.
        ('g', 'h', _) if starts => (b"K", 2),
        ('g', 'h', _) => (b"", 2),
        ('g', ..) if soft && !starts => (b"J", 1),
        ('g', ..) => (b"K", 1),
        ('h', after, _) if vowel(after) && !matches!(before, 'c' | 's' | 'p' | 't' | 'g' | 'w') => (b"H", 1),
        ('h', ..) => (b"", 1),
        ('j', ..) => (b"J", 1),
        ('k' | 'q', ..) => (b"K", 1),
        ('l', ..) => (b"L", 1),
        ('m', ..) => (b"M", 1),
        ('n', ..) => (b"N", 1),
        ('p', 'h', _) => (b"F", 2),
        ('p', ..) => (b"P", 1),
        ('r', ..) => (b"R", 1),
        ('s', 'h', _) => (b"X", 2),
        ('s', 'i', 'o' | 'a') => (b"X", 2),
        ('s', ..) => (b"S", 1),
        ('t', 'h', _) => (b"0", 2),
        ('t', 'i', 'o' | 'a') => (b"X", 2),
        // Silent in Christmas and castle.
        ('t', 'm', _) | ('t', 'l', 'e') if before == 's' => (b"", 1),
        ('t', ..) => (b"T", 1),
        ('v', ..) => (b"F", 1),
        ('w', 'h', _) => (b"W", 2),
        ('w', after, _) if vowel(after) => (b"W", 1),
        ('w', ..) => (b"", 1),
        ('x', ..) => (b"KS", 1),
        ('y', after, _) if vowel(after) => (b"Y", 1),
        ('y', ..) if starts => (b"A", 1),
        ('z', ..) => (b"S", 1),
        _ => (b"", 1),
    };
    (sound, taken)
}

/// How alike two names sound, 0..1: by their keys, and among equal keys by their letters.
pub fn sound_similarity(a: &[char], b: &[char]) -> f32 {
    if a == b {
        return 1.0;
    }
    let without_r = || key_without_r(a) == key_without_r(b);
    similarity_of_keys([sound_key(a), sound_key(b)], without_r, || fuzzy::typo_similarity(a, b))
}

/// How alike two different names sound whose keys are known: whether they have one key without the r's is asked, and how
/// alike they are written, where that counts.
pub(crate) fn similarity_of_keys(
    keys: [SoundKey; 2],
    without_r: impl FnOnce() -> bool,
    written: impl FnOnce() -> f32,
) -> f32 {
    let [key_a, key_b] = keys;
    if key_a.is_empty() || key_b.is_empty() {
        return 0.0;
    }
    let keys = fuzzy::typo_similarity(key_a.as_bytes(), key_b.as_bytes());
    let keys = if keys < SAME_WITHOUT_R && without_r() { SAME_WITHOUT_R } else { keys };
    if keys == 0.0 {
        return 0.0;
    }
    keys * (SAME_KEY + (1.0 - SAME_KEY) * written())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn chars(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    #[test]
    fn keys() {
        let check = |word: &str, expect: &str| {
            let key = sound_key(&chars(word));
            assert_eq!(std::str::from_utf8(key.as_bytes()), Ok(expect), "{word}");
        };
        check("lamp", "LMP");
        check("light", "LT");
        check("kitchen", "KXN");
        check("knight", "NT");
        check("phone", "FN");
        check("bathroom", "P0RM");
        check("bed room", "PTRM");
        check("office", "AFS");
        check("station", "STXN");
        check("lamb", "LM");
        check("box", "PKS");
        check("yellow", "YL");
        check("灯", "");
        check("", "");
        check("radiator", "RTTR");
        check("a very long name of a device indeed", "AFRLNKNMFTFSNTT");
        check("curtain rod of the garage door", "KRTNRTF0KRJTR");
    }

    #[test]
    fn words_that_sound_alike() {
        let check = |a: &str, b: &str, equal: bool| {
            assert_eq!(sound_key(&chars(a)) == sound_key(&chars(b)), equal, "{a} {b}");
        };
        check("light", "lite", true);
        check("bedroom", "bed room", true);
        check("christmas", "krismas", true);
        check("whistle", "wissel", true);
        check("master", "mass", false);
        check("bechstein", "beckstein", true);
        check("church", "kirk", false);
        check("kitchen", "kitchin", true);
        check("phan", "fan", true);
        check("van", "fan", true);
        check("night", "knight", true);
        check("lamp", "fan", false);
        check("door", "floor", false);
    }

    #[test]
    fn words_that_sound_alike_without_r() {
        let check = |a: &str, b: &str, equal: bool| {
            assert_eq!(key_without_r(&chars(a)) == key_without_r(&chars(b)), equal, "{a} {b}");
        };
        check("breeder", "breda", true);
        check("father", "fatha", true);
        check("sauna", "sawner", true);
        check("horse", "hoss", true);
        check("radio", "dio", false);
        check("barrel", "ball", false);
    }

    #[test]
    fn likeness() {
        let check = |a: &str, b: &str, low: f32, high: f32| {
            let likeness = sound_similarity(&chars(a), &chars(b));
            assert!((low..=high).contains(&likeness), "{a} {b} {likeness}");
        };
        check("lamp", "lamp", 1.0, 1.0);
        check("light", "lite", 0.7, 0.95);
        check("kitchen", "chicken", 0.3, 0.7);
        check("lamp", "door", 0.0, 0.0);
        check("灯", "灯", 1.0, 1.0);
        check("灯", "窗", 0.0, 0.0);
    }

    proptest! {
        #[test]
        fn any_word_has_a_key(a in "[a-z ]{0,40}", b in "\\PC{0,12}") {
            let (a, b) = (chars(&a), chars(&b));
            prop_assert!(sound_key(&a).as_bytes().len() <= KEY_LENGTH);
            let likeness = sound_similarity(&a, &b);
            prop_assert!((0.0..=1.0).contains(&likeness));
            prop_assert!((likeness - sound_similarity(&b, &a)).abs() < 1e-6);
        }
    }
}
