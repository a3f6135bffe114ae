//! Whether a word opens a condition, on which what is to be done hangs.

use std::sync::OnceLock;

use lares_language::lexicon::{Place, Sense};
use serde::Deserialize;

use super::meaning::Meaning;
use super::words::Word;

/// What opens conditions; what each list holds is said in the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    before_whether: Vec<String>,
    surely_open: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    examples: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    near_misses: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, no condition is taken for none.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/openers.toml")).unwrap_or_default())
}

/// It is one of these words, or begins with one: "if it's".
fn begins_with_one_of(word: &Word<'_>, texts: &[String]) -> bool {
    texts.iter().any(|text| {
        let mut letters = word.letters.iter().copied();
        text.chars().all(|letter| letters.next() == Some(letter))
            && letters.next().is_none_or(|next| next == ' ' || !text.is_ascii())
    })
}

/// It hangs on no condition, whatever the parser has heard: the network is sure of that, and no word says "if".
pub(super) fn is_free(meaning: &Meaning) -> bool {
    meaning.hangs_on_nothing() && !meaning.said().any(|word| begins_with_one_of(&word, &data().surely_open))
}

/// Something is to hang on a condition, which the network tells nothing of: 如果, or 够五十了就.
pub(super) fn opens_condition(meaning: &Meaning) -> bool {
    let opens = |sense: &Sense| matches!(sense, Sense::Condition(Place::Before));
    let closes = |sense: &Sense| matches!(sense, Sense::Condition(Place::After));
    let compares = |sense: &Sense| matches!(sense, Sense::Number(_) | Sense::Comparison(_));
    let mut compared = false;
    let mut before: [&[char]; 2] = [&[], &[]];
    meaning.said().any(|word| {
        // "I can't tell if it's done", "two minutes, then go": neither hangs on anything.
        let is = |word: &[char], text: &str| word.iter().copied().eq(text.chars());
        let is_told = data().before_whether.iter().any(|text| before.iter().any(|word| is(word, text)));
        let is_next = is(word.letters, "then");
        let hangs = !is_told && word.senses.iter().any(opens)
            || compared && !is_next && word.senses.iter().any(closes);
        compared |= word.senses.iter().any(compares);
        before = [before[1], word.letters];
        hangs
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::marked;
    use super::*;

    #[test]
    fn what_surely_opens_is_said_in_each_example_and_in_no_near_miss() {
        let data: Data = toml::from_str(include_str!("../../data/openers.toml")).unwrap();
        let opens = |said: &String| {
            marked(said, |words| words.iter().any(|word| begins_with_one_of(word, &data.surely_open)))
        };
        assert!(data.examples.iter().all(opens));
        assert!(!data.near_misses.iter().any(opens));
        assert!(data.before_whether.iter().all(|word| !opens(word)));
    }
}
