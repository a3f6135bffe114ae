//! Bulk: all or all but some. First the command, then every device that it is for.

use std::ops::Range;
use std::rc::Rc;

use lares_home::{Act, DeviceIndex, catalogue};
use lares_language::command_array::ANY;
use serde_json::json;
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use crate::answer::{self, Answer};
use crate::asked::{Asked, Finished, Outcome};
use crate::bulk::{Options, Weighed, is_clear, normalise, weigh};
use crate::capability::{CapabilityFit, Fitting};
use crate::command::{Scored, ScoredList, done, score};
use crate::conditions;
use crate::consistency::{Verdict, judge};
use crate::conversation::QuestionAbout;
use crate::decide::decide;
use crate::device_set::DeviceSet;
use crate::documents::{Capability, written_in};
use crate::fusion::{Signals, total};
use crate::gate::Gate;
use crate::groups::{Target as GroupTarget, group};
use crate::keyword;
use crate::messages;
use crate::one_of_kind;
use crate::pipeline::{ArbitrationAnswer, ArbitrationOption, ArbitrationRequest};
use crate::result::{
    Candidate, Clarification, ClarificationOption, CommandOption, CommandResult, Decision, EntityKind, Group,
};
use crate::target::{Meant, Target};
use crate::trace::Tracer;
use crate::workspace::{Lent, ProfileFits};

/// Structural similarities are exact: small differences count.
const STRUCTURAL_TEMPERATURE: f32 = 0.01;
/// How much less another command may fit and still be the same thing on another kind of device: where the devices were
/// pointed out, and where everything was meant.
const ALTERNATE_NAMED: f32 = 0.15;
const ALTERNATE_SWEPT: f32 = 0.011;
/// Locking is for what has a lock, where some of what is meant has one: a garage door is shut instead only where it is
/// named.
const ALTERNATE_LOCKED: f32 = 0.003;

/// The devices of one profile with what they can do.
pub(crate) struct Kind {
    /// Where they stand among the devices of all kinds.
    devices: Range<usize>,
    /// Of which only some are meant; see [`Kinds::fits`].
    fits: ProfileFits,
    actionable: bool,
}

/// What is meant, by what it can do: kinds in the order of their first devices, those of a kind in file order.
struct Kinds<'a> {
    asked: &'a Asked<'a>,
    kinds: Lent<'a, Vec<Kind>>,
    devices: Lent<'a, Vec<DeviceIndex>>,
}

impl Kinds<'_> {
    fn iter(&self) -> impl Iterator<Item = &Kind> + Clone {
        self.kinds.iter()
    }

    fn devices(&self, kind: &Kind) -> &[DeviceIndex] {
        self.devices.get(kind.devices.clone()).unwrap_or_default()
    }

    /// How the commands of a kind fit, best first; those that do not are left out.
    fn fits<'k>(&'k self, kind: &'k Kind) -> impl Iterator<Item = &'k Rc<CapabilityFit>> {
        let Asked { config, parsed, .. } = self.asked;
        kind.fits.iter().filter(|fit| {
            !config.stages.consistency || judge(fit.similarity, parsed.confidence, config) != Verdict::Remove
        })
    }

    /// How the command of that id fits that a kind has.
    fn fit<'k>(&'k self, kind: &'k Kind, id: &str) -> Option<&'k Rc<CapabilityFit>> {
        self.fits(kind).find(|fit| self.asked.home.capability_id(fit.capability) == id)
    }
}

