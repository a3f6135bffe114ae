//! What the network takes the request as a whole for: something that hangs on a condition, or that only a question settles.

use lares_home::catalogue::catalogue;
use lares_home::{Act, Property};
use lares_language::lexicon::Sense;

use super::meaning::{LIKELY_TO_HANG, Meaning};
use super::needed::is_refused;
use super::words::Word;
use crate::conversation::{Conversation, LastAction};
use crate::index::CompiledHome;
use crate::otherwise::is_for_later;
use crate::pipeline::Request;
use crate::result::{Decision, Retrieval};

/// So likely only a question back can settle what is meant.
const LIKELY_OF_ASKING: f32 = 0.45;
/// The same where what can harm would be done.
const LIKELY_OF_ASKING_ABOUT_HARM: f32 = 0.8;

/// It hangs on a condition, and the parser has heard none.
pub(super) fn hangs_on_unheard(answer: &Retrieval, meaning: &Meaning) -> bool {
    meaning.hangs >= LIKELY_TO_HANG
        && answer.results.iter().all(|result| result.command.conditions.is_empty())
}

/// "It's freezing in here", where two things heat: any of them will help, and which of them is asked.
pub(super) fn has_to_choose(answer: &Retrieval, meaning: &Meaning) -> bool {
    let complains = |word: &Word<'_>| word.senses.iter().any(|sense| matches!(sense, Sense::Wish(_)));
    answer.decision == Decision::Ask
        && meaning.said().any(|word| complains(&word))
        && meaning.said().all(|word| complains(&word) || !word.is_verb())
        && meaning.taken.len() > 1
}

/// The states of what was asked about, of which an order says that it may be so already.
const SETTLED: [&str; 4] = ["state", "onoff", "open_state", "lock_state"];

/// Something is done with just what was asked about before, and no more is said than how that is: 浴霸关了吗, and then 没关就关. That it may
/// be so already changes nothing.
pub(super) fn is_of_what_was_asked(
    home: &CompiledHome,
    before: &Conversation,
    request: &Request<'_>,
    answer: &Retrieval,
    meaning: &Meaning,
) -> bool {
    let asks = |last: &LastAction| last.action.acts.first() == Some(&Act::Query);
    let recent = before.recent(request.now_ms, &home.config);
    !answer.invocations.is_empty()
        && meaning.said().all(|word| says_how_it_is(&word))
        && before.last_action(request.now_ms, &home.config).is_some_and(asks)
        && answer.invocations.iter().all(|it| recent.contains(&it.device_id.as_str()))
}

/// It tells whether what was asked about is so, or is a word of an order that names nothing.
fn says_how_it_is(word: &Word<'_>) -> bool {
    let settled = |state: Property| SETTLED.iter().any(|id| catalogue().property(id) == Some(state));
    let tells_otherwise = |sense: &Sense| match sense {
        Sense::State(state) => !settled(state.property),
        Sense::Time(_) | Sense::Person(_) | Sense::Number(_) => true,
        _ => false,
    };
    let is_plain = |sense: &Sense| {
        matches!(
            sense,
            Sense::State(_)
                | Sense::Verb(_)
                | Sense::Condition(_)
                | Sense::Negation(_)
                | Sense::Particle(_)
                | Sense::Reference(_)
                | Sense::Comparison(_)
                | Sense::Separator(_)
        )
    };
    word.senses.iter().any(is_plain)
        && (!word.senses.iter().any(tells_otherwise)
            || word
                .senses
                .iter()
                .any(|sense| matches!(sense, Sense::State(state) if settled(state.property))))
}

/// Only a question back settles it; an answer to one is none that has to be asked about.
pub(super) fn is_to_be_asked(
    home: &CompiledHome,
    before: &Conversation,
    request: &Request<'_>,
    answer: &Retrieval,
    meaning: &Meaning,
) -> bool {
    let harms = answer.invocations.iter().any(|invocation| invocation.sensitive);
    let least = if harms { LIKELY_OF_ASKING_ABOUT_HARM } else { LIKELY_OF_ASKING };
    meaning.ask >= least
        && answer.decision != Decision::Ask
        && !answer.results.iter().any(|result| is_refused(result) || is_for_later(result))
        && before.pending(request.now_ms, &home.config).is_none()
}
