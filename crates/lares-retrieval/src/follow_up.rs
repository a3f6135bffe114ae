//! Is it an answer to the question that waits, or something new?

use std::sync::OnceLock;

use serde::Deserialize;

use crate::room_names::clean;

/// What an utterance says to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// These options, by place.
    Options(Vec<usize>),
    /// Go on.
    Yes,
    /// Leave it.
    No,
    /// It is no answer: a new request.
    New,
}

/// An option as the answer may name it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offered<'a> {
    /// Its label and the names of its device.
    pub names: Vec<&'a str>,
    /// The names of its room.
    pub rooms: Vec<&'a str>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    yes: Vec<String>,
    no: Vec<String>,
    all: Vec<String>,
    last: Vec<String>,
    ordinal: Vec<Vec<String>>,
    filler_zh: Vec<String>,
    filler_en: Vec<String>,
    said_all: Vec<String>,
    said_everywhere: Vec<String>,
    sides: Vec<Vec<String>>,
}

fn words() -> &'static Words {
    static WORDS: OnceLock<Words> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, nothing is taken for an answer.
    WORDS.get_or_init(|| toml::from_str(include_str!("../data/answers.toml")).unwrap_or_default())
}

/// Reads an utterance as an answer. `yes_no` says whether the question can be answered with yes and no.
pub fn read(text: &str, options: &[Offered<'_>], yes_no: bool) -> Reply {
    let said = bare(text);
    if said.is_empty() || options.is_empty() {
        return Reply::New;
    }
    let stripped = strip(&said);
    let is = |list: &[String]| list.iter().any(|word| *word == said || *word == stripped);
    let words = words();
    if is(&words.no) {
        return Reply::No;
    }
    if let Some(place) = words.ordinal.iter().position(|list| is(list)) {
        return if place < options.len() { Reply::Options(vec![place]) } else { Reply::New };
    }
    if is(&words.last) {
        return Reply::Options(vec![options.len() - 1]);
    }
    if is(&words.all) {
        return Reply::Options((0..options.len()).collect());
    }
    if is(&words.yes) {
        return match (yes_no, options) {
            (true, _) => Reply::Yes,
            (false, [_]) => Reply::Options(vec![0]),
            (false, _) => Reply::New,
        };
    }
    named(&said, options)
}

/// Whether the words say that all are meant.
pub(crate) fn says_all(text: &str) -> bool {
    says_any(text, &words().said_all)
}

/// Whether the words reach beyond the speaker's room: 所有的灯 does, 灯都关了 only tells that there are several.
pub(crate) fn says_everywhere(text: &str) -> bool {
    says_any(text, &words().said_everywhere)
}

pub(crate) fn says_any(text: &str, list: &[String]) -> bool {
    let said = bare(text);
    list.iter().any(|word| holds(&said, word))
}

/// The one of several names that the words point to: by a part that only this name has (妈妈到家了吗), or by its side
/// (右边的). `None` where they point to none or to several.
pub(crate) fn told_apart(said: &str, names: &[&str]) -> Option<usize> {
    let said = bare(said);
    let names: Vec<String> = names.iter().map(|name| bare(name)).collect();
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
    for side in &words().sides {
        if side.iter().any(|word| says(word, &said))
            && let Some(place) = only(&|name| side.iter().any(|word| says(word, name)))
        {
            return Some(place);
        }
    }
    let parts = |name: &str| -> Vec<String> {
        let latin = name.split(' ').filter(|part| part.is_ascii() && part.len() > 2).map(str::to_owned);
        let letters: Vec<char> = name.chars().filter(|c| !c.is_ascii()).collect();
        latin.chain(letters.windows(2).map(|pair| pair.iter().collect())).collect()
    };
    only(&|name| {
        parts(name)
            .iter()
            .any(|part| says(part, &said) && names.iter().filter(|other| says(part, other)).count() == 1)
    })
}

fn named(said: &str, options: &[Offered<'_>]) -> Reply {
    let all_names: String = options.iter().flat_map(|option| &option.names).map(|name| bare(name)).collect();
    let mut best: Vec<usize> = Vec::new();
    let mut best_score = 0;
    for (place, option) in options.iter().enumerate() {
        let longest = |names: &[&str]| {
            names
                .iter()
                .map(|name| bare(name))
                .filter(|name| holds(said, name))
                .max_by_key(|name| name.chars().count())
        };
        let (name, room) = (longest(&option.names), longest(&option.rooms));
        let mut rest = said.to_owned();
        let mut score = 0;
        for part in [&name, &room].into_iter().flatten() {
            score += part.chars().count();
            rest = rest.replacen(part.as_str(), " ", 1);
        }
        if score == 0 || !is_rest_empty(&rest, &all_names) {
            continue;
        }
        match score.cmp(&best_score) {
            std::cmp::Ordering::Greater => (best, best_score) = (vec![place], score),
            std::cmp::Ordering::Equal => best.push(place),
            std::cmp::Ordering::Less => {}
        }
    }
    match best.as_slice() {
        [_] => Reply::Options(best),
        [] => Reply::New,
        // 客厅的都要: several of the options at once.
        _ if says_all(said) => Reply::Options(best),
        _ => Reply::New,
    }
}

/// Whether the text holds the name: anywhere in Chinese, as whole words in English.
fn holds(text: &str, name: &str) -> bool {
    if name.is_empty() {
        return false;
    }
    if name.is_ascii() { format!(" {text} ").contains(&format!(" {name} ")) } else { text.contains(name) }
}

/// What is left says nothing of its own: fillers, and words of the options' names (卧室的灯).
fn is_rest_empty(rest: &str, names: &str) -> bool {
    let rest = strip(rest);
    if rest.is_ascii() {
        rest.split_whitespace().all(|word| names.contains(word) || words().all.iter().any(|all| all == word))
    } else {
        rest.chars().all(|c| c.is_whitespace() || names.contains(c) || matches!(c, '都' | '全' | '部' | '要'))
    }
}

/// Lower case, without punctuation.
fn bare(text: &str) -> String {
    let kept: String =
        text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '\'' | '’') { c } else { ' ' }).collect();
    clean(kept.trim()).into_iter().collect::<String>().trim().to_owned()
}

