//! The dot product, in vector instructions: the only place that knows of the crate behind it (`wide`).
//!
//! Eight lanes whatever the machine: as two registers of the smallest x86-64 and of ARM, as one where a program is built
//! for wider ones. Products and sums are never fused, so that every machine gives the same bits. Choosing wider
//! registers when the program starts brings nothing: reading the vectors from memory takes the time.

use wide::f32x8;

/// So many numbers at a time.
const LANES: usize = 8;

/// The dot product; 0 where the lengths differ or the sum is no number.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    if a.len() != b.len() {
        return 0.0;
    }
    let ((a_chunks, a_rest), (b_chunks, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut lanes = f32x8::ZERO;
    for (x, y) in a_chunks.iter().zip(b_chunks) {
        lanes += f32x8::new(*x) * f32x8::new(*y);
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    // One lane after another: an order that no machine changes.
    let sum = lanes.to_array().iter().sum::<f32>() + rest;
    if sum.is_finite() { sum } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lanes_sum_like_a_plain_loop() {
        let a: Vec<f32> = (0..37).map(|x| x as f32).collect();
        let plain: f32 = a.iter().map(|x| x * x).sum();
        assert_eq!(dot(&a, &a), plain);
    }

    #[test]
    fn other_lengths_and_no_numbers_are_nothing() {
        assert_eq!(dot(&[1.0], &[1.0, 1.0]), 0.0);
        assert_eq!(dot(&[f32::NAN], &[1.0]), 0.0);
        assert_eq!(dot(&[f32::MAX; 9], &[f32::MAX; 9]), 0.0);
        assert_eq!(dot(&[], &[]), 0.0);
    }

    proptest! {
        /// The same bits as the definition: lane by lane, then one lane after another, then what is left over.
        #[test]
        fn same_bits_as_the_definition(pairs in prop::collection::vec((-1.0f32..1.0, -1.0f32..1.0), 0..300)) {
            let (a, b): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
            let whole = a.len() / LANES * LANES;
            let mut lanes = [0.0f32; LANES];
            for place in 0..whole {
                lanes[place % LANES] += a[place] * b[place];
            }
            let rest: f32 = (whole..a.len()).map(|place| a[place] * b[place]).sum();
            prop_assert_eq!(dot(&a, &b).to_bits(), (lanes.iter().sum::<f32>() + rest).to_bits());
        }
    }
}
