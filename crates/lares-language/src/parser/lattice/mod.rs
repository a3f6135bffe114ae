//! The lattice over an utterance: every word that may stand at every place, and the best path through them.

mod counted;
mod determined;
mod doubled;
mod heard;
mod held_words;
mod known_slips;
mod misplaced;
mod owners;
mod slip_places;
mod slips;
mod whole_names;
mod words;

use lares_home::{Act, Property};
use smallvec::SmallVec;

use self::heard::Heard;
use self::known_slips::KnownSlips;
use self::misplaced::is_misplaced;
use self::slip_places::wants_head;
use crate::action::Unit;
use crate::lexicon::{Many, Sense};
use crate::number::{Form, NumberMatch};
use crate::parser::{Features, unwritten};
use crate::slips::is_function_word;
use crate::vocabulary::{HomeVocabulary, is_han};

/// A numeral of the utterance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Numeral {
    /// What was read.
    pub(crate) number: NumberMatch,
    /// The unit that stands within it (二十六度半).
    pub(crate) unit: Option<Unit>,
    /// It says which one, not how many: 第二, second.
    pub(crate) ordinal: bool,
}

/// A word of the best path.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    /// Its first character.
    pub(crate) start: usize,
    /// One after its last character.
    pub(crate) end: usize,
    /// What it can be; empty for what no lexicon knows.
    pub(crate) senses: SmallVec<[Sense; 4]>,
    /// 1 for what was said exactly, less for a slip.
    pub(crate) likeness: f32,
}

impl Token {
    /// No lexicon knows it.
    pub(crate) fn is_unknown(&self) -> bool {
        self.senses.is_empty()
    }
}

/// A path through the lattice.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Path {
    /// Its words in order.
    pub(crate) tokens: Vec<Token>,
    /// The numerals that [`Sense::Number`] points at.
    pub(crate) numerals: Vec<Numeral>,
    /// The sum of the words' scores; higher is better.
    pub(crate) score: i32,
    /// A pause that is only likely parts an order from what is told before it.
    pub(crate) guessed: bool,
}

/// A word at a place.
#[derive(Debug, Clone, Copy)]
struct Edge {
    start: usize,
    end: usize,
    sense: Sense,
    likeness: f32,
}

// The score of a path is the sum over its words: what they cover, less a cost for each word, so that longer words win.
const PER_CHARACTER: i32 = 10;
const PER_LATIN_WORD: i32 = 20;
const PER_WORD: i32 = -6;
const UNKNOWN_CHARACTER: i32 = -10;
const UNKNOWN_WORD: i32 = -14;
/// What a noun costs of which the home has no device: what was heard as one may have been another word.
const ABSENT: i32 = 10;
/// What a slip costs; it must stay better than leaving its characters unknown and worse than any exact reading.
const SLIP: i32 = -19;
/// What the slip of a name gains where nothing else names a target.
const SLIP_OF_ONLY_NAME: i32 = 12;
/// What the slip of a verb gains where nothing else says what to do.
const SLIP_OF_ONLY_VERB: i32 = 20;
/// What a slip of a word between the others costs besides: there is less to tell it by.
const SLIP_BETWEEN: i32 = -3;

/// Memory that lattices use one after another.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    edges: Vec<Edge>,
    worth: Vec<i32>,
    best: Vec<Option<Step>>,
    numerals: Vec<Numeral>,
    /// Paths that nobody needs any more.
    paths: Vec<Path>,
    /// Letters that were read, and words that may stand there.
    work: usize,
    /// A place where nothing stands but a name as it was said.
    barred: Option<(usize, usize)>,
    heard: Heard,
    known_slips: KnownSlips,
    /// What places between words are told by.
    features: Features,
}

impl Memory {
    /// Forgets the last utterance; the best path through the next one is kept.
    pub(crate) fn begin_utterance(&mut self) {
        self.heard.begin_utterance();
        self.known_slips.begin_utterance();
    }

