//! The lamp of something, in one Chinese word, where the home has no such thing: 游泳池灯 is no lamp of a home without a pool,
//! and never all of its lamps; and the valve of something, which is no valve beside it.

use crate::lexicon::lexicon;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// "The valve on the veg patch" is that of the thing, and no valve beside it.
pub(crate) fn valve_of(text: &[char], frames: &mut [Frame]) {
    const TIES: [&str; 4] = [" on the ", " for the ", " of the ", " to the "];
    for frame in frames {
        let [valve, thing] = &frame.targets[..] else { continue };
        let names = matches!(valve.head, Head::Noun(_)) && thing.head == Head::Name && !thing.joined;
        if !names || !matches!(valve.text.as_str(), "valve" | "tap" | "water valve") {
            continue;
        }
        let tied = TIES.iter().any(|tie| {
            let mut said = String::with_capacity(valve.text.len() + tie.len() + thing.text.len());
            [valve.text.as_str(), tie, thing.text.as_str()].iter().for_each(|part| said.push_str(part));
            holds(text, &said)
        });
        if tied {
            frame.targets.remove(0);
        }
    }
}

/// Leaves the thing alone where its lamp was said, and the home has none of it.
pub(crate) fn of_absent(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let light = lexicon().noun("light");
    for frame in frames {
        let Some(said) = text.get(frame.span.0..frame.span.1) else { continue };
        let absent = |target: &Target| match target.head {
            Head::Noun(noun) => {
                !target.text.is_ascii()
                    && target.rooms.is_empty()
                    && !vocabulary.has_noun(noun)
                    && vocabulary.or_else(noun).is_none()
            }
            _ => false,
        };
        let one_word = |first: &Target, second: &Target| {
            let mut word = String::with_capacity(first.text.len() + second.text.len());
            word.push_str(&first.text);
            word.push_str(&second.text);
            let lamp = matches!(second.head, Head::Noun(noun) if Some(noun) == light);
            lamp && second.many.is_none() && holds(said, &word)
        };
        let mut index = 1;
        while let (Some(first), Some(second)) = (frame.targets.get(index - 1), frame.targets.get(index)) {
            if absent(first) && one_word(first, second) {
                frame.targets.remove(index);
            } else {
                index += 1;
            }
        }
    }
}