pub(crate) fn run(
    asked: &Asked<'_>,
    mut result: CommandResult,
    mut tracer: Tracer,
    meant: &Meant,
    fitting: &mut Fitting<'_>,
) -> Outcome {
    let kinds = kinds(asked, &meant.set, fitting);
    let mut options = weigh_commands(asked, &kinds);
    let Some(first) = options.first() else {
        // Nothing of what is meant can do it; say what was meant.
        result.meta.insert("unsupported".into(), asked.names(&meant.set).into());
        return done(result, tracer);
    };
    if asked.is_futile(meant) {
        return done(result, tracer);
    }
    let structural = first.key.structural;
    let temperature = match (structural, asked.config.options_temperature) {
        (true, _) => STRUCTURAL_TEMPERATURE,
        (false, set) if set > 0.0 => set,
        (false, _) => asked.home.embedder.temperature(),
    };
    compete(&kinds, &mut options, temperature);
    let meant_devices: usize =
        kinds.iter().filter(|kind| kind.actionable).map(|kind| kind.devices.len()).sum();
    let describe = || -> Vec<_> {
        options.iter().map(|option| described(asked, option, &kinds, meant_devices)).collect()
    };
    note_confidence(&mut result, &options);

    let mut place = 0;
    // Commands that are understood and fit alike differ in nothing that a person could be asked.
    let sure = structural && options.first().is_some_and(|first| first.similarity >= asked.config.act_fit);
    if !sure && !is_clear(&options, asked.config) && !answer::command_settled(asked) {
        result.options = describe();
        match asked.supplied.arbitrations.get(&asked.place) {
            Some(ArbitrationAnswer::Choice(choice)) if *choice < options.len() => place = *choice,
            Some(ArbitrationAnswer::Question(question)) => {
                return ask_command(asked, result, tracer, meant, fitting, Some(question.clone()));
            }
            None if asked.config.enable_bulk_arbitration_llm
                && asked.settled.is_none()
                && options.len() > 1 =>
            {
                return Outcome::NeedArbitration(arbitration(asked, &result, &kinds));
            }
            _ => return ask_command(asked, result, tracer, meant, fitting, None),
        }
    }
    let Some(chosen) = options.get(place).map(|option| option.key.id) else { return done(result, tracer) };
    let Targets { list: mut targets, mut found, left_out } = targets(asked, meant, &kinds, chosen);
    if left_out > 0 {
        result.meta.insert("sensitive_left_out".into(), left_out.into());
    }
    tracer.stage("bulk", tracer.count(&meant.set), found, |notes| {
        notes.insert("command".into(), chosen.as_str().into());
        notes.insert("options".into(), json!(describe()));
    });
    if targets.is_empty() {
        result.options = describe();
        let scored = score(asked, meant, fitting);
        return answer::ask_which(asked, result, tracer, meant, &scored, Some(&scored));
    }
    if let [only] = targets.as_slice() {
        let scored: ScoredList = smallvec![only.clone()];
        result.options.clear();
        return answer::finish(
            asked,
            Answer { result, tracer, meant, scored: &scored, chosen: scored.clone() },
        );
    }
    // A plain noun for what can harm names one such device, not several.
    let harmful = targets.iter().any(|scored| asked.home.is_sensitive(scored.device, scored.fit.capability));
    if harmful && !meant.is_named() && !asked.parsed.quantifier_said && asked.settled.is_none() {
        result.options.clear();
        return answer::ask_which(asked, result, tracer, meant, &targets, Some(&targets));
    }
    if one_of_kind::is_unclear(asked, meant) {
        result.options.clear();
        return answer::ask_which(asked, result, tracer, meant, &targets, Some(&targets));
    }
    if asked.parsed.both
        && found > 2
        && let Some(pair) = one_of_kind::alike_pair(asked, &targets)
    {
        targets.retain(|scored| pair.contains(&scored.device));
        found = targets.len();
    }
    // "Both lamps", and more than two could be meant.
    if asked.parsed.both && asked.settled.is_none() && found > 2 && matches!(meant.target, Target::Noun(_)) {
        result.options.clear();
        return answer::ask_which(asked, result, tracer, meant, &targets, Some(&targets));
    }
    result.options = describe();
    // What cannot do it at all (a sensor, a plug without brightness) is covered by no command; say so.
    let coverage = if meant_devices == 0 { 1.0 } else { found as f32 / meant_devices as f32 };
    result.meta.insert("coverage".into(), json!(answer::rounded(coverage)));
    result.meta.insert("targets".into(), found.into());
    finish(asked, result, tracer, meant, targets, found, coverage)
}

