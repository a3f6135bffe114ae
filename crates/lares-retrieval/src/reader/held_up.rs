//! What is said first by people who want to be waited for: "hang on, mute the TV", 等一下，把电视静音. It says nothing of what is ordered behind it.

use std::sync::OnceLock;

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    words: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    examples: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "checked in a test"))]
    near_misses: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, all is taken as it was said.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/held_up.toml")).unwrap_or_default())
}

/// What is said behind such a beginning; all of it where there is none.
pub(super) fn behind(text: &str) -> &str {
    let text = text.trim();
    let is_mark = |letter: char| letter.is_whitespace() || ",，.。…!！、~～".contains(letter);
    // A short beginning is a part of a longer one: "wait" of "wait a sec".
    let rest = |words: &str| {
        let first = text.get(..words.len()).filter(|first| first.eq_ignore_ascii_case(words))?;
        let rest = text.get(first.len()..)?;
        // Between English words there always is a space, which is no mark.
        let is_apart = match words.is_ascii() {
            true => rest.starts_with(|letter: char| is_mark(letter) && !letter.is_whitespace()),
            false => rest.starts_with(is_mark),
        };
        is_apart.then(|| rest.trim_start_matches(is_mark)).filter(|rest| !rest.is_empty())
    };
    data().words.iter().find_map(|words| rest(words)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_behind_each_beginning_is_what_is_said() {
        let read: Data = toml::from_str(include_str!("../../data/held_up.toml")).unwrap();
        for words in &read.words {
            assert_eq!(behind(&format!("{words}, 开灯")), "开灯", "{words}");
            assert_eq!(behind(words), words, "nothing is said behind it");
        }
        for example in &read.examples {
            assert!(behind(example).len() < example.len(), "{example}");
        }
        for near_miss in &read.near_misses {
            assert_eq!(behind(near_miss), near_miss);
        }
    }
}
