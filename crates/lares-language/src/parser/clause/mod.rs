//! From the tokens of one clause to its frames: a clause may hold several commands without a mark between them.

mod actions;
mod bearers;
mod begins;
mod beside_names;
mod besides;
mod by_how_much;
mod complements;
mod counted_lamps;
mod declared;
mod descriptions;
mod doors;
mod ended_feature;
mod heads;
mod kin;
mod kinds_of_verbs;
mod left_out_behind;
mod measures;
mod modifiers;
mod narrowed;
mod numbered;
mod owned;
mod parted;
mod parts;
mod pending;
mod phrases;
mod qualities;
mod questions;
mod readings;
mod sake;
mod second;
mod targets;
mod tied;
mod told;
mod values;
mod verbs;

pub(crate) use besides::vacuum_verb;
pub(crate) use kinds_of_verbs::draws_curtains;
pub(crate) use questions::is_measured;
pub(crate) use values::format_number;

use std::cell::RefCell;

use self::pending::PendingText;
use lares_home::{Act, Property};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::action::Value;
use crate::lexicon::{Asks, Degree, Many, Person};
use crate::parse::Again;
use crate::parser::frame::{Frame, Head, Mentions, Target};
use crate::parser::lattice::{Path, Token};
use crate::parser::render::is_of;
use crate::parser::tokens::text_of;
use crate::vocabulary::{HomeVocabulary, is_han};

/// What is needed to read a clause.
pub(crate) struct Clause<'a> {
    pub(crate) text: &'a [char],
    pub(crate) path: &'a Path,
    pub(crate) tokens: &'a [Token],
    pub(crate) vocabulary: &'a HomeVocabulary,
    /// It is a condition: states are told in it, not asked for.
    pub(crate) condition: bool,
    /// An order with its target stands before it: a value alone is one more of that.
    pub(crate) after_order: bool,
    /// The last thing that was named in the clauses before it.
    pub(crate) last: Option<&'a Target>,
}

