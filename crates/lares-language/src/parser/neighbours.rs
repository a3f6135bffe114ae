//! What those next door do about the noise, told beside an order: 楼下该上来敲门了，小点声. No room of the home is meant, and nothing is
//! ordered.

use super::lattice::Token;
use super::tokens::{holds, starts_with};
use crate::lexicon::{Cue, lexicon};

/// What may stand before them.
const OPENINGS: [&str; 9] = ["哎呀", "一会儿", "等下", "等会", "回头", "小心", "哎", "再不关", "人家"];

/// Whether a clause tells that they are disturbed, or disturb.
pub(super) fn tells_of_protest(text: &[char], clause: &[Token]) -> bool {
    let (Some(first), Some(last)) = (clause.first(), clause.last()) else { return false };
    let mut said = text.get(first.start..last.end).unwrap_or_default();
    while let Some(opening) = OPENINGS.iter().find(|opening| starts_with(said, opening)) {
        said = said.get(opening.chars().count()..).unwrap_or_default();
    }
    let next_door = lexicon().phrases(Cue::Neighbours);
    let Some(who) = next_door.leading(said).max_by_key(|who| who.len()) else { return false };
    let does = said.get(who.chars().count()..).unwrap_or_default();
    lexicon().cue(Cue::Protests).any(|protests| holds(does, protests))
        && !clause.iter().any(|token| {
            (token.noun().is_some() || token.name().is_some() || token.scene().is_some())
                && token.person().is_none()
                && token.likeness >= 1.0
                || token.object_marker().is_some()
        })
}
