//! People after whom things are called: 豆豆 of the 豆豆夜灯 is somebody, and no lamp, where it is said what the child does
//! (豆豆睡着了) or that something named is done for it (台灯给豆豆打开).

use smol_str::format_smolstr;

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
        if self.clause.vocabulary.names.is_whole(name) {
            return false;
        }
        let somebody = token.person().is_some() || self.owns_room(token);
        does() || served() || somebody && self.tells_of_owner(index, token)
    }

    /// Whether a room of the home is somebody's of this name: 糖糖, where there is a 糖糖房.
    fn owns_room(&self, token: &Token) -> bool {
        let said = self.said(token);
        ["房", "房间", "屋"].iter().any(|kind| {
            let room = format_smolstr!("{said}{kind}");
            self.clause.vocabulary.is_name_of_room(&room)
        })
    }

    /// 给糖糖洗澡, 别撞到糖糖, 糖糖要喝奶: whether an owner of a room is spoken of for somebody, and not for a thing of theirs.
    fn tells_of_owner(&self, index: usize, token: &Token) -> bool {
        const FOR: [&str; 6] = ["给", "帮", "替", "陪", "到", "着"];
        const DOES: [char; 8] = ['要', '在', '想', '快', '刚', '正', '还', '又'];
        let text = self.clause.text;
        let of_theirs = self.token(index + 1).is_some_and(|next| {
            next.is_target()
                || next.possessive().is_some()
                || next.reference().is_some()
                || next.verb().is_some_and(|verb| !verb.weak)
        });
        let before = text.get(..token.start).and_then(<[char]>::last);
        let someone = before.is_some_and(|letter| FOR.iter().any(|word| word.chars().eq([*letter])));
        let does = text.get(token.end).is_some_and(|letter| DOES.contains(letter));
        !of_theirs && (someone || does)
    }
}
