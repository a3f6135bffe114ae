//! From what the network takes for meant to an answer, by the usual stages.

use std::mem;

use lares_home::{Act, CommandIndex, Intent, Property, catalogue};
use lares_language::command_array::{ANY, UNKNOWN_CATEGORY};
use lares_language::lexicon::Sense;
use lares_language::{Action, Language, ParseContext, ParsedCommand, Quantifier, SpokenCommand, Value};
use smallvec::{SmallVec, smallvec};

use super::entities::Meant;
use super::meaning::{Meaning, MeantCommand};
use super::values;
use super::words::Word;
use crate::answer;
use crate::asked::{Asked, Finished, Outcome, Settled};
use crate::command;
use crate::conversation::Conversation;
use crate::decide::overall;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::pipeline::Request;
use crate::result::{CommandResult, Decision, Retrieval};
use crate::trace::Tracer;
use crate::workspace::Workspace;

/// So many commands at most are taken from one breath.
const MOST_COMMANDS: usize = 6;
/// So many devices at most are named in one command of the answer.
const MOST_NAMED: usize = 3;

/// The answer that does all that is meant; `None` where something of it cannot be done as it was said. What can harm is
/// done only where `may_harm`.
pub(super) fn act(
    home: &CompiledHome,
    conversation: &mut Conversation,
    request: &Request<'_>,
    meaning: &Meaning,
    confidence: f32,
    workspace: &mut Workspace,
) -> Option<Retrieval> {
    let commands = meaning.commands(home);
    if commands.is_empty() || commands.len() > MOST_COMMANDS {
        return None;
    }
    workspace.second_memory.begin_request();
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let context = ParseContext {
        has_recent: conversation.has_recent(request.now_ms, &home.config),
        ..ParseContext::default()
    };
    // Nothing of it goes away with the answer but what is to be done.
    workspace.second_language.try_out(true);
    let mut parse = home.parse_in(request.text, context, request.room, &mut workspace.second_language);
    if parse.commands.iter().any(|command| command.scheduled || !command.spoken.conditions.is_empty()) {
        return None;
    }
    let said = Said {
        actions: parse.commands.iter_mut().map(|command| mem::take(&mut command.action)).collect(),
        values: values::values(&words),
        direction: values::direction(&words),
        properties: words.iter().filter_map(|word| property(word.senses)).collect(),
        asks: words.iter().any(|word| word.senses.iter().any(|sense| matches!(sense, Sense::Question(_)))),
        language: parse.language,
    };
    let language = parse.language;
    workspace.second_language.take_back(parse);
    let mut talk = conversation.clone();
    talk.begin_turn();
    let mut retrieval =
        Retrieval { text: request.text.to_owned(), language, parser: "local".into(), ..Retrieval::default() };
    if let [command] = &commands[..]
        && said.is_of_another_property(home, command)
    {
        return None;
    }
    for (place, command) in commands.iter().enumerate() {
        let Finished { mut result, devices, .. } =
            said.actions_for(home, command).into_iter().find_map(|action| {
                let parsed = said.parsed(home, command, action);
                run(home, &talk, request, &parsed, command, place, workspace).map(|finished| {
                    talk.did(&parsed.spoken, parsed.action.clone(), request.text, request.now_ms);
                    Finished {
                        result: CommandResult { command: parsed.spoken, ..finished.result },
                        ..finished
                    }
                })
            })?;
        let ids = devices.into_iter().filter_map(|device| home.device(device));
        talk.remember(ids.map(|device| device.id.clone()), request.now_ms, &home.config);
        result.confidence = confidence;
        result.meta.insert("reader".into(), true.into());
        retrieval.results.push(result);
    }
    retrieval.invocations =
        retrieval.results.iter().flat_map(|result| result.invocations.iter().cloned()).collect();
    retrieval.decision = overall(retrieval.results.iter().map(|result| result.decision));
    *conversation = talk;
    Some(retrieval)
}

