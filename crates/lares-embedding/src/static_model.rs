//! An embedder whose model is a table: each feature of a text has a vector, and the text has their sum.

use std::sync::Arc;

use crate::embedder::{EmbedError, Embedder};
use crate::features::{Feature, FeatureReader, Sounds, signs};
use crate::matrix::normalise;
use crate::model_file::{Calibration, ModelError, ModelFile};

/// The leading bits of a hash tell in which part of the table it is.
const PART_BITS: u32 = 12;

/// A static model: made once, shared between threads.
#[derive(Clone)]
pub struct StaticEmbedder {
    model: Arc<ModelFile>,
    /// Where in the hashes those with the same leading bits begin.
    parts: Arc<[u32]>,
}

impl std::fmt::Debug for StaticEmbedder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("StaticEmbedder")
            .field("name", &self.model.name)
            .field("dimensions", &self.model.dimensions)
            .field("rows", &self.model.hashes.len())
            .finish()
    }
}

impl StaticEmbedder {
    /// Reads a model file; `called` is what an error calls it (a path).
    ///
    /// # Errors
    /// A file that is cut, altered, of another version, or no model.
    pub fn from_bytes(bytes: &[u8], called: &str) -> Result<StaticEmbedder, ModelError> {
        Ok(StaticEmbedder::new(ModelFile::from_bytes(bytes, called)?))
    }

    /// An embedder with that content.
    pub fn new(model: ModelFile) -> StaticEmbedder {
        let mut parts = vec![0u32; (1 << PART_BITS) + 1];
        for hash in &model.hashes {
            if let Some(next) = parts.get_mut((hash >> (32 - PART_BITS)) as usize + 1) {
                *next += 1;
            }
        }
        let mut sum = 0;
        for part in &mut parts {
            sum += *part;
            *part = sum;
        }
        StaticEmbedder { model: Arc::new(model), parts: Arc::from(parts) }
    }

    /// The content of its file.
    pub fn model(&self) -> &ModelFile {
        &self.model
    }

    /// The sounds of characters that it hears.
    pub fn sounds(&self) -> &Sounds {
        &self.model.sounds
    }

    fn row_of(&self, hash: u32) -> Option<usize> {
        let part = (hash >> (32 - PART_BITS)) as usize;
        let (start, end) = (*self.parts.get(part)? as usize, *self.parts.get(part + 1)? as usize);
        let place = self.model.hashes.get(start..end)?.iter().position(|known| *known == hash)?;
        Some(start + place)
    }

    fn embed(&self, text: &str, out: &mut [f32], reader: &mut FeatureReader) -> Result<(), EmbedError> {
        let dimensions = self.model.dimensions;
        if out.len() != dimensions {
            return Err(EmbedError::Dimensions {
                name: self.model.name.clone(),
                expected: dimensions,
                found: out.len(),
            });
        }
        out.fill(0.0);
        for Feature { hash, kind, weight } in reader.read(text, &self.model.sounds) {
            let known = self.row_of(*hash).and_then(|row| {
                let values = self.model.rows.get(row * dimensions..(row + 1) * dimensions)?;
                Some((values, *self.model.weights.get(row)? * weight))
            });
            match known {
                Some((values, step)) => {
                    for (sum, value) in out.iter_mut().zip(values) {
                        *sum += f32::from(value.cast_signed()) * step;
                    }
                }
                None => {
                    let step =
                        self.model.unknown_weights.get(*kind as usize).copied().unwrap_or(0.0) * weight;
                    for (sum, sign) in out.iter_mut().zip(signs(*hash, dimensions)) {
                        *sum += sign * step;
                    }
                }
            }
        }
        normalise(out);
        Ok(())
    }
}

impl Embedder for StaticEmbedder {
    fn name(&self) -> &str {
        &self.model.name
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions
    }

    fn embed_query(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(text, out, &mut FeatureReader::default())
    }

    fn embed_query_in(
        &self,
        text: &str,
        out: &mut [f32],
        memory: &mut FeatureReader,
    ) -> Result<(), EmbedError> {
        self.embed(text, out, memory)
    }

    fn embed_document(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(text, out, &mut FeatureReader::default())
    }

    fn calibrate(&self, cosine: f32) -> f32 {
        let Calibration { slope, midpoint, .. } = self.model.calibration;
        if cosine.is_finite() { 1.0 / (1.0 + (-slope * (cosine - midpoint)).exp()) } else { 0.0 }
    }

    fn temperature(&self) -> f32 {
        self.model.calibration.temperature
    }
}
