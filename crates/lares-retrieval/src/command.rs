//! One command's way through the stages, up to the choice of its devices.

use lares_home::{Act, DeviceIndex, HomeLanguage, ValueKind};
use lares_language::command_array::OTHER;
use lares_language::{Language, Quantifier};
use serde_json::Value as Json;
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;
use std::rc::Rc;

use crate::action_text;
use crate::answer::{self, Answer, Chosen};
use crate::asked::{Asked, Finished, Outcome, Query, Settled};
use crate::by_meaning;
use crate::capability::{CapabilityFit, Fitting};
use crate::consistency::{Verdict, judge};
use crate::device_set::DeviceSet;
use crate::documents::{Capability, written_in};
use crate::follow_up::{holds, says_all, told_apart};
use crate::fusion::{Signals, total};
use crate::gate::Gate;
use crate::helped_here;
use crate::keyword;
use crate::near_speaker::{condition_rooms, near_the_speaker};
use crate::reach::says_whole_home;
use crate::result::{CommandResult, Decision};
use crate::sweep;
use crate::target::{self, Meant, Target};
use crate::trace::Tracer;
use crate::unsaid;
use crate::wider;
use crate::workspace::Lent;

/// More devices than this are represented by a few of each profile, where one is to be chosen.
const WIDE: usize = 512;
const FEW: usize = 16;

/// A device with its best command, scored.
#[derive(Debug, Clone)]
pub(crate) struct Scored {
    pub(crate) device: DeviceIndex,
    pub(crate) fit: Rc<CapabilityFit>,
    pub(crate) keyword: f32,
    pub(crate) total: f32,
}

/// Devices with their best commands; mostly very few.
pub(crate) type ScoredList = SmallVec<[Scored; 4]>;

/// How much less a wider reading of an action is trusted: enough to keep it from commands that can harm.
pub(crate) const WIDER: f32 = 0.8;

/// Runs the stages for one command; where nothing that is meant can do what was understood, again with the wider
/// readings of the action.
pub(crate) fn run(asked: &Asked<'_>) -> Outcome {
    if asked.parsed.unread {
        return by_meaning::run(asked).unwrap_or_else(|| by_meaning::nothing(asked));
    }
    let outcome = run_once(asked);
    if let Some(here) = helped_here::instead(asked, &outcome) {
        return here;
    }
    let unsupported = match &outcome {
        Outcome::Done(finished) => finished.result.meta.contains_key("unsupported"),
        _ => false,
    };
    if !unsupported {
        return by_meaning::second_opinion(asked, outcome);
    }
    let helping =
        asked.parsed.wish.then(|| wider::helping(&asked.parsed.action, wider::category_of(asked))).flatten();
    let heating = wider::is_thermostat(asked).then(|| wider::heating(&asked.parsed.action)).flatten();
    let warming = wider::warming(&asked.parsed.action, wider::heats(asked));
    let wider = wider::readings(&asked.parsed.action).into_iter().chain(helping).chain(heating);
    for action in wider.chain(warming).chain(wider::charging(asked)) {
        let mut parsed = asked.parsed.with_action(&asked.parsed.spoken.a, action);
        // What helps against a complaint in the only way that it can is no less sure than the complaint.
        let least = if asked.parsed.wish { parsed.confidence.min(asked.config.act_confidence) } else { 0.0 };
        parsed.confidence = (parsed.confidence * WIDER).max(least);
        let wider = Asked { parsed: &parsed, all_act: true, ..*asked };
        match run_once(&wider) {
            Outcome::Done(mut finished) if finished.result.decision == Decision::Act => {
                finished.result.meta.insert("wider_reading".into(), true.into());
                return Outcome::Done(finished);
            }
            _ => {}
        }
    }
    by_meaning::run(asked).unwrap_or(outcome)
}

