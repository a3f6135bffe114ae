//! The lexicons, ready for use: every word with its senses, one automaton over all of them.
//!
//! The build script prepares them from the lexicon files and the value names of the catalogue; taken apart once in a
//! process and shared by all homes.

#[cfg(test)]
mod assemble;
pub mod data;
mod phrases;
mod prepared;
mod sense;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use daachorse::CharwiseDoubleArrayAhoCorasick;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use smol_str::SmolStr;

pub use data::Cue;
pub(crate) use data::Trait;
pub(crate) use prepared::automaton;
pub use sense::*;

use crate::packed::Packed;
use crate::slips::SlipIndex;
use phrases::Phrases;
use prepared::Prepared;

static BLOB: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon.postcard"));

/// All words with their senses.
pub struct Lexicon {
    automaton: Option<CharwiseDoubleArrayAhoCorasick<u32>>,
    /// Two numbers for each word, see [`Prepared::words`].
    words: Packed,
    senses: Vec<Sense>,
    /// The noun tree.
    pub nouns: Vec<NounEntry>,
    /// The nouns that devices are of because of where they stand.
    pub(crate) placed: Vec<Noun>,
    /// The room tree.
    pub rooms: Vec<RoomEntry>,
    /// The noun of each category, where there is one, by the category's index.
    pub category_nouns: Vec<Option<Noun>>,
    /// Words that stand for one another within names (左边, 左, left), the forms of each mark together, longest first.
    pub marks: Vec<Vec<String>>,
    /// The first mark that each form is of.
    mark_places: HashMap<String, usize>,
    /// The Chinese names of makers (三星), sorted.
    pub(crate) makers: Vec<String>,
    /// Common words that mean nothing to a home.
    plain: HashSet<String>,
    misheard: Vec<(String, String)>,
    /// The phrases of each cue, by its number.
    cues: Vec<Phrases>,
    noun_ids: HashMap<String, Noun>,
    /// The root noun: any device.
    pub any_device: Option<Noun>,
    /// The plain verb for switching on.
    pub switch_on: Option<&'static Verb>,
    /// Named values by property and key, and those of a property that the files list beside the catalogue's.
    pub values: ValueIndex,
    pub(crate) slips: SlipIndex,
    /// The single words of English phrases.
    pub(crate) spellings: SlipIndex,
}

/// The lexicons of all languages, taken apart at the first call.
pub fn lexicon() -> &'static Lexicon {
    static LEXICON: OnceLock<Lexicon> = OnceLock::new();
    // The blob is written by this crate's own build script, so it can only fail to decode if the build is broken; an
    // empty lexicon then understands nothing, which every test notices.
    LEXICON
        .get_or_init(|| Lexicon::of_blob(BLOB).unwrap_or_else(|| Lexicon::of_prepared(Prepared::default())))
}

/// The phrases of each cue by its number, whether they are listed in one place or in several.
fn by_cue(listed: Vec<(Cue, Vec<String>)>) -> Vec<Phrases> {
    let mut together: Vec<Vec<String>> = Vec::new();
    for (cue, texts) in listed {
        let place = cue as usize;
        if together.len() <= place {
            together.resize_with(place + 1, Vec::new);
        }
        if let Some(known) = together.get_mut(place) {
            known.extend(texts);
        }
    }
    together.into_iter().map(Phrases::new).collect()
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Lexicon").field("words", &self.words()).finish_non_exhaustive()
    }
}

impl Lexicon {
    /// Whether it is a common word that means nothing to a home.
    pub(crate) fn is_plain(&self, letters: &[char]) -> bool {
        let word: SmolStr = letters.iter().copied().collect();
        self.plain.contains(word.as_str())
    }

    /// The first mark that this is a form of, by its place among the marks.
    pub(crate) fn mark_place(&self, form: &str) -> Option<usize> {
        self.mark_places.get(form).copied()
    }

