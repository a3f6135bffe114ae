//! Words that say something about a clause or about what follows: exclusions, negations, politeness, time, questions.

use super::{Reader, is_firm_verb};
use crate::action::Value;
use crate::lexicon::{Asks, Negation, Place, Reference, Sense, Time};
use crate::parser::aside::is_but;
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::parser::render::moves_up_and_down;

/// So many letters nobody knows are more than any order holds: it is a story.
const STORY: usize = 1000;

impl Reader<'_, '_> {
    /// Words that say something about the clause or about what follows.
    pub(super) fn modifiers(&mut self, index: usize, token: &Token) -> Option<usize> {
        // "all the tvs but Pawpaw's": within a clause it begins no further order.
        let leaves_out = is_but(self.clause.text, token).then_some(Place::Before);
        let except = token.except().filter(|_| match self.said(token).as_str() {
            "bar" => self.leaves_out(index),
            // 纱帘留一半: how far, and nothing that stays as it is.
            "留" | "只剩" | "就剩" | "光剩" | "只剩下" | "就剩下" | "单剩" => {
                self.token(index + 1).is_none_or(|next| {
                    next.level().is_none()
                        && (next.numeral(self.clause.path).is_none() || self.head_follows(index))
                })
            }
            // 空调莫开恁个低: how it is not to be.
            "莫开" | "别开" | "莫关" | "别关" => {
                !self.clause.tokens[index + 1..].iter().any(|next| next.adjective().is_some())
            }
            _ => true,
        });
        // 主卧的不算，都调到27度: behind what it leaves out.
        let behind = |place: Place| match place {
            Place::Before
                if self.clause.text[token.start..token.end].starts_with(&['不'])
                    && self.token(index + 1).is_none()
                    && (self.frame.has_target() || self.phrase_open()) =>
            {
                Place::After
            }
            place => place,
        };
        let place_said = except.or(leaves_out).map(behind);
        // "attic lights off leave the landing light alone": behind an order a verb that leaves something as it is begins anew.
        let leaves = except == Some(Place::Clause) && token.verb().is_some() && !self.excluding;
        if leaves
            && self.clause.text[token.start].is_ascii()
            && self.frame.has_target()
            && self.frame.has_action()
            && !self.frame.negated
            && self.frame.question.is_none()
        {
            self.flush();
            self.extend_span(token);
        }
        if let Some(place) = place_said
            && !(place == Place::Clause
                && token.verb().is_some()
                && self.frame.has_target()
                && !self.excluding)
        {
            match place {
                Place::Before => {
                    // "Everything off in Jack's room bar the fan": the room is that of everything.
                    let english = self.clause.text[token.start].is_ascii();
                    if self.frame.has_action() || english && self.frame.has_target() {
                        self.give_rooms_to_targets();
                    } else if self.phrase.head == Head::None
                        && self.frame.targets.is_empty()
                        && !self.excluding
                    {
                        self.waiting_rooms.append(&mut self.phrase.rooms);
                    }
                    self.close_phrase();
                    self.excluding = true;
                }
                Place::After => {
                    // 厨房的灯以外都关掉: what was named before it, and the kind of that is what remains.
                    let named = !self.excluding && self.phrase.is_empty() && self.frame.verb.is_none();
                    if named && !self.frame.targets.is_empty() {
                        self.frame.excluded.append(&mut self.frame.targets);
                    }
                    self.close_excluded();
                    self.excluding = false;
                    self.remaining_of_kind();
                }
                // 客厅灯只留氛围灯: what follows is left out; 床头灯别动: what went before.
                Place::Clause
                    if self.frame.has_target()
                        && self.clause.tokens[index + 1..].iter().any(|next| {
                            // "but leave the tree": by a word of its name.
                            let plain = next.is_unknown() || next.chat().is_some();
                            next.is_target() || plain && self.clause.text[next.start].is_ascii()
                        }) =>
                {
                    // "The lights off in our room but leave the lamp on"
                    self.give_rooms_to_targets();
                    self.excluding = true;
                }
                // 空调都关 姥姥屋的别关: what was begun behind the order is left out of it.
                Place::Clause
                    if self.frame.has_target()
                        && self.frame.verb.is_some_and(|verb| !verb.weak)
                        && self.phrase_open() =>
                {
                    let phrase = std::mem::take(&mut self.phrase);
                    self.pending_text.clear();
                    self.frame.excluded.push(phrase);
                }
                Place::Clause => {
                    self.frame.leaves_out = true;
                    self.frame.keeps_only |=
                        matches!(self.clause.text[token.start], '只' | '就' | '光' | '单');
                }
            }
            return Some(1);
        }
        if let Some(used) = self.not_so(index, token) {
            return Some(used);
        }
        if let Some(negation) = token.negation()
            && (token.question().is_none() || self.negates(index))
        {
            match negation {
                Negation::DoNot if self.leaves_out_behind(index) => {}
                Negation::DoNot | Negation::Stop => {
                    if let Some(used) = self.ends_going_on(index).or_else(|| self.not_so_much(index)) {
                        return Some(used);
                    }
                    // 打开灯别开空调: the negation begins a command of its own.
                    if self.frame.has_action() && self.frame.has_target() {
                        self.flush();
                        self.extend_span(token);
                    }
                    self.frame.negated = true;
                }
                // "…, not Renee's lamp": it is left out of what was ordered.
                Negation::Not if self.is_only_denied(index) => self.frame.leaves_out = true,
                Negation::Not => self.frame.negated |= self.negates(index),
            }
            return Some(1);
        }
        if let Some(polite) = token.particle()
            && token.verb().is_none()
            && token.noun().is_none()
            && !self.is_called(token)
            && !self.is_maker_here(token)
            && !self.is_programme_alone(index, token)
            && !(token.scene().is_some() && (self.is_alone(index) || self.is_carried_out(index)))
            && !matches!(token.reference(), Some(Reference::Again | Reference::Back))
            && !self.owns(index, token)
            && !self.is_what_it_goes_to(index, token)
        {
            self.frame.polite |= polite;
            // "nudge the thermostat": what stands before an article is not part of the name.
            let said = self.said(token);
            if self.asks.is_some() && matches!(said.as_str(), "come" | "coming" | "got" | "gotten" | "get") {
                // "has Priya come back yet"
                return Some(1);
            }
            let lost = std::mem::take(&mut self.pending_text);
            if lost.starts_with(|letter: char| letter.is_ascii_alphabetic()) && self.frame.verb.is_some() {
                self.lose(&lost);
            }
            self.modifier = None;
            if token.degree().is_none() && token.many().is_none() && token.unit().is_none() {
                return Some(1);
            }
        }
        if token.object_marker().is_some() && token.verb().is_none_or(|verb| verb.weak) {
            // 家里没人了把灯关了: what was told before is no part of what the lamp is called.
            if matches!(self.clause.text[token.start..token.end], ['把' | '将'])
                && self.frame.targets.is_empty()
            {
                self.pending_text.clear();
            }
            if self.frame.verb.is_some_and(|verb| !verb.weak) || self.frame.value.is_some() {
                self.flush();
                self.extend_span(token);
            }
            return Some(1);
        }
        if self.is_for_use_of_room(index, token) {
            return Some(2);
        }
        if let Some(place) = token.possessive()
            && token.verb().is_none()
        {
            let said = self.said(token);
            if said == "of" && self.is_off(index) {
                return Some(1);
            }
            if let Some(verb) = self.opens_with_particle(index, &said) {
                self.frame.verb = Some(verb);
                return Some(1);
            }
            // "Blinds down in the kitchen": where to is what is wanted of what opens and closes.
            let down = said.starts_with("down ");
            if (down || said.starts_with("up "))
                && self.frame.verb.is_none()
                && self.frame.value.is_none()
                && self.frame.has_target()
                && self.frame.targets.iter().all(|target| moves_up_and_down(target, self.clause.vocabulary))
            {
                self.frame.direction.get_or_insert(!down);
            }
            if place == Place::After && !self.pending_text.is_empty() {
                let said = self.said(token);
                self.pending_text.push_str(&said);
            }
            return Some(1);
        }
        if token.conjunction().is_some() {
            if self.room_ends(index) {
                self.give_rooms_to_targets();
            }
            if !self.pending_text.is_empty() {
                self.sharing_texts.push(std::mem::take(&mut self.pending_text));
            }
            self.ends_before_second(index, token);
            self.joined = true;
            // "check the oven and turn it off": an order behind the question.
            let acts = self.token(index + 1).is_some_and(|next| next.verb().is_some());
            if self.asks.is_some() && acts && self.orders(index + 1) {
                self.flush();
                self.joined = false;
                self.asks = None;
            }
            return Some(1);
        }
        if let Some(used) = self.light_before_color(index, token) {
            return Some(used);
        }
        if let Some(used) = self.step_by_number(index, token) {
            return Some(used);
        }
        if token.senses.iter().any(|sense| matches!(sense, Sense::Ordinal(_)))
            && token.name().is_none()
            && token.noun().is_none()
        {
            // 第二盏灯 is one of them, told by the person's own count; 左边的灯 may be what it is called.
            let said = self.said(token);
            let counts = said.starts_with('第')
                || said.ends_with("st")
                || said.ends_with("nd")
                || said.ends_with("rd")
                || said.ends_with("th");
            if (counts || !self.modifies_head(index)) && !self.excluding {
                let follows = self.head_follows(index);
                self.phrase.single |= follows;
                self.frame.which |= !follows;
            } else {
                self.pending_text.push_str(&said);
            }
            return Some(1);
        }
        let names_value = token.value().is_some() || token.home_value().is_some() || token.color().is_some();
        // "turn off wrinkle care on the dryer": a function of what it belongs to.
        let functions = token.property().is_some()
            && self.token(index + 1).is_some_and(|next| next.possessive() == Some(Place::Before));
        let modifies = names_value
            && !functions
            && token.verb().is_none()
            && token.noun().is_none()
            && token.many().is_none()
            && token.reference().is_none()
            && !self.frame.goal
            && self.frame.value.is_none()
            && !self.is_gear_of_last(index, token)
            && !self.is_said_of_last(index, token)
            && !self.is_run_on_what_is_behind(index)
            && self.modifies_head(index);
        if modifies {
            // 左边的床头灯, "the red lamp": a value before a noun tells which one.
            let said = self.said(token);
            if self.pending_text.is_empty() {
                self.modifier = self.named_value(token);
            } else if said.is_ascii() {
                self.pending_text.push_str(" ");
            }
            self.pending_text.push_str(&said);
            return Some(1);
        }
        if token.goal().is_some() {
            // "add two degrees to the thermostat": to what, and not how far.
            let whom = matches!(self.frame.value, Some(Value::Number { .. }))
                && self.frame.direction == Some(true)
                && self.token(index + 1).is_some_and(|next| next.is_target() || next.particle().is_some());
            self.frame.goal |= !whom;
            if token.verb().is_none() {
                return Some(1);
            }
        }
        if self.tells_of_past(index, token) {
            self.frame.unknown += STORY;
            return Some(1);
        }
        if let Some(used) = self.leaves_choice(index, token) {
            return Some(used);
        }
        // 灯么关脱: said behind what is spoken of, it asks nothing.
        let topic = matches!(self.said(token).as_str(), "么" | "嘛")
            && self.clause.tokens[index + 1..].iter().any(is_firm_verb);
        // 还有件没放进去: nor does 没 before what has not been done.
        let before_deed = self.said(token) == "没"
            && self.token(index + 1).is_some_and(|next| {
                next.start == token.end
                    && next.particle().is_some()
                    && next.question().is_none()
                    && next.end - next.start > 1
            });
        let topic = topic || before_deed;
        if let Some(asks) = token.question().filter(|_| !topic)
            && (!(asks == Asks::Polar && self.polite && !self.said(token).starts_with("whether"))
                || self.asks.is_some() && self.frames.is_empty())
            && (token.verb().is_none() || index == 0)
        {
            self.frame.question.get_or_insert(asks);
            if asks == Asks::List {
                self.noun_of_question(token);
            }
            return Some(1);
        }
        if token.comparison().is_some() && token.verb().is_none() {
            return Some(1);
        }
        if let Some(used) = self.for_someone(index, token) {
            return Some(used);
        }
        if let Some(time) = token.time()
            && token.degree().is_none()
        {
            if let Some(used) = self.lasting(token) {
                return Some(used);
            }
            if self.is_told_time(index) {
                return Some(1);
            }
            // 开一会儿: how long, behind the verb; 一会儿开: when, before it.
            let lasts = time == Time::After
                && self.frame.verb.is_some()
                && index
                    .checked_sub(1)
                    .and_then(|before| self.token(before))
                    .is_none_or(|before| before.unit().is_none() || before.verb().is_some());
            let said = self.said(token);
            let a_while =
                matches!(said.as_str(), "一会儿" | "一会" | "一哈儿" | "会儿" | "会" | "一阵" | "一阵子");
            let behind_verb = index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.verb().is_some_and(|verb| !verb.weak));
            let lasts = lasts || a_while && behind_verb;
            // 天亮了, 八点了: what time it is by now.
            let has_come = self.token(index + 1).is_some_and(|next| {
                next.end - next.start == 1 && matches!(self.clause.text[next.start], '了' | '啦')
            });
            // 一会儿开, 空调一会再关: when, before what is to be done.
            let until_then = a_while
                && !behind_verb
                && self.frame.verb.is_none()
                && self.frame.value.is_none()
                && (self.clause.tokens[index + 1..].iter().any(is_firm_verb)
                    || matches!(self.clause.text.get(token.end), Some('再' | '就')));
            self.frame.scheduled |= (time != Time::For || until_then) && !lasts && !has_come;
            return Some(1);
        }
        None
    }

    /// "It's midnight", "tonight's fine", "kick-off's in a bit": what time it is, or what is then.
    fn is_told_time(&self, index: usize) -> bool {
        let is = |token: Option<&Token>| {
            token.is_some_and(|token| {
                matches!(self.said(token).as_str(), "'s" | "its" | "it's" | "is" | "was" | "that's")
            })
        };
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        is(before) || is(self.token(index + 1))
    }

    /// "Dishwasher quick": a thing and what it is to do, and no haste.
    fn is_programme_alone(&self, index: usize, token: &Token) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        token.value().is_some()
            && self.clause.text[token.start].is_ascii()
            && index == 1
            && self.token(2).is_none()
            && before.is_some_and(|before| before.noun().is_some() || before.name().is_some())
    }

    /// 执行出门: a word behind such a verb is the scene of that name.
    fn is_carried_out(&self, index: usize) -> bool {
        index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .and_then(Token::verb)
            .is_some_and(|verb| verb.chinese && verb.id == "activate")
    }

    /// 油烟机二档灯打开: how fast what stands before it is to run, and no lamp of that name.
    fn is_gear_of_last(&self, index: usize, token: &Token) -> bool {
        matches!(self.clause.text[token.end - 1], '档' | '挡' | '速' | '风')
            && self.frame.has_target()
            && self.frame.verb.is_none()
            && self.pending_text.is_empty()
            && index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(Token::is_target)
    }

    /// "every light bar the lamp", and no bar of the home: behind several that were named, before one of them.
    fn leaves_out(&self, index: usize) -> bool {
        let many = |target: &Target| {
            let text = &target.text;
            target.many.is_some() || text.is_ascii() && (text.ends_with('s') || text.starts_with("every"))
        };
        let several = many(&self.phrase) || self.frame.targets.iter().any(many);
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let named = before.is_some_and(|before| before.is_target() || before.verb().is_some());
        several
            && named
            && self.token(index + 1).is_some_and(|next| next.is_target() || next.particle().is_some())
    }

    /// "Lights at 50 in the office and heater off": the room belongs to what was named before it, not to what is joined.
    fn room_ends(&self, index: usize) -> bool {
        let within = self.clause.tokens.get(..index).is_some_and(|before| {
            before.iter().rev().take(2).any(|token| token.possessive() == Some(Place::Before))
        });
        let next = self
            .clause
            .tokens
            .get(index + 1..)
            .and_then(|rest| rest.iter().find(|token| token.particle().is_none() || token.is_target()));
        within
            && self.frame.has_target()
            && self.phrase.head == Head::None
            && self.frame.targets.last().is_some_and(|last| last.rooms.is_empty())
            && next
                .is_some_and(|next| (next.noun().is_some() || next.name().is_some()) && !self.is_room(next))
    }

    /// 老婆的调到十, 爸爸那盏灯: a person after whom things of this home are called, and no word to someone.
    fn owns(&self, index: usize, token: &Token) -> bool {
        let named = token.name().is_some_and(|name| {
            self.clause.vocabulary.names.get(name as usize).is_some_and(|name| !name.devices.is_empty())
        });
        let next = self.token(index + 1);
        named
            && token.person().is_some()
            && next
                .is_some_and(|next| next.possessive().is_some() || next.reference() == Some(Reference::Last))
    }

    /// "The porch light was on all night", "the cat is out": told, and neither asked nor wanted.
    fn tells_of_past(&self, index: usize, token: &Token) -> bool {
        let said = self.said(token);
        let before = &self.clause.tokens[..index];
        let told = match said.as_str() {
            "was" | "were" => before.iter().any(Token::is_target),
            "is" | "are" => {
                before.iter().any(|token| token.value().is_some() && token.property().is_none())
                    && before.iter().all(|token| {
                        !token.is_target() && token.reference().is_none() && token.adjective().is_none()
                    })
            }
            _ => false,
        };
        let states = self.clause.tokens[index + 1..]
            .first()
            .is_some_and(|next| next.verb().is_some_and(|verb| verb.property.is_none()));
        told && states
            && !self.clause.condition
            && !self.confirms_by_mark()
            && self.asks.is_none()
            && before.iter().all(|token| token.question().is_none() && token.particle() != Some(true))
    }

    /// "Unlock the flat for Por Por", "the spa up to 38 for tonight's soak": for whom or for what, at the end of a clause
    /// that said everything else.
    fn for_someone(&mut self, index: usize, token: &Token) -> Option<usize> {
        let said = self.said(token);
        let behind = &self.clause.tokens[index + 1..];
        let placed = !self.phrase.rooms.is_empty()
            || self.frame.targets.iter().any(|target| target.head == Head::Name || !target.rooms.is_empty());
        if !matches!(said.split(' ').next(), Some("for")) || self.frame.question.is_some() || !placed {
            return None;
        }
        let acts = self.frame.verb.is_some_and(|verb| !verb.weak) || self.frame.value.is_some();
        let of_today = matches!(said.as_str(), "for tonight" | "for today" | "for tomorrow")
            && behind.first().is_some_and(|next| next.possessive() == Some(Place::After));
        let of_person = said == "for"
            && matches!(behind, [one] if (one.name().is_some() && !self.is_called(one) || one.is_unknown()
                || one.person().is_some()) && one.noun().is_none() && one.numeral(self.clause.path).is_none());
        (acts && (of_today || of_person)).then_some(behind.len() + 1)
    }

    /// 别那么大声, "not so bright": less of it is wanted.
    fn not_so(&mut self, index: usize, token: &Token) -> Option<usize> {
        token.negation()?;
        let mut next = index + 1;
        while self.token(next).is_some_and(|token| {
            token.degree().is_some() && token.adjective().is_none() || token.particle().is_some()
        }) {
            next += 1;
        }
        let clause = self.clause;
        let quality = clause.tokens.get(next).filter(|_| next > index + 1)?;
        let adjective = self.adjective(quality)?;
        if self.frame.verb.is_some_and(|verb| !verb.weak) {
            return None;
        }
        self.frame.direction = Some(!adjective.up);
        self.frame.property.get_or_insert(adjective.property);
        self.frame.helpers.extend_from_slice(&adjective.nouns);
        Some(next + 1 - index)
    }

    /// 不, 没: a question at the end of its clause (灯开着没), a negation before a verb (没开灯).
    pub(super) fn negates(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before)).and_then(Token::verb);
        let next = self.token(index + 1).and_then(Token::verb);
        match (before, next) {
            // 开没开: the same verb on both sides asks.
            (Some(before), Some(next)) => before.acts.first() != next.acts.first(),
            (None, Some(_)) => true,
            // 没让你开空调: words that mean nothing may stand between.
            (None, None) => {
                let rest = &self.clause.tokens[index + 1..];
                let next =
                    rest.iter().find(|token| token.object_marker().is_none() && token.particle().is_none());
                rest.len() > 1 && next.is_some_and(|token| token.verb().is_some())
            }
            _ => false,
        }
    }
}
