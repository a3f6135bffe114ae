//! An embedder behind an OpenAI-compatible embeddings endpoint. Documents are kept on disk; queries are not, since they
//! are what people said.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use lares_embedding::{
    EmbedError, Embedder, FetchError, FetchUsage, RemoteEmbedder, Scale, TextRole, normalise,
};
use lares_language::{FailureKind, ModelFailure};
use serde_json::{Value as Json, json};

use crate::cache::{CacheKey, VectorCache};
use crate::endpoint::{Endpoint, EndpointError, Limits};
use crate::http::{Failed, Http};

/// The longest text that is sent, in characters: a command's document is far shorter.
const LONGEST_TEXT: usize = 2000;
/// Query vectors that are kept in memory.
const KEPT_QUERIES: usize = 1000;

/// Which model, and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbeddingOptions {
    /// The model's name at the endpoint.
    pub model: String,
    /// The length of its vectors.
    pub dimensions: usize,
    /// Whether `dimensions` is sent: for models that can be asked for several lengths.
    pub send_dimensions: bool,
    /// So many texts in one request. 1..=2048.
    pub batch: usize,
    /// Put before what was said.
    pub query_prefix: String,
    /// Put before what a command does.
    pub document_prefix: String,
    /// The model's scale.
    pub scale: Scale,
}

impl EmbeddingOptions {
    /// A model with vectors of a length, asked in batches of 10, without prefixes.
    pub fn new(model: impl Into<String>, dimensions: usize) -> EmbeddingOptions {
        EmbeddingOptions {
            model: model.into(),
            dimensions,
            send_dimensions: false,
            batch: 10,
            query_prefix: String::new(),
            document_prefix: String::new(),
            scale: Scale::default(),
        }
    }
}

/// A model at an endpoint. It is shared between threads.
#[derive(Debug)]
pub struct ApiEmbedder {
    /// Asked while somebody waits for an answer.
    queries: Http,
    /// Asked while a home is compiled: more texts, more time.
    documents: Http,
    name: String,
    options: EmbeddingOptions,
    cache: Option<VectorCache>,
    recent: Mutex<HashMap<String, Vec<f32>>>,
    cached: AtomicU64,
    fetched: AtomicU64,
}

impl ApiEmbedder {
    /// Prepares an embedder. Nothing is sent yet. `documents` are the limits of each batch of documents.
    ///
    /// # Errors
    /// Limits or options out of range, or a system on which nothing can be sent.
    pub fn new(
        endpoint: Endpoint,
        options: EmbeddingOptions,
        queries: Limits,
        documents: Limits,
        cache: Option<VectorCache>,
    ) -> Result<ApiEmbedder, EndpointError> {
        for (field, found, most, range) in [
            ("dimensions", options.dimensions, 65_536, "1..=65536"),
            ("batch", options.batch, 2048, "1..=2048"),
        ] {
            if !(1..=most).contains(&found) {
                return Err(EndpointError::Range { field, found: found.to_string(), range });
            }
        }
        // Vectors are shared by name within a process: whatever changes them is in it.
        let name = format!(
            "{} {} {} {:?}/{:?}",
            endpoint.base_url(),
            options.model,
            options.dimensions,
            options.query_prefix,
            options.document_prefix
        );
        Ok(ApiEmbedder {
            queries: Http::new(endpoint.clone(), queries)?,
            documents: Http::new(endpoint, documents)?,
            name,
            options,
            cache,
            recent: Mutex::default(),
            cached: AtomicU64::new(0),
            fetched: AtomicU64::new(0),
        })
    }

    /// How long the vectors of a model at an endpoint are: one short text is sent.
    ///
    /// # Errors
    /// No answer, or none with a vector.
    pub fn measure_dimensions(
        endpoint: Endpoint,
        model: &str,
        limits: Limits,
    ) -> Result<usize, ModelFailure> {
        let client = |error: EndpointError| ModelFailure::new(FailureKind::Unreachable, error.to_string());
        let http = Http::new(endpoint, limits).map_err(client)?;
        let body = json!({ "model": model, "input": ["home"], "encoding_format": "float" });
        http.question(|poster| async move {
            let answer = poster.post("embeddings", &body).await?;
            let vectors = vectors(&answer, 1, None).map_err(Failed::from)?;
            Ok(vectors.first().map_or(0, Vec::len))
        })
    }

