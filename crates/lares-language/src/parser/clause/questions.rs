//! Questions whose words stand apart from what they ask about: a clause asks as a whole, whatever verbs it holds.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::{Clause, Reader};
use crate::lexicon::{Asks, Many, Sense, Verb, lexicon};
use crate::parser::frame::Frame;
use crate::parser::lattice::Token;
use crate::parser::tokens::holds;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// 能帮我把灯关了吗: what is asked for as a favour is to be done, though 关了吗 alone asks whether it was.
    pub(super) fn requested(&self, token: &Token, verb: &Verb) -> Option<&'static Verb> {
        if !self.polite || verb.acts.first() != Some(&Act::Query) {
            return None;
        }
        let letters = &self.clause.text[token.start..token.end];
        let done = letters
            .strip_suffix(&['没', '有'])
            .or_else(|| letters.strip_suffix(&['吗']))
            .or_else(|| letters.strip_suffix(&['么']))
            .or_else(|| letters.strip_suffix(&['没']))?;
        let done = done.strip_suffix(&['了']).unwrap_or(done);
        let asked_for = self.clause.tokens.iter().any(|other| {
            other.end <= token.start
                && other.particle() == Some(true)
                && self.clause.text[other.start..other.end]
                    .iter()
                    .any(|letter| matches!(letter, '能' | '可' | '帮' | '烦' | '请' | '劳' | '给' | '替'))
        });
        // 帮我看看灯关了吗 asks to look.
        let looks = |other: &Token| {
            other.end <= token.start
                && other.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
        };
        let asked_for = asked_for && !self.clause.tokens.iter().any(looks);
        let senses = lexicon().lookup(done).filter(|_| asked_for)?;
        senses.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak && verb.acts.first() != Some(&Act::Query) => Some(*verb),
            _ => None,
        })
    }

    /// A further verb of a question: "is light sync on", "tell me whether the oven is off".
    pub(super) fn state_asked(&mut self, verb: &'static Verb) {
        if verb.acts.first() == Some(&Act::Query) {
            return;
        }
        self.frame.verb = Some(verb);
        self.frame.question = self.frame.question.or(self.asks);
        if let Some(property) = verb.property {
            self.frame.property.get_or_insert(property);
        }
    }

    /// 电视打开声音调到10: 打开声音 is to unmute only where nothing more is said of how loud.
    pub(super) fn switches_before_sound(
        &mut self,
        index: usize,
        token: &Token,
        verb: &Verb,
    ) -> Option<usize> {
        let letters = &self.clause.text[token.start..token.end];
        let switch =
            letters.strip_suffix(&['声', '音']).filter(|_| verb.acts.first() == Some(&Act::Unmute))?;
        let switch =
            lexicon().lookup(switch).filter(|_| self.set_behind(index) && self.frame.has_target())?;
        let switch = switch.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if verb.acts.first() == Some(&Act::On) => Some(*verb),
            _ => None,
        })?;
        self.verb(token, switch);
        self.flush();
        self.extend_span(token);
        self.frame.property = catalogue().property("volume");
        Some(1)
    }

    /// 空调打开温度调到26: it is switched on, and then something of it is set.
    pub(super) fn switched_then_set(&self, index: usize, token: &Token) -> bool {
        token.property().is_some()
            && is_han(self.clause.text[token.start])
            && self.frame.has_target()
            && self.frame.verb.is_some_and(|verb| {
                verb.acts.first() == Some(&Act::On) && verb.property.is_none() && !verb.weak
            })
            // 电视打开抖音声音调到20: and something else is set behind it.
            && (self.frame.value.is_none() && self.frame.property.is_none()
                || self.frame.value.is_some()
                    && self.frame.property.is_some_and(|known| Some(known) != token.property()))
            && self.set_behind(index)
    }

    /// Whether what stands at `index` is set or changed by the word behind it.
    fn set_behind(&self, index: usize) -> bool {
        self.token(index + 1).is_some_and(|next| {
            next.goal().is_some()
                || next.verb().is_some_and(|verb| {
                    verb.key.is_none() && matches!(verb.acts.first(), Some(Act::Set | Act::Up | Act::Down))
                })
        })
    }

    /// 哪个台灯都行: leave to choose, with the noun between.
    pub(super) fn leaves_choice(&mut self, index: usize, token: &Token) -> Option<usize> {
        if token.question().is_none() || self.clause.text[token.start] != '哪' {
            return None;
        }
        let leave = self.clause.tokens[index + 1..].iter().take(4).any(|next| {
            let letters = &self.clause.text[next.start..next.end];
            next.many() == Some((Many::Any, false)) && letters[0] == '都'
        });
        leave.then(|| {
            self.phrase.many = Some(Many::Any);
            1
        })
    }
}

