//! What the words speak against is not done: the left lamp, where the right one was said, the gas valve, where water was.

use lares_home::catalogue;
use lares_language::ParsedCommand;

use crate::follow_up::{Flow, names_side, says_any, side_among, words};
use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision, Invocation, InvocationKind};

/// Left and right stand first in the list of sides, and exclude each other in any name.
const LEFT_AND_RIGHT: usize = 2;

/// Hands a command to the agent that would be done to a device of the other side than was said, or to a valve of something
/// else.
pub(crate) fn hold_back(home: &CompiledHome, result: &mut CommandResult, parsed: &ParsedCommand) {
    if result.decision != Decision::Act || result.invocations.is_empty() {
        return;
    }
    if is_of_other_flow(home, result, parsed) {
        return result.hand_over("other_flow");
    }
    let Some(side) = side_among(&parsed.words, LEFT_AND_RIGHT) else { return };
    // "Not the left one": the other one.
    let denied = words().sides.get(side).is_some_and(|own| {
        let denies = |word: &String| {
            ["not the ", "not ", "不是"].iter().any(|no| parsed.words.contains(&format!("{no}{word}")))
        };
        own.said.iter().any(denies)
    });
    let side = if denied { 1 - side } else { side };
    let says_other = !denied
        && words()
            .sides
            .get(1 - side)
            .is_some_and(|other| other.said.iter().any(|word| names_side(&parsed.words, word)));
    let named = |name: &str, side: usize| {
        words().sides.get(side).is_some_and(|side| side.names.iter().any(|word| names_side(name, word)))
    };
    let is_other = |invocation: &Invocation| {
        let device = home.device_by_id(&invocation.device_id).and_then(|device| home.device(device));
        device.is_some_and(|device| named(&device.name, 1 - side) && !named(&device.name, side))
    };
    let commands = result.invocations.iter().all(|invocation| invocation.kind == InvocationKind::Command);
    let other = commands && result.invocations.iter().all(is_other);
    if other && !says_other {
        result.hand_over("other_side");
    }
}

/// 把水阀关了, where the home has a gas valve only.
fn is_of_other_flow(home: &CompiledHome, result: &CommandResult, parsed: &ParsedCommand) -> bool {
    let Some(first) = result.invocations.first() else { return false };
    let device = home.device_by_id(&first.device_id).and_then(|device| home.device(device));
    let of = |flow: &&Flow| {
        let category = catalogue().category(&flow.category);
        device.is_some_and(|device| category.is_some_and(|category| device.categories.contains(&category)))
    };
    let said = |flow: &Flow| says_any(&parsed.words, &flow.said);
    let Some(own) = words().flows.iter().find(of) else { return false };
    !said(own) && words().flows.iter().any(said)
}
