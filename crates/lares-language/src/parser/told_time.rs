//! What time it is, how warm it is outside, or how soon somebody comes, told beside an order: 都十二点了, "it's almost eight",
//! 外面三十多度, "guests here in twenty minutes". Nothing is to be set to it, and nothing is to be done at that time.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::frame::Frame;
use super::lattice::Token;
use super::tokens::starts_with;
use super::word_list::WordList;
use crate::lexicon::{Sense, lexicon};
use crate::vocabulary::is_han;

/// What may stand before the time in Chinese.
const BEFORE: [&str; 16] = [
    "这都", "都快", "已经", "现在", "马上", "眼看", "都", "快", "才", "又", "就", "这", "要", "早就", "早",
    "刚",
];
/// What may stand between what it is about and the degrees in Chinese.
const DEGREES_BEFORE: [&str; 14] =
    ["零下", "只有", "得有", "差不多", "已经", "都快", "高达", "足足", "都", "才", "就", "有", "快", "到"];
/// What is about the weather.
const OUTSIDE: [&str; 12] =
    ["今天外面", "外面", "外头", "室外", "屋外", "今天", "今晚", "昨天", "今儿", "户外", "气温", "外边"];
const HOURS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const NUMBERS: [&str; 6] = ["quarter", "half", "twenty", "twenty-five", "five", "ten"];

/// The frames without what somebody does at some time, told in a clause of its own: "guests here in twenty minutes. dinner
/// party, please", "lamp on, i'll be down in a minute". Nothing is to be done at that time.
pub(super) fn without_arrivals(text: &[char], frames: &mut Vec<Frame>) {
    if frames.len() < 2 {
        return;
    }
    frames.retain(|frame| {
        let only_when = frame.scheduled
            && !frame.has_target()
            && !frame.has_action()
            && frame.property.is_none()
            && !frame.complaint
            && frame.question.is_none();
        !(only_when && text.get(frame.span.0..).is_some_and(begins_with_someone))
    });
}

/// "I'll", "guests": who does something, and not when.
fn begins_with_someone(said: &[char]) -> bool {
    let word = said.split(|letter| *letter == ' ').next().unwrap_or_default();
    let who = word.split(|letter| *letter == '\'').next().unwrap_or_default();
    let pronoun = matches!(who, ['i'] | ['w', 'e'] | ['h', 'e'] | ['s', 'h', 'e'] | ['t', 'h', 'e', 'y']);
    let person = |sense: &Sense| matches!(sense, Sense::Person(_));
    pronoun || who.len() > 1 && lexicon().lookup(who).is_some_and(|senses| senses.iter().any(person))
}

/// The words without such times and degrees, where something else was said, and whether it was told how soon somebody comes:
/// then it may be meant for that time.
pub(super) fn without_told<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    let mut comes = false;
    let mut told: SmallVec<[(usize, usize); 2]> = SmallVec::new();
    for clause in tokens.split(|token| token.separator().is_some()) {
        let Some((first, last)) = clause.first().zip(clause.last()) else { continue };
        let Some(said) = text.get(first.start..last.end) else { continue };
        let length = if said.first().copied().is_some_and(is_han) {
            chinese(said)
        } else {
            let arrives = || {
                let end = arrival(text, clause);
                comes |= end.is_some();
                end
            };
            english(text, clause).or_else(arrives).map(|end| end - first.start)
        };
        // What stands before an order is a word of its own.
        let end = length.map(|length| first.start + length);
        let whole = end.filter(|end| !clause.iter().any(|token| token.start < *end && *end < token.end));
        told.extend(whole.map(|end| (first.start, end)));
    }
    let within = |token: &Token| told.iter().any(|&(from, to)| token.start >= from && token.end <= to);
    if told.is_empty() || tokens.iter().all(|token| within(token) || token.separator().is_some()) {
        return (tokens, false);
    }
    let mut tokens = tokens.into_owned();
    tokens.retain(|token| !within(token));
    (Cow::Owned(tokens), comes)
}

/// How many letters of a Chinese clause say what time it is, or how warm it is outside.
fn chinese(said: &[char]) -> Option<usize> {
    let is_number = |letter: &char| letter.is_ascii_digit() || "零一二两三四五六七八九十几".contains(*letter);
    let after = |words: &[&str], from: usize| {
        let mut at = from;
        while let Some(word) = words.iter().find(|word| starts_with(said.get(at..).unwrap_or_default(), word))
        {
            at += word.chars().count();
        }
        at
    };
    let number_end = |from: usize| {
        let length =
            said.get(from..).unwrap_or_default().iter().take_while(|letter| is_number(letter)).count();
        (1..=3).contains(&length).then_some(from + length)
    };
    let outside = after(&OUTSIDE, 0);
    let degrees = || {
        (outside > 0).then_some(())?;
        let number = number_end(after(&DEGREES_BEFORE, outside))?;
        let end = after(&["多", "来"], number);
        let unit = after(&["摄氏度", "度"], end);
        (unit > end).then(|| after(&["了", "呢", "啊", "啦", "多", "哦", "诶"], unit))
    };
    let clock = || {
        let number = number_end(after(&BEFORE, after(&["现在", "今天"], 0)))?;
        (said.get(number) == Some(&'点')).then_some(())?;
        let mut end = after(&["钟", "半", "多", "一刻", "三刻", "整"], number + 1);
        if let Some(minutes) = number_end(end) {
            end = after(&["分", "钟"], minutes);
        }
        let said_so = after(&["了"], end);
        (said_so > end).then(|| after(&["都", "呢", "啊", "啦", "哦", "还", "呀", "诶"], said_so))
    };
    let end = degrees().or_else(clock)?;
    // 八点了就关灯, 今天三十度就开空调, 八点了吗
    let binds = matches!(
        said.get(end),
        Some('就' | '再' | '的' | '以' | '时' | '才' | '吗' | '么' | '没' | '叫' | '提' | '后')
    );
    (!binds).then_some(end)
}

