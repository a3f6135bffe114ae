//! Chat endpoints that answer well and badly: what comes back, how often they are asked, and what is told.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

mod support;

use std::time::{Duration, Instant};

use lares_home::HomeLanguage;
use lares_language::{Choice, ClosedChoice, FailureKind, HomeWords, LanguageModel, ModelFailure, ModelParse};
use lares_models::{ChatModel, ChatOptions, Endpoint, Limits};
use secrecy::SecretString;
use serde_json::json;
use support::{Part, Reply, Server, chat, nobody};

const SECRET: &str = "sk-very-secret-0123456789";
const GOOD: &str = r#"[{"a":"打开","s":"客厅","n":"灯","t":"Light","q":"all"}]"#;

fn limits() -> Limits {
    Limits { timeout: Duration::from_secs(5), failures_before_rest: 1000, ..Limits::default() }
}

fn model_at(url: &str, limits: Limits, options: ChatOptions) -> ChatModel {
    let endpoint = Endpoint::new(url, Some(SecretString::from(SECRET.to_owned())), false).unwrap();
    ChatModel::new(endpoint, options, limits).unwrap()
}

fn model(server: &Server) -> ChatModel {
    model_at(&server.url, limits(), ChatOptions::new("test"))
}

fn home() -> HomeWords {
    HomeWords {
        language: HomeLanguage::Chinese,
        rooms: vec!["客厅".into(), "卧室".into()],
        categories: vec!["Light".into()],
        devices: vec!["老伙计".into()],
    }
}

fn ask(model: &ChatModel) -> Result<ModelParse, ModelFailure> {
    model.parse("打开客厅的灯", &home())
}

/// The failure of one reply, and what it must say. It never says the key.
#[track_caller]
fn fails(reply: Reply, kind: FailureKind, says: &str) {
    let server = Server::new([reply]);
    let limits = Limits { timeout: Duration::from_millis(800), retries: 0, ..limits() };
    let model = model_at(&server.url, limits, ChatOptions { schema: false, ..ChatOptions::new("test") });
    let failure = ask(&model).unwrap_err();
    assert_eq!(failure.kind, kind, "{failure:?}");
    assert!(failure.message.contains(says), "{failure:?} does not say {says:?}");
    let told = format!("{failure} {failure:?} {model:?} {:?}", model.usage());
    assert!(!told.contains(SECRET) && !told.contains("very-secret"), "{told}");
}

#[test]
fn a_good_answer_is_read() {
    let server = Server::new([Reply::chat(&format!("{{\"commands\":{GOOD}}}"))]);
    let model = model(&server);
    let parse = ask(&model).unwrap();
    assert_eq!((parse.commands[0].a.as_str(), parse.commands[0].s.as_str()), ("打开", "客厅"));
    let got = &server.got()[0];
    assert_eq!(got.path, "/v1/chat/completions");
    assert_eq!(got.header("authorization"), Some(format!("Bearer {SECRET}").as_str()));
    assert_eq!(got.body["model"], "test");
    assert_eq!(got.body["messages"][1]["content"], "打开客厅的灯");
    let system = got.body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("[\"客厅\",\"卧室\"]") && system.contains("[\"Light\",\"Unknown\"]"));
    assert!(!system.contains("老伙计"), "names of devices are not told unless it is wanted");
    assert_eq!(got.body["response_format"]["type"], "json_schema");
    let usage = model.usage();
    assert_eq!((usage.calls, usage.tokens_in, usage.tokens_out, usage.failures), (1, 100, 20, 0));
}

#[test]
fn settings_reach_the_request() {
    let server = Server::new([Reply::chat(GOOD)]);
    let extra = json!({ "enable_thinking": false, "temperature": 0.5 }).as_object().unwrap().clone();
    let options =
        ChatOptions { schema: false, most_devices: 10, max_tokens: 0, extra, ..ChatOptions::new("qwen") };
    ask(&model_at(&server.url, limits(), options)).unwrap();
    let body = &server.got()[0].body;
    assert_eq!((body["enable_thinking"].clone(), body["temperature"].clone()), (json!(false), json!(0.5)));
    assert!(body.get("response_format").is_none() && body.get("max_tokens").is_none());
    assert!(body["messages"][0]["content"].as_str().unwrap().contains("老伙计"));
}

#[test]
fn an_endpoint_without_a_key_gets_none() {
    let server = Server::new([Reply::chat(GOOD)]);
    let endpoint = Endpoint::new(&server.url, None, false).unwrap();
    let model = ChatModel::new(endpoint, ChatOptions::new("test"), limits()).unwrap();
    ask(&model).unwrap();
    assert_eq!(server.got()[0].header("authorization"), None);
}

