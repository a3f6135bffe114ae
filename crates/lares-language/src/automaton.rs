//! One automaton over the words of a home.
//!
//! The automaton holds a table as long as the highest code of its characters: for Han characters more than the words of
//! a small home need. So the characters of the words are numbered first.

use daachorse::CharwiseDoubleArrayAhoCorasick;

use crate::lexicon::automaton;

/// Finds all words of a home in a text.
pub(crate) struct Automaton {
    alphabet: Alphabet,
    /// None where there is no word.
    automaton: Option<CharwiseDoubleArrayAhoCorasick<u32>>,
}

impl Automaton {
    /// Over distinct, non-empty words; the value of each is its position.
    pub(crate) fn of_words<'w>(words: impl Iterator<Item = &'w str> + Clone) -> Automaton {
        let mut alphabet = Alphabet::default();
        words.clone().flat_map(str::chars).for_each(|letter| alphabet.add(letter));
        let mut numbered = String::new();
        let mut ends = Vec::with_capacity(words.size_hint().0);
        for word in words {
            numbered.extend(word.chars().map(|letter| alphabet.number(letter)));
            ends.push(numbered.len());
        }
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let automaton = automaton(starts.zip(&ends).map(|(start, &end)| &numbered[start..end]));
        Automaton { alphabet, automaton }
    }

    /// Calls `found(end, word)` for every word that ends in the text, in the order of their ends.
    pub(crate) fn scan(&self, text: &[char], mut found: impl FnMut(usize, usize)) {
        let Some(automaton) = &self.automaton else { return };
        let mut stepper = automaton.find_overlapping_stepper();
        for (position, &letter) in text.iter().enumerate() {
            stepper.consume(self.alphabet.number(letter));
            for hit in stepper.matches() {
                found(position + 1, hit.value() as usize);
            }
        }
    }
}

/// The characters of the words, each numbered by its place in a table of hashes.
#[derive(Default)]
struct Alphabet {
    /// A power of two of places, at least half of them empty; NUL stands for an empty one and occurs in no word.
    places: Vec<char>,
    used: usize,
}

impl Alphabet {
    fn add(&mut self, letter: char) {
        if letter == '\0' || self.place(letter).is_some() {
            return;
        }
        if self.places.len() <= self.used * 2 {
            let before = std::mem::take(&mut self.places);
            self.places = vec!['\0'; (before.len() * 2).max(64)];
            before.into_iter().filter(|&letter| letter != '\0').for_each(|letter| self.put(letter));
        }
        self.put(letter);
        self.used += 1;
    }

    fn put(&mut self, letter: char) {
        let mask = self.places.len() - 1;
        let mut place = hash(letter) & mask;
        while self.places[place] != '\0' {
            place = (place + 1) & mask;
        }
        self.places[place] = letter;
    }

    fn place(&self, letter: char) -> Option<usize> {
        let mask = self.places.len().checked_sub(1)?;
        let mut place = hash(letter) & mask;
        loop {
            match self.places[place] {
                '\0' => return None,
                known if known == letter => return Some(place),
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// A character for the number of the letter, NUL for one that no word has.
    fn number(&self, letter: char) -> char {
        const SURROGATES: u32 = 0xD800;
        const BEHIND: u32 = 0x800;
        if letter == '\0' {
            return '\0';
        }
        self.place(letter)
            .map(|place| place as u32 + 1)
            .map(|number| if number < SURROGATES { number } else { number + BEHIND })
            .and_then(char::from_u32)
            .unwrap_or('\0')
    }
}

fn hash(letter: char) -> usize {
    ((letter as u32).wrapping_mul(0x9E37_79B1) >> 12) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_letters() {
        // More different letters than fit below the surrogates.
        let letters: Vec<String> =
            ('\u{4E00}'..='\u{9FFF}').chain('\u{20000}'..='\u{2FFFF}').map(String::from).collect();
        let automaton = Automaton::of_words(letters.iter().map(String::as_str));
        for (index, letter) in letters.iter().enumerate().step_by(97) {
            let mut hits = Vec::new();
            let text: Vec<char> = letter.chars().chain(['x', '\0']).collect();
            automaton.scan(&text, |end, word| hits.push((end, word)));
            assert_eq!(hits, [(1, index)]);
        }
    }

    #[test]
    fn no_words() {
        Automaton::of_words(std::iter::empty()).scan(&['灯', '\0', 'a'], |_, _| panic!("nothing to find"));
    }

    #[test]
    fn words_within_words() {
        let automaton = Automaton::of_words(["客厅灯", "灯", "客厅", "厅灯"].into_iter());
        let mut hits = Vec::new();
        automaton.scan(&['客', '厅', '灯'], |end, word| hits.push((end, word)));
        assert_eq!(hits, [(2, 2), (3, 0), (3, 3), (3, 1)]);
    }
}
