//! Conditions that no word opens and that stand in a clause of their own: "front door not locked? lock it", 热水器还开着呢？关掉,
//! 煤气关了没？没关关掉. The clause is read as if a word opened it, and nothing but what it tells is taken from that.

use std::ops::Range;
use std::sync::OnceLock;

use lares_language::command_array::ANY;
use lares_language::lexicon::{Place, Sense};
use lares_language::normalise::normalise;
use lares_language::{Language, ParseContext, SpokenCondition, Workspace};
use serde::Deserialize;
use smallvec::SmallVec;

use crate::documents::written_in;
use crate::index::CompiledHome;

/// How a clause asks, and how one answers it; what each list holds is said in the file.
#[derive(Debug, Default, Deserialize)]
struct Data {
    asks: Vec<String>,
    asked: Vec<String>,
    open: Vec<String>,
    denied: Vec<String>,
    as_it_is: Vec<String>,
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    // The file is part of the program and read in a test; should it ever be broken, a clause is taken as it was said.
    DATA.get_or_init(|| toml::from_str(include_str!("../../data/unheard.toml")).unwrap_or_default())
}

/// The conditions that the first clause tells, or the next one where that answers it; empty where there is one clause only, where
/// none of them tells any, and where more than one of them may.
pub(super) fn conditions(home: &CompiledHome, text: &str, language: &mut Workspace) -> Vec<SpokenCondition> {
    let clauses: SmallVec<[&str; 4]> = clauses(text);
    let [first, next, ..] = clauses[..] else { return Vec::new() };
    if is_order(home, first, language) {
        return Vec::new();
    }
    if data().open.iter().any(|end| first.ends_with(end)) && answers(next) {
        let told = of_clause(home, next, language);
        if !told.is_empty() {
            return told;
        }
    }
    if clauses.len() > 2 && !is_order(home, next, language) && !of_clause(home, next, language).is_empty() {
        return Vec::new();
    }
    of_clause(home, stated(first), language)
}

/// The conditions of a clause that a word opens, where what is to be done kept the parser from hearing it: "as long as the big TV's on, keep
/// the fan light off in there", "if the dryer's still going pause it". Empty where none is understood, or more than one clause opens so.
pub(super) fn opened(home: &CompiledHome, text: &str, language: &mut Workspace) -> Vec<SpokenCondition> {
    let mut found = Vec::new();
    for clause in clauses(text) {
        let said = normalise(clause);
        let parts = conditional(home, clause, language);
        if parts.is_empty() {
            continue;
        }
        if !found.is_empty() {
            return Vec::new();
        }
        let told = parts.into_iter().map(|part| of_clause(home, said.slice(part).trim(), language));
        found = told.into_iter().find(|told| !told.is_empty()).unwrap_or_default();
    }
    found
}

/// What may be the condition of a clause that begins with a word which opens one: up to a word that tells what is to be done or follows from
/// it, or all of it where there is none. None where it begins with no such word. Places among the characters of the normalised clause.
fn conditional(home: &CompiledHome, clause: &str, language: &mut Workspace) -> SmallVec<[Range<usize>; 4]> {
    let mut start = None;
    let mut ends: SmallVec<[usize; 4]> = SmallVec::new();
    let mut end = 0;
    let mut place = 0;
    home.vocabulary.for_each_word_on_path(clause, language, |word| {
        let orders = |sense: &Sense| match sense {
            Sense::Verb(verb) => !verb.weak,
            Sense::Condition(Place::After) => true,
            _ => false,
        };
        if place == 0 && word.senses.contains(&Sense::Condition(Place::Before)) {
            start = Some(word.start + word.letters.len());
        } else if place > 1 && word.senses.iter().any(orders) {
            ends.push(word.start);
        }
        end = word.start + word.letters.len();
        place += 1;
    });
    let Some(start) = start else { return SmallVec::new() };
    // "If the sniffer likes it close the kitchen gas": what is to be done is no part of it.
    if ends.is_empty() {
        ends.push(end);
    }
    ends.into_iter().map(|end| start..end).filter(|part| !part.is_empty()).collect()
}