pub(crate) fn run_once(asked: &Asked<'_>) -> Outcome {
    let mut tracer = Tracer::new(asked.trace);
    let parsed = asked.parsed;
    let mut result = CommandResult { confidence: parsed.confidence, ..CommandResult::default() };
    if parsed.spoken.is_unknown() && asked.home.scene(&parsed.spoken.n).is_none() {
        result.meta.insert("unknown_command".into(), true.into());
        return done(result, tracer);
    }
    let home_language = match asked.home.home.language {
        HomeLanguage::Chinese => Language::Chinese,
        HomeLanguage::English => Language::English,
    };
    let text = action_text::choose(&parsed.spoken.a, asked.text, home_language);
    if let Some(reason) = text.fallback {
        result.meta.insert("action_fallback".into(), reason.into());
    }
    let understood = !parsed.action.acts.is_empty() && asked.config.stages.fit;
    // A vector from elsewhere is worth its wait only where the structure does not decide.
    let query = match Query::new(asked, text.text, !understood) {
        Ok(query) => query,
        Err(wanted) => return Outcome::NeedVectors(vec![wanted]),
    };
    let only = match asked.settled {
        Some(Settled::Command(id) | Settled::Reading { command: id, .. }) => Some(id.as_str()),
        _ => None,
    };
    let mut fitting =
        Fitting::new(asked.home, &parsed.action, written_in(text.text), query, asked.memory, only)
            .of_command(parsed);
    // What is left out is only what surely can do it; what is pointed at may be meant all the same.
    let config = asked.config;
    let sure = parsed.target_left_out || recent_devices(asked).is_empty();
    let threshold = if sure { config.act_fit } else { config.similarity_threshold };
    let meant = target::find(
        asked,
        &mut |device| best(asked, &mut fitting, device).is_some_and(|fit| fit.similarity >= threshold),
        &mut tracer,
    );
    if asked.all_act && meant.comes_to_nothing() {
        return done(result, tracer);
    }
    if !asked.is_futile(&meant) {
        note_scope(&mut result, asked, &meant);
    }
    match &meant.target {
        Target::Scene(scene) => return answer::scene(asked, result, tracer, *scene),
        Target::NotFound(name) => {
            not_found(&mut result, name);
            return done(result, tracer);
        }
        Target::NothingBefore => {
            let everywhere = everywhere(&meant);
            let scored = score(asked, &everywhere, &mut fitting);
            return answer::ask_which(asked, result, tracer, &everywhere, &scored, None);
        }
        Target::Noun(_) | Target::Anything | Target::Names(_) | Target::Given(_) if meant.set.is_empty() => {
            let name = parsed.spoken.n.as_str();
            not_found(&mut result, if name == "*" { &parsed.spoken.t } else { name });
            return done(result, tracer);
        }
        _ => {}
    }
    let mut meant = near_the_speaker(asked, meant, &mut fitting);
    if let Some(both) = helped_here::either(asked, &meant) {
        let scored = score(asked, &both, &mut fitting);
        return answer::ask_which(asked, result, tracer, &both, &scored, None);
    }
    if unsaid::here_of_nobody(asked, &meant) {
        let scored = score(asked, &meant, &mut fitting);
        return answer::ask_which(asked, result, tracer, &meant, &scored, None);
    }
    let untold = unsaid::one_of_several(asked, &meant);
    if untold && meant.quantifier == Quantifier::All {
        meant.quantifier = Quantifier::One;
    }
    // 家里空气咋样: of no room and nothing in particular, whoever can tell best is asked.
    let anywhere = parsed.action.is_query()
        && !parsed.action.properties.is_empty()
        && is_several(asked, &meant)
        && meant.is_unspecific()
        && !meant.everything
        && !reaches(asked, &meant);
    if is_several(asked, &meant) && meant.is_unspecific() && !anywhere {
        if !reaches(asked, &meant) {
            let scored = score(asked, &meant, &mut fitting);
            return answer::ask_which(asked, result, tracer, &meant, &scored, None);
        }
        if !parsed.action.is_query() {
            let before = tracer.count(&meant.set);
            meant.set.intersect(asked.home.reach_of(parsed.action.acts.first().copied()));
            tracer.stage("reach", before, tracer.count(&meant.set), |_| {});
        }
    }
    if is_several(asked, &meant) && !anywhere {
        return sweep::run(asked, result, tracer, &meant, &mut fitting);
    }
    let mut scored = score(asked, &meant, &mut fitting);
    tracer.stage("fusion", tracer.count(&meant.set), scored.len(), |notes| {
        for (place, scored) in scored.iter().take(20).enumerate() {
            let device = asked.home.device(scored.device).map_or("", |device| device.id.as_str());
            let id = asked.home.capability_id(scored.fit.capability);
            notes.insert(
                format!("{:02}", place + 1),
                serde_json::json!({
                    "device": device,
                    "capability": id,
                    "keyword": scored.keyword,
                    "vector": scored.fit.vector,
                    "similarity": scored.fit.similarity,
                    "total": scored.total,
                }),
            );
        }
    });
    if scored.is_empty() {
        let unsupported = if asked.all_act { true.into() } else { asked.names(&meant.set).into() };
        result.meta.insert("unsupported".into(), unsupported);
        return done(result, tracer);
    }
    if asked.is_futile(&meant) {
        return done(result, tracer);
    }
    let chosen = match meant.quantifier {
        Quantifier::Any => {
            // Whichever it is, it is none that could harm, unless that kind was named.
            if meant.is_unspecific() {
                scored.retain(|scored| !asked.home.is_sensitive(scored.device, scored.fit.capability));
            }
            match any(asked, &mut scored) {
                none if none.is_empty() => Chosen::Unclear(none),
                devices => Chosen::Devices(devices),
            }
        }
        // What is called like its kind is no nearer than the others.
        Quantifier::One if untold => {
            let called = unsaid::called_by_a_name(asked, scored.iter().map(|scored| scored.device));
            match scored.iter().find(|scored| Some(scored.device) == called) {
                Some(called) => Chosen::Devices(smallvec![called.clone()]),
                None => Chosen::Unclear(scored.iter().cloned().collect()),
            }
        }
        _ => one(asked, &meant, &scored),
    };
    match chosen {
        Chosen::Devices(devices) => {
            answer::finish(asked, Answer { result, tracer, meant: &meant, scored: &scored, chosen: devices })
        }
        Chosen::Sweep => sweep::run(asked, result, tracer, &meant, &mut fitting),
        Chosen::Unclear(among) => answer::ask_which(asked, result, tracer, &meant, &scored, Some(&among)),
    }
}

