//! From the arguments to a [`Lares`].

use std::{env, fs};

use anyhow::Context;
use lares::{Builder, HomeLanguage, Language, Lares, ParserMode};

use crate::args::{HomeArgs, Lang, Reader};
use crate::failure::BadInput;

/// Reads the home and the settings that the arguments name.
pub(crate) fn lares(args: &HomeArgs) -> anyhow::Result<Lares> {
    Ok(builder(args)?.build()?)
}

/// The same, before the home is read: settings can still be changed.
pub(crate) fn builder(args: &HomeArgs) -> anyhow::Result<Builder> {
    let mut builder = Lares::builder();
    if let Some(path) = &args.home {
        builder = builder.home_folder(path);
    }
    if let Some(lang) = args.lang {
        builder = builder.language(match lang {
            Lang::Zh => HomeLanguage::Chinese,
            Lang::En => HomeLanguage::English,
        });
    }
    if let Some(path) = &args.config {
        let text = fs::read_to_string(path)
            .map_err(|cause| BadInput(format!("{}: cannot be read ({cause})", path.display())))?;
        let config = lares::Config::from_toml(&text).with_context(|| path.display().to_string())?;
        builder = builder.config(config);
    }
    if let Some(reader) = args.parser {
        builder = builder.parser(match reader {
            Reader::Local => ParserMode::Local,
            Reader::Llm => ParserMode::Llm,
            Reader::Auto => ParserMode::Auto,
        });
    }
    if let Some(name) = &args.embedder {
        builder = builder.embedder_named(name);
    }
    if env::var_os(ARBITRATION).is_some_and(|value| value == "1") {
        builder = builder.arbitration(true);
    }
    Ok(builder)
}

/// Switches on that a language model may choose between commands for several devices.
const ARBITRATION: &str = "ENABLE_BULK_ARBITRATION_LLM";

/// The id of the room that an argument names.
pub(crate) fn room_id(lares: &Lares, name: Option<&str>) -> anyhow::Result<Option<String>> {
    let Some(name) = name else { return Ok(None) };
    if let Some(room) = lares.room(name) {
        return Ok(Some(room.id.to_string()));
    }
    let rooms = &lares.home().rooms;
    let known: Vec<&str> = rooms
        .iter()
        .take(20)
        .map(|room| if room.name.is_empty() { &*room.id } else { &*room.name })
        .collect();
    let more = if rooms.len() > known.len() { ", …" } else { "" };
    Err(BadInput(format!("--room {name}: the home has no such room; it has {}{more}", known.join(", ")))
        .into())
}

/// The language in which to speak: the one asked for, else that of the utterance.
pub(crate) fn spoken(args: &HomeArgs, utterance: Language) -> Language {
    match args.lang {
        Some(Lang::Zh) => Language::Chinese,
        Some(Lang::En) => Language::English,
        None => utterance,
    }
}
