//! Chinese clauses that only tell what came of something: 好热，背心都打湿了; 烟机停了吧，菜起锅了.

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use crate::lexicon::{Degree, Negation};
use crate::vocabulary::is_han;

/// 莫太快, 别那么亮: whether a clause behind an order only says what would be too much.
pub(crate) fn only_not_too(clause: &Clause<'_>, before: &[Frame]) -> bool {
    let [first, behind @ ..] = clause.tokens else { return false };
    let denies = first.negation() == Some(Negation::DoNot) && is_han(clause.text[first.start]);
    let too = |token: &Token| {
        token.degree() == Some(Degree::Too)
            || matches!(
                clause.text.get(token.start..token.end),
                Some(['恁'] | ['那', '么'] | ['这', '么'] | ['恁', '个'])
            )
    };
    denies
        && before.iter().any(|frame| frame.value.is_some() && frame.has_action())
        && behind.iter().any(too)
        && behind.iter().any(|token| token.adjective().is_some())
        && behind.iter().all(|token| {
            too(token)
                || token.adjective().is_some()
                || token.particle().is_some()
                || token.classifier().is_some()
        })
}

/// Whether a clause behind a complaint or an order tells what has come of it, or why, in anybody's own words: it ends as
/// what is done by now, names nothing of the home and says some of it in words that no lexicon knows.
pub(crate) fn tells_outcome(clause: &Clause<'_>, frames: &[Frame], before: &[Frame]) -> bool {
    let said = clause.text_said();
    let [told @ .., '了' | '啦' | '咯' | '喽'] = said else { return false };
    let complained = before.iter().any(|frame| frame.complaint);
    let ordered = before
        .iter()
        .any(|frame| frame.has_action() && (frame.has_target() || frame.verb.is_some_and(|verb| !verb.weak)));
    let named = |token: &Token| {
        token.noun().is_some()
            || token.name().is_some()
            || token.scene().is_some()
            || token.chat().is_some()
            || token.reference().is_some()
            || token.object_marker().is_some()
            || token.question().is_some()
            || token.condition().is_some()
            || token.negation().is_some()
            || token.particle() == Some(true)
    };
    let unknown =
        clause.tokens.iter().filter(|token| token.is_unknown() && is_han(clause.text[token.start])).count();
    let known_verb = clause.tokens.iter().any(|token| {
        token.verb().is_some_and(|verb| !verb.weak) && token.end - token.start > 1 && token.state().is_none()
    });
    let all_of_it = told.contains(&'都');
    (complained && all_of_it || ordered && !known_verb)
        && unknown > 0
        && !clause.tokens.iter().any(named)
        && frames.iter().all(|frame| !frame.complaint)
}
