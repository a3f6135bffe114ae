//! Words of answers, and what they say of how many and on which side.

use std::sync::OnceLock;

use lares_home::Act;
use serde::Deserialize;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::room_names::cleaned;
use crate::workspace::{Memory, Text};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    pub(crate) yes: Vec<String>,
    pub(crate) no: Vec<String>,
    pub(crate) all: Vec<String>,
    pub(crate) any: Vec<String>,
    pub(crate) first: Vec<String>,
    pub(crate) goes_on: Vec<String>,
    pub(crate) last: Vec<String>,
    pub(crate) opposite: Vec<String>,
    pub(crate) once_more: Vec<String>,
    pub(crate) once_more_ends: Vec<String>,
    pub(crate) around: Vec<String>,
    pub(crate) ordinal: Vec<Vec<String>>,
    pub(crate) filler_zh: Vec<String>,
    pub(crate) filler_en: Vec<String>,
    said_all: Vec<String>,
    said_everywhere: Vec<String>,
    said_here: Vec<String>,
    said_indoors: Vec<String>,
    pub(crate) sides: Vec<Side>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) just_done: Vec<AskedOfLast>,
}

/// What runs through a kind of valve.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flow {
    /// The category of the valve.
    pub(crate) category: String,
    /// As people say it.
    pub(crate) said: Vec<String>,
}

/// Questions whether it came to what was ordered last.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedOfLast {
    /// What was ordered; empty for anything.
    #[serde(default)]
    pub(crate) acts: Vec<Act>,
    /// As people say it.
    pub(crate) said: Vec<String>,
}

/// A side by which devices are told apart; the one after it or before it in its pair is the opposite.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Side {
    /// As people say it.
    pub(crate) said: Vec<String>,
    /// As it stands in names.
    pub(crate) names: Vec<String>,
}

/// The words of answers.
pub(crate) fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, nothing is taken for an answer.
    WORDS.get_or_init(|| toml::from_str(include_str!("../data/answers.toml")).unwrap_or_default())
}

/// Whether the words say that all are meant.
pub(crate) fn says_all(text: &str) -> bool {
    says_any(text, &words().said_all)
}

/// Whether the words reach beyond the speaker's room: 所有的灯 does, 灯都关了 only tells that there are several.
pub(crate) fn says_everywhere(text: &str) -> bool {
    says_any(text, &words().said_everywhere)
}

/// Whether the words say that the speaker's own room is meant.
pub(crate) fn says_here(text: &str) -> bool {
    says_any(text, &words().said_here)
}

/// The same of words that are in lower case and hold no marks.
pub(crate) fn words_say_here(said: &str) -> bool {
    words().said_here.iter().any(|word| holds(said, word))
}

/// Whether the words say the house as a whole.
pub(crate) fn says_indoors(text: &str) -> bool {
    says_any(text, &words().said_indoors)
}

pub(crate) fn says_any(text: &str, list: &[String]) -> bool {
    let said = bare(text);
    list.iter().any(|word| holds(&said, word))
}

/// The side that the words say, by its place in the list of sides.
pub(crate) fn side_of(said: &str) -> Option<usize> {
    side_among(said, usize::MAX)
}

/// The same among the first sides of the list only.
pub(crate) fn side_among(said: &str, first: usize) -> Option<usize> {
    words().sides.iter().take(first).position(|side| {
        side.said.iter().any(|word| {
            if word.is_ascii() {
                holds(said, word)
            } else {
                said.contains(word.as_str())
                    && (said == word || word.chars().count() > 1 || matches!(word.as_str(), "左" | "右"))
            }
        })
    })
}

/// The side that words say in a sentence, where it can hardly be anything else: "right now" is no side.
pub(crate) fn words_of_side(said: &str) -> Option<&'static Side> {
    let said = bare(said);
    if said.is_ascii() {
        let told = ["one", "side", "hand"];
        let parts: Vec<&str> = said.split(' ').collect();
        let place = words().sides.iter().position(|side| {
            parts.iter().enumerate().any(|(place, part)| {
                let after = parts.get(place + 1).copied();
                let before = place.checked_sub(1).and_then(|before| parts.get(before)).copied();
                side.said.iter().any(|word| word == part)
                    && (after.is_some_and(|after| told.contains(&after))
                        || before == Some("the") && after.is_none())
            })
        })?;
        return words().sides.get(place);
    }
    words().sides.get(side_of(&said)?)
}

