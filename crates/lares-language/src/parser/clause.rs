//! From the tokens of one clause to its frames: a clause may hold several commands without a mark between them.

use lares_home::{Act, RoomIndex};

use super::frame::{Frame, Head, RoomMention, Target};
use super::lattice::{Numeral, Path, Token, is_vague, property_of_unit};
use super::tokens::text_of;
use crate::action::{Level, Unit, Value};
use crate::lexicon::{Adjective, Asks, Degree, Many, Negation, Place, Reference, Sense, Time, Verb, lexicon};
use crate::vocabulary::{HomeVocabulary, Noun, is_han};

/// What is needed to read a clause.
pub(crate) struct Clause<'a> {
    pub(crate) text: &'a [char],
    pub(crate) path: &'a Path,
    pub(crate) tokens: &'a [Token],
    pub(crate) vocabulary: &'a HomeVocabulary,
    /// It is a condition: states are told in it, not asked for.
    pub(crate) condition: bool,
}

/// The frames of a clause, in order. None where it says nothing.
pub(crate) fn frames(clause: &Clause<'_>) -> Vec<Frame> {
    let mut reader = Reader {
        clause,
        frames: Vec::new(),
        frame: fresh(),
        phrase: Target::default(),
        pending_text: String::new(),
        modifier: None,
        modified: None,
        sharing_texts: Vec::new(),
        joined: false,
        phrase_first: false,
        excluding: false,
        has_firm_verb: clause.tokens.iter().any(is_firm_verb),
        polite: clause.tokens.iter().any(|token| token.particle() == Some(true)),
        degree: None,
    };
    let mut index = 0;
    while index < clause.tokens.len() {
        index += reader.read(index).max(1);
    }
    reader.flush();
    reader.frames
}

fn fresh() -> Frame {
    Frame { likeness: 1.0, span: (usize::MAX, 0), ..Frame::default() }
}

/// A verb that can be nothing else a clause needs.
fn is_firm_verb(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.acts.is_empty() && !verb.weak && verb.key.is_none())
        && token.noun().is_none()
        && token.name().is_none()
        && token.value().is_none()
        && token.adjective().is_none()
}

struct Reader<'a, 'c> {
    clause: &'c Clause<'a>,
    frames: Vec<Frame>,
    frame: Frame,
    /// The noun phrase being read: rooms and quantity wait for their head.
    phrase: Target,
    /// Unknown words directly before a head: 小宝的 in 小宝的台灯.
    pending_text: String,
    /// The value that such words name: 黄色 in 来点黄色的氛围灯 is what is wanted, not which lamp.
    modifier: Option<Value>,
    /// A head that a value stood before, with the value and its words, until the clause has another action.
    modified: Option<(Value, String, Head, String)>,
    /// Such words before a conjunction, which share the head: 左边 in 左边和右边床头灯.
    sharing_texts: Vec<String>,
    joined: bool,
    /// The phrase being read began before the verb.
    phrase_first: bool,
    excluding: bool,
    has_firm_verb: bool,
    polite: bool,
    degree: Option<Degree>,
}

impl Reader<'_, '_> {
    fn token(&self, index: usize) -> Option<&Token> {
        self.clause.tokens.get(index)
    }

    fn said(&self, token: &Token) -> String {
        text_of(self.clause.text, token.start, token.end)
    }

    /// Reads the token at `index`, with what belongs to it behind it, and says how many tokens that was.
    fn read(&mut self, index: usize) -> usize {
        let Some(token) = self.clause.tokens.get(index) else { return 1 };
        self.extend_span(token);
        if token.is_unknown() {
            return self.unknown(index);
        }
        self.frame.known += token.end - token.start;
        if token.likeness < 1.0 {
            self.frame.likeness *= token.likeness;
        }
        let used = self
            .modifiers(index, token)
            .or_else(|| self.number(index, token))
            .or_else(|| self.target(index, token))
            .or_else(|| self.action(index, token))
            .unwrap_or(1);
        if token.conjunction().is_none() && token.possessive().is_none() && token.particle().is_none() {
            self.joined &= token.object_marker().is_some() || self.phrase_open();
        }
        used
    }

    fn phrase_open(&self) -> bool {
        !self.phrase.is_empty() || !self.pending_text.is_empty()
    }

    fn extend_span(&mut self, token: &Token) {
        self.frame.span.0 = self.frame.span.0.min(token.start);
        self.frame.span.1 = self.frame.span.1.max(token.end);
    }

    fn unknown(&mut self, index: usize) -> usize {
        let mut end = index + 1;
        while self.token(end).is_some_and(Token::is_unknown) {
            end += 1;
        }
        let (Some(first), Some(last)) = (self.token(index), self.token(end - 1)) else { return 1 };
        let (start, stop) = (first.start, last.end);
        let mut text = text_of(self.clause.text, start, stop);
        self.frame.span.1 = self.frame.span.1.max(stop);
        let weight = if text.chars().any(is_han) { text.chars().count() } else { 2 * (end - index) };
        self.frame.unknown += weight;
        if self.pending_text.is_empty() {
            self.pending_text = text;
        } else {
            if !text.chars().next().is_some_and(is_han) {
                text.insert(0, ' ');
            }
            self.pending_text.push_str(&text);
        }
        end - index
    }

