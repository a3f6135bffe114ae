//! Noun phrases that describe a device of the home: the words before the noun tell which one, and name nothing else.

use super::Reader;
use crate::lexicon::{Place, Sense};
use crate::parser::frame::Head;
use crate::parser::lattice::Token;
use crate::parser::tokens::text_of;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// The words of a description that fits some device, where the noun at `index` closes one: `said` is the noun with
    /// the `pending` words before it. What was taken for something else on the way is taken back.
    pub(super) fn described(&mut self, index: usize, said: &str, pending: &str) -> Option<String> {
        if pending.is_empty() {
            return self.described_by_noun(index);
        }
        // 右边的车库门 for "Right garage door": what tells which is no value, and not unknown.
        if self.clause.vocabulary.match_description(said).is_empty() {
            return None;
        }
        let unknown = pending.chars().filter(|&letter| is_han(letter)).count();
        let unknown = if unknown > 0 { unknown } else { 2 * pending.split(' ').count() };
        let tells = |token: &Token| {
            token.value().is_some()
                || token.color().is_some()
                || token.senses.iter().any(|sense| matches!(sense, Sense::Ordinal(_)))
        };
        let known_words = self.clause.tokens[..index].iter().any(tells);
        if !known_words {
            self.frame.unknown = self.frame.unknown.saturating_sub(unknown);
            self.frame.known += unknown;
        }
        Some(said.to_owned())
    }

    /// 酒柜的灯带: a noun before 的 that is no target of its own where a device is called by both.
    fn described_by_noun(&mut self, index: usize) -> Option<String> {
        let token = self.token(index)?;
        let owner = self.token(index.checked_sub(2)?)?;
        let link = self.token(index - 1)?;
        let last = self.frame.targets.last()?;
        let is_last = matches!(last.head, Head::Noun(_) | Head::Name)
            && last.rooms.is_empty()
            && last.text == self.said(owner);
        if link.possessive() != Some(Place::After) || !is_last || !self.phrase.is_empty() {
            return None;
        }
        let together = text_of(self.clause.text, owner.start, token.end);
        if self.clause.vocabulary.match_description(&together).is_empty() {
            return None;
        }
        self.frame.targets.pop();
        Some(together)
    }

    /// "front" and "back doors" are "front door" and "back doors", where the home has both.
    pub(super) fn shares_noun(&self, text: &str, said: &str) -> Option<String> {
        let (_, noun) = said.rsplit_once(' ')?;
        let singular = noun.strip_suffix('s').unwrap_or(noun);
        [noun, singular].into_iter().map(|noun| format!("{text} {noun}")).find(|together| {
            self.clause.vocabulary.devices_named(together).next().is_some()
                || !self.clause.vocabulary.match_description(together).is_empty()
        })
    }

    /// 筒灯除了二号都关: which of those named is left out, without the noun said again.
    pub(super) fn excluded_by_mark(&mut self) -> Option<String> {
        let mark = self.pending_text.trim_end_matches('的').to_owned();
        let noun = self.frame.targets.iter().rev().find(|target| matches!(target.head, Head::Noun(_)))?;
        let space = if noun.text.is_ascii() { " " } else { "" };
        let together = format!("{mark}{space}{}", noun.text);
        (!mark.is_empty() && !self.clause.vocabulary.match_description(&together).is_empty()).then(|| {
            self.pending_text.clear();
            together
        })
    }
}
