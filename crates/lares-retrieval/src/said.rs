//! Whether a word stands in an utterance: as a word of its own, letter for letter or by its sound, and not as a part of
//! another one (灯 is not said in 灯带, "lock" not in "clock").

use lares_language::normalise::{fold_name, is_han, normalise};
use lares_language::parser::explain::PathWord;
use lares_language::sound;

/// Words that sound at least so much alike are the same word, misheard.
const SOUNDS_LIKE: f32 = 0.9;

/// An utterance as it is searched for words.
pub(crate) struct Said {
    /// Its letters without case, width and blanks.
    letters: Vec<char>,
    /// For each letter, whether a word begins there.
    begins: Vec<bool>,
    /// For each letter, whether a word ends with it.
    ends: Vec<bool>,
}

impl Said {
    /// Reads an utterance; `words` are those of the best path through it.
    pub(crate) fn new(text: &str, words: &[PathWord]) -> Said {
        let letters = normalise(text).chars;
        let mut edges = vec![(false, false); letters.len()];
        let mut from = 0;
        for word in words {
            let word: Vec<char> = word.said.chars().collect();
            let found = letters.get(from..).and_then(|rest| {
                rest.windows(word.len().max(1)).position(|window| window == word.as_slice())
            });
            let Some(start) = found.map(|found| from + found) else { continue };
            let end = start + word.len();
            if let Some(edge) = edges.get_mut(start) {
                edge.0 = true;
            }
            if let Some(edge) = end.checked_sub(1).and_then(|last| edges.get_mut(last)) {
                edge.1 = true;
            }
            from = end;
        }
        // Where no path was found every letter may be a word.
        let is_read = !words.is_empty();
        let (mut kept, mut begins, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for (index, letter) in letters.iter().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            let beside = |other: Option<usize>| {
                other.and_then(|other| letters.get(other)).is_none_or(|letter| !letter.is_alphanumeric())
            };
            let (begin, end) = edges.get(index).copied().unwrap_or_default();
            kept.push(*letter);
            begins.push(!is_read || begin || beside(index.checked_sub(1)));
            ends.push(!is_read || end || beside(index.checked_add(1)));
        }
        Said { letters: kept, begins, ends }
    }

    /// Whether a word was said, letter for letter or nearly by its sound.
    pub(crate) fn holds(&self, word: &str) -> bool {
        let word: Vec<char> = tight(word).chars().collect();
        if word.is_empty() {
            return true;
        }
        let by_sound = word.iter().all(|letter| is_han(*letter));
        self.letters.windows(word.len()).enumerate().any(|(start, window)| {
            let whole =
                self.begins.get(start) == Some(&true) && self.ends.get(start + word.len() - 1) == Some(&true);
            whole
                && (window == word.as_slice()
                    || by_sound && sound::pinyin::sound_similarity(window, &word) >= SOUNDS_LIKE)
        })
    }

    /// Whether a name was said with one of its rooms before it: 客厅主灯 for the 主灯 of the 客厅.
    pub(crate) fn holds_in_room(&self, room: &str, name: &str) -> bool {
        ["", "的", "'s", "s"].iter().any(|between| self.holds(&format!("{room}{between}{name}")))
    }
}

/// The letters of a text without case, width and blanks.
pub(crate) fn tight(text: &str) -> String {
    fold_name(text).chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The utterance cut into words, a bar between them.
    fn said(words: &str) -> Said {
        let path: Vec<PathWord> = words
            .split('|')
            .map(|word| PathWord { said: word.to_owned(), senses: Vec::new(), likeness: 1.0 })
            .collect();
        Said::new(&words.replace('|', ""), &path)
    }

    #[test]
    fn a_part_of_a_word_is_not_said() {
        let strip = said("打开|灯带");
        assert!(strip.holds("灯带") && strip.holds("打开灯带") && strip.holds(""));
        assert!(!strip.holds("灯") && !strip.holds("带") && !strip.holds("开灯带"));
        let clock = said("stop |the |clock");
        assert!(clock.holds("clock") && clock.holds("The Clock") && !clock.holds("lock"));
        let unread = said("turn on the desk lamp");
        assert!(unread.holds("desk lamp") && unread.holds("lamp") && !unread.holds("amp"));
    }

    #[test]
    fn words_that_were_misheard_are_said() {
        let lamp = said("打开|客厅|的|等");
        assert!(lamp.holds("灯") && lamp.holds("客厅") && !lamp.holds("窗帘"));
    }

    #[test]
    fn a_room_may_stand_before_the_name_in_one_word() {
        let lamp = said("打开|客厅主灯");
        assert!(
            !lamp.holds("主灯") && lamp.holds_in_room("客厅", "主灯") && !lamp.holds_in_room("卧室", "主灯")
        );
        assert!(said("卧室|的|主灯").holds_in_room("卧室", "主灯"));
    }

    #[test]
    fn without_a_path_every_letter_may_be_a_word() {
        assert!(Said::new("打开灯带", &[]).holds("灯"));
        assert!(!Said::new("", &[]).holds("灯"));
    }
}
