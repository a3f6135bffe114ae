//! Plain text search over "room name command", to compare with: what a home agent uses that has no retrieval of its own.
//!
//! Each command and attribute of each device, and each scene, is a document of its room, its device's name and what it
//! does, in Chinese and English. The best document is run where its score reaches a threshold. Nothing is known of
//! rooms, quantifiers, arguments or conversations.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use lares::embedding::{Embedder, dot};
use lares::{
    Candidate, CommandResult, Decision, EntityKind, Invocation, InvocationKind, Lares, Retrieval,
    SCENE_EXECUTE,
};
use smol_str::SmolStr;

use crate::case::Case;

/// As many candidates as the deepest recall looks at.
const TOP_K: usize = 10;
/// How soon a repeated term stops to count (Robertson, Zaragoza 2009).
const K1: f64 = 1.2;
/// How much the length of a document counts (ibid.).
const B: f64 = 0.75;

/// How documents are compared with what was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// The cosine of TF-IDF vectors.
    TfIdf,
    /// Okapi BM25, as a share of what a document with every term of the query would have.
    Bm25,
    /// The cosine of the default embedder's vectors.
    Vectors,
}

/// The documents of one home.
#[derive(Debug)]
pub struct TextSearch {
    documents: Vec<Document>,
    index: Index,
    /// Documents that score less are not run. 0..1.
    pub threshold: f64,
}

#[derive(Debug)]
struct Document {
    kind: InvocationKind,
    device_id: SmolStr,
    name: SmolStr,
    room: Option<SmolStr>,
    capability_id: SmolStr,
    sensitive: bool,
}

#[derive(Debug)]
enum Index {
    Terms(Terms),
    Vectors { embedder: std::sync::Arc<dyn Embedder>, rows: Vec<Vec<f32>> },
}

#[derive(Debug)]
struct Terms {
    method: Method,
    /// Where each term is, and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
    /// The length of each document: of its vector, or in terms.
    lengths: Vec<f64>,
    mean_length: f64,
}

impl TextSearch {
    /// Indexes everything that a home can do and tell.
    pub fn build(lares: &Lares, method: Method) -> TextSearch {
        let (documents, texts) = documents(lares);
        let index = match method {
            Method::TfIdf | Method::Bm25 => Index::Terms(Terms::build(&texts, method)),
            Method::Vectors => {
                let embedder = lares::default_embedder();
                let row = |text: &String| embedded(&*embedder, text, false);
                let rows = texts.iter().map(row).collect();
                Index::Vectors { rows, embedder }
            }
        };
        TextSearch { documents, index, threshold: 0.0 }
    }

    /// Answers the last turn of a case, and says how long that took.
    pub fn answer(&self, case: &Case) -> (Retrieval, Duration) {
        let text = case.turns.last().map_or("", String::as_str);
        let started = Instant::now();
        let found = self.search(text);
        let best = found.first().filter(|(_, score)| *score >= self.threshold);
        let invocations: Vec<Invocation> =
            best.and_then(|(index, _)| self.documents.get(*index)).map(invocation).into_iter().collect();
        let decision = if invocations.is_empty() { Decision::None } else { Decision::Act };
        let candidates = found
            .iter()
            .filter_map(|&(index, score)| Some(candidate(self.documents.get(index)?, score)))
            .collect();
        let confidence = found.first().map_or(0.0, |(_, score)| *score as f32);
        let result = CommandResult { confidence, decision, candidates, ..CommandResult::default() };
        let answer = Retrieval {
            text: text.to_owned(),
            decision,
            invocations,
            results: vec![result],
            ..Retrieval::default()
        };
        (answer, started.elapsed())
    }

    /// The best documents with their scores, 0..1, best first.
    fn search(&self, text: &str) -> Vec<(usize, f64)> {
        let scores = match &self.index {
            Index::Terms(terms) => terms.scores(text),
            Index::Vectors { embedder, rows } => {
                let query = embedded(&**embedder, text, true);
                rows.iter().map(|row| f64::from(dot(row, &query))).collect()
            }
        };
        let mut found: Vec<(usize, f64)> =
            scores.into_iter().enumerate().filter(|(_, score)| *score > 0.0).collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.truncate(TOP_K);
        found
    }
}

