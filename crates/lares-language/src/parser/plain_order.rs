//! Whether a clause is plainly an order. What is asked, told of someone or something, or said in jest may hold the words of
//! one ("is the garage open or not", 我去开门): elsewhere the most likely reading is good enough, and what can harm is
//! confirmed first.

use super::clause::Clause;
use super::lattice::Token;
use super::tokens::{holds, text_of};
use crate::lexicon::{Asks, Cue, Speech, Verb, lexicon};
use crate::vocabulary::is_han;

/// Whether anything in the clause, or said of all of the utterance, speaks against its being an order.
pub(crate) fn is_doubtful(clause: &Clause<'_>) -> bool {
    says(clause.text_said(), Cue::Unordered)
        || says(clause.text, Cue::TakenBack)
        || asks(clause)
        || tells(clause)
        || reports(clause)
}

/// What someone says stands before it.
fn reports(clause: &Clause<'_>) -> bool {
    let Some(first) = clause.tokens.first() else { return false };
    let sentence = clause.path.tokens.iter().rev().skip_while(|token| token.end > first.start);
    sentence
        .take_while(|token| token.separator() != Some(true))
        .any(|token| matches!(token.speech(), Some(Speech::Reported | Speech::Addressed | Speech::Story)))
}

/// A question, unless it is one in form only ("can you open the gate", 帮我开下门好吗).
fn asks(clause: &Clause<'_>) -> bool {
    let said = clause.text_said();
    let is_chinese = |token: &Token| clause.text.get(token.start).copied().is_some_and(is_han);
    let favour = says(said, Cue::Favour);
    // 帮我看下门开了吗: how it is, and no favour.
    let states = holds(said, "了吗") || holds(said, "着吗");
    let polite = clause.tokens.iter().any(|token| token.particle() == Some(true));
    let question = |token: &Token| {
        let in_form_only = if is_chinese(token) { favour && !states } else { polite };
        token.question().is_some_and(|asks| !in_form_only || asks != Asks::Polar)
            && token.verb().is_none()
            && token.particle().is_none()
    };
    let mut before = clause.tokens.iter().take_while(|token| acts(token).is_none());
    // "Unlock it, the courier's here and is cold": behind the order only what asks in Chinese does, and it stands last.
    before.any(question) || clause.tokens.iter().any(|token| question(token) && is_chinese(token))
}

/// What is, or what someone does: "the door opened", "the alarm's off", 我去开门, 门锁开了, 车库门开不了.
fn tells(clause: &Clause<'_>) -> bool {
    let Some(place) = clause.tokens.iter().position(|token| acts(token).is_some()) else { return false };
    let (before, rest) = clause.tokens.split_at(place);
    let Some((verb, behind)) = rest.split_first() else { return false };
    let said = |token: &Token| text_of(clause.text, token.start, token.end);
    let named = before.iter().any(Token::is_target);
    // 大门给她开一下: for whom it is done, and not who does it.
    let whose_sake = |place: usize| {
        let for_whom = place.checked_sub(1).and_then(|link| before.get(link));
        for_whom.is_some_and(|link| matches!(said(link).as_str(), "给" | "帮" | "替" | "为"))
    };
    let someone = before
        .iter()
        .enumerate()
        .any(|(place, token)| token.person().is_some() && token.particle().is_none() && !whose_sake(place));
    let negated = before.iter().chain(behind.first()).any(|token| token.negation().is_some());
    if negated || someone {
        return true;
    }
    let word = said(verb);
    if !word.starts_with(is_han) {
        let inflected = word.ends_with("ed") || word.ends_with("ing") || word.ends_with('s');
        // "The oven's on": what it is joined to the thing by.
        let is = before
            .last()
            .is_some_and(|last| matches!(said(last).as_str(), "'s" | "s" | "is" | "are" | "was" | "still"));
        return inflected && !word.contains(' ') && !before.iter().any(|token| token.verb().is_some())
            || named && is;
    }
    let end = clause.text_said().last();
    // 爷爷开了煤气, 小偷把门打开了: someone, and what they did.
    let done = end == Some(&'了') || behind.first().is_some_and(|next| said(next).starts_with('了'));
    let marker = before.iter().position(|token| token.object_marker().is_some());
    let doer = marker.map_or(before, |marker| before.get(..marker).unwrap_or_default());
    let by_someone = doer.iter().any(|token| {
        token.person().is_some() || marker.is_some() && (token.is_unknown() || token.name().is_some())
    });
    if done && by_someone {
        return true;
    }
    let handed = before.iter().any(|token| token.object_marker().is_some() || token.particle() == Some(true));
    // 开不了: it cannot be done.
    let fails = behind.first().is_some_and(|next| said(next).starts_with('不'));
    fails || named && !handed && end == Some(&'了') && behind.iter().all(|token| token.particle().is_some())
}

/// What is to be done, where the word says that.
fn acts(token: &Token) -> Option<&'static Verb> {
    token
        .verb()
        .filter(|verb| !verb.weak && !verb.acts.is_empty() && (!token.is_target() || token.state().is_some()))
}

/// Whether a phrase of a cue stands in a text, as words of its own where it is written with Latin letters.
fn says(text: &[char], cue: Cue) -> bool {
    let phrases = lexicon().phrases(cue);
    let is_letter = |place: usize| text.get(place).is_some_and(char::is_ascii_alphabetic);
    (0..text.len()).filter(|&place| phrases.may_lead(&text[place..])).any(|place| {
        phrases.leading(&text[place..]).any(|phrase| {
            let within = place > 0 && is_letter(place - 1);
            !phrase.is_ascii() || !within && !is_letter(place + phrase.len())
        })
    })
}
