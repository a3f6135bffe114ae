//! `lares eval`: measures a home against cases; drafts cases, and adds one.

mod add;
mod draft;
mod measure;

use std::io::{self, Write};
use std::process::ExitCode;

use lares_eval::case::SCHEMA;

pub(crate) use measure::{home_name, measured, with_settings};

/// Measure, or work on cases.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct EvalArgs {
    #[command(subcommand)]
    chore: Option<Chore>,
    #[command(flatten)]
    measure: measure::MeasureArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Chore {
    /// Write a starter file of cases for a home, for a person to correct
    Draft(draft::DraftArgs),
    /// Add what was said, with what Lares chose, to a file of cases
    Add(add::AddArgs),
    /// Print the JSON schema of case files, for editors
    Schema,
}

/// Runs the command.
pub(crate) fn run(args: &EvalArgs) -> anyhow::Result<ExitCode> {
    match &args.chore {
        None => measure::run(&args.measure),
        Some(Chore::Draft(args)) => draft::run(args),
        Some(Chore::Add(args)) => add::run(args),
        Some(Chore::Schema) => {
            io::stdout().lock().write_all(SCHEMA.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
