//! What is pointed at where nothing was spoken of: something in the room where the speaker stands.

use lares_home::{Act, DeviceIndex};

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::target::Target;

/// What "it" and "this" are where nothing was spoken of: the only thing in the speaker's room that can do it ("skip this").
/// What opens or disarms is named.
pub(crate) fn only_here(asked: &Asked<'_>, can: &mut dyn FnMut(DeviceIndex) -> bool) -> Target {
    let harms = |act: &Act| matches!(act, Act::Open | Act::Unlock | Act::Disarm | Act::Dispense);
    if asked.parsed.action.acts.iter().any(harms) || !asked.parsed.words.is_ascii() {
        return Target::NothingBefore;
    }
    let mut able = asked.speaker.into_iter().flat_map(DeviceSet::iter).filter(|device| can(*device));
    match (able.next(), able.next()) {
        (Some(only), None) => Target::Given(vec![only]),
        _ => Target::NothingBefore,
    }
}
