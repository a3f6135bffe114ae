//! Whatever is said in whatever home, parsing ends in a result that keeps the protocol.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use crate::support;

use std::sync::OnceLock;

use lares_home::catalogue::catalogue;
use lares_home::{HomeLanguage, RoomIndex};
use lares_language::command_array::{decode, encode};
use lares_language::normalise::{fold_name, normalise};
use lares_language::parser::LONGEST_UTTERANCE;
use lares_language::{HomeVocabulary, Parse, ParseContext, Quantifier, Rejection, Workspace};
use proptest::prelude::*;
use serde_json::{Value, json};

/// In letters and words that may stand there, each counted as often as the lattice is laid.
const MOST_WORK_A_LETTER: usize = 20;
const MOST_WORK_OF_OTHER_WORDS: usize = 24_000;

fn homes() -> &'static [HomeVocabulary; 2] {
    static HOMES: OnceLock<[HomeVocabulary; 2]> = OnceLock::new();
    HOMES.get_or_init(|| {
        [
            support::vocabulary(HomeLanguage::Chinese, support::FLAT),
            support::vocabulary(HomeLanguage::English, support::HOUSE),
        ]
    })
}

/// What holds of every parse.
fn check(parse: &Parse) -> Result<(), TestCaseError> {
    prop_assert_eq!(parse.commands.is_empty(), parse.rejection.is_some());
    let spoken: Vec<_> = parse.commands.iter().map(|command| command.spoken.clone()).collect();
    if !spoken.is_empty() {
        let decoded = decode(&encode(&spoken));
        prop_assert_eq!(&decoded.errors, &Vec::<String>::new());
        prop_assert_eq!(&decoded.commands, &spoken);
    }
    for command in &parse.commands {
        prop_assert!((0.0..=1.0).contains(&command.confidence), "{}", command.confidence);
        prop_assert!(command.spoken.c.is_none_or(|count| count > 0));
        prop_assert!(command.spoken.c.is_none() || command.spoken.q == Quantifier::Any);
        for room in &command.unknown_rooms {
            prop_assert!(command.spoken.s.contains(room.as_str()), "{} lacks {room}", command.spoken.s);
        }
    }
    Ok(())
}

fn context() -> impl Strategy<Value = ParseContext> {
    (any::<bool>(), prop::option::of(0..12_u32)).prop_map(|(has_recent, room)| ParseContext {
        has_recent,
        asked: has_recent,
        room: room.map(RoomIndex),
    })
}

/// The utterances of the cases.
fn said() -> impl Strategy<Value = String> {
    static SAID: OnceLock<Vec<String>> = OnceLock::new();
    let all = SAID.get_or_init(|| {
        let text =
            ["zh", "en"].map(|language| support::text(&format!("tests/cases/{language}.txt"))).concat();
        text.lines()
            .filter_map(|line| line.split_once('\t'))
            .map(|(utterance, _)| utterance.to_owned())
            .collect()
    });
    prop::sample::select(all.as_slice())
}

#[derive(Debug, Clone)]
enum Change {
    Drop(prop::sample::Index),
    Double(prop::sample::Index),
    Swap(prop::sample::Index),
    Replace(prop::sample::Index, char),
    Insert(prop::sample::Index, String),
    Cut(prop::sample::Index),
    Upper,
    Wide,
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        at().prop_map(Change::Drop),
        at().prop_map(Change::Double),
        at().prop_map(Change::Swap),
        (at(), any::<char>()).prop_map(|(at, letter)| Change::Replace(at, letter)),
        (at(), "[，。、 !?\"“”'-]{1,3}|\\PC{1,3}").prop_map(|(at, text)| Change::Insert(at, text)),
        at().prop_map(Change::Cut),
        Just(Change::Upper),
        Just(Change::Wide),
    ]
}

