//! One reading of the network: a sentence of so many words in a home of so many devices, every sixth of which is touched by a word.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lares_reader::{Candidate, Entity, Example, Network, Scratch, Touch, TouchKind, feature};

/// Kinds of devices in the home.
const KINDS: usize = 24;

fn example(words: usize, devices: usize) -> Example {
    let entity = |kind: usize| Entity {
        category: feature("category", ["Light", "Switch", "Blind", "Television"][kind % 4]),
        abilities: (0..8)
            .map(|ability| feature("ability", ["main-switch", "main-switchLevel"][(kind + ability) % 2]))
            .collect(),
        commands: ["main-switch-on", "main-switch-off", "main-switchLevel-setLevel", "main-windowShade-open"]
            .iter()
            .cycle()
            .skip(kind)
            .take(10)
            .map(|command| feature("command", command))
            .collect(),
        ..Entity::default()
    };
    let kinds: Vec<Arc<Entity>> = (0..KINDS).map(|kind| Arc::new(entity(kind))).collect();
    let mut example = Example { room_known: true, ..Example::default() };
    for word in 0..words {
        example.features.extend((0..6).map(|feature| (word * 37 + feature * 11) as u32));
        example.end_word(2, false);
    }
    for device in 0..devices {
        example.candidates.push(Candidate {
            entity: Arc::clone(&kinds[device % KINDS]),
            is_near: device % 7 == 0,
            ..Candidate::default()
        });
        if device % 6 == 0 {
            let word = (device % words) as u32;
            example.touches.push(Touch {
                candidate: device as u32,
                word,
                kind: TouchKind::Room,
                strength: 0.5,
            });
        }
    }
    example
}

fn read(bench: &mut Criterion) {
    let Some(network) = Network::bundled() else { return };
    let mut group = bench.benchmark_group("read");
    for (words, devices) in [(8, 30), (8, 100), (24, 100)] {
        let example = example(words, devices);
        let mut scratch = Scratch::default();
        group.bench_with_input(
            BenchmarkId::new(format!("{words} words"), devices),
            &example,
            |bench, example| {
                bench.iter(|| network.read(black_box(example), 0.02, &mut scratch).len());
            },
        );
    }
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