    /// From now on nothing stands at this place but a name as it was said.
    pub(crate) fn bar(&mut self, place: Option<(usize, usize)>) {
        self.barred = place;
    }

    /// How much was read so far, in letters and in words that may stand there.
    pub(crate) fn work(&self) -> usize {
        self.work
    }

    /// Takes a path back, for what it was written in.
    pub(crate) fn take_back(&mut self, path: Path) {
        self.paths.push(path);
    }
}

/// The best score of a path that ends at a place, the place where its last step begins, and the edge of that step.
type Step = (i32, usize, Option<usize>);

/// The best path through an utterance.
pub(crate) fn best_path(text: &[char], vocabulary: &HomeVocabulary, memory: &mut Memory) -> Path {
    if let Some(path) = memory.kept(text) {
        return path;
    }
    let mut path = written_path(text, vocabulary, memory);
    add_pauses(text, &mut path, memory);
    path
}

/// Adds the pauses that nobody wrote to a path through a text.
pub(super) fn add_pauses(text: &[char], path: &mut Path, memory: &mut Memory) {
    match memory.heard.path_of(text) {
        Some(heard) => unwritten::add_pauses_of(heard, text, path),
        None => unwritten::add_pauses(text, path, &mut memory.features),
    }
}

/// The same, with no pauses but those that were written.
pub(crate) fn written_path(text: &[char], vocabulary: &HomeVocabulary, memory: &mut Memory) -> Path {
    let mut lattice = Lattice::new(text, vocabulary, memory);
    lattice.add_heard_words(vocabulary);
    let mut path = lattice.best();
    let doubtful = (0..path.tokens.len()).any(|index| {
        path.tokens[index].is_unknown()
            || wants_head(&path, index)
            || is_misplaced(&path, index)
            || lattice.names_absent(&path.tokens[index])
    });
    if doubtful && lattice.add_slips(vocabulary, &path) {
        lattice.better(&mut path);
    }
    if lattice.without_unknown_owned(&path) {
        path = lattice.best();
    }
    if lattice.add_digit_of_name(vocabulary, &path) {
        lattice.better(&mut path);
    }
    if lattice.add_whole_names(vocabulary, &path) {
        path = lattice.best();
    }
    if lattice.add_only_name(vocabulary, &path) || lattice.add_only_verb(&path) {
        lattice.better(&mut path);
    }
    if lattice.add_held_words(vocabulary, &path) {
        lattice.better(&mut path);
    }
    doubled::mend(text, &mut path, vocabulary);
    path.numerals.extend_from_slice(&lattice.numerals);
    *memory = lattice.into_memory();
    path
}

/// The best path, and the best one that differs from it.
pub(crate) fn best_two_paths(text: &[char], vocabulary: &HomeVocabulary) -> (Path, Option<Path>) {
    let mut memory = Memory::default();
    let best = best_path(text, vocabulary, &mut memory);
    let mut lattice = Lattice::new(text, vocabulary, &mut memory);
    lattice.add_words(vocabulary);
    lattice.add_slips(vocabulary, &best);
    let mut runner_up: Option<Path> = None;
    for token in best.tokens.iter().filter(|token| !token.is_unknown()) {
        let mut without = Lattice {
            edges: lattice.edges.clone(),
            worth: Vec::new(),
            best: Vec::new(),
            numerals: lattice.numerals.clone(),
            paths: Vec::new(),
            work: 0,
            barred: None,
            heard: Heard::default(),
            known_slips: KnownSlips::default(),
            features: Features::new(),
            text,
            vocabulary,
            doubted: lattice.doubted,
            nameless: lattice.nameless,
            verbless: lattice.verbless,
        };
        without.edges.retain(|edge| (edge.start, edge.end) != (token.start, token.end));
        let mut path = without.best();
        path.numerals = without.numerals;
        if runner_up.as_ref().is_none_or(|known| known.score < path.score) {
            runner_up = Some(path);
        }
    }
    (best, runner_up)
}

