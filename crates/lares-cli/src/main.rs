//! The `lares` program: arguments in, text or JSON out. What it does is in the library; what it says is in `present`.

mod args;
mod commands;
mod failure;
mod lines;
mod open;
mod output;
mod present;
mod progress;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
    match commands::run(cli.command) {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
