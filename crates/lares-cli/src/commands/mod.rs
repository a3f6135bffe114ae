//! One file a command: its arguments, and a `run` that gives the exit code.

pub(crate) mod ask;
pub(crate) mod calibrate;
pub(crate) mod chat;
pub(crate) mod completions;
pub(crate) mod embed;
pub(crate) mod eval;
pub(crate) mod home_check;
pub(crate) mod man;
pub(crate) mod retrieve;
pub(crate) mod tune;

use std::process::ExitCode;

use crate::args::{Command, HomeCommand};

/// Runs a command.
pub(crate) fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Ask(args) => ask::run(&args),
        Command::Retrieve(args) => retrieve::run(&args),
        Command::Chat(args) => chat::run(&args),
        Command::Home(HomeCommand::Check(args)) => home_check::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Embed(args) => embed::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man => man::run(),
    }
}
