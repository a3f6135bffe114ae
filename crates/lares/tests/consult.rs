//! When a language model is asked and what its answer may lead to, with models that are made up here. No network.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::sync::{Arc, Mutex};

use lares::embedding::{EmbedError, Embedder, FetchError, LexicalEmbedder, RemoteEmbedder, TextRole};
use lares::language::command_array::decode;
use lares::language::{
    Choice, ClosedChoice, FailureKind, HomeWords, LanguageModel, ModelFailure, ModelParse,
};
use lares::{Decision, Lares, ParserMode, Request, Retrieval};

/// A model that answers what it was told, and remembers what it was asked.
#[derive(Debug, Default)]
struct Scripted {
    answer: Option<&'static str>,
    asked: Mutex<Vec<String>>,
    told: Mutex<Option<HomeWords>>,
}

impl LanguageModel for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn parse(&self, text: &str, home: &HomeWords) -> Result<ModelParse, ModelFailure> {
        self.asked.lock().unwrap().push(text.to_owned());
        *self.told.lock().unwrap() = Some(home.clone());
        let Some(answer) = self.answer else {
            return Err(ModelFailure::new(FailureKind::Timeout, "it took too long"));
        };
        let decoded = decode(answer);
        Ok(ModelParse { commands: decoded.commands, errors: decoded.errors })
    }

    fn choose(&self, choice: &ClosedChoice) -> Result<Choice, ModelFailure> {
        Err(ModelFailure::new(FailureKind::Unusable, choice.text.clone()))
    }
}

fn scripted(answer: Option<&'static str>) -> Arc<Scripted> {
    Arc::new(Scripted { answer, ..Scripted::default() })
}

fn lares(mode: ParserMode, model: &Arc<Scripted>) -> Lares {
    let model: Arc<dyn LanguageModel> = Arc::<Scripted>::clone(model);
    Lares::builder().parser(mode).language_model(model).build().unwrap()
}

fn model_note(answer: &Retrieval) -> (bool, String, String) {
    let note = &answer.results[0].meta["model"];
    let text = |field: &str| note.get(field).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
    (note["asked"].as_bool().unwrap(), text("why"), text("outcome"))
}

/// Who is asked about an utterance, and why.
#[track_caller]
fn check(mode: ParserMode, text: &str, asked: bool, why: &str) {
    let model = scripted(None);
    let answer = lares(mode, &model).retrieve(&Request::new(text));
    assert_eq!(model.asked.lock().unwrap().len(), usize::from(asked), "{text}");
    let (noted, because, outcome) = model_note(&answer);
    assert_eq!((noted, because.as_str()), (asked, why), "{text}");
    assert_eq!(outcome, if asked { "timeout" } else { "" });
    assert_eq!(answer.parser, "local");
}

#[test]
fn auto_asks_only_where_the_local_parser_is_not_sure() {
    check(ParserMode::Auto, "打开客厅的灯", false, "confident");
    check(ParserMode::Auto, "哎呀那个啥客厅整亮堂点儿嘛", true, "low_confidence");
    check(ParserMode::Auto, "今天心情不错", true, "no_command");
    check(ParserMode::Auto, "别开灯", false, "negated");
    check(ParserMode::Auto, "", false, "empty");
    check(ParserMode::Auto, &"灯".repeat(9000), false, "too_long");
    check(ParserMode::Llm, "打开客厅的灯", true, "mode");
    check(ParserMode::Llm, "别开灯", false, "negated");
    check(ParserMode::Llm, "？！", false, "empty");
}

#[test]
fn local_asks_nobody_and_notes_nothing() {
    let model = scripted(None);
    let answer = lares(ParserMode::Local, &model).retrieve(&Request::new("今天心情不错"));
    assert!(model.asked.lock().unwrap().is_empty());
    assert!(!answer.results[0].meta.contains_key("model"));
}

