//! Vectors of short texts that a thread keeps: people say the same few things (关掉, "turn on the") of different devices.
//!
//! A text has one place, and a later one takes it: there is nothing to grow and nothing to clear away.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use smallvec::SmallVec;

/// So many texts are kept at most.
const PLACES: usize = 256;
/// Longer texts (in bytes) are hardly said twice.
const LONGEST: usize = 64;

/// The vectors of texts that one embedder has read.
#[derive(Default)]
pub(crate) struct EmbeddedTexts {
    /// The embedder's name: equal names mean equal vectors.
    embedder: String,
    dimensions: usize,
    texts: Vec<SmallVec<[u8; LONGEST]>>,
    vectors: Vec<f32>,
    hasher: DefaultHashBuilder,
}

impl EmbeddedTexts {
    /// Writes the vector of a text into `out`, as it is known or as `embed` writes it.
    pub(crate) fn write<E>(
        &mut self,
        embedder: &str,
        text: &str,
        out: &mut [f32],
        embed: impl FnOnce(&mut [f32]) -> Result<(), E>,
    ) -> Result<(), E> {
        if text.is_empty() || text.len() > LONGEST {
            return embed(out);
        }
        if self.embedder != embedder || self.dimensions != out.len() {
            self.begin_anew(embedder, out.len());
        }
        let place = self.hasher.hash_one(text) as usize % PLACES;
        let start = place * self.dimensions;
        let (Some(known), Some(vector)) =
            (self.texts.get_mut(place), self.vectors.get_mut(start..start + out.len()))
        else {
            return embed(out);
        };
        if known.as_slice() == text.as_bytes() {
            out.copy_from_slice(vector);
            return Ok(());
        }
        embed(out)?;
        known.clear();
        known.extend_from_slice(text.as_bytes());
        vector.copy_from_slice(out);
        Ok(())
    }

    fn begin_anew(&mut self, embedder: &str, dimensions: usize) {
        self.embedder.clear();
        self.embedder.push_str(embedder);
        self.dimensions = dimensions;
        self.texts.clear();
        self.texts.resize_with(PLACES, SmallVec::new);
        self.vectors.clear();
        self.vectors.resize(PLACES * dimensions, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector of a text and whether it was embedded for that.
    fn written(
        embedded: &mut EmbeddedTexts,
        embedder: &str,
        text: &str,
        dimensions: usize,
    ) -> (Vec<f32>, bool) {
        let mut vector = vec![7.0; dimensions];
        let mut asked = false;
        let embed = |out: &mut [f32]| -> Result<(), ()> {
            asked = true;
            out.fill(text.len() as f32 + if embedder == "other" { 0.5 } else { 0.0 });
            Ok(())
        };
        embedded.write(embedder, text, &mut vector, embed).unwrap();
        (vector, asked)
    }

    #[test]
    fn a_text_has_the_same_vector_however_often_it_is_said() {
        let mut embedded = EmbeddedTexts::default();
        for round in 0..3 {
            for length in 0..2 * PLACES {
                let text = "a".repeat(length);
                assert_eq!(written(&mut embedded, "one", &text, 4).0, [length as f32; 4], "{round}");
            }
        }
        assert_eq!(embedded.texts.len(), PLACES);
        assert!(embedded.texts.iter().all(|text| !text.spilled()));
    }

    #[test]
    fn what_was_just_said_is_known_to_its_embedder_only() {
        let mut embedded = EmbeddedTexts::default();
        assert_eq!(written(&mut embedded, "one", "turn on", 4), (vec![7.0; 4], true));
        assert_eq!(written(&mut embedded, "one", "turn on", 4), (vec![7.0; 4], false));
        assert_eq!(written(&mut embedded, "other", "turn on", 4), (vec![7.5; 4], true));
        assert_eq!(written(&mut embedded, "other", "turn on", 3), (vec![7.5; 3], true));
    }

    #[test]
    fn what_could_not_be_embedded_is_not_known() {
        let mut embedded = EmbeddedTexts::default();
        let mut vector = [0.0; 4];
        assert_eq!(embedded.write("one", "dim", &mut vector, |_| Err(())), Err(()));
        assert_eq!(written(&mut embedded, "one", "dim", 4), (vec![3.0; 4], true));
    }
}
