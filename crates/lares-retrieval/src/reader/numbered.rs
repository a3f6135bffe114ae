//! Sets of numbers that stand for words, values or sounds, in which most of what is looked for is not.

use smallvec::SmallVec;

/// Numbers, in order, with which of 64 classes of them are there at all.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbered {
    numbers: Box<[u32]>,
    classes: u64,
}

/// What is looked for.
pub(super) type Sought = SmallVec<[u32; 8]>;

/// Of which class a number is, as a bit.
fn class(number: u32) -> u64 {
    1 << (number % 64)
}

/// Of which classes numbers are, as bits.
pub(super) fn classes(numbers: &[u32]) -> u64 {
    numbers.iter().fold(0, |classes, number| classes | class(*number))
}

impl Numbered {
    pub(super) fn of(mut numbers: Vec<u32>) -> Numbered {
        numbers.sort_unstable();
        numbers.dedup();
        Numbered { classes: classes(&numbers), numbers: numbers.into() }
    }

    /// Whether one of these is there, whose [`classes`] are known.
    pub(super) fn has_one(&self, sought: &[u32], of_classes: u64) -> bool {
        self.classes & of_classes != 0
            && sought.iter().any(|number| self.numbers.binary_search(number).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_has_what_was_put_in_and_nothing_else(
            numbers in proptest::collection::vec(0_u32..300, 0..40),
            sought in proptest::collection::vec(0_u32..300, 0..6),
        ) {
            let expected = sought.iter().any(|number| numbers.contains(number));
            prop_assert_eq!(Numbered::of(numbers).has_one(&sought, classes(&sought)), expected);
        }
    }
}
