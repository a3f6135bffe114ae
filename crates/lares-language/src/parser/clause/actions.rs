//! Verbs, properties and states: what a clause says is to be done.

use lares_home::Act;
use smol_str::SmolStr;

use super::kinds_of_verbs::{
    BLOWN, COLOURS, draws_curtains, ends_or_begins, is_device_state, is_general_state, is_work, only_tells,
    property_is, stem_of,
};
use super::{Reader, is_firm_verb};
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, Degree, Place, Sense, Verb, lexicon};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::is_han;

/// 制冷低风: whether a value is a mode, of which no level can be another word.
fn is_mode_of_air(key: Option<&str>) -> bool {
    matches!(key, Some("cool" | "heat" | "dry" | "fan"))
}

impl Reader<'_, '_> {
    /// Verbs, properties, values, qualities.
    pub(super) fn action(&mut self, index: usize, token: &Token) -> Option<usize> {
        // "shut up" says nothing to the home, "shut the radio up" does.
        let of_nothing = token
            .verb()
            .is_none_or(|verb| !verb.nouns.is_empty() && !self.clause.tokens.iter().any(Token::is_target));
        if token.chat().is_some() && of_nothing && token.wish().is_none() && !self.comes_of_wish(index) {
            if self.feeds() {
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
            // 讲什么我都听不清: whatever it is.
            let whatever = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| matches!(self.said(before).as_str(), "都" | "也" | "我都" | "我也"));
            if whatever && self.asks != Some(Asks::Polar) {
                self.asks = None;
                self.frame.question = None;
            }
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
            self.frame.helpers.extend_from_slice(&verb.nouns);
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
        // 空调26度制冷: the number is set, and then the mode.
        let second = is_value
            && self.frame.verb.is_none_or(|verb| verb.weak)
            && matches!(self.frame.value, Some(Value::Number { .. }))
            && self.frame.has_target()
            && !self.joined
            && token.verb().is_some_and(|verb| verb.chinese && verb.key.is_some());
        if let Some(verb) = token.verb()
            && !of_property
            && !second
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
        // "The top's catching": who or what, and not how much.
        let is_whose = |next: &Token| next.possessive().is_some() && self.clause.text[next.start] == '\'';
        if let Some(level) = token.level().filter(|_| !self.token(index + 1).is_some_and(is_whose)) {
            // turbo 强风: a level behind a value by name says it again.
            let named =
                matches!(&self.frame.value, Some(Value::Word { key, .. }) if !is_mode_of_air(key.as_deref()));
            let switches = |verb: &Verb| matches!(verb.acts.first(), Some(Act::On | Act::Off | Act::Close));
            let next = self.token(index + 1).and_then(Token::verb);
            // "all the way off": the verb says where to.
            let own_order = self.token(index + 1).is_some_and(|next| self.begins_with_verb(next));
            if named
                || next.is_some_and(switches) && !own_order && !self.frame.goal && !self.on_name(index + 1)
            {
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
        // "Spin low", where low is no name of a programme.
        let latin = self.clause.text[token.start].is_ascii();
        let amount = |next: &Token| {
            let level = token.value().is_some() && next.level().is_some() && self.said(next).is_ascii();
            next.numeral(path).is_some() || latin && level
        };
        let sets_it = self.token(index + 1).is_some_and(|next| {
            latin && amount(next) || next.goal().is_some() && self.token(index + 2).is_some_and(amount)
        });
        if let (true, Some(property)) = (sets_it || self.is_counted(index, token), token.property()) {
            // "washer at 40, spin 1000": a number of its own.
            let another = latin
                && self.frame.value.is_some()
                && self.frame.has_target()
                && self.frame.property.is_none_or(|known| known != property);
            if another {
                self.flush();
                self.extend_span(token);
            }
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
}
