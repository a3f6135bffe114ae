//! From what the network takes for meant to an answer, by the usual stages.

use std::mem;
use std::ops::Range;

use lares_home::Act;
use lares_language::lexicon::Sense;
use lares_language::{Action, Language, ParseContext, ParsedCommand, SpokenCondition};
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::actions::{
    Actions, Said, by_verb, capability, is_compared, of_verb, property, sets_value, takes_argument,
};
use super::changes::Change;
use super::clauses::Clauses;
use super::entities::Meant;
use super::further;
use super::hangs_on::{self, About};
use super::meaning::{LIKELY_TO_HANG, Meaning, MeantCommand};
use super::mended::mend;
use super::openers::{is_free, opens_condition};
use super::scale::in_scale_meant;
use super::told;
use super::unheard;
use super::values::{self, Values, is_same};
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
use crate::turned::opposite_of;
use crate::workspace::Workspace;

/// What the network takes for this likely was said of no other property.
const CERTAIN: f32 = 0.995;
/// So many commands at most are taken from one breath.
const MOST_COMMANDS: usize = 6;

/// Puts into an answer what does all that is meant, in place of what it said; `false`, and as before, where something of it cannot
/// be done as it was said, or it is less than `least` invocations. The conversation goes on from `before`.
pub(super) fn act(
    home: &CompiledHome,
    (before, conversation): (&Conversation, &mut Conversation),
    request: &Request<'_>,
    meaning: &Meaning,
    needed: (f32, usize),
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) -> bool {
    let talk = (before, &mut *conversation);
    act_as(home, talk, request, (meaning, None), needed, answer, workspace)
        || told::condition(home, meaning).is_some_and(|told| {
            let talk = (before, conversation);
            act_as(home, talk, request, (meaning, Some(told)), needed, answer, workspace)
        })
}

