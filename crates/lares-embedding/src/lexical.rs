//! An embedder that needs no model: character and word grams, weighed by how rare they are, hashed to a fixed length.
//!
//! It knows letters, not meanings. It serves where no trained model is at hand, and as the yardstick of one.

use std::collections::{HashMap, HashSet};

use crate::embedder::{EmbedError, Embedder};
use crate::matrix::normalise;

/// The dimensions where none are given: few enough to be quick, enough that a home's commands seldom collide.
pub const DIMENSIONS: usize = 512;

/// Grams of text, hashed.
#[derive(Debug, Clone)]
pub struct LexicalEmbedder {
    name: String,
    dimensions: usize,
    /// The inverse document frequency of each gram, by its hash.
    rarity: HashMap<u64, f32>,
    /// That of a gram in no document: it can match nothing, and must not outweigh those that can.
    unknown: f32,
}

impl Default for LexicalEmbedder {
    fn default() -> Self {
        LexicalEmbedder::new(DIMENSIONS)
    }
}

impl LexicalEmbedder {
    /// An embedder to which all grams are equally rare.
    pub fn new(dimensions: usize) -> LexicalEmbedder {
        LexicalEmbedder {
            name: format!("lexical-{}", dimensions.max(1)),
            dimensions: dimensions.max(1),
            rarity: HashMap::new(),
            unknown: 1.0,
        }
    }

    /// An embedder that weighs grams by how few of the documents have them.
    pub fn fit<'a>(dimensions: usize, documents: impl IntoIterator<Item = &'a str>) -> LexicalEmbedder {
        let mut embedder = LexicalEmbedder::new(dimensions);
        let mut counts: HashMap<u64, u32> = HashMap::new();
        let (mut total, mut digest) = (0u32, 0u64);
        for document in documents {
            total += 1;
            let distinct: HashSet<u64> = grams(document).into_iter().map(|(hash, _)| hash).collect();
            digest = digest.wrapping_mul(31).wrapping_add(hash(document.chars()));
            for gram in distinct {
                *counts.entry(gram).or_insert(0) += 1;
            }
        }
        let rarity = |count: u32| ((1.0 + total as f32) / (1.0 + count as f32)).ln() + 0.1;
        embedder.rarity = counts.into_iter().map(|(gram, count)| (gram, rarity(count))).collect();
        embedder.unknown = 0.5 * rarity(0);
        if total > 0 {
            // Vectors are shared by name: another corpus gives other vectors, so it needs another name.
            embedder.name = format!("lexical-{}-{digest:016x}", embedder.dimensions);
        }
        embedder
    }

    fn embed(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        if out.len() != self.dimensions {
            return Err(EmbedError::Dimensions {
                name: self.name.clone(),
                expected: self.dimensions,
                found: out.len(),
            });
        }
        out.fill(0.0);
        for (gram, weight) in grams(text) {
            let rarity = self.rarity.get(&gram).copied().unwrap_or(self.unknown);
            let place = (gram % self.dimensions as u64) as usize;
            // Half the grams count negatively, so that collisions cancel instead of adding up.
            let sign = if gram >> 63 == 0 { 1.0 } else { -1.0 };
            if let Some(slot) = out.get_mut(place) {
                *slot += sign * weight * rarity;
            }
        }
        normalise(out);
        Ok(())
    }
}

impl Embedder for LexicalEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn embed_query(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(text, out)
    }

    fn embed_document(&self, text: &str, out: &mut [f32]) -> Result<(), EmbedError> {
        self.embed(text, out)
    }

    /// A short text shares few grams with a long document, so cosines are small: from about 0.2 on, the intent is as
    /// likely as not the same.
    fn calibrate(&self, cosine: f32) -> f32 {
        if cosine.is_finite() { 1.0 / (1.0 + (-12.0 * (cosine - 0.22)).exp()) } else { 0.0 }
    }

    fn temperature(&self) -> f32 {
        0.12
    }
}

