//! The phrases of a cue, by the letter that they begin with: in a text, only those are looked at that may begin there.

/// Phrases in the order of their file.
pub(crate) struct Phrases {
    texts: Vec<String>,
    /// The first letter of each with its place among the texts, sorted.
    beginnings: Vec<(char, u32)>,
    /// A bit for the first letter of each; letters share bits.
    letters: u64,
}

impl Phrases {
    pub(super) const fn none() -> Phrases {
        Phrases { texts: Vec::new(), beginnings: Vec::new(), letters: 0 }
    }

    /// An empty phrase is never found.
    pub(super) fn new(texts: Vec<String>) -> Phrases {
        let first = |(place, text): (u32, &String)| Some((text.chars().next()?, place));
        let mut beginnings: Vec<(char, u32)> = (0..).zip(&texts).filter_map(first).collect();
        beginnings.sort_unstable();
        let letters = beginnings.iter().fold(0, |bits, (letter, _)| bits | bit(*letter));
        Phrases { texts, beginnings, letters }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    /// Those that a text begins with, in their order.
    pub(crate) fn leading<'p>(&'p self, text: &'p [char]) -> impl Iterator<Item = &'p str> {
        let first = text.first().copied().filter(|letter| self.letters & bit(*letter) != 0);
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

    /// Whether one of them stands anywhere in a text.
    pub(crate) fn stand_in(&self, text: &[char]) -> bool {
        (0..text.len()).any(|place| self.leading(text.get(place..).unwrap_or_default()).next().is_some())
    }

    /// Whether a text is one of them, and nothing more.
    pub(crate) fn have(&self, text: &[char]) -> bool {
        self.leading(text).any(|phrase| phrase.chars().count() == text.len())
    }
}

fn bit(letter: char) -> u64 {
    1 << (u32::from(letter) % u64::BITS)
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
