//! Judges one answer against one case. Pure: the same case and answer always give the same verdict.
//!
//! **Exact** is the measure that counts: the invocations of the last turn meet every expectation, and nothing is left
//! over. Each invocation belongs to one expectation; their order is free.
//!
//! | case | exact |
//! |---|---|
//! | `one` | a single invocation, on one of `devices` |
//! | `set` | one invocation on each of `devices` |
//! | `any` | invocations on `count` different ones of `devices` |
//! | `optional` | each of them may be there once as well; one that is in `devices` too may be beyond their number |
//! | `expect: []` | no invocation, whatever the decision |
//! | `clarify: true` | the decision is `ask`, and no invocation |
//!
//! An invocation meets an expectation if its command is in `capability`, its argument has the expected `value` (numbers
//! within 0.5 % or 0.01, texts whatever their case, a text that is a number equals that number, colours within 4 of hue
//! and 15 of saturation, changes with the same sign and amount, no amount where none is expected; any argument where no
//! value is expected; one of several acceptable commands that takes none, as "volume down" beside a volume to be set, is a
//! change without an amount), and its conditions are the expected ones: each expected one is there (a device in common, the
//! same attribute, operator and value, or another way to write the same), and no other.
//!
//! A **wrong act** is an invocation on a device and command that no expectation allows (whatever its argument), and any
//! invocation where none is expected. A **needless question** is an `ask` in a case that is not to be asked about; where
//! nothing is expected it may be exact all the same. A **missed question** is an act in a case that is to be asked about.
//!
//! **Ranks** are judged on `candidates`, for each expectation by itself, in the result whose candidates serve it best:
//! a candidate is right if its device (of a group: one of its devices) and command are expected.

use lares::{Candidate, CommandResult, Decision, EntityKind, Invocation, Retrieval};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use smol_str::SmolStr;

use crate::case::{Case, Expectation, ExpectedValue, Select};
use crate::same_condition::same_condition;

/// What a case's answer was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Every expectation is met, and nothing is left over.
    pub exact: bool,
    /// The decision for the request as a whole.
    pub decision: Decision,
    /// What is wrong, where it is not exact.
    pub fault: Option<Fault>,
    /// Invocations on a device and command that were not meant.
    pub wrong_acts: usize,
    /// Those of them that can harm.
    pub sensitive_wrong_acts: usize,
    /// It asked where nothing is unclear.
    pub needless_question: bool,
    /// It acted where it should have asked.
    pub missed_question: bool,
    /// Expected arguments whose device and command were invoked: how many, and how many were right.
    pub arguments: Share,
    /// The least sure of its commands; 0 where there is none.
    pub confidence: f32,
    /// For each expectation, how the candidates rank.
    pub ranks: Vec<Ranking>,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Share {
    /// Those that are right.
    pub right: usize,
    /// All of them.
    pub of: usize,
}

/// Why a case is not exact; the first of these that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It acted where nothing was meant.
    ActedOnNothing,
    /// It did not ask.
    DidNotAsk,
    /// It asked instead of acting.
    Asked,
    /// It left the choice to the agent.
    Passed,
    /// It found nothing to do.
    FoundNothing,
    /// A device that was not meant.
    WrongDevice,
    /// The right device, another command.
    WrongCommand,
    /// The right device and command, another argument.
    WrongArgument,
    /// The right device and command, other conditions.
    WrongCondition,
    /// Some of what was meant is missing.
    Incomplete,
    /// More than was meant.
    TooMuch,
}

impl Fault {
    /// A few words for people.
    pub fn describe(self) -> &'static str {
        match self {
            Fault::ActedOnNothing => "acted where nothing was meant",
            Fault::DidNotAsk => "did not ask",
            Fault::Asked => "asked instead of acting",
            Fault::Passed => "passed instead of acting",
            Fault::FoundNothing => "found nothing",
            Fault::WrongDevice => "wrong device",
            Fault::WrongCommand => "wrong command",
            Fault::WrongArgument => "wrong argument",
            Fault::WrongCondition => "wrong condition",
            Fault::Incomplete => "incomplete",
            Fault::TooMuch => "too much",
        }
    }
}

/// How the candidates rank for one expectation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ranking {
    /// The rank of the first right candidate, from 1.
    pub first: Option<usize>,
    /// The share of the devices wanted that are among the first candidate, the first 5, the first 10.
    pub recall: [f64; 3],
}

/// The depths of [`Ranking::recall`].
pub const DEPTHS: [usize; 3] = [1, 5, 10];

