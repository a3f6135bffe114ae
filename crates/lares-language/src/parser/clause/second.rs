//! A second thing done to what was named, in the same breath: "desk lamp on and a bit warmer", "unpause the speaker and
//! skip this song". The first is done as well.

use lares_home::Act;

use super::Reader;
use crate::action::Value;
use crate::parser::lattice::Token;

impl Reader<'_, '_> {
    /// Ends what was ordered at an "and" behind which only something else to be done to the same thing follows.
    pub(super) fn ends_before_second(&mut self, index: usize, token: &Token) {
        let frame = &self.frame;
        let complete = frame.has_target()
            && !self.phrase_open()
            && !self.excluding
            && frame.direction.is_none()
            && frame.property.is_none()
            && frame.question.is_none()
            && self.asks.is_none()
            && !frame.negated
            && frame.targets.len() == 1;
        let first = frame.verb.filter(|verb| !verb.weak && !verb.chinese).and_then(|verb| verb.acts.first());
        let switches = first.filter(|act| matches!(act, Act::On | Act::Start | Act::Resume));
        // "Dryer extra dry and start": the programme is chosen before it begins.
        let chosen =
            matches!(frame.value, Some(Value::Word { .. })) && frame.verb.is_none_or(|verb| verb.weak);
        let first = match frame.value {
            None => switches.copied(),
            Some(_) => chosen.then_some(Act::Set),
        };
        let (Some(first), true) = (first, complete && self.said(token) == "and") else { return };
        let behind = self.clause.tokens.get(index + 1..).unwrap_or_default();
        let names = |token: &Token| token.is_target() || token.conjunction().is_some();
        if behind.iter().any(names) {
            return;
        }
        let mut behind =
            behind.iter().skip_while(|token| token.particle().is_some() && token.degree().is_none());
        let Some(next) = behind.next() else { return };
        let other = next.verb().is_some_and(|verb| {
            !verb.weak
                && verb.acts.first().is_some_and(|act| {
                    *act != first
                        && (first != Act::Set || *act == Act::Start)
                        && !matches!(act, Act::Query | Act::Off)
                })
        });
        let quality = next.adjective().is_some()
            || next.degree().is_some()
                && behind.clone().next().is_some_and(|quality| quality.adjective().is_some());
        let amount = behind.clone().any(|token| token.goal().is_some())
            && behind.any(|token| token.numeral(self.clause.path).is_some());
        if other || first != Act::Set && (quality || amount) {
            self.flush();
        }
    }
}
