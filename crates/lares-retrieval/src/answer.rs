//! From chosen devices to the result of a command: candidates, invocations, the decision, questions.

use lares_home::{Act, ArgumentSpec, DeviceIndex, ValueKind};
use lares_language::{Action, Language, NameMatchKind};
use serde_json::{Value as Json, json};
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use crate::as_written;
use crate::asked::{Asked, Finished, Outcome, Settled};
use crate::clarification;
use crate::command::{Scored, ScoredList};
use crate::conditions;
use crate::conversation::{PendingQuestion, QuestionAbout};
use crate::decide::{Facts, decide};
use crate::documents::Capability;
use crate::fit::FitArgument;
use crate::gate::Gate;
use crate::index::CompiledHome;
use crate::keyword::{self, Recall};
use crate::messages;
use crate::result::{
    Candidate, Clarification, CommandResult, Condition, Decision, EntityKind, Invocation, InvocationKind,
    SCENE_EXECUTE,
};
use crate::sensitive::{is_meant, names_its_kind, says_nothing};
use crate::target::{Meant, Target};
use crate::told_which::called_after;
use crate::trace::Tracer;

/// So many devices that were not offered may still be the answer.
const MOST_OTHERS: usize = 64;

/// What was chosen.
pub(crate) enum Chosen {
    /// These.
    Devices(ScoredList),
    /// All of them, by one command.
    Sweep,
    /// One of these.
    Unclear(ScoredList),
}

/// All that a result is made from.
pub(crate) struct Answer<'a> {
    pub(crate) result: CommandResult,
    pub(crate) tracer: Tracer,
    pub(crate) meant: &'a Meant,
    pub(crate) scored: &'a [Scored],
    pub(crate) chosen: ScoredList,
}

/// Decides about the devices that were chosen.
pub(crate) fn finish(asked: &Asked<'_>, answer: Answer<'_>) -> Outcome {
    let Answer { mut result, mut tracer, meant, scored, chosen } = answer;
    let targets: SmallVec<[DeviceIndex; 4]> = chosen.iter().map(|scored| scored.device).collect();
    let found = conditions::find(asked, &asked.parsed.spoken.conditions, &targets);
    if !found.missing.is_empty() {
        result.meta.insert("condition_not_found".into(), found.missing.clone().into());
    }
    result.conditions = found.conditions;
    let dangling = !found.missing.is_empty() || !meant.excluded_unknown.is_empty();
    let facts = facts(asked, meant, &chosen, dangling);
    let (mut decision, why) = decide(facts, asked.config);
    if asked.all_act && decision != Decision::Act {
        return crate::command::done(result, tracer);
    }
    note_arguments(asked, &mut result, &chosen);
    result.argument = chosen.first().and_then(|first| argument(&first.fit.argument));
    fill_candidates(asked, &mut result, meant, scored, &chosen, chosen.len());

    let mut finished = Finished::default();
    if let Some(clarification) = confirmation(asked, &facts, &why, &chosen) {
        decision = Decision::Ask;
        finished.question = pending(asked, &clarification, QuestionAbout::Confirmation);
        result.clarification = Some(clarification);
        result.hint = Some("need_clarification".into());
    }
    result.decision = decision;
    if decision == Decision::Act {
        result.invocations =
            chosen.iter().map(|scored| invocation(asked, scored, &result.conditions)).collect();
    } else {
        result.meta.insert("why_not_act".into(), why[..].into());
    }
    if decision != Decision::Ask && asked.remembers {
        finished.devices = chosen.iter().map(|scored| scored.device).collect();
    }
    tracer.stage("decide", scored.len(), chosen.len(), |notes| {
        notes.insert("decision".into(), json!(decision));
        notes.insert("why_not_act".into(), why[..].into());
    });
    finished.result = result;
    finished.trace = tracer.finish();
    Outcome::Done(finished)
}

/// The ids of devices.
pub(crate) fn ids(asked: &Asked<'_>, chosen: &[Scored]) -> Vec<SmolStr> {
    let mut ids = Vec::with_capacity(chosen.len());
    let devices = chosen.iter().filter_map(|scored| asked.home.device(scored.device));
    ids.extend(devices.map(|device| device.id.clone()));
    ids
}

