//! Several commands in one breath: what one of them makes void of another.

use smallvec::SmallVec;

use crate::result::{CommandResult, Invocation, InvocationKind};

/// Drops what was superseded, what was only told beside an order, and what was said twice.
pub(crate) fn settle(results: &mut [CommandResult]) {
    drop_superseded(results);
    drop_told(results);
    drop_repeated(results);
    drop_directions(results);
}

/// "Channel ten on the telly, the news is on", 声音调到六十，响起来了吧: beside an order to a device, the state that the order
/// sets, or whether the device is on, is told and not asked for.
fn drop_told(results: &mut [CommandResult]) {
    if results.len() < 2 {
        return;
    }
    for place in 0..results.len() {
        let orders = |asked: &Invocation| {
            let mut others = results.iter().flat_map(|result| &result.invocations);
            others.any(|other| is_told_by(other, asked))
        };
        let Some(result) = results.get(place) else { continue };
        let told = !result.invocations.is_empty() && result.invocations.iter().all(orders);
        if told && let Some(result) = results.get_mut(place) {
            result.meta.insert("told".into(), result.invocations.len().into());
            result.invocations.clear();
        }
    }
}

/// Whether an order to a device tells what an attribute of it is: one of its own capability, or its switch.
fn is_told_by(order: &Invocation, asked: &Invocation) -> bool {
    fn capability(invocation: &Invocation) -> &str {
        invocation.capability_id.rsplit_once('-').map_or("", |(capability, _)| capability)
    }
    order.kind == InvocationKind::Command
        && asked.kind == InvocationKind::Attribute
        && order.device_id == asked.device_id
        && (capability(order) == capability(asked) || asked.capability_id.ends_with("-switch-switch"))
}

/// 调到六十，哎，五十度: of two values for one command of one device in one breath the later is meant.
fn drop_superseded(results: &mut [CommandResult]) {
    for place in 1..results.len() {
        let (before, rest) = results.split_at_mut(place);
        let Some(later) = rest.first() else { continue };
        for earlier in before {
            let count = earlier.invocations.len();
            earlier.invocations.retain(|invocation| {
                !later.invocations.iter().any(|other| {
                    other.device_id == invocation.device_id
                        && other.capability_id == invocation.capability_id
                        && other.conditions == invocation.conditions
                        && other.argument.as_ref().is_some_and(|value| !value.is_object())
                        && invocation.argument.as_ref().is_some_and(|value| !value.is_object())
                }) && !later.invocations.iter().any(|other| overrules(other, invocation))
            });
            if earlier.invocations.len() < count {
                earlier.meta.insert("superseded".into(), (count - earlier.invocations.len()).into());
            }
        }
    }
}

/// 打到三度，可乐要冰透; 还亮，再暗点: beside a value that a device is set to it is only told which way that is, and what
/// complains of one way is no order to go there, for the order comes after it.
fn drop_directions(results: &mut [CommandResult]) {
    let ways: usize =
        results.iter().flat_map(|result| &result.invocations).map(|it| usize::from(is_way(it))).sum();
    if ways == 0 || !has_repeated(results) {
        return;
    }
    let all: Vec<Invocation> = results.iter().flat_map(|result| &result.invocations).cloned().collect();
    let tells_amount = |invocation: &Invocation| {
        let amount = invocation.argument.as_ref().and_then(|value| value.get("amount"));
        amount.is_some_and(|amount| !amount.is_null())
    };
    let mut places = 0..;
    for result in results {
        let count = result.invocations.len();
        result.invocations.retain(|invocation| {
            let Some(own) = places.next() else { return true };
            let tells = |(place, other): (usize, &Invocation)| {
                place != own
                    && other.argument.is_some()
                    && other.device_id == invocation.device_id
                    && other.capability_id == invocation.capability_id
                    && other.conditions == invocation.conditions
                    && (!is_way(other) || (tells_amount(other), place) > (tells_amount(invocation), own))
            };
            !(is_way(invocation) && all.iter().enumerate().any(tells))
        });
        if result.invocations.len() < count {
            result.meta.insert("superseded".into(), (count - result.invocations.len()).into());
        }
    }
}

/// It goes up or down from how it is.
fn is_way(invocation: &Invocation) -> bool {
    invocation.argument.as_ref().is_some_and(|value| value.get("relative").is_some())
}

/// Whether a later command of a device makes an earlier one void: it can only be in one of these states. Off and on again,
/// and shut and open again, are both done.
fn overrules(later: &Invocation, earlier: &Invocation) -> bool {
    const STATES: [&str; 8] = [
        "switch",
        "lock",
        "windowShade",
        "valve",
        "doorControl",
        "garageDoorControl",
        "securitySystem",
        "thermostatMode",
    ];
    fn parts(invocation: &Invocation) -> Option<(&str, &str)> {
        let (state, command) = invocation.capability_id.rsplit_once('-')?;
        let known = STATES.contains(&state.rsplit_once('-').map_or(state, |(_, name)| name));
        known.then_some((state, command))
    }
    // 窗帘都关上，纱帘留一条缝: how far it is to be shut.
    let ends = |invocation: &Invocation, state: &str| {
        invocation.capability_id.rsplit_once('-').is_some_and(|(of, _)| of.ends_with(state))
    };
    if later.device_id == earlier.device_id
        && later.conditions == earlier.conditions
        && later.kind == InvocationKind::Command
        && earlier.kind == InvocationKind::Command
        && ends(later, "-windowShadeLevel")
        && ends(earlier, "-windowShade")
    {
        return true;
    }
    let (Some((of, command)), Some((earlier_of, earlier_command))) = (parts(later), parts(earlier)) else {
        return false;
    };
    let again = matches!((earlier_command, command), ("off", "on") | ("close", "open") | ("lock", "unlock"));
    later.kind == InvocationKind::Command
        && earlier.kind == InvocationKind::Command
        && later.device_id == earlier.device_id
        && later.conditions == earlier.conditions
        && later.argument.is_none()
        && earlier.argument.is_none()
        && of == earlier_of
        && command != earlier_command
        && !again
}