fn strip(text: &str) -> String {
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

    fn options() -> Vec<Offered<'static>> {
        vec![
            Offered { names: vec!["客厅的台灯", "台灯"], rooms: vec!["客厅"] },
            Offered { names: vec!["卧室的台灯", "台灯"], rooms: vec!["卧室", "Bedroom"] },
            Offered { names: vec!["书房的护眼灯", "护眼灯"], rooms: vec!["书房"] },
        ]
    }

    fn reply(text: &str) -> Reply {
        read(text, &options(), false)
    }

    #[test]
    fn the_words_can_be_read() {
        let read: Result<Words, _> = toml::from_str(include_str!("../data/answers.toml"));
        assert_eq!(read.map(|words| words.ordinal.len()).ok(), Some(5));
    }

    #[test]
    fn seed_003_answers_by_ordinal() {
        for (text, place) in
            [("第一个", 0), ("第二个吧", 1), ("2", 1), ("最后一个", 2), ("the second one", 1)]
        {
            assert_eq!(reply(text), Reply::Options(vec![place]), "{text}");
        }
        assert_eq!(reply("第五个"), Reply::New);
    }

    #[test]
    fn seed_003_answers_by_room_and_by_name() {
        for (text, place) in [
            ("卧室的", 1),
            ("客厅", 0),
            ("卧室那个", 1),
            ("护眼灯", 2),
            ("卧室的台灯", 1),
            ("the bedroom one", 1),
        ] {
            assert_eq!(reply(text), Reply::Options(vec![place]), "{text}");
        }
    }

    #[test]
    fn seed_003_all_yes_and_no() {
        assert_eq!(reply("都要"), Reply::Options(vec![0, 1, 2]));
        assert_eq!(reply("both"), Reply::Options(vec![0, 1, 2]));
        assert_eq!(reply("算了"), Reply::No);
        assert_eq!(reply("好的"), Reply::New, "yes to which of three?");
        assert_eq!(read("好的", &options()[..1], false), Reply::Options(vec![0]));
        assert_eq!(read("yes", &options(), true), Reply::Yes);
    }

    #[test]
    fn words_tell_equal_devices_apart() {
        assert_eq!(told_apart("右边的车库门打开", &["Left garage door", "Right garage door"]), Some(1));
        assert_eq!(told_apart("妈妈到家了吗", &["妈妈的手机", "Dad's iPhone"]), Some(0));
        assert_eq!(told_apart("打开台灯", &["台灯", "台灯"]), None);
        assert_eq!(told_apart("打开", &["主灯", "台灯"]), None);
    }

    #[test]
    fn anything_else_is_a_new_request() {
        for text in
            ["打开空调", "台灯", "打开卧室的空调", "关掉客厅的电视", "", "什么", "turn off the bedroom fan"]
        {
            assert_eq!(reply(text), Reply::New, "{text}");
        }
    }
}
