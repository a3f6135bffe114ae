//! Noun phrases: rooms, quantities and references gathered until their head makes a target of them.

use lares_home::Act;
use lares_home::catalogue::catalogue;
use smol_str::format_smolstr;

use super::Reader;
use super::descriptions::is_thing;
use crate::action::Value;
use crate::lexicon::{Cue, Many, Place, Reference, Verb, lexicon};
use crate::parse::Again;
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::vocabulary::{Rooms, is_han};

impl Reader<'_, '_> {
    /// Rooms, nouns, names, scenes, references and how many of them.
    pub(super) fn target(&mut self, index: usize, token: &Token) -> Option<usize> {
        // "Play white noise on the speaker": what sounds, and no machine for it.
        let plays =
            |verb: &Verb| matches!(verb.acts.first(), Some(Act::Resume | Act::Start)) || verb.id == "play";
        if token.noun().is_some()
            && token.name().is_none()
            && token.property().is_some()
            && token.property() == catalogue().property("content")
            && self.frame.verb.is_some_and(plays)
        {
            return None;
        }
        if let Some((many, whole_home)) = token.many()
            && token.verb().is_none_or(|verb| verb.weak)
        {
            // 26度左右: nearly, where nothing follows that there are two of.
            if many == Many::Both && token.particle().is_some() && !self.head_follows(index) {
                return Some(1);
            }
            // 留一盏夜灯其他都关: what stays, and then what becomes of the rest.
            let rest = self.frame.leaves_out
                && self.frame.verb.is_none_or(|verb| verb.weak)
                && (self.frame.has_target() || !self.frame.excluded.is_empty())
                && lexicon().cue(Cue::Rest).any(|words| self.said(token).starts_with(words));
            if rest {
                self.frame.keeps_only = true;
                self.flush();
                self.extend_span(token);
            }
            // 灯都打开: a quantity behind its head belongs to it.
            let heads_behind = !self.phrase_open()
                && !self.frame.targets.is_empty()
                && !self.excluding
                && (self.frame.verb.is_none() || whole_home && !self.head_follows(index));
            if heads_behind {
                // 树灯和庭院灯都开: all that were named, and no more that are of their kind.
                let listed = self.frame.targets.len() > 1 && many == Many::All && !whole_home;
                for target in &mut self.frame.targets {
                    if !(listed && target.head == Head::Name) {
                        target.many.get_or_insert(many);
                        target.listed = listed;
                    }
                    target.whole_home |= whole_home;
                }
            } else {
                if self.excluding && whole_home {
                    self.close_excluded();
                    self.excluding = false;
                }
                if self.excluding
                    && many == Many::All
                    && (self.phrase_open() || !self.frame.excluded.is_empty())
                {
                    self.close_excluded();
                    self.excluding = false;
                }
                self.phrase.many = Some(many);
                self.phrase.whole_home |= whole_home;
            }
            return Some(1);
        }
        // "do the film night thing"
        let behind_scene = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|token| token.scene().is_some());
        if behind_scene
            && self.frame.targets.last().is_some_and(|target| target.head == Head::Scene)
            && is_thing(&self.said(token))
        {
            return Some(1);
        }
        if let Some(reference) = token.reference() {
            return self.reference(index, token, reference);
        }
        if let Some(used) = self.owned_one(index, token).or_else(|| self.room_of_owner(index, token)) {
            return Some(used);
        }
        if self.is_bearer(index, token) {
            return Some(1);
        }
        let noun_wins = token.verb().is_none() || self.verb_is_noun(index, token);
        if token.name().is_some_and(|name| self.clause.vocabulary.names.stands_for_devices(name))
            && noun_wins
            && !(self.is_room(token) && self.head_follows(index))
            && !self.is_only_noun(token)
        {
            // 天台浇花, where that is also what the thing is called.
            let works = token.verb().filter(|verb| {
                verb.chinese
                    && !verb.weak
                    && verb.acts.first() == Some(&Act::Start)
                    && self.is_only_verb(index)
            });
            self.frame.verb = self.frame.verb.or(works);
            self.head(index, Head::Name, token);
            return Some(1);
        }
        let thing_follows = self.token(index + 1).is_some_and(|next| is_thing(&self.said(next)));
        let of_machine = self.is_way_home(token);
        if token.scene().is_some() && !of_machine && (!self.head_follows(index) || thing_follows) {
            self.head(index, Head::Scene, token);
            return Some(1);
        }
        let opens = self.frame.verb.is_some_and(|verb| {
            verb.acts.iter().any(|act| matches!(act, Act::Open | Act::Close | Act::Lock | Act::Unlock))
                && !verb.acts.iter().any(|act| matches!(act, Act::On | Act::Off))
        });
        let there = self.frame.has_target()
            && index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| before.possessive() == Some(Place::Before));
        let opens = opens && self.is_room(token) && !self.head_follows(index) && !there;
        if let (true, Some(noun)) = (opens, token.noun()) {
            // "open the garage": its door.
            self.head(index, Head::Noun(noun), token);
            return Some(1);
        }
        if let Some(mention) = self.room_mention(token) {
            if self.excluding && self.frame.verb.is_none() && self.phrase.head != Head::None {
                self.close_excluded();
            }
            if self.room_has_own_value(index) {
                self.flush();
                self.extend_span(token);
            }
            self.phrase.joined |= self.joined && self.phrase.rooms.is_empty();
            self.add_room(mention);
            return Some(1);
        }
        // "the bedroom AC fan to high": what can be set of the thing just named.
        let adjoins = self.clause.tokens[..index]
            .last()
            .is_some_and(|before| before.noun().is_some() || before.name().is_some());
        if token.property().is_some() && adjoins && !self.joined && !self.frame.targets.is_empty() {
            return None;
        }
        // 电视切到游戏机: what it is set to, and nothing that the home has.
        let set_to = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| before.goal().is_some() && before.verb().is_some_and(|verb| verb.chinese));
        if let Some(noun) = token.noun()
            && set_to
            && self.frame.has_target()
            && self.frame.value.is_none()
            && token.value().is_none()
            && !self.clause.vocabulary.has_noun(noun)
        {
            let value = Value::Word { text: self.said(token).to_string(), key: None };
            self.set_value(value, token.start, token.end, None);
            return Some(1);
        }
        if let Some(noun) = token.noun()
            && noun_wins
            && self.compound_of_last(&self.said(token), index).is_none()
            && self.part_of_target(index, noun)
        {
            return Some(1);
        }
        if let Some(noun) = token.noun()
            && noun_wins
            && !self.is_compared(index, noun)
            && !(token.value().is_some()
                && !self.is_thing_before_verb(index)
                && !self.is_where_it_is_set(index)
                && (self.frame.goal
                    || self.is_lone_value(index, noun)
                    || self.is_made(index)
                    || self.is_mode_of_last(index)
                    || self.is_done_by_last(index)))
        {
            self.head(index, Head::Noun(noun), token);
            return Some(1);
        }
        None
    }

    /// A name that is a noun as well is the noun where several are meant, or where a room is named in which the device of
    /// that name does not stand.
    pub(super) fn is_only_noun(&self, token: &Token) -> bool {
        if token.noun().is_none() {
            return false;
        }
        let said = if token.likeness < 1.0 { self.canonical(token) } else { None };
        let said = said.map_or_else(|| self.said(token), Into::into);
        // "all the blinds and curtains": what is joined to all of one kind is all of another.
        let shares = self.joined
            && said.is_ascii()
            && said.ends_with('s')
            && self.phrase.rooms.is_empty()
            && self.frame.targets.last().is_some_and(|last| {
                matches!(last.many, Some(Many::All | Many::Every)) && matches!(last.head, Head::Noun(_))
            });
        if shares {
            return true;
        }
        let mut devices = self.clause.vocabulary.devices_named(&said).peekable();
        if devices.peek().is_none()
            || self.phrase.many.is_some()
            || self.phrase.count.is_some()
            || self.phrase.whole_home
        {
            return true;
        }
        let rooms: Rooms =
            self.phrase.rooms.iter().flat_map(|mention| mention.rooms.iter().copied()).collect();
        !self.phrase.rooms.is_empty()
            && !devices.any(|device| {
                self.clause.vocabulary.room_of(device).is_some_and(|room| rooms.contains(&room))
            })
    }

    /// Lock, switch, light: a noun where the clause has another verb, or where it cannot be a verb at its place.
    pub(super) fn verb_is_noun(&self, index: usize, token: &Token) -> bool {
        let Some(verb) = token.verb() else { return true };
        if token.noun().is_none() && token.name().is_none() {
            return false;
        }
        // "switch it off": at the head of its clause, with something behind it to be done to.
        let leads = self.frame.verb.is_none()
            && self.frame.targets.is_empty()
            && !self.phrase_open()
            && self.clause.tokens[index + 1..]
                .iter()
                .any(|next| next.is_target() || next.reference().is_some() || self.said(next) == "one");
        if leads {
            return false;
        }
        if self.has_firm_verb {
            return true;
        }
        if self.must_be_noun(index, token) {
            return true;
        }
        // "lock the door", "light on": the first of two candidates is the verb unless it follows its own modifiers.
        let after_modifier = self.phrase_open()
            || index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
                before.possessive().is_some() || before.classifier().is_some() || before.many().is_some()
            });
        after_modifier || verb.weak
    }

    /// Whether nothing else in the clause says what is to be done, or asks.
    fn is_only_verb(&self, index: usize) -> bool {
        self.clause.tokens.iter().enumerate().all(|(other, token)| {
            other == index
                || token.verb().is_none()
                    && token.value().is_none()
                    && token.adjective().is_none()
                    && token.question().is_none()
                    && token.property().is_none()
                    && token.reference().is_none()
                    && token.numeral(self.clause.path).is_none()
        })
    }

    pub(super) fn is_room(&self, token: &Token) -> bool {
        token.home_room().is_some() || token.room().is_some()
    }

    pub(super) fn reference(&mut self, index: usize, token: &Token, reference: Reference) -> Option<usize> {
        match reference {
            Reference::SameAction => {
                self.frame.same_action = true;
                Some(1)
            }
            Reference::SamePlace => {
                self.frame.goes_on = true;
                Some(1)
            }
            Reference::Again | Reference::Back => {
                let back = reference == Reference::Back;
                self.frame.again = Some(if back { Again::Back } else { Again::More });
                Some(1)
            }
            // 开那个会客模式
            Reference::Last
                if self
                    .token(index + 1)
                    .is_some_and(|next| next.scene().is_some() && next.noun().is_none()) =>
            {
                Some(1)
            }
            // 老空调旁边那个油汀: where it stands, and no other one.
            Reference::Other
                if self.said(token).starts_with("旁边")
                    && self.frame.has_target()
                    && self.head_follows(index) =>
            {
                Some(1)
            }
            // "this kitchen", "this track on the speaker"; 那个把灯关掉, as people begin while they think
            Reference::Last if self.determines(index, token) || self.only_begins(index, token) => Some(1),
            Reference::Last | Reference::LastMany | Reference::Other | Reference::Both => {
                // "The patio door, and the side one".
                if let (Reference::Last, Some(name)) = (reference, self.like_the_last()) {
                    self.pending_text.clear();
                    self.phrase.head = Head::Name;
                    self.phrase.text = name.into();
                    self.phrase.joined = self.joined;
                    self.close_phrase();
                    return Some(1);
                }
                // 筒灯开两个: how many of what was named.
                if reference == Reference::Both && !self.frame.targets.is_empty() && !self.joined {
                    if let Some(target) = self.frame.targets.last_mut() {
                        target.count.get_or_insert(2);
                    }
                    return Some(1);
                }
                // 那盏灯: the noun says what, the pronoun that it is one, these that they are several.
                if self.head_follows(index) && reference != Reference::Other {
                    match reference {
                        Reference::Last => self.phrase.single |= !self.points_at_several(token),
                        // 关两个空调: so many of them; 两个空调都关了: all that there are.
                        Reference::Both
                            if self.said(token) == "两个"
                                && self.frame.verb.is_some_and(|verb| !verb.weak) =>
                        {
                            self.phrase.count = Some(2);
                        }
                        _ => self.phrase.many = Some(Many::All),
                    }
                    return Some(1);
                }
                // 两个卧室的空调: so many rooms.
                let of_rooms = matches!(reference, Reference::Both | Reference::LastMany)
                    && self.token(index + 1).is_some_and(|next| self.is_room(next));
                if of_rooms {
                    self.phrase.many = Some(Many::All);
                    return Some(1);
                }
                match reference {
                    Reference::Both => self.phrase.many = Some(Many::Both),
                    Reference::LastMany => self.phrase.many = Some(Many::All),
                    _ => {}
                }
                // 奶奶的灯帮她打开: a pronoun behind a name stands for it.
                let repeats = reference == Reference::Last && !self.frame.targets.is_empty() && !self.joined;
                if repeats && self.phrase.is_empty() && self.frame.targets_first {
                    return Some(1);
                }
                let head = if reference == Reference::Other { Head::Other } else { Head::Last };
                if head == Head::Other && self.head_follows(index) {
                    // 另一盏灯: the noun is kept as text for the one that is looked for.
                    self.phrase.head = Head::Other;
                    return Some(1);
                }
                // "this deal": what is pointed at is no device.
                let points_at_unknown = head == Head::Last
                    && self.said(token).is_ascii()
                    && self.token(index + 1).is_some_and(Token::is_unknown);
                if points_at_unknown {
                    return Some(1);
                }
                // 他刷新了纪录: a person, unless something is done to him (the recogniser writes 他 for 它).
                let person = matches!(self.said(token).as_str(), "他" | "她");
                let done_to = index
                    .checked_sub(1)
                    .and_then(|before| self.token(before))
                    .is_some_and(|before| before.object_marker().is_some() || before.verb().is_some());
                if person && !done_to {
                    self.frame.likeness *= 0.2;
                }
                self.head(index, head, token);
                Some(1)
            }
        }
    }

    /// A head closes the noun phrase: its rooms and quantity become a target.
    pub(super) fn head(&mut self, index: usize, head: Head, token: &Token) {
        // "the heater on for Jen": for whom, and no second thing.
        let for_whom = head == Head::Name
            && self.frame.has_target()
            && self.frame.verb.is_some_and(|verb| !verb.weak)
            && token.noun().is_none()
            && index
                .checked_sub(1)
                .and_then(|before| self.token(before))
                .is_some_and(|before| self.said(before) == "for");
        if for_whom {
            return;
        }
        if head == Head::Name && self.owner_behind(index, token) {
            return;
        }
        self.leaves_room_behind(&head);
        if matches!(head, Head::Name) {
            self.only_owner_before(index);
            let said = self.said(token);
            self.place_is_its_own(&head, &said);
        }
        if matches!(head, Head::Noun(_) | Head::Name) && self.owns_what_was_switched(index, token) {
            self.frame.lost_object = true;
            return;
        }
        if let Head::Noun(noun) = head
            && self.pending_text.is_empty()
            && self.description_by_noun(index).is_none()
            && self.is_part(index, noun)
        {
            return;
        }
        if matches!(head, Head::Noun(_) | Head::Name) && self.only_tells_where(index) {
            return;
        }
        if head == Head::Name {
            self.leave_outer_room(token);
        }
        let mut said = self.said(token);
        if token.likeness < 1.0 {
            // A slip is written as the word it was taken for.
            said = self.canonical(token).unwrap_or(said);
        }
        // "goodnight" for the scene "Good Night", 睡觉模式 for 全家睡觉.
        if head == Head::Scene
            && let Some(name) = self.canonical(token)
            && (name.len() > said.len() && name.replace([' ', '-'], "") == said
                || said.strip_suffix("模式").is_some_and(|end| name != end && name.ends_with(end)))
        {
            said = name;
        }
        let mut head = head;
        if let Head::Noun(_) = head
            && let Some((noun, together)) = self.noun_with_verb(index, &said)
        {
            (head, said) = (Head::Noun(noun), together);
        }
        let pending = std::mem::take(&mut self.pending_text);
        self.unread &= pending.is_empty();
        for text in std::mem::take(&mut self.sharing_texts) {
            if pending.is_empty()
                && !self.excluding
                && let Some(shared) = self.shares_noun(&text, &said)
            {
                // "the front and back doors".
                if self.frame.targets.is_empty() {
                    self.frame.targets_first = self.frame.verb.is_none() && self.frame.value.is_none();
                }
                self.frame.unknown = self.frame.unknown.saturating_sub(2);
                self.frame.targets.push(Target {
                    head: Head::Name,
                    text: shared.into(),
                    ..self.phrase.clone()
                });
            } else if matches!(head, Head::Noun(_)) && !pending.is_empty() && !self.excluding {
                let space = if said.is_ascii() { " " } else { "" };
                let shared = Target {
                    head: Head::Unknown,
                    text: format_smolstr!("{text}{space}{said}"),
                    ..self.phrase.clone()
                };
                if self.frame.targets.is_empty() {
                    self.frame.targets_first = self.frame.verb.is_none() && self.frame.value.is_none();
                }
                self.frame.targets.push(shared);
            }
        }
        if !pending.is_empty() && !matches!(head, Head::Last | Head::Other | Head::Scene) {
            let space =
                if pending.chars().last().is_some_and(is_han) || said.chars().next().is_some_and(is_han) {
                    ""
                } else {
                    " "
                };
            said = format_smolstr!("{pending}{space}{said}");
        }
        if let Some(name) = self.compound_of_last(&said, index) {
            self.frame.targets.pop();
            (head, said) = (Head::Name, name.into());
        }
        if pending.is_empty()
            && let Some(name) = self.called_after_last(index, &head, &said)
        {
            (head, said) = (Head::Name, name);
        }
        if pending.is_empty()
            && self.phrase.many.is_none()
            && let Some(name) = self.described_before(index, &head, &said)
        {
            if self.frame.value_text.len() > 1 && name.starts_with(self.frame.value_text.as_str()) {
                self.frame.value = None;
            }
            (head, said) = (Head::Name, name);
        }
        match head {
            Head::Noun(noun) => {
                self.drop_brand(index, noun);
                self.drop_what_it_is_of(index, &head);
            }
            Head::Name => {
                self.drop_owner(index);
                self.drop_place(index);
                self.drop_kind(index, &said);
            }
            _ => {}
        }
        self.phrase.single |= matches!(head, Head::Noun(_)) && self.is_mine(index, &said);
        if matches!(head, Head::Noun(_)) && self.phrase.many.is_none() && self.one_of_them(index) {
            self.phrase.many = Some(Many::Any);
        }
        if head == Head::Name
            && let Some((noun, rest)) = self.room_within(&said)
        {
            head = Head::Noun(noun);
            said = rest.into();
        }
        if matches!(head, Head::Noun(_)) && pending.is_empty() && self.calls_one_by_size(&said) {
            head = Head::Name;
        }
        let mut modifier = self.modifier.take();
        let mut pending = pending;
        if matches!(head, Head::Noun(_))
            && let Some(described) = self.described(index, &said, &pending)
        {
            modifier = None;
            head = Head::Name;
            said = described.into();
            pending.clear();
        }
        if modifier.is_some() && matches!(head, Head::Name) {
            said = said.strip_prefix(pending.as_str()).unwrap_or(&said).trim().into();
            self.modified = modifier
                .map(|value| (value, pending.trim_end_matches('的').to_owned(), head.clone(), said.clone()));
        } else if let (Some(value), Head::Noun(noun)) = (modifier, &head) {
            let plain = said.strip_prefix(pending.as_str()).unwrap_or(&said).trim().into();
            self.modified =
                Some((value, pending.trim_end_matches('的').to_owned(), Head::Noun(*noun), plain));
        }
        if let Head::Noun(noun) = head
            && let Some(room) = self.room_of_pending(&pending, noun)
        {
            self.add_room(room);
            said = said.strip_prefix(pending.as_str()).unwrap_or(&said).into();
            self.frame.unknown = self.frame.unknown.saturating_sub(pending.chars().count());
            pending.clear();
        }
        // 馆热水器: one character more before the only thing of its kind was heard wrongly.
        let stray = pending.chars().count() == 1
            && pending.chars().all(is_han)
            && matches!(head, Head::Noun(noun) if self.clause.vocabulary.is_only(noun));
        if stray {
            said = said.strip_prefix(pending.as_str()).unwrap_or(&said).into();
            pending.clear();
            self.frame.likeness *= 0.8;
        }
        let head = match (pending.is_empty(), self.phrase.head.clone(), head) {
            (_, Head::Other, _) => Head::Other,
            (false, _, Head::Noun(_)) => Head::Unknown,
            (_, _, head) => head,
        };
        if self.excluding && self.is_rest(&head) {
            self.excluding = false;
        }
        if self.excluding {
            self.phrase.head = head;
            self.phrase.text = said;
            self.close_excluded();
            return;
        }
        let mut head = head;
        if let Head::Noun(noun) = head
            && let Some(owned) = self.owned_noun(index, noun, &said)
        {
            (head, said) = owned;
        }
        let unknown = self.owned_by_last(&head, &said, index);
        if let Some(together) = unknown.or_else(|| self.of_absent(index, &head, &said)) {
            (head, said) = (Head::Unknown, together.into());
        }
        let mut joined = self.joined || self.phrase.joined;
        if !joined && self.repeats_last(&head, token) {
            self.phrase = Target::default();
            return;
        }
        if self.begins_new_frame(index, joined) {
            let phrase = std::mem::take(&mut self.phrase);
            self.flush();
            self.extend_span(token);
            self.phrase = phrase;
            joined = false;
        }
        self.phrase.head = head;
        self.phrase.text = said;
        self.phrase.joined = joined;
        if self.phrase.rooms.is_empty() && !self.excluding {
            self.phrase.rooms.append(&mut self.waiting_rooms);
        }
        self.close_phrase();
        self.joined = false;
    }
}