/// Where the words end that say what time it is, in a clause that begins with them.
fn english(text: &[char], clause: &[Token]) -> Option<usize> {
    let words = WordList::of(text, clause);
    let begin = match () {
        () if words.is_any(0, &["cause", "because", "cos", "cuz"]) && words.is_any(1, &["it's", "its"]) => 2,
        () if words.is_any(0, &["it's", "its"]) => 1,
        () if words.is(0, "it") && words.is(1, "is") => 2,
        () => return None,
    };
    let filler = [
        "almost", "nearly", "already", "only", "just", "like", "about", "way", "well", "gone", "past",
        "after", "now", "not", "even", "barely", "coming", "up", "on", "getting", "close", "to",
    ];
    let at = (begin..words.len()).find(|&place| !words.is_any(place, &filler))?;
    let past = words.is_any(at - 1, &["past", "after", "gone"]);
    let hour = |place: usize| {
        let digits = words.letters(place).is_some_and(|word| {
            let letters: String = word.iter().collect();
            letters.parse::<u8>().is_ok_and(|hour| (1..=12).contains(&hour)) || is_clock(&letters)
        });
        words.is_any(place, &HOURS) || digits
    };
    let end = match () {
        () if words.is_any(at, &["midnight", "noon", "midday"]) => at + 1,
        () if past && words.is_any(at, &["bedtime", "their", "your", "my"]) => {
            at + 1 + usize::from(words.is(at + 1, "bedtime"))
        }
        () if words.is_any(at, &NUMBERS)
            && words.is_any(at + 1, &["past", "to", "after", "till"])
            && hour(at + 2) =>
        {
            at + 3
        }
        () if words.is(at, "half") && hour(at + 1) => at + 2,
        () if hour(at) => {
            let minutes =
                words.is_any(at + 1, &["thirty", "fifteen", "forty-five", "twenty", "ten", "forty"]);
            at + 1 + usize::from(minutes)
        }
        () => return None,
    };
    let end = end
        + (end..words.len())
            .take_while(|&place| words.is_any(place, &["already", "now", "o'clock", "oclock", "am", "pm"]))
            .count();
    let unit = [
        "degrees", "degree", "percent", "%", "below", "outside", "out", "in", "c", "f", "or", "minutes",
        "min", "hours",
    ];
    (!words.is_any(end, &unit)).then(|| words.end(end - 1))
}

/// "Guests here in twenty minutes", "I'll be through for my tea in a minute": where an English clause ends that only tells how
/// soon somebody or something comes or goes.
fn arrival(text: &[char], clause: &[Token]) -> Option<usize> {
    const COMES: [&str; 23] = [
        "here", "home", "back", "coming", "over", "round", "there", "landing", "land", "lands", "arrive",
        "arrives", "arriving", "leaving", "leave", "through", "down", "up", "due", "ready", "off",
        "starting", "starts",
    ];
    const UNITS: [&str; 17] = [
        "minute", "minutes", "min", "mins", "hour", "hours", "second", "seconds", "sec", "secs", "bit",
        "while", "moment", "tick", "jiffy", "mo", "couple",
    ];
    let words = WordList::of(text, clause);
    let place = (1..words.len()).rev().find(|&place| words.is(place, "in"))?;
    let digits = |place: usize| {
        words.letters(place).is_some_and(|word| word.iter().all(char::is_ascii_digit) && word.len() < 4)
    };
    let long = (place + 1..words.len()).all(|place| {
        digits(place)
            || words.is_any(place, &HOURS)
            || words.is_any(place, &NUMBERS)
            || words.is_any(place, &UNITS)
            || words.is_any(
                place,
                &["a", "an", "of", "or", "so", "few", "about", "like", "another", "wee", "just"],
            )
            || words.is_any(
                place,
                &["fifteen", "thirty", "forty", "forty-five", "fifty", "around", "maybe", "tops"],
            )
    });
    let counted = words.is_any(words.len() - 1, &UNITS)
        || words.is_any(words.len() - 1, &HOURS)
        || words.is_any(words.len() - 1, &["so", "tops", "fifteen", "twenty", "thirty"]);
    let start = words.start(place)?;
    let told = || clause.iter().filter(|token| token.end <= start);
    let comes = (0..place).any(|place| words.is_any(place, &COMES));
    let whoever = |token: &Token| {
        let said = text.get(token.start..token.end).unwrap_or_default();
        let word = said.rsplit(|letter| *letter == ' ').next().unwrap_or_default();
        let moves = || COMES.iter().any(|comes| word.iter().copied().eq(comes.chars()));
        !(token.name().is_some() || token.scene().is_some() || token.noun().is_some())
            && token.condition().is_none()
            && token.question().is_none()
            && token.negation().is_none()
            && (token.verb().is_none_or(|verb| verb.weak || verb.acts.is_empty()) || moves())
    };
    // "Up in ten minutes" may be an order, "we're up in ten minutes" is none.
    let who = told().next().is_some_and(|first| first.verb().is_none());
    (long && counted && comes && who && told().all(whoever)).then(|| words.end(words.len() - 1))
}

/// "8:30"
fn is_clock(letters: &str) -> bool {
    letters.split_once(':').is_some_and(|(hour, minutes)| {
        hour.parse::<u8>().is_ok_and(|hour| hour < 24) && minutes.len() == 2 && minutes.parse::<u8>().is_ok()
    })
}
