//! What an utterance answers to the question that waits: read word by word, with the words of the home.
//!
//! Every word either tells which of the devices is meant (a name or a part of it, a room, a kind, a side), or where it
//! stands among them (the second, the last), or how many (both, any), or whether at all; or it means nothing in an
//! answer. A word that names something else makes it a new request.

use lares_home::{Device, DeviceIndex, catalogue};
use lares_language::Noun;
use lares_language::lexicon::{Answer, Many, Place, Reference, Sense};
use lares_language::parser::explain::PathWord;

use crate::follow_up::{Words, bare, side_of, strip, words};
use crate::index::CompiledHome;

/// What an utterance says to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// These choices, by place.
    Chosen(Vec<usize>),
    /// These choices, and nothing else is said.
    Plain(Vec<usize>),
    /// One of these, fewer than were asked about.
    Narrowed(Vec<usize>),
    /// Go on.
    Yes,
    /// Leave it.
    No,
    /// It is no answer: a new request.
    New,
}

/// What can be chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The device, where it is one.
    pub(crate) device: Option<DeviceIndex>,
    /// What it is called: its label, names and rooms, lower case without punctuation.
    pub(crate) names: Vec<String>,
}

/// The question, as far as reading its answer needs it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking<'a> {
    pub(crate) choices: &'a [Choice],
    /// So many of the choices were offered, in this order; the others were not mentioned.
    pub(crate) offered: usize,
    /// It can be answered with yes and no.
    pub(crate) yes_no: bool,
    /// Any of them may be taken where the person does not care.
    pub(crate) any: bool,
}

/// What a word says in an answer.
#[derive(Debug, Clone, PartialEq)]
enum Part {
    /// Nothing.
    Nothing,
    /// A pause between what is said.
    Pause,
    /// 和, and.
    And,
    /// These choices.
    These(Vec<usize>),
    /// Something that is not among the choices.
    Else,
    /// The place in the list; negative from its end.
    Position(i64),
    /// So many of them.
    Count(usize),
    All,
    Any,
    /// What follows is not meant.
    Not,
    /// What went before is not meant.
    NotThat,
    Yes,
    No,
    /// No lexicon knows it and no name has it: so many characters.
    Unknown(usize),
}

/// Reads an utterance as an answer.
pub(crate) fn read(home: &CompiledHome, text: &str, asking: Asking<'_>) -> Reply {
    let choices = asking.choices;
    let said = home.vocabulary.path_words(text);
    if said.is_empty() || choices.is_empty() {
        return Reply::New;
    }
    if let Some(reply) = whole(text, asking) {
        return reply;
    }
    let parts: Vec<Part> = (0..said.len()).map(|place| part(home, &said, place, choices)).collect();
    let mut read = Read::default();
    parts.iter().for_each(|part| read.take(part));
    if matches!(read.unknown, 1..) && read.groups.is_empty() && read.not.is_empty() {
        return named_inexactly(home, text, choices);
    }
    if read.unknown > 4 {
        return Reply::New;
    }
    read.decide(asking)
}

/// An answer whose words say it together: "either one is fine" no more than 随便; 床头的 for 床头灯.
fn whole(text: &str, asking: Asking<'_>) -> Option<Reply> {
    let known = words();
    let said = bare(text);
    let stripped = strip(&said);
    let is = |list: &[String]| list.iter().any(|word| *word == said || *word == stripped);
    let last = asking.offered.checked_sub(1)?;
    if is(&known.yes) && (asking.yes_no || asking.choices.len() == 1) {
        return Some(if asking.yes_no { Reply::Yes } else { Reply::Plain(vec![0]) });
    }
    if is(&known.any) && asking.any {
        return Some(Reply::Plain(vec![0]));
    }
    if is(&known.first) && side_of(&said).and_then(|side| beside(side, asking.choices)).is_none() {
        return Some(Reply::Plain(vec![0]));
    }
    if is(&known.last) && side_of(&said).and_then(|side| beside(side, asking.choices)).is_none() {
        return Some(Reply::Plain(vec![last]));
    }
    match within_names(&stripped, known, asking.choices).as_slice() {
        [only] => Some(Reply::Plain(vec![*only])),
        _ => None,
    }
}

