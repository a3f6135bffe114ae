//! Verbs, properties and states: what a clause says is to be done.

use lares_home::Act;
use smol_str::SmolStr;

use super::kinds_of_verbs::{
    BLOWN, COLOURS, adds_only_direction, draws_curtains, ends_or_begins, is_device_state, is_general_state,
    is_work, leading_quantity, only_tells, property_is, stem_of,
};
use super::{Reader, is_firm_verb};
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, Degree, Place, Sense, Verb, lexicon};
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// Verbs, properties, values, qualities.
    pub(super) fn action(&mut self, index: usize, token: &Token) -> Option<usize> {
        // "shut up" says nothing to the home, "shut the radio up" does.
        let of_nothing = token
            .verb()
            .is_none_or(|verb| !verb.nouns.is_empty() && !self.clause.tokens.iter().any(Token::is_target));
        if token.chat().is_some() && of_nothing && token.wish().is_none() && !self.comes_of_wish(index) {
            if self.frame.verb.is_some_and(|verb| !verb.chinese && verb.acts.first() == Some(&Act::Dispense))
            {
                // "feed Biscuit"
                return Some(1);
            }
            let before_noun = self.token(index + 1).is_some_and(|next| next.noun().is_some());
            let is_word = self.clause.text[token.start..token.end].iter().all(char::is_ascii_alphabetic);
            if is_word && (before_noun && self.frame.verb.is_some() || self.excluding) {
                // "lock the bag door": which one, heard wrongly.
                return Some(self.unknown_word(token));
            }
            if self.is_place(index, index + 1) {
                self.frame.lost_place = self.said(token);
            }
            self.frame.chat = true;
            self.frame.chat_letters += token.end - token.start;
            return Some(1);
        }
        if let Some(wish) = token.wish() {
            // "the lamp is too bright": told, and not asked.
            if self.asks.is_none() && !self.confirms_by_mark() {
                self.frame.question = None;
            }
            self.frame.wish = self.frame.wish.filter(|sun| draws_curtains(sun)).or(Some(wish));
            self.frame.complaint = true;
            return Some(1);
        }
        if let Some(used) = self.quality(index, token) {
            return Some(used);
        }
        if self.tells_where(index, token) || self.is_tied_by_on(index, token) {
            return Some(1);
        }
        if self.leads_to_value(index, token) || self.names_program(index, token) {
            return Some(1);
        }
        // 停止给车充电: the work that ends is behind it.
        let ends_work = token.verb().is_some_and(ends_or_begins)
            && self.token(index + 1).is_some_and(|next| next.verb().is_some_and(is_work));
        // 停下回去充电: where it is to go, and no state to be left.
        let goes_home =
            token.verb().is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Dock))
                && self.frame.verb.is_none_or(ends_or_begins);
        let is_value = (token.value().is_some() || token.home_value().is_some())
            && !self.feature_not_value(token)
            && !ends_work
            && !goes_home;
        let property = self.frame.property.or_else(|| self.token(index + 1).and_then(Token::property));
        // 静音风: a value of what is named beside it, not a verb.
        let of_property = property.is_some()
            && token
                .senses
                .iter()
                .any(|sense| matches!(sense, Sense::Value(value) if value.property == property));
        // 关闭空调扫风: what another verb switches, and no verb of its own.
        let of_property = of_property || self.is_switched(token);
        // 启动充电: work, although some device has a value of that name.
        let is_object = self.frame.verb.is_some_and(|verb| {
            ends_or_begins(verb) || verb.nouns.is_empty() && verb.acts.first() == Some(&Act::On)
        }) && token.verb().is_some_and(is_work)
            && token.verb().is_some_and(|verb| verb.key.is_none());
        if let Some(verb) = token.verb()
            && !of_property
            && self.names_feature(verb)
        {
            // "disable storm wash": a function that nobody knows, and no order to wash.
            self.frame.lost_object = true;
            return Some(1);
        }
        if let Some(verb) = token.verb()
            && !of_property
            && self.is_object_of_verb(token, verb)
        {
            self.frame.helpers.extend(&verb.nouns);
            self.frame.of_doing = true;
            return Some(1);
        }
        if let Some(verb) = token.verb()
            && let Some(used) = self.switches_before_sound(index, token, verb)
        {
            return Some(used);
        }
        // "… and dim the string lights": a verb of its own, although some device has a value of that name.
        let begins = self.begins_order(index, token);
        if let Some(verb) = token.verb()
            && !of_property
            && (is_object
                || begins
                || !(is_value && (self.frame.goal || (self.has_firm_verb && !is_firm_verb(token)))))
        {
            let firm = self.frame.verb.is_some_and(|known| !known.weak);
            if self.asks.is_some() && firm && self.frame.has_target() && self.orders(index) {
                self.flush();
                self.asks = None;
            }
            if self.asks.is_some() && firm && !self.joined && !verb.weak {
                self.state_asked(verb);
                return Some(1);
            }
            if begins {
                self.flush();
                self.extend_span(token);
                self.joined = false;
            }
            self.verb(token, verb);
            self.object_of_verb(index, token);
            self.stem = stem_of(&self.said(token)).map(SmolStr::new);
            return Some(1);
        }
        if let Some(level) = token.level() {
            // turbo 强风: a level behind a value by name says it again.
            let named = matches!(self.frame.value, Some(Value::Word { .. }));
            let switches = |verb: &Verb| matches!(verb.acts.first(), Some(Act::On | Act::Off | Act::Close));
            let next = self.token(index + 1).and_then(Token::verb);
            // "all the way off": the verb says where to.
            if named || next.is_some_and(switches) && !self.frame.goal && !self.on_name(index + 1) {
                return Some(1);
            }
            self.frame.direction = None;
            self.set_value(Value::Level(level), token.start, token.end, None);
            if let Some(adjective) = token.adjective().and_then(|_| self.adjective(token)) {
                self.frame.property.get_or_insert(adjective.property);
            }
            return Some(1);
        }
        if self.switched_then_set(index, token) {
            self.flush();
            self.extend_span(token);
        }
        let path = self.clause.path;
        let sets_it = self.token(index + 1).is_some_and(|next| {
            next.numeral(path).is_some() && self.clause.text[token.start].is_ascii()
                || next.goal().is_some()
                    && self.token(index + 2).is_some_and(|value| value.numeral(path).is_some())
        });
        if let (true, Some(property)) = (sets_it || self.is_counted(index, token), token.property()) {
            // "the spin to 1000".
            self.frame.property = Some(property);
            return Some(1);
        }
        // 车库门关好了吧: a state that is only told is asked about; 开着 is how it shall be.
        if !self.clause.condition
            && !self.frame.goal
            && self.frame.verb.is_none_or(|verb| verb.weak)
            && self.clause.text[token.end - 1] != '着'
            && !super::told::hopes(self.clause)
            && let Some(state) = crate::parser::condition::sensed_value(token)
            && (self.frame.question.is_some() || state.property.is_some_and(is_device_state))
        {
            self.frame.question.get_or_insert(Asks::Polar);
            self.frame.property = self.frame.property.or(state.property);
            return Some(1);
        }
        let is_app = token.property().is_some_and(|property| property_is(property, "app"));
        if is_app && self.frame.verb.is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Up))) {
            // "bring up netflix": onto the screen.
            self.frame.verb = self.clause.vocabulary.switch_verb();
            self.frame.direction = None;
        }
        let launches = token.property().is_some_and(|property| property_is(property, "app"))
            && !self.frame.goal
            && self.frame.verb.is_none_or(|verb| verb.acts.first() != Some(&Act::Set))
            && self.frame.property.is_none();
        // "too quiet for this movie": what the complaint is about, and nothing that is to be set.
        let complains = self.frame.wish.is_some() && !self.frame.goal && self.frame.verb.is_none();
        if complains && self.named_value(token).is_some() {
            return Some(1);
        }
        if let Some(value) = self.named_value(token).filter(|_| !launches && !self.feature_not_value(token)) {
            let only = self.single_property(token).filter(|_| matches!(value, Value::Word { .. }));
            let looks = self.frame.verb.is_some_and(|verb| {
                verb.chinese && verb.acts.first() == Some(&Act::Query) && verb.property.is_none()
            });
            if looks && self.frame.question.is_none() {
                self.watches(only);
            }
            self.set_value(value, token.start, token.end, None);
            if self.frame.property.is_none() {
                self.frame.property = only;
            }
            return Some(1);
        }
        if self.is_played(token) || launches && self.launched(token) {
            return Some(1);
        }
        if let Some(property) = token.property() {
            // "how much longer on the wash": a question that names what it asks for.
            let named = self
                .frame
                .verb
                .is_some_and(|verb| verb.acts.first() == Some(&Act::Query) && verb.property.is_some());
            if named || self.frame.question == Some(Asks::Time) && self.frame.property.is_none() {
                return Some(1);
            }
            // "what's the co2 doing": what was named is asked for.
            let measured =
                self.frame.property.is_some_and(super::is_measured) && self.frame.question.is_some();
            if measured && self.said(token) == "doing" {
                return Some(1);
            }
            // 开制冷二十四度风速调大: so many degrees are of no fan.
            let degrees = super::begins::is_warmth(self.frame.value.as_ref());
            let other = degrees && BLOWN.iter().any(|id| property_is(property, id));
            if other
                || self.has_own_number(index, token)
                || self.frame.value.is_some() && self.frame.property.is_some_and(|known| known != property)
            {
                self.flush();
                self.extend_span(token);
            }
            // 充电状态, 烘干机工作进度: what is told of the work, where nothing is to be set.
            let of_work = self.frame.verb.is_some_and(|verb| {
                is_work(verb) || !verb.weak && matches!(verb.acts.first(), Some(Act::Start | Act::Capture))
            });
            let adjoins = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.verb().is_some() || before.possessive().is_some());
            if only_tells(property)
                && is_han(self.clause.text[token.start])
                && self.frame.value.is_none()
                && !self.head_follows(index)
                && (of_work && adjoins || self.frame.property.is_some() && self.frame.verb.is_none())
            {
                self.frame.question.get_or_insert(Asks::Value);
                // 随机播放状态: the state of what was named before it.
                if !is_general_state(property) {
                    self.frame.property = Some(property);
                }
                return Some(1);
            }
            // 换成蓝色亮度三成: what comes after a colour is set besides it.
            let coloured = matches!(self.frame.value, Some(Value::Color { .. } | Value::Kelvin { .. }))
                && !COLOURS.iter().any(|id| property_is(property, id));
            let set_next = self.clause.tokens[index + 1..].iter().any(|next| {
                next.numeral(self.clause.path).is_some()
                    || next.level().is_some()
                    || next.adjective().is_some()
                    || next.verb().is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Up | Act::Down)))
            });
            if coloured && set_next {
                self.flush();
                self.extend_span(token);
            }
            let is_mode = property_is(property, "mode");
            let named = index.checked_sub(1).and_then(|before| self.token(before));
            if let Some(named) = named.filter(|named| is_mode && named.verb().is_some_and(is_work))
                && self.frame.value.is_none()
                && self.frame.verb.is_some_and(is_work)
                && is_han(self.clause.text[token.start])
            {
                // 扫地机拖地模式: which mode, by the work it is for.
                let text = String::from(text_of(self.clause.text, named.start, token.end));
                self.frame.verb = None;
                self.frame.value = Some(Value::Word { text: text.clone(), key: None });
                self.frame.value_text = text.into();
                return Some(1);
            }
            self.keeps_measure(index, property);
            self.frame.property = Some(property);
            return Some(1);
        }
        if token.unit() == Some(Unit::Degree)
            && self.said(token) == "degree"
            // "back a degree", "a degree warmer"
            && (self.frame.direction.is_some()
                || self.token(index + 1).is_some_and(|next| next.adjective().is_some()))
            && self.frame.value.is_none()
        {
            // "back a degree"
            self.set_value(Value::Number { number: 1.0, unit: Unit::Degree }, token.start, token.end, None);
            self.frame.value_text = "1".into();
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
            let english = self.clause.text[token.start].is_ascii();
            self.frame.by_degree |= (matches!(degree, Degree::Bit | Degree::Much)
                || degree == Degree::More && english)
                && self.frame.verb.is_some();
            if degree == Degree::Too {
                self.frame.complaint |= self.frame.direction.is_some() && self.frame.verb.is_none();
            }
            return Some(1);
        }
        Some(1)
    }

    /// 把门锁上: 上 behind a lock locks it.
    pub(super) fn locks(&self, token: &Token) -> Option<&'static Verb> {
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

    pub(super) fn verb(&mut self, token: &Token, verb: &'static Verb) {
        let verb = self.verb_meant(token, verb);
        // 水烧到多少度: what comes to be so is measured, what is set is not.
        let comes = matches!(verb.id.as_str(), "raise_to" | "close_to");
        self.sets |= verb.acts.first() == Some(&Act::Set) && verb.key.is_none() && !comes;
        if self.frame.value.is_some() && self.frame.verb.is_some_and(|known| !known.weak) && !verb.weak {
            // 客厅空调调26度主卧的调24
            let waits = verb.chinese
                && self.phrase.head == Head::None
                && !self.phrase.rooms.is_empty()
                && self.frame.targets_first;
            let phrase = if waits { std::mem::take(&mut self.phrase) } else { Target::default() };
            self.flush();
            self.extend_span(token);
            if waits {
                self.phrase = phrase;
            }
        }
        // 动静小点开静音模式: what was to become of one thing, and then something else is switched.
        let becomes = self.frame.direction.is_some() && self.frame.verb.is_none() && self.frame.has_target();
        let feature =
            self.clause.tokens.iter().any(|other| {
                other.start == token.end && (other.value().is_some() || other.property().is_some())
            });
        // 声音小点下一首: and then something else is done.
        let moves_on = verb.chinese
            && matches!(verb.acts.first(), Some(Act::Next | Act::Previous | Act::Pause | Act::Mute));
        let switches = feature && matches!(verb.acts.first(), Some(Act::On | Act::Off));
        if becomes && (switches || moves_on) && !verb.weak {
            self.flush();
            self.extend_span(token);
        }
        if self.leaves_then_orders(token, verb) {
            self.flush();
            self.extend_span(token);
        }
        // "everything off but the TV, and drop that to ten": something is done to what was left out.
        let before = self.clause.tokens.iter().rev().find(|other| other.end <= token.start);
        let further = before.is_some_and(|before| before.conjunction().is_some());
        if self.excluding && further && !verb.chinese && self.frame.has_action() {
            self.flush();
            self.extend_span(token);
            let left_out = self.frames.last().and_then(|frame| frame.excluded.last().cloned());
            let behind = self.clause.tokens.iter().find(|other| other.start >= token.end);
            let refers = behind.is_some_and(|next| next.reference().is_some());
            self.frame.targets.extend(left_out.filter(|_| refers || self.said(token).ends_with(" it to")));
        }
        // "leave the porch light on": how what is left out stays.
        if self.excluding && self.frame.verb.is_some_and(|known| !known.weak) {
            return;
        }
        // 客厅的灯关了卧室的打开: the room that waits belongs to the verb that comes.
        let room_waits = self.phrase.head == Head::None && !self.phrase.rooms.is_empty();
        // "lights off in the garage and close the doors": the room ends the list before it.
        let ends = self.joined && !verb.chinese;
        if room_waits
            && !ends
            && !verb.weak
            && self.frame.targets_first
            && self.frame.verb.is_some_and(|known| !known.weak)
        {
            let phrase = std::mem::take(&mut self.phrase);
            self.flush();
            self.extend_span(token);
            self.phrase = phrase;
        }
        self.close_dangling_phrase();
        match self.frame.verb {
            // 把煤气阀打开做饭: what it is for, said of another machine.
            Some(known) if self.is_purpose(known, verb, token) => return,
            // 只拖地别扫了: what is chosen, and the rest of it in other words.
            None if verb.id.starts_with("end_") && matches!(self.frame.value, Some(Value::Word { .. })) => {
                return;
            }
            // 开空调降降温: what comes of it.
            Some(known) if self.is_effect(known, verb, token) => return,
            // 洗衣服用四十度的水: the work, and with what.
            Some(known) if is_work(known) && self.frame.value.is_none() && self.says_with(token) => return,
            // "set it to 22 and make it swing": what was to be set is set.
            Some(known)
                if known.weak
                    && verb.weak
                    && !verb.chinese
                    && verb.acts.first() == Some(&Act::Set)
                    && self.joined
                    && (self.frame.value.is_some() || self.frame.direction.is_some()) =>
            {
                self.flush();
                self.extend_span(token);
                self.frame.verb = Some(verb);
            }
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
            // 看看还要多久: what is looked for says more than looking.
            Some(known)
                if verb.acts.first() == Some(&Act::Query)
                    && known.acts.first() == Some(&Act::Query)
                    && known.property.is_none() =>
            {
                self.frame.verb = Some(verb);
            }
            // 打开看看, 开始烤: the second verb only says it again. 监听开着没有 asks.
            Some(known)
                if verb.acts.first() == Some(&Act::Query) && known.acts.first() != Some(&Act::Query) =>
            {
                let told = verb.property.is_some() && verb.acts.len() == 1;
                if told && !self.polite && is_han(self.clause.text[token.start]) {
                    self.frame.question.get_or_insert(Asks::Polar);
                }
            }
            // 停止加热: what the second verb would set is to end.
            Some(known)
                if verb.key.is_some()
                    && ends_or_begins(known)
                    && !matches!(known.acts.first(), Some(Act::Start | Act::Resume))
                    && self.frame.value.is_none() => {}
            // 停止充电, 结束洗碗: the second verb is the work that is to end; 扫地暂停: so is the first.
            Some(known)
                if (ends_or_begins(known)
                    || known.nouns.is_empty() && known.acts.first() == Some(&Act::On))
                    && is_work(verb)
                    && is_han(self.clause.text[token.start])
                    && !self
                        .clause
                        .tokens
                        .iter()
                        .any(|other| other.start > token.start && other.is_target())
                    && self.frame.value.is_none() =>
            {
                // 开扫, 打开充电: to switch the work on is to begin it.
                if known.acts.first() == Some(&Act::On) {
                    self.frame.verb = Some(verb);
                } else {
                    self.frame.work = Some(verb);
                }
                if let Some(property) = verb.property.filter(|_| verb.key.is_none()) {
                    self.frame.property.get_or_insert(property);
                }
                return;
            }
            Some(known)
                if is_work(known)
                    && ends_or_begins(verb)
                    && self.frame.value.is_none()
                    && !self.frame.has_target()
                    && !self
                        .clause
                        .tokens
                        .iter()
                        .any(|other| other.start > token.start && other.is_target()) =>
            {
                self.frame.work = Some(known);
                self.frame.verb = Some(verb);
            }
            // 别扫了回去: where to, and no more of it.
            Some(known)
                if verb.chinese
                    && (known.id.starts_with("end_") || ends_or_begins(known))
                    && verb.acts.first() == Some(&Act::Dock) =>
            {
                self.frame.verb = Some(verb);
            }
            Some(known)
                if self.says_again(known, verb)
                    && !self.begins_another(token, verb)
                    && !self.is_of_others(verb) => {}
            Some(known) if known.acts == verb.acts && known.property == verb.property => {}
            // "bump the lamp up ten percent": the particle says the direction of the verb again.
            Some(known)
                if !known.chinese
                    && matches!(known.acts.first(), Some(Act::Up | Act::Down))
                    && known.acts.first() == verb.acts.first()
                    && (verb.property.is_none() || verb.property == known.property) => {}
            // "cut the lamp off": so is what is to become of it.
            Some(known)
                if !known.chinese
                    && matches!(verb.id.as_str(), "on" | "off" | "close")
                    && known.acts.first() == verb.acts.first()
                    && !self.joined
                    && self.frame.value.is_none() => {}
            Some(known) if adds_only_direction(known, verb) => self.frame.verb = Some(verb),
            Some(known) if adds_only_direction(verb, known) => {}
            Some(_) => {
                self.flush();
                self.extend_span(token);
                self.frame.verb = Some(verb);
            }
            None => self.frame.verb = Some(verb),
        }
        self.frame.leads |= self.frame.span.0 == token.start && !verb.weak;
        if let Some(Act::Up | Act::Down) = verb.acts.first() {
            self.frame.direction = Some(verb.acts.first() == Some(&Act::Up));
        }
        if let Some(property) = verb.property {
            self.frame.property.get_or_insert(property);
        }
        if let (Some(key), None) = (&verb.key, &self.frame.value) {
            let text = String::from(self.said(token));
            self.frame.value = Some(Value::Word { text: text.clone(), key: Some(key.clone()) });
            self.frame.value_text = text.into();
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

    /// Whether a second verb means what the first does, for the same targets.
    pub(super) fn says_again(&self, known: &Verb, verb: &Verb) -> bool {
        let shares_act = known.acts.iter().any(|act| verb.acts.first() == Some(act));
        shares_act && verb.property.is_none() && known.property.is_none() && self.frame.targets_first
    }
}