/// A result without any device.
pub(crate) fn done(result: CommandResult, tracer: Tracer) -> Outcome {
    Outcome::Done(Finished { result, trace: tracer.finish(), ..Finished::default() })
}

pub(crate) fn best(
    asked: &Asked<'_>,
    fitting: &mut Fitting<'_>,
    device: DeviceIndex,
) -> Option<Rc<CapabilityFit>> {
    let profile = asked.home.profile_of(device)?;
    fitting.of_profile(profile).first().cloned()
}

/// Every device that was meant with its best command, best first, equals in file order.
pub(crate) fn score<'a>(
    asked: &Asked<'a>,
    meant: &Meant,
    fitting: &mut Fitting<'_>,
) -> Lent<'a, Vec<Scored>> {
    let mut scored = asked.memory.scored();
    // Where thousands of devices could be meant, they differ by profile only: a few of each stand for the rest.
    let wide = meant.set.has_more_than(WIDE);
    let recent = if wide { recent_devices(asked) } else { SmallVec::new() };
    let few = FEW.max(asked.parsed.spoken.c.unwrap_or(0) as usize).max(asked.top_k);
    let mut taken = asked.memory.numbers(if wide { asked.home.home.profiles.len() } else { 0 }, 0);
    for device in meant.set.iter() {
        if wide
            && let Some(profile) = asked.home.profile_of(device)
            && let Some(taken) = taken.get_mut(profile.0 as usize)
        {
            *taken += 1;
            if *taken > few && !recent.contains(&device) {
                continue;
            }
        }
        let Some(fit) = best(asked, fitting, device) else { continue };
        let penalty = if asked.config.stages.consistency {
            match judge(fit.similarity, asked.parsed.confidence, asked.config) {
                Verdict::Keep => 0.0,
                Verdict::Lower(by) => by,
                Verdict::Remove => continue,
            }
        } else {
            0.0
        };
        let (keyword, _) = keyword::score(meant.recall(device));
        let signals = Signals {
            keyword,
            vector: fit.vector * if fit.structural { asked.config.understood_vector_share } else { 1.0 },
            room_hit: meant.room_hit(device),
            similarity: fit.similarity,
            gated: meant.gate == Gate::InForce,
        };
        scored.push(Scored { device, keyword, total: total(signals, asked.config) - penalty, fit });
    }
    scored.sort_by(|a, b| b.total.total_cmp(&a.total));
    scored
}

