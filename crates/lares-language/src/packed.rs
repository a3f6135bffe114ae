//! Rows of numbers as bytes: read where they lie, so that a prepared table needs no decoding.

use std::borrow::Cow;

/// Numbers of 32 bits, four bytes each, the lowest first on any machine.
#[derive(Debug, Default)]
pub(crate) struct Packed(Cow<'static, [u8]>);

impl Packed {
    /// The numbers that these bytes hold.
    pub(crate) fn of_bytes(bytes: &'static [u8]) -> Packed {
        Packed(Cow::Borrowed(bytes))
    }

    /// Their bytes.
    #[allow(dead_code, reason = "for the build script, which writes them")]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len() / 4
    }

    /// The pairs of numbers from one place of pairs to another; none where they reach past the end.
    pub(crate) fn pairs(&self, from: usize, to: usize) -> impl Iterator<Item = [u32; 2]> + '_ {
        let number = |bytes: &[u8]| bytes.first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes));
        let pairs = self.0.get(from * 8..to * 8).unwrap_or_default().chunks_exact(8);
        pairs.map(move |pair| {
            let (one, other) = pair.split_at(4);
            [number(one), number(other)]
        })
    }

    /// The number at a place; 0 past the end.
    pub(crate) fn get(&self, index: usize) -> u32 {
        self.0
            .get(index * 4..)
            .and_then(|rest| rest.first_chunk())
            .map_or(0, |&bytes| u32::from_le_bytes(bytes))
    }
}

impl FromIterator<u32> for Packed {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Packed {
        let numbers = numbers.into_iter();
        let mut bytes = Vec::with_capacity(numbers.size_hint().0 * 4);
        for number in numbers {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        Packed(Cow::Owned(bytes))
    }
}