impl Clause<'_> {
    /// Its letters.
    pub(crate) fn text_said(&self) -> &[char] {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => self.text.get(first.start..last.end).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// The frames of a clause, in order. None where it says nothing.
pub(crate) fn frames(clause: &Clause<'_>) -> Vec<Frame> {
    frames_in(clause, Vec::with_capacity(1))
}

/// [`frames`] in a list without any.
pub(crate) fn frames_in(clause: &Clause<'_>, empty: Vec<Frame>) -> Vec<Frame> {
    let mut reader = Reader {
        clause,
        frames: empty,
        frame: fresh(),
        phrase: Target::default(),
        pending_text: PendingText::default(),
        modifier: None,
        modified: None,
        sharing_texts: Vec::new(),
        joined: false,
        waiting_rooms: Mentions::new(),
        measures: SmallVec::new(),
        phrase_first: false,
        excluding: false,
        has_firm_verb: clause.tokens.iter().any(is_firm_verb),
        confirms: !clause.condition && told::confirms(clause),
        sets: false,
        choice: told::choice(clause),
        polite: clause.tokens.iter().any(|token| token.particle() == Some(true)),
        chat: clause.tokens.iter().enumerate().any(|(index, token)| {
            let length = token.end - token.start;
            let long = length >= if is_han(clause.text[token.start]) { 3 } else { 8 };
            long && token.chat().is_some()
                && token.verb().is_none()
                && !token.is_target()
                && token.wish().is_none()
                && !complements::comes_of_wish(clause, index)
        }),
        unread: false,
        degree: None,
        pending_object: false,
        asks: None,
        stem: None,
        words: RefCell::default(),
    };
    reader.asks = reader.leading_question();
    if reader.asks_of_anything() {
        reader.asks = Some(Asks::Polar);
        reader.frame.question = reader.asks;
    }
    let mut index = 0;
    while index < clause.tokens.len() {
        index += reader.read(index).max(1);
    }
    reader.flush();
    told::asks_which_state(clause, &mut reader.frames);
    questions::settle(clause, &mut reader.frames);
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
    pending_text: PendingText,
    /// The value that such words name: 黄色 in 来点黄色的氛围灯 is what is wanted, not which lamp.
    modifier: Option<Value>,
    /// A head that a value stood before, with the value and its words, until the clause has another action.
    modified: Option<(Value, String, Head, SmolStr)>,
    /// Such words before a conjunction, which share the head: 左边 in 左边和右边床头灯.
    sharing_texts: Vec<PendingText>,
    joined: bool,
    /// Rooms before an exclusion, of the head behind it: 客厅除了落地灯以外的灯.
    waiting_rooms: Mentions,
    /// The phrase being read began before the verb.
    phrase_first: bool,
    excluding: bool,
    has_firm_verb: bool,
    /// Something in the clause asks: states are told in it to be confirmed.
    confirms: bool,
    /// A verb of setting was said in the frame being read.
    sets: bool,
    /// What is to choose from (制冷还是制热): its first token, one after its last, what it is about.
    choice: Option<(usize, usize, Property)>,
    polite: bool,
    /// It holds a phrase that is not for the home.
    chat: bool,
    /// Words that nobody knows stand where a part or a function of the target is named.
    unread: bool,
    degree: Option<Degree>,
    /// The words that nobody knows stand where the object of a verb does.
    pending_object: bool,
    /// What the clause asks, where it begins like an English question.
    asks: Option<Asks>,
    /// What is measured and was named directly before another such (温度湿度多少): it is asked for as well.
    measures: SmallVec<[Property; 2]>,
    /// The last words that were looked at, with their places: each is asked for many times.
    words: RefCell<[((usize, usize), SmolStr); 4]>,
    /// The first word of the last verb, to which a particle behind its object may belong.
    stem: Option<SmolStr>,
}

impl Reader<'_, '_> {
    fn token(&self, index: usize) -> Option<&Token> {
        self.clause.tokens.get(index)
    }

    fn said(&self, token: &Token) -> SmolStr {
        let written = || text_of(self.clause.text, token.start, token.end);
        let Ok(mut words) = self.words.try_borrow_mut() else { return written() };
        let place = token.start % words.len();
        let Some(known) = words.get_mut(place) else { return written() };
        if known.0 != (token.start, token.end) {
            *known = ((token.start, token.end), written());
        }
        known.1.clone()
    }

    /// Reads the token at `index`, with what belongs to it behind it, and says how many tokens that was.
    fn read(&mut self, index: usize) -> usize {
        let Some(token) = self.clause.tokens.get(index) else { return 1 };
        self.extend_span(token);
        if let Some(used) = self.door_by_its_word(index) {
            return used;
        }
        if self.is_unknown(token) || self.is_cut_from_word(index) || self.is_strangers(index, token) {
            return self
                .parted(index, token)
                .or_else(|| self.marked_like_last(index, token))
                .or_else(|| self.of_kin(index, token))
                .or_else(|| self.room_of_stranger(index))
                .or_else(|| self.kind_by_beginning(index))
                .unwrap_or_else(|| self.unknown(index));
        }
        if let Some(used) = self.for_whose_sake(index) {
            return used;
        }
        self.frame.known += token.end - token.start;
        if token.likeness < 1.0 {
            self.frame.likeness *= token.likeness;
        }
        let used = self
            .cantonese(index, token)
            .or_else(|| self.lock_is_a_thing(token))
            .or_else(|| self.scene_thing(index, token))
            .or_else(|| self.told(index, token))
            .or_else(|| self.on_which(index, token))
            .or_else(|| self.leaves_out_owner(index, token))
            .or_else(|| self.owned_alike(index, token))
            .or_else(|| self.parted(index, token))
            .or_else(|| self.other_room(index, token))
            .or_else(|| self.complement(index, token))
            .or_else(|| self.marked_like_last(index, token))
            .or_else(|| self.of_kin(index, token))
            .or_else(|| self.room_of_stranger(index))
            .or_else(|| self.size_beside_pronoun(index))
            .or_else(|| self.on_whose_side(index, token))
            .or_else(|| self.set_at(index, token))
            .or_else(|| self.beside_names(index, token))
            .or_else(|| self.modifiers(index, token))
            .or_else(|| self.number(index, token))
            .or_else(|| self.sent_home(token))
            .or_else(|| self.spun(index, token))
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

    /// Words that only tell of someone or something are no words of an order.
    fn is_unknown(&self, token: &Token) -> bool {
        // What was only nearly heard as a filler was a word of its own: "pedal stall fan".
        let misheard = token.likeness < 1.0
            && token.particle().is_some()
            && token.verb().is_none()
            && token.question().is_none()
            && token.negation().is_none()
            && !token.is_target()
            && !self.clause.text[token.start..token.end].iter().any(|&letter| is_han(letter));
        token.is_unknown() || misheard || !self.clause.condition && !self.confirms && token.only_tells()
    }

    /// 关掉小明的灯: the thing of somebody whom the home does not know is none of its own.
    fn is_strangers(&self, index: usize, token: &Token) -> bool {
        let owns = self.token(index + 1).is_some_and(|next| self.clause.text[next.start..next.end] == ['的']);
        let thing = |token: &Token| token.noun().is_some() && token.name().is_none();
        // 他的空调: somebody who was spoken of.
        let pointed =
            matches!(self.clause.text.get(token.start), Some('他' | '她' | '它' | '佢' | '伊' | '人'));
        owns && !pointed
            && !self.clause.condition
            && token.person() == Some(Person::Other)
            && !token.is_target()
            && self.token(index + 2).is_some_and(thing)
    }

    fn unknown(&mut self, index: usize) -> usize {
        let mut end = index + 1;
        while self.token(end).is_some_and(|token| self.is_unknown(token)) {
            end += 1;
        }
        let (Some(first), Some(last)) = (self.token(index), self.token(end - 1)) else { return 1 };
        let (start, stop) = (first.start, last.end);
        // 客人要来了开下灯: what has come to be so is no part of a name.
        if last.state().is_some() && self.clause.text[stop - 1] == '了' {
            self.frame.span.1 = self.frame.span.1.max(stop);
            self.frame.unknown += stop - start;
            return end - index;
        }
        if self.clause.text[start..stop] == ['o', 'n', 'e', 's'] && self.pending_text.is_empty() {
            // "the ones in our room", "the pooja ones": of the kind spoken of.
            let placed = !self.phrase.rooms.is_empty()
                || self
                    .token(end)
                    .is_some_and(|next| next.possessive() == Some(crate::lexicon::Place::Before));
            return if placed { end - index } else { self.pronoun(index) };
        }
        self.unread |= self.names_function(index, start, stop);
        let text = text_of(self.clause.text, start, stop);
        if self.is_place(index, end) {
            self.frame.lost_place = text.clone();
        }
        self.frame.span.1 = self.frame.span.1.max(stop);
        let weight = if text.chars().any(is_han) { text.chars().count() } else { 2 * (end - index) };
        let is_of_name =
            |token: &Token| self.clause.vocabulary.is_word_of_name(&self.clause.text[token.start..token.end]);
        // 照得我睡不着: what comes of what is complained of is told in anybody's own words.
        if self.comes_of_wish(index) || self.clause.tokens[index..end].iter().all(is_of_name) {
            self.frame.known += weight;
        } else {
            self.frame.unknown += weight;
        }
        if self.pending_text.is_empty() {
            let mut before =
                self.clause.tokens[..index].iter().rev().filter(|token| token.particle() != Some(false));
            self.pending_object =
                before.next().is_some_and(|token| token.verb().is_some_and(|verb| !verb.weak));
            self.pending_text = text.into();
        } else {
            if !text.chars().next().is_some_and(is_han) {
                self.pending_text.push_str(" ");
            }
            self.pending_text.push_str(&text);
        }
        end - index
    }

    /// Words that nobody knows and that belong to nothing: what was meant may be something else.
    fn lose(&mut self, text: &str) {
        if self.feeds() {
            self.frame.unknown = 0;
            return;
        }
        // "kill the germs": what the verb is said of.
        let object = self.frame.targets.is_empty() && self.frame.verb.is_some_and(|verb| !verb.weak);
        // "crystal on Hotstar": what it is to show or play there, and no word for being switched on.
        let shown = self.frame.targets_first
            && self.frame.verb.is_some_and(|verb| verb.id == "on")
            && self.frame.targets.iter().all(|target| {
                target.head == Head::Name
                    && is_of(
                        target,
                        self.clause.vocabulary,
                        &["Television", "Projector", "SetTop", "Speaker"],
                    )
            });
        let object = object || shown;
        self.frame.lost += text.split(' ').count();
        self.frame.lost_object |= object && std::mem::take(&mut self.pending_object);
    }

    /// "Feed Rex": who gets it is no device.
    fn feeds(&self) -> bool {
        self.frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Dispense))
    }

    /// A word that only tells which.
    fn unknown_word(&mut self, token: &Token) -> usize {
        self.frame.known = self.frame.known.saturating_sub(token.end - token.start);
        self.frame.unknown += 2;
        let said = self.said(token);
        if !self.pending_text.is_empty() {
            self.pending_text.push_str(" ");
        }
        self.pending_text.push_str(&said);
        1
    }

    /// "a bit more", "two more": by how much, and nothing of what.
    fn more_alone(&mut self) {
        let degree = self.degree.take();
        let frame = &mut self.frame;
        let alone = frame.verb.is_none_or(|verb| verb.weak)
            && frame.property.is_none()
            && frame.direction.is_none()
            && frame.question.is_none()
            && !frame.goal
            && !frame.has_target();
        let more = matches!(
            (degree, &frame.value),
            (Some(Degree::Bit | Degree::More), None) | (Some(Degree::More), Some(Value::Number { .. }))
        );
        if !alone || frame.value.is_some() && !more {
            frame.again = None;
        } else if more {
            frame.again.get_or_insert(Again::More);
        }
        if frame.again.is_some() {
            frame.verb = None;
        }
    }

    fn flush(&mut self) {
        if self.joined
            && !self.excluding
            && let Some(name) = self.like_the_last()
        {
            // "Lock the front door and the back"
            self.pending_text.clear();
            self.phrase.head = Head::Name;
            self.phrase.text = name.into();
            self.phrase.joined = true;
            self.close_phrase();
        }
        let nowhere = self.is_nowhere();
        if !self.pending_text.is_empty() && !self.excluding {
            let text = std::mem::take(&mut self.pending_text);
            // Words that nobody knows behind a verb are taken for a name: 打开老火鸡.
            let wants_target = self.frame.targets.is_empty()
                && self.phrase.head == Head::None
                && (self.frame.verb.is_some_and(|verb| !verb.weak) && self.frame.question.is_none()
                    || self.asks_of_unknown(&text)
                    || self.finds_somewhere()
                    || self.asks_about_person());
            let feeds = self.feeds();
            let wants_target = wants_target && !feeds;
            if feeds {
                self.frame.unknown = 0;
            } else if text.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && !wants_target
                && !nowhere
            {
                self.lose(&text);
            }
            let fed = self.frame.verb.is_some_and(|verb| {
                verb.acts.first() == Some(&Act::Dispense)
                    && verb.nouns.iter().any(|noun| self.clause.vocabulary.has_noun(*noun))
            });
            if wants_target && fed && self.clause.vocabulary.match_name(&text, 1).is_empty() {
                // 给猫喂点粮, "feed the hamster": who is fed is no device.
                self.frame.unknown = 0;
                self.frame.of_doing = true;
            } else if wants_target && text.chars().count() >= 2 {
                self.phrase.head = Head::Unknown;
                self.phrase.text = text.trim_end_matches('的').into();
            }
        }
        if self.excluding || self.frame.leaves_out {
            self.close_excluded();
            // What is to be left out was said, and not understood: not everything is meant.
            self.unread |= self.excluding && self.frame.excluded.is_empty();
        } else if !self.phrase.is_empty() {
            self.give_rooms_to_targets();
            self.close_phrase();
        }
        self.excluding = false;
        self.joined = false;
        self.place_waiting_rooms();
        self.rest_of_kind();
        self.by_how_much();
        self.more_alone();
        if let Some((value, text, head, said)) = self.modified.take()
            && (!self.frame.has_action() || self.frame.verb.is_some_and(|verb| verb.weak))
            && self.frame.value.is_none()
            && let Some(target) = self.frame.targets.last_mut()
        {
            target.head = head;
            target.text = said;
            self.frame.value = Some(value);
            self.frame.value_text = text.into();
        }
        if !self.frames.is_empty() && self.frame.has_action() {
            self.frame.question = self.frame.question.or(self.asks);
        }
        // "The desk lamp is way too bright": a complaint, however it is put.
        let complains = self.frame.wish.is_some() && self.frame.targets_first && self.asks.is_none();
        if complains && self.frame.question == Some(Asks::Polar) && self.frame.verb.is_none() {
            self.frame.question = None;
            self.frame.complaint = true;
        }
        // 黑灯瞎火的我咋换鞋: it complains, whatever it asks.
        let only_complains = self.frame.wish.is_some()
            && self.frame.complaint
            && self.frame.verb.is_none_or(|verb| verb.weak)
            && self.frame.property.is_none()
            && self.frame.question == Some(Asks::Value)
            && !self.frame.targets.iter().any(|target| matches!(target.head, Head::Noun(_) | Head::Name));
        if only_complains {
            self.frame.question = None;
        }
        self.tells_complaint();
        self.only_orders();
        self.doors_of_rooms();
        self.only_tells_of_it();
        self.warmth_here();
        self.asks_setting();
        self.asks_reading();
        self.only_tells_quality();
        self.app_comes_up();
        if self.asks_for_person() {
            self.frame = Frame { chat: true, ..fresh() };
        }
        self.sets_to_work();
        self.name_after_rooms();
        self.locks_every_door();
        self.leaves_out_one();
        let mut frame = std::mem::replace(&mut self.frame, fresh());
        frame.unread = std::mem::take(&mut self.unread);
        if frame.leaves_out {
            frame.excluded.append(&mut frame.targets);
        }
        // "do the film night one": a scene is no state to be asked for.
        if frame.targets.iter().any(|target| target.head == Head::Scene) && frame.property.is_none() {
            let queries = |verb: &crate::lexicon::Verb| verb.acts.first() == Some(&lares_home::Act::Query);
            if self.asks.is_some() {
                frame.question = None;
            }
            frame.verb = frame.verb.filter(|verb| verb.chinese || !queries(verb));
        }
        // "what's it like temperature wise in the conservatory": it is what is there.
        if frame.question.is_some() && frame.property.is_some_and(is_measured) {
            for target in &mut frame.targets {
                if target.head == Head::Last && !target.rooms.is_empty() {
                    target.head = Head::None;
                    target.text = SmolStr::default();
                }
            }
        }
        frame.polite |= self.polite;
        frame.chat |= self.chat;
        // "any water on the cellar floor?"
        let sensed = frame.question.is_some()
            && frame.verb.is_none()
            && frame.property.is_some_and(questions::is_sensed)
            && self.clause.text[frame.span.0.min(self.clause.text.len() - 1)].is_ascii();
        if sensed {
            frame.targets.iter_mut().for_each(|target| target.many = None);
        }
        // "Both the kitchen lights and the fan": two things, and not two of the first kind.
        if let [first, .., _] = &mut frame.targets[..]
            && first.many == Some(Many::Both)
            && !(matches!(first.head, Head::Noun(_)) && first.text.ends_with('s'))
        {
            first.many = None;
        }
        // 哪两台无所谓: no question, but leave to choose.
        if frame.targets.iter().any(|target| target.many == Some(Many::Any)) {
            frame.question = None;
            if frame.verb.is_none() {
                frame.property = None;
            }
        }
        if !frame.is_empty() || frame.negated || frame.chat || frame.scheduled {
            self.cooks_for(&mut frame);
            self.frames.extend(self.switched_before(&frame));
            self.asks_measures(&frame);
            self.frames.push(frame);
        } else if let Some(last) = self.frames.last_mut() {
            last.unknown += frame.unknown;
        } else if frame.unknown > 0 {
            self.frame.unknown = frame.unknown;
        }
    }
}
