//! What is left out behind an order or behind "except", by whose it is or where it stands: 除了爷爷那个, 窗帘都打开客厅的不用.

use super::Reader;
use crate::lexicon::{Cue, Place, Reference, lexicon};
use crate::parser::frame::{Head, RoomMention, Target};
use crate::parser::lattice::Token;

impl Reader<'_, '_> {
    /// 空调除了爷爷那个都关掉: what stands in someone's room. Who has none here is named all the same, so that all but theirs
    /// is never taken for all.
    pub(super) fn leaves_out_owner(&mut self, index: usize, token: &Token) -> Option<usize> {
        let someone = token.person().is_some() && !token.is_target() && token.verb().is_none();
        if !self.excluding || !someone || !self.phrase.is_empty() || !self.pending_text.is_empty() {
            return None;
        }
        let links = |next: &Token| {
            next.possessive() == Some(Place::After)
                || next.reference() == Some(Reference::Last)
                || next.classifier().is_some() && next.numeral(self.clause.path).is_none()
        };
        let linked = self.clause.tokens.get(index + 1..)?.iter().take_while(|next| links(next)).count();
        if linked == 0 {
            return None;
        }
        let owner = self.said(token);
        let room = lexicon().cue(Cue::OwnRoom).find_map(|ending| {
            let said = smol_str::format_smolstr!("{owner}{ending}");
            let rooms = self.clause.vocabulary.match_room(&said);
            (!rooms.is_empty()).then_some(RoomMention { said, floor: false, rooms })
        });
        match room {
            Some(room) => self.add_room(room),
            None => self.phrase = Target { head: Head::Unknown, text: owner, ..Target::default() },
        }
        Some(1 + linked)
    }

    /// 窗帘都打开客厅的不用: the order is not for what is named behind it and ends with the negation.
    pub(super) fn leaves_out_behind(&mut self, index: usize) -> bool {
        let ends = self.clause.tokens[index + 1..]
            .iter()
            .all(|token| token.particle().is_some() && !token.is_target());
        let ordered =
            self.frame.has_target() && self.frame.verb.is_some_and(|verb| !verb.weak && verb.chinese);
        let begun = !self.phrase.rooms.is_empty() || self.phrase.head != Head::None;
        if !ends || !ordered || !begun || self.excluding || self.frame.question.is_some() {
            return false;
        }
        let phrase = std::mem::take(&mut self.phrase);
        self.pending_text.clear();
        self.frame.excluded.push(phrase);
        true
    }
}
