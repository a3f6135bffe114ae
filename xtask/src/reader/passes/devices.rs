//! The devices as they are looked at through the words, forth and back.

use std::ops::Range;

use lares_reader::arithmetic::{add, add_times};
use lares_reader::shape::{COMMAND, ENTITY, LOOKED, WORD};
use lares_reader::{Entity, Example};

use super::super::parameters::Parts;
use super::products::{Gradient, applied, cut, multiply, rectify, shares, sum};
use super::words::Heard;

/// What was found of the devices.
pub(super) struct Looked {
    /// The vectors of the devices.
    pub(super) vectors: Vec<f32>,
    devices: Vec<Device>,
}

/// What was found of one.
struct Device {
    /// What it is.
    own: Vec<f32>,
    /// It, through each word.
    through: Vec<f32>,
    /// How much of each word is attended to.
    shares: Vec<f32>,
    /// The word at which each value is greatest.
    greatest_at: [usize; ENTITY],
    looked: [f32; LOOKED],
}

impl Looked {
    pub(super) fn of(parts: &Parts<'_>, list: &[f32], example: &Example, heard: &Heard) -> Looked {
        let words = heard.words.chunks_exact(WORD);
        let there: Vec<f32> = words.flat_map(|word| applied(parts.looks_word, list, word)).collect();
        let mut common = parts.device.bias.of(list).to_vec();
        multiply(parts.device_whole.of(list), &heard.whole, &mut common);
        let mut vectors = vec![0.0; example.candidates.len() * COMMAND];
        let devices = vectors.chunks_exact_mut(COMMAND).enumerate().map(|(place, vector)| {
            let device = Device::of(parts, list, example, place, &there);
            vector.copy_from_slice(&common);
            multiply(parts.device.matrix.of(list), &device.looked, vector);
            rectify(vector);
            device
        });
        let devices = devices.collect();
        Looked { vectors, devices }
    }

    /// Learns from the change of the vectors, and adds what it is to the words.
    pub(super) fn back(
        &self,
        gradient: &mut Gradient<'_>,
        example: &Example,
        heard: &Heard,
        mut change: Vec<f32>,
        of_words: &mut [f32],
    ) {
        let parts = gradient.parts;
        cut(&mut change, &self.vectors);
        let mut of_there = vec![0.0; example.words.len() * ENTITY];
        for (place, (device, change)) in self.devices.iter().zip(change.chunks_exact(COMMAND)).enumerate() {
            if change.iter().any(|change| *change != 0.0) {
                device.back(gradient, example, place, change, &mut of_there);
            }
        }
        let sum = sum(&change, COMMAND);
        gradient.learn_row(parts.device.bias, 0, 1.0, &sum);
        let mut of_whole = vec![0.0; WORD];
        gradient.back(parts.device_whole, &heard.whole, &sum, &mut of_whole);
        let words = heard.words.chunks_exact(WORD).zip(of_words.chunks_exact_mut(WORD));
        for (change, (word, of_word)) in of_there.chunks_exact(ENTITY).zip(words) {
            gradient.learn_row(parts.looks_word.bias, 0, 1.0, change);
            gradient.back(parts.looks_word.matrix, word, change, of_word);
        }
        heard.back_whole(gradient, &of_whole, of_words);
    }
}

impl Device {
    fn of(parts: &Parts<'_>, list: &[f32], example: &Example, place: usize, there: &[f32]) -> Device {
        let candidate = &example.candidates[place];
        let own = own(parts, list, &candidate.entity);
        let asks = applied(parts.looks_device, list, &own);
        let mut through = there.to_vec();
        through.chunks_exact_mut(ENTITY).for_each(|word| add(word, &asks));
        for touch in example.touches.iter().filter(|touch| touch.candidate as usize == place) {
            let by = parts.looks_touch.row(list, touch.kind as usize);
            add_times(&mut through[word(touch.word as usize)], touch.strength, by);
        }
        rectify(&mut through);
        let shares = shares(parts.attends.of(list), &through);
        let (mut looked, mut greatest_at) = ([0.0_f32; LOOKED], [0; ENTITY]);
        for (at, (share, word)) in shares.iter().zip(through.chunks_exact(ENTITY)).enumerate() {
            for (number, value) in word.iter().enumerate() {
                if *value > looked[number] {
                    looked[number] = *value;
                    greatest_at[number] = at;
                }
                looked[ENTITY + number] += share * value;
            }
        }
        looked[2 * ENTITY..3 * ENTITY].copy_from_slice(&own);
        for (number, so) in candidate.facts(example.room_known).into_iter().enumerate() {
            looked[3 * ENTITY + number] = f32::from(u8::from(so));
        }
        Device { own, through, shares, greatest_at, looked }
    }

    /// Learns from the change of its vector, and adds what it is to the words as devices are looked at through them.
    fn back(
        &self,
        gradient: &mut Gradient<'_>,
        example: &Example,
        place: usize,
        change: &[f32],
        of_there: &mut [f32],
    ) {
        let parts = gradient.parts;
        let mut of_looked = vec![0.0; LOOKED];
        gradient.back(parts.device.matrix, &self.looked, change, &mut of_looked);
        let mut of_through = vec![0.0; self.through.len()];
        let of_attended = &of_looked[ENTITY..2 * ENTITY];
        gradient.back_attention(parts.attends, &self.shares, &self.through, of_attended, &mut of_through);
        for (number, at) in self.greatest_at.iter().enumerate() {
            of_through[at * ENTITY + number] += of_looked[number];
        }
        cut(&mut of_through, &self.through);
        add(of_there, &of_through);
        for touch in example.touches.iter().filter(|touch| touch.candidate as usize == place) {
            let change = &of_through[word(touch.word as usize)];
            gradient.learn_row(parts.looks_touch, touch.kind as usize, touch.strength, change);
        }
        let of_asks = sum(&of_through, ENTITY);
        gradient.learn_row(parts.looks_device.bias, 0, 1.0, &of_asks);
        let mut of_own = of_looked[2 * ENTITY..3 * ENTITY].to_vec();
        gradient.back(parts.looks_device.matrix, &self.own, &of_asks, &mut of_own);
        let entity = &example.candidates[place].entity;
        let known = gradient.parts.known;
        if let Some(kind) = known.kinds.row(entity.category) {
            gradient.learn_row(parts.kinds, kind, 1.0, &of_own);
        }
        for ability in entity.abilities.iter().filter_map(|ability| known.abilities.row(*ability)) {
            gradient.learn_row(parts.abilities, ability, 1.0, &of_own);
        }
    }
}

/// What a device is.
fn own(parts: &Parts<'_>, list: &[f32], entity: &Entity) -> Vec<f32> {
    let mut own = vec![0.0; ENTITY];
    let known = parts.known;
    if let Some(kind) = known.kinds.row(entity.category) {
        add(&mut own, parts.kinds.row(list, kind));
    }
    for ability in entity.abilities.iter().filter_map(|ability| known.abilities.row(*ability)) {
        add(&mut own, parts.abilities.row(list, ability));
    }
    own
}

fn word(place: usize) -> Range<usize> {
    place * ENTITY..(place + 1) * ENTITY
}
