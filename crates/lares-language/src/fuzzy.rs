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
    banded(short, long, limit)
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

/// Optimal string alignment over the diagonal band that `limit` allows; both words are at most
/// [`MAX_LENGTH`] long, so every index is below [`WIDTH`].
fn banded<T: PartialEq>(short: &[T], long: &[T], limit: usize) -> Option<usize> {
    const WIDTH: usize = MAX_LENGTH + 1;
    const FAR: u8 = u8::MAX / 2;
    let mut before = [FAR; WIDTH];
    let mut last = [FAR; WIDTH];
    for (column, cell) in last.iter_mut().enumerate().take(limit.min(long.len()) + 1) {
        *cell = column as u8;
    }
    for row in 1..=short.len() {
        let mut now = [FAR; WIDTH];
        let first = row.saturating_sub(limit);
        let end = (row + limit).min(long.len());
        if first == 0 {
            now[0] = row as u8;
        }
        let mut least = now[0];
        for column in first.max(1)..=end {
            let differ = u8::from(short[row - 1] != long[column - 1]);
            let mut best = (last[column - 1] + differ).min(last[column] + 1).min(now[column - 1] + 1);
            if row > 1
                && column > 1
                && short[row - 1] == long[column - 2]
                && short[row - 2] == long[column - 1]
            {
                best = best.min(before[column - 2] + 1);
            }
            now[column] = best;
            least = least.min(best);
        }
        // A swap reaches over one row, so both rows must be beyond the limit before it is hopeless.
        let least_before = last.iter().copied().min().unwrap_or(FAR);
        if usize::from(least) > limit && usize::from(least_before) > limit {
            return None;
        }
        before = last;
        last = now;
    }
    let distance = usize::from(last[long.len()]);
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
        fn the_band_agrees_with_the_whole_table(a in "[abc]{0,12}", b in "[abc]{0,12}", limit in 0usize..14) {
            let expect = plain(a.as_bytes(), b.as_bytes());
            prop_assert_eq!(distance(&a, &b, limit), (expect <= limit).then_some(expect));
        }
    }
}
