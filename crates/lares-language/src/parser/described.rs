//! What is told of a thing in words that nothing is done about, and that ask nothing: "grandma's lamp is from 1950", 打印机没墨了,
//! 我看电视呢, 开着灯睡觉对眼睛不好.

use std::borrow::Cow;

use super::clause::Clause;
use super::frame::{Frame, Head, Target};
use super::lattice::Token;
use super::reported::without_clauses;
use super::tokens::ends_with;
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::is_han;

/// Takes a clause that nobody marked as a question and that only tells how a thing is for what it is. `first` where nothing was
/// said before it, `alone` where it is all that was said.
pub(super) fn tell(clause: &Clause<'_>, frames: &mut Vec<Frame>, first: bool, alone: bool) {
    if frames.iter().any(|frame| frame.complaint || frame.wish.is_some() || frame.negated) {
        return;
    }
    let asked = frames.iter().all(|frame| frame.question.is_some() && !frame.polite);
    let described = if asked { description(clause) } else { None };
    if (alone || !first) && frames.iter().all(is_only_named) && is_doing_something(clause)
        || described == Some(Described::Once)
        || asked && lacks(clause)
        || seems(clause, frames)
        || no_command_does_it(clause, frames)
        || is_done_by_someone(clause)
    {
        frames.clear();
        frames.push(Frame { told: true, likeness: 1.0, ..Frame::default() });
    } else if described == Some(Described::Somehow) && (alone || !first || names_only_places(frames))
        || !first && is_of_unknown(clause) && frames.iter().all(|frame| !frame.has_target())
    {
        // It may be a wish still: "the floor in the hall is only manky".
        frames.clear();
    }
}

/// The words without a sentence that says what is so in general: 开着灯睡觉对眼睛不好, 开空调要关窗知道吗. Says whether there was
/// one.
pub(super) fn without_generalities<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    without_clauses(
        tokens,
        // A pause that is only likely parts nothing of what is so in general.
        |token| {
            let marked =
                text.get(token.start..token.end).is_some_and(|mark| !mark.is_empty() && mark != [' ']);
            token.separator().is_some() && marked
        },
        |clause| {
            let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
            let said = text.get(first.start..last.end).unwrap_or_default();
            said.first().copied().is_some_and(is_han)
                && (lexicon().cue(Cue::InGeneral).any(|words| ends_with(said, words)) || is_bad_for(said))
                && !clause.iter().any(|token| matches!(text.get(token.start..token.end), Some(['把' | '将'])))
        },
    )
}

/// 对孩子不好: for whom something is bad.
fn is_bad_for(said: &[char]) -> bool {
    const BAD: [&str; 7] = ["不好", "有害", "不利", "不健康", "不太好", "很不好", "可不好"];
    const LONGEST_WHOM: usize = 5;
    let Some(bad) = BAD.iter().filter(|bad| ends_with(said, bad)).map(|bad| bad.chars().count()).max() else {
        return false;
    };
    let before = said.get(..said.len() - bad).unwrap_or_default();
    before
        .iter()
        .rposition(|letter| *letter == '对')
        .is_some_and(|place| place > 0 && (place + 2..=place + 1 + LONGEST_WHOM).contains(&before.len()))
}

/// How a thing is told to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Described {
    /// "The tv in the bar was showing the game"
    Once,
    /// "The lock on the front door is stiff": by no state that a home knows.
    Somehow,
}

/// What a clause tells of a thing, behind its name and a form of "be".
fn description(clause: &Clause<'_>) -> Option<Described> {
    let said = |token: &Token| clause.text.get(token.start..token.end).unwrap_or_default();
    let is = |word: &str, token: &Token| word.chars().eq(said(token).iter().copied());
    let past = |token: &Token| is("was", token) || is("were", token);
    let copula = |token: &Token| past(token) || is("is", token) || is("are", token);
    let place = clause.tokens.iter().position(copula)?;
    let (before, behind) = clause.tokens.split_at(place);
    let subject = |token: &Token| {
        token.is_target()
            || token.question().is_none()
                && (token.particle().is_some()
                    || token.possessive().is_some()
                    || token.except().is_some()
                    || token.is_unknown())
    };
    let [verb, rest @ ..] = behind else { return None };
    let state = |token: &Token| {
        token.state().is_some()
            || token.verb().is_some_and(|verb| !verb.weak)
            || token.adjective().is_some()
            || token.property().is_some()
            || token.value().is_some()
            || token.color().is_some()
            || token.question().is_some()
    };
    let nothing_of_it = rest.iter().any(|token| token.is_unknown() || token.numeral(clause.path).is_some())
        && !rest.iter().any(state);
    let of_thing = before.iter().any(Token::is_target) && before.iter().all(subject);
    let how = if past(verb) { Some(Described::Once) } else { nothing_of_it.then_some(Described::Somehow) };
    how.filter(|_| of_thing)
}

