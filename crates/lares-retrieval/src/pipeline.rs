//! The whole way from a request to its answer.

use std::collections::{HashMap, HashSet};

use lares_language::command_array::{ANY, LAST};
use lares_language::{Action, Language, Parse, ParsedCommand, Quantifier, Rejection, SpokenCommand};

use crate::asked::{Asked, Finished, Outcome, Settled};
use crate::command;
use crate::conversation::{Conversation, PendingQuestion, QuestionAbout};
use crate::decide::overall;
use crate::follow_up::{Offered, Reply, read};
use crate::index::CompiledHome;
use crate::postings::{DeviceSet, add};
use crate::result::{CommandResult, CommandTrace, Retrieval};
use crate::told_by;

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
    Done(Box<Retrieval>),
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
    pub examples: Vec<(String, Option<String>)>,
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
    let config = &home.config;
    // Nothing is remembered until the answer is there: a request may be continued several times.
    let mut talk = conversation.clone();
    talk.begin_turn();
    let (commands, settled, head) = match answered(home, conversation, request) {
        Some(Answered::Cancelled(retrieval)) => {
            talk.clear_pending();
            *conversation = talk;
            return Step::Done(retrieval);
        }
        Some(Answered::Settled { command, settled, language }) => {
            let head = Retrieval {
                text: request.text.to_owned(),
                language,
                parser: "answer".to_owned(),
                ..Retrieval::default()
            };
            (vec![*command], Some(settled), head)
        }
        None => {
            let has_recent = conversation.has_recent(request.now_ms, config);
            let local;
            let (parse, parser) = match request.parse {
                Some(parse) => (parse, if request.parser.is_empty() { "llm" } else { request.parser }),
                None => {
                    local = home.parse(request.text, has_recent, request.room);
                    (&local, "local")
                }
            };
            let head = Retrieval {
                text: request.text.to_owned(),
                language: parse.language,
                parser: parser.to_owned(),
                ..Retrieval::default()
            };
            if parse.commands.is_empty() {
                talk.clear_pending();
                *conversation = talk;
                return Step::Done(Box::new(rejected(head, parse, request)));
            }
            (parse.commands.clone(), None, head)
        }
    };
    talk.clear_pending();
    let speaker = request.room.map(|room| speaker_devices(home, room));
    let mut retrieval = head;
    let mut wanted: Vec<String> = Vec::new();
    let mut arbitration = None;
    for (place, parsed) in commands.iter().enumerate() {
        let again = same_again(home, &talk, parsed, request.now_ms);
        let parsed = again.as_ref().unwrap_or(parsed);
        let addressed = told_by::addressed(home, parsed);
        let parsed = addressed.as_ref().unwrap_or(parsed);
        let asked = Asked {
            home,
            config,
            conversation: &talk,
            now_ms: request.now_ms,
            language: retrieval.language,
            text: request.text,
            parsed,
            place,
            speaker: speaker.as_ref(),
            top_k: request.top_k.unwrap_or(config.top_k),
            trace: request.trace,
            supplied: &request.supplied,
            settled: settled.as_ref(),
        };
        match command::run(&asked) {
            Outcome::Done(finished) => {
                let Finished { result, devices, question, trace } = *finished;
                if !devices.is_empty() || question.is_some() {
                    talk.did(parsed, request.now_ms);
                }
                talk.remember(devices, request.now_ms, config);
                if let Some(question) = question
                    && talk.pending(request.now_ms, config).is_none()
                {
                    talk.ask(question);
                }
                if request.trace {
                    retrieval.trace.push(CommandTrace { command: place, stages: trace });
                }
                retrieval.results.push(result);
            }
            Outcome::NeedVectors(texts) => wanted.extend(texts),
            Outcome::NeedArbitration(request) => {
                arbitration.get_or_insert(request);
            }
        }
    }
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
    drop_repeated(&mut retrieval.results);
    retrieval.invocations = retrieval.results.iter().flat_map(|result| result.invocations.clone()).collect();
    retrieval.decision = overall(retrieval.results.iter().map(|result| result.decision));
    *conversation = talk;
    Step::Done(Box::new(retrieval))
}

/// A command without an act of its own (另一个也是, the kitchen one too) repeats the last action on its target.
fn same_again(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let spoken = &parsed.spoken;
    let has_target = spoken.n != ANY || spoken.s != ANY;
    if !parsed.action.acts.is_empty() || !has_target || home.scene(&spoken.n).is_some() {
        return None;
    }
    let last = talk.last_action(now_ms, &home.config)?;
    let mut again = parsed.clone();
    again.spoken.a.clone_from(&last.a);
    let Action { acts, properties, value } = &last.action;
    again.action.acts.clone_from(acts);
    // 另一个调到30: what was said this time holds.
    if again.action.properties.is_empty() {
        again.action.properties.clone_from(properties);
    }
    if again.action.value.is_none() {
        again.action.value.clone_from(value);
    }
    Some(again)
}

