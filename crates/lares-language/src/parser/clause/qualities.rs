//! Qualities with a direction: alone, compared, at their end, complained of.

use lares_home::Act;
use smallvec::SmallVec;
use smol_str::format_smolstr;

use super::Reader;
use super::besides::washes_clothes;
use super::kinds_of_verbs::property_is;
use crate::action::{Level, Unit, Value};
use crate::lexicon::{Adjective, Asks, Degree, Sense, lexicon};
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::parser::render::is_of;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// Of the qualities that a word can be, the one of the property that was said, else the one that goes with the
    /// target. A word of one or two qualities (暖) tells the property better than 光 before it does.
    pub(super) fn adjective(&mut self, token: &Token) -> Option<&'static Adjective> {
        let senses: SmallVec<[&'static Adjective; 8]> = token
            .senses
            .iter()
            .filter_map(|sense| match sense {
                Sense::Adjective(adjective) => Some(*adjective),
                _ => None,
            })
            .collect();
        if let Some(said) = self.frame.property {
            if let Some(same) = senses.iter().find(|adjective| adjective.property == said) {
                return Some(same);
            }
            if senses.len() > 2 {
                return senses.first().copied();
            }
        }
        let nouns = self.nouns_said();
        if nouns.is_empty() && self.by_step(token) {
            let blows = |adjective: &&&Adjective| property_is(adjective.property, "fan_speed");
            if let Some(adjective) = senses.iter().find(blows) {
                return Some(adjective);
            }
        }
        let goes_with = |adjective: &&&Adjective| {
            adjective.nouns.iter().any(|&noun| nouns.iter().any(|&said| lexicon().is_a(said, noun)))
        };
        // 这屋冷: how warm it is here, where no lamp was spoken of whose white is cold.
        let of_air = |adjective: &&&Adjective| property_is(adjective.property, "temperature");
        let unspoken = nouns.is_empty().then(|| senses.iter().find(of_air)).flatten();
        let chosen = senses
            .iter()
            .find(goes_with)
            .or(unspoken)
            .or_else(|| senses.iter().find(|adjective| adjective.nouns.is_empty()))
            .or_else(|| senses.first())
            .copied()?;
        if self.frame.property.is_some() && senses.len() <= 2 {
            self.frame.property = Some(chosen.property);
        }
        Some(chosen)
    }

    /// The nouns of what has been named so far.
    pub(super) fn nouns_said(&self) -> SmallVec<[Noun; 8]> {
        let mut nouns: SmallVec<[Noun; 8]> = SmallVec::new();
        for target in self.frame.targets.iter().chain(std::iter::once(&self.phrase)) {
            match target.head {
                Head::Noun(noun) => nouns.push(noun),
                Head::Name => {
                    for device in self.clause.vocabulary.devices_named(&target.text) {
                        for noun in self.clause.vocabulary.device_nouns(device) {
                            if !nouns.contains(noun) {
                                nouns.push(*noun);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        nouns
    }

    /// 低两度, 高个两度, 低上几度.
    fn amount_follows(&self, index: usize) -> bool {
        let filled = self
            .token(index + 1)
            .is_some_and(|next| matches!(self.clause.text[next.start..next.end], ['个' | '上' | '它']));
        let amount = if filled { index + 2 } else { index + 1 };
        self.token(amount).is_some_and(|next| next.numeral(self.clause.path).is_some())
    }

    /// Whether a number stands there, and no unit behind it that is one of time.
    fn counts(&self, index: usize) -> bool {
        self.token(index).is_some_and(|token| {
            token.numeral(self.clause.path).is_some() || token.unit() == Some(Unit::Degree)
        })
    }

    /// "Quiet please": how it is to be, and no complaint of how it is.
    fn is_asked_for(&self, index: usize) -> bool {
        self.token(index + 1).is_some_and(|next| self.said(next) == "please")
    }

    /// "Kitchen lights bright": how lights are to be, in English, where nothing says that they are so.
    fn is_to_be_bright(&self, index: usize) -> bool {
        let frame = &self.frame;
        let lights = lexicon().noun("light");
        let is_light = |noun: &Noun| lights.is_some_and(|light| lexicon().is_a(*noun, light));
        self.token(index).is_some_and(|token| self.said(token) == "bright")
            && frame.verb.is_none()
            && frame.value.is_none()
            && frame.question.is_none()
            && self.asks.is_none()
            && !self.is_declared(index)
            && self.nouns_said().iter().any(is_light)
            && index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(Token::is_target)
    }

    /// 高了点, 响了一点: said of what has become too much so, where nothing goes on behind it.
    fn overshoots(&self, index: usize) -> bool {
        let is_bit = |token: &Token| token.degree() == Some(Degree::Bit);
        self.frame.verb.is_none()
            && !self.frame.goal
            && self.frame.value.is_none()
            && self.token(index + 1).is_some_and(|next| self.said(next) == "了")
            && self.token(index + 2).is_some_and(is_bit)
            && self
                .token(index + 3)
                .is_none_or(|next| next.separator().is_some() || next.particle().is_some())
    }

    /// 亮, 再亮一点, 最亮, 太亮: a quality alone, compared, at its end, complained of.
    pub(super) fn quality(&mut self, index: usize, token: &Token) -> Option<usize> {
        let said = self.frame.property;
        let adjective = self.adjective(token)?;
        // 调到26度风小一点: of its fan, besides what was set.
        let set_before = super::begins::is_warmth(self.frame.value.as_ref())
            && is_han(self.clause.text[token.start])
            && super::kinds_of_verbs::BLOWN.iter().any(|id| property_is(adjective.property, id));
        if set_before {
            self.flush();
            self.extend_span(token);
        }
        // "window unit on, cool, 22": a mode, alone behind the order.
        let is_mode = |sense: &Sense| matches!(sense, Sense::Value(value) if value.property.is_some_and(|property| property_is(property, "mode")));
        if self.clause.after_order && token.senses.iter().any(is_mode) && self.is_alone(index) {
            return None;
        }
        // "mini split 68 cool", "AC cool 68": a mode beside how warm it is to be.
        let adjoins =
            index.checked_sub(1).is_some_and(|before| self.counts(before)) || self.counts(index + 1);
        let conditions = || {
            let of = |target: &Target| is_of(target, self.clause.vocabulary, &["AirConditioner"]);
            !self.frame.targets.is_empty() && self.frame.targets.iter().all(of)
        };
        let latin = self.clause.text[token.start].is_ascii();
        if latin && adjoins && self.degree.is_none() && token.senses.iter().any(is_mode) && conditions() {
            self.frame.property = said;
            return None;
        }
        // 风扇开大点: a verb that says in which direction, where the quality is one of other devices (the width of a curtain).
        let nouns = self.nouns_said();
        let of_others = !adjective.nouns.is_empty()
            && !nouns.is_empty()
            && !adjective.nouns.iter().any(|&noun| nouns.iter().any(|&said| lexicon().is_a(said, noun)));
        let directs = token.verb().is_some_and(|verb| {
            matches!(verb.acts.first(), Some(Act::Up | Act::Down)) && verb.property.is_none()
        });
        // 声音关小点, 它开大点: of what was said, or of whatever it is.
        let of_said = match said {
            Some(said) => said != adjective.property,
            None => nouns.is_empty() && self.frame.targets.iter().any(|target| target.head == Head::Last),
        };
        if of_said && directs {
            self.frame.property = said;
            return None;
        }
        if of_others && directs {
            return None;
        }
        // "the Mitsubishi fan quiet": a mode of what blows, and not how loud it plays.
        let blows = of_others
            && self.clause.text[token.start].is_ascii()
            && token.value().is_some()
            && self.degree.is_none()
            && self.asks.is_none();
        if blows && property_is(adjective.property, "volume") {
            self.frame.property = said;
            return None;
        }
        // "washer hot", "wash it cold": how warm the water of a programme is to be, and no complaint.
        let of_program = self.degree.is_none()
            && self.clause.text[token.start].is_ascii()
            && self.frame.question.is_none()
            && self.asks.is_none()
            && token.senses.iter().any(|sense| matches!(sense, Sense::Value(value) if value.property.is_some_and(|property| property_is(property, "water_temperature"))));
        let washes = said.is_some_and(|said| property_is(said, "water_temperature"))
            || nouns.iter().any(|&noun| washes_clothes(noun))
            || nouns.is_empty()
                && self.frame.verb.is_some_and(|verb| {
                    !verb.chinese && verb.nouns.first().is_some_and(|&noun| washes_clothes(noun))
                });
        if of_program && washes {
            self.frame.property = said;
            return None;
        }
        // 冷不冷: a question, no complaint.
        if token.question().is_some()
            && token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query))
        {
            return None;
        }
        if token.question() == Some(Asks::Polar)
            && token.end - token.start == 3
            && is_han(self.clause.text[token.start])
        {
            self.frame.question.get_or_insert(Asks::Polar);
            self.frame.property.get_or_insert(adjective.property);
            return Some(1);
        }
        if token.value().is_some() && self.frame.goal && self.degree.is_none() {
            return None;
        }
        let next_degree = self.token(index + 1).and_then(Token::degree);
        // 二成亮: a share of the brightness, no difference.
        // "twenty percent brighter" is one.
        let said = self.said(token);
        // "Warmer light" is asked for, as "warmer" is.
        let first = said.strip_prefix("a ").unwrap_or(&said).split(' ').next().unwrap_or_default();
        let comparative = said.ends_with("er")
            || first.ends_with("er")
            || said.starts_with("less ")
            || said.starts_with("more ");
        let shares = !comparative
            && matches!(self.frame.value, Some(Value::Number { unit: Unit::Percent, .. }))
            && self.frame.verb.is_none()
            && index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.numeral(self.clause.path).is_some());
        // 弄到八十亮: what stands behind its number in Chinese says of what it is.
        let is_so_bright = said == "亮"
            && matches!(self.frame.value, Some(Value::Number { .. }))
            && index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.numeral(self.clause.path).is_some() || before.unit().is_some());
        if shares || is_so_bright {
            self.frame.property.get_or_insert(adjective.property);
            return Some(1);
        }
        // 低两度, 低一点: a difference; 调到低: a level.
        let compared = next_degree.is_some()
            || self.degree.is_some()
            || self.amount_follows(index)
            // 小点声: the degree is part of the word.
            || token.end - token.start > 2
                && self.clause.text[token.start..token.end].iter().any(|letter| matches!(letter, '点' | '些'));
        // 温度高了: it has become so, and is not to.
        let has_become = self.frame.verb.is_none()
            && !self.frame.goal
            && self.token(index + 1).is_some_and(|next| self.said(next) == "了")
            && adjective_ends(self.clause.tokens, index);
        // 高了点: it has become too much so.
        let has_overshot = self.overshoots(index);
        if token.level().is_some() && (self.frame.goal || !compared) && !has_become && !has_overshot {
            return None;
        }
        let degree = self.degree.take().or(has_overshot.then_some(Degree::Too));
        // "a little dimmer" wants it dimmer; "a little dim" complains.
        let degree = degree.filter(|degree| !(comparative && *degree == Degree::Too));
        // 电视开那么响: complained of, however it came to be so.
        let made_so = degree == Some(Degree::Too)
            && !self.frame.goal
            && adjective_ends(self.clause.tokens, index)
            && self.made_so(index);
        if made_so {
            self.frame.verb = None;
        }
        if degree.is_none()
            && next_degree.is_none()
            && !comparative
            && adjective.up
            && self.is_to_be_bright(index)
        {
            self.set_value(Value::Level(Level::Max), token.start, token.end, None);
            self.frame.property.get_or_insert(adjective.property);
            self.frame.value_text = said;
            self.frame.goal = true;
            return Some(1);
        }
        match degree {
            Some(Degree::Most) => {
                let level = if adjective.up { Level::Max } else { Level::Min };
                self.set_value(Value::Level(level), token.start, token.end, None);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.value_text = format_smolstr!(
                    "{}{}",
                    if is_han(self.clause.text[token.start]) { "最" } else { "" },
                    self.said(token)
                );
                self.frame.goal = true;
            }
            // 姥姥房间冷: a bare quality is a complaint as well.
            degree
                if self.frame.verb.is_none()
                    && next_degree != Some(Degree::Bit)
                    && (degree == Some(Degree::Too)
                        || degree.is_none()
                            && !self.is_asked_for(index)
                            && !comparative
                            && !compared
                            && self.frame.value.is_none()
                            && !self.frame.goal
                            && (adjective_ends(self.clause.tokens, index) || self.is_declared(index))) =>
            {
                // 灯没有亮: not so, and nobody asks for less of it.
                let denied =
                    index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                        before.negation().is_some() && is_han(self.clause.text[before.start])
                    });
                if denied {
                    self.frame.negated = true;
                    return Some(1);
                }
                self.frame.complaint = true;
                if degree.is_none()
                    && self.is_declared(index)
                    && let Some(wish) = self.complaint_of(adjective)
                {
                    // "the guest room is freezing"
                    self.frame.wish = Some(wish);
                    self.where_someone_is();
                    return Some(1);
                }
                self.frame.direction = Some(!adjective.up);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.helpers.extend_from_slice(&adjective.nouns);
                self.where_someone_is();
                if has_overshot {
                    return Some(3);
                }
            }
            _ => {
                let act = self.frame.verb.and_then(|verb| verb.acts.first().copied());
                // 打开亮的灯, 亮着的灯: a quality of the target, not a wish.
                let describes = degree.is_none()
                    && next_degree.is_none()
                    && matches!(act, Some(Act::On | Act::Off))
                    && self.token(index + 1).is_some_and(|next| next.possessive().is_some());
                if describes {
                    return Some(1);
                }
                self.frame.direction = Some(adjective.up);
                self.frame.property.get_or_insert(adjective.property);
                self.frame.helpers.extend_from_slice(&adjective.nouns);
            }
        }
        Some(1)
    }
}

/// Whether a quality is the last that its clause says, but for particles.
pub(super) fn adjective_ends(tokens: &[Token], index: usize) -> bool {
    tokens[index + 1..].iter().all(|token| token.particle().is_some() && token.verb().is_none())
}
