//! What was said comes to nothing, or to a part only, as it was read: the other ways to read it.
//!
//! Words of it may be names of the home that were written as they sound ([`crate::by_ear`]). It may be several orders in one
//! breath ([`crate::divided`]), an order with something told beside it
//! ([`crate::told_beside`]) or a wish, told by all its words together ([`crate::as_wish`]); it is read anew without a word
//! that may have been taken for what it is not ([`crate::anew`]); else a part of it may be all that is meant
//! ([`crate::meant_part`]). The conversation goes on from the reading that is
//! acted on; without one it is as it was.

use lares_language::{ParseContext, Quantifier, Rejection};
use smallvec::SmallVec;

use crate::conversation::Conversation;
use crate::index::CompiledHome;
use crate::meant_part::{self, Whole};
use crate::pipeline::{Reading, Request, Step, retrieve_reading};
use crate::result::{CommandResult, Decision, Retrieval};
use crate::workspace::Workspace;
use crate::{anew, as_wish, by_ear, divided, told_beside};

/// From here on what was understood is sure.
pub(crate) const SURE: f32 = 0.8;
/// An order that something else must be left out of is trusted this far: it is acted on, and never where it can harm.
pub(crate) const LEFT_OUT: f32 = 0.65;

/// Where the words of each command stand in the utterance as it was read ([`lares_language::ParsedCommand::span`]).
pub(crate) type Spans = SmallVec<[(usize, usize); 4]>;

/// The first other reading of all the words that is acted on. `understood` is what came of the reading as usual; `None` where
/// nothing was read. What another parser read is no utterance to be read otherwise, nor is what may answer a question.
pub(crate) fn instead(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Understood<'_>,
    parts: u8,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    let context = context(home, conversation, request)?;
    let answer = understood.answer();
    let is_remark = matches!(understood, Understood::Remark(_));
    // Of a part the other readings are those of the whole.
    if request.is_part && !is_remark {
        return as_wish::instead(home, conversation, request, answer, context, workspace);
    }
    let heard = by_ear::instead(home, conversation, request, answer, context, workspace);
    // What is no remark is only heard otherwise: what someone is told to do may be an order to a robot.
    if heard.is_some() || is_remark {
        return heard;
    }
    (parts > 1)
        .then(|| divided::instead(home, conversation, request, answer, parts, workspace))
        .flatten()
        .or_else(|| told_beside::instead(home, conversation, request, answer, workspace))
        .or_else(|| as_wish::instead(home, conversation, request, answer, context, workspace))
}

/// The same of the words without one that was taken for what it is not, and of a part of them.
pub(crate) fn in_part(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    understood: Understood<'_>,
    spans: &Spans,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    let context = context(home, conversation, request)?;
    let anew = match understood {
        Understood::Remark(_) => None,
        _ if request.is_part => return None,
        _ => anew::instead(home, conversation, request, understood.answer(), context, spans, workspace),
    };
    anew.or_else(|| {
        let whole = match understood {
            Understood::Answer(answer) => Whole::Understood(answer),
            Understood::Nothing => Whole::Rejected(Some(Rejection::NotForTheHome)),
            Understood::Remark(rejection) => Whole::Rejected(rejection),
        };
        meant_part::instead(home, conversation, request, whole, workspace)
    })
}

/// What came of the reading as usual.
#[derive(Clone, Copy)]
pub(crate) enum Understood<'a> {
    /// An answer.
    Answer(&'a Retrieval),
    /// No command, or what nobody asked for.
    Nothing,
    /// No command, for that reason.
    Remark(Option<Rejection>),
}

impl<'a> Understood<'a> {
    /// An answer; nothing where nobody asked for it.
    pub(crate) fn of(answer: &'a Retrieval, unasked: bool) -> Understood<'a> {
        if unasked { Understood::Nothing } else { Understood::Answer(answer) }
    }

    fn answer(self) -> Option<&'a Retrieval> {
        match self {
            Understood::Answer(answer) => Some(answer),
            Understood::Nothing | Understood::Remark(_) => None,
        }
    }
}

/// What a parse may need to know; `None` where nothing is to be read otherwise.
fn context(home: &CompiledHome, conversation: &Conversation, request: &Request<'_>) -> Option<ParseContext> {
    if request.parse.is_some() || conversation.pending(request.now_ms, &home.config).is_some() {
        return None;
    }
    let room = request.room.and_then(|room| home.rooms_of_speaker(room).first().copied());
    let has_recent = conversation.has_recent(request.now_ms, &home.config);
    Some(ParseContext { room, has_recent, ..ParseContext::default() })
}

/// No other reading helps: it hangs on a condition, leaves something out, is to be asked about, or is about a place that the
/// home does not have.
pub(crate) fn is_final(result: &CommandResult) -> bool {
    !result.command.conditions.is_empty()
        // What was left out stays so.
        || result.command.q == Quantifier::Except
        || result.decision == Decision::Ask && result.confidence >= SURE
        || result.meta.contains_key("room_unknown_terms")
}

/// All of it was understood, and nothing but the time keeps it from being done.
pub(crate) fn is_for_later(result: &CommandResult) -> bool {
    let why = result.meta.get("why_not_act").and_then(|why| why.as_array());
    why.is_some_and(|why| why.iter().any(|reason| reason.as_str() == Some("scheduled")))
}

/// Another command of the same breath has made it void, or it was said twice.
pub(crate) fn is_settled(result: &CommandResult) -> bool {
    ["superseded", "told", "repeated"].iter().any(|fate| result.meta.contains_key(*fate))
}

/// The answer to a reading, and the conversation as it goes on from there, where `is_better` holds of it.
pub(crate) fn tried(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    reading: Reading,
    workspace: &mut Workspace,
    is_better: impl Fn(&Retrieval) -> bool,
) -> Option<Retrieval> {
    let mut talk = conversation.clone();
    match retrieve_reading(home, &mut talk, request, Some(reading), workspace) {
        Step::Done(answer) if is_better(&answer) => {
            *conversation = talk;
            Some(answer)
        }
        Step::Done(answer) => {
            take_back(answer, workspace);
            None
        }
        _ => None,
    }
}

/// Takes back what an answer was written in that is not given.
pub(crate) fn take_back(answer: Retrieval, workspace: &mut Workspace) {
    answer.results.into_iter().for_each(|result| workspace.language.take_back_spoken(result.command));
}
