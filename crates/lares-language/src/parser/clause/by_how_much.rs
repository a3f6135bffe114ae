//! By how much, where a word beside the number says so: "lamp ten percent more", "the volume less five".

use lares_home::Act;

use super::Reader;
use crate::action::{Level, Unit, Value};
use crate::lexicon::Degree;

impl Reader<'_, '_> {
    /// Makes a difference of a number that "more" or "less" stands directly beside, where nothing else says which way.
    pub(super) fn by_how_much(&mut self) {
        self.by_a_part();
        let frame = &self.frame;
        let plain = matches!(frame.value, Some(Value::Number { .. }))
            && frame.direction.is_none()
            && frame.question.is_none()
            && !frame.goal
            && frame.has_target()
            && frame.verb.is_none_or(|verb| verb.weak)
            && !self.clause.condition;
        if !plain {
            return;
        }
        let tokens = self.clause.tokens;
        let counts = |index: usize| {
            tokens.get(index).is_some_and(|token| {
                token.numeral(self.clause.path).is_some()
                    || token.unit().is_some() && token.particle().is_none()
            })
        };
        let (start, end) = frame.span;
        let way = tokens.iter().enumerate().find_map(|(index, token)| {
            if token.start < start || token.start > end + 1 {
                return None;
            }
            let said = self.said(token);
            let up = match said.as_str() {
                "more" if token.degree() == Some(Degree::More) => true,
                "less" | "minus" => false,
                _ => return None,
            };
            let behind = index.checked_sub(1).is_some_and(counts) && !counts(index + 1);
            let before = tokens.get(index + 1).is_some_and(|next| next.numeral(self.clause.path).is_some());
            (behind || before).then_some(up)
        });
        if way.is_some() {
            self.frame.direction = way;
        }
    }

    /// "Drop the lights by a third": a part of the range, and not the point there.
    fn by_a_part(&mut self) {
        let percent = match self.frame.value {
            Some(Value::Level(Level::Quarter)) => 25.0,
            Some(Value::Level(Level::Third)) => 33.0,
            Some(Value::Level(Level::Middle)) => 50.0,
            _ => return,
        };
        let tokens = self.clause.tokens;
        let by = tokens.iter().enumerate().any(|(index, token)| {
            token.level().is_some()
                && index
                    .checked_sub(1)
                    .and_then(|before| tokens.get(before))
                    .is_some_and(|before| self.said(before) == "by")
        });
        let up = self.frame.verb.and_then(|verb| match verb.acts.first() {
            Some(Act::Up) => Some(true),
            Some(Act::Down) => Some(false),
            _ => None,
        });
        if let Some(up) = self.frame.direction.or(up).filter(|_| by) {
            self.frame.direction = Some(up);
            self.frame.value = Some(Value::Number { number: percent, unit: Unit::Percent });
        }
    }
}