    fn key(&self, text: &str) -> CacheKey {
        let dimensions = self.options.dimensions.to_string();
        let base = self.documents.endpoint().base_url();
        CacheKey::new(&[base, &self.options.model, &dimensions, &self.options.document_prefix], text)
    }

    fn send(&self, role: TextRole, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelFailure> {
        let (http, prefix) = match role {
            TextRole::Query => (&self.queries, &self.options.query_prefix),
            TextRole::Document => (&self.documents, &self.options.document_prefix),
        };
        let mut all = Vec::with_capacity(texts.len());
        for batch in texts.chunks(self.options.batch) {
            let input: Vec<String> = batch
                .iter()
                .map(|text| prefix.chars().chain(text.chars().take(LONGEST_TEXT)).collect())
                .collect();
            let mut body = json!({ "model": self.options.model, "input": input, "encoding_format": "float" });
            if self.options.send_dimensions
                && let Some(fields) = body.as_object_mut()
            {
                fields.insert("dimensions".into(), self.options.dimensions.into());
            }
            let (count, dimensions) = (batch.len(), self.options.dimensions);
            let mut got = http.question(|poster| async move {
                let answer = poster.post("embeddings", &body).await?;
                vectors(&answer, count, Some(dimensions)).map_err(Failed::from)
            })?;
            got.iter_mut().for_each(|vector| normalise(vector));
            self.fetched.fetch_add(count as u64, Ordering::Relaxed);
            if role == TextRole::Document
                && let Some(cache) = &self.cache
            {
                // Each batch is kept at once: what was paid for is there even if the next one fails.
                for (text, vector) in batch.iter().zip(&got) {
                    cache.put(self.key(text), vector);
                }
            }
            all.extend(got);
        }
        Ok(all)
    }

    fn at_hand(&self, role: TextRole, text: &str) -> Option<Vec<f32>> {
        match role {
            TextRole::Query => self.recent.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned(),
            TextRole::Document => self.cache.as_ref()?.get(self.key(text), self.options.dimensions),
        }
    }
}

impl Embedder for ApiEmbedder {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.options.dimensions
    }

    fn embed_query(&self, _: &str, _: &mut [f32]) -> Result<(), EmbedError> {
        Err(EmbedError::Remote(self.name.clone()))
    }

    fn embed_document(&self, _: &str, _: &mut [f32]) -> Result<(), EmbedError> {
        Err(EmbedError::Remote(self.name.clone()))
    }

    fn is_local(&self) -> bool {
        false
    }

    fn calibrate(&self, cosine: f32) -> f32 {
        self.options.scale.apply(cosine)
    }

    fn temperature(&self) -> f32 {
        self.options.scale.temperature
    }
}

impl RemoteEmbedder for ApiEmbedder {
    fn fetch(&self, role: TextRole, texts: &[String]) -> Result<Vec<Vec<f32>>, FetchError> {
        let zero = || vec![0.0; self.options.dimensions];
        let mut found: Vec<Option<Vec<f32>>> = texts
            .iter()
            .map(|text| if text.trim().is_empty() { Some(zero()) } else { self.at_hand(role, text) })
            .collect();
        let missing: Vec<&str> = texts
            .iter()
            .zip(&found)
            .filter(|(_, vector)| vector.is_none())
            .map(|(text, _)| text.as_str())
            .collect();
        self.cached.fetch_add((texts.len() - missing.len()) as u64, Ordering::Relaxed);
        let fetched = self
            .send(role, &missing)
            .map_err(|failure| FetchError { name: self.options.model.clone(), message: failure.message })?;
        if role == TextRole::Query {
            let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
            if recent.len() + missing.len() > KEPT_QUERIES {
                recent.clear();
            }
            recent.extend(missing.iter().map(|text| (*text).to_owned()).zip(fetched.iter().cloned()));
        }
        let mut fetched = fetched.into_iter();
        for vector in found.iter_mut().filter(|vector| vector.is_none()) {
            *vector = fetched.next();
        }
        Ok(found.into_iter().map(Option::unwrap_or_default).collect())
    }

