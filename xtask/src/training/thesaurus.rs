//! Words of a household that mean the same, or nearly: general knowledge of the two languages, so that words which no
//! trained command says have a place, too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::random::Random;

/// Between the words of a group.
const BETWEEN: char = '/';

/// The thesaurus, by language.
#[derive(Debug, Default)]
pub(crate) struct Thesaurus {
    pub(crate) words: [Words; 2],
}

/// The groups of one language.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) groups: Vec<Group>,
    /// The groups of each topic: what is easily confused.
    pub(crate) topics: Vec<Vec<usize>>,
    /// The groups of words for things that something can be done with.
    pub(crate) things: Vec<usize>,
    /// The groups that each word is in.
    places: HashMap<String, Vec<usize>>,
    /// The lengths of the words that can be exchanged, in bytes, the longest first, by what they begin with.
    lengths: BTreeMap<char, Vec<usize>>,
}

/// Words of one meaning.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) words: Vec<String>,
    /// Whether each can stand for the other within a sentence.
    same: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    topic: Vec<Topic>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    /// What it is about, for the reader.
    #[serde(rename = "name")]
    _name: String,
    /// Whether its words of one meaning are things that something can be done with.
    #[serde(default)]
    things: bool,
    /// Groups of words that can stand for each other.
    #[serde(default)]
    zh: Vec<String>,
    #[serde(default)]
    en: Vec<String>,
    /// Groups of words and phrases about the same thing.
    #[serde(default)]
    about_zh: Vec<String>,
    #[serde(default)]
    about_en: Vec<String>,
}

/// Reads the thesaurus.
///
/// # Errors
/// A file that cannot be read, or a group that is wrong: the message names it.
pub(crate) fn read(file: &Path) -> anyhow::Result<Thesaurus> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| shown.clone())?;
    let file: File = toml::from_str(&text).with_context(|| shown.clone())?;
    let mut thesaurus = Thesaurus::default();
    for topic in &file.topic {
        let lists = [(0, &topic.zh, true), (1, &topic.en, true), (0, &topic.about_zh, false)];
        for (language, groups, same) in lists.into_iter().chain([(1, &topic.about_en, false)]) {
            for group in groups {
                check(group, language).with_context(|| format!("{shown}: `{group}`"))?;
            }
            if let Some(words) = thesaurus.words.get_mut(language) {
                words.add(groups, same, same && topic.things);
            }
        }
        for words in &mut thesaurus.words {
            let known = words.topics.iter().map(Vec::len).sum();
            words.topics.push((known..words.groups.len()).collect());
        }
    }
    for words in &mut thesaurus.words {
        words.topics.retain(|topic| !topic.is_empty());
        words.index();
    }
    Ok(thesaurus)
}

fn check(group: &str, language: usize) -> anyhow::Result<()> {
    let mut distinct = HashSet::new();
    for word in group.split(BETWEEN) {
        ensure!(!word.is_empty() && word == word.trim(), "a word is blank or has blanks around it");
        ensure!(word == word.to_lowercase(), "`{word}` has large letters");
        ensure!(distinct.insert(word), "`{word}` is there twice");
        let han = word.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'));
        ensure!(!han || language == 0, "`{word}` is Chinese");
    }
    ensure!(distinct.len() > 1, "a group has two words at least");
    Ok(())
}

impl Words {
    fn add(&mut self, groups: &[String], same: bool, things: bool) {
        for group in groups {
            let words: Vec<String> = group.split(BETWEEN).map(str::to_owned).collect();
            for word in &words {
                self.places.entry(word.clone()).or_default().push(self.groups.len());
            }
            if things {
                self.things.push(self.groups.len());
            }
            self.groups.push(Group { words, same });
        }
    }

    fn index(&mut self) {
        for (word, places) in &self.places {
            let exchanged =
                places.iter().any(|place| self.groups.get(*place).is_some_and(|group| group.same));
            if exchanged && let Some(first) = word.chars().next() {
                self.lengths.entry(first).or_default().push(word.len());
            }
        }
        for lengths in self.lengths.values_mut() {
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            lengths.dedup();
        }
    }

