//! One step of training: the gradients of the shares are added up, cut to a length, and followed by Adam with weight decay.
//!
//! Most of what is learned are the vectors of words' features, and of these a batch touches few. What the others would do in a
//! step, of which they have no gradient, is done when a batch has them next: nobody reads them before.

use std::ops::Range;

use lares_reader::arithmetic::add;
use lares_reader::shape::WORD;

use super::parameters::Parts;

/// The longest gradient that is followed.
const LONGEST: f32 = 2.0;
/// Of the values so much is taken off in a step, times its rate.
const DECAY: f32 = 0.01;
/// How much of the moments stays in a step.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
/// After so many steps without a gradient the first moment is taken for nothing: 0.6 of a hundred are left of it.
const FADED: usize = 48;

/// What is learned from a share of a batch.
#[derive(Debug)]
pub(super) struct Share {
    /// The sum of the gradients.
    pub(super) gradient: Vec<f32>,
    /// The rows of the vectors of words' features that something was learned about.
    pub(super) rows: Vec<usize>,
}

impl Share {
    pub(super) fn new(parts: &Parts<'_>) -> Share {
        Share { gradient: vec![0.0; parts.length], rows: Vec::new() }
    }
}

/// What holds for a whole step.
#[derive(Debug, Clone, Copy)]
struct Step {
    rate: f32,
    /// How much the moments have grown by then.
    grown: f32,
    spread: f32,
    /// The product of what weight decay has left until then, as a logarithm.
    left: f32,
}

/// Adam with weight decay (Loshchilov and Hutter, "Decoupled weight decay regularization"), and the usual 0.9 and 0.999.
#[derive(Debug)]
pub(super) struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    /// Where the vectors of words' features stand.
    words: Range<usize>,
    /// How many steps each of them has made.
    made: Vec<usize>,
    steps: Vec<Step>,
}

impl Adam {
    pub(super) fn new(parts: &Parts<'_>) -> Adam {
        let moments = || vec![0.0; parts.length];
        let made = vec![0; parts.words.rows];
        Adam { first: moments(), second: moments(), words: parts.words.range(), made, steps: Vec::new() }
    }

    /// Has the vectors of these features, by their rows, make the steps that they have not made.
    pub(super) fn catch_up(&mut self, list: &mut [f32], rows: impl IntoIterator<Item = usize>) {
        for row in rows {
            let missed = self.made[row]..self.steps.len();
            self.made[row] = self.steps.len();
            if missed.is_empty() {
                continue;
            }
            let range = self.of_row(row);
            let faded = missed.end.min(missed.start + FADED);
            for step in &self.steps[missed.start..faded] {
                let moments = self.first[range.clone()].iter_mut().zip(&mut self.second[range.clone()]);
                for (value, (first, second)) in list[range.clone()].iter_mut().zip(moments) {
                    *first *= FIRST;
                    *second *= SECOND;
                    *value -= step.rate * (step.by(*first, *second) + DECAY * *value);
                }
            }
            if faded < missed.end {
                let left = (self.steps[missed.end - 1].left - self.steps[faded - 1].left).exp();
                let stays = SECOND.powi(i32::try_from(missed.end - faded).unwrap_or(i32::MAX));
                list[range.clone()].iter_mut().for_each(|value| *value *= left);
                self.first[range.clone()].fill(0.0);
                self.second[range].iter_mut().for_each(|second| *second *= stays);
            }
        }
    }

    /// Has all vectors make the steps that they have not made.
    pub(super) fn catch_up_all(&mut self, list: &mut [f32]) {
        self.catch_up(list, 0..self.made.len());
    }

