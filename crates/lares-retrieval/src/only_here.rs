//! What is pointed at where nothing was spoken of: something in the room where the speaker stands.

use lares_home::{Act, DeviceIndex};

use crate::asked::Asked;
use crate::device_set::DeviceSet;
use crate::reach::plays;
use crate::target::Target;

/// What "it" and "this" are where nothing was spoken of: the only thing in the speaker's room that can do it ("skip this").
/// What opens or disarms is named.
pub(crate) fn only_here(asked: &Asked<'_>, can: &mut dyn FnMut(DeviceIndex) -> bool) -> Target {
    let harms = |act: &Act| matches!(act, Act::Open | Act::Unlock | Act::Disarm | Act::Dispense);
    if asked.parsed.action.acts.iter().any(harms) || !asked.parsed.words.is_ascii() {
        return Target::NothingBefore;
    }
    let here = || asked.speaker.into_iter().flat_map(DeviceSet::iter);
    let mut able = here().filter(|device| can(*device));
    match (able.next(), able.next()) {
        (Some(only), None) => return Target::Given(vec![only]),
        (None, _) => return Target::NothingBefore,
        _ => {}
    }
    // "Pause that": what plays, before the lamps that could be stopped as well.
    let media = |act: &Act| matches!(act, Act::Pause | Act::Stop | Act::Resume);
    let mut playing = here().filter(|device| is_player(asked, *device) && can(*device));
    match (playing.next(), playing.next()) {
        (Some(only), None) if asked.parsed.action.acts.first().is_some_and(media) => {
            Target::Given(vec![only])
        }
        _ => Target::NothingBefore,
    }
}

/// Whether a device plays music or pictures.
fn is_player(asked: &Asked<'_>, device: DeviceIndex) -> bool {
    asked.home.device(device).is_some_and(|device| device.categories.iter().any(|category| plays(*category)))
}
