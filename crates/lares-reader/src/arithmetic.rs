//! Sums and products of vectors, in one order whoever computes them.

/// Sums beside one another, which one instruction adds.
const BESIDE: usize = 8;

/// The scalar product.
#[inline(always)]
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    let (blocks, others) = (one.as_chunks::<BESIDE>(), other.as_chunks::<BESIDE>());
    let rest: f32 = blocks.1.iter().zip(others.1).map(|(one, other)| one * other).sum();
    let mut sums = [0.0_f32; BESIDE];
    for (one, other) in blocks.0.iter().zip(others.0) {
        for ((sum, one), other) in sums.iter_mut().zip(one).zip(other) {
            *sum += one * other;
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// The sum of numbers.
#[inline(always)]
fn sum(numbers: &[f32]) -> f32 {
    let (blocks, rest) = numbers.as_chunks::<BESIDE>();
    let mut sums = [0.0_f32; BESIDE];
    for block in blocks {
        sums.iter_mut().zip(block).for_each(|(sum, number)| *sum += number);
    }
    sums.iter().sum::<f32>() + rest.iter().sum::<f32>()
}

/// Adds a vector to another.
#[inline(always)]
pub fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// Adds a vector, so many times, to another.
#[inline(always)]
pub fn add_times(to: &mut [f32], times: f32, what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += times * what);
}

/// Softmax.
#[inline(always)]
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
#[inline(always)]
pub fn mean_and_scale(vector: &[f32]) -> (f32, f32) {
    let count = vector.len() as f32;
    let mean = sum(vector) / count;
    let (blocks, rest) = vector.as_chunks::<BESIDE>();
    let mut squares = [0.0_f32; BESIDE];
    for block in blocks {
        squares.iter_mut().zip(block).for_each(|(sum, value)| *sum += (value - mean) * (value - mean));
    }
    let rest: f32 = rest.iter().map(|value| (value - mean) * (value - mean)).sum();
    let variance = (squares.iter().sum::<f32>() + rest) / count;
    (mean, 1.0 / (variance + crate::shape::EPSILON).sqrt())
}