#[test]
fn an_endpoint_that_refuses_the_schema_is_asked_without_from_then_on() {
    let server = Server::new([Reply::status(400), Reply::chat(GOOD)]);
    let model = model(&server);
    ask(&model).unwrap();
    ask(&model).unwrap();
    let sent: Vec<bool> = server.got().iter().map(|got| got.body.get("response_format").is_some()).collect();
    assert_eq!(sent, [true, false, false]);
    let last = &server.got()[2].body["messages"][0]["content"];
    assert!(
        !last.as_str().unwrap().contains("{\"commands\""),
        "without a schema the array alone is asked for"
    );
}

#[test]
fn a_request_that_is_wrong_anyway_keeps_the_schema() {
    let server = Server::new([Reply::status(400)]);
    let model = model(&server);
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Refused);
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Refused);
    let sent: Vec<bool> = server.got().iter().map(|got| got.body.get("response_format").is_some()).collect();
    assert_eq!(sent, [true, false, true, false]);
}

#[test]
fn answers_that_are_no_answers() {
    use FailureKind::{Refused, Unreachable, Unusable};
    let cut = chat(GOOD).to_string();
    for (reply, kind, says) in [
        (Reply::chat("好的，已经打开了。"), Unusable, "no command array"),
        (Reply::chat(&format!("好的：{GOOD}")), Unusable, "no command array"),
        (Reply::chat(&format!("```json\n{GOOD}\n```")), Unusable, "no command array"),
        (Reply::chat(&GOOD[..GOOD.len() - 1]), Unusable, "no command array"),
        (Reply::chat("[]"), Unusable, "no command array"),
        (Reply::chat("[{\"a\":1}]"), Unusable, "no command array"),
        (Reply::chat(""), Unusable, "no command array"),
        (Reply::json(&json!({})), Unusable, "no choice"),
        (Reply::json(&json!({ "choices": [{}] })), Unusable, "no text"),
        (Reply::json(&json!([1])), Unusable, "no choice"),
        (Reply::Answer(200, vec![], "<html>".into()), Unusable, "no JSON"),
        (Reply::Answer(200, vec![], String::new()), Unusable, "no JSON"),
        (Reply::Answer(200, vec![], cut[..cut.len() / 2].into()), Unusable, "no JSON"),
        (Reply::Huge(3 << 20), Unusable, "more than 1048576 bytes"),
        (Reply::CutOff(cut), Unreachable, "broke off"),
        (Reply::Close, Unreachable, "127.0.0.1"),
        (Reply::Noise, Unreachable, "127.0.0.1"),
        (Reply::status(404), Refused, "404: no"),
    ] {
        fails(reply, kind, says);
    }
}

/// Whatever arrives, the time and the memory that it costs have a limit.
#[test]
fn answers_without_an_end() {
    use FailureKind::{Timeout, Unreachable, Unusable};
    let bomb = {
        use std::io::Write;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        (0..512).for_each(|_| packed.write_all(&[b' '; 1 << 20]).unwrap());
        packed.finish().unwrap()
    };
    assert!(bomb.len() < 1 << 20, "what travels is small");
    let often = Duration::from_millis(20);
    let nested = chat(&"[".repeat(100_000)).to_string();
    let many = format!("[{}]", vec![&GOOD[1..GOOD.len() - 1]; 200].join(","));
    for (reply, kind, says) in [
        (Reply::Trickle(often), Timeout, "within 800 ms"),
        (Reply::TrickleOfHeaders(often), Timeout, "within 800 ms"),
        (Reply::Endless(Part::Headers), Unreachable, "too large"),
        (Reply::Endless(Part::Body), Unusable, "more than 1048576 bytes"),
        (Reply::Bytes(vec![("content-encoding".into(), "gzip".into())], bomb), Unusable, "more than 1048576"),
        (Reply::Bytes(vec![], vec![b'['; 1 << 19]), Unusable, "recursion limit"),
        (Reply::Bytes(vec![], nested.into_bytes()), Unusable, "longer than a command array"),
        (Reply::chat(&many), Unusable, "200 commands"),
    ] {
        fails(reply, kind, says);
    }
}

#[test]
fn letters_that_are_none() {
    let broken = b"{\"choices\":[{\"message\":{\"content\":\"\xff\xfe\x80\"}}]}".to_vec();
    let half = br#"{"choices":[{"message":{"content":"\ud800"}}]}"#.to_vec();
    let packed = vec![("content-encoding".into(), "gzip".into())];
    for reply in [Reply::Bytes(vec![], broken), Reply::Bytes(vec![], half)] {
        fails(reply, FailureKind::Unusable, "no JSON");
    }
    fails(Reply::Bytes(packed, b"no gzip".to_vec()), FailureKind::Unreachable, "broke off");
}