fn finish(
    asked: &Asked<'_>,
    mut result: CommandResult,
    mut tracer: Tracer,
    meant: &Meant,
    mut targets: Lent<'_, Vec<Scored>>,
    found: usize,
    coverage: f32,
) -> Outcome {
    let too_many = found > asked.config.max_targets;
    targets.truncate(asked.config.max_targets);
    let mut groups = groups(asked, &targets);
    let too_many_groups = groups.len() > asked.config.max_groups;
    if too_many_groups {
        groups.truncate(asked.config.max_groups);
        let kept: Vec<&SmolStr> = groups.iter().flat_map(|group| &group.device_ids).collect();
        targets.retain(|scored| {
            asked.home.device(scored.device).is_some_and(|device| kept.contains(&&device.id))
        });
    }
    let mut swept = asked.memory.devices();
    swept.extend(targets.iter().map(|scored| scored.device));
    let conditions = conditions::find(asked, &asked.parsed.spoken.conditions, &swept);
    if !conditions.missing.is_empty() {
        result.meta.insert("condition_not_found".into(), conditions.missing.clone().into());
    }
    let dangling = !conditions.missing.is_empty() || !meant.excluded_unknown.is_empty();
    result.conditions = conditions.conditions;
    let facts = answer::facts(asked, meant, &targets, dangling);
    let (mut decision, mut why) = decide(facts, asked.config);
    if asked.all_act && decision != Decision::Act {
        return done(result, tracer);
    }
    answer::note_arguments(asked, &mut result, &targets);
    result.argument = targets.first().and_then(|first| answer::argument(&first.fit.argument));
    result.selected = groups.iter().map(|group| group_candidate(asked, meant, group, &targets)).collect();
    let single = targets.iter().take(asked.top_k).map(|scored| answer::candidate(asked, meant, scored));
    result.candidates = result.selected.iter().cloned().chain(single).take(asked.top_k.max(1)).collect();
    let mut finished = Finished::default();
    if too_many || too_many_groups {
        result.hint = Some("too_many_targets".into());
        if decision == Decision::Act && asked.settled.is_none() {
            let question = messages::too_many(asked.language, found, targets.len());
            let option = ClarificationOption {
                id: "all".into(),
                label: messages::all_of_them(asked.language),
                device_ids: Some(answer::ids(asked, &targets)),
            };
            let clarification = Clarification { question, options: vec![option] };
            finished.question = answer::pending(asked, &clarification, QuestionAbout::Confirmation);
            result.clarification = Some(clarification);
            decision = Decision::Ask;
            why.push("too_many_targets");
        }
    } else if coverage < asked.config.coverage {
        result.hint = Some("partial_coverage".into());
    }
    if decision == Decision::Act {
        result.invocations =
            targets.iter().map(|scored| answer::invocation(asked, scored, &result.conditions)).collect();
    } else {
        result.meta.insert("why_not_act".into(), why[..].into());
    }
    if decision != Decision::Ask && asked.remembers {
        finished.devices = targets.iter().map(|scored| scored.device).collect();
    }
    tracer.stage("decide", found, targets.len(), |notes| {
        notes.insert("decision".into(), json!(decision));
        notes.insert("why_not_act".into(), why[..].into());
    });
    result.decision = decision;
    result.groups = groups;
    finished.result = result;
    finished.trace = tracer.finish();
    Outcome::Done(finished)
}

fn kinds<'a>(asked: &'a Asked<'_>, set: &DeviceSet, fitting: &mut Fitting<'_>) -> Kinds<'a> {
    const NONE: usize = usize::MAX;
    let profiles = &asked.home.home.profiles;
    let mut places = asked.memory.numbers(profiles.len(), NONE);
    let mut kinds = asked.memory.kinds();
    let question = asked.parsed.action.is_query();
    let profile_of = |device| {
        let index = asked.home.profile_of(device)?;
        Some((index, profiles.get(index.0 as usize)?))
    };
    // First how many there are of each, so that all of them can stand in one list.
    let mut count = 0;
    for device in set.iter() {
        let Some((index, profile)) = profile_of(device) else { continue };
        let Some(place) = places.get_mut(index.0 as usize) else { continue };
        if *place == NONE {
            *place = kinds.len();
            let actionable =
                if question { !profile.attributes.is_empty() } else { !profile.commands.is_empty() };
            kinds.push(Kind { devices: 0..0, fits: fitting.of_profile(index), actionable });
        }
        let Some(kind) = kinds.get_mut(*place) else { continue };
        kind.devices.end += 1;
        count += 1;
    }
    let mut start = 0;
    for kind in kinds.iter_mut() {
        let end = start + kind.devices.end;
        kind.devices = start..start;
        start = end;
    }
    let mut devices = asked.memory.devices();
    devices.resize(count, DeviceIndex(0));
    for device in set.iter() {
        let place = profile_of(device).and_then(|(index, _)| places.get(index.0 as usize));
        let Some(kind) = place.and_then(|place| kinds.get_mut(*place)) else { continue };
        if let Some(own) = devices.get_mut(kind.devices.end) {
            *own = device;
            kind.devices.end += 1;
        }
    }
    Kinds { asked, kinds, devices }
}

