//! Models behind endpoints, from the settings to the answer: the scenarios of seeds 002 and 004 with an endpoint that
//! answers as the protocol asks, and what the worst endpoints cost.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

#[path = "../../lares-models/tests/support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use lares::embedding::{Embedder, LexicalEmbedder};
use lares::retrieval::documents::command_text;
use lares::{Decision, Documents, Language, Lares, Request, Retrieval};
use serde_json::{Value as Json, json};
use support::{Got, Log, Reply, Server, chat, nobody};

const SECRET: &str = "sk-hidden-4711";

/// The key of all endpoints of these tests.
fn with_key() -> &'static str {
    static ONCE: std::sync::Once = std::sync::Once::new();
    // SAFETY: the first thing that each test does, and nothing else of this program writes the environment.
    #[allow(unsafe_code, reason = "there is no other way to set a variable, and it is set once")]
    ONCE.call_once(|| unsafe { std::env::set_var("LARES_TEST_KEY", SECRET) });
    "LARES_TEST_KEY"
}

fn home() -> Documents {
    let device = |id: &str, name: &str, room: &str, category: &str, capabilities: &[&str]| {
        let capabilities: Vec<Json> = capabilities.iter().map(|id| json!({ "id": id })).collect();
        json!({ "deviceId": id, "label": name, "roomId": room, "components": [{
            "id": "main", "capabilities": capabilities,
            "categories": [{ "name": category, "categoryType": "manufacturer" }],
        }]})
        .to_string()
    };
    let devices = [
        device("buddy", "老伙计", "living", "SmartPlug", &["switch"]),
        device("living-lamp", "吊灯", "living", "Light", &["switch", "switchLevel"]),
        device("bed-lamp", "床头灯", "bed", "Light", &["switch", "switchLevel"]),
        device("bed-top", "吸顶灯", "bed", "Light", &["switch", "switchLevel"]),
        device("kitchen-lamp", "橱柜灯", "kitchen", "Light", &["switch"]),
        device("shade", "窗帘", "living", "Blind", &["windowShade"]),
        device(
            "ac",
            "空调",
            "bed",
            "AirConditioner",
            &["switch", "thermostatCoolingSetpoint", "airConditionerMode"],
        ),
        device("lock", "门锁", "living", "SmartLock", &["lock"]),
    ];
    let rooms = json!([
        { "roomId": "living", "name": "客厅" }, { "roomId": "bed", "name": "卧室" }, { "roomId": "kitchen", "name": "厨房" },
    ]);
    Documents {
        devices: devices.join("\n").into_bytes(),
        rooms: Some(rooms.to_string().into_bytes()),
        ..Documents::default()
    }
}

fn build(settings: &str) -> Result<Lares, lares::Error> {
    Lares::builder().home_documents(home()).config_toml(settings).build()
}

fn asking(server: &Server, mode: &str) -> Lares {
    let key = with_key();
    build(&format!(
        "parser = \"{mode}\"\n[llm]\nbase_url = \"{}\"\nmodel = \"scripted\"\nkey_env = \"{key}\"\ntimeout_ms = 2000\n\
         failures_before_rest = 1000\n",
        server.url
    ))
    .unwrap()
}

