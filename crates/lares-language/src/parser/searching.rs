//! English speakers who search for a word, or for what they wanted to say: "turn off the, ah what's it called, the
//! steriliser", "what was I gonna say, oh yeah, the back door, can you shut it", "the thing for the towels". What they say
//! meanwhile asks nothing; the text is read without it.

use super::spelling::Written;
use super::tokens::{ends_with, starts_with};
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::HomeVocabulary;

/// Sounds that gain time.
const SOUNDS: [&str; 15] =
    ["ah", "oh", "eh", "uh", "um", "er", "erm", "hmm", "och", "ach", "ehm", "em", "like", "yeah", "so"];
/// What a thing is named behind.
const DETERMINERS: [&str; 9] = ["the", "that", "those", "this", "my", "our", "your", "a", "them"];
/// What leads from "the thing" to what it is for.
const LEADS: [&str; 9] = [
    "for the ",
    "that does the ",
    "for my ",
    "that's for the ",
    "for our ",
    "that makes the ",
    "what does the ",
    "that runs the ",
    "for doing the ",
];
const LONGEST: usize = 40;

/// The text without what only gains time, if there is any.
pub(super) fn without_search(text: &[char], vocabulary: &HomeVocabulary) -> Option<Written> {
    if !text.first()?.is_ascii() {
        return None;
    }
    let kept = without_asides(text);
    let read = kept.as_deref().unwrap_or(text);
    thing_for(read, vocabulary).or(kept)
}

/// The text without the questions after a word.
fn without_asides(text: &[char]) -> Option<Written> {
    let [searches, recollects, general] =
        [Cue::Searches, Cue::Recollects, Cue::AnyThing].map(|cue| lexicon().phrases(cue));
    let mut kept: Option<Written> = None;
    // Up to here the text was looked at, and what is kept of it was taken over.
    let mut taken = 0;
    let mut place = 0;
    while place < text.len() {
        let rest = text.get(place..).unwrap_or_default();
        let begins = place == 0 || !is_of_word(text[place - 1]);
        let end = |cue: Cue| {
            let phrases = lexicon().phrases(cue);
            let lengths = phrases.leading(rest).map(|phrase| phrase.chars().count());
            let whole = lengths.filter(|&length| !rest.get(length).copied().is_some_and(is_of_word));
            Some(place + whole.max()?)
        };
        let asks = || around(text, place, end(Cue::Searches)?, false);
        let stands_in = || around(text, place, end(Cue::AnyThing)?, true);
        let cut = (begins && searches.may_lead(rest)).then(asks).flatten();
        let cut = cut.or_else(|| (begins && general.may_lead(rest)).then(stands_in).flatten());
        let cut = cut.filter(|&(start, _)| start >= taken);
        // "Where was I, oh yeah, …": at the beginning, and behind a pause it goes on.
        let opens = begins && kept.is_none() && recollects.may_lead(rest);
        let cut = cut.or_else(|| {
            let end = if opens { end(Cue::Recollects)? } else { return None };
            let pause = text.get(end).is_some_and(|next| matches!(next, ',' | '.' | '?'));
            let (start, behind) = (before(text, place), behind(text, end));
            // "So if I, um, the bathroom": begun otherwise, unless what is to be done stands behind.
            let begun = !starts_with(rest, "if ") || names_thing(text.get(behind..)?);
            (start == 0 && pause && behind < text.len() && begun).then_some((start, behind))
        });
        match cut {
            Some((start, behind)) => {
                let kept = kept.get_or_insert_with(Written::new);
                kept.extend_from_slice(text.get(taken..start).unwrap_or_default());
                if kept.last().is_some_and(|last| *last != ' ') {
                    kept.push(' ');
                }
                taken = behind;
                place = behind;
            }
            None => place += 1,
        }
    }
    if let Some(kept) = &mut kept {
        kept.extend_from_slice(text.get(taken..).unwrap_or_default());
    }
    kept
}

