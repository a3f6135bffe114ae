//! Exact search over the vectors of distinct documents, up to more of them than any home has.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use lares::default_embedder;
use lares::embedding::{VectorMatrix, normalise};
use lares_eval::generate::Size;
use lares_eval::random::Random;

use super::{Page, compiled, micros, quantile, times};

pub(super) fn section(page: &mut Page, most: usize) -> anyhow::Result<()> {
    let dimensions = default_embedder().dimensions();
    let (lares, _) = compiled(Size::of(10_000))?;
    writeln!(page, "## Vectors\n")?;
    writeln!(
        page,
        "Exact search for the nearest 80 of so many distinct documents, {dimensions} dimensions, in one thread. A home has \
         as many distinct documents as its kinds of devices have commands, not as it has devices: the generated home of \
         10,000 devices has {}. A request compares only those of the profiles that are meant.\n",
        lares.compiled_home().document_count()
    )?;
    writeln!(page, "| documents | median µs | MiB |\n|--:|--:|--:|")?;
    let mut random = Random::new(7);
    let mut vector = || {
        let mut row: Vec<f32> =
            (0..dimensions).map(|_| (random.next_u64() >> 40) as f32 / 8_388_608.0 - 1.0).collect();
        normalise(&mut row);
        row
    };
    let queries: Vec<Vec<f32>> = (0..9).map(|_| vector()).collect();
    let mut matrix = VectorMatrix::new(dimensions);
    for documents in [100, 1000, 10_000, 100_000, 1_000_000].into_iter().filter(|&count| count <= most) {
        while matrix.len() < documents {
            matrix.push(Arc::from(vector()));
        }
        let took = times(&queries, 3, |query| drop(black_box(matrix.top_k(query, 80, |_| true))));
        writeln!(
            page,
            "| {documents} | {:.0} | {:.0} |",
            micros(quantile(&took, 0.5)),
            (documents * dimensions * 4) as f64 / 1_048_576.0
        )?;
    }
    writeln!(
        page,
        "\nExact search grows with the distinct documents, and a home has a few dozen for each of its kinds of devices. A \
         million of them would need an approximate index; no home comes near, so there is none.\n"
    )?;
    Ok(())
}
