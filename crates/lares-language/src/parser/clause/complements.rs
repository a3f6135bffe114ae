//! What stands behind a Chinese verb or behind how far: 到 of 关到, 下来 of 放三分之一下来, the colour of 灯带打开红色; and which of
//! two verbs of one word the thing named decides.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::kinds_of_verbs::property_is;
use super::{Clause, Reader};
use crate::action::{Unit, Value};
use crate::lexicon::{Asks, Cue, Sense, Verb, lexicon};
use crate::parser::frame::{Frame, Head};
use crate::parser::lattice::Token;
use crate::parser::render::is_of;
use crate::vocabulary::{Noun, is_han};

/// What is switched on and then set besides: other things are switched on by being set.
const SET_BESIDES: [&str; 4] = ["AirConditioner", "Light", "Fan", "AirPurifier"];

impl Reader<'_, '_> {
    /// The verb that is meant by a word that is said as `verb`.
    pub(super) fn verb_meant(&mut self, token: &Token, verb: &'static Verb) -> &'static Verb {
        let meant = self
            .locks(token)
            .or_else(|| self.requested(token, verb))
            .or_else(|| self.held(token, verb))
            .or_else(|| self.nearest(token, verb))
            .unwrap_or(verb);
        self.ends_feature(token, meant);
        meant
    }

    /// 我要看爱奇艺, 看湖南卫视: what is watched is put on, and not looked at.
    pub(super) fn watches(&mut self, only: Option<Property>) {
        let is = |id: &str| only.is_some_and(|only| property_is(only, id));
        if is("app") {
            self.frame.verb = self.clause.vocabulary.switch_verb();
        } else if is("channel") {
            self.frame.verb = None;
        }
    }

    /// 关到, 开到 with nothing behind it: how something is to be and to stay, and nothing that is to be reached.
    fn held(&self, token: &Token, verb: &Verb) -> Option<&'static Verb> {
        let (last, stem) = self.clause.text.get(token.start..token.end)?.split_last()?;
        let says_more = |other: &Token| {
            other.start >= token.end
                && other.verb().is_none_or(|verb| !verb.weak)
                && (other.particle().is_none() || other.is_target())
                && other.possessive().is_none()
        };
        let ends = *last == '到'
            && stem.len() == 1
            && verb.acts.first() == Some(&Act::Set)
            && self.frame.property.is_none()
            && !self.clause.tokens.iter().any(says_more);
        lexicon().lookup(stem).filter(|_| ends)?.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak && verb.acts.first() != Some(&Act::Set) => Some(*verb),
            _ => None,
        })
    }

    /// 窗帘拉起来 shuts it, 卷帘拉起来 opens it: of verbs that go with other kinds of things, the one for the kind that is
    /// nearest to what was named.
    fn nearest(&self, token: &Token, verb: &'static Verb) -> Option<&'static Verb> {
        let others = || {
            token.senses.iter().filter_map(|sense| match sense {
                Sense::Verb(other) if other.chinese && !other.nouns.is_empty() => Some(*other),
                _ => None,
            })
        };
        let acts =
            |verb: &Verb| !matches!(verb.acts.first(), None | Some(Act::Query)) && verb.property.is_none();
        // 浴霸暖一暖: what a thing is for, before what could be raised by it.
        let raises = verb.nouns.is_empty() && verb.property.is_some() && verb.key.is_none() && !verb.weak;
        if !raises && (verb.nouns.is_empty() || !acts(verb) || others().count() < 2) {
            return None;
        }
        let mut said = self.nouns_said();
        // 窗帘 is what covers a window, and a curtain.
        for target in &self.frame.targets {
            let letters: SmallVec<[char; 8]> = target.text.chars().collect();
            said.extend(lexicon().lookup(&letters).into_iter().flatten().filter_map(|sense| match sense {
                Sense::Noun(noun) => Some(*noun),
                _ => None,
            }));
        }
        let nearness = |verb: &Verb| {
            let fits = |&&noun: &&Noun| said.iter().any(|&said| lexicon().is_a(said, noun));
            verb.nouns.iter().filter(fits).map(|&noun| depth(noun)).max().unwrap_or_default()
        };
        let own = nearness(verb);
        others().find(|other| acts(other) && nearness(other) > own)
    }

    /// Words that only say again what was said of how far or how warm.
    pub(super) fn complement(&mut self, index: usize, token: &Token) -> Option<usize> {
        if !is_han(self.clause.text[token.start]) {
            return None;
        }
        if self.tells_undone(token) {
            return Some(1);
        }
        if let Some(used) = self.what_for(index, token) {
            return Some(used);
        }
        self.frame.value.as_ref()?;
        // 放三分之一下来, 降两度下来
        let directs = token.verb().is_some_and(|verb| matches!(verb.id.as_str(), "cover_up" | "cover_down"))
            && !self.clause.text[token.start..token.end].contains(&'往');
        let ends =
            self.clause.tokens[index + 1..].iter().all(|next| next.particle().is_some() && !next.is_target());
        if directs && ends && self.frame.verb.is_some_and(|verb| !verb.weak) {
            return Some(1);
        }
        // 画面换游戏模式: the word for what it is a value of.
        let behind_value = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.end == token.start && (before.value().is_some() || before.home_value().is_some())
        });
        if behind_value && matches!(self.said(token).as_str(), "模式" | "程序" | "档位") {
            return Some(1);
        }
        // 用六十度的热水洗
        let degrees = matches!(&self.frame.value, Some(Value::Number { unit, .. })
            if matches!(unit, Unit::Degree | Unit::Celsius));
        let warmth = token.senses.iter().find_map(|sense| match sense {
            Sense::Value(value) => value.property.filter(|own| property_is(*own, "water_temperature")),
            _ => None,
        });
        if let (true, Some(property)) = (degrees, warmth) {
            self.frame.property = Some(property);
            return Some(1);
        }
        None
    }

    /// 时间半个钟头: how long something is to cook, in words that are no numeral.
    pub(super) fn lasting(&mut self, token: &Token) -> Option<usize> {
        let timed = |property: Property| {
            ["cooking_time", "timer", "delay"].iter().any(|id| property_is(property, id))
        };
        if !self.frame.property.is_some_and(timed) || self.frame.value.is_some() {
            return None;
        }
        let said = self.clause.text.get(token.start..token.end)?;
        let minutes = match said {
            ['半', ..] if said.iter().any(|letter| matches!(letter, '时' | '钟')) => 30.0,
            ['一', '刻', ..] => 15.0,
            ['三', '刻', ..] => 45.0,
            _ => return None,
        };
        self.set_value(Value::Number { number: minutes, unit: Unit::Minute }, token.start, token.end, None);
        self.frame.value_text = SmolStr::new_inline(match minutes as u32 {
            15 => "15",
            45 => "45",
            _ => "30",
        });
        Some(1)
    }

    /// 冰箱速冷打开冷藏三度: a feature is switched on, and the degrees are of something else.
    pub(super) fn beside_feature(&mut self, token: &Token, unit: Unit) {
        let feature = self.frame.property.is_some_and(|property| self.clause.vocabulary.can_switch(property));
        let switched = self.frame.verb.is_some_and(|verb| {
            verb.chinese && matches!(verb.acts.first(), Some(Act::On | Act::Off)) && verb.property.is_none()
        });
        if feature && switched && self.frame.value.is_none() && matches!(unit, Unit::Degree | Unit::Celsius) {
            self.flush();
            self.extend_span(token);
        }
    }

    /// 打开空调二十六度, 灯带打开红色: what is switched on and set as well is switched on before. 空调开26度 is only set.
    pub(super) fn switched_before(&self, frame: &Frame) -> Option<Frame> {
        let verb = frame.verb.filter(|verb| verb.chinese && verb.id == "turn_on")?;
        let said = self.clause.text.get(frame.span.0..frame.span.1)?;
        let whole = said.windows(2).any(|pair| matches!(pair, ['打' | '开' | '点', '开' | '启' | '起']));
        let named = |target: &crate::parser::frame::Target| {
            matches!(target.head, Head::Noun(_) | Head::Name)
                && is_of(target, self.clause.vocabulary, &SET_BESIDES)
        };
        let set = frame.value_last
            && !frame.goal
            && frame.property.is_none_or(|property| !self.clause.vocabulary.can_switch(property))
            && match &frame.value {
                Some(Value::Number { unit, .. }) => matches!(unit, Unit::Degree | Unit::Celsius),
                Some(Value::Color { .. } | Value::Kelvin { .. }) => true,
                Some(Value::Word { key, .. }) => {
                    let mode = catalogue().property("mode");
                    key.as_ref().is_some_and(|key| {
                        matches!(key.as_str(), "cool" | "heat" | "dry")
                            && frame.property.is_none_or(|own| Some(own) == mode)
                    })
                }
                _ => false,
            };
        let order = (whole || !frame.targets_first) && set && frame.excluded.is_empty();
        let plain = !frame.negated && frame.question.is_none() && !frame.complaint && !frame.scheduled;
        (order && plain && frame.has_target() && frame.targets.iter().all(named)).then(|| Frame {
            verb: Some(verb),
            value: None,
            value_text: SmolStr::default(),
            value_last: false,
            property: None,
            direction: None,
            unknown: 0,
            ..frame.clone()
        })
    }

    /// 小空调 where one thing is called 美的小空调: a noun with its size that only one name holds is what that is called.
    pub(super) fn calls_one_by_size(&self, said: &str) -> bool {
        let sized = said.starts_with(['大', '小', '老', '新', '旧', '高', '长']) && said.chars().count() > 2;
        let several = self.phrase.many.is_some() || self.phrase.count.is_some() || self.phrase.whole_home;
        sized
            && !several
            && self.phrase.rooms.is_empty()
            && !self.excluding
            && self.clause.vocabulary.held_by_one(said).is_some()
    }

    /// 燃气阀没关吧: what has not been done to something is asked about, and is nothing that it is to be set to.
    pub(super) fn tells_undone(&mut self, token: &Token) -> bool {
        let undone = matches!(self.clause.text[token.start], '没' | '未' | '冇')
            && token.end - token.start > 1
            && token.value().is_some()
            && !self.clause.condition
            && !self.frame.goal
            && self.frame.verb.is_none_or(|verb| verb.weak || verb.acts.first() == Some(&Act::Query));
        if undone {
            self.frame.question.get_or_insert(Asks::Polar);
            let property = token.value().and_then(|value| value.property);
            self.frame.property = self.frame.property.or(property);
        }
        undone
    }

    /// 烤二十五分钟: how long the work of an oven is to take.
    pub(super) fn cooks_for(&self, frame: &mut Frame) {
        let cooks = frame.verb.is_some_and(|verb| {
            verb.chinese && matches!(verb.id.as_str(), "bake" | "cook" | "heat_food" | "heat_up")
        });
        let lasts = matches!(&frame.value, Some(Value::Number { unit, .. })
            if matches!(unit, Unit::Second | Unit::Minute | Unit::Hour));
        if cooks && lasts && frame.property.is_none() && frame.question.is_none() && !frame.scheduled {
            frame.verb = None;
            frame.property = catalogue().property("cooking_time");
        }
    }

    /// 别让电匣子叨叨了: what goes on is to end, with the thing between 别 and what it does. Reads the thing.
    pub(super) fn ends_going_on(&mut self, index: usize) -> Option<usize> {
        let tokens = &self.clause.tokens[index + 1..];
        let first = tokens.first()?;
        let causes = first.object_marker().is_some() || first.is_target();
        let target = tokens.iter().position(|token| token.noun().is_some() || token.name().is_some())?;
        let named = tokens.get(target)?;
        let end = tokens.last()?.end;
        if !causes || target > 3 || !is_han(self.clause.text[named.start]) {
            return None;
        }
        let did: SmallVec<[char; 8]> =
            std::iter::once('别').chain(self.clause.text[named.end..end].iter().copied()).collect();
        let verb = lexicon().lookup(&did)?.iter().find_map(|sense| match sense {
            Sense::Verb(verb) if !verb.weak => Some(*verb),
            _ => None,
        })?;
        let head = match named.name() {
            Some(_) => Head::Name,
            None => Head::Noun(named.noun()?),
        };
        self.head(index + 1 + target, head, named);
        self.frame.verb = Some(verb);
        self.frame.known += end - named.end;
        self.frame.span.1 = self.frame.span.1.max(end);
        Some(tokens.len() + 1)
    }

    /// Whether the verb of the frame stands before such a degree as 那么, and only says that something was made so.
    pub(super) fn made_so(&self, index: usize) -> bool {
        let degree = index.checked_sub(1).and_then(|before| self.token(before));
        let verb = index.checked_sub(2).and_then(|before| self.token(before));
        let much = degree.is_some_and(|degree| {
            matches!(
                self.clause.text[degree.start..degree.end],
                ['那', '么'] | ['这', '么'] | ['恁', '么'] | ['恁'] | ['太']
            )
        });
        much && verb.and_then(Token::verb).is_some_and(|verb| {
            verb.chinese
                && verb.property.is_none()
                && matches!(verb.acts.first(), Some(Act::On | Act::Set | Act::Start | Act::Up))
        })
    }

    /// 不要开那么冷: less of it. Reads the words up to the quality.
    pub(super) fn not_so_much(&mut self, index: usize) -> Option<usize> {
        let behind = &self.clause.tokens[index + 1..];
        let place = behind.iter().position(|token| token.adjective().is_some())?;
        let much = place.checked_sub(1).and_then(|before| behind.get(before)).is_some_and(|token| {
            matches!(
                self.clause.text[token.start..token.end],
                ['那', '么'] | ['这', '么'] | ['恁', '么'] | ['恁'] | ['太']
            )
        });
        let plain = behind[..place].iter().all(|token| !token.is_target() && token.question().is_none());
        let ends = behind[place + 1..].iter().all(|token| token.particle().is_some() && !token.is_target());
        if !much || !plain || !ends || place > 2 || self.frame.value.is_some() {
            return None;
        }
        let token = behind.get(place)?;
        let adjective = self.adjective(token)?;
        self.frame.direction = Some(!adjective.up);
        self.frame.property.get_or_insert(adjective.property);
        self.frame.helpers.extend_from_slice(&adjective.nouns);
        self.frame.span.1 = self.frame.span.1.max(token.end);
        self.frame.known += token.end - self.clause.tokens[index].end;
        Some(place + 2)
    }

    /// 咖啡机开一下我要提神: what for, said without a pause. Reads the rest, which names nothing.
    pub(super) fn what_for(&self, index: usize, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let ordered = self.frame.verb.is_some_and(|verb| !verb.weak && verb.chinese)
            && self.frame.has_target()
            && self.frame.question.is_none();
        let rest = &self.clause.tokens[index + 1..];
        let names = rest.iter().any(|next| {
            next.is_target()
                || next.value().is_some()
                || next.numeral(self.clause.path).is_some()
                || next.object_marker().is_some()
        });
        let here = self.clause.text.get(token.start..).unwrap_or_default();
        let wants = ordered
            && lexicon().cue(Cue::Wants).any(|words| {
                words == said || words.starts_with('让') && crate::parser::tokens::starts_with(here, words)
            });
        (wants && !rest.is_empty() && !names).then(|| rest.len() + 1)
    }

    /// Whether a word is the first behind a complaint whose words end with 得.
    pub(super) fn comes_of_wish(&self, index: usize) -> bool {
        comes_of_wish(self.clause, index)
    }

    /// 大一档: of what has steps, where nothing was named: how fast, and not how loud.
    pub(super) fn by_step(&self, token: &Token) -> bool {
        let next = self.clause.tokens.iter().find(|next| next.start == token.end);
        next.and_then(|next| self.clause.text.get(next.start..next.end))
            .is_some_and(|words| words.iter().any(|letter| matches!(letter, '档' | '挡')))
    }
}

/// 照得我睡不着: whether a word tells what comes of what is complained of directly before it.
pub(super) fn comes_of_wish(clause: &Clause<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| clause.tokens.get(before));
    before.filter(|before| before.wish().is_some()).is_some_and(|before| {
        let said = &clause.text[before.start..before.end];
        // 太亮了睡不着
        let sleepless = clause
            .tokens
            .get(index)
            .is_some_and(|token| clause.text[token.start..token.end].starts_with(&['睡', '不']));
        sleepless || said.iter().any(|letter| matches!(letter, '得' | '到'))
    })
}

/// How many nouns a noun is a kind of.
fn depth(noun: Noun) -> usize {
    let parent = |noun: &Noun| lexicon().nouns.get(usize::from(noun.0)).and_then(|entry| entry.parent);
    std::iter::successors(Some(noun), parent).take(16).count()
}
