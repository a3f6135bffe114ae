//! Qualities that something is told to have: "this room is freezing", "Kabir is cold". Told, and not asked, they are complained
//! of, wherever the verb of being stands.

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::Reader;
use crate::action::{Unit, Value};
use crate::lexicon::{Adjective, Asks, Place, Sense, Wish, lexicon};
use crate::parser::frame::{Head, RoomMention};
use crate::parser::lattice::Token;

/// Verbs of being and becoming, as the last word of a token.
const IS: [&str; 19] = [
    "is", "are", "'s", "'re", "s", "tis", "'tis", "feels", "feel", "gets", "getting", "got", "gone", "looks",
    "seems", "went", "became", "going", "feeling",
];

impl Reader<'_, '_> {
    /// Whether the quality at a place is told of something, with nothing behind it but where or for whom it is so.
    pub(super) fn is_declared(&self, index: usize) -> bool {
        let Some((before, [quality, behind @ ..])) = self.clause.tokens.split_at_checked(index) else {
            return false;
        };
        if self.frame.verb.is_some()
            || self.polite
            || self.asks.is_some()
            || self.confirms_by_mark()
            || !self.clause.text[quality.start].is_ascii()
        {
            return false;
        }
        let is = |token: &Token| {
            let said = self.said(token);
            said.rsplit(' ').next().is_some_and(|word| IS.contains(&word) || word.ends_with("'s"))
        };
        let for_whom = behind.iter().position(|token| self.said(token) == "for").unwrap_or(behind.len());
        let only_where = behind[..for_whom].iter().all(|token| {
            token.particle().is_some() && token.verb().is_none()
                || token.possessive() == Some(Place::Before)
                || self.is_room(token)
        });
        before.iter().any(is) && only_where
    }

    /// "Kabir is cold" in a home with a Kabir's Room: it is so there.
    pub(super) fn where_someone_is(&mut self) {
        if !self.phrase.rooms.is_empty() || !self.frame.targets.is_empty() || self.pending_text.contains(' ')
        {
            return;
        }
        if self.pending_text.is_empty() || !self.pending_text.is_ascii() {
            return;
        }
        let said = format!("{}'s room", self.pending_text);
        let rooms = self.clause.vocabulary.match_room(&said);
        if !rooms.is_empty() {
            self.pending_text.clear();
            self.frame.unknown = 0;
            self.phrase.head = Head::None;
            self.phrase.rooms.push(RoomMention { said: said.into(), floor: false, rooms });
            self.close_phrase();
        }
    }

    /// "This room is freezing": a verb of being directly behind what it is said of asks for nothing.
    pub(super) fn behind_what_is_told_of(&self, token: &Token) -> bool {
        let said = self.said(token);
        let before = self.clause.tokens.iter().rfind(|before| before.end <= token.start);
        matches!(said.as_str(), "is" | "are" | "is too" | "is so")
            && before.is_some_and(|before| {
                let said = self.said(before);
                matches!(
                    said.rsplit(' ').next(),
                    Some("room" | "place" | "house" | "one" | "water" | "air" | "floor" | "floors")
                )
            })
    }

    /// "The volume to 15 on the TV": of which thing it is, though some device has a value of that name.
    pub(super) fn is_where_it_is_set(&self, index: usize) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        self.frame.value.is_some()
            && !self.frame.has_target()
            && before.is_some_and(|before| {
                before.possessive() == Some(Place::Before)
                    && matches!(
                        self.said(before).as_str(),
                        "on the" | "of the" | "on my" | "on our" | "for the"
                    )
            })
    }

    /// "Make it 25 in here": how warm it is to be.
    pub(super) fn warmth_here(&mut self) {
        const WARMTH: std::ops::RangeInclusive<f64> = 15.0..=31.0;
        const IN_FAHRENHEIT: std::ops::RangeInclusive<f64> = 60.0..=82.0;
        let frame = &self.frame;
        let Some(Value::Number { number, unit: Unit::None }) = frame.value else { return };
        let plain = frame.property.is_none()
            && frame.targets.iter().all(|target| target.head == Head::Last && target.rooms.is_empty())
            && frame.question.is_none()
            && frame.direction.is_none();
        let here = |token: &Token| {
            matches!(
                self.said(token).as_str(),
                "in here" | "in this room" | "this room" | "up here" | "down here"
            )
        };
        let warmth = WARMTH.contains(&number) || IN_FAHRENHEIT.contains(&number);
        if plain && warmth && self.clause.tokens.iter().any(here) {
            self.frame.property = catalogue().property("temperature");
            self.frame.targets.clear();
            if IN_FAHRENHEIT.contains(&number) {
                self.frame.value = Some(Value::Number { number, unit: Unit::Fahrenheit });
            }
        }
    }

    /// "The desk lamp has a horrid cast off it": told of it, with words between that nobody knows, and no order.
    pub(super) fn only_tells_of_it(&mut self) {
        let particle = self.frame.verb.is_some_and(|verb| {
            !verb.chinese && matches!(verb.id.as_str(), "on" | "off" | "up" | "down" | "out")
        });
        let has =
            |token: &Token| matches!(self.said(token).as_str(), "has" | "has a" | "had" | "has an" | "had a");
        let leads = self.clause.tokens.first().is_some_and(|first| first.verb().is_some());
        let told = !leads && self.clause.tokens.iter().any(has) && self.asks.is_none();
        self.frame.lost_object |= told && particle && self.clause.tokens.iter().any(Token::is_unknown);
    }

    /// A quality that a place or someone is told to have is the complaint that is made of it: freezing is too cold.
    pub(super) fn complaint_of(&self, adjective: &Adjective) -> Option<&'static Wish> {
        let of = |id: &str| catalogue().property(id) == Some(adjective.property);
        let words = match adjective.up {
            true if of("temperature") => "too hot",
            false if of("temperature") => "too cold",
            true if of("brightness") => "too bright",
            false if of("brightness") => "too dark",
            _ => return None,
        };
        let nothing_named = self
            .frame
            .targets
            .iter()
            .chain(std::iter::once(&self.phrase))
            .all(|target| matches!(target.head, Head::None));
        if !nothing_named {
            return None;
        }
        let letters: smallvec::SmallVec<[char; 12]> = words.chars().collect();
        lexicon().lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Wish(wish) => Some(*wish),
            _ => None,
        })
    }

    /// "Turn the lamp off my eyes are tired": what is told behind an order makes no question of it.
    pub(super) fn only_orders(&mut self) {
        let ordered = !self.frame.targets_first
            && self.frame.has_target()
            && self
                .frame
                .verb
                .is_some_and(|verb| !verb.chinese && !verb.weak && verb.acts.first() != Some(&Act::Query));
        if ordered
            && self.asks.is_none()
            && !self.confirms_by_mark()
            && self.frame.question == Some(Asks::Polar)
        {
            self.frame.question = None;
            self.frame.likeness *= 0.9;
        }
    }

    /// What is complained of is told, and not asked: "the guest room is freezing".
    pub(super) fn tells_complaint(&mut self) {
        let by_quality = self.frame.complaint
            && (self.frame.direction.is_some() || self.frame.wish.is_some())
            && self.clause.text.get(self.frame.span.0).is_some_and(char::is_ascii)
            && self.frame.likeness >= 1.0
            && !self.confirms_by_mark();
        if by_quality
            && self.asks.is_none()
            && self.frame.question == Some(Asks::Polar)
            && self.frame.verb.is_none()
        {
            self.frame.question = None;
        }
    }
}
