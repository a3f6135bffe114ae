//! Rooms within noun phrases, and closing these: to whom rooms and quantities belong that wait when something else begins.

use super::Reader;
use crate::lexicon::{Many, Place, Sense, lexicon};
use crate::parser::frame::{Head, RoomMention, Target};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::Rooms;

/// So many words at most say which room it is, with the word for a room.
const LONGEST_ROOM: usize = 3;

impl Reader<'_, '_> {
    pub(super) fn close_phrase(&mut self) {
        if self.excluding {
            self.close_excluded();
            return;
        }
        let phrase = std::mem::take(&mut self.phrase);
        if phrase.is_empty() {
            return;
        }
        // 筒灯开两个: how many of what was named before.
        if phrase.head == Head::None
            && phrase.rooms.is_empty()
            && !phrase.whole_home
            && !self.frame.targets.is_empty()
        {
            for target in &mut self.frame.targets {
                target.many = target.many.or(phrase.many);
                target.count = target.count.or(phrase.count);
            }
            return;
        }
        if self.frame.targets.is_empty() {
            let before_verb = self.frame.verb.is_none() && self.frame.value.is_none();
            self.frame.targets_first = before_verb || (self.phrase_first && phrase.head == Head::None);
        }
        self.phrase_first = false;
        let own_many = phrase.many.is_some();
        self.frame.targets.push(Target { own_many, ..phrase });
    }

    pub(super) fn close_excluded(&mut self) {
        let mut phrase = std::mem::take(&mut self.phrase);
        if phrase.is_empty()
            && let Some(together) = self.excluded_by_mark()
        {
            phrase.head = Head::Name;
            phrase.text = together.into();
        }
        // "but not the island": by a part of its name. Whoever is left out is told by some words, known or not.
        if phrase.head == Head::None
            && self.pending_text.starts_with(|letter: char| letter.is_ascii_alphabetic())
        {
            let text = std::mem::take(&mut self.pending_text);
            let found = !self.clause.vocabulary.match_name(&text, 1).is_empty();
            if found || phrase.is_empty() && self.frame.excluded.is_empty() {
                phrase.head = Head::Unknown;
                phrase.text = text.into();
            }
        }
        if !phrase.is_empty() {
            self.frame.excluded.push(phrase);
        }
    }

    /// Rooms that wait for a head when the verb comes: 客厅打开 names the room alone, 灯打开客厅的 an earlier head's.
    pub(super) fn close_dangling_phrase(&mut self) {
        if self.phrase.is_empty() {
            return;
        }
        if self.excluding {
            self.close_excluded();
            return;
        }
        // 客厅随便开个灯: the head may still come behind the verb.
        if self.frame.verb.is_none_or(|verb| verb.weak) && self.frame.targets.is_empty() {
            self.phrase_first = true;
            return;
        }
        self.give_rooms_to_targets();
        // 客厅灯除了灯带都关掉: how many of what was named before.
        let counts =
            self.phrase.head == Head::None && self.phrase.rooms.is_empty() && !self.phrase.whole_home;
        if counts && !self.frame.targets.is_empty() {
            self.close_phrase();
        }
        if !self.phrase.is_empty() {
            let phrase = std::mem::take(&mut self.phrase);
            if self.frame.targets.is_empty() {
                self.frame.targets_first = self.frame.verb.is_none();
            }
            self.frame.targets.push(phrase);
        }
    }

    /// Rooms said behind a head that has none: "the lamp in the study", 灯打开，客厅的.
    pub(super) fn give_rooms_to_targets(&mut self) {
        if self.phrase.head != Head::None || self.phrase.rooms.is_empty() {
            return;
        }
        self.narrow_rooms();
        let Some(last) = self.frame.targets.last() else { return };
        if !last.rooms.is_empty() || last.head == Head::None && last.many.is_none() {
            return;
        }
        let rooms = std::mem::take(&mut self.phrase.rooms);
        for target in self.frame.targets.iter_mut().rev() {
            if !target.rooms.is_empty() {
                break;
            }
            target.rooms.clone_from(&rooms);
            if !target.joined {
                break;
            }
        }
        if let Some(many) = self.phrase.many.take()
            && let Some(last) = self.frame.targets.last_mut()
        {
            last.many.get_or_insert(many);
        }
        self.phrase = Target::default();
    }