pub(crate) fn recent_devices(asked: &Asked<'_>) -> SmallVec<[DeviceIndex; 8]> {
    asked
        .conversation
        .recent(asked.now_ms, asked.config)
        .into_iter()
        .filter_map(|id| asked.home.device_by_id(id))
        .collect()
}

/// The same command with no target known: all that could be meant.
fn everywhere(meant: &Meant) -> Meant {
    Meant { target: Target::Anything, set: meant.scoped.inside.clone(), ..meant.clone() }
}

/// Several devices are meant by the words themselves. 另一个 is one, however many others there are.
fn is_several(asked: &Asked<'_>, meant: &Meant) -> bool {
    match (&meant.target, meant.quantifier) {
        (_, Quantifier::All | Quantifier::Except) => true,
        (Target::Given(devices), Quantifier::One) => {
            devices.len() > 1 && (asked.settled.is_some() || asked.parsed.spoken.n != OTHER)
        }
        _ => false,
    }
}

/// Whether a sweep without any kind of device is wanted: only where the words say a room or the whole home, or where
/// the act or the property says by itself what it is for (全部锁上, 全部调到26度).
fn reaches(asked: &Asked<'_>, meant: &Meant) -> bool {
    use Act::{
        Cancel, Close, Down, Off, On, Open, Press, Query, Refresh, Reset, Set, Start, Stop, Toggle, Up,
    };
    let parsed = asked.parsed;
    let action = &parsed.action;
    let near = asked.speaker.is_some_and(|speaker| is_within(&meant.set, speaker));
    let whole = says_whole_home(&parsed.words) || meant.everything && says_all(&parsed.words);
    let tells = match action.acts.first() {
        None | Some(Query | Press | Reset | Refresh | Cancel) => false,
        Some(On | Off | Open | Close | Start | Stop | Toggle | Set | Up | Down) => {
            !action.properties.is_empty()
        }
        Some(_) => true,
    };
    meant.scoped.includes || near || whole || tells
}

/// As many as were said, whichever: first those where the speaker stands.
fn any(asked: &Asked<'_>, scored: &mut [Scored]) -> ScoredList {
    let count = asked.parsed.spoken.c.unwrap_or(1) as usize;
    let top = scored.first().map_or(0.0, |first| first.total);
    let near = |scored: &Scored| asked.speaker.is_some_and(|speaker| speaker.contains(scored.device));
    // Only devices that are about as good as the best, so that a stretch never joins a plain match.
    scored.sort_by_key(|scored| (top - scored.total > 0.3, !near(scored), scored.device));
    scored.iter().filter(|scored| top - scored.total <= 0.3).take(count.max(1)).cloned().collect()
}

