//! Numbers that belong to what stands beside them: devices that are told apart by a number (射灯1和3), and how fast or how
//! often a machine is to do something (脱水一千二).

use super::Reader;
use crate::action::Unit;
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// 射灯一, 射灯1和3: the number that is the end of a device's name.
    pub(super) fn numbered_name(&mut self, index: usize, token: &Token) -> Option<usize> {
        let numeral = token.numeral(self.clause.path)?;
        let number = numeral.number.as_count()?;
        let measured = self.token(index + 1).is_some_and(|next| {
            next.unit().is_some() || next.classifier().is_some() || next.degree().is_some()
        });
        if numeral.ordinal || numeral.unit.is_some() || measured || self.frame.goal || self.phrase_open() {
            return None;
        }
        let before = self.clause.tokens.get(index.checked_sub(1)?)?;
        let last = self.frame.targets.last()?;
        let stem = last.text.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let adjoins = matches!(last.head, Head::Noun(_)) && before.noun().is_some();
        let goes_on = last.head == Head::Name && stem != last.text && before.conjunction().is_some();
        if !(adjoins || goes_on) || !stem.ends_with(is_han) {
            return None;
        }
        let said = self.said(token);
        let name = [format!("{stem}{number}"), format!("{stem}{said}")]
            .into_iter()
            .find(|name| self.clause.vocabulary.devices_named(name).next().is_some())?;
        if adjoins {
            let last = self.frame.targets.last_mut()?;
            (last.head, last.text) = (Head::Name, name);
        } else {
            let rooms = last.rooms.clone();
            self.frame.targets.push(Target {
                head: Head::Name,
                text: name,
                rooms,
                joined: true,
                ..Target::default()
            });
            self.joined = false;
        }
        Some(1)
    }

    /// 脱水一千二, 漂洗三次: how fast or how often, and no programme of that name.
    pub(super) fn is_counted(&self, index: usize, token: &Token) -> bool {
        let number = self.token(index + 1).and_then(|next| next.numeral(self.clause.path));
        let unit = self.token(index + 2).and_then(Token::unit);
        token.value().is_some()
            && number.is_some_and(|numeral| {
                !numeral.ordinal
                    && (numeral.number.value >= 100.0
                        || numeral.number.value > 1.0 && matches!(unit, Some(Unit::Time | Unit::Rpm)))
            })
    }
}
