//! The phrases of a cue, by the letter that they begin with: in a text, only those are looked at that may begin there.

/// Phrases in the order of their file.
pub(crate) struct Phrases {
    texts: Vec<String>,
    /// The first letter of each with its place among the texts, sorted.
    beginnings: Vec<(char, u32)>,
    /// A bit for the first letter of each; letters share bits.
    letters: u64,
    /// The same of those that are one letter.
    alone: u64,
    /// And for the first two letters of the others.
    pairs: [u64; PAIRS],
}

/// So many times as many bits are for two letters as for one.
const PAIRS: usize = 4;

impl Phrases {
    pub(super) const fn none() -> Phrases {
        Phrases { texts: Vec::new(), beginnings: Vec::new(), letters: 0, alone: 0, pairs: [0; PAIRS] }
    }

    /// An empty phrase is never found.
    pub(super) fn new(texts: Vec<String>) -> Phrases {
        let first = |(place, text): (u32, &String)| Some((text.chars().next()?, place));
        let mut beginnings: Vec<(char, u32)> = (0..).zip(&texts).filter_map(first).collect();
        beginnings.sort_unstable();
        let letters = beginnings.iter().fold(0, |bits, (letter, _)| bits | bit(*letter));
        let (mut alone, mut pairs) = (0, [0; PAIRS]);
        for text in &texts {
            let mut letters = text.chars();
            match (letters.next(), letters.next()) {
                (Some(first), None) => alone |= bit(first),
                (Some(first), Some(second)) => {
                    let (place, bit) = bit_of_pair(first, second);
                    pairs[place] |= bit;
                }
                (None, _) => {}
            }
        }
        Phrases { texts, beginnings, letters, alone, pairs }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// Those that a text begins with, in their order.
    pub(crate) fn leading<'p>(&'p self, text: &'p [char]) -> impl Iterator<Item = &'p str> {
        let first = text.first().copied().filter(|_| self.may_lead(text));
        let from = first.map_or(self.beginnings.len(), |letter| {
            self.beginnings.partition_point(|(known, _)| *known < letter)
        });
        let with = self.beginnings.get(from..).unwrap_or_default().iter();
        with.take_while(move |(known, _)| Some(*known) == first)
            .filter_map(|(_, place)| self.texts.get(*place as usize).map(String::as_str))
            .filter(|phrase| {
                let mut letters = text.iter();
                phrase.chars().all(|letter| letters.next() == Some(&letter))
            })
    }

    /// Whether a text may begin with one of them, by its first letters.
    #[inline]
    pub(crate) fn may_lead(&self, text: &[char]) -> bool {
        text.first().is_some_and(|first| {
            self.letters & bit(*first) != 0
                && (self.alone & bit(*first) != 0
                    || text.get(1).is_some_and(|next| self.has_pair(*first, *next)))
        })
    }

    /// Whether one of them may begin with two letters.
    fn has_pair(&self, first: char, second: char) -> bool {
        let (place, bit) = bit_of_pair(first, second);
        self.pairs[place] & bit != 0
    }

    /// Whether one of them stands anywhere in a text.
    pub(crate) fn stand_in(&self, text: &[char]) -> bool {
        (0..text.len()).any(|place| {
            let rest = text.get(place..).unwrap_or_default();
            self.may_lead(rest) && self.leading(rest).next().is_some()
        })
    }

    /// Whether a text is one of them, and nothing more.
    pub(crate) fn have(&self, text: &[char]) -> bool {
        self.leading(text).any(|phrase| phrase.chars().count() == text.len())
    }
}

fn bit(letter: char) -> u64 {
    1 << (u32::from(letter) % u64::BITS)
}

fn bit_of_pair(first: char, second: char) -> (usize, u64) {
    let mixed = u32::from(first).wrapping_mul(0x9E37_79B1) ^ u32::from(second).wrapping_mul(0x85EB_CA77);
    let place = (mixed >> (u32::BITS - PAIRS.ilog2())) as usize;
    (place, 1 << (mixed >> 20 & (u64::BITS - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_where_they_stand() {
        let phrases = Phrases::new(["off", "", "out of", "别", "to", "off out"].map(str::to_owned).to_vec());
        let text = |said: &str| said.chars().collect::<Vec<char>>();
        assert_eq!(phrases.leading(&text("off out here")).collect::<Vec<_>>(), ["off", "off out"]);
        assert_eq!(phrases.leading(&text("of")).count() + phrases.leading(&[]).count(), 0);
        assert!(phrases.stand_in(&text("先别关")) && !phrases.stand_in(&text("turn on")));
        assert!(phrases.have(&text("out of")) && !phrases.have(&text("off o")) && !phrases.have(&[]));
        assert_eq!(phrases.iter().count(), 6);
    }
}