/// The one device that is meant.
fn one(asked: &Asked<'_>, meant: &Meant, scored: &[Scored]) -> Chosen {
    let Some(first) = scored.first() else { return Chosen::Unclear(ScoredList::new()) };
    let near = |other: &Scored| first.total - other.total < asked.config.ask_epsilon;
    let equal = scored.get(..scored.iter().take_while(|other| near(other)).count()).unwrap_or(scored);
    if equal.len() == 1 {
        return Chosen::Devices(smallvec![first.clone()]);
    }
    if matches!(meant.target, Target::Anything) {
        // 客厅亮一点: nothing but a room, and one kind of device there that can do it.
        let placed =
            meant.scoped.includes || asked.speaker.is_some_and(|speaker| is_within(&meant.set, speaker));
        if asked.parsed.action.is_query() {
            let sensors: ScoredList =
                equal.iter().filter(|scored| only_tells(asked, scored.device)).cloned().collect();
            let sensors: ScoredList = sensors
                .into_iter()
                .filter(|scored| scored.fit.similarity >= first.fit.similarity - 0.01)
                .collect();
            if placed || sensors.len() == 1 {
                return Chosen::Devices(smallvec![
                    sensors.into_iter().next().unwrap_or_else(|| first.clone())
                ]);
            }
        } else if placed && one_kind(asked, equal) {
            return Chosen::Sweep;
        }
    }
    if asked.parsed.action.is_query()
        && matches!(meant.target, Target::Noun(_) | Target::Anything)
        && let Some(sensor) = one_sensor(asked, equal)
    {
        return Chosen::Devices(smallvec![sensor]);
    }
    let sensitive = equal.iter().any(|scored| asked.home.is_sensitive(scored.device, scored.fit.capability));
    // 那盏灯: the one spoken of, if it is a lamp; else the only one where the speaker stands.
    let pointed = matches!(meant.target, Target::Noun(_)) && asked.parsed.spoken.q == Quantifier::One;
    if pointed && !sensitive {
        for device in recent_devices(asked) {
            let able = |scored: &&Scored| scored.fit.similarity >= asked.config.act_fit;
            if let Some(found) = scored.iter().filter(able).find(|scored| scored.device == device) {
                return Chosen::Devices(smallvec![found.clone()]);
            }
        }
    }
    // "if nobody's in the upstairs hallway turn off the hall light there".
    let conditioned = condition_rooms(asked);
    let near: ScoredList = match conditioned.as_ref().or(asked.speaker) {
        Some(speaker) => equal.iter().filter(|scored| speaker.contains(scored.device)).cloned().collect(),
        None => ScoredList::new(),
    };
    if near.len() == 1 {
        return Chosen::Devices(near);
    }
    let among = if near.is_empty() { equal } else { near.as_slice() };
    if let Some(found) = in_the_room_of_its_name(asked, among) {
        return Chosen::Devices(smallvec![found]);
    }
    let name = |scored: &Scored| asked.home.device(scored.device).map_or("", |device| device.name.as_str());
    // The room that was said is where all of them are; it tells none of them apart.
    let mut words = asked.memory.text();
    words.push_str(&asked.parsed.words);
    for room in asked.parsed.spoken.scope().include {
        let mut rest = asked.memory.text();
        for (place, part) in words.split(room).enumerate() {
            rest.push_str(if place > 0 { " " } else { "" });
            rest.push_str(part);
        }
        words = rest;
    }
    let told = told_apart(&words, among.iter().map(name), asked.memory);
    if let Some(found) = told.and_then(|place| among.get(place)) {
        return Chosen::Devices(smallvec![found.clone()]);
    }
    // What may harm is not guessed from what was spoken of before.
    if !sensitive {
        for device in recent_devices(asked) {
            if let Some(found) = among.iter().find(|scored| scored.device == device) {
                return Chosen::Devices(smallvec![found.clone()]);
            }
        }
    }
    // What is wanted only where it is done is not asked about.
    let asked_about = if asked.all_act { &[] } else { among };
    Chosen::Unclear(asked_about.iter().cloned().collect())
}

/// "Bathroom light" in a home where the bathroom and the annexe bathroom each have one of that name: the one whose room
/// was said in full.
fn in_the_room_of_its_name(asked: &Asked<'_>, among: &[Scored]) -> Option<Scored> {
    let words = asked.memory.lower_case(&asked.parsed.words);
    let said = |scored: &&Scored| {
        let room = asked.home.room_of(scored.device);
        room.is_some_and(|room| holds(&words, &asked.memory.lower_case(&room.name)))
    };
    let mut found = among.iter().filter(said);
    match (found.next(), found.next()) {
        (Some(only), None) if among.len() > 1 => Some(only.clone()),
        _ => None,
    }
}

