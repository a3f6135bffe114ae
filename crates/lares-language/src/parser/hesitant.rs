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
    let Some((first, [next, further @ ..])) = tokens.split_first() else { return tokens };
    let said = text.get(first.start..first.end).unwrap_or_default();
    let points = first.reference().is_some() && matches!(said, ['那' | '这', '个']);
    if !points || !whole_without(next, further, context) {
        return tokens;
    }
    Cow::Owned(tokens.iter().skip(1).cloned().collect())
}

/// Whether what stands behind is whole by itself. 那个灯 is that lamp, and 那个关了 the thing that was spoken of.
fn whole_without(next: &Token, further: &[Token], context: ParseContext) -> bool {
    let is_kind = next.noun().is_some() && next.name().is_none();
    let of_it = next.possessive().is_some() || next.separator().is_some();
    if is_kind || of_it || next.is_target() && next.name().is_none() && next.scene().is_none() {
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
