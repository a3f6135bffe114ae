//! What was said comes to nothing, or to more than one thing that was meant: words of it may be a name of the home that was
//! written as it sounds.

use lares_language::command_array::ANY;
use lares_language::{ByEar, ParseContext};

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{SURE, is_for_later, tried};
use crate::pipeline::{Reading, Request};
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// What says of a result that a name of it was told by its sound.
pub(crate) const BY_EAR: &str = "by_ear";

/// The answer to the utterance with the names that were heard, where something is done to just these devices by it.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Option<&Retrieval>,
    context: ParseContext,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.by_ear || understood.is_some_and(|understood| !is_in_doubt(understood)) {
        return None;
    }
    let ByEar { parse, devices, sounds_same, likelier } =
        home.vocabulary.by_ear(request.text, context, &mut workspace.language)?;
    let surely = likelier || sounds_same && understood.is_some_and(names_nothing);
    let plain =
        parse.commands.iter().all(|command| command.spoken.conditions.is_empty() && !command.scheduled);
    if parse.commands.is_empty() || !plain {
        workspace.language.take_back(parse);
        return None;
    }
    let is_meant = |id: &str| {
        devices.iter().any(|device| {
            home.home.devices.get(device.0 as usize).is_some_and(|device| device.id.as_str() == id)
        })
    };
    // Where something was done or asked, nothing but an act is better.
    let all_act =
        understood.is_some_and(|understood| matches!(understood.decision, Decision::Act | Decision::Ask));
    let reading = Reading { parse, all_act };
    let mut answer = tried(home, conversation, request, reading, workspace, |answer| {
        is_better(answer, understood, is_meant, surely)
    })?;
    for result in &mut answer.results {
        result.meta.insert(BY_EAR.into(), true.into());
    }
    Some(answer)
}

/// Not all of it is done, or not surely; and no condition or time is what it waits for.
fn is_in_doubt(understood: &Retrieval) -> bool {
    // A question, or what is done to several things, may be what an owner's mark was taken for.
    let widely = |result: &CommandResult| {
        result.invocations.len() > 1
            || result.invocations.iter().any(|invocation| invocation.kind == InvocationKind::Attribute)
    };
    let unsure = |result: &CommandResult| {
        result.decision != Decision::Act || result.confidence < SURE || widely(result)
    };
    understood.results.iter().any(unsure)
        && understood
            .results
            .iter()
            .all(|result| result.command.conditions.is_empty() && !is_for_later(result))
}

/// Nothing of the home was named by what was understood, which is not sure.
fn names_nothing(understood: &Retrieval) -> bool {
    understood.results.iter().all(|result| result.command.n == ANY && result.confidence < SURE)
}

/// It is done to what was heard, by no more orders than were understood, and what else was done is done as well. Where
/// something was done already, that was done to more than what was heard, or what was heard is likelier.
fn is_better(
    answer: &Retrieval,
    understood: Option<&Retrieval>,
    is_meant: impl Fn(&str) -> bool,
    surely: bool,
) -> bool {
    let done = understood.map(|understood| understood.invocations.as_slice()).unwrap_or_default();
    let of_heard = |invocation: &Invocation| is_meant(invocation.device_id.as_str());
    let heard = |invocations: &[Invocation]| invocations.iter().any(of_heard);
    let acts = answer.decision == Decision::Act
        && answer.results.len() <= understood.map_or(1, |understood| understood.results.len())
        && heard(&answer.invocations)
        && answer.invocations.iter().all(|invocation| of_heard(invocation) || done.contains(invocation));
    // What can harm is asked about.
    let asks = answer.decision == Decision::Ask
        && answer
            .results
            .iter()
            .all(|result| result.candidates.first().is_some_and(|first| is_meant(first.entity_id.as_str())));
    match understood.map(|understood| understood.decision) {
        Some(Decision::Act) => acts && (surely || heard(done) && answer.invocations.len() < done.len()),
        Some(Decision::Ask) => acts,
        _ => {
            acts && done.iter().all(|invocation| answer.invocations.contains(invocation))
                || asks && done.is_empty()
        }
    }
}
