//! Degrees beside a word that says what of: "cool it down to 74 on the Honeywell", "thermostat to cool and drop it to 73"
//! say where the cooling begins, not how far it is heated; "bake at 375" says how it bakes as well.

use lares_home::catalogue::catalogue;
use smallvec::SmallVec;

use super::clause::format_number;
use super::frame::{Frame, Head, Target};
use super::render::is_of;
use super::tokens::text_of;
use crate::action::{Unit, Value};
use crate::lexicon::{Sense, lexicon};
use crate::vocabulary::HomeVocabulary;

/// A number that an oven may be set to, in either scale, from here on.
const LEAST_OF_OVENS: f64 = 80.0;

/// A number that is no difference from here on.
const LEAST_WARMTH: f64 = 15.0;

/// So many kelvin are a white by themselves, and no difference between two.
const LEAST_KELVIN: f64 = 1000.0;

/// Settles what degrees are of.
pub(super) fn settle(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    set_for_cooling(text, frames, vocabulary);
    gas_marks(text, frames);
    whites(frames);
    cooked_how(frames, vocabulary);
    cooked_at(text, frames, vocabulary);
}

/// The degrees Celsius of the gas marks from 1 on, as British ovens and cookery books have them: 14 °C apart from 135 on,
/// rounded to tens.
const GAS_MARKS: [f64; 9] = [140.0, 150.0, 170.0, 180.0, 190.0, 200.0, 220.0, 230.0, 240.0];

/// "Oven to gas mark 6": so many degrees.
fn gas_marks(text: &[char], frames: &mut [Frame]) {
    for frame in frames {
        let Some(Value::Number { number, unit: Unit::None | Unit::Gear }) = frame.value else { continue };
        let marked = || text_of(text, frame.span.0, frame.span.1).contains("gas mark");
        let marks = (1..=GAS_MARKS.len()).zip(GAS_MARKS);
        let degrees = marks.filter(|(mark, _)| *mark as f64 == number).map(|(_, degrees)| degrees).next();
        if let Some(degrees) = degrees.filter(|_| marked()) {
            frame.value = Some(Value::Number { number: degrees, unit: Unit::Celsius });
            frame.value_text = format_number(degrees);
            frame.property = catalogue().property("temperature");
        }
    }
}

/// "A warmer white like 3000 kelvin", 暖一点3000k: which white is told, and no more by how much it changes.
fn whites(frames: &mut [Frame]) {
    let Some(tone) = catalogue().property("color_temperature") else { return };
    for frame in frames {
        // "Make it cooler, like 4000": no degrees of anything.
        if let Some(Value::Number { number, unit: Unit::None | Unit::Degree }) = frame.value
            && number >= LEAST_KELVIN
            && frame.property.is_some()
            && frame.property == catalogue().property("temperature")
        {
            frame.property = Some(tone);
            frame.value = Some(Value::Number { number, unit: Unit::Kelvin });
        }
        let told = matches!(frame.value, Some(Value::Number { number, unit: Unit::Kelvin }) if number >= LEAST_KELVIN);
        if told && frame.direction.is_some() && frame.property == Some(tone) {
            frame.direction = None;
            frame.by_degree = false;
            frame.goal = true;
        }
    }
}

/// "Broil": done by an oven, where a microwave could as well.
fn cooked_how(frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let oven = lexicon().noun("oven").filter(|&noun| vocabulary.has_noun(noun));
    let Some(noun) = oven else { return };
    for frame in frames {
        let by_oven = matches!(&frame.value, Some(Value::Word { key: Some(key), .. })
            if ["bake", "broil", "roast", "grill"].contains(&key.as_str()))
            && frame.value_text.is_ascii();
        if by_oven && frame.targets.is_empty() && frame.question.is_none() && frame.helpers.is_empty() {
            let text = vocabulary.noun_names(noun).1.into();
            frame.targets.push(Target { head: Head::Noun(noun), text, ..Target::default() });
        }
    }
}

