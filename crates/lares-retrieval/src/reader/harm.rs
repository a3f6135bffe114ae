//! Whether what the network takes for meant may be done although it can harm.
//!
//! The less the parser makes of it, and the more is told in the same breath, the surer the network has to be; where the parser took it
//! for refused or told of others, or its name may be another thing's, it never is.

use lares_language::lexicon::{Person, Sense};
use lares_reader::TouchKind;
use smallvec::SmallVec;

use super::entities::Meant;
use super::meaning::{Meaning, Taken};
use super::more::names;
use super::needed::is_refused;
use super::told_to::is_told_to_someone;
use super::words::Word;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::reach;
use crate::result::{Candidate, CommandResult, Retrieval};

/// The network takes it for at least this likely where the parser considered it as well.
const LIKELY: f32 = 0.9;
/// The same where the parser did not, nothing names it, something else is told in the same breath, more than one thing is meant that can
/// harm, something was taken back, or a word is not known.
const LIKELY_ALONE: f32 = 0.97;
/// And where the parser doubts that it is an order, or more than one of these is so of what hangs on a condition.
const LIKELY_OF_TANGLED: f32 = 0.99;

/// The same of watering plants.
const LIKELY_OF_WATER: f32 = 0.98;

/// Something that is meant can harm, and the parser does not make the same of it, or the network is not as sure as that needs. `is_new` says
/// that nothing was done or spoken of before.
pub(super) fn harms_alone(
    home: &CompiledHome,
    request: &Request<'_>,
    answer: &Retrieval,
    (meaning, is_new): (&Meaning, bool),
) -> bool {
    let mut harmful = meaning.taken.iter().filter(|taken| taken.is_sensitive(home)).peekable();
    if harmful.peek().is_none() {
        return false;
    }
    // "Water the roses": of two valves both are watered with only where each is named.
    let is_named = |taken: &Taken| {
        let mut touches = meaning.touches(0..meaning.said().count());
        touches.any(|(meant, _, kind, _)| meant == taken.meant && is_name(kind))
    };
    let is_clear = harmful.clone().count() == 1 || harmful.clone().all(is_named);
    if is_clear && harmful.clone().all(|taken| waters(home, meaning, *taken)) {
        return false;
    }
    request.is_part
        || is_told_to_someone(home, meaning)
        || harmful.any(|taken| !is_certain(home, answer, (meaning, is_new), *taken))
}