    /// The forms of the first mark that this is one of.
    pub(crate) fn mark(&self, form: &str) -> Option<&[String]> {
        self.mark_place(form).and_then(|place| self.marks.get(place)).map(Vec::as_slice)
    }

    /// Whether it is who makes what stands in homes, and means nothing else to them.
    pub(crate) fn is_maker(&self, letters: &[char]) -> bool {
        let named = self.makers.binary_search_by(|known| known.chars().cmp(letters.iter().copied())).is_ok();
        named
            && self.lookup(letters).is_none_or(|senses| {
                senses.iter().all(|sense| matches!(sense, Sense::Particle(_) | Sense::Person(_)))
            })
    }

    /// The words that may have been meant where something else was heard.
    pub(crate) fn misheard(&self, heard: &str) -> impl Iterator<Item = &str> {
        let first = self.misheard.partition_point(|(known, _)| known.as_str() < heard);
        let behind = self.misheard.get(first..).unwrap_or_default();
        behind.iter().take_while(move |(known, _)| known == heard).map(|(_, meant)| meant.as_str())
    }

    /// The phrases of a cue.
    pub fn cue(&self, cue: Cue) -> impl Iterator<Item = &str> {
        self.phrases(cue).iter()
    }

    /// The same, to be found in texts.
    pub(crate) fn phrases(&self, cue: Cue) -> &Phrases {
        static NONE: Phrases = Phrases::none();
        self.cues.get(cue as usize).unwrap_or(&NONE)
    }

    fn of_blob(blob: &'static [u8]) -> Option<Lexicon> {
        postcard::from_bytes(blob).ok().map(Lexicon::of_prepared)
    }

    fn of_prepared(prepared: Prepared<'static>) -> Lexicon {
        let Prepared { trees, values, senses, switch_on, lists, words, automaton, slips, spellings } =
            prepared;
        let sense = |place: u16| senses.get(usize::from(place)).copied();
        let switch_on = switch_on.and_then(sense).and_then(|sense| match sense {
            Sense::Verb(verb) => Some(verb),
            _ => None,
        });
        let placed = (0..).map(Noun).zip(&trees.nouns).filter(|(_, entry)| entry.in_room.is_some());
        let placed = placed.map(|(noun, _)| noun).collect();
        let noun_ids = (0..).map(Noun).zip(&trees.nouns).map(|(noun, entry)| (entry.id.clone(), noun));
        let mut mark_places = HashMap::new();
        for (place, forms) in trees.marks.iter().enumerate() {
            for form in forms {
                mark_places.entry_ref(form.as_str()).or_insert(place);
            }
        }
        Lexicon {
            noun_ids: noun_ids.collect(),
            mark_places,
            placed,
            automaton: CharwiseDoubleArrayAhoCorasick::deserialize(automaton)
                .ok()
                .map(|(automaton, _)| automaton),
            words: Packed::of_bytes(words),
            senses: lists.into_iter().filter_map(sense).collect(),
            nouns: trees.nouns,
            rooms: trees.rooms,
            category_nouns: trees.category_nouns,
            marks: trees.marks,
            makers: trees.makers,
            plain: trees.plain.into_iter().collect(),
            misheard: trees.misheard,
            cues: by_cue(trees.cues),
            any_device: trees.any_device,
            switch_on,
            values,
            slips: SlipIndex::of_parts(slips),
            spellings: SlipIndex::of_parts(spellings),
        }
    }

