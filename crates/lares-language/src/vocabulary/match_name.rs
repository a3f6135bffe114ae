//! Finding the devices whose name answers to words that may be inexact: a part of the name, a slip, a sound.

use lares_home::DeviceIndex;
use smallvec::SmallVec;

use super::features::{beginning, for_each_feature, word_feature};
use super::names::Name;
use super::variants::spoken;
use super::{HomeVocabulary, Letters, NameMatch, NameMatchKind, NameMatches, is_han};
use crate::fuzzy::typo_similarity;
use crate::lexicon::{Cue, Noun, Sense, lexicon};
use crate::sound::{english, pinyin};

/// How many names are compared letter by letter for one request.
const COMPARED: usize = 64;
/// Below these a likeness is an accident.
const LIKE_SOUND: f32 = 0.86;
const LIKE_LETTERS: f32 = 0.72;
/// Words of no more letters are like too many others: they must be liker.
const SHORT_WORD: usize = 5;
const LIKE_SHORT: f32 = 0.8;
/// So many letters an English noun has at least of which two may be wrong, and how like it what was said must be.
const LONG_WORD: usize = 8;
const LIKE_NOUN: f32 = 0.78;
/// The scores of the kinds of match: an exact name is 1.
const PART_OF_NAME: f32 = 0.9;
const WITHIN_SAID: f32 = 0.8;
const BY_SOUND: f32 = 0.8;
const BY_LETTERS: f32 = 0.85;
const BY_BEGINNING: f32 = 0.75;