/// Judges an answer.
pub fn judge(case: &Case, answer: &Retrieval) -> Verdict {
    let invocations = answer.invocations.as_slice();
    let wrong =
        |invocation: &&Invocation| !case.expect.iter().any(|expectation| allows(expectation, invocation));
    let wrong_acts = invocations.iter().filter(wrong).count();
    let sensitive_wrong_acts =
        invocations.iter().filter(wrong).filter(|invocation| invocation.sensitive).count();
    let asked = answer.decision == Decision::Ask;
    let exact = if case.clarify {
        asked && invocations.is_empty()
    } else {
        Assignment::exists(&case.expect, invocations)
    };
    Verdict {
        exact,
        decision: answer.decision,
        fault: (!exact).then(|| fault(case, answer, wrong_acts > 0)),
        wrong_acts,
        sensitive_wrong_acts,
        needless_question: asked && !case.clarify,
        missed_question: case.clarify && !invocations.is_empty(),
        arguments: arguments(case, invocations),
        confidence: answer.results.iter().map(|result| result.confidence).reduce(f32::min).unwrap_or(0.0),
        ranks: case.expect.iter().map(|expectation| rank(expectation, &answer.results)).collect(),
    }
}

fn fault(case: &Case, answer: &Retrieval, any_wrong: bool) -> Fault {
    let invocations = answer.invocations.as_slice();
    if case.clarify {
        return Fault::DidNotAsk;
    }
    if case.expect.is_empty() {
        return Fault::ActedOnNothing;
    }
    if invocations.is_empty() {
        return match answer.decision {
            Decision::Ask => Fault::Asked,
            Decision::Pass => Fault::Passed,
            Decision::Act | Decision::None => Fault::FoundNothing,
        };
    }
    let anywhere = |meets: &dyn Fn(&Expectation, &Invocation) -> bool| {
        invocations
            .iter()
            .all(|invocation| case.expect.iter().any(|expectation| meets(expectation, invocation)))
    };
    if any_wrong {
        return if anywhere(&has_device) { Fault::WrongCommand } else { Fault::WrongDevice };
    }
    if !anywhere(&|expectation, invocation| {
        allows(expectation, invocation) && has_value(expectation, invocation)
    }) {
        return Fault::WrongArgument;
    }
    if !anywhere(&meets) {
        return Fault::WrongCondition;
    }
    let least: usize = case.expect.iter().map(needed).sum();
    if invocations.len() > least { Fault::TooMuch } else { Fault::Incomplete }
}

/// How many invocations an expectation needs.
fn needed(expectation: &Expectation) -> usize {
    match expectation.select {
        Select::One => 1,
        Select::Set => expectation.devices.len(),
        Select::Any(count) => count,
    }
}

fn has_device(expectation: &Expectation, invocation: &Invocation) -> bool {
    expectation.devices.iter().chain(&expectation.optional).any(|id| *id == invocation.device_id)
}

fn allows(expectation: &Expectation, invocation: &Invocation) -> bool {
    expectation.capability.contains(&invocation.capability_id) && has_device(expectation, invocation)
}

fn has_value(expectation: &Expectation, invocation: &Invocation) -> bool {
    let sets = invocation.capability_id.rsplit('-').next().is_some_and(|command| command.starts_with("set"));
    let is_in_its_name = |value: &ExpectedValue| {
        let is_vague = matches!(value, ExpectedValue::Relative { amount: None, .. });
        is_vague && !sets && expectation.capability.len() > 1
    };
    expectation.value.as_ref().is_none_or(|value| match &invocation.argument {
        None if is_in_its_name(value) => true,
        argument => value_equals(value, argument.as_ref()),
    })
}

fn has_conditions(expectation: &Expectation, invocation: &Invocation) -> bool {
    let (wanted, found) = (&expectation.conditions, &invocation.conditions);
    wanted.iter().all(|wanted| found.iter().any(|found| same_condition(wanted, found)))
        && found.iter().all(|found| wanted.iter().any(|wanted| same_condition(wanted, found)))
}

fn meets(expectation: &Expectation, invocation: &Invocation) -> bool {
    allows(expectation, invocation)
        && has_value(expectation, invocation)
        && has_conditions(expectation, invocation)
}

/// Whether an argument is the expected one.
pub fn value_equals(wanted: &ExpectedValue, found: Option<&Json>) -> bool {
    let Some(found) = found else { return false };
    match wanted {
        ExpectedValue::Number(number) => as_number(found).is_some_and(|found| near(*number, found)),
        ExpectedValue::Text(text) => text_equals(text, found),
        ExpectedValue::Color { hue, saturation } => {
            let part = |name| found.get(name).and_then(as_number);
            let (Some(found_hue), Some(found_saturation)) = (part("hue"), part("saturation")) else {
                return false;
            };
            let apart = (hue - found_hue).abs() % 100.0;
            apart.min(100.0 - apart) <= 4.0 && (saturation - found_saturation).abs() <= 15.0
        }
        ExpectedValue::Relative { up, amount } => {
            let sign = found.get("relative").and_then(Json::as_str);
            if sign != Some(if *up { "+" } else { "-" }) {
                return false;
            }
            match (amount, found.get("amount")) {
                (None, None | Some(Json::Null)) => true,
                (Some(wanted), Some(found)) => as_number(found).is_some_and(|found| near(*wanted, found)),
                (None, Some(_)) | (Some(_), None) => false,
            }
        }
    }
}

pub(crate) fn as_number(json: &Json) -> Option<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        Json::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

pub(crate) fn near(wanted: f64, found: f64) -> bool {
    (wanted - found).abs() <= (wanted.abs() * 0.005).max(0.01)
}

