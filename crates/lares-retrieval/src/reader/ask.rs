//! A question back, where the network takes it that nothing else can settle what is meant.

use lares_home::DeviceIndex;
use lares_language::Language;
use smallvec::SmallVec;

use super::act::said;
use super::entities::{Meant, command_feature};
use super::meaning::{Meaning, MeantCommand};
use crate::conversation::{Conversation, PendingQuestion, QuestionAbout};
use crate::index::CompiledHome;
use crate::messages;
use crate::pipeline::Request;
use crate::result::{Clarification, ClarificationOption, CommandResult, Decision, Retrieval};
use crate::workspace::Workspace;

/// What is likelier than this is offered.
const OFFERED: f32 = 0.03;

/// Puts a question into an answer in place of what it said.
pub(super) fn ask(
    home: &CompiledHome,
    (before, conversation): (&Conversation, &mut Conversation),
    request: &Request<'_>,
    meaning: &Meaning,
    confidence: f32,
    answer: &mut Retrieval,
    workspace: &mut Workspace,
) {
    let offered = offered(home, meaning, answer);
    let language = answer.language;
    let clarification = clarification(home, language, &offered);
    let mut talk = before.clone();
    talk.begin_turn();
    if let Some(command) = command(home, meaning, &offered)
        && let Some(said) = said(home, before, request, meaning, workspace)
    {
        let mut parsed = said.parsed(home, &command);
        parsed.action = said.actions_for(home, &command, |_| 0).into_iter().next().unwrap_or_default();
        talk.ask(PendingQuestion {
            clarification: clarification.clone(),
            others: Vec::new(),
            about: QuestionAbout::Devices,
            command: parsed,
            language,
            at_ms: request.now_ms,
        });
    }
    let first = answer.results.first().map(|result| result.command.clone()).unwrap_or_default();
    for result in answer.results.drain(..) {
        workspace.language.take_back_spoken(result.command);
    }
    let mut result =
        CommandResult { command: first, confidence, decision: Decision::Ask, ..CommandResult::default() };
    result.hint = Some("need_clarification".into());
    result.clarification = Some(clarification);
    result.meta.insert("reader".into(), true.into());
    answer.results.push(result);
    answer.invocations.clear();
    answer.decision = Decision::Ask;
    answer.trace.clear();
    *conversation = talk;
}

/// The devices that may be meant, likeliest first: those that would do it, and those that the network takes for possible; else
/// those that were considered. None where nothing tells.
fn offered(home: &CompiledHome, meaning: &Meaning, answer: &Retrieval) -> SmallVec<[DeviceIndex; 8]> {
    let mut offered: SmallVec<[DeviceIndex; 8]> = SmallVec::new();
    let mut offer = |device: DeviceIndex| {
        if !offered.contains(&device) {
            offered.push(device);
        }
    };
    answer.invocations.iter().filter_map(|it| home.device_by_id(&it.device_id)).for_each(&mut offer);
    for (meant, likelihood) in meaning.likely() {
        match meant {
            Meant::Device(device) if likelihood > OFFERED => offer(device),
            Meant::Device(_) | Meant::Scene(_) => {}
        }
    }
    if offered.is_empty() {
        let candidates = answer.results.iter().flat_map(|result| &result.candidates);
        candidates.filter_map(|candidate| home.device_by_id(&candidate.entity_id)).for_each(|device| {
            if !offered.contains(&device) {
                offered.push(device);
            }
        });
    }
    offered.truncate(home.config.max_clarification_options);
    offered
}

/// What would be done by whichever is named: the likeliest command that all of them have.
fn command(home: &CompiledHome, meaning: &Meaning, offered: &[DeviceIndex]) -> Option<MeantCommand> {
    let has = |device: &DeviceIndex, feature: u32| {
        let profile = home.profile_of(*device)?;
        let ids = home.capabilities(profile).map(|capability| home.capability_id(capability));
        ids.into_iter().find(|id| command_feature(id) == feature).cloned()
    };
    let of_all = |feature: u32| {
        let first = has(offered.first()?, feature)?;
        offered.iter().all(|device| has(device, feature).is_some()).then_some(first)
    };
    let capability = meaning.features().find_map(of_all)?;
    Some(MeantCommand { capability, entities: offered.iter().copied().map(Meant::Device).collect() })
}

fn clarification(home: &CompiledHome, language: Language, offered: &[DeviceIndex]) -> Clarification {
    let label = |device: DeviceIndex| {
        let name = home.device(device).map_or("", |device| device.name.as_str());
        messages::device_label(language, name, home.room_of(device).map(|room| room.name.as_str()))
    };
    let option = |device: &DeviceIndex| {
        let id = home.device(*device)?.id.clone();
        Some(ClarificationOption { id, label: label(*device), device_ids: None })
    };
    let options = offered.iter().filter_map(option).collect();
    let question = if offered.is_empty() {
        messages::which_device_at_all(language)
    } else {
        messages::which_device(language)
    };
    Clarification { question, options }
}
