//! What was told was read as a question, as a thing was named and nothing was to be done about it: nobody asked, so nothing is
//! answered (今天冷气吹了一整天电费一定很恐怖).

use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::result::{Decision, InvocationKind, Retrieval};
use crate::workspace::Workspace;

/// Whether all that would be done is to answer a question that nobody asked.
pub(crate) fn answers_nobody(
    home: &CompiledHome,
    request: &Request<'_>,
    answer: &Retrieval,
    workspace: &mut Workspace,
) -> bool {
    let reads = || answer.invocations.iter().all(|one| one.kind == InvocationKind::Attribute);
    request.parse.is_none()
        && answer.decision == Decision::Act
        && !answer.invocations.is_empty()
        && reads()
        && home.vocabulary.only_tells(request.text, &mut workspace.language)
}

/// Takes the answer back.
pub(crate) fn take_back(answer: &mut Retrieval) {
    for result in &mut answer.results {
        result.hand_over("unasked");
        result.decision = Decision::None;
    }
    answer.invocations.clear();
    answer.decision = Decision::None;
}
