//! The whole way from a request to its answer.

use std::borrow::Cow;
use std::collections::HashMap;

use lares_language::{BorneOut, Parse, ParseContext, ParsedCommand, Rejection, SpokenCommand};
use smol_str::SmolStr;

use crate::again;
use crate::answered::{Answered, answered};
use crate::asked::{Asked, Finished, Outcome};
use crate::borne_out;
use crate::command;
use crate::contradicted;
use crate::conversation::Conversation;
use crate::decide::overall;
use crate::device_set::DeviceSet;
use crate::elsewhere;
use crate::frozen;
use crate::in_one_breath;
use crate::index::CompiledHome;
use crate::just_done;
use crate::one_of_last;
use crate::only_switched;
use crate::otherwise::{self, Spans, Understood};
use crate::postings::add;
use crate::reader::second::{self, Foresight};
use crate::result::{CommandResult, CommandTrace, Decision, Retrieval};
use crate::told_by;
use crate::turned;
use crate::unasked;
use crate::uncertain;
use crate::which_now;
use crate::workspace::Workspace;

/// One request. `Default` has no room, the configured top-k, and no trace.
#[derive(Debug, Clone, Default)]
pub struct Request<'a> {
    /// What was said.
    pub text: &'a str,
    /// The id (or name) of the room where the speaker stands.
    pub room: Option<&'a str>,
    /// The number of candidates, where it is not the configured one.
    pub top_k: Option<usize>,
    /// The caller's clock, in milliseconds; it never goes back within a conversation.
    pub now_ms: u64,
    /// Whether the answer says what each stage did.
    pub trace: bool,
    /// A parse that another parser made; without one the local parser reads the text.
    pub parse: Option<&'a Parse>,
    /// Where `parse` came from (`llm`); ignored without one.
    pub parser: &'a str,
    /// Errors of that parser, for `meta.parser_errors`.
    pub parser_errors: &'a [String],
    /// What earlier steps asked for.
    pub supplied: Supplied,
    /// Nothing is said after it in its conversation, so that what would be remembered for later need not be.
    pub last: bool,
    /// It is a part of what was said, and not to be parted further.
    pub is_part: bool,
}

/// What the caller has fetched for a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Supplied {
    /// Query vectors by their text, as asked for by [`Step::NeedVectors`]. A text that could not be embedded has an
    /// empty vector.
    pub vectors: HashMap<String, Vec<f32>>,
    /// Answers to [`Step::NeedArbitration`], by the command's place in the request.
    pub arbitrations: HashMap<usize, ArbitrationAnswer>,
}

/// What retrieval has come to. Unless it is `Done`, nothing is remembered yet: fetch what is wanted, put it into
/// [`Request::supplied`] and call [`retrieve`] again.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The answer.
    Done(Retrieval),
    /// The vectors of these texts are wanted.
    NeedVectors(Vec<String>),
    /// A model should choose between commands.
    NeedArbitration(ArbitrationRequest),
}

/// A closed choice between commands.
#[derive(Debug, Clone, PartialEq)]
pub struct ArbitrationRequest {
    /// The command's place in the request, from 0: the key in [`Supplied::arbitrations`].
    pub command: usize,
    /// What was said.
    pub text: String,
    /// The action as spoken.
    pub action: String,
    /// What can be chosen.
    pub options: Vec<ArbitrationOption>,
}