/// Of several that tell the same, where one is asked for: a dedicated sensor before an appliance, then one where the
/// speaker stands, then one spoken of before, then the first of the home. Only where sensors are among them: which of
/// two doors is asked about is a question.
fn one_sensor(asked: &Asked<'_>, equal: &[Scored]) -> Option<Scored> {
    let sensors: Vec<&Scored> = equal.iter().filter(|scored| only_tells(asked, scored.device)).collect();
    let measured = sensors.iter().all(|scored| match scored.fit.capability {
        Capability::Attribute(index) => asked
            .home
            .attribute(index)
            .and_then(|spec| spec.value.as_ref())
            .is_some_and(|value| matches!(value.kind, ValueKind::Integer | ValueKind::Number)),
        Capability::Command(_) => false,
    });
    if !measured {
        return None;
    }
    let recent = recent_devices(asked);
    let near = |scored: &&&Scored| asked.speaker.is_some_and(|speaker| speaker.contains(scored.device));
    let found = sensors
        .iter()
        .find(near)
        .or_else(|| sensors.iter().find(|scored| recent.contains(&scored.device)))
        .or_else(|| sensors.iter().min_by_key(|scored| scored.device))?;
    Some((*found).clone())
}

fn is_within(set: &DeviceSet, of: &DeviceSet) -> bool {
    !set.is_empty() && set.iter().all(|device| of.contains(device))
}

/// A device that tells and does nothing: a sensor.
fn only_tells(asked: &Asked<'_>, device: DeviceIndex) -> bool {
    asked
        .home
        .device(device)
        .and_then(|device| asked.home.home.profiles.get(device.profile.0 as usize))
        .is_some_and(|profile| profile.commands.is_empty())
}

/// All of one category.
fn one_kind(asked: &Asked<'_>, scored: &[Scored]) -> bool {
    let category = |scored: &Scored| {
        asked.home.device(scored.device).and_then(|device| device.categories.first().copied())
    };
    scored.windows(2).all(|pair| match pair {
        [a, b] => category(a).is_some() && category(a) == category(b),
        _ => true,
    })
}

fn not_found(result: &mut CommandResult, what: &str) {
    let list = result.meta.entry("not_found".into()).or_insert_with(|| Json::Array(Vec::new()));
    if let Some(list) = list.as_array_mut()
        && !list.iter().any(|known| known == what)
    {
        list.push(what.into());
    }
    result.decision = Decision::None;
}

fn note_scope(result: &mut CommandResult, asked: &Asked<'_>, meant: &Meant) {
    if meant.fallback {
        result.meta.insert("scope_include_fallback".into(), 1.into());
    }
    if meant.scoped.name_used > 0 {
        result.meta.insert("room_name_used".into(), meant.scoped.name_used.into());
    }
    if meant.scoped.name_ambiguous > 0 {
        result.meta.insert("room_name_ambiguous".into(), meant.scoped.name_ambiguous.into());
    }
    let mut unknown: SmallVec<[&str; 4]> = meant.scoped.unknown.iter().map(SmolStr::as_str).collect();
    for word in &asked.parsed.unknown_rooms {
        if !unknown.contains(&word.as_str()) {
            unknown.push(word);
        }
    }
    if meant.fallback && unknown.is_empty() {
        let name = asked.parsed.spoken.n.as_str();
        not_found(result, if name == "*" { &asked.parsed.spoken.t } else { name });
    }
    for word in unknown.iter().copied().chain(meant.excluded_unknown.iter().map(String::as_str)) {
        not_found(result, word);
    }
    if !unknown.is_empty() {
        result.meta.insert("room_unknown_terms".into(), unknown.as_slice().into());
    }
    if meant.gate == Gate::Lifted {
        result.meta.insert("gate_lifted".into(), asked.parsed.spoken.t.clone().into());
    }
}