pub(crate) fn text_equals(wanted: &str, found: &Json) -> bool {
    let equal = |found: &str| wanted.trim().to_lowercase() == found.trim().to_lowercase();
    match found {
        Json::String(text) if equal(text) => true,
        Json::Bool(truth) => equal(&truth.to_string()),
        _ => as_number(&Json::String(wanted.to_owned()))
            .zip(as_number(found))
            .is_some_and(|(wanted, found)| near(wanted, found)),
    }
}

/// Expected arguments whose device and command were invoked.
fn arguments(case: &Case, invocations: &[Invocation]) -> Share {
    let mut share = Share::default();
    for invocation in invocations {
        let mut possible = case
            .expect
            .iter()
            .filter(|expectation| expectation.value.is_some() && allows(expectation, invocation))
            .peekable();
        if possible.peek().is_some() {
            share.of += 1;
            share.right += usize::from(possible.any(|expectation| has_value(expectation, invocation)));
        }
    }
    share
}

/// Gives each invocation to an expectation, trying every way where several are possible.
struct Assignment<'c> {
    expect: &'c [Expectation],
    /// The invocations with the expectations that each meets, those with the fewest first.
    open: Vec<(&'c Invocation, Vec<usize>)>,
    /// For each expectation the devices given to it so far.
    given: Vec<Vec<&'c str>>,
    /// Ways still to be tried. Several are possible only where two expectations share a device and a command.
    tries: usize,
}

impl<'c> Assignment<'c> {
    /// Whether there is a way that meets every expectation and leaves no invocation over.
    fn exists(expect: &'c [Expectation], invocations: &'c [Invocation]) -> bool {
        if invocations.len() < expect.iter().map(needed).sum() {
            return false;
        }
        let mut open: Vec<(&Invocation, Vec<usize>)> = Vec::with_capacity(invocations.len());
        for invocation in invocations {
            let met = |&index: &usize| meets(&expect[index], invocation);
            open.push((invocation, (0..expect.len()).filter(met).collect()));
        }
        open.sort_by_key(|(_, possible)| std::cmp::Reverse(possible.len()));
        Assignment { expect, open, given: vec![Vec::new(); expect.len()], tries: 100_000 }.complete()
    }

    fn complete(&mut self) -> bool {
        let Some((invocation, possible)) = self.open.pop() else {
            return self
                .expect
                .iter()
                .zip(&self.given)
                .all(|(expectation, given)| is_met(expectation, given));
        };
        for &index in &possible {
            let id = invocation.device_id.as_str();
            if self.tries == 0 || self.given[index].contains(&id) {
                continue;
            }
            self.tries -= 1;
            self.given[index].push(id);
            if self.complete() {
                return true;
            }
            self.given[index].pop();
        }
        self.open.push((invocation, possible));
        false
    }
}

/// Whether these different devices are what an expectation wants.
fn is_met(expectation: &Expectation, given: &[&str]) -> bool {
    let is_in = |ids: &[SmolStr], id: &str| ids.iter().any(|known| known == id);
    let wanted = given.iter().filter(|id| is_in(&expectation.devices, id)).count();
    let without_leave = given.iter().filter(|id| !is_in(&expectation.optional, id)).count();
    wanted >= needed(expectation) && without_leave <= needed(expectation)
}

fn rank(expectation: &Expectation, results: &[CommandResult]) -> Ranking {
    results.iter().map(|result| rank_in(expectation, result)).fold(Ranking::default(), |best, next| {
        let place = |ranking: &Ranking| ranking.first.unwrap_or(usize::MAX);
        let better = place(&next) < place(&best)
            || (place(&next) == place(&best) && next.recall.iter().sum::<f64>() > best.recall.iter().sum());
        if better { next } else { best }
    })
}

fn rank_in(expectation: &Expectation, result: &CommandResult) -> Ranking {
    let mut ranking = Ranking::default();
    let mut found: Vec<&str> = Vec::new();
    let wanted = needed(expectation).max(1);
    for (index, candidate) in result.candidates.iter().enumerate() {
        if expectation.capability.contains(&candidate.capability_id) {
            for id in devices_of(candidate, result) {
                if expectation.devices.iter().any(|device| device == id) && !found.contains(&id) {
                    ranking.first.get_or_insert(index + 1);
                    found.push(id);
                }
            }
        }
        for (depth, recall) in DEPTHS.iter().zip(&mut ranking.recall) {
            if index < *depth {
                *recall = found.len().min(wanted) as f64 / wanted as f64;
            }
        }
    }
    ranking
}

/// The device of a candidate, or the devices of its group.
fn devices_of<'r>(candidate: &'r Candidate, result: &'r CommandResult) -> impl Iterator<Item = &'r str> {
    let is_group = candidate.entity_kind == EntityKind::Group;
    let group = result.groups.iter().find(|group| is_group && group.id == candidate.entity_id);
    let itself = (!is_group).then_some(candidate.entity_id.as_str());
    itself
        .into_iter()
        .chain(group.into_iter().flat_map(|group| group.device_ids.iter().map(|id| id.as_str())))
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
