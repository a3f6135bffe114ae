//! Wishes that no phrase of the lexicon says, told by all their words: `cases/wished_*.txt`, near misses among them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail like tests")]

use crate::support;

use lares_home::HomeLanguage;
use lares_language::wish_model::{WishKind, wish_model};
use lares_language::{HomeVocabulary, Parse, ParseContext, Understood, Workspace};
use proptest::prelude::*;

/// As likely as it has to be where nothing else was understood.
const LIKELY: f32 = 0.7;

fn wished(vocabulary: &HomeVocabulary, utterance: &str) -> Option<Parse> {
    vocabulary.wished(
        utterance,
        ParseContext::default(),
        (LIKELY, Understood::Nothing),
        &mut Workspace::default(),
    )
}

fn check(file: &str, vocabulary: &HomeVocabulary) {
    let mut problems = Vec::new();
    for line in support::text(file).lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let Some((utterance, expected)) = line.split_once('\t') else { panic!("{file}: not a case: {line}") };
        let found = wished(vocabulary, utterance).map_or("-".to_owned(), |parse| support::compact(&parse));
        if found != expected {
            problems.push(format!("{utterance}\n    expected {expected}\n    found    {found}"));
        }
    }
    assert!(problems.is_empty(), "\n{}\n{} problems in {file}", problems.join("\n"), problems.len());
}

#[test]
fn chinese() {
    check("tests/cases/wished_zh.txt", &support::vocabulary(HomeLanguage::Chinese, support::FLAT));
}

#[test]
fn english() {
    check("tests/cases/wished_en.txt", &support::vocabulary(HomeLanguage::English, support::HOUSE));
}

/// What is done about a class is what is done about its phrase, so the parser has to understand it. (Scenes are done only
/// where a home has them.)
#[test]
fn the_phrases_of_all_classes_are_understood() {
    let homes = [
        support::vocabulary(HomeLanguage::Chinese, support::FLAT),
        support::vocabulary(HomeLanguage::English, support::HOUSE),
    ];
    let mut silent = Vec::new();
    for class in wish_model().classes().iter().filter(|class| class.kind != WishKind::Scene) {
        for (phrases, home) in class.phrases.iter().zip(&homes) {
            let understood =
                |phrase: &String| !home.parse(phrase, ParseContext::default()).commands.is_empty();
            if !phrases.is_empty() && !phrases.iter().any(understood) {
                silent.push((&class.name, phrases));
            }
        }
    }
    assert!(silent.is_empty(), "nobody understands {silent:?}");
}

proptest! {
    /// Whatever is said, a wish is likely or none, and nothing panics.
    #[test]
    fn any_text_is_a_wish_or_none(text in "\\PC{0,60}") {
        let vocabulary = support::vocabulary(HomeLanguage::English, support::HOUSE);
        if let Some(parse) = wished(&vocabulary, &text) {
            prop_assert!(!parse.commands.is_empty());
            prop_assert!(parse.commands.iter().all(|command| command.confidence < 0.8));
        }
    }
}