fn documents(lares: &Lares) -> (Vec<Document>, Vec<String>) {
    let (mut documents, mut texts) = (Vec::new(), Vec::new());
    let home = lares.home();
    for device in &home.devices {
        let room = lares.room_of(device).map(SmolStr::from);
        let called = format!("{} {}", room.as_deref().unwrap_or_default(), device.name);
        let mut add = |kind, capability_id: &str, sensitive, described: [&str; 3]| {
            let [own, zh, en] = described;
            let own = if own == zh || own == en { "" } else { own };
            texts.push(format!("{called} {own} {zh} {en}"));
            documents.push(Document {
                kind,
                device_id: device.id.clone(),
                name: device.name.clone(),
                room: room.clone(),
                capability_id: capability_id.into(),
                sensitive,
            });
        };
        for (_, command) in home.commands_of(device) {
            let harms = |category| device.categories.contains(category);
            let sensitive = command.sensitive || command.sensitive_categories.iter().any(harms);
            let described = [&command.description, &command.description_zh, &command.description_en];
            add(InvocationKind::Command, &command.capability_id, sensitive, described.map(String::as_str));
        }
        for (_, attribute) in home.attributes_of(device) {
            let described = [&attribute.description, &attribute.description_zh, &attribute.description_en];
            add(InvocationKind::Attribute, &attribute.capability_id, false, described.map(String::as_str));
        }
    }
    for scene in home.scenes.iter() {
        texts.push(format!("{} 执行场景 Run the scene", scene.name));
        documents.push(Document {
            kind: InvocationKind::Scene,
            device_id: scene.id.clone(),
            name: scene.name.clone(),
            room: None,
            capability_id: SCENE_EXECUTE.to_owned().into(),
            sensitive: false,
        });
    }
    (documents, texts)
}

fn invocation(document: &Document) -> Invocation {
    Invocation {
        device_id: document.device_id.clone(),
        kind: document.kind,
        capability_id: document.capability_id.clone(),
        argument: None,
        sensitive: document.sensitive,
        conditions: Vec::new(),
    }
}

fn candidate(document: &Document, score: f64) -> Candidate {
    let is_scene = document.kind == InvocationKind::Scene;
    Candidate {
        entity_id: document.device_id.clone(),
        entity_kind: if is_scene { EntityKind::Scene } else { EntityKind::Device },
        name: document.name.clone(),
        room: document.room.clone(),
        capability_id: document.capability_id.clone(),
        total_score: score as f32,
        ..Candidate::default()
    }
}

fn embedded(embedder: &dyn Embedder, text: &str, query: bool) -> Vec<f32> {
    let mut vector = vec![0.0; embedder.dimensions()];
    let written = if query {
        embedder.embed_query(text, &mut vector)
    } else {
        embedder.embed_document(text, &mut vector)
    };
    // The default embedder computes here; a text without a vector is near nothing.
    if written.is_err() {
        vector.fill(0.0);
    }
    vector
}

impl Terms {
    fn build(texts: &[String], method: Method) -> Terms {
        let mut postings: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        let mut lengths = Vec::with_capacity(texts.len());
        for (document, text) in texts.iter().enumerate() {
            let terms = terms(text);
            lengths.push(terms.len() as f64);
            for term in terms {
                let places = postings.entry(term).or_default();
                match places.last_mut() {
                    Some((last, count)) if *last == document => *count += 1.0,
                    _ => places.push((document, 1.0)),
                }
            }
        }
        let mean_length = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        let mut index = Terms { method, postings, lengths, mean_length };
        if method == Method::TfIdf {
            let mut squares = vec![0.0; texts.len()];
            // In the order of the documents' terms, so that sums are the same each time.
            let mut all: Vec<(&String, &Vec<(usize, f64)>)> = index.postings.iter().collect();
            all.sort_by_key(|(term, _)| *term);
            for (_, places) in all {
                let rarity = index.rarity(places.len());
                for &(document, count) in places {
                    if let Some(square) = squares.get_mut(document) {
                        *square += (damped(count) * rarity).powi(2);
                    }
                }
            }
            index.lengths = squares.into_iter().map(f64::sqrt).collect();
        }
        index
    }

