//! The command line, from which help, completions and the man page are made.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::{ask, chat, completions, embed, eval, home_check, retrieve, tune};

/// Turns what a person says at home into the devices and commands that were meant.
#[derive(Debug, Parser)]
#[command(
    name = "lares",
    version,
    after_help = "Exit codes: 0 done, 1 failure, 2 bad input or usage.\nWithout --home, a built-in sample home answers."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what an utterance means in a home, and why
    Ask(ask::AskArgs),
    /// Answer requests from standard input, one JSON object a line, on standard output
    Retrieve(retrieve::RetrieveArgs),
    /// Talk to a home; follow-ups and answers are understood
    Chat(chat::ChatArgs),
    /// Look at a home
    #[command(subcommand)]
    Home(HomeCommand),
    /// Measure against cases; draft cases; add one
    Eval(Box<eval::EvalArgs>),
    /// Search weights and thresholds on cases, and report on others
    Tune(tune::TuneArgs),
    /// Look at the embedding model: vectors of texts, or the commands that are nearest to one
    Embed(embed::EmbedArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man,
}

/// What to do with a home.
#[derive(Debug, Subcommand)]
pub(crate) enum HomeCommand {
    /// Say what a home holds, and what will hurt before it does
    Check(home_check::CheckArgs),
}

/// Which home, and how it is read.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct HomeArgs {
    /// A home folder (devices.json, rooms.json, …) or a single devices.json [default: the built-in sample home]
    #[arg(long, value_name = "PATH")]
    pub(crate) home: Option<PathBuf>,
    /// A TOML file with [retrieval], [context], [conversations], [llm] and [embedders]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Who reads what is said [default: local, or as the configuration says]
    #[arg(long, value_name = "PARSER")]
    pub(crate) parser: Option<Reader>,
    /// Where vectors come from: default, lexical, text-embedding-v4, a name of [embedders], or a model's folder
    #[arg(long, value_name = "NAME")]
    pub(crate) embedder: Option<String>,
    /// The language of descriptions and messages [default: told from the home and the utterance]
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) lang: Option<Lang>,
}

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Lang {
    /// Chinese
    Zh,
    /// English
    En,
}

/// Who reads what is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reader {
    /// The local parser
    Local,
    /// A language model, and the local parser where that gives no usable answer
    Llm,
    /// The local parser, and a language model where that is not sure
    Auto,
}

/// A number of candidates.
pub(crate) fn top_k(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(count) if (1..=100).contains(&count) => Ok(count),
        _ => Err("a whole number from 1 to 100 is needed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
