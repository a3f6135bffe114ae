//! What can be done with a thing, and how that is said: with things of the thesaurus, commands that no device has, which
//! teach what switches on and what switches off whatever it is about.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::random::Random;

/// Where the thing stands in a sentence.
const THING: &str = "{}";
/// Ways to say an act in each language, at least.
const FEWEST: usize = 4;

/// Families of acts that are easily confused, by place.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    pub(crate) families: Vec<Family>,
}

/// Acts on the same thing that exclude each other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Family {
    name: String,
    pub(crate) acts: Vec<Act>,
}

/// The sentences of an act.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    zh: Vec<String>,
    en: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: Vec<Family>,
}

/// Reads the families.
///
/// # Errors
/// A file that cannot be read, or a sentence that is wrong: the message names it.
pub(crate) fn read(file: &Path) -> anyhow::Result<Frames> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| shown.clone())?;
    let file: File = toml::from_str(&text).with_context(|| shown.clone())?;
    for family in &file.family {
        ensure!(family.acts.len() > 1, "{shown}: {}: two acts at least are needed", family.name);
        for act in &family.acts {
            for sentences in [&act.zh, &act.en] {
                ensure!(sentences.len() >= FEWEST, "{shown}: {}: an act has too few sentences", family.name);
                for sentence in sentences {
                    let once = sentence.matches(THING).count() == 1;
                    ensure!(once, "{shown}: {}: `{sentence}` needs one {THING}", family.name);
                }
            }
        }
    }
    Ok(Frames { families: file.family })
}

impl Frames {
    /// The words of all sentences, without the things.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        let acts = self.families.iter().flat_map(|family| &family.acts);
        acts.flat_map(|act| act.zh.iter().chain(&act.en)).map(|sentence| sentence.replace(THING, " "))
    }
}

impl Act {
    fn sentences(&self, language: usize) -> &[String] {
        if language == 0 { &self.zh } else { &self.en }
    }

    /// What is said about a thing, given by its words, and a document that answers it: some other sentences.
    pub(crate) fn texts(&self, things: &[String], language: usize, random: &mut Random) -> (String, String) {
        let mut rest: Vec<&String> = self.sentences(language).iter().collect();
        let mut say = |random: &mut Random, thing: &str| match rest.len() {
            0 => String::new(),
            left => rest.swap_remove(random.below(left)).replace(THING, thing),
        };
        let thing = |random: &mut Random| random.pick(things).map_or("", String::as_str);
        let asked = thing(random);
        let query = say(random, asked);
        // A document calls a thing by one name, now and then by another.
        let named = thing(random);
        let mut document = say(random, named);
        for _ in 0..1 + random.below(5) {
            let called = if random.below(4) == 0 { thing(random) } else { named };
            document.push(' ');
            document.push_str(&say(random, called));
        }
        (query, document.trim_end().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{data, random};

    #[test]
    fn the_families_of_this_repository_are_sound() {
        let frames = read(&data().join("frames.toml")).unwrap();
        let mut random = random::at(1, 0, 0);
        for act in frames.families.iter().flat_map(|family| &family.acts) {
            for (language, thing) in ["灯", "lamp"].into_iter().enumerate() {
                let (query, document) = act.texts(&[thing.to_owned()], language, &mut random);
                assert!(query.contains(thing) && document.contains(thing) && !document.contains(&query));
            }
        }
    }

    #[test]
    fn mistakes_are_named() {
        let file = std::env::temp_dir().join(format!("lares-frames-{}", std::process::id()));
        for (sentence, expect) in [("open", "needs one"), ("{} {}", "needs one")] {
            let act = format!(
                "{{ zh = [\"开{{}}\", \"a{{}}\", \"b{{}}\", \"c{{}}\"], en = [\"{sentence}\", \"{{}}\", \"x {{}}\", \"y {{}}\"] }}"
            );
            fs::write(&file, format!("[[family]]\nname = \"of\"\nacts = [{act}, {act}]\n")).unwrap();
            let error = format!("{:#}", read(&file).unwrap_err());
            assert!(error.contains(expect) && error.contains("of"), "{error}");
        }
        fs::remove_file(&file).unwrap();
    }
}
