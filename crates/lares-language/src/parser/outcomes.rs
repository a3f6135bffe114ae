//! Chinese clauses that only tell what came of something: 好热，背心都打湿了; 烟机停了吧，菜起锅了.

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use crate::vocabulary::is_han;

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