/// The same invocation twice in one request is emitted once: the first stays.
fn drop_repeated(results: &mut [CommandResult]) {
    if results.len() < 2 {
        return;
    }
    let mut kept: HashSet<(String, String, String)> = HashSet::new();
    for result in results {
        let before = result.invocations.len();
        result.invocations.retain(|invocation| {
            let conditions = invocation.conditions.iter().map(|condition| format!("{condition:?}"));
            let said: String = invocation
                .argument
                .iter()
                .map(ToString::to_string)
                .chain(conditions)
                .collect::<Vec<_>>()
                .join(" ");
            kept.insert((invocation.device_id.clone(), invocation.capability_id.clone(), said))
        });
        let repeated = before - result.invocations.len();
        if repeated > 0 {
            result.meta.insert("repeated".into(), repeated.into());
        }
    }
}

enum Answered {
    Cancelled(Box<Retrieval>),
    Settled { command: Box<ParsedCommand>, settled: Settled, language: Language },
}

/// The answer to the question that waits, if it is one.
fn answered(home: &CompiledHome, conversation: &Conversation, request: &Request<'_>) -> Option<Answered> {
    let question = conversation.pending(request.now_ms, &home.config)?;
    let options = &question.clarification.options;
    let offered: Vec<Offered<'_>> = options
        .iter()
        .map(|option| {
            let index = home.device_by_id(&option.id);
            let device = index.and_then(|index| home.device(index));
            let room = index.and_then(|index| home.room_of(index));
            let names =
                device.into_iter().flat_map(|device| std::iter::once(&device.name).chain(&device.aliases));
            let rooms = room.into_iter().flat_map(|room| std::iter::once(&room.name).chain(&room.aliases));
            Offered {
                names: std::iter::once(&option.label).chain(names).map(String::as_str).collect(),
                rooms: rooms.map(String::as_str).collect(),
            }
        })
        .collect();
    let yes_no = question.about == QuestionAbout::Confirmation;
    let chosen: Vec<usize> = match read(request.text, &offered, yes_no) {
        Reply::New => answering_command(home, question, request)?,
        Reply::No => {
            let mut result = CommandResult {
                command: question.command.spoken.clone(),
                confidence: 1.0,
                ..CommandResult::default()
            };
            result.meta.insert("cancelled".into(), true.into());
            return Some(Answered::Cancelled(Box::new(Retrieval {
                text: request.text.to_owned(),
                language: question.language,
                parser: "answer".to_owned(),
                results: vec![result],
                ..Retrieval::default()
            })));
        }
        Reply::Yes => (0..options.len()).collect(),
        Reply::Options(places) => places,
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
    Some(Answered::Settled {
        command: Box::new(question.command.clone()),
        settled,
        language: question.language,
    })
}

/// An answer that repeats the action (两个都关, 开卧室的): all the options, or the one in the room that it names.
fn answering_command(
    home: &CompiledHome,
    question: &PendingQuestion,
    request: &Request<'_>,
) -> Option<Vec<usize>> {
    if question.about == QuestionAbout::Commands {
        return None;
    }
    let local;
    let parse = match request.parse {
        Some(parse) => parse,
        None => {
            local = home.parse(request.text, true, request.room);
            &local
        }
    };
    let [command] = parse.commands.as_slice() else { return None };
    let nameless = command.spoken.n == LAST || command.spoken.n == ANY;
    let same = command.action.acts.first() == question.command.action.acts.first()
        && command.action.value == question.command.action.value;
    if !nameless || !same {
        return None;
    }
    let options = &question.clarification.options;
    let rooms: Vec<_> =
        command.spoken.scope().include.iter().flat_map(|said| home.vocabulary.match_room(said)).collect();
    let places: Vec<usize> = options
        .iter()
        .enumerate()
        .filter(|(_, option)| {
            let room = home.device_by_id(&option.id).and_then(|device| home.rooms.room_of(device));
            room.is_some_and(|room| rooms.contains(&room))
        })
        .map(|(place, _)| place)
        .collect();
    let all = command.quantifier_said && command.spoken.q == Quantifier::All;
    match places.as_slice() {
        [] if all && rooms.is_empty() => Some((0..options.len()).collect()),
        [_] => Some(places),
        [_, ..] if all => Some(places),
        _ => None,
    }
}

/// The devices of the room where the speaker stands.
fn speaker_devices(home: &CompiledHome, room: &str) -> DeviceSet {
    let mut devices = DeviceSet::empty(home.home.devices.len());
    for room in home.rooms_of_speaker(room) {
        add(&mut devices, home.rooms.in_room(room));
        add(&mut devices, home.rooms.named_room(room));
    }
    devices
}

/// The answer to an utterance without any command.
fn rejected(head: Retrieval, parse: &Parse, request: &Request<'_>) -> Retrieval {
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
    Retrieval { results: vec![result], ..head }
}
