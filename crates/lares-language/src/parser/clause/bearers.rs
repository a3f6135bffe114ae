//! People after whom things are called: 豆豆 of the 豆豆夜灯 is somebody, and no lamp, where it is said what the child does
//! (豆豆睡着了) or that something named is done for it (台灯给豆豆打开).

use super::Reader;
use crate::lexicon::{Cue, lexicon};
use crate::parser::lattice::Token;

impl Reader<'_, '_> {
    /// Whether a word that is only a part of names stands for somebody here.
    pub(super) fn is_bearer(&self, index: usize, token: &Token) -> bool {
        let Some(name) = token.name() else { return false };
        let text = self.clause.text;
        if token.noun().is_some() || text[token.start].is_ascii() {
            return false;
        }
        let before = index.checked_sub(1).and_then(|before| self.token(before));
        let behind = text.get(token.end..).unwrap_or_default();
        let does = || lexicon().phrases(Cue::PersonDoes).leading(behind).next().is_some();
        let served = || {
            let serves =
                before.is_some_and(|before| matches!(self.said(before).as_str(), "给" | "帮" | "替"));
            let acts = self.token(index + 1).is_some_and(|next| next.verb().is_some());
            serves && acts && (self.frame.has_target() || self.phrase_open())
        };
        (does() || served()) && !self.clause.vocabulary.names.is_whole(name)
    }
}
