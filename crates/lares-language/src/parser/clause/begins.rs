//! Where a noun phrase begins a command of its own, and what a machine that was just named is told to do.

use lares_home::Act;

use super::Reader;
use super::kinds_of_verbs::stem_of;
use crate::action::{Unit, Value};
use crate::lexicon::{Sense, Verb, lexicon};
use crate::parser::lattice::Token;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// 机器人回家: what the machine just named is to do, and no scene of that name.
    pub(super) fn is_way_home(&self, token: &Token) -> bool {
        let docks = token.verb().filter(|verb| verb.acts.first() == Some(&Act::Dock));
        docks.is_some_and(|verb| {
            self.nouns_said()
                .iter()
                .any(|&noun| verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted)))
        })
    }

    /// Whether a verb can be said of the head at a place.
    fn head_suits(&self, index: usize, verb: &Verb) -> bool {
        let vocabulary = self.clause.vocabulary;
        let Some(head) = self.token(index) else { return true };
        let mut nouns: Vec<Noun> = head.noun().into_iter().collect();
        if let Some(name) = head.name().and_then(|name| vocabulary.names.get(name as usize)) {
            nouns.extend(name.devices.iter().flat_map(|(device, _)| vocabulary.device_nouns(*device)));
        }
        let fits = |noun: Noun| {
            verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted) || lexicon().is_a(wanted, noun))
        };
        verb.nouns.is_empty() || nouns.is_empty() || nouns.into_iter().any(fits)
    }

    /// 调到三十色温三千: a property with a number of its own, behind one that is of something else.
    pub(super) fn has_own_number(&self, index: usize, token: &Token) -> bool {
        matches!(self.frame.value, Some(Value::Number { .. } | Value::Level(_)))
            && self.frame.property.is_none()
            && self.frame.has_target()
            && is_han(self.clause.text[token.start])
            && self.token(index + 1).is_some_and(|next| next.numeral(self.clause.path).is_some())
    }

    /// 书房灯开着台灯关掉, 客厅灯红色卧室灯蓝色: a value behind one thing, and before another one of which something else is
    /// said, is that of the first.
    pub(super) fn is_said_of_last(&self, index: usize, token: &Token) -> bool {
        let behind_target =
            index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                before.end == token.start && (before.noun().is_some() || before.name().is_some())
            });
        let said = |next: &Token| {
            next.verb().is_some_and(|verb| !verb.weak)
                || next.value().is_some()
                || next.color().is_some()
                || next.level().is_some()
                || next.numeral(self.clause.path).is_some()
        };
        behind_target
            && is_han(self.clause.text[token.start])
            && self.frame.verb.is_none_or(|verb| verb.weak)
            && self.frame.has_target()
            && self.token(index + 1).is_some_and(|next| next.possessive().is_none())
            && self.clause.tokens.get(index + 2..).unwrap_or_default().iter().any(said)
    }

    /// "The volume up to 20 and turn the lights off": a property was set of whatever has it, and something else is switched.
    fn property_was_set(&self, index: usize) -> bool {
        let property = self.frame.property.or_else(|| self.frame.verb.and_then(|verb| verb.property));
        let set = property.is_some()
            && matches!(self.frame.value, Some(Value::Number { .. } | Value::Level(_)))
            && self.asks.is_none();
        let switched = self.token(index + 1).and_then(Token::verb).is_some_and(|verb| {
            !verb.chinese
                && !verb.weak
                && verb.property.is_none()
                && matches!(verb.acts.first(), Some(Act::On | Act::Off | Act::Open | Act::Close))
        });
        let further = self.clause.tokens.get(index + 2..).unwrap_or_default().iter().any(Token::is_target);
        set && switched && !further
    }

    /// "… and turn the kitchen lights": behind "and" and a verb that says nothing by itself.
    fn is_behind_and(&self, index: usize) -> bool {
        let before = |by: usize| index.checked_sub(by).and_then(|place| self.token(place));
        before(1).and_then(Token::verb).is_some_and(|verb| verb.weak)
            && before(2).is_some_and(|and| and.conjunction().is_some())
    }

    /// "turn the …", "put my …": an English verb stands directly before the head that says nothing without its particle.
    fn is_behind_weak_verb(&self, index: usize) -> bool {
        let is_room = |token: &Token| {
            token.senses.iter().any(|sense| matches!(sense, Sense::HomeRoom(_) | Sense::Room(_)))
        };
        let mut before = self.clause.tokens.get(..index).unwrap_or_default().iter().rev();
        let verb = before.find(|token| {
            token.verb().is_some()
                || token.particle().is_none() && token.possessive().is_none() && !is_room(token)
        });
        verb.is_some_and(|token| {
            token.verb().is_some_and(|verb| verb.weak && !verb.chinese)
                && stem_of(&self.said(token)).is_some()
                && !token.is_target()
        })
    }

    /// Whether a head at this place begins a further command rather than adding a target to the one being read.
    pub(super) fn begins_new_frame(&self, index: usize, joined: bool) -> bool {
        // 左床头亮一点右床头关掉: so does a difference that was said of what stands before it.
        let changed = self.frame.direction.is_some() && self.frame.targets_first && !self.frame.complaint;
        let acted = self.frame.verb.is_some_and(|verb| !verb.weak) || self.frame.value.is_some() || changed;
        if self.frame.targets.is_empty() && acted {
            return (joined || self.is_behind_and(index)) && self.property_was_set(index);
        }
        if !acted || self.frame.targets.is_empty() {
            return false;
        }
        if self.frame.targets_first {
            // "Wade don't cut that fan off": someone is called by a name that a lamp has, too.
            return !self.frame.negated
                || self.token(index).is_none_or(|head| is_han(self.clause.text[head.start]));
        }
        if joined {
            // "the lamp to 20 and the fan to 3": a value of its own behind the joined head.
            if self.frame.value.is_some()
                && self.token(index + 1).is_some_and(|next| {
                    next.goal().is_some()
                        || next.numeral(self.clause.path).is_some()
                        || next.color().is_some()
                        || next.level().is_some()
                        || next.value().is_some() && next.noun().is_none()
                })
            {
                return true;
            }
            // "the tv to HDMI 2 and the speaker volume to 35"
            let sets_part = self.frame.value.is_some()
                && self
                    .token(index + 1)
                    .is_some_and(|next| next.property().is_some() && next.verb().is_none())
                && self
                    .token(index + 2)
                    .is_some_and(|next| next.goal().is_some() || next.numeral(self.clause.path).is_some());
            if sets_part {
                return true;
            }
            // "the lamp at 20 and the fan on": a verb of its own behind the joined head.
            return self
                .token(index + 1)
                .and_then(Token::verb)
                .is_some_and(|verb| !verb.acts.is_empty() && !verb.weak)
                && !self.clause.tokens[index + 2..].iter().any(Token::is_target);
        }
        // "close the shades turn the TV on and mute it": a verb that says nothing by itself waits for what comes behind.
        if self.is_behind_weak_verb(index) {
            return true;
        }
        // 开加湿器 地暖二十度: a value of its own behind what is not switched by it.
        let switches = self.frame.verb.is_some_and(|verb| {
            let act = verb.acts.first();
            matches!(
                act,
                Some(
                    Act::On
                        | Act::Off
                        | Act::Open
                        | Act::Close
                        | Act::Start
                        | Act::Lock
                        | Act::Mute
                        | Act::Unmute
                )
            )
        });
        let valued = self.token(index + 1).is_some_and(|next| {
            next.verb().is_none()
                && (next.numeral(self.clause.path).is_some() && next.unit().is_none()
                    || next.level().is_some()
                    || next.value().is_some() && next.noun().is_none()
                    // "turn off the soundbar desk lamp to 20"
                    || next.goal().is_some()
                        && !is_han(self.clause.text[next.start])
                        && self.token(index + 2).is_some_and(|number| number.numeral(self.clause.path).is_some()))
        });
        if switches && valued && self.frame.value.is_none() {
            return true;
        }
        // 打开客厅灯卧室灯关掉: a verb behind this head that has no target of its own takes it.
        let mut next = index + 1;
        while let Some(token) = self.token(next) {
            if let Some(verb) = token.verb().filter(|verb| !verb.acts.is_empty()) {
                // 关灯关空调锁门: a verb that is said of other things.
                if verb.chinese && !self.head_suits(index, verb) {
                    return false;
                }
                // "turn on the lamp dehumidifier off and LEDs off": what it is to be stands directly behind it.
                let state = next == index + 1
                    && (token.state().is_some() || self.said(token) == "on mute")
                    && !verb.chinese;
                if state && self.token(next + 1).is_none_or(|after| self.said(after) != "the") {
                    return true;
                }
                return !self.clause.tokens[next + 1..].iter().any(Token::is_target);
            }
            if token.is_target() && token.conjunction().is_none() {
                return false;
            }
            next += 1;
        }
        false
    }
}

/// 二十六度, and 26 that nothing was said of: how warm it is to be, and no speed of a fan.
pub(super) fn is_warmth(value: Option<&Value>) -> bool {
    const OF_ROOMS: std::ops::RangeInclusive<f64> = 16.0..=32.0;
    match value {
        Some(Value::Number { unit: Unit::Degree | Unit::Celsius | Unit::Fahrenheit, .. }) => true,
        Some(Value::Number { unit: Unit::None, number }) => OF_ROOMS.contains(number),
        _ => false,
    }
}
