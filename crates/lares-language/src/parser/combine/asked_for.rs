//! Things that are asked for as one asks for bread: "give us the electric fire for a bit", "let's have the telly a while".

use crate::lexicon::{Trait, lexicon};
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// How it is asked.
const ASKS: [&str; 8] = [
    "give us ",
    "give me ",
    "gimme ",
    "let's have ",
    "lets have ",
    "can we have ",
    "could we have ",
    "can i have ",
];
/// For how long, as nobody says of what is to be handed over.
const A_WHILE: [&str; 8] = [
    "for a bit",
    "for a while",
    "for a minute",
    "for a wee while",
    "for a spell",
    "for a few minutes",
    "for an hour",
    "a while",
];

/// Switches on what is asked for so.
pub(crate) fn for_a_while(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let [frame] = frames else { return };
    let asks = ASKS
        .iter()
        .any(|words| text.len() > words.len() && words.chars().eq(text[..words.len()].iter().copied()));
    let a_while = A_WHILE.iter().any(|words| holds(text, words));
    let thing = |target: &Target| match target.head {
        Head::Name => true,
        Head::Noun(noun) => vocabulary.has_noun(noun) && !lexicon().has_trait(noun, Trait::Opens),
        _ => false,
    };
    let plain = frame.verb.is_none_or(|verb| verb.weak)
        && frame.value.is_none()
        && frame.direction.is_none()
        && frame.property.is_none()
        && !frame.negated
        && frame.unknown == 0;
    if asks && a_while && plain && frame.has_target() && frame.targets.iter().all(thing) {
        frame.verb = vocabulary.switch_verb();
        frame.question = None;
        frame.scheduled = false;
    }
}