    /// Words that say something about the clause or about what follows.
    fn modifiers(&mut self, index: usize, token: &Token) -> Option<usize> {
        if let Some(place) = token.except()
            && !(place == Place::Clause
                && token.verb().is_some()
                && self.frame.has_target()
                && !self.excluding)
        {
            match place {
                Place::Before => {
                    self.close_phrase();
                    self.excluding = true;
                }
                Place::After => {
                    self.close_excluded();
                    self.excluding = false;
                }
                // 客厅灯只留氛围灯: what follows is left out; 床头灯别动: what went before.
                Place::Clause
                    if self.frame.has_target()
                        && self.clause.tokens[index + 1..].iter().any(Token::is_target) =>
                {
                    self.excluding = true;
                }
                Place::Clause => {
                    self.frame.leaves_out = true;
                }
            }
            return Some(1);
        }
        if let Some(negation) = token.negation()
            && (token.question().is_none() || self.negates(index))
        {
            match negation {
                Negation::DoNot | Negation::Stop => {
                    // 打开灯别开空调: the negation begins a command of its own.
                    if self.frame.has_action() && self.frame.has_target() {
                        self.flush();
                        self.extend_span(token);
                    }
                    self.frame.negated = true;
                }
                Negation::Not => self.frame.negated |= self.negates(index),
            }
            return Some(1);
        }
        if let Some(polite) = token.particle()
            && token.verb().is_none()
            && token.noun().is_none()
        {
            self.frame.polite |= polite;
            // "nudge the thermostat": what stands before an article is not part of the name.
            self.pending_text.clear();
            self.modifier = None;
            if token.degree().is_none() && token.many().is_none() && token.unit().is_none() {
                return Some(1);
            }
        }
        if token.object_marker().is_some() && token.verb().is_none_or(|verb| verb.weak) {
            if self.frame.verb.is_some_and(|verb| !verb.weak) || self.frame.value.is_some() {
                self.flush();
                self.extend_span(token);
            }
            return Some(1);
        }
        if let Some(place) = token.possessive()
            && token.verb().is_none()
        {
            if place == Place::After && !self.pending_text.is_empty() {
                let said = self.said(token);
                self.pending_text.push_str(&said);
            }
            return Some(1);
        }
        if token.conjunction().is_some() {
            if !self.pending_text.is_empty() {
                self.sharing_texts.push(std::mem::take(&mut self.pending_text));
            }
            self.joined = true;
            return Some(1);
        }
        if let Some(used) = self.light_before_color(index, token) {
            return Some(used);
        }
        let names_value = token.value().is_some() || token.home_value().is_some() || token.color().is_some();
        let modifies = names_value
            && token.verb().is_none()
            && token.noun().is_none()
            && token.many().is_none()
            && token.reference().is_none()
            && !self.frame.goal
            && self.frame.value.is_none()
            && self.modifies_head(index);
        if modifies {
            // 左边的床头灯, "the red lamp": a value before a noun tells which one.
            let said = self.said(token);
            if self.pending_text.is_empty() {
                self.modifier = self.named_value(token);
            } else if said.is_ascii() {
                self.pending_text.push(' ');
            }
            self.pending_text.push_str(&said);
            return Some(1);
        }
        if token.goal().is_some() {
            self.frame.goal = true;
            if token.verb().is_none() {
                return Some(1);
            }
        }
        if let Some(asks) = token.question()
            && !(asks == Asks::Polar && self.polite)
            && (token.verb().is_none() || index == 0)
        {
            self.frame.question.get_or_insert(asks);
            return Some(1);
        }
        if token.comparison().is_some() && token.verb().is_none() {
            return Some(1);
        }
        if let Some(time) = token.time()
            && token.degree().is_none()
        {
            // 开一会儿: how long, behind the verb; 一会儿开: when, before it.
            let lasts = time == Time::After
                && self.frame.verb.is_some()
                && index
                    .checked_sub(1)
                    .and_then(|before| self.token(before))
                    .is_none_or(|before| before.unit().is_none());
            self.frame.scheduled |= time != Time::For && !lasts;
            return Some(1);
        }
        None
    }

