//! Values as a clause says them: numbers with their units, counts, colours, values by name.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use super::numbered::said_two;
use crate::action::{Unit, Value};
use crate::lexicon::{Degree, Many, Place, Reference, Sense, Time, lexicon};
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::{Numeral, Token, is_vague, property_of_unit};
use crate::parser::tokens::text_of;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// "Window unit, heat": a value alone in its clause that would be a kind of device which the home does not have.
    pub(super) fn is_lone_value(&self, index: usize, noun: Noun) -> bool {
        self.is_alone(index) && (!self.clause.vocabulary.has_noun(noun) || self.clause.after_order)
    }

    /// "Make the Fujitsu heat": what something is to be made to do.
    pub(super) fn is_made(&self, index: usize) -> bool {
        let makes = self.frame.verb.is_some_and(|verb| verb.weak && !verb.chinese);
        let behind = &self.clause.tokens[index + 1..];
        makes
            && !self.joined
            && !self.phrase_open()
            && self.frame.targets.iter().any(|target| matches!(target.head, Head::Noun(_) | Head::Name))
            && self.frame.value.is_none()
            && behind.iter().all(|token| token.particle().is_some() && !token.is_target())
    }

    /// "Split system heat": the mode of what was named directly before it, with nothing else to be done.
    pub(super) fn is_mode_of_last(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let adjoins = before.is_some_and(|before| {
            (before.noun().is_some() || before.name().is_some()) && !before.is_unknown()
        });
        let conditions = self.frame.targets.last().is_some_and(|last| {
            crate::parser::render::is_of(last, self.clause.vocabulary, &["AirConditioner"])
        });
        let behind = &self.clause.tokens[index + 1..];
        adjoins
            && conditions
            && !self.joined
            && !self.phrase_open()
            && self.frame.verb.is_none()
            && self.frame.value.is_none()
            && self.asks.is_none()
            && behind.iter().all(|token| {
                token.particle().is_some() && !token.is_target()
                    || token.numeral(self.clause.path).is_some()
                    || token.unit().is_some()
                    || token.goal().is_some()
            })
    }

    /// 浴霸打开取暖: what the thing that was just switched on is to do, and no further thing.
    pub(super) fn is_done_by_last(&self, index: usize) -> bool {
        let switched = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.verb().is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::On))
        });
        switched
            && self.frame.targets_first
            && self.frame.has_target()
            && self.frame.value.is_none()
            && !self.joined
            && !self.phrase_open()
            && self.clause.tokens[index + 1..].iter().all(|token| token.particle().is_some())
    }

    /// "the one in the conservatory": a clause that says nothing but where.
    fn is_alone_in_place(&self, index: usize) -> bool {
        self.clause.tokens.iter().enumerate().all(|(other, token)| {
            other == index
                || token.particle().is_some() && !token.is_target()
                || token.possessive().is_some()
                || self.is_room(token) && token.name().is_none()
                || is_where(&self.said(token)) && token.name().is_some()
        })
    }

    /// Whether a word stands alone in its clause, but for words that say nothing.
    pub(super) fn is_alone(&self, index: usize) -> bool {
        let others = self.clause.tokens.iter().enumerate().filter(|(other, _)| *other != index);
        others.into_iter().all(|(_, token)| {
            (token.particle().is_some() || token.conjunction().is_some()) && !token.is_target()
        })
    }

    /// "make the pool light green": the lamp of the pool, not a light shade of green, where no lamp was named yet.
    pub(super) fn light_before_color(&mut self, index: usize, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let (noun_word, shade) = said.split_once(' ')?;
        let waits = self.phrase_open() && self.frame.targets.is_empty() && self.phrase.head == Head::None;
        if token.color().is_none()
            || !waits
            || self.token(index + 1).is_some_and(|next| next.noun().is_some())
        {
            return None;
        }
        let noun = self.clause.vocabulary.noun(noun_word)?;
        let letters: Vec<char> = shade.chars().collect();
        let color = lexicon().lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Color(color) => Some(*color),
            _ => None,
        })?;
        let (hue, saturation) = color.hue_saturation?;
        let border = token.start + noun_word.chars().count();
        let head = Token {
            start: token.start,
            end: border,
            senses: smallvec::smallvec![Sense::Noun(noun)],
            likeness: token.likeness,
        };
        self.head(index, Head::Noun(noun), &head);
        let value = Value::Color { hue, saturation, text: shade.to_owned() };
        self.set_value(value, border + 1, token.end, None);
        Some(1)
    }

    pub(super) fn number(&mut self, index: usize, token: &Token) -> Option<usize> {
        let numeral = *token.numeral(self.clause.path)?;
        if let Some(used) = self.numbered_name(index, token).or_else(|| self.counts_out_of(index)) {
            return Some(used);
        }
        // 三五二打开: what has such a name is meant by it.
        let names = self.clause.vocabulary;
        let named = token.name().is_some_and(|name| names.names.stands_for_devices(name));
        if named && self.frame.verb.is_none_or(|verb| !verb.weak) && !self.frame.goal {
            return None;
        }
        let next = self.clause.tokens.get(index + 1);
        let after_next = self.clause.tokens.get(index + 2);
        if self.does_together(index) {
            return Some(2);
        }
        if let Some(used) = self.denied_or_timed(index) {
            return Some(used);
        }
        if let Some(used) = self
            .takes_off(index, &numeral)
            .or_else(|| self.counts_of(index))
            .or_else(|| self.counted_rooms(index))
        {
            return Some(used);
        }
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        // "dim the pendants too fifty": heard for "to".
        self.frame.goal |= before.is_some_and(|before| self.said(before) == "too") && self.frame.has_target();
        if said_two(&self.said(token)) && self.leads_to_number(index) {
            // "turn it down two ten": heard for "to".
            self.frame.goal = true;
            return Some(1);
        }
        if next.is_some_and(|next| next.degree() == Some(Degree::More))
            && let Some(unit) = after_next.and_then(Token::unit)
            && numeral.unit.is_none()
            && self.frame.value.is_none()
        {
            // "ten more percent on the pendants"
            let end = after_next.map_or(token.end, |unit| unit.end);
            let value = Value::Number { number: numeral.number.value, unit };
            self.set_value(value, token.start, token.end, Some(&numeral));
            self.frame.direction.get_or_insert(true);
            self.frame.span.1 = self.frame.span.1.max(end);
            return Some(3);
        }
        // 跳到第八台: which channel, and not which of several.
        let channel = next.is_some_and(|next| next.unit() == Some(Unit::Channel))
            && !after_next.is_some_and(Token::is_target)
            && (self.frame.goal || next.is_some_and(|next| next.classifier().is_none()));
        // 电扇第二段: how fast, where nothing is counted behind it.
        let gear = next.is_some_and(|next| next.unit() == Some(Unit::Gear))
            && !after_next.is_some_and(|behind| behind.is_target() || behind.possessive().is_some());
        if numeral.ordinal && !channel && !gear {
            // 第二盏灯: one of them; which is counted first is for the person to say.
            self.phrase.single = true;
            let classified = next.is_some_and(|next| next.classifier().is_some());
            return Some(if classified { 2 } else { 1 });
        }
        let said = self.said(token);
        if matches!(said.as_str(), "one" | "ones") && !self.frame.goal {
            let next = self.clause.tokens.get(index + 1);
            let of = next.is_some_and(|next| {
                next.possessive() == Some(Place::Before) && self.said(next).starts_with("of")
            });
            // "the corner lamp, the one in the conservatory": that one, and not any.
            let pointed = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| matches!(self.said(before).as_str(), "the" | "that"));
            // "turn on the one by the recliner", where a lamp is called so: that one, and no value.
            let said_before = &self.clause.text[..token.start];
            if said_before.ends_with(&['t', 'h', 'e', ' ']) && next.is_some_and(|next| next.name().is_some())
            {
                return Some(1);
            }
            let within = next.is_some_and(|next| next.possessive() == Some(Place::Before)) && !self.joined;
            if of || within && !(pointed && self.is_alone_in_place(index)) {
                // "one of the blinds".
                self.phrase.many = Some(Many::Any);
                self.phrase.count = Some(1);
                return Some(1);
            }
            let more = next.is_some_and(|next| next.degree() == Some(Degree::More));
            let counts = more
                || next.is_some_and(|next| {
                    next.unit().is_some() || next.noun().is_some() || next.name().is_some()
                });
            // "hood on one": how fast.
            let on = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| self.said(before) == "on" && before.verb().is_some());
            let step = on
                && next.is_none_or(|next| next.conjunction().is_some() || next.clause().is_some())
                && said == "one"
                && self.frame.has_target()
                && self.asks.is_none();
            if !counts && !step && !self.counts_steps(index) {
                return Some(self.pronoun(index));
            }
        }
        // 两盏灯, two lamps, 三个: a count.
        if numeral.unit.is_none()
            && !self.frame.goal
            && let Some(count) = numeral.number.as_count().filter(|count| (1..=99).contains(count))
        {
            if let Some(used) = self.counts_lamps(index, count) {
                return Some(used);
            }
            let counted = |token: Option<&Token>| {
                token.is_some_and(|token| token.noun().is_some() || (token.name().is_some() && count > 1))
            };
            // 亮度20小夜灯打开: how bright, and no twenty of them.
            let of_property = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.property().is_some() && before.noun().is_none());
            // 空调二十七加湿器打开: what is said of the one before it; things are counted with a word between.
            let of_last = count > 2
                && next.is_some_and(|next| is_han(self.clause.text[next.start]))
                && next.is_some_and(|next| next.classifier().is_none())
                && self.frame.has_target()
                && self.frame.verb.is_none()
                && self.frame.value.is_none();
            let of_named = self.is_of_named(token, next, count);
            let of_property = of_property || of_last || of_named;
            let asks_channel = self.frame.property.is_some() || self.frame.goal;
            let classified = next.is_some_and(|next| {
                next.classifier().is_some()
                    && next.degree().is_none()
                    && (next.unit().is_none() || next.unit() == Some(Unit::Channel) && !asks_channel)
            });
            let classifier_first = next.is_some_and(|next| next.classifier().is_some());
            let classified_as_thing =
                classified && next.is_some_and(|next| matches!(self.said(next).as_str(), "个" | "盏" | "只"));
            if counted(next) && !of_property
                || (classifier_first && counted(after_next))
                || (classified && !self.phrase.rooms.is_empty())
            {
                self.phrase.count = Some(count);
                return Some(if next.is_some_and(|next| next.classifier().is_some()) { 2 } else { 1 });
            }
            if classified && count == 1 && self.counts_one() {
                return Some(2);
            }
            if classified_as_thing
                && self.frame.verb.is_none()
                && self.frame.property.is_none()
                && self.frame.direction.is_none()
            {
                // 灯坏了一个: so many of them, and nothing that any is set to.
                return Some(2);
            }
            if classified && self.frame.verb.is_some() {
                // 床头灯开一个: the count of what was named before. 一只狐狸: of something that is no device.
                match self.frame.targets.last_mut() {
                    Some(target) if self.frame.targets_first => {
                        // 床头灯开一个: one of a kind, although one thing is called just so.
                        if let (Head::Name, Some(noun)) =
                            (&target.head, self.clause.vocabulary.noun(&target.text))
                        {
                            target.head = Head::Noun(noun);
                        }
                        target.count = Some(count);
                        // 屋头空调随便关两台: not all that the home has.
                        target.many = target.many.filter(|many| *many == Many::Any);
                    }
                    Some(_) => {}
                    None => self.phrase.count = Some(count),
                }
                return Some(2);
            }
        }
        // 明早七点半, 晚上十点二十: a time, no decimal fraction.
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let by_the_clock = said.contains('点')
            && (numeral.number.half || before.is_some_and(|before| before.time().is_some()))
            && next.is_none_or(|next| next.unit().is_none());
        if by_the_clock {
            self.frame.scheduled = true;
            return Some(1);
        }
        let mut used = 1;
        let mut unit =
            numeral.unit.unwrap_or(if numeral.number.percent { Unit::Percent } else { Unit::None });
        let mut end = token.end;
        if let Some(next) = next
            && unit == Unit::None
            && let Some(said) = next.unit()
        {
            unit = said;
            self.frame.property = self.frame.property.or_else(|| property_of_unit(next));
            self.extend_span(next);
            self.frame.known += next.end - next.start;
            end = next.end;
            used += 1;
        }
        // 漂洗三次: so many rinses, where once is no number of them.
        let rinses = matches!(&self.frame.value, Some(Value::Word { text, .. }) if text == "漂洗");
        if unit == Unit::Time && rinses && numeral.number.value >= 2.0 {
            self.frame.value = None;
            self.frame.property = catalogue().property("rinse");
        }
        // 漂洗一遍: how often what is said before is done.
        if unit == Unit::Time
            && used > 1
            && (self.frame.value.is_some()
                || self.frame.verb.is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Set)))
            && self.frame.property.is_none()
        {
            return Some(used);
        }
        let in_time = matches!(unit, Unit::Second | Unit::Minute | Unit::Hour)
            && index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                before.possessive() == Some(Place::Before) || before.time() == Some(Time::After)
            });
        if in_time {
            self.frame.scheduled = true;
            return Some(used);
        }
        let following = self.token(index + used);
        // "Put the mini split at 74 for her": the number is reached, and nothing lasts so long.
        let time = following.and_then(Token::time);
        let reached = time == Some(Time::For) && self.frame.goal && self.clause.text[token.start].is_ascii();
        if time.is_some() && !reached {
            // 八点, 五分钟后, 10 pm.
            if time == Some(Time::For) {
                return Some(used);
            }
            self.frame.scheduled = true;
            return Some(used + 1);
        }
        self.beside_feature(token, unit);
        self.set_value(
            Value::Number { number: numeral.number.value, unit },
            token.start,
            end,
            Some(&numeral),
        );
        Some(used)
    }

    /// "turn the heating up one": by how much.
    fn counts_steps(&self, index: usize) -> bool {
        let directs = |token: &Token| {
            token.verb().is_some_and(|verb| matches!(verb.acts.first(), Some(Act::Up | Act::Down)))
        };
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        before.is_some_and(|before| directs(before) || self.said(before) == "by")
            && self.frame.direction.is_some()
            && (self.frame.has_target() || self.frame.property.is_some())
    }

    /// "run the dishwasher on heavy", "open netflix on the frame": a word that only leads to what the verb before it is
    /// done with, or on.
    pub(super) fn leads_to_value(&mut self, index: usize, token: &Token) -> bool {
        let firm = self.frame.verb.is_some_and(|verb| {
            !verb.weak && !matches!(verb.acts.first(), Some(Act::Off | Act::Close | Act::Up | Act::Down))
        });
        // "turn the sound down on Granny's telly": of what it is.
        let of_what = self.said(token) == "on"
            && self.frame.direction.is_some()
            && self.frame.property.is_some()
            && !self.frame.has_target()
            && !self.joined
            && self.token(index + 1).is_some_and(|next| {
                next.is_target() && next.verb().is_none()
                    || (next.particle() == Some(false) || next.reference() == Some(Reference::Last))
                        && self.head_follows(index + 1)
            });
        if of_what {
            return true;
        }
        if self.said(token) != "on" || !firm || self.joined || self.frame.targets_first {
            return false;
        }
        let clause = self.clause;
        let next = clause.tokens[index + 1..]
            .iter()
            .find(|token| token.particle().is_none() || token.is_target() || token.value().is_some());
        let Some(next) = next else { return false };
        // "run the dryer on towels": on something that nobody knows, and no more than that.
        let starts = self.frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Start));
        let ends = self.clause.tokens.last().is_some_and(|last| last.start == next.start);
        if starts && ends && next.is_unknown() && self.frame.has_target() && self.frame.value.is_none() {
            let text = String::from(self.said(next));
            self.set_value(Value::Word { text, key: None }, next.start, next.end, None);
            return true;
        }
        let is_value = next.value().is_some()
            || next.home_value().is_some()
            || next.level().is_some()
            || next.numeral(self.clause.path).is_some();
        if self.frame.has_target() {
            return is_value && next.name().is_none() && next.verb().is_none() && self.frame.value.is_none();
        }
        self.frame.property.is_some() && next.is_target() && next.verb().is_none()
    }

    /// "put it on the eco wash": the work behind the name of a programme is the programme, not a further order.
    pub(super) fn names_program(&self, index: usize, token: &Token) -> bool {
        // 用四十度水洗: how it is to be done, and not that it is to begin.
        let with = self.frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Set));
        let works = token.verb().is_some_and(|verb| {
            // 高温烘, 轻柔洗, 用六十度水洗毛巾.
            let length = token.end - token.start;
            let short = !verb.chinese || length == 1 || with && length <= 3;
            short && !verb.nouns.is_empty() && verb.acts.first() == Some(&Act::Start)
        });
        let one_word = !self.said(token).contains(' ');
        // 用节能的洗, 用省电那个洗.
        let linked = with
            && index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|link| {
                matches!(self.said(link).as_str(), "的" | "那个" | "那种" | "模式" | "程序")
            });
        let place = index.checked_sub(if linked { 2 } else { 1 });
        let behind_value = place.and_then(|before| self.token(before)).is_some_and(|before| {
            (before.value().is_some() || before.home_value().is_some() || before.level().is_some())
                && before.verb().is_none()
                || with && before.unit().is_some()
        });
        works && one_word && behind_value && self.frame.value.is_some()
    }

    /// "the upstairs one", "the left one": of the kind spoken of, told by its room or by a word.
    pub(super) fn pronoun(&mut self, index: usize) -> usize {
        // "the film night one": the scene just named.
        let named = index.checked_sub(1).and_then(|before| self.token(before));
        if !self.joined && named.is_some_and(|named| named.scene().is_some()) && self.frame.has_target() {
            return 1;
        }
        if self.joined
            && self.pending_text.is_empty()
            && self.phrase.head == Head::None
            && !self.excluding
            && self.token(index + 1).is_some_and(|next| next.possessive() == Some(Place::Before))
            && let Some(last) = self.frame.targets.last()
            && matches!(last.head, Head::Noun(_) | Head::Name)
        {
            // "the shade in the guest room and the one in the dining room".
            let (head, text) = (last.head.clone(), last.text.clone());
            self.give_rooms_to_targets();
            let noun = self.clause.vocabulary.noun(&text);
            self.phrase.head = noun.map_or(head, Head::Noun);
            self.phrase.text = text;
            self.close_phrase();
            self.joined = false;
            return 1;
        }
        let owner =
            index.checked_sub(1).and_then(|before| self.token(before)).map(|before| self.said(before));
        if let Some(name) = owner.and_then(|owner| self.owned_like_the_last(&owner)) {
            // "Hui Min's side to ten and Craig's one off"
            self.pending_text.clear();
            self.phrase.head = Head::Name;
            self.phrase.text = name.into();
            self.phrase.joined = self.joined;
            if self.frame.targets_first && self.frame.has_action() {
                self.phrase.joined = false;
                let phrase = std::mem::take(&mut self.phrase);
                self.flush();
                self.phrase = phrase;
            }
            self.close_phrase();
            self.joined = false;
            return 1;
        }
        if !self.pending_text.is_empty() {
            let text = std::mem::take(&mut self.pending_text);
            self.phrase.head = Head::Unknown;
            self.phrase.text = text.into();
            self.close_phrase();
        } else if self.phrase.rooms.is_empty()
            && self.phrase.head == Head::None
            && self.phrase.many.is_none()
            && !self.excluding
        {
            self.phrase.head = Head::Last;
            self.close_phrase();
        }
        1
    }

    pub(super) fn set_value(&mut self, value: Value, start: usize, end: usize, numeral: Option<&Numeral>) {
        if self.frame.value.is_some() && self.frame.question.is_none() {
            // 客厅空调二十五度、主卧二十六: the room that waits belongs to the value that comes.
            // "the AC to 24 in the guest room and 23 in the den": it was said where before "and".
            let said_where = self.joined && self.clause.text[start].is_ascii();
            let waits = self.phrase.head == Head::None
                && !self.phrase.rooms.is_empty()
                && self.frame.targets_first
                && !said_where;
            let phrase = if waits { std::mem::take(&mut self.phrase) } else { Target::default() };
            // 温度26度风速3档: a second value is a second command for the same target.
            self.flush();
            if waits {
                self.phrase = phrase;
                self.phrase.joined = false;
                self.close_phrase();
            }
        } else if is_gear(&value) && self.frame.property.is_some_and(swings) {
            // 打开摇头二档: what is switched, and then how fast.
            self.flush();
        }
        self.frame.span = (self.frame.span.0.min(start), self.frame.span.1.max(end));
        self.frame.value_text = match (&value, numeral) {
            (Value::Number { number, .. }, Some(_)) => format_number(*number),
            _ => text_of(self.clause.text, start, end),
        };
        if numeral.is_some_and(is_vague) {
            self.frame.likeness *= 0.97;
        }
        self.frame.value_last = !self.frame.targets.is_empty();
        self.frame.value = Some(value);
    }

    /// The colour, white tone or named value that a word is.
    pub(super) fn named_value(&self, token: &Token) -> Option<Value> {
        let text = || String::from(self.said(token));
        if let Some(color) = token.color() {
            return match (color.hue_saturation, color.kelvin) {
                (Some((hue, saturation)), _) => Some(Value::Color { hue, saturation, text: text() }),
                (None, Some(kelvin)) => Some(Value::Kelvin { kelvin, text: text() }),
                (None, None) => None,
            };
        }
        let is_value = token.value().is_some() || token.home_value().is_some();
        is_value.then(|| Value::Word { text: text(), key: token.value().map(|value| value.key.clone()) })
    }

    /// The property of a value word that is a value of only one.
    pub(super) fn single_property(&self, token: &Token) -> Option<lares_home::Property> {
        let mut only = None;
        for sense in &token.senses {
            if let Sense::Value(value) = sense {
                match (only, value.property) {
                    (_, None) => return None,
                    (None, property) => only = property,
                    (Some(known), Some(property)) if known != property => return None,
                    _ => {}
                }
            }
        }
        only
    }
}

/// "By the window" of the Lamp by the Window.
fn is_where(said: &str) -> bool {
    matches!(
        said.split(' ').next(),
        Some("by" | "in" | "on" | "near" | "next" | "under" | "over" | "beside" | "behind")
    ) && said.contains(' ')
}

/// A number as the command array writes it: without a needless fraction.
pub(crate) fn format_number(number: f64) -> SmolStr {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format_smolstr!("{}", number as i64)
    } else {
        format_smolstr!("{number}")
    }
}

/// Whether a value is a step of so many, by number or by name.
fn is_gear(value: &Value) -> bool {
    match value {
        Value::Number { unit, .. } => *unit == Unit::Gear,
        Value::Word { text, .. } => text.ends_with('档'),
        _ => false,
    }
}

/// Whether a property is switched, and has no steps.
fn swings(property: Property) -> bool {
    catalogue().property_entry(property).is_some_and(|entry| entry.id == "swing")
}