impl HomeVocabulary {
    /// The devices whose name or alias answers to `said`, best first, each once, at most `limit`. Inexact matches are
    /// only looked for where no name is exactly what was said. Generic nouns (灯) match no name.
    pub fn match_name(&self, said: &str, limit: usize) -> NameMatches {
        let said = spoken(said);
        if said.is_empty() {
            return NameMatches::new();
        }
        let mut matches = NameMatches::new();
        if let Some(name) = self.layers.name_of(&said) {
            for (device, whole) in self.layers.devices_of(name) {
                matches.push(if whole {
                    NameMatch { device, kind: NameMatchKind::Exact, score: 1.0 }
                } else {
                    NameMatch { device, kind: NameMatchKind::Partial, score: PART_OF_NAME }
                });
            }
        } else if !self.match_person(&said, &mut matches) {
            matches = self.match_description(&said);
            if matches.is_empty() {
                self.match_inexactly(&said, &mut matches);
            }
            let one = said.strip_suffix('s');
            if let (true, Some(one)) = (matches.is_empty(), one) {
                self.match_inexactly(one, &mut matches);
            }
            if matches.is_empty() {
                matches.extend(self.match_beginning(&said).or_else(|| self.match_beginning(one?)));
            }
            // "The tower yoke", "the island ones": whatever it is, it is called so.
            if let (true, Some((own, kind))) = (matches.is_empty(), said.rsplit_once(' '))
                && lexicon().cue(Cue::AnyThing).any(|word| word == kind)
            {
                return self.match_name(own, limit);
            }
        }
        matches.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.device.cmp(&b.device)));
        matches.truncate(limit);
        matches
    }

    /// The kind of device of this home that a long English word is nearly written like, with how alike both are: "dishwater"
    /// is two letters from a dishwasher. None where two kinds are as near.
    pub fn noun_like(&self, said: &str) -> Option<(Noun, f32)> {
        let said: Letters = spoken(said).chars().collect();
        if said.len() < LONG_WORD || !said.iter().all(|letter| letter.is_ascii_alphabetic() || *letter == ' ')
        {
            return None;
        }
        let mut best: Option<(Noun, f32)> = None;
        let mut tied = false;
        for (noun, entry) in (0..).map(Noun).zip(&lexicon().nouns) {
            if entry.en.len() < LONG_WORD || !self.has_noun(noun) {
                continue;
            }
            let likeness = typo_similarity(&said, &entry.en.chars().collect::<Letters>());
            match best {
                Some((_, known)) if likeness < known => {}
                Some((_, known)) if likeness == known => tied = true,
                _ => (best, tied) = (Some((noun, likeness)), false),
            }
        }
        best.filter(|(_, likeness)| !tied && *likeness >= LIKE_NOUN)
    }

    /// Whether some name of the home holds this word, so that it was meant as it stands.
    pub(crate) fn is_word_of_name(&self, word: &[char]) -> bool {
        word.len() >= 4
            && (self.is_word_as_written(word)
                || word.ends_with(&['s']) && self.is_word_as_written(&word[..word.len() - 1]))
    }

    /// Whether a room of the home is somebody's whose name this word is: Colt, where there is a "Colt's Room".
    pub(crate) fn owns_room(&self, word: &[char]) -> bool {
        let letters = || word.iter().copied();
        self.room_owners.binary_search_by(|owner| owner.chars().cmp(letters())).is_ok()
    }

    fn is_word_as_written(&self, word: &[char]) -> bool {
        word.len() >= 4 && {
            self.layers.names_with(word_feature(word)).any(|name| {
                self.layers
                    .name(name)
                    .is_some_and(|name| contains_words(&name.text.chars().collect::<Letters>(), word))
            })
        }
    }

    /// The devices of a member of the family, however called. Says whether someone was meant, even if the home does not
    /// know who: somebody else's phone is none of theirs.
    fn match_person(&self, said: &str, matches: &mut NameMatches) -> bool {
        let letters: Letters = said.chars().collect();
        let who = lexicon().lookup(&letters).into_iter().flatten().find_map(|sense| match sense {
            Sense::Person(person) => Some(*person),
            _ => None,
        });
        let Some(who) = who else { return false };
        for (_, name) in self.layers.persons().filter(|(person, _)| who.members().contains(person)) {
            for (device, _) in self.layers.devices_of(name) {
                add(matches, NameMatch { device, kind: NameMatchKind::Partial, score: PART_OF_NAME });
            }
        }
        // 老婆 of 老婆那边的灯.
        if matches.is_empty() {
            for device in self.devices_told(said) {
                add(matches, NameMatch { device, kind: NameMatchKind::Partial, score: PART_OF_NAME });
            }
        }
        true
    }

    /// Whether a shorter name stands in what was said only across the end of a room's word: 台灯 in 阳台灯.
    fn cuts_room(&self, said: &[char], name: &str) -> bool {
        let name: Letters = name.chars().collect();
        if name.len() >= said.len() || !said.iter().copied().all(is_han) {
            return false;
        }
        let Some(start) = said.windows(name.len()).position(|window| window == &name[..]) else {
            return false;
        };
        (start + 1..start + name.len()).any(|end| {
            let (room, rest) = (said.get(..end), said.get(end..));
            let is = |letters: Option<&[char]>, wanted: fn(&Sense) -> bool| {
                letters
                    .and_then(|letters| lexicon().lookup(letters))
                    .is_some_and(|senses| senses.iter().any(wanted))
            };
            is(room, |sense| matches!(sense, Sense::Room(_)))
                && is(rest, |sense| matches!(sense, Sense::Noun(_)))
        })
    }

    /// "The oled" for an "LG OLED55": the one device of whose name a long word begins so.
    fn match_beginning(&self, said: &str) -> Option<NameMatch> {
        if !said.bytes().all(|letter| letter.is_ascii_alphabetic()) {
            return None;
        }
        let mut found: Option<DeviceIndex> = None;
        for number in self.layers.names_with(beginning(said)?) {
            let name = self.layers.name(number)?;
            let begins = |word: &str| word.len() > said.len() + 1 && word.starts_with(said);
            if name.text.split(|letter: char| !letter.is_ascii_alphanumeric()).any(begins) {
                for (device, _) in self.layers.devices_of(number) {
                    if found.is_some_and(|known| known != device) {
                        return None;
                    }
                    found = Some(device);
                }
            }
        }
        found.map(|device| NameMatch { device, kind: NameMatchKind::Fuzzy, score: BY_BEGINNING })
    }

    fn match_inexactly(&self, said: &str, matches: &mut NameMatches) {
        let letters: Letters = said.chars().collect();
        // Each name as often as it has a feature of what was said.
        let mut hits: SmallVec<[u32; 64]> = SmallVec::new();
        for_each_feature(said, |feature| hits.extend(self.layers.names_with(feature)));
        hits.sort_unstable();
        let votes = hits.chunk_by(|a, b| a == b);
        let mut candidates: SmallVec<[(u32, usize); 32]> =
            votes.filter_map(|same| same.first().map(|&name| (name, same.len()))).collect();
        candidates.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), self.layers.order_of(name)));
        for &(name, _) in candidates.iter().take(COMPARED) {
            let Some((kind, score)) = self.layers.name(name).and_then(|name| likeness(said, &letters, name))
            else {
                continue;
            };
            // 阳台灯 is the lamp of a balcony and no 台灯.
            if kind == NameMatchKind::Partial
                && self.layers.name(name).is_some_and(|name| self.cuts_room(&letters, name.text))
            {
                continue;
            }
            // "Fog machine": another machine than the one that is called "washing machine".
            let other =
                said.is_ascii() && self.layers.name(name).is_some_and(|name| name.text.len() < said.len());
            for (device, whole) in self.layers.devices_of(name) {
                if other && !whole && kind == NameMatchKind::Partial {
                    continue;
                }
                let score = if whole { score } else { score * 0.95 };
                matches.push(NameMatch { device, kind, score });
            }
        }
        // The best match of each device.
        matches.sort_by(|a, b| a.device.cmp(&b.device).then(b.score.total_cmp(&a.score)));
        matches.dedup_by_key(|found| found.device);
    }
}