    /// Calls `found(start, pattern)` for every word of the lexicon in the text, in the order of their ends. Words of
    /// Latin letters count only where they begin and end at a word's border.
    pub fn scan(&self, text: &[char], mut found: impl FnMut(usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        let mut stepper = automaton.find_overlapping_stepper();
        for (position, &character) in text.iter().enumerate() {
            stepper.consume(character);
            for hit in stepper.matches() {
                let pattern = hit.value() as usize;
                let end = position + 1;
                let start = end.saturating_sub(self.length(pattern));
                if at_word_border(text, start, end) {
                    found(start, pattern);
                }
            }
        }
    }

    /// The senses of a word found by [`Lexicon::scan`].
    pub fn senses(&self, pattern: usize) -> &[Sense] {
        let first = self.words.get(pattern * 2) as usize;
        let count = (self.words.get(pattern * 2 + 1) >> 16) as usize;
        self.senses.get(first..first + count).unwrap_or_default()
    }

    /// The length of a word in characters.
    pub fn length(&self, pattern: usize) -> usize {
        (self.words.get(pattern * 2 + 1) & 0xFFFF) as usize
    }

    /// How many words there are.
    pub fn words(&self) -> usize {
        self.words.len() / 2
    }

    /// Whether these words name a kind of device.
    pub(crate) fn is_noun(&self, words: &str) -> bool {
        let letters: SmallVec<[char; 24]> = words.chars().collect();
        self.lookup(&letters).is_some_and(|senses| senses.iter().any(|sense| matches!(sense, Sense::Noun(_))))
    }

    /// The verb that these words are, the first of several; none where they are no verb.
    pub(crate) fn verb(&'static self, words: &str) -> Option<&'static Verb> {
        let letters: SmallVec<[char; 24]> = words.chars().collect();
        self.lookup(&letters)?.iter().find_map(|sense| match sense {
            Sense::Verb(verb) => Some(*verb),
            _ => None,
        })
    }

    /// The senses of exactly this text, if it is one word of the lexicon.
    pub fn lookup(&self, text: &[char]) -> Option<&[Sense]> {
        let mut stepper = self.automaton.as_ref()?.find_overlapping_stepper();
        text.iter().for_each(|&character| stepper.consume(character));
        let mut ends = stepper.matches().map(|hit| hit.value() as usize);
        // Only what ends with the text can be all of it.
        ends.find(|&pattern| self.length(pattern) == text.len()).map(|pattern| self.senses(pattern))
    }

    /// The noun with an id of `nouns.toml`.
    pub(crate) fn noun(&self, id: &str) -> Option<Noun> {
        self.noun_ids.get(id).copied()
    }

    /// Whether the devices of a noun heat rooms.
    pub fn heats(&self, noun: Noun) -> bool {
        self.has_trait(noun, Trait::Heats)
    }

    /// Whether something is true of the devices of a noun.
    pub(crate) fn has_trait(&self, noun: Noun, is: Trait) -> bool {
        self.nouns.get(usize::from(noun.0)).is_some_and(|entry| entry.traits.contains(&is))
    }

    /// Whether `noun` is `ancestor` or a kind of it.
    pub fn is_a(&self, noun: Noun, ancestor: Noun) -> bool {
        let mut current = Some(noun);
        while let Some(noun) = current {
            if noun == ancestor {
                return true;
            }
            current = self.nouns[usize::from(noun.0)].parent;
        }
        false
    }

    /// Whether `room` is `ancestor` or a kind of it.
    pub fn room_is_a(&self, room: u16, ancestor: u16) -> bool {
        let mut current = Some(room);
        while let Some(room) = current {
            if room == ancestor {
                return true;
            }
            current = self.rooms[usize::from(room)].parent;
        }
        false
    }
}

/// Whether a word that spans these characters stands by itself: Latin letters and digits are not cut from a longer
/// word. Other scripts have no borders.
pub fn at_word_border(text: &[char], start: usize, end: usize) -> bool {
    let joined = |left: char, right: char| {
        left.is_ascii_alphanumeric()
            && right.is_ascii_alphanumeric()
            && !(left.is_ascii_digit() ^ right.is_ascii_digit())
    };
    let before = start > 0 && start < end && joined(text[start - 1], text[start]);
    let after = end < text.len() && start < end && joined(text[end - 1], text[end]);
    !before && !after
}