/// What was gathered from the words.
#[derive(Debug, Default)]
struct Read {
    /// Choices told by words that belong together; those of several groups are all meant.
    groups: Vec<Vec<usize>>,
    not: Vec<usize>,
    position: Option<i64>,
    count: Option<usize>,
    all: bool,
    any: bool,
    yes: bool,
    no: bool,
    elsewhere: bool,
    unknown: usize,
    /// The words of this clause are not meant.
    negative: bool,
    /// The next choice told begins a group of its own.
    apart: bool,
}

impl Read {
    fn take(&mut self, part: &Part) {
        match part {
            Part::Nothing => {}
            Part::Pause => {
                self.negative = false;
            }
            Part::And => self.apart = true,
            Part::These(places) if self.negative => self.not.extend(places),
            Part::These(places) => self.tell(places),
            Part::Else if self.negative => {}
            Part::Else => self.elsewhere = true,
            Part::Position(place) => self.position = Some(*place),
            Part::Count(count) => self.count = Some(*count),
            Part::All => {
                self.all = true;
                self.no = false;
            }
            Part::Any => self.any = true,
            Part::Not => self.negative = true,
            Part::NotThat => {
                if let Some(group) = self.groups.pop() {
                    self.not.extend(group);
                }
            }
            Part::Yes => self.yes = true,
            // 都不用了 and "no, both".
            Part::No => {
                self.no = true;
                self.all = false;
            }
            Part::Unknown(length) => self.unknown += length,
        }
    }

    /// Words that follow one another tell the same one more closely, unless they have nothing in common or are joined.
    fn tell(&mut self, places: &[usize]) {
        let apart = std::mem::take(&mut self.apart);
        if let Some(group) = self.groups.last_mut().filter(|_| !apart) {
            let both: Vec<usize> = group.iter().copied().filter(|place| places.contains(place)).collect();
            if !both.is_empty() {
                *group = both;
                return;
            }
        }
        self.groups.push(places.to_vec());
    }

    fn decide(self, asking: Asking<'_>) -> Reply {
        let total = asking.choices.len();
        if self.elsewhere {
            return Reply::New;
        }
        let mut told: Vec<usize> = self.groups.iter().flatten().copied().collect();
        told.sort_unstable();
        told.dedup();
        let everything = told.len() == total && total > 1;
        if (told.is_empty() || everything) && !self.not.is_empty() {
            let rest: Vec<usize> = (0..total).filter(|place| !self.not.contains(place)).collect();
            return match rest.len() {
                0 => Reply::No,
                1 => Reply::Chosen(rest),
                _ if self.all => Reply::Chosen(rest),
                _ => Reply::Narrowed(rest),
            };
        }
        told.retain(|place| !self.not.contains(place));
        if told.is_empty() || everything {
            let place = match self.position {
                Some(place) if place > 0 => usize::try_from(place - 1).ok(),
                Some(place) => usize::try_from(-place).ok().and_then(|back| asking.offered.checked_sub(back)),
                None => None,
            };
            return match (self.position, self.count) {
                // 前两个, "the first two".
                (Some(1), Some(count)) if count > 1 && count <= asking.offered => {
                    Reply::Chosen((0..count).collect())
                }
                (Some(_), _) => match place.filter(|place| *place < asking.offered) {
                    Some(place) => Reply::Chosen(vec![place]),
                    None => Reply::New,
                },
                (None, Some(count)) if count == total || self.all => Reply::Chosen((0..total).collect()),
                (None, Some(_)) => Reply::New,
                _ if self.all => Reply::Chosen((0..total).collect()),
                _ if self.any && asking.any => Reply::Chosen(vec![0]),
                _ if self.no => Reply::No,
                _ if everything && asking.yes_no => Reply::Yes,
                _ if self.yes && asking.yes_no => Reply::Yes,
                _ if self.yes && total == 1 => Reply::Chosen(vec![0]),
                _ => Reply::New,
            };
        }
        if told.len() == 1 || self.all || self.groups.len() > 1 || self.count == Some(told.len()) {
            return Reply::Chosen(told);
        }
        // 客厅的第二个: among those in the room.
        if let Some(place) = self.position.and_then(|place| usize::try_from(place - 1).ok())
            && let Some(chosen) = told.get(place)
        {
            return Reply::Chosen(vec![*chosen]);
        }
        if self.any && asking.any {
            return Reply::Chosen(told.into_iter().take(1).collect());
        }
        Reply::Narrowed(told)
    }
}

