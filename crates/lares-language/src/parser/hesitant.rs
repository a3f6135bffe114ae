//! 那个 before a sentence that needs none: 那个打开微波炉, 那个妈妈到家了吗. Who looks for the word says it first, and mostly
//! no pause is heard behind it.

use std::borrow::Cow;

use super::lattice::Token;
use crate::lexicon::{Reference, Verb};
use crate::vocabulary::ParseContext;

/// The words without the one that only gains time.
pub(super) fn without_hesitation<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    context: ParseContext,
) -> Cow<'t, [Token]> {
    // 呃那个把灯关了: sounds that mean nothing may stand before it.
    let sounds = |token: &Token| {
        token.particle() == Some(false) && token.verb().is_none() && token.reference().is_none()
            || token.separator().is_some()
    };
    let place = tokens.iter().take_while(|token| sounds(token)).count();
    let Some([first, next, further @ ..]) = tokens.get(place..) else { return tokens };
    let said = text.get(first.start..first.end).unwrap_or_default();
    let points = first.reference().is_some() && matches!(said, ['那' | '这', '个']);
    if !points || !whole_without(next, further, context) {
        return tokens;
    }
    let mut tokens = tokens.into_owned();
    tokens.remove(place);
    Cow::Owned(tokens)
}

/// Whether what stands behind is whole by itself. 那个灯 is that lamp, and 那个关了 the thing that was spoken of.
fn whole_without(next: &Token, further: &[Token], context: ParseContext) -> bool {
    let is_kind = next.noun().is_some() && next.name().is_none();
    let of_it = next.possessive().is_some() || next.separator().is_some();
    // 那个客厅的灯: a room of this home that has its own name is not pointed at.
    let room = next.home_room().is_some() && !further.is_empty();
    if is_kind || of_it || !room && next.is_target() && next.name().is_none() && next.scene().is_none() {
        return false;
    }
    if next.reference() == Some(Reference::Other) {
        return true;
    }
    // What was spoken of may be meant, where the next word says what becomes of it.
    let acts = next.verb().is_some() || next.particle().is_some() || next.value().is_some();
    if context.has_recent && acts {
        return false;
    }
    let of_its_own = |verb: &Verb| !verb.nouns.is_empty();
    let says = |token: &Token| {
        token.is_target()
            || token.wish().is_some()
            || token.verb().is_some_and(of_its_own)
            || token.property().is_some()
            || token.person().is_some()
            || token.chat().is_some()
            || token.speech().is_some()
    };
    std::iter::once(next).chain(further).any(says)
}
