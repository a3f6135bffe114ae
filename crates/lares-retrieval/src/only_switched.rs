//! What can only be switched and was told how much: "electric blanket on low", "dragon on full whack", "crank up the coffee
//! maker" switch it on.

use lares_home::{Act, DeviceIndex, catalogue};
use lares_language::{Level, ParsedCommand, Value};
use smallvec::SmallVec;

use crate::documents::Capability;
use crate::index::CompiledHome;

/// What sets something going as much as it makes more of it.
const GETS_GOING: [&str; 6] = ["crank", "fire", "spin", "kick", "rev", "start"];

/// The order to switch on what knows no more than on and off; `None` where it can do more, or something else was said.
pub(crate) fn switched_on(home: &CompiledHome, parsed: &ParsedCommand) -> Option<ParsedCommand> {
    let action = &parsed.action;
    if !parsed.words.is_ascii() || !action.properties.is_empty() || parsed.wish || parsed.target_left_out {
        return None;
    }
    let says = |wanted: &dyn Fn(&str) -> bool| parsed.words.split([' ', ',']).any(wanted);
    let runs = matches!(action.value, Some(Value::Level(level)) if level != Level::Min)
        && matches!(action.acts.first(), None | Some(Act::Set | Act::On))
        && says(&|word| word == "on");
    let gets_going = action.acts.first() == Some(&Act::Up)
        && action.value.is_none()
        && says(&|word| GETS_GOING.contains(&word));
    if !(runs || gets_going) {
        return None;
    }
    let named = home.vocabulary.match_name(&parsed.spoken.n, 4);
    let devices: SmallVec<[DeviceIndex; 4]> = match home.vocabulary.noun(&parsed.spoken.n) {
        Some(noun) if named.is_empty() => home.of_noun(noun).iter().take(5).collect(),
        _ => named.iter().map(|found| found.device).collect(),
    };
    if devices.is_empty() || !devices.iter().all(|device| is_only_switched(home, *device)) {
        return None;
    }
    let mut switched = parsed.clone();
    switched.action.acts = smallvec::smallvec![Act::On];
    switched.action.value = None;
    Some(switched)
}

/// Whether all that a device can do is to be switched.
fn is_only_switched(home: &CompiledHome, device: DeviceIndex) -> bool {
    let Some(profile) = home.profile_of(device) else { return false };
    let switched = home.capabilities(profile).any(|own| home.capability_id(own).ends_with("-switch-on"));
    let property = |id: &str| catalogue().property(id);
    let onoff = property("onoff");
    let only = home.capabilities(profile).all(|own| {
        let Capability::Command(command) = own else { return true };
        let intents = home.command(command).map_or(&[][..], |command| command.intents.as_slice());
        intents
            .iter()
            .all(|intent| !matches!(intent.act, Act::Set | Act::Up | Act::Down) || intent.property == onoff)
    });
    switched && only
}
