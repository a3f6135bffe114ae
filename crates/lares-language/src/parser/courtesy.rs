//! Thanks at the end of what is said: they end no order, and stand between nothing and its end.

use std::borrow::Cow;

use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Cue, lexicon};

/// The tokens without thanks at their end, where anything stands before them.
pub(super) fn without_thanks<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
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
