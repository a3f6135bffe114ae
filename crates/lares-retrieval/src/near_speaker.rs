//! Where the speaker stands: a target with neither room nor own name is looked for there first.

use lares_language::command_array::ANY;
use lares_language::{ParsedCommand, Quantifier, Value};
use smallvec::SmallVec;

use crate::asked::Asked;
use crate::borne_out::numbers;
use crate::capability::Fitting;
use crate::command::{best, recent_devices};
use crate::device_set::DeviceSet;
use crate::follow_up::{says_everywhere, says_here};
use crate::postings::add;
use crate::target::{Meant, Target};

/// More than this is no number of things that are spoken of.
const MOST_COUNTED: f64 = 9.0;

/// A target with neither room nor own name is looked for where the speaker stands, and everywhere else only if that
/// room has none. What was said aloud is neither widened nor narrowed.
pub(crate) fn near_the_speaker(asked: &Asked<'_>, meant: Meant, fitting: &mut Fitting<'_>) -> Meant {
    let conditioned = condition_rooms(asked);
    // 主卧超过二十八度就开空调: the room of the condition is where it is to happen.
    let Some(speaker) = conditioned.as_ref().or(asked.speaker) else { return meant };
    let open = matches!(meant.target, Target::Noun(_) | Target::Anything) && !meant.scoped.includes;
    // 那盏灯: the one spoken of is nearer than any beside the speaker.
    let pointed = matches!(meant.target, Target::Noun(_)) && asked.parsed.spoken.q == Quantifier::One;
    if pointed && recent_devices(asked).iter().any(|device| meant.set.contains(*device)) {
        return meant;
    }
    // "All the lights in here": of this room, and no others.
    let aloud = asked.parsed.quantifier_said && says_everywhere(asked.text) && !says_here(asked.text);
    // "lights off here, but leave the desk lamp": where what is left out stands, unless all of them were spoken of.
    let leaves_out_near = meant.quantifier == Quantifier::Except
        && (!asked.parsed.quantifier_said || meant.everything && matches!(meant.target, Target::Anything))
        && meant
            .left_out
            .as_ref()
            .is_some_and(|left_out| left_out.iter().any(|device| speaker.contains(device)));
    let near = meant.set.and(speaker);
    // Any of several: of those beside the speaker, where there is a choice of them.
    let wanted = asked.parsed.spoken.c.unwrap_or(1) as usize;
    let wide = match meant.quantifier {
        Quantifier::Except => !leaves_out_near,
        Quantifier::Any => near.len() <= wanted,
        Quantifier::One | Quantifier::All => false,
    };
    if !open || aloud || wide {
        return meant;
    }
    // 两台电视一块儿静音: the home has just so many, and they stand in several rooms.
    if conditioned.is_none()
        && meant.quantifier == Quantifier::All
        && counted(asked.parsed).is_some_and(|count| near.len() < count && meant.set.len() == count)
    {
        return meant;
    }
    let threshold = asked.config.similarity_threshold;
    let can =
        near.iter().any(|device| best(asked, fitting, device).is_some_and(|fit| fit.similarity >= threshold));
    // 这屋贼黑: the lamp there helps in the way that it can, and no lamp elsewhere does.
    let helps = asked.parsed.wish && conditioned.is_none() && !near.is_empty();
    if can || helps { Meant { set: near, ..meant } } else { meant }
}

/// How many things were spoken of: 三个水阀全部, "both fans". A number that is the value that was said is none of things.
fn counted(parsed: &ParsedCommand) -> Option<usize> {
    let value = match parsed.action.value {
        Some(Value::Number { number, .. }) => Some(number),
        _ => None,
    };
    let letters: SmallVec<[char; 64]> = parsed.words.chars().collect();
    let mut said = numbers(&letters);
    if let Some(place) = said.iter().rposition(|number| Some(*number) == value) {
        said.remove(place);
    }
    let counts = |number: &&f64| (2.0..=MOST_COUNTED).contains(*number) && number.fract() == 0.0;
    match said.iter().find(counts) {
        Some(number) => Some(*number as usize),
        None => parsed.words.contains("both").then_some(2),
    }
}

/// The devices of the rooms that the conditions name, where they do.
pub(crate) fn condition_rooms(asked: &Asked<'_>) -> Option<DeviceSet> {
    let home = asked.home;
    if asked.parsed.spoken.conditions.is_empty() {
        return None;
    }
    let mut set = DeviceSet::empty(home.home.devices.len());
    for condition in &asked.parsed.spoken.conditions {
        // 娃儿房窗子要是开着: a thing that is called after its room.
        let called = home.home.rooms.iter().find(|room| {
            let mut names = std::iter::once(&room.name).chain(&room.aliases);
            names.any(|name| name.chars().count() > 1 && condition.n.starts_with(name.as_str()))
        });
        let said =
            if condition.s == ANY { called.map_or(ANY, |room| room.name.as_str()) } else { &condition.s };
        for room in home.vocabulary.match_room(said) {
            add(&mut set, &home.rooms.in_room(room));
            add(&mut set, &home.rooms.named_room(room));
        }
    }
    if set.is_empty() { None } else { Some(set) }
}