/// The same invocation twice in one request is emitted once: the first stays.
fn drop_repeated(results: &mut [CommandResult]) {
    if results.len() < 2 || !has_repeated(results) {
        return;
    }
    for place in 0..results.len() {
        let (before, rest) = results.split_at_mut(place);
        let Some(result) = rest.first_mut() else { continue };
        let count = result.invocations.len();
        let earlier = |own: &Invocation| {
            before.iter().any(|other| other.invocations.iter().any(|other| is_same(other, own)))
        };
        result.invocations.retain(|invocation| !earlier(invocation));
        drop_repeated_within(&mut result.invocations);
        let repeated = count - result.invocations.len();
        if repeated > 0 {
            result.meta.insert("repeated".into(), repeated.into());
        }
    }
}

/// Whether two invocations do the same.
fn is_same(one: &Invocation, other: &Invocation) -> bool {
    one.device_id == other.device_id
        && one.capability_id == other.capability_id
        && one.argument == other.argument
        && one.conditions == other.conditions
}

/// The same, within one list.
fn drop_repeated_within(invocations: &mut Vec<Invocation>) {
    let mut place = 1;
    while let Some((own, before)) = invocations.get(..=place).and_then(<[Invocation]>::split_last) {
        if before.iter().any(|other| is_same(other, own)) {
            invocations.remove(place);
        } else {
            place += 1;
        }
    }
}

/// Whether a command of a device is invoked twice, with whatever argument.
fn has_repeated(results: &[CommandResult]) -> bool {
    let mut invoked: SmallVec<[(&str, &str); 16]> = results
        .iter()
        .flat_map(|result| &result.invocations)
        .map(|invocation| (invocation.device_id.as_str(), invocation.capability_id.as_str()))
        .collect();
    invoked.sort_unstable();
    invoked.windows(2).any(|pair| pair.first() == pair.last())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn invocation(kind: InvocationKind, device: &str, capability: &str) -> Invocation {
        Invocation {
            device_id: device.into(),
            kind,
            capability_id: capability.into(),
            argument: None,
            sensitive: false,
            conditions: Vec::new(),
        }
    }

    fn result(kind: InvocationKind, device: &str, capability: &str) -> CommandResult {
        CommandResult { invocations: vec![invocation(kind, device, capability)], ..CommandResult::default() }
    }

    /// What is left of a question for an attribute behind an order.
    fn left(order: (&str, &str), asked: (&str, &str)) -> usize {
        let mut results = [
            result(InvocationKind::Command, order.0, order.1),
            result(InvocationKind::Attribute, asked.0, asked.1),
        ];
        settle(&mut results);
        assert_eq!(results[0].invocations.len(), 1, "the order is done");
        results[1].invocations.len()
    }

    #[test]
    fn what_an_order_sets_is_told() {
        assert_eq!(left(("tv", "main-audioVolume-setVolume"), ("tv", "main-audioVolume-volume")), 0);
        assert_eq!(left(("tv", "main-tvChannel-setTvChannel"), ("tv", "main-switch-switch")), 0);
    }

    /// Which of several arguments of one command are left.
    fn left_of(arguments: &[serde_json::Value]) -> Vec<usize> {
        let result = |argument: &serde_json::Value| {
            let mut result = result(InvocationKind::Command, "lamp", "main-switchLevel-setLevel");
            result.invocations[0].argument = Some(argument.clone());
            result
        };
        let mut results: Vec<CommandResult> = arguments.iter().map(result).collect();
        settle(&mut results);
        (0..results.len()).filter(|place| !results[*place].invocations.is_empty()).collect()
    }

    #[test]
    fn a_way_gives_way_to_a_value_to_an_amount_and_to_a_later_way() {
        let way = |way: &str, amount: Option<u32>| json!({ "relative": way, "amount": amount });
        assert_eq!(left_of(&[json!(3), way("-", None)]), [0], "to three, I want it ice cold");
        assert_eq!(left_of(&[way("-", None), json!(1)]), [1], "too fast, speed one");
        assert_eq!(left_of(&[way("+", None), way("-", None)]), [1], "still bright, dim it");
        assert_eq!(left_of(&[way("-", Some(2)), way("+", None)]), [0], "two down, it is cold in here");
        assert_eq!(left_of(&[way("-", Some(2)), way("-", Some(1))]), [1], "two down, no, one");
        assert_eq!(left_of(&[way("-", None)]), [0]);
    }

    #[test]
    fn what_it_does_not_set_is_asked() {
        assert_eq!(left(("ac", "main-switch-on"), ("ac", "main-temperatureMeasurement-temperature")), 1);
        assert_eq!(left(("tv", "main-switch-off"), ("lamp", "main-switch-switch")), 1);
        let mut alone = [result(InvocationKind::Attribute, "tv", "main-switch-switch")];
        settle(&mut alone);
        assert_eq!(alone[0].invocations.len(), 1);
    }
}