    /// Whether two groups have no word in common: neither then says what the other does.
    pub(crate) fn is_apart(&self, one: usize, other: usize) -> bool {
        let is_in_other = |word: &String| self.places.get(word).is_some_and(|places| places.contains(&other));
        one != other && self.groups.get(one).is_some_and(|group| !group.words.iter().any(is_in_other))
    }

    /// A text with one of its words exchanged for another that means the same; none where it has no such word. A word
    /// of several meanings stays, since nothing says which one is meant.
    pub(crate) fn exchanged(&self, text: &str, random: &mut Random) -> Option<String> {
        let lower = text.to_lowercase();
        if lower.len() != text.len() {
            return None;
        }
        let mut found: Vec<(usize, usize, usize)> = Vec::new();
        let mut free = 0;
        let mut before = ' ';
        for (start, character) in lower.char_indices() {
            let latin = character.is_ascii_alphanumeric();
            let inside = latin && before.is_ascii_alphanumeric();
            before = character;
            if start < free || inside {
                continue;
            }
            for length in self.lengths.get(&character).into_iter().flatten() {
                let Some(word) = lower.get(start..start + length) else { continue };
                let after = lower.get(start + length..).and_then(|rest| rest.chars().next());
                if latin && after.is_some_and(|after| after.is_ascii_alphanumeric()) {
                    continue;
                }
                let Some(places) = self.places.get(word) else { continue };
                free = start + length;
                if let [place] = places.as_slice()
                    && self.groups.get(*place).is_some_and(|group| group.same)
                {
                    found.push((start, start + length, *place));
                }
                break;
            }
        }
        let (start, end, place) = *random.pick(&found)?;
        let word = lower.get(start..end)?;
        let others: Vec<&String> =
            self.groups.get(place)?.words.iter().filter(|other| *other != word).collect();
        let other = random.pick(&others)?;
        Some(format!("{}{other}{}", text.get(..start)?, text.get(end..)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{data, random};

    fn of(text: &str) -> anyhow::Result<Thesaurus> {
        let file =
            std::env::temp_dir().join(format!("lares-thesaurus-{}-{}", std::process::id(), text.len()));
        fs::write(&file, text)?;
        let read = read(&file);
        fs::remove_file(&file)?;
        read
    }

    #[test]
    fn the_thesaurus_of_this_repository_is_sound() {
        let thesaurus = read(&data().join("thesaurus.toml")).unwrap();
        for words in &thesaurus.words {
            assert!(words.groups.len() > 100 && words.things.len() > 100);
        }
    }

    #[test]
    fn one_word_is_exchanged_for_another_of_its_group() {
        let thesaurus = of(
            "[[topic]]\nname = \"a\"\nzh = [\"亮度/明暗\", \"开/打开\"]\nen = [\"raise/turn up\", \"light/lamp\", \"light/easy\"]\n\
             about_en = [\"dark/lamp\"]\n",
        )
        .unwrap();
        let mut random = random::at(1, 0, 0);
        let [zh, en] = &thesaurus.words;
        assert_eq!(zh.exchanged("把亮度调高", &mut random).as_deref(), Some("把明暗调高"));
        assert_eq!(zh.exchanged("打开", &mut random).as_deref(), Some("开"));
        assert_eq!(zh.exchanged("音量", &mut random), None);
        assert_eq!(en.exchanged("Raise it", &mut random).as_deref(), Some("turn up it"));
        // A part of a word is no word, and a word of two groups is not clear.
        assert_eq!(en.exchanged("praise the light", &mut random), None);
        assert!(!en.is_apart(1, 2) && !en.is_apart(1, 3) && en.is_apart(0, 1) && !en.is_apart(0, 0));
    }

    #[test]
    fn mistakes_are_named() {
        for (groups, expect) in [
            ("\"a\"", "two words"),
            ("\"a/a\"", "twice"),
            ("\"a/ b\"", "blank"),
            ("\"a/B\"", "large"),
            ("\"a/开\"", "Chinese"),
        ] {
            let error = format!(
                "{:#}",
                of(&format!("[[topic]]\nname = \"{expect}\"\nen = [{groups}]\n")).unwrap_err()
            );
            assert!(error.contains(expect), "{error}");
        }
    }
}
