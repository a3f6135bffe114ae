//! What a device shows, asked for by no name: "what's the thermostat at"; and what is told of the air in unknown words, which
//! asks for nothing.

use lares_home::catalogue::catalogue;

use super::Reader;
use super::questions::is_measured;
use crate::lexicon::Asks;
use crate::parser::render::is_of;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// "What's the oven at now", "what is the speaker at": what such a thing is set by or shows.
    pub(super) fn asks_reading(&mut self) {
        let frame = &self.frame;
        let bare = frame.question == Some(Asks::Value)
            && frame.property.is_none()
            && frame.verb.is_none()
            && frame.value.is_none()
            && frame.direction.is_none()
            && frame.unknown == 0;
        let [target] = &frame.targets[..] else { return };
        if !bare {
            return;
        }
        let mut behind =
            self.clause.tokens.iter().rev().filter(|token| {
                token.particle().is_none() && token.time().is_none() || token.goal().is_some()
            });
        let at = behind.next().is_some_and(|last| last.goal().is_some() && self.said(last).ends_with("at"));
        if !at {
            return;
        }
        const SHOWN: [(&str, &[&str]); 3] = [
            (
                "temperature",
                &["Thermostat", "Oven", "WaterHeater", "Refrigerator", "AirConditioner", "Heater"],
            ),
            ("volume", &["Television", "Speaker", "NetworkAudio", "Receiver"]),
            ("brightness", &["Light"]),
        ];
        let vocabulary = self.clause.vocabulary;
        let shown = SHOWN.iter().find(|(_, kinds)| is_of(target, vocabulary, kinds));
        if let Some((property, _)) = shown {
            self.frame.property = catalogue().property(property);
        }
    }

    /// "Hall air is smelling of crackers": what is said of the air in words that nobody knows is no question.
    pub(super) fn only_tells_quality(&mut self) {
        let asked = self.asks.is_some()
            || self.frame.question.is_none()
            || self.frame.unknown == 0
            || self.frame.verb.is_some()
            || self.frame.value.is_some()
            || self.confirms && self.clause_is_marked();
        let letters = self.clause.text_said();
        if asked || letters.iter().any(|&letter| is_han(letter)) {
            return;
        }
        let air = self.frame.property.is_some_and(is_measured);
        let named = self.frame.targets.iter().any(|target| !target.text.is_empty());
        if air && !named {
            self.frame.question = None;
            self.frame.property = None;
        }
    }

    fn clause_is_marked(&self) -> bool {
        self.clause.tokens.last().is_some_and(|last| {
            self.clause.text[last.end..].iter().find(|letter| !letter.is_whitespace()) == Some(&'?')
        })
    }

    /// "Get Netflix up on the telly": an app that comes up is started.
    pub(super) fn app_comes_up(&mut self) {
        let app = self.frame.property.is_some() && self.frame.property == catalogue().property("app");
        let up = self.frame.verb.is_some_and(|verb| verb.id == "up" && !verb.chinese);
        if app && up && self.frame.value.is_some() {
            self.frame.verb = None;
            self.frame.direction = None;
        }
    }
}
