//! A wish that is heard in a room is seen to by what helps there, before anything that stands elsewhere: "it's freezing in
//! here" beside a plug-in heater is no wish for the thermostat of the hall.

use lares_home::{Act, catalogue};
use lares_language::command_array::ANY;

use crate::asked::{Asked, Outcome};
use crate::command::{WIDER, run_once};
use crate::device_set::DeviceSet;
use crate::gate::Gate;
use crate::result::Decision;
use crate::target::{Meant, Target};
use crate::wider;

/// The answer by what stands near the speaker, where `outcome` is that something elsewhere is set.
pub(crate) fn instead(asked: &Asked<'_>, outcome: &Outcome) -> Option<Outcome> {
    let spoken = &asked.parsed.spoken;
    let near = asked.speaker.filter(|_| asked.parsed.wish && spoken.s == ANY)?;
    let Outcome::Done(finished) = outcome else { return None };
    let is_near = |id: &str| asked.home.device_by_id(id).is_some_and(|device| near.contains(device));
    let elsewhere = finished.result.decision == Decision::Act
        && !finished.result.invocations.iter().any(|invocation| is_near(&invocation.device_id));
    let noun = asked.home.vocabulary.noun(&spoken.n).filter(|_| elsewhere)?;
    let helper = asked.home.of_noun(noun).iter().find(|device| near.contains(*device))?;
    let room = asked.home.device(helper).and_then(|device| device.room)?;
    let action = &asked.parsed.action;
    let action = wider::helping(action, wider::category_of(asked))
        .or_else(|| wider::warming(action, wider::heats(asked)))?;
    let mut parsed = asked.parsed.with_action(&spoken.a, action);
    parsed.confidence = (parsed.confidence * WIDER).max(parsed.confidence.min(asked.config.act_confidence));
    parsed.spoken.s = asked.home.home.rooms.get(room.0 as usize)?.name.to_string();
    let here = Asked { parsed: &parsed, all_act: true, ..*asked };
    match run_once(&here) {
        Outcome::Done(mut finished) if finished.result.decision == Decision::Act => {
            finished.result.meta.insert("wider_reading".into(), true.into());
            Some(Outcome::Done(finished))
        }
        _ => None,
    }
}

/// What helps against the cold where the air conditioner and something else could: both, to be asked about. `None` where
/// only the one or the other stands there.
pub(crate) fn either(asked: &Asked<'_>, meant: &Meant) -> Option<Meant> {
    let action = &asked.parsed.action;
    let temperature = catalogue().property("temperature");
    let warms = asked.parsed.wish
        && action.acts.first() == Some(&Act::Up)
        && temperature.is_some()
        && action.properties.first().copied() == temperature
        && matches!(meant.target, Target::Noun(_));
    let home = asked.home;
    let room = |device| home.device(device).and_then(|device| device.room);
    let mut rooms = meant.set.iter().map(room);
    let there = rooms.next().flatten().filter(|_| warms)?;
    if rooms.any(|room| room != Some(there)) {
        return None;
    }
    let of_kind = |kind: &str| -> Option<DeviceSet> {
        let mut set = home.of_noun(home.vocabulary.noun(kind)?);
        let elsewhere: Vec<_> = set.iter().filter(|device| room(*device) != Some(there)).collect();
        elsewhere.into_iter().for_each(|device| set.remove(device));
        Some(set)
    };
    let (cools, heats) = (of_kind("air conditioner")?, of_kind("heating")?);
    let (of_one, of_other) = (cools.and(&meant.set), heats.and(&meant.set));
    if cools.is_empty() || heats.is_empty() || !of_one.is_empty() && !of_other.is_empty() {
        return None;
    }
    let mut set = cools;
    set.unite(&heats);
    Some(Meant { target: Target::Anything, set, gate: Gate::Open, ..meant.clone() })
}
