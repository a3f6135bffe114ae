//! What a device is to do beside its likeliest command: 洗衣机四十度开始洗, "the lamp down and warm".
//!
//! The network learned commands that are as good as one another as equally likely, and two that are both meant as well. Which of
//! these it is, is told by what they set: two that set the same, or do the same to the device, are alternatives; two that
//! set different things are both meant where what each of them sets was said.

use lares_home::{Act, Intent, Property, catalogue};
use lares_language::lexicon::Sense;
use smallvec::SmallVec;

use super::meaning::{Meaning, MeantCommand, Taken, together};
use crate::documents::Capability;
use crate::index::CompiledHome;

/// A further command is at least this likely.
const LIKELY: f32 = 0.9;
/// One device is to do several things where the network takes that for this likely; a further command need only be meant rather than
/// not then.
const LIKELY_OF_SEVERAL: f32 = 0.7;
/// Where it is no likelier than this, a device does one thing only.
const LIKELY_OF_ONE: f32 = 0.1;
/// A further command that can harm is at least this likely, and that several things are meant, and something was told to start: "the
/// oven to one seventy, and start". For two minutes in the microwave nobody who has not put anything in wants it to run.
const LIKELY_HARM: f32 = 0.99;

/// The further commands that may be meant, likeliest first, each with all that are to do it.
pub(super) fn commands(home: &CompiledHome, meaning: &Meaning) -> SmallVec<[MeantCommand; 2]> {
    if meaning.both <= LIKELY_OF_ONE {
        return SmallVec::new();
    }
    let several = meaning.both >= LIKELY_OF_SEVERAL;
    let may_harm = meaning.both >= LIKELY_HARM && is_started(meaning);
    let mut accepted: SmallVec<[Taken; 4]> = SmallVec::new();
    for &(further, likelihood) in &meaning.further {
        let is_else = |other: &&Taken| other.meant == further.meant;
        let mut others = meaning.taken.iter().chain(&accepted).filter(is_else);
        let is_likely = match further.is_sensitive(home) {
            true => may_harm && likelihood >= LIKELY_HARM,
            false => several || likelihood >= LIKELY,
        };
        if is_likely && others.all(|other| differ(home, further, *other, several)) {
            accepted.push(further);
        }
    }
    together(home, &accepted)
}

/// Something was told to start.
fn is_started(meaning: &Meaning) -> bool {
    let starts = |sense: &Sense| matches!(sense, Sense::Verb(verb) if verb.acts.contains(&Act::Start));
    meaning.said().any(|word| word.senses.iter().any(starts))
}

/// Whether two commands of a device are about different things, or two attributes that are asked for together. Where `several` things
/// are surely meant, what would do as well as another thing is one of them.
fn differ(home: &CompiledHome, further: Taken, other: Taken, several: bool) -> bool {
    let [Some(one), Some(two)] = [further, other].map(|taken| taken.capability(home)) else { return false };
    match (one, two) {
        (Capability::Command(one), Capability::Command(two)) => {
            let (one, two) = (home.intents(one).0, home.intents(two).0);
            (several || !is_either(one, two) && !is_either(two, one))
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
            let of = |index| home.attribute(index).and_then(|spec| spec.intents.first()?.property);
            are(one, two) || are(two, one) || several && of(one).is_some() && of(one) != of(two)
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
