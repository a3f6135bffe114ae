//! What was said comes to nothing: it may be an order with something told beside it, and no pause between.

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{LEFT_OUT, is_final, is_settled, tried};
use crate::pipeline::{Reading, Request};
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// An order that was heard word for word is trusted so far.
const PLAIN: f32 = 0.95;

/// The answer to the longest order that ends where something begins to be told, or begins where it ends.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Option<&Retrieval>,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.divided || understood.is_some_and(|understood| !comes_to_nothing(understood)) {
        return None;
    }
    for place in home.vocabulary.order_places(request.text, &mut workspace.language) {
        let leads = place.start == 0;
        let Some(mut parse) = home.vocabulary.parse_order(request.text, place, &mut workspace.language)
        else {
            continue;
        };
        // "Unlock the front door my sister's out there": what can harm is said plainly, and first.
        if leads && parse.commands.iter().all(|command| command.confidence >= PLAIN) {
            let reading = Reading { parse: parse.clone(), all_act: true };
            let answer = tried(home, conversation, request, reading, workspace, |answer| {
                answer.decision == Decision::Act && answer.invocations.iter().all(may_harm)
            });
            if answer.is_some() {
                return answer;
            }
        }
        for command in &mut parse.commands {
            command.confidence = command.confidence.min(LEFT_OUT);
        }
        let reading = Reading { parse, all_act: true };
        let answer = tried(home, conversation, request, reading, workspace, |answer| {
            answer.decision == Decision::Act
                && answer.results.iter().all(|result| !result.invocations.is_empty())
                && answer.invocations.iter().all(is_harmless)
        });
        if answer.is_some() {
            return answer;
        }
    }
    None
}

fn may_harm(invocation: &Invocation) -> bool {
    invocation.kind == InvocationKind::Command && invocation.sensitive
}

/// An order that cannot harm.
fn is_harmless(invocation: &Invocation) -> bool {
    invocation.kind == InvocationKind::Command && !invocation.sensitive
}

/// No order is done, it hangs on no condition, and nothing of it is to be settled by asking.
fn comes_to_nothing(understood: &Retrieval) -> bool {
    let orders = |result: &CommandResult| {
        result.decision == Decision::Act
            && result.invocations.iter().any(|invocation| invocation.kind == InvocationKind::Command)
    };
    !understood.results.iter().any(|result| orders(result) || is_final(result) || is_settled(result))
}
