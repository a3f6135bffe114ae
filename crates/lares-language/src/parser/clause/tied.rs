//! What ties two things together so that they are one: the place of a thing ("the light over the oven"), a thing before
//! the noun of another ("the hob light"), and "on" before what an order is for ("the volume on Ken's telly").
//!
//! What only tells where or of what kind is never acted on; where no device is called by both, one is meant, and which one
//! may have to be asked.

use lares_home::Act;
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use crate::action::Value;
use crate::lexicon::{Place, Trait, lexicon};
use crate::parser::frame::{Head, Target};
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::Noun;

/// Words that say where something stands by something else.
const PLACES: [&str; 11] =
    ["at", "over", "above", "by", "near", "next", "beside", "behind", "under", "below", "in front"];

/// So many words at most tell which, directly before a noun.
const DESCRIBING: usize = 4;

impl Reader<'_, '_> {
    /// "Low on Table Fan", "turn the fan down on Arjun's AC": "on" between a level and the name that it is for, which ends
    /// the clause.
    fn leveled_on(&self, index: usize, token: &Token) -> bool {
        let frame = &self.frame;
        let fan = |target: &Target| target.text == "fan" && matches!(target.head, Head::Noun(_));
        let adjusts = |act: Option<&Act>| matches!(act, Some(Act::Up | Act::Down));
        let leveled = matches!(frame.value, Some(Value::Level(_)))
            || matches!(frame.value, Some(Value::Word { .. })) && frame.verb.is_none()
            || frame.verb.is_some_and(|verb| adjusts(verb.acts.first()) && frame.has_target());
        let free = frame.verb.is_none_or(|verb| {
            !verb.chinese && (verb.weak || adjusts(verb.acts.first()) || verb.acts.first() == Some(&Act::Set))
        });
        if self.said(token) != "on"
            || !leveled
            || !free
            || self.joined
            || self.excluding
            || self.asks.is_some()
        {
            return false;
        }
        self.on_name(index) && frame.targets.iter().all(fan)
    }

    /// "On" and behind it a name with which the clause ends.
    pub(super) fn on_name(&self, index: usize) -> bool {
        let on = self.token(index).is_some_and(|token| self.said(token) == "on");
        let named = self.token(index + 1).is_some_and(|next| next.name().is_some() && next.verb().is_none());
        let ends =
            self.clause.tokens.get(index + 2..).is_some_and(|rest| {
                rest.iter().all(|token| token.particle().is_some() && !token.is_target())
            });
        on && named && ends
    }

    /// "On" that begins no order: behind one, before the thing that it is for.
    pub(super) fn on_which(&mut self, index: usize, token: &Token) -> Option<usize> {
        if self.leveled_on(index, token) {
            return Some(1);
        }
        let ordered = self.frame.verb.is_some_and(|verb| !verb.weak && !verb.chinese);
        if self.said(token) != "on" || !ordered || self.joined || self.phrase_open() || self.excluding {
            return None;
        }
        let tells_which = |token: &&Token| {
            token.reference().is_some()
                || token.possessive().is_some()
                || token.particle().is_some()
                || token.many().is_some()
        };
        let behind = self.clause.tokens.get(index + 1..)?;
        let head = behind.iter().take_while(|token| tells_which(token) && !token.is_target()).count();
        let rooms =
            behind.get(head..)?.iter().take_while(|token| self.is_room(token) && token.noun().is_none());
        let place = index + 1 + head + rooms.count();
        let thing = self.token(place).filter(|token| token.is_target() && !self.is_room(token))?;
        let acts = self.token(place + 1).is_some_and(|next| {
            next.verb().is_some_and(|verb| !verb.weak) || next.is_target() || next.goal().is_some()
        });
        if acts || thing.verb().is_some() {
            return None;
        }
        match self.frame.targets.last() {
            None => Some(1),
            // "Dim the lamp on Mateo's side": which lamp.
            Some(Target { head: Head::Noun(noun), rooms, many: None, .. }) if rooms.is_empty() => {
                let vocabulary = self.clause.vocabulary;
                let name = vocabulary.names.get(thing.name()? as usize)?;
                let such = |device| {
                    let mut nouns = vocabulary.device_nouns(device).iter();
                    nouns.any(|&own| lexicon().is_a(own, *noun) || lexicon().is_a(*noun, own))
                };
                if !name.devices.iter().all(|(device, _)| such(*device)) {
                    return None;
                }
                self.frame.targets.pop();
                Some(1)
            }
            Some(_) => None,
        }
    }