/// What the decision depends on.
pub(crate) fn facts(asked: &Asked<'_>, meant: &Meant, chosen: &[Scored], dangling: bool) -> Facts {
    let parsed = asked.parsed;
    let settled = asked.settled.is_some();
    let lowest = |of: &dyn Fn(&Scored) -> f32| chosen.iter().map(of).fold(1.0, f32::min);
    let exact = |scored: &Scored| {
        matches!(meant.recall(scored.device), Recall::Name(NameMatchKind::Exact, _) | Recall::Reference)
    };
    let named = matches!(meant.target, Target::Names(_));
    // A noun says more than the category that the platform gave the device.
    let said = asked.home.vocabulary.noun(&parsed.spoken.n).map(|noun| asked.home.of_noun(noun));
    // "The space heater", by which "Nana's space heater" is named, is of that kind whatever its platform calls it.
    let of_kind = said.is_some_and(|kind| chosen.iter().all(|scored| kind.contains(scored.device)));
    let lifted = meant.gate == Gate::Lifted && !matches!(meant.target, Target::Noun(_)) && !of_kind;
    let harms = |scored: &&Scored| asked.home.is_sensitive(scored.device, scored.fit.capability);
    let sensitive = chosen.iter().any(|scored| harms(&scored));
    // What can harm must have been said to what: a kind or a name, or an act that is for one kind only.
    let nameless = sensitive && !settled && meant.is_unspecific() && !names_its_kind(&parsed.action);
    let exactly = chosen.iter().filter(harms).all(|scored| match scored.fit.capability {
        Capability::Command(index) => is_meant(&parsed.action, asked.home.intents(index).0),
        Capability::Attribute(_) => true,
    });
    Facts {
        // A person who has answered a question has confirmed it.
        confidence: if settled { 1.0 } else { parsed.confidence },
        similarity: lowest(&|scored| scored.fit.similarity),
        name_score: match (nameless, named) {
            (true, _) => 0.0,
            (false, true) => lowest(&|scored| scored.keyword),
            (false, false) => 1.0,
        },
        sensitive,
        wish: parsed.wish && !settled,
        empty: says_nothing(&parsed.action) || !exactly,
        unknown_room: sensitive && says_unknown_room(asked, meant)
            || meant
                .scoped
                .unknown
                .iter()
                .chain(&parsed.unknown_rooms)
                .any(|room| !called_after(asked, room, chosen.iter().map(|scored| scored.device))),
        fallback: !settled && (meant.fallback || lifted && !chosen.iter().all(exact)),
        scheduled: parsed.scheduled,
        doubtful: (parsed.doubtful || parsed.target_left_out && only_goes_on(&parsed.action)) && !settled,
        question: parsed.action.is_query(),
        argument_unusable: chosen
            .iter()
            .any(|scored| matches!(scored.fit.argument, FitArgument::Missing | FitArgument::Refused(_))),
        dangling,
    }
}

/// Whether a room was said that the home does not have.
fn says_unknown_room(asked: &Asked<'_>, meant: &Meant) -> bool {
    !meant.scoped.unknown.is_empty() || !asked.parsed.unknown_rooms.is_empty()
}

/// Stopping or going on, said of nothing: what it is to end or to begin again, the last command may only seem to tell.
fn only_goes_on(action: &Action) -> bool {
    matches!(action.acts.first(), Some(Act::Stop | Act::Cancel | Act::Resume | Act::Toggle | Act::Reset))
}

/// Errors and gaps of the arguments, in meta.
pub(crate) fn note_arguments(asked: &Asked<'_>, result: &mut CommandResult, chosen: &[Scored]) {
    for scored in chosen {
        match &scored.fit.argument {
            FitArgument::Refused(why) => {
                result.meta.insert("argument_error".into(), messages::refusal(asked.language, why).into());
                return;
            }
            FitArgument::Missing => {
                result.meta.insert("argument_missing".into(), true.into());
            }
            FitArgument::None | FitArgument::Value(_) | FitArgument::Choice(_) => {}
        }
    }
}

/// The candidates, best first, and the first `selected` of those that were chosen.
fn fill_candidates(
    asked: &Asked<'_>,
    result: &mut CommandResult,
    meant: &Meant,
    scored: &[Scored],
    chosen: &[Scored],
    selected: usize,
) {
    let described = |scored: &Scored| candidate(asked, meant, scored);
    result.selected = chosen.iter().take(selected).map(described).collect();
    let others = scored.iter().filter(|scored| !chosen.iter().any(|chosen| chosen.device == scored.device));
    let count = chosen.len() + others.clone().count();
    let further = chosen.iter().skip(selected).chain(others).map(described);
    let most = asked.top_k.max(1);
    result.candidates.reserve_exact(most.min(count));
    result.candidates.extend(result.selected.iter().cloned().chain(further).take(most));
}

