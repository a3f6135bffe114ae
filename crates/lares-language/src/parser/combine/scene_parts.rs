//! Scenes that are called by a part of their names, and by nothing else that was said: "it's game day baby" where one is called
//! "Go Bucks Gameday", 麻将模式 where one is called 搓麻将.

use smallvec::{SmallVec, smallvec};

use crate::lexicon::lexicon;
use crate::parser::frame::{Frame, Head, Target};
use crate::vocabulary::{HomeVocabulary, is_han};

/// What may stand around the part.
const AROUND: [&str; 34] = [
    "it's",
    "its",
    "it",
    "is",
    "that's",
    "we're",
    "time",
    "mode",
    "scene",
    "the",
    "a",
    "for",
    "do",
    "put",
    "on",
    "start",
    "run",
    "go",
    "set",
    "baby",
    "y'all",
    "yall",
    "folks",
    "everyone",
    "everybody",
    "one",
    "thing",
    "please",
    "now",
    "ok",
    "okay",
    "right",
    "let's",
    "to",
];
/// Those that say that it is a scene.
const SAYS_SO: [&str; 6] = ["time", "mode", "scene", "one", "thing", "do"];
const BEFORE: [&str; 12] =
    ["该", "要", "来个", "来", "开启", "打开", "开", "切到", "切", "启动", "进入", "执行"];
const BEHIND: [&str; 14] =
    ["模式", "场景", "时间", "那个", "去了", "去", "了", "吧", "啦", "喽", "走起", "一下", "开起", "打开"];
/// A single word says that much at least.
const LETTERS: usize = 5;
/// And so many of them.
const MOST_WORDS: usize = 6;
const CHARACTERS: std::ops::RangeInclusive<usize> = 2..=6;
/// A part is not as certain as a name.
const LIKENESS: f32 = 0.85;

/// The scene that what was said is a part of, where nothing else came of it.
pub(crate) fn called_by_part(text: &[char], frames: &[Frame], vocabulary: &HomeVocabulary) -> Option<Frame> {
    let says = |frame: &Frame| {
        frame.has_target()
            || frame.negated
            || frame.scheduled
            || frame.question.is_some()
            || frame.wish.is_some()
            || frame.verb.is_some_and(|verb| !verb.weak)
            || frame.direction.is_some()
    };
    if vocabulary.scene_names.is_empty() || frames.iter().any(says) {
        return None;
    }
    let chinese = text.iter().copied().any(is_han);
    let mut called = vocabulary.scene_names.iter().filter(|name| {
        name.chars().any(is_han) == chinese
            && if chinese { is_chinese_part(text, name) } else { is_english_part(text, name) }
    });
    let (Some(name), None) = (called.next(), called.next()) else { return None };
    let target = Target { head: Head::Scene, text: name.as_ref().into(), ..Target::default() };
    Some(Frame {
        targets: smallvec![target],
        span: (0, text.len()),
        known: text.len(),
        likeness: LIKENESS,
        ..Frame::default()
    })
}

fn is_chinese_part(text: &[char], name: &str) -> bool {
    let mut said: String = text.iter().filter(|letter| letter.is_alphanumeric()).collect();
    if said.chars().count() > *CHARACTERS.end() + 3 {
        return false;
    }
    while let Some(rest) = BEHIND.iter().find_map(|word| said.strip_suffix(word)) {
        said = rest.to_owned();
    }
    if let Some(rest) = BEFORE.iter().find_map(|word| said.strip_prefix(word)) {
        said = rest.to_owned();
    }
    let letters: SmallVec<[char; 8]> = said.chars().collect();
    // 朵朵 of 朵朵睡觉 is somebody who is called: a scene is called by the end of its name.
    let is_end = name.ends_with(&said) || name.strip_prefix(&said).is_some_and(|rest| BEHIND.contains(&rest));
    // What means something elsewhere is not said for the scene.
    CHARACTERS.contains(&letters.len()) && is_end && lexicon().lookup(&letters).is_none()
}

fn is_english_part(text: &[char], name: &str) -> bool {
    let words = text.split(|letter| !letter.is_ascii_alphanumeric() && *letter != '\'');
    let words: SmallVec<[&[char]; 8]> = words.filter(|word| !word.is_empty()).collect();
    let is = |word: &[char], known: &str| known.chars().eq(word.iter().copied());
    let of_name: SmallVec<[&str; 8]> = name.split(' ').collect();
    if words.len() > MOST_WORDS + 2 {
        return false;
    }
    let covers = |said: &[&[char]]| {
        of_name.iter().any(|word| {
            let letters = || said.iter().flat_map(|part| part.iter().copied());
            word.chars().eq(letters())
                || matches!(*word, "n" | "and") && (letters().eq("n".chars()) || letters().eq("and".chars()))
        })
    };
    let (mut place, mut parts, mut letters, mut says_so) = (0, 0, 0, false);
    while let Some(word) = words.get(place) {
        let pair = words.get(place..place + 2).filter(|pair| covers(pair));
        if let Some(pair) = pair {
            parts += 2;
            letters += pair.iter().map(|word| word.len()).sum::<usize>();
            place += 2;
        } else if covers(&words[place..=place]) {
            parts += 1;
            letters += word.len();
            place += 1;
        } else if AROUND.iter().any(|around| is(word, around)) {
            says_so |= SAYS_SO.iter().any(|around| is(word, around));
            place += 1;
        } else {
            return false;
        }
    }
    // "Maddie" of "Maddie Bedtime" is somebody who is called.
    let is_last = |word: &[char]| of_name.last().is_some_and(|last| is(word, last));
    let unknown = |word: &[char]| lexicon().lookup(word).is_none() && !lexicon().is_plain(word);
    let alone = |word: &[char]| word.len() >= LETTERS && (says_so || is_last(word) && unknown(word));
    match parts {
        0 => false,
        1 => words.iter().any(|word| covers(&[*word]) && alone(word)),
        _ => letters > LETTERS,
    }
}
