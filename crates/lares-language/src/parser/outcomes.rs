//! What comes of something: Chinese clauses that only tell it (好热，背心都打湿了; 烟机停了吧，菜起锅了), and what is to come of a
//! condition.

use lares_home::catalogue::catalogue;

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use crate::lexicon::{Degree, Negation, Person};
use crate::vocabulary::{HomeVocabulary, is_han};

/// 阿姨来打扫了: whether a clause tells that someone comes or goes, and for what.
pub(crate) fn someone_comes(clause: &Clause<'_>) -> bool {
    let [first, behind @ ..] = clause.tokens else { return false };
    let [.., '了' | '啦' | '咯' | '喽'] = clause.text_said() else { return false };
    let someone = (first.person().is_some_and(|person| !matches!(person, Person::Speaker))
        || first.particle() == Some(false) && first.end - first.start > 1)
        && first.noun().is_none()
        && first.name().is_none()
        && first.verb().is_none();
    let comes = behind
        .first()
        .is_some_and(|next| next.start == first.end && matches!(clause.text[next.start], '来' | '去'));
    someone
        && comes
        && behind.iter().all(|token| {
            !(token.noun().is_some() || token.name().is_some() || token.scene().is_some())
                && token.object_marker().is_none()
                && token.question().is_none()
                && token.condition().is_none()
                && token.particle() != Some(true)
        })
}

/// 果果作业写完了，把台灯关了: whether a clause beside an order tells what someone has done, in anybody's own words.
pub(crate) fn someone_did(clause: &Clause<'_>, before: &[Frame], behind: &[Token]) -> bool {
    let [first, rest @ ..] = clause.tokens else { return false };
    let [.., '了' | '啦' | '咯' | '喽'] = clause.text_said() else { return false };
    let someone = (first.name().is_some() || first.person().is_some()) && first.noun().is_none();
    let unknown = rest.iter().filter(|token| token.is_unknown()).count();
    let ordered = behind.iter().any(|token| {
        token.object_marker().is_some() || token.verb().is_some_and(|verb| !verb.weak && verb.chinese)
    });
    // 关了吧，老太太睡实了
    let ordered = ordered || before.iter().any(|frame| frame.verb.is_some_and(|verb| !verb.weak));
    someone
        && first.verb().is_none()
        && is_han(clause.text[first.start])
        && (unknown > 1 || rest.iter().any(|token| token.chat().is_some()))
        && ordered
        && rest.iter().all(|token| {
            !token.is_target()
                && token.verb().is_none_or(|verb| verb.weak)
                && token.wish().is_none()
                && token.adjective().is_none()
                && token.property().is_none()
                && token.question().is_none()
                && token.condition().is_none()
                && token.negation().is_none()
                && token.object_marker().is_none()
        })
}

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
    // 音量调到二十，别震耳朵: nor what would be complained of.
    let complained = |token: &Token| token.wish().is_some() && token.verb().is_none() && !token.is_target();
    if denies
        && before.iter().any(|frame| frame.has_action() && frame.has_target())
        && behind.iter().any(complained)
        && behind.iter().all(|token| {
            complained(token) || token.particle().is_some() || token.person().is_some() || too(token)
        })
    {
        return true;
    }
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

/// 浇花的打开吧，枣树都蔫了: whether a clause behind an order tells what has become of something, in anybody's own words.
pub(crate) fn something_became(clause: &Clause<'_>, before: &[Frame]) -> bool {
    let [first, rest @ ..] = clause.tokens else { return false };
    let [.., '了' | '啦' | '咯' | '喽'] = clause.text_said() else { return false };
    let all = rest.iter().any(|token| clause.text.get(token.start..token.end) == Some(&['都']));
    let ordered = before.iter().any(|frame| frame.has_action() && frame.has_target());
    first.is_target()
        && first.verb().is_none()
        && all
        && ordered
        && rest.iter().any(|token| {
            token.is_unknown() && is_han(clause.text[token.start])
                || token.particle().is_some() && token.end - token.start > 1
        })
        && rest.iter().all(|token| {
            !token.is_target()
                && token.verb().is_none()
                && token.state().is_none()
                && token.question().is_none()
                && token.value().is_none()
                && token.object_marker().is_none()
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

impl HomeVocabulary {
    /// 有人来，灯就亮: behind a condition a quality says what is to become of a thing, and complains of nothing.
    pub(super) fn outcome(&self, text: &[char], frame: &mut Frame) {
        let brightness = catalogue().property("brightness");
        let shines = frame.complaint
            && frame.wish.is_none()
            && frame.verb.is_none()
            && frame.has_target()
            && frame.property == brightness;
        // 就亮玄关的灯, and no 就亮一点.
        let plain = frame.verb.is_none()
            && frame.property == brightness
            && frame.direction == Some(true)
            && frame.has_target()
            && frame.value.is_none()
            && !frame.complaint
            && text
                .get(frame.span.0..frame.span.1)
                .is_some_and(|words| !words.iter().any(|letter| matches!(letter, '点' | '些' | '更' | '再')));
        if shines && frame.direction == Some(false) || plain {
            frame.complaint = false;
            frame.direction = None;
            frame.property = None;
            frame.verb = self.switch_verb();
        }
    }
}
