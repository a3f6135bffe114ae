//! The words of `data/misheard.toml`: each example is read as the words that were meant, no near miss is an order.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::lexicon::data::MisheardData;
use lares_language::normalise::fold_name;
use lares_language::{HomeVocabulary, ParseContext};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    examples: Vec<(String, String)>,
    near_misses: Vec<String>,
    misheard: Vec<MisheardData>,
}

fn file() -> File {
    toml::from_str(&support::text("data/misheard.toml")).unwrap()
}

fn home() -> HomeVocabulary {
    let lines = "
        Kitchen | Kitchen Light | Light | switch switchLevel
        Kitchen | Kettle | SmartPlug | switch
        Garden | Fairy Lights | Light | switch
        Living Room | TV | Television | switch audioVolume mediaPlayback
        Living Room | Fan | Fan | switch
        Hall | Front Door | SmartLock | lock
        Hall | Alarm | SecurityPanel | securitySystem
        Garage | Garage Door | GarageDoor | garageDoorControl
        Laundry | Dryer | Dryer | switch dryerOperatingState
    ";
    support::vocabulary(HomeLanguage::English, lines)
}

fn read(home: &HomeVocabulary, sentence: &str) -> Vec<(String, String, String)> {
    let parse = home.parse(sentence, ParseContext::default());
    let acted = parse.commands.into_iter().filter(|command| command.confidence >= support::ACTED_ON);
    acted.map(|command| (command.spoken.a, command.spoken.s, command.spoken.n.to_lowercase())).collect()
}

#[test]
fn examples_are_read_as_they_were_meant() {
    let (file, home) = (file(), home());
    let mut problems = Vec::new();
    for (heard, meant) in &file.examples {
        let (of_heard, of_meant) = (read(&home, heard), read(&home, meant));
        if of_meant.is_empty() || of_heard != of_meant {
            problems.push(format!("{heard:?} is read as {of_heard:?}, {meant:?} as {of_meant:?}"));
        }
        if !home.parse(heard, ParseContext::default()).commands.iter().all(|command| command.confidence < 0.8)
        {
            problems.push(format!("{heard:?} is sure"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn near_misses_are_no_orders() {
    let (file, home) = (file(), home());
    for sentence in &file.near_misses {
        let words: Vec<String> = fold_name(sentence).split_whitespace().map(str::to_owned).collect();
        let holds = |heard: &String| words.iter().any(|word| word == heard);
        assert!(
            file.misheard.iter().flat_map(|entry| &entry.heard).any(holds),
            "{sentence:?} holds no such word"
        );
        assert_eq!(read(&home, sentence), [], "{sentence:?}");
    }
}

#[test]
fn words_are_folded_and_stand_once() {
    let mut seen = std::collections::BTreeSet::new();
    for entry in file().misheard {
        for heard in &entry.heard {
            assert_eq!(fold_name(heard), *heard, "{}", entry.meant);
            assert_ne!(*heard, entry.meant);
            assert!(
                seen.insert((entry.meant.clone(), heard.clone())),
                "{} stands twice for {}",
                heard,
                entry.meant
            );
        }
    }
}