/// The grams of a text with their weights: for Han and similar scripts one to three characters; for letters and digits
/// whole words and three characters within a word.
fn grams(text: &str) -> Vec<(u64, f32)> {
    let mut found = Vec::new();
    let lower: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    for run in lower.chunk_by(|a, b| kind(*a) == kind(*b)) {
        match run.first().map(|first| kind(*first)) {
            Some(Kind::Letter) => {
                found.push((hash(run.iter().copied()), 1.0));
                let bounded: Vec<char> =
                    std::iter::once('^').chain(run.iter().copied()).chain(std::iter::once('$')).collect();
                let parts = bounded.windows(3);
                let weight = 0.6 / (parts.len().max(1) as f32).sqrt();
                found.extend(parts.map(|part| (hash(part.iter().copied()), weight)));
            }
            Some(Kind::Ideograph) => {
                for (length, weight) in [(1, 0.5), (2, 1.0), (3, 0.7)] {
                    found.extend(run.windows(length).map(|part| (hash(part.iter().copied()), weight)));
                }
            }
            Some(Kind::Other) | None => {}
        }
    }
    found
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Letter,
    Ideograph,
    Other,
}

fn kind(character: char) -> Kind {
    match character {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => Kind::Ideograph,
        other if other.is_alphanumeric() => Kind::Letter,
        _ => Kind::Other,
    }
}

/// FNV-1a over characters, then mixed: equal on every machine and in every run, unlike the standard hasher.
fn hash(characters: impl Iterator<Item = char>) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325u64;
    for character in characters {
        state = (state ^ u64::from(u32::from(character))).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state ^= state >> 32;
    state = state.wrapping_mul(0xd6e8_feb8_6659_fd93);
    state ^ (state >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dot::dot;

    fn vector(embedder: &LexicalEmbedder, text: &str) -> Vec<f32> {
        let mut out = vec![0.0; embedder.dimensions()];
        embedder.embed_query(text, &mut out).unwrap();
        out
    }

    fn cosine(embedder: &LexicalEmbedder, a: &str, b: &str) -> f32 {
        dot(&vector(embedder, a), &vector(embedder, b))
    }

    const DOCUMENTS: [&str; 5] = [
        "电源启用 打开 开 开启 启动",
        "电源关闭 关掉 关上 关",
        "设置空调模式 制冷 制热 除湿",
        "设置灯光亮度 调亮 调暗",
        "turn on the power",
    ];

    #[test]
    fn seed_001_value_descriptions_are_found_in_documents() {
        let embedder = LexicalEmbedder::fit(DIMENSIONS, DOCUMENTS);
        let near = cosine(&embedder, "空调制冷", DOCUMENTS[2]);
        for other in [0, 1, 3, 4] {
            assert!(near > cosine(&embedder, "空调制冷", DOCUMENTS[other]) + 0.1);
        }
    }

    #[test]
    fn seed_003_open_is_near_a_description_that_opens() {
        let embedder = LexicalEmbedder::fit(DIMENSIONS, DOCUMENTS);
        assert!(embedder.calibrate(cosine(&embedder, "打开", "打开设备")) > 0.5);
        assert!(embedder.calibrate(cosine(&embedder, "打开", "读取温度")) < 0.5);
    }

    #[test]
    fn english_is_words_and_their_parts() {
        let embedder = LexicalEmbedder::fit(DIMENSIONS, DOCUMENTS);
        assert!(cosine(&embedder, "Turn ON", DOCUMENTS[4]) > 0.3);
        assert!(cosine(&embedder, "turning", "turn") > 0.05);
    }

    #[test]
    fn blank_text_is_near_nothing_and_lengths_are_checked() {
        let embedder = LexicalEmbedder::default();
        for blank in ["", "  ", "，。!?", "\u{0}"] {
            assert!(vector(&embedder, blank).iter().all(|x| *x == 0.0));
            assert_eq!(cosine(&embedder, blank, "打开"), 0.0);
        }
        assert!(embedder.embed_query("打开", &mut [0.0; 3]).is_err());
        assert_eq!(embedder.calibrate(f32::NAN), 0.0);
    }

    #[test]
    fn equal_texts_give_equal_vectors_and_corpora_have_names() {
        let (a, b) = (LexicalEmbedder::fit(64, DOCUMENTS), LexicalEmbedder::fit(64, DOCUMENTS));
        assert_eq!(vector(&a, "打开客厅的灯"), vector(&b, "打开客厅的灯"));
        assert_eq!(a.name(), b.name());
        assert_ne!(a.name(), LexicalEmbedder::fit(64, DOCUMENTS[..2].iter().copied()).name());
    }
}
