//! How far a figure may be off by the chance of which cases there are: 95 % intervals by the bootstrap over the cases.
//!
//! Of a share of cases the bootstrap's distribution is known: among n cases drawn with replacement, those that count
//! are binomial. Its quantiles need no random numbers. Other figures are resampled, with a fixed seed.

use serde::Serialize;

use super::ratio;
use crate::random::Random;
use crate::run::Outcome;

/// Resamples.
const RESAMPLES: usize = 1000;
/// What lies outside of an interval on each side.
const TAIL: f64 = 0.025;

/// The 95 % intervals of what is judged on candidates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RankingIntervals {
    /// Of [`super::Figures::top1`].
    pub top1: [f64; 2],
    /// Of [`super::Figures::recall_at_1`].
    pub recall_at_1: [f64; 2],
    /// Of [`super::Figures::recall_at_5`].
    pub recall_at_5: [f64; 2],
    /// Of [`super::Figures::recall_at_10`].
    pub recall_at_10: [f64; 2],
    /// Of [`super::Figures::mrr`].
    pub mrr: [f64; 2],
}

impl RankingIntervals {
    /// Their intervals; `None` where no command was expected.
    pub fn of(outcomes: &[Outcome]) -> Option<RankingIntervals> {
        // What a case adds to each sum; the expectations of a case belong together.
        let sums: Vec<[f64; 6]> = outcomes
            .iter()
            .map(|outcome| {
                let mut sum = [0.0; 6];
                for ranking in &outcome.verdict.ranks {
                    let first = ranking.first.map_or(0.0, |rank| 1.0 / rank as f64);
                    let [one, five, ten] = ranking.recall;
                    let added = [1.0, f64::from(u8::from(ranking.first == Some(1))), one, five, ten, first];
                    sum.iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
                }
                sum
            })
            .filter(|[expectations, ..]| *expectations > 0.0)
            .collect();
        if sums.is_empty() {
            return None;
        }
        let mut random = Random::new(0x1a7e5);
        let mut resampled: [Vec<f64>; 5] = std::array::from_fn(|_| Vec::with_capacity(RESAMPLES));
        for _ in 0..RESAMPLES {
            let mut total = [0.0; 6];
            for _ in 0..sums.len() {
                if let Some(drawn) = random.pick(&sums) {
                    total.iter_mut().zip(drawn).for_each(|(total, drawn)| *total += drawn);
                }
            }
            let [expectations, rest @ ..] = total;
            resampled.iter_mut().zip(rest).for_each(|(means, sum)| means.push(sum / expectations));
        }
        let [top1, recall_at_1, recall_at_5, recall_at_10, mrr] = resampled.map(middle);
        Some(RankingIntervals { top1, recall_at_1, recall_at_5, recall_at_10, mrr })
    }
}

/// The middle 95 % of some numbers.
fn middle(mut numbers: Vec<f64>) -> [f64; 2] {
    numbers.sort_unstable_by(f64::total_cmp);
    let outside = (numbers.len() as f64 * TAIL) as usize;
    let at = |index: usize| numbers.get(index).copied().unwrap_or_default();
    [at(outside), at(numbers.len().saturating_sub(outside + 1))]
}

/// The interval of a share of cases; `None` of none.
pub(super) fn of_share(right: usize, of: usize) -> Option<[f64; 2]> {
    let share = ratio(right as f64, of)?;
    if right == 0 || right >= of {
        return Some([share; 2]);
    }
    let (chance, against) = (share.ln(), (1.0 - share).ln());
    // The logarithm of the probability that so many count, from that of none upwards.
    let mut log = of as f64 * against;
    let (mut below, mut low) = (log.exp(), None);
    for count in 0..=of {
        if count > 0 {
            log += ((of - count + 1) as f64 / count as f64).ln() + chance - against;
            below += log.exp();
        }
        if below >= TAIL && low.is_none() {
            low = Some(count);
        }
        if below >= 1.0 - TAIL {
            return Some([low.unwrap_or(count) as f64 / of as f64, count as f64 / of as f64]);
        }
    }
    Some([low.unwrap_or(of) as f64 / of as f64, 1.0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::tests::outcome;

    #[test]
    fn a_share_has_the_quantiles_of_the_binomial() {
        // By the tables: of 20 with 0.5, P(X <= 5) = 0.0207, P(X <= 6) = 0.0577, P(X <= 14) = 0.9793, P(X <= 13) = 0.9423.
        assert_eq!(of_share(10, 20), Some([0.3, 0.7]));
        let [low, high] = of_share(900, 1000).unwrap();
        assert!((low - 0.881).abs() < 0.002 && (high - 0.918).abs() < 0.002, "{low} {high}");
        let [low, high] = of_share(60_000, 100_000).unwrap();
        assert!((low - 0.597).abs() < 0.001 && (high - 0.603).abs() < 0.001, "{low} {high}");
        assert_eq!((of_share(5, 5), of_share(0, 9), of_share(0, 0)), (Some([1.0; 2]), Some([0.0; 2]), None));
    }

    #[test]
    fn rankings_are_resampled_the_same_each_time() {
        let outcomes: Vec<Outcome> =
            (0..200).map(|index| outcome(&index.to_string(), "\"zh\"", index % 10 != 0, 0.9)).collect();
        let intervals = RankingIntervals::of(&outcomes).unwrap();
        assert_eq!(RankingIntervals::of(&outcomes), Some(intervals));
        let [low, high] = intervals.recall_at_5;
        assert!(low < 0.9 && 0.9 < high && high - low < 0.1 && high - low > 0.05, "{low} {high}");
        assert_eq!((intervals.top1, intervals.recall_at_10), ([0.0; 2], [1.0; 2]));
        assert_eq!(RankingIntervals::of(&[]), None);
    }
}
