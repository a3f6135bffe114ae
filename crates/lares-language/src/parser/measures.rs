//! Measures: what a statement compares with a number (客厅高于26度, "when the humidity is over 60"), and how.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};

use super::clause::format_number;
use super::frame::{Head, Target};
use super::lattice::{Token, property_of_unit};
use super::statement::{Statement, is_sensed};
use super::tokens::text_of;
use crate::action::Unit;
use crate::command_array::SpokenCondition;
use crate::lexicon::{Comparison, Sense, lexicon};

impl Statement<'_> {
    /// The numeral that something is compared with: not the 一 of 门一开.
    fn numeral(&self) -> Option<(usize, f64, Unit, Option<Property>)> {
        let tokens = self.clause.tokens;
        tokens.iter().enumerate().find_map(|(index, token)| {
            let numeral = token.numeral(self.clause.path).filter(|numeral| !numeral.ordinal)?;
            let next = tokens.get(index + 1);
            let mut unit = numeral.unit.unwrap_or(Unit::None);
            let mut property = None;
            if numeral.number.percent {
                unit = Unit::Percent;
            } else if unit == Unit::None
                && let Some(said) = next.and_then(Token::unit)
            {
                unit = said;
                property = next.and_then(property_of_unit);
            }
            // 用电超过三百瓦: a unit that is called like what it measures.
            if unit == Unit::None && next.is_some_and(|next| next.start == token.end) {
                property = property.or(next.and_then(Token::property));
            }
            let said = text_of(self.clause.text, token.start, token.end);
            let once = matches!(said.as_str(), "一" | "one" | "ones") && unit == Unit::None;
            (!once).then_some((index, numeral.number.value, unit, property))
        })
    }

    /// The condition, where something is compared with a number.
    pub(super) fn measure(&self) -> Option<Vec<SpokenCondition>> {
        let tokens = self.clause.tokens;
        let (at, number, unit, of_unit) = self.numeral()?;
        let measured = |token: &Token| {
            token
                .property()
                .filter(|property| !is_sensed(*property))
                .or_else(|| token.adjective().map(|adjective| adjective.property))
                // 电不足二十: what a thing with a battery has left of it.
                .or_else(|| catalogue().property("battery").filter(|_| self.said(token) == "电"))
        };
        let said = tokens[..at]
            .iter()
            .rev()
            .find_map(measured)
            .or_else(|| tokens[at + 1..].iter().find_map(measured));
        let by_id = |id: &str| catalogue().property(id);
        let property = of_unit
            .filter(|_| unit == Unit::None)
            .or(said)
            .or(of_unit)
            .or_else(|| self.named_property(unit))
            .or_else(|| self.compared_property())
            .or_else(|| match unit {
                Unit::Percent if self.targets.iter().any(is_of_the_air) => by_id("humidity"),
                Unit::Percent if self.targets.iter().any(|target| target.head != Head::None) => {
                    by_id("battery")
                }
                Unit::Percent => by_id("humidity"),
                _ => by_id("temperature"),
            })?;
        // How bright it is there, not how bright a lamp is set.
        let named = self.targets.iter().any(|target| matches!(target.head, Head::Name | Head::Noun(_)));
        let property = match by_id("brightness") {
            Some(brightness) if property == brightness && !named => by_id("illuminance")?,
            _ => property,
        };
        // "If the AC is set above 74": what it is to reach, and not what it measures.
        let property = match by_id("temperature") {
            Some(temperature) if property == temperature && self.is_set() => by_id("target_temperature")?,
            _ => property,
        };
        let op = self.comparison(at);
        let op = if self.negated { contrary(op) } else { op };
        Some(self.spoken(property, op, &format_number(number)))
    }

    /// Whether it is told to what something is set.
    fn is_set(&self) -> bool {
        self.clause.tokens.iter().any(|token| {
            matches!(
                self.said(token).as_str(),
                "set" | "is set" | "is set to" | "set to" | "set at" | "设" | "设的" | "设到" | "设定"
            )
        })
    }

    /// "Bathroom humidity": what a sensor measures that is called after it. Degrees are of no humidity.
    fn named_property(&self, unit: Unit) -> Option<Property> {
        if !matches!(unit, Unit::None | Unit::Percent) {
            return None;
        }
        let names = self.targets.iter().filter(|target| target.head == Head::Name);
        names.filter_map(|target| ends_with_property(&target.text)).next()
    }

    /// "Drier than forty": what a quality measures that is compared.
    fn compared_property(&self) -> Option<Property> {
        let tokens = self.clause.tokens.iter();
        let mut compared = tokens.filter(|token| token.comparison().is_some()).map(|token| self.said(token));
        compared.find_map(|said| {
            let said: Vec<char> = said.chars().collect();
            let mut words = said.split(|letter| *letter == ' ');
            words.find_map(|word| {
                lexicon().lookup(word)?.iter().find_map(|sense| match sense {
                    Sense::Adjective(adjective) => Some(adjective.property),
                    _ => None,
                })
            })
        })
    }

    fn comparison(&self, at: usize) -> Comparison {
        let tokens = self.clause.tokens;
        let bound = |token: &Token| {
            token.comparison().filter(|op| !matches!(op, Comparison::Equal | Comparison::Differs))
        };
        let falls = |token: &Token| {
            token.verb().is_some_and(|verb| {
                verb.acts.first() == Some(&Act::Down) || verb.acts == [Act::Set, Act::Close]
            }) || token.adjective().is_some_and(|adjective| !adjective.up)
        };
        let behind = tokens[at + 1..].iter().find_map(bound);
        let before = tokens[..at].iter().rev().find_map(bound);
        let sinks = tokens[..at].iter().any(falls);
        let passed = at.checked_sub(1).and_then(|before| self.passed(&tokens[before]));
        match (before.or(passed), behind) {
            // 降到三十以下.
            (_, Some(behind)) => behind,
            // 降到了26度.
            (Some(Comparison::AtLeast), None) if sinks => Comparison::AtMost,
            (Some(before), None) => before,
            (None, None) => {
                let rises = tokens[..at].iter().any(|token| {
                    token.goal().is_some()
                        || matches!(self.clause.text[token.end - 1], '到' | '至')
                        || token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Up))
                });
                let once = tokens[..at]
                    .iter()
                    .any(|token| text_of(self.clause.text, token.start, token.end) == "一");
                match (sinks, rises || once) {
                    (true, _) => Comparison::AtMost,
                    (_, true) => Comparison::AtLeast,
                    _ => Comparison::Equal,
                }
            }
        }
    }

    /// 过了七十, 够四十五了, "pass 70": a word that compares where a number stands behind it, and may be anything elsewhere.
    fn passed(&self, before: &Token) -> Option<Comparison> {
        match self.said(before).as_str() {
            "过" | "过了" | "上" | "pass" | "passes" | "passed" => Some(Comparison::Greater),
            "没有" | "没" => Some(Comparison::Less),
            "够" | "够了" => Some(Comparison::AtLeast),
            _ => None,
        }
    }
}

