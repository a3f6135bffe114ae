//! What the network learns from: cases, each with what the network sees of its last turn and what was meant there.

use std::collections::HashSet;

use lares_eval::case::{Case, Expectation, ExpectedCondition, ExpectedValue, Select};
use lares_eval::suite::{Part, Suite};
use lares_reader::Example;
use lares_retrieval::reader::example::{
    ABOVE, ANY, ASK, BELOW, BOTH, DOWN, IF, Meant, NOT_SO, SO, Seen, UP, command_feature, goes_on,
};
use lares_retrieval::{CompiledHome, Conversation, Request, RetrievalConfig, Step, Workspace, retrieve_in};
use rayon::prelude::*;
use smol_str::SmolStr;

use super::pairs::pairs;
use super::passes::Lesson;

/// Between two turns, as the evaluation has it.
const BETWEEN_TURNS_MS: u64 = 4000;

/// Commands by the places of the candidate and of the command in it.
type Commands = Vec<(u32, u32)>;

/// A lesson with where it comes from.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    pub(super) home: String,
    pub(super) case: Case,
    pub(super) lesson: Lesson,
    /// What the entities of the example are called in the case.
    pub(super) ids: Vec<SmolStr>,
}

/// The lessons of all homes of some parts, and those of two orders in one breath ([`super::pairs`]).
pub(super) fn lessons(parts: &[Part]) -> anyhow::Result<Vec<Taken>> {
    let mut config = RetrievalConfig::default();
    // What was said before is understood without the network: it is the one that learns.
    config.stages.reader = false;
    let mut lessons = Vec::new();
    let mut paired = HashSet::new();
    for part in parts {
        for suite in Suite::all(&crate::eval_crate().join("data"), *part)? {
            let lares = suite.lares(&config)?;
            let home = lares.compiled_home();
            // The parser was written with the dev cases: what it makes of them says nothing of how far it is to be trusted.
            let is_told = *part != Part::Dev;
            let of_case = |case: &Case| taken(&suite.home, home, case, is_told);
            lessons.extend(suite.cases.par_iter().filter_map(of_case).collect::<Vec<_>>());
            if paired.insert(suite.home.clone()) {
                let of_pair = |case: &Case| taken(&suite.home, home, case, true);
                lessons.extend(pairs(&suite.home, home)?.par_iter().filter_map(of_pair).collect::<Vec<_>>());
            }
        }
    }
    Ok(lessons)
}

/// The lesson of a case, with what the parser makes of it where that is told.
fn taken(name: &str, home: &CompiledHome, case: &Case, is_told: bool) -> Option<Taken> {
    let mut talk = Conversation::new();
    let mut workspace = Workspace::default();
    let (last, earlier) = case.turns.split_last()?;
    let request = |text, turn: usize| Request {
        text,
        room: case.room.as_deref(),
        now_ms: turn as u64 * BETWEEN_TURNS_MS,
        ..Request::default()
    };
    for (turn, text) in earlier.iter().enumerate() {
        let Step::Done(_) = retrieve_in(home, &mut talk, &request(text, turn), &mut workspace) else {
            return None;
        };
    }
    let mut seen = Seen::default();
    let request = request(last, earlier.len());
    let first_reading = if is_told {
        match retrieve_in(home, &mut talk.clone(), &request, &mut workspace) {
            Step::Done(answer) => Some(answer),
            Step::NeedVectors(_) | Step::NeedArbitration(_) => return None,
        }
    } else {
        None
    };
    seen.see(home, &talk, &request, first_reading.as_ref(), &mut workspace);
    let Seen { example, entities, .. } = seen;
    let id = |meant: &Meant| match meant {
        Meant::Device(device) => home.device(*device).map(|device| device.id.clone()),
        Meant::Scene(scene) => home.home.scenes.get(*scene).map(|scene| scene.id.clone()),
    };
    let ids: Vec<SmolStr> = entities.iter().map(|meant| id(meant).unwrap_or_default()).collect();
    let (meant, either) = meant(case, &example, &ids);
    Some(Taken { home: name.to_owned(), case: case.clone(), lesson: Lesson { example, meant, either }, ids })
}

/// Something is to become more, `up`, or less than it is.
fn changes(expectation: &Expectation, up: bool) -> bool {
    matches!(expectation.value, Some(ExpectedValue::Relative { up: own, .. }) if own == up)
        && !is_of_tone(expectation)
}

/// Nothing tells whether something is to change, or which way: any value will do, or warmer light has a lower colour temperature.
fn may_change(expectation: &Expectation) -> bool {
    let sets = |id: &SmolStr| id.rsplit('-').next().is_some_and(|command| command.starts_with("set"));
    is_of_tone(expectation) || expectation.value.is_none() && expectation.capability.iter().any(sets)
}

/// It sets how warm light is.
fn is_of_tone(expectation: &Expectation) -> bool {
    expectation.capability.iter().any(|id| id.ends_with("setColorTemperature"))
}

