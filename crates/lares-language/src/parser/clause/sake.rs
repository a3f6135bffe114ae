//! For whom or what something is done: "open the gate for the oil man", "unlock the back door for Father Murphy". Behind a
//! complete order such words tell why, and leave no doubt what was ordered.

use lares_home::Act;

use super::Reader;
use crate::parser::lattice::Token;

/// So many words at most say for whom.
const LONGEST: usize = 5;

impl Reader<'_, '_> {
    /// How many tokens from here on only say for whom or what the order before them is.
    pub(super) fn for_whose_sake(&self, index: usize) -> Option<usize> {
        let behind = self.clause.tokens.get(index..)?;
        let said = self.said(behind.first()?);
        if said == "给" {
            return self.for_someone_first(index);
        }
        if !matches!(
            said.as_str(),
            "for" | "for the" | "for my" | "for our" | "for a" | "for his" | "for her"
        ) {
            return None;
        }
        let complete = self.frame.has_target()
            && !self.phrase_open()
            && !self.excluding
            && self.frame.question.is_none()
            && self.asks.is_none()
            && (self.frame.verb.is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
                || self.frame.value.is_some());
        if !complete {
            return None;
        }
        let length = behind
            .iter()
            .skip(1)
            .take_while(|token| token.conjunction().is_none() && token.clause().is_none())
            .count();
        let words = behind.get(1..=length)?;
        (1..=LONGEST).contains(&length).then_some(())?;
        // "Red for the game": what is watched is what for, and not what is set.
        let someone = words.iter().any(|token| {
            token.is_unknown()
                || token.person().is_some()
                || matches!(
                    self.said(token).as_str(),
                    "her" | "him" | "them" | "us" | "me" | "everyone" | "everybody"
                )
                || self.is_owner(token)
                || token.property().is_some() && (said != "for" || self.said(token).starts_with("the "))
        });
        (someone && words.iter().all(|token| self.says_whom(token))).then_some(length + 1)
    }

    /// 台灯给果果开开, 喂食器给可乐来一顿: for whom, between the thing and what is to be done with it.
    fn for_someone_first(&self, index: usize) -> Option<usize> {
        let named = self.phrase_open() || self.frame.has_target();
        if !named || self.frame.verb.is_some() || self.excluding {
            return None;
        }
        let behind = self.clause.tokens.get(index + 1..)?;
        let is_whom = |token: &&Token| {
            token.is_unknown() || token.name().is_some() && token.noun().is_none() && !self.is_room(token)
        };
        let length = behind.iter().take_while(is_whom).count();
        let (first, last) = (behind.first()?, behind.get(length.checked_sub(1)?)?);
        let ordered = behind.get(length).and_then(Token::verb).is_some_and(|verb| {
            !verb.weak && !matches!(verb.acts.first(), None | Some(Act::Set | Act::Query))
        });
        let short = (2..=LONGEST).contains(&(last.end - first.start));
        (ordered && short).then_some(length + 1)
    }

    /// A name that only begins those of devices: "Renee" of Renee's Lamp.
    fn is_owner(&self, token: &Token) -> bool {
        let vocabulary = self.clause.vocabulary;
        token.name().is_some()
            && token.noun().is_none()
            && !self.is_room(token)
            && vocabulary.names.of_owner(&format!("{}'", self.said(token))).next().is_some()
    }

    fn says_whom(&self, token: &Token) -> bool {
        if token.is_unknown() || token.person().is_some() || self.is_owner(token) {
            return true;
        }
        token.numeral(self.clause.path).is_none()
            && token.time().is_none()
            && token.unit().is_none()
            && token.degree().is_none()
            && token.level().is_none()
            && token.value().is_none()
            && token.color().is_none()
            && !token.is_target()
            && !self.is_room(token)
            && token.negation().is_none()
            && token.condition().is_none()
            && token.verb().is_none_or(|_| token.particle().is_some())
    }
}
