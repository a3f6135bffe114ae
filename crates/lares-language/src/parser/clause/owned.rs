//! Things that are called after their owner by another word than the one in their name: "Meghna's light" for Meghna's Lamp.

use lares_home::Act;
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use crate::lexicon::{Place, lexicon};
use crate::parser::frame::{Head, RoomMention};
use crate::parser::lattice::Token;
use crate::vocabulary::Noun;

impl Reader<'_, '_> {
    /// "Geysers on in both bathrooms and kettle also": the rooms behind a complete order are its own, and no rooms of what
    /// is joined to it.
    pub(super) fn leaves_room_behind(&mut self, head: &Head) {
        let complete = self.frame.targets_first
            && self.frame.verb.is_some_and(|verb| !verb.weak && !verb.chinese)
            && self.frame.targets.last().is_some_and(|last| last.rooms.is_empty());
        let named = matches!(head, Head::Noun(_) | Head::Name) && self.pending_text.is_empty();
        if complete && named && self.joined && !self.excluding && self.phrase.head == Head::None {
            self.give_rooms_to_targets();
        }
    }

    /// "Sofi's vanity": a name that only tells whose, directly before what is theirs, names nothing of its own. Where a room
    /// is called after them, the thing is looked for there.
    pub(super) fn only_owner_before(&mut self, index: usize) {
        let vocabulary = self.clause.vocabulary;
        let Some(before) = index.checked_sub(1).and_then(|before| self.token(before)) else { return };
        let linked = before.possessive() == Some(Place::After) && self.clause.text[before.start] == '\'';
        let owner =
            if linked { index.checked_sub(2).and_then(|owner| self.token(owner)) } else { Some(before) };
        let Some(owner) = owner.filter(|owner| owner.name().is_some() && !self.joined) else { return };
        // "Aoifes fairy lights", as it is written in haste.
        if !linked && !self.said(owner).ends_with('s')
            || self.token(index).is_none_or(|head| head.name().is_none())
        {
            return;
        }
        let Some(last) = self.frame.targets.last() else { return };
        let whose =
            last.text.strip_suffix("'s").or_else(|| last.text.strip_suffix('s')).unwrap_or(&last.text);
        let is_owner = last.head == Head::Name
            && last.rooms.is_empty()
            && !whose.contains(' ')
            && whose.is_ascii()
            && vocabulary.names.of_owner(&format!("{whose}'")).next().is_some()
            && self.canonical(owner).unwrap_or_else(|| self.said(owner)).starts_with(whose);
        if !is_owner {
            return;
        }
        let said = format!("{whose}'s room");
        let rooms = vocabulary.match_room(&said);
        self.frame.targets.pop();
        if !rooms.is_empty() && self.phrase.rooms.is_empty() {
            self.phrase.rooms.push(RoomMention { said: said.into(), floor: false, rooms });
        }
    }

    /// "Lock the casita and the front door": the room is what is locked, and not where the door is. "Except the hall and
    /// the patio": the room is left out, and the other as well.
    pub(super) fn place_is_its_own(&mut self, head: &Head, said: &str) {
        let opens = self.excluding && said.is_ascii()
            || self.frame.verb.is_some_and(|verb| {
                !verb.chinese
                    && matches!(verb.acts.first(), Some(Act::Open | Act::Close | Act::Lock | Act::Unlock))
            });
        let waits = self.joined && self.phrase.head == Head::None && !self.phrase.rooms.is_empty();
        if !opens || !waits || !matches!(head, Head::Name) {
            return;
        }
        let vocabulary = self.clause.vocabulary;
        let there = vocabulary.devices_named(said).any(|device| {
            vocabulary
                .room_of(device)
                .is_none_or(|room| self.phrase.rooms.iter().any(|mention| mention.rooms.contains(&room)))
        });
        if !there || self.excluding {
            self.close_phrase();
        }
    }