#[test]
fn an_error_with_a_good_status_is_told() {
    let error = json!({ "error": { "message": format!("quota of {SECRET} used up"), "code": 1 } });
    fails(Reply::json(&error), FailureKind::Unusable, "quota of … used up");
    fails(
        Reply::json(&json!({ "object": "error", "message": "no such model" })),
        FailureKind::Unusable,
        "no such",
    );
}

#[test]
fn an_answer_that_repeats_the_key_does_not_tell_it() {
    let array = json!([
        { "a": "打开", "s": SECRET, "n": format!("灯 {SECRET}"), "t": "Light", "q": "all" },
        { "a": "打开", "s": "*", "n": "灯", "t": "Light", "q": SECRET },
    ]);
    let parse = ask(&model(&Server::new([Reply::chat(&array.to_string())]))).unwrap();
    let told = format!("{parse:?}");
    assert!(told.contains("灯 …") && !told.contains("very-secret"), "{told}");
    let question = json!({ "question": format!("{SECRET}？") });
    let server = Server::new([Reply::chat(&question.to_string())]);
    assert_eq!(model(&server).choose(&choice()).unwrap(), Choice::Question("…？".into()));
}

#[test]
fn a_placeholder_for_a_key_may_stand_in_an_answer() {
    let server = Server::new([Reply::chat(GOOD)]);
    let endpoint = Endpoint::new(&server.url, Some(SecretString::from("Light".to_owned())), false).unwrap();
    let model = ChatModel::new(endpoint, ChatOptions::new("test"), limits()).unwrap();
    assert_eq!(ask(&model).unwrap().commands[0].t, "Light");
}

#[test]
fn refusals_never_repeat_the_key() {
    let repeats = |status| {
        let said = format!("Incorrect key {SECRET} given");
        Reply::Answer(status, vec![], json!({ "error": { "message": said } }).to_string())
    };
    fails(repeats(401), FailureKind::Refused, "refuses the key (401)");
    fails(repeats(403), FailureKind::Refused, "refuses the key (403)");
    fails(repeats(400), FailureKind::Refused, "400: Incorrect key … given");
    fails(repeats(500), FailureKind::Overloaded, "500: Incorrect key … given");
    let long = format!("{}{SECRET}", "x".repeat(190));
    fails(Reply::Answer(422, vec![], json!({ "message": long }).to_string()), FailureKind::Refused, "422");
}

#[test]
fn overloaded_endpoints_are_tried_again() {
    for status in [429, 500, 502, 503] {
        let server = Server::new([Reply::status(status), Reply::status(status), Reply::chat(GOOD)]);
        assert!(ask(&model(&server)).is_ok(), "{status}");
        assert_eq!(server.count(), 3);
        let hopeless = Server::new([Reply::status(status)]);
        let failure = ask(&model(&hopeless)).unwrap_err();
        assert_eq!((failure.kind, hopeless.count()), (FailureKind::Overloaded, 3), "two retries");
    }
    let once = Server::new([Reply::status(401), Reply::chat(GOOD)]);
    assert_eq!((ask(&model(&once)).unwrap_err().kind, once.count()), (FailureKind::Refused, 1));
}

#[test]
fn a_wait_that_is_asked_for_is_waited_if_there_is_time() {
    let server = Server::new([Reply::with(429, "retry-after", "1"), Reply::chat(GOOD)]);
    let started = Instant::now();
    assert!(ask(&model(&server)).is_ok());
    assert!(started.elapsed() >= Duration::from_secs(1), "it came back before it was told to");
    let by_date = vec![
        ("date".to_owned(), "Wed, 21 Oct 2015 07:28:00 GMT".to_owned()),
        ("retry-after".to_owned(), "Wed, 21 Oct 2015 07:28:01 GMT".to_owned()),
    ];
    let server = Server::new([Reply::Answer(503, by_date, String::new()), Reply::chat(GOOD)]);
    let started = Instant::now();
    assert!(ask(&model(&server)).is_ok());
    assert!(started.elapsed() >= Duration::from_secs(1), "a date is a wait by the endpoint's own clock");
    let later = Server::new([Reply::with(429, "retry-after", "3600"), Reply::chat(GOOD)]);
    let model = model(&later);
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Overloaded);
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Resting, "left alone as it wished");
    assert_eq!(later.count(), 1);
}

#[test]
fn slow_endpoints_are_given_up() {
    fails(
        Reply::Slow(Duration::from_secs(20), chat(GOOD).to_string()),
        FailureKind::Timeout,
        "within 800 ms",
    );
}

#[test]
fn nobody_listens() {
    let model = model_at(&nobody(), limits(), ChatOptions::new("test"));
    let failure = ask(&model).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.message.contains("cannot be reached"), "{failure}");
}

