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

/// The offline path cannot be slower or larger by what is not there.
#[test]
fn a_plain_build_holds_nothing_of_it() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--locked", "--package", "lares-cli", "--edges", "normal,build"])
        .args(["--prefix", "none", "--format", "{p} {f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let (told, wrong) = (String::from_utf8_lossy(&tree.stdout), String::from_utf8_lossy(&tree.stderr));
    assert!(tree.status.success() && told.contains("lares-retrieval"), "{wrong}");
    let absent = ["lares-models", "reqwest", "hyper", "rustls", "tokio", "secrecy", "sha2"];
    let found: Vec<&str> = told
        .lines()
        .filter(|line| {
            absent.contains(&line.split(' ').next().unwrap_or_default())
                || line.contains("sentence-transformers")
        })
        .collect();
    assert_eq!(found, Vec::<&str>::new());
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
#[path = "support/folder.rs"]
mod folder;
#[cfg(feature = "models")]
#[path = "../../lares-models/tests/support/mod.rs"]
mod support;

#[cfg(feature = "models")]
mod with_models {
    use std::fs;
    use std::path::PathBuf;

    use super::folder::Folder;
    use super::support::{Got, Reply, Server};
    use super::{ends, lares};
    use ::lares::embedding::{Embedder, LexicalEmbedder};
    use serde_json::{Value as Json, json};

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

    /// An endpoint that embeds by the letters, which is all that these tests need.
    fn embeds() -> Server {
        let embedder = LexicalEmbedder::default();
        Server::answering(move |got: &Got| {
            Reply::vectors(got, |text| {
                let mut vector = vec![0.0; embedder.dimensions()];
                embedder.embed_query(text, &mut vector).unwrap();
                vector
            })
        })
    }

    fn far(server: &Server, cache: &str) -> String {
        let dimensions = LexicalEmbedder::default().dimensions();
        format!(
            "embedder = \"far\"\n[embedders.far]\nkind = \"api\"\nbase_url = \"{}\"\nmodel = \"m\"\n\
             dimensions = {dimensions}\ncache = \"{cache}\"\n",
            server.url
        )
    }

    /// Cases that each mean a command of a device that has others.
    fn cases() -> String {
        let wishes = [
            ("打开书房的台灯", "study-desk-lamp", "main-switch-on"),
            ("关掉书房的台灯", "study-desk-lamp", "main-switch-off"),
            ("打开客厅主灯", "living-main-light", "main-switch-on"),
        ];
        let case = |number: usize| {
            let (text, device, command) = wishes[number % wishes.len()];
            let expect = json!([{ "select": "one", "devices": [device], "capability": [command] }]);
            json!({ "id": number.to_string(), "turns": [text], "expect": expect, "tags": ["zh", "basic"] })
                .to_string()
                + "\n"
        };
        (0..24).map(case).collect()
    }

    #[test]
    fn an_evaluation_tells_what_models_have_cost() {
        let folder = Folder::new("costs");
        let chat =
            Server::new([Reply::chat(r#"[{"a":"打开","s":"书房","n":"台灯","t":"Light","q":"one"}]"#)]);
        let vectors = embeds();
        let llm = format!("[llm]\nbase_url = \"{}\"\nmodel = \"m\"\n", chat.url);
        let config = folder.file("lares.toml", &(far(&vectors, "") + &llm));
        let cases = folder.file("cases.jsonl", &cases());
        for (parser, calls) in [("llm", "24 calls"), ("auto", "0 calls")] {
            let arguments = ["eval", "--cases", &cases, "--config", &config, "--parser", parser];
            let output = lares(&arguments, &[]);
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(told.contains("language model: ") && told.contains(calls), "{told}");
            assert!(told.contains("embedder: ") && told.contains("ms of waiting"), "{told}");
            let tokens = if parser == "llm" { "2400 tokens in, 480 tokens out" } else { "0 tokens in" };
            assert!(told.contains(tokens), "{told}");
            let as_json = lares(&[&arguments[..], &["--json"]].concat(), &[]);
            assert!(serde_json::from_slice::<Json>(&as_json.stdout).is_ok());
            assert!(String::from_utf8_lossy(&as_json.stderr).contains(calls));
        }
    }

    #[test]
    fn a_scale_is_measured_and_kept_beside_the_cache() {
        let folder = Folder::new("scale");
        let vectors = embeds();
        let cache = folder.0.join("cache");
        let config = folder.file("lares.toml", &far(&vectors, cache.to_str().unwrap()));
        let cases = folder.file("cases.jsonl", &cases());
        let output = lares(&["eval", "--cases", &cases, "--config", &config, "--calibrate"], &[]);
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(output.status.success() && told.contains("24 cases"), "{told}");
        let scale: Json =
            serde_json::from_slice(&fs::read(cache.join("m.lares-scale.json")).unwrap()).unwrap();
        assert!(scale["slope"].as_f64().unwrap() > 0.0 && scale["midpoint"].is_number(), "{scale}");
        let few = folder.file("few.jsonl", cases_of(5).as_str());
        ends(&["eval", "--cases", &few, "--config", &config, "--calibrate"], 1, "20 are needed");
        ends(&["eval", "--cases", &cases, "--calibrate"], 2, "name another one with --embedder");
    }

    fn cases_of(count: usize) -> String {
        cases().lines().take(count).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn two_processes_share_a_cache_and_a_third_pays_nothing() {
        let folder = Folder::new("shared");
        let vectors = embeds();
        let cache = folder.0.join("cache");
        let config = folder.file("lares.toml", &far(&vectors, cache.to_str().unwrap()));
        let arguments = ["ask", "--config", &config, "--json", "打开书房的台灯"];
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| assert!(lares(&arguments, &[]).status.success()));
            }
        });
        let paid = vectors.count();
        assert!(paid > 1);
        let output = lares(&arguments, &[]);
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["decision"], "act");
        assert!(answer["results"][0]["meta"].get("embedder_fallback").is_none());
        let queries =
            vectors.got().iter().skip(paid).filter(|got| got.body["input"] != json!(["打开"])).count();
        assert_eq!(queries, 0, "documents are paid for once");
    }

    #[test]
    fn a_cache_that_cannot_be_written_costs_no_answer() {
        let vectors = embeds();
        let folder = Folder::new("blocked");
        let file = folder.file("a-file", "where the folder should be");
        let config = folder.file("lares.toml", &far(&vectors, &file));
        let output = lares(&["ask", "--config", &config, "--json", "打开书房的台灯"], &[]);
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["decision"], "act");
        assert!(answer["results"][0]["meta"].get("embedder_fallback").is_none());
    }

    /// No file may have a single byte: what a full disk does.
    #[cfg(unix)]
    #[test]
    fn a_full_disk_costs_no_answer() {
        let vectors = embeds();
        let folder = Folder::new("full");
        let cache = folder.0.join("cache");
        let config = folder.file("lares.toml", &far(&vectors, cache.to_str().unwrap()));
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" ask --config \"$1\" --json 打开书房的台灯";
        let output = std::process::Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_lares"), &config])
            .output()
            .unwrap();
        let answer: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(answer["decision"], "act", "{}", String::from_utf8_lossy(&output.stderr));
        let files = |folder: &PathBuf| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let left: Vec<PathBuf> =
            files(&cache).flat_map(|folder| files(&folder).collect::<Vec<_>>()).collect();
        assert_eq!(left, Vec::<PathBuf>::new(), "nothing is left over");
    }

    #[test]
    fn a_key_where_its_name_belongs_is_not_repeated() {
        let folder = Folder::new("key");
        let config = folder.file("lares.toml", "parser = \"llm\"\n[llm]\nkey_env = \"sk-misplaced-1\"\n");
        let output = lares(&["ask", "--config", &config, "开灯"], &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && told.contains("llm.key_env"), "{told}");
        assert!(!told.contains("misplaced"), "{told}");
    }
}