/// The same, hanging on what the parser has heard, or on the condition that the network was told.
fn act_as(
    home: &CompiledHome,
    (before, conversation): (&Conversation, &mut Conversation),
    request: &Request<'_>,
    (meaning, told): (&Meaning, Option<(SpokenCondition, About)>),
    (confidence, least): (f32, usize),
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) -> bool {
    let mut commands = meaning.commands(home);
    if commands.is_empty() || commands.len() > MOST_COMMANDS {
        return false;
    }
    let (told, told_by) = told.unzip();
    let Some(said) = said(home, before, request, (meaning, told), workspace) else { return false };
    if said.conditions.is_empty() && !is_free(meaning) && opens_condition(meaning) {
        return false;
    }
    // What tells the condition is no question, and a question hangs on nothing.
    let is_question =
        |command: &MeantCommand| matches!(capability(home, command), Some(Capability::Attribute(_)));
    if !said.conditions.is_empty() && commands.iter().any(is_question) {
        return false;
    }
    if meaning.sure() < CERTAIN && said.is_of_another_property(home, &commands) {
        // "It reeks in here, the purifier": to switch it on will do as well as to set how it runs.
        let [command] = &commands[..] else { return false };
        let others = meaning.alternatives(home, command);
        match others.into_iter().find(|other| !takes_value(home, other)) {
            Some(other) => commands = smallvec![other],
            None => return false,
        }
    }
    let takes = |command: &MeantCommand| takes_value(home, command);
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    // Where nothing is to be set, nobody has to know what is told of which.
    let clauses =
        if commands.iter().any(takes) { Clauses::of(meaning, &commands) } else { Clauses::default() };
    let within = |range: Range<usize>| said.within(words.get(range.clone()).unwrap_or_default(), range.start);
    let of_clauses: Vec<Said> = clauses.words().map(within).collect();
    let tells = |clause: usize| of_clauses.get(clause).is_some_and(Said::tells);
    let mut parts = clauses.divide(mem::take(&mut commands), takes, tells);
    let first = parts.len();
    parts.extend(clauses.divide(further::commands(home, meaning), takes, tells));
    let (commands, clauses): (SmallVec<[_; 2]>, SmallVec<[_; 2]>) = parts.into_iter().unzip();
    let mut talk = before.clone();
    talk.begin_turn();
    talk.clear_pending();
    let mut results: SmallVec<[CommandResult; 2]> = SmallVec::new();
    // What each command does, with the value that it took.
    let mut done: SmallVec<[(usize, Action); 4]> = SmallVec::new();
    // What each condition is about, where only a question after it tells.
    let own = commands.first().map_or(&[][..], |command| &command.entities);
    let surely = match told_by {
        Some(about) => vec![Some(about)],
        None => hangs_on::surely_about(home, meaning, &said.conditions, own),
    };
    let mut about: Vec<Option<About>> = surely.clone();
    for (place, command) in commands.iter().enumerate() {
        let remembers = !(request.last && place + 1 == commands.len());
        let mut parsed = said.parsed(home, command, &mut workspace.language);
        // Of several values each command takes the one that was said beside its own device.
        let far = |place: usize| match commands.len() {
            1 => 0,
            _ => meaning.distance(&command.entities, place).unwrap_or(usize::MAX),
        };
        let shares = |other: usize| {
            let of_other = commands.get(other).into_iter().flat_map(|other| &other.entities);
            other != place && of_other.into_iter().any(|meant| command.entities.contains(meant))
        };
        let is_one_of_several = (0..commands.len()).any(shares);
        let actions = {
            let others: SmallVec<[&Action; 4]> =
                done.iter().filter(|(other, _)| shares(*other)).map(|(_, action)| action).collect();
            let by = |said: &Said| {
                let mut actions = said.actions_for(home, command, far);
                if is_one_of_several {
                    said.keep_own(home, command, &others, place >= first, &mut actions);
                }
                actions
            };
            let own = clauses.get(place).copied().flatten().and_then(|clause: usize| of_clauses.get(clause));
            own_first(&said, own, by)
        };
        let mut first_done = |about: &[Option<About>], workspace: &mut Workspace| {
            actions.iter().find_map(|action| {
                parsed.action = in_scale_meant(home, command, said.language, action.clone());
                run(home, &talk, request, &parsed, (command, about), (place, remembers), workspace)
            })
        };
        let mut finished = first_done(&about, workspace);
        // What is done together hangs on the same.
        let may_ask = about == surely && (surely.is_empty() || done.is_empty());
        if finished.is_none() && !said.conditions.is_empty() && may_ask && !request.is_part {
            let own = (meaning, command.entities.as_slice());
            about = hangs_on::about(home, before, request, &said.conditions, own, workspace);
            finished = first_done(&about, workspace);
        }
        // 家里呛得很: where nothing tells how it is to be set, what would do as well and needs no value is done.
        if finished.is_none() && place < first && said.values.is_empty() && takes(command) {
            let others = meaning.alternatives(home, command);
            let instead = others.iter().filter(|other| !takes(other)).find_map(|other| {
                let mut own = said.parsed(home, other, &mut workspace.language);
                said.actions_for(home, other, far).into_iter().find_map(|action| {
                    own.action = action;
                    let turn = (place, remembers);
                    let finished = run(home, &talk, request, &own, (other, &about), turn, workspace)?;
                    Some((finished, own.clone()))
                })
            });
            if let Some((other, own)) = instead {
                (finished, parsed) = (Some(other), own);
            }
        }
        let Some(Finished { mut result, devices, .. }) = finished else {
            // What may be meant besides is left where no word says it.
            if place >= first {
                continue;
            }
            return false;
        };
        done.push((place, parsed.action.clone()));
        if remembers {
            talk.did(&parsed.spoken, parsed.action, request.text, request.now_ms);
            let ids = devices.into_iter().filter_map(|device| home.device(device));
            talk.remember(ids.map(|device| device.id.clone()), request.now_ms, &home.config);
        }
        result.command = parsed.spoken;
        result.confidence = confidence;
        result.meta.insert("reader".into(), true.into());
        results.push(result);
    }
    if results.iter().map(|result| result.invocations.len()).sum::<usize>() < least {
        return false;
    }
    if !mend(home, meaning, &mut results, &mut []) {
        return false;
    }
    if results.iter().any(|result| does_what_it_hangs_on(result, &results) || is_so_already(result)) {
        return false;
    }
    for result in answer.results.drain(..) {
        workspace.language.take_back_spoken(result.command);
    }
    answer.results.extend(results);
    answer.invocations.clear();
    answer.invocations.extend(answer.results.iter().flat_map(|result| result.invocations.iter().cloned()));
    answer.decision = overall(answer.results.iter().map(|result| result.decision));
    answer.language = said.language;
    answer.trace.clear();
    *conversation = talk;
    true
}

