//! How long answers took, the last turn of each case.

use std::time::Duration;

use serde::Serialize;

/// Quantiles and a histogram.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Latency {
    /// In microseconds.
    pub median_us: f64,
    /// In microseconds.
    pub p99_us: f64,
    /// In microseconds.
    pub longest_us: f64,
    /// How many took how long, from the shortest to the longest that there was; each bucket is half as wide again as
    /// the one before.
    pub histogram: Vec<Bucket>,
}

/// The answers that took longer than the bucket before and at most `up_to_us`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Bucket {
    /// In microseconds.
    pub up_to_us: f64,
    /// How many.
    pub cases: usize,
}

impl Latency {
    /// The quantiles of these times.
    pub fn of(mut times: Vec<Duration>) -> Latency {
        times.sort_unstable();
        let micros = |time: &Duration| time.as_secs_f64() * 1e6;
        let at = |quantile: f64| {
            let index = (times.len().saturating_sub(1) as f64 * quantile).round() as usize;
            times.get(index).map_or(0.0, micros)
        };
        let longest_us = at(1.0);
        let mut histogram = Vec::new();
        let (mut up_to_us, mut counted) = (1.0, 0);
        while counted < times.len() {
            let reached = times.partition_point(|time| micros(time) <= up_to_us);
            if reached > 0 {
                histogram.push(Bucket { up_to_us, cases: reached - counted });
            }
            counted = reached;
            up_to_us *= 1.5;
        }
        Latency { median_us: at(0.5), p99_us: at(0.99), longest_us, histogram }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_buckets_hold_every_time() {
        let latency = Latency::of((1..=1000).map(Duration::from_micros).collect());
        let quantiles = [latency.median_us, latency.p99_us, latency.longest_us].map(f64::round);
        assert_eq!(quantiles, [501.0, 990.0, 1000.0]);
        assert_eq!(latency.histogram.iter().map(|bucket| bucket.cases).sum::<usize>(), 1000);
        let last = latency.histogram.last().unwrap();
        assert!(last.up_to_us >= 1000.0 && last.cases > 0);
        assert_eq!(latency.histogram[0], Bucket { up_to_us: 1.0, cases: 1 });
        assert_eq!(Latency::of(Vec::new()), Latency::default());
    }
}
