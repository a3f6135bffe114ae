//! One bit for each device. The bits of a home of some hundred devices stand where their set does and need no memory of
//! their own.

use smallvec::{SmallVec, smallvec};

/// How many devices a word has bits for.
const WORD: usize = 64;

/// Bits by the place of a device in its home. A place beyond the last word has none set.
#[derive(Debug, Clone)]
pub(crate) struct DeviceBits(SmallVec<[u64; 4]>);

impl DeviceBits {
    /// None set of so many.
    pub(crate) fn none(devices: usize) -> DeviceBits {
        DeviceBits(smallvec![0; devices.div_ceil(WORD)])
    }

    /// All set of so many.
    pub(crate) fn all(devices: usize) -> DeviceBits {
        let mut words: SmallVec<[u64; 4]> = smallvec![u64::MAX; devices.div_ceil(WORD)];
        if let (Some(last), rest @ 1..) = (words.last_mut(), devices % WORD) {
            *last = (1 << rest) - 1;
        }
        DeviceBits(words)
    }

    /// Sets a bit; one beyond the last word stays as it is.
    pub(crate) fn insert(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / WORD) {
            *word |= 1 << (place % WORD);
        }
    }

    /// Clears a bit.
    pub(crate) fn remove(&mut self, place: usize) {
        if let Some(word) = self.0.get_mut(place / WORD) {
            *word &= !(1 << (place % WORD));
        }
    }

    /// Whether a bit is set.
    pub(crate) fn contains(&self, place: usize) -> bool {
        self.0.get(place / WORD).is_some_and(|word| word & (1 << (place % WORD)) != 0)
    }

    /// How many are set.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The places that are set, in ascending order.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            // Each step clears the lowest bit.
            let left = std::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            left.take_while(|left| *left != 0).map(move |left| index * WORD + left.trailing_zeros() as usize)
        })
    }

    /// Sets what is set in the other of as many devices.
    pub(crate) fn unite(&mut self, other: &DeviceBits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    /// Keeps what is set in both.
    pub(crate) fn intersect(&mut self, other: &DeviceBits) {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0.iter_mut().zip(others).for_each(|(own, other)| *own &= other);
    }

    /// Clears what is set in the other.
    pub(crate) fn subtract(&mut self, other: &DeviceBits) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
    }
}