/// "Bake at 375", "roast the chicken at 400": the mode and the heat, where the home's ovens have such a mode.
fn cooked_at(text: &[char], frames: &mut Vec<Frame>, vocabulary: &HomeVocabulary) {
    let Some(mode) = catalogue().property("cooking_mode") else { return };
    let [frame] = &frames[..] else { return };
    let hot = matches!(
        frame.value,
        Some(Value::Number {
            number,
            unit: Unit::None | Unit::Degree | Unit::Celsius | Unit::Fahrenheit,
        }) if number >= LEAST_OF_OVENS
    );
    let oven = lexicon().noun("oven").filter(|&noun| vocabulary.has_noun(noun));
    let cooks = frame.verb.is_some_and(|verb| verb.id == "cook");
    let ovens = match (frame.has_target(), oven) {
        (true, _) => frame.targets.iter().all(|target| is_of(target, vocabulary, &["Oven", "Range"])),
        (false, oven) => cooks && oven.is_some(),
    };
    if !hot || !ovens || frame.question.is_some() || frame.negated || frame.direction.is_some() {
        return;
    }
    let words = text_of(text, frame.span.0, frame.span.1);
    let said = words.split([' ', ',']).find(|word| matches!(*word, "bake" | "broil" | "roast" | "grill"));
    let Some(said) = said else { return };
    let letters: SmallVec<[char; 8]> = said.chars().collect();
    let key = lexicon().lookup(&letters).into_iter().flatten().find_map(|sense| match sense {
        Sense::Value(value) if value.property == Some(mode) && vocabulary.can_mean(sense) => Some(&value.key),
        _ => None,
    });
    let Some(key) = key else { return };
    let Some(frame) = frames.first_mut() else { return };
    if let (true, Some(noun)) = (frame.targets.is_empty(), oven) {
        let text = vocabulary.noun_names(noun).1.into();
        frame.targets.push(Target { head: Head::Noun(noun), text, ..Target::default() });
    }
    let with_mode = Frame {
        verb: None,
        property: Some(mode),
        value: Some(Value::Word { text: said.into(), key: Some(key.as_str().into()) }),
        value_text: said.into(),
        ..frame.clone()
    };
    frames.insert(0, with_mode);
}

/// Makes temperatures of thermostats that are told beside the word for cooling those of the cooling.
fn set_for_cooling(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let Some(cooling) = catalogue().property("cooling_temperature") else { return };
    let temperatures =
        ["temperature", "target_temperature"].map(|id| catalogue().property(id).unwrap_or(cooling));
    let mut cools = false;
    let mut end = 0;
    for frame in frames {
        cools |= says_cooling(text, (end.min(frame.span.0), frame.span.1));
        end = frame.span.1;
        let degrees = match frame.value {
            // "Cool it two degrees" says by how much.
            Some(Value::Number {
                number,
                unit: Unit::None | Unit::Degree | Unit::Celsius | Unit::Fahrenheit,
            }) => frame.direction.is_none() || frame.direction == Some(false) && number >= LEAST_WARMTH,
            _ => false,
        };
        let plain = frame.question.is_none() && !frame.negated;
        let of_warmth = frame.property.is_none_or(|own| temperatures.contains(&own));
        let thermostats = || {
            frame.has_target()
                && frame.targets.iter().all(|target| is_of(target, vocabulary, &["Thermostat"]))
        };
        if cools && degrees && plain && of_warmth && thermostats() {
            frame.property = Some(cooling);
        }
    }
}

/// Whether the words say cooling, and no heating.
fn says_cooling(text: &[char], (start, end): (usize, usize)) -> bool {
    let said = text.get(start..end).unwrap_or_default();
    let says = |words: [&str; 3]| {
        let mut parts = said.split(|letter| matches!(letter, ' ' | ','));
        parts.any(|part| words.iter().any(|word| word.chars().eq(part.iter().copied())))
    };
    says(["cool", "cooling", "chill"]) && !says(["heat", "heating", "heater"])
}