/// A device as a candidate.
pub(crate) fn candidate(asked: &Asked<'_>, meant: &Meant, scored: &Scored) -> Candidate {
    let device = asked.home.device(scored.device);
    Candidate {
        entity_id: device.map_or_else(SmolStr::default, |device| device.id.clone()),
        entity_kind: EntityKind::Device,
        name: device.map_or_else(SmolStr::default, |device| device.name.clone()),
        room: asked.home.room_of(scored.device).map(|room| room.name.clone()),
        capability_id: asked.home.capability_id(scored.fit.capability).clone(),
        ..scores(meant, scored)
    }
}

/// How well a device does as a candidate and why, without what it is called.
pub(crate) fn scores(meant: &Meant, scored: &Scored) -> Candidate {
    let mut reasons: SmallVec<[SmolStr; 3]> = SmallVec::new();
    if let (_, Some(reason)) = keyword::score(meant.recall(scored.device)) {
        reasons.push(SmolStr::new_static(reason));
    }
    if meant.gate == Gate::InForce && !reasons.iter().any(|reason| reason == "type_hit") {
        reasons.push(SmolStr::new_static("type_hit"));
    }
    if meant.room_hit(scored.device) {
        reasons.push(SmolStr::new_static("room_hit"));
    }
    reasons.push(SmolStr::new_static(if scored.fit.structural { "action_fit" } else { "vector_hit" }));
    Candidate {
        keyword_score: rounded(scored.keyword),
        vector_score: rounded(scored.fit.vector),
        total_score: rounded(scored.total),
        reasons,
        ..Candidate::default()
    }
}

/// Scores with four digits: more would only be noise in the output.
pub(crate) fn rounded(score: f32) -> f32 {
    (score * 10_000.0).round() / 10_000.0
}

pub(crate) fn argument(argument: &FitArgument) -> Option<Json> {
    match argument {
        FitArgument::Value(value) => Some(value.clone()),
        FitArgument::Choice(value) => Some(value.as_str().into()),
        _ => None,
    }
}

/// What a device would run.
pub(crate) fn invocation(asked: &Asked<'_>, scored: &Scored, conditions: &[Condition]) -> Invocation {
    let kind = match scored.fit.capability {
        Capability::Command(_) => InvocationKind::Command,
        Capability::Attribute(_) => InvocationKind::Attribute,
    };
    Invocation {
        device_id: asked.home.device(scored.device).map_or_else(SmolStr::default, |device| device.id.clone()),
        kind,
        capability_id: asked.home.capability_id(scored.fit.capability).clone(),
        argument: argument(&scored.fit.argument).map(|value| {
            match argument_spec(asked, scored.fit.capability) {
                Some(spec) if spec.kind == ValueKind::String && spec.values.is_empty() => {
                    as_written::restored(value, asked.text)
                }
                _ => value,
            }
        }),
        sensitive: asked.home.is_sensitive(scored.device, scored.fit.capability),
        conditions: conditions.to_vec(),
    }
}

/// The specification of the argument of a device's command.
pub(crate) fn argument_spec<'a>(asked: &Asked<'a>, capability: Capability) -> Option<&'a ArgumentSpec> {
    match capability {
        Capability::Command(index) => asked.home.command(index)?.argument.as_ref(),
        Capability::Attribute(_) => None,
    }
}

