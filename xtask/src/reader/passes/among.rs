//! The devices, each as it is among all, forth and back.

use lares_reader::arithmetic::add;
use lares_reader::shape::{COMMAND, SEVERAL};

use super::super::parameters::Parts;
use super::Chance;
use super::products::{Gradient, applied, cut, multiply, rectify, sum};

/// What was found of the devices.
pub(super) struct Among {
    /// Their vectors among all, as commands are compared with them.
    pub(super) seen: Vec<f32>,
    /// The greatest of each value, and the sum of the values.
    others: Vec<f32>,
    /// The device at which each value is greatest.
    greatest_at: [usize; COMMAND],
    among: Vec<f32>,
    more: Vec<f32>,
    mask: Vec<f32>,
}

impl Among {
    pub(super) fn of(parts: &Parts<'_>, list: &[f32], vectors: &[f32], chance: &mut Chance<'_>) -> Among {
        let (mut others, mut greatest_at) = (vec![0.0_f32; 2 * COMMAND], [0; COMMAND]);
        for (device, vector) in vectors.chunks_exact(COMMAND).enumerate() {
            for (number, value) in vector.iter().enumerate() {
                if *value > others[number] {
                    others[number] = *value;
                    greatest_at[number] = device;
                }
                others[COMMAND + number] += value / SEVERAL;
            }
        }
        let mut common = parts.among.bias.of(list).to_vec();
        multiply(parts.among_others.of(list), &others, &mut common);
        let mut among = Vec::with_capacity(vectors.len());
        for vector in vectors.chunks_exact(COMMAND) {
            among.extend_from_slice(&common);
            let start = among.len() - COMMAND;
            multiply(parts.among.matrix.of(list), vector, &mut among[start..]);
        }
        rectify(&mut among);
        let more: Vec<f32> =
            among.chunks_exact(COMMAND).flat_map(|among| applied(parts.last, list, among)).collect();
        let mask = chance.mask(vectors.len());
        let seen = among.iter().zip(&more).zip(&mask);
        let seen = seen.map(|((among, more), kept)| (among + more.max(0.0)) * kept).collect();
        Among { seen, others, greatest_at, among, more, mask }
    }

    /// Learns from the change of what was seen; returns that of the vectors.
    pub(super) fn back(&self, gradient: &mut Gradient<'_>, vectors: &[f32], change: &[f32]) -> Vec<f32> {
        let parts = gradient.parts;
        let change: Vec<f32> = change.iter().zip(&self.mask).map(|(change, kept)| change * kept).collect();
        let mut of_more = change.clone();
        cut(&mut of_more, &self.more);
        let mut of_among = change;
        let devices = of_more.chunks_exact(COMMAND).zip(of_among.chunks_exact_mut(COMMAND));
        for ((change, of_among), among) in devices.zip(self.among.chunks_exact(COMMAND)) {
            gradient.learn_row(parts.last.bias, 0, 1.0, change);
            gradient.back(parts.last.matrix, among, change, of_among);
        }
        cut(&mut of_among, &self.among);
        let mut of_vectors = vec![0.0; vectors.len()];
        let devices = vectors.chunks_exact(COMMAND).zip(of_vectors.chunks_exact_mut(COMMAND));
        for (change, (vector, of_vector)) in of_among.chunks_exact(COMMAND).zip(devices) {
            gradient.back(parts.among.matrix, vector, change, of_vector);
        }
        let sum = sum(&of_among, COMMAND);
        gradient.learn_row(parts.among.bias, 0, 1.0, &sum);
        let mut of_others = vec![0.0; 2 * COMMAND];
        gradient.back(parts.among_others, &self.others, &sum, &mut of_others);
        let (of_greatest, of_sum) = of_others.split_at_mut(COMMAND);
        of_sum.iter_mut().for_each(|change| *change /= SEVERAL);
        of_vectors.chunks_exact_mut(COMMAND).for_each(|of_vector| add(of_vector, of_sum));
        for (number, (at, change)) in self.greatest_at.iter().zip(of_greatest).enumerate() {
            of_vectors[at * COMMAND + number] += *change;
        }
        of_vectors
    }
}
