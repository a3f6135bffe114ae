//! The words with what is around them, forth and back.

use lares_reader::arithmetic::{add, dot, mean_and_scale};
use lares_reader::shape::{DILATIONS, TOUCHES, WORD};
use lares_reader::{Example, TouchKind, Word};

use super::super::known::Known;
use super::super::parameters::{Layer, Parts};
use super::Chance;
use super::products::{Gradient, cut, multiply, shares};

/// What was found of the words.
pub(super) struct Heard {
    /// The vectors of the words.
    pub(super) words: Vec<f32>,
    /// The utterance as a whole.
    pub(super) whole: Vec<f32>,
    /// How much of each word is in it.
    shares: Vec<f32>,
    /// How the words touch any device.
    touched: Vec<[f32; TOUCHES]>,
    /// The rows of the features that were not left out.
    kept: Vec<Vec<usize>>,
    /// What was left out of the vectors before and behind the convolutions.
    masks: [Vec<f32>; 2],
    convolved: Vec<Convolved>,
}

/// What was found by one convolution.
struct Convolved {
    /// With the mean of each vector taken off, and its length set.
    hat: Vec<f32>,
    scales: Vec<f32>,
    normal: Vec<f32>,
    change: Vec<f32>,
}

impl Heard {
    pub(super) fn of(parts: &Parts<'_>, list: &[f32], example: &Example, chance: &mut Chance<'_>) -> Heard {
        let mut touched = vec![[0.0_f32; TOUCHES]; example.words.len()];
        for touch in &example.touches {
            let strongest = &mut touched[touch.word as usize][touch.kind as usize];
            *strongest = strongest.max(touch.strength);
        }
        let mut kept = Vec::with_capacity(example.words.len());
        let mut words = vec![0.0; example.words.len() * WORD];
        for ((word, touched), vector) in example.words.iter().zip(&touched).zip(words.chunks_exact_mut(WORD))
        {
            let features = features(parts.known, example, word, touched, chance);
            features.iter().for_each(|&feature| add(vector, parts.words.row(list, feature)));
            kept.push(features);
            add(vector, parts.turns.row(list, usize::from(!word.earlier)));
            add(vector, parts.touched.bias.of(list));
            multiply(parts.touched.matrix.of(list), touched, vector);
        }
        let before = chance.mask(words.len());
        words.iter_mut().zip(&before).for_each(|(heard, kept)| *heard *= kept);
        let layers = parts.layers.iter().zip(DILATIONS);
        let convolved = layers.map(|(layer, dilation)| convolve(layer, list, dilation, &mut words)).collect();
        let behind = chance.mask(words.len());
        words.iter_mut().zip(&behind).for_each(|(heard, kept)| *heard *= kept);
        let shares = shares(parts.attends_whole.of(list), &words);
        let mut whole = vec![0.0; WORD];
        for (share, word) in shares.iter().zip(words.chunks_exact(WORD)) {
            whole.iter_mut().zip(word).for_each(|(whole, value)| *whole += share * value);
        }
        Heard { words, whole, shares, touched, kept, masks: [before, behind], convolved }
    }

    /// The change of the whole, as one of the words.
    pub(super) fn back_whole(&self, gradient: &mut Gradient<'_>, change: &[f32], of_words: &mut [f32]) {
        let attends = gradient.parts.attends_whole;
        gradient.back_attention(attends, &self.shares, &self.words, change, of_words);
    }

    /// Learns from the change of the words.
    pub(super) fn back(&self, gradient: &mut Gradient<'_>, example: &Example, mut change: Vec<f32>) {
        let parts = gradient.parts;
        let [before, behind] = &self.masks;
        change.iter_mut().zip(behind).for_each(|(change, kept)| *change *= kept);
        for ((layer, dilation), convolved) in parts.layers.iter().zip(DILATIONS).zip(&self.convolved).rev() {
            convolved.back(gradient, layer, dilation, &mut change);
        }
        change.iter_mut().zip(before).for_each(|(change, kept)| *change *= kept);
        for (place, change) in change.chunks_exact(WORD).enumerate() {
            self.kept[place].iter().for_each(|&feature| gradient.learn_feature(feature, change));
            let turn = usize::from(!example.words[place].earlier);
            gradient.learn_row(parts.turns, turn, 1.0, change);
            gradient.learn_row(parts.touched.bias, 0, 1.0, change);
            gradient.learn(parts.touched.matrix, &self.touched[place], change);
        }
    }
}