    /// 不, 没: a question at the end of its clause (灯开着没), a negation before a verb (没开灯).
    fn negates(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before)).and_then(Token::verb);
        let next = self.token(index + 1).and_then(Token::verb);
        match (before, next) {
            // 开没开: the same verb on both sides asks.
            (Some(before), Some(next)) => before.acts.first() != next.acts.first(),
            (None, Some(_)) => true,
            // 没让你开空调: words that mean nothing may stand between.
            (None, None) => {
                let rest = &self.clause.tokens[index + 1..];
                let next =
                    rest.iter().find(|token| token.object_marker().is_none() && token.particle().is_none());
                rest.len() > 1 && next.is_some_and(|token| token.verb().is_some())
            }
            _ => false,
        }
    }

    /// "make the pool light green": the lamp of the pool, not a light shade of green, where no lamp was named yet.
    fn light_before_color(&mut self, index: usize, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let (noun_word, shade) = said.split_once(' ')?;
        let waits = self.phrase_open() && self.frame.targets.is_empty() && self.phrase.head == Head::None;
        if token.color().is_none()
            || !waits
            || self.token(index + 1).is_some_and(|next| next.noun().is_some())
        {
            return None;
        }
        let noun = self.clause.vocabulary.noun(noun_word)?;
        let letters: Vec<char> = shade.chars().collect();
        let color = lexicon().lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Color(color) => Some(*color),
            _ => None,
        })?;
        let (hue, saturation) = color.hue_saturation?;
        let border = token.start + noun_word.chars().count();
        let head = Token {
            start: token.start,
            end: border,
            senses: vec![Sense::Noun(noun)],
            likeness: token.likeness,
        };
        self.head(index, Head::Noun(noun), &head);
        let value = Value::Color { hue, saturation, text: shade.to_owned() };
        self.set_value(value, border + 1, token.end, None);
        Some(1)
    }

    fn number(&mut self, index: usize, token: &Token) -> Option<usize> {
        let numeral = *token.numeral(self.clause.path)?;
        let next = self.clause.tokens.get(index + 1);
        let after_next = self.clause.tokens.get(index + 2);
        if numeral.ordinal {
            return Some(1);
        }
        let said = self.said(token);
        if matches!(said.as_str(), "one" | "ones") && !self.frame.goal {
            let next = self.clause.tokens.get(index + 1);
            if next.is_some_and(|next| next.possessive() == Some(Place::Before)) {
                // "one of the blinds".
                self.phrase.many = Some(Many::Any);
                self.phrase.count = Some(1);
                return Some(1);
            }
            let counts = next
                .is_some_and(|next| next.unit().is_some() || next.noun().is_some() || next.name().is_some());
            if !counts {
                return Some(self.pronoun());
            }
        }
        // 两盏灯, two lamps, 三个: a count.
        if numeral.unit.is_none()
            && !self.frame.goal
            && let Some(count) = numeral.number.as_count().filter(|count| (1..=99).contains(count))
        {
            let counted = |token: Option<&Token>| {
                token.is_some_and(|token| token.noun().is_some() || (token.name().is_some() && count > 1))
            };
            let asks_channel = self.frame.property.is_some() || self.frame.goal;
            let classified = next.is_some_and(|next| {
                next.classifier().is_some()
                    && (next.unit().is_none() || next.unit() == Some(Unit::Channel) && !asks_channel)
            });
            let classifier_first = next.is_some_and(|next| next.classifier().is_some());
            if counted(next)
                || (classifier_first && counted(after_next))
                || (classified && !self.phrase.rooms.is_empty())
            {
                self.phrase.count = Some(count);
                return Some(if next.is_some_and(|next| next.classifier().is_some()) { 2 } else { 1 });
            }
            if classified && self.frame.verb.is_some() {
                // 床头灯开一个: the count of what was named before. 一只狐狸: of something that is no device.
                match self.frame.targets.last_mut() {
                    Some(target) if self.frame.targets_first => target.count = Some(count),
                    Some(_) => {}
                    None => self.phrase.count = Some(count),
                }
                return Some(2);
            }
        }
        let mut used = 1;
        let mut unit =
            numeral.unit.unwrap_or(if numeral.number.percent { Unit::Percent } else { Unit::None });
        let mut end = token.end;
        if let Some(next) = next
            && unit == Unit::None
            && let Some(said) = next.unit()
        {
            unit = said;
            self.frame.property = self.frame.property.or_else(|| property_of_unit(next));
            self.extend_span(next);
            self.frame.known += next.end - next.start;
            end = next.end;
            used += 1;
        }
        let in_time = matches!(unit, Unit::Second | Unit::Minute | Unit::Hour)
            && index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                before.possessive() == Some(Place::Before) || before.time() == Some(Time::After)
            });
        if in_time {
            self.frame.scheduled = true;
            return Some(used);
        }
        let following = self.token(index + used);
        if following.is_some_and(|token| token.time().is_some()) {
            // 八点, 五分钟后, 10 pm.
            let time = following.and_then(Token::time);
            if time == Some(Time::For) {
                return Some(used);
            }
            self.frame.scheduled = true;
            return Some(used + 1);
        }
        self.set_value(
            Value::Number { number: numeral.number.value, unit },
            token.start,
            end,
            Some(&numeral),
        );
        Some(used)
    }

    /// "the upstairs one", "the left one": of the kind spoken of, told by its room or by a word.
    fn pronoun(&mut self) -> usize {
        if !self.pending_text.is_empty() {
            let text = std::mem::take(&mut self.pending_text);
            self.phrase.head = Head::Unknown;
            self.phrase.text = text;
            self.close_phrase();
        } else if self.phrase.rooms.is_empty()
            && self.phrase.head == Head::None
            && self.phrase.many.is_none()
            && !self.excluding
        {
            self.phrase.head = Head::Last;
            self.close_phrase();
        }
        1
    }

    fn set_value(&mut self, value: Value, start: usize, end: usize, numeral: Option<&Numeral>) {
        if self.frame.value.is_some() && self.frame.question.is_none() {
            // 温度26度风速3档: a second value is a second command for the same target.
            self.flush();
        }
        self.frame.span = (self.frame.span.0.min(start), self.frame.span.1.max(end));
        self.frame.value_text = match (&value, numeral) {
            (Value::Number { number, .. }, Some(_)) => format_number(*number),
            _ => text_of(self.clause.text, start, end),
        };
        if numeral.is_some_and(is_vague) {
            self.frame.likeness *= 0.97;
        }
        self.frame.value = Some(value);
    }

    /// Rooms, nouns, names, scenes, references and how many of them.
    fn target(&mut self, index: usize, token: &Token) -> Option<usize> {
        if let Some((many, whole_home)) = token.many()
            && token.verb().is_none_or(|verb| verb.weak)
        {
            // 灯都打开: a quantity behind its head belongs to it.
            let heads_behind = !self.phrase_open()
                && !self.frame.targets.is_empty()
                && !self.excluding
                && (self.frame.verb.is_none() || whole_home && !self.head_follows(index));
            if heads_behind {
                for target in &mut self.frame.targets {
                    target.many.get_or_insert(many);
                    target.whole_home |= whole_home;
                }
            } else {
                if self.excluding && whole_home {
                    self.close_excluded();
                    self.excluding = false;
                }
                if self.excluding && many == Many::All && !self.phrase.is_empty() {
                    self.close_excluded();
                    self.excluding = false;
                }
                self.phrase.many = Some(many);
                self.phrase.whole_home |= whole_home;
            }
            return Some(1);
        }
        if let Some(reference) = token.reference() {
            return self.reference(index, token, reference);
        }
        let noun_wins = token.verb().is_none() || self.verb_is_noun(index, token);
        if token.name().is_some_and(|name| self.clause.vocabulary.names[name as usize].devices.len() > 0)
            && noun_wins
            && !(self.is_room(token) && self.head_follows(index))
            && !self.is_only_noun(token)
        {
            self.head(index, Head::Name, token);
            return Some(1);
        }
        if token.scene().is_some() && !self.head_follows(index) {
            self.head(index, Head::Scene, token);
            return Some(1);
        }
        let opens = self.frame.verb.is_some_and(|verb| {
            verb.acts.iter().any(|act| matches!(act, Act::Open | Act::Close | Act::Lock | Act::Unlock))
                && !verb.acts.iter().any(|act| matches!(act, Act::On | Act::Off))
        });
        if let (true, Some(noun)) = (opens && self.is_room(token) && !self.head_follows(index), token.noun())
        {
            // "open the garage": its door.
            self.head(index, Head::Noun(noun), token);
            return Some(1);
        }
        if let Some(mention) = self.room_mention(token) {
            if self.excluding && self.frame.verb.is_none() && self.phrase.head != Head::None {
                self.close_excluded();
            }
            self.phrase.joined |= self.joined && self.phrase.rooms.is_empty();
            self.add_room(mention);
            return Some(1);
        }
        // "the bedroom AC fan to high": what can be set of the thing just named.
        let adjoins = self.clause.tokens[..index]
            .last()
            .is_some_and(|before| before.noun().is_some() || before.name().is_some());
        if token.property().is_some() && adjoins && !self.joined && !self.frame.targets.is_empty() {
            return None;
        }
        if let Some(noun) = token.noun()
            && noun_wins
            && !(token.value().is_some() && self.frame.goal)
        {
            self.head(index, Head::Noun(noun), token);
            return Some(1);
        }
        None
    }

    /// A name that is a noun as well is the noun where several are meant, or where a room is named in which the device of
    /// that name does not stand.
    fn is_only_noun(&self, token: &Token) -> bool {
        if token.noun().is_none() {
            return false;
        }
        let said = self.said(token);
        let mut devices = self.clause.vocabulary.devices_named(&said).peekable();
        if devices.peek().is_none()
            || self.phrase.many.is_some()
            || self.phrase.count.is_some()
            || self.phrase.whole_home
        {
            return true;
        }
        let rooms: Vec<RoomIndex> =
            self.phrase.rooms.iter().flat_map(|mention| mention.rooms.iter().copied()).collect();
        !self.phrase.rooms.is_empty()
            && !devices.any(|device| {
                self.clause.vocabulary.room_of(device).is_some_and(|room| rooms.contains(&room))
            })
    }

    /// Lock, switch, light: a noun where the clause has another verb, or where it cannot be a verb at its place.
    fn verb_is_noun(&self, index: usize, token: &Token) -> bool {
        let Some(verb) = token.verb() else { return true };
        if token.noun().is_none() && token.name().is_none() {
            return false;
        }
        // "switch it off": at the head of its clause, with something behind it to be done to.
        let leads = self.frame.verb.is_none()
            && self.frame.targets.is_empty()
            && !self.phrase_open()
            && self.clause.tokens[index + 1..]
                .iter()
                .any(|next| next.is_target() || next.reference().is_some());
        if leads {
            return false;
        }
        if self.has_firm_verb {
            return true;
        }
        // "lock the door", "light on": the first of two candidates is the verb unless it follows its own modifiers.
        let after_modifier = self.phrase_open()
            || index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                before.possessive().is_some() || before.classifier().is_some() || before.many().is_some()
            });
        after_modifier || verb.weak
    }

    fn is_room(&self, token: &Token) -> bool {
        token.home_room().is_some() || token.room().is_some()
    }

    /// Whether a head follows this token directly or behind a possessive: 客厅(的)灯.
    fn head_follows(&self, index: usize) -> bool {
        let mut next = index + 1;
        while self.token(next).is_some_and(|token| token.possessive().is_some() || token.many().is_some()) {
            next += 1;
        }
        self.token(next).is_some_and(|token| {
            (token.noun().is_some() || token.name().is_some())
                && (token.verb().is_none() || self.has_firm_verb)
        })
    }

    /// Whether a word tells which of the heads that follow is meant: 左边床头灯, 左边和右边床头灯.
    fn modifies_head(&self, index: usize) -> bool {
        if self.head_follows(index) {
            return true;
        }
        let conjoined = self.token(index + 1).is_some_and(|token| token.conjunction().is_some());
        let again = self.token(index + 2).is_some_and(|token| {
            token.value().is_some() || token.home_value().is_some() || token.color().is_some()
        });
        conjoined && again && self.head_follows(index + 2)
    }

    fn room_mention(&self, token: &Token) -> Option<RoomMention> {
        let said = self.said(token);
        if let Some(word) = token.home_room() {
            let rooms = self.clause.vocabulary.room_words[word as usize].clone();
            return Some(RoomMention { said, floor: false, rooms });
        }
        let concept = token.room()?;
        let floor = lexicon().rooms[usize::from(concept)].floor;
        Some(RoomMention { said, floor, rooms: self.clause.vocabulary.rooms_of_concept(concept) })
    }

    /// A room behind another without 和 lies in it: 主卧的卫生间, 二楼的卧室.
    fn add_room(&mut self, mention: RoomMention) {
        if let Some(outer) = self.phrase.rooms.last_mut()
            && !self.joined
        {
            // "the downstairs hallway" in a home that knows no floors.
            if outer.floor && outer.rooms.is_empty() && !mention.rooms.is_empty() {
                *outer = mention;
                return;
            }
            let space = if outer.said.is_ascii() { " " } else { "" };
            let said = format!("{}{space}{}", outer.said, mention.said);
            let mut rooms = self.clause.vocabulary.match_room(&said);
            if rooms.is_empty() {
                rooms = mention.rooms.iter().copied().filter(|room| outer.rooms.contains(room)).collect();
            }
            if !rooms.is_empty() {
                *outer = RoomMention { said, floor: false, rooms };
                return;
            }
        }
        self.joined = false;
        self.phrase.rooms.push(mention);
    }

    fn reference(&mut self, index: usize, token: &Token, reference: Reference) -> Option<usize> {
        match reference {
            Reference::SameAction => {
                self.frame.same_action = true;
                Some(1)
            }
            Reference::SamePlace => Some(1),
            Reference::Last | Reference::LastMany | Reference::Other | Reference::Both => {
                // 筒灯开两个: how many of what was named.
                if reference == Reference::Both && !self.frame.targets.is_empty() && !self.joined {
                    if let Some(target) = self.frame.targets.last_mut() {
                        target.count.get_or_insert(2);
                    }
                    return Some(1);
                }
                // 那盏灯: the noun says what, the pronoun that it is one, these that they are several.
                if self.head_follows(index) && reference != Reference::Other {
                    match reference {
                        Reference::Last => self.phrase.single = true,
                        _ => self.phrase.many = Some(Many::All),
                    }
                    return Some(1);
                }
                match reference {
                    Reference::Both => self.phrase.many = Some(Many::Both),
                    Reference::LastMany => self.phrase.many = Some(Many::All),
                    _ => {}
                }
                // 奶奶的灯帮她打开: a pronoun behind a name stands for it.
                let repeats = reference == Reference::Last && !self.frame.targets.is_empty() && !self.joined;
                if repeats && self.phrase.is_empty() && self.frame.targets_first {
                    return Some(1);
                }
                let head = if reference == Reference::Other { Head::Other } else { Head::Last };
                if head == Head::Other && self.head_follows(index) {
                    // 另一盏灯: the noun is kept as text for the one that is looked for.
                    self.phrase.head = Head::Other;
                    return Some(1);
                }
                self.head(index, head, token);
                Some(1)
            }
        }
    }

    /// A head closes the noun phrase: its rooms and quantity become a target.
    fn head(&mut self, index: usize, head: Head, token: &Token) {
        let mut said = self.said(token);
        if token.likeness < 1.0 {
            // A slip is written as the word it was taken for.
            said = self.canonical(token).unwrap_or(said);
        }
        let pending = std::mem::take(&mut self.pending_text);
        for text in std::mem::take(&mut self.sharing_texts) {
            if matches!(head, Head::Noun(_)) && !pending.is_empty() && !self.excluding {
                let space = if said.is_ascii() { " " } else { "" };
                let shared = Target {
                    head: Head::Unknown,
                    text: format!("{text}{space}{said}"),
                    ..self.phrase.clone()
                };
                if self.frame.targets.is_empty() {
                    self.frame.targets_first = self.frame.verb.is_none() && self.frame.value.is_none();
                }
                self.frame.targets.push(shared);
            }
        }
        if !pending.is_empty() && !matches!(head, Head::Last | Head::Other | Head::Scene) {
            let space =
                if pending.chars().last().is_some_and(is_han) || said.chars().next().is_some_and(is_han) {
                    ""
                } else {
                    " "
                };
            said = format!("{pending}{space}{said}");
        }
        let modifier = self.modifier.take();
        if modifier.is_some() && matches!(head, Head::Name) {
            said = said.strip_prefix(pending.as_str()).unwrap_or(&said).trim().to_owned();
            self.modified = modifier
                .map(|value| (value, pending.trim_end_matches('的').to_owned(), head.clone(), said.clone()));
        } else if let (Some(value), Head::Noun(noun)) = (modifier, &head) {
            let plain = said.strip_prefix(pending.as_str()).unwrap_or(&said).trim().to_owned();
            self.modified =
                Some((value, pending.trim_end_matches('的').to_owned(), Head::Noun(*noun), plain));
        }
        let head = match (pending.is_empty(), self.phrase.head.clone(), head) {
            (_, Head::Other, _) => Head::Other,
            (false, _, Head::Noun(_)) => Head::Unknown,
            (_, _, head) => head,
        };
        if self.excluding {
            self.phrase.head = head;
            self.phrase.text = said;
            self.close_excluded();
            return;
        }
        let mut joined = self.joined || self.phrase.joined;
        if !joined && self.repeats_last(&head, token) {
            self.phrase = Target::default();
            return;
        }
        if self.begins_new_frame(index, joined) {
            let phrase = std::mem::take(&mut self.phrase);
            self.flush();
            self.extend_span(token);
            self.phrase = phrase;
            joined = false;
        }
        self.phrase.head = head;
        self.phrase.text = said;
        self.phrase.joined = joined;
        self.close_phrase();
        self.joined = false;
    }

    /// Rocket 那个帘子: a noun directly behind a name that it is a noun of says nothing new.
    fn repeats_last(&self, head: &Head, token: &Token) -> bool {
        let (Head::Noun(noun), Some(last)) = (head, self.frame.targets.last()) else { return false };
        if last.head != Head::Name || !self.phrase.rooms.is_empty() || self.frame.span.1 > token.end {
            return false;
        }
        let before = self.clause.tokens.iter().rfind(|other| other.end <= token.start);
        let adjoins = before.is_some_and(|before| {
            before.name().is_some() || before.reference().is_some() || before.possessive().is_some()
        });
        adjoins
            && self.clause.vocabulary.devices_named(&last.text).any(|device| {
                let nouns = self.clause.vocabulary.device_nouns(device);
                nouns.iter().any(|of_device| lexicon().is_a(*of_device, *noun))
            })
    }

    /// The word that a slip was taken for.
    fn canonical(&self, token: &Token) -> Option<String> {
        if let Some(name) = token.name() {
            return self.clause.vocabulary.names.get(name as usize).map(|name| name.text.to_string());
        }
        let noun = token.noun()?;
        let (zh, en) = self.clause.vocabulary.noun_names(noun);
        let chinese = self.clause.text[token.start..token.end].iter().any(|&letter| is_han(letter));
        Some(if chinese { zh } else { en }.to_owned())
    }

    /// Whether a head at this place begins a further command rather than adding a target to the one being read.
    fn begins_new_frame(&self, index: usize, joined: bool) -> bool {
        let acted = self.frame.verb.is_some_and(|verb| !verb.weak) || self.frame.value.is_some();
        if !acted || self.frame.targets.is_empty() {
            return false;
        }
        if self.frame.targets_first {
            return true;
        }
        if joined {
            // "the lamp to 20 and the fan to 3": a value of its own behind the joined head.
            if self.frame.value.is_some()
                && self
                    .token(index + 1)
                    .is_some_and(|next| next.goal().is_some() || next.numeral(self.clause.path).is_some())
            {
                return true;
            }
            // "the lamp at 20 and the fan on": a verb of its own behind the joined head.
            return self
                .token(index + 1)
                .and_then(Token::verb)
                .is_some_and(|verb| !verb.acts.is_empty() && !verb.weak)
                && !self.clause.tokens[index + 2..].iter().any(Token::is_target);
        }
        // 打开客厅灯卧室灯关掉: a verb behind this head that has no target of its own takes it.
        let mut next = index + 1;
        while let Some(token) = self.token(next) {
            if token.verb().is_some_and(|verb| !verb.acts.is_empty()) {
                return !self.clause.tokens[next + 1..].iter().any(Token::is_target);
            }
            if token.is_target() && token.conjunction().is_none() {
                return false;
            }
            next += 1;
        }
        false
    }

    fn close_phrase(&mut self) {
        if self.excluding {
            self.close_excluded();
            return;
        }
        let phrase = std::mem::take(&mut self.phrase);
        if phrase.is_empty() {
            return;
        }
        // 筒灯开两个: how many of what was named before.
        if phrase.head == Head::None
            && phrase.rooms.is_empty()
            && !phrase.whole_home
            && !self.frame.targets.is_empty()
        {
            for target in &mut self.frame.targets {
                target.many = target.many.or(phrase.many);
                target.count = target.count.or(phrase.count);
            }
            return;
        }
        if self.frame.targets.is_empty() {
            let before_verb = self.frame.verb.is_none() && self.frame.value.is_none();
            self.frame.targets_first = before_verb || (self.phrase_first && phrase.head == Head::None);
        }
        self.phrase_first = false;
        self.frame.targets.push(phrase);
    }

    fn close_excluded(&mut self) {
        let phrase = std::mem::take(&mut self.phrase);
        if !phrase.is_empty() {
            self.frame.excluded.push(phrase);
        }
    }

    /// Verbs, properties, values, qualities.
    fn action(&mut self, index: usize, token: &Token) -> Option<usize> {
        if token.chat().is_some() && token.verb().is_none() && token.wish().is_none() {
            self.frame.chat = true;
            return Some(1);
        }
        if let Some(wish) = token.wish() {
            self.frame.wish = Some(wish);
            self.frame.complaint = true;
            return Some(1);
        }
        if let Some(used) = self.quality(index, token) {
            return Some(used);
        }
        let is_value = token.value().is_some() || token.home_value().is_some();
        let property = self.frame.property.or_else(|| self.token(index + 1).and_then(Token::property));
        // 静音风: a value of what is named beside it, not a verb.
        let of_property = property.is_some()
            && token
                .senses
                .iter()
                .any(|sense| matches!(sense, Sense::Value(value) if value.property == property));
        if let Some(verb) = token.verb()
            && !of_property
            && !(is_value && (self.frame.goal || (self.has_firm_verb && !is_firm_verb(token))))
        {
            self.verb(token, verb);
            self.object_of_verb(index, token);
            return Some(1);
        }
        if let Some(level) = token.level() {
            // turbo 强风: a level behind a value by name says it again.
            if matches!(self.frame.value, Some(Value::Word { .. })) {
                return Some(1);
            }
            self.frame.direction = None;
            self.set_value(Value::Level(level), token.start, token.end, None);
            if let Some(adjective) = token.adjective() {
                self.frame.property.get_or_insert(adjective.property);
            }
            return Some(1);
        }
        let sets_it = self.token(index + 1).is_some_and(|next| {
            next.goal().is_some()
                && self.token(index + 2).is_some_and(|value| value.numeral(self.clause.path).is_some())
        });
        if let (true, Some(property)) = (sets_it, token.property()) {
            // "the spin to 1000".
            self.frame.property = Some(property);
            return Some(1);
        }
        // 车库门关好了吧: a state that is only told is asked about; 开着 is how it shall be.
        if !self.clause.condition
            && !self.frame.goal
            && self.frame.verb.is_none_or(|verb| verb.weak)
            && self.clause.text[token.end - 1] != '着'
            && let Some(state) = super::condition::sensed_value(token)
            && (self.frame.question.is_some() || state.property.is_some_and(is_device_state))
        {
            self.frame.question.get_or_insert(Asks::Polar);
            self.frame.property = self.frame.property.or(state.property);
            return Some(1);
        }
        if let Some(value) = self.named_value(token) {
            let only = self.single_property(token).filter(|_| matches!(value, Value::Word { .. }));
            self.set_value(value, token.start, token.end, None);
            if self.frame.property.is_none() {
                self.frame.property = only;
            }
            return Some(1);
        }
        if let Some(property) = token.property() {
            if self.frame.value.is_some() && self.frame.property.is_some_and(|known| known != property) {
                self.flush();
                self.extend_span(token);
            }
            self.frame.property = Some(property);
            return Some(1);
        }
        if matches!(token.unit(), Some(Unit::Second | Unit::Minute | Unit::Hour)) && token.degree().is_none()
        {
            // "in an hour".
            let before = &self.clause.tokens[index.saturating_sub(2)..index];
            self.frame.scheduled |= before.iter().any(|token| token.possessive() == Some(Place::Before));
            return Some(1);
        }
        if let Some(degree) = token.degree() {
            if degree == Degree::Too
                && self.token(index + 1).is_some_and(|next| next.numeral(self.clause.path).is_some())
            {
                // "set it too 20": heard for "to".
                self.frame.goal = true;
                return Some(1);
            }
            self.degree = Some(degree);
            self.frame.by_degree |= matches!(degree, Degree::Bit | Degree::Much) && self.frame.verb.is_some();
            if degree == Degree::Too {
                self.frame.complaint |= self.frame.direction.is_some() && self.frame.verb.is_none();
            }
            return Some(1);
        }
        Some(1)
    }

    /// The colour, white tone or named value that a word is.
    fn named_value(&self, token: &Token) -> Option<Value> {
        let text = self.said(token);
        if let Some(color) = token.color() {
            return match (color.hue_saturation, color.kelvin) {
                (Some((hue, saturation)), _) => Some(Value::Color { hue, saturation, text }),
                (None, Some(kelvin)) => Some(Value::Kelvin { kelvin, text }),
                (None, None) => None,
            };
        }
        let is_value = token.value().is_some() || token.home_value().is_some();
        is_value.then(|| Value::Word { text, key: token.value().map(|value| value.key.clone()) })
    }

    /// The property of a value word that is a value of only one.
    fn single_property(&self, token: &Token) -> Option<lares_home::Property> {
        let mut only = None;
        for sense in &token.senses {
            if let Sense::Value(value) = sense {
                match (only, value.property) {
                    (_, None) => return None,
                    (None, property) => only = property,
                    (Some(known), Some(property)) if known != property => return None,
                    _ => {}
                }
            }
        }
        only
    }

    /// Of the qualities that a word can be, the one of the property that was said, else the one that goes with the
    /// target. A word of one or two qualities (暖) tells the property better than 光 before it does.
    fn adjective(&mut self, token: &Token) -> Option<&'static Adjective> {
        let senses: Vec<&'static Adjective> = token
            .senses
            .iter()
            .filter_map(|sense| match sense {
                Sense::Adjective(adjective) => Some(*adjective),
                _ => None,
            })
            .collect();
        if let Some(said) = self.frame.property {
            if let Some(same) = senses.iter().find(|adjective| adjective.property == said) {
                return Some(same);
            }
            if senses.len() > 2 {
                return senses.first().copied();
            }
        }
        let nouns = self.nouns_said();
        let goes_with = |adjective: &&&Adjective| {
            adjective.nouns.iter().any(|&noun| nouns.iter().any(|&said| lexicon().is_a(said, noun)))
        };
        let chosen = senses
            .iter()
            .find(goes_with)
            .or_else(|| senses.iter().find(|adjective| adjective.nouns.is_empty()))
            .or_else(|| senses.first())
            .copied()?;
        if self.frame.property.is_some() && senses.len() <= 2 {
            self.frame.property = Some(chosen.property);
        }
        Some(chosen)
    }

    /// The nouns of what has been named so far.
    fn nouns_said(&self) -> Vec<Noun> {
        let mut nouns = Vec::new();
        for target in self.frame.targets.iter().chain(std::iter::once(&self.phrase)) {
            match target.head {
                Head::Noun(noun) => nouns.push(noun),
                Head::Name => {
                    for device in self.clause.vocabulary.devices_named(&target.text) {
                        nouns.extend(self.clause.vocabulary.device_nouns(device));
                    }
                }
                _ => {}
            }
        }
        nouns
    }

    /// 亮, 再亮一点, 最亮, 太亮: a quality alone, compared, at its end, complained of.
    fn quality(&mut self, index: usize, token: &Token) -> Option<usize> {
        let adjective = self.adjective(token)?;
        if token.value().is_some() && self.frame.goal && self.degree.is_none() {
            return None;
        }
        let next_degree = self.token(index + 1).and_then(Token::degree);
        // 二成亮: a share of the brightness, no difference.
        let shares = matches!(self.frame.value, Some(Value::Number { unit: Unit::Percent, .. }))
            && self.frame.verb.is_none()
            && index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.numeral(self.clause.path).is_some());
        if shares {
            self.frame.property.get_or_insert(adjective.property);
            return Some(1);
        }
        // 低两度, 低一点: a difference; 调到低: a level.
        let compared = next_degree.is_some()
            || self.degree.is_some()
            || self.token(index + 1).is_some_and(|next| next.numeral(self.clause.path).is_some());
        if token.level().is_some() && (self.frame.goal || !compared) {
            return None;
        }
        let degree = self.degree.take();
        // "a little dimmer" wants it dimmer; "a little dim" complains.
        let comparative =
            token.start < token.end && self.clause.text[token.start..token.end].ends_with(&['e', 'r']);
        let degree = degree.filter(|degree| !(comparative && *degree == Degree::Too));
        match degree {
            Some(Degree::Most) => {
                let level = if adjective.up { Level::Max } else { Level::Min };
                self.set_value(Value::Level(level), token.start, token.end, None);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.value_text = format!(
                    "{}{}",
                    if is_han(self.clause.text[token.start]) { "最" } else { "" },
                    self.said(token)
                );
                self.frame.goal = true;
            }
            // 姥姥房间冷: a bare quality is a complaint as well.
            degree
                if self.frame.verb.is_none()
                    && next_degree != Some(Degree::Bit)
                    && (degree == Some(Degree::Too)
                        || degree.is_none()
                            && !comparative
                            && !compared
                            && self.frame.value.is_none()
                            && !self.frame.goal
                            && adjective_ends(self.clause.tokens, index)) =>
            {
                self.frame.complaint = true;
                self.frame.direction = Some(!adjective.up);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.helpers.extend(&adjective.nouns);
            }
            _ => {
                let act = self.frame.verb.and_then(|verb| verb.acts.first().copied());
                // 打开亮的灯, 亮着的灯: a quality of the target, not a wish.
                let describes = degree.is_none()
                    && next_degree.is_none()
                    && matches!(act, Some(Act::On | Act::Off))
                    && self.token(index + 1).is_some_and(|next| next.possessive().is_some());
                if describes {
                    return Some(1);
                }
                self.frame.direction = Some(adjective.up);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.helpers.extend(&adjective.nouns);
            }
        }
        Some(1)
    }

    /// 把门锁上: 上 behind a lock locks it.
    fn locks(&self, token: &Token) -> Option<&'static Verb> {
        if self.clause.text[token.start..token.end] != ['上']
            || self.frame.verb.is_some_and(|verb| !verb.weak)
        {
            return None;
        }
        let lock_up = lexicon().lookup(&['锁', '上'])?.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if verb.acts.first() == Some(&Act::Lock) => Some(*verb),
            _ => None,
        });
        let last = self.clause.tokens.iter().rfind(|before| before.end == token.start)?;
        (self.clause.text[last.end - 1] == '锁').then_some(lock_up).flatten()
    }

    fn verb(&mut self, token: &Token, verb: &'static Verb) {
        let verb = self.locks(token).unwrap_or(verb);
        if self.frame.value.is_some() && self.frame.verb.is_some_and(|known| !known.weak) && !verb.weak {
            self.flush();
            self.extend_span(token);
        }
        // "leave the porch light on": how what is left out stays.
        if self.excluding && self.frame.verb.is_some_and(|known| !known.weak) {
            return;
        }
        self.close_dangling_phrase();
        match self.frame.verb {
            // 给我弄亮点, turn … off: a light verb gives way to the one that says more.
            Some(known) if known.weak || known.acts.is_empty() => {
                if !verb.weak || known.acts.is_empty() {
                    self.frame.verb = Some(verb);
                }
            }
            // "turn on the AC and set it to 23".
            Some(known)
                if verb.weak
                    && (verb.acts.is_empty() || verb.acts.first() == Some(&Act::Set))
                    && self.joined
                    && !known.weak
                    && self.frame.has_target() =>
            {
                self.flush();
                self.extend_span(token);
                self.frame.verb = Some(verb);
            }
            Some(_) if verb.weak => {}
            // 换另一盏开: a verb that only sets, and has nothing to set, gives way.
            Some(known)
                if known.acts.first() == Some(&Act::Set)
                    && self.frame.value.is_none()
                    && self.frame.property.is_none()
                    && self.frame.direction.is_none() =>
            {
                self.frame.verb = Some(verb);
            }
            // 放下一个: to play the next is to skip to it.
            Some(known)
                if matches!(known.acts.first(), Some(Act::Start | Act::Resume))
                    && matches!(
                        verb.acts.first(),
                        Some(Act::Next | Act::Previous | Act::Forward | Act::Rewind)
                    ) =>
            {
                self.frame.verb = Some(verb);
            }
            // 打开看看, 开始烤: the second verb only says it again.
            Some(known)
                if verb.acts.first() == Some(&Act::Query) && known.acts.first() != Some(&Act::Query) => {}
            Some(known) if self.says_again(known, verb) => {}
            Some(known) if known.acts == verb.acts && known.property == verb.property => {}
            Some(known) if adds_only_direction(known, verb) => self.frame.verb = Some(verb),
            Some(known) if adds_only_direction(verb, known) => {}
            Some(_) => {
                self.flush();
                self.extend_span(token);
                self.frame.verb = Some(verb);
            }
            None => self.frame.verb = Some(verb),
        }
        if let Some(Act::Up | Act::Down) = verb.acts.first() {
            self.frame.direction = Some(verb.acts.first() == Some(&Act::Up));
        }
        if let Some(property) = verb.property {
            self.frame.property.get_or_insert(property);
        }
        if let Some(key) = &verb.key {
            let text = self.said(token);
            if self.frame.value.is_none() {
                self.frame.value = Some(Value::Word { text: text.clone(), key: Some(key.clone()) });
                self.frame.value_text = text;
            }
        }
        // 全关了, 都打开: the quantity is part of the word.
        if let Some(many) = leading_quantity(&self.clause.text[token.start..token.end]) {
            for target in &mut self.frame.targets {
                target.many.get_or_insert(many);
            }
            if self.frame.targets.is_empty() {
                self.phrase.many.get_or_insert(many);
            }
        }
        if self.frame.verb.is_some_and(|verb| !verb.weak) {
            self.excluding = false;
        }
    }

    /// 锁门, 熄灯: the verb names what it is for, unless something else does.
    fn object_of_verb(&mut self, index: usize, token: &Token) {
        let letters = &self.clause.text[token.start..token.end];
        let named = !self.frame.targets.is_empty()
            || self.phrase.head != Head::None
            || self.clause.tokens[index + 1..]
                .iter()
                .any(|next| next.noun().is_some() || next.name().is_some());
        if named || letters.len() < 2 || !letters.iter().all(|&letter| is_han(letter)) {
            return;
        }
        for length in (1..letters.len()).rev() {
            let suffix = &letters[letters.len() - length..];
            let noun = lexicon().lookup(suffix).and_then(|senses| {
                senses.iter().find_map(|sense| match sense {
                    Sense::Noun(noun) => Some(*noun),
                    _ => None,
                })
            });
            if let Some(noun) = noun {
                self.phrase.head = Head::Noun(noun);
                self.phrase.text = suffix.iter().collect();
                self.close_phrase();
                return;
            }
        }
    }

    /// Whether a second verb means what the first does, for the same targets.
    fn says_again(&self, known: &Verb, verb: &Verb) -> bool {
        let shares_act = known.acts.iter().any(|act| verb.acts.first() == Some(act));
        shares_act && verb.property.is_none() && known.property.is_none() && self.frame.targets_first
    }

    /// Rooms that wait for a head when the verb comes: 客厅打开 names the room alone, 灯打开客厅的 an earlier head's.
    fn close_dangling_phrase(&mut self) {
        if self.phrase.is_empty() {
            return;
        }
        if self.excluding {
            self.close_excluded();
            return;
        }
        // 客厅随便开个灯: the head may still come behind the verb.
        if self.frame.verb.is_none_or(|verb| verb.weak) && self.frame.targets.is_empty() {
            self.phrase_first = true;
            return;
        }
        self.give_rooms_to_targets();
        if !self.phrase.is_empty() {
            let phrase = std::mem::take(&mut self.phrase);
            if self.frame.targets.is_empty() {
                self.frame.targets_first = self.frame.verb.is_none();
            }
            self.frame.targets.push(phrase);
        }
    }

    /// Rooms said behind a head that has none: "the lamp in the study", 灯打开，客厅的.
    fn give_rooms_to_targets(&mut self) {
        if self.phrase.head != Head::None || self.phrase.rooms.is_empty() {
            return;
        }
        let Some(last) = self.frame.targets.last() else { return };
        if !last.rooms.is_empty() || last.head == Head::None && last.many.is_none() {
            return;
        }
        let rooms = std::mem::take(&mut self.phrase.rooms);
        for target in self.frame.targets.iter_mut().rev() {
            if !target.rooms.is_empty() {
                break;
            }
            target.rooms.clone_from(&rooms);
            if !target.joined {
                break;
            }
        }
        if let Some(many) = self.phrase.many.take()
            && let Some(last) = self.frame.targets.last_mut()
        {
            last.many.get_or_insert(many);
        }
        self.phrase = Target::default();
    }

    fn flush(&mut self) {
        if !self.pending_text.is_empty() {
            let text = std::mem::take(&mut self.pending_text);
            // Words that nobody knows behind a verb are taken for a name: 打开老火鸡.
            let wants_target = self.frame.targets.is_empty()
                && self.phrase.head == Head::None
                && self.frame.verb.is_some_and(|verb| !verb.weak)
                && self.frame.question.is_none();
            if wants_target && text.chars().count() >= 2 {
                self.phrase.head = Head::Unknown;
                self.phrase.text = text.trim_end_matches('的').to_owned();
            }
        }
        if self.excluding || self.frame.leaves_out {
            self.close_excluded();
        } else if !self.phrase.is_empty() {
            self.give_rooms_to_targets();
            self.close_phrase();
        }
        self.excluding = false;
        self.joined = false;
        self.degree = None;
        if let Some((value, text, head, said)) = self.modified.take()
            && (!self.frame.has_action() || self.frame.verb.is_some_and(|verb| verb.weak))
            && self.frame.value.is_none()
            && let Some(target) = self.frame.targets.last_mut()
        {
            target.head = head;
            target.text = said;
            self.frame.value = Some(value);
            self.frame.value_text = text;
        }
        let mut frame = std::mem::replace(&mut self.frame, fresh());
        if frame.leaves_out {
            frame.excluded.append(&mut frame.targets);
        }
        frame.polite |= self.polite;
        // 哪两台无所谓: no question, but leave to choose.
        if frame.targets.iter().any(|target| target.many == Some(Many::Any)) {
            frame.question = None;
            if frame.verb.is_none() {
                frame.property = None;
            }
        }
        if !frame.is_empty() || frame.negated || frame.chat || frame.scheduled {
            self.frames.push(frame);
        } else if let Some(last) = self.frames.last_mut() {
            last.unknown += frame.unknown;
        } else if frame.unknown > 0 {
            self.frame.unknown = frame.unknown;
        }
    }
}