    /// The inverse document frequency of a term that so many documents hold.
    fn rarity(&self, holding: usize) -> f64 {
        let (all, holding) = (self.lengths.len() as f64, holding as f64);
        match self.method {
            Method::Bm25 => (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln(),
            Method::TfIdf | Method::Vectors => (1.0 + all / holding.max(1.0)).ln(),
        }
    }

    /// The score of every document, 0..1.
    fn scores(&self, text: &str) -> Vec<f64> {
        let mut counts: Vec<(String, f64)> = Vec::new();
        for term in terms(text) {
            match counts.iter_mut().find(|(known, _)| *known == term) {
                Some((_, count)) => *count += 1.0,
                None => counts.push((term, 1.0)),
            }
        }
        let mut scores = vec![0.0; self.lengths.len()];
        // What the query is worth by itself; a term that no document has counts there.
        let mut whole = 0.0;
        for (term, in_query) in counts {
            let places = self.postings.get(&term).map(Vec::as_slice).unwrap_or_default();
            let rarity = self.rarity(places.len());
            whole += match self.method {
                Method::Bm25 => rarity * (K1 + 1.0),
                Method::TfIdf | Method::Vectors => (damped(in_query) * rarity).powi(2),
            };
            for &(document, count) in places {
                let (Some(score), Some(length)) = (scores.get_mut(document), self.lengths.get(document))
                else {
                    continue;
                };
                *score += match self.method {
                    Method::Bm25 => {
                        let reach = K1 * (1.0 - B + B * length / self.mean_length);
                        rarity * count * (K1 + 1.0) / (count + reach)
                    }
                    Method::TfIdf | Method::Vectors => {
                        damped(in_query) * damped(count) * rarity * rarity / length
                    }
                };
            }
        }
        let whole = if self.method == Method::Bm25 { whole } else { whole.sqrt() };
        if whole > 0.0 {
            scores.iter_mut().for_each(|score| *score /= whole);
        }
        scores
    }
}

/// The logarithmic term frequency.
fn damped(count: f64) -> f64 {
    1.0 + count.ln()
}

/// Words of letters and digits, and the characters and pairs of characters of Chinese.
fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut before = None;
    for character in text.chars().flat_map(char::to_lowercase) {
        let is_han = matches!(character, '\u{3400}'..='\u{9fff}');
        if (is_han || !character.is_alphanumeric()) && !word.is_empty() {
            terms.push(std::mem::take(&mut word));
        }
        if is_han {
            terms.push(character.to_string());
            if let Some(before) = before {
                terms.push(format!("{before}{character}"));
            }
        } else if character.is_alphanumeric() {
            word.push(character);
        }
        before = is_han.then_some(character);
    }
    if !word.is_empty() {
        terms.push(word);
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::read_cases;

    #[test]
    fn text_is_cut_into_words_and_pairs_of_characters() {
        assert_eq!(terms("Turn on 主灯2, ok"), ["turn", "on", "主", "灯", "主灯", "2", "ok"]);
        assert!(terms(" ,。").is_empty());
    }

    #[test]
    fn every_method_finds_what_is_said_in_the_document_s_own_words() {
        let lares = Lares::builder().sample_home().build().unwrap();
        let case =
            read_cases(r#"{"id":"a","turns":["打开客厅主灯"],"expect":[]}"#, "cases").unwrap().remove(0);
        for method in [Method::TfIdf, Method::Bm25, Method::Vectors] {
            let mut search = TextSearch::build(&lares, method);
            let (answer, _) = search.answer(&case);
            let chosen = &answer.invocations[0];
            // Vectors of letters know less of names than terms do.
            let wanted = if method == Method::Vectors { "living-" } else { "living-main-light" };
            assert!(chosen.device_id.starts_with(wanted), "{method:?}: {}", chosen.device_id);
            let scores: Vec<f32> =
                answer.results[0].candidates.iter().map(|found| found.total_score).collect();
            assert!(scores.len() == TOP_K && scores.is_sorted_by(|a, b| a >= b), "{method:?} {scores:?}");
            assert!(scores[0] <= 1.0 + 1e-6 && scores[0] > 0.2, "{method:?} {scores:?}");
            search.threshold = 1.1;
            assert_eq!(search.answer(&case).0.decision, Decision::None);
        }
    }
}
