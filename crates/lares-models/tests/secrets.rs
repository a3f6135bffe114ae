//! No key is in what any library under this one writes to a log, on whatever thread. A program of its own: the log belongs
//! to the whole process.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

mod support;

use std::time::Duration;

use lares_embedding::{RemoteEmbedder, TextRole};
use lares_language::{HomeWords, LanguageModel};
use lares_models::{ApiEmbedder, ChatModel, ChatOptions, EmbeddingOptions, Endpoint, Limits};
use secrecy::SecretString;
use serde_json::json;
use support::{Log, Reply, Server, chat, nobody};

const SECRET: &str = "sk-logged-nowhere-815";

#[test]
fn no_library_logs_the_key() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let repeats = json!({ "error": { "message": format!("bad key {SECRET}") } }).to_string();
    let replies = [
        Reply::chat("[]"),
        Reply::chat(SECRET),
        Reply::Answer(200, vec![("x-key".into(), SECRET.into())], repeats.clone()),
        Reply::Answer(401, vec![], repeats.clone()),
        Reply::Answer(500, vec![], repeats),
        Reply::with(307, "location", "http://127.0.0.1:9/"),
        Reply::Slow(Duration::from_secs(5), String::new()),
        Reply::CutOff(chat("[]").to_string()),
        Reply::Noise,
        Reply::Close,
    ];
    let servers: Vec<Server> = replies.into_iter().map(|reply| Server::new([reply])).collect();
    let urls = servers.iter().map(|server| server.url.clone()).chain([nobody()]);
    let limits = Limits { timeout: Duration::from_millis(300), retries: 1, ..Limits::default() };
    let mut told = String::new();
    for url in urls {
        let key = SecretString::from(SECRET.to_owned());
        let endpoint = Endpoint::new(&url, Some(key), false).unwrap();
        let model = ChatModel::new(endpoint.clone(), ChatOptions::new("m"), limits.clone()).unwrap();
        told.push_str(&format!("{model:?} {:?}", model.parse("打开灯", &HomeWords::default())));
        let options = EmbeddingOptions::new("m", 2);
        let embedder = ApiEmbedder::new(endpoint, options, limits.clone(), limits.clone(), None).unwrap();
        let fetched = embedder.fetch(TextRole::Query, &["打开".to_owned()]);
        told.push_str(&format!("{embedder:?} {fetched:?}"));
    }
    let log = log.text();
    assert!(log.contains("no answer") && log.contains("reqwest"), "the log is on, for the libraries too");
    for (what, text) in [("log", &log), ("messages", &told)] {
        assert!(!text.contains("logged-nowhere"), "the key is in the {what}");
    }
}