/// What stands between marks; a mark between digits is none.
fn clauses(text: &str) -> SmallVec<[&str; 4]> {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let parts = |(at, letter): (usize, char)| {
        let is_mark =
            matches!(letter, '?' | '？' | ',' | '，' | '。' | '.' | ';' | '；' | '!' | '！' | '、' | '\n');
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + letter.len_utf8()..).and_then(|behind| behind.chars().next());
        is_mark && !(is_digit(before) && is_digit(behind))
    };
    let mut clauses = SmallVec::new();
    let mut start = 0;
    let ends = text.char_indices().filter(|letter| parts(*letter));
    let ends = ends.map(|(at, letter)| (at, at + letter.len_utf8()));
    for (end, next) in ends.chain([(text.len(), text.len())]) {
        let clause = text.get(start..end).unwrap_or_default().trim();
        if !clause.is_empty() {
            clauses.push(clause);
        }
        start = next;
    }
    clauses
}

/// It says how it is, and what is to be done then.
fn answers(clause: &str) -> bool {
    data().denied.iter().any(|denied| clause.starts_with(denied))
        || data().as_it_is.iter().any(|word| clause.contains(word))
}

/// It begins with what is to be done, or is told to do something with a thing: "turn the fan off", 把灯关了.
fn is_order(home: &CompiledHome, clause: &str, language: &mut Workspace) -> bool {
    let mut place = 0;
    let mut orders = false;
    home.vocabulary.for_each_word_on_path(clause, language, |word| {
        let is_verb = word.senses.iter().any(|sense| matches!(sense, Sense::Verb(verb) if !verb.weak));
        orders |= place == 0 && is_verb && word.letters.iter().all(char::is_ascii);
        orders |= word.senses.contains(&Sense::ObjectMarker);
        place += 1;
    });
    orders
}

/// What a question asks, as it would be stated.
fn stated(clause: &str) -> &str {
    let begins = |ask: &&String| clause.get(..ask.len()).is_some_and(|text| text.eq_ignore_ascii_case(ask));
    let asks = data().asks.iter().find(begins).map_or(0, String::len);
    let clause = clause.get(asks..).unwrap_or(clause);
    data().asked.iter().find_map(|end| clause.strip_suffix(end.as_str())).unwrap_or(clause)
}

/// The conditions that a clause tells behind "if"; empty where one of them is not understood.
fn of_clause(home: &CompiledHome, clause: &str, language: &mut Workspace) -> Vec<SpokenCondition> {
    let text = match written_in(clause) {
        Language::Chinese => format!("如果{clause}，就打开灯"),
        Language::English => format!("if {clause}, turn on the light"),
    };
    let parse = home.parse_in(&text, ParseContext::default(), None, language);
    let conditions = parse.commands.first().map(|first| first.spoken.conditions.clone()).unwrap_or_default();
    language.take_back(parse);
    if conditions.iter().any(|condition| condition.v == ANY) { Vec::new() } else { conditions }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Checked {
        examples: Vec<Example>,
        near_misses: NearMisses,
        answered: Answered,
    }

    #[derive(Debug, Deserialize)]
    struct Example {
        said: String,
        stated: String,
    }

    #[derive(Debug, Deserialize)]
    struct NearMisses {
        stated: Vec<String>,
        answers: Vec<String>,
    }

    #[derive(Debug, Deserialize)]
    struct Answered {
        examples: Vec<String>,
    }

    #[test]
    fn each_example_of_the_data_is_read_so_and_no_near_miss_is() {
        let text = include_str!("../../data/unheard.toml");
        toml::from_str::<Data>(text).unwrap();
        let checked: Checked = toml::from_str(text).unwrap();
        for Example { said, stated: expected } in &checked.examples {
            assert_eq!(stated(said), expected);
        }
        for said in &checked.near_misses.stated {
            assert_eq!(stated(said), said);
        }
        assert!(checked.answered.examples.iter().all(|clause| answers(clause)));
        for clause in &checked.near_misses.answers {
            assert!(!answers(clause), "{clause}");
        }
    }

    #[test]
    fn clauses_stand_between_marks() {
        assert_eq!(clauses("front door not locked? lock it")[..], ["front door not locked", "lock it"]);
        assert_eq!(clauses("客厅到26.5度了，把空调关掉。")[..], ["客厅到26.5度了", "把空调关掉"]);
        assert_eq!(clauses(", over 1,200! fan on")[..], ["over 1,200", "fan on"]);
        assert!(clauses("").is_empty() && clauses(" ?，").is_empty());
    }
}
