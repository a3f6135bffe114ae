//! How names and words sound, two Chinese syllables or an English word at a time, as numbers.

use lares_language::sound::english::sound_key;
use lares_language::sound::pinyin::readings;
use lares_reader::feature;

use super::numbered::Sought;
use super::words::Word;

/// An English word must be that long to be told by its sound.
const LONG_WORD: usize = 4;

/// All sounds of a name.
pub(super) fn of_name(name: &[char], sounds: &mut Vec<u32>) {
    sounds.extend(name.windows(2).filter_map(|pair| of_pair(pair[0], pair[1])));
    let words = name.split(|letter| !letter.is_ascii_alphabetic());
    sounds.extend(words.filter_map(of_english));
}

/// The sounds of a word: those of one Chinese letter with the letter before or behind it.
pub(super) fn of_word(word: &Word<'_>) -> Sought {
    match *word.letters {
        [letter] => {
            let [before, behind] = word.beside;
            let before = before.and_then(|before| of_pair(before, letter));
            before.into_iter().chain(behind.and_then(|behind| of_pair(letter, behind))).collect()
        }
        ref letters if letters.iter().all(char::is_ascii_alphabetic) => {
            of_english(letters).into_iter().collect()
        }
        ref letters => letters.windows(2).filter_map(|pair| of_pair(pair[0], pair[1])).collect(),
    }
}

/// Two syllables, as they are usually confused; `None` unless both letters are Chinese.
fn of_pair(first: char, second: char) -> Option<u32> {
    let class = |letter: char| {
        let reading = if letter > '\u{2e80}' { readings(letter).first() } else { None };
        reading.map(|syllable| u32::from(syllable.class().0))
    };
    // The numbers of English sounds are odd.
    Some((class(first)? << 16 | class(second)?) << 1)
}

fn of_english(word: &[char]) -> Option<u32> {
    if word.len() < LONG_WORD || !word.iter().all(char::is_ascii_alphabetic) {
        return None;
    }
    let key = sound_key(word);
    if key.is_empty() {
        return None;
    }
    Some(feature("sound", str::from_utf8(key.as_bytes()).ok()?) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::numbered::{Numbered, classes};

    /// Whether a word sounds like a part of a name.
    fn check(name: &str, said: &str, expect: bool) {
        let (name, letters): (Vec<char>, Vec<char>) = (name.chars().collect(), said.chars().collect());
        let word =
            Word { letters: &letters, senses: &[], likeness: 1.0, beside: [None, None], is_earlier: false };
        let mut sounds = Vec::new();
        of_name(&name, &mut sounds);
        let sought = of_word(&word);
        assert_eq!(Numbered::of(sounds).has_one(&sought, classes(&sought)), expect, "{said} in {name:?}");
    }

    #[test]
    fn names_are_known_by_their_sound() {
        check("客厅射灯", "摄等", true);
        check("南瓜灯", "蓝瓜", true);
        check("bechstein's friend", "beckstein", true);
        check("the kettle", "kettel", true);
        check("ceiling dave", "dave", true);
    }

    #[test]
    fn other_sounds_and_short_words_are_none() {
        check("客厅射灯", "风扇", false);
        check("客厅射灯", "灯", false);
        check("the fan", "fan", false);
        check("ceiling dave", "lamp", false);
        check("", "客厅", false);
    }
}
