//! What is told of others in English: "my neighbour has his lights on in July", "Teagan said she'd shut the garage". It holds
//! the words of an order and is none.

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use super::tokens::starts_with;
use crate::lexicon::{Cue, Person, Reference, lexicon};

/// So many words at most name who says something.
const MOST_WORDS: usize = 5;
/// Before what someone is to whoever tells.
const WHOSE: [&str; 5] = ["my", "our", "his", "her", "their"];
/// How a sentence about what is spoken of begins.
const IT_IS: [&str; 5] = ["it's ", "its ", "it is ", "they're ", "they are "];

/// Takes a clause that only tells for what it is.
pub(crate) fn tell(clause: &Clause<'_>, frames: &mut Vec<Frame>) {
    if is_told(clause, frames) {
        frames.clear();
        frames.push(Frame { told: true, likeness: 1.0, ..Frame::default() });
    } else if tells_how_it_is(clause) {
        frames.clear();
    }
}

/// Whether a clause begins with someone and what they do, did or say.
fn is_told(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    let said = |token: &Token| clause.text.get(token.start..token.end).unwrap_or_default();
    let text = clause.text_said();
    if !text.first().is_some_and(char::is_ascii_alphabetic)
        || frames.iter().any(|frame| frame.complaint || frame.wish.is_some() || frame.polite)
    {
        return false;
    }
    // "The recipe card says …", "we should've …": before anything that could be an order.
    let before = clause
        .tokens
        .iter()
        .take_while(|token| token.verb().is_none_or(|verb| verb.weak || verb.acts.is_empty()));
    let speech = before.take(MOST_WORDS).skip(1).any(|token| {
        words_of(said(token)).any(|word| lexicon().phrases(Cue::Says).have(word)) && token.likeness >= 1.0
    });
    // "The man turns off the lights": somebody who is no thing of the home does what an order says.
    let does_it = clause.tokens.iter().position(|token| {
        words_of(said(token)).next().is_some_and(|word| lexicon().phrases(Cue::DoesIt).have(word))
            && token.verb().is_some()
    });
    let somebody = does_it.and_then(|place| clause.tokens.get(..place)).is_some_and(|before| {
        let known =
            |token: &Token| token.is_target() || token.question().is_some() || token.condition().is_some();
        before
            .iter()
            .any(|token| token.particle().is_some() || token.is_unknown() || token.person().is_some())
            && !before.iter().any(known)
            && text.iter().take_while(|letter| **letter != ' ').count() < text.len()
    });
    // "Turn the tv off, it stops me sleeping"
    let it_does = does_it == Some(1)
        && clause.after_order
        && clause.tokens.first().is_some_and(|first| first.reference() == Some(Reference::Last));
    if it_does || somebody && does_it.is_some_and(|place| place > 1) {
        return true;
    }
    let speaker = ["i ", "you ", "we ", "it "].iter().any(|words| starts_with(text, words));
    let missed = speaker && lexicon().phrases(Cue::Missed).stand_in(text);
    if speech && !speaker || missed {
        return true;
    }
    let mut words = text.splitn(3, |&letter| letter == ' ');
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    // Whoever it is: the words of a name may be taken for a thing that is called so.
    let speaks = lexicon().phrases(Cue::Says).have(second)
        && first.len() > 2
        && !lexicon().phrases(Cue::Says).have(first);
    let whose = WHOSE.iter().any(|owner| owner.chars().eq(first.iter().copied()));
    let (subject, behind) = if whose {
        (second, words.next().unwrap_or_default())
    } else {
        (first, text.get(first.len() + 1..).unwrap_or_default())
    };
    let Some(token) = clause.tokens.iter().find(|token| words_of(said(token)).any(|word| word == subject))
    else {
        return speaks;
    };
    let someone = token
        .person()
        .is_some_and(|person| !matches!(person, Person::Speaker | Person::Somebody | Person::Nobody));
    let stranger = whose && token.is_unknown();
    if !someone && (token.is_target() || !stranger) {
        return speaks;
    }
    words_of(behind).next().is_some_and(|word| {
        lexicon().phrases(Cue::Does).have(word) || lexicon().phrases(Cue::Says).have(word)
    })
}

/// The words of a text.
fn words_of(text: &[char]) -> impl Iterator<Item = &[char]> {
    text.split(|&letter| letter == ' ')
}

/// "It's still on", behind what is spoken of: how that is, and not what is to become of it.
fn tells_how_it_is(clause: &Clause<'_>) -> bool {
    let text = clause.text_said();
    let mut states = 0;
    let only = IT_IS.iter().any(|words| starts_with(text, words))
        && clause.tokens.iter().all(|token| {
            states += usize::from(token.verb().is_some() && token.state().is_some());
            token.particle().is_some()
                || token.reference().is_some()
                || token.comparison().is_some()
                || token.question().is_some()
                || token.state().is_some()
        });
    only && states == 1
}
