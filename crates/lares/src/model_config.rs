//! The settings of language models and embedders: plain data, the same in every build.

use lares_embedding::Scale;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The endpoint that is meant where none is named.
pub(crate) const DASHSCOPE: &str = "https://dashscope.aliyuncs.com/compatible-mode/v1";

/// A language model behind an OpenAI-compatible chat endpoint. The default is DashScope's `qwen-flash`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LlmConfig {
    /// The API's base URL, up to `/v1`.
    pub base_url: String,
    /// The model's name there.
    pub model: String,
    /// The environment variable that holds the key. Left out: `DASHSCOPE_API_KEY` for DashScope, no key elsewhere.
    pub key_env: Option<String>,
    /// Whether plain http may go to another machine.
    pub allow_http: bool,
    /// All that a question may cost in milliseconds, retries included. 1..=600000.
    pub timeout_ms: u64,
    /// Tries after the first one, on 429 and 5xx. 0..=10.
    pub retries: u32,
    /// So many failures in a row, and it is left alone for `rest_ms`. 1..=1000.
    pub failures_before_rest: u32,
    /// Milliseconds for which it is then left alone.
    pub rest_ms: u64,
    /// Whether a JSON schema is sent; an endpoint that refuses it is asked without.
    pub schema: bool,
    /// Names of devices are told to the model while the home has no more than this; 0 tells none.
    pub most_devices: usize,
    /// The longest answer in tokens; 0 leaves it to the endpoint.
    pub max_tokens: u32,
    /// Further fields of every request, such as `enable_thinking = false`.
    pub extra: Map<String, Json>,
}

impl Default for LlmConfig {
    fn default() -> Self {
        LlmConfig {
            base_url: DASHSCOPE.to_owned(),
            model: "qwen-flash".to_owned(),
            key_env: None,
            allow_http: false,
            timeout_ms: 3000,
            retries: 2,
            failures_before_rest: 3,
            rest_ms: 30_000,
            schema: true,
            most_devices: 0,
            max_tokens: 512,
            extra: Map::new(),
        }
    }
}

/// Where vectors come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum EmbedderConfig {
    /// An OpenAI-compatible embeddings endpoint.
    Api(ApiEmbedderConfig),
    /// A sentence-transformer in a folder.
    Folder(FolderEmbedderConfig),
}

/// An embedder behind an OpenAI-compatible endpoint. The default is DashScope's `text-embedding-v4`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ApiEmbedderConfig {
    /// The API's base URL, up to `/v1`.
    pub base_url: String,
    /// The model's name there.
    pub model: String,
    /// The environment variable that holds the key. Left out: `DASHSCOPE_API_KEY` for DashScope, no key elsewhere.
    pub key_env: Option<String>,
    /// Whether plain http may go to another machine.
    pub allow_http: bool,
    /// All that the vector of an utterance may cost in milliseconds, retries included. 1..=600000.
    pub timeout_ms: u64,
    /// The same for a batch of documents, while a home is compiled. 1..=600000.
    pub document_timeout_ms: u64,
    /// Tries after the first one, on 429 and 5xx. 0..=10.
    pub retries: u32,
    /// So many failures in a row, and it is left alone for `rest_ms`. 1..=1000.
    pub failures_before_rest: u32,
    /// Milliseconds for which it is then left alone.
    pub rest_ms: u64,
    /// The length of its vectors; 0 asks the endpoint once at the start.
    pub dimensions: usize,
    /// Whether `dimensions` is sent, for models that can be asked for several lengths.
    pub send_dimensions: bool,
    /// So many texts in one request (DashScope takes 10). 1..=2048.
    pub batch: usize,
    /// Put before what was said.
    pub query_prefix: String,
    /// Put before what a command does.
    pub document_prefix: String,
    /// The folder where vectors of documents are kept. Left out: `lares` in the user's cache folder; empty: none.
    pub cache: Option<String>,
    /// The model's scale. Left out: the one that `lares eval --calibrate` has kept beside the cache, else a careful one.
    pub scale: Option<Scale>,
}

impl Default for ApiEmbedderConfig {
    fn default() -> Self {
        ApiEmbedderConfig {
            base_url: DASHSCOPE.to_owned(),
            model: "text-embedding-v4".to_owned(),
            key_env: None,
            allow_http: false,
            timeout_ms: 3000,
            document_timeout_ms: 30_000,
            retries: 2,
            failures_before_rest: 3,
            rest_ms: 30_000,
            dimensions: 0,
            send_dimensions: false,
            batch: 10,
            query_prefix: String::new(),
            document_prefix: String::new(),
            cache: None,
            scale: None,
        }
    }
}

/// A BERT-family sentence-transformer in a folder: `model.safetensors`, `tokenizer.json`, `config.json`, and the pooling
/// in `1_Pooling/config.json`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FolderEmbedderConfig {
    /// The folder.
    pub path: String,
    /// Put before what was said (`query: ` for e5).
    pub query_prefix: String,
    /// Put before what a command does (`passage: ` for e5).
    pub document_prefix: String,
    /// The model's scale. Left out: the one that `lares eval --calibrate` has kept in the folder, else a careful one.
    pub scale: Option<Scale>,
}
