//! What is meant by words that say it by themselves, before clauses complete one another.

use super::{asked_for, compound, scene_names, takes_back, this_room};
use crate::parser::frame::Frame;
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// Settles what is meant by words that say it by themselves, whatever stands in the clauses around them.
pub(crate) fn as_named(
    text: &[char],
    frames: &mut [Frame],
    vocabulary: &HomeVocabulary,
    context: ParseContext,
) {
    this_room::in_this_room(text, frames, vocabulary, context);
    compound::of_absent(text, frames, vocabulary);
    compound::valve_of(text, frames);
    scene_names::said_before(text, frames, vocabulary);
    takes_back::by_other_mark(text, frames, vocabulary);
    asked_for::for_a_while(text, frames, vocabulary);
}