#[test]
fn the_key_does_not_travel_along_redirects() {
    let elsewhere = Server::new([Reply::chat(GOOD)]);
    for status in [301, 302, 303, 307, 308] {
        let to = format!("{}/chat/completions", elsewhere.url);
        let server = Server::new([Reply::with(status, "location", &to)]);
        let failure = ask(&model(&server)).unwrap_err();
        assert_eq!((failure.kind, server.count()), (FailureKind::Refused, 1), "{status}");
        assert!(failure.message.contains("redirects to http://127.0.0.1"), "{failure}");
    }
    assert_eq!(elsewhere.count(), 0);
    let within = Server::new([Reply::with(308, "location", "/v2/chat/completions"), Reply::chat(GOOD)]);
    assert!(ask(&model(&within)).is_ok());
    assert_eq!(within.got()[1].path, "/v2/chat/completions");
    let around = Server::new([Reply::with(307, "location", "/v1/chat/completions")]);
    assert_eq!(ask(&model(&around)).unwrap_err().kind, FailureKind::Refused);
    assert!(around.count() <= 5, "a circle ends");
}

#[test]
fn after_repeated_failures_it_is_left_alone_and_comes_back() {
    let server = Server::new([Reply::status(401)]);
    let rest = Duration::from_millis(400);
    let limits = Limits { failures_before_rest: 2, rest, ..limits() };
    let model = model_at(&server.url, limits, ChatOptions::new("test"));
    for kind in [FailureKind::Refused, FailureKind::Refused, FailureKind::Resting, FailureKind::Resting] {
        assert_eq!(ask(&model).unwrap_err().kind, kind);
    }
    assert_eq!(server.count(), 2);
    server.then(Reply::chat(GOOD));
    std::thread::sleep(rest * 2);
    assert!(ask(&model).is_ok() && ask(&model).is_ok());
}

#[test]
fn an_unusable_answer_counts_as_a_failure_too() {
    let server = Server::new([Reply::chat("好的")]);
    let model =
        model_at(&server.url, Limits { failures_before_rest: 1, ..limits() }, ChatOptions::new("test"));
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Unusable);
    assert_eq!(ask(&model).unwrap_err().kind, FailureKind::Resting);
    assert_eq!(model.usage().failures, 1);
}

#[test]
fn bad_elements_are_dropped_and_told() {
    let mixed = format!(
        "{},{{\"a\":\"关闭\"}},{{\"a\":\"打开\",\"s\":\"*\",\"n\":\"灯\",\"t\":\"Light\",\"q\":\"many\"}}]",
        &GOOD[..GOOD.len() - 1]
    );
    let parse = ask(&model(&Server::new([Reply::chat(&mixed)]))).unwrap();
    assert_eq!((parse.commands.len(), parse.errors.len()), (1, 2));
}

#[test]
fn many_threads_ask_at_once() {
    let server = Server::new([Reply::chat(GOOD)]);
    let model = model(&server);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(ask(&model).is_ok()));
        }
    });
    assert_eq!(model.usage().calls, 8);
}

#[test]
fn a_model_may_be_used_and_dropped_inside_a_runtime() {
    let server = Server::new([Reply::chat(GOOD)]);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
    runtime.block_on(async {
        let model = model(&server);
        assert!(ask(&model).is_ok());
        drop(model);
    });
}

fn choice() -> ClosedChoice {
    ClosedChoice {
        language: HomeLanguage::Chinese,
        text: "空调都弄一下".into(),
        action: "设置".into(),
        options: vec!["设置温度".into(), "设置模式".into()],
    }
}

#[test]
fn a_choice_is_one_of_the_two_forms() {
    let chosen = |content: &str| model(&Server::new([Reply::chat(content)])).choose(&choice());
    assert_eq!(chosen("{\"choice_index\":1}").unwrap(), Choice::Option(1));
    assert_eq!(
        chosen("{\"question\":\"要调温度还是模式？\"}").unwrap(),
        Choice::Question("要调温度还是模式？".into())
    );
    for content in ["{\"choice_index\":2}", "1", "选第一个", "{\"choice_index\":0,\"why\":\"\"}", "[]", ""]
    {
        assert_eq!(chosen(content).unwrap_err().kind, FailureKind::Unusable, "{content}");
    }
    let server = Server::new([Reply::chat("{\"choice_index\":0}")]);
    model(&server).choose(&choice()).unwrap();
    let asked = server.got()[0].body["messages"][1]["content"].as_str().unwrap().to_owned();
    assert!(asked.contains("\"choice_index\":1,\"option\":\"设置模式\""), "{asked}");
}
