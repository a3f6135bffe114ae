//! What is said beside an order and is none: remarks on people and things ("he's nodded off again"), and what a value is
//! not ("on, not auto").

use super::clause::Clause;
use super::frame::{Frame, Head};
use super::lattice::Token;
use crate::lexicon::{Negation, Speech};

/// A frame that says what is to be done, and to what.
pub(crate) fn orders(frame: &Frame) -> bool {
    frame.has_action()
        && frame.has_target()
        && frame.question.is_none()
        && !frame.complaint
        && frame.verb.is_some_and(|verb| !verb.acts.is_empty())
}

/// Whether a clause tells of someone: it begins with whom it is about, names nothing that could be acted on, and
/// complains of nothing.
pub(crate) fn is_remark(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    let tells = clause.tokens.first().is_some_and(|first| first.speech() == Some(Speech::Remark));
    let gives_purpose = clause.tokens.first().is_some_and(|first| {
        PURPOSES
            .iter()
            .any(|words| clause.text[first.start..].iter().copied().take(words.len()).eq(words.chars()))
    });
    if gives_purpose {
        return true;
    }
    (tells || is_statement(clause))
        && frames.iter().all(|frame| {
            let names = frame
                .targets
                .iter()
                .any(|target| matches!(target.head, Head::Name | Head::Scene) || !target.rooms.is_empty());
            !frame.complaint && frame.wish.is_none() && !frame.polite && !names
        })
}

/// "Mates are coming up", "the kids have just gone down": who it is about is no device, and then what is said of them.
fn is_statement(clause: &Clause<'_>) -> bool {
    const SAID: [&str; 12] =
        ["is", "are", "was", "were", "am", "has", "have", "had", "need", "needs", "want", "wants"];
    let said = |token: &Token| clause.text[token.start..token.end].iter().collect::<String>();
    let Some(verb) = clause.tokens.iter().position(|token| SAID.contains(&said(token).as_str())) else {
        return false;
    };
    let subject = clause.tokens.get(..verb).unwrap_or_default();
    let nobody = |token: &Token| {
        !token.is_target()
            && token.reference().is_none()
            && token.question().is_none()
            && token.likeness <= 1.0
            && (token.verb().is_none() || token.likeness < 1.0)
    };
    subject.iter().any(|token| token.is_unknown() || token.likeness < 1.0 || token.person().is_some())
        && subject.iter().all(nobody)
}

/// Whether a remark begins at `index` without a pause before it: "stop the robot he's eating the rug".
pub(crate) fn begins_remark(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let contracted = |token: &Token| {
        token.speech() == Some(Speech::Remark) && text[token.start..token.end].contains(&'\'')
            || PURPOSES
                .iter()
                .any(|words| text[token.start..].iter().copied().take(words.len()).eq(words.chars()))
    };
    let Some(clause) = tokens.get(start..index) else { return false };
    tokens.get(index).is_some_and(contracted)
        && clause.first().is_some_and(|first| first.speech() != Some(Speech::Remark))
        && clause.iter().any(|token| token.verb().is_some_and(|verb| !verb.weak) && token.noun().is_none())
        && clause.iter().any(Token::is_target)
        && clause.iter().all(|token| token.question().is_none() && token.condition().is_none())
}

/// What begins to tell why, or how urgent it is.
const PURPOSES: [&str; 35] = [
    "before i ",
    "before we ",
    "before she ",
    "before he ",
    "before they ",
    "so i can",
    "so we can",
    "so that i",
    "so that we",
    "so she can",
    "so he can",
    "so they can",
    "while i ",
    "while we ",
    // 别晃着阿嬷: what it is done for.
    "别晃着",
    "别晃到",
    "别晃眼",
    "别刺着",
    "别照着",
    "别照到",
    "别吵着",
    "别吵到",
    "别吵醒",
    "别影响",
    "别打扰",
    "别惊动",
    "别冻着",
    "别冻到",
    "别热着",
    "别着凉",
    "别凉着",
    "省得",
    "免得",
    "以免",
    "好让",
];

/// Whether an order begins here that follows from what was told before it: "he's snoring away so turn off the tv".
pub(crate) fn begins_order(text: &[char], tokens: &[Token], start: usize, index: usize) -> bool {
    let so = tokens.get(index).is_some_and(|token| text[token.start..token.end] == ['s', 'o']);
    let firm = |token: &Token| {
        token.verb().is_some_and(|verb| !verb.chinese && (!verb.weak || verb.acts.is_empty()))
            && token.noun().is_none()
            && token.value().is_none()
            && token.adjective().is_none()
    };
    let next = tokens.get(index + 1);
    so && index > start && next.is_some_and(|next| firm(next) || next.particle() == Some(true))
}

/// Whether a frame says nothing that is to be done: what stands before "so".
pub(crate) fn is_reason(frame: &Frame) -> bool {
    frame.verb.is_none_or(|verb| verb.weak) && frame.question.is_none()
}

/// Whether a clause only says which value is not meant: "not auto", "and not 20".
pub(crate) fn is_denied_value(clause: &Clause<'_>) -> bool {
    let mut words = clause.tokens.iter().filter(|token| token.conjunction().is_none());
    let denies = words.next().is_some_and(|first| {
        first.negation() == Some(Negation::Not) && first.correction().is_none() && first.verb().is_none()
    });
    let is_value = |token: &Token| {
        token.value().is_some()
            || token.level().is_some()
            || token.color().is_some()
            || token.numeral(clause.path).is_some()
    };
    let mut said = words.filter(|token| token.particle().is_none() || is_value(token)).peekable();
    denies && said.peek().is_some() && said.all(|token| is_value(token) && !token.is_target())
}
