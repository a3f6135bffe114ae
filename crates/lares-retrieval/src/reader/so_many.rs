//! Of things that are as good as one another so many as were said: one of the lamps, 随便开两盏.

use lares_language::lexicon::Sense;
use smallvec::SmallVec;

use super::words::Word;
use crate::borne_out::first_number;

/// More than this is no number of devices that any will do of.
const MOST: f64 = 9.0;

/// How many of so many things are wanted, where any of them will do: the least number that was said and is less than all, and
/// one where none was.
pub(super) fn wanted(words: &[Word<'_>], all: usize) -> usize {
    let counted = words.iter().enumerate().filter_map(|(place, word)| counted(word, words.get(place + 1)));
    counted.filter(|count| *count < all).min().unwrap_or(1)
}

/// The number of things that a word tells; `None` where it is none, or is a value: two degrees.
fn counted(word: &Word<'_>, behind: Option<&Word<'_>>) -> Option<usize> {
    let is_value = |word: &Word<'_>| word.senses.iter().any(|sense| matches!(sense, Sense::Unit(..)));
    if behind.is_some_and(is_value) {
        return None;
    }
    let counts = |sense: &Sense| {
        matches!(sense, Sense::Number(_) | Sense::Quantifier(..) | Sense::Reference(_) | Sense::Classifier)
    };
    if !word.senses.iter().any(counts) {
        return None;
    }
    // "A couple of lamps": what is counted tells that it is a number.
    let with_behind = || {
        let is_number = word.senses.iter().any(|sense| matches!(sense, Sense::Number(_)));
        let behind = behind.filter(|_| is_number)?.letters;
        let letters: SmallVec<[char; 32]> =
            word.letters.iter().chain(&[' ']).chain(behind).copied().collect();
        first_number(&letters)
    };
    first_number(word.letters)
        .or_else(with_behind)
        .filter(|number| (1.0..=MOST).contains(number) && number.fract() == 0.0)
        .map(|number| number as usize)
}

#[cfg(test)]
mod tests {
    use super::super::words::marked;
    use super::*;

    /// Checks how many are wanted of so many.
    fn check(said: &str, all: usize, expect: usize) {
        marked(said, |words| assert_eq!(wanted(words, all), expect, "{said}"));
    }

    #[test]
    fn so_many_as_were_said_are_wanted() {
        check("any #two of the lamps", 5, 2);
        check("pause #a_couple of_them", 4, 2);
        check("#couple lamps on", 4, 2);
        check("#三 盏 里 亮 #两 盏", 3, 2);
        check("#两 盏 灯 亮 #一 盏", 2, 1);
        check("开 #仨", 5, 3);
    }

    #[test]
    fn one_is_wanted_where_no_number_of_them_was_said() {
        check("one of these lamps", 3, 1);
        check("随便 哪个 灯", 3, 1);
        check("any lamp to #2 %percent", 5, 1);
        check("#四 台 随便 开 哪台", 4, 1);
        check("#40 of them", 50, 1);
        check("", 0, 1);
    }
}
