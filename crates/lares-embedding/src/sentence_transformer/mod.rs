//! Sentence-transformers of the BERT family: a text becomes word pieces, those go through the layers, and the pooled
//! result is the vector.
//!
//! The files of a model's folder are handed in as bytes: `config.json`, `tokenizer.json`, `model.safetensors`, and what
//! sentence-transformers writes beside them. Everything is computed here, in plain Rust, on one thread.

mod layers;
mod weights;
mod word_pieces;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Deserialize;

use crate::embedder::{EmbedError, Embedder};
use crate::matrix::normalise;
use crate::scale::Scale;
use layers::{Activation, Encoder, Shape};
use weights::Weights;
use word_pieces::WordPieces;

/// The files of a model's folder, as bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct ModelFiles<'a> {
    /// `config.json`.
    pub config: &'a [u8],
    /// `tokenizer.json`.
    pub tokenizer: &'a [u8],
    /// `model.safetensors`.
    pub weights: &'a [u8],
    /// `modules.json`: what follows the transformer.
    pub modules: Option<&'a [u8]>,
    /// `1_Pooling/config.json`; without one the mean of all word pieces is taken.
    pub pooling: Option<&'a [u8]>,
    /// `sentence_bert_config.json`: the longest text in word pieces.
    pub sentence: Option<&'a [u8]>,
}

/// How a model is used.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelSettings {
    /// Put before what was said (`query: ` for e5).
    pub query_prefix: String,
    /// Put before what a command does (`passage: ` for e5).
    pub document_prefix: String,
    /// The model's scale.
    pub scale: Scale,
}

/// Why a model cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {why}")]
pub struct ModelFileError {
    /// The file in the model's folder.
    pub file: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl ModelFileError {
    fn new(file: &'static str, why: impl fmt::Display) -> ModelFileError {
        ModelFileError { file, why: why.to_string() }
    }
}

/// How the vectors of the word pieces become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pooling {
    Mean,
    First,
}

/// A model, ready to embed.
pub struct SentenceTransformer {
    name: String,
    pieces: WordPieces,
    encoder: Encoder,
    pooling: Pooling,
    settings: ModelSettings,
}

impl fmt::Debug for SentenceTransformer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SentenceTransformer").field("name", &self.name).finish_non_exhaustive()
    }
}

const CONFIG: &str = "config.json";
const POOLING: &str = "1_Pooling/config.json";

#[derive(Debug, Deserialize)]
struct Config {
    model_type: String,
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "default_epsilon")]
    layer_norm_eps: f32,
    #[serde(default)]
    hidden_act: Option<String>,
    #[serde(default)]
    position_embedding_type: Option<String>,
}

