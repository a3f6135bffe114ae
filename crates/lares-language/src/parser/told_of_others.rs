//! Chinese that begins like something told, asked or refused and ends in the words of an order: 我让小明把灯关了, 爷爷喜欢开着灯,
//! 懒得关灯, 怎么才能打开门. What stands before the first thing of the home, or before what is done, says that nothing is ordered.

use std::borrow::Cow;

use super::lattice::Token;
use super::reported::without_clauses;
use super::tokens::{ends_with, starts_with};
use super::{neighbours, only_told};
use crate::lexicon::{Cue, Person, lexicon};
use crate::vocabulary::is_han;

/// So many letters at most stand before what would be ordered.
const LONGEST: usize = 12;
/// So many letters at most name whoever is to do it.
const LONGEST_WHO: usize = 4;

/// The tokens without the clauses that only tell, ask or refuse, and whether there were any.
pub(super) fn without_told<'t>(text: &[char], tokens: Cow<'t, [Token]>) -> (Cow<'t, [Token]>, bool) {
    without_clauses(tokens, |token| token.separator().is_some(), |clause| is_told(text, clause))
}

/// Whether what stands before the order of a clause makes none of it.
fn is_told(text: &[char], clause: &[Token]) -> bool {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
    let said = text.get(first.start..last.end).unwrap_or_default();
    if says_who_did(text, clause)
        || had_it_done(text, clause)
        || neighbours::tells_of_protest(text, clause)
        || has_done(text, clause)
        || only_told::is_of_words(said)
    {
        return true;
    }
    let Some(order) = clause.iter().position(|token| begins_order(text, token)) else { return false };
    // 懒得把: the word that marks what is acted on may end a longer one.
    let marks = |order: &Token| match text.get(order.end - 1) {
        Some('把' | '将') => order.end - 1,
        _ => order.start,
    };
    let Some(before) = clause.get(order).and_then(|order| text.get(first.start..marks(order))) else {
        return false;
    };
    if only_told::is_told(text, clause, clause.get(order..).unwrap_or_default(), before) {
        return true;
    }
    if before.len() < 2 || before.len() > LONGEST || !before.iter().copied().any(is_han) {
        return false;
    }
    let before = without_openings(before);
    let ends = |cue: Cue, before: &[char]| lexicon().cue(cue).any(|words| ends_with(before, words));
    let person = first.person().is_some_and(|person| {
        !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody | Person::Everybody)
    });
    let own = OWN.iter().any(|own| starts_with(before, own));
    let of_others = person || lexicon().phrases(Cue::Others).leading(before).next().is_some();
    ends(Cue::Refuses, before)
        || ends(Cue::AsksHow, before)
        || of_others && ends(Cue::OthersDo, before)
        || own && ends(Cue::SpeakerDoes, before)
        || is_passed_on(before, own || of_others)
}

/// 门是我开的, 灯是妈妈关的: who did it.
fn says_who_did(text: &[char], clause: &[Token]) -> bool {
    let is = |token: &Token| text.get(token.start..token.end) == Some(&['是']);
    let Some(place) = clause.iter().position(is) else { return false };
    let (before, behind) = clause.split_at(place);
    let [_, who, rest @ ..] = behind else { return false };
    let someone = who.person().is_some() && who.question().is_none();
    let acts =
        rest.iter().any(|token| token.verb().is_some_and(|verb| verb.chinese && !verb.acts.is_empty()));
    let done = rest.iter().rfind(|token| token.particle().is_none() || token.possessive().is_some());
    let done = done.is_some_and(|last| text.get(last.end - 1) == Some(&'的'));
    before.iter().any(Token::is_target) && someone && acts && done
}

/// 我让桂兰把灯打开了: somebody after whom a thing is called was to do it.
fn had_it_done(text: &[char], clause: &[Token]) -> bool {
    let letters = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let [who, makes, name, marks, .., last] = clause else { return false };
    matches!(letters(who), ['我'] | ['我', '们'] | ['俺'])
        && matches!(letters(makes), ['让' | '叫' | '喊'])
        && name.name().is_some()
        && name.noun().is_none()
        && letters(marks) == ['把']
        && text.get(last.end - 1) == Some(&'了')
}

/// 我老公把灯关了: what one of the family did, or is told to do.
fn has_done(text: &[char], clause: &[Token]) -> bool {
    let place = clause.iter().position(|token| text.get(token.start..token.end) == Some(&['把']));
    let Some((who, _)) = place.and_then(|place| clause.split_at_checked(place)) else { return false };
    let kin = |token: &Token| {
        token.person().is_some_and(|person| {
            !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody | Person::Everybody)
        }) && token.name().is_none()
    };
    let own = |token: &Token| matches!(text.get(token.start..token.end), Some(['我', ..]));
    let done = clause.last().is_some_and(|last| matches!(text.get(last.end - 1), Some('了')));
    done && who.iter().any(kin) && who.iter().all(|token| kin(token) || own(token))
}

/// Whoever speaks.
const OWN: [&str; 4] = ["我", "我们", "咱", "俺"];
/// Where what is done, or what it is done to, begins.
fn begins_order(text: &[char], token: &Token) -> bool {
    // 得把, 帮我把: particles end in the mark as well.
    let marks = (token.object_marker().is_some() || token.particle().is_some())
        && matches!(text.get(token.end - 1), Some('把' | '将'))
        || token.object_marker().is_some() && text.get(token.start..token.end) == Some(&['给']);
    marks
        || token.is_target() && token.person().is_none()
        || token.likeness >= 1.0
            && token.verb().is_some_and(|verb| !verb.weak && !verb.acts.is_empty())
            && token.negation().is_none()
            && token.speech().is_none()
}

/// 其实, 那个: nothing is told by these.
fn without_openings(before: &[char]) -> &[char] {
    const OPENINGS: [&str; 12] =
        ["其实", "那个", "嗯", "哎", "唉", "啊", "哦", "今天", "刚才", "昨天", "你看", "看看"];
    OPENINGS
        .iter()
        .find(|opening| starts_with(before, opening))
        .and_then(|opening| before.get(opening.chars().count()..))
        .unwrap_or(before)
}

/// 你让小明把灯关了: whoever hears it is to pass it on.
fn is_listener(before: &[char], place: usize) -> bool {
    matches!(before.get(..place), Some(['你' | '您'] | ['你', '去'] | ['麻', '烦', '你']))
}

/// 我让小明, 老板叫我们, 告诉小明: somebody else than who listens is to do it.
fn is_passed_on(before: &[char], subject: bool) -> bool {
    const LISTENER: [&str; 12] = ["你", "您", "帮", "给", "先", "再", "快", "赶", "马上", "现在", "立", "它"];
    (0..before.len()).any(|place| {
        let rest = before.get(place..).unwrap_or_default();
        lexicon().phrases(Cue::MakesDo).leading(rest).any(|makes| {
            let who = rest.get(makes.chars().count()..).unwrap_or_default();
            let tells = makes.chars().count() > 1;
            let speaker = OWN.iter().any(|own| starts_with(who, own));
            !who.is_empty()
                && who.len() <= LONGEST_WHO
                && !LISTENER.iter().any(|you| starts_with(who, you))
                && (place > 0 && (subject || is_listener(before, place) && !speaker)
                    || tells && place == 0 && !speaker)
        })
    })
}
