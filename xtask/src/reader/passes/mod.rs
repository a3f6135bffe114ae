//! The network forth and back: how wrong it is about one example, and what would make it less so.
//!
//! Forth it is what `lares_reader::network` computes, with values left out by chance; back it is the derivative of the sum of
//! the cross entropies of the commands. What a part found on its way forth is kept for its way back.

mod among;
mod commands;
mod devices;
mod products;
mod words;

use lares_reader::Example;

use self::among::Among;
use self::devices::Looked;
use self::products::Gradient;
use self::words::Heard;
use super::adam::Share;
use super::parameters::Parts;
use crate::training::random::Random;

/// An example and what is right.
#[derive(Debug, Clone)]
pub(super) struct Lesson {
    pub(super) example: Example,
    /// Commands that are meant: the places of the entity and of the command in it.
    pub(super) meant: Vec<(u32, u32)>,
    /// Commands that may be meant or not.
    pub(super) either: Vec<(u32, u32)>,
}

/// How likely commands are to other networks; those that are not there are not.
#[derive(Debug, Clone, Default)]
pub(super) struct Told(pub(super) Vec<(u32, u32, f32)>);

impl Told {
    fn likelihood(&self, entity: u32, command: u32) -> f32 {
        let of = |told: &&(u32, u32, f32)| (told.0, told.1) == (entity, command);
        self.0.iter().find(of).map_or(0.0, |told| told.2)
    }
}

/// What is left out by chance.
#[derive(Debug)]
pub(super) struct Chance<'r> {
    pub(super) random: &'r mut Random,
    /// Of a thousand values so many.
    pub(super) values: usize,
    /// Of a thousand features of words so many; of their letters twice as many.
    pub(super) features: usize,
    /// Of a thousand words that stand in names so many lose their letters: other homes have other names.
    pub(super) names: usize,
}

impl Chance<'_> {
    /// Whether something happens that happens so many times of a thousand.
    fn happens(&mut self, times: usize) -> bool {
        self.random.below(1000) < times
    }

    /// What the values are multiplied with.
    fn mask(&mut self, count: usize) -> Vec<f32> {
        let kept = 1000.0 / (1000 - self.values) as f32;
        (0..count).map(|_| if self.happens(self.values) { 0.0 } else { kept }).collect()
    }
}

/// How wrong the network is about a lesson; adds to the gradient of a share.
pub(super) fn learn_from(
    parts: &Parts<'_>,
    list: &[f32],
    (lesson, told): (&Lesson, Option<&Told>),
    chance: &mut Chance<'_>,
    share: &mut Share,
) -> f32 {
    let example = &lesson.example;
    if example.words.is_empty() || example.candidates.is_empty() {
        return 0.0;
    }
    let heard = Heard::of(parts, list, example, chance);
    let looked = Looked::of(parts, list, example, &heard);
    let among = Among::of(parts, list, &looked.vectors, chance);
    let mut gradient = Gradient { parts, list, gradient: &mut share.gradient, rows: &mut share.rows };
    let commands = commands::compare(&mut gradient, lesson, told, &heard.words, &among.seen);
    let of_devices = among.back(&mut gradient, &looked.vectors, &commands.seen_change);
    let mut of_words = commands.heard_change;
    looked.back(&mut gradient, example, &heard, of_devices, &mut of_words);
    heard.back(&mut gradient, example, of_words);
    commands.loss
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lares_reader::{Candidate, Entity, Touch, TouchKind};

    use super::super::known::Known;
    use super::*;

    fn lesson() -> Lesson {
        let candidate = |category: u32| Candidate {
            entity: Arc::new(Entity {
                category,
                abilities: [category + 1, 9].into_iter().collect(),
                commands: [3, 4, category + 5].into_iter().collect(),
                ..Entity::default()
            }),
            is_near: category == 1,
            is_recent: category == 2,
            is_beside_recent: category == 3,
            is_like_recent: category == 2,
        };
        let touch = |candidate, word, kind, strength| Touch { candidate, word, kind, strength };
        let mut said = Example::default();
        for (feature, earlier) in [(1, true), (2, false), (3, false), (4, false)] {
            said.features.extend([feature, feature + 7]);
            said.end_word(1, earlier);
        }
        Lesson {
            example: Example {
                candidates: vec![candidate(1), candidate(2), candidate(3)],
                touches: vec![
                    touch(0, 1, TouchKind::Name, 1.0),
                    touch(0, 1, TouchKind::PartOfName, 0.4),
                    touch(2, 3, TouchKind::Noun, 1.0),
                ],
                room_known: true,
                ..said
            },
            meant: vec![(0, 1)],
            either: vec![(1, 1)],
        }
    }

    fn told() -> Told {
        Told(vec![(0, 1, 0.8), (2, 0, 0.3)])
    }

    fn loss(parts: &Parts<'_>, list: &[f32]) -> f32 {
        let mut random = Random::new(1);
        let mut chance = Chance { random: &mut random, values: 0, features: 0, names: 0 };
        learn_from(parts, list, (&lesson(), Some(&told())), &mut chance, &mut Share::new(parts))
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let known = Known::of([&lesson().example].into_iter(), 1);
        let parts = Parts::new(&known);
        let list = parts.beginning(5);
        let mut share = Share::new(&parts);
        let mut random = Random::new(1);
        let mut chance = Chance { random: &mut random, values: 0, features: 0, names: 0 };
        learn_from(&parts, &list, (&lesson(), Some(&told())), &mut chance, &mut share);
        let gradient = share.gradient;
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
