//! Heads of noun phrases and their neighbours: what a head says of the one before it, and what stands before it and is none.

use lares_home::Act;
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use crate::lexicon::{Place, Reference, Sense, lexicon};
use crate::normalise::folded;
use crate::parser::frame::{Head, RoomMention};
use crate::parser::lattice::Token;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// Whether a head follows this token directly or behind a possessive: 客厅(的)灯.
    pub(super) fn head_follows(&self, index: usize) -> bool {
        let mut next = index + 1;
        while self.token(next).is_some_and(|token| {
            token.possessive().is_some()
                || token.many().is_some()
                || next > index + 1 && token.reference() == Some(Reference::Last)
                // 铺子里头那个柜机
                || token.particle().is_some() && token.verb().is_none() && token.noun().is_none()
        }) {
            next += 1;
        }
        self.token(next).is_some_and(|token| {
            (token.noun().is_some() || token.name().is_some())
                && (token.verb().is_none() || self.has_firm_verb)
        })
    }

    /// Whether 那个 begins what is said and points at nothing: before what is named by its room or whole name, or before 把.
    pub(super) fn only_begins(&self, index: usize, token: &Token) -> bool {
        index == 0
            && matches!(self.said(token).as_str(), "那个" | "这个" | "内个")
            && self.token(index + 1).is_some_and(|next| {
                let names = &self.clause.vocabulary.names;
                next.object_marker().is_some()
                    || self.is_room(next) && next.noun().is_none()
                    || next.name().is_some_and(|name| names.is_whole(name)) && next.noun().is_none()
            })
    }

    /// Whether "this" only points at the word behind it: at a room, or at what something named behind it has ("this track on
    /// the speaker").
    pub(super) fn determines(&self, index: usize, token: &Token) -> bool {
        if !self.said(token).is_ascii() {
            return false;
        }
        let owned = || self.token(index + 2).is_some_and(|of| of.possessive().is_some());
        self.token(index + 1).is_some_and(|next| self.is_room(next) || next.property().is_some() && owned())
    }

    /// Whether a word tells which of the heads that follow is meant: 左边床头灯, 左边和右边床头灯.
    pub(super) fn modifies_head(&self, index: usize) -> bool {
        // "washer on heavy with hot water"
        let mut behind = self.clause.tokens.iter().skip(index + 1);
        if behind.find(|next| next.particle().is_none()).is_some_and(|next| self.is_water_of_washer(next)) {
            return false;
        }
        if self.head_follows(index) {
            return true;
        }
        let conjoined = self.token(index + 1).is_some_and(|token| token.conjunction().is_some());
        let again = self.token(index + 2).is_some_and(|token| {
            token.senses.iter().any(|sense| matches!(sense, Sense::Ordinal(_)))
                || token.value().is_some()
                || token.home_value().is_some()
                || token.color().is_some()
        });
        conjoined && again && self.head_follows(index + 2)
    }

    /// "The side" behind "the patio door", where the home has a side door: what is called like the last one but for the
    /// words that wait.
    pub(super) fn like_the_last(&mut self) -> Option<String> {
        let said = self.pending_text.trim();
        let last = self.frame.targets.last().or_else(|| self.frames.last()?.targets.last())?;
        if said.is_empty() || !said.is_ascii() || last.head != Head::Name || !self.phrase.rooms.is_empty() {
            return None;
        }
        let (_, noun) = last.text.rsplit_once(' ')?;
        let name = format!("{said} {noun}");
        let found = self.clause.vocabulary.devices_named(&name).next().is_some();
        if found {
            let weight = 2 * said.split(' ').count();
            self.frame.unknown = self.frame.unknown.saturating_sub(weight);
            self.frame.known += weight;
        }
        found.then_some(name)
    }

    /// "Set the office to 21 and the bedroom to 19": a room that is joined, with a value of its own.
    pub(super) fn room_has_own_value(&self, index: usize) -> bool {
        let next = self.token(index + 1);
        let sets = next.is_some_and(|next| {
            next.goal().is_some() && next.verb().is_none() || next.numeral(self.clause.path).is_some()
        });
        self.joined
            && sets
            && !self.excluding
            && self.frame.value.is_some()
            && (self.frame.has_target() || !self.phrase.rooms.is_empty())
            && self.clause.text.first().is_some_and(char::is_ascii)
    }

    /// "… and the radio off": a thing, although some device has a value of that name.
    pub(super) fn is_thing_before_verb(&self, index: usize) -> bool {
        let article = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.particle().is_some() && matches!(self.said(before).as_str(), "the" | "my" | "our")
        });
        let switched = self.token(index + 1).and_then(Token::verb).is_some_and(|verb| {
            matches!(verb.acts.first(), Some(Act::On | Act::Off | Act::Up | Act::Down)) && !verb.weak
        });
        article && switched
    }

    /// "The lamp of Cathal": whose it is stands behind what it is. Whether the last target became that one.
    pub(super) fn owner_behind(&mut self, index: usize, token: &Token) -> bool {
        let link = index.checked_sub(1).and_then(|before| self.token(before));
        let link = link.map(|before| self.said(before)).unwrap_or_default();
        if self.kind_of_what_is_behind(&link, token) {
            return true;
        }
        if !matches!(link.as_str(), "of" | "of my" | "of our" | "of the") {
            return false;
        }
        let owner = self.said(token);
        let vocabulary = self.clause.vocabulary;
        // What was named may still wait for the words behind it.
        let open = matches!(self.phrase.head, Head::Noun(_));
        let last = if open { Some(&mut self.phrase) } else { self.frame.targets.last_mut() };
        let Some(last) = last.filter(|last| matches!(last.head, Head::Noun(_)) && last.text.is_ascii())
        else {
            return false;
        };
        // "Tato TV" is called so without the sign of the owner.
        let names = [format_smolstr!("{owner}'s {}", last.text), format_smolstr!("{owner} {}", last.text)];
        let Some(name) = names.into_iter().find(|name| vocabulary.devices_named(name).next().is_some())
        else {
            return false;
        };
        last.head = Head::Name;
        last.text = name;
        true
    }

    /// "The light in the scullery" where a Scullery Light is: the one that is called after its room, and no other of the
    /// kind. Several that are meant are said so.
    pub(super) fn name_after_rooms(&mut self) {
        let vocabulary = self.clause.vocabulary;
        for target in &mut self.frame.targets {
            let [RoomMention { rooms, .. }] = &target.rooms[..] else { continue };
            let ([room], Head::Noun(_)) = (&rooms[..], &target.head) else { continue };
            let one = target.many.is_none()
                && target.count.is_none()
                && target.text.is_ascii()
                && !target.text.is_empty()
                && !target.text.ends_with('s');
            let Some(called) = vocabulary.room_names.get(room.0 as usize).filter(|_| one) else { continue };
            let name = format_smolstr!("{} {}", &*folded(called), target.text);
            if vocabulary.devices_named(&name).any(|device| vocabulary.room_of(device) == Some(*room)) {
                target.head = Head::Name;
                target.text = name;
            }
        }
    }

    /// 除了皮卡丘客厅灯全关: the plain noun behind what is left out, of which that is a kind, is what it is left out of.
    pub(super) fn is_rest(&self, head: &Head) -> bool {
        let (Head::Noun(noun), Some(last)) = (head, self.frame.excluded.last()) else { return false };
        let vocabulary = self.clause.vocabulary;
        let narrower = match last.head {
            Head::Noun(own) => own != *noun && lexicon().is_a(own, *noun),
            Head::Name => vocabulary
                .devices_named(&last.text)
                .any(|device| vocabulary.device_nouns(device).iter().any(|own| lexicon().is_a(*own, *noun))),
            _ => false,
        };
        let root = lexicon().category_nouns.contains(&Some(*noun));
        narrower && root && !self.joined && self.pending_text.is_empty()
    }

    /// 米家净化器 in a home with a 米家电饭煲: a part of one thing's name directly before the noun of another one names none.
    pub(super) fn drop_brand(&mut self, index: usize, noun: Noun) {
        let vocabulary = self.clause.vocabulary;
        let Some(before) = index.checked_sub(1).and_then(|before| self.token(before)) else { return };
        let Some(name) = before.name().and_then(|name| vocabulary.names.get(name as usize)) else { return };
        let adjoins = self.token(index).is_some_and(|token| token.start == before.end);
        let partial = name.devices.iter().all(|(_, whole)| !whole);
        let other = !name.devices.iter().any(|(device, _)| {
            vocabulary.device_nouns(*device).iter().any(|own| *own == noun || lexicon().is_a(*own, noun))
        });
        let is_last =
            self.frame.targets.last().is_some_and(|last| last.head == Head::Name && *last.text == *name.text);
        if adjoins && partial && other && is_last && self.phrase.is_empty() && vocabulary.has_noun(noun) {
            self.frame.targets.pop();
        }
    }

    /// "Stick a light on": whichever, where it is only switched on.
    pub(super) fn one_of_them(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let article = before.is_some_and(|before| {
            let said = self.said(before);
            said == "a" || said == "an" || said.ends_with(" a") || said.ends_with(" an")
        });
        let on = |token: &Token| token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::On));
        let values = |token: &Token| {
            token.value().is_some() && token.verb().is_none()
                || token.numeral(self.clause.path).is_some()
                || token.level().is_some()
        };
        article && self.clause.tokens.iter().any(on) && !self.clause.tokens.iter().any(values)
    }

    /// 主卧 before 卫生间灯 is the bathroom of the bedroom, where that is a room of its own: what is left of the name is the
    /// noun. The rooms of the phrase become that room.
    pub(super) fn room_within(&mut self, name: &str) -> Option<(Noun, String)> {
        let vocabulary = self.clause.vocabulary;
        let outer = self.phrase.rooms.last_mut()?;
        let stands_there = vocabulary
            .devices_named(name)
            .any(|device| vocabulary.room_of(device).is_some_and(|room| outer.rooms.contains(&room)));
        if stands_there {
            return None;
        }
        let borders = name.char_indices().map(|(at, _)| at).skip(1);
        for at in borders {
            let (room, rest) = name.split_at(at);
            let space = if outer.said.is_ascii() { " " } else { "" };
            let said = format!("{}{space}{}", outer.said, room.trim());
            let rest = rest.trim();
            let Some(noun) = vocabulary.noun(rest) else { continue };
            let rooms = vocabulary.match_room(&said);
            if !rooms.is_empty() {
                *outer = RoomMention { said: said.into(), floor: false, rooms };
                return Some((noun, rest.to_owned()));
            }
        }
        None
    }

    /// "kev's heater" where only a lamp is called after him: the owner and the noun are one thing, which nobody knows.
    pub(super) fn owned_by_last(&mut self, head: &Head, said: &str, index: usize) -> Option<String> {
        let Head::Noun(noun) = head else { return None };
        let last = self.frame.targets.last().filter(|_| !self.joined && self.phrase.is_empty())?;
        let before = self.token(index.checked_sub(1)?)?;
        let owner = last.head == Head::Name
            && last.text.is_ascii()
            && last.text.ends_with("'s")
            && before.name().is_some()
            && self.said(before) == last.text;
        let vocabulary = self.clause.vocabulary;
        let has = vocabulary.devices_named(&last.text).any(|device| {
            vocabulary
                .device_nouns(device)
                .iter()
                .any(|own| lexicon().is_a(*own, *noun) || lexicon().is_a(*noun, *own))
        });
        if !owner || has {
            return None;
        }
        let together = format!("{} {said}", last.text);
        self.frame.targets.pop();
        Some(together)
    }

    /// "The car heater": a thing of a kind that the home has, but of something that it has not, which nobody knows.
    pub(super) fn of_absent(&mut self, index: usize, head: &Head, said: &str) -> Option<String> {
        let Head::Noun(noun) = head else { return None };
        let before = self.token(index.checked_sub(1)?)?;
        let owner = before.noun().filter(|_| before.likeness == 1.0 && before.verb().is_none())?;
        let vocabulary = self.clause.vocabulary;
        let of = self.said(before);
        // Chinese names several things without a word between them.
        let adjoins = before.end + 1 == self.start_of(index) && of.is_ascii() && said.is_ascii();
        let known = before.name().is_some()
            || before.scene().is_some()
            || before.value().is_some()
            || before.state().is_some()
            || before
                .senses
                .iter()
                .any(|sense| matches!(sense, Sense::Noun(own) if vocabulary.has_noun(*own)))
            || vocabulary.is_held_by_name(&of);
        let akin = lexicon().is_a(owner, *noun) || lexicon().is_a(*noun, owner);
        if !adjoins || known || akin || self.joined || !vocabulary.has_noun(*noun) {
            return None;
        }
        if self.frame.targets.last().is_some_and(|last| last.head == Head::Noun(owner)) {
            self.frame.targets.pop();
        }
        Some(format!("{of} {said}"))
    }

    /// 电视后面的灯带 for 电视灯带, 鱼缸的灯 for 鱼缸灯: what is called after the thing that it stands by.
    pub(super) fn compound_of_last(&self, said: &str, index: usize) -> Option<String> {
        let before = index.checked_sub(1).and_then(|before| self.token(before))?;
        let owner = index.checked_sub(2).and_then(|owner| self.token(owner))?;
        let stands_by = before.possessive() == Some(Place::After) || before.particle() == Some(false);
        let last = self.frame.targets.last().filter(|_| !self.joined && self.phrase.is_empty())?;
        let adjoins = matches!(last.head, Head::Noun(_) | Head::Name)
            && is_han(self.clause.text[before.start])
            && owner.is_target()
            && self.said(owner) == last.text;
        if !stands_by
            || !adjoins
            || self.frame.verb.is_some_and(|verb| !verb.weak) && self.frame.targets_first
        {
            return None;
        }
        let name = format!("{}{said}", last.text);
        self.clause.vocabulary.devices_named(&name).next()?;
        Some(name)
    }

    /// "Craig's one" behind "Hui Min's side", where the home has a "Craig's side".
    pub(super) fn owned_like_the_last(&self, owner: &str) -> Option<String> {
        let last = self.frame.targets.last().or_else(|| self.frames.last()?.targets.last())?;
        let (_, noun) =
            last.text.rsplit_once(' ').filter(|_| last.head == Head::Name && owner.ends_with("'s"))?;
        let name = format!("{owner} {noun}");
        self.clause.vocabulary.devices_named(&name).next().is_some().then_some(name)
    }

    /// "bit dimmer": a quality compared, and no dimmer of the home.
    pub(super) fn is_compared(&self, index: usize, noun: Noun) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        self.token(index).is_some_and(|token| token.adjective().is_some() && token.noun().is_some())
            && (before.is_some_and(|before| before.degree().is_some())
                || !self.clause.vocabulary.has_noun(noun))
            && self.clause.text_said().iter().all(char::is_ascii)
    }

    /// "my light": one, whosever it is.
    pub(super) fn is_mine(&self, index: usize, said: &str) -> bool {
        let before =
            index.checked_sub(1).and_then(|before| self.token(before)).map(|before| self.said(before));
        before.is_some_and(|before| before == "my" || before.ends_with(" my")) && !said.ends_with('s')
    }

    /// "hoover's too loud", "set ping for ninety seconds": a thing, though its name is a verb as well.
    pub(super) fn must_be_noun(&self, index: usize, token: &Token) -> bool {
        let complained = self
            .token(index + 1)
            .is_some_and(|next| next.wish().is_some() && self.clause.text.get(next.start) == Some(&'\''));
        let before = index.checked_sub(1).and_then(|before| self.token(before)).and_then(Token::verb);
        complained || self.is_called(token) && before.is_some_and(|before| !before.chinese)
    }

    /// Rocket 那个帘子: a noun directly behind a name that it is a noun of says nothing new.
    pub(super) fn repeats_last(&self, head: &Head, token: &Token) -> bool {
        let (Head::Noun(noun), Some(last)) = (head, self.frame.targets.last()) else { return false };
        if last.head != Head::Name || !self.phrase.rooms.is_empty() || self.frame.span.1 > token.end {
            return false;
        }
        // "kev's side lamp"
        let said =
            |other: &Token| other.end <= token.start && (other.particle().is_none() || other.is_target());
        let before = self.clause.tokens.iter().rfind(|other| said(other));
        let adjoins = before.is_some_and(|before| {
            before.name().is_some() || before.reference().is_some() || before.possessive().is_some()
        });
        adjoins
            && self.clause.vocabulary.devices_named(&last.text).any(|device| {
                let nouns = self.clause.vocabulary.device_nouns(device);
                // "Rohit's bedside lamp" for Rohit's Lamp.
                // 姊姊的大灯 for 姊姊的灯.
                let owned = last.text.ends_with("'s")
                    || before.is_some_and(|before| self.clause.text[before.start..before.end] == ['的'])
                        && self.clause.vocabulary.devices_named(&last.text).nth(1).is_none();
                nouns.iter().any(|of_device| {
                    lexicon().is_a(*of_device, *noun) || owned && lexicon().is_a(*noun, *of_device)
                })
            })
    }

    /// The word for a noun that what was said sounds most like: 电轰扇 is 电风扇, and no other fan.
    fn heard_as(&self, token: &Token, noun: Noun) -> Option<SmolStr> {
        let letters = self.clause.text.get(token.start..token.end)?;
        if !letters.iter().all(|&letter| is_han(letter)) {
            return None;
        }
        let lexicon = lexicon();
        lexicon.slips.likest(letters, |position| lexicon.senses(position).contains(&Sense::Noun(noun)))
    }

    /// The word that a slip was taken for.
    pub(super) fn canonical(&self, token: &Token) -> Option<SmolStr> {
        if let Some(name) = token.name() {
            return self.clause.vocabulary.names.get(name as usize).map(|name| name.text.into());
        }
        if let Some(scene) = token.scene() {
            return self.clause.vocabulary.scene_names.get(scene as usize).map(|name| (**name).into());
        }
        let noun = token.noun()?;
        if let Some(heard) = self.heard_as(token, noun) {
            return Some(heard);
        }
        let (zh, en) = self.clause.vocabulary.noun_names(noun);
        let chinese = self.clause.text[token.start..token.end].iter().any(|&letter| is_han(letter));
        Some(if chinese { zh } else { en }.into())
    }
}
