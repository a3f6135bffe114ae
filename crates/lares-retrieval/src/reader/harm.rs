//! Whether what the network takes for meant may be done although it can harm.
//!
//! Never on its word alone, but to water plants: the parser has to read the same, and have no doubt that it is an order, and nothing else may be told in
//! the same breath.

use lares_language::lexicon::Sense;
use smallvec::SmallVec;

use super::entities::Meant;
use super::meaning::{Meaning, Taken};
use super::words::Word;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::reach;
use crate::result::{Candidate, CommandResult, Decision, Retrieval};

/// The network takes it for at least this likely.
const LIKELY: f32 = 0.99;

/// The same of watering plants.
const LIKELY_OF_WATER: f32 = 0.98;

/// Something that is meant can harm, and the parser does not make the same of it, or the network is not as sure as that needs.
pub(super) fn harms_alone(
    home: &CompiledHome,
    request: &Request<'_>,
    answer: &Retrieval,
    meaning: &Meaning,
) -> bool {
    let mut harmful = meaning.taken.iter().filter(|taken| taken.is_sensitive(home)).peekable();
    if harmful.peek().is_none() {
        return false;
    }
    if harmful.clone().all(|taken| waters(home, meaning, *taken)) {
        return false;
    }
    request.is_part || tells_beside(meaning) || harmful.any(|taken| !is_read(home, answer, meaning, *taken))
}

/// It waters plants, of which the network is sure: it is in the list of what can harm, as all valves are, and does little.
fn waters(home: &CompiledHome, meaning: &Meaning, taken: Taken) -> bool {
    let Meant::Device(device) = taken.meant else { return false };
    let waters =
        home.device(device).is_some_and(|device| device.categories.iter().copied().any(reach::waters));
    let id = taken.capability(home).map(|capability| home.capability_id(capability));
    waters
        && id
            .and_then(|id| meaning.likelihood(taken.meant, id))
            .is_some_and(|likelihood| likelihood >= LIKELY_OF_WATER)
}

/// The network is certain of it, and the parser reads the same, and does not doubt that it is an order.
fn is_read(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning, taken: Taken) -> bool {
    let Meant::Device(device) = taken.meant else { return false };
    let (Some(device), Some(capability)) = (home.device(device), taken.capability(home)) else {
        return false;
    };
    let own = home.capability_id(capability);
    let is_this = |candidate: &Candidate| candidate.entity_id == device.id && candidate.capability_id == *own;
    let reads = |result: &CommandResult| {
        result.decision != Decision::None
            && !is_doubtful(result)
            && result.candidates.first().is_some_and(is_this)
    };
    meaning.likelihood(taken.meant, own).unwrap_or_default() >= LIKELY && answer.results.iter().any(reads)
}

/// The parser doubts that it is an order at all.
fn is_doubtful(result: &CommandResult) -> bool {
    let why = result.meta.get("why_not_act").and_then(|why| why.as_array());
    why.is_some_and(|why| why.iter().any(|why| why == "doubtful_order"))
}

/// Between two marks, where something is ordered, someone is spoken of, or another thing than what is meant, or more than one word
/// is not known: "nan wants her tea in the shed unlock the side door" may be told.
fn tells_beside(meaning: &Meaning) -> bool {
    let meant: SmallVec<[Meant; 4]> = meaning.taken.iter().map(|taken| taken.meant).collect();
    let mut words = meaning.said().enumerate().peekable();
    while words.peek().is_some() {
        let (mut orders, mut tells, mut unknown) = (false, false, 0);
        let is_mark = |word: &Word<'_>| word.senses.iter().any(|sense| matches!(sense, Sense::Separator(_)));
        for (place, word) in words.by_ref().take_while(|(_, word)| !is_mark(word)) {
            let says = |is: fn(&Sense) -> bool| word.senses.iter().any(is);
            orders |= says(|sense| matches!(sense, Sense::Verb(_)));
            tells |= says(|sense| matches!(sense, Sense::Person(_) | Sense::Speech(_)));
            tells |= says(|sense| matches!(sense, Sense::Name(_) | Sense::Noun(_)))
                && meaning.distance(&meant, place) != Some(0);
            unknown += usize::from(word.senses.is_empty());
        }
        if orders && (tells || unknown > 1) {
            return true;
        }
    }
    false
}