/// Words that no lexicon knows may be a slip of one of the names.
fn named_inexactly(home: &CompiledHome, text: &str, choices: &[Choice]) -> Reply {
    let said = strip(&bare(text));
    let found = home.vocabulary.match_name(&said, home.config.name_matches);
    let hits: Vec<usize> = (0..choices.len())
        .filter(|place| {
            choices
                .get(*place)
                .and_then(|choice| choice.device)
                .is_some_and(|device| found.iter().any(|found| found.device == device))
        })
        .collect();
    match hits.as_slice() {
        [_] => Reply::Chosen(hits),
        _ => Reply::New,
    }
}

/// What one word says.
fn part(home: &CompiledHome, said: &[PathWord], place: usize, choices: &[Choice]) -> Part {
    let Some(word) = said.get(place) else { return Part::Nothing };
    let next = said.get(place + 1);
    let known = words();
    let text = word.said.as_str();
    let has = |wanted: &dyn Fn(&Sense) -> bool| word.senses.iter().any(wanted);
    if has(&|sense| matches!(sense, Sense::Separator(_))) {
        return Part::Pause;
    }
    if let Some(side) = side_of(text)
        && let Some(places) = beside(side, choices)
    {
        return Part::These(places);
    }
    let is = |list: &[String]| list.iter().any(|known| known == text);
    if text == "one" && said.len() > 1 {
        // "the upstairs one".
        return Part::Nothing;
    }
    if is(&known.last) {
        return Part::Position(-1);
    }
    if let Some(position) = known.ordinal.iter().position(|list| is(list)) {
        let counts = text.chars().count() <= 2
            && next.is_some_and(|next| next.senses.iter().any(|sense| matches!(sense, Sense::Classifier)))
            && !text.starts_with('第');
        let before_counted = place
            .checked_sub(1)
            .and_then(|before| said.get(before))
            .is_some_and(|before| known.first.contains(&before.said));
        return match (numbered(position + 1, choices), counts || before_counted) {
            (_, true) => Part::Count(position + 1),
            (Some(places), false) => Part::These(places),
            (None, false) => Part::Position(position as i64 + 1),
        };
    }
    if is(&known.first) {
        return Part::Position(1);
    }
    if is(&known.any) {
        return Part::Any;
    }
    if is(&known.no) {
        return if next.is_some_and(tells_more) && negates(text) { Part::Not } else { Part::No };
    }
    if is(&known.all) {
        return Part::All;
    }
    let named = names(home, word, choices);
    if let Some(places) = named.filter(|places| !places.is_empty()) {
        return Part::These(places);
    }
    if !is_grammar(word) || word.senses.is_empty() {
        let parts = within_names(text, known, choices);
        if !parts.is_empty() {
            return Part::These(parts);
        }
    }
    of_senses(home, word, next)
}

/// Whether a word after 不要 or 不是 tells what is not meant.
fn tells_more(word: &PathWord) -> bool {
    !word.senses.iter().any(|sense| matches!(sense, Sense::Separator(_) | Sense::Particle(_)))
}

fn negates(text: &str) -> bool {
    text.starts_with('不') || text.starts_with('别') || text == "not"
}

/// The choices that a name, a room or a kind of device tells; `None` for other words, empty where it tells another.
fn names(home: &CompiledHome, word: &PathWord, choices: &[Choice]) -> Option<Vec<usize>> {
    let vocabulary = &home.vocabulary;
    let pick = |fits: &dyn Fn(DeviceIndex) -> bool| -> Vec<usize> {
        (0..choices.len())
            .filter(|place| choices.get(*place).and_then(|choice| choice.device).is_some_and(fits))
            .collect()
    };
    let mut is_target = false;
    let mut readings: Vec<Vec<usize>> = Vec::new();
    for sense in &word.senses {
        if let Sense::Name(_) = sense {
            is_target = true;
            let devices: Vec<DeviceIndex> = vocabulary.devices_of_sense(sense).collect();
            readings.push(pick(&|device| devices.contains(&device)));
        }
    }
    // The room of that name before those of its kind, and 主卧 where 卧室 is said.
    let mut rooms: Vec<Vec<usize>> = word
        .senses
        .iter()
        .flat_map(|sense| [vocabulary.rooms_of_sense(sense), vocabulary.rooms_within_sense(sense)])
        .flatten()
        .map(|rooms| pick(&|device| home.rooms.room_of(device).is_some_and(|room| rooms.contains(&room))))
        .collect();
    is_target |= !rooms.is_empty();
    rooms.sort_by_key(Vec::len);
    readings.append(&mut rooms);
    for sense in &word.senses {
        if let Sense::Noun(noun) = sense {
            is_target = true;
            readings.push(pick(&|device| {
                vocabulary.device_nouns(device).iter().any(|own| own == noun || vocabulary.is_a(*own, *noun))
            }));
        }
    }
    // 大门 is what its lock opens, and no 侧门.
    if readings.iter().all(Vec::is_empty) && word.senses.iter().any(|sense| is_door(home, sense)) {
        readings.push(pick(&|device| {
            home.device(device).is_some_and(|device| {
                device.categories.iter().any(|category| catalogue().category("SmartLock") == Some(*category))
                    && !is_of_another_door(home, device, word)
            })
        }));
    }
    is_target.then(|| readings.into_iter().find(|places| !places.is_empty()).unwrap_or_default())
}