    /// "Dim the lamp on Mateo's side": the noun says what the name behind it is of, and nothing is switched on.
    pub(super) fn is_tied_by_on(&mut self, index: usize, token: &Token) -> bool {
        if self.said(token) != "on" || self.joined || self.frame.verb.is_none_or(|verb| verb.weak) {
            return false;
        }
        if self.is_done_on(index, token) {
            return true;
        }
        let Some(next) = self.token(index + 1) else { return false };
        let Some(name) = next.name().filter(|_| next.noun().is_none()) else { return false };
        let Some(last) = self.frame.targets.last() else { return false };
        let Head::Noun(noun) = last.head else { return false };
        let vocabulary = self.clause.vocabulary;
        let adjoins = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| before.noun().is_some() && self.said(before) == last.text);
        let such = vocabulary.names.get(name as usize).is_some_and(|name| {
            !name.devices.is_empty()
                && name.devices.iter().all(|(device, _)| {
                    vocabulary.device_nouns(*device).iter().any(|&own| lexicon().is_a(own, noun))
                })
        });
        if adjoins && such && last.rooms.is_empty() && last.many.is_none() {
            self.frame.targets.pop();
            return true;
        }
        false
    }

    /// "The lamp on Graham's side": how many words say on whose side the thing before them stands.
    pub(super) fn on_whose_side(&mut self, index: usize, token: &Token) -> Option<usize> {
        if self.said(token) != "on" || self.joined {
            return None;
        }
        let last = self.frame.targets.last()?;
        if !matches!(last.head, Head::Noun(_)) || !last.rooms.is_empty() || !self.phrase.is_empty() {
            return None;
        }
        let whose = self.token(index + 1)?;
        let mut side = index + 2;
        if self.token(side).is_some_and(|next| next.possessive() == Some(Place::After)) {
            side += 1;
        } else if !self.said(whose).ends_with("'s") {
            return None;
        }
        let side_said = self.said(self.token(side)?);
        if side_said != "side" && !side_said.starts_with("side of") {
            return None;
        }
        self.extend_span(self.clause.tokens.get(side)?);
        Some(side + 1 - index)
    }

    /// "Pop the garage open": a room by whose name its door is known.
    pub(super) fn doors_of_rooms(&mut self) {
        let opens = self.frame.verb.is_some_and(|verb| {
            !verb.chinese
                && verb.property.is_none()
                && matches!(verb.acts.first(), Some(Act::Open | Act::Close))
        });
        if !opens || self.frame.question.is_some() || self.frame.value.is_some() {
            return;
        }
        let vocabulary = self.clause.vocabulary;
        let [target] = &mut self.frame.targets[..] else { return };
        let ([mention], Head::None, None) = (&target.rooms[..], &target.head, target.many) else { return };
        let door = vocabulary
            .noun(&mention.said)
            .filter(|&noun| mention.said.is_ascii() && vocabulary.has_noun(noun));
        if let Some(noun) = door {
            target.head = Head::Noun(noun);
            target.text = mention.said.clone();
            target.rooms.clear();
        }
    }

    /// "shut off the water valve": a noun that the verb's last word and this one make together.
    pub(super) fn noun_with_verb(&self, index: usize, said: &str) -> Option<(Noun, SmolStr)> {
        let before = self.token(index.checked_sub(1)?)?;
        before.verb().filter(|verb| !verb.chinese && verb.property.is_some() || !verb.nouns.is_empty())?;
        let verb = self.said(before);
        let (_, word) = verb.rsplit_once(' ')?;
        let together = format_smolstr!("{word} {said}");
        let noun = self.clause.vocabulary.noun(&together)?;
        self.clause.vocabulary.has_noun(noun).then_some((noun, together))
    }

    /// The one thing of a kind that is called after the owner directly before the noun, where the owner alone tells no
    /// device. Where there is none such, owner and noun together are what nobody knows: somebody's fan is not every fan.
    pub(super) fn owned_noun(&self, index: usize, noun: Noun, said: &str) -> Option<(Head, SmolStr)> {
        let vocabulary = self.clause.vocabulary;
        let before = self.token(index.checked_sub(1)?)?;
        let name = before.name()?;
        let owner = self.said(before);
        if vocabulary.names.stands_for_devices(name) || !owner.ends_with("'s") || self.is_room(before) {
            return None;
        }
        let of_kind = |own: &Noun| lexicon().is_a(*own, noun) || lexicon().is_a(noun, *own);
        let mut found = vocabulary.names.of_owner(&owner).filter(|(_, bearers)| {
            bearers
                .iter()
                .any(|(device, whole)| *whole && vocabulary.device_nouns(*device).iter().any(of_kind))
        });
        match (found.next(), found.next()) {
            (Some((called, _)), None) => Some((Head::Name, called.into())),
            (Some(_), Some(_)) => None,
            _ => Some((Head::Unknown, format_smolstr!("{owner} {said}"))),
        }
    }
}
