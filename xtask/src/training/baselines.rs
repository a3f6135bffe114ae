//! What a model has to be better than: searches that compare letters.

use std::collections::HashMap;

/// Saturation of repeated words, as usual (Robertson and Zaragoza 2009).
const K1: f32 = 1.2;
/// Weight of a document's length, as usual.
const B: f32 = 0.75;

/// Okapi BM25 over a set of documents.
#[derive(Debug, Default)]
pub(crate) struct Bm25 {
    rarity: HashMap<String, f32>,
    documents: Vec<HashMap<String, f32>>,
    lengths: Vec<f32>,
}

impl Bm25 {
    pub(crate) fn new<'a>(documents: impl Iterator<Item = &'a str>) -> Bm25 {
        let mut index = Bm25::default();
        let mut found: HashMap<String, f32> = HashMap::new();
        for document in documents {
            let words = words(document);
            index.lengths.push(words.len() as f32);
            let counts = counted(words);
            for word in counts.keys() {
                *found.entry(word.clone()).or_insert(0.0) += 1.0;
            }
            index.documents.push(counts);
        }
        let total = index.lengths.len() as f32;
        let mean = index.lengths.iter().sum::<f32>() / total.max(1.0);
        for length in &mut index.lengths {
            *length /= mean.max(1.0);
        }
        let rarity = |found: f32| (1.0 + (total - found + 0.5) / (found + 0.5)).ln();
        index.rarity = found.into_iter().map(|(word, found)| (word, rarity(found))).collect();
        index
    }

    /// The scores of some documents.
    pub(crate) fn scores(&self, query: &str, choices: &[usize]) -> Vec<f32> {
        let words: Vec<(String, f32)> = words(query)
            .into_iter()
            .filter_map(|word| self.rarity.get(&word).copied().map(|rarity| (word, rarity)))
            .collect();
        choices
            .iter()
            .map(|choice| {
                let (Some(document), Some(length)) = (self.documents.get(*choice), self.lengths.get(*choice))
                else {
                    return 0.0;
                };
                let score = |(word, rarity): &(String, f32)| match document.get(word) {
                    Some(count) => rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length)),
                    None => 0.0,
                };
                words.iter().map(score).sum()
            })
            .collect()
    }
}

/// The cosine of character TF-IDF: one to three characters, of Latin script within a word.
#[derive(Debug, Default)]
pub(crate) struct Tfidf {
    rarity: HashMap<String, f32>,
    documents: Vec<HashMap<String, f32>>,
}

impl Tfidf {
    pub(crate) fn new<'a>(documents: impl Iterator<Item = &'a str>) -> Tfidf {
        let counts: Vec<HashMap<String, f32>> = documents.map(|document| counted(grams(document))).collect();
        let mut found: HashMap<String, f32> = HashMap::new();
        for gram in counts.iter().flat_map(HashMap::keys) {
            *found.entry(gram.clone()).or_insert(0.0) += 1.0;
        }
        let total = counts.len() as f32;
        let rarity =
            found.into_iter().map(|(gram, found)| (gram, ((1.0 + total) / (1.0 + found)).ln() + 1.0));
        let mut index = Tfidf { rarity: rarity.collect(), documents: Vec::new() };
        index.documents = counts.into_iter().map(|counts| index.weighed(counts)).collect();
        index
    }

    /// The vector of a text, of length 1.
    fn weighed(&self, counts: HashMap<String, f32>) -> HashMap<String, f32> {
        let mut vector: HashMap<String, f32> = counts
            .into_iter()
            .filter_map(|(gram, count)| {
                self.rarity.get(&gram).map(|rarity| (gram, (1.0 + count.ln()) * rarity))
            })
            .collect();
        let length = vector.values().map(|value| value * value).sum::<f32>().sqrt().max(1e-6);
        vector.values_mut().for_each(|value| *value /= length);
        vector
    }

    /// The scores of some documents.
    pub(crate) fn scores(&self, query: &str, choices: &[usize]) -> Vec<f32> {
        let query = self.weighed(counted(grams(query)));
        let cosine = |choice: &usize| match self.documents.get(*choice) {
            Some(document) => {
                query.iter().filter_map(|(gram, value)| document.get(gram).map(|other| value * other)).sum()
            }
            None => 0.0,
        };
        choices.iter().map(cosine).collect()
    }
}

fn counted(words: Vec<String>) -> HashMap<String, f32> {
    let mut counts = HashMap::new();
    for word in words {
        *counts.entry(word).or_insert(0.0) += 1.0;
    }
    counts
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}')
}

/// The runs of one script, in lower case, without what separates them.
fn runs(text: &str) -> Vec<Vec<char>> {
    let lower: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    lower
        .chunk_by(|a, b| is_han(*a) == is_han(*b) && a.is_alphanumeric() == b.is_alphanumeric())
        .filter(|run| run.first().is_some_and(|first| first.is_alphanumeric()))
        .map(<[char]>::to_vec)
        .collect()
}

/// Words of letters; of Chinese, characters and their pairs, as search engines do without a dictionary.
fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for run in runs(text) {
        if run.first().copied().is_some_and(is_han) {
            for size in 1..=2 {
                found.extend(run.windows(size).map(|part| part.iter().collect::<String>()));
            }
        } else {
            found.push(run.iter().collect());
        }
    }
    found
}

fn grams(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for run in runs(text) {
        for size in 1..=3 {
            found.extend(run.windows(size).map(|part| part.iter().collect::<String>()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENTS: [&str; 3] = ["打开 开灯", "关闭 关灯", "set brightness dim"];

    #[test]
    fn the_document_that_shares_words_comes_first() {
        let (bm25, tfidf) = (Bm25::new(DOCUMENTS.into_iter()), Tfidf::new(DOCUMENTS.into_iter()));
        for (query, right) in [("关灯", 1), ("打开", 0), ("Brightness", 2)] {
            for scores in [bm25.scores(query, &[0, 1, 2]), tfidf.scores(query, &[0, 1, 2])] {
                assert!(
                    (0..3).all(|other| other == right || scores[other] < scores[right]),
                    "{query}: {scores:?}"
                );
            }
        }
        assert_eq!(bm25.scores("音量", &[0, 1, 2]), [0.0; 3]);
        assert_eq!(tfidf.scores("", &[1]), [0.0]);
    }
}
