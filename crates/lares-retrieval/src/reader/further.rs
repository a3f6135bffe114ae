//! What a device is to do beside its likeliest command: 洗衣机四十度开始洗, "the lamp down and warm".
//!
//! The network learned commands that are as good as one another as equally likely, and two that are both meant as well. Which of
//! these it is, is told by what they set: two that set the same, or do the same to the device, are alternatives; two that
//! set different things are both meant where what each of them sets was said.

use lares_home::{Act, Intent, Property, catalogue};
use smallvec::SmallVec;

use super::entities::Meant;
use super::meaning::{Meaning, MeantCommand, Taken, together};
use crate::documents::Capability;
use crate::index::CompiledHome;

/// A further command is at least this likely.
const LIKELY: f32 = 0.8;

/// The further commands that may be meant, likeliest first, each with all that are to do it. None of them can harm.
pub(super) fn commands(home: &CompiledHome, meaning: &Meaning) -> SmallVec<[MeantCommand; 2]> {
    let mut accepted: SmallVec<[Taken; 4]> = SmallVec::new();
    for &(further, likelihood) in &meaning.further {
        let is_else = |other: &&Taken| other.meant == further.meant;
        let mut others = meaning.taken.iter().chain(&accepted).filter(is_else);
        if likelihood >= LIKELY && others.all(|other| differ(home, further, *other)) {
            accepted.push(further);
        }
    }
    together(home, &accepted)
}

/// Whether two commands of a device are about different things, and the further one cannot harm.
fn differ(home: &CompiledHome, further: Taken, other: Taken) -> bool {
    let (Some(further), Some(other)) = (intents(home, further, true), intents(home, other, false)) else {
        return false;
    };
    !is_either(further, other)
        && !is_either(other, further)
        && further.iter().all(|intent| other.iter().all(|other| thing(intent) != thing(other)))
}

/// A command switches the device, opens or closes it, and that will do as well as the other: who is cold is helped by what is
/// switched on, or by what is set higher. Nothing is heard or seen in another colour by what is off.
fn is_either(one: &[Intent], other: &[Intent]) -> bool {
    const BESIDE_ON: [&str; 6] =
        ["color", "color_temperature", "volume", "input_source", "channel", "picture_mode"];
    let switching = one.iter().filter(|intent| intent.property.is_none()).map(|intent| intent.act);
    let mut switching = switching.filter(|act| matches!(act, Act::On | Act::Off | Act::Open | Act::Close));
    let is_beside = |intent: &Intent| {
        let named = |name: &&str| intent.property == catalogue().property(name);
        intent.property.is_some() && BESIDE_ON.iter().any(|name| named(name))
    };
    switching.any(|act| act != Act::On || !other.iter().all(is_beside))
}

/// What an intent is about: a property, or the device itself. A tone of white is a colour, and what is muted makes no sound.
fn thing(intent: &Intent) -> Option<Property> {
    let named = |name| catalogue().property(name);
    match intent.property {
        None if matches!(intent.act, Act::Mute | Act::Unmute) => named("volume"),
        property if property.is_some() && property == named("color_temperature") => named("color"),
        property => property,
    }
}

/// What a command does; `None` of what is asked for, of scenes, and, where it has to be harmless, of what can harm.
fn intents(home: &CompiledHome, taken: Taken, is_harmless: bool) -> Option<&[Intent]> {
    let Meant::Device(device) = taken.meant else { return None };
    let profile = home.profile_of(device)?;
    let capability = home.capabilities(profile).nth(taken.command)?;
    match capability {
        Capability::Command(_) if is_harmless && home.is_sensitive(device, capability) => None,
        Capability::Command(index) => Some(home.intents(index).0),
        Capability::Attribute(_) => None,
    }
}
