//! Edit distance: how many slips of the finger lie between two words.

/// The longest part of a word that is compared, in characters, once what both begin and end with is off.
pub const MAX_LENGTH: usize = 32;

/// The number of insertions, deletions, replacements and swaps of neighbours (each place edited once)
/// between two words, where it is at most `limit` and what differs is no longer than [`MAX_LENGTH`].
pub fn distance_within<T: PartialEq>(a: &[T], b: &[T], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let (a, b) = without_common_ends(a, b);
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.is_empty() {
        // Within the limit, as the difference of lengths is unchanged.
        return Some(long.len());
    }
    if limit == 0 || long.len() > MAX_LENGTH {
        return None;
    }
    aligned(short, long, limit)
}

/// How alike two words are written, 0..1: one minus the distance over the longer length; 0 below 0.5.
pub fn typo_similarity<T: PartialEq>(a: &[T], b: &[T]) -> f32 {
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 1.0;
    }
    match distance_within(a, b, longer / 2) {
        Some(distance) => 1.0 - distance as f32 / longer as f32,
        None => 0.0,
    }
}

fn without_common_ends<'a, T: PartialEq>(a: &'a [T], b: &'a [T]) -> (&'a [T], &'a [T]) {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (a.get(head..).unwrap_or_default(), b.get(head..).unwrap_or_default());
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    (a.get(..a.len() - tail).unwrap_or_default(), b.get(..b.len() - tail).unwrap_or_default())
}

/// Optimal string alignment, a column of the table at a time: a bit for each letter of the shorter word says whether the
/// distance rises or falls from the row before it (Hyyrö). Both words are at most [`MAX_LENGTH`] long, and the shorter one has
/// a letter.
fn aligned<T: PartialEq>(short: &[T], long: &[T], limit: usize) -> Option<usize> {
    let last = 1_u64 << (short.len() - 1);
    let (mut rises, mut falls, mut same, mut before) = (u64::MAX, 0_u64, 0_u64, 0_u64);
    let mut distance = short.len();
    for (column, letter) in long.iter().enumerate() {
        let equal = short.iter().rev().fold(0, |bits, own| bits << 1 | u64::from(own == letter));
        let swaps = ((!same & equal) << 1) & before;
        same = ((equal & rises).wrapping_add(rises) ^ rises) | equal | falls | swaps;
        let right_rises = falls | !(same | rises);
        let right_falls = same & rises;
        distance += usize::from(right_rises & last != 0);
        distance -= usize::from(right_falls & last != 0);
        // Each further letter takes at most one off.
        if distance > limit + (long.len() - 1 - column) {
            return None;
        }
        let right_rises = right_rises << 1 | 1;
        rises = right_falls << 1 | !(same | right_rises);
        falls = right_rises & same;
        before = equal;
    }
    (distance <= limit).then_some(distance)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
        distance_within(a.as_bytes(), b.as_bytes(), limit)
    }

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expect: usize| {
            assert_eq!(distance(a, b, expect), Some(expect), "{a} {b}");
            assert_eq!(distance(b, a, expect + 1), Some(expect), "{b} {a}");
            if expect > 0 {
                assert_eq!(distance(a, b, expect - 1), None, "{a} {b}");
            }
        };
        check("kitchen", "kitchen", 0);
        check("kitchen", "kichen", 1);
        check("kitchen", "kitcehn", 1);
        check("kitten", "sitting", 3);
        check("", "abc", 3);
        check("lamp", "lmap", 1);
        check("ca", "abc", 3);
    }

    #[test]
    fn likeness() {
        let check = |a: &str, b: &str, expect: f32| {
            let likeness = typo_similarity(a.as_bytes(), b.as_bytes());
            assert!((likeness - expect).abs() < 1e-6, "{a} {b} {likeness}");
        };
        check("bedroom", "bedroom", 1.0);
        check("bedroom", "bedrom", 6.0 / 7.0);
        check("lamp", "lab", 0.5);
        check("lamp", "door", 0.0);
        check("", "", 1.0);
        check("", "a", 0.0);
    }

    #[test]
    fn long_words_end_early() {
        let a = "ab".repeat(5000);
        let b = "ba".repeat(5000);
        assert_eq!(distance(&a, &b, 10_000), None);
        assert_eq!(distance(&a, &a, 3), Some(0));
        assert_eq!(distance(&a, &format!("{a}c"), 3), Some(1));
    }

    /// The whole table, as the definition says it.
    fn plain(a: &[u8], b: &[u8]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let mut best = (table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]))
                        .min(table[i - 1][j] + 1)
                        .min(table[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(table[i - 2][j - 2] + 1);
                    }
                    best
                };
            }
        }
        table[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn the_columns_agree_with_the_whole_table(a in "[abc]{0,32}", b in "[abc]{0,12}", limit in 0usize..34) {
            let expect = plain(a.as_bytes(), b.as_bytes());
            prop_assert_eq!(distance(&a, &b, limit), (expect <= limit).then_some(expect));
        }
    }
}
