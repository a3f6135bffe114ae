//! Groups of devices that can safely run the same command, and their batches (seed 000, 8.4).

use lares_home::ArgumentSpec;
use smallvec::SmallVec;
use smol_str::{SmolStr, format_smolstr};

use crate::result::Group;

/// A device with the command that it would run.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// Its id.
    pub device_id: &'a SmolStr,
    /// The command's id.
    pub capability_id: &'a SmolStr,
    /// The command's argument as this device has it.
    pub argument: Option<&'a ArgumentSpec>,
}

/// Groups devices by command and by the shape of its argument (type, range and values), in order of appearance.
pub fn group<'t>(targets: impl Iterator<Item = Target<'t>> + Clone, batch_size: usize) -> Vec<Group> {
    let belongs = |first: &Target<'_>, target: &Target<'_>| {
        first.capability_id == target.capability_id && same_shape(first.argument, target.argument)
    };
    // The first of each group, and how many it has.
    let mut groups: SmallVec<[(Target<'_>, usize); 8]> = SmallVec::new();
    for target in targets.clone() {
        match groups.iter_mut().find(|(first, _)| belongs(first, &target)) {
            Some((_, count)) => *count += 1,
            None => groups.push((target, 1)),
        }
    }
    groups
        .iter()
        .zip(1..)
        .map(|((first, count), number)| {
            let mut device_ids = Vec::with_capacity(*count);
            let members = targets.clone().filter(|target| belongs(first, target));
            device_ids.extend(members.map(|member| member.device_id.clone()));
            Group {
                id: format_smolstr!("group-{number}"),
                capability_id: first.capability_id.clone(),
                batches: device_ids.chunks(batch_size.max(1)).map(<[SmolStr]>::to_vec).collect(),
                device_ids,
            }
        })
        .collect()
}

/// Whether two arguments take the same values. Names and descriptions do not matter, only what goes over the wire.
pub fn same_shape(a: Option<&ArgumentSpec>, b: Option<&ArgumentSpec>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            std::ptr::eq(a, b)
                || a.kind == b.kind
                    && a.range == b.range
                    && a.values.len() == b.values.len()
                    && a.values.iter().zip(&b.values).all(|(a, b)| a.value == b.value)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_home::{ValueKind, ValueRange};

    fn level(max: f64) -> ArgumentSpec {
        ArgumentSpec {
            name: "level".into(),
            kind: ValueKind::Integer,
            range: Some(ValueRange { min: 0.0, max, step: None, unit: "%".into() }),
            values: Vec::new(),
            attribute: None,
        }
    }

    #[test]
    fn seed_000_groups_by_argument_shape() {
        let (hundred, other) = (level(100.0), level(254.0));
        let capability_id = &SmolStr::new_static("main-switchLevel-setLevel");
        let target = |device_id, argument| Target { device_id, capability_id, argument };
        let same = hundred.clone();
        let ids = ["a", "b", "c"].map(SmolStr::new_static);
        let levels = [&hundred, &other, &same];
        let targets = ids.iter().zip(levels).map(|(id, level)| target(id, Some(level)));
        let groups = group(targets, 20);
        assert_eq!(groups.len(), 2);
        assert_eq!(groups[0].device_ids, ["a", "c"]);
        assert_eq!(groups[1].id, "group-2");
    }

    #[test]
    fn seed_000_batches_of_twenty() {
        let ids: Vec<SmolStr> = (0..45).map(|index| format_smolstr!("lamp-{index}")).collect();
        let capability_id = &SmolStr::new_static("main-switch-on");
        let targets = ids.iter().map(|id| Target { device_id: id, capability_id, argument: None });
        let groups = group(targets, 20);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].device_ids.len(), 45);
        assert_eq!(groups[0].batches.iter().map(Vec::len).collect::<Vec<_>>(), [20, 20, 5]);
    }

    #[test]
    fn seed_001_a_group_runs_one_command() {
        let told = [("lamp", "main-switch-on"), ("shade", "main-windowShade-open")];
        let told = told.map(|(id, command)| (SmolStr::new_static(id), SmolStr::new_static(command)));
        let targets =
            told.iter().map(|(device_id, capability_id)| Target { device_id, capability_id, argument: None });
        let groups = group(targets, 20);
        assert_eq!(groups.iter().map(|group| group.device_ids.len()).collect::<Vec<_>>(), [1, 1]);
    }
}
