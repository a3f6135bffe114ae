//! Things that are called after their owner by another word than the one in their name: "Meghna's light" for Meghna's Lamp.

use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use crate::lexicon::lexicon;
use crate::parser::frame::Head;
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
