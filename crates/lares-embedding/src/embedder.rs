//! What every embedder offers, whether it computes its vectors here or has them fetched.

use std::fmt;

use crate::features::FeatureReader;

/// Why there is no vector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// The vectors of this embedder come from elsewhere: the caller fetches them and hands them in.
    #[error("the vectors of {0} are fetched by the caller")]
    Remote(String),
    /// The vector or the buffer has another length than the embedder's.
    #[error("{name} has {expected} dimensions, not {found}")]
    Dimensions {
        /// The embedder's name.
        name: String,
        /// Its dimensions.
        expected: usize,
        /// What was handed in.
        found: usize,
    },
}

/// Turns texts into unit vectors whose dot product tells how near they are in meaning.
///
/// An embedder is immutable and shared between threads. Equal names mean equal vectors for equal texts: vectors are
/// shared between homes by name. A blank text has the zero vector, whose similarity to anything is 0.
pub trait Embedder: Send + Sync + fmt::Debug {
    /// The model and its version.
    fn name(&self) -> &str;

    /// The length of its vectors.
    fn dimensions(&self) -> usize;

    /// Writes the unit vector of what was said into `out`, which has [`Self::dimensions`] numbers.
    fn embed_query(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError>;

    /// The same in memory that earlier texts were read in, which changes nothing but the time it takes.
    fn embed_query_in(
        &self,
        text: &str,
        out: &mut [f32],
        _memory: &mut FeatureReader,
    ) -> Result<(), EmbedError> {
        self.embed_query(text, out)
    }

    /// Writes the unit vector of a command's description into `out`.
    fn embed_document(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError>;

    /// Whether its vectors are computed here. Otherwise both `embed_*` return [`EmbedError::Remote`].
    fn is_local(&self) -> bool {
        true
    }

    /// Maps a cosine (-1..1) to 0..1, where 0.5 is as likely as not the same intent. Monotonic.
    fn calibrate(&self, cosine: f32) -> f32;

    /// The softmax temperature (above 0) at which calibrated similarities of competing commands become probabilities.
    fn temperature(&self) -> f32 {
        0.08
    }
}