/// Whether a name has a word for a side.
pub(crate) fn names_side(name: &str, word: &str) -> bool {
    holds(&bare(name), word)
}

/// Nobody tells one from more names than these by a word.
const MOST: usize = 64;

/// The one of several names that the words point to: by a part that only this name has (妈妈到家了吗), or by its side
/// (右边的). `None` where they point to none or to several.
pub(crate) fn told_apart<'n>(
    said: &str,
    names: impl Iterator<Item = &'n str>,
    memory: &Memory,
) -> Option<usize> {
    let bare = |text: &str| {
        let mut bare = memory.text();
        add_bare(text, &mut bare);
        bare
    };
    let said = bare(said);
    let names: SmallVec<[Text<'_>; 8]> = names.take(MOST + 1).map(bare).collect();
    if names.len() > MOST {
        return None;
    }
    let only = |hits: &dyn Fn(&str) -> bool| {
        let mut places = (0..names.len()).filter(|place| names.get(*place).is_some_and(|name| hits(name)));
        match (places.next(), places.next()) {
            (Some(place), None) => Some(place),
            _ => None,
        }
    };
    let says = |word: &str, text: &str| {
        if word.is_ascii() { text.split(' ').any(|part| part == word) } else { text.contains(word) }
    };
    if let Some(side) = side_of(&said).and_then(|side| words().sides.get(side))
        && let Some(place) = only(&|name| side.names.iter().any(|word| says(word, name)))
    {
        return Some(place);
    }
    let tells = |part: &str| says(part, &said) && names.iter().filter(|other| says(part, other)).count() == 1;
    only(&|name| {
        let latin = || name.split(' ').filter(|part| part.is_ascii() && part.len() > 2);
        let letters = || name.chars().filter(|letter| !letter.is_ascii());
        let mut pairs = letters().zip(letters().skip(1));
        latin().any(tells) || pairs.any(|(one, next)| tells(&SmolStr::from_iter([one, next])))
    })
}

/// Whether the text holds the name: anywhere in Chinese, as whole words in English.
pub(crate) fn holds(text: &str, name: &str) -> bool {
    if name.is_empty() {
        return false;
    }
    if !name.is_ascii() {
        return text.contains(name);
    }
    let ends = |part: Option<&str>, at_end: fn(&str) -> bool| {
        part.is_none_or(|part| part.is_empty() || at_end(part))
    };
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(name)).map(|at| from + at) {
        if ends(text.get(..at), |before| before.ends_with(' '))
            && ends(text.get(at + name.len()..), |behind| behind.starts_with(' '))
        {
            return true;
        }
        from = at + 1;
    }
    false
}

/// Lower case, without punctuation.
pub(crate) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    add_bare(text, &mut bare);
    bare
}

/// Adds a text in the same form.
fn add_bare(text: &str, to: &mut String) {
    let kept = text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '\'' | '’') { c } else { ' ' });
    cleaned(kept, |letter| to.push(letter));
}

pub(crate) fn strip(text: &str) -> String {
    let words = words();
    if text.is_ascii() {
        let kept: Vec<&str> = text
            .split_whitespace()
            .filter(|word| !words.filler_en.iter().any(|filler| filler == word))
            .collect();
        return kept.join(" ");
    }
    let mut rest = text.to_owned();
    for filler in &words.filler_zh {
        rest = rest.replace(filler.as_str(), "");
    }
    rest.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_can_be_read() {
        let read: Result<Words, _> = toml::from_str(include_str!("../data/answers.toml"));
        assert_eq!(read.map(|words| (words.ordinal.len(), words.sides.len() % 2)), Ok((5, 0)));
    }

    #[test]
    fn words_tell_equal_devices_apart() {
        let told = |said, names: [&str; 2]| told_apart(said, names.into_iter(), &Memory::default());
        assert_eq!(told("右边的车库门打开", ["Left garage door", "Right garage door"]), Some(1));
        assert_eq!(told("妈妈到家了吗", ["妈妈的手机", "Dad's iPhone"]), Some(0));
        assert_eq!(told("打开台灯", ["台灯", "台灯"]), None);
        assert_eq!(told("打开", ["主灯", "台灯"]), None);
    }
}
