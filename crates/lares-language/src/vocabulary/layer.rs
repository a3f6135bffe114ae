//! A layer of a home's words: names with their devices, words with their senses, and what they are found by.
//!
//! A home compiled from nothing has one layer of all its words. Where devices have changed since, a small second one has
//! the words that they concern, and of the first those are hidden.

use super::features::Features;
use super::names::NameList;
use super::text_index::{TextIndex, Texts};
use crate::automaton::Automaton;
use crate::lexicon::Sense;
use crate::slips::SlipIndex;

/// The words of a home, or of the devices that have changed.
pub(super) struct Layer {
    automaton: Automaton,
    words: WordTable,
    pub(super) names: NameList,
    /// Letters and sounds of names, for those that are said inexactly.
    pub(super) features: Features,
    pub(super) slips: SlipIndex,
}

impl Layer {
    /// Puts together what was collected.
    pub(super) fn new(words: Words, names: NameList, features: Features) -> Layer {
        let automaton = Automaton::of_words(words.texts.iter());
        let Words { texts, senses, .. } = words;
        let words = WordTable::new(&texts, senses);
        let slips = SlipIndex::of_words(texts.iter().zip((0..texts.len()).map(|word| words.senses(word))));
        Layer { automaton, words, names, features, slips }
    }

    /// Calls `found(end, word)` for every word that ends in the text, in the order of their ends, the longest first.
    pub(super) fn scan(&self, text: &[char], found: impl FnMut(usize, usize)) {
        self.automaton.scan(text, found);
    }

    /// The senses of a word: of a room first, then of a name, of scenes, of a value.
    pub(super) fn senses(&self, word: usize) -> &[Sense] {
        self.words.senses(word)
    }

    /// The length of a word in characters.
    pub(super) fn length(&self, word: usize) -> usize {
        self.words.lengths.get(word).map_or(0, |&length| usize::from(length))
    }

    /// How many words there are.
    pub(super) fn words(&self) -> usize {
        self.words.lengths.len()
    }

    /// The word that is exactly this text.
    pub(super) fn word(&self, text: &str) -> Option<usize> {
        let letters: Vec<char> = text.chars().collect();
        let mut whole = None;
        self.scan(&letters, |end, word| {
            if end == letters.len() && self.length(word) == letters.len() {
                whole = Some(word);
            }
        });
        whole
    }
}

/// Lengths and senses of words, in three flat tables.
struct WordTable {
    lengths: Box<[u16]>,
    /// Where the senses of each word begin, and where those of the last end.
    starts: Box<[u32]>,
    senses: Box<[Sense]>,
}

impl WordTable {
    /// Of the senses of each word those that were added first stand first; none stands twice.
    fn new(texts: &Texts, mut added: Vec<(u32, Sense)>) -> WordTable {
        added.sort_by_key(|(word, _)| *word);
        let mut starts = Vec::with_capacity(texts.len() + 1);
        let mut senses: Vec<Sense> = Vec::with_capacity(added.len());
        let mut added = added.into_iter().peekable();
        for word in 0..texts.len() as u32 {
            let first = senses.len();
            starts.push(first as u32);
            while let Some((_, sense)) = added.next_if(|(of, _)| *of == word) {
                if !senses[first..].contains(&sense) {
                    senses.push(sense);
                }
            }
        }
        starts.push(senses.len() as u32);
        WordTable {
            lengths: texts.iter().map(|word| word.chars().count() as u16).collect(),
            starts: starts.into(),
            senses: senses.into(),
        }
    }

    fn senses(&self, word: usize) -> &[Sense] {
        match (self.starts.get(word), self.starts.get(word + 1)) {
            (Some(&start), Some(&end)) => self.senses.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Words with their senses while a layer is put together.
#[derive(Default)]
pub(super) struct Words {
    texts: Texts,
    index: TextIndex,
    senses: Vec<(u32, Sense)>,
}

impl Words {
    /// Adds a sense to a word, which is new or was there before.
    pub(super) fn add(&mut self, word: &str, sense: Sense) {
        if word.is_empty() {
            return;
        }
        let texts = &self.texts;
        let position = match self.index.find(word, |word| texts.get(word)) {
            Some(position) => position,
            None => {
                let position = self.texts.push(word);
                let texts = &self.texts;
                self.index.insert(position, |word| texts.get(word));
                position
            }
        };
        self.senses.push((position, sense));
    }
}