/// From where to where the text is cut for a phrase behind "the": a question before a pause or a name, a word that stands for
/// any thing only where the thing is named behind.
fn around(text: &[char], start: usize, end: usize, stands_in: bool) -> Option<(usize, usize)> {
    let (before, behind) = (before(text, start), behind(text, end));
    let said = text.get(..before)?;
    let determiner = DETERMINERS.iter().find(|word| ends_with_word(said, word))?;
    let paused = text.get(end).is_some_and(|next| matches!(next, ',' | '.' | '?'));
    let rest = text.get(behind..).filter(|rest| !rest.is_empty())?;
    let named = names_thing(rest);
    let whole = if stands_in { paused && named } else { paused || named };
    whole.then_some((if named { before - determiner.len() } else { before }, behind))
}

/// Whether a text begins by naming a thing.
fn names_thing(text: &[char]) -> bool {
    DETERMINERS.iter().any(|word| starts_with(text, word) && text.get(word.len()) == Some(&' '))
}

/// Where what stands before a place ends, without pauses and sounds.
fn before(text: &[char], place: usize) -> usize {
    let mut end = place;
    loop {
        let said = text.get(..end).unwrap_or_default();
        let trimmed = said.iter().rposition(|&letter| is_of_word(letter)).map_or(0, |last| last + 1);
        let said = text.get(..trimmed).unwrap_or_default();
        match SOUNDS.iter().find(|sound| ends_with_word(said, sound)) {
            Some(sound) => end = trimmed - sound.len(),
            None => return trimmed,
        }
    }
}

/// Where what stands behind a place begins, without pauses and sounds.
fn behind(text: &[char], place: usize) -> usize {
    let mut start = place;
    loop {
        let skipped = text.get(start..).unwrap_or_default().iter().take_while(|&&letter| !is_of_word(letter));
        start += skipped.count();
        let rest = text.get(start..).unwrap_or_default();
        let sound = SOUNDS.iter().chain(&["right", "yes", "ok", "okay"]).find(|sound| {
            starts_with(rest, sound) && rest.get(sound.len()).is_some_and(|next| !is_of_word(*next))
        });
        match sound {
            Some(sound) => start += sound.len(),
            None => return start,
        }
    }
}

/// "The thing for the towels", where one name alone of the home holds what it is for: the towels.
fn thing_for(text: &[char], vocabulary: &HomeVocabulary) -> Option<Written> {
    let general = lexicon().phrases(Cue::AnyThing);
    let mut from = 0;
    while let Some(found) = text.get(from..)?.windows(4).position(|letters| letters == ['t', 'h', 'e', ' ']) {
        let start = from + found;
        from = start + 4;
        let rest = text.get(from..)?;
        let word = rest.iter().take_while(|&&letter| is_of_word(letter)).count();
        if start > 0 && is_of_word(text[start - 1]) || !general.have(rest.get(..word)?) {
            continue;
        }
        let leads = rest.get(word..)?.strip_prefix(&[' '])?;
        let Some(lead) = LEADS.iter().find(|lead| starts_with(leads, lead)) else { continue };
        let what = from + word + 1 + lead.len();
        let length = text.get(what..)?.iter().take_while(|&&letter| is_of_word(letter)).count();
        let alone = text.get(what + length).is_none_or(|next| *next != ' ');
        let known = length < LONGEST && vocabulary.name_held_by_one(text.get(what..what + length)?).is_some();
        if alone && known {
            let mut written = Written::from_slice(text.get(..from)?);
            written.extend_from_slice(text.get(what..)?);
            return Some(written);
        }
    }
    None
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '\''
}

fn ends_with_word(text: &[char], word: &str) -> bool {
    let before = text.len().checked_sub(word.len() + 1).and_then(|place| text.get(place));
    ends_with(text, word) && !before.copied().is_some_and(is_of_word)
}
