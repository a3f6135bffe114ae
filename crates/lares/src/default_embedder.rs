//! The embedders that are at hand without a download: the bundled model, and one that knows letters only.

use std::sync::{Arc, OnceLock};

use lares_embedding::{Embedder, LexicalEmbedder, bundled};
use lares_home::{HomeLanguage, catalogue};

/// The embedder that is used where none is given: the bundled model. It is made once and shared.
pub fn default_embedder() -> Arc<dyn Embedder> {
    static SHARED: OnceLock<Arc<dyn Embedder>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| match bundled() {
        Ok(model) => Arc::new(model),
        // The bundled bytes are those that the tests read. Should they ever be broken, letters are better than nothing.
        Err(error) => {
            tracing::error!(%error, "the bundled model cannot be used; comparing letters instead");
            lexical_embedder()
        }
    });
    Arc::clone(shared)
}

/// An embedder without a model, weighed by the words of the catalogue: the yardstick of a model. It is made once and
/// shared.
pub fn lexical_embedder() -> Arc<dyn Embedder> {
    static SHARED: OnceLock<Arc<LexicalEmbedder>> = OnceLock::new();
    let shared = SHARED.get_or_init(|| {
        let mut documents: Vec<String> = Vec::new();
        for capability in catalogue().capabilities() {
            for (language, is_chinese) in [(HomeLanguage::Chinese, true), (HomeLanguage::English, false)] {
                for command in capability.command_specs(language) {
                    let synonyms = if is_chinese { &command.synonyms_zh } else { &command.synonyms_en };
                    documents.push(format!("{} {}", command.description, synonyms.join(" ")));
                }
            }
        }
        Arc::new(LexicalEmbedder::fit(
            lares_embedding::lexical::DIMENSIONS,
            documents.iter().map(String::as_str),
        ))
    });
    Arc::<LexicalEmbedder>::clone(shared)
}
