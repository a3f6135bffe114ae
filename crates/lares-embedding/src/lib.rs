//! How near in meaning are two texts?
//!
//! The [`Embedder`] trait, the embedders that need no network, and exact search over the vectors of distinct documents.
//! No I/O, no clock: the vectors of a remote model are fetched by the caller and handed in.

pub mod bundled;
mod dot;
pub mod embedder;
pub mod features;
pub mod lexical;
pub mod matrix;
pub mod model_file;
pub mod remote;
pub mod scale;
#[cfg(feature = "sentence-transformers")]
pub mod sentence_transformer;
pub mod static_model;

pub use bundled::bundled;
pub use dot::dot;
pub use embedder::{EmbedError, Embedder};
pub use features::FeatureKind;
pub use lexical::LexicalEmbedder;
pub use matrix::{Hit, VectorMatrix, nearest, normalise};
pub use model_file::{Calibration, ModelError, ModelFile};
pub use remote::{FetchError, FetchUsage, RemoteEmbedder, TextRole};
pub use scale::Scale;
#[cfg(feature = "sentence-transformers")]
pub use sentence_transformer::{ModelFileError, ModelFiles, ModelSettings, SentenceTransformer};
pub use static_model::StaticEmbedder;