/// Whether a property is the state that a device itself is in.
fn is_device_state(property: lares_home::Property) -> bool {
    let entry = lares_home::catalogue::catalogue().property_entry(property);
    entry.is_some_and(|entry| matches!(entry.id, "onoff" | "open_state" | "lock_state"))
}

/// Whether a quality is the last that its clause says, but for particles.
fn adjective_ends(tokens: &[Token], index: usize) -> bool {
    tokens[index + 1..].iter().all(|token| token.particle().is_some() && token.verb().is_none())
}

/// 调 and 高: the second verb only says in which direction the first goes.
fn adds_only_direction(known: &Verb, verb: &Verb) -> bool {
    known.acts.first() == Some(&Act::Set)
        && known.property.is_none()
        && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
}

/// 全 of 全关, 都 of 都打开.
fn leading_quantity(letters: &[char]) -> Option<Many> {
    if letters.len() < 2 || !is_han(letters[0]) {
        return None;
    }
    lexicon().lookup(&letters[..1])?.iter().find_map(|sense| match sense {
        Sense::Quantifier(many, _) => Some(*many),
        _ => None,
    })
}

/// A number as the command array writes it: without a needless fraction.
pub(crate) fn format_number(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format!("{}", number as i64)
    } else {
        format!("{number}")
    }
}
