//! Whether more is meant than what is done: "kettle on, and the extractor slow", of which only the kettle was understood.

use lares_language::lexicon::{Reference, Sense};
use lares_reader::TouchKind;
use smallvec::SmallVec;

use super::agreement::meant_by;
use super::clauses::divides;
use super::entities::Meant;
use super::further;
use super::meaning::Meaning;
use super::words::Word;
use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};

/// The network takes the rest for this likely.
const LIKELY: f32 = 0.9;
/// The same where the parser knows that it has not understood all.
const LIKELY_OF_THE_REST: f32 = 0.5;
/// And where it is one thing that a clause of its own orders.
const LIKELY_IN_ITS_CLAUSE: f32 = 0.5;

/// All that is done is meant, and the network is sure of more. What was taken back for something else is not meant any more.
pub(super) fn is_part_of(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let corrects = |word: Word<'_>| word.senses.contains(&Sense::Correction);
    let sure = meaning.sure();
    // 把它关了: one thing, whatever else was spoken of.
    let is_last = |word: Word<'_>| word.senses.contains(&Sense::Reference(Reference::Last));
    let is_one = || match &answer.invocations[..] {
        [it] => meaning.taken.iter().all(|taken| taken.is_called(home, &it.capability_id)),
        _ => false,
    };
    if sure < LIKELY_IN_ITS_CLAUSE
        || is_one() && meaning.said().any(is_last)
        || meaning.taken.len() + meaning.further.len() <= answer.invocations.len()
        || answer.results.iter().any(is_superseded)
        || meaning.said().any(corrects)
    {
        return false;
    }
    // Where the parser knows that it has not understood all, less will do.
    let is_all = answer.results.iter().all(|result| result.decision == Decision::Act);
    let needed = if is_all { LIKELY } else { LIKELY_OF_THE_REST };
    if sure < needed && !orders_one_more(home, answer, meaning) {
        return false;
    }
    let mut commands = meaning.commands(home);
    commands.extend(further::commands(home, meaning));
    let count: usize = commands.iter().map(|command| command.entities.len()).sum();
    let is_meant = |it: &Invocation| {
        let of = meant_by(home, it);
        let own = || commands.iter().filter(|command| command.capability == it.capability_id);
        of.is_some_and(|of| own().any(|own| own.entities.contains(&of)))
    };
    count > answer.invocations.len() && answer.invocations.iter().all(is_meant)
}

/// Something of it was made void by what was said behind it.
fn is_superseded(result: &CommandResult) -> bool {
    result.meta.contains_key("superseded")
}

/// One thing more than what is done is taken for meant, by the network, and a clause that names nothing which is done orders it by
/// its name or its kind. What is done is named in another clause.
fn orders_one_more(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let done: SmallVec<[Meant; 8]> = answer.invocations.iter().filter_map(|it| meant_by(home, it)).collect();
    let mut others = meaning.taken.iter().map(|taken| taken.meant).filter(|meant| !done.contains(meant));
    let (Some(other), None) = (others.next(), others.next()) else { return false };
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let asks = answer.invocations.iter().any(|it| it.kind == InvocationKind::Attribute);
    if asks || meaning.is_any() || words.iter().any(leaves_out) {
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
            is_ordered |= clause.iter().any(Word::is_verb) && named().any(|(meant, ..)| meant == other);
        }
        start += length + 1;
    }
    is_ordered && is_done_named
}

/// It names a device or scene, or tells of what kind it is.
pub(super) fn names(kind: TouchKind) -> bool {
    use TouchKind::{HeadNoun, Name, Noun, PartOfName, WholeName};
    matches!(kind, WholeName | Name | PartOfName | Noun | HeadNoun)
}

/// It refuses something, or leaves it out.
fn leaves_out(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| matches!(sense, Sense::Negation(_) | Sense::Except(_)))
}