/// An endpoint that answers the utterances of the seeds as the protocol asks.
fn protocol() -> Server {
    Server::answering(|got| {
        let said = got.body["messages"][1]["content"].as_str().unwrap();
        let array = match said {
            "打开老伙计" => json!([{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]),
            "关闭所有卧室的灯" => json!([{"a":"关闭","s":"卧室","n":"灯","t":"Light","q":"all"}]),
            "打开除卧室以外的灯" => {
                json!([{"a":"打开","s":"!卧室","n":"灯","t":"Light","q":"except"}])
            }
            "打开那个" => json!([{"a":"打开","s":"*","n":"@last","t":"Unknown","q":"one"}]),
            "打开卧室的灯，再把窗帘拉上" => json!([
                {"a":"打开","s":"卧室","n":"灯","t":"Light","q":"all"},
                {"a":"关闭","s":"*","n":"窗帘","t":"Blind","q":"one"},
            ]),
            "打开阳台的灯" => json!([{"a":"打开","s":"阳台","n":"灯","t":"Light","q":"all"}]),
            "打开客厅的灯" => json!([{"a":"turn on","s":"客厅","n":"灯","t":"Light","q":"all"}]),
            _ => json!([{"a":"UNKNOWN","s":"*","n":"*","t":"Unknown","q":"one"}]),
        };
        Reply::chat(&json!({ "commands": array }).to_string())
    })
}

fn say(lares: &Lares, text: &str) -> Retrieval {
    lares.retrieve(&Request::new(text))
}

fn devices(answer: &Retrieval) -> BTreeSet<&str> {
    answer.invocations.iter().map(|invocation| invocation.device_id.as_str()).collect()
}

#[test]
fn seed_004_action_and_name() {
    let answer = say(&asking(&protocol(), "llm"), "打开老伙计");
    assert_eq!(answer.parser, "llm");
    let command = &answer.results[0].command;
    assert_eq!((command.a.as_str(), command.n.as_str()), ("打开", "老伙计"));
    assert_eq!(devices(&answer), ["buddy"].into());
    assert!(answer.results[0].candidates[0].reasons.iter().any(|reason| reason == "name_hit"));
}

#[test]
fn seed_004_quantifier_scope_and_type() {
    let answer = say(&asking(&protocol(), "llm"), "关闭所有卧室的灯");
    let command = &answer.results[0].command;
    assert_eq!((&command.scope().include[..], command.t.as_str()), (&["卧室"][..], "Light"));
    assert_eq!(command.q, lares::language::Quantifier::All);
    assert_eq!(devices(&answer), ["bed-lamp", "bed-top"].into());
}

#[test]
fn seed_004_exclusion() {
    let answer = say(&asking(&protocol(), "llm"), "打开除卧室以外的灯");
    let command = &answer.results[0].command;
    assert_eq!(
        (&command.scope().exclude[..], command.q),
        (&["卧室"][..], lares::language::Quantifier::Except)
    );
    assert_eq!(devices(&answer), ["kitchen-lamp", "living-lamp"].into());
}

#[test]
fn seed_004_reference() {
    let lares = asking(&protocol(), "llm");
    let said = |text: &str| lares.retrieve_at(&Request::new(text).in_session("a"), 0);
    said("打开老伙计");
    let answer = said("打开那个");
    assert_eq!((answer.results[0].command.n.as_str(), devices(&answer)), ("@last", ["buddy"].into()));
}

#[test]
fn seed_002_commands_are_answered_in_their_order() {
    let answer = say(&asking(&protocol(), "llm"), "打开卧室的灯，再把窗帘拉上");
    let actions: Vec<&str> = answer.results.iter().map(|result| result.command.a.as_str()).collect();
    assert_eq!(actions, ["打开", "关闭"]);
    assert_eq!(devices(&answer), ["bed-lamp", "bed-top", "shade"].into());
    assert_eq!(answer.invocations.last().unwrap().device_id, "shade");
}

#[test]
fn seed_002_a_room_that_nobody_has_falls_back_and_is_not_acted_on() {
    let answer = say(&asking(&protocol(), "llm"), "打开阳台的灯");
    let meta = &answer.results[0].meta;
    assert_eq!(meta["room_unknown_terms"], json!(["阳台"]));
    assert_ne!(answer.decision, Decision::Act);
}

#[test]
fn seed_002_an_answer_that_cannot_be_read_degrades_and_is_marked() {
    let server = Server::new([Reply::chat("好的，马上")]);
    let lares = asking(&server, "llm");
    let answer = say(&lares, "今天心情不错");
    assert_eq!((answer.results.len(), answer.decision), (1, Decision::None));
    assert_eq!(answer.results[0].command.a, "UNKNOWN");
    assert_eq!(answer.results[0].meta["model"]["outcome"], "unusable");
    assert!(answer.results[0].meta["parser_errors"][0].as_str().unwrap().contains("not JSON"));
}

#[test]
fn seed_001_an_english_action_in_a_chinese_home_is_searched_for_by_the_utterance() {
    let answer = say(&asking(&protocol(), "llm"), "打开客厅的灯");
    assert_eq!(answer.results[0].meta["action_fallback"], "other_language");
    assert_eq!(devices(&answer), ["living-lamp"].into());
}

/// An endpoint that embeds: the letters of texts, which is all that this test needs.
fn embeds(got: &Got) -> Reply {
    let embedder = LexicalEmbedder::default();
    Reply::vectors(got, |text| {
        let mut vector = vec![0.0; embedder.dimensions()];
        embedder.embed_query(text, &mut vector).unwrap();
        vector
    })
}

fn with_both(chat: &Server, vectors: &Server) -> Lares {
    let key = with_key();
    build(&format!(
        "parser = \"llm\"\nembedder = \"far\"\n[llm]\nbase_url = \"{}\"\nmodel = \"m\"\nkey_env = \"{key}\"\n\
         [embedders.far]\nkind = \"api\"\nbase_url = \"{}\"\nmodel = \"m\"\nkey_env = \"{key}\"\ncache = \"\"\n",
        chat.url, vectors.url
    ))
    .unwrap()
}

#[test]
fn seed_004_from_a_model_to_vectors() {
    let (chat, vectors) = (protocol(), Server::answering(embeds));
    let lares = with_both(&chat, &vectors);
    for text in ["打开老伙计", "关闭所有卧室的灯", "打开客厅的灯"] {
        let answer = say(&lares, text);
        assert_eq!(answer.decision, Decision::Act, "{text}");
        assert!(!answer.results[0].candidates.is_empty(), "{text}");
    }
    let usage = (lares.model_usage().unwrap(), lares.embedder_usage().unwrap());
    assert_eq!((usage.0.calls, usage.0.tokens_in), (3, 300));
    assert!(usage.1.calls > 1 && usage.1.fetched > 10, "{:?}", usage.1);
    let batches = vectors.got();
    assert!(batches.iter().all(|got| got.body["input"].as_array().unwrap().len() <= 10), "batches of 10");
}

#[test]
fn a_scale_that_was_kept_is_used_and_a_damaged_one_is_not() {
    let folder = std::env::temp_dir().join(format!("lares-kept-scale-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let vectors = Server::answering(embeds);
    let settings = format!(
        "embedder = \"far\"\n[embedders.far]\nkind = \"api\"\nbase_url = \"{}\"\nmodel = \"m\"\ncache = {:?}\n",
        vectors.url, folder
    );
    let at = |cosine: f32| build(&settings).unwrap().compiled_home().embedder.calibrate(cosine);
    let careful = at(0.25);
    let kept = lares::embedding::Scale { midpoint: 0.25, slope: 9.0, temperature: 0.1 };
    let file = folder.join("m.lares-scale.json");
    lares::keep_scale(&file, &kept).unwrap();
    assert!((at(0.25) - 0.5).abs() < 1e-6 && careful < 0.4, "{careful}");
    std::fs::write(&file, "{").unwrap();
    assert!((at(0.25) - careful).abs() < 1e-6);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The commands of the home, best first, by an embedder behind the endpoint.
fn ranked(lares: &Lares, query: &str) -> Vec<String> {
    use lares::embedding::{TextRole, dot};
    let embedder = lares.remote_embedder().unwrap();
    let vector = embedder.fetch(TextRole::Query, &[query.to_owned()]).unwrap().remove(0);
    let commands: Vec<_> = lares.home().commands.iter().collect();
    let texts: Vec<String> =
        commands.iter().map(|command| command_text(command, Language::Chinese)).collect();
    let documents = embedder.fetch(TextRole::Document, &texts).unwrap();
    let mut ranked: Vec<(f32, String)> = documents
        .iter()
        .zip(commands)
        .map(|(document, command)| (dot(document, &vector), command.capability_id.to_string()))
        .collect();
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// Utterances of seed 004's kind and the command that each means.
const TOP_10: [(&str, &str); 4] = [
    ("打开", "main-switch-on"),
    ("关闭", "main-switch-off"),
    ("设置亮度", "main-switchLevel-setLevel"),
    ("把温度调到26度", "main-thermostatCoolingSetpoint-setCoolingSetpoint"),
];

#[test]
fn seed_004_the_command_is_among_the_first_ten() {
    let lares = with_both(&protocol(), &Server::answering(embeds));
    for (query, expected) in TOP_10 {
        let ranked = ranked(&lares, query);
        assert!(ranked.iter().take(10).any(|id| id == expected), "{query}: {ranked:?}");
    }
}

/// Says that a test did not run, past the harness, which keeps what a passing test prints.
fn skipped(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Runs with a real key only; elsewhere it says that it did not run.
fn dashscope() -> Option<Lares> {
    let key = std::env::var("DASHSCOPE_API_KEY").unwrap_or_default();
    if key.trim().is_empty() {
        skipped("DASHSCOPE_API_KEY is not set");
        return None;
    }
    let settings = "parser = \"llm\"\nembedder = \"text-embedding-v4\"\n[llm]\ntimeout_ms = 20000\n";
    Some(build(settings).unwrap())
}

#[test]
fn seed_004_dashscope_parses() {
    let Some(lares) = dashscope() else { return };
    let answer = say(&lares, "打开老伙计");
    // A network that swallows what is sent is none, either.
    let outcome = &answer.results[0].meta["model"]["outcome"];
    if outcome == "unreachable" || outcome == "timeout" {
        skipped("DashScope cannot be reached");
        return;
    }
    assert_eq!(answer.parser, "llm", "{:?}", answer.results[0].meta);
    assert!(answer.results[0].command.a.contains("打开") && answer.results[0].command.n.contains("老伙计"));
    let answer = say(&lares, "关闭所有卧室的灯");
    assert_eq!(devices(&answer), ["bed-lamp", "bed-top"].into());
    let answer = say(&lares, "客厅太暗了，把吊灯弄亮一些");
    assert!(!answer.results[0].candidates.is_empty(), "from the model to the vectors");
}

#[test]
fn seed_004_dashscope_embeds() {
    let Some(lares) = dashscope() else { return };
    if lares.findings().iter().any(|finding| finding.code == "embedder_unavailable") {
        skipped("DashScope cannot be reached");
        return;
    }
    for (query, expected) in TOP_10 {
        let ranked = ranked(&lares, query);
        assert!(ranked.iter().take(10).any(|id| id == expected), "{query}: {ranked:?}");
    }
}

/// With the worst endpoints, every request is answered as the local parser would, and nothing tells the key.
#[test]
fn the_worst_endpoints_cost_no_request_and_no_wrong_act() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let good = chat(r#"[{"a":"打开","s":"*","n":"老伙计","t":"Unknown","q":"one"}]"#).to_string();
    let repeats = json!({ "error": { "message": format!("bad key {SECRET}") } }).to_string();
    let replies = [
        Reply::Slow(Duration::from_secs(30), good.clone()),
        Reply::CutOff(good.clone()),
        Reply::Answer(200, vec![], good[..good.len() / 2].into()),
        Reply::chat("好的"),
        Reply::chat("好的：[{\"a\":\"打开\",\"s\":\"*\",\"n\":\"门锁\",\"t\":\"SmartLock\",\"q\":\"all\"}]"),
        Reply::chat("[{\"a\":1,\"s\":2}]"),
        Reply::chat(
            "[{\"a\":\"打开\",\"s\":\"*\",\"n\":\"*\",\"t\":\"Unknown\",\"q\":\"all\",\"extra\":{}}]",
        ),
        Reply::Answer(401, vec![], repeats.clone()),
        Reply::with(429, "retry-after", "120"),
        Reply::Answer(500, vec![], repeats),
        Reply::with(307, "location", "http://127.0.0.1:9/"),
        Reply::Huge(8 << 20),
        Reply::Close,
        Reply::Noise,
    ];
    let utterances = [
        "打开老伙计",
        "关闭所有卧室的灯",
        "打开除卧室以外的灯",
        "别开灯",
        "今天心情不错",
        "门锁",
        "打开阳台的灯",
        "空调调到99度",
    ];
    let local = build("").unwrap();
    let mut urls: Vec<(Option<Server>, String)> = replies
        .into_iter()
        .map(|reply| {
            let server = Server::new([reply]);
            let url = server.url.clone();
            (Some(server), url)
        })
        .collect();
    urls.push((None, nobody()));
    for (_server, url) in &urls {
        for mode in ["llm", "auto"] {
            let settings = format!(
                "parser = \"{mode}\"\n[llm]\nbase_url = \"{url}\"\nmodel = \"m\"\nkey_env = \"{}\"\ntimeout_ms = 200\nretries = 1\n",
                with_key()
            );
            let lares = build(&settings).unwrap();
            for text in utterances {
                let mut answer = say(&lares, text);
                let expected = say(&local, text);
                let note = answer.results[0].meta.remove("model").unwrap();
                answer.results[0].meta.remove("parser_errors");
                if answer.parser == "local" {
                    assert_eq!(answer, expected, "{text} at {url} ({mode})");
                } else {
                    // A well-formed array of another command: never an act that the words do not say.
                    assert_eq!(note["outcome"], "used");
                    assert!(answer.decision != Decision::Act, "{text}: {:?}", answer.invocations);
                }
                let told = format!("{answer:?} {note} {lares:?}");
                assert!(!told.contains(SECRET), "{told}");
            }
        }
    }
    drop(guard);
    let text = log.text();
    assert!(text.contains("no answer"), "the log is on");
    assert!(!text.contains(SECRET) && !text.contains("hidden-4711"), "the key is in the log");
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    with_key();
    for (settings, part) in [
        ("parser = \"llm\"\n[llm]\nbase_url = \"http://models.example/v1\"", "llm.base_url"),
        ("parser = \"llm\"\n[llm]\nkey_env = \"NO_SUCH_VARIABLE_4711\"", "NO_SUCH_VARIABLE_4711"),
        ("parser = \"llm\"\n[llm]\nbase_url = \"https://a.example\"\ntimeout_ms = 0", "timeout_ms"),
        ("[llm]\ntemperature = 1", "temperature"),
        ("embedder = \"nothing\"", "default, lexical, text-embedding-v4"),
        (
            "embedder = \"far\"\n[embedders.far]\nkind = \"api\"\nkey_env = \"NO_SUCH_VARIABLE_4711\"",
            "embedders.far",
        ),
        ("[embedders.far]\nkind = \"cloud\"", "cloud"),
        ("[embedders.far]\nkind = \"api\"\nprefix = \"\"", "prefix"),
    ] {
        let error = build(settings).unwrap_err();
        assert!(matches!(error, lares::Error::Config(_)));
        assert!(error.to_string().contains(part), "{settings}: {error}");
    }
}

#[test]
fn the_key_of_one_endpoint_is_not_sent_to_another() {
    let server = protocol();
    let settings = format!("parser = \"llm\"\n[llm]\nbase_url = \"{}\"\nmodel = \"m\"\n", server.url);
    say(&build(&settings).unwrap(), "打开老伙计");
    assert_eq!(server.got()[0].header("authorization"), None, "no key was named for this endpoint");
}