/// It is a command that takes a value.
fn takes_value(home: &CompiledHome, command: &MeantCommand) -> bool {
    let takes = |capability| matches!(capability, Capability::Command(index) if takes_argument(home, index));
    capability(home, command).is_some_and(takes)
}

/// The actions by which a command may be done, likeliest first: by what was said of its own devices, then by all that was said. Where a
/// value was said of them, and no count, no other one is meant.
fn own_first(said: &Said, own: Option<&Said>, by: impl Fn(&Said) -> Actions) -> Actions {
    let Some(own) = own else { return by(said) };
    let says = |said: &Said, action: &Action| {
        said.values.iter().any(|told| Some(&told.value) == action.value.as_ref())
    };
    let is_of_others = |action: &Action| own.sets() && !says(own, action) && says(said, action);
    let mut actions = by(own);
    actions.extend(by(said).into_iter().filter(|action| !is_of_others(action)));
    actions
}

/// What was said of what is to be done; `None` where parts of it hang on different things.
pub(super) fn said(
    home: &CompiledHome,
    conversation: &Conversation,
    request: &Request<'_>,
    (meaning, told): (&Meaning, Option<SpokenCondition>),
    workspace: &mut Workspace,
) -> Option<Said> {
    workspace.second_memory.begin_request();
    let context = ParseContext {
        has_recent: conversation.has_recent(request.now_ms, &home.config),
        ..ParseContext::default()
    };
    // Nothing of it goes away with the answer but what is to be done.
    workspace.second_language.try_out(true);
    let mut parse = home.parse_in(request.text, context, request.room, &mut workspace.second_language);
    // What all of it hangs on is heard by the parser; where that has parts hang on something else, nothing is told of them.
    let is_free = is_free(meaning);
    let first = parse.commands.first().filter(|_| !is_free);
    let conditions = first.map(|first| first.spoken.conditions.clone()).unwrap_or_default();
    let hangs_alike = |command: &ParsedCommand| command.spoken.conditions == conditions;
    let is_alike = is_free || told.is_some() || parse.commands.iter().all(hangs_alike);
    let is_unheard = conditions.is_empty() && meaning.hangs >= LIKELY_TO_HANG && is_alike;
    let conditions = match is_unheard {
        _ if told.is_some() => told.into_iter().collect(),
        true if opens_condition(meaning) => {
            unheard::opened(home, request.text, &mut workspace.second_language)
        }
        true => unheard::conditions(home, request.text, &mut workspace.second_language),
        false => conditions,
    };
    let said = is_alike.then(|| {
        let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
        let says = |is: fn(&Sense) -> bool| words.iter().any(|word| word.senses.iter().any(is));
        let Values { told: mut values, replaced } = values::values(&words);
        values.retain(|told| !is_compared(told, &conditions));
        let is_replaced = |action: &Action| {
            action.value.as_ref().is_some_and(|value| replaced.iter().any(|gone| is_same(gone, value)))
        };
        let (ways, is_turned) = values::ways(&words);
        let (commands, further) = (meaning.commands(home), further::commands(home, meaning));
        let turned = |action: &Action| {
            let back = action.acts.first().and_then(|act| opposite_of(*act));
            is_turned && action.value.is_none() && ways.iter().all(|(act, _)| Some(*act) == back)
        };
        Said {
            actions: parse
                .commands
                .iter_mut()
                .map(|command| mem::take(&mut command.action))
                .filter(|action| !is_replaced(action) && !turned(action))
                .collect(),
            by_verbs: words.iter().rev().flat_map(|word| word.senses).filter_map(by_verb).collect(),
            values,
            conditions,
            ways,
            recent: conversation
                .recent(request.now_ms, &home.config)
                .iter()
                .filter_map(|id| home.device_by_id(id).map(Meant::Device))
                .collect(),
            before: conversation.last_action(request.now_ms, &home.config).map(|last| last.action.clone()),
            properties: words.iter().filter_map(|word| property(word.senses)).collect(),
            verbs: words.iter().flat_map(|word| word.senses).filter_map(of_verb).collect(),
            by_degrees: says(|sense| matches!(sense, Sense::Degree(_))),
            orders: says(|sense| matches!(sense, Sense::Verb(verb) if !verb.weak)),
            asks: says(|sense| matches!(sense, Sense::Question(_))),
            asks_apart: (commands.iter().chain(&further))
                .any(|command| matches!(capability(home, command), Some(Capability::Attribute(_)))),
            denies: says(|sense| matches!(sense, Sense::Negation(_)))
                || says(|sense| matches!(sense, Sense::Verb(verb) if verb.acts.first() == Some(&Act::Stop))),
            change: Change::of(meaning),
            alone: commands.len() + further.len() == 1,
            language: parse.language,
        }
    });
    workspace.second_language.take_back(parse);
    said
}

