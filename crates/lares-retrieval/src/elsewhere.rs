//! A wish that is heard in one room is not seen to in another: 有点干 in the bedroom is no wish for the humidifier of the living
//! room.

use lares_home::DeviceIndex;
use lares_home::catalogue::catalogue;
use lares_language::ParsedCommand;
use lares_language::command_array::ANY;

use crate::device_set::DeviceSet;
use crate::index::CompiledHome;
use crate::reach::is_of_one_room;
use crate::result::{CommandResult, Decision, Invocation};

/// Hands a wish to the agent that would be seen to elsewhere than near the speaker, by what helps only where it stands.
pub(crate) fn hold_back(
    home: &CompiledHome,
    result: &mut CommandResult,
    parsed: &ParsedCommand,
    speaker: Option<&DeviceSet>,
) {
    let wishes = result.decision == Decision::Act && parsed.wish && parsed.spoken.s == ANY;
    let Some(near) = speaker.filter(|near| wishes && !near.is_empty()) else { return };
    let is_elsewhere = |invocation: &Invocation| {
        home.device_by_id(&invocation.device_id).is_some_and(|index| {
            let bound = home
                .device(index)
                .is_some_and(|device| device.categories.iter().any(|category| is_of_one_room(*category)));
            (bound || heats_one_room(home, index)) && !near.contains(index)
        })
    };
    if result.invocations.iter().any(is_elsewhere) {
        result.hand_over("elsewhere");
    }
}

/// A radiator, a heated floor: what heats the room where it stands, as no thermostat does.
pub(crate) fn heats_one_room(home: &CompiledHome, device: DeviceIndex) -> bool {
    let Some(thermostat) = catalogue().category("Thermostat") else { return false };
    let heats = home.device(device).is_some_and(|device| device.categories.contains(&thermostat));
    heats
        && home.vocabulary.device_nouns(device).first() != home.vocabulary.category_noun(thermostat).as_ref()
}
