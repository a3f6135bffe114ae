//! Compiling a home: from its records to the index that requests search.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use lares::Lares;
use lares_eval::generate::{Size, home};

fn compile(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    for devices in [30, 100, 1000, 10_000, 100_000] {
        let source = home(Size::of(devices));
        group.bench_function(BenchmarkId::from_parameter(devices), |bencher| {
            bencher.iter_batched(
                || source.clone(),
                |source| black_box(Lares::builder().home_source(source).build()),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, compile);
criterion_main!(benches);
