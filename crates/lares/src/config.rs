//! The settings of a [`crate::Lares`], readable from one TOML file.

use std::collections::BTreeMap;

use lares_retrieval::RetrievalConfig;
use serde::{Deserialize, Serialize};

use crate::engine::Error;
use crate::model_config::{EmbedderConfig, LlmConfig};

/// All settings. What a file leaves out has its default; a field that nobody knows is an error.
///
/// ```toml
/// parser = "local"     # or "llm", "auto"
/// embedder = ""        # the name of one of [embedders], or of a built-in one
///
/// [retrieval]          # weights, thresholds and limits: see `RetrievalConfig`
/// top_k = 5
///
/// [context]
/// max_tokens = 2000
///
/// [conversations]
/// most = 10000
///
/// [llm]                # see `LlmConfig`
/// base_url = "http://localhost:11434/v1"
/// model = "qwen3:4b"
///
/// [embedders.mine]     # see `EmbedderConfig`
/// kind = "folder"
/// path = "models/bge-small-zh"
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Who reads the utterance.
    pub parser: ParserMode,
    /// Where vectors come from: the name of one of `embedders`, or of a built-in one ([`crate::BUILT_IN_EMBEDDERS`]).
    /// Empty: the default.
    pub embedder: String,
    /// The language model of `parser = "llm"` and `"auto"`, and of arbitration.
    pub llm: Option<LlmConfig>,
    /// Embedders by name.
    pub embedders: BTreeMap<String, EmbedderConfig>,
    /// Weights, thresholds and limits of the stages.
    pub retrieval: RetrievalConfig,
    /// The YAML block.
    pub context: ContextConfig,
    /// What is kept between requests.
    pub conversations: ConversationConfig,
}

/// Who reads the utterance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ParserMode {
    /// The local parser. A parse made elsewhere may still be handed in with [`crate::Outside`].
    #[default]
    Local,
    /// A language model; the local parser where that gives no usable answer.
    Llm,
    /// The local parser first; a language model where that is less sure than [`SURE`].
    Auto,
}

/// With a confidence below this the local parser's answer is put to a language model in [`ParserMode::Auto`]
/// (DESIGN, section 4).
pub const SURE: f32 = 0.8;

/// Settings of the YAML block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ContextConfig {
    /// So many tokens at most, see [`crate::context::count_tokens`]; 0 sets no limit.
    pub max_tokens: usize,
    /// Names are cut after so many characters. 1..=1000.
    pub longest_name: usize,
    /// Descriptions are cut after so many characters. 1..=10000.
    pub longest_description: usize,
}

impl Default for ContextConfig {
    fn default() -> Self {
        ContextConfig { max_tokens: 0, longest_name: 64, longest_description: 200 }
    }
}

/// Settings of the conversations. How long one remembers is `retrieval.memory_ms`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConversationConfig {
    /// So many conversations are kept at once; the one silent for longest goes first. 1..=1000000.
    pub most: usize,
}

impl Default for ConversationConfig {
    fn default() -> Self {
        ConversationConfig { most: 10_000 }
    }
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    /// Text that is no TOML, an unknown field, or a number out of its range; the message says which.
    pub fn from_toml(text: &str) -> Result<Config, Error> {
        let config: Config = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            Error::Config(format!("line {}: {}", 1 + before.matches('\n').count(), error.message()))
        })?;
        config.check()?;
        Ok(config)
    }

    /// Checks every range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        self.retrieval.check().map_err(|error| Error::Config(error.to_string()))?;
        for (field, found, most) in [
            ("context.longest_name", self.context.longest_name, 1000),
            ("context.longest_description", self.context.longest_description, 10_000),
            ("conversations.most", self.conversations.most, 1_000_000),
        ] {
            if found == 0 || found > most {
                return Err(Error::Config(format!("{field} = {found} is not in 1..={most}")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_its_default() {
        let config = Config::from_toml("[retrieval]\ntop_k = 7\n[context]\nmax_tokens = 900\n").unwrap();
        assert_eq!((config.retrieval.top_k, config.context.max_tokens), (7, 900));
        assert_eq!((config.context.longest_name, config.conversations.most), (64, 10_000));
        assert_eq!(config.parser, ParserMode::Local);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, named) in [
            ("topk = 1", "topk"),
            ("[retrieval]\nmargin = 2.0", "margin"),
            ("[retrieval]\nmargins = 0.2", "margins"),
            ("[context]\nlongest_name = 0", "context.longest_name"),
            ("[conversations]\nmost = 0", "conversations.most"),
            ("parser = \"cloud\"", "cloud"),
            ("\nparser", "line 2"),
        ] {
            let message = Config::from_toml(text).unwrap_err().to_string();
            assert!(message.contains(named), "{text}: {message}");
        }
    }
}
