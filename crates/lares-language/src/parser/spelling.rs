//! Misspelt English words within phrases: the lattice finds slips of whole words and names, here single words of a phrase
//! are spelt as the lexicon spells them, where the utterance then makes more sense. Words written as they are spoken
//! ("goin", "runnin'") are written out before; words that speech recognition takes for others are tried at last.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::LazyLock;

use smallvec::SmallVec;
use smol_str::SmolStr;

use super::lattice::{self, Memory, Path, Token};
use super::searching;
use super::tokens::{ends_with, starts_with};
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::HomeVocabulary;

/// So many words of one utterance are spelt anew.
const MOST_WORDS: usize = 2;
/// So many spellings of each are tried.
const MOST_SPELLINGS: usize = 3;
/// So many changed words are tried at a time.
const MOST_TRIED: usize = 24;
/// So many letters are read again while the words of one utterance are changed: a long text has few tries, so that it
/// takes no longer than its length. What people say at once has all of them.
const MOST_REREAD: usize = 2400;
/// The longest of what stands for one misheard word, in words.
const LONGEST_HEARD: usize = 3;
/// So long a noun is hardly heard for something else.
const LONG_NOUN: usize = 7;
/// How much more sense it must make: more than a word that is only known by itself brings.
const GAIN: i32 = 12;

/// How many points less a spelling is worth than the next likelier one.
const LESS_LIKELY: i32 = 5;

/// What may stand in place of words that were said.
struct Other {
    place: Range<usize>,
    word: SmallVec<[char; 16]>,
    /// So many points of a path it is worth less than the likeliest.
    less: i32,
}

/// All that may be tried at a time.
type Others = SmallVec<[Other; 8]>;

/// An utterance that was written out.
pub(super) type Written = SmallVec<[char; 128]>;

/// The utterance as it is read: without what is only said in search of a word, and with its words written out.
pub(super) fn written_out(text: &[char], vocabulary: &HomeVocabulary) -> Option<Written> {
    let Some(found) = searching::without_search(text, vocabulary) else { return in_full(text, vocabulary) };
    Some(in_full(&found, vocabulary).unwrap_or(found))
}

/// The utterance with its dropped g's, its apostrophes, and the marks of owners: "get the dryer goin" is "get the dryer going". Only words of the
/// lexicon are written out, and only where what was said is no word of its own.
fn in_full(text: &[char], vocabulary: &HomeVocabulary) -> Option<Written> {
    let mut written: Option<Written> = None;
    let mut start = 0;
    while start < text.len() {
        if !text[start].is_ascii_alphabetic() {
            if let Some(written) = &mut written {
                written.push(text[start]);
            }
            start += 1;
            continue;
        }
        let length = text[start..].iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
        let word = &text[start..start + length];
        let mut end = start + length;
        if drops_g(word, vocabulary) {
            let written = written.get_or_insert_with(|| Written::from_slice(&text[..start]));
            written.extend_from_slice(word);
            written.push('g');
            // "goin'"
            if text.get(end) == Some(&'\'')
                && text.get(end + 1).is_none_or(|next| !next.is_ascii_alphabetic())
            {
                end += 1;
            }
        } else if text.get(end) != Some(&'\'') && lacks_apostrophe(word, vocabulary) {
            let written = written.get_or_insert_with(|| Written::from_slice(&text[..start]));
            written.extend_from_slice(&word[..length - 1]);
            written.extend(['\'', 's']);
        } else if let Some(whole) = contraction(word).filter(|_| text.get(end) != Some(&'\'')) {
            let written = written.get_or_insert_with(|| Written::from_slice(&text[..start]));
            written.extend(whole.chars());
        } else if is_red(text, start, word) {
            let written = written.get_or_insert_with(|| Written::from_slice(&text[..start]));
            written.extend(['r', 'e', 'd']);
        } else if let Some(written) = &mut written {
            written.extend_from_slice(word);
        }
        start = end;
    }
    written
}