    /// Whether a head only tells where the thing before it stands. Where some device is called by both, that one is meant
    /// instead; else one of the kind.
    pub(super) fn only_tells_where(&mut self, index: usize) -> bool {
        let before = |many: usize| index.checked_sub(many).and_then(|place| self.token(place));
        let (Some(link), Some(thing)) = (before(1), before(2)) else { return false };
        // "Light on over the oven"
        let thing = before(3)
            .filter(|_| thing.verb().is_some_and(|verb| !verb.weak) && !thing.is_target())
            .unwrap_or(thing);
        let said = self.said(link);
        let beside = link.possessive() == Some(Place::Before)
            && PLACES.iter().any(|place| {
                said.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            });
        let thing = self.said(thing);
        let place = self.token(index).map(|token| self.said(token)).unwrap_or_default();
        let vocabulary = self.clause.vocabulary;
        let Some(last) = self.frame.targets.last_mut().filter(|last| beside && last.text == thing) else {
            return false;
        };
        let Head::Noun(_) = last.head else { return matches!(last.head, Head::Name) };
        let both = format_smolstr!("{place} {thing}");
        if vocabulary.match_description(&both).is_empty() {
            last.single = true;
        } else {
            (last.head, last.text) = (Head::Name, both);
        }
        true
    }

