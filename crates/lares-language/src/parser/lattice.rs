//! The lattice over an utterance: every word that may stand at every place, and the best path through them.

use lares_home::{Act, Property};

use crate::action::Unit;
use crate::lexicon::{Many, Sense, Verb, at_word_border, lexicon};
use crate::number::{self, Form, NumberMatch};
use crate::slips::{LONGEST, Slip, is_function_word};
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
    pub(crate) senses: Vec<Sense>,
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
/// What a slip of a word between the others costs besides: there is less to tell it by.
const SLIP_BETWEEN: i32 = -3;

/// The best path through an utterance.
pub(crate) fn best_path(text: &[char], vocabulary: &HomeVocabulary) -> Path {
    let mut lattice = Lattice::new(text, vocabulary);
    lattice.add_words(vocabulary);
    let mut path = lattice.best();
    let doubtful = (0..path.tokens.len()).any(|index| {
        path.tokens[index].is_unknown()
            || wants_head(&path, index)
            || is_misplaced(&path, index)
            || lattice.names_absent(&path.tokens[index])
    });
    if doubtful && lattice.add_slips(vocabulary, &path) {
        path = lattice.best();
    }
    if lattice.add_only_name(vocabulary, &path) {
        path = lattice.best();
    }
    path.numerals = lattice.numerals;
    path
}

