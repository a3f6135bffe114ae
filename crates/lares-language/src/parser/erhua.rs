//! The sound that people of the north put behind a word (门洞儿灯, 客厅儿的灯): it means nothing behind what the home has.

use std::borrow::Cow;

use super::lattice::Token;

/// The words without that sound where it stands alone behind a place or a thing.
pub(super) fn without_erhua<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let sound = |index: usize| {
        let (Some(token), Some(before)) =
            (tokens.get(index), index.checked_sub(1).and_then(|before| tokens.get(before)))
        else {
            return false;
        };
        token.is_unknown()
            && text.get(token.start..token.end) == Some(&['儿'])
            && before.end == token.start
            && before.is_target()
    };
    let Some(place) = (1..tokens.len()).find(|&index| sound(index)) else { return tokens };
    let mut kept = tokens.into_owned();
    kept.remove(place);
    Cow::Owned(kept)
}
