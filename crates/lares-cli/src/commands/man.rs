//! `lares man`: the manual page, from the program's own definitions.

use std::io::Write;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::Cli;

/// Runs the command.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    std::io::stdout().lock().write_all(&page)?;
    Ok(ExitCode::SUCCESS)
}
