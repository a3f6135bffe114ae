//! Animals that are fed: 喂狗, 猫狗都喂一顿. Where feeders are called after animals, it is the one of the animal that was
//! spoken of.

use lares_home::Act;
use smallvec::{SmallVec, smallvec};

use crate::lexicon::{Cue, lexicon};
use crate::parser::frame::{Frame, Head, Target, Targets};
use crate::parser::tokens::holds;
use crate::vocabulary::HomeVocabulary;

/// Gives the feeders of the animals that a clause speaks of to what feeds.
pub(super) fn of_pets(text: &[char], frames: &mut [Frame], vocabulary: &HomeVocabulary) {
    let feeds = |frame: &Frame| {
        frame.verb.is_some_and(|verb| verb.chinese && verb.acts.first() == Some(&Act::Dispense))
            && frame.question.is_none()
    };
    for frame in frames.iter_mut().filter(|frame| feeds(frame)) {
        let feeder = lexicon().noun("feeder").filter(|&noun| vocabulary.has_noun(noun));
        let Some(feeder) = feeder else { return };
        let named = frame
            .targets
            .iter()
            .any(|target| matches!(target.head, Head::Name | Head::Other) || !target.rooms.is_empty());
        if named {
            continue;
        }
        let said = clause_around(text, frame.span);
        let is_feeder =
            |device| vocabulary.device_nouns(device).iter().any(|&noun| lexicon().is_a(noun, feeder));
        let (mut fed, mut others, mut nameless) = (Targets::new(), Targets::new(), false);
        for pet in lexicon().cue(Cue::Pet) {
            let mut devices: SmallVec<[_; 4]> = SmallVec::new();
            let mut called = Targets::new();
            for (name, bearers) in vocabulary.names.of_feeders(is_feeder) {
                if !name.contains(pet) || bearers.iter().all(|(device, _)| devices.contains(device)) {
                    continue;
                }
                devices.extend(bearers.iter().map(|(device, _)| *device));
                called.push(Target { head: Head::Name, text: name.into(), ..Target::default() });
            }
            if holds(said, pet) {
                nameless |= called.is_empty();
                fed.extend(called);
            } else {
                others.extend(called);
            }
        }
        if nameless && (!others.is_empty() || !fed.is_empty()) {
            // 喂狗 where only another is called after its animal: all but that one.
            let text = vocabulary.noun_names(feeder).0.into();
            frame.targets = smallvec![Target { head: Head::Noun(feeder), text, ..Target::default() }];
            frame.excluded = others;
            frame.unknown = 0;
        } else if !fed.is_empty() {
            frame.targets = fed;
            frame.unknown = 0;
        }
    }
}

/// The clause that a span of the text stands in.
fn clause_around(text: &[char], (start, end): (usize, usize)) -> &[char] {
    let mark = |letter: &char| !letter.is_alphanumeric();
    let before = text.get(..start).unwrap_or_default().iter().rposition(mark).map_or(0, |place| place + 1);
    let behind = text.get(end..).unwrap_or_default().iter().position(mark);
    let end = behind.map_or(text.len(), |place| end + place);
    text.get(before..end).unwrap_or_default()
}