fn changed(utterance: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = utterance.chars().collect();
    for change in changes {
        if letters.is_empty() {
            break;
        }
        let length = letters.len();
        match change {
            Change::Drop(at) => {
                letters.remove(at.index(length));
            }
            Change::Double(at) => letters.insert(at.index(length), letters[at.index(length)]),
            Change::Swap(at) if length > 1 => {
                let at = at.index(length - 1);
                letters.swap(at, at + 1);
            }
            Change::Swap(_) => {}
            Change::Replace(at, letter) => letters[at.index(length)] = *letter,
            Change::Insert(at, text) => {
                let at = at.index(length);
                letters.splice(at..at, text.chars());
            }
            Change::Cut(at) => letters.truncate(at.index(length)),
            Change::Upper => letters = letters.iter().flat_map(|letter| letter.to_uppercase()).collect(),
            Change::Wide => {
                let wide = |letter: char| match letter {
                    '!'..='~' => char::from_u32(u32::from(letter) + 0xFEE0).unwrap(),
                    other => other,
                };
                letters = letters.into_iter().map(wide).collect();
            }
        }
    }
    letters.into_iter().collect()
}

/// Words that were heard for others, one after another, as many letters as are read.
fn misheard() -> impl Strategy<Value = String> {
    static WORDS: OnceLock<Vec<String>> = OnceLock::new();
    let words = WORDS.get_or_init(support::misheard);
    prop::collection::vec(prop::sample::select(words.as_slice()), 1..100)
        .prop_map(|words| words.join(" ").chars().take(LONGEST_UTTERANCE).collect())
}

/// A name: a noun, a word of commands, rooms or numbers, anything.
fn name() -> impl Strategy<Value = String> {
    const WORDS: [&str; 24] = [
        "灯",
        "主灯",
        "空调",
        "客厅",
        "卧室",
        "打开",
        "关闭",
        "全部",
        "一",
        "二十六度",
        "别动",
        "如果",
        "除了",
        "那个",
        "和",
        "light",
        "lamp",
        "living room",
        "off",
        "all",
        "the",
        "2",
        "not",
        "other",
    ];
    prop_oneof![
        prop::collection::vec(prop::sample::select(WORDS.as_slice()), 1..4).prop_map(|words| words.join(" ")),
        prop::collection::vec(prop::sample::select(WORDS.as_slice()), 1..4).prop_map(|words| words.concat()),
        "\\PC{0,12}",
        any::<String>(),
    ]
}

