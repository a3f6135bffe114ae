//! What a device is to do beside its likeliest command: 洗衣机四十度开始洗, "the lamp down and warm".
//!
//! The network learned commands that are as good as one another as equally likely, and two that are both meant as well. Which of
//! these it is, is told by what they set: two that set the same, or do the same to the device, are alternatives; two that
//! set different things are both meant where what each of them sets was said.

use lares_home::{Act, Intent, Property, catalogue};
use smallvec::SmallVec;

use super::meaning::{Meaning, MeantCommand, Taken, together};
use crate::documents::Capability;
use crate::index::CompiledHome;

/// A further command is at least this likely.
const LIKELY: f32 = 0.9;
/// And one that can harm: the oven that was set to two hundred is started.
const LIKELY_HARM: f32 = 0.97;

/// The further commands that may be meant, likeliest first, each with all that are to do it.
pub(super) fn commands(home: &CompiledHome, meaning: &Meaning) -> SmallVec<[MeantCommand; 2]> {
    let mut accepted: SmallVec<[Taken; 4]> = SmallVec::new();
    for &(further, likelihood) in &meaning.further {
        let is_else = |other: &&Taken| other.meant == further.meant;
        let mut others = meaning.taken.iter().chain(&accepted).filter(is_else);
        if likelihood >= least(home, further) && others.all(|other| differ(home, further, *other)) {
            accepted.push(further);
        }
    }
    together(home, &accepted)
}

/// How likely a further command has to be.
fn least(home: &CompiledHome, further: Taken) -> f32 {
    if further.is_sensitive(home) { LIKELY_HARM } else { LIKELY }
}

/// Whether two commands of a device are about different things, or two attributes that are asked for together.
fn differ(home: &CompiledHome, further: Taken, other: Taken) -> bool {
    let [Some(one), Some(two)] = [further, other].map(|taken| taken.capability(home)) else { return false };
    match (one, two) {
        (Capability::Command(one), Capability::Command(two)) => {
            let (one, two) = (home.intents(one).0, home.intents(two).0);
            !is_either(one, two)
                && !is_either(two, one)
                && one.iter().all(|intent| two.iter().all(|other| thing(intent) != thing(other)))
        }
        (Capability::Attribute(one), Capability::Attribute(two)) => {
            let is = |index, name| {
                let intents = home.attribute(index).map_or(&[][..], |spec| &spec.intents);
                intents
                    .iter()
                    .any(|intent| intent.property.is_some() && intent.property == catalogue().property(name))
            };
            let are = |one, two| is(one, "temperature") && is(two, "humidity");
            are(one, two) || are(two, one)
        }
        // 冰箱调三度，顺便看看门关严了没: something is ordered, and another thing asked.
        (Capability::Command(command), Capability::Attribute(attribute))
        | (Capability::Attribute(attribute), Capability::Command(command)) => {
            let of = |capability| home.capability_id(capability).rsplit_once('-').map(|(own, _)| own);
            let (one, other) = (of(Capability::Command(command)), of(Capability::Attribute(attribute)));
            let intents = home.attribute(attribute).map_or(&[][..], |spec| &spec.intents);
            let is_of_it =
                |intent: &Intent| home.intents(command).0.iter().any(|own| thing(own) == thing(intent));
            one != other && !intents.is_empty() && !intents.iter().any(is_of_it)
        }
    }
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
        intent.property.is_some() && BESIDE_ON.iter().any(named)
    };
    switching.any(|act| act != Act::On || !other.iter().all(is_beside))
}

/// What an intent is about: a property, or the device itself. A tone of white is a colour, what is muted makes no sound, and
/// what runs is on.
fn thing(intent: &Intent) -> Option<Property> {
    let named = |name| catalogue().property(name);
    match intent.property {
        None if matches!(intent.act, Act::Mute | Act::Unmute) => named("volume"),
        property if property.is_some() && property == named("color_temperature") => named("color"),
        property if property.is_some() && property == named("run_state") => None,
        property => property,
    }
}