/// The noun for doors of any kind.
fn door(home: &CompiledHome) -> Option<Noun> {
    catalogue().category("Door").and_then(|category| home.vocabulary.category_noun(category))
}

/// Whether a word is a noun for doors.
fn is_door(home: &CompiledHome, sense: &Sense) -> bool {
    matches!((sense, door(home)), (Sense::Noun(noun), Some(door)) if *noun == door || home.vocabulary.is_a(*noun, door))
}

/// Whether a lock is called after a door, and not after the one that was said: 大门锁 where 侧门 was.
fn is_of_another_door(home: &CompiledHome, lock: &Device, said: &PathWord) -> bool {
    let one_of_them =
        |sense: &Sense| is_door(home, sense) && door(home).is_none_or(|door| *sense != Sense::Noun(door));
    let names = std::iter::once(&lock.name).chain(&lock.aliases).map(|name| name.to_lowercase());
    let mut doors = names
        .flat_map(|name| {
            home.vocabulary.path_words(name.trim_end_matches('锁').trim_end_matches("lock").trim_end())
        })
        .flat_map(|word| word.senses)
        .filter(one_of_them)
        .peekable();
    said.senses.iter().any(one_of_them)
        && doors.peek().is_some()
        && !doors.any(|door| said.senses.contains(&door))
}

/// The choices on a side (左边, upstairs), where their names tell sides: those of the side, else the only one that is
/// not on the opposite one.
fn beside(side: usize, choices: &[Choice]) -> Option<Vec<usize>> {
    let sides = &words().sides;
    let on = |side: usize, choice: &Choice| {
        sides.get(side).is_some_and(|words| {
            choice.names.iter().any(|name| words.names.iter().any(|word| says(name, word)))
        })
    };
    let here: Vec<usize> = (0..choices.len())
        .filter(|place| choices.get(*place).is_some_and(|choice| on(side, choice)))
        .collect();
    if !here.is_empty() {
        return (here.len() < choices.len()).then_some(here);
    }
    let opposite = side ^ 1;
    let rest: Vec<usize> = (0..choices.len())
        .filter(|place| choices.get(*place).is_some_and(|choice| !on(opposite, choice)))
        .collect();
    (rest.len() == 1 && choices.len() > 1).then_some(rest)
}

/// The choice whose name ends in this number (筒灯2), where any of them has a number.
fn numbered(number: usize, choices: &[Choice]) -> Option<Vec<usize>> {
    let digits = number.to_string();
    let has = |choice: &Choice| {
        choice.names.iter().any(|name| {
            let own: String = name.chars().filter(char::is_ascii_digit).collect();
            own == digits
        })
    };
    let places: Vec<usize> =
        (0..choices.len()).filter(|place| choices.get(*place).is_some_and(has)).collect();
    (!places.is_empty() && places.len() < choices.len()).then_some(places)
}

/// The choices whose names hold the word: Chinese of two characters or more, English as whole words.
fn within_names(text: &str, known: &Words, choices: &[Choice]) -> Vec<usize> {
    let parts: Vec<String> = if text.is_ascii() {
        text.split(' ')
            .map(folded)
            .filter(|word| !word.is_empty() && !known.filler_en.iter().any(|filler| filler == word))
            .collect()
    } else {
        vec![text.to_owned()]
    };
    if parts.is_empty() || !text.is_ascii() && text.chars().count() < 2 {
        return Vec::new();
    }
    let holds = |choice: &Choice| parts.iter().all(|part| choice.names.iter().any(|name| says(name, part)));
    let places: Vec<usize> =
        (0..choices.len()).filter(|place| choices.get(*place).is_some_and(holds)).collect();
    if places.len() == choices.len() && choices.len() > 1 { Vec::new() } else { places }
}

