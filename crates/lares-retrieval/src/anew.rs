//! What was said comes to nothing, or to a part only: a word of it may have been taken for what it is not, and it is read
//! anew without it.

use lares_language::command_array::{ANY, LAST, OTHER};
use lares_language::{Doubt, Parse, ParseContext};

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{LEFT_OUT, Spans, is_final, is_for_later, tried};
use crate::pipeline::{Reading, Request};
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// The answer to the first other reading that is wholly acted on, for one thing that was named.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Option<&Retrieval>,
    context: ParseContext,
    spans: &Spans,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.anew || understood.is_some_and(|understood| !lacks_something(understood)) {
        return None;
    }
    let done = understood.map(|understood| understood.invocations.as_slice()).unwrap_or_default();
    for doubt in home.vocabulary.doubts(request.text, &mut workspace.language) {
        if understood.is_some_and(|understood| is_of_what_is_done(&doubt, understood, spans)) {
            continue;
        }
        let mut parse = home.vocabulary.parse_without(request.text, doubt, context, &mut workspace.language);
        if !is_plain(&parse, understood) {
            workspace.language.take_back(parse);
            continue;
        }
        for command in &mut parse.commands {
            command.confidence = command.confidence.min(LEFT_OUT);
        }
        let reading = Reading { parse, all_act: true };
        let answer = tried(home, conversation, request, reading, workspace, |answer| {
            is_better(answer, done, doubt.of_setting)
        });
        if answer.is_some() {
            return answer;
        }
    }
    None
}

/// A word of an order that is done, and of no other: without it nothing more would be done.
fn is_of_what_is_done(doubt: &Doubt, understood: &Retrieval, spans: &Spans) -> bool {
    let done = |result: &CommandResult| result.decision == Decision::Act;
    let mut with_spans = understood.results.iter().zip(spans);
    understood.results.len() == spans.len()
        && with_spans.clone().any(|(result, span)| done(result) && doubt.is_within(*span))
        && !with_spans.any(|(result, span)| !done(result) && doubt.overlaps(*span))
}

/// Some of it is not done that another reading may do.
fn lacks_something(understood: &Retrieval) -> bool {
    understood.results.iter().any(|result| result.decision != Decision::Act)
        // "Mute the echo at eight": it is to be done, and later.
        && !understood.results.iter().any(|result| is_final(result) || is_for_later(result))
}

/// One order to something that is named, and no fewer orders than were understood. A complaint about a place is none about
/// another.
fn is_plain(parse: &Parse, understood: Option<&Retrieval>) -> bool {
    let named = |n: &str| !matches!(n, ANY | LAST | OTHER);
    let count = understood.map_or(1, |understood| understood.results.len());
    parse.commands.len() == count
        && parse.commands.iter().all(|command| {
            named(&command.spoken.n)
                && (!command.wish || command.implied)
                && !command.doubtful
                && !command.scheduled
                && command.spoken.conditions.is_empty()
        })
}

/// All of it is done, what was done before with it, each command to one thing, and none of it is a question or can harm.
/// Where what was set is doubted, nothing is set instead.
fn is_better(answer: &Retrieval, done: &[Invocation], of_setting: bool) -> bool {
    let harmless = |invocation: &Invocation| {
        let sets = of_setting && invocation.argument.is_some();
        !invocation.sensitive && !sets && invocation.kind == InvocationKind::Command
            || done.contains(invocation)
    };
    answer.decision == Decision::Act
        && answer.invocations.iter().all(harmless)
        && done.iter().all(|invocation| answer.invocations.contains(invocation))
        && answer.results.iter().all(|result| {
            let known = result.invocations.iter().all(|invocation| done.contains(invocation));
            result.decision == Decision::Act && (result.invocations.len() == 1 || known)
        })
}