/// The best path, and the best one that differs from it.
pub(crate) fn best_two_paths(text: &[char], vocabulary: &HomeVocabulary) -> (Path, Option<Path>) {
    let best = best_path(text, vocabulary);
    let mut lattice = Lattice::new(text, vocabulary);
    lattice.add_words(vocabulary);
    lattice.add_slips(vocabulary, &best);
    let mut runner_up: Option<Path> = None;
    for token in best.tokens.iter().filter(|token| !token.is_unknown()) {
        let mut without = Lattice {
            edges: lattice.edges.clone(),
            numerals: lattice.numerals.clone(),
            text,
            vocabulary,
            doubted: lattice.doubted,
            nameless: lattice.nameless,
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
    edges: Vec<Edge>,
    numerals: Vec<Numeral>,
}

impl<'t> Lattice<'t> {
    fn new(text: &'t [char], vocabulary: &'t HomeVocabulary) -> Lattice<'t> {
        Lattice {
            text,
            vocabulary,
            doubted: false,
            nameless: false,
            edges: Vec::with_capacity(text.len() * 4),
            numerals: Vec::new(),
        }
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

    fn add_words(&mut self, vocabulary: &HomeVocabulary) {
        let text = self.text;
        let lexicon = lexicon();
        let edges = &mut self.edges;
        lexicon.scan(text, |start, pattern| {
            let end = start + lexicon.length(pattern);
            for &sense in lexicon.senses(pattern) {
                if vocabulary.can_mean(&sense) {
                    edges.push(Edge { start, end, sense, likeness: 1.0 });
                }
            }
        });
        vocabulary.scan(text, |start, end, senses| {
            for &sense in senses {
                edges.push(Edge { start, end, sense, likeness: 1.0 });
            }
        });
        self.own_words_before_chat();
        self.add_numbers();
        self.add_choices();
        for (index, &character) in text.iter().enumerate() {
            let separator = match character {
                '-' if within_word(text, index) => None,
                ',' | ':' | '…' | '-' | '/' | '\u{2014}' => Some(false),
                '.' if !between_digits(text, index) => Some(true),
                '。' | '!' | '?' | ';' | '\n' => Some(true),
                _ => None,
            };
            if let Some(strong) = separator {
                let sense = Sense::Separator(strong);
                self.edges.push(Edge { start: index, end: index + 1, sense, likeness: 1.0 });
            }
        }
    }

    /// "The cinema" is small talk where the home has no cinema: its own names and rooms come first where they reach to
    /// the end of such a phrase or beyond it.
    fn own_words_before_chat(&mut self) {
        let is_chat = |edge: &Edge| matches!(edge.sense, Sense::Chat);
        if !self.edges.iter().any(is_chat) {
            return;
        }
        let own: Vec<(usize, usize)> = self
            .edges
            .iter()
            .filter(|edge| match edge.sense {
                Sense::Name(_) | Sense::HomeRoom(_) | Sense::Scene(_) => true,
                Sense::Room(room) => !self.vocabulary.rooms_of_concept(room).is_empty(),
                _ => false,
            })
            .map(|edge| (edge.start, edge.end))
            .collect();
        self.edges.retain(|edge| {
            !is_chat(edge)
                || !own.iter().any(|(start, end)| {
                    edge.start <= *start
                        && *start < edge.end
                        && edge.end <= *end
                        && end - start > 1
                        && 2 * (end - start) > edge.end - edge.start
                })
        });
    }

    /// 亮不亮, 开没开: a verb or quality said twice around a negation asks.
    fn add_choices(&mut self) {
        for start in 0..self.text.len().saturating_sub(2) {
            let [first, middle, last] = self.text[start..start + 3] else { continue };
            if first != last || !matches!(middle, '不' | '没') {
                continue;
            }
            let Some(senses) = lexicon().lookup(&[first]) else { continue };
            let told: Vec<Sense> = senses
                .iter()
                .filter(|sense| matches!(sense, Sense::Verb(_) | Sense::Adjective(_)))
                .copied()
                .collect();
            let asks = Sense::Question(crate::lexicon::Asks::Polar);
            for sense in std::iter::once(asks).chain(told) {
                self.edges.push(Edge { start, end: start + 3, sense, likeness: 1.0 });
            }
        }
    }

    fn add_numbers(&mut self) {
        for start in 0..self.text.len() {
            if !at_word_border(self.text, start, self.text.len()) {
                continue;
            }
            // 压一压: a doubled verb, no number.
            let doubled = self.text[start] == '一'
                && start > 0
                && self.text.get(start + 1).is_some_and(|next| *next == self.text[start - 1]);
            if doubled {
                continue;
            }
            let half = number::chinese::parse_with_half(self.text, start, number::chinese::half_unit_len);
            if let Some(half) = half {
                let unit = unit_of(&self.text[half.unit.clone()]);
                self.add_numeral(start, Numeral { number: half.number, unit, ordinal: false });
            }
            if let Some(number) = number::chinese::parse(self.text, start) {
                self.add_numeral(start, Numeral { number, unit: None, ordinal: false });
            }
            if let Some(number) = number::chinese::ordinal(self.text, start) {
                self.add_numeral(start, Numeral { number, unit: None, ordinal: true });
            }
            let starts_latin_word = self.text[start].is_ascii_alphanumeric() || self.text[start] == '-';
            if starts_latin_word && (start == 0 || !self.text[start - 1].is_ascii_alphabetic()) {
                if let Some(number) = number::english::parse(self.text, start) {
                    self.add_numeral(start, Numeral { number, unit: None, ordinal: false });
                }
                if let Some(number) = number::english::ordinal(self.text, start) {
                    self.add_numeral(start, Numeral { number, unit: None, ordinal: true });
                }
            }
        }
    }

    fn add_numeral(&mut self, start: usize, numeral: Numeral) {
        let end = numeral.number.end;
        if end <= start || end > self.text.len() || self.numerals.len() >= usize::from(u16::MAX) {
            return;
        }
        let same =
            |edge: &Edge| edge.start == start && edge.end == end && matches!(edge.sense, Sense::Number(_));
        if self.edges.iter().rev().take(8).any(same) {
            return;
        }
        let sense = Sense::Number(self.numerals.len() as u16);
        self.numerals.push(numeral);
        self.edges.push(Edge { start, end, sense, likeness: 1.0 });
    }

    /// Adds words that the unknown stretches of a path may be slips of. Says whether there were any.
    fn add_slips(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let before = self.edges.len();
        let mut replaced = false;
        let lexicon = lexicon();
        for (index, token) in path.tokens.iter().enumerate() {
            let so_far = self.edges.len();
            if wants_head(path, index) && is_han(self.text[token.start]) && token.end - token.start == 1 {
                replaced |= self.add_single_slip(token, vocabulary);
            }
            if token.is_unknown() && token.end - token.start == 1 && is_han(self.text[token.start]) {
                self.add_single_word(path, index);
            }
            let misplaced = is_misplaced(path, index);
            if !token.is_unknown() && !self.names_absent(token) && !misplaced {
                continue;
            }
            if is_han(self.text[token.start]) {
                let first = token.start.saturating_sub(LONGEST - 1);
                let counts = |token: &&Token| {
                    // 一夏 may be 一下.
                    token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
                        && self.text[token.start..token.end] != ['一']
                };
                // A numeral next to the unknown word was heard well.
                let first =
                    path.tokens[..index].iter().rfind(counts).map_or(first, |number| first.max(number.end));
                let last =
                    path.tokens[index..].iter().find(counts).map_or(self.text.len(), |number| number.start);
                for start in first..=token.start {
                    for end in token.start + 1..=(start + LONGEST).min(last) {
                        let stretch = &self.text[start..end];
                        if !stretch.iter().all(|&letter| is_han(letter)) {
                            break;
                        }
                        let edges = &mut self.edges;
                        let mut add = |senses: &[Sense], likeness: f32| {
                            for &sense in senses {
                                if likeness >= 0.8 && end - start > 1 && vocabulary.can_be_slip(&sense) {
                                    edges.push(Edge { start, end, sense, likeness: likeness.min(0.95) });
                                }
                            }
                        };
                        lexicon.slips.by_sound(stretch, |slip| {
                            add(lexicon.senses(slip.position as usize), slip.likeness);
                        });
                        vocabulary.slips.by_sound(stretch, |slip| {
                            add(vocabulary.senses_of(slip.position as usize), slip.likeness);
                        });
                    }
                }
            } else if self.text[token.start].is_ascii_alphabetic()
                && !vocabulary.is_word_of_name(&self.text[token.start..token.end])
            {
                // A common word was meant as it is, unless it only sounds like another.
                let plain = lexicon.is_plain(&self.text[token.start..token.end]);
                for (start, end) in self.word_windows(token.start, token.end) {
                    let several = (start, end) != (token.start, token.end);
                    let stretch = &self.text[start..end];
                    let edges = &mut self.edges;
                    let mut add = |senses: &[Sense], slip: &Slip| {
                        let likeness = if plain { slip.likeness * 0.9 } else { slip.likeness };
                        for &sense in senses {
                            if plain
                                && (several
                                    || !slip.sounds_same
                                    || slip.likeness < 0.9
                                    || !acts_or_names(&sense))
                            {
                                continue;
                            }
                            if vocabulary.can_be_slip(&sense)
                                && (!several
                                    || likeness >= 0.8
                                        && (names_something(&sense) || matches!(sense, Sense::Verb(_))))
                            {
                                edges.push(Edge { start, end, sense, likeness: likeness.min(0.95) });
                            }
                        }
                    };
                    lexicon.slips.by_letters(stretch, |slip| {
                        add(lexicon.senses(slip.position as usize), &slip);
                    });
                    vocabulary.slips.by_letters(stretch, |slip| {
                        add(vocabulary.senses_of(slip.position as usize), &slip);
                    });
                }
            }
            self.doubted |= self.edges.len() > so_far && self.names_absent(token);
            let covers = |edge: &Edge| edge.start <= token.start && token.end <= edge.end;
            if misplaced && self.edges[so_far..].iter().any(covers) {
                let border = (token.start, token.end);
                self.edges.retain(|edge| (edge.start, edge.end) != border || edge.likeness < 1.0);
                replaced = true;
            }
        }
        replaced || self.edges.len() > before
    }

    /// 小满回窝 for 小蛮: where something is to be done and nothing names a target, a name of the home that sounds the
    /// same as some stretch is what it is done to. Says whether there was one.
    fn add_only_name(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let acts = |token: &Token| {
            token.verb().is_some_and(|verb| !verb.weak)
                || token.value().is_some()
                || token.adjective().is_some()
        };
        let names = |token: &Token| {
            token.noun().is_some()
                || token.name().is_some()
                || token.scene().is_some()
                || token.reference().is_some()
                || token.chat().is_some()
        };
        if !path.tokens.iter().any(acts) || path.tokens.iter().any(names) {
            return false;
        }
        let before = self.edges.len();
        for start in 0..self.text.len() {
            for end in start + 2..=(start + LONGEST).min(self.text.len()) {
                let stretch = &self.text[start..end];
                if !stretch.iter().all(|&letter| is_han(letter)) {
                    break;
                }
                let edges = &mut self.edges;
                vocabulary.slips.by_sound(stretch, |slip| {
                    for &sense in vocabulary.senses_of(slip.position as usize) {
                        if slip.likeness >= 0.97 && matches!(sense, Sense::Name(_)) {
                            edges.push(Edge { start, end, sense, likeness: 0.95 });
                        }
                    }
                });
            }
        }
        self.nameless = self.edges.len() > before;
        self.nameless
    }

    /// One character sounds like many: only plain nouns are looked for, and only where a head is wanted. What else the
    /// character could be gives way.
    fn add_single_slip(&mut self, token: &Token, vocabulary: &HomeVocabulary) -> bool {
        let lexicon = lexicon();
        let mut found: Option<(Sense, f32)> = None;
        lexicon.slips.by_sound(&self.text[token.start..token.end], |slip| {
            for &sense in lexicon.senses(slip.position as usize) {
                let is_better = found.is_none_or(|(_, likeness)| likeness < slip.likeness);
                let is_here = matches!(sense, Sense::Noun(noun) if vocabulary.has_noun(noun));
                if is_here && slip.likeness >= 0.97 && is_better {
                    found = Some((sense, slip.likeness));
                }
            }
        });
        if let Some((sense, likeness)) = found {
            self.edges.retain(|edge| (edge.start, edge.end) != (token.start, token.end));
            self.edges.push(Edge { start: token.start, end: token.end, sense, likeness: likeness.min(0.95) });
        }
        found.is_some()
    }

    /// 浴霸管了, 灯都案一点: a single unknown character in an order that lacks its verb, or where a quality is compared.
    fn add_single_word(&mut self, path: &Path, index: usize) {
        let token = &path.tokens[index];
        let begin = path.tokens[..index]
            .iter()
            .rposition(|token| token.separator().is_some())
            .map_or(0, |position| position + 1);
        let end = index
            + path.tokens[index..]
                .iter()
                .position(|token| token.separator().is_some())
                .unwrap_or(path.tokens.len() - index);
        let clause = &path.tokens[begin..end];
        let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none();
        let named = clause.iter().any(Token::is_target);
        let lacks_verb = named && !clause.iter().any(acts);
        let compared = named
            && path.tokens.get(index + 1).is_some_and(|next| {
                next.degree().is_some() || next.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
            });
        if !lacks_verb && !compared {
            return;
        }
        let lexicon = lexicon();
        let edges = &mut self.edges;
        let (start, end) = (token.start, token.end);
        lexicon.slips.by_sound(&self.text[start..end], |slip| {
            if slip.likeness < 0.97 {
                return;
            }
            for &sense in lexicon.senses(slip.position as usize) {
                let fits = match sense {
                    Sense::Verb(verb) => lacks_verb && !compared && is_core(verb),
                    Sense::Adjective(_) => compared,
                    _ => false,
                };
                if fits {
                    edges.push(Edge { start, end, sense, likeness: slip.likeness.min(0.95) });
                }
            }
        });
    }

    /// The unknown word alone, and together with its neighbours: names and rooms of several words are one word to the
    /// index.
    fn word_windows(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let before = |position: usize| -> Option<usize> {
            let gap = position.checked_sub(1)?;
            (self.text[gap] == ' ').then_some(())?;
            let mut first = gap;
            while first > 0 && (self.text[first - 1].is_ascii_alphabetic() || self.text[first - 1] == '\'') {
                first -= 1;
            }
            (first < gap).then_some(first)
        };
        let after = |position: usize| -> Option<usize> {
            (self.text.get(position) == Some(&' ')).then_some(())?;
            let mut last = position + 1;
            while last < self.text.len() && self.text[last].is_ascii_alphabetic() {
                last += 1;
            }
            (last > position + 1).then_some(last)
        };
        let mut windows = vec![(start, end)];
        if let Some(first) = before(start) {
            windows.push((first, end));
        }
        if let Some(last) = after(end) {
            windows.push((start, last));
            if let Some(first) = before(start) {
                windows.push((first, last));
            }
            if let Some(further) = after(last) {
                windows.push((start, further));
            }
        }
        if let Some(further) = before(start).and_then(before) {
            windows.push((further, end));
        }
        windows
    }

    fn best(&mut self) -> Path {
        let text = self.text;
        let length = text.len();
        self.edges
            .sort_by(|a, b| (a.start, a.end).cmp(&(b.start, b.end)).then(b.likeness.total_cmp(&a.likeness)));
        // What the characters up to a place are worth when a word covers them.
        let mut worth = vec![0_i32; length + 1];
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
        // For each place: the best score of a path that ends there, and the step that leads to it.
        let mut best: Vec<Option<(i32, usize, Option<usize>)>> = vec![None; length + 1];
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
                let covered = worth[end] - worth[start];
                let single = end - start == 1 && is_han(text[start]);
                let gain = if likeness < 1.0 && single {
                    // A lone character is only ever replaced where a noun is wanted.
                    (covered as f32 * likeness) as i32 + SLIP / 2
                } else if likeness < 1.0 {
                    let of_sense = match sense {
                        Sense::Name(_) if self.nameless => SLIP_OF_ONLY_NAME,
                        Sense::Name(_) | Sense::Scene(_) => 3,
                        Sense::Verb(verb) if !verb.weak => 1,
                        sense if is_function_word(&sense) => SLIP_BETWEEN,
                        _ => 0,
                    };
                    (covered as f32 * likeness) as i32 + SLIP + of_sense
                } else if self.doubted && self.absent(&sense) {
                    covered + PER_WORD - ABSENT
                } else {
                    covered + PER_WORD + prior(&sense) - self.only_part(&sense)
                };
                improve(end, gain, Some(edge));
                edge += 1;
            }
        }
        self.trace_back(&best)
    }

    fn trace_back(&self, best: &[Option<(i32, usize, Option<usize>)>]) -> Path {
        let mut tokens = Vec::new();
        let mut end = self.text.len();
        while end > 0 {
            let Some((_, start, through)) = best[end] else { break };
            match through {
                Some(edge) => tokens.push(self.token(edge)),
                None if self.text[start] == ' ' || within_word(self.text, start) => {}
                None => tokens.push(Token { start, end, senses: Vec::new(), likeness: 1.0 }),
            }
            end = start;
        }
        tokens.reverse();
        let score = best.last().copied().flatten().map_or(0, |(score, ..)| score);
        Path { tokens, numerals: Vec::new(), score }
    }

    /// The word of an edge with every sense that the lexicons give its place; of slips only the best.
    fn token(&self, edge: usize) -> Token {
        let Edge { start, end, likeness, .. } = self.edges[edge];
        let first = self.edges.partition_point(|other| (other.start, other.end) < (start, end));
        let mut senses = Vec::new();
        for other in &self.edges[first..] {
            if (other.start, other.end) != (start, end) || other.likeness < likeness {
                break;
            }
            if !senses.contains(&other.sense) {
                senses.push(other.sense);
            }
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
        if senses.iter().any(switches) {
            senses.retain(|sense| !matches!(sense, Sense::Value(_)));
        }
        Token { start, end, senses, likeness }
    }
}

/// Whether the token stands where only a noun makes sense: behind 的 or a room, and at the end of its clause.
fn wants_head(path: &Path, index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| path.tokens.get(before)) else { return false };
    let token = &path.tokens[index];
    let counts = |token: &Token| token.many().is_some_and(|(many, _)| many == Many::All);
    let behind = (before.possessive().is_some()
        && index >= 2
        && (path.tokens[index - 2].is_target() || counts(&path.tokens[index - 2])))
        || counts(before)
        || before.home_room().is_some()
        || before.room().is_some();
    let ends = path.tokens.get(index + 1).is_none_or(|next| {
        next.separator().is_some()
            || next.verb().is_some()
            || next.particle().is_some()
            || next.object_marker().is_some()
            || counts(next)
    });
    let empty_word = !token.is_target()
        && token.verb().is_none()
        && token.reference().is_none()
        && token.particle().is_none()
        && token.many().is_none()
        && token.property().is_none()
        && token.adjective().is_none()
        && token.separator().is_none()
        && token.question().is_none();
    behind && ends && empty_word
}

