//! The embedder that is used where none is given.

use std::sync::{Arc, OnceLock};

use lares_embedding::{Embedder, LexicalEmbedder};
use lares_home::{HomeLanguage, catalogue};

/// The embedder that needs no model, weighed by the words of the catalogue. It is made once and shared.
pub fn default_embedder() -> Arc<dyn Embedder> {
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