struct Lattice<'t> {
    text: &'t [char],
    vocabulary: &'t HomeVocabulary,
    /// Words were found that a noun which the home lacks may be a slip of.
    doubted: bool,
    /// Nothing that was heard names a target.
    nameless: bool,
    /// Nothing that was heard says what to do; where what is said of the target begins.
    verbless: Option<usize>,
    edges: Vec<Edge>,
    /// What the characters up to a place are worth when a word covers them.
    worth: Vec<i32>,
    /// How each place is reached best.
    best: Vec<Option<Step>>,
    numerals: Vec<Numeral>,
    paths: Vec<Path>,
    work: usize,
    barred: Option<(usize, usize)>,
    heard: Heard,
    known_slips: KnownSlips,
    features: Features,
}

impl<'t> Lattice<'t> {
    fn new(text: &'t [char], vocabulary: &'t HomeVocabulary, memory: &mut Memory) -> Lattice<'t> {
        let Memory {
            mut edges,
            worth,
            best,
            mut numerals,
            paths,
            work,
            barred,
            heard,
            known_slips,
            features,
        } = std::mem::take(memory);
        edges.clear();
        numerals.clear();
        Lattice {
            text,
            vocabulary,
            doubted: false,
            nameless: false,
            verbless: None,
            edges,
            worth,
            best,
            numerals,
            paths,
            work,
            barred,
            heard,
            known_slips,
            features,
        }
    }

    /// Its memory, for the next one.
    fn into_memory(self) -> Memory {
        Memory {
            edges: self.edges,
            worth: self.worth,
            best: self.best,
            numerals: self.numerals,
            paths: self.paths,
            work: self.work,
            barred: self.barred,
            heard: self.heard,
            known_slips: self.known_slips,
            features: self.features,
        }
    }

    /// The best path with the words that were added since `path` was.
    fn better(&mut self, path: &mut Path) {
        let better = self.best();
        self.paths.push(std::mem::replace(path, better));
    }

    /// It can only be a kind of device that the home does not have.
    fn names_absent(&self, token: &Token) -> bool {
        token.senses.iter().any(|sense| self.absent(sense))
            && token.senses.iter().all(|sense| self.absent(sense) || matches!(sense, Sense::Value(_)))
    }

    /// A part of a name is less likely than the whole: "bedroom lights" within "master bedroom lights".
    fn only_part(&self, sense: &Sense) -> i32 {
        let Sense::Name(name) = sense else { return 0 };
        let whole = self
            .vocabulary
            .names
            .get(*name as usize)
            .is_some_and(|name| name.devices.iter().any(|(_, whole)| *whole));
        if whole { 0 } else { 2 }
    }

    fn absent(&self, sense: &Sense) -> bool {
        matches!(sense, Sense::Noun(noun) if !self.vocabulary.has_noun(*noun))
    }

    fn best(&mut self) -> Path {
        let text = self.text;
        let length = text.len();
        self.work += length + self.edges.len();
        if let Some(barred) = self.barred {
            let may_stand = |edge: &Edge| {
                (edge.start, edge.end) != barred
                    || edge.likeness == 1.0 && matches!(edge.sense, Sense::Name(_))
            };
            self.edges.retain(may_stand);
        }
        self.edges
            .sort_by(|a, b| (a.start, a.end).cmp(&(b.start, b.end)).then(b.likeness.total_cmp(&a.likeness)));
        let worth = &mut self.worth;
        worth.clear();
        worth.resize(length + 1, 0);
        for (index, &character) in text.iter().enumerate() {
            let new_word = index == 0 || !text[index - 1].is_ascii_alphanumeric();
            worth[index + 1] = worth[index]
                + match character {
                    ' ' => 0,
                    _ if character.is_ascii_alphanumeric() && new_word => PER_LATIN_WORD,
                    _ if character.is_ascii_alphanumeric() => 0,
                    _ => PER_CHARACTER,
                };
        }
        let mut best = std::mem::take(&mut self.best);
        best.clear();
        best.resize(length + 1, None);
        best[0] = Some((0, 0, None));
        let mut edge = 0;
        for start in 0..length {
            let Some((score, ..)) = best[start] else {
                while edge < self.edges.len() && self.edges[edge].start == start {
                    edge += 1;
                }
                continue;
            };
            let mut improve = |end: usize, gain: i32, through: Option<usize>| {
                if best[end].is_none_or(|(known, ..)| known < score + gain) {
                    best[end] = Some((score + gain, start, through));
                }
            };
            let unknown_end = unknown_end(text, start);
            let unknown = match text[start] {
                ' ' => 0,
                '-' if within_word(text, start) => 0,
                letter if letter.is_ascii_alphanumeric() => UNKNOWN_WORD,
                letter if is_han(letter) => UNKNOWN_CHARACTER,
                _ => UNKNOWN_CHARACTER / 2,
            };
            improve(unknown_end, unknown, None);
            while edge < self.edges.len() && self.edges[edge].start == start {
                let Edge { end, sense, likeness, .. } = self.edges[edge];
                let covered = self.worth[end] - self.worth[start];
                let single = end - start == 1 && is_han(text[start]);
                let gain = if likeness < 1.0 && single {
                    // A lone character is only ever replaced where a noun is wanted.
                    (covered as f32 * likeness) as i32 + SLIP / 2
                } else if likeness < 1.0 {
                    let of_sense = match sense {
                        Sense::Name(_) if self.nameless => SLIP_OF_ONLY_NAME,
                        Sense::Name(_) | Sense::Scene(_) | Sense::HomeRoom(_) => 3,
                        Sense::Verb(verb) if !verb.weak && self.verbless == Some(start) => SLIP_OF_ONLY_VERB,
                        Sense::Verb(verb) if !verb.weak => 1,
                        sense if is_function_word(&sense) => SLIP_BETWEEN,
                        _ => 0,
                    };
                    (covered as f32 * likeness) as i32 + SLIP + of_sense
                } else if text[start] == ' ' && end == start + 1 {
                    // A pause where there may be one.
                    1
                } else if self.doubted && self.absent(&sense) {
                    covered + PER_WORD - ABSENT
                } else {
                    // "Drop it" answers, and "drop it by ten" does not.
                    let goes_on = matches!(sense, Sense::Answer(_))
                        && text[start].is_ascii_alphabetic()
                        && matches!(text.get(end..), Some([' ', next, ..]) if next.is_ascii_alphanumeric());
                    let gain = covered + PER_WORD + prior(&sense) - self.only_part(&sense);
                    if goes_on { gain - ANSWER_GOES_ON } else { gain }
                };
                improve(end, gain, Some(edge));
                edge += 1;
            }
        }
        let path = self.trace_back(&best);
        self.best = best;
        path
    }

    fn trace_back(&mut self, best: &[Option<Step>]) -> Path {
        let Path { mut tokens, mut numerals, .. } = self.paths.pop().unwrap_or_default();
        tokens.clear();
        numerals.clear();
        let steps = std::iter::successors(Some(self.text.len()), |&end| {
            (end > 0).then(|| best[end].map(|(_, start, _)| start)).flatten()
        });
        tokens.reserve(steps.count());
        let mut end = self.text.len();
        while end > 0 {
            let Some((_, start, through)) = best[end] else { break };
            match through {
                Some(edge) => tokens.push(self.token(edge)),
                None if self.text[start] == ' ' || within_word(self.text, start) => {}
                None => tokens.push(Token { start, end, senses: SmallVec::new(), likeness: 1.0 }),
            }
            end = start;
        }
        tokens.reverse();
        let score = best.last().copied().flatten().map_or(0, |(score, ..)| score);
        Path { tokens, numerals, score, guessed: false }
    }

    /// The word of an edge with every sense that the lexicons give its place; of slips only the best.
    fn token(&self, edge: usize) -> Token {
        let Edge { start, end, likeness, .. } = self.edges[edge];
        let first = self.edges.partition_point(|other| (other.start, other.end) < (start, end));
        let mut senses: SmallVec<[Sense; 4]> = SmallVec::new();
        for other in &self.edges[first..] {
            if (other.start, other.end) != (start, end) || other.likeness < likeness {
                break;
            }
            if !senses.contains(&other.sense) {
                senses.push(other.sense);
            }
        }
        // 直播间 is a room where the home has one of that name, and no word that means nothing.
        if self.text.get(start).is_some_and(|&letter| is_han(letter))
            && senses.iter().any(|sense| matches!(sense, Sense::HomeRoom(_)))
        {
            senses.retain(|sense| !matches!(sense, Sense::Particle(_)));
        }
        // "off" is what to do before it is the state that this leads to.
        let switches = |sense: &Sense| {
            let act = match sense {
                Sense::Verb(verb) if verb.key.is_none() && verb.property.is_none() => verb.acts.first(),
                _ => None,
            };
            act.is_some_and(|act| {
                matches!(act, Act::On | Act::Off | Act::Open | Act::Close | Act::Lock | Act::Unlock)
            })
        };
        // "up" is a direction before it is the value of a button, and "stop" an order before it is that of a state.
        let directs = |sense: &Sense| matches!(sense, Sense::Verb(verb) if !verb.chinese && matches!(verb.id.as_str(), "up" | "down" | "stop" | "dim"));
        if senses.iter().any(|sense| switches(sense) || directs(sense)) {
            senses.retain(|sense| !matches!(sense, Sense::Value(_)));
        }
        Token { start, end, senses, likeness }
    }
}