/// "Both strips read": the colour of lamps, as recognition writes it, where nothing that could be read follows.
fn is_red(text: &[char], start: usize, word: &[char]) -> bool {
    const LAMPS: [&str; 13] = [
        " light",
        " lights",
        " lamp",
        " lamps",
        " strip",
        " strips",
        " bulb",
        " bulbs",
        " led",
        " leds",
        " to a",
        " spotlight",
        " spotlights",
    ];
    let before = text.get(..start).unwrap_or_default();
    let before = before.strip_suffix(&[' ']).unwrap_or_default();
    let behind = text.get(start + word.len()..).unwrap_or_default();
    let ends = !behind.first().is_some_and(|next| next.is_ascii_alphabetic() || *next == ' ')
        || [" and ", " please", " then "].iter().any(|joins| starts_with(behind, joins));
    matches!(word, ['r', 'e', 'a', 'd']) && ends && LAMPS.iter().any(|lamp| ends_with(before, lamp))
}

/// "Dont", "whats": the word with its apostrophe.
fn contraction(word: &[char]) -> Option<&'static str> {
    /// Without and with it, in order.
    static KNOWN: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
        let words = lexicon().cue(Cue::Contraction);
        let mut known: Vec<(String, &str)> = words.map(|whole| (whole.replace('\'', ""), whole)).collect();
        known.sort_unstable();
        known
    });
    let letters = || word.iter().copied();
    let place = KNOWN.binary_search_by(|(without, _)| without.chars().cmp(letters())).ok()?;
    KNOWN.get(place).map(|(_, whole)| *whole)
}

/// "Mias room", "emmas ac": whose a room or a thing of the home is, written without its mark.
fn lacks_apostrophe(word: &[char], vocabulary: &HomeVocabulary) -> bool {
    let Some((&'s', owner)) = word.split_last() else { return false };
    let owns = || {
        let with_mark: SmolStr = owner.iter().copied().chain(['\'']).collect();
        vocabulary.owns_room(owner) || vocabulary.names.of_owner(&with_mark).next().is_some()
    };
    owner.len() >= 3 && lexicon().lookup(word).is_none() && !lexicon().is_plain(word) && owns()
}

fn drops_g(word: &[char], vocabulary: &HomeVocabulary) -> bool {
    let lexicon = lexicon();
    word.len() >= 4
        && word.ends_with(&['i', 'n'])
        && lexicon.lookup(word).is_none()
        && !lexicon.is_plain(word)
        && !vocabulary.is_word_of_name(word)
        && lexicon
            .spellings
            .spelt(word)
            .iter()
            .any(|known| known.ends_with(&['g']) && known.starts_with(word))
}

/// The utterance spelt as it was probably meant, with its best path; `None` where that makes no more sense of it.
pub(super) fn respelt(
    text: &[char],
    path: &Path,
    vocabulary: &HomeVocabulary,
    memory: &mut Memory,
) -> Option<(Written, Path)> {
    with_more_sense(text, path, GAIN, vocabulary, memory, |said, path| {
        let mut others = Others::new();
        for token in path.tokens.iter().filter(|token| token.is_unknown() || token.likeness < 1.0) {
            let Some(words) = said.get(token.start..token.end) else { continue };
            let mut start = token.start;
            for word in words.split(|letter| *letter == ' ') {
                let place = start..start + word.len();
                start = place.end + 1;
                let letters = word.len() >= 4 && word.iter().all(char::is_ascii_alphabetic);
                let of_home = vocabulary.is_word_of_name(word)
                    || vocabulary.owns_room(word)
                    || place == (token.start..token.end) && names_of_home(token);
                if !letters || of_home || lexicon().is_plain(word) {
                    continue;
                }
                let spellings = lexicon().spellings.spelt(word);
                for (rank, spelling) in (0..).zip(spellings.into_iter().take(MOST_SPELLINGS)) {
                    others.push(Other {
                        place: place.clone(),
                        word: SmallVec::from_slice(spelling),
                        less: rank * LESS_LIKELY,
                    });
                }
            }
        }
        others
    })
}

/// Whether it was taken for a name of the home: that is what people there talk of.
fn names_of_home(token: &Token) -> bool {
    token.name().is_some() || token.home_room().is_some() || token.scene().is_some()
}

