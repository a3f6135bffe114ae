//! The network forth and back: how wrong it is about one example, and what would make it less so.
//!
//! Forth it is what `lares_reader::network` computes, with values left out by chance; back it is the derivative of the sum of
//! the cross entropies of the commands.

use lares_reader::Example;

use super::parameters::{
    COMMAND, COMMAND_PLACES, DEVICE_PLACES, ENTITY, LAYERS, LOOKED, Part, Parts, TOUCHES, WORD, WORD_PLACES,
};
use crate::training::random::Random;

const DILATIONS: [usize; LAYERS] = [1, 2, 4, 1];
const EPSILON: f32 = 1e-5;
const SEVERAL: f32 = 8.0;

/// An example and what is right.
#[derive(Debug, Clone)]
pub(super) struct Lesson {
    pub(super) example: Example,
    /// Commands that are meant: the places of the entity and of the command in it.
    pub(super) meant: Vec<(u32, u32)>,
    /// Commands that may be meant or not.
    pub(super) either: Vec<(u32, u32)>,
}

/// What is left out by chance.
#[derive(Debug)]
pub(super) struct Chance<'r> {
    pub(super) random: &'r mut Random,
    /// Of a thousand values so many.
    pub(super) values: usize,
    /// Of a thousand features of words so many; of their letters twice as many.
    pub(super) features: usize,
}

impl Chance<'_> {
    /// What the values are multiplied with.
    fn mask(&mut self, count: usize) -> Vec<f32> {
        let kept = 1000.0 / (1000 - self.values) as f32;
        (0..count).map(|_| if self.random.below(1000) < self.values { 0.0 } else { kept }).collect()
    }
}

/// Adds the product of a vector with a matrix.
fn multiply(matrix: &[f32], by: &[f32], to: &mut [f32]) {
    for (row, by) in matrix.chunks_exact(to.len()).zip(by) {
        if *by != 0.0 {
            to.iter_mut().zip(row).for_each(|(to, value)| *to += by * value);
        }
    }
}

/// Adds what a change behind a matrix is before it.
fn back(matrix: &[f32], change: &[f32], to: &mut [f32]) {
    for (row, to) in matrix.chunks_exact(change.len()).zip(to) {
        *to += dot(row, change);
    }
}

/// Adds what a change behind a matrix is to the matrix.
fn learn(matrix: &mut [f32], by: &[f32], change: &[f32]) {
    for (row, by) in matrix.chunks_exact_mut(change.len()).zip(by) {
        if *by != 0.0 {
            row.iter_mut().zip(change).for_each(|(value, change)| *value += by * change);
        }
    }
}

fn dot(one: &[f32], other: &[f32]) -> f32 {
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

fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// Where a value was not above nothing, its change is nothing.
fn cut(change: &mut [f32], values: &[f32]) {
    change.iter_mut().zip(values).filter(|(_, value)| **value <= 0.0).for_each(|(change, _)| *change = 0.0);
}

fn softened(mut values: Vec<f32>) -> Vec<f32> {
    let greatest = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|value| *value = (*value - greatest).exp());
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
    values
}

/// The change of what was softened, from that of the shares.
fn unsoftened(shares: &[f32], changes: &[f32]) -> Vec<f32> {
    let mean = dot(shares, changes);
    shares.iter().zip(changes).map(|(share, change)| share * (change - mean)).collect()
}

/// A matrix of the list of values, and that of the gradient.
struct Both<'l> {
    list: &'l [f32],
    gradient: &'l mut [f32],
}

impl Both<'_> {
    fn backwards(&mut self, part: Part, by: &[f32], change: &[f32], to: &mut [f32]) {
        back(part.of(self.list), change, to);
        learn(part.of_mut(self.gradient), by, change);
    }

    fn learn_row(&mut self, part: Part, row: usize, change: &[f32]) {
        add(part.row_mut(self.gradient, row), change);
    }
}