/// One of the choices.
#[derive(Debug, Clone, PartialEq)]
pub struct ArbitrationOption {
    /// The command.
    pub capability_id: String,
    /// What it does.
    pub description: String,
    /// How many of the devices meant have it.
    pub device_count: usize,
    /// Some of them: name and room.
    pub examples: Vec<(SmolStr, Option<SmolStr>)>,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub enum ArbitrationAnswer {
    /// The option's place, from 0.
    Choice(usize),
    /// A question for the person.
    Question(String),
    /// It gave no usable answer, or could not be reached.
    Nothing,
}

/// Retrieves the devices and commands that a request means.
pub fn retrieve(home: &CompiledHome, conversation: &mut Conversation, request: &Request<'_>) -> Step {
    retrieve_in(home, conversation, request, &mut Workspace::default())
}

/// [`retrieve`] in the memory of earlier requests, of whatever home: the answer is the same, and sooner there.
pub fn retrieve_in(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    workspace: &mut Workspace,
) -> Step {
    let before = conversation.clone();
    let mut foresight = Foresight::Unasked;
    let mut step = read(home, conversation, request, None, &mut foresight, workspace);
    if let Step::Done(answer) = &mut step
        && matches!(foresight, Foresight::Unasked | Foresight::Asks)
    {
        second::reconsider(home, &before, conversation, request, answer, workspace);
    }
    if matches!(step, Step::Done(_)) && !request.last {
        conversation.hear(request.text, request.now_ms);
    }
    step
}

/// Another reading of a request than the first, which came to nothing or to a part only. No question waits.
pub(crate) struct Reading {
    /// What was read.
    pub(crate) parse: Parse,
    /// Only an answer that acts on every command is wanted: of any other it is told no more than that it does not act.
    pub(crate) all_act: bool,
}

/// [`retrieve_in`] of what was read already, where there is such a reading.
pub(crate) fn retrieve_reading(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    reading: Option<Reading>,
    workspace: &mut Workspace,
) -> Step {
    read(home, conversation, request, reading, &mut Foresight::Unasked, workspace)
}

/// The same, with what the network makes of a first reading that comes to nothing; `Foresight::Unasked` where it has not judged the
/// answer.
pub(crate) fn read(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    reading: Option<Reading>,
    foresight: &mut Foresight,
    workspace: &mut Workspace,
) -> Step {
    let config = &home.config;
    let is_first = reading.is_none();
    if is_first && !request.is_part {
        workspace.language.begin_utterance();
        workspace.memory.begin_request();
    }
    // Of a part nothing is wanted but what is done.
    let all_act = request.is_part || reading.as_ref().is_some_and(|reading| reading.all_act);
    // Nothing is remembered until the answer is there: a request may be continued several times.
    let mut talk = conversation.clone();
    talk.begin_turn();
    let answer = if is_first { answered(home, conversation, request) } else { None };
    let (mut commands, settled, language, parser, parts) = match answer {
        Some(Answered::Cancelled(retrieval)) => {
            talk.clear_pending();
            talk.undid();
            *conversation = talk;
            return Step::Done(*retrieval);
        }
        Some(Answered::Narrowed { question, retrieval }) => {
            talk.ask(*question);
            *conversation = talk;
            return Step::Done(*retrieval);
        }
        Some(Answered::Settled { command, settled, language }) => {
            (vec![*command], Some(settled), language, "answer", 0)
        }
        None => {
            let context = ParseContext {
                has_recent: conversation.has_recent(request.now_ms, config),
                asked: conversation.pending(request.now_ms, config).is_some(),
                ..ParseContext::default()
            };
            let (parse, parser) = match (reading, request.parse) {
                (Some(reading), _) => (Cow::Owned(reading.parse), "local"),
                (None, Some(parse)) => {
                    (Cow::Borrowed(parse), if request.parser.is_empty() { "llm" } else { request.parser })
                }
                (None, None) => (
                    Cow::Owned(home.parse_in(request.text, context, request.room, &mut workspace.language)),
                    "local",
                ),
            };
            let (language, parts) = (parse.language, parse.parts);
            let told = match (request.parse, context.asked) {
                (None, false) if is_first => {
                    of_last(home, conversation, request.text, &parse, request.now_ms)
                }
                _ => Vec::new(),
            };
            if !told.is_empty() {
                *foresight = Foresight::Known;
            }
            if parse.commands.is_empty() && told.is_empty() {
                talk.clear_pending();
                let understood = match parse.rejection {
                    Some(Rejection::NotForTheHome) => Understood::Nothing,
                    rejection => Understood::Remark(rejection),
                };
                let read = is_first
                    .then(|| otherwise::instead(home, conversation, request, understood, parts, workspace))
                    .flatten();
                if let Some(read) = read {
                    return Step::Done(read);
                }
                let mut nothing =
                    if request.is_part { Retrieval::default() } else { rejected(&parse, parser, request) };
                if is_first {
                    *foresight =
                        second::foresee(home, conversation, &mut talk, request, &mut nothing, workspace);
                    if foresight.leaves_hope()
                        && let Some(read) = otherwise::in_part(
                            home,
                            conversation,
                            request,
                            understood,
                            &Spans::new(),
                            workspace,
                        )
                    {
                        *foresight = Foresight::Unasked;
                        return Step::Done(read);
                    }
                }
                if request.is_part {
                    workspace.language.take_back(parse.into_owned());
                } else {
                    *conversation = talk;
                }
                return Step::Done(nothing);
            }
            let commands = match (told, parse) {
                (told, _) if !told.is_empty() => told,
                (_, Cow::Owned(mut parse)) => {
                    let commands = std::mem::take(&mut parse.commands);
                    workspace.language.take_back(parse);
                    commands
                }
                (_, Cow::Borrowed(parse)) => parse.commands.clone(),
            };
            (commands, None, language, parser, parts)
        }
    };
    talk.clear_pending();
    let speaker = request.room.map(|room| speaker_devices(home, room));
    let mut retrieval = Retrieval { language, ..Retrieval::default() };
    let mut acts = true;
    let mut wanted: Vec<String> = Vec::new();
    let mut arbitration = None;
    let count = commands.len();
    let spans: Spans = commands.iter().map(|parsed| parsed.span).collect();
    for (place, parsed) in commands.drain(..).enumerate() {
        let again = again::complete(home, &talk, &parsed, retrieval.language, request.now_ms);
        let parsed = again.unwrap_or(parsed);
        let addressed =
            told_by::addressed(home, &parsed).or_else(|| only_switched::switched_on(home, &parsed));
        let mut parsed = addressed.unwrap_or(parsed);
        let asked = Asked {
            home,
            config,
            memory: &workspace.memory,
            conversation: &talk,
            now_ms: request.now_ms,
            language: retrieval.language,
            text: request.text,
            parsed: &parsed,
            place,
            speaker: speaker.as_ref(),
            top_k: request.top_k.unwrap_or(config.top_k),
            trace: request.trace,
            all_act,
            remembers: !(request.last && place + 1 == count),
            supplied: &request.supplied,
            settled: settled.as_ref(),
        };
        match command::run(&asked) {
            Outcome::Done(finished) => {
                let remembers = asked.remembers;
                let Finished { mut result, read_as, devices, question, trace } = finished;
                borne_out::hold_back(&mut result, &parsed);
                contradicted::hold_back(home, &mut result, &parsed);
                frozen::hold_back(home, &mut result);
                // What a person has answered is certain.
                if settled.is_none() {
                    uncertain::sweep(&mut result, &parsed, request.room.is_some());
                    elsewhere::hold_back(home, &mut result, &parsed, speaker.as_ref());
                }
                if all_act && result.decision != Decision::Act {
                    workspace.language.take_back_command(parsed);
                    acts = false;
                    break;
                }
                let spoken = std::mem::take(&mut parsed.spoken);
                if remembers {
                    // Nobody spoke of what only a model made up: "that one" is not it.
                    if !matches!(parsed.borne_out, BorneOut::Not(_)) {
                        if !devices.is_empty() || question.is_some() {
                            // After the last request nobody says "again".
                            let words = if request.last { "" } else { &parsed.words };
                            talk.did(&spoken, std::mem::take(&mut parsed.action), words, request.now_ms);
                        }
                        let ids = devices.into_iter().filter_map(|device| home.device(device));
                        talk.remember(ids.map(|device| device.id.clone()), request.now_ms, config);
                    }
                    if let Some(question) = question
                        && talk.pending(request.now_ms, config).is_none()
                    {
                        talk.ask(question);
                    }
                }
                result.command = read_as.unwrap_or(spoken);
                workspace.language.take_back_command(parsed);
                if request.trace {
                    retrieval.trace.push(CommandTrace { command: place, stages: trace });
                }
                retrieval.results.reserve_exact(count - place);
                retrieval.results.push(result);
            }
            Outcome::NeedVectors(texts) => wanted.extend(texts),
            Outcome::NeedArbitration(request) => {
                arbitration.get_or_insert(request);
            }
        }
    }
    workspace.language.take_back(Parse { commands, ..Parse::default() });
    if !acts {
        let undone = Retrieval::default();
        let understood = Understood::Answer(&undone);
        let otherwise = is_first
            .then(|| otherwise::instead(home, conversation, request, understood, parts, workspace))
            .flatten();
        return Step::Done(otherwise.unwrap_or(undone));
    }
    retrieval.text = request.text.to_owned();
    retrieval.parser = parser.into();
    if !wanted.is_empty() {
        wanted.sort();
        wanted.dedup();
        return Step::NeedVectors(wanted);
    }
    if let Some(arbitration) = arbitration {
        return Step::NeedArbitration(arbitration);
    }
    if let Some(first) = retrieval.results.first_mut()
        && !request.parser_errors.is_empty()
    {
        first.meta.insert("parser_errors".into(), request.parser_errors.to_vec().into());
    }
    in_one_breath::settle(&mut retrieval.results);
    uncertain::in_part(&mut retrieval.results);
    uncertain::by_kind(&mut retrieval.results);
    retrieval
        .invocations
        .reserve_exact(retrieval.results.iter().map(|result| result.invocations.len()).sum());
    retrieval
        .invocations
        .extend(retrieval.results.iter().flat_map(|result| result.invocations.iter().cloned()));
    retrieval.decision = overall(retrieval.results.iter().map(|result| result.decision));
    let unasked = settled.is_none() && unasked::answers_nobody(home, request, &retrieval, workspace);
    if unasked {
        unasked::take_back(&mut retrieval);
    }
    if is_first {
        if let Some(read) = otherwise::instead(
            home,
            conversation,
            request,
            Understood::of(&retrieval, unasked),
            parts,
            workspace,
        ) {
            return Step::Done(read);
        }
        let is_known = *foresight == Foresight::Known && !retrieval.invocations.is_empty();
        if !unasked && !is_known {
            *foresight = second::foresee(home, conversation, &mut talk, request, &mut retrieval, workspace);
        }
        if foresight.leaves_hope()
            && let Some(read) = otherwise::in_part(
                home,
                conversation,
                request,
                Understood::of(&retrieval, unasked),
                &spans,
                workspace,
            )
        {
            *foresight = Foresight::Unasked;
            return Step::Done(read);
        }
    }
    *conversation = talk;
    Step::Done(retrieval)
}

/// What an utterance asks for that says hardly more than how it goes on from what was done last.
fn of_last(
    home: &CompiledHome,
    talk: &Conversation,
    text: &str,
    parse: &Parse,
    now_ms: u64,
) -> Vec<ParsedCommand> {
    let Some(last) = talk.last_action(now_ms, &home.config) else { return Vec::new() };
    let turned = turned::told(home, talk, &parse.normalised, now_ms);
    if !turned.is_empty() {
        return turned;
    }
    let told = again::told_by_a_word(home, talk, text, now_ms)
        .or_else(|| one_of_last::told(home, talk, text, now_ms))
        .or_else(|| just_done::told(last, &parse.normalised))
        .or_else(|| {
            let read = !parse.commands.is_empty();
            which_now::told(home, talk, last, &parse.normalised, read, now_ms)
        });
    told.into_iter().collect()
}

/// Whether a request answers the question that waits in its conversation: no parser needs to read it then.
pub fn is_answer(home: &CompiledHome, conversation: &Conversation, request: &Request<'_>) -> bool {
    answered(home, conversation, request).is_some()
}

/// The devices of the room where the speaker stands.
fn speaker_devices(home: &CompiledHome, room: &str) -> DeviceSet {
    let mut devices = DeviceSet::empty(home.home.devices.len());
    for room in home.rooms_of_speaker(room) {
        add(&mut devices, &home.rooms.in_room(room));
        add(&mut devices, &home.rooms.named_room(room));
    }
    devices
}

/// The answer to an utterance without any command.
fn rejected(parse: &Parse, parser: &str, request: &Request<'_>) -> Retrieval {
    let mut result = CommandResult { command: SpokenCommand::unknown(), ..CommandResult::default() };
    let why = match parse.rejection {
        Some(Rejection::Empty) => "empty",
        Some(Rejection::TooLong) => "too_long",
        Some(Rejection::Negated) => "negated",
        Some(Rejection::Reported) => "reported",
        Some(Rejection::NotForTheHome) | None => "not_for_the_home",
    };
    result.meta.insert("rejection".into(), why.into());
    if !request.parser_errors.is_empty() {
        result.meta.insert("parser_errors".into(), request.parser_errors.to_vec().into());
    }
    Retrieval {
        text: request.text.to_owned(),
        language: parse.language,
        parser: parser.into(),
        results: vec![result],
        ..Retrieval::default()
    }
}