/// It is called by its name or a part of it.
fn is_name(kind: TouchKind) -> bool {
    matches!(kind, TouchKind::WholeName | TouchKind::Name | TouchKind::PartOfName)
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

/// The network is as certain of it as that needs, and the parser does not doubt that it is an order.
fn is_certain(
    home: &CompiledHome,
    answer: &Retrieval,
    (meaning, is_new): (&Meaning, bool),
    taken: Taken,
) -> bool {
    let Meant::Device(device) = taken.meant else { return false };
    let (Some(device), Some(capability)) = (home.device(device), taken.capability(home)) else {
        return false;
    };
    let own = home.capability_id(capability);
    let is_this = |candidate: &Candidate| candidate.entity_id == device.id && candidate.capability_id == *own;
    let reads = answer.results.iter().any(|result| result.candidates.iter().any(is_this));
    let beside = beside(meaning);
    if beside >= Beside::Told || answer.results.iter().any(is_refused) {
        return false;
    }
    // Two doors are seldom to be opened at once, and what was said and taken back is easily misread, and so is a name with a word that
    // nobody knows.
    let is_several = several_harm(home, meaning);
    let is_tangled = is_several || beside == Beside::Unknown || meaning.said().any(|word| takes_back(&word));
    let words = meaning.said().count();
    let mut touches = meaning.touches(0..words);
    let has_name = touches.any(|(meant, _, kind, _)| meant == taken.meant && names(kind));
    let is_named = reads || has_name;
    let is_doubted = answer.results.iter().any(is_doubtful);
    let needed = match (reads && beside != Beside::Behind, is_tangled) {
        (true, false) if !is_doubted && beside != Beside::Before => LIKELY,
        // "Undo that": what goes on from something takes a plain order.
        _ if (is_several || !is_new && !is_named) && !has_name => return false,
        _ if meaning.hangs_on_nothing() => {
            if is_doubted {
                LIKELY_OF_TANGLED
            } else {
                LIKELY_ALONE
            }
        }
        // Of what hangs on something nobody guesses who does it.
        _ if is_doubted || beside == Beside::Before || !is_named => return false,
        (true, true) => LIKELY_OF_TANGLED,
        (false, false) => LIKELY_ALONE,
        (_, _) => return false,
    };
    meaning.sure().min(meaning.likelihood(taken.meant, own).unwrap_or_default()) >= needed
}

/// More than one of what is meant can harm.
fn several_harm(home: &CompiledHome, meaning: &Meaning) -> bool {
    meaning.taken.iter().filter(|taken| taken.is_sensitive(home)).count() > 1
}

/// It takes back what was said, or refuses it.
fn takes_back(word: &Word<'_>) -> bool {
    word.senses.iter().any(|sense| matches!(sense, Sense::Correction | Sense::Negation(_)))
}

/// The parser doubts that it is an order at all.
fn is_doubtful(result: &CommandResult) -> bool {
    let why = result.meta.get("why_not_act").and_then(|why| why.as_array());
    why.is_some_and(|why| why.iter().any(|why| why == "doubtful_order"))
}

/// What stands between the same two marks as an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Beside {
    /// Nothing else.
    Nothing,
    /// Someone, or another thing than what is meant, is spoken of behind the order: "unlock the side door for the plumber".
    Behind,
    /// A word that is not known.
    Unknown,
    /// Someone or another thing before it, or more than one word that is not known: "let the piano tuner in the back, unlock it".
    Before,
    /// The same, and it begins with someone: "nan wants her tea in the shed unlock the side door" may be told.
    Told,
    /// What is not known, or another thing, right before the name: "the wireless side door" may be another.
    Qualified,
}

/// It is a mark, and no pause that is only likely between two English words.
fn is_mark(word: &Word<'_>) -> bool {
    let is_latin = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_alphanumeric());
    word.is_pause() && !(word.letters == [' '] && word.beside.into_iter().all(is_latin))
}

fn beside(meaning: &Meaning) -> Beside {
    let meant: SmallVec<[Meant; 4]> = meaning.taken.iter().map(|taken| taken.meant).collect();
    let mut words = meaning.said().enumerate().peekable();
    let mut most = Beside::Nothing;
    while words.peek().is_some() {
        let (mut orders, mut before, mut behind, mut qualified, mut unknown) =
            (false, false, false, false, 0);
        let (mut begins_with_someone, mut is_of_it) = (None, false);
        for (place, word) in words.by_ref().take_while(|(_, word)| !is_mark(word)) {
            let says = |is: fn(&Sense) -> bool| word.senses.iter().any(is);
            orders |= word.is_verb();
            let is_other = says(|sense| matches!(sense, Sense::Name(_) | Sense::Noun(_)))
                && meaning.distance(&meant, place) != Some(0);
            let tells = is_other || says(|sense| matches!(sense, Sense::Person(_) | Sense::Speech(_)));
            let is_someone = says(|sense| match sense {
                Sense::Person(person) => *person != Person::Speaker,
                Sense::Possessive(_) => true,
                _ => false,
            });
            begins_with_someone.get_or_insert(is_someone || word.senses.is_empty());
            is_of_it |= meaning.distance(&meant, place) == Some(0);
            before |= tells && !orders;
            behind |= tells && orders;
            let is_unknown = word.senses.is_empty();
            unknown += usize::from(is_unknown);
            qualified |= (is_unknown || is_other) && meaning.distance(&meant, place + 1) == Some(0);
        }
        let of_this = match unknown {
            _ if !orders => Beside::Nothing,
            _ if qualified => Beside::Qualified,
            _ if (before || unknown > 1) && is_of_it && begins_with_someone == Some(true) => Beside::Told,
            0 | 1 if before => Beside::Before,
            0 if behind => Beside::Behind,
            0 => Beside::Nothing,
            1 => Beside::Unknown,
            _ => Beside::Before,
        };
        most = most.max(of_this);
    }
    most
}
