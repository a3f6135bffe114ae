//! Noun phrases that describe a device of the home: the words before the noun tell which one, and name nothing else.

use smol_str::format_smolstr;

use super::Reader;
use crate::lexicon::{Cue, Many, Place, Reference, Sense, Trait, lexicon};
use crate::parser::frame::{Head, RoomMention, Target};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// "The main bedroom ensuite light": the room that such a name tells lies within the one before it.
    pub(super) fn leave_outer_room(&mut self, token: &Token) {
        let said = self.said(token);
        let vocabulary = self.clause.vocabulary;
        let mut devices = vocabulary.devices_named(&said);
        let (Some(device), None) = (devices.next(), devices.next()) else { return };
        let Some(room) = vocabulary.room_of(device) else { return };
        let elsewhere = self.phrase.rooms.iter().all(|mention| !mention.rooms.contains(&room));
        if self.phrase.rooms.is_empty() || !elsewhere || !said.is_ascii() || self.joined {
            return;
        }
        let own = vocabulary.room_names.get(room.0 as usize).map(|name| name.to_lowercase());
        if own.is_some_and(|own| !own.is_empty() && said.contains(&own)) {
            self.phrase.rooms.clear();
        }
    }

    /// "Run the bedtime thing": a word that means something else elsewhere is the scene that is called so.
    pub(super) fn scene_thing(&mut self, index: usize, token: &Token) -> Option<usize> {
        let clause = self.clause;
        let thing = clause.tokens.get(index + 1)?;
        // 把出门了那个开起, 启动开饭那个场景.
        let points = thing.reference() == Some(Reference::Last) && self.clause.text[thing.start] == '那';
        let said_so = self.token(index + 2).is_some_and(|next| {
            let word = self.said(next);
            matches!(word.as_str(), "场景" | "模式" | "情景")
        });
        let pointed = points
            && (said_so
                || self.token(index + 2).is_none_or(|next| {
                    next.verb().is_some_and(|verb| verb.chinese && !verb.weak) || next.particle().is_some()
                }));
        if token.scene().is_none()
            || !pointed && !is_thing(&self.said(thing))
            || self.phrase_open()
            || self.excluding
        {
            return None;
        }
        self.extend_span(thing);
        self.frame.known += thing.end - thing.start;
        self.head(index, Head::Scene, token);
        Some(2 + usize::from(pointed && said_so))
    }

    /// Whether some device is called just so.
    pub(super) fn is_called(&self, token: &Token) -> bool {
        let name = token.name().and_then(|name| self.clause.vocabulary.names.get(name as usize));
        name.is_some_and(|name| name.devices.iter().any(|(_, whole)| *whole))
    }

    /// The words of a description that fits some device, where the noun at `index` closes one: `said` is the noun with
    /// the `pending` words before it. What was taken for something else on the way is taken back.
    pub(super) fn described(&mut self, index: usize, said: &str, pending: &str) -> Option<String> {
        if pending.is_empty() {
            let described = self.described_by_noun(index);
            if described.is_none() {
                self.drop_place(index);
            }
            return described;
        }
        // 右边的车库门 for "Right garage door": what tells which is no value, and not unknown.
        if self.clause.vocabulary.match_description(said).is_empty() {
            return None;
        }
        let unknown = pending.chars().filter(|&letter| is_han(letter)).count();
        let unknown = if unknown > 0 { unknown } else { 2 * pending.split(' ').count() };
        let tells = |token: &Token| {
            token.value().is_some()
                || token.color().is_some()
                || token.senses.iter().any(|sense| matches!(sense, Sense::Ordinal(_)))
        };
        let known_words = self.clause.tokens[..index].iter().any(tells);
        if !known_words {
            self.frame.unknown = self.frame.unknown.saturating_sub(unknown);
            self.frame.known += unknown;
        }
        Some(said.to_owned())
    }

    /// 妈妈那盏床头灯, 左边那个灯: whose or which, a pronoun, and the noun, where a device is called by both.
    pub(super) fn owned_one(&mut self, index: usize, token: &Token) -> Option<usize> {
        if token.name().is_none() || token.noun().is_some() || !self.pending_text.is_empty() {
            return None;
        }
        let mut behind = index + 1;
        let mut pointed = false;
        while let Some(next) = self.token(behind).filter(|next| {
            next.reference() == Some(Reference::Last) || next.possessive() == Some(Place::After)
        }) {
            pointed |= next.reference().is_some();
            behind += 1;
        }
        let clause = self.clause;
        let head = clause.tokens.get(behind).filter(|_| pointed)?;
        let noun = head.noun()?;
        let owner = self.said(token);
        let together = format!("{owner}{}", self.said(head));
        if self.clause.vocabulary.match_description(&together).is_empty() {
            return None;
        }
        self.pending_text = owner.into();
        self.extend_span(head);
        self.head(behind, Head::Noun(noun), head);
        Some(behind + 1 - index)
    }

    /// 阿公的电视 in a home with a 阿公房: someone after whom no device of this kind is called, but a room.
    pub(super) fn room_of_owner(&mut self, index: usize, token: &Token) -> Option<usize> {
        let vocabulary = self.clause.vocabulary;
        if token.name().is_none() || token.noun().is_some() || self.is_room(token) || self.is_called(token) {
            return None;
        }
        let linked = self.token(index + 1).is_some_and(|next| next.possessive() == Some(Place::After));
        let noun = self
            .token(index + 1 + usize::from(linked))
            .filter(|next| next.name().is_none() || next.noun().is_some())?
            .noun()?;
        let owner = self.said(token);
        if !owner.chars().all(is_han) || !self.pending_text.is_empty() || !self.phrase.rooms.is_empty() {
            return None;
        }
        let own = vocabulary
            .devices_named(&owner)
            .any(|device| vocabulary.device_nouns(device).iter().any(|&own| lexicon().is_a(own, noun)));
        if own
            || !vocabulary
                .match_description(&format_smolstr!(
                    "{owner}{}",
                    self.said(self.token(index + 1 + usize::from(linked))?)
                ))
                .is_empty()
        {
            return None;
        }
        let room = self.owners_room(&owner, noun)?;
        self.add_room(room);
        Some(1 + usize::from(linked))
    }

    /// The room of someone, however it is called after them, where a device of the kind stands there.
    pub(super) fn owners_room(&self, owner: &str, noun: Noun) -> Option<RoomMention> {
        let vocabulary = self.clause.vocabulary;
        lexicon().cue(Cue::OwnRoom).find_map(|ending| {
            let said = format_smolstr!("{owner}{ending}");
            let rooms = vocabulary.match_room(&said);
            let has = rooms.iter().any(|&room| vocabulary.room_has_noun(room, noun));
            has.then_some(RoomMention { said, floor: false, rooms })
        })
    }

    fn described_by_noun(&mut self, index: usize) -> Option<String> {
        let together = self.description_by_noun(index)?;
        self.frame.targets.pop();
        Some(together)
    }

    /// 酒柜的灯带: a noun before 的 that is no target of its own where a device is called by both.
    pub(super) fn description_by_noun(&self, index: usize) -> Option<String> {
        let token = self.token(index)?;
        let link = self.token(index.checked_sub(1)?)?;
        // 显示器灯 of 显示器挂灯: without 的 as well.
        let adjoins =
            link.noun().is_some() && link.end == token.start && is_han(self.clause.text[token.start]);
        let owner = if adjoins { link } else { self.token(index.checked_sub(2)?)? };
        let last = self.frame.targets.last()?;
        let is_last = matches!(last.head, Head::Noun(_) | Head::Name)
            && last.rooms.is_empty()
            && last.text == self.said(owner);
        if !adjoins && link.possessive() != Some(Place::After) || !is_last || !self.phrase.is_empty() {
            return None;
        }
        let together = text_of(self.clause.text, owner.start, token.end);
        (!self.clause.vocabulary.match_description(&together).is_empty()).then(|| together.into())
    }

    /// 电视旁边的落地灯: what is named before such a word only says where the other thing stands.
    pub(super) fn drop_place(&mut self, index: usize) {
        const BESIDE: [char; 8] = ['旁', '边', '上', '后', '下', '底', '前', '里'];
        let mut link = index;
        while let Some(before) = link.checked_sub(1).and_then(|before| self.token(before)) {
            link -= 1;
            // 油烟机旁边那个灯: the word for the place may hold the pronoun.
            let places = BESIDE.contains(&self.clause.text[before.start]) && before.end - before.start > 1;
            if before.possessive().is_some()
                || before.reference().is_none() && before.classifier().is_none()
                || places
            {
                break;
            }
        }
        let (Some(owner), Some(link)) =
            (link.checked_sub(1).and_then(|owner| self.token(owner)), self.token(link))
        else {
            return;
        };
        let beside = (link.possessive() == Some(Place::After) || link.reference().is_some())
            && self.clause.text[link.start..link.end].len() > 1
            && BESIDE.contains(&self.clause.text[link.start]);
        let said = self.said(owner);
        if beside && self.frame.targets.last().is_some_and(|last| last.text == said && last.rooms.is_empty())
        {
            self.frame.targets.pop();
            // Which of them stands there the home does not know.
            self.phrase.single |= self.token(index).is_some_and(|token| token.name().is_none());
        }
    }

    /// "the valve on the veg patch", "lamp of Cathal": a noun tied to the name of such a thing says what that is.
    pub(super) fn drop_kind(&mut self, index: usize, name: &str) {
        let Some(link) = index.checked_sub(1).and_then(|link| self.token(link)) else { return };
        let tied = link.possessive() == Some(Place::Before) && self.clause.text[link.start].is_ascii();
        let Some(last) = self.frame.targets.last().filter(|_| tied && !self.excluding) else { return };
        let Head::Noun(noun) = last.head else { return };
        let adjoins = index
            .checked_sub(2)
            .and_then(|before| self.token(before))
            .is_some_and(|before| self.said(before) == last.text);
        let vocabulary = self.clause.vocabulary;
        let mut named = vocabulary.devices_named(name).peekable();
        let is_such = named.peek().is_some()
            && named.all(|device| {
                let mut nouns = vocabulary.device_nouns(device).iter();
                nouns.any(|&own| lexicon().is_a(own, noun) || lexicon().is_a(noun, own))
            });
        if adjoins && is_such && last.rooms.is_empty() && last.many.is_none() {
            self.frame.targets.pop();
        }
    }

    /// "front" and "back doors" are "front door" and "back doors", where the home has both.
    pub(super) fn shares_noun(&self, text: &str, said: &str) -> Option<String> {
        let (_, noun) = said.rsplit_once(' ')?;
        let singular = noun.strip_suffix('s').unwrap_or(noun);
        [noun, singular].into_iter().map(|noun| format!("{text} {noun}")).find(|together| {
            self.clause.vocabulary.devices_named(together).next().is_some()
                || !self.clause.vocabulary.match_description(together).is_empty()
        })
    }

    /// 净化器的灯, "the oven door", "the lamp on the purifier": a noun tied to another device's is a part of that one, where
    /// the home has no such device of its own.
    pub(super) fn is_part(&mut self, index: usize, noun: Noun) -> bool {
        if self.is_part_of_it(index, noun) {
            return true;
        }
        if self.excluding || self.joined || self.frame.part_text.is_empty() && self.frame.targets.is_empty() {
            return false;
        }
        let entry = |noun: Noun| lexicon().nouns.get(usize::from(noun.0));
        let Some(before) = index.checked_sub(1).and_then(|before| self.token(before)) else { return false };
        let linked = before.possessive().is_some();
        let owner = if linked { index.checked_sub(2) } else { index.checked_sub(1) };
        let Some(owner) = owner.and_then(|owner| self.token(owner)) else { return false };
        let Some(last) = self.frame.targets.last() else { return false };
        let owner_noun = match last.head {
            Head::Noun(noun) => Some(noun),
            Head::Name => self.clause.vocabulary.devices_named(&last.text).next().and_then(|device| {
                let nouns = self.clause.vocabulary.device_nouns(device);
                let with_parts = nouns.iter().find(|noun| lexicon().has_trait(**noun, Trait::Parts));
                with_parts.or_else(|| nouns.first()).copied()
            }),
            _ => None,
        };
        let (Some(owner_noun), true) = (owner_noun, last.text == self.said(owner)) else { return false };
        let part = entry(noun).map(|entry| entry.part.as_slice()).unwrap_or_default();
        let owner_part = entry(owner_noun).map(|entry| entry.part.as_slice()).unwrap_or_default();
        let behind = before.possessive() == Some(Place::Before) && self.said(before).starts_with("on");
        if behind && !owner_part.is_empty() && part.is_empty() {
            // "the lamp on the purifier": the part came first.
            let (text, said) = (last.text.clone(), self.token(index).map(|token| self.said(token)));
            self.frame.targets.pop();
            self.frame.part = owner_part;
            self.frame.part_text = text;
            self.phrase.head = Head::Noun(noun);
            self.phrase.text = said.unwrap_or_default();
            self.close_phrase();
            return true;
        }
        let after = before.possessive() == Some(Place::After);
        // "vent-a-hood light": of what is called so as well.
        // 格兰仕门: so is a door in Chinese.
        let called = owner.name().is_some() && (self.clause.text[owner.start].is_ascii() || is_door(noun));
        let adjoins = !linked
            && (owner.noun().is_some() || called)
            && lexicon().has_trait(owner_noun, Trait::Parts)
            && before.end <= self.start_of(index);
        let tied = after
            || adjoins
                && (!self.clause.text[owner.start..owner.end].iter().any(|&letter| is_han(letter))
                    || is_door(noun));
        if part.is_empty() || !tied || owner_noun == noun || !owner_part.is_empty() {
            return false;
        }
        self.frame.part = part;
        self.frame.part_text = self.token(index).map(|token| self.said(token)).unwrap_or_default();
        true
    }

    /// Of lamps that are left out, the other lamps remain.
    pub(super) fn remaining_of_kind(&mut self) {
        let Some(last) = self.frame.excluded.last() else { return };
        let Head::Noun(noun) = last.head else { return };
        if self.frame.has_target() || last.rooms.is_empty() {
            return;
        }
        let remaining = Target {
            head: Head::Noun(noun),
            text: last.text.clone(),
            many: Some(Many::All),
            ..Target::default()
        };
        self.frame.targets_first = true;
        self.frame.targets.push(remaining);
    }

    /// Rooms that wait for a head which never came are all that is said.
    pub(super) fn place_waiting_rooms(&mut self) {
        let rooms = std::mem::take(&mut self.waiting_rooms);
        if rooms.is_empty() {
            return;
        }
        let frame = &mut self.frame;
        if frame.targets.is_empty() {
            frame.targets.push(Target { rooms, ..Target::default() });
        } else if let Some(target) = frame.targets.first_mut()
            && target.head == Head::None
            && target.rooms.is_empty()
        {
            target.rooms = rooms;
        }
    }

    /// 除了台灯都关掉, 除了客厅的灯其他都关了: what is left is of the kind that was left out.
    pub(super) fn rest_of_kind(&mut self) {
        let Some(Head::Noun(noun)) = self.frame.excluded.first().map(|excluded| excluded.head.clone()) else {
            return;
        };
        let lexicon = crate::lexicon::lexicon();
        let light = lexicon.noun("light");
        let Some(light) = light.filter(|light| lexicon.is_a(noun, *light)) else { return };
        let [target] = &mut self.frame.targets[..] else { return };
        let acts = self.frame.verb.is_some_and(|verb| !verb.weak);
        if acts && target.head == Head::None && !target.whole_home {
            let (zh, en) = self.clause.vocabulary.noun_names(light);
            let chinese = self.clause.text_said().iter().any(|&letter| is_han(letter));
            target.head = Head::Noun(light);
            target.text = if chinese { zh } else { en }.into();
            target.many.get_or_insert(Many::All);
        }
    }

    pub(super) fn start_of(&self, index: usize) -> usize {
        self.token(index).map_or(0, |token| token.start)
    }

    /// 筒灯除了二号都关: which of those named is left out, without the noun said again.
    pub(super) fn excluded_by_mark(&mut self) -> Option<String> {
        let mark = self.pending_text.trim_end_matches('的').to_owned();
        let noun = self.frame.targets.iter().rev().find(|target| matches!(target.head, Head::Noun(_)))?;
        let space = if noun.text.is_ascii() { " " } else { "" };
        let together = format!("{mark}{space}{}", noun.text);
        (!mark.is_empty() && !self.clause.vocabulary.match_description(&together).is_empty()).then(|| {
            self.pending_text.clear();
            together
        })
    }
}

fn is_door(noun: Noun) -> bool {
    lexicon().nouns.get(usize::from(noun.0)).is_some_and(|entry| entry.id == "door")
}

/// What a scene is called where its name alone would be too little: "the film night thing".
pub(super) fn is_thing(said: &str) -> bool {
    lexicon().cue(Cue::SceneWord).any(|known| known == said)
}
