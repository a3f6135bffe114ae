//! What hangs on a condition that no word opens, 报警器一叫就把阀关了: it is read as if it began with one.

use lares_language::Language;

use super::second::{Foresight, reconsider};
use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::pipeline::{Request, Step, read};
use crate::result::{CommandResult, Decision, Retrieval};
use crate::workspace::Workspace;

/// Puts into an answer what is done if what was said first is so; `false`, and as before, where that comes to nothing.
pub(super) fn instead(
    home: &CompiledHome,
    (before, conversation): (&Conversation, &mut Conversation),
    request: &Request<'_>,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) -> bool {
    let opener = match answer.language {
        Language::Chinese => "如果",
        Language::English => "if ",
    };
    let begins = request.text.get(..opener.len()).is_some_and(|text| text.eq_ignore_ascii_case(opener));
    if begins || request.is_part {
        return false;
    }
    let text = format!("{opener}{}", request.text);
    let opened = Request { text: &text, trace: false, ..request.clone() };
    let mut talk = before.clone();
    let mut foresight = Foresight::Unasked;
    let step = read(home, &mut talk, &opened, None, &mut foresight, workspace);
    let Step::Done(mut read) = step else { return false };
    read.parser = answer.parser.clone();
    if matches!(foresight, Foresight::Unasked | Foresight::Asks) {
        reconsider(home, before, &mut talk, &opened, &mut read, workspace);
    }
    let hangs = |result: &CommandResult| result.decision == Decision::Act && !result.conditions.is_empty();
    if read.results.is_empty() || !read.results.iter().all(hangs) {
        return false;
    }
    for result in answer.results.drain(..) {
        workspace.language.take_back_spoken(result.command);
    }
    read.text = std::mem::take(&mut answer.text);
    *answer = read;
    *conversation = talk;
    true
}
