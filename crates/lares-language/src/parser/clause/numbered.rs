//! Numbers that belong to what stands beside them: devices that are told apart by a number (射灯1和3), and how fast or how
//! often a machine is to do something (脱水一千二).

use lares_home::Act;

use super::Reader;
use crate::action::{Unit, Value};
use crate::lexicon::{Cue, Many, Sense, lexicon};
use crate::parser::frame::{Head, RoomMention, Target};
use crate::parser::lattice::{Numeral, Token};
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
        if !(adjoins || goes_on) {
            return None;
        }
        let said = self.said(token);
        // "Lamps 1 and 2" are Lamp 1 and Lamp 2.
        let one = stem.trim_end().strip_suffix('s').filter(|_| stem.is_ascii()).unwrap_or(stem.trim_end());
        let names = match stem.ends_with(is_han) {
            true => [format!("{stem}{number}"), format!("{stem}{said}")],
            false => [format!("{} {number}", stem.trim_end()), format!("{one} {number}")],
        };
        let mut names = names.into_iter();
        let name = names.find(|name| self.clause.vocabulary.devices_named(name).next().is_some())?;
        if adjoins {
            let last = self.frame.targets.last_mut()?;
            (last.head, last.text) = (Head::Name, name.into());
        } else {
            let rooms = last.rooms.clone();
            self.frame.targets.push(Target {
                head: Head::Name,
                text: name.into(),
                rooms,
                joined: true,
                ..Target::default()
            });
            self.joined = false;
        }
        Some(1)
    }

    /// "Two out of the three lights": so many of them, whatever their number.
    pub(super) fn counts_out_of(&mut self, index: usize) -> Option<usize> {
        let behind = self.clause.tokens.get(index + 1..)?;
        let links = behind
            .iter()
            .take_while(|token| {
                matches!(
                    self.said(token).as_str(),
                    "of" | "out" | "out of" | "of the" | "out of the" | "of those" | "the"
                )
            })
            .count();
        let whole = behind.get(links)?;
        let counted = behind.get(links + 1)?;
        let count = self.token(index)?.numeral(self.clause.path)?.number.as_count()?;
        let of = whole.numeral(self.clause.path)?.number.as_count()?;
        if links == 0 || count >= of || counted.noun().is_none() && counted.name().is_none() {
            return None;
        }
        self.phrase.many = Some(crate::lexicon::Many::Any);
        self.phrase.count = Some(count);
        Some(links + 2)
    }

    /// "Renee's lamp thirty Wade's lamp sixty": what is said of the one before it, and no thirty of the next.
    pub(super) fn is_of_named(&self, token: &Token, next: Option<&Token>, count: u32) -> bool {
        self.frame.has_target()
            && self.frame.value.is_none()
            && !self.joined
            && self.clause.text[token.start].is_ascii()
            && self.frame.targets_first
            && (self.frame.verb.is_none() && next.is_some_and(|next| next.name().is_some()) || count > 12)
    }

    /// "Moon lamp at 10": how far, where nothing is to be done at ten.
    pub(super) fn set_at(&mut self, index: usize, token: &Token) -> Option<usize> {
        const HOURS: [&str; 12] = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ];
        token.time()?;
        let said = self.said(token);
        let hour = said.strip_prefix("at ")?;
        let number = match HOURS.iter().position(|&known| known == hour) {
            Some(place) => place as f64 + 1.0,
            None => hour.parse::<f64>().ok()?,
        };
        let waits = self.frame.has_target()
            && self.frame.verb.is_none()
            && self.frame.value.is_none()
            && !self.has_firm_verb
            && self.asks.is_none()
            && !self.excluding;
        let behind = self.clause.tokens.get(index + 1..)?;
        let ends = behind.iter().all(|token| {
            token.particle().is_some() && token.time().is_none() && !token.is_target()
                || self.is_room(token)
                || token.possessive() == Some(crate::lexicon::Place::Before)
        });
        if !waits || !ends {
            return None;
        }
        self.frame.goal = true;
        self.set_value(Value::Number { number, unit: Unit::None }, token.start, token.end, None);
        self.frame.value_text = super::values::format_number(number);
        Some(1)
    }

    /// "Knock ten off the volume": by how much less.
    pub(super) fn takes_off(&mut self, index: usize, numeral: &Numeral) -> Option<usize> {
        let before = self.token(index.checked_sub(1)?)?;
        let unit = self.token(index + 1).and_then(Token::unit);
        let behind = index + 1 + usize::from(unit.is_some());
        let verb = self.said(before);
        let takes = self.frame.targets.is_empty() && lexicon().cue(Cue::TakesOff).any(|words| words == verb);
        let off = self.token(behind).is_some_and(|off| self.said(off).starts_with("off"));
        let of = self.token(behind + 1).is_some();
        if !takes || !off || !of {
            return None;
        }
        let (start, end) = (before.start, self.token(behind)?.end);
        let unit =
            numeral.unit.or(unit).unwrap_or(if numeral.number.percent { Unit::Percent } else { Unit::None });
        self.frame.verb = lexicon().verb("down");
        self.frame.direction = Some(false);
        self.set_value(Value::Number { number: numeral.number.value, unit }, start, end, Some(numeral));
        Some(behind + 1 - index)
    }

    /// "All 3 of Priya's lamps": how many, with whose they are before what.
    pub(super) fn counts_of(&mut self, index: usize) -> Option<usize> {
        let token = self.token(index)?;
        let count =
            token.numeral(self.clause.path)?.number.as_count().filter(|count| (2..=99).contains(count))?;
        let of = self.token(index + 1)?;
        let whose = self.token(index + 2)?;
        let is_of = matches!(self.said(of).as_str(), "of" | "of the" | "of my" | "of our");
        let head = self.clause.tokens.get(index + 2..)?.iter().take(3).any(|next| next.noun().is_some());
        let owned =
            whose.name().is_some() || self.is_room(whose) || whose.noun().is_some() || whose.is_unknown();
        if !is_of || !head || !owned || self.frame.goal {
            return None;
        }
        self.phrase.count = Some(count);
        Some(2)
    }

    /// 啲窗帘: some of a kind, and not a little; 窗帘佢: it, that was just named.
    pub(super) fn cantonese(&mut self, index: usize, token: &Token) -> Option<usize> {
        let next = self.token(index + 1);
        let plural = token.degree().is_some()
            && self.said(token) == "啲"
            && next.is_some_and(|next| {
                next.start == token.end && (next.noun().is_some() || next.name().is_some())
            });
        let named = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.end == token.start && (before.noun().is_some() || before.name().is_some())
        });
        let again = self.said(token) == "佢" && named && next.is_none_or(|next| next.separator().is_some());
        (plural || again).then_some(1)
    }

    /// 两间厕所的抽风机: in every room of the kind, where the home has so many.
    pub(super) fn counted_rooms(&mut self, index: usize) -> Option<usize> {
        let count = self.token(index)?.numeral(self.clause.path)?.number.as_count()?;
        let (of, room) = (self.token(index + 1)?, self.token(index + 2)?);
        let kind = room.senses.iter().find(|sense| matches!(sense, Sense::Room(_)))?;
        let mut rooms = self.clause.vocabulary.rooms_within_sense(kind)?;
        // 两间厕所 are bathrooms.
        if let (Sense::Room(kind), true) = (kind, rooms.len() < count as usize)
            && let Some(wider) = lexicon().rooms.get(usize::from(*kind)).and_then(|entry| entry.parent)
        {
            rooms = self.clause.vocabulary.rooms_within_sense(&Sense::Room(wider))?;
        }
        if count < 2 || rooms.len() != count as usize || !matches!(self.said(of).as_str(), "间" | "个" | "处")
        {
            return None;
        }
        let (said, end) = (self.said(room), room.end);
        self.phrase.rooms.push(RoomMention { said, floor: false, rooms });
        self.phrase.many = Some(Many::All);
        self.frame.span.1 = self.frame.span.1.max(end);
        Some(3)
    }

    /// "1200 spin": how fast, and no further work.
    pub(super) fn spun(&mut self, index: usize, token: &Token) -> Option<usize> {
        let fast = index
            .checked_sub(1)
            .and_then(|before| self.token(before)?.numeral(self.clause.path))
            .is_some_and(|numeral| numeral.number.value >= 400.0);
        let said = self.said(token);
        (fast && matches!(said.as_str(), "spin" | "rpm spin" | "spin speed" | "spin cycle")).then_some(1)
    }

    /// 脱水一千二, 漂洗三次: how fast or how often, and no programme of that name.
    pub(super) fn is_counted(&self, index: usize, token: &Token) -> bool {
        let number = self.token(index + 1).and_then(|next| next.numeral(self.clause.path));
        let unit = self.token(index + 2).and_then(Token::unit);
        // 漂洗三遍, where 三遍 is a value of that by name.
        let named =
            self.token(index + 1).and_then(Token::value).filter(|next| next.key.parse::<f64>().is_ok());
        if token.value().is_some()
            && named.is_some_and(|next| next.property.is_some() && next.property == token.property())
        {
            return true;
        }
        // 脱水整低点: how fast it is to be done.
        let changed = self.token(index + 1).and_then(Token::verb).is_some_and(|verb| {
            verb.chinese && !verb.weak && matches!(verb.acts.first(), Some(Act::Up | Act::Down))
        });
        if changed && token.value().is_some_and(|value| value.key == "spin") {
            return true;
        }
        token.value().is_some()
            && number.is_some_and(|numeral| {
                !numeral.ordinal
                    && (numeral.number.value >= 100.0
                        || numeral.number.value > 1.0 && matches!(unit, Some(Unit::Time | Unit::Rpm)))
            })
    }

    /// 电视灯带紫一个, 两个扫地的随便叫一个干活: whether 一个 says no more than that it is done once, or to one of those that were
    /// named, which are then so many.
    pub(super) fn counts_one(&mut self) -> bool {
        if self.frame.value.is_some() && !self.joined {
            return true;
        }
        let several = |target: &Target| target.many.is_some() || target.count.is_some_and(|all| all > 1);
        let one_of_many =
            self.frame.verb.is_none() && self.frame.value.is_none() && self.frame.targets.iter().any(several);
        if one_of_many {
            for target in &mut self.frame.targets {
                target.count = Some(1);
                target.many = Some(Many::Any);
            }
        }
        one_of_many
    }

    /// 射灯跟主灯一道关掉: together.
    pub(super) fn does_together(&self, index: usize) -> bool {
        let said = |place: usize| self.token(place).map(|token| self.said(token));
        let acts = self.token(index + 2).and_then(Token::verb);
        self.frame.has_target()
            && said(index).as_deref() == Some("一")
            && said(index + 1).as_deref() == Some("道")
            && acts.is_some_and(|verb| !verb.weak && verb.chinese)
    }

    /// "70 not 72", "on until ten": a number that is not meant, and a time.
    pub(super) fn denied_or_timed(&mut self, index: usize) -> Option<usize> {
        let before = index.checked_sub(1).and_then(|before| self.token(before))?;
        let said = self.said(before);
        let unit = self.token(index + 1).is_some_and(|next| next.unit().is_some());
        if said == "not" && self.frame.value.is_some() {
            return Some(if unit { 2 } else { 1 });
        }
        let switched = self.frame.verb.is_some_and(|verb| !verb.weak && !verb.chinese);
        let timed = matches!(said.as_str(), "until" | "till" | "til" | "'til" | "after" | "before" | "past");
        if !timed || unit || !switched || self.frame.value.is_some() {
            return None;
        }
        self.frame.scheduled = true;
        self.frame.goal = false;
        Some(1)
    }

    /// Whether a number that may have been heard for "to" stands between what is changed and how far.
    pub(super) fn leads_to_number(&self, index: usize) -> bool {
        let directs = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.verb().is_some_and(|verb| matches!(verb.id.as_str(), "up" | "down"))
        });
        directs
            && !self.frame.goal
            && self.token(index + 1).is_some_and(|next| next.numeral(self.clause.path).is_some())
    }

    /// "the fan to number three": which of its steps, and not which of several fans.
    pub(super) fn step_by_number(&mut self, index: usize, token: &Token) -> Option<usize> {
        let place = token.senses.iter().find_map(|sense| match sense {
            Sense::Ordinal(place) => Some(*place),
            _ => None,
        })?;
        let named = self.said(token).starts_with("number ") && place > 0;
        let on = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| self.said(before) == "on" || before.property().is_some());
        if !named || !(self.frame.goal || on) || self.head_follows(index) || self.frame.value.is_some() {
            return None;
        }
        let value = Value::Number { number: f64::from(place), unit: Unit::None };
        self.set_value(value, token.start, token.end, None);
        self.frame.value_text = place.to_string().into();
        Some(1)
    }
}

/// Whether a number may have been heard for "to".
pub(super) fn said_two(said: &str) -> bool {
    matches!(said, "two" | "2")
}
