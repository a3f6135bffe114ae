//! Who has done something, asked of people: 谁又开空调了, 刚才谁把灯打开的, "who left this on". Nothing is to be done about it, and nothing
//! of the home can tell. 谁去把灯关一下 sends somebody, and 谁在门口 a camera shows.

use std::borrow::Cow;

use super::lattice::Token;
use super::reported::without_clauses;
use super::tokens::{ends_with, holds, starts_with};
use crate::vocabulary::is_han;

/// What may stand before whom it is asked of.
const OPENINGS: [&str; 11] =
    ["刚才", "刚刚", "昨晚", "昨天", "今天", "又是", "到底", "是不是", "是", "这", "哎"];
const WHO: [&str; 6] = ["谁", "哪个", "边个", "哪位", "啥人", "哪一个"];
/// Behind it somebody is sent, or asked for.
const SENT: [&str; 14] =
    ["去", "来", "帮", "能", "可以", "要", "给我", "给咱", "有空", "快", "在", "想", "会", "愿意"];
const ENDS: [&str; 10] = ["了", "的", "了啊", "了呀", "的啊", "的呀", "了嘛", "的嘛", "的灯", "的空调"];

/// The words without such clauses, and whether there were any.
pub(super) fn without_asked<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    if !WHO.iter().any(|who| holds(text, who)) && !holds(text, "who") && !holds(text, "which") {
        return (tokens, false);
    }
    let is_pause = |token: &Token| token.separator().is_some();
    let asked = tokens.split(is_pause).find(|clause| asks_who_did(text, clause));
    let things: Vec<Token> = asked.into_iter().flatten().filter(|token| is_thing(token)).cloned().collect();
    let (kept, without) = without_clauses(tokens, is_pause, |clause| asks_who_did(text, clause));
    // 谁又把冰箱门敞着了，看一眼关没关: what is told behind is told of that thing.
    let told = kept.iter().any(|token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak));
    if !without || !told || things.is_empty() || kept.iter().any(Token::is_target) {
        return (kept, without);
    }
    (Cow::Owned(things.into_iter().chain(kept.iter().cloned()).collect()), without)
}

/// A thing of the home, or where it stands.
fn is_thing(token: &Token) -> bool {
    token.is_target() && token.verb().is_none()
}

/// "Who left this on", "who keeps turning the heating up"
fn asks_in_english(said: &[char]) -> bool {
    const DID: [&str; 16] = [
        "left",
        "turned",
        "switched",
        "put",
        "opened",
        "keeps",
        "set",
        "changed",
        "messed",
        "touched",
        "cranked",
        "moved",
        "unplugged",
        "keeps on",
        "the hell",
        "on earth",
    ];
    let behind = ["who ", "who's been ", "who the heck ", "which one of you ", "which of you "]
        .iter()
        .find(|who| starts_with(said, who))
        .and_then(|who| said.get(who.len()..));
    // "Who turned the lights out" complains of the dark.
    behind.filter(|behind| !ends_with(behind, " out") && !ends_with(behind, " off")).is_some_and(|behind| {
        DID.iter().any(|did| {
            starts_with(behind, did) && behind.get(did.len()).is_none_or(|next| !next.is_alphanumeric())
        })
    })
}

fn asks_who_did(text: &[char], clause: &[Token]) -> bool {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
    if asks_in_english(text.get(first.start..last.end).unwrap_or_default()) {
        return true;
    }
    let Some(mut said) =
        text.get(first.start..last.end).filter(|said| said[0..1].iter().all(|it| is_han(*it)))
    else {
        return false;
    };
    while let Some(opening) = OPENINGS.iter().find(|opening| starts_with(said, opening)) {
        said = said.get(opening.chars().count()..).unwrap_or_default();
    }
    let Some(who) = WHO.iter().find(|who| starts_with(said, who)) else { return false };
    let did = said.get(who.chars().count()..).unwrap_or_default();
    let switches = |token: &Token| {
        token.object_marker().is_some()
            || token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            || token.state().is_some()
    };
    !SENT.iter().any(|sent| starts_with(did, sent))
        && !["敲", "按", "门口", "打电话"].iter().any(|word| holds(did, word))
        && ENDS.iter().any(|end| ends_with(did, end))
        && clause.iter().any(switches)
        && clause.iter().any(Token::is_target)
}