/// One command by the stages; `None` unless just that is done, by all devices that are meant.
fn run(
    home: &CompiledHome,
    talk: &Conversation,
    request: &Request<'_>,
    parsed: &ParsedCommand,
    command: &MeantCommand,
    place: usize,
    workspace: &mut Workspace,
) -> Option<Finished> {
    let devices = command.entities.iter().filter_map(|meant| match meant {
        Meant::Device(device) => home.device(*device).map(|device| device.id.clone()),
        Meant::Scene(_) => None,
    });
    let settled = Settled::Reading { devices: devices.collect(), command: command.capability.clone() };
    let asked = Asked {
        home,
        config: &home.config,
        memory: &workspace.second_memory,
        conversation: talk,
        now_ms: request.now_ms,
        language: Language::default(),
        text: request.text,
        parsed,
        place,
        speaker: None,
        top_k: request.top_k.unwrap_or(home.config.top_k),
        trace: request.trace,
        all_act: true,
        remembers: true,
        supplied: &request.supplied,
        settled: Some(&settled),
    };
    let outcome = match command.entities.first()? {
        Meant::Scene(scene) => {
            answer::scene(&asked, CommandResult::default(), Tracer::new(request.trace), *scene)
        }
        Meant::Device(_) => command::run_once(&asked),
    };
    let Outcome::Done(finished) = outcome else { return None };
    let invocations = &finished.result.invocations;
    let same = invocations.len() == command.entities.len()
        && invocations.iter().all(|invocation| invocation.capability_id == command.capability);
    (finished.result.decision == Decision::Act && same).then_some(finished)
}

/// What was said of what is to be done, whatever it is to be done to.
struct Said {
    /// What the parser read.
    actions: SmallVec<[Action; 4]>,
    values: Vec<Value>,
    direction: Option<Act>,
    /// What of the devices was spoken of: their brightness, volume, …
    properties: SmallVec<[Property; 4]>,
    /// Something was asked.
    asks: bool,
    language: Language,
}

impl Said {
    /// It sets something of a device that has nothing of what was spoken of: "set the strip's volume to 20" sets no brightness.
    fn is_of_another_property(&self, home: &CompiledHome, command: &MeantCommand) -> bool {
        let Some(Capability::Command(index)) = capability(home, command) else { return false };
        let Some(Meant::Device(device)) = command.entities.first() else { return false };
        let Some(profile) = home.profile_of(*device) else { return false };
        let has = |property: &Property| {
            home.capabilities(profile).any(|capability| {
                let intents = match capability {
                    Capability::Command(index) => home.intents(index).0,
                    Capability::Attribute(index) => {
                        home.attribute(index).map_or(&[][..], |spec| &spec.intents)
                    }
                };
                intents.iter().any(|intent| intent.property == Some(*property))
            })
        };
        takes_argument(home, index) && !self.properties.is_empty() && !self.properties.iter().any(has)
    }

    /// The actions that may have the command done, likeliest first.
    fn actions_for(&self, home: &CompiledHome, command: &MeantCommand) -> SmallVec<[Action; 4]> {
        let Some(capability) = capability(home, command) else { return smallvec![Action::default()] };
        // "Is it locked" is no order to lock it, whatever the two are called.
        let capability = if self.asks { attribute(home, command).unwrap_or(capability) } else { capability };
        let mut actions = self.actions.clone();
        let (intents, takes) = match capability {
            Capability::Attribute(index) => {
                let told = home.attribute(index).map_or(&[][..], |spec| &spec.intents);
                let queries = told.iter().map(|intent| action(Act::Query, intent.property, None));
                actions.extend(queries.take(2));
                return actions;
            }
            Capability::Command(index) => (home.intents(index).0, takes_argument(home, index)),
        };
        for intent in intents {
            let key = |key: &String| Value::Word { text: key.clone(), key: Some(key.clone()) };
            if takes {
                actions.extend(
                    self.values.iter().map(|value| action(intent.act, intent.property, Some(value.clone()))),
                );
                // A number that was said is by how much or how far: which of them, only the parser tells.
                let by_how_much = self.values.iter().any(|value| matches!(value, Value::Number { .. }));
                let direction = self.direction.filter(|_| !by_how_much);
                actions.extend(direction.map(|act| action(act, intent.property, None)));
            }
            actions.push(action(intent.act, intent.property, intent.key.as_ref().map(key)));
        }
        actions
    }

