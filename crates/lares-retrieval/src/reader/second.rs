//! Which of two readings holds: that of the parser, or that of the network.
//!
//! Where nothing would be done, what the network is sure of is; where the network is sure that something else was meant, that is
//! done instead; and what the network takes for all but impossible is left to an agent. What can harm is never done on its word
//! alone, and left to an agent where the network does not bear it out.

use lares_language::command_array::{LAST, OTHER};

use super::act;
use super::example::Meant;
use super::meaning::{Meaning, meaning};
use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{SURE, is_final, is_for_later};
use crate::pipeline::Request;
use crate::result::{CommandResult, Decision, Invocation, Retrieval};
use crate::workspace::Workspace;

/// Where nothing was understood, the network is sure of what it takes for this likely, and of nothing else beside it.
const LIKELY: f32 = 0.8;
/// And where something was understood of which nothing is done.
const LIKELIER: f32 = 0.9;
/// What it takes for no likelier than this gives way to what it is sure of.
const HARDLY: f32 = 0.1;
/// What it takes for less likely was not meant: the network notes nothing below that.
const UNLIKELY: f32 = 0.02;
/// The same of what can harm: a wrong act is the worst that can be done.
const UNLIKELY_HARM: f32 = 0.1;
/// A question that offers no more than this is a choice between things that are as near.
const FEW: usize = 2;
/// How sure the answer is of what only the network has read.
const CONFIDENCE: f32 = 0.65;
/// Why nothing is done.
const DISAGREES: &str = "second_reading";

/// What becomes of an answer, and of the conversation, when the network has read the request as well. `before` is the conversation
/// before the answer.
pub(crate) fn reconsider(
    home: &CompiledHome,
    before: Conversation,
    conversation: &mut Conversation,
    request: &Request<'_>,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) {
    if !home.config.stages.reader || request.parse.is_some() || answer.parser != "local" {
        return;
    }
    let acts = !answer.invocations.is_empty();
    let harms = answer.invocations.iter().any(|invocation| invocation.sensitive);
    let hangs = |result: &CommandResult| !result.command.conditions.is_empty();
    if answer.results.iter().any(if acts { is_told_by_before } else { is_settled }) {
        return;
    }
    let Some(meaning) = meaning(home, &before, request, workspace) else { return };
    // Of several orders that were understood, the network may have missed one: what was said plainly is done.
    if acts && !harms && answer.results.len() > 1 && does_all(home, answer, &meaning) {
        return;
    }
    let agreed = answer.invocations.iter().map(|it| likelihood(home, &meaning, it)).fold(1.0, f32::min);
    let needed = match answer.decision {
        Decision::Act | Decision::None => LIKELY,
        Decision::Pass | Decision::Ask => LIKELIER,
    };
    let differs = !acts || agreed <= HARDLY && !harms && !answer.results.iter().any(hangs);
    if differs && !meaning.commands.is_empty() && meaning.sure() >= needed && !can_harm(home, &meaning) {
        let mut talk = before;
        if let Some(instead) = act::act(home, &mut talk, request, &meaning, CONFIDENCE, workspace) {
            *conversation = talk;
            *answer = instead;
            return;
        }
    }
    let least = if harms { UNLIKELY_HARM } else { UNLIKELY };
    if acts && agreed <= least {
        for result in &mut answer.results {
            if result.decision == Decision::Act {
                result.hand_over(DISAGREES);
            }
        }
        answer.invocations.clear();
        answer.decision = Decision::Pass;
    }
}

/// Whether an answer does all that is meant, and maybe more.
fn does_all(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let does = |meant: &Meant, capability: &str| {
        answer
            .invocations
            .iter()
            .any(|it| it.capability_id == capability && meant_by(home, it) == Some(*meant))
    };
    !meaning.commands.is_empty()
        && meaning
            .commands
            .iter()
            .all(|command| command.entities.iter().all(|meant| does(meant, &command.capability)))
}

/// What an invocation is about.
fn meant_by(home: &CompiledHome, invocation: &Invocation) -> Option<Meant> {
    let scene =
        || home.home.scenes.iter().position(|scene| scene.id == invocation.device_id).map(Meant::Scene);
    home.device_by_id(&invocation.device_id).map(Meant::Device).or_else(scene)
}

/// No other reading helps: it hangs on a condition or the time, leaves something out, names what is not there, sets what cannot be
/// set, or is asked about because few things are as near.
fn is_settled(result: &CommandResult) -> bool {
    let asks = result.clarification.as_ref().is_some_and(|asked| asked.options.len() <= FEW);
    is_final(result) || is_for_later(result) || result.meta.contains_key("argument_error") || asks
}

/// What goes on from what was said and done before, and surely so, the parser knows better.
fn is_told_by_before(result: &CommandResult) -> bool {
    result.confidence >= SURE && matches!(result.command.n.as_str(), LAST | OTHER)
}

/// How likely the network takes an invocation for meant; certain where it cannot tell.
fn likelihood(home: &CompiledHome, meaning: &Meaning, invocation: &Invocation) -> f32 {
    let meant = meant_by(home, invocation);
    meant.and_then(|meant| meaning.likelihood(meant, &invocation.capability_id)).unwrap_or(1.0)
}

/// Something that is meant can harm.
fn can_harm(home: &CompiledHome, meaning: &Meaning) -> bool {
    meaning.commands.iter().any(|command| {
        command.entities.iter().any(|meant| match meant {
            Meant::Scene(_) => false,
            Meant::Device(device) => home.device(*device).is_some_and(|it| {
                home.capabilities(it.profile)
                    .filter(|capability| home.capability_id(*capability) == command.capability)
                    .any(|capability| home.is_sensitive(*device, capability))
            }),
        })
    })
}
