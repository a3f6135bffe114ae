//! What a verb does to what was read before it: it completes that, says it again, or begins something further.

use lares_home::Act;

use super::Reader;
use super::kinds_of_verbs::{adds_only_direction, ends_or_begins, is_work, leading_quantity};
use crate::action::Value;
use crate::lexicon::{Asks, Verb};
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::lattice::Token;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// Reads a verb into the frame, or into a further one where it is of something else.
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
        // "heat pump on heat at 22 and shut the curtains": the value before "and" is of what was named before it.
        let valued = self.frame.value.is_some() && self.frame.verb.is_none() && !self.frame.has_target();
        if valued
            && further
            && !verb.chinese
            && !verb.weak
            && self.frames.last().is_some_and(Frame::has_target)
        {
            self.flush();
            self.extend_span(token);
        }
        // "island pendants at thirty turn off the can lights": so is one that something was already named for.
        let set = self.frame.value.is_some()
            && self.frame.verb.is_none_or(|known| known.weak)
            && self.frame.has_target();
        // "strip on turn on the lamp turn off the fan": so is what stands before a verb of its own.
        let done = self.frame.has_target()
            && self.frame.targets_first
            && self.frame.verb.is_some_and(|known| !known.weak);
        if (set || done) && !verb.chinese && !verb.weak && self.begins_with_verb(token) {
            self.flush();
            self.extend_span(token);
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
            // "turn on the AC and set it to 23", "feed the dog and get the vacuum going".
            Some(known)
                if verb.weak
                    && (verb.acts.is_empty() || verb.acts.first() == Some(&Act::Set))
                    && self.joined
                    && !known.weak
                    && (self.frame.has_target() || !known.chinese && !known.nouns.is_empty()) =>
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

    /// Whether an order begins with an English verb: "turn off the …", "open my …", and no "… 30 percent open".
    pub(super) fn begins_with_verb(&self, token: &Token) -> bool {
        let said = self.said(token);
        let mut behind = self.clause.tokens.iter().skip_while(|other| other.start < token.end);
        let next = behind.next();
        let article = next.is_some_and(|next| {
            matches!(self.said(next).as_str(), "the" | "my" | "our" | "that" | "both" | "all")
        });
        let named = next.into_iter().chain(behind).find(|next| next.particle().is_none());
        let object = named.is_some_and(|next| next.is_target() && next.verb().is_none());
        let particle = matches!(said.as_str(), "on" | "off" | "up" | "down" | "in" | "out" | "over");
        object
            && !particle
            && (article
                || matches!(
                    said.split(' ').next(),
                    Some(
                        "turn"
                            | "switch"
                            | "shut"
                            | "kill"
                            | "cut"
                            | "put"
                            | "knock"
                            | "play"
                            | "dim"
                            | "lock"
                            | "mute"
                            | "pause"
                            | "raise"
                            | "lower"
                    )
                ))
    }

    /// Whether a second verb means what the first does, for the same targets.
    pub(super) fn says_again(&self, known: &Verb, verb: &Verb) -> bool {
        let shares_act = known.acts.iter().any(|act| verb.acts.first() == Some(act));
        shares_act && verb.property.is_none() && known.property.is_none() && self.frame.targets_first
    }
}
