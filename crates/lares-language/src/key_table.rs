//! Words by keys: what a slip or a part of a name is found by, whatever the number of words.

use crate::packed::Packed;

/// Keys with their words, in buckets: built in two passes, without a comparison.
#[derive(Debug, Default)]
pub(crate) struct KeyTable {
    /// The first entry of each bucket, and one past the last entry of all.
    starts: Packed,
    /// Two numbers for each entry: the half of the key that does not choose the bucket, and the word.
    entries: Packed,
}

impl KeyTable {
    /// A table of keys with their words; the words of a key keep their order.
    pub(crate) fn new(pairs: &[(u64, u32)]) -> KeyTable {
        KeyTable::without_common(pairs, usize::MAX, 0).0
    }

    /// A table without the keys that more than `most` words have: these say too little to be followed. Those that have
    /// up to `slack` words more are in the second table.
    pub(crate) fn without_common(pairs: &[(u64, u32)], most: usize, slack: usize) -> (KeyTable, KeyTable) {
        if pairs.is_empty() {
            return Default::default();
        }
        let buckets = pairs.len().div_ceil(2).next_power_of_two();
        let mut starts = vec![0_u32; buckets + 1];
        for (key, _) in pairs {
            starts[bucket(*key, buckets) + 1] += 1;
        }
        for index in 0..buckets {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut entries = vec![[0; 2]; pairs.len()];
        for &(key, word) in pairs {
            let place = &mut next[bucket(key, buckets)];
            entries[*place as usize] = [mark(key), word];
            *place += 1;
        }
        let mut common = KeyTable::default();
        if starts.windows(2).any(|bucket| (bucket[1] - bucket[0]) as usize > most) {
            common = KeyTable::new(&take_common(&mut starts, &mut entries, most, slack));
        }
        let starts = starts.into_iter().collect();
        (KeyTable { starts, entries: entries.into_iter().flatten().collect() }, common)
    }

    /// The table whose parts lie in a prepared lexicon.
    pub(crate) fn of_bytes(starts: &'static [u8], entries: &'static [u8]) -> KeyTable {
        KeyTable { starts: Packed::of_bytes(starts), entries: Packed::of_bytes(entries) }
    }

    /// The parts: the buckets and the entries.
    #[allow(dead_code, reason = "for the build script, which writes them")]
    pub(crate) fn bytes(&self) -> (&[u8], &[u8]) {
        (self.starts.bytes(), self.entries.bytes())
    }

    /// The words of a key.
    pub(crate) fn words(&self, key: u64) -> impl Iterator<Item = u32> + '_ {
        let buckets = self.starts.len().saturating_sub(1);
        let (from, to) = match buckets {
            0 => (0, 0),
            _ => {
                let bucket = bucket(key, buckets);
                (self.starts.get(bucket) as usize, self.starts.get(bucket + 1) as usize)
            }
        };
        self.entries.pairs(from, to).filter(move |[marked, _]| *marked == mark(key)).map(|[_, word]| word)
    }
}

/// Takes out the entries of keys that have more than `most`, which only large buckets can hold. Gives those of keys that
/// have up to `slack` more, by keys that a table with fewer buckets takes for the same.
fn take_common(
    starts: &mut [u32],
    entries: &mut Vec<[u32; 2]>,
    most: usize,
    slack: usize,
) -> Vec<(u64, u32)> {
    let mut kept = Vec::with_capacity(entries.len());
    let mut taken = Vec::new();
    let mut from = 0;
    for (bucket, end) in (0_u64..).zip(starts.iter_mut().skip(1)) {
        let to = *end as usize;
        let of_bucket = &mut entries[from..to];
        if of_bucket.len() > most {
            of_bucket.sort_by_key(|[mark, _]| *mark);
            for of_key in of_bucket.chunk_by(|a, b| a[0] == b[0]) {
                if of_key.len() <= most {
                    kept.extend_from_slice(of_key);
                } else if of_key.len() <= most + slack {
                    taken.extend(of_key.iter().map(|&[mark, word]| (bucket << 32 | u64::from(mark), word)));
                }
            }
        } else {
            kept.extend_from_slice(of_bucket);
        }
        from = to;
        *end = kept.len() as u32;
    }
    *entries = kept;
    taken
}

/// The high bits of a key are its best mixed ones.
fn bucket(key: u64, buckets: usize) -> usize {
    (key >> 32) as usize & (buckets - 1)
}

/// The bits of a key that tell it from others of its bucket.
fn mark(key: u64) -> u32 {
    key as u32
}

/// A mix of the parts (FNV-1a with a final avalanche), the same in every process; `kind` keeps keys of different kinds
/// apart.
pub(crate) fn key(kind: u64, parts: impl Iterator<Item = u64>) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    let mixed = std::iter::once(kind)
        .chain(parts)
        .fold(0xCBF2_9CE4_8422_2325, |state, part| (state ^ part).wrapping_mul(PRIME));
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    mixed ^ (mixed >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_keys() {
        let pairs: Vec<(u64, u32)> =
            (0..1000).map(|word| (key(0, [u64::from(word % 300)].into_iter()), word)).collect();
        let table = KeyTable::new(&pairs);
        for number in 0..300_u32 {
            let words: Vec<u32> = table.words(key(0, [u64::from(number)].into_iter())).collect();
            assert_eq!(words, (0..1000).filter(|word| word % 300 == number).collect::<Vec<u32>>());
        }
        assert_eq!(table.words(key(1, [0].into_iter())).count(), 0);
        assert_eq!(KeyTable::new(&[]).words(0).count(), 0);
    }

    #[test]
    fn common_keys_are_left_out() {
        let common = key(0, [0].into_iter());
        let rare = key(0, [1].into_iter());
        let pairs: Vec<(u64, u32)> =
            (0..20).map(|word| (common, word)).chain((0..4).map(|word| (rare, word))).collect();
        let (table, more) = KeyTable::without_common(&pairs, 10, 10);
        assert_eq!(table.words(common).count(), 0);
        assert_eq!(table.words(rare).collect::<Vec<u32>>(), [0, 1, 2, 3]);
        assert_eq!(more.words(common).collect::<Vec<u32>>(), (0..20).collect::<Vec<u32>>());
        assert_eq!(KeyTable::without_common(&pairs, 10, 9).1.words(common).count(), 0);
    }
}
