//! One request, from the utterance to the YAML, by its kind and the size of the home.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use lares::{Lares, Request};
use lares_eval::generate::{Kind, Size, home, requests};

/// Different requests of each kind, in turn.
const REQUESTS: usize = 200;

fn request(criterion: &mut Criterion) {
    for size in sizes() {
        let source = home(size);
        let texts = Kind::ALL.map(|kind| (kind, requests(&source, kind, REQUESTS, 1)));
        let Ok(lares) = Lares::builder().home_source(source).build() else { continue };
        let mut group =
            criterion.benchmark_group(format!("request/{} devices in {} rooms", size.devices, size.rooms));
        group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
        for (kind, texts) in &texts {
            let requests: Vec<Request> = texts.iter().map(|text| Request::new(text.as_str())).collect();
            let mut turn = requests.iter().cycle();
            group.bench_function(BenchmarkId::from_parameter(kind.name()), |bencher| {
                bencher.iter(|| turn.next().map(|request| black_box(lares.retrieve(request))));
            });
        }
        group.finish();
    }
}

/// A room for every six devices, and one size with many devices in few rooms.
fn sizes() -> [Size; 6] {
    [
        Size::of(30),
        Size::of(100),
        Size::of(1000),
        Size::of(10_000),
        Size::of(10_000).in_rooms(25),
        Size::of(100_000),
    ]
}

criterion_group!(benches, request);
criterion_main!(benches);
