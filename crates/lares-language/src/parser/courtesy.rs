//! What stands at the end of what is said and is no part of the order: thanks, and 算了 where it only says that this will
//! do (关了算了).

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Cue, lexicon};

/// 关了算了, 抽湿机开一晚上算了: how many tokens there are before 算了 where it takes nothing back, directly behind what is
/// told as done or for how long. 打开空调算了 may be both.
fn before_this_will_do(text: &[char], tokens: &[Token]) -> Option<usize> {
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let ends = |token: &Token| token.separator().is_some() && !matches!(text.get(token.start), Some('?'));
    let last = tokens.iter().rposition(|token| !ends(token))?;
    let (will_do, before) = (tokens.get(last)?, tokens.get(..last)?);
    let directly = before.last().is_some_and(|token| {
        let done = said(token).ends_with(&['了']) || said(token).ends_with(&['晚', '上']);
        done && token.end == will_do.start && token.separator().is_none() && token.negation().is_none()
    });
    let orders = before.iter().any(|token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak));
    let denies = before.iter().any(|token| token.negation().is_some());
    (matches!(said(will_do), ['算', '了'] | ['算', '了', '吧']) && directly && orders && !denies)
        .then_some(last)
}

/// The tokens without thanks at their end, where anything stands before them.
pub(super) fn without_thanks<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    if let Some(kept) = before_this_will_do(text, &tokens) {
        let mut tokens = tokens.into_owned();
        tokens.truncate(kept);
        return Cow::Owned(tokens);
    }
    let thanks = |token: &Token| {
        let said = text_of(text, token.start, token.end);
        token.particle().is_some()
            && !token.is_target()
            && lexicon().cue(Cue::Thanks).any(|words| words == said)
    };
    let ends = |token: &Token| token.separator().is_some() && !matches!(text.get(token.start), Some('?'));
    let kept = tokens.iter().rposition(|token| !thanks(token) && !ends(token)).map_or(0, |last| last + 1);
    let thanked = tokens.get(kept..).unwrap_or_default().iter().any(thanks);
    if kept == 0 || !thanked {
        return tokens;
    }
    match tokens {
        Cow::Borrowed(tokens) => Cow::Borrowed(tokens.get(..kept).unwrap_or(tokens)),
        Cow::Owned(mut tokens) => {
            tokens.truncate(kept);
            Cow::Owned(tokens)
        }
    }
}
