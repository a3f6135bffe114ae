//! How far the network bears out what would be done.

use lares_home::{Act, CommandIndex};
use lares_language::{Quantifier, Value};

use smallvec::SmallVec;
use smol_str::SmolStr;

use super::entities::Meant;
use super::first;
use super::meaning::{Meaning, Taken};
use super::taken_back::may_take_back;
use super::values::{Values, values};
use super::words::Word;
use crate::argument::{Filled, fill};
use crate::by_ear::BY_EAR;
use crate::documents::Capability;
use crate::index::CompiledHome;
use crate::result::{CommandResult, Decision, Invocation, InvocationKind, Retrieval};
use crate::uncertain::UNCERTAIN;

/// What is this likely is not made likelier by another command that comes to the same.
const SURELY: f32 = 0.95;
/// So many things are many.
const MANY: usize = 4;

/// How likely the least likely of what is done is meant.
pub(super) fn agreed(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> f32 {
    answer.invocations.iter().map(|it| agreement(home, answer, meaning, it)).fold(1.0, f32::min)
}

/// How far all of it is borne out: as far as the least likely of it is meant. Of what is asked of many things ("which lights are
/// on"), or done to all of a kind, not each has to be.
pub(super) fn borne_out(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> f32 {
    let done = &answer.invocations;
    // The network has not heard a name that was told by its sound: it speaks against it only where it takes something else for meant.
    let heard = answer.results.iter().any(|result| result.meta.contains_key(BY_EAR));
    if heard && meaning.taken.is_empty() && !done.iter().any(|it| it.sensitive) {
        return 1.0;
    }
    let asks = done.iter().all(|it| it.kind == InvocationKind::Attribute);
    let of_result = |result: &CommandResult| {
        let done = &result.invocations;
        let each = || done.iter().map(|it| agreement(home, answer, meaning, it));
        let is_of_many = done.len() >= MANY && (asks || result.command.q == Quantifier::All);
        if is_of_many && !done.iter().any(|it| it.sensitive) {
            each().sum::<f32>() / done.len() as f32
        } else {
            each().fold(1.0, f32::min)
        }
    };
    answer.results.iter().map(of_result).fold(1.0, f32::min)
}

/// How likely something that is done is meant: where any of several would do, as likely as the likeliest of them.
fn agreement(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning, it: &Invocation) -> f32 {
    let own = likelihood(home, meaning, it);
    if is_any(answer, meaning) { own.max(meaning.likeliest(&it.capability_id)) } else { own }
}

/// Any of several will do, as the parser or the network has it.
pub(super) fn is_any(answer: &Retrieval, meaning: &Meaning) -> bool {
    meaning.is_any() || answer.results.iter().any(|result| result.command.q == Quantifier::Any)
}

/// What is done is just less likely than not, and the network takes nothing else for meant: it leaves some of it out.
pub(super) fn only_leaves_out(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let is_done = |taken: &Taken| {
        let mut done = answer.invocations.iter();
        done.any(|it| meant_by(home, it) == Some(taken.meant) && taken.is_called(home, &it.capability_id))
    };
    let is_sure = |result: &CommandResult| result.confidence >= UNCERTAIN && result.decision == Decision::Act;
    answer.results.iter().all(is_sure) && meaning.taken.iter().all(is_done)
}

/// Any of what is done will do, or so many of it, and more of it is done.
pub(super) fn does_more_than_wanted(answer: &Retrieval, meaning: &Meaning) -> bool {
    if !meaning.is_any() {
        return false;
    }
    let mut counts: SmallVec<[(&SmolStr, usize); 4]> = SmallVec::new();
    for it in answer.invocations.iter().filter(|it| it.kind == InvocationKind::Command) {
        match counts.iter_mut().find(|(id, _)| *id == &it.capability_id) {
            Some((_, count)) => *count += 1,
            None => counts.push((&it.capability_id, 1)),
        }
    }
    let is_more = |(id, count): &(&SmolStr, usize)| {
        *count > 1 && *count > meaning.wanted(meaning.possible(id).max(*count))
    };
    counts.iter().any(is_more)
}

/// A value is set that another took the place of: "to 70, no, 67", 开高，不，低.
pub(super) fn sets_what_was_replaced(home: &CompiledHome, answer: &Retrieval, meaning: &Meaning) -> bool {
    let set = || answer.invocations.iter().filter_map(|it| Some((it, it.argument.as_ref()?)));
    if set().next().is_none() {
        return false;
    }
    // Most of what is said takes nothing back.
    if !meaning.said().any(|word| word.is_pause() || may_take_back(&word)) {
        return false;
    }
    let words: SmallVec<[Word<'_>; 16]> = meaning.said().collect();
    let Values { told, replaced } = values(&words);
    if replaced.is_empty() {
        return false;
    }
    set().any(|(it, argument)| {
        let Some(Meant::Device(device)) = meant_by(home, it) else { return false };
        let commands = home.profile_of(device).into_iter().flat_map(|profile| home.capabilities(profile));
        let mut specs = commands.filter_map(|capability| match capability {
            Capability::Command(index) if *home.capability_id(capability) == it.capability_id => {
                home.command(index)?.argument.as_ref()
            }
            _ => None,
        });
        let Some(spec) = specs.next() else { return false };
        let is_set = |value: &Value| matches!(fill(value, spec), Filled::Value(own) if own == *argument);
        replaced.iter().any(is_set) && !told.iter().any(|told| is_set(&told.value))
    })
}

/// What an invocation is about.
pub(super) fn meant_by(home: &CompiledHome, invocation: &Invocation) -> Option<Meant> {
    first::meant(home, &invocation.device_id)
}

/// How likely the network takes an invocation for meant; certain where it cannot tell. To start a device and to switch it on is one
/// wish, and to mute it, whichever of its commands does it.
pub(super) fn likelihood(home: &CompiledHome, meaning: &Meaning, invocation: &Invocation) -> f32 {
    let Some(meant) = meant_by(home, invocation) else { return 1.0 };
    let own = meaning.likelihood(meant, &invocation.capability_id).unwrap_or(1.0);
    let Meant::Device(device) = meant else { return own };
    if own > SURELY {
        return own;
    }
    let commands = || {
        let profile = home.profile_of(device).into_iter();
        profile.flat_map(|profile| home.capabilities(profile)).filter_map(|capability| match capability {
            Capability::Command(index) => Some((index, home.capability_id(capability))),
            Capability::Attribute(_) => None,
        })
    };
    let sets = invocation.argument.as_ref().and_then(|argument| argument.as_str());
    let Some((index, _)) = commands().find(|(_, id)| **id == invocation.capability_id) else { return own };
    let does = |is: fn(&Act) -> bool| {
        does_itself(home, index, is) || sets.is_some_and(|sets| sets_so(home, index, is, Some(sets)))
    };
    let likely = |(_, id): (CommandIndex, &SmolStr)| meaning.likelihood(meant, id).unwrap_or_default();
    let mutes = |(other, _): &(CommandIndex, &SmolStr)| {
        does_itself(home, *other, is_mute) || sets_so(home, *other, is_mute, None)
    };
    let starts = |(other, _): &(CommandIndex, &SmolStr)| does_itself(home, *other, is_start);
    if does(is_mute) {
        commands().filter(mutes).map(likely).fold(own, f32::max)
    } else if does(is_start) {
        commands().filter(starts).map(likely).fold(own, f32::max)
    } else {
        own
    }
}

fn is_start(act: &Act) -> bool {
    matches!(act, Act::On | Act::Start)
}

fn is_mute(act: &Act) -> bool {
    *act == Act::Mute
}

/// A command does such a thing whatever it sets, to the device itself.
fn does_itself(home: &CompiledHome, index: CommandIndex, is: fn(&Act) -> bool) -> bool {
    home.intents(index).0.iter().any(|intent| is(&intent.act) && intent.property.is_none())
}

/// A command does such a thing by this value, or by any.
fn sets_so(home: &CompiledHome, index: CommandIndex, is: fn(&Act) -> bool, value: Option<&str>) -> bool {
    let values = home.command(index).and_then(|spec| spec.argument.as_ref()).into_iter();
    let mut values = values.flat_map(|argument| &argument.values);
    values.any(|own| value.is_none_or(|value| value == own.value) && own.acts.iter().any(is))
}