#[test]
fn without_an_endpoint_auto_is_local_and_says_so() {
    let lares = Lares::builder().parser(ParserMode::Auto);
    // In a build with models, a key in the environment would be an endpoint.
    if cfg!(feature = "models") {
        return;
    }
    let error = lares.build().unwrap_err().to_string();
    assert!(error.contains("--features models"), "{error}");
}

#[test]
fn an_answer_that_is_used() {
    let model = scripted(Some(r#"[{"a":"打开","s":"客厅","n":"主灯","t":"Light","q":"one"}, 7]"#));
    let answer = lares(ParserMode::Llm, &model).retrieve(&Request::new("打开客厅的主灯"));
    assert_eq!((answer.parser.as_str(), answer.decision), ("llm", Decision::Act));
    assert_eq!(answer.invocations[0].device_id, "living-main-light");
    assert_eq!(model_note(&answer), (true, "mode".into(), "used".into()));
    assert_eq!(answer.results[0].meta["parser_errors"][0], "element 1: it is not an object");
    let told = model.told.lock().unwrap().clone().unwrap();
    assert!(told.rooms.contains(&"客厅".to_owned()) && told.categories.contains(&"Light".to_owned()));
}

#[test]
fn a_failure_leaves_the_local_answer() {
    let plain = Lares::builder().build().unwrap().retrieve(&Request::new("打开客厅的灯"));
    let mut answer = lares(ParserMode::Llm, &scripted(None)).retrieve(&Request::new("打开客厅的灯"));
    let note = answer.results[0].meta.remove("model").unwrap();
    assert_eq!(answer, plain);
    assert_eq!(
        (note["outcome"].as_str(), note["error"].as_str()),
        (Some("timeout"), Some("it took too long"))
    );
}

/// Whatever a model makes of them, these are never acted on.
#[test]
fn no_answer_leads_to_an_act_that_the_rules_forbid() {
    let arrays = [
        r#"[{"a":"打开","s":"客厅","n":"主灯","t":"Light","q":"one"}]"#,
        r#"[{"a":"打开","s":"*","n":"*","t":"Unknown","q":"all"}]"#,
        r#"[{"a":"开锁","s":"*","n":"门锁","t":"SmartLock","q":"all"}]"#,
        r#"[{"a":"设置温度=30","s":"*","n":"空调","t":"AirConditioner","q":"all"}]"#,
        r#"[{"a":"main switch","s":"@","n":"\u0000","t":"Nothing","q":"any","c":4294967295}]"#,
        r#"[{"a":"打开","s":"!客厅","n":"灯","t":"Light","q":"except","x":"灯"}]"#,
        r#"[{"a":"UNKNOWN","s":"*","n":"*","t":"Unknown","q":"one"}]"#,
    ];
    for array in arrays {
        for mode in [ParserMode::Llm, ParserMode::Auto] {
            let lares = lares(mode, &scripted(Some(array)));
            for text in [
                "别开灯",
                "今天心情不错",
                "打开阁楼的灯",
                "把客厅的空调调到99度",
                "昨天邻居说把门锁打开了",
                "明天早上八点打开客厅的主灯",
            ] {
                let answer = lares.retrieve(&Request::new(text));
                assert_ne!(answer.decision, Decision::Act, "{text} {array}: {:?}", answer.invocations);
                assert!(answer.invocations.is_empty(), "{text} {array}");
            }
        }
    }
}

#[test]
fn the_answer_to_a_question_is_not_put_to_a_model() {
    let model = scripted(None);
    let documents = lares::Documents {
        devices: ["d1,台灯,r1", "d2,台灯,r2"]
            .iter()
            .map(|row| {
                let [id, name, room] = row.split(',').collect::<Vec<_>>()[..] else { panic!() };
                format!(
                    r#"{{"deviceId":"{id}","label":"{name}","roomId":"{room}","components":[{{"id":"main","capabilities":[{{"id":"switch"}}],"categories":[{{"name":"Light","categoryType":"manufacturer"}}]}}]}}"#
                ) + "\n"
            })
            .collect::<String>()
            .into_bytes(),
        rooms: Some(r#"[{"roomId":"r1","name":"书房"},{"roomId":"r2","name":"卧室"}]"#.into()),
        ..lares::Documents::default()
    };
    let wanted: Arc<dyn LanguageModel> = Arc::<Scripted>::clone(&model);
    let lares = Lares::builder()
        .home_documents(documents)
        .parser(ParserMode::Auto)
        .language_model(wanted)
        .build()
        .unwrap();
    let said = |text: &str| lares.retrieve_at(&Request::new(text).in_session("a"), 0);
    assert_eq!(said("打开那盏台灯").decision, Decision::Ask);
    let before = model.asked.lock().unwrap().len();
    let answer = said("书房的");
    assert_eq!((answer.parser.as_str(), answer.invocations.len()), ("answer", 1));
    assert_eq!(model.asked.lock().unwrap().len(), before);
    assert_eq!(model_note(&answer).1, "answer");
}

/// An embedder whose vectors come from another one, or from nowhere.
#[derive(Debug)]
struct Far {
    near: LexicalEmbedder,
    documents: bool,
    queries: bool,
}

impl Embedder for Far {
    fn name(&self) -> &str {
        "far"
    }
    fn dimensions(&self) -> usize {
        self.near.dimensions()
    }
    fn embed_query(&self, _: &str, _: &mut [f32]) -> Result<(), EmbedError> {
        Err(EmbedError::Remote("far".into()))
    }
    fn embed_document(&self, _: &str, _: &mut [f32]) -> Result<(), EmbedError> {
        Err(EmbedError::Remote("far".into()))
    }
    fn is_local(&self) -> bool {
        false
    }
    fn calibrate(&self, cosine: f32) -> f32 {
        self.near.calibrate(cosine)
    }
}

impl RemoteEmbedder for Far {
    fn fetch(&self, role: TextRole, texts: &[String]) -> Result<Vec<Vec<f32>>, FetchError> {
        let works = match role {
            TextRole::Query => self.queries,
            TextRole::Document => self.documents,
        };
        if !works {
            return Err(FetchError { name: "far".into(), message: "nobody is there".into() });
        }
        let embed = |text: &String| {
            let mut vector = vec![0.0; self.near.dimensions()];
            self.near.embed_query(text, &mut vector).unwrap();
            vector
        };
        Ok(texts.iter().map(embed).collect())
    }
}

fn far(documents: bool, queries: bool) -> Lares {
    let far = Far { near: LexicalEmbedder::default(), documents, queries };
    Lares::builder().remote_embedder(Arc::new(far)).build().unwrap()
}

const VAGUE: &str = "客厅主灯弄个白茫茫的";

#[test]
fn vectors_are_fetched_where_they_are_wanted() {
    for text in ["打开客厅的灯", VAGUE, "把电视弄得奇奇怪怪"] {
        let answer = far(true, true).retrieve(&Request::new(text));
        assert!(!answer.results.is_empty() && !answer.results[0].meta.contains_key("vectors_missing"));
    }
}

#[test]
fn an_embedder_that_is_down_costs_no_request() {
    let lares = far(true, false);
    assert_eq!(lares.retrieve(&Request::new("打开客厅的灯")).decision, Decision::Act);
    for text in [VAGUE, "把电视弄得奇奇怪怪", "今天心情不错"] {
        assert!(!lares.retrieve(&Request::new(text)).results.is_empty());
    }
    let never = far(false, false);
    let finding = never.findings().iter().find(|finding| finding.code == "embedder_unavailable").unwrap();
    assert!(finding.message.contains("nobody is there"));
    let answer = never.retrieve(&Request::new("打开客厅的灯"));
    assert_eq!(answer.decision, Decision::Act);
    assert!(answer.results[0].meta["embedder_fallback"].as_str().unwrap().contains("nobody is there"));
}
