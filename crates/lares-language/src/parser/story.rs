//! What is told of others in English: "my neighbour has his lights on in July", "Teagan said she'd shut the garage". It holds
//! the words of an order and is none.

use super::clause::Clause;
use super::frame::Frame;
use super::lattice::Token;
use super::tokens::text_of;
use crate::lexicon::{Cue, Person, lexicon};

/// So many words at most name who says something.
const MOST_WORDS: usize = 5;

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
    let said = |token: &Token| text_of(clause.text, token.start, token.end);
    if !clause.text_said().first().is_some_and(char::is_ascii_alphabetic)
        || frames.iter().any(|frame| frame.complaint || frame.wish.is_some() || frame.polite)
    {
        return false;
    }
    let text: String = clause.text_said().iter().collect();
    let is = |cue: Cue, word: &str| lexicon().cue(cue).any(|known| known == word);
    // "The recipe card says …", "we should've …": before anything that could be an order.
    let before = clause
        .tokens
        .iter()
        .take_while(|token| token.verb().is_none_or(|verb| verb.weak || verb.acts.is_empty()));
    let speech = before
        .take(MOST_WORDS)
        .skip(1)
        .any(|token| said(token).split(' ').any(|word| is(Cue::Says, word)) && token.likeness >= 1.0);
    let speaker = ["i ", "you ", "we ", "it "].iter().any(|words| text.starts_with(words));
    let missed = speaker && lexicon().cue(Cue::Missed).any(|words| text.contains(words));
    if speech && !speaker || missed {
        return true;
    }
    let mut words = text.split(' ');
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    // Whoever it is: the words of a name may be taken for a thing that is called so.
    let speaks = is(Cue::Says, second) && first.len() > 2 && !is(Cue::Says, first);
    let whose = matches!(first, "my" | "our" | "his" | "her" | "their");
    let (subject, mut behind) =
        if whose { (second, words) } else { (first, text[first.len()..].trim_start().split(' ')) };
    let Some(token) = clause.tokens.iter().find(|token| said(token).split(' ').any(|word| word == subject))
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
    behind.next().is_some_and(|word| is(Cue::Does, word) || is(Cue::Says, word))
}

/// "It's still on", behind what is spoken of: how that is, and not what is to become of it.
fn tells_how_it_is(clause: &Clause<'_>) -> bool {
    let text: String = clause.text_said().iter().collect();
    let it = ["it's ", "its ", "it is ", "they're ", "they are "]
        .iter()
        .find_map(|words| text.strip_prefix(words));
    let mut states = 0;
    let only = it.is_some()
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