/// How wrong the network is about a lesson; adds to the gradient.
pub(super) fn learn_from(
    parts: &Parts,
    list: &[f32],
    lesson: &Lesson,
    chance: &mut Chance<'_>,
    gradient: &mut [f32],
) -> f32 {
    let example = &lesson.example;
    let (words, entities) = (example.words.len(), example.candidates.len());
    if words == 0 || entities == 0 {
        return 0.0;
    }
    // Forth: the words.
    let mut touched = vec![[0.0_f32; TOUCHES]; words];
    for touch in &example.touches {
        let strongest = &mut touched[touch.word as usize][touch.kind as usize];
        *strongest = strongest.max(touch.strength);
    }
    let mut kept: Vec<Vec<usize>> = Vec::with_capacity(words);
    let mut heard = vec![0.0; words * WORD];
    for ((word, touched), vector) in example.words.iter().zip(&touched).zip(heard.chunks_exact_mut(WORD)) {
        let mut features = Vec::with_capacity(word.features.len());
        for (place, feature) in word.features.iter().enumerate() {
            if chance.random.below(1000) >= chance.features * if place == 0 { 2 } else { 1 } {
                features.push(*feature as usize % WORD_PLACES);
            }
        }
        features.iter().for_each(|&feature| add(vector, parts.words.row(list, feature)));
        kept.push(features);
        add(vector, parts.turns.row(list, usize::from(!word.earlier)));
        add(vector, parts.touched.bias.of(list));
        multiply(parts.touched.matrix.of(list), touched, vector);
    }
    let first_mask = chance.mask(words * WORD);
    heard.iter_mut().zip(&first_mask).for_each(|(heard, kept)| *heard *= kept);
    let mut normals: Vec<Vec<f32>> = Vec::with_capacity(LAYERS);
    let mut hats: Vec<Vec<f32>> = Vec::with_capacity(LAYERS);
    let mut scales: Vec<Vec<f32>> = Vec::with_capacity(LAYERS);
    let mut changes: Vec<Vec<f32>> = Vec::with_capacity(LAYERS);
    for (layer, dilation) in parts.layers.iter().zip(DILATIONS) {
        let (mut normal, mut hat, mut scale) = (vec![0.0; words * WORD], vec![0.0; words * WORD], Vec::new());
        let (gain, bias) = (layer.norm.row(list, 0), layer.norm.row(list, 1));
        let vectors = normal.chunks_exact_mut(WORD).zip(hat.chunks_exact_mut(WORD));
        for (word, (normal, hat)) in heard.chunks_exact(WORD).zip(vectors) {
            let mean = word.iter().sum::<f32>() / WORD as f32;
            let variance =
                word.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / WORD as f32;
            let by = 1.0 / (variance + EPSILON).sqrt();
            for (place, value) in word.iter().enumerate() {
                hat[place] = (value - mean) * by;
                normal[place] = hat[place] * gain[place] + bias[place];
            }
            scale.push(by);
        }
        let mut change = vec![0.0; words * WORD];
        for (place, out) in change.chunks_exact_mut(WORD).enumerate() {
            add(out, layer.bias.of(list));
            for (tap, matrix) in layer.taps.iter().enumerate() {
                if let Some(at) = beside(place, tap, dilation, words) {
                    multiply(matrix.of(list), &normal[at * WORD..(at + 1) * WORD], out);
                }
            }
        }
        heard.iter_mut().zip(&change).for_each(|(heard, change)| *heard += change.max(0.0));
        normals.push(normal);
        hats.push(hat);
        scales.push(scale);
        changes.push(change);
    }
    let second_mask = chance.mask(words * WORD);
    heard.iter_mut().zip(&second_mask).for_each(|(heard, kept)| *heard *= kept);
    let word = |place: usize| place * WORD..(place + 1) * WORD;
    let attends_whole = parts.attends_whole.of(list);
    let shares_whole = softened(heard.chunks_exact(WORD).map(|word| dot(attends_whole, word)).collect());
    let mut whole = vec![0.0; WORD];
    for (share, word) in shares_whole.iter().zip(heard.chunks_exact(WORD)) {
        whole.iter_mut().zip(word).for_each(|(whole, value)| *whole += share * value);
    }
    // Forth: the devices.
    let mut there = vec![0.0; words * ENTITY];
    for (word, out) in heard.chunks_exact(WORD).zip(there.chunks_exact_mut(ENTITY)) {
        add(out, parts.looks_word.bias.of(list));
        multiply(parts.looks_word.matrix.of(list), word, out);
    }
    let mut common = parts.device.bias.of(list).to_vec();
    multiply(parts.device_whole.of(list), &whole, &mut common);
    let mut own = vec![0.0; entities * ENTITY];
    let mut through = vec![0.0; entities * words * ENTITY];
    let mut shares = vec![0.0; entities * words];
    let mut looked = vec![0.0_f32; entities * LOOKED];
    let mut greatest_at = vec![0_usize; entities * ENTITY];
    let mut vectors = vec![0.0; entities * COMMAND];
    let row = words * ENTITY;
    for (device, out) in through.chunks_exact_mut(row).enumerate() {
        let entity = &example.candidates[device].entity;
        let own = &mut own[device * ENTITY..(device + 1) * ENTITY];
        add(own, parts.kinds.row(list, entity.category as usize % DEVICE_PLACES));
        for ability in &entity.abilities {
            add(own, parts.abilities.row(list, *ability as usize % DEVICE_PLACES));
        }
        let mut asks = parts.looks_device.bias.of(list).to_vec();
        multiply(parts.looks_device.matrix.of(list), own, &mut asks);
        for (out, there) in out.chunks_exact_mut(ENTITY).zip(there.chunks_exact(ENTITY)) {
            out.iter_mut().zip(there).zip(&asks).for_each(|((out, there), asks)| *out = there + asks);
        }
    }
    for touch in &example.touches {
        let start = touch.candidate as usize * row + touch.word as usize * ENTITY;
        let by = parts.looks_touch.row(list, touch.kind as usize);
        through[start..start + ENTITY].iter_mut().zip(by).for_each(|(to, by)| *to += touch.strength * by);
    }
    through.iter_mut().for_each(|value| *value = value.max(0.0));
    let attends = parts.attends.of(list);
    for (device, through) in through.chunks_exact(row).enumerate() {
        let share = softened(through.chunks_exact(ENTITY).map(|word| dot(attends, word)).collect());
        let looked = &mut looked[device * LOOKED..(device + 1) * LOOKED];
        let at = &mut greatest_at[device * ENTITY..(device + 1) * ENTITY];
        for (place, (share, word)) in share.iter().zip(through.chunks_exact(ENTITY)).enumerate() {
            for (value, number) in word.iter().zip(0..) {
                if *value > looked[number] {
                    looked[number] = *value;
                    at[number] = place;
                }
                looked[ENTITY + number] += share * value;
            }
        }
        looked[2 * ENTITY..3 * ENTITY].copy_from_slice(&own[device * ENTITY..(device + 1) * ENTITY]);
        let entity = &example.candidates[device];
        for (place, so) in [entity.is_near, example.room_known, entity.is_recent].into_iter().enumerate() {
            looked[3 * ENTITY + place] = f32::from(u8::from(so));
        }
        shares[device * words..(device + 1) * words].copy_from_slice(&share);
        let vector = &mut vectors[device * COMMAND..(device + 1) * COMMAND];
        vector.copy_from_slice(&common);
        multiply(parts.device.matrix.of(list), looked, vector);
        vector.iter_mut().for_each(|value| *value = value.max(0.0));
    }
    let mut others = vec![0.0_f32; 2 * COMMAND];
    let mut others_at = vec![0_usize; COMMAND];
    for (device, vector) in vectors.chunks_exact(COMMAND).enumerate() {
        for (place, value) in vector.iter().enumerate() {
            if *value > others[place] {
                others[place] = *value;
                others_at[place] = device;
            }
            others[COMMAND + place] += value / SEVERAL;
        }
    }
    let mut common_among = parts.among.bias.of(list).to_vec();
    multiply(parts.among_others.of(list), &others, &mut common_among);
    let (mut among, mut more) = (vec![0.0; entities * COMMAND], vec![0.0; entities * COMMAND]);
    let last_mask = chance.mask(entities * COMMAND);
    let mut seen = vec![0.0; entities * COMMAND];
    let device = |place: usize| place * COMMAND..(place + 1) * COMMAND;
    for place in 0..entities {
        let among = &mut among[device(place)];
        among.copy_from_slice(&common_among);
        multiply(parts.among.matrix.of(list), &vectors[device(place)], among);
        among.iter_mut().for_each(|value| *value = value.max(0.0));
        let more = &mut more[device(place)];
        add(more, parts.last.bias.of(list));
        multiply(parts.last.matrix.of(list), among, more);
        for (number, seen) in seen[device(place)].iter_mut().enumerate() {
            *seen = (among[number] + more[number].max(0.0)) * last_mask[place * COMMAND + number];
        }
    }
    // Forth and back: the commands.
    let mut loss = 0.0;
    let mut called: Vec<(usize, f32, usize, f32)> = Vec::new();
    let mut seen_change = vec![0.0; entities * COMMAND];
    for (candidate, entity_place) in example.candidates.iter().zip(0_u32..) {
        for (&command, command_place) in candidate.entity.commands.iter().zip(0_u32..) {
            let pair = (entity_place, command_place);
            let is_meant = lesson.meant.contains(&pair);
            if !is_meant && lesson.either.contains(&pair) {
                continue;
            }
            let command = command as usize % COMMAND_PLACES;
            let call = match called.iter_mut().position(|(known, ..)| *known == command) {
                Some(place) => place,
                None => {
                    let asks = parts.calls.row(list, command);
                    let of = heard.chunks_exact(WORD).map(|word| dot(asks, word)).zip(0..);
                    let (best, at) = of.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default();
                    called.push((command, best, at, 0.0));
                    called.len() - 1
                }
            };
            let place = entity_place as usize;
            let fits = dot(parts.commands.row(list, command), &seen[device(place)]);
            let value = fits + called[call].1 + parts.biases.row(list, command)[0];
            let likelihood = 1.0 / (1.0 + (-value).exp());
            let wanted = f32::from(u8::from(is_meant));
            loss -= if is_meant { likelihood.max(1e-9).ln() } else { (1.0 - likelihood).max(1e-9).ln() };
            let change = likelihood - wanted;
            called[call].3 += change;
            parts.biases.row_mut(gradient, command)[0] += change;
            let by = parts.commands.row(list, command);
            seen_change[device(place)].iter_mut().zip(by).for_each(|(to, by)| *to += change * by);
            let learnt = parts.commands.row_mut(gradient, command);
            learnt.iter_mut().zip(&seen[device(place)]).for_each(|(to, by)| *to += change * by);
        }
    }
    // Back.
    let mut both = Both { list, gradient };
    let mut heard_change = vec![0.0; words * WORD];
    for (command, _, at, change) in called {
        let asks = parts.calls.row(list, command);
        heard_change[word(at)].iter_mut().zip(asks).for_each(|(to, by)| *to += change * by);
        let learnt = parts.calls.row_mut(both.gradient, command);
        learnt.iter_mut().zip(&heard[word(at)]).for_each(|(to, by)| *to += change * by);
    }
    seen_change.iter_mut().zip(&last_mask).for_each(|(change, kept)| *change *= kept);
    let mut vector_change = vec![0.0; entities * COMMAND];
    let mut sum = vec![0.0; COMMAND];
    for place in 0..entities {
        let mut change = seen_change[device(place)].to_vec();
        cut(&mut change, &more[device(place)]);
        both.learn_row(parts.last.bias, 0, &change);
        let mut among_change = seen_change[device(place)].to_vec();
        both.backwards(parts.last.matrix, &among[device(place)], &change, &mut among_change);
        cut(&mut among_change, &among[device(place)]);
        both.backwards(
            parts.among.matrix,
            &vectors[device(place)],
            &among_change,
            &mut vector_change[device(place)],
        );
        add(&mut sum, &among_change);
    }
    both.learn_row(parts.among.bias, 0, &sum);
    let mut others_change = vec![0.0; 2 * COMMAND];
    both.backwards(parts.among_others, &others, &sum, &mut others_change);
    for (number, at) in others_at.iter().enumerate() {
        vector_change[at * COMMAND + number] += others_change[number];
        vector_change
            .iter_mut()
            .skip(number)
            .step_by(COMMAND)
            .for_each(|change| *change += others_change[COMMAND + number] / SEVERAL);
    }
    let mut sum = vec![0.0; COMMAND];
    let mut there_change = vec![0.0; words * ENTITY];
    for place in 0..entities {
        let mut change = vector_change[device(place)].to_vec();
        cut(&mut change, &vectors[device(place)]);
        if change.iter().all(|change| *change == 0.0) {
            continue;
        }
        add(&mut sum, &change);
        let mut looked_change = vec![0.0; LOOKED];
        both.backwards(
            parts.device.matrix,
            &looked[place * LOOKED..(place + 1) * LOOKED],
            &change,
            &mut looked_change,
        );
        let through = &through[place * row..(place + 1) * row];
        let share = &shares[place * words..(place + 1) * words];
        let attended_change = &looked_change[ENTITY..2 * ENTITY];
        let of_shares: Vec<f32> =
            through.chunks_exact(ENTITY).map(|word| dot(attended_change, word)).collect();
        let of_softened = unsoftened(share, &of_shares);
        let mut through_change = vec![0.0; row];
        for (at, change) in through_change.chunks_exact_mut(ENTITY).enumerate() {
            let learnt = parts.attends.of_mut(both.gradient);
            for number in 0..ENTITY {
                learnt[number] += of_softened[at] * through[at * ENTITY + number];
                change[number] += share[at] * attended_change[number] + of_softened[at] * attends[number];
            }
        }
        for (number, at) in greatest_at[place * ENTITY..(place + 1) * ENTITY].iter().enumerate() {
            through_change[at * ENTITY + number] += looked_change[number];
        }
        cut(&mut through_change, through);
        add(&mut there_change, &through_change);
        let mut asks_change = vec![0.0; ENTITY];
        through_change.chunks_exact(ENTITY).for_each(|change| add(&mut asks_change, change));
        for touch in example.touches.iter().filter(|touch| touch.candidate as usize == place) {
            let change = &through_change[touch.word as usize * ENTITY..][..ENTITY];
            let learnt = parts.looks_touch.row_mut(both.gradient, touch.kind as usize);
            learnt.iter_mut().zip(change).for_each(|(to, change)| *to += touch.strength * change);
        }
        both.learn_row(parts.looks_device.bias, 0, &asks_change);
        let mut own_change = looked_change[2 * ENTITY..3 * ENTITY].to_vec();
        let own = &own[place * ENTITY..(place + 1) * ENTITY];
        both.backwards(parts.looks_device.matrix, own, &asks_change, &mut own_change);
        let entity = &example.candidates[place].entity;
        both.learn_row(parts.kinds, entity.category as usize % DEVICE_PLACES, &own_change);
        for ability in &entity.abilities {
            both.learn_row(parts.abilities, *ability as usize % DEVICE_PLACES, &own_change);
        }
    }
    both.learn_row(parts.device.bias, 0, &sum);
    let mut whole_change = vec![0.0; WORD];
    both.backwards(parts.device_whole, &whole, &sum, &mut whole_change);
    for (at, change) in there_change.chunks_exact(ENTITY).enumerate() {
        both.learn_row(parts.looks_word.bias, 0, change);
        both.backwards(parts.looks_word.matrix, &heard[word(at)], change, &mut heard_change[word(at)]);
    }
    let of_shares: Vec<f32> = heard.chunks_exact(WORD).map(|word| dot(&whole_change, word)).collect();
    let of_softened = unsoftened(&shares_whole, &of_shares);
    for at in 0..words {
        let learnt = parts.attends_whole.of_mut(both.gradient);
        for number in 0..WORD {
            learnt[number] += of_softened[at] * heard[at * WORD + number];
            heard_change[at * WORD + number] +=
                shares_whole[at] * whole_change[number] + of_softened[at] * attends_whole[number];
        }
    }
    heard_change.iter_mut().zip(&second_mask).for_each(|(change, kept)| *change *= kept);
    for (number, (layer, dilation)) in parts.layers.iter().zip(DILATIONS).enumerate().rev() {
        let (normal, hat, scale) = (&normals[number], &hats[number], &scales[number]);
        let mut change = heard_change.clone();
        cut(&mut change, &changes[number]);
        let mut normal_change = vec![0.0; words * WORD];
        for (place, change) in change.chunks_exact(WORD).enumerate() {
            both.learn_row(layer.bias, 0, change);
            for (tap, matrix) in layer.taps.iter().enumerate() {
                if let Some(at) = beside(place, tap, dilation, words) {
                    both.backwards(*matrix, &normal[word(at)], change, &mut normal_change[word(at)]);
                }
            }
        }
        let gain = layer.norm.row(list, 0);
        for place in 0..words {
            let (change, hat) = (&normal_change[word(place)], &hat[word(place)]);
            both.learn_row(layer.norm, 1, change);
            let learnt = layer.norm.row_mut(both.gradient, 0);
            learnt.iter_mut().zip(change.iter().zip(hat)).for_each(|(to, (change, hat))| *to += change * hat);
            let of_hat: Vec<f32> = change.iter().zip(gain).map(|(change, gain)| change * gain).collect();
            let mean = of_hat.iter().sum::<f32>() / WORD as f32;
            let along = dot(&of_hat, hat) / WORD as f32;
            for (number, to) in heard_change[word(place)].iter_mut().enumerate() {
                *to += scale[place] * (of_hat[number] - mean - hat[number] * along);
            }
        }
    }
    heard_change.iter_mut().zip(&first_mask).for_each(|(change, kept)| *change *= kept);
    for (place, change) in heard_change.chunks_exact(WORD).enumerate() {
        kept[place].iter().for_each(|&feature| both.learn_row(parts.words, feature, change));
        both.learn_row(parts.turns, usize::from(!example.words[place].earlier), change);
        both.learn_row(parts.touched.bias, 0, change);
        learn(parts.touched.matrix.of_mut(both.gradient), &touched[place], change);
    }
    loss
}

