//! The network: from an [`Example`] to how likely each command of each device is meant.
//!
//! Words are sums of the vectors of their features; four convolutions over them, wider and wider apart, tell what stands
//! around a word (residual, with layer normalisation before each). A device is looked at through every word: by what the word
//! is there, by how it touches the device and by what the device is; the greatest and the attended of these, with the whole
//! utterance, make its vector, which then is compared with those of the other devices. A command is as likely as its own
//! vector fits that of the device and some word.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use pulp::{Arch, NullaryFnOnce};

use crate::arithmetic::{add, dot, logit, mean_and_scale, sigmoid, soften};
use crate::example::{Candidate, Entity, Example, Touch, TouchKind};
use crate::looks::Looks;
use crate::shape::{COMMAND, DILATIONS, ENTITY, SEVERAL, TOUCHES, WORD};
use crate::weights::{Matrix, Weights};

/// The file of the bundled network.
const BYTES: &[u8] = include_bytes!("../data/reader.bin");

/// While the logits of the networks that were asked sum up to something in here, it is open whether a command is meant, and
/// another one is asked: that is between 0.03 and 0.92 to the first one, and between 0.15 and 0.78 to two.
const OPEN: Range<f32> = -3.5..2.5;
/// Among more devices than this the first one is alone: it would take too long, and most of them are of a large home.
const MOST_LOOKED_AT: usize = 96;

/// A command that may be meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    /// The device's place among the candidates.
    pub candidate: u32,
    /// The command's place among those of the candidate.
    pub command: u32,
    /// How likely it is meant, 0..1.
    pub likelihood: f32,
}

/// Memory in which examples are read one after another. It holds nothing that an answer depends on.
#[derive(Debug, Default)]
pub struct Scratch {
    readings: Vec<Reading>,
    /// For each command of each device how likely it is, as a logit, to all networks together.
    values: Vec<f32>,
    /// How well each command was called for by a word, as far as commands were compared with the words.
    called: Vec<Option<f32>>,
    heard: Vec<f32>,
    touched: Vec<[f32; TOUCHES]>,
    normal: Vec<f32>,
    change: Vec<f32>,
    attention: Vec<f32>,
    there: Vec<f32>,
    through: Vec<f32>,
    touches: Vec<Touch>,
    looked: Vec<f32>,
    /// Of the devices that are not like an earlier one.
    vectors: Vec<f32>,
    among: Vec<f32>,
    more: Vec<f32>,
    /// For each device the first that is just like it.
    like: Vec<usize>,
    /// For each device the place of its vector.
    places: Vec<usize>,
}

/// One reading, to be translated for the instructions of whatever machine it runs on.
struct Read<'r> {
    network: &'r Network,
    example: &'r Example,
    least: f32,
    scratch: &'r mut Scratch,
}

impl NullaryFnOnce for Read<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.network.read_words(self.example, self.least, self.scratch);
    }
}

/// A list of so many zeros, in the memory of an earlier one.
#[inline(always)]
fn zeros(list: &mut Vec<f32>, count: usize) {
    list.clear();
    list.resize(count, 0.0);
}

/// The network: one or several that were trained alike from other beginnings. Each is asked while something is open to those
/// before it, and their answers are averaged.
#[derive(Debug)]
pub struct Network {
    members: Vec<Member>,
    /// Tells it from the other networks of the process.
    number: usize,
}

/// One of them.
#[derive(Debug)]
struct Member {
    weights: Weights,
    /// Its place among them.
    place: usize,
}

