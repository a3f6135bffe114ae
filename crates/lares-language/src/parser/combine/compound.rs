//! The lamp of something, in one Chinese word, where the home has no such thing: 游泳池灯 is no lamp of a home without a pool,
//! and never all of its lamps.

use crate::lexicon::lexicon;
use crate::parser::frame::{Frame, Head, Target};
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

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
