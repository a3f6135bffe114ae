//! What is meant beside what is done, in a clause of its own: "kettle on, and the extractor slow".

use lares_language::lexicon::Sense;
use lares_reader::TouchKind;
use smallvec::SmallVec;

use super::agreement::meant_by;
use super::entities::Meant;
use super::meaning::Meaning;
use super::words::Word;
use crate::index::CompiledHome;
use crate::result::{InvocationKind, Retrieval};

/// One thing more than what is done is taken for meant, by the network, and a clause that names nothing else which is done orders it by
/// its name or its kind. What is done is named in another clause.
pub(super) fn orders_one_more(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let done: SmallVec<[Meant; 8]> = answer.invocations.iter().filter_map(|it| meant_by(home, it)).collect();
    let mut others = meaning.taken.iter().map(|taken| taken.meant).filter(|meant| !done.contains(meant));
    let (Some(other), None) = (others.next(), others.next()) else { return false };
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let asks = answer.invocations.iter().any(|it| it.kind == InvocationKind::Attribute);
    if asks || meaning.is_any() || words.iter().any(holds_back) {
        return false;
    }
    let (mut is_ordered, mut is_done_named) = (false, false);
    let mut start = 0;
    while let Some(rest) = words.get(start..).filter(|rest| !rest.is_empty()) {
        let length = rest.iter().position(divides).unwrap_or(rest.len());
        let named = || meaning.touches(start..start + length).filter(|(_, _, kind, _)| names(*kind));
        let clause = rest.get(..length).unwrap_or_default();
        if named().any(|(meant, ..)| done.contains(&meant)) {
            is_done_named = true;
        } else {
            is_ordered |= clause.iter().any(orders) && named().any(|(meant, ..)| meant == other);
        }
        start += length + 1;
    }
    is_ordered && is_done_named
}

/// It names a device or scene, or tells of what kind it is.
fn names(kind: TouchKind) -> bool {
    matches!(
        kind,
        TouchKind::WholeName
            | TouchKind::Name
            | TouchKind::PartOfName
            | TouchKind::Noun
            | TouchKind::HeadNoun
    )
}

/// A clause ends here.
fn divides(word: &Word<'_>) -> bool {
    let divides = |sense: &Sense| matches!(sense, Sense::Separator(_) | Sense::Conjunction | Sense::Clause);
    word.senses.iter().any(divides)
}

/// It tells what is to be done.
fn orders(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| matches!(sense, Sense::Verb(_)))
}

/// It takes back or refuses what was said, or leaves something out.
fn holds_back(word: &Word<'_>) -> bool {
    let holds_back =
        |sense: &Sense| matches!(sense, Sense::Correction | Sense::Negation(_) | Sense::Except(_));
    word.senses.iter().any(holds_back)
}
