//! Sentence-transformers from a folder: broken folders are named, and a real model gives the vectors that an
//! independent computation gives.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::fs;
use std::path::{Path, PathBuf};

use lares::embedding::dot;
use lares::{Decision, Lares, Request};
use serde::Deserialize;

/// The folder of all-MiniLM-L6-v2; `.ci/run` fetches it.
const MODEL: &str = "LARES_TEST_MINILM";

/// Says that a test did not run, past the harness, which keeps what a passing test prints.
fn skipped(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

fn model() -> Option<PathBuf> {
    let folder = std::env::var_os(MODEL).map(PathBuf::from).filter(|folder| folder.is_dir());
    if folder.is_none() {
        skipped(&format!("{MODEL} names no folder with all-MiniLM-L6-v2"));
    }
    folder
}

fn with(folder: &Path) -> Result<Lares, lares::Error> {
    let config = lares::Config { embedder: folder.display().to_string(), ..lares::Config::default() };
    Lares::builder().config(config).build()
}

#[derive(Deserialize)]
struct Reference {
    text: String,
    vector: Vec<f32>,
}

#[test]
fn the_vectors_are_those_of_the_reference() {
    let Some(folder) = model() else { return };
    let lares = with(&folder).unwrap();
    let embedder = &lares.compiled_home().embedder;
    let reference: Vec<Reference> = serde_json::from_str(include_str!("minilm_reference.json")).unwrap();
    assert!(reference.len() > 8);
    for Reference { text, vector } in reference {
        let mut found = vec![0.0; embedder.dimensions()];
        embedder.embed_query(&text, &mut found).unwrap();
        let worst = found.iter().zip(&vector).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(found.len() == vector.len() && worst < 1e-4, "{text:.40}: {worst}");
    }
}

#[test]
fn a_home_answers_with_it() {
    let Some(folder) = model() else { return };
    let lares = with(&folder).unwrap();
    assert_eq!(lares.retrieve(&Request::new("打开客厅的灯")).decision, Decision::Act);
    let embedder = &lares.compiled_home().embedder;
    let vector = |text: &str| {
        let mut vector = vec![0.0; embedder.dimensions()];
        embedder.embed_query(text, &mut vector).unwrap();
        vector
    };
    let wish = vector("make it brighter in here");
    assert!(dot(&wish, &vector("increase the brightness")) > dot(&wish, &vector("lock the door")));
    assert_eq!(vector("  "), vec![0.0; embedder.dimensions()]);
}

#[test]
fn broken_folders_are_named() {
    let root = std::env::temp_dir().join(format!("lares-folder-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).unwrap();
    let fails = |part: &str| {
        let error = with(&root).unwrap_err();
        assert!(matches!(error, lares::Error::Config(_)), "{error}");
        assert!(error.to_string().contains(part), "{error} does not say {part}");
    };
    fails("config.json: cannot be read");
    let config = |change: &str| {
        let text = format!(
            r#"{{"model_type":"bert","hidden_size":4,"num_hidden_layers":0,"num_attention_heads":2,"intermediate_size":4,"max_position_embeddings":8{change}}}"#
        );
        fs::write(root.join("config.json"), text).unwrap();
    };
    config("");
    fs::write(root.join("tokenizer.json"), "{").unwrap();
    fails("model.safetensors: cannot be read");
    fs::write(root.join("model.safetensors"), b"short").unwrap();
    fails("tokenizer.json: EOF");
    let tokenizer =
        r#"{"normalizer":{"type":"BertNormalizer"},"model":{"vocab":{"[UNK]":0,"[CLS]":1,"[SEP]":2}}}"#;
    fs::write(root.join("tokenizer.json"), tokenizer).unwrap();
    fails("model.safetensors: it is too short");
    fs::create_dir_all(root.join("1_Pooling")).unwrap();
    fs::write(root.join("1_Pooling/config.json"), r#"{"pooling_mode_max_tokens":true}"#).unwrap();
    fails("1_Pooling/config.json: only the mean");
    fs::write(root.join("modules.json"), r#"[{"type":"sentence_transformers.models.Dense"}]"#).unwrap();
    fails("modules.json: a module of type \"Dense\"");
    config(r#","hidden_act":"silu""#);
    fails("hidden_act \"silu\"");
    fs::write(root.join("config.json"), r#"{"model_type":"gpt2"}"#).unwrap();
    fails("config.json");
    fs::remove_dir_all(&root).unwrap();
}