    /// One step against the mean of so many gradients, which are summed up in shares and are emptied. Vectors that something was
    /// learned about must have made all steps before.
    pub(super) fn step(&mut self, list: &mut [f32], shares: &mut [Share], count: usize, rate: f32) {
        let mut rows: Vec<usize> = shares.iter_mut().flat_map(|share| share.rows.drain(..)).collect();
        rows.sort_unstable();
        rows.dedup();
        let Some((Share { gradient, .. }, others)) = shares.split_first_mut() else { return };
        let mut ranges = vec![0..self.words.start, self.words.end..list.len()];
        ranges.extend(rows.iter().map(|row| self.of_row(*row)));
        let mut squares = 0.0;
        for range in &ranges {
            let sums = &mut gradient[range.clone()];
            for other in &mut *others {
                let other = &mut other.gradient[range.clone()];
                add(sums, other);
                other.fill(0.0);
            }
            squares += sums.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>();
        }
        let mean = 1.0 / count as f32;
        let by = mean * (LONGEST / (squares.sqrt() as f32 * mean).max(LONGEST));
        let step = self.begin(rate);
        for range in ranges {
            let moments = self.first[range.clone()].iter_mut().zip(&mut self.second[range.clone()]);
            let values = list[range.clone()].iter_mut().zip(&mut gradient[range]);
            for ((value, gradient), (first, second)) in values.zip(moments) {
                let slope = by * *gradient;
                *gradient = 0.0;
                *first = FIRST * *first + (1.0 - FIRST) * slope;
                *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
                *value -= step.rate * (step.by(*first, *second) + DECAY * *value);
            }
        }
        rows.iter().for_each(|row| self.made[*row] = self.steps.len());
    }

    fn begin(&mut self, rate: f32) -> Step {
        let number = i32::try_from(self.steps.len() + 1).unwrap_or(i32::MAX);
        let before = self.steps.last().map_or(0.0, |step| step.left);
        let step = Step {
            rate,
            grown: 1.0 / (1.0 - FIRST.powi(number)),
            spread: 1.0 / (1.0 - SECOND.powi(number)),
            left: before + (1.0 - rate * DECAY).ln(),
        };
        self.steps.push(step);
        step
    }

    fn of_row(&self, row: usize) -> Range<usize> {
        self.words.start + row * WORD..self.words.start + (row + 1) * WORD
    }
}

impl Step {
    fn by(self, first: f32, second: f32) -> f32 {
        (first * self.grown) / ((second * self.spread).sqrt() + 1e-8)
    }
}

#[cfg(test)]
mod tests {
    use lares_reader::Example;

    use super::super::known::Known;
    use super::*;

    fn known() -> Known {
        let mut said = Example::default();
        said.features.extend([1, 2, 3]);
        said.end_word(1, false);
        Known::of([&said].into_iter(), 1)
    }

    /// Steps with a gradient of one row in the first of them; the others are in each.
    fn after(parts: &Parts<'_>, steps: usize, each: bool) -> Vec<f32> {
        let (mut list, mut adam) = (parts.beginning(1), Adam::new(parts));
        let mut shares = [Share::new(parts), Share::new(parts)];
        let words = parts.words.range();
        for step in 0..steps {
            for share in &mut shares {
                if step == 0 {
                    share.gradient[words.start + WORD..words.start + 2 * WORD].fill(1.0);
                    share.rows.push(1);
                }
                share.gradient[words.end] = -1.0;
            }
            adam.step(&mut list, &mut shares, 2, 0.01);
            if each {
                adam.catch_up_all(&mut list);
            }
        }
        adam.catch_up_all(&mut list);
        assert!(
            shares.iter().all(|share| share.rows.is_empty() && share.gradient.iter().all(|it| *it == 0.0))
        );
        list
    }

    #[test]
    fn it_goes_against_the_gradient() {
        let known = known();
        let parts = Parts::new(&known);
        let (before, list) = (parts.beginning(1), after(&parts, 1, true));
        let words = parts.words.range();
        let moved = |place: usize| list[place] - before[place];
        assert!(moved(words.start + WORD) < -0.005 && moved(words.end) > 0.005);
        // Weight decay only.
        assert!((moved(words.start) + 1e-4 * before[words.start]).abs() < 1e-6);
    }

    #[test]
    fn steps_made_later_are_the_same() {
        let known = known();
        let parts = Parts::new(&known);
        for steps in [2, FADED, FADED + 1, 3 * FADED] {
            let (later, each) = (after(&parts, steps, false), after(&parts, steps, true));
            for (place, (one, other)) in later.iter().zip(&each).enumerate() {
                assert!((one - other).abs() < 2e-3, "{steps} steps, {place}: {one} and {other}");
            }
        }
    }
}