/// What holds where a comparison does not.
fn contrary(op: Comparison) -> Comparison {
    match op {
        Comparison::Greater => Comparison::AtMost,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtLeast => Comparison::Less,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Equal => Comparison::Differs,
        Comparison::Differs => Comparison::Equal,
    }
}

/// What the last word of a name measures.
fn ends_with_property(name: &str) -> Option<Property> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    let latin = letters.last().is_some_and(char::is_ascii);
    let begins = |start: &usize| !latin || start.checked_sub(1).is_some_and(|before| letters[before] == ' ');
    (1..letters.len()).filter(begins).find_map(|start| {
        let senses = lexicon().lookup(letters.get(start..)?)?;
        senses.iter().find_map(|sense| match sense {
            Sense::Property(property) if !is_sensed(*property) => Some(*property),
            _ => None,
        })
    })
}

/// "Bathroom damp", 温湿度计: called after how damp it is.
fn is_of_the_air(target: &Target) -> bool {
    let humidity = catalogue().property("humidity");
    let letters: Vec<char> = target.text.to_lowercase().chars().collect();
    let mut told = false;
    lexicon().scan(&letters, |_, pattern| {
        told = told
            || lexicon().senses(pattern).iter().any(|sense| match sense {
                Sense::Property(property) => Some(*property) == humidity,
                Sense::Adjective(adjective) => Some(adjective.property) == humidity,
                _ => false,
            });
    });
    told && humidity.is_some()
}
