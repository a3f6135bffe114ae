//! The prepared lexicon: what the build script writes and the library only has to take apart.
//!
//! Tables of numbers and the words' letters are used where they lie. Only the senses and the trees are decoded, each
//! once: words point at lists of senses, which many words share.

use daachorse::{CharwiseDoubleArrayAhoCorasick, CharwiseDoubleArrayAhoCorasickBuilder};
use serde::{Deserialize, Serialize};

use super::data::Cue;
use super::{Noun, NounEntry, RoomEntry, Sense, ValueIndex};
use crate::slips::SlipParts;

/// The parts of the lexicon in the order in which they are written.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Prepared<'b> {
    /// The trees of nouns and rooms.
    pub(crate) trees: Trees,
    /// Where the named values are found.
    pub(crate) values: ValueIndex,
    /// Every sense once.
    pub(crate) senses: Vec<Sense>,
    /// The position of the plain verb for switching on among the senses.
    pub(crate) switch_on: Option<u16>,
    /// Every list of senses that some word has, one after another, as positions among the senses.
    pub(crate) lists: Vec<u16>,
    /// Two numbers for each word: the first sense of its list; its length in characters below the length of its list.
    pub(crate) words: &'b [u8],
    /// The automaton over the words.
    pub(crate) automaton: &'b [u8],
    /// The words by their sound and letters.
    #[serde(borrow)]
    pub(crate) slips: SlipParts<'b>,
    /// The single words of English phrases by nearly their letters.
    #[serde(borrow)]
    pub(crate) spellings: SlipParts<'b>,
}

/// The trees of nouns and rooms.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Trees {
    pub(crate) nouns: Vec<NounEntry>,
    pub(crate) rooms: Vec<RoomEntry>,
    /// The noun of each category, where there is one.
    pub(crate) category_nouns: Vec<Option<Noun>>,
    /// Words that stand for one another within names, the forms of each mark together, longest first.
    pub(crate) marks: Vec<Vec<String>>,
    /// The Chinese names of makers, sorted.
    pub(crate) makers: Vec<String>,
    /// Common words that mean nothing to a home, sorted.
    pub(crate) plain: Vec<String>,
    /// What is written for misheard words, each with the word that was meant, sorted.
    pub(crate) misheard: Vec<(String, String)>,
    /// The phrases of each cue.
    pub(crate) cues: Vec<(Cue, Vec<String>)>,
    /// The root noun.
    pub(crate) any_device: Option<Noun>,
}

/// An automaton over distinct, non-empty words; the value of each is its position. None where there is no word.
pub(crate) fn automaton<'a>(
    words: impl Iterator<Item = &'a str>,
) -> Option<CharwiseDoubleArrayAhoCorasick<u32>> {
    let patterns: Vec<(&str, u32)> = words.enumerate().map(|(index, word)| (word, index as u32)).collect();
    if patterns.is_empty() {
        return None;
    }
    // Stepping through a text makes no use of a prefilter, which alone needs more memory than a small home's words.
    CharwiseDoubleArrayAhoCorasickBuilder::new().use_prefilter(false).build_with_values(patterns).ok()
}