    fn usage(&self) -> FetchUsage {
        let sum = |read: fn(&crate::http::Counters) -> &AtomicU64| {
            [&self.queries, &self.documents]
                .iter()
                .map(|http| read(http.counters()).load(Ordering::Relaxed))
                .sum()
        };
        FetchUsage {
            calls: sum(|counters| &counters.calls),
            tokens: sum(|counters| &counters.tokens_in),
            cached: self.cached.load(Ordering::Relaxed),
            fetched: self.fetched.load(Ordering::Relaxed),
            waited_ms: sum(|counters| &counters.waited_ms),
        }
    }
}

/// The vectors of an answer in the order of the texts, each of the wanted length.
fn vectors(answer: &Json, count: usize, dimensions: Option<usize>) -> Result<Vec<Vec<f32>>, ModelFailure> {
    let unusable = |why: String| ModelFailure::new(FailureKind::Unusable, format!("the answer {why}"));
    let data =
        answer.get("data").and_then(Json::as_array).ok_or_else(|| unusable("holds no `data`".into()))?;
    if data.len() != count {
        return Err(unusable(format!("holds {} vectors for {count} texts", data.len())));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; count];
    for (place, element) in data.iter().enumerate() {
        let index = match element.get("index") {
            None | Some(Json::Null) => Some(place),
            Some(index) => index.as_u64().and_then(|index| usize::try_from(index).ok()),
        };
        let numbers = element.get("embedding").and_then(Json::as_array);
        let numbers = numbers.ok_or_else(|| unusable("holds a vector that is no array of numbers".into()))?;
        let vector: Option<Vec<f32>> = numbers
            .iter()
            .map(|number| number.as_f64().map(|number| number as f32).filter(|number| number.is_finite()))
            .collect();
        let vector = vector.ok_or_else(|| unusable("holds a vector that is no array of numbers".into()))?;
        if vector.is_empty() || dimensions.is_some_and(|dimensions| dimensions != vector.len()) {
            let wanted = dimensions
                .map_or(String::new(), |dimensions| format!(", not {dimensions}: set `dimensions`"));
            return Err(unusable(format!("holds a vector of {} numbers{wanted}", vector.len())));
        }
        match index.and_then(|index| vectors.get_mut(index)) {
            Some(slot @ None) => *slot = Some(vector),
            _ => return Err(unusable("numbers its vectors wrongly".into())),
        }
    }
    Ok(vectors.into_iter().map(Option::unwrap_or_default).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_in_the_order_of_their_numbers() {
        let answer = json!({ "data": [
            { "index": 1, "embedding": [3, 4] },
            { "index": 0, "embedding": [1.0, 2.0], "object": "embedding" },
        ]});
        assert_eq!(vectors(&answer, 2, Some(2)).unwrap(), [[1.0, 2.0], [3.0, 4.0]]);
        let without = json!({ "data": [{ "embedding": [1] }, { "embedding": [2] }] });
        assert_eq!(vectors(&without, 2, None).unwrap(), [[1.0], [2.0]]);
    }

    #[test]
    fn what_is_no_vector_is_refused() {
        for (data, part) in [
            (json!(null), "no `data`"),
            (json!([]), "0 vectors"),
            (json!([{ "embedding": [1, 2] }, { "embedding": [1, 2] }]), "2 vectors"),
            (json!([{ "embedding": [1, 2, 3] }]), "3 numbers"),
            (json!([{ "embedding": [] }]), "0 numbers"),
            (json!([{ "embedding": "AAAA" }]), "no array"),
            (json!([{ "embedding": [1, "2"] }]), "no array"),
            (json!([{ "embedding": [1, 1e300] }]), "no array"),
            (json!([{ "embedding": [1, 2], "index": 1 }]), "wrongly"),
            (json!([{ "embedding": [1, 2], "index": -1 }]), "wrongly"),
            (json!([1]), "no array"),
        ] {
            let failure = vectors(&json!({ "data": data }), 1, Some(2)).unwrap_err();
            assert!(failure.message.contains(part), "{data}: {failure}");
        }
    }
}
