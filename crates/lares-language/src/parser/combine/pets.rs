//! Animals that are fed: 喂狗, 猫狗都喂一顿. Where feeders are called after animals, it is the one of the animal that was
//! spoken of.

use lares_home::Act;
use smallvec::{SmallVec, smallvec};

use crate::lexicon::{Cue, Sense, lexicon};
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

/// "Biscuit's hungry", "give Biscuit her tea", 煤球饿了, where a feeder is called after the one that is, and nothing else was said.
pub(crate) fn hungry(text: &[char], frames: &[Frame], vocabulary: &HomeVocabulary) -> Option<Frame> {
    let says =
        |frame: &Frame| frame.verb.is_some_and(|verb| !verb.weak) || frame.negated || frame.wish.is_some();
    let feeder = lexicon().noun("feeder").filter(|&noun| vocabulary.has_noun(noun))?;
    let phrase = lexicon().cue(Cue::Hungry).find(|phrase| holds(text, phrase));
    if phrase.is_none() && !serves(text) || frames.iter().any(says) {
        return None;
    }
    let before = match phrase {
        Some(phrase) => text.get(..place_of(text, phrase)?)?,
        None => &[],
    };
    let is_feeder = |device| vocabulary.device_nouns(device).iter().any(|&noun| lexicon().is_a(noun, feeder));
    let named = |name: &str| {
        let word = animal(name);
        let chinese = !word.is_ascii();
        let length = if chinese { 2 } else { word.chars().count() };
        let own = word.chars().take(length);
        let said = before.len().checked_sub(length).and_then(|from| before.get(from..));
        let alone = chinese
            || before.len().checked_sub(length + 1).is_none_or(|place| !before[place].is_alphanumeric());
        length > 1
            && (alone && said.is_some_and(|said| said.iter().copied().eq(own))
                || phrase.is_none() && !chinese && is_served(text, word))
    };
    // "The kids are hungry" are no feeder's.
    let person = |sense: &Sense| matches!(sense, Sense::Person(_));
    let no_person = |name: &str| {
        !lexicon()
            .lookup(&animal(name).chars().collect::<SmallVec<[char; 16]>>())
            .is_some_and(|senses| senses.iter().any(person))
    };
    let text_of_name = vocabulary
        .names
        .of_feeders(is_feeder)
        .map(|(name, _)| name)
        .find(|name| named(name) && no_person(name))?;
    let feeds: [char; 4] = ['f', 'e', 'e', 'd'];
    let verb = lexicon().lookup(&feeds)?.iter().find_map(|sense| match sense {
        Sense::Verb(verb) if verb.acts.first() == Some(&Act::Dispense) => Some(*verb),
        _ => None,
    })?;
    Some(Frame {
        verb: Some(verb),
        targets: smallvec![Target { head: Head::Name, text: text_of_name.into(), ..Target::default() }],
        span: (0, text.len()),
        known: text.len(),
        likeness: 1.0,
        ..Frame::default()
    })
}

/// The animal that a feeder is called after: tunnock of "tunnock's dinner", bucky of "buckys bowl".
fn animal(name: &str) -> &str {
    let Some((word, _)) = name.split_once(' ') else { return name };
    let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix('s').filter(|stem| stem.len() > 3));
    stem.unwrap_or(word)
}

/// What an animal is given.
const MEALS: [&str; 16] = [
    "dinner",
    "breakfast",
    "brekkie",
    "lunch",
    "supper",
    "tea",
    "food",
    "scran",
    "grub",
    "kibble",
    "bikkies",
    "biscuits",
    "treats",
    "treat",
    "meal",
    "feed",
];
const THEIRS: [&str; 6] = ["his", "her", "its", "their", "some", "a"];

/// Whether an animal may be given something, by its words alone.
fn serves(text: &[char]) -> bool {
    let gives = [" have ", "give ", "get "].iter().any(|gives| holds(text, gives));
    gives && MEALS.iter().any(|meal| holds(text, meal))
}

/// "Give Tunnock his dinner", "could we let Bucky have his tea": whether it is asked for the animal of this name.
fn is_served(text: &[char], name: &str) -> bool {
    /// What may stand before such an order, and behind it.
    const BESIDE: [&str; 30] = [
        "please", "can", "could", "would", "will", "you", "we", "just", "so", "ok", "okay", "and", "then",
        "now", "right", "hey", "go", "on", "early", "thanks", "ta", "cheers", "for", "me", "ya", "mate",
        "love", "pet", "already", "dear",
    ];
    let said: String = text.iter().collect();
    said.split([',', '.', '!', '?', ';']).any(|clause| {
        let words: SmallVec<[&str; 24]> = clause.split_whitespace().collect();
        let beside =
            |words: Option<&[&str]>| words.unwrap_or_default().iter().all(|word| BESIDE.contains(word));
        (0..words.len()).any(|place| {
            let served = match words.get(place..).unwrap_or_default() {
                ["give" | "get", who, whose, meal, ..] if *who == name => {
                    (THEIRS.contains(whose) && MEALS.contains(meal)).then_some((place, place + 4))
                }
                ["let", who, "have", whose, meal, ..] if *who == name => {
                    (THEIRS.contains(whose) && MEALS.contains(meal)).then_some((place, place + 5))
                }
                [who, "can", "have", whose, meal, ..] if *who == name => {
                    (THEIRS.contains(whose) && MEALS.contains(meal)).then_some((place, place + 5))
                }
                _ => None,
            };
            served.is_some_and(|(start, end)| beside(words.get(..start)) && beside(words.get(end..)))
        })
    })
}

/// Where words stand in a text.
fn place_of(text: &[char], words: &str) -> Option<usize> {
    (0..text.len()).find(|&start| {
        let mut letters = text.get(start..).unwrap_or_default().iter().copied();
        words.chars().all(|letter| letters.next() == Some(letter))
    })
}

/// The clause that a span of the text stands in.
fn clause_around(text: &[char], (start, end): (usize, usize)) -> &[char] {
    let mark = |letter: &char| !letter.is_alphanumeric();
    let before = text.get(..start).unwrap_or_default().iter().rposition(mark).map_or(0, |place| place + 1);
    let behind = text.get(end..).unwrap_or_default().iter().position(mark);
    let end = behind.map_or(text.len(), |place| end + place);
    text.get(before..end).unwrap_or_default()
}
