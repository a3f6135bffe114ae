//! What becomes of the question that waits: it is settled, narrowed, taken back, or left for something new.

use lares_home::Act;
use lares_language::command_array::{ANY, LAST, OTHER};
use lares_language::{Language, Parse, ParseContext, ParsedCommand};
use smol_str::SmolStr;

use crate::answer::device_label;
use crate::asked::Settled;
use crate::conversation::{Conversation, PendingQuestion, QuestionAbout};
use crate::follow_up::bare;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::reply::{Asking, Choice, Reply, read};
use crate::result::{Clarification, ClarificationOption, CommandResult, Decision, Retrieval};

/// What an utterance makes of the question.
pub(crate) enum Answered {
    /// Nothing is to be done.
    Cancelled(Box<Retrieval>),
    /// Fewer are left: the question is put again.
    Narrowed { question: Box<PendingQuestion>, retrieval: Box<Retrieval> },
    /// The command runs with the answer.
    Settled { command: Box<ParsedCommand>, settled: Settled, language: Language },
}

/// The answer to the question that waits, if it is one.
pub(crate) fn answered(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
) -> Option<Answered> {
    let question = conversation.pending(request.now_ms, &home.config)?;
    let options = all_options(home, question);
    let choices: Vec<Choice> = options.iter().map(|option| choice(home, option)).collect();
    let asking = Asking {
        choices: &choices,
        offered: question.clarification.options.len(),
        yes_no: question.about == QuestionAbout::Confirmation,
        // What can harm is not left to chance.
        any: !matches!(
            question.command.action.acts.first(),
            Some(Act::Unlock | Act::Open | Act::Disarm) | None
        ),
    };
    let head = Retrieval {
        text: request.text.to_owned(),
        language: question.language,
        parser: SmolStr::new_static("answer"),
        ..Retrieval::default()
    };
    let waiting = || CommandResult {
        command: question.command.spoken.clone(),
        confidence: 1.0,
        ..CommandResult::default()
    };
    let mut plain = false;
    let chosen: Vec<usize> = match read(home, request.text, asking) {
        Reply::New => return None,
        Reply::No => {
            let mut result = waiting();
            result.meta.insert("cancelled".into(), true.into());
            return Some(Answered::Cancelled(Box::new(Retrieval { results: vec![result], ..head })));
        }
        Reply::Yes => (0..asking.offered).collect(),
        Reply::Narrowed(places) => {
            if says_something_else(home, question, request).is_some() {
                return None;
            }
            let left = places.iter().filter_map(|place| options.get(*place)).cloned().collect();
            return Some(narrowed(home, question, left, head, waiting(), request.now_ms));
        }
        Reply::Chosen(places) => places,
        Reply::Plain(places) => {
            plain = true;
            places
        }
    };
    let other = if plain { None } else { says_something_else(home, question, request) };
    let command = match other {
        None => question.command.clone(),
        Some(None) => return None,
        // 右边那盏，调到20: which one, and what is wanted of it now.
        Some(Some(command)) => *command,
    };
    let chosen = chosen.into_iter().filter_map(|place| options.get(place));
    let settled = match question.about {
        QuestionAbout::Commands => Settled::Command(chosen.map(|option| option.id.clone()).next()?),
        QuestionAbout::Devices | QuestionAbout::Confirmation => Settled::Devices(
            chosen
                .flat_map(|option| match &option.device_ids {
                    Some(ids) => ids.clone(),
                    None => vec![option.id.clone()],
                })
                .collect(),
        ),
    };
    Some(Answered::Settled { command: Box::new(command), settled, language: question.language })
}

/// The options that were offered and those that were not.
fn all_options(home: &CompiledHome, question: &PendingQuestion) -> Vec<ClarificationOption> {
    let others = question.others.iter().map(|id| {
        let device = home.device_by_id(id);
        let label = device.map_or_else(String::new, |device| device_label(home, question.language, device));
        ClarificationOption { id: id.clone(), label, device_ids: None }
    });
    question.clarification.options.iter().cloned().chain(others).collect()
}

fn choice(home: &CompiledHome, option: &ClarificationOption) -> Choice {
    let index = home.device_by_id(&option.id);
    let device = index.and_then(|index| home.device(index));
    let room = index.and_then(|index| home.room_of(index));
    let names = device.into_iter().flat_map(|device| std::iter::once(&device.name).chain(&device.aliases));
    let rooms = room.into_iter().flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
    let label = std::iter::once(option.label.as_str()).filter(|_| index.is_none());
    let called = names.chain(rooms).map(SmolStr::as_str);
    Choice { device: index, names: label.chain(called).map(bare).collect() }
}

/// The question again, about fewer.
fn narrowed(
    home: &CompiledHome,
    question: &PendingQuestion,
    mut left: Vec<ClarificationOption>,
    head: Retrieval,
    mut result: CommandResult,
    now_ms: u64,
) -> Answered {
    let others = left.split_off(left.len().min(home.config.max_clarification_options));
    let clarification = Clarification { question: question.clarification.question.clone(), options: left };
    let question = PendingQuestion {
        clarification: clarification.clone(),
        others: others.into_iter().map(|option| option.id).collect(),
        at_ms: now_ms,
        ..question.clone()
    };
    result.decision = Decision::Ask;
    result.hint = Some("need_clarification".into());
    result.clarification = Some(clarification);
    Answered::Narrowed {
        question: Box::new(question),
        retrieval: Box::new(Retrieval { decision: Decision::Ask, results: vec![result], ..head }),
    }
}

/// Whether the utterance does something other than the command that waits: `Some(None)` where that makes it a request of
/// its own, `Some` command where it is to be done to what it chooses.
fn says_something_else(
    home: &CompiledHome,
    question: &PendingQuestion,
    request: &Request<'_>,
) -> Option<Option<Box<ParsedCommand>>> {
    let local;
    let parse: &Parse = match request.parse {
        Some(parse) => parse,
        None => {
            let context = ParseContext { has_recent: true, asked: true, room: None };
            local =
                home.parse_in(request.text, context, request.room, &mut lares_language::Workspace::default());
            &local
        }
    };
    let waits = &question.command.action;
    let is_other = |command: &&ParsedCommand| {
        let action = &command.action;
        let says = !action.acts.is_empty() && command.again.is_none() && !command.wish;
        let differs = action.acts.first() != waits.acts.first()
            || action.value.is_some() && action.value != waits.value;
        says && differs
    };
    let mut others = parse.commands.iter().filter(is_other);
    let other = others.next()?;
    let nameless = matches!(other.spoken.n.as_str(), ANY | LAST | OTHER);
    let asks = other.action.is_query() != waits.is_query();
    let alone = parse.commands.len() == 1 && question.about != QuestionAbout::Commands;
    Some((nameless && !asks && alone).then(|| Box::new(other.clone())))
}
