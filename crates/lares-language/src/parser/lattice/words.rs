//! The words that the lexicons, the home and the numerals give for an utterance as it was heard, and the marks between
//! its clauses.

use lares_home::Act;
use smallvec::{SmallVec, smallvec};

use super::{Edge, Lattice, Numeral, within_word};
use crate::action::Unit;
use crate::lexicon::{Sense, at_word_border, lexicon};
use crate::number;
use crate::parser::tokens::{holds, starts_with, text_of};
use crate::vocabulary::{HomeVocabulary, Letters, is_han};

impl Lattice<'_> {
    pub(super) fn add_words(&mut self, vocabulary: &HomeVocabulary) {
        let text = self.text;
        let lexicon = lexicon();
        let edges = &mut self.edges;
        lexicon.scan(text, |start, pattern| {
            let end = start + lexicon.length(pattern);
            for &sense in lexicon.senses(pattern) {
                let value_at = matches!(sense, Sense::Time(_)) && is_value_at(text, start, end);
                if vocabulary.can_mean(&sense) && !value_at {
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
        self.scenes_in_rooms();
        self.nouns_before_questions();
        self.things_behind_determiners();
        let words = latin_words(text);
        self.add_parted(&words);
        self.add_parted_names(&words);
        self.add_numbers();
        self.steps_behind_directions();
        self.hundreds_behind_that();
        self.amounts_before_verbs();
        self.levels_before_verbs();
        self.add_choices();
        self.add_little();
        self.add_half_past();
        self.add_less();
        self.add_again();
        self.add_inside();
        self.add_exceeds();
        self.add_then();
        self.states_before_verbs();
        for (index, &character) in text.iter().enumerate() {
            let separator = match character {
                ' ' if is_pause(text, index) => Some(false),
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
        let own: SmallVec<[(usize, usize); 8]> = self
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

    /// "Lights out in the kitchen": what begins with a kind of device and is said of a room is no scene of that name.
    fn scenes_in_rooms(&mut self) {
        let edges = &self.edges;
        let placed = |scene: &Edge| {
            let behind = self.text.get(scene.end..).unwrap_or_default();
            let room = [" in the ", " in ", " upstairs", " downstairs"]
                .iter()
                .find(|link| starts_with(behind, link))
                .map(|link| scene.end + link.len());
            matches!(scene.sense, Sense::Scene(_))
                && room.is_some_and(|place| {
                    edges.iter().any(|edge| {
                        edge.start == place && matches!(edge.sense, Sense::HomeRoom(_) | Sense::Room(_))
                    })
                })
                && edges.iter().any(|edge| {
                    edge.start == scene.start
                        && edge.end < scene.end
                        && matches!(edge.sense, Sense::Noun(noun) if self.vocabulary.has_noun(noun))
                })
        };
        if edges.iter().any(placed) {
            let kept = edges.iter().filter(|edge| !placed(edge)).copied().collect();
            self.edges = kept;
        }
    }

    /// 哪个台灯: a question ends where the noun behind it begins (哪个台), and does not cut it.
    fn nouns_before_questions(&mut self) {
        let asks = |edge: &Edge| {
            edge.end - edge.start > 2
                && is_han(self.text[edge.end - 1])
                && matches!(edge.sense, Sense::Verb(verb) if verb.chinese && verb.acts.first() == Some(&Act::Query))
        };
        if !self.edges.iter().any(asks) {
            return;
        }
        let mut nouns: SmallVec<[bool; 64]> = smallvec![false; self.text.len() + 1];
        for edge in &self.edges {
            if edge.end - edge.start > 1 && matches!(edge.sense, Sense::Noun(_) | Sense::Name(_)) {
                nouns[edge.start] = true;
            }
        }
        self.edges.retain(|edge| !asks(edge) || self.text[edge.start] != '哪' || !nouns[edge.end - 1]);
    }

    /// 亮个百分之二十: by how much it is to shine, and no lamp that is to shine (亮个灯).
    fn amounts_before_verbs(&mut self) {
        let text = self.text;
        let ends_in_classifier = |edge: &Edge| {
            edge.end - edge.start == 2
                && text[edge.end - 1] == '个'
                && matches!(edge.sense, Sense::Verb(verb) if !verb.weak)
        };
        if !self.edges.iter().any(ends_in_classifier) {
            return;
        }
        let number = |edge: &Edge| matches!(edge.sense, Sense::Number(_));
        let numbers: SmallVec<[usize; 8]> =
            self.edges.iter().filter(|edge| number(edge)).map(|edge| edge.start).collect();
        self.edges.retain(|edge| !ends_in_classifier(edge) || !numbers.contains(&edge.end));
    }

    /// 加湿器整个低档, 净化器开高档: how far it is set, and no less or more of it.
    fn levels_before_verbs(&mut self) {
        let text = self.text;
        self.edges.retain(|edge| {
            let cut = edge.end - edge.start > 1
                && matches!(text.get(edge.end), Some('档' | '挡'))
                && text.get(edge.end + 1) != Some(&'位')
                && matches!(text[edge.end - 1], '高' | '低' | '强' | '弱' | '大' | '小' | '快' | '慢')
                && text[edge.start] != '最';
            !cut || !matches!(edge.sense, Sense::Verb(_))
        });
    }

    /// "dish washer", "eco bee", "boil her off": a name, a kind of device that the home has or a room, heard as two words.
    fn add_parted(&mut self, words: &[(usize, usize)]) {
        let text = self.text;
        for pair in words.windows(2) {
            let [(start, border), (next, end)] = *pair else { continue };
            if next != border + 1 || text[border] != ' ' {
                continue;
            }
            let her = text[next..end] == ['h', 'e', 'r'];
            let second = if her { next + 1 } else { next };
            let long = border - start >= 3 && end - next >= 3 && border - start + end - second >= 6;
            let spelt = border - start == 1 && end - next >= 3 && !matches!(text[start], 'a' | 'i' | 'o');
            if !long && !spelt || her && !ends_phrase(text, end) || is_small(&text[start..border]) {
                continue;
            }
            let known = self.edges.iter().any(|edge| edge.start <= start && end <= edge.end);
            if known {
                continue;
            }
            let joined: Letters = text[start..border].iter().chain(&text[second..end]).copied().collect();
            let mut found: SmallVec<[Sense; 4]> = SmallVec::new();
            self.vocabulary.scan(&joined, |from, to, senses| {
                if from == 0 && to == joined.len() {
                    found.extend(senses.iter().filter(|sense| !matches!(sense, Sense::HomeValue)).copied());
                }
            });
            let nouns = lexicon().lookup(&joined).unwrap_or_default().iter().filter(|sense| match sense {
                Sense::Noun(noun) => self.vocabulary.has_noun(*noun),
                Sense::Room(room) => !self.vocabulary.rooms_of_concept(*room).is_empty(),
                _ => false,
            });
            found.extend(nouns.copied());
            if found.is_empty() {
                continue;
            }
            self.edges.retain(|edge| edge.start < start || end < edge.end);
            self.edges.extend(found.into_iter().map(|sense| Edge { start, end, sense, likeness: 0.95 }));
        }
    }

    /// "black out shades" for the Blackout Shades: a name of the home, one word of which was heard as two.
    fn add_parted_names(&mut self, words: &[(usize, usize)]) {
        let text = self.text;
        let mut found = Vec::new();
        for (place, pair) in words.windows(2).enumerate() {
            let [(start, border), (next, end)] = *pair else { continue };
            if next != border + 1 || text[border] != ' ' {
                continue;
            }
            let joined: Letters = text[start..border].iter().chain(&text[next..end]).copied().collect();
            if joined.len() < 6 || !self.vocabulary.is_word_of_name(&joined) {
                continue;
            }
            for first in place.saturating_sub(2)..=place {
                for last in place + 1..(place + 4).min(words.len()) {
                    let (from, to) = (words[first].0, words[last].1);
                    if last - first < 2 || text[from..to].iter().any(|letter| matches!(letter, ',' | '.')) {
                        continue;
                    }
                    let whole: Letters = text[from..border].iter().chain(&text[next..to]).copied().collect();
                    self.vocabulary.scan(&whole, |begin, finish, senses| {
                        if begin == 0 && finish == whole.len() {
                            let names = senses
                                .iter()
                                .filter(|sense| matches!(sense, Sense::Name(_) | Sense::HomeRoom(_)));
                            found.extend(names.map(|&sense| Edge {
                                start: from,
                                end: to,
                                sense,
                                likeness: 0.95,
                            }));
                        }
                    });
                }
            }
        }
        // They are one name, whatever else its pieces could be.
        for edge in &found {
            self.edges.retain(|other| {
                other.end <= edge.start
                    || edge.end <= other.start
                    || other.end - other.start > edge.end - edge.start
            });
        }
        self.edges.append(&mut found);
    }

    /// 亮不亮, 开没开: a verb or quality said twice around a negation asks.
    fn add_choices(&mut self) {
        for start in 0..self.text.len().saturating_sub(2) {
            let [first, middle, last] = self.text[start..start + 3] else { continue };
            if first != last || first == '得' || !matches!(middle, '不' | '没') {
                continue;
            }
            let Some(senses) = lexicon().lookup(&[first]) else { continue };
            let told: SmallVec<[Sense; 4]> = senses
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

    /// "Little dimmer on the pendants", "tiny bit louder": how much, before a quality and at the beginning.
    fn add_little(&mut self) {
        let end = "little".len();
        let begins = starts_with(self.text, "little ");
        let quality = |edge: &Edge| edge.start == end + 1 && matches!(edge.sense, Sense::Adjective(_));
        if begins && self.edges.iter().any(quality) {
            let sense = Sense::Degree(crate::lexicon::Degree::Bit);
            self.edges.push(Edge { start: 0, end, sense, likeness: 1.0 });
        }
    }

    /// "At half six": a time of day, and no half of anything.
    fn add_half_past(&mut self) {
        const HALF: &str = "at half ";
        for start in 0..self.text.len() {
            let begins = start == 0 || self.text[start - 1] == ' ';
            if !begins || !starts_with(&self.text[start..], HALF) {
                continue;
            }
            let hour = number::english::parse(self.text, start + HALF.len());
            if let Some(hour) = hour.filter(|hour| (1.0..=12.0).contains(&hour.value)) {
                let sense = Sense::Time(crate::lexicon::Time::At);
                self.edges.push(Edge { start, end: hour.end, sense, likeness: 1.0 });
            }
        }
    }

    /// "One degree less": by how much it is to be lower.
    fn add_less(&mut self) {
        const LESS: &str = " less";
        // Asked of every text, and hardly ever said.
        let Some(verb) = holds(self.text, LESS).then(|| lexicon().verb("lower")).flatten() else { return };
        for start in 1..self.text.len() {
            let behind = self.text.get(start + LESS.len());
            let whole = behind.is_none_or(|next| !next.is_alphanumeric());
            let amount =
                |edge: &Edge| edge.end == start && matches!(edge.sense, Sense::Number(_) | Sense::Unit(..));
            let last = self.text.get(start + LESS.len()..).is_none_or(<[char]>::is_empty);
            if whole && last && starts_with(&self.text[start..], LESS) && self.edges.iter().any(amount) {
                let (start, end, sense) = (start + 1, start + LESS.len(), Sense::Verb(verb));
                self.edges.push(Edge { start, end, sense, likeness: 1.0 });
            }
        }
    }

    /// 在亮一点, 在大声些: 再 as it is often typed, before a quality and how much of it.
    fn add_again(&mut self) {
        for start in 0..self.text.len() {
            if self.text[start] != '在' {
                continue;
            }
            let quality = |edge: &&Edge| {
                edge.start == start + 1 && matches!(edge.sense, Sense::Adjective(_)) && edge.likeness >= 1.0
            };
            let Some(end) = self.edges.iter().filter(quality).map(|edge| edge.end).max() else { continue };
            let compared = self.text[end - 1..self.text.len().min(end + 2)]
                .iter()
                .any(|letter| matches!(letter, '点' | '些' | '度' | '档'));
            if compared {
                let sense = Sense::Degree(crate::lexicon::Degree::More);
                self.edges.push(Edge { start, end: start + 1, sense, likeness: 1.0 });
            }
        }
    }

    /// 过了二十六度, 过一千了就开: 过 is more than, behind what is measured and before how much it is, which is no time.
    fn add_exceeds(&mut self) {
        for start in 1..self.text.len() {
            if !matches!(self.text[start], '过' | '破' | '超') {
                continue;
            }
            let end = start + 1 + usize::from(self.text.get(start + 1) == Some(&'了'));
            // 二氧化碳要是破一千
            let opens = |edge: &&Edge| edge.end == start && matches!(edge.sense, Sense::Condition(_));
            let begin = self.edges.iter().find(opens).map_or(start, |edge| edge.start);
            let measured = |edge: &Edge| {
                (edge.end == start || edge.end == begin)
                    && matches!(
                        edge.sense,
                        Sense::Property(_)
                            | Sense::HomeRoom(_)
                            | Sense::Room(_)
                            | Sense::Noun(_)
                            | Sense::Name(_)
                    )
            };
            let number = |edge: &&Edge| edge.start == end && matches!(edge.sense, Sense::Number(_));
            let Some(behind) = self.edges.iter().filter(number).map(|edge| edge.end).max() else { continue };
            let timed = matches!(
                self.text.get(behind),
                Some('分' | '秒' | '点' | '小' | '个' | '天' | '刻' | '次' | '遍')
            );
            let condition =
                self.text.iter().any(|letter| matches!(letter, '就' | '要' | '如' | '话' | '若' | ','));
            if condition && !timed && self.edges.iter().any(measured) {
                let sense = Sense::Comparison(crate::lexicon::Comparison::Greater);
                self.edges.push(Edge { start, end, sense, likeness: 1.0 });
            }
        }
    }

    /// 电视开着灯关掉: 着 belongs to what is on, and begins no 着灯.
    fn states_before_verbs(&mut self) {
        let text = self.text;
        self.edges.retain(|edge| {
            let cut = text[edge.start] == '着'
                && edge.start > 0
                && matches!(text[edge.start - 1], '开' | '亮' | '关' | '放' | '拉')
                && edge.end - edge.start > 1;
            !(cut && matches!(edge.sense, Sense::Verb(_)))
        });
    }

    /// 超过28度再开: what is done once so much is exceeded.
    fn add_then(&mut self) {
        let compares = |edge: &Edge| matches!(edge.sense, Sense::Comparison(_)) && edge.end - edge.start > 1;
        let Some(compared) = self.edges.iter().filter(|edge| compares(edge)).map(|edge| edge.end).min()
        else {
            return;
        };
        for start in compared..self.text.len() {
            let measured =
                |edge: &Edge| edge.end == start && matches!(edge.sense, Sense::Number(_) | Sense::Unit(..));
            if self.text[start] == '再' && self.edges.iter().any(measured) {
                let sense = Sense::Condition(crate::lexicon::Place::After);
                self.edges.push(Edge { start, end: start + 1, sense, likeness: 1.0 });
            }
        }
    }

    /// 厨房头的灯: 里 as it is said behind a room in the southwest.
    fn add_inside(&mut self) {
        for start in 1..self.text.len() {
            let inside = self.text[start] == '头'
                && self
                    .text
                    .get(start + 1)
                    .is_none_or(|next| matches!(next, '的' | '那' | '现' | '还' | '有' | '所'));
            let is_room =
                |edge: &Edge| edge.end == start && matches!(edge.sense, Sense::HomeRoom(_) | Sense::Room(_));
            if inside && self.edges.iter().any(is_room) {
                let sense = Sense::Particle(false);
                self.edges.push(Edge { start, end: start + 1, sense, likeness: 1.0 });
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
                let within =
                    self.text.get(..number.end - 1).filter(|_| softens(self.text, start, number.end));
                let number = within.and_then(|text| number::chinese::parse(text, start)).unwrap_or(number);
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
}

/// 调到百分之二十一下: the 一 at the end of a numeral is that of 一下, which only makes an order softer.
fn softens(text: &[char], start: usize, end: usize) -> bool {
    let ends = text.get(end + 1).is_none_or(|next| !is_han(*next) || "吧啊呀呗嘛哈呢哦好".contains(*next));
    end > start + 1 && text.get(end - 1) == Some(&'一') && text.get(end) == Some(&'下') && ends
}

/// A space between Chinese words, where people pause: no less than two characters on both sides up to the next space, so
/// that words which were parted one by one stay together.
fn is_pause(text: &[char], index: usize) -> bool {
    let before = text[..index].iter().rev().take_while(|&&letter| is_han(letter)).count();
    let behind = text[index + 1..].iter().take_while(|&&letter| is_han(letter)).count();
    before >= 3 && behind >= 2 || before >= 2 && behind >= 3
}

/// "At one eighty", "at three degrees", "put it at two": what is to be set, and no time of day.
fn is_value_at(text: &[char], start: usize, end: usize) -> bool {
    const SETS: [&str; 12] =
        ["put", "set", "stick", "have", "keep", "hold", "bump", "drop", "bring", "whack", "crank", "leave"];
    const SWITCHES: [&str; 10] =
        ["on", "off", "open", "close", "shut", "lock", "start", "run", "going", "alarm"];
    let said = |range: std::ops::Range<usize>| text[range].iter().collect::<String>();
    if !said(start..end).starts_with("at ") {
        return false;
    }
    let Some(number) = number::english::parse(text, start + 3) else { return false };
    if number.end < end {
        return false;
    }
    let behind = said(number.end..text.len());
    if ["degree", "percent", "%", "°"].iter().any(|unit| behind.trim_start().starts_with(unit)) {
        return true;
    }
    let before = said(0..start);
    let last_of = |words: &[&str]| {
        before.split(' ').enumerate().filter(|(_, word)| words.contains(word)).map(|(place, _)| place).last()
    };
    let (sets, switches) = (last_of(&SETS), last_of(&SWITCHES));
    let only_sets = sets > switches;
    if number.end == end { only_sets } else { only_sets || number.value % 100.0 >= 60.0 }
}

fn between_digits(text: &[char], index: usize) -> bool {
    let digit = |position: Option<usize>| {
        position.and_then(|position| text.get(position)).is_some_and(char::is_ascii_digit)
    };
    digit(index.checked_sub(1)) && digit(Some(index + 1))
}

fn unit_of(letters: &[char]) -> Option<Unit> {
    lexicon().lookup(letters)?.iter().find_map(|sense| match sense {
        Sense::Unit(unit, _) => Some(*unit),
        _ => None,
    })
}

/// Where the words of Latin letters begin and end.
fn latin_words(text: &[char]) -> SmallVec<[(usize, usize); 16]> {
    let mut words = SmallVec::new();
    let mut start = None;
    for index in 0..=text.len() {
        let letter = text.get(index).is_some_and(char::is_ascii_alphabetic);
        match (letter, start) {
            (true, None) => start = Some(index),
            (false, Some(first)) => {
                words.push((first, index));
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether a thing that is named may end here: nothing that "her" could own follows.
fn ends_phrase(text: &[char], end: usize) -> bool {
    let rest: String = text[end..].iter().collect();
    let next =
        rest.trim_start().split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
    matches!(next, "" | "on" | "off" | "up" | "down" | "to" | "at" | "please" | "is" | "in")
        || next.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Words that stand before any other.
fn is_small(word: &[char]) -> bool {
    matches!(
        text_of(word, 0, word.len()).as_str(),
        "the"
            | "and"
            | "for"
            | "with"
            | "all"
            | "both"
            | "any"
            | "one"
            | "two"
            | "off"
            | "out"
            | "get"
            | "put"
            | "turn"
            | "set"
            | "not"
            | "but"
            | "are"
            | "was"
            | "has"
            | "can"
            | "you"
            | "its"
            | "our"
            | "his"
            | "her"
            | "that"
            | "this"
            | "from"
    )
}