/// Whether a name says a word: as a part in Chinese, as a word of its own in English, whatever its possessive.
fn says(name: &str, word: &str) -> bool {
    if word.is_ascii() {
        name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '\'').any(|part| {
            let (part, word) = (folded(part), folded(word));
            part == word || word.len() >= 5 && part.contains(&word)
        })
    } else {
        name.contains(word)
    }
}

/// Without the sign and the ending of a possessive: "salim's" and "salims" are alike.
fn folded(word: &str) -> String {
    let plain: String = word.chars().filter(|letter| letter.is_ascii_alphanumeric()).collect();
    match plain.strip_suffix('s') {
        Some(stem) if stem.len() > 2 => stem.to_owned(),
        _ => plain,
    }
}

/// Words that only hold others together.
fn is_grammar(word: &PathWord) -> bool {
    word.senses.iter().any(|sense| {
        matches!(
            sense,
            Sense::Particle(_)
                | Sense::Possessive(_)
                | Sense::ObjectMarker
                | Sense::Classifier
                | Sense::Conjunction
                | Sense::Reference(_)
                | Sense::Quantifier(..)
                | Sense::Negation(_)
                | Sense::Except(_)
                | Sense::Question(_)
                | Sense::Answer(_)
        )
    }) && !word.senses.iter().any(|sense| matches!(sense, Sense::Value(_) | Sense::Color(_) | Sense::Noun(_)))
}

/// What a word says by its class alone.
fn of_senses(home: &CompiledHome, word: &PathWord, next: Option<&PathWord>) -> Part {
    let text = word.said.as_str();
    if word.senses.contains(&Sense::Reference(Reference::Both)) && !text.contains('都') {
        return Part::Count(2);
    }
    let mut names_something = false;
    let mut part = None;
    for sense in &word.senses {
        let found = match sense {
            Sense::Quantifier(Many::Any, _) => Part::Any,
            Sense::Quantifier(..) => Part::All,
            Sense::Reference(Reference::Both) => Part::Count(2),
            Sense::Reference(Reference::LastMany) => Part::All,
            Sense::Except(Place::After) => Part::NotThat,
            Sense::Except(Place::Before) | Sense::Negation(_) => Part::Not,
            Sense::Correction if negates(text) && next.is_some_and(tells_more) => Part::Not,
            Sense::Correction => Part::Nothing,
            Sense::Answer(Answer::All) => Part::All,
            Sense::Answer(Answer::Yes) => Part::Yes,
            Sense::Answer(Answer::No) if negates(text) && next.is_some_and(tells_more) => Part::Not,
            Sense::Answer(_) => Part::No,
            Sense::Ordinal(position) => Part::Position(i64::from(*position)),
            Sense::Conjunction => Part::And,
            Sense::Name(_) | Sense::Noun(_) | Sense::Room(_) | Sense::HomeRoom(_) | Sense::Scene(_) => {
                names_something = true;
                continue;
            }
            // 都打开: the quantity is part of the word.
            Sense::Verb(_) if text.starts_with(['都', '全']) => Part::All,
            Sense::Number(_) => continue,
            _ => Part::Nothing,
        };
        // A reading that says something goes before one that does not.
        match (&part, &found) {
            (None, _) | (Some(Part::Nothing), _) => part = Some(found),
            _ => {}
        }
    }
    if word.senses.is_empty() {
        let known = words();
        let filler = known.filler_en.iter().chain(&known.filler_zh).any(|filler| filler == text);
        return if filler { Part::Nothing } else { Part::Unknown(weight(text)) };
    }
    match part {
        Some(part) if !names_something || part != Part::Nothing => part,
        _ if names_something && !is_everything(home, word) => Part::Else,
        _ => Part::Nothing,
    }
}

/// "one", 东西: a noun of any device names none.
fn is_everything(home: &CompiledHome, word: &PathWord) -> bool {
    word.senses.iter().any(|sense| match sense {
        Sense::Noun(noun) => home.vocabulary.any_device() == Some(*noun),
        _ => false,
    })
}

/// How much an unknown word weighs: an English one as much as two characters.
fn weight(text: &str) -> usize {
    if text.is_ascii() { 2 } else { text.chars().count() }
}