/// What is meant, commands and devices that are as good among it, and what may be: devices that do no harm, and of which one is
/// meant and nothing tells that any will do.
fn meant(case: &Case, example: &Example, ids: &[SmolStr]) -> (Commands, Commands) {
    let (mut meant, mut either) = (Vec::new(), Vec::new());
    let of_request = |id: &str| {
        // The last candidate is the request as a whole.
        let (place, request) = example.candidates.iter().enumerate().next_back()?;
        let command = request.entity.commands.iter().position(|known| *known == command_feature(id))?;
        Some((place as u32, command as u32))
    };
    // 太暗了, where two lamps help: one of them is meant, whichever.
    let wishes = case.tags.iter().any(|tag| tag == "wish");
    let is_any = |expectation: &Expectation| match expectation.select {
        Select::Any(_) => true,
        Select::One => wishes && expectation.devices.len() > 1,
        Select::Set => false,
    };
    meant.extend(if case.clarify { of_request(ASK) } else { None });
    meant.extend(if case.expect.iter().any(is_any) { of_request(ANY) } else { None });
    // "Has anybody moved on the stoop", where two things tell: whether any was asked for, nothing tells.
    let is_one = |expectation: &Expectation| {
        !wishes && expectation.select == Select::One && expectation.devices.len() > 1
    };
    either.extend(if case.expect.iter().any(is_one) { of_request(ANY) } else { None });
    let hangs = |expectation: &Expectation| !expectation.conditions.is_empty();
    meant.extend(if case.expect.iter().any(hangs) { of_request(IF) } else { None });
    for (id, up) in [(UP, true), (DOWN, false)] {
        if case.expect.iter().any(|expectation| changes(expectation, up)) {
            meant.extend(of_request(id));
        } else if case.clarify || case.expect.iter().any(may_change) {
            either.extend(of_request(id));
        }
    }
    meant.extend(if does_several(case) { of_request(BOTH) } else { None });
    for condition in case.expect.iter().flat_map(|expectation| &expectation.conditions) {
        let told = how(condition).and_then(of_request);
        meant.extend(told.filter(|told| !meant.contains(told)));
    }
    for expectation in &case.expect {
        let needed = expectation.devices.iter().map(|id| {
            (id, expectation.select != Select::One || expectation.devices.len() == 1 || is_any(expectation))
        });
        for (id, needed) in needed.chain(expectation.optional.iter().map(|id| (id, false))) {
            let Some(entity) = ids.iter().position(|known| known == id) else { continue };
            let commands =
                example.candidates.get(entity).map_or(&[][..], |candidate| &candidate.entity.commands);
            let place = |id: &SmolStr| commands.iter().position(|known| *known == command_feature(id));
            let pairs =
                expectation.capability.iter().filter_map(place).map(|place| (entity as u32, place as u32));
            if needed { meant.extend(pairs) } else { either.extend(pairs) }
        }
    }
    // What it hangs on is told like a question; of several devices any may be what tells it.
    for condition in case.expect.iter().flat_map(|expectation| &expectation.conditions) {
        let told = condition.devices.iter().filter_map(|id| told_by(example, ids, id, &condition.attribute));
        let told = told.filter(|pair| !meant.contains(pair)).collect::<Vec<_>>();
        if condition.devices.len() == 1 { meant.extend(told) } else { either.extend(told) }
    }
    (meant, either)
}

/// One device is to do several things.
fn does_several(case: &Case) -> bool {
    let mut seen = HashSet::new();
    case.expect.iter().flat_map(|expectation| &expectation.devices).any(|id| !seen.insert(id))
}

/// How the state is on which something hangs; `None` where that is just so much.
fn how(condition: &ExpectedCondition) -> Option<&'static str> {
    match (condition.op.as_str(), condition.value.as_str()) {
        (">" | ">=", None) => Some(ABOVE),
        ("<" | "<=", None) => Some(BELOW),
        ("=", Some(value)) => Some(if goes_on(value) { SO } else { NOT_SO }),
        ("!=", Some(value)) => Some(if goes_on(value) { NOT_SO } else { SO }),
        _ => None,
    }
}

/// The attribute of a device, by the places of both; `None` where a command is called alike.
pub(super) fn told_by(example: &Example, ids: &[SmolStr], id: &str, attribute: &str) -> Option<(u32, u32)> {
    let entity = ids.iter().position(|known| known == id)?;
    let commands = &example.candidates.get(entity)?.entity.commands;
    let mut called =
        commands.iter().enumerate().filter(|(_, command)| **command == command_feature(attribute));
    let (place, _) = called.next()?;
    called.next().is_none().then_some((entity as u32, place as u32))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn how_a_state_is_is_told_by_its_comparison_or_its_value() {
        let check = |op: &str, value: Json, expected: Option<&str>| {
            let condition =
                ExpectedCondition { devices: Vec::new(), attribute: "".into(), op: op.into(), value };
            assert_eq!(how(&condition), expected, "{condition:?}");
        };
        check(">=", json!(30), Some(ABOVE));
        check("<", json!(30), Some(BELOW));
        check("=", json!(0), None);
        check("=", json!("open"), Some(SO));
        check("!=", json!("locked"), Some(SO));
        check("=", json!("not present"), Some(NOT_SO));
        check("!=", json!("on"), Some(NOT_SO));
    }

    #[test]
    fn a_device_that_is_named_by_two_expectations_does_several_things() {
        let case = |devices: [&str; 2]| {
            let expect = |id: &str| Expectation { devices: vec![id.into()], ..Expectation::default() };
            Case { expect: devices.map(expect).into(), ..Case::default() }
        };
        assert!(does_several(&case(["ac", "ac"])));
        assert!(!does_several(&case(["ac", "fan"])));
    }
}