/// The word that a tap of a convolution looks at.
fn beside(place: usize, tap: usize, dilation: usize, words: usize) -> Option<usize> {
    (place + tap * dilation).checked_sub(dilation).filter(|at| *at < words)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lares_reader::{Candidate, Entity, Touch, TouchKind, Word};

    use super::*;

    fn lesson() -> Lesson {
        let word =
            |feature: u32, earlier| Word { features: [feature, feature + 7].into_iter().collect(), earlier };
        let candidate = |category: u32| Candidate {
            entity: Arc::new(Entity {
                category,
                abilities: [category + 1, 9].into_iter().collect(),
                commands: [3, 4, category + 5].into_iter().collect(),
            }),
            is_near: category == 1,
            is_recent: category == 2,
        };
        let touch = |candidate, word, kind, strength| Touch { candidate, word, kind, strength };
        Lesson {
            example: Example {
                words: vec![word(1, true), word(2, false), word(3, false), word(4, false)],
                candidates: vec![candidate(1), candidate(2), candidate(3)],
                touches: vec![
                    touch(0, 1, TouchKind::Name, 1.0),
                    touch(0, 1, TouchKind::PartOfName, 0.4),
                    touch(2, 3, TouchKind::Noun, 1.0),
                ],
                room_known: true,
            },
            meant: vec![(0, 1)],
            either: vec![(1, 1)],
        }
    }

    fn loss(parts: &Parts, list: &[f32]) -> f32 {
        let mut random = Random::new(1);
        let mut chance = Chance { random: &mut random, values: 0, features: 0 };
        learn_from(parts, list, &lesson(), &mut chance, &mut vec![0.0; parts.length])
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let parts = Parts::new();
        let list = parts.beginning(5);
        let mut gradient = vec![0.0; parts.length];
        let mut random = Random::new(1);
        let mut chance = Chance { random: &mut random, values: 0, features: 0 };
        learn_from(&parts, &list, &lesson(), &mut chance, &mut gradient);
        let steep: Vec<usize> = {
            let mut places: Vec<usize> = (0..parts.length).filter(|place| gradient[*place] != 0.0).collect();
            places.sort_by(|one, other| gradient[*other].abs().total_cmp(&gradient[*one].abs()));
            places.into_iter().step_by(97).take(150).collect()
        };
        assert!(steep.len() > 100);
        for place in steep {
            let moved = |by: f32| {
                let mut list = list.clone();
                list[place] += by;
                loss(&parts, &list)
            };
            let slope = (moved(2e-3) - moved(-2e-3)) / 4e-3;
            let (one, other) = (slope, gradient[place]);
            assert!((one - other).abs() <= 0.02 + 0.05 * other.abs(), "{place}: {one} and {other}");
        }
    }
}
