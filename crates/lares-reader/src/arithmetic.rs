//! Sums and products of vectors, in one order whoever computes them.

/// The scalar product.
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    // Eight sums beside one another, which one instruction adds.
    let (blocks, others) = (one.chunks_exact(8), other.chunks_exact(8));
    let rest: f32 = blocks.remainder().iter().zip(others.remainder()).map(|(one, other)| one * other).sum();
    let mut sums = [0.0_f32; 8];
    for (one, other) in blocks.zip(others) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Adds a vector to another.
pub fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// Adds a vector, so many times, to another.
pub fn add_times(to: &mut [f32], times: f32, what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

/// Softmax.
pub fn soften(values: &mut [f32]) {
    let greatest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|value| *value = libm::expf(*value - greatest));
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum.max(f32::MIN_POSITIVE));
}

/// The logistic function.
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-value))
}

/// What [`sigmoid`] makes this of.
pub fn logit(likelihood: f32) -> f32 {
    if likelihood <= 0.0 { f32::NEG_INFINITY } else { -libm::logf(1.0 / likelihood - 1.0) }
}

/// The mean of a vector, and what its distance from the mean is multiplied with so that its variance is 1.
pub fn mean_and_scale(vector: &[f32]) -> (f32, f32) {
    let count = vector.len() as f32;
    let mean = vector.iter().sum::<f32>() / count;
    let variance = vector.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
    (mean, 1.0 / (variance + crate::shape::EPSILON).sqrt())
}
