//! What was said comes to nothing that is done: it may be a wish, told by all its words together.

use lares_language::{ParseContext, Understood};

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{SURE, tried};
use crate::pipeline::{Reading, Request};
use crate::result::{CommandResult, Decision, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// How likely the wish must be where nothing was understood, and where something was, of which nothing is done.
const LIKELY: f32 = 0.7;
const LIKELIER: f32 = 0.85;
/// And where a question was understood that can be answered: many wishes are put like one.
const LIKELIEST: f32 = 0.9;

/// The answer to the wish that the words of a request are, where they are likely to be one and something can be done about
/// it.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Option<&Retrieval>,
    context: ParseContext,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.wishes || !home.embedder.is_local() {
        return None;
    }
    let least = match understood {
        None => (LIKELY, Understood::Nothing),
        Some(understood) if only_asks(understood) => (LIKELIEST, Understood::Question),
        Some(understood) if may_be_wish(understood) => (LIKELIER, Understood::Nothing),
        Some(_) => return None,
    };
    let parse = home.vocabulary.wished(request.text, context, least, &mut workspace.language)?;
    let reading = Reading { parse, all_act: false };
    tried(home, conversation, request, reading, workspace, |answer| {
        answer.decision == Decision::Act && !harms(answer)
    })
}

/// Nothing of it is done, it hangs on no condition, and nothing that is sure is only to be settled by asking.
fn may_be_wish(understood: &Retrieval) -> bool {
    let asks = |result: &CommandResult| result.decision == Decision::Ask && result.confidence >= SURE;
    understood.decision != Decision::Act
        && understood.invocations.is_empty()
        && understood.results.iter().all(|result| result.command.conditions.is_empty() && !asks(result))
}

/// All that was understood is a question, of which the answer hangs on nothing.
fn only_asks(understood: &Retrieval) -> bool {
    let mut invocations = understood.invocations.iter();
    understood.decision == Decision::Act
        && invocations.all(|invocation| invocation.kind == InvocationKind::Attribute)
        && understood.results.iter().all(|result| result.command.conditions.is_empty())
}

/// What is told by the words alone is never trusted with what can harm.
fn harms(answer: &Retrieval) -> bool {
    answer.invocations.iter().any(|invocation| invocation.sensitive)
}
