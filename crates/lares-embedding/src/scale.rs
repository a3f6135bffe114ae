//! The scale of a model: what its cosines mean, measured once and kept beside it.
//!
//! Models differ in where they put unrelated texts: one at a cosine of 0.1, another at 0.7. A logistic curve maps each
//! onto the one scale that the thresholds of retrieval are written for.

use serde::{Deserialize, Serialize};

/// Where a model's cosines begin to mean the same intent, and how sharply.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// The cosine that is as likely as not the same intent. -1..=1.
    pub midpoint: f32,
    /// How sharply the curve rises there. Above 0, at most 1000.
    pub slope: f32,
    /// The softmax temperature at which calibrated similarities of competing commands become probabilities. Above 0,
    /// at most 10.
    pub temperature: f32,
}

impl Default for Scale {
    /// A scale for models that were not measured: that of common sentence-transformers, on the careful side.
    fn default() -> Self {
        Scale { midpoint: 0.5, slope: 12.0, temperature: 0.08 }
    }
}

impl Scale {
    /// Maps a cosine to 0..1. Monotonic.
    pub fn apply(&self, cosine: f32) -> f32 {
        1.0 / (1.0 + (-self.slope * (cosine - self.midpoint)).exp())
    }

    /// Checks every range.
    ///
    /// # Errors
    /// The field, what was found, and what is permitted.
    pub fn check(&self) -> Result<(), String> {
        let positive = |value: f32, most: f32| value > 0.0 && value <= most;
        if !(-1.0..=1.0).contains(&self.midpoint) {
            return Err(format!("midpoint = {} is not in -1..=1", self.midpoint));
        }
        if !positive(self.slope, 1000.0) {
            return Err(format!("slope = {} is not above 0 and at most 1000", self.slope));
        }
        if !positive(self.temperature, 10.0) {
            return Err(format!("temperature = {} is not above 0 and at most 10", self.temperature));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_midpoint_is_a_half_and_more_is_more() {
        let scale = Scale { midpoint: 0.3, slope: 20.0, temperature: 0.1 };
        assert!((scale.apply(0.3) - 0.5).abs() < 1e-6);
        let mut before = 0.0;
        for step in -10..=10_i8 {
            let now = scale.apply(f32::from(step) / 10.0);
            assert!(now >= before && (0.0..=1.0).contains(&now));
            before = now;
        }
    }

    #[test]
    fn numbers_out_of_range_are_named() {
        let good = Scale::default();
        assert_eq!(good.check(), Ok(()));
        for (scale, field) in [
            (Scale { midpoint: 1.5, ..good }, "midpoint"),
            (Scale { midpoint: f32::NAN, ..good }, "midpoint"),
            (Scale { slope: 0.0, ..good }, "slope"),
            (Scale { slope: f32::INFINITY, ..good }, "slope"),
            (Scale { temperature: -1.0, ..good }, "temperature"),
        ] {
            assert!(scale.check().unwrap_err().starts_with(field));
        }
    }
}
