//! How far the confidence can be trusted: of the cases with a confidence of about 0.9, nine in ten should be exact.

use serde::Serialize;

use super::{acted, share};
use crate::judge::Share;
use crate::run::Outcome;

/// The lower ends of the bins; the last one includes 1.
const BINS: [f32; 6] = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9];

/// Exact cases by confidence.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Reliability {
    /// From the least sure to the surest.
    pub bins: Vec<Bin>,
    /// The expected calibration error: how far confidence and share of exact cases are apart, on average over the cases
    /// (Naeini, Cooper, Hauskrecht 2015). 0..1; `None` without cases.
    pub calibration_error: Option<f64>,
}

/// The cases whose confidence lies in one range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bin {
    /// The range; the upper end belongs to it only where it is 1.
    pub from: f32,
    /// See `from`.
    pub to: f32,
    /// The mean confidence of its cases; `None` where it has none.
    pub mean_confidence: Option<f64>,
    /// All of them, and those that are exact.
    pub all: Share,
    /// Those that acted, and those of them that are exact.
    pub acted: Share,
}

impl Reliability {
    /// The bins of a run.
    pub fn of(outcomes: &[Outcome]) -> Reliability {
        let ends = BINS.iter().skip(1).copied().chain([1.0]);
        let bins: Vec<Bin> = BINS.iter().zip(ends).map(|(&from, to)| Bin::of(outcomes, from, to)).collect();
        let gap = |bin: &Bin| Some((bin.mean_confidence? - bin.all.ratio()?).abs() * bin.all.of as f64);
        let gaps: f64 = bins.iter().filter_map(gap).sum();
        let calibration_error = super::ratio(gaps, outcomes.len());
        Reliability { bins, calibration_error }
    }
}

impl Bin {
    fn of(outcomes: &[Outcome], from: f32, to: f32) -> Bin {
        let inside = |outcome: &Outcome| {
            let confidence = outcome.verdict.confidence;
            confidence >= from && (confidence < to || to >= 1.0)
        };
        let sum = outcomes
            .iter()
            .filter(|outcome| inside(outcome))
            .map(|outcome| f64::from(outcome.verdict.confidence))
            .sum();
        let all = share(outcomes, inside);
        Bin {
            from,
            to,
            mean_confidence: super::ratio(sum, all.of),
            all,
            acted: share(outcomes, |outcome| inside(outcome) && acted(outcome)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::tests::outcome;

    #[test]
    fn every_case_is_in_one_bin() {
        let outcomes = [
            outcome("a", "\"zh\"", true, 1.0),
            outcome("b", "\"zh\"", false, 0.9),
            outcome("c", "\"zh\"", true, 0.5),
            outcome("d", "\"zh\"", true, 0.0),
        ];
        let reliability = Reliability::of(&outcomes);
        let sizes: Vec<usize> = reliability.bins.iter().map(|bin| bin.all.of).collect();
        assert_eq!(sizes, [1, 1, 0, 0, 0, 2]);
        let last = reliability.bins.last().unwrap();
        assert_eq!((last.all, last.acted), (Share { right: 1, of: 2 }, Share { right: 1, of: 1 }));
        assert!((last.mean_confidence.unwrap() - 0.95).abs() < 1e-6);
        // (0.45 * 2 + 0.5 + 1.0) / 4
        assert!((reliability.calibration_error.unwrap() - 0.6).abs() < 1e-6);
        assert_eq!(Reliability::of(&[]).calibration_error, None);
    }
}