/// To switch, to open, to close, to lock, to stop: what is most often said in one syllable.
fn is_core(verb: &Verb) -> bool {
    verb.chinese
        && verb.nouns.is_empty()
        && matches!(
            verb.acts.first(),
            Some(Act::On | Act::Off | Act::Open | Act::Close | Act::Lock | Act::Stop)
        )
}

/// 煮灯: a verb of other devices directly before a noun that it cannot be said of.
fn is_misplaced(path: &Path, index: usize) -> bool {
    let Some(verb) = path.tokens[index].verb().filter(|verb| verb.chinese && !verb.nouns.is_empty()) else {
        return false;
    };
    let Some(noun) = path.tokens.get(index + 1).and_then(Token::noun) else { return false };
    let lexicon = lexicon();
    path.tokens[index].end - path.tokens[index].start == 1
        && !verb.nouns.iter().any(|&wanted| lexicon.is_a(noun, wanted) || lexicon.is_a(wanted, noun))
}

/// Whether it is a device, a kind of device, a room or a scene: what people call by several words.
fn names_something(sense: &Sense) -> bool {
    matches!(sense, Sense::Name(_) | Sense::Noun(_) | Sense::HomeRoom(_) | Sense::Room(_) | Sense::Scene(_))
}

/// What is done, or what it is done to: the words that recognition writes as another common word that sounds alike.
fn acts_or_names(sense: &Sense) -> bool {
    names_something(sense) || matches!(sense, Sense::Verb(verb) if !verb.weak)
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

fn between_digits(text: &[char], index: usize) -> bool {
    let digit = |position: Option<usize>| {
        position.and_then(|position| text.get(position)).is_some_and(char::is_ascii_digit)
    };
    digit(index.checked_sub(1)) && digit(Some(index + 1))
}

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
        // 给我|把灯关了 is an order, 给|我把 would be a story: what rejects a sentence must be longer, not only as long.
        Sense::Speech(_) => -3,
        _ => 1,
    }
}

fn unit_of(letters: &[char]) -> Option<Unit> {
    lexicon().lookup(letters)?.iter().find_map(|sense| match sense {
        Sense::Unit(unit, _) => Some(*unit),
        _ => None,
    })
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
