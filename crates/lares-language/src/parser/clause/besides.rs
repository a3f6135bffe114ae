//! What a further word says besides the order: what it is for, what comes of it, with what it is done, which feature.

use lares_home::Act;

use super::Reader;
use super::kinds_of_verbs::{only_tells, property_is};
use crate::lexicon::{Trait, Verb, lexicon};
use crate::parser::lattice::Token;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// "Coffee maker on and start the dishwasher": another verb, and what it is for.
    pub(super) fn begins_another(&self, token: &Token, verb: &Verb) -> bool {
        self.joined
            && !verb.chinese
            && self.clause.tokens.iter().any(|other| other.start >= token.end && other.is_target())
    }

    /// Whether a second verb is the work of a machine that none of the targets is: why something is to be done to them.
    pub(super) fn is_purpose(&self, known: &Verb, verb: &Verb, token: &Token) -> bool {
        let nouns = self.nouns_said();
        let fits = |noun| {
            verb.nouns.iter().any(|&wanted| lexicon().is_a(noun, wanted) || lexicon().is_a(wanted, noun))
        };
        !known.weak
            && matches!(known.acts.first(), Some(Act::On | Act::Off | Act::Open | Act::Close))
            && matches!(verb.acts.first(), Some(Act::Start | Act::Record | Act::Up))
            && !verb.nouns.is_empty()
            && verb.key.is_none()
            && verb.property.is_none()
            && is_han(self.clause.text[token.start])
            && !nouns.is_empty()
            && !nouns.into_iter().any(fits)
            && !self.clause.tokens.iter().any(|other| other.start > token.start && other.is_target())
    }

    /// Whether a second verb is only what comes of the first: to warm or to cool, and by how much was not said.
    pub(super) fn is_effect(&self, known: &Verb, verb: &Verb, token: &Token) -> bool {
        verb.chinese
            && !known.weak
            && known.acts.first() == Some(&Act::On)
            && self.frame.has_target()
            && matches!(verb.id.as_str(), "warm_up" | "cool_down")
            && !self.clause.tokens.iter().any(|other| {
                other.start >= token.end
                    && (other.numeral(self.clause.path).is_some()
                        || other.degree().is_some()
                        || other.is_target())
            })
    }

    /// Whether a word that switches a feature on by its name (扫风) only names it, since another verb says what to do.
    pub(super) fn is_switched(&self, token: &Token) -> bool {
        let named = token.verb().is_some_and(|verb| {
            verb.chinese
                && verb.key.is_none()
                && verb.acts == [Act::On]
                && verb.property.is_some()
                && verb.property == token.property()
        });
        named
            && self.clause.tokens.iter().any(|other| {
                other.start != token.start
                    && other.verb().is_some_and(|verb| {
                        !verb.weak
                            && verb.property.is_none()
                            && matches!(
                                verb.acts.first(),
                                Some(Act::On | Act::Off | Act::Start | Act::Stop | Act::Cancel)
                            )
                    })
            })
    }

    pub(super) fn says_with(&self, token: &Token) -> bool {
        matches!(self.clause.text[token.start..token.end], ['用' | '选' | '挑'])
    }

    /// What a word is where it names a feature as well as a value: 除菌 is what a wardrobe can be told to do before it is
    /// a stage of its work, 自清洁 a function of an air conditioner and a programme only of a washing machine.
    pub(super) fn feature_not_value(&self, token: &Token) -> bool {
        let (Some(property), Some(value)) =
            (token.property(), token.value().and_then(|value| value.property))
        else {
            return false;
        };
        let vocabulary = self.clause.vocabulary;
        let stage = only_tells(value) && self.frame.property.is_none_or(|said| !only_tells(said));
        let programme = property_is(value, "cycle");
        let nouns = self.nouns_said();
        let no_machine =
            !nouns.is_empty() && !nouns.iter().any(|&noun| lexicon().has_trait(noun, Trait::Programmes));
        vocabulary.can_switch(property) && property != value && (stage || programme && no_machine)
    }
}
