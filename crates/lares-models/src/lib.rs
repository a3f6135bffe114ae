//! How does a model behind an API answer?
//!
//! A language model at any OpenAI-compatible chat endpoint, and an embedder at any OpenAI-compatible embeddings
//! endpoint. Both come back within their time limit whatever happens, are left alone for a while after repeated
//! failures, and never tell their key.

mod blocking;
pub mod breaker;
pub mod cache;
pub mod chat;
pub mod embeddings;
pub mod endpoint;
mod envelope;
mod http;
pub mod prompt;

pub use chat::{ChatModel, ChatOptions};
pub use embeddings::{ApiEmbedder, EmbeddingOptions};
pub use endpoint::{Endpoint, EndpointError, Limits};