/// A command by its id, with what its best similarity is made of.
#[derive(Clone, PartialEq)]
struct Key<'a> {
    id: &'a SmolStr,
    structural: bool,
}

/// One piece of evidence for each distinct document of a command.
fn weigh_commands<'a>(asked: &Asked<'a>, kinds: &Kinds<'_>) -> Options<Key<'a>> {
    let mut seen: SmallVec<[(Capability, Option<usize>); 16]> = SmallVec::new();
    let mut evidence: SmallVec<[(Key<'a>, f32); 16]> = SmallVec::new();
    let language = written_in(asked.text);
    for fit in kinds.iter().flat_map(|kind| kinds.fits(kind)) {
        let row = asked.home.documents.row_of(fit.capability, language);
        let id = asked.home.capability_id(fit.capability);
        let known = seen.iter().any(|(capability, known)| {
            *capability == fit.capability
                || row.is_some() && *known == row && asked.home.capability_id(*capability) == id
        });
        if !known {
            seen.push((fit.capability, row));
            // Where structure says the same of two commands, the words decide, and for none that can harm.
            let harms = match fit.capability {
                Capability::Command(index) => asked.home.may_always_harm(index),
                Capability::Attribute(_) => false,
            };
            let words = if harms { 0.0 } else { fit.vector };
            evidence.push((Key { id, structural: fit.structural }, fit.similarity + words * 0.001));
        }
    }
    weigh(&evidence, STRUCTURAL_TEMPERATURE, asked.config)
}

/// Keeps the first option and those that compete with it: commands that one device has as well. A command that only
/// other devices have is no rival but the same wish on another kind of device.
fn compete(kinds: &Kinds<'_>, options: &mut Options<Key<'_>>, temperature: f32) {
    let Some(first) = options.first().map(|first| first.key.id) else { return };
    let has = |kind: &Kind, id: &str| kinds.fit(kind, id).is_some();
    options.retain(|option| {
        option.key.id == first || kinds.iter().any(|kind| has(kind, first) && has(kind, option.key.id))
    });
    normalise(options, temperature);
}

fn note_confidence(result: &mut CommandResult, options: &[Weighed<Key<'_>>]) {
    let p = |place: usize| options.get(place).map_or(0.0, |option| option.p);
    result.meta.insert("top1_ratio".into(), json!(answer::rounded(p(0))));
    result.meta.insert("margin".into(), json!(answer::rounded(p(0) - p(1))));
}

fn described(asked: &Asked<'_>, option: &Weighed<Key<'_>>, kinds: &Kinds<'_>, meant: usize) -> CommandOption {
    let with = |kind: &&Kind| kinds.fit(kind, option.key.id).is_some();
    let device_count: usize = kinds.iter().filter(with).map(|kind| kind.devices.len()).sum();
    let description = kinds
        .iter()
        .find_map(|kind| kinds.fit(kind, option.key.id))
        .map_or_else(String::new, |fit| description(asked, fit.capability));
    CommandOption {
        capability_id: option.key.id.clone(),
        description,
        p: answer::rounded(option.p),
        coverage: answer::rounded(if meant == 0 { 0.0 } else { device_count as f32 / meant as f32 }),
        device_count,
    }
}

fn description(asked: &Asked<'_>, capability: Capability) -> String {
    match capability {
        Capability::Command(index) => asked.home.command(index).map(|spec| &spec.description),
        Capability::Attribute(index) => asked.home.attribute(index).map(|spec| &spec.description),
    }
    .cloned()
    .unwrap_or_default()
}

/// The devices that a command is for.
struct Targets<'a> {
    /// In file order, no more than one above the limit.
    list: Lent<'a, Vec<Scored>>,
    /// How many there are.
    found: usize,
    /// How many were left out because the command could harm on them and they were not named.
    left_out: usize,
}

/// Every device that has the command, and those that have another one for the same wish. What can harm is taken out
/// unless it was named: by name, or by a noun that means nothing else.
fn targets<'a>(asked: &Asked<'a>, meant: &Meant, kinds: &Kinds<'_>, chosen: &str) -> Targets<'a> {
    let is_chosen = |fit: &&Rc<CapabilityFit>| asked.home.capability_id(fit.capability) == chosen;
    let fits = || kinds.iter().flat_map(|kind| kinds.fits(kind));
    let best = fits().filter(is_chosen).map(|fit| fit.similarity).fold(0.0, f32::max);
    let swept = meant.everything || matches!(meant.target, Target::Anything);
    let tolerance = match (swept, locks(asked) && !meant.is_named()) {
        (_, true) => ALTERNATE_LOCKED,
        (true, false) => ALTERNATE_SWEPT,
        (false, false) => ALTERNATE_NAMED,
    };
    let action = &asked.parsed.action;
    let switches = chosen
        .rsplit_once('-')
        .is_some_and(|(_, command)| matches!(command, "on" | "off" | "play" | "start"));
    let plain_switch = switches
        && matches!(action.acts.first(), Some(Act::On | Act::Off | Act::Start))
        && action.properties.is_empty()
        && action.value.is_none();
    let picked: SmallVec<[(&Kind, &Rc<CapabilityFit>); 16]> = kinds
        .iter()
        .filter_map(|kind| {
            let own = kinds.fit(kind, chosen);
            // 音响打开: what is switched is meant, and no other speaker is to play; all of them do what they can.
            let instead = !plain_switch || asked.parsed.quantifier_said || swept;
            let alternate =
                kinds.fits(kind).next().filter(|fit| instead && best - fit.similarity <= tolerance);
            own.or(alternate).map(|fit| (kind, fit))
        })
        .collect();
    let harms = |fit: &CapabilityFit, device: DeviceIndex| asked.home.is_sensitive(device, fit.capability);
    let noun = matches!(meant.target, Target::Noun(_)) && !meant.everything;
    // What was left out is no name: 全部打开 after a lock was spoken of does not open it.
    let left_out = asked.settled.is_none() && asked.parsed.spoken.n == ANY;
    let named = meant.is_named() && !left_out
        || noun
            && picked.iter().all(|(kind, fit)| {
                asked.home.may_harm(fit.capability)
                    && kinds.devices(kind).iter().all(|device| harms(fit, *device))
            });
    // One more than are run, so that it shows that there are more; a large home is not copied.
    let limit = asked.config.max_targets + 1;
    let mut targets = Targets { list: asked.memory.scored(), found: 0, left_out: 0 };
    for (kind, fit) in picked {
        let devices = kinds.devices(kind);
        let spared = |device: &&DeviceIndex| named || !harms(fit, **device);
        let scored = |device: &DeviceIndex| scored(asked, meant, *device, fit);
        if named || !asked.home.may_harm(fit.capability) {
            targets.found += devices.len();
            targets.list.extend(devices.iter().take(limit).map(scored));
        } else {
            let kept = devices.iter().filter(spared).count();
            targets.found += kept;
            targets.left_out += devices.len() - kept;
            targets.list.extend(devices.iter().filter(spared).take(limit).map(scored));
        }
    }
    // A name that several devices carry means those that carry it best.
    if matches!(meant.target, Target::Names(_)) {
        let top = targets.list.iter().map(|scored| scored.keyword).fold(0.0, f32::max);
        targets.list.retain(|scored| top - scored.keyword <= 0.1);
        targets.found = targets.list.len();
    }
    targets.list.sort_unstable_by_key(|scored| scored.device);
    targets.list.truncate(limit);
    targets
}

/// Whether it is about locks: all doors are to be locked, or it is asked whether they are.
fn locks(asked: &Asked<'_>) -> bool {
    let action = &asked.parsed.action;
    let asks = action.is_query() && action.properties.first().copied() == catalogue().property("lock_state");
    asks && !action.properties.is_empty() || matches!(action.acts.first(), Some(Act::Lock | Act::Unlock))
}

fn scored(asked: &Asked<'_>, meant: &Meant, device: DeviceIndex, fit: &Rc<CapabilityFit>) -> Scored {
    let (keyword, _) = keyword::score(meant.recall(device));
    let signals = Signals {
        keyword,
        vector: fit.vector,
        room_hit: meant.room_hit(device),
        similarity: fit.similarity,
        gated: meant.gate == Gate::InForce,
    };
    Scored { device, fit: Rc::clone(fit), keyword, total: total(signals, asked.config) }
}

fn groups(asked: &Asked<'_>, targets: &[Scored]) -> Vec<Group> {
    let members = targets.iter().filter_map(|scored| {
        let device = asked.home.device(scored.device)?;
        Some(GroupTarget {
            device_id: &device.id,
            capability_id: asked.home.capability_id(scored.fit.capability),
            argument: answer::argument_spec(asked, scored.fit.capability),
        })
    });
    group(members, asked.config.batch_size)
}

fn group_candidate(asked: &Asked<'_>, meant: &Meant, group: &Group, targets: &[Scored]) -> Candidate {
    let first = group
        .device_ids
        .first()
        .and_then(|id| asked.home.device_by_id(id))
        .and_then(|device| targets.iter().find(|scored| scored.device == device));
    let like = first.map(|scored| answer::scores(meant, scored)).unwrap_or_default();
    Candidate {
        entity_id: group.id.clone(),
        entity_kind: EntityKind::Group,
        capability_id: group.capability_id.clone(),
        ..like
    }
}

fn arbitration(asked: &Asked<'_>, result: &CommandResult, kinds: &Kinds<'_>) -> ArbitrationRequest {
    let examples = |id: &str| {
        kinds
            .iter()
            .filter(|kind| kinds.fit(kind, id).is_some())
            .flat_map(|kind| kinds.devices(kind))
            .take(3)
            .filter_map(|index| {
                let name = asked.home.device(*index)?.name.clone();
                Some((name, asked.home.room_of(*index).map(|room| room.name.clone())))
            })
            .collect()
    };
    ArbitrationRequest {
        command: asked.place,
        text: asked.text.to_owned(),
        action: asked.parsed.spoken.a.clone(),
        options: result
            .options
            .iter()
            .map(|option| ArbitrationOption {
                capability_id: option.capability_id.to_string(),
                description: option.description.clone(),
                device_count: option.device_count,
                examples: examples(&option.capability_id),
            })
            .collect(),
    }
}

/// The command is unclear: ask, once, with two or three options; then hand over plain candidates.
fn ask_command(
    asked: &Asked<'_>,
    mut result: CommandResult,
    mut tracer: Tracer,
    meant: &Meant,
    fitting: &mut Fitting<'_>,
    question: Option<String>,
) -> Outcome {
    if asked.all_act {
        return done(result, tracer);
    }
    let scored = score(asked, meant, fitting);
    result.candidates = scored
        .iter()
        .take(asked.top_k.max(1))
        .map(|scored| answer::candidate(asked, meant, scored))
        .collect();
    let similar = result.options.len() > 1;
    let mut finished = Finished::default();
    result.hint = Some("need_clarification".into());
    if asked.settled.is_some() || !similar || asked.parsed.confidence < 0.4 {
        result.decision = if result.candidates.is_empty() { Decision::None } else { Decision::Pass };
        result.meta.insert("why_not_act".into(), vec!["unsure_command"].into());
    } else {
        let options = result
            .options
            .iter()
            .take(3)
            .map(|option| ClarificationOption {
                id: option.capability_id.clone(),
                label: option.description.clone(),
                device_ids: None,
            })
            .collect();
        let question = question.unwrap_or_else(|| messages::which_command(asked.language));
        let clarification = Clarification { question, options };
        finished.question = answer::pending(asked, &clarification, QuestionAbout::Commands);
        result.clarification = Some(clarification);
        result.decision = Decision::Ask;
    }
    tracer.stage("decide", scored.len(), result.options.len(), |notes| {
        notes.insert("decision".into(), json!(result.decision));
    });
    finished.result = result;
    finished.trace = tracer.finish();
    Outcome::Done(finished)
}