    /// The command as if it had been parsed.
    fn parsed(&self, home: &CompiledHome, command: &MeantCommand, action: Action) -> ParsedCommand {
        let names: SmallVec<[&str; MOST_NAMED]> = command
            .entities
            .iter()
            .filter_map(|meant| match meant {
                Meant::Device(device) => home.device(*device).map(|device| device.name.as_str()),
                Meant::Scene(scene) => home.home.scenes.get(*scene).map(|scene| scene.name.as_str()),
            })
            .collect();
        let spoken = SpokenCommand {
            a: told(home, command, self.language),
            s: ANY.into(),
            n: if names.len() <= MOST_NAMED { names.join(",") } else { ANY.into() },
            t: UNKNOWN_CATEGORY.into(),
            q: if command.entities.len() > 1 { Quantifier::All } else { Quantifier::One },
            ..SpokenCommand::default()
        };
        ParsedCommand { spoken, action, confidence: 1.0, quantifier_said: true, ..ParsedCommand::default() }
    }
}

/// What a word speaks of, where it cannot be anything else.
fn property(senses: &[Sense]) -> Option<Property> {
    match senses {
        [Sense::Property(property)] => Some(*property),
        _ => None,
    }
}

fn action(act: Act, property: Option<Property>, value: Option<Value>) -> Action {
    Action { acts: smallvec![act], properties: property.into_iter().collect(), value }
}

fn takes_argument(home: &CompiledHome, index: CommandIndex) -> bool {
    home.command(index).is_some_and(|spec| spec.argument.is_some())
}

/// The command or attribute; `None` for a scene.
fn capability(home: &CompiledHome, command: &MeantCommand) -> Option<Capability> {
    let Meant::Device(device) = command.entities.first()? else { return None };
    let profile = home.profile_of(*device)?;
    home.capabilities(profile).find(|capability| *home.capability_id(*capability) == command.capability)
}

/// The attribute of that id.
fn attribute(home: &CompiledHome, command: &MeantCommand) -> Option<Capability> {
    let Meant::Device(device) = command.entities.first()? else { return None };
    let is_asked = |capability: &Capability| {
        matches!(capability, Capability::Attribute(_))
            && home.capability_id(*capability).as_str() == command.capability
    };
    home.capabilities(home.profile_of(*device)?).find(is_asked)
}

/// The action in the words of the catalogue.
fn told(home: &CompiledHome, command: &MeantCommand, language: Language) -> String {
    let intents: &[Intent] = match capability(home, command) {
        Some(Capability::Command(index)) => home.intents(index).0,
        Some(Capability::Attribute(index)) => home.attribute(index).map_or(&[][..], |spec| &spec.intents),
        None => &[],
    };
    let chinese = language == Language::Chinese;
    let Some(intent) = intents.first() else { return if chinese { "执行" } else { "run" }.into() };
    let property = intent.property.and_then(|property| catalogue().property_entry(property));
    let property = property.map_or("", |entry| if chinese { entry.zh } else { entry.en });
    let act = match (capability(home, command), chinese) {
        (Some(Capability::Attribute(_)), true) => "查询",
        (Some(Capability::Attribute(_)), false) => "query",
        (_, true) => act_in_chinese(intent.act),
        (_, false) => intent.act.name(),
    };
    match (chinese, property.is_empty()) {
        (_, true) => act.to_owned(),
        (true, false) => format!("{act}{property}"),
        (false, false) => format!("{act} {property}"),
    }
}

fn act_in_chinese(act: Act) -> &'static str {
    match act {
        Act::On | Act::Open => "打开",
        Act::Off | Act::Close => "关闭",
        Act::Stop | Act::Cancel => "停止",
        Act::Start => "启动",
        Act::Pause => "暂停",
        Act::Resume => "继续",
        Act::Lock => "锁上",
        Act::Unlock => "解锁",
        Act::Up => "调高",
        Act::Down => "调低",
        Act::Mute => "静音",
        Act::Unmute => "取消静音",
        _ => "设置",
    }
}
