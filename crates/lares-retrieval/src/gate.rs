//! Stage 4: the category that was said keeps its devices and no others.

use crate::device_set::DeviceSet;

/// What the gate did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// No category was said, or none that exists.
    Open,
    /// It is in force.
    InForce,
    /// It would have left nothing and was lifted.
    Lifted,
}

/// Keeps the devices of the category, or all where that would leave none. `category` is `None` where no valid category
/// was said; its devices are those of either of their categories and those whose name says so.
pub fn apply(devices: &mut DeviceSet, category: Option<&DeviceSet>) -> Gate {
    let Some(category) = category else { return Gate::Open };
    let kept = devices.and(category);
    if kept.is_empty() {
        return Gate::Lifted;
    }
    *devices = kept;
    Gate::InForce
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_home::{DeviceIndex, catalogue};

    fn set(members: &[u32]) -> DeviceSet {
        DeviceSet::of(4, members.iter().map(|index| DeviceIndex(*index)))
    }

    #[test]
    fn seed_001_gate_keeps_only_the_category() {
        let mut devices = DeviceSet::all(4);
        assert_eq!(apply(&mut devices, Some(&set(&[1, 2]))), Gate::InForce);
        assert_eq!(devices, set(&[1, 2]));
    }

    #[test]
    fn seed_001_gate_unknown_invalid_and_missing_keep_all() {
        for said in ["UnknownCategory", "Unknown", ""] {
            // `Unknown` and whatever does not exist are no categories of the catalogue.
            assert_eq!(catalogue().category(said), None, "{said}");
        }
        let mut devices = DeviceSet::all(4);
        assert_eq!(apply(&mut devices, None), Gate::Open);
        assert_eq!(devices, DeviceSet::all(4));
    }

    #[test]
    fn seed_003_gate_is_case_insensitive() {
        assert_eq!(catalogue().category("light"), catalogue().category("Light"));
        assert!(catalogue().category("LIGHT").is_some());
    }

    #[test]
    fn a_gate_that_leaves_nothing_is_lifted() {
        let mut devices = set(&[0]);
        assert_eq!(apply(&mut devices, Some(&set(&[3]))), Gate::Lifted);
        assert_eq!(devices, set(&[0]));
    }
}