fn default_epsilon() -> f32 {
    1e-12
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PoolingConfig {
    pooling_mode_cls_token: bool,
    pooling_mode_mean_tokens: bool,
    pooling_mode_max_tokens: bool,
    pooling_mode_mean_sqrt_len_tokens: bool,
    pooling_mode_weightedmean_tokens: bool,
    pooling_mode_lasttoken: bool,
}

#[derive(Debug, Deserialize)]
struct SentenceConfig {
    max_seq_length: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct Module {
    #[serde(rename = "type")]
    kind: String,
}

impl SentenceTransformer {
    /// Reads a model.
    ///
    /// # Errors
    /// A file that is broken, or a model of another kind; the message names the file and what is wrong.
    pub fn new(
        files: ModelFiles<'_>,
        settings: ModelSettings,
    ) -> Result<SentenceTransformer, ModelFileError> {
        let config: Config = json(CONFIG, files.config)?;
        let shape = shape(&config)?;
        modules(files.modules)?;
        let pooling = pooling(files.pooling)?;
        let sentence: Option<SentenceConfig> =
            files.sentence.map(|bytes| json("sentence_bert_config.json", bytes)).transpose()?;
        let longest = sentence
            .and_then(|sentence| sentence.max_seq_length)
            .unwrap_or(config.max_position_embeddings)
            .clamp(2, config.max_position_embeddings);
        let pieces = WordPieces::new(files.tokenizer, longest)?;
        let weights = Weights::new(files.weights)?;
        let encoder = Encoder::new(&weights, shape)?;
        if pieces.highest_id() >= encoder.vocabulary() {
            return Err(ModelFileError::new(
                "tokenizer.json",
                format!("its vocabulary is larger than that of the weights ({})", encoder.vocabulary()),
            ));
        }
        let mut digest = DefaultHasher::new();
        (files.weights, files.tokenizer, longest, pooling == Pooling::Mean).hash(&mut digest);
        (&settings.query_prefix, &settings.document_prefix).hash(&mut digest);
        let name = format!("sentence-transformer-{}-{:016x}", encoder.dimensions(), digest.finish());
        Ok(SentenceTransformer { name, pieces, encoder, pooling, settings })
    }

    fn embed(&self, prefix: &str, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        let dimensions = self.encoder.dimensions();
        if out.len() != dimensions {
            return Err(EmbedError::Dimensions {
                name: self.name.clone(),
                expected: dimensions,
                found: out.len(),
            });
        }
        out.fill(0.0);
        if text.trim().is_empty() {
            return Ok(());
        }
        let ids = self.pieces.ids(&format!("{prefix}{text}"));
        let hidden = self.encoder.run(&ids);
        match self.pooling {
            Pooling::First => out.iter_mut().zip(&hidden).for_each(|(out, value)| *out = *value),
            Pooling::Mean => {
                for row in hidden.chunks_exact(dimensions) {
                    out.iter_mut().zip(row).for_each(|(out, value)| *out += *value);
                }
            }
        }
        normalise(out);
        Ok(())
    }
}

impl Embedder for SentenceTransformer {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.encoder.dimensions()
    }

    fn embed_query(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(&self.settings.query_prefix, text, out)
    }

    fn embed_document(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(&self.settings.document_prefix, text, out)
    }

    fn calibrate(&self, cosine: f32) -> f32 {
        self.settings.scale.apply(cosine)
    }

    fn temperature(&self) -> f32 {
        self.settings.scale.temperature
    }
}

fn json<'a, T: Deserialize<'a>>(file: &'static str, bytes: &'a [u8]) -> Result<T, ModelFileError> {
    serde_json::from_slice(bytes).map_err(|error| ModelFileError::new(file, error))
}

fn shape(config: &Config) -> Result<Shape, ModelFileError> {
    let wrong = |why: String| Err(ModelFileError::new(CONFIG, why));
    if config.model_type != "bert" {
        return wrong(format!("model_type is {:?}; only \"bert\" is known", config.model_type));
    }
    if config.position_embedding_type.as_deref().is_some_and(|kind| kind != "absolute") {
        return wrong("position_embedding_type is not \"absolute\"".to_owned());
    }
    let activation = match config.hidden_act.as_deref() {
        None | Some("gelu") => Activation::Gelu,
        Some("gelu_new" | "gelu_pytorch_tanh") => Activation::GeluTanh,
        Some("relu") => Activation::Relu,
        Some(other) => return wrong(format!("hidden_act {other:?} is not known")),
    };
    let (hidden, heads) = (config.hidden_size, config.num_attention_heads);
    if hidden == 0 || heads == 0 || hidden % heads != 0 || config.max_position_embeddings < 2 {
        return wrong(format!(
            "hidden_size {hidden} cannot be shared among {heads} heads, or there are no positions"
        ));
    }
    Ok(Shape {
        hidden,
        heads,
        layers: config.num_hidden_layers,
        intermediate: config.intermediate_size,
        positions: config.max_position_embeddings,
        epsilon: config.layer_norm_eps,
        activation,
    })
}

fn modules(bytes: Option<&[u8]>) -> Result<(), ModelFileError> {
    let Some(bytes) = bytes else { return Ok(()) };
    let modules: Vec<Module> = json("modules.json", bytes)?;
    for module in modules {
        let kind = module.kind.rsplit('.').next().unwrap_or_default();
        if !matches!(kind, "Transformer" | "Pooling" | "Normalize") {
            return Err(ModelFileError::new(
                "modules.json",
                format!("a module of type {kind:?} is not known"),
            ));
        }
    }
    Ok(())
}

fn pooling(bytes: Option<&[u8]>) -> Result<Pooling, ModelFileError> {
    let Some(bytes) = bytes else { return Ok(Pooling::Mean) };
    let config: PoolingConfig = json(POOLING, bytes)?;
    let other = config.pooling_mode_max_tokens
        || config.pooling_mode_mean_sqrt_len_tokens
        || config.pooling_mode_weightedmean_tokens
        || config.pooling_mode_lasttoken;
    match (config.pooling_mode_cls_token, config.pooling_mode_mean_tokens, other) {
        (true, false, false) => Ok(Pooling::First),
        (false, true, false) => Ok(Pooling::Mean),
        _ => Err(ModelFileError::new(POOLING, "only the mean of all word pieces or the first one is known")),
    }
}
