//! Doors that are to be locked, in fewer words than their names: "lock up front and back", "is the front locked",
//! "lock all the doors".

use lares_home::Act;
use smol_str::{SmolStr, format_smolstr};

use super::Reader;
use super::kinds_of_verbs::property_is;
use crate::lexicon::{Many, Verb, lexicon};
use crate::parser::frame::Head;
use crate::parser::lattice::Token;

fn locks(verb: &Verb) -> bool {
    !verb.chinese && !verb.weak && matches!(verb.acts.first(), Some(Act::Lock | Act::Unlock))
}

impl Reader<'_, '_> {
    /// "The front" where something is locked, and the home has a lock on its front door.
    pub(super) fn door_by_its_word(&mut self, index: usize) -> Option<usize> {
        let token = self.token(index)?;
        let locked = self.clause.tokens.iter().any(|other| other.verb().is_some_and(locks));
        if !locked || self.excluding || token.verb().is_some() || token.noun().is_some() {
            return None;
        }
        let said = self.said(token);
        let word = said.strip_prefix("the ").unwrap_or(&said);
        let plain = word.len() > 2 && word.bytes().all(|letter| letter.is_ascii_alphabetic());
        // "the front window": the word only tells which.
        let alone = self.token(index + 1).is_none_or(|next| {
            !next.is_target() && !next.is_unknown() || next.verb().is_some() || next.conjunction().is_some()
        });
        let named = token.name().is_some_and(|name| self.clause.vocabulary.names.stands_for_devices(name));
        if !plain || !alone || named {
            return None;
        }
        let name = self.locked_door(word)?;
        self.frame.known += token.end - token.start;
        let joined = self.joined;
        self.phrase.head = Head::Name;
        self.phrase.text = name;
        self.phrase.joined = joined;
        self.close_phrase();
        self.joined = false;
        Some(1)
    }

    /// "Battery on the front door lock": beside what is measured of it, a lock is a thing, and nothing is locked.
    pub(super) fn lock_is_a_thing(&self, token: &Token) -> Option<usize> {
        let lock = matches!(self.said(token).as_str(), "lock" | "locks");
        let battery = |other: &Token| {
            other.property().is_some_and(|property| property_is(property, "battery")) && !other.is_target()
        };
        let leads = self.clause.tokens.first().is_some_and(|first| first.start == token.start);
        (lock && !leads && self.clause.tokens.iter().any(battery)).then_some(1)
    }

    /// The name of the door with a lock that is called after a word.
    fn locked_door(&self, word: &str) -> Option<SmolStr> {
        let vocabulary = self.clause.vocabulary;
        let lock = vocabulary.noun("lock")?;
        let name = format_smolstr!("{word} door");
        let has_lock = vocabulary
            .devices_named(&name)
            .any(|device| vocabulary.device_nouns(device).iter().any(|&own| lexicon().is_a(own, lock)));
        has_lock.then_some(name)
    }

    /// "Lock all the doors": whatever has a lock. Nothing is unlocked so.
    pub(super) fn locks_every_door(&mut self) {
        let order = self.frame.question.is_none()
            && self.frame.verb.is_some_and(|verb| locks(verb) && verb.acts.first() == Some(&Act::Lock));
        let vocabulary = self.clause.vocabulary;
        let (Some(door), Some(lock)) = (vocabulary.noun("door"), vocabulary.noun("lock")) else { return };
        if !order || !vocabulary.has_noun(lock) {
            return;
        }
        for target in &mut self.frame.targets {
            let every = target.text == "doors"
                && (target.many.is_none() || matches!(target.many, Some(Many::All | Many::Every)))
                && target.count.is_none();
            if target.head == Head::Noun(door) && every {
                target.head = Head::Noun(lock);
                target.text = "locks".into();
            }
        }
    }
}