impl Network {
    /// The network that is part of the program.
    pub fn bundled() -> Option<&'static Network> {
        static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
        // The file is part of the program: where it is broken the tests say so, and there is no network.
        NETWORK.get_or_init(|| Network::of_bytes(BYTES)).as_ref()
    }

    /// A network from the bytes of its file; `None` where they are no such file.
    pub fn of_bytes(bytes: &'static [u8]) -> Option<Network> {
        static NETWORKS: AtomicUsize = AtomicUsize::new(0);
        let members = Weights::several_of_bytes(bytes)?;
        let members =
            members.into_iter().zip(0..).map(|(weights, place)| Member { weights, place }).collect();
        Some(Network { members, number: NETWORKS.fetch_add(1, Ordering::Relaxed) })
    }

    /// Whether a command was learned, by its feature: of any other nothing is ever likely.
    pub fn knows(&self, command: u32) -> bool {
        self.members.iter().all(|member| member.weights.commands.place(command).is_some())
    }

    /// The commands that are at least so likely meant, likeliest first.
    pub fn read<'s>(&self, example: &Example, least: f32, scratch: &'s mut Scratch) -> &'s [Reading] {
        scratch.readings.clear();
        if example.words.is_empty() || example.candidates.is_empty() {
            return &scratch.readings;
        }
        // All of it is translated for the widest instructions as well; they add in the same order, and nothing is fused.
        Arch::new().dispatch(Read { network: self, example, least, scratch });
        &scratch.readings
    }

    #[inline(always)]
    fn read_words(&self, example: &Example, least: f32, scratch: &mut Scratch) {
        arrange(example, scratch);
        scratch.values.clear();
        let mut asked = 0.0;
        for member in &self.members {
            member.read_words(self, example, asked == 0.0, scratch);
            asked += 1.0;
            // Of what nobody doubts no further one is asked, nor where it would have to look at much; one candidate is the request
            // itself.
            let is_much = example.candidates.len() > MOST_LOOKED_AT + 1;
            if is_much || !scratch.values.iter().any(|value| OPEN.contains(value)) {
                break;
            }
        }
        let Scratch { readings, values, .. } = scratch;
        // Most commands are far from likely: that is seen before it is computed how likely.
        let lowest = logit(least);
        let commands = (0..).zip(&example.candidates).flat_map(|(candidate, device)| {
            let commands = &device.entity.commands;
            (0..).zip(commands).map(move |(command, feature)| (candidate, command, *feature, commands))
        });
        for ((candidate, command, feature, commands), value) in commands.zip(&*values) {
            // What is not known to one of them is less likely than anything.
            let value = value / asked;
            if value >= lowest && value > f32::NEG_INFINITY {
                // To lock and whether it is locked are called alike: of such two one was meant in every lesson, and each is half as
                // likely as both together.
                let alike = commands.iter().filter(|other| **other == feature).count();
                let is_first = commands.iter().position(|other| *other == feature) == Some(command as usize);
                if is_first {
                    let likelihood = (sigmoid(value) * alike as f32).min(1.0);
                    readings.push(Reading { candidate, command, likelihood });
                }
            }
        }
        let place = |reading: &Reading| (reading.candidate, reading.command);
        readings.sort_unstable_by(|one, other| {
            other.likelihood.total_cmp(&one.likelihood).then_with(|| place(one).cmp(&place(other)))
        });
    }

    /// What an entity comes to for each of them, whatever is said.
    fn looks(&self, entity: &Entity) -> Box<[Looks]> {
        self.members.iter().map(|member| member.looks(entity)).collect()
    }
}

impl Member {
    /// Adds how likely each command is, as a logit, to what the others made of it.
    #[inline(always)]
    fn read_words(&self, network: &Network, example: &Example, first: bool, scratch: &mut Scratch) {
        self.hear(example, scratch);
        let whole = self.whole(scratch);
        self.look(network, example, &whole, scratch);
        let Scratch { values, called, heard, vectors, places, .. } = scratch;
        called.clear();
        called.resize(self.weights.commands.count(), None);
        let mut at = 0;
        for (device, place) in example.candidates.iter().zip(&*places) {
            let vector = vectors.get(place * COMMAND..(place + 1) * COMMAND).unwrap_or_default();
            for &feature in &device.entity.commands {
                let mut likely = || {
                    let place = self.weights.commands.place(feature)?;
                    let called = called.get_mut(place)?;
                    let called = match called {
                        Some(called) => *called,
                        None => {
                            let asks = self.weights.calls.row(place);
                            let mut best = f32::NEG_INFINITY;
                            for word in heard.chunks_exact(WORD) {
                                best = best.max(dot(asks, word));
                            }
                            *called.insert(best + self.weights.bias(place))
                        }
                    };
                    Some(dot(self.weights.commands.row(place), vector) + called)
                };
                let value = likely().unwrap_or(f32::NEG_INFINITY);
                match values.get_mut(at).filter(|_| !first) {
                    Some(sum) => *sum += value,
                    None => values.push(value),
                }
                at += 1;
            }
        }
    }

