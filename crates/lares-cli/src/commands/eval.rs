//! `lares eval`: measures a home against cases.

use std::process::ExitCode;

use crate::failure::BadInput;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {}

/// Runs the command.
pub(crate) fn run(_args: &EvalArgs) -> anyhow::Result<ExitCode> {
    Err(BadInput("eval: not available in this build".to_owned()).into())
}