/// A single device that is meant with some doubt about its name, or whose command can harm: confirm it.
fn confirmation(
    asked: &Asked<'_>,
    facts: &Facts,
    why: &[&'static str],
    chosen: &[Scored],
) -> Option<Clarification> {
    let [only] = chosen else { return None };
    let doubts = !why.is_empty()
        && why.iter().all(|why| match *why {
            "unsure_name" | "wish" | "doubtful_order" => true,
            "low_confidence" => facts.sensitive && facts.confidence >= asked.config.act_confidence,
            _ => false,
        });
    if !doubts || asked.settled.is_some() {
        return None;
    }
    let options = clarification::device_options(asked, &[only.device]);
    let label = options.first().map_or("", |option| option.label.as_str());
    let question = messages::confirm(asked.language, &asked.parsed.spoken.a, label);
    Some(Clarification { question, options })
}

/// A device by its name and room.
pub(crate) fn device_label(home: &CompiledHome, language: Language, device: DeviceIndex) -> String {
    let name = home.device(device).map_or("", |device| device.name.as_str());
    messages::device_label(language, name, home.room_of(device).map(|room| room.name.as_str()))
}

pub(crate) fn label(asked: &Asked<'_>, device: DeviceIndex) -> String {
    device_label(asked.home, asked.language, device)
}

/// A question as the conversation keeps it; `None` where nothing can be said after it.
pub(crate) fn pending(
    asked: &Asked<'_>,
    clarification: &Clarification,
    about: QuestionAbout,
) -> Option<PendingQuestion> {
    asked.remembers.then(|| PendingQuestion {
        clarification: clarification.clone(),
        others: Vec::new(),
        about,
        command: asked.parsed.clone(),
        language: asked.language,
        at_ms: asked.now_ms,
    })
}

/// Asks which of several devices is meant; `among` are the equal ones, without it nothing was said of the device.
pub(crate) fn ask_which(
    asked: &Asked<'_>,
    mut result: CommandResult,
    mut tracer: Tracer,
    meant: &Meant,
    scored: &[Scored],
    among: Option<&[Scored]>,
) -> Outcome {
    if asked.all_act {
        return crate::command::done(result, tracer);
    }
    let most = asked.config.max_clarification_options.max(asked.top_k);
    let all = among.unwrap_or(scored);
    let offered = all.get(..most).unwrap_or(all);
    fill_candidates(asked, &mut result, meant, scored, offered, asked.config.max_clarification_options);
    let mut finished = Finished::default();
    let facts = facts(asked, meant, offered, false);
    // What would not be acted on after the answer either is handed over at once; one question at most is put.
    let hopeless = facts.unknown_room || facts.fallback || facts.scheduled;
    if hopeless || asked.settled.is_some() || asked.parsed.confidence < 0.4 || offered.is_empty() {
        result.decision = if offered.is_empty() { Decision::None } else { Decision::Pass };
        result.meta.insert("why_not_act".into(), vec!["several_match"].into());
    } else {
        let devices: SmallVec<[DeviceIndex; 8]> = offered.iter().map(|scored| scored.device).collect();
        let clarification = clarification::which(asked, &devices, among.is_some());
        result.decision = Decision::Ask;
        result.hint = Some("need_clarification".into());
        let question = pending(asked, &clarification, QuestionAbout::Devices);
        finished.question = question.map(|question| {
            let further = among.unwrap_or(scored).iter().skip(asked.config.max_clarification_options);
            let others: ScoredList = further.take(MOST_OTHERS).cloned().collect();
            PendingQuestion { others: ids(asked, &others), ..question }
        });
        result.clarification = Some(clarification);
    }
    tracer.stage("decide", scored.len(), offered.len(), |notes| {
        notes.insert("decision".into(), json!(result.decision));
    });
    finished.result = result;
    finished.trace = tracer.finish();
    Outcome::Done(finished)
}

/// Runs a scene that was named.
pub(crate) fn scene(asked: &Asked<'_>, mut result: CommandResult, tracer: Tracer, scene: usize) -> Outcome {
    let Some(scene) = asked.home.home.scenes.get(scene) else { return crate::command::done(result, tracer) };
    use lares_home::Act::{Off, On, Open, Press, Resume, Set, Start};
    let runs = asked.parsed.action.acts.is_empty()
        || asked.parsed.action.acts.iter().any(|act| matches!(act, On | Open | Start | Set | Press | Resume));
    let candidate = Candidate {
        entity_id: scene.id.clone(),
        entity_kind: EntityKind::Scene,
        name: scene.name.clone(),
        capability_id: SmolStr::new_static(SCENE_EXECUTE),
        keyword_score: 1.0,
        total_score: 1.0,
        reasons: smallvec![SmolStr::new_static("name_hit")],
        ..Candidate::default()
    };
    let found = conditions::find(asked, &asked.parsed.spoken.conditions, &[]);
    let facts = Facts {
        confidence: if asked.settled.is_some() { 1.0 } else { asked.parsed.confidence },
        // A scene has no end: it cannot be switched off.
        similarity: if runs && asked.parsed.action.acts.first() != Some(&Off) { 1.0 } else { 0.5 },
        unknown_room: !asked.parsed.unknown_rooms.is_empty(),
        scheduled: asked.parsed.scheduled,
        dangling: !found.missing.is_empty(),
        ..Facts::default()
    };
    let (decision, why) = decide(facts, asked.config);
    result.conditions = found.conditions;
    if decision == Decision::Act {
        result.invocations = vec![Invocation {
            device_id: scene.id.clone(),
            kind: InvocationKind::Scene,
            capability_id: SmolStr::new_static(SCENE_EXECUTE),
            argument: None,
            sensitive: false,
            conditions: result.conditions.clone(),
        }];
    } else {
        result.meta.insert("why_not_act".into(), why[..].into());
    }
    result.decision = decision;
    result.candidates = vec![candidate.clone()];
    result.selected = vec![candidate];
    crate::command::done(result, tracer)
}

/// Whether the answer has settled which command is meant.
pub(crate) fn command_settled(asked: &Asked<'_>) -> bool {
    matches!(asked.settled, Some(Settled::Command(_)))
}
