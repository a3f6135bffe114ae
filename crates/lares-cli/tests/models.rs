//! The options for models from outside: what a build without them says, and what one with them does.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::process::{Command, Output};

fn lares(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lares"));
    command.args(arguments).env_remove("DASHSCOPE_API_KEY").env_remove("ENABLE_BULK_ARBITRATION_LLM");
    command.envs(environment.iter().copied()).output().unwrap()
}

/// It ends with this code and says this.
#[track_caller]
fn ends(arguments: &[&str], code: i32, says: &str) {
    let output = lares(arguments, &[]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(told.contains(says), "{arguments:?}: {told}");
}

#[test]
fn embedders_without_a_model_are_in_every_build() {
    for name in ["default", "lexical"] {
        let output = lares(&["ask", "--embedder", name, "--json", "打开书房的台灯"], &[]);
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["decision"], "act", "{name}");
    }
    ends(&["ask", "--embedder", "nothing", "开灯"], 2, "no such embedder");
    ends(&["ask", "--parser", "cloud", "开灯"], 2, "cloud");
}

#[cfg(not(feature = "models"))]
#[test]
fn a_build_without_models_says_so() {
    for parser in ["llm", "auto"] {
        ends(&["ask", "--parser", parser, "开灯"], 2, "--features models");
    }
    ends(&["ask", "--embedder", "text-embedding-v4", "开灯"], 2, "--features models");
}

#[cfg(not(feature = "local-models"))]
#[test]
fn a_build_without_local_models_says_so() {
    ends(&["ask", "--embedder", env!("CARGO_MANIFEST_DIR"), "开灯"], 2, "--features local-models");
}

#[cfg(feature = "local-models")]
#[test]
fn a_folder_that_is_no_model_is_named() {
    ends(&["ask", "--embedder", env!("CARGO_MANIFEST_DIR"), "开灯"], 2, "config.json: cannot be read");
}

#[cfg(feature = "models")]
#[path = "../../lares-models/tests/support/mod.rs"]
mod support;

#[cfg(feature = "models")]
mod with_models {
    use std::fs;

    use super::support::{Reply, Server};
    use super::{ends, lares};
    use serde_json::Value as Json;

    #[test]
    fn a_key_that_is_missing_is_named() {
        ends(&["ask", "--parser", "llm", "开灯"], 2, "DASHSCOPE_API_KEY holds no key");
        ends(&["ask", "--embedder", "text-embedding-v4", "开灯"], 2, "DASHSCOPE_API_KEY holds no key");
    }

    #[test]
    fn auto_without_an_endpoint_is_local_and_says_so() {
        let output = lares(&["ask", "--parser", "auto", "--json", "今天心情不错"], &[]);
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["parser"], "local");
        assert_eq!(answer["results"][0]["meta"]["model"]["outcome"], "no_endpoint");
    }

    #[test]
    fn a_model_reads_and_its_key_is_not_told() {
        let server = Server::new([Reply::chat(
            r#"{"commands":[{"a":"打开","s":"书房","n":"台灯","t":"Light","q":"one"}]}"#,
        )]);
        let config = std::env::temp_dir().join(format!("lares-models-{}.toml", std::process::id()));
        let text =
            format!("[llm]\nbase_url = \"{}\"\nmodel = \"m\"\nkey_env = \"LARES_CLI_KEY\"\n", server.url);
        fs::write(&config, text).unwrap();
        let file = config.to_str().unwrap();
        let key = [("LARES_CLI_KEY", "sk-cli-secret")];
        let arguments = ["ask", "--parser", "llm", "--config", file, "--json", "--trace", "打开书房的台灯"];
        let output = lares(&arguments, &key);
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((answer["parser"].as_str(), answer["decision"].as_str()), (Some("llm"), Some("act")));
        assert_eq!(server.got()[0].header("authorization"), Some("Bearer sk-cli-secret"));
        server.then(Reply::status(401));
        let refused = lares(&arguments, &key);
        for output in [&output, &refused] {
            let told = [output.stdout.clone(), output.stderr.clone()].concat();
            assert!(!String::from_utf8_lossy(&told).contains("cli-secret"));
        }
        let answer: Json = serde_json::from_slice(&refused.stdout).unwrap();
        assert_eq!(answer["results"][0]["meta"]["model"]["outcome"], "refused");
        fs::remove_file(&config).unwrap();
    }
}
