//! What a sentence leaves to the one before it: a target alone asks for the same, a quality alone is of the same thing.

use lares_home::Act;

use super::frame::{Frame, Head};
use super::lattice::Token;
use crate::lexicon::Asks;
use crate::vocabulary::ParseContext;

/// Whether a clause begins or ends as one that goes on from what was said before: "and the kitchen", 厨房呢.
pub(crate) fn goes_on(text: &[char], tokens: &[Token]) -> bool {
    let opens = tokens.first().is_some_and(|first| {
        // "now dad's", "next the kitchen": and nothing else that it could be done to.
        let next = matches!(text.get(first.start..first.end), Some(['n', 'o', 'w'] | ['n', 'e', 'x', 't']));
        first.conjunction().is_some() || first.clause().is_some() && first.verb().is_none() || next
    });
    let ends = tokens
        .iter()
        .rfind(|token| token.separator().is_none())
        .is_some_and(|last| text.get(last.start..last.end) == Some(&['呢']));
    opens || ends
}

/// "Also the kitchen lamp": at the beginning, and no order of its own behind it.
pub(crate) fn adds_target(tokens: &[Token], index: usize) -> bool {
    let acts = |token: &Token| {
        token.verb().is_some()
            || token.state().is_some()
            || token.value().is_some()
            || token.level().is_some()
    };
    let mut behind = tokens.iter().skip(1).take_while(|token| token.separator().is_none()).peekable();
    index == 0
        && tokens.first().is_some_and(|first| first.clause().is_some() && first.reference().is_some())
        && behind.peek().is_some()
        && behind.all(|token| token.is_target() || token.particle().is_some() && !acts(token))
}

/// 换红色再暗一点: behind what was set of a thing another quality of it.
pub(crate) fn changes_further(text: &[char], tokens: &[Token], index: usize) -> bool {
    let (before, rest) = tokens.split_at(index.min(tokens.len()));
    let sets = |token: &Token| {
        !token.is_target() && (token.color().is_some() || token.value().is_some() || token.level().is_some())
    };
    let [again, quality, ..] = rest else { return false };
    text.get(again.start..again.end) == Some(&['再'])
        && quality.adjective().is_some()
        && before.iter().any(Token::is_target)
        && before.iter().any(sets)
}

/// Completes the only frame of an utterance in its conversation.
pub(crate) fn go_on(frame: &mut Frame, context: ParseContext) {
    let spoken_before = context.has_recent || context.asked;
    if !spoken_before || frame.chat {
        return;
    }
    let changes = frame.verb.is_some_and(|verb| {
        verb.acts.first() == Some(&Act::Set) && verb.property.is_none() && verb.key.is_none()
    });
    let nothing_set = frame.value.is_none() && frame.direction.is_none() && frame.property.is_none();
    let bare = frame.question.is_none_or(|asks| asks == Asks::Polar)
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.wish.is_none()
        && frame.again.is_none()
        && frame.unknown == 0
        && frame.verb.is_none_or(|verb| verb.weak);
    let pointed = frame
        .targets
        .iter()
        .any(|target| target.head == Head::Other || target.head == Head::None && !target.rooms.is_empty());
    let named = frame.targets.iter().any(|target| !matches!(target.head, Head::Last | Head::Scene));
    if bare && frame.property.is_none() && (named || frame.which && !frame.has_target()) {
        // "the other lamp", 书房的呢, 我说的是台灯: a target alone, after something was done to another.
        let continued = frame.goes_on || frame.corrects || frame.same_action;
        // 床头灯, 电视的: a target and not a word more, behind what was done to another.
        let alone = frame.likeness >= 1.0
            && frame.question.is_none()
            && frame.verb.is_none()
            && frame.excluded.is_empty()
            && frame.targets.iter().all(|target| !target.text.is_ascii());
        if pointed || continued || alone || context.asked {
            frame.same_action = true;
            frame.question = None;
        }
    } else if changes && nothing_set && named && frame.question.is_none() {
        // 换成主卧的.
        frame.same_action = true;
        frame.corrects = true;
        frame.verb = None;
    } else if bare && frame.property.is_some() && frame.goes_on {
        // 湿度呢.
        frame.question = Some(Asks::Value);
    }
}
