//! The phrases of `data/cues.toml`: each example is one order that is carried out now, no near miss is.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::lexicon::data::CueData;
use lares_language::normalise::fold_name;
use lares_language::{HomeVocabulary, ParseContext};
use serde::Deserialize;

fn cues() -> Vec<CueData> {
    let mut document: toml::Table = toml::from_str(&support::text("data/cues.toml")).unwrap();
    let cues = document.remove("cue").unwrap();
    cues.as_array().unwrap().iter().map(|cue| CueData::deserialize(cue.clone()).unwrap()).collect()
}

/// A home with the devices and the scene that the sentences speak of.
fn home() -> HomeVocabulary {
    let lines = "
        客厅 | 电视 | Television | switch audioVolume
        客厅 | 客厅灯 | Light | switch
        客厅 | 空调 | AirConditioner | switch airConditionerMode
        客厅 | curtains | Blind | windowShade
        客厅 | blinds | Blind | windowShade
        客厅 | fan | Fan | switch
        客厅 | washing machine | Washer | switch washerOperatingState
        客厅 | alarm | SecurityPanel | securitySystem
        客厅 | 豆豆夜灯 | Light | switch
        客厅 | 猫饭机 | Feeder | feederOperatingState
        客厅 | 狗饭盆 | Feeder | feederOperatingState
        scene | film night
    ";
    support::vocabulary(HomeLanguage::Chinese, lines)
}

/// What is carried out now, or hangs on a condition where that is asked for, in words.
fn orders(home: &HomeVocabulary, sentence: &str, conditional: bool) -> Vec<String> {
    let parse = home.parse(sentence, ParseContext::default());
    let now = parse.commands.iter().filter(|command| {
        command.confidence >= support::ACTED_ON
            && !command.scheduled
            && command.spoken.conditions.is_empty() != conditional
            && command.action.acts.first() != Some(&lares_home::Act::Query)
    });
    now.map(|command| format!("{} {}", command.spoken.a, command.spoken.n)).collect()
}

#[test]
fn examples_are_one_order_and_near_misses_are_not() {
    let home = home();
    let mut problems = Vec::new();
    for cue in cues() {
        assert!(cue.examples.len() >= 2, "{:?}: fewer than two examples", cue.id);
        assert!(!cue.near_misses.is_empty(), "{:?}: no near miss", cue.id);
        for (sentences, one) in [(&cue.examples, true), (&cue.near_misses, false)] {
            for sentence in sentences {
                let folded = fold_name(sentence);
                if !cue.zh.iter().chain(&cue.en).any(|phrase| folded.contains(phrase.as_str())) {
                    problems.push(format!("{:?}: {sentence:?} holds none of the phrases", cue.id));
                }
                let orders = orders(&home, sentence, cue.conditional);
                if (orders.len() == 1) != one {
                    let path = support::path_of(&home, sentence);
                    problems.push(format!("{:?}: {sentence:?} is read as {orders:?}: {path}", cue.id));
                }
            }
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn phrases_are_folded() {
    for cue in cues() {
        for phrase in cue.zh.iter().chain(&cue.en) {
            assert_eq!(fold_name(phrase).trim(), phrase.trim(), "{:?}", cue.id);
        }
    }
}
