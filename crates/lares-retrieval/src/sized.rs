//! Sizes that tell no property: 小一点, 再大, 太强了 behind a fan are how fast it blows, although they may be said of sounds and
//! lights as well.

use lares_home::{Act, DeviceIndex, Property, catalogue};
use lares_language::command_array::ANY;
use lares_language::{Language, ParsedCommand};
use smallvec::SmallVec;

use crate::again::moved_last;
use crate::conversation::{Conversation, LastAction};
use crate::documents::Capability;
use crate::index::CompiledHome;

/// What is said of anything that has steps.
const SIZES: [char; 7] = ['大', '小', '强', '弱', '猛', '快', '慢'];
/// Beside these a size is that of one property.
const TOLD: [char; 16] =
    ['声', '音', '响', '亮', '暗', '光', '热', '冷', '温', '度', '风', '湿', '干', '水', '火', '缝'];
/// What a device is turned up and down by, where it is one of these alone.
const STEPPED: [&str; 6] = ["fan_speed", "volume", "brightness", "position", "humidity", "mist"];

/// The command on what was last spoken of, where only a size was said that this device has otherwise.
pub(crate) fn of_last(
    home: &CompiledHome,
    talk: &Conversation,
    parsed: &ParsedCommand,
    last: Option<&LastAction>,
    now_ms: u64,
) -> Option<ParsedCommand> {
    let untold = parsed.spoken.n == ANY && parsed.target_left_out || parsed.implied;
    let up = match parsed.action.acts.first()? {
        Act::Up => true,
        Act::Down => false,
        _ => return None,
    };
    let sized = parsed.words.contains(SIZES) && !parsed.words.contains(TOLD);
    if !untold || !sized || parsed.spoken.s != ANY || parsed.action.properties.is_empty() {
        return None;
    }
    let newest = talk.fresh(now_ms, &home.config).next()?;
    let [only] = newest.devices.as_slice() else { return None };
    let device = home.device_by_id(only)?;
    let steps = steps_of(home, device);
    if steps.iter().any(|own| parsed.action.properties.contains(own)) {
        return None;
    }
    let changed = last.and_then(|last| last.action.properties.first()).filter(|own| steps.contains(own));
    let known = |id: &str| catalogue().property(id).filter(|own| steps.contains(own));
    let property = changed.copied().or_else(|| STEPPED.iter().find_map(|id| known(id)))?;
    Some(moved_last(parsed, property, up, Language::Chinese))
}

/// The properties by which a device is turned up and down.
pub(crate) fn steps_of(home: &CompiledHome, device: DeviceIndex) -> SmallVec<[Property; 8]> {
    let Some(profile) = home.profile_of(device) else { return SmallVec::new() };
    home.capabilities(profile)
        .filter_map(|capability| match capability {
            Capability::Command(command) => Some(home.intents(command).0),
            Capability::Attribute(_) => None,
        })
        .flatten()
        .filter(|intent| matches!(intent.act, Act::Up | Act::Down))
        .filter_map(|intent| intent.property)
        .collect()
}
