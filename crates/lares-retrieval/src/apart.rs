//! Kinds that nobody means by all of a wider kind: the exhaust fan of a bathroom by all fans.

use lares_home::{Act, DeviceIndex};
use lares_language::{Noun, Quantifier};

use crate::asked::Asked;
use crate::device_set::DeviceSet;

/// Takes out of all that are named by their kind (电扇都关, "all fans on") those that stand apart from it, where others are left.
pub(crate) fn without_apart(asked: &Asked<'_>, said: Noun, set: &mut DeviceSet) {
    let vocabulary = &asked.home.vocabulary;
    let several = matches!(asked.parsed.spoken.q, Quantifier::All | Quantifier::Except);
    if !several || !asked.parsed.quantifier_said || vocabulary.stands_apart(said) {
        return;
    }
    // "All the fans off" is said of an extractor fan as well, which is no 排气扇.
    if asked.parsed.spoken.n.is_ascii() && asked.parsed.action.acts.first() == Some(&Act::Off) {
        return;
    }
    let apart = |device: &DeviceIndex| {
        vocabulary
            .device_nouns(*device)
            .first()
            .is_some_and(|&own| own != said && vocabulary.stands_apart(own))
    };
    if !set.iter().any(|device| apart(&device)) || set.iter().all(|device| apart(&device)) {
        return;
    }
    let standing: Vec<DeviceIndex> = set.iter().filter(apart).collect();
    for device in standing {
        set.remove(device);
    }
}
