//! Parts and functions of a device, named behind it: 净化器的灯 is one lamp of the purifier, never two devices;
//! and what a verb names within itself (锁门).

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::Reader;
use super::questions::is_sensed;
use crate::lexicon::{Sense, Trait, lexicon};
use crate::parser::frame::Head;
use crate::parser::lattice::Token;
use crate::vocabulary::{Noun, is_han};

impl Reader<'_, '_> {
    /// Whether a noun is a part of the target before it: then it is what is changed or asked for.
    pub(super) fn part_of_target(&mut self, index: usize, noun: Noun) -> bool {
        let is_light = lexicon().nouns.get(usize::from(noun.0)).and_then(|entry| entry.category)
            == catalogue().category("Light");
        if !is_light || self.joined || self.excluding || self.phrase_open() {
            return false;
        }
        let (owned, owner) = match index.checked_sub(1).and_then(|before| self.token(before)) {
            // 油烟机上面那个灯
            Some(token) if token.possessive().is_some() || self.points_above(token) => {
                (true, index.checked_sub(2))
            }
            _ => (false, index.checked_sub(1)),
        };
        let Some(owner) = owner.and_then(|owner| self.token(owner)) else { return false };
        if owner.noun().is_none() && owner.name().is_none()
            || !self.clause.text[owner.end - 1..owner.end].iter().all(|&letter| is_han(letter))
        {
            return false;
        }
        // 空调灯都关了: without 的, a quantity says that these are several devices.
        if !owned && self.clause.tokens[index + 1..].iter().any(|token| token.many().is_some()) {
            return false;
        }
        let Some(target) = self.frame.targets.last() else { return false };
        let owner_nouns: Vec<Noun> = match target.head {
            Head::Noun(noun) => vec![noun],
            Head::Name => self
                .clause
                .vocabulary
                .devices_named(&target.text)
                .flat_map(|device| self.clause.vocabulary.device_nouns(device).to_vec())
                .collect(),
            _ => return false,
        };
        let has_lamp = owner_nouns.iter().any(|&noun| lexicon().has_trait(noun, Trait::Lamp));
        if has_lamp {
            self.frame.property = catalogue().property("lamp");
        }
        has_lamp
    }

    /// "Rangehood on three and its lamp on low": whether a noun is a part of what was named before, which it belongs to.
    pub(super) fn is_part_of_it(&mut self, index: usize, noun: Noun) -> bool {
        let entry = |noun: Noun| lexicon().nouns.get(usize::from(noun.0));
        // A lamp is a light.
        let kinds = std::iter::successors(Some(noun), |noun| entry(*noun).and_then(|entry| entry.parent));
        let part = kinds.filter_map(entry).map(|entry| entry.part.as_slice()).find(|part| !part.is_empty());
        let part = part.unwrap_or_default();
        let its = index.checked_sub(1).and_then(|before| self.token(before));
        if part.is_empty() || self.excluding || its.is_none_or(|its| self.said(its) != "its") {
            return false;
        }
        let before = || self.frames.iter().rev().find_map(|frame| frame.targets.last());
        let Some(owner) = self.frame.targets.last().or_else(before).or(self.clause.last).cloned() else {
            return false;
        };
        let vocabulary = self.clause.vocabulary;
        let has_parts = |noun: &Noun| lexicon().has_trait(*noun, Trait::Parts);
        let is_whole = match &owner.head {
            Head::Noun(noun) => has_parts(noun),
            Head::Name => vocabulary
                .devices_named(&owner.text)
                .any(|device| vocabulary.device_nouns(device).iter().any(has_parts)),
            _ => false,
        };
        let Some(token) = self.clause.tokens.get(index).filter(|_| is_whole) else { return false };
        if self.frame.has_action() {
            self.flush();
        }
        self.joined = false;
        self.extend_span(token);
        self.frame.part = part;
        self.frame.part_text = self.said(token);
        if self.frame.targets.is_empty() {
            self.frame.targets_first = true;
            self.frame.targets.push(owner);
        }
        true
    }

    fn points_above(&self, token: &Token) -> bool {
        token.reference().is_some() && self.clause.text.get(token.start) == Some(&'上')
    }

    /// Whether words that nobody knows name something of the target: directly behind it (空调病毒净化) or behind 把.
    pub(super) fn names_function(&self, index: usize, start: usize, end: usize) -> bool {
        let letters = &self.clause.text[start..end];
        if letters.len() < 2 || !letters.iter().all(|&letter| is_han(letter)) {
            return false;
        }
        let Some(before) = index.checked_sub(1).and_then(|before| self.token(before)) else { return false };
        let named = |token: &Token| token.noun().is_some() || token.name().is_some();
        let adjoins = named(before)
            || before.possessive().is_some()
                && index.checked_sub(2).and_then(|owner| self.token(owner)).is_some_and(named)
            || before.object_marker().is_some();
        adjoins && !self.frame.targets.is_empty()
    }

    /// 锁门, 熄灯: the verb names what it is for, unless something else does.
    pub(super) fn object_of_verb(&mut self, index: usize, token: &Token) {
        let letters = &self.clause.text[token.start..token.end];
        // 有没有漏煤气: what is found, and nothing that could be asked.
        let finds = self.frame.verb.is_some_and(|verb| {
            verb.acts.first() == Some(&Act::Query) && verb.property.is_some_and(is_sensed)
        });
        let named = finds
            || !self.frame.targets.is_empty()
            || self.phrase.head != Head::None
            || self.clause.tokens[index + 1..]
                .iter()
                .any(|next| next.noun().is_some() || next.name().is_some());
        if named || letters.len() < 2 || !letters.iter().all(|&letter| is_han(letter)) {
            return;
        }
        for length in (1..letters.len()).rev() {
            let suffix = &letters[letters.len() - length..];
            let noun = lexicon().lookup(suffix).and_then(|senses| {
                senses.iter().find_map(|sense| match sense {
                    Sense::Noun(noun) => Some(*noun),
                    _ => None,
                })
            });
            if let Some(noun) = noun {
                self.phrase.head = Head::Noun(noun);
                self.phrase.text = suffix.iter().copied().collect();
                self.close_phrase();
                return;
            }
        }
    }
}