    pub(super) fn room_mention(&self, token: &Token) -> Option<RoomMention> {
        let said = || self.said(token);
        if let Some(word) = token.home_room() {
            let rooms = Rooms::from_slice(&self.clause.vocabulary.room_words[word as usize]);
            return Some(RoomMention { said: said(), floor: false, rooms });
        }
        let concept = token.room()?;
        let floor = lexicon().rooms[usize::from(concept)].floor;
        // "In both bathrooms": those of every kind.
        let several = matches!(self.phrase.many, Some(Many::Both | Many::All | Many::Every))
            && self.clause.text[token.end - 1] == 's';
        let vocabulary = self.clause.vocabulary;
        let within = if several { vocabulary.rooms_within_sense(&Sense::Room(concept)) } else { None };
        let rooms = within.unwrap_or_else(|| vocabulary.rooms_of_concept(concept));
        Some(RoomMention { said: said(), floor, rooms })
    }

    /// A room behind another without 和 lies in it: 主卧的卫生间, 二楼的卧室.
    pub(super) fn add_room(&mut self, mention: RoomMention) {
        if let Some(outer) = self.phrase.rooms.last_mut()
            && !self.joined
        {
            // "the downstairs hallway" in a home that knows no floors.
            if outer.floor && outer.rooms.is_empty() && !mention.rooms.is_empty() {
                *outer = mention;
                return;
            }
            let space = if outer.said.is_ascii() { " " } else { "" };
            let said = format!("{}{space}{}", outer.said, mention.said);
            let mut rooms = self.clause.vocabulary.match_room(&said);
            if rooms.is_empty() {
                rooms = mention.rooms.iter().copied().filter(|room| outer.rooms.contains(room)).collect();
            }
            if !rooms.is_empty() {
                *outer = RoomMention { said: said.into(), floor: false, rooms };
                return;
            }
        }
        self.joined = false;
        self.phrase.rooms.push(mention);
    }

    /// Whether a place follows: "in the".
    fn says_where(&self, token: &Token) -> bool {
        token.possessive() == Some(Place::Before)
            && matches!(self.said(token).as_str(), "in the" | "in my" | "in our" | "inside the")
    }

    /// "In the trophy room": a room of a kind that neither the home nor the lexicon has, whatever its words are otherwise.
    pub(super) fn other_room(&mut self, index: usize, token: &Token) -> Option<usize> {
        if !self.says_where(token) {
            return None;
        }
        let behind = self.clause.tokens.get(index + 1..)?;
        let last = behind.iter().take(LONGEST_ROOM).position(|token| self.said(token) == "room")?;
        let (kind, room) = (behind.get(..last)?, behind.get(last)?);
        let says_kind = |token: &Token| {
            token.separator().is_none()
                && !self.is_room(token)
                && token.name().is_none()
                && token.person().is_none()
                && token.reference().is_none()
                && token.many().is_none()
                && token.possessive().is_none()
                && token.particle().is_none()
        };
        let start = kind.first()?.start;
        if !kind.iter().all(says_kind) {
            return None;
        }
        self.frame.lost_place = text_of(self.clause.text, start, room.end);
        self.frame.span.1 = self.frame.span.1.max(room.end);
        Some(last + 2)
    }

    /// "In the zorp": words that stand for a place at the end of what was said.
    pub(super) fn is_place(&self, index: usize, end: usize) -> bool {
        let behind_in = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| self.says_where(before));
        // "My room" is where the speaker is.
        let told = self.token(index).is_some_and(|token| self.said(token) != "room");
        behind_in
            && told
            && self.token(end).is_none_or(|next| {
                next.separator().is_some() || next.verb().is_some() || next.conjunction().is_some()
            })
    }

    /// "The chandelier in the ballroom": a place that the home does not have, behind a kind of device without one, is a room
    /// that is not there. Says whether there was one.
    pub(super) fn is_nowhere(&mut self) -> bool {
        let orders = self.frame.question.is_none() && !self.frame.lost_place.is_empty();
        let Some(target) = self.frame.targets.last_mut().filter(|_| orders) else { return false };
        // Also where the only one is called by the noun alone.
        let is_kind = match target.head {
            Head::Noun(_) => true,
            Head::Name => lexicon().is_noun(&target.text),
            _ => false,
        };
        let anywhere = is_kind && target.rooms.is_empty() && !target.whole_home;
        if anywhere {
            let said = std::mem::take(&mut self.frame.lost_place);
            target.rooms.push(RoomMention { said, floor: false, rooms: Default::default() });
        }
        anywhere
    }
}
