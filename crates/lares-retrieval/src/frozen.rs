//! A fridge is never set below zero: 冰箱的冷冻室调到零下十八度 is for its freezer, of which the command that was found knows
//! nothing.

use lares_home::catalogue;

use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision, Invocation};

/// Hands a command to the agent that would freeze what is no freezer.
pub(crate) fn hold_back(home: &CompiledHome, result: &mut CommandResult) {
    if result.decision != Decision::Act {
        return;
    }
    let fridge = catalogue().category("Refrigerator");
    let freezer = home.vocabulary.noun("freezer");
    let freezes = |invocation: &Invocation| {
        let below =
            invocation.argument.as_ref().and_then(serde_json::Value::as_f64).is_some_and(|set| set < 0.0);
        below
            && home.device_by_id(&invocation.device_id).is_some_and(|index| {
                let cools = home
                    .device(index)
                    .is_some_and(|device| fridge.is_some_and(|fridge| device.categories.contains(&fridge)));
                let nouns = home.vocabulary.device_nouns(index);
                cools
                    && !nouns
                        .iter()
                        .any(|&own| freezer.is_some_and(|freezer| home.vocabulary.is_a(own, freezer)))
            })
    };
    if result.invocations.iter().any(freezes) {
        result.hand_over("freezer");
    }
}