/// A home of devices, rooms, scenes and aliases of any names.
fn home() -> impl Strategy<Value = HomeVocabulary> {
    let capabilities: Vec<&'static str> =
        catalogue().capabilities().iter().map(|capability| capability.id()).collect();
    let categories: Vec<&'static str> = catalogue().categories().iter().map(|category| category.id).collect();
    let device = (
        name(),
        prop::option::of(0..4_usize),
        prop::sample::select(categories),
        prop::sample::subsequence(capabilities, 0..6),
    );
    let devices = prop::collection::vec(device, 0..8);
    let rooms = prop::collection::vec(name(), 0..4);
    let scenes = prop::collection::vec(name(), 0..3);
    let alias = prop::option::of(name());
    (devices, rooms, scenes, alias, any::<bool>()).prop_map(|(devices, rooms, scenes, alias, chinese)| {
        let devices: Vec<Value> = devices
            .iter()
            .enumerate()
            .map(|(index, (name, room, category, capabilities))| {
                let room = room.map_or("nowhere".to_owned(), |room| format!("room-{room}"));
                let id = format!("device-{index}");
                support::device(&id, name, &room, category, capabilities.iter().copied())
            })
            .collect();
        let rooms: Vec<Value> = rooms
            .iter()
            .enumerate()
            .map(|(index, name)| json!({"roomId": format!("room-{index}"), "name": name}))
            .collect();
        let scenes: Vec<Value> = scenes
            .iter()
            .enumerate()
            .map(|(index, name)| json!({"sceneId": format!("scene-{index}"), "sceneName": name}))
            .collect();
        let aliases = match (&alias, devices.is_empty()) {
            (Some(alias), false) => json!({"devices": {"device-0": [alias]}, "rooms": {}}),
            _ => json!({"devices": {}, "rooms": {}}),
        };
        let language = if chinese { HomeLanguage::Chinese } else { HomeLanguage::English };
        HomeVocabulary::compile(&support::of_documents(language, &devices, &rooms, &scenes, &aliases))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_parsed_to_something(text in any::<String>(), context in context()) {
        for home in homes() {
            check(&home.parse(&text, context))?;
            home.explain_path(&text);
        }
    }

    #[test]
    fn slips_of_any_kind_are_parsed_to_something(
        utterance in said(),
        changes in prop::collection::vec(change(), 1..6),
        context in context(),
    ) {
        let text = changed(&utterance, &changes);
        for home in homes() {
            check(&home.parse(&text, context))?;
        }
    }

    #[test]
    fn utterances_run_together_are_parsed_to_something(
        utterances in prop::collection::vec(said(), 1..8),
        between in prop::sample::select(vec!["", "，", ", ", "。", " and ", "然后", "\n", "“", "如果", " if "]),
        context in context(),
    ) {
        let text = utterances.join(between);
        for home in homes() {
            check(&home.parse(&text, context))?;
        }
    }

    /// Whatever is doubted of it, an utterance is read anew to something, a few times at most, and each time with no more
    /// work than its letters bring.
    #[test]
    fn doubted_words_are_read_anew_to_something(
        utterances in prop::collection::vec(said(), 1..3),
        changes in prop::collection::vec(change(), 0..4),
        context in context(),
    ) {
        let text = changed(&utterances.join(" "), &changes);
        let mut workspace = Workspace::default();
        for home in homes() {
            let doubts = home.doubts(&text, &mut workspace);
            prop_assert!(doubts.len() <= 8);
            for doubt in doubts {
                let before = workspace.work();
                check(&home.parse_without(&text, doubt, context, &mut workspace))?;
                let work = workspace.work() - before;
                let most = MOST_WORK_A_LETTER * text.chars().count();
                prop_assert!(work <= most, "{work} for {text:?} without {doubt:?}");
            }
            prop_assert_eq!(home.parse_in(&text, context, &mut workspace), home.parse(&text, context));
        }
    }

    /// Whatever is heard of it, an utterance is read by ear to something that is done to devices of the home.
    #[test]
    fn words_are_heard_as_something(
        utterances in prop::collection::vec(said(), 1..3),
        changes in prop::collection::vec(change(), 0..4),
        context in context(),
    ) {
        let text = changed(&utterances.join(" "), &changes);
        let mut workspace = Workspace::default();
        for home in homes() {
            let before = workspace.work();
            if let Some(heard) = home.by_ear(&text, context, &mut workspace) {
                check(&heard.parse)?;
                prop_assert!(!heard.devices.is_empty());
                prop_assert!(heard.parse.commands.iter().all(|command| command.confidence < 0.8));
            }
            prop_assert!(workspace.work() - before <= 2 * MOST_WORK_A_LETTER * (text.chars().count() + 32));
            prop_assert_eq!(home.parse_in(&text, context, &mut workspace), home.parse(&text, context));
        }
    }

    /// Trying other words takes a bounded time, and the rest no longer than the text: work is counted, not time.
    #[test]
    fn work_grows_with_the_text(text in prop_oneof![
        misheard(),
        prop::collection::vec(said(), 1..20).prop_map(|said| said.join(" ")),
    ]) {
        let text: String = text.chars().take(LONGEST_UTTERANCE).collect();
        for home in homes() {
            let mut workspace = Workspace::default();
            home.parse_in(&text, ParseContext::default(), &mut workspace);
            let most = MOST_WORK_A_LETTER * text.chars().count() + MOST_WORK_OF_OTHER_WORDS;
            prop_assert!(workspace.work() <= most, "{} for {text:?}", workspace.work());
        }
    }

    #[test]
    fn any_home_is_spoken_to(home in home(), utterance in said(), name in name(), context in context()) {
        check(&home.parse(&utterance, context))?;
        check(&home.parse(&format!("打开{name}的灯"), context))?;
        check(&home.parse(&format!("turn on the {name}"), context))?;
        home.match_room(&name);
        home.noun(&name);
        home.decode_action(&name);
    }

    #[test]
    fn parsing_twice_gives_the_same(utterance in said(), context in context()) {
        for home in homes() {
            prop_assert_eq!(home.parse(&utterance, context), home.parse(&utterance, context));
        }
    }

    #[test]
    fn width_and_blanks_around_change_nothing(utterance in said(), context in context()) {
        let wide = changed(&utterance, &[Change::Wide]);
        for home in homes() {
            let plain = home.parse(&utterance, context);
            prop_assert_eq!(&home.parse(&wide, context), &plain);
            prop_assert_eq!(&home.parse(&format!("  {utterance}\u{3000}\t"), context), &plain);
        }
    }

    #[test]
    fn normalised_spans_map_back(text in "\\PC{0,40}|.{0,40}", first in any::<prop::sample::Index>(), second in any::<prop::sample::Index>()) {
        let normal = normalise(&text);
        let mut ends = [first.index(normal.len() + 1), second.index(normal.len() + 1)];
        ends.sort_unstable();
        let [start, end] = ends;
        let range = normal.source_range(start..end);
        prop_assert!(text.get(range.clone()).is_some(), "{range:?} is no part of {text:?}");
        prop_assert_eq!(range.is_empty(), start == end);
        // Later characters come from later bytes; several may come from one (㎡).
        if 0 < start && start < end {
            prop_assert!(normal.source_range(0..start).end <= range.end);
            prop_assert!(normal.source_range(0..start).start <= range.start);
        }
    }

    #[test]
    fn what_a_span_came_from_means_the_span(utterance in said(), at in any::<prop::sample::Index>()) {
        let normal = normalise(&utterance);
        let folded: String = normal.chars.iter().collect();
        prop_assert_eq!(fold_name(&folded), folded, "what is normal stays so");
        let at = at.index(normal.len());
        let source = normal.source(&utterance, at..normal.len());
        let folded = fold_name(source);
        let slice = normal.slice(at..normal.len());
        prop_assert_eq!(folded.trim(), slice.trim());
    }
}

#[test]
fn what_is_too_long_is_not_read() {
    for home in homes() {
        for letters in [LONGEST_UTTERANCE + 1, 100_000] {
            let parse = home.parse(&"灯".repeat(letters), ParseContext::default());
            assert_eq!(parse.rejection, Some(Rejection::TooLong));
        }
        let longest = home.parse(&"灯".repeat(LONGEST_UTTERANCE), ParseContext::default());
        assert_ne!(longest.rejection, Some(Rejection::TooLong));
    }
}

#[test]
fn what_says_nothing_is_empty() {
    for home in homes() {
        for text in ["", " ", "\n\t", "。", "？！…", "👍", "\u{200b}", "---", "\0"] {
            let parse = home.parse(text, ParseContext::default());
            assert_eq!(parse.rejection, Some(Rejection::Empty), "{text:?}");
        }
    }
}

#[test]
fn long_stretches_of_one_word_end() {
    for home in homes() {
        for word in [
            "开", "一", "灯", "的", "和", "别", "如果", "，", "\"", "on ", "the ", "and ", "if ", "1",
            "灯和", "关灯",
        ] {
            let count = LONGEST_UTTERANCE / word.chars().count();
            check(&home.parse(&word.repeat(count), ParseContext::default())).unwrap();
        }
    }
}