    /// What an entity comes to whatever is said.
    fn looks(&self, entity: &Entity) -> Looks {
        let weights = &self.weights;
        let mut looks = Looks { own: [0.0; ENTITY], asks: [0.0; ENTITY], part: [0.0; COMMAND] };
        weights.kinds.add(entity.category, &mut looks.own);
        entity.abilities.iter().for_each(|ability| weights.abilities.add(*ability, &mut looks.own));
        weights.looks_device.apply(&looks.own, &mut looks.asks);
        weights.device.matrix.multiply_rows(2 * ENTITY, &looks.own, &mut looks.part);
        looks
    }

    /// The words, each with what is around it.
    #[inline(always)]
    fn hear(&self, example: &Example, scratch: &mut Scratch) {
        let weights = &self.weights;
        let Scratch { heard, touched, normal, change, .. } = scratch;
        zeros(heard, example.words.len() * WORD);
        for ((word, touched), vector) in example.words.iter().zip(&*touched).zip(heard.chunks_exact_mut(WORD))
        {
            for feature in example.features_of(word) {
                weights.words.add(*feature, vector);
            }
            add(vector, weights.turn(!word.earlier));
            weights.touched.apply(touched, vector);
        }
        zeros(normal, heard.len());
        for ((convolution, norm), dilation) in weights.convolutions.iter().zip(&weights.norms).zip(DILATIONS)
        {
            for (from, to) in heard.chunks_exact(WORD).zip(normal.chunks_exact_mut(WORD)) {
                normalise(from, norm, to);
            }
            zeros(change, heard.len());
            for out in change.chunks_exact_mut(WORD) {
                add(out, &convolution.bias);
            }
            // A word with the one before it, itself and the one behind it, as far as there are such.
            let [before, own, behind] = &convolution.taps;
            own.multiply_each(normal, WORD, change);
            let apart = dilation.min(example.words.len()) * WORD;
            let (first, last) = (normal.len() - apart, apart);
            before.multiply_each(
                normal.get(..first).unwrap_or_default(),
                WORD,
                change.get_mut(apart..).unwrap_or_default(),
            );
            behind.multiply_each(
                normal.get(last..).unwrap_or_default(),
                WORD,
                change.get_mut(..first).unwrap_or_default(),
            );
            heard.iter_mut().zip(&*change).for_each(|(heard, change)| *heard += change.max(0.0));
        }
    }

    /// The utterance as a whole: its words, by how much they tell.
    #[inline(always)]
    fn whole(&self, scratch: &mut Scratch) -> [f32; WORD] {
        let Scratch { heard, attention, .. } = scratch;
        attention.clear();
        attention.extend(heard.chunks_exact(WORD).map(|word| dot(&self.weights.attends_whole, word)));
        soften(attention);
        let mut whole = [0.0; WORD];
        for (share, word) in attention.iter().zip(heard.chunks_exact(WORD)) {
            whole.iter_mut().zip(word).for_each(|(whole, part)| *whole += share * part);
        }
        whole
    }

