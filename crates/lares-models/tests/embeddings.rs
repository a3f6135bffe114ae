//! Embeddings endpoints that answer well and badly, and the cache in front of them.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

mod support;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use lares_embedding::{Embedder, RemoteEmbedder, TextRole};
use lares_models::cache::VectorCache;
use lares_models::{ApiEmbedder, EmbeddingOptions, Endpoint, Limits};
use serde_json::{Value as Json, json};
use support::{Got, Reply, Server, nobody};

/// A folder of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("lares-vectors-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(5), failures_before_rest: 1000, ..Limits::default() }
}

fn embedder(url: &str, options: EmbeddingOptions, cache: Option<&Folder>) -> ApiEmbedder {
    let endpoint = Endpoint::new(url, None, false).unwrap();
    let cache = cache.map(|folder| VectorCache::new(&folder.0));
    ApiEmbedder::new(endpoint, options, limits(), limits(), cache).unwrap()
}

fn options() -> EmbeddingOptions {
    EmbeddingOptions { batch: 2, ..EmbeddingOptions::new("test", 2) }
}

/// Each text becomes the vector of its length and 1.
fn by_length(got: &Got) -> Reply {
    let texts = got.body["input"].as_array().unwrap();
    let data: Vec<Json> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| json!({ "index": index, "embedding": [text.as_str().unwrap().chars().count(), 1] }))
        .collect();
    Reply::json(
        &json!({ "data": data, "usage": { "prompt_tokens": texts.len(), "total_tokens": texts.len() } }),
    )
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn unit(length: f32) -> Vec<f32> {
    let norm = (length * length + 1.0).sqrt();
    vec![length / norm, 1.0 / norm]
}

#[track_caller]
fn near(found: &[Vec<f32>], expect: &[Vec<f32>]) {
    assert_eq!(found.len(), expect.len());
    for (found, expect) in found.iter().zip(expect) {
        assert!(found.iter().zip(expect).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?} {expect:?}");
    }
}

#[test]
fn texts_go_in_batches_with_their_prefixes() {
    let server = Server::answering(by_length);
    let options = EmbeddingOptions {
        query_prefix: "query: ".into(),
        document_prefix: "passage: ".into(),
        send_dimensions: true,
        ..options()
    };
    let embedder = embedder(&server.url, options, None);
    let found = embedder.fetch(TextRole::Document, &texts(&["a", "bb", "", "cccc"])).unwrap();
    near(&found, &[unit(10.0), unit(11.0), vec![0.0, 0.0], unit(13.0)]);
    embedder.fetch(TextRole::Query, &texts(&["a"])).unwrap();
    let sent: Vec<Json> = server.got().iter().map(|got| got.body["input"].clone()).collect();
    assert_eq!(sent, [json!(["passage: a", "passage: bb"]), json!(["passage: cccc"]), json!(["query: a"])]);
    assert_eq!(server.got()[0].path, "/v1/embeddings");
    assert_eq!(server.got()[0].body["dimensions"], 2);
    assert!(!embedder.is_local());
    let usage = embedder.usage();
    assert_eq!((usage.calls, usage.fetched, usage.cached, usage.tokens), (3, 4, 1, 4));
}

#[test]
fn documents_are_paid_for_once_and_queries_are_not_written() {
    let folder = Folder::new("once");
    let server = Server::answering(by_length);
    let documents = texts(&["打开", "关闭空调", "x"]);
    let first =
        embedder(&server.url, options(), Some(&folder)).fetch(TextRole::Document, &documents).unwrap();
    assert_eq!(server.count(), 2);
    let again = embedder(&server.url, options(), Some(&folder));
    near(&again.fetch(TextRole::Document, &documents).unwrap(), &first);
    assert_eq!((server.count(), again.usage().cached), (2, 3));
    for _ in 0..3 {
        again.fetch(TextRole::Query, &texts(&["说的话"])).unwrap();
    }
    assert_eq!(server.count(), 3, "the same words again are in memory");
    let files = walk(&folder.0);
    assert_eq!(files.len(), 3, "what was said is not on disk");
    assert!(files.iter().all(|file| !String::from_utf8_lossy(&fs::read(file).unwrap()).contains("打开")));
    let other = EmbeddingOptions { document_prefix: "passage: ".into(), ..options() };
    embedder(&server.url, other, Some(&folder)).fetch(TextRole::Document, &documents).unwrap();
    assert_eq!(server.count(), 5, "another prefix is another vector");
}

fn walk(folder: &PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn a_damaged_cache_is_fetched_again() {
    let folder = Folder::new("damaged");
    let server = Server::answering(by_length);
    let documents = texts(&["打开", "关闭空调"]);
    let sound =
        embedder(&server.url, options(), Some(&folder)).fetch(TextRole::Document, &documents).unwrap();
    for file in walk(&folder.0) {
        fs::write(file, b"damaged").unwrap();
    }
    for expected in [2, 2] {
        let found =
            embedder(&server.url, options(), Some(&folder)).fetch(TextRole::Document, &documents).unwrap();
        near(&found, &sound);
        assert_eq!(server.count(), expected, "once more, and then it is whole");
    }
}

#[test]
fn what_was_paid_for_before_a_failure_is_kept() {
    let folder = Folder::new("failure");
    let server = Server::answering(|got| {
        let refuses = got.body["input"][0] == "ccc";
        if refuses { Reply::status(400) } else { by_length(got) }
    });
    let documents = texts(&["a", "bb", "ccc"]);
    let embedder = embedder(&server.url, options(), Some(&folder));
    let error = embedder.fetch(TextRole::Document, &documents).unwrap_err();
    assert!(error.to_string().contains("400"), "{error}");
    assert_eq!(walk(&folder.0).len(), 2);
    assert!(embedder.fetch(TextRole::Document, &documents[..2]).is_ok());
    assert_eq!(server.count(), 2);
}

#[test]
fn bad_answers_are_errors_that_say_why() {
    for (reply, says) in [
        (Reply::json(&json!({ "data": [] })), "0 vectors for 1 texts"),
        (Reply::json(&json!({ "data": [{ "embedding": [1, 2, 3] }] })), "3 numbers, not 2"),
        (Reply::json(&json!({ "data": [{ "embedding": ["a", 2] }] })), "no array of numbers"),
        (Reply::Answer(200, vec![], "nonsense".into()), "no JSON"),
        (Reply::Huge(3 << 20), "more than"),
        (Reply::Close, "127.0.0.1"),
        (Reply::status(401), "wants a key"),
    ] {
        let server = Server::new([reply]);
        let error =
            embedder(&server.url, options(), None).fetch(TextRole::Query, &texts(&["a"])).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    assert!(embedder(&nobody(), options(), None).fetch(TextRole::Query, &texts(&["a"])).is_err());
}

#[test]
fn the_length_of_vectors_is_measured() {
    let server = Server::answering(by_length);
    let endpoint = Endpoint::new(&server.url, None, false).unwrap();
    assert_eq!(ApiEmbedder::measure_dimensions(endpoint, "test", limits()).unwrap(), 2);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let endpoint = Endpoint::new("https://a.example/v1", None, false).unwrap();
    for options in
        [EmbeddingOptions { dimensions: 0, ..options() }, EmbeddingOptions { batch: 0, ..options() }]
    {
        assert!(ApiEmbedder::new(endpoint.clone(), options, limits(), limits(), None).is_err());
    }
}