/// 要是热水器关了，打开空气炸锅: what something hangs on is done with it, and other things besides.
fn does_what_it_hangs_on(result: &CommandResult, all: &[CommandResult]) -> bool {
    let compared =
        |device: &SmolStr| result.conditions.iter().any(|condition| condition.devices.contains(device));
    let mut done = all.iter().flat_map(|result| &result.invocations).map(|it| compared(&it.device_id));
    done.clone().any(|is| is) && !done.all(|is| is)
}

/// 加湿器没水了就关掉, taken for "if it is off": what is done leads to just the state on which it hangs.
fn is_so_already(result: &CommandResult) -> bool {
    let leads_to = |command: &str, value: &str| match command {
        "on" | "off" | "open" => value == command,
        "lock" => value == "locked",
        "unlock" => value == "unlocked",
        "close" => value == "closed",
        _ => false,
    };
    result.invocations.iter().any(|it| {
        let Some((of, command)) = it.capability_id.rsplit_once('-') else { return false };
        result.conditions.iter().any(|condition| {
            let is_of_it = condition.attribute.rsplit_once('-').is_some_and(|(own, _)| own == of);
            let value = condition.value.as_str().unwrap_or_default();
            is_of_it
                && condition.op == "=="
                && condition.devices.contains(&it.device_id)
                && leads_to(command, value)
        })
    })
}

/// One command by the stages; `None` unless just that is done, by all devices that are meant.
fn run(
    home: &CompiledHome,
    talk: &Conversation,
    request: &Request<'_>,
    parsed: &ParsedCommand,
    (command, about): (&MeantCommand, &[Option<About>]),
    (place, remembers): (usize, bool),
    workspace: &mut Workspace,
) -> Option<Finished> {
    let devices = command.entities.iter().filter_map(|meant| match meant {
        Meant::Device(device) => home.device(*device).map(|device| device.id.clone()),
        Meant::Scene(_) => None,
    });
    let settled = Settled::Reading {
        devices: devices.collect(),
        command: command.capability.clone(),
        about: about.to_vec(),
    };
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
        remembers,
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
    let takes = |it| matches!(it, Capability::Command(index) if sets_value(home, index));
    let needs_value = capability(home, command).is_some_and(takes);
    let same = invocations.len() == command.entities.len()
        && !(needs_value && invocations.iter().any(|invocation| invocation.argument.is_none()))
        && invocations.iter().all(|invocation| invocation.capability_id == command.capability);
    (finished.result.decision == Decision::Act && same).then_some(finished)
}
