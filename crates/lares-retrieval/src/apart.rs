//! Kinds that nobody means by all of a wider kind: the exhaust fan of a bathroom by all fans.

use lares_home::DeviceIndex;
use lares_language::{Noun, Quantifier};

use crate::asked::Asked;
use crate::device_set::DeviceSet;

/// Takes out of all that are named by their kind (电扇都关) those that stand apart from it, where others are left.
pub(crate) fn without_apart(asked: &Asked<'_>, said: Noun, set: &mut DeviceSet) {
    let vocabulary = &asked.home.vocabulary;
    let several = matches!(asked.parsed.spoken.q, Quantifier::All | Quantifier::Except);
    if !several || !asked.parsed.quantifier_said || vocabulary.stands_apart(said) {
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