/// The rows of the features of a word that are not left out by chance.
fn features(
    known: &Known,
    example: &Example,
    word: &Word,
    touched: &[f32; TOUCHES],
    chance: &mut Chance<'_>,
) -> Vec<usize> {
    let of_names = [
        TouchKind::WholeName,
        TouchKind::Name,
        TouchKind::PartOfName,
        TouchKind::NearlyPart,
        TouchKind::PartOfRoom,
    ];
    let is_named = of_names.iter().any(|kind| touched[*kind as usize] > 0.0);
    let has_letters = !(is_named && chance.names > 0 && chance.happens(chance.names));
    let mut features = Vec::new();
    for (place, feature) in example.features_of(word).iter().enumerate() {
        let left_out = chance.happens(chance.features * if place == 0 { 2 } else { 1 });
        if !left_out && (has_letters || place >= word.letters as usize) {
            features.extend(known.words.row(*feature));
        }
    }
    features
}

/// Changes the words by what is around them.
fn convolve(layer: &Layer, list: &[f32], dilation: usize, words: &mut [f32]) -> Convolved {
    let (mut normal, mut hat, mut scales) = (vec![0.0; words.len()], vec![0.0; words.len()], Vec::new());
    let (gain, bias) = (layer.norm.row(list, 0), layer.norm.row(list, 1));
    let vectors = normal.chunks_exact_mut(WORD).zip(hat.chunks_exact_mut(WORD));
    for (word, (normal, hat)) in words.chunks_exact(WORD).zip(vectors) {
        let (mean, scale) = mean_and_scale(word);
        for (place, value) in word.iter().enumerate() {
            hat[place] = (value - mean) * scale;
            normal[place] = hat[place] * gain[place] + bias[place];
        }
        scales.push(scale);
    }
    let mut change = vec![0.0; words.len()];
    for (place, out) in change.chunks_exact_mut(WORD).enumerate() {
        add(out, layer.bias.of(list));
        for (tap, matrix) in layer.taps.iter().enumerate() {
            if let Some(beside) = beside(place, tap, dilation, scales.len()) {
                multiply(matrix.of(list), &normal[word(beside)], out);
            }
        }
    }
    words.iter_mut().zip(&change).for_each(|(heard, change)| *heard += change.max(0.0));
    Convolved { hat, scales, normal, change }
}

impl Convolved {
    /// Learns from the change of the words behind it, and adds what it is before it.
    fn back(&self, gradient: &mut Gradient<'_>, layer: &Layer, dilation: usize, words: &mut [f32]) {
        let mut change = words.to_vec();
        cut(&mut change, &self.change);
        let mut of_normal = vec![0.0; words.len()];
        for (place, change) in change.chunks_exact(WORD).enumerate() {
            gradient.learn_row(layer.bias, 0, 1.0, change);
            for (tap, matrix) in layer.taps.iter().enumerate() {
                if let Some(at) = beside(place, tap, dilation, self.scales.len()) {
                    gradient.back(*matrix, &self.normal[word(at)], change, &mut of_normal[word(at)]);
                }
            }
        }
        let gain = layer.norm.row(gradient.list, 0);
        for (place, scale) in self.scales.iter().enumerate() {
            let (change, hat) = (&of_normal[word(place)], &self.hat[word(place)]);
            gradient.learn_row(layer.norm, 1, 1.0, change);
            let learnt = layer.norm.row_mut(gradient.gradient, 0);
            learnt.iter_mut().zip(change.iter().zip(hat)).for_each(|(to, (change, hat))| *to += change * hat);
            let of_hat: Vec<f32> = change.iter().zip(gain).map(|(change, gain)| change * gain).collect();
            let mean = of_hat.iter().sum::<f32>() / WORD as f32;
            let along = dot(&of_hat, hat) / WORD as f32;
            for (number, to) in words[word(place)].iter_mut().enumerate() {
                *to += scale * (of_hat[number] - mean - hat[number] * along);
            }
        }
    }
}

fn word(place: usize) -> std::ops::Range<usize> {
    place * WORD..(place + 1) * WORD
}

/// The word that a tap of a convolution looks at.
fn beside(place: usize, tap: usize, dilation: usize, words: usize) -> Option<usize> {
    (place + tap * dilation).checked_sub(dilation).filter(|at| *at < words)
}
