//! Embedders whose vectors are fetched: what the edge asks them for. Who implements this may wait for a network.

use crate::embedder::Embedder;

/// What a text is. Some models want to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextRole {
    /// What was said.
    Query,
    /// What a command does.
    Document,
}

/// Why there are no vectors. It never holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {message}")]
pub struct FetchError {
    /// The embedder.
    pub name: String,
    /// What happened.
    pub message: String,
}

/// What an embedder has cost so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FetchUsage {
    /// Requests that were sent, retries included.
    pub calls: u64,
    /// Tokens sent, as far as the endpoint tells.
    pub tokens: u64,
    /// Texts whose vectors were at hand.
    pub cached: u64,
    /// Texts whose vectors were fetched.
    pub fetched: u64,
    /// Time spent waiting, in milliseconds.
    pub waited_ms: u64,
}

/// An embedder whose vectors come from elsewhere ([`Embedder::is_local`] is false).
pub trait RemoteEmbedder: Embedder {
    /// The vectors of some texts, in their order, each with [`Embedder::dimensions`] numbers. It comes back within the
    /// embedder's time limit, whatever happens.
    ///
    /// # Errors
    /// All of them, or none.
    fn fetch(&self, role: TextRole, texts: &[String]) -> Result<Vec<Vec<f32>>, FetchError>;

    /// What it has cost so far.
    fn usage(&self) -> FetchUsage {
        FetchUsage::default()
    }
}
