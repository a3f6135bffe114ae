//! Chores of this repository: measuring answers and speed, training, and writing what is kept of both. `cargo xtask
//! --help` lists them.

mod eval;
mod eval_speed;
mod evaluation_doc;
mod latency;
mod logistic;
mod memory;
mod parts;
mod pauses;
mod performance;
mod reader;
mod results;
mod training;
mod tune;
mod wishes;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// Chores of this repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Debug, Subcommand)]
enum Chore {
    /// Measure the cases of this repository, on all its homes
    Eval(eval::EvalArgs),
    /// Write the results that are kept in the repository anew, and docs/evaluation.md
    Results(results::ResultsArgs),
    /// Write docs/evaluation.md anew; `results` does so, too
    EvaluationDoc(evaluation_doc::EvaluationDocArgs),
    /// Search weights and thresholds on dev cases, and report on test cases
    Tune(tune::TuneArgs),
    /// Time many cases on one home
    BenchEval(eval_speed::EvalSpeedArgs),
    /// Time requests and compiling on homes of many sizes (use `cargo run --release -p xtask -- bench-latency`)
    BenchLatency(latency::LatencyArgs),
    /// Train the embedding model (use `cargo run --release -p xtask -- train`)
    Train(training::TrainArgs),
    /// Train what tells wishes (use `cargo run --release -p xtask -- train-wishes`)
    TrainWishes(wishes::TrainWishesArgs),
    /// Train what tells which part of an utterance is meant (use `cargo run --release -p xtask -- train-parts`)
    TrainParts(parts::TrainPartsArgs),
    /// Train what tells where pauses were not written (use `cargo run --release -p xtask -- train-pauses`)
    TrainPauses(pauses::TrainPausesArgs),
    /// Train the network that reads beside the parser (use `cargo run --release -p xtask -- train-reader`)
    TrainReader(reader::TrainReaderArgs),
    /// Write the table of the bundled model into docs/embedding.md
    EmbeddingTable(training::TableArgs),
    /// Calibrate the embedding model on dev cases
    Calibrate(training::CalibrateArgs),
    /// Measure every budget of speed and memory and write docs/performance.md (`cargo run --release -p xtask
    /// --features tantivy -- performance`)
    Performance(performance::PerformanceArgs),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().chore {
        Chore::Eval(args) => eval::run(&args),
        Chore::Results(args) => results::run(&args),
        Chore::EvaluationDoc(args) => evaluation_doc::run(&args),
        Chore::Tune(args) => tune::run(&args),
        Chore::BenchEval(args) => eval_speed::run(&args),
        Chore::BenchLatency(args) => latency::run(&args),
        Chore::Train(args) => training::run(&args),
        Chore::TrainWishes(args) => wishes::run(&args),
        Chore::TrainParts(args) => parts::run(&args),
        Chore::TrainPauses(args) => pauses::run(&args),
        Chore::TrainReader(args) => reader::run(&args),
        Chore::EmbeddingTable(args) => training::write_table(&args),
        Chore::Calibrate(args) => training::calibrate(&args),
        Chore::Performance(args) => performance::run(&args),
    }
}

/// The crate of the lexicons.
fn language_crate() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/lares-language"))
}

/// The crate whose data and results these are.
fn eval_crate() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/lares-eval"))
}