/// "The phone's ringing", "the telly's knackered": how a thing is, in words that are not known.
fn is_doing_something(clause: &Clause<'_>) -> bool {
    let is = |token: &Token| clause.text.get(token.start..token.end) == Some(&['\'', 's']);
    let Some(place) = clause.tokens.iter().position(is) else { return false };
    let (before, behind) = clause.tokens.split_at(place);
    let rest = behind.get(1..).unwrap_or_default();
    let said_of_it = |token: &Token| token.is_unknown() || token.particle().is_some();
    before.iter().any(Token::is_target)
        && before
            .iter()
            .all(|token| token.is_target() || token.particle().is_some() || token.conjunction().is_some())
        && rest.iter().any(Token::is_unknown)
        && rest.iter().all(said_of_it)
}

/// "The bill's too high": how something is that nobody knows.
fn is_of_unknown(clause: &Clause<'_>) -> bool {
    let said = |token: &Token| clause.text.get(token.start..token.end).unwrap_or_default();
    let is = |token: &Token| matches!(said(token), ['\'', 's'] | ['i', 's'] | ['a', 'r', 'e']);
    let Some(place) = clause.tokens.iter().position(is) else { return false };
    let before = clause.tokens.get(..place).unwrap_or_default();
    let nothing = |token: &Token| token.is_unknown() || token.chat().is_some() && !token.is_target();
    let small = |token: &Token| token.particle().is_some() && token.verb().is_none();
    before.iter().any(nothing) && before.iter().all(|token| nothing(token) || small(token))
}

/// "The neighbours are fighting": nothing is named that could be meant by what follows.
fn names_only_places(frames: &[Frame]) -> bool {
    let nowhere = |target: &Target| {
        target.head == Head::None && target.rooms.iter().all(|mention| mention.rooms.is_empty())
    };
    frames.iter().flat_map(|frame| &frame.targets).all(nowhere)
}

/// Nothing is said of it but what it is called.
fn is_only_named(frame: &Frame) -> bool {
    frame.verb.is_none()
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.property.is_none()
        && frame.question.is_none()
}

/// 打印机没墨了, 加湿器没水了: what a thing has no more of, in words of its own.
fn lacks(clause: &Clause<'_>) -> bool {
    let none = |token: &Token| clause.text.get(token.start..token.end) == Some(&['没']);
    let Some(place) = clause.tokens.iter().position(none) else { return false };
    let (before, behind) = clause.tokens.split_at(place);
    let what = behind.get(1..).unwrap_or_default();
    before.iter().any(Token::is_target)
        && ends_with(clause.text_said(), "了")
        && clause.text_said().len() > before.last().map_or(0, |last| last.end - clause.tokens[0].start) + 2
        && what.iter().all(|token| {
            token.is_unknown() || token.unit().is_some() || token.particle().is_some() || token.likeness < 1.0
        })
}

/// 洗衣机刚刚脱水好像很大声: how something seems, of which nothing is to be done.
fn seems(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    const SEEMS: [&str; 4] = ["好像", "似乎", "貌似", "看样子"];
    // What was so just now is not to be changed.
    let just = clause.text_said().contains(&'刚');
    let says = |frame: &Frame| {
        frame.question.is_some()
            || frame.verb.is_some_and(|verb| !verb.weak)
            || frame.direction.is_some() && !just
    };
    let seems = |token: &Token| {
        let said = clause.text.get(token.start..token.end).unwrap_or_default();
        SEEMS.iter().any(|word| word.chars().eq(said.iter().copied()))
    };
    frames.iter().any(Frame::has_target) && !frames.iter().any(says) && clause.tokens.iter().any(seems)
}

/// 我看电视呢, 我开着电视睡着了: what whoever speaks is doing, or did. 你看过那部电影吗 asks somebody what they did once.
fn is_done_by_someone(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    let ends = |cue: Cue| lexicon().cue(cue).any(|words| ends_with(text, words));
    match text {
        ['你', _, '过', .., '吗' | '没' | '么'] | ['你', _, '过', .., '没', '有'] => true,
        ['我', behind @ ..] if ends(Cue::DoingIt) => {
            // 我想看电视呢 wishes for it, 我房间的灯呢 asks for it.
            let begun = clause.tokens.iter().find(|token| {
                !(token.person().is_some() || matches!(clause.text.get(token.start), Some('在' | '正')))
            });
            let does = |token: &Token| {
                token.state().is_some()
                    || token.value().is_some()
                    || token.verb().is_some() && token.particle().is_none()
            };
            !matches!(behind, ['想' | '要' | '的', ..]) && begun.is_some_and(does)
        }
        _ => false,
    }
}

/// 把窗帘拆下来洗, "the projector cost two grand": the work of hands, money, a fault.
fn no_command_does_it(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    if frames.iter().all(|frame| frame.chat && !frame.has_target())
        || frames.iter().any(|frame| frame.question.is_some())
    {
        return false;
    }
    let phrases = lexicon().phrases(Cue::NoCommand);
    let inside = |place: Option<&char>| place.is_some_and(char::is_ascii_alphanumeric);
    clause.tokens.iter().filter(|token| !token.is_target()).any(|token| {
        (token.start..token.end).any(|place| {
            let rest = clause.text.get(place..).unwrap_or_default();
            let begins = !inside(place.checked_sub(1).and_then(|before| clause.text.get(before)));
            phrases.leading(rest).any(|phrase| {
                begins && !inside(rest.get(phrase.chars().count()))
                    || phrase.chars().next().is_some_and(is_han)
            })
        })
    })
}