    /// The vectors of the devices.
    #[inline(always)]
    fn look(&self, network: &Network, example: &Example, whole: &[f32], scratch: &mut Scratch) {
        let weights = &self.weights;
        let words = example.words.len();
        let Scratch {
            heard,
            there,
            through,
            attention,
            touches,
            vectors,
            like,
            places,
            looked,
            among,
            more,
            ..
        } = scratch;
        zeros(there, words * ENTITY);
        for (word, out) in heard.chunks_exact(WORD).zip(there.chunks_exact_mut(ENTITY)) {
            weights.looks_word.apply(word, out);
        }
        let mut touches = touches.iter().peekable();
        // What the whole adds is the same for every device.
        let mut common = [0.0; COMMAND];
        add(&mut common, &weights.device.bias);
        weights.device_whole.multiply(whole, &mut common);
        let different =
            || example.candidates.iter().enumerate().filter(|(index, _)| like.get(*index) == Some(index));
        let count = different().count();
        zeros(vectors, count * COMMAND);
        zeros(looked, count * 2 * ENTITY);
        zeros(through, words * ENTITY);
        let written = looked.chunks_exact_mut(2 * ENTITY).zip(vectors.chunks_exact_mut(COMMAND));
        for ((index, device), (looked, vector)) in different().zip(written) {
            let index = index as u32;
            let looks = device.entity.looks.get(network.number, || network.looks(&device.entity));
            let Some(looks) = looks.get(self.place) else { continue };
            for (word, (out, there)) in
                (0_u32..).zip(through.chunks_exact_mut(ENTITY).zip(there.chunks_exact(ENTITY)))
            {
                for ((out, asks), there) in out.iter_mut().zip(&looks.asks).zip(there) {
                    *out = asks + there;
                }
                while let Some(touch) =
                    touches.next_if(|touch| (touch.candidate, touch.word) <= (index, word))
                {
                    if (touch.candidate, touch.word) == (index, word) {
                        weights.looks_touch.add_row(touch.kind as usize, touch.strength, out);
                    }
                }
                out.iter_mut().for_each(|value| *value = value.max(0.0));
            }
            attention.clear();
            for word in through.chunks_exact(ENTITY) {
                attention.push(dot(&weights.attends, word));
            }
            soften(attention);
            let (greatest, attended) = looked.split_at_mut(ENTITY);
            for (share, word) in attention.iter().zip(through.chunks_exact(ENTITY)) {
                for ((greatest, attended), value) in greatest.iter_mut().zip(attended.iter_mut()).zip(word) {
                    *greatest = greatest.max(*value);
                    *attended += share * value;
                }
            }
            vector.copy_from_slice(&common);
            add(vector, &looks.part);
            let facts = device.facts(example.room_known);
            for (row, _) in (3 * ENTITY..).zip(facts).filter(|(_, so)| *so) {
                add(vector, weights.device.matrix.row(row));
            }
        }
        weights.device.matrix.multiply_each(looked, 2 * ENTITY, vectors);
        vectors.iter_mut().for_each(|value| *value = value.max(0.0));
        self.among_others(vectors, places, among, more);
    }

    /// The vectors of the devices that are not like an earlier one, each as it is among all.
    #[inline(always)]
    fn among_others(&self, vectors: &mut [f32], places: &[usize], among: &mut Vec<f32>, more: &mut Vec<f32>) {
        let weights = &self.weights;
        let mut others = [0.0_f32; 2 * COMMAND];
        let (greatest, sum) = others.split_at_mut(COMMAND);
        for vector in places.iter().filter_map(|place| vectors.get(place * COMMAND..(place + 1) * COMMAND)) {
            for ((greatest, sum), value) in greatest.iter_mut().zip(sum.iter_mut()).zip(vector) {
                *greatest = greatest.max(*value);
                *sum += value / SEVERAL;
            }
        }
        let mut common = [0.0; COMMAND];
        add(&mut common, &weights.among.bias);
        weights.among_others.multiply(&others, &mut common);
        zeros(among, vectors.len());
        among.chunks_exact_mut(COMMAND).for_each(|vector| vector.copy_from_slice(&common));
        weights.among.matrix.multiply_each(vectors, COMMAND, among);
        among.iter_mut().for_each(|value| *value = value.max(0.0));
        zeros(more, vectors.len());
        more.chunks_exact_mut(COMMAND).for_each(|vector| vector.copy_from_slice(&weights.last.bias));
        weights.last.matrix.multiply_each(among, COMMAND, more);
        for ((vector, among), more) in vectors.iter_mut().zip(&*among).zip(&*more) {
            *vector = among + more.max(0.0);
        }
    }
}

