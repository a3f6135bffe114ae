//! Names that are broken off for another: 把小鱼的，呃，阿喆的床头灯关了. A filler behind 的 says that what comes next is meant.

use std::borrow::Cow;

use super::lattice::Token;

/// The words without the owner or the place that was said before the filler.
pub(crate) fn without_broken_off<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let hesitates = |token: &Token| {
        matches!(said(token), ['呃' | '额' | '嗯' | '哦' | '噢' | '哎' | '诶' | '唔'])
            && token.particle().is_some()
    };
    let Some(filler) = tokens.iter().position(hesitates) else { return tokens };
    let (before, behind) = tokens.split_at(filler);
    let pauses = |token: &Token| token.separator() == Some(false);
    let end = before.iter().rposition(|token| !pauses(token)).map_or(0, |last| last + 1);
    let [owner @ .., possessive] = before.get(..end).unwrap_or_default() else { return tokens };
    let begin = owner.iter().rposition(|token| !names_place_or_owner(token)).map_or(0, |place| place + 1);
    let next = behind.get(1..).unwrap_or_default().iter().position(|token| !pauses(token));
    let next = next.and_then(|place| behind.get(place + 1));
    let meant = next.is_some_and(|token| token.is_target() || token.person().is_some());
    if said(possessive) != ['的'] || begin == owner.len() || !meant {
        return tokens;
    }
    let skipped = behind.iter().skip(1).take_while(|token| pauses(token)).count();
    let kept = tokens.iter().take(begin).chain(tokens.iter().skip(filler + 1 + skipped));
    Cow::Owned(kept.cloned().collect())
}

/// Whose something is, or where it stands.
fn names_place_or_owner(token: &Token) -> bool {
    (token.name().is_some()
        || token.home_room().is_some()
        || token.room().is_some()
        || token.person().is_some())
        && token.verb().is_none()
}
