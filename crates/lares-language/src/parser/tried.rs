//! What is only looked at: 转红色看看 sets the colour and asks for nothing, and 我瞅瞅孩子 behind an order says what for.

use std::borrow::Cow;

use lares_home::Act;

use super::lattice::Token;
use crate::lexicon::Person;
use crate::vocabulary::is_han;

/// The words without a look that is taken at what was ordered.
pub(crate) fn without_looks<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> Cow<'t, [Token]> {
    if !tokens.iter().any(|token| looks(text, token)) {
        return tokens;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut index = 0;
    let mut ordered = false;
    while let Some(token) = tokens.get(index) {
        let clause_ends = |token: &&Token| token.separator().is_some();
        let rest = tokens.get(index + 1..).unwrap_or_default();
        let begins = kept.last().is_none_or(|last| last.separator().is_some());
        if begins && ordered && is_oneself(token) {
            let length = rest.iter().position(|token| token.separator().is_some()).unwrap_or(rest.len());
            let words = rest.get(..length).unwrap_or_default();
            let first = words.iter().find(|token| token.particle().is_none());
            // 我看看谁: who it is is not asked of the home.
            let who = |token: &Token| text.get(token.start..token.end) == Some(&['谁']);
            let asks = words
                .iter()
                .any(|token| token.question().is_some() && !who(token) || token.property().is_some());
            if first.is_some_and(|first| looks(text, first)) && !asks {
                index += 1 + length;
                continue;
            }
        }
        let ends = rest
            .iter()
            .take_while(|token| !clause_ends(token))
            .all(|token| token.particle().is_some() && !token.is_target() && token.verb().is_none());
        let done = kept.last().is_some_and(|last| {
            let is_value = last.value().is_some() || last.color().is_some() || last.level().is_some();
            is_value && last.question().is_none()
        });
        let coloured = kept.last().is_some_and(|last| last.color().is_some() || last.level().is_some());
        if looks(text, token) && ends && done && (coloured || sets(&kept)) {
            index += 1;
            continue;
        }
        ordered |= token.verb().is_some_and(|verb| !verb.weak && verb.acts.first() != Some(&Act::Query))
            && token.noun().is_none();
        kept.push(token.clone());
        index += 1;
    }
    Cow::Owned(kept)
}

/// 看看, 睇下, 瞅瞅: a look at whatever there is.
fn looks(text: &[char], token: &Token) -> bool {
    token
        .verb()
        .is_some_and(|verb| verb.chinese && verb.property.is_none() && verb.acts.first() == Some(&Act::Query))
        && matches!(text.get(token.start), Some('看' | '睇' | '瞅' | '瞧' | '瞄' | '望'))
        && text.get(token.start).copied().is_some_and(is_han)
}

/// Whether something is to be set in the clause that ends here.
fn sets(kept: &[Token]) -> bool {
    kept.iter()
        .rev()
        .take_while(|token| token.separator().is_none())
        .any(|token| token.verb().is_some_and(|verb| verb.acts.first() == Some(&Act::Set)))
}

/// 我, 我们: who looks is who speaks.
fn is_oneself(token: &Token) -> bool {
    token.person() == Some(Person::Speaker)
}