/// What is the same for every network: how words are touched at all, the touches in the order of the devices, and which devices
/// are like an earlier one.
#[inline(always)]
fn arrange(example: &Example, scratch: &mut Scratch) {
    let Scratch { touched, touches, like, places, .. } = scratch;
    touched.clear();
    touched.resize(example.words.len(), [0.0; TOUCHES]);
    for touch in &example.touches {
        let of_word = touched.get_mut(touch.word as usize);
        if let Some(strongest) = of_word.and_then(|it| it.get_mut(touch.kind as usize)) {
            *strongest = strongest.max(touch.strength);
        }
    }
    touches.clear();
    touches.extend_from_slice(&example.touches);
    touches.sort_unstable_by_key(|touch| (touch.candidate, touch.word, touch.kind));
    alike(example, touches, like);
    number(like, places);
}

/// Which devices are just like an earlier one: no word touches either of them. `touches` is in the order of the devices.
fn alike(example: &Example, touches: &[Touch], like: &mut Vec<usize>) {
    like.clear();
    let mut touches = touches.iter().map(|touch| touch.candidate as usize).peekable();
    for (index, candidate) in example.candidates.iter().enumerate() {
        let mut touched = false;
        while touches.next_if(|touch| *touch <= index).is_some_and(|touch| touch <= index) {
            touched = true;
        }
        let same = || {
            let earlier = like.iter().zip(&example.candidates).enumerate();
            earlier
                .filter(|(place, (first, _))| place == *first)
                .find(|(_, (_, other))| is_same(other, candidate))
        };
        let first = if touched { None } else { same().map(|(place, _)| place) };
        // One that is touched is like none: it stands for itself, and for no other.
        like.push(if touched { usize::MAX } else { first.unwrap_or(index) });
    }
    like.iter_mut().enumerate().for_each(|(index, first)| *first = (*first).min(index));
}

/// Whether two devices are of one kind, and as near. Those of one home that are share what they are.
fn is_same(one: &Candidate, other: &Candidate) -> bool {
    Arc::ptr_eq(&one.entity, &other.entity) && one.facts(true) == other.facts(true)
}

/// Writes for each device the place of its vector among those of the devices that are not like an earlier one.
fn number(like: &[usize], places: &mut Vec<usize>) {
    places.clear();
    let mut next = 0;
    for (index, first) in like.iter().enumerate() {
        let place = if *first == index { next } else { places.get(*first).copied().unwrap_or_default() };
        next += usize::from(*first == index);
        places.push(place);
    }
}

/// Layer normalisation.
#[inline(always)]
fn normalise(from: &[f32], by: &Matrix, to: &mut [f32]) {
    let (mean, scale) = mean_and_scale(from);
    let (gain, bias) = (by.row(0), by.row(1));
    for (((to, from), gain), bias) in to.iter_mut().zip(from).zip(gain).zip(bias) {
        *to = (from - mean) * scale * gain + bias;
    }
}

