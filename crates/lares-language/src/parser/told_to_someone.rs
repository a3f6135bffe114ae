//! What somebody at home is told to do, in so many words: 小宇你自己下来把灯关了, 妈你去把电视关了, "turn the light off yourself".
//! A home does nothing itself that a person is told to do.

use std::borrow::Cow;

use super::contented::stands_alone;
use super::lattice::Token;
use super::tokens::{ends_with, text_of};
use crate::lexicon::{Cue, Person, lexicon};
use crate::vocabulary::HomeVocabulary;

/// The words without what somebody is told to do, and whether there was any.
pub(super) fn without_told_to<'t>(
    text: &[char],
    tokens: Cow<'t, [Token]>,
    vocabulary: &HomeVocabulary,
) -> (Cow<'t, [Token]>, bool) {
    let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.acts.is_empty());
    let by_oneself = || {
        let phrases = lexicon().phrases(Cue::ByYourself);
        let whole =
            |token: &Token| phrases.leading(text.get(token.start..).unwrap_or_default()).next().is_some();
        tokens.iter().position(whole).is_some_and(|place| {
            // "Yourself" stands behind what is to be done, 你自己去 before it.
            let told =
                tokens.get(place).is_some_and(|token| text.get(token.start).is_some_and(char::is_ascii));
            let around = if told { tokens.get(..place) } else { tokens.get(place..) };
            around.unwrap_or_default().iter().any(acts)
        })
    };
    if tokens.iter().any(acts)
        && (is_passed_on(text, &tokens, vocabulary)
            || is_called(text, &tokens, vocabulary)
            || is_scolded(text, &tokens, vocabulary)
            || is_to_come(text, &tokens)
            || by_oneself())
    {
        return (Cow::Owned(Vec::new()), true);
    }
    (tokens, false)
}

/// "Tell Bernard to turn his radio down": somebody whose room it is, and no robot.
fn is_passed_on(text: &[char], tokens: &[Token], vocabulary: &HomeVocabulary) -> bool {
    let [tell, who, to, ..] = tokens else { return false };
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let tells = matches!(said(tell), ['t', 'e', 'l', 'l'] | ['a', 's', 'k'] | ['r', 'e', 'm', 'i', 'n', 'd']);
    tells && vocabulary.owns_room(said(who)) && who.noun().is_none() && said(to).starts_with(&['t', 'o'])
}

/// 你去把电视关了过来吃饭, "get down here and turn that off": who is to do it is to come as well.
fn is_to_come(text: &[char], tokens: &[Token]) -> bool {
    let acts = |token: &Token| token.verb().is_some_and(|verb| !verb.acts.is_empty());
    tokens.split(|token| token.separator().is_some()).any(|clause| {
        let Some((first, last)) = clause.first().zip(clause.last()) else { return false };
        let said = text.get(first.start..last.end).unwrap_or_default();
        clause.iter().any(acts) && stands_alone(Cue::ComeHere, said)
    })
}

/// "Owen! how many times have I told you to turn your lights off": somebody whose room it is is called, and spoken to.
fn is_scolded(text: &[char], tokens: &[Token], vocabulary: &HomeVocabulary) -> bool {
    let Some((who, [pause, rest @ ..])) = tokens.split_first() else { return false };
    let said = |token: &Token| text.get(token.start..token.end).unwrap_or_default();
    let spoken_to = |token: &Token| {
        let words = said(token);
        words
            .split(|letter| *letter == ' ')
            .any(|word| matches!(word, ['y', 'o', 'u'] | ['y', 'o', 'u', 'r'] | ['y', 'e', 'r']))
    };
    pause.separator().is_some()
        && who.noun().is_none()
        && said(who).iter().all(char::is_ascii)
        && vocabulary.owns_room(said(who))
        && rest.iter().take_while(|token| token.separator().is_none()).any(spoken_to)
}

/// 妈你去, 小宇，你下来: someone of the household is called first, and then told to go.
fn is_called(text: &[char], tokens: &[Token], vocabulary: &HomeVocabulary) -> bool {
    let Some((who, rest)) = tokens.split_first() else { return false };
    let letters = text.get(who.start..who.end).unwrap_or_default();
    let someone = who.person().is_some_and(|person| {
        !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody | Person::Everybody)
    });
    // 幺儿, 大姨: who is called in a word that is no more than that.
    let someone = someone
        || letters.len() > 1
            && who.particle().is_some()
            && who.verb().is_none()
            && lexicon().cue(Cue::Someone).any(|ending| ends_with(letters, ending));
    let behind = rest.iter().find(|token| token.separator().is_none());
    let goes = || {
        let behind = behind.and_then(|token| text.get(token.start..)).unwrap_or_default();
        lexicon().phrases(Cue::YouGo).leading(behind).next().is_some()
    };
    // 豆豆，你去把鞋收好: whoever things are called after, and no robot.
    let named = || {
        who.name().is_some()
            && who.noun().is_none()
            && rest.first().is_some_and(|next| next.separator().is_some())
            && !vocabulary.devices_named(&text_of(text, who.start, who.end)).any(|device| {
                let vacuum = lexicon().noun("vacuum");
                let robot = lexicon().noun("robot_cleaner");
                vocabulary
                    .device_nouns(device)
                    .iter()
                    .any(|noun| Some(*noun) == vacuum || Some(*noun) == robot)
            })
    };
    (someone || vocabulary.owns_room(letters) || named()) && goes()
}
