//! Which embedder a name means, and compiling a home with it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use lares_embedding::{Embedder, RemoteEmbedder, TextRole};
use lares_home::{Finding, Home, Severity};
use lares_retrieval::documents::{Documents, Ingredients};
use lares_retrieval::{CompiledHome, RetrievalConfig};

use crate::config::Config;
use crate::default_embedder::{default_embedder, lexical_embedder};
use crate::engine::Error;
use crate::model_config::{ApiEmbedderConfig, EmbedderConfig, FolderEmbedderConfig};
#[cfg(feature = "local-models")]
use crate::scale_file;

/// Names of embedders that need no section in the configuration: the default one, the one that needs no model, and
/// DashScope's.
pub const BUILT_IN_EMBEDDERS: [&str; 3] = ["default", "lexical", "text-embedding-v4"];

/// An embedder that computes here, or one whose vectors are fetched.
#[derive(Debug, Clone)]
pub(crate) enum Chosen {
    Local(Arc<dyn Embedder>),
    Remote(Arc<dyn RemoteEmbedder>),
}

/// The embedder that the settings name; `None` for the default one.
pub(crate) fn chosen(config: &Config) -> Result<Option<Chosen>, Error> {
    let name = config.embedder.trim();
    if let Some(described) = described(config) {
        return build(name, &described).map(Some);
    }
    match name {
        "" => Ok(None),
        "default" => Ok(Some(Chosen::Local(default_embedder()))),
        "lexical" => Ok(Some(Chosen::Local(lexical_embedder()))),
        _ => {
            let known: Vec<&str> =
                config.embedders.keys().map(String::as_str).chain(BUILT_IN_EMBEDDERS).collect();
            Err(Error::Config(format!(
                "embedder = {name:?}: no such embedder, and no folder of that name; there are {}",
                known.join(", ")
            )))
        }
    }
}

/// What the settings say of the embedder that they name; `None` for one that needs no settings.
pub(crate) fn described(config: &Config) -> Option<EmbedderConfig> {
    let name = config.embedder.trim();
    if let Some(described) = config.embedders.get(name) {
        return Some(described.clone());
    }
    match name {
        "" | "default" | "lexical" => None,
        "text-embedding-v4" => {
            let api = ApiEmbedderConfig { dimensions: 1024, ..ApiEmbedderConfig::default() };
            Some(EmbedderConfig::Api(api))
        }
        path => Path::new(path).is_dir().then(|| {
            EmbedderConfig::Folder(FolderEmbedderConfig {
                path: path.to_owned(),
                ..FolderEmbedderConfig::default()
            })
        }),
    }
}

fn build(name: &str, described: &EmbedderConfig) -> Result<Chosen, Error> {
    match described {
        #[cfg(feature = "models")]
        EmbedderConfig::Api(api) => crate::models::api_embedder(name, api).map(Chosen::Remote),
        #[cfg(not(feature = "models"))]
        EmbedderConfig::Api(_) => Err(Error::Config(format!(
            "embedder {name:?} is behind an API, and this program was built without: build it with --features models"
        ))),
        EmbedderConfig::Folder(folder) => folder_embedder(name, folder).map(Chosen::Local),
    }
}

#[cfg(not(feature = "local-models"))]
fn folder_embedder(name: &str, _: &FolderEmbedderConfig) -> Result<Arc<dyn Embedder>, Error> {
    Err(Error::Config(format!(
        "embedder {name:?} is a model in a folder, and this program was built without: build it with --features \
         local-models"
    )))
}

/// Reads the files of a folder.
#[cfg(feature = "local-models")]
fn folder_embedder(name: &str, config: &FolderEmbedderConfig) -> Result<Arc<dyn Embedder>, Error> {
    use lares_embedding::{ModelFiles, ModelSettings, SentenceTransformer};

    let folder = Path::new(&config.path);
    let wrong = |why: String| Error::Config(format!("embedder {name:?}: {}/{why}", folder.display()));
    let needed = |file: &str| {
        std::fs::read(folder.join(file)).map_err(|error| wrong(format!("{file}: cannot be read ({error})")))
    };
    let optional = |file: &str| match std::fs::read(folder.join(file)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(format!("{file}: cannot be read ({error})"))),
    };
    let (settings, tokenizer, weights) =
        (needed("config.json")?, needed("tokenizer.json")?, needed("model.safetensors")?);
    let modules = optional("modules.json")?;
    let pooling = optional("1_Pooling/config.json")?;
    let sentence = optional("sentence_bert_config.json")?;
    let scale = config.scale.or_else(|| scale_file::kept(&folder.join(scale_file::NAME))).unwrap_or_default();
    scale.check().map_err(|why| Error::Config(format!("embedders.{name}.scale: {why}")))?;
    let files = ModelFiles {
        config: &settings,
        tokenizer: &tokenizer,
        weights: &weights,
        modules: modules.as_deref(),
        pooling: pooling.as_deref(),
        sentence: sentence.as_deref(),
    };
    let used = ModelSettings {
        query_prefix: config.query_prefix.clone(),
        document_prefix: config.document_prefix.clone(),
        scale,
    };
    let model = SentenceTransformer::new(files, used).map_err(|error| wrong(error.to_string()))?;
    Ok(Arc::new(model))
}

/// Compiles a home with vectors that are fetched first. Where they cannot be fetched, the default embedder serves: a
/// home that answers a little worse is better than none. The finding and the text say so.
pub(crate) fn compile_remote(
    home: Home,
    config: &RetrievalConfig,
    remote: &Arc<dyn RemoteEmbedder>,
) -> Result<(CompiledHome, Option<(Finding, String)>), Error> {
    config.check().map_err(|error| Error::Config(error.to_string()))?;
    let ingredients = Ingredients { synonyms: config.document_synonyms, values: config.document_values };
    let documents = Documents::build(&home, ingredients);
    let texts: Vec<String> = (0..documents.len()).map(|row| documents.text(&home, row)).collect();
    match remote.fetch(TextRole::Document, &texts) {
        Ok(vectors) => {
            let vectors: HashMap<String, Vec<f32>> = texts.into_iter().zip(vectors).collect();
            let embedder: Arc<dyn Embedder> = Arc::<dyn RemoteEmbedder>::clone(remote);
            Ok((CompiledHome::compile_with_vectors(home, config, embedder, &vectors)?, None))
        }
        Err(error) => {
            let why = error.to_string();
            tracing::warn!(error = %why, "no vectors for this home; the default embedder is used");
            let finding = Finding {
                severity: Severity::Warning,
                code: "embedder_unavailable",
                subject: remote.name().to_owned(),
                message: format!("no vectors for the home's commands: {why}"),
                hint: "the default embedder is used until the home is loaded again".to_owned(),
            };
            let compiled = CompiledHome::compile(home, config, default_embedder())?;
            Ok((compiled, Some((finding, why))))
        }
    }
}