/// Keeps the best match of each device.
fn add(matches: &mut NameMatches, found: NameMatch) {
    match matches.iter_mut().find(|known| known.device == found.device) {
        Some(known) if known.score < found.score => *known = found,
        Some(_) => {}
        None => matches.push(found),
    }
}

/// An owner's name is written as alike as this where it is a slip of another's.
const LIKE_OWNER: f32 = 0.6;

fn likeness(said: &str, letters: &[char], name: Name<'_>) -> Option<(NameMatchKind, f32)> {
    let of_name: Letters = name.text.chars().collect();
    let (short, long) =
        if letters.len() <= of_name.len() { (letters, &of_name[..]) } else { (&of_name[..], letters) };
    let share = short.len() as f32 / long.len().max(1) as f32;
    if short.len() >= 2 && contains_words(long, short) {
        let base = if letters.len() <= of_name.len() { PART_OF_NAME } else { WITHIN_SAID };
        return Some((NameMatchKind::Partial, base - 0.2 * (1.0 - share)));
    }
    if letters.iter().any(|&letter| is_han(letter)) {
        let sound = pinyin::sound_similarity(letters, &of_name);
        if letters.len() >= 2 && sound >= LIKE_SOUND {
            return Some((NameMatchKind::Sound, BY_SOUND * sound));
        }
        return None;
    }
    let written = typo_similarity(letters, &of_name);
    let least = if letters.len() <= SHORT_WORD { LIKE_SHORT } else { LIKE_LETTERS };
    let of_other = || is_of_other_kind(said, name.text) || is_of_other_owner(said, name.text);
    if letters.len() >= 3 && written >= least && !of_other() {
        return Some((NameMatchKind::Fuzzy, BY_LETTERS * written));
    }
    word_likeness(said, name.text).filter(|_| letters.len() > SHORT_WORD)
}

/// "Car heater" is no slip of "fan heater": one of its words is a kind of thing that the name does not tell of.
fn is_of_other_kind(said: &str, name: &str) -> bool {
    let is_kind = |word: &str| {
        let letters: Letters = word.chars().collect();
        lexicon()
            .lookup(&letters)
            .is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Noun(_))))
    };
    said.contains(' ') && said.split(' ').any(|word| !name.split(' ').any(|own| own == word) && is_kind(word))
}

/// "Tyler's lights" is no slip of "Dale's light".
fn is_of_other_owner(said: &str, name: &str) -> bool {
    let owner = |text: &str| -> Option<Letters> {
        let (owner, _) = text.split_once("'s ")?;
        Some(owner.chars().collect())
    };
    match (owner(said), owner(name)) {
        (Some(said), Some(own)) => typo_similarity(&said, &own) < LIKE_OWNER,
        _ => false,
    }
}

/// Names of several words: every word that was said must be like one of the name's, in writing or in sound.
fn word_likeness(said: &str, name: &str) -> Option<(NameMatchKind, f32)> {
    let words = |text: &str| -> SmallVec<[SmallVec<[char; 16]>; 4]> {
        text.split(' ').map(|word| word.chars().collect()).collect()
    };
    let (said, of_name) = (words(said), words(name));
    if said.len() < 2 && of_name.len() > 1 {
        return None;
    }
    let mut total = 0.0;
    let mut by_sound = false;
    for word in &said {
        let (written, sound) = of_name.iter().fold((0.0_f32, 0.0_f32), |(written, sound), other| {
            (written.max(typo_similarity(word, other)), sound.max(english::sound_similarity(word, other)))
        });
        let best = written.max(sound * 0.95);
        if best < LIKE_LETTERS {
            return None;
        }
        by_sound |= sound > written;
        total += best;
    }
    let mean = total / said.len() as f32;
    let share = said.len().min(of_name.len()) as f32 / said.len().max(of_name.len()) as f32;
    let kind = if by_sound { NameMatchKind::Sound } else { NameMatchKind::Fuzzy };
    Some((kind, BY_LETTERS * mean - 0.2 * (1.0 - share)))
}

/// Whether `short` stands in `long`, for Latin letters at the borders of words.
pub(super) fn contains_words(long: &[char], short: &[char]) -> bool {
    long.windows(short.len()).enumerate().any(|(start, window)| {
        window == short && crate::lexicon::at_word_border(long, start, start + short.len())
    })
}
