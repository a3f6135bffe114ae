//! A wish that is heard in a room is seen to by what helps there, before anything that stands elsewhere: "it's freezing in
//! here" beside a plug-in heater is no wish for the thermostat of the hall.

use lares_language::command_array::ANY;

use crate::asked::{Asked, Outcome};
use crate::command::{WIDER, run_once};
use crate::result::Decision;
use crate::wider;

/// The answer by what stands near the speaker, where `outcome` is that something elsewhere is set.
pub(crate) fn instead(asked: &Asked<'_>, outcome: &Outcome) -> Option<Outcome> {
    let spoken = &asked.parsed.spoken;
    let near = asked.speaker.filter(|_| asked.parsed.wish && spoken.s == ANY)?;
    let Outcome::Done(finished) = outcome else { return None };
    let is_near = |id: &String| asked.home.device_by_id(id).is_some_and(|device| near.contains(device));
    let elsewhere = finished.result.decision == Decision::Act
        && !finished.result.invocations.iter().any(|invocation| is_near(&invocation.device_id));
    let noun = asked.home.vocabulary.noun(&spoken.n).filter(|_| elsewhere)?;
    let helper = asked.home.of_noun(noun).iter().find(|device| near.contains(*device))?;
    let room = asked.home.device(helper).and_then(|device| device.room)?;
    let action = wider::helping(&asked.parsed.action, wider::category_of(asked))?;
    let mut parsed = asked.parsed.with_action(&spoken.a, action);
    parsed.confidence *= WIDER;
    parsed.spoken.s = asked.home.home.rooms.get(room.0 as usize)?.name.clone();
    let here = Asked { parsed: &parsed, all_act: true, ..*asked };
    match run_once(&here) {
        Outcome::Done(mut finished) if finished.result.decision == Decision::Act => {
            finished.result.meta.insert("wider_reading".into(), true.into());
            Some(Outcome::Done(finished))
        }
        _ => None,
    }
}