/// Where an unknown stretch that starts here ends: after the Latin word, else after one character.
fn unknown_end(text: &[char], start: usize) -> usize {
    if !text[start].is_ascii_alphanumeric() {
        return start + 1;
    }
    text[start..]
        .iter()
        .position(|letter| !letter.is_ascii_alphanumeric())
        .map_or(text.len(), |length| start + length)
}

/// The hyphen of "pre-washing": it parts two words as a space does, and no clauses.
fn within_word(text: &[char], index: usize) -> bool {
    let letter = |position: Option<usize>| {
        position.and_then(|position| text.get(position)).is_some_and(char::is_ascii_alphabetic)
    };
    text.get(index) == Some(&'-') && letter(index.checked_sub(1)) && letter(Some(index + 1))
}

/// So much less likely something only answers where words follow it without a pause.
const ANSWER_GOES_ON: i32 = 2;

/// How much likelier a sense is than another of the same length.
fn prior(sense: &Sense) -> i32 {
    match sense {
        Sense::Name(_) => 4,
        Sense::Scene(_) | Sense::HomeRoom(_) | Sense::Chat => 4,
        Sense::Noun(_) | Sense::Room(_) => 3,
        // 门|锁上 before 门锁|上: a verb that says what to do is worth more than a word that only could.
        Sense::Verb(verb) if !verb.weak => 3,
        Sense::Verb(_) => 0,
        Sense::Property(_) | Sense::Goal => 2,
        Sense::Value(_) | Sense::HomeValue | Sense::State(_) | Sense::Person(_) => 0,
        Sense::Classifier | Sense::Answer(_) => -1,
        // 左右|床头灯 is both of them, and no 左|右床头灯.
        Sense::Quantifier(Many::Both, _) => 2,
        // 给我|把灯关了 is an order, 给|我把 would be a story: what rejects a sentence must be longer, not only as long.
        Sense::Speech(_) => -3,
        _ => 1,
    }
}

/// The property that a unit itself says, such as the temperature of ℃.
pub(crate) fn property_of_unit(token: &Token) -> Option<Property> {
    token.senses.iter().find_map(|sense| match sense {
        Sense::Unit(_, property) => *property,
        _ => None,
    })
}

/// Whether a numeral of two digits in sequence (五六) may be meant as "five or six".
pub(crate) fn is_vague(numeral: &Numeral) -> bool {
    numeral.number.form == Form::Sequence && numeral.number.value < 100.0
}
