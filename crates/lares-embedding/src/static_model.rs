//! An embedder whose model is a table: each feature of a text has a vector, and the text has their sum.

use std::sync::Arc;

use pulp::{Arch, NullaryFnOnce};

use crate::embedder::{EmbedError, Embedder};
use crate::features::{Feature, FeatureReader, Sounds, add_signs, own};
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

    #[inline(always)]
    fn row_of(&self, hash: u32) -> Option<usize> {
        let part = (hash >> (32 - PART_BITS)) as usize;
        let (start, end) = (*self.parts.get(part)? as usize, *self.parts.get(part + 1)? as usize);
        let place = self.model.hashes.get(start..end)?.iter().position(|known| *known == hash)?;
        Some(start + place)
    }

    fn embed(&self, text: &str, out: &mut [f32], reader: &mut FeatureReader) -> Result<(), EmbedError> {
        let dimensions = self.model.dimensions;
        let of_words = &self.model.words;
        if out.len() != dimensions + of_words.dimensions {
            return Err(EmbedError::Dimensions {
                name: self.model.name.clone(),
                expected: dimensions + of_words.dimensions,
                found: out.len(),
            });
        }
        out.fill(0.0);
        // Translated for the widest instructions as well; they add in the same order, and nothing is fused.
        let features = reader.read(text, &self.model.sounds);
        Arch::new().dispatch(Sum { embedder: self, features, out });
        let (learned, words) = out.split_at_mut(dimensions);
        normalise(learned);
        normalise(words);
        // A text of numbers has no words: then the other part is all of it.
        if !is_zero(learned) && !is_zero(words) {
            let (part, rest) = (of_words.share.sqrt(), (1.0 - of_words.share).sqrt());
            learned.iter_mut().for_each(|value| *value *= rest);
            words.iter_mut().for_each(|value| *value *= part);
        }
        Ok(())
    }
}

/// The sum of what features mean, to be translated for the instructions of whatever machine it runs on.
struct Sum<'s> {
    embedder: &'s StaticEmbedder,
    features: &'s [Feature],
    out: &'s mut [f32],
}

impl NullaryFnOnce for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Sum { embedder, features, out } = self;
        let model = &embedder.model;
        let (dimensions, of_words) = (model.dimensions, &model.words);
        let (learned, words) = out.split_at_mut(dimensions);
        for Feature { hash, kind, weight } in features {
            let row = embedder.row_of(*hash);
            let known = row.and_then(|row| {
                let values = model.rows.get(row * dimensions..(row + 1) * dimensions)?;
                Some((values, *model.weights.get(row)? * weight))
            });
            match known {
                Some((values, step)) => {
                    for (sum, value) in learned.iter_mut().zip(values) {
                        *sum += f32::from(value.cast_signed()) * step;
                    }
                }
                None => {
                    let step = model.unknown_weights.get(*kind as usize).copied().unwrap_or(0.0) * weight;
                    add_signs(*hash, step, learned);
                }
            }
            let known = row.and_then(|row| of_words.weights.get(row)).copied();
            let unknown = || of_words.unknown_weights.get(*kind as usize).copied().unwrap_or(0.0);
            let step = weight * known.unwrap_or_else(unknown);
            if step != 0.0 {
                add_signs(own(*hash), step, words);
            }
        }
    }
}

fn is_zero(vector: &[f32]) -> bool {
    vector.iter().all(|value| *value == 0.0)
}

impl Embedder for StaticEmbedder {
    fn name(&self) -> &str {
        &self.model.name
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions + self.model.words.dimensions
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
