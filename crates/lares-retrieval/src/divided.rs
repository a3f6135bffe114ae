//! Of several orders in one breath a part comes to nothing: each may be whole by itself, and is read without the others.

use lares_language::Divided;

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::otherwise::{SURE, is_final, is_settled, tried};
use crate::pipeline::{Reading, Request};
use crate::result::{CommandResult, Decision, Invocation, Retrieval};
use crate::workspace::Workspace;

/// The answer to the parts of a request, where every one of them is acted on and there are more of them than were
/// understood. `parts` is how many there may be.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Option<&Retrieval>,
    parts: u8,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    if !home.config.stages.divided || understood.is_some_and(|understood| !may_lack_a_part(understood, parts))
    {
        return None;
    }
    let Divided { parse, corrects, silent } =
        home.vocabulary.parse_divided(request.text, &mut workspace.language)?;
    let acted = understood.map_or(0, acted_on);
    let count = parse.commands.len();
    let right_already = if corrects {
        acted > 0 && understood.is_some_and(is_sure)
    } else {
        count < acted || silent && count == acted
    };
    if right_already {
        workspace.language.take_back(parse);
        return None;
    }
    let reading = Reading { parse, all_act: true };
    tried(home, conversation, request, reading, workspace, |answer| {
        let may_harm = silent && answer.invocations.iter().any(|invocation| invocation.sensitive);
        answer.decision == Decision::Act
            && answer.results.iter().all(|result| !result.invocations.is_empty() && !is_settled(result))
            && (corrects || understood.is_none_or(|understood| keeps(answer, understood, count > acted)))
            && !may_harm
    })
}

/// All that was done is done. Where there are no more commands than before, the same things are done something to: "unmute
/// the soundbar and blinds half open" is half of nothing but the blinds.
fn keeps(answer: &Retrieval, understood: &Retrieval, more: bool) -> bool {
    fn devices(of: &Retrieval) -> impl Iterator<Item = &str> {
        of.invocations.iter().map(|invocation| invocation.device_id.as_str())
    }
    if more {
        return understood.invocations.iter().all(|invocation| answer.invocations.contains(invocation));
    }
    // "Dim the lamp and the strip to 20", "open the curtains and blinds halfway": the value is of both.
    let takes_no_value = |other: &Invocation| {
        let command = other.capability_id.rsplit_once('-').map_or("", |(_, command)| command);
        other.argument.is_none() && !matches!(command, "on" | "open")
    };
    let told_apart = |invocation: &Invocation| {
        let mut own = answer.invocations.iter().filter(|own| own.device_id == invocation.device_id);
        own.any(|own| own == invocation || takes_no_value(own))
    };
    understood.invocations.iter().all(told_apart)
        && devices(answer).all(|device| devices(understood).any(|other| other == device))
}

/// How many of its commands are acted on.
fn acted_on(understood: &Retrieval) -> usize {
    understood.results.iter().filter(|result| does_something(result)).count()
}

fn does_something(result: &CommandResult) -> bool {
    result.decision == Decision::Act && !result.invocations.is_empty()
}

/// All of it is done, and surely.
fn is_sure(understood: &Retrieval) -> bool {
    understood.results.iter().all(|result| does_something(result) && result.confidence >= SURE)
}

/// Fewer commands are acted on than were said, or one may have lent another its value; it hangs on no condition, and nothing
/// of it is to be settled by asking.
fn may_lack_a_part(understood: &Retrieval, parts: u8) -> bool {
    let acted = acted_on(understood);
    (acted < usize::from(parts) || acted == usize::from(parts) && shares_a_value(understood))
        && !understood.results.iter().any(|result| is_final(result) || is_settled(result))
}

/// Two commands set the same: one may have lent it the other.
fn shares_a_value(understood: &Retrieval) -> bool {
    let mut set =
        understood.results.iter().filter_map(|result| result.invocations.first()?.argument.as_ref());
    let first = set.next();
    first.is_some() && set.any(|other| Some(other) == first)
}