/// The utterance with words that were probably misheard as they were meant, with its best path; `None` where that makes
/// no more sense of it. Names of the home were heard as they are.
pub(super) fn as_meant(
    text: &[char],
    path: &Path,
    vocabulary: &HomeVocabulary,
    memory: &mut Memory,
) -> Option<(Written, Path)> {
    with_more_sense(text, path, 1, vocabulary, memory, |said, path| {
        let mut others = Others::new();
        for (start, end) in stretches(said) {
            let Some(stretch) = said.get(start..end) else { continue };
            let heard: SmolStr = stretch.iter().copied().collect();
            // A thing that the home does not have was heard as it is as well: "start the lawnmower".
            let absent = |token: &Token| {
                token.noun().is_some_and(|noun| !vocabulary.has_noun(noun))
                    && token.end - token.start >= LONG_NOUN
                    && token.likeness >= 1.0
            };
            // "The echo bee" is an ecobee where there is an Echo: more was heard than its name.
            let within = |token: &Token| {
                start <= token.start && token.end <= end && token.end - token.start < end - start
            };
            let named = |token: &Token| {
                (token.name().is_some() && token.likeness >= 1.0 && !within(token) || absent(token))
                    && token.start < end
                    && start < token.end
            };
            if !path.tokens.iter().any(named) {
                let meant = lexicon().misheard(&heard);
                others.extend(meant.map(|meant| Other {
                    place: start..end,
                    word: meant.chars().collect(),
                    less: 0,
                }));
            }
        }
        others
    })
}

/// The utterance with up to [`MOST_WORDS`] of its words changed, each for the one of the other words that makes the most
/// sense, and at least `gain` more of it in points of the path; `others` says which words those may be, and where.
fn with_more_sense(
    text: &[char],
    path: &Path,
    gain: i32,
    vocabulary: &HomeVocabulary,
    memory: &mut Memory,
    others: impl Fn(&[char], &Path) -> Others,
) -> Option<(Written, Path)> {
    let mut best: Option<(Written, Path)> = None;
    let mut left = MOST_REREAD;
    for _ in 0..MOST_WORDS {
        let (said, of_path) = best.as_ref().map_or((text, path), |(text, path)| (text.as_slice(), path));
        let mut found: Option<(i32, Written, Path)> = None;
        let mut others = others(said, of_path);
        let tries = MOST_TRIED.min(left / said.len().max(1));
        let at = |place: &Range<usize>, token: &Token| token.start < place.end && place.start < token.end;
        let slipped = |place: &Range<usize>| {
            of_path.tokens.iter().any(|token| at(place, token) && !token.is_unknown() && token.likeness < 1.0)
        };
        if others.len() > tries {
            // Where not all can be tried, first what is not understood, and of that what replaces the most.
            let known = |place: &Range<usize>| {
                let doubted = |token: &Token| token.is_unknown() || token.likeness < 1.0;
                !of_path.tokens.iter().any(|token| at(place, token) && doubted(token))
            };
            others.sort_by_cached_key(|other| (known(&other.place), Reverse(other.place.len())));
            others.truncate(tries);
        }
        left = left.saturating_sub(others.len() * said.len());
        for Other { place, word, less } in others {
            let mut changed = Written::from_slice(&said[..place.start]);
            changed.extend_from_slice(&word);
            changed.extend_from_slice(&said[place.end..]);
            let path = lattice::written_path(&changed, vocabulary, memory);
            // What was taken for a slip of another word already is one more guess.
            let gain = if slipped(&place) { 1 } else { gain };
            let worth = path.score - less;
            let least = found.as_ref().map_or(of_path.score + gain, |(worth, ..)| worth + 1);
            let worse = if worth >= least {
                found.replace((worth, changed, path)).map(|(_, _, path)| path)
            } else {
                Some(path)
            };
            if let Some(path) = worse {
                memory.take_back(path);
            }
        }
        match found {
            Some((_, said, mut path)) => {
                // Pauses change no score: only what made the most sense needs them.
                lattice::add_pauses(&said, &mut path, memory);
                best = Some((said, path));
            }
            None => break,
        }
    }
    best
}

/// Where up to three words after one another stand, with one blank between two of them.
fn stretches(text: &[char]) -> SmallVec<[(usize, usize); 32]> {
    let mut words: SmallVec<[(usize, usize); 16]> = SmallVec::new();
    let mut start = 0;
    for word in text.split(|letter| !letter.is_ascii_alphabetic() && *letter != '\'') {
        if !word.is_empty() {
            words.push((start, start + word.len()));
        }
        start += word.len() + 1;
    }
    let mut stretches = SmallVec::new();
    for (index, &(first, _)) in words.iter().enumerate() {
        let mut border = first;
        for &(start, end) in words.iter().skip(index).take(LONGEST_HEARD) {
            if start > border {
                break;
            }
            stretches.push((first, end));
            border = end + 1;
        }
    }
    stretches
}