/// Makes questions of the frames of a clause that asks. Nothing separates the frames of one clause, so that a question
/// without a target of its own is about what stands before it: 洗衣结束了没有, 烘干机停没停, 低档还是高档.
pub(super) fn settle(clause: &Clause<'_>, frames: &mut Vec<Frame>) {
    if clause.condition || !clause.text_said().iter().any(|&letter| is_han(letter)) {
        return;
    }
    if doubts(clause) {
        for frame in frames.iter_mut().filter(|frame| frame.has_action() && !frame.polite) {
            frame.question.get_or_insert(Asks::Polar);
        }
    }
    let mut index = frames.len();
    while index > 1 {
        index -= 1;
        let (before, rest) = frames.split_at_mut(index);
        let (Some(before), Some(frame)) = (before.last_mut(), rest.first_mut()) else { return };
        if frame.has_target() || !frame.excluded.is_empty() || before.negated || frame.polite || before.polite
        {
            continue;
        }
        let asked_before = asks(before);
        if asked_before && frame.has_action() && before.verb.is_some_and(|verb| !verb.weak) {
            // 看看烘干机停了: what is looked at.
            before.property = before.property.or(frame.property);
        } else if asks(frame) && before.has_action() {
            before.question = Some(frame.question.unwrap_or(Asks::Polar));
            before.property = before.property.or(frame.property);
        } else if !(asked_before && frame.has_action()) {
            continue;
        }
        before.known += frame.known;
        before.unknown += frame.unknown;
        before.span.1 = before.span.1.max(frame.span.1);
        frames.remove(index);
    }
}

fn asks(frame: &Frame) -> bool {
    frame.question.is_some() || frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
}

/// 停没停, 快不快: a word on both sides of its denial; 是暖的吧: a guess that wants to be confirmed.
fn doubts(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    let twice = text.windows(3).any(|letters| {
        letters[0] == letters[2]
            && matches!(letters[1], '没' | '不')
            && is_han(letters[0])
            // 好不好, 能不能: how one asks for a favour.
            && !matches!(letters[0], '好' | '行' | '能' | '可' | '成' | '中' | '一' | '得')
    });
    // 门应该锁了吧, 窗户关好了吧: what is taken to be so.
    let marked = clause.tokens.iter().any(|token| token.object_marker().is_some());
    let presumed = text.ends_with(&['好', '了', '吧'])
        || text.ends_with(&['了', '吧']) && ["应该", "估计", "大概"].iter().any(|words| holds(text, words));
    twice && !crate::parser::rhetorical::urges(text)
        || presumed && !marked
        || text.ends_with(&['吧']) && clause.tokens.iter().any(|token| says_is(clause, token))
}

fn says_is(clause: &Clause<'_>, token: &Token) -> bool {
    clause.text[token.start..token.end] == ['是']
}

/// What a sensor finds or does not.
pub(super) fn is_sensed(property: Property) -> bool {
    const SENSED: [&str; 6] = ["water_leak", "smoke", "gas_leak", "motion", "occupancy", "presence"];
    catalogue().property_entry(property).is_some_and(|entry| SENSED.contains(&entry.id))
}

/// What is only measured: its name alone asks for it (当前二氧化碳).
pub(crate) fn is_measured(property: Property) -> bool {
    const MEASURED: [&str; 28] = [
        "temperature",
        "humidity",
        "air_quality",
        "dust",
        "fine_dust",
        "very_fine_dust",
        "co2",
        "co",
        "tvoc",
        "formaldehyde",
        "radon",
        "illuminance",
        "uv",
        "pressure",
        "noise",
        "battery",
        "power",
        "energy",
        "voltage",
        "current",
        "signal",
        "water_usage",
        "gas_usage",
        "remaining_time",
        "completion_time",
        "progress",
        "filter",
        "weather",
    ];
    catalogue().property_entry(property).is_some_and(|entry| MEASURED.contains(&entry.id))
}
