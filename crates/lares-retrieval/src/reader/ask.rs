//! A question back, where the network takes it that nothing else can settle what is meant.

use std::mem;

use lares_home::DeviceIndex;
use lares_language::Language;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::act::said;
use super::entities::{Meant, command_feature};
use super::meaning::{Meaning, MeantCommand};
use crate::answer::device_label;
use crate::conversation::{Conversation, PendingQuestion, QuestionAbout};
use crate::index::CompiledHome;
use crate::messages;
use crate::pipeline::Request;
use crate::result::{Clarification, ClarificationOption, CommandResult, Decision, Retrieval};
use crate::workspace::Workspace;

type Devices = SmallVec<[DeviceIndex; 8]>;

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
    let (offered, capability) = offered(home, meaning, answer);
    let language = answer.language;
    let clarification = clarification(home, language, &offered);
    let mut talk = before.clone();
    talk.begin_turn();
    // What nobody remembers is answered by nothing.
    if !request.last
        && let Some(capability) = capability
        && let Some(said) = said(home, before, request, (meaning, None), workspace)
    {
        let entities = offered.iter().copied().map(Meant::Device).collect();
        let command = MeantCommand { capability, entities };
        let mut parsed = said.parsed(home, &command, &mut workspace.language);
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
    let first = answer.results.first_mut().map(|result| mem::take(&mut result.command)).unwrap_or_default();
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

/// The devices that may be meant, likeliest first, and what they would do where one thing stands out: those that would do it
/// and those that the network takes for possible; else those that were considered. None where nothing tells.
fn offered(home: &CompiledHome, meaning: &Meaning, answer: &Retrieval) -> (Devices, Option<SmolStr>) {
    let done = answer.invocations.first().map(|it| it.capability_id.clone());
    let likeliest = || {
        let is_device = |(meant, feature, likelihood)| match meant {
            Meant::Device(device) if likelihood > OFFERED => Some((device, feature)),
            Meant::Device(_) | Meant::Scene(_) => None,
        };
        let (device, feature) = meaning.likely().find_map(is_device)?;
        let mut ids = home.capabilities(home.profile_of(device)?).map(|it| home.capability_id(it));
        ids.find(|id| command_feature(id) == feature).cloned()
    };
    let capability = done.or_else(likeliest);
    let mut offered = Devices::new();
    let mut offer = |device: DeviceIndex| {
        if !offered.contains(&device) {
            offered.push(device);
        }
    };
    match &capability {
        Some(capability) => {
            let doing = answer.invocations.iter().filter(|it| it.capability_id == *capability);
            doing.filter_map(|it| home.device_by_id(&it.device_id)).for_each(&mut offer);
            for (meant, feature, likelihood) in meaning.likely() {
                match meant {
                    Meant::Device(device)
                        if likelihood > OFFERED && feature == command_feature(capability) =>
                    {
                        offer(device);
                    }
                    Meant::Device(_) | Meant::Scene(_) => {}
                }
            }
        }
        None => {
            let candidates = answer.results.iter().flat_map(|result| &result.candidates);
            candidates.filter_map(|candidate| home.device_by_id(&candidate.entity_id)).for_each(&mut offer);
        }
    }
    offered.truncate(home.config.max_clarification_options);
    (offered, capability)
}

fn clarification(home: &CompiledHome, language: Language, offered: &[DeviceIndex]) -> Clarification {
    let option = |device: &DeviceIndex| {
        let id = home.device(*device)?.id.clone();
        Some(ClarificationOption { id, label: device_label(home, language, *device), device_ids: None })
    };
    let options = offered.iter().filter_map(option).collect();
    let question = if offered.is_empty() {
        messages::which_device_at_all(language)
    } else {
        messages::which_device(language)
    };
    Clarification { question, options }
}