const _: () = assert!(TouchKind::ALL.len() == TOUCHES);

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::{Candidate, Entity, feature};

    fn lamp(is_near: bool, category: u32) -> Candidate {
        let entity = Entity {
            category,
            abilities: [feature("kind", "light"), feature("ability", "main-switch")].into_iter().collect(),
            commands: [feature("command", "main-switch-on"), feature("command", "main-switch-off")]
                .into_iter()
                .collect(),
            ..Entity::default()
        };
        Candidate { entity: Arc::new(entity), is_near, ..Candidate::default() }
    }

    /// An example in which these words are said, by their features.
    fn said(words: &[(Vec<u32>, bool)]) -> Example {
        let mut example = Example::default();
        for (features, earlier) in words {
            example.features.extend_from_slice(features);
            example.end_word(1, *earlier);
        }
        example
    }

    fn read(example: &Example) -> Vec<Reading> {
        let network = Network::bundled().unwrap();
        network.read(example, 0.0, &mut Scratch::default()).to_vec()
    }

    #[test]
    fn nothing_said_or_nothing_there_is_nothing_meant() {
        let words = said(&[(vec![feature("word", "on")], false)]);
        let there = Example { candidates: vec![lamp(true, 1)], ..Example::default() };
        for example in [Example::default(), words, there] {
            assert!(read(&example).is_empty());
        }
    }

    #[test]
    fn a_file_that_is_cut_or_longer_is_no_network() {
        assert!(Network::of_bytes(b"").is_none());
        assert!(Network::of_bytes(b"LRD2").is_none());
        assert!(Network::of_bytes(BYTES).is_some());
        assert!(Network::of_bytes(BYTES.repeat(2).leak()).is_some(), "several behind one another");
        assert!(Network::of_bytes(&BYTES[..BYTES.len() - 1]).is_none());
        let longer: &'static [u8] = BYTES.iter().copied().chain([0]).collect::<Vec<u8>>().leak();
        assert!(Network::of_bytes(longer).is_none());
    }

    #[test]
    fn networks_that_are_alike_are_as_sure_together_as_one() {
        let example = Example {
            candidates: vec![lamp(true, feature("category", "Light"))],
            ..said(&[(vec![feature("word", "lights")], false), (vec![feature("word", "on")], false)])
        };
        let first = || Weights::several_of_bytes(BYTES).unwrap().swap_remove(0);
        let read = |several: Vec<Weights>, number: usize| {
            let members = several.into_iter().zip(0..);
            let members = members.map(|(weights, place)| Member { weights, place }).collect();
            // No other network has these numbers.
            let network = Network { members, number };
            network.read(&example, 0.0, &mut Scratch::default()).to_vec()
        };
        let (one, two) = (read(vec![first()], usize::MAX), read(vec![first(), first()], usize::MAX - 1));
        assert_eq!(one.len(), 2);
        for (one, two) in one.iter().zip(&two) {
            assert_eq!((one.candidate, one.command), (two.candidate, two.command));
            assert!((one.likelihood - two.likelihood).abs() < 1e-5);
        }
    }

    proptest! {
        #[test]
        fn any_example_has_an_answer_and_always_the_same(
            words in proptest::collection::vec((proptest::collection::vec(any::<u32>(), 0..9), any::<bool>()), 0..9),
            candidates in proptest::collection::vec((any::<u32>(), any::<bool>()), 0..9),
            touches in proptest::collection::vec((0_u32..12, 0_u32..12, 0..TOUCHES, 0.0_f32..1.0), 0..20),
            room_known: bool,
        ) {
            let touch = |(candidate, word, kind, strength): (u32, u32, usize, f32)| Touch { candidate, word, kind: TouchKind::ALL[kind], strength };
            let candidate = |(category, near): (u32, bool)| lamp(near, category);
            let example = Example {
                candidates: candidates.into_iter().map(candidate).collect(),
                touches: touches.into_iter().map(touch).collect(),
                room_known,
                ..said(&words)
            };
            let network = Network::bundled().unwrap();
            let mut scratch = Scratch::default();
            let first = network.read(&example, 0.0, &mut scratch).to_vec();
            prop_assert_eq!(&first[..], network.read(&example, 0.0, &mut scratch), "in the memory of another");
            for reading in first {
                prop_assert!((0.0..=1.0).contains(&reading.likelihood));
                prop_assert!((reading.candidate as usize) < example.candidates.len());
            }
        }
    }
}
