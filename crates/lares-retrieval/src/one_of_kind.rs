//! One of a kind: which of several devices of a kind is meant where one was spoken of, and no number said.

use lares_home::DeviceIndex;
use lares_language::Noun;

use crate::asked::Asked;
use crate::device_set::DeviceSet;

/// Of several of a kind of which one was spoken of: "the garage door" is the one that is called so, and "the heat" that
/// of no heated floor.
pub(crate) fn narrow(asked: &Asked<'_>, heated: Option<Noun>, set: &mut DeviceSet) {
    let home = asked.home;
    let total = home.home.devices.len();
    if !set.has_more_than(1) {
        return;
    }
    if let Some(heating) = heated {
        let narrower = |device: &DeviceIndex| {
            home.vocabulary
                .device_nouns(*device)
                .iter()
                .any(|&noun| noun != heating && home.vocabulary.is_a(noun, heating))
        };
        let others = DeviceSet::of(total, set.iter().filter(|device| !narrower(device)));
        if !others.is_empty() {
            *set = others;
        }
    }
    let said = asked.parsed.spoken.n.to_lowercase();
    if said.is_ascii() && said.contains(' ') && !said.ends_with('s') {
        let words = format!(" {said} ");
        let called = |device: &DeviceIndex| {
            let name = home.home.devices.get(device.0 as usize).map(|device| device.name.to_lowercase());
            name.is_some_and(|name| format!(" {name} ").contains(&words))
        };
        let called: Vec<DeviceIndex> = set.iter().filter(called).collect();
        if let [one] = called[..] {
            *set = DeviceSet::of(total, [one]);
        }
    }
}