    /// "The hob light", "the front door camera": what stands directly before the noun of another thing tells which one.
    /// The name of a device that is called by both, if one is.
    pub(super) fn called_after_last(&mut self, index: usize, head: &Head, said: &SmolStr) -> Option<SmolStr> {
        let noun = match head {
            Head::Noun(noun) => *noun,
            // One that is called by the noun alone.
            Head::Name => self.token(index)?.noun()?,
            _ => return None,
        };
        let before = self.token(index.checked_sub(1)?)?;
        let adjoins = before.end + 1 == self.token(index)?.start && said.is_ascii() && !self.joined;
        let last = self.frame.targets.last().filter(|_| adjoins && self.phrase.is_empty())?;
        let vocabulary = self.clause.vocabulary;
        // "The microwave clock": where the home has none, it is a part of what has parts.
        let entry = lexicon().nouns.get(usize::from(noun.0));
        let no_device = entry.is_some_and(|entry| entry.category.is_none()) && !vocabulary.has_noun(noun);
        let a_part = |own: Noun| no_device && lexicon().has_trait(own, Trait::Parts);
        let kind = match last.head {
            Head::Noun(own) => own != noun && !a_part(own),
            Head::Name => {
                matches!(head, Head::Noun(_))
                    && vocabulary.devices_named(&last.text).all(|device| {
                        let nouns = vocabulary.device_nouns(device);
                        !nouns.iter().any(|&own| own == noun || lexicon().is_a(own, noun) || a_part(own))
                    })
            }
            _ => false,
        };
        let acted = self.frame.verb.is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query));
        if !kind || last.text != self.said(before) || last.many.is_some() || self.frame.targets_first && acted
        {
            return None;
        }
        let both = format_smolstr!("{} {said}", last.text);
        let rooms = std::mem::take(&mut self.frame.targets.pop()?.rooms);
        self.phrase.rooms = rooms;
        if vocabulary.match_description(&both).is_empty() {
            self.phrase.single = matches!(head, Head::Noun(_));
            return None;
        }
        Some(both)
    }

    /// 三星电视, 日间那层窗帘, "Sofi's vanity": words that mean something else, or nothing, stand directly before a noun or a
    /// name, and a device is called by both.
    pub(super) fn described_before(&mut self, index: usize, head: &Head, said: &SmolStr) -> Option<SmolStr> {
        let Head::Noun(noun) = head else { return None };
        let tells = |token: &&Token| {
            !token.is_target()
                && token.verb().is_none()
                && token.separator().is_none()
                && token.conjunction().is_none()
                && token.question().is_none()
                && token.many().is_none()
                && token.numeral(self.clause.path).is_none()
        };
        let before = self.clause.tokens.get(..index)?.iter().rev().take(DESCRIBING).take_while(tells).count();
        let vocabulary = self.clause.vocabulary;
        let (first, token) = (index - before, self.token(index)?);
        (first..index).find_map(|start| {
            let first = self.token(start)?;
            // A word that only joins begins no description.
            if first.possessive().is_some() || first.reference().is_some() || first.object_marker().is_some()
            {
                return None;
            }
            let both = text_of(self.clause.text, first.start, token.start);
            let both = format_smolstr!("{both}{said}");
            let described = vocabulary.match_description(&both);
            let some = described.iter().any(|found| {
                vocabulary.device_nouns(found.device).iter().any(|&own| lexicon().is_a(own, *noun))
            });
            some.then_some(both)
        })
    }

    /// "Sofi's vanity": whoever a thing is named of is no second thing.
    pub(super) fn drop_owner(&mut self, index: usize) {
        let before = |many: usize| index.checked_sub(many).and_then(|place| self.token(place));
        let owned = before(1)
            .is_some_and(|link| link.possessive() == Some(Place::After) && self.said(link).is_ascii());
        let owner = before(2).is_some_and(|owner| owner.name().is_some() && owner.noun().is_none());
        let named =
            self.frame.targets.last().is_some_and(|last| last.head == Head::Name && last.rooms.is_empty());
        if owned && owner && named && !self.joined {
            self.frame.targets.pop();
        }
    }

    /// "Bring Meghna's down" behind "Rohit's lamp": of several things of hers the one of the kind spoken of.
    pub(super) fn owned_alike(&mut self, index: usize, token: &Token) -> Option<usize> {
        let names = &self.clause.vocabulary.names;
        let owner = self.said(token);
        // "Ken wants his wireless off": who wants it.
        let said = |behind: usize| self.token(index + behind).map(|next| self.said(next)).unwrap_or_default();
        let wants = matches!(said(1).as_str(), "wants" | "needs" | "wanted")
            && matches!(said(2).as_str(), "his" | "her" | "their");
        if wants && token.name().is_some() && token.noun().is_none() {
            return Some(1);
        }
        let alone = !self
            .token(index + 1)
            .is_some_and(|next| next.is_target() || next.is_unknown() || self.said(next) == "one");
        let unsure = token.name().is_some_and(|name| !names.stands_for_devices(name));
        if !owner.ends_with("'s") || !unsure || !alone || self.excluding || self.phrase_open() {
            return None;
        }
        let name = self.owned_like_the_last(&owner)?;
        let joined = self.joined;
        if self.begins_new_frame(index, joined) {
            self.flush();
            self.extend_span(token);
        }
        self.phrase.head = Head::Name;
        self.phrase.text = name.into();
        self.phrase.joined = joined;
        self.close_phrase();
        self.joined = false;
        Some(1)
    }

    /// 影院幕布的窗帘: what stands before 的 only tells which, be it known or not.
    pub(super) fn drop_what_it_is_of(&mut self, index: usize, head: &Head) {
        let before = |many: usize| index.checked_sub(many).and_then(|place| self.token(place));
        let of = before(1).is_some_and(|link| self.said(link) == "的");
        let owner = before(2).filter(|owner| of && owner.noun().is_some());
        let Some(owner) = owner.filter(|_| matches!(head, Head::Noun(_)) && !self.joined) else { return };
        let said = self.said(owner);
        let tied = self.frame.targets.last().is_some_and(|last| {
            last.text.ends_with(said.as_str())
                && matches!(last.head, Head::Noun(_) | Head::Unknown)
                && last.many.is_none()
        });
        if tied && let Some(last) = self.frame.targets.pop() {
            self.phrase.rooms = last.rooms;
            self.phrase.single = true;
        }
    }
}
