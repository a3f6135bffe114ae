//! English verbs in several pieces: particles that the object parts from their verb (fire the dryer up, get the wash
//! going), what is stopped or begun (cancel drying), and the states that a question asks for.

use lares_home::Act;
use smallvec::SmallVec;

use super::Reader;
use super::beside_names::is_programme;
use crate::lexicon::{Asks, Cue, Place, Reference, Sense, Verb, lexicon};
use crate::parser::lattice::Token;
use crate::vocabulary::Noun;

impl Reader<'_, '_> {
    /// Reads a particle behind the object of its verb.
    pub(super) fn parted(&mut self, index: usize, token: &Token) -> Option<usize> {
        let (verb, used) = self.parted_verb(index)?;
        self.frame.verb = None;
        self.frame.direction = None;
        self.frame.goal = false;
        self.verb(token, verb);
        self.stem = None;
        Some(used)
    }

    /// The verb that a particle makes with the verb before its object, and how many tokens the particle is.
    fn parted_verb(&self, index: usize) -> Option<(&'static Verb, usize)> {
        let stem =
            self.stem.as_deref().filter(|_| !self.joined && !self.excluding && !self.frame.targets_first)?;
        let first = self.token(index)?;
        let said = self.said(first);
        let starts = said
            .split(' ')
            .next()
            .is_some_and(|word| lexicon().cue(Cue::PartedParticle).any(|known| known == word));
        // "send him home"
        let someone = index
            .checked_sub(1)
            .and_then(|before| self.token(before))
            .is_some_and(|before| before.person().is_some() || before.reference().is_some());
        let parted = !self.frame.targets.is_empty()
            || self.frame.property.is_some()
            || someone
            // "give Gus his supper"
            || !self.pending_text.is_empty()
                && said
                    .split(' ')
                    .next()
                    .is_some_and(|word| matches!(word, "his" | "her" | "its" | "their" | "some"));
        if !starts || !parted || first.likeness < 1.0 {
            return None;
        }
        let own = first.verb().and_then(|verb| verb.acts.first());
        // "send it on back to its dock"
        let filled = matches!(said.as_str(), "on" | "right" | "off")
            && self.token(index + 1).is_some_and(|next| {
                let said = self.said(next);
                next.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Dock))
                    || said.split(' ').next().is_some_and(|word| matches!(word, "back" | "home"))
            });
        if filled {
            let next = self.token(index + 1)?;
            let letters: Vec<char> = stem
                .chars()
                .chain([' '])
                .chain(self.clause.text[next.start..next.end].iter().copied())
                .collect();
            let whole = lexicon().lookup(&letters).into_iter().flatten();
            let verb = whole.chain(&next.senses).find_map(|sense| match sense {
                Sense::Verb(verb) if verb.acts.first() == Some(&Act::Dock) => Some(*verb),
                _ => None,
            });
            return verb.map(|verb| (verb, 2));
        }
        (1..=3).rev().find_map(|used| {
            let last = self.token(index + used - 1)?;
            let whole: SmallVec<[char; 32]> = stem
                .chars()
                .chain([' '])
                .chain(self.clause.text[first.start..last.end].iter().copied())
                .collect();
            let verb = lexicon().lookup(&whole)?.iter().find_map(|sense| match sense {
                Sense::Verb(verb) if !verb.weak => Some(*verb),
                _ => None,
            })?;
            let known = self.frame.verb.filter(|known| !known.weak).and_then(|known| known.acts.first());
            let differs = verb.acts.first() != own || known.is_some_and(|known| Some(known) != own);
            let says_more = differs && verb.acts.first() != Some(&Act::Set);
            let here = |noun: &Noun| self.clause.vocabulary.has_noun(*noun);
            let suits = verb.nouns.is_empty()
                || someone && self.nouns_said().is_empty() && verb.nouns.iter().any(here)
                || self.nouns_said().iter().any(|&noun| {
                    let anything = lexicon().any_device == Some(noun);
                    anything || verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted))
                });
            (says_more && suits).then_some((verb, used))
        })
    }

    /// A verb that is part of a function's name, behind one that switches functions: "disable storm wash".
    pub(super) fn names_feature(&self, verb: &Verb) -> bool {
        let switches = |known: &Verb| !known.chinese && matches!(known.id.as_str(), "enable" | "disable");
        !self.joined
            && !self.frame.targets_first
            && self.frame.targets.is_empty()
            && self.frame.verb.is_some_and(switches)
            && !verb.weak
            && matches!(verb.acts.first(), Some(Act::Start))
    }

    /// "Safety lock on for the hob": what stands behind the verb owns what stands before it, and is not to be switched.
    pub(super) fn owns_what_was_switched(&self, index: usize, token: &Token) -> bool {
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let tied = before.is_some_and(|before| {
            before.possessive() == Some(Place::Before)
                && before.verb().is_none()
                && matches!(self.said(before).split(' ').next(), Some("for" | "on" | "of" | "from"))
        });
        tied && !self.joined
            && !self.excluding
            && self.frame.targets_first
            && self.frame.question.is_none()
            && self.frame.verb.is_some_and(|verb| !verb.weak)
            && self.clause.text[token.start].is_ascii()
    }

    /// A verb that says what the one before it ends or begins: "cancel drying".
    pub(super) fn is_object_of_verb(&self, token: &Token, verb: &Verb) -> bool {
        let governs = |known: &Verb| {
            !known.weak
                && known.property.is_none()
                && matches!(
                    known.acts.first(),
                    Some(Act::Stop | Act::Start | Act::Resume | Act::Pause | Act::Cancel)
                )
        };
        // "abort the cook"
        let behind_article =
            self.clause.tokens.iter().rfind(|before| before.end <= token.start).is_some_and(|before| {
                before.particle() == Some(false)
                    && matches!(self.said(before).as_str(), "the" | "a" | "my" | "our")
            });
        !self.joined
            && !self.frame.targets_first
            && self.frame.verb.is_some_and(governs)
            && verb.property.is_none()
            && (self.said(token).ends_with("ing") || behind_article)
    }

    /// What a clause asks that begins like a question: later verbs in it are states asked for, not orders.
    pub(super) fn leading_question(&self) -> Option<Asks> {
        if self.clause.condition {
            return None;
        }
        // "… and did I lock the door"
        let joins = |token: &&Token| {
            token.conjunction().is_some() && token.question().is_none() && token.verb().is_none()
        };
        let first = self.clause.tokens.iter().skip_while(joins).find(|token| {
            token.particle() != Some(false) || token.verb().is_some() || token.question().is_some()
        })?;
        if !self.clause.text[first.start].is_ascii_alphabetic() {
            return None;
        }
        let tells = first.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        if self.behind_what_is_told_of(first) {
            return None;
        }
        // "do the heavy cycle": what is to be done, where nothing is asked about.
        let next = self.clause.tokens.iter().find(|next| next.start >= first.end);
        if self.said(first) == "do the" && next.is_some_and(is_programme) {
            return None;
        }
        first.question().or(tells.then_some(Asks::Polar))
    }

    /// "Anything still on upstairs": no verb asks, and no mark.
    pub(super) fn asks_of_anything(&self) -> bool {
        let opens = self.clause.tokens.first().is_some_and(|first| self.said(first) == "anything");
        opens && !self.clause.condition && self.clause.tokens.iter().any(|token| token.state().is_some())
    }

    /// "Is the lamp on turn it off": an order begins within a question.
    pub(super) fn orders(&self, index: usize) -> bool {
        let behind = &self.clause.tokens[index + 1..];
        let weak = self.token(index).and_then(Token::verb).is_some_and(|verb| verb.weak);
        let points = |token: &Token| matches!(token.reference(), Some(Reference::Last | Reference::LastMany));
        let aims = |token: &Token| points(token) || token.noun().is_some() || token.name().is_some();
        if self.joined || weak { behind.iter().any(aims) } else { behind.first().is_some_and(points) }
    }
}
