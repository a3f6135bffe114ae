//! What is said behind a kind of thing or of room, and tells which of them: "the bedroom lights off in Ella's", "close the
//! valve on the veg patch".

use lares_home::Act;
use smol_str::format_smolstr;

use super::Reader;

use crate::lexicon::lexicon;
use crate::normalise::folded;
use crate::parser::frame::Head;
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;

impl Reader<'_, '_> {
    /// "The bedroom lights off in Ella's": of the rooms of that kind, the one said behind.
    pub(super) fn narrow_rooms(&mut self) {
        let Some(last) = self.frame.targets.last_mut() else { return };
        let ([kind], [which]) = (&last.rooms[..], &self.phrase.rooms[..]) else { return };
        let within = kind.rooms.len() > 1
            && !kind.floor
            && !which.rooms.is_empty()
            && which.rooms.len() < kind.rooms.len()
            && which.rooms.iter().all(|room| kind.rooms.contains(room));
        let only_place = self.phrase.head == Head::None && self.phrase.many.is_none() && !self.joined;
        if within && only_place && !self.excluding {
            last.rooms = std::mem::take(&mut self.phrase.rooms);
        }
    }

    /// "The valve on the veg patch", where something that is a valve is called Veg Patch: the noun only says what kind of
    /// thing that is. Whether the last target became the thing named.
    pub(super) fn kind_of_what_is_behind(&mut self, link: &str, token: &Token) -> bool {
        let ties = matches!(link, "of" | "of the" | "on the" | "on my" | "on our" | "for the" | "in the");
        let Some(name) = token.name().filter(|_| ties && !self.joined && token.noun().is_none()) else {
            return false;
        };
        let said = self.canonical(token).unwrap_or_else(|| self.said(token));
        let vocabulary = self.clause.vocabulary;
        let open = matches!(self.phrase.head, Head::Noun(_));
        let last = if open { Some(&mut self.phrase) } else { self.frame.targets.last_mut() };
        let Some(last) = last else { return false };
        let Head::Noun(noun) = last.head else { return false };
        let such = vocabulary.names.get(name as usize).is_some_and(|name| {
            !name.devices.is_empty()
                && name.devices.iter().all(|(device, whole)| {
                    *whole && vocabulary.device_nouns(*device).iter().any(|&own| lexicon().is_a(own, noun))
                })
        });
        let plain = last.rooms.is_empty()
            && last.many.is_none()
            && last.count.is_none()
            && last.text.is_ascii()
            && !last.text.ends_with('s');
        if such && plain {
            last.head = Head::Name;
            last.text = said;
        }
        such && plain
    }

    /// "All the lights but the landing one", where a Landing Light is: that one is left out, and not all of the landing.
    pub(super) fn leaves_out_one(&mut self) {
        let Some((Head::Noun(_), kind)) = self.frame.targets.last().map(|last| (&last.head, &last.text))
        else {
            return;
        };
        let kind = kind.strip_suffix('s').unwrap_or(kind);
        let (clause, vocabulary) = (self.clause, self.clause.vocabulary);
        for target in &mut self.frame.excluded {
            let [mention] = &target.rooms[..] else { continue };
            let [room] = mention.rooms[..] else { continue };
            if !matches!(target.head, Head::None | Head::Last) || !mention.said.is_ascii() {
                continue;
            }
            let one = clause.tokens.windows(2).any(|pair| {
                let said = |token: &Token| text_of(clause.text, token.start, token.end);
                said(&pair[0]) == mention.said && said(&pair[1]) == "one"
            });
            let Some(called) = vocabulary.room_names.get(room.0 as usize).filter(|_| one) else { continue };
            let name = format_smolstr!("{} {kind}", &*folded(called));
            if vocabulary.devices_named(&name).any(|device| vocabulary.room_of(device) == Some(room)) {
                target.head = Head::Name;
                target.text = name;
                target.rooms.clear();
            }
        }
    }

    /// "Mute on the small TV", "volume up on Ajoba's TV": a complete order, and what it is done on.
    pub(super) fn is_done_on(&self, index: usize, token: &Token) -> bool {
        let done = self.frame.verb.is_some_and(|verb| {
            let act = verb.acts.first();
            !verb.chinese
                && !verb.weak
                && !matches!(act, Some(Act::On | Act::Off | Act::Set | Act::Open | Act::Close | Act::Lock))
        });
        let alone = self.frame.targets.is_empty() && self.frame.value.is_none() && !self.phrase_open();
        let adjoins = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.verb().is_some_and(|verb| !verb.weak)
                && !matches!(self.said(before).as_str(), "turn" | "switch")
        });
        done && alone
            && adjoins
            && !self.joined
            && self.said(token) == "on"
            && self.clause.tokens.get(index + 1..).unwrap_or_default().iter().any(Token::is_target)
            && self
                .clause
                .tokens
                .get(index + 1..)
                .unwrap_or_default()
                .iter()
                .all(|next| next.verb().is_none_or(|verb| verb.weak) || next.is_target())
    }

    /// "Start a quick wash on the Bosch": the programme before what runs it, which it does not describe.
    pub(super) fn is_run_on_what_is_behind(&self, index: usize) -> bool {
        let runs = self.frame.verb.is_none_or(|verb| {
            !verb.chinese && (verb.weak || matches!(verb.acts.first(), Some(Act::Start | Act::Set)))
        });
        let tied = self.token(index + 1).is_some_and(|next| {
            matches!(self.said(next).as_str(), "on the" | "in the" | "on my" | "on our" | "in my" | "for the")
        });
        let machine =
            self.token(index + 2).is_some_and(|next| next.noun().is_some() || next.name().is_some());
        let ends = self
            .clause
            .tokens
            .get(index + 3..)
            .unwrap_or_default()
            .iter()
            .all(|next| next.particle().is_some() || next.time().is_some());
        runs && tied && machine && ends && self.frame.targets.is_empty()
    }

    /// "Switch the dishwasher to quick": what would be a filler elsewhere, directly behind "to" and at the end of its part.
    pub(super) fn is_what_it_goes_to(&self, index: usize, token: &Token) -> bool {
        let to = index.checked_sub(1).and_then(|before| self.token(before)).is_some_and(|before| {
            before.goal().is_some() && before.verb().is_none() && self.said(before).is_ascii()
        });
        let ends = self.token(index + 1).is_none_or(|next| next.conjunction().is_some());
        to && ends && token.value().is_some() && self.frame.has_target()
    }
}
