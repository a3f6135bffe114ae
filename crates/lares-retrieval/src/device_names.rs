//! What a device is called, in the form in which what was said is compared with it.

use lares_home::Device;
use lares_language::normalise::{Folded, folded};

/// The name and the aliases of a device, folded as texts are: 變頻冷氣 is 变频冷气.
pub(crate) fn names_of(device: &Device) -> impl Iterator<Item = Folded<'_>> {
    std::iter::once(&device.name).chain(&device.aliases).map(|name| folded(name))
}
