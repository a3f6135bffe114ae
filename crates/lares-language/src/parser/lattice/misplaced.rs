//! Words that were read at a place where they make no sense, so that they may be slips although the lexicons know them.

use super::{Path, Token};
use crate::lexicon::{Place, Sense, lexicon};

/// 煮灯: a verb of other devices directly before a noun that it cannot be said of. 普子里的设灯: a verb where a noun is
/// told more closely.
pub(super) fn is_misplaced(path: &Path, index: usize) -> bool {
    if is_verb_within_phrase(path, index) || is_stranded(path, index) || joins_nothing(path, index) {
        return true;
    }
    let Some(verb) = path.tokens[index].verb().filter(|verb| verb.chinese && !verb.nouns.is_empty()) else {
        return false;
    };
    let Some(noun) = path.tokens.get(index + 1).and_then(Token::noun) else { return false };
    let lexicon = lexicon();
    path.tokens[index].end - path.tokens[index].start == 1
        && !verb.nouns.iter().any(|&wanted| lexicon.is_a(noun, wanted) || lexicon.is_a(wanted, noun))
}

/// 台等打开: a word of one character that would open a condition, behind something and with no condition behind it.
pub(super) fn is_stranded(path: &Path, index: usize) -> bool {
    let token = &path.tokens[index];
    let opens = token.condition().is_some()
        && token.end - token.start == 1
        && token.likeness >= 1.0
        && token
            .senses
            .iter()
            .all(|sense| matches!(sense, Sense::Condition(_) | Sense::Clause | Sense::Particle(_)))
        && token.condition() == Some(Place::Before);
    let ends = match &path.tokens[index + 1..] {
        [] => true,
        [verb] => verb.verb().is_some() || verb.particle().is_some(),
        [verb, last] if verb.verb().is_some() && last.particle().is_some() => true,
        // 护眼等暗点
        [how, last, ..] => {
            let named = index.checked_sub(1).and_then(|before| path.tokens.get(before));
            named.is_some_and(|before| before.name().is_some() && before.end == token.start)
                && how.adjective().is_some()
                && last.degree().is_some()
        }
    };
    index > 0 && opens && ends
}

/// 窗连拉开: a word that joins, of one character, behind a thing and before the verb that ends the clause.
fn joins_nothing(path: &Path, index: usize) -> bool {
    let token = &path.tokens[index];
    let joins = token.end - token.start == 1
        && token.likeness >= 1.0
        && !token.senses.is_empty()
        && token.senses.iter().all(|sense| matches!(sense, Sense::Conjunction));
    let firm =
        |token: &Token| token.verb().is_some_and(|verb| verb.chinese && !verb.weak) && !token.is_target();
    joins
        && index.checked_sub(1).and_then(|before| path.tokens.get(before)).is_some_and(Token::is_target)
        && path.tokens.get(index + 1).is_some_and(firm)
        && path.tokens[index + 2..]
            .iter()
            .take_while(|token| token.separator().is_none())
            .all(|token| token.particle().is_some() && !token.is_target())
}

/// A verb of one character between 的 behind a room or a thing and the noun that this belongs to.
fn is_verb_within_phrase(path: &Path, index: usize) -> bool {
    let before = |steps: usize| index.checked_sub(steps).and_then(|place| path.tokens.get(place));
    let token = &path.tokens[index];
    let owned = before(1).is_some_and(|token| token.possessive().is_some())
        && (before(2).is_some_and(Token::is_target)
            || before(2).is_some_and(|token| token.particle().is_some())
                && before(3).is_some_and(Token::is_target));
    owned
        && token.end - token.start == 1
        && token.verb().is_some_and(|verb| verb.chinese && !verb.weak)
        && !token.is_target()
        && token.many().is_none()
        && path.tokens.get(index + 1).is_some_and(|next| next.noun().is_some() && next.start == token.end)
}
