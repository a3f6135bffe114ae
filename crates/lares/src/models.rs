//! Models behind an API, made from the settings: where keys are read, and where vectors are kept.

use std::env;
use std::sync::Arc;
use std::time::Duration;

use lares_embedding::RemoteEmbedder;
use lares_language::LanguageModel;
use lares_models::cache::VectorCache;
use lares_models::{ApiEmbedder, ChatModel, ChatOptions, EmbeddingOptions, Endpoint, EndpointError, Limits};
use secrecy::SecretString;

use crate::engine::Error;
use crate::model_config::{ApiEmbedderConfig, DASHSCOPE, EmbedderConfig, LlmConfig};
use crate::scale_file;

/// Where the key of the default endpoint is.
const DASHSCOPE_KEY: &str = "DASHSCOPE_API_KEY";

/// The language model that the settings describe.
pub(crate) fn language_model(config: &LlmConfig) -> Result<Arc<dyn LanguageModel>, Error> {
    let endpoint = endpoint("llm", &config.base_url, config.key_env.as_deref(), config.allow_http)?;
    let options = ChatOptions {
        model: config.model.clone(),
        schema: config.schema,
        most_devices: config.most_devices,
        max_tokens: config.max_tokens,
        extra: config.extra.clone(),
    };
    let limits = Limits {
        timeout: Duration::from_millis(config.timeout_ms),
        retries: config.retries,
        failures_before_rest: config.failures_before_rest,
        rest: Duration::from_millis(config.rest_ms),
        ..Limits::default()
    };
    Ok(Arc::new(ChatModel::new(endpoint, options, limits).map_err(|error| wrong("llm", &error))?))
}

/// Whether DashScope could be asked: `auto` without an endpoint in the settings is `local` without a key.
pub(crate) fn has_default_key() -> bool {
    env::var_os(DASHSCOPE_KEY).is_some_and(|key| !key.is_empty())
}

/// The embedder that the settings describe.
pub(crate) fn api_embedder(name: &str, config: &ApiEmbedderConfig) -> Result<Arc<dyn RemoteEmbedder>, Error> {
    let section = format!("embedders.{name}");
    let endpoint = endpoint(&section, &config.base_url, config.key_env.as_deref(), config.allow_http)?;
    let queries = Limits {
        timeout: Duration::from_millis(config.timeout_ms),
        retries: config.retries,
        failures_before_rest: config.failures_before_rest,
        rest: Duration::from_millis(config.rest_ms),
        // A batch of long vectors, written out in decimal digits.
        longest_answer: 64 * 1024 * 1024,
    };
    let documents = Limits { timeout: Duration::from_millis(config.document_timeout_ms), ..queries.clone() };
    let folder = scale_file::cache_folder(config);
    let kept = || scale_file::kept(&scale_file::scale_path(&EmbedderConfig::Api(config.clone()))?);
    let scale = config.scale.or_else(kept).unwrap_or_default();
    scale.check().map_err(|why| Error::Config(format!("{section}.scale: {why}")))?;
    let dimensions = match config.dimensions {
        0 => ApiEmbedder::measure_dimensions(endpoint.clone(), &config.model, queries.clone()).map_err(
            |failure| {
                Error::Config(format!(
                    "{section}: the length of its vectors cannot be measured ({failure}); set `dimensions`"
                ))
            },
        )?,
        known => known,
    };
    let options = EmbeddingOptions {
        model: config.model.clone(),
        dimensions,
        send_dimensions: config.send_dimensions,
        batch: config.batch,
        query_prefix: config.query_prefix.clone(),
        document_prefix: config.document_prefix.clone(),
        scale,
    };
    let cache = folder.map(VectorCache::new);
    let embedder = ApiEmbedder::new(endpoint, options, queries, documents, cache);
    Ok(Arc::new(embedder.map_err(|error| wrong(&section, &error))?))
}

fn endpoint(
    section: &str,
    base_url: &str,
    key_env: Option<&str>,
    allow_http: bool,
) -> Result<Endpoint, Error> {
    // The key of one endpoint is never sent to another because a setting was left out.
    let is_dashscope = base_url.trim().trim_end_matches('/') == DASHSCOPE;
    let variable = key_env.or(is_dashscope.then_some(DASHSCOPE_KEY)).filter(|variable| !variable.is_empty());
    let is_name = |text: &str| {
        text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && !text.starts_with(|letter: char| letter.is_ascii_digit())
    };
    let key = match variable {
        None => None,
        // It may be the key itself: it is not repeated.
        Some(variable) if !is_name(variable) => {
            return Err(Error::Config(format!(
                "{section}.key_env is no name of an environment variable (letters, digits and _); the key itself \
                 belongs into the variable, never into the settings"
            )));
        }
        Some(variable) => match env::var(variable) {
            Ok(key) if !key.trim().is_empty() => Some(SecretString::from(key)),
            _ => {
                return Err(Error::Config(format!(
                    "{section}: the environment variable {variable} holds no key; set it, or name another one in \
                     {section}.key_env"
                )));
            }
        },
    };
    Endpoint::new(base_url, key, allow_http).map_err(|error| wrong(section, &error))
}

fn wrong(section: &str, error: &EndpointError) -> Error {
    Error::Config(format!("{section}.{error}"))
}
