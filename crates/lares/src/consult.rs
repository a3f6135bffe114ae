//! When a language model is asked, and what becomes of its answer: the edge around the stages, which never wait.

use std::sync::Arc;

use lares_embedding::{RemoteEmbedder, TextRole};
use lares_home::catalogue::catalogue;
use lares_home::{Home, HomeLanguage};
use lares_language::{
    BorneOut, Choice, ClosedChoice, FailureKind, HomeWords, LanguageModel, Parse, Rejection,
};
use lares_retrieval::{ArbitrationAnswer, ArbitrationRequest, Conversation, Retrieval, Step, is_answer};
use serde_json::{Map, Value as Json, json};

use crate::config::{ParserMode, SURE};
use crate::engine::{Lares, Outside};
use crate::request::Request;

/// Models that may be asked, and what they are told of the home.
#[derive(Debug, Clone, Default)]
pub(crate) struct Models {
    pub(crate) language: Option<Arc<dyn LanguageModel>>,
    pub(crate) remote: Option<Arc<dyn RemoteEmbedder>>,
    pub(crate) words: HomeWords,
    /// Why another embedder than the one that was wanted is in use.
    pub(crate) embedder_fallback: Option<String>,
}

/// What happened around one request, for `meta`.
#[derive(Debug, Default)]
struct Notes {
    model: Option<Map<String, Json>>,
    arbitration: Option<Json>,
    vectors: Option<String>,
    /// A model has used up the time limit of this request: it is not asked once more.
    model_failed: bool,
}

impl Lares {
    /// Answers a request: reads it, goes through the stages, and fetches what they want.
    pub(crate) fn answer(&self, request: &Request, now_ms: u64) -> Retrieval {
        let mut notes = Notes::default();
        let read = match self.config.parser {
            ParserMode::Local => None,
            mode => self.consult(mode, request, now_ms, &mut notes),
        };
        let errors;
        let mut outside = match &read {
            Some(Read { parse: Some(parse), errors: of_model }) => {
                errors = of_model.clone();
                Outside { parse: Some(parse), parser: "llm", parser_errors: &errors, ..Outside::default() }
            }
            Some(Read { parse: None, errors: of_model }) => {
                errors = of_model.clone();
                Outside { parser_errors: &errors, ..Outside::default() }
            }
            None => Outside::default(),
        };
        let mut answer = self.fetch_and_continue(request, now_ms, &mut outside, &mut notes);
        self.note(&mut answer, notes);
        answer
    }

    /// Goes through the stages until the answer is there.
    fn fetch_and_continue(
        &self,
        request: &Request,
        now_ms: u64,
        outside: &mut Outside<'_>,
        notes: &mut Notes,
    ) -> Retrieval {
        loop {
            match self.step(request, now_ms, outside) {
                Step::Done(answer) => return answer,
                Step::NeedVectors(texts) => {
                    let before = outside.supplied.vectors.len();
                    let vectors = self.query_vectors(&texts, notes);
                    outside.supplied.vectors.extend(texts.into_iter().zip(vectors));
                    if outside.supplied.vectors.len() == before {
                        return unanswered(request);
                    }
                }
                Step::NeedArbitration(wanted) => {
                    let place = wanted.command;
                    let arbitration = self.arbitrate(wanted, notes);
                    if outside.supplied.arbitrations.insert(place, arbitration).is_some() {
                        return unanswered(request);
                    }
                }
            }
        }
    }

    /// Vectors of what was said; empty ones where there are none, with which the stages go on.
    fn query_vectors(&self, texts: &[String], notes: &mut Notes) -> Vec<Vec<f32>> {
        let none = vec![Vec::new(); texts.len()];
        let Some(remote) = &self.models.remote else { return none };
        if notes.vectors.is_some() {
            return none;
        }
        remote.fetch(TextRole::Query, texts).unwrap_or_else(|error| {
            tracing::debug!(%error, "no vectors for what was said");
            notes.vectors = Some(error.to_string());
            none
        })
    }

    fn arbitrate(&self, wanted: ArbitrationRequest, notes: &mut Notes) -> ArbitrationAnswer {
        let Some(model) = self.models.language.as_ref().filter(|_| !notes.model_failed) else {
            return ArbitrationAnswer::Nothing;
        };
        let choice = closed_choice(self.models.words.language, wanted);
        let (answer, note) = match model.choose(&choice) {
            Ok(Choice::Option(place)) => (ArbitrationAnswer::Choice(place), json!("choice")),
            Ok(Choice::Question(question)) => (ArbitrationAnswer::Question(question), json!("question")),
            Err(failure) => {
                notes.model_failed = is_costly(failure.kind);
                (ArbitrationAnswer::Nothing, json!(failure.kind.code()))
            }
        };
        notes.arbitration = Some(note);
        answer
    }

    /// Decides whether the model reads a request, and lets it.
    fn consult(&self, mode: ParserMode, request: &Request, now_ms: u64, notes: &mut Notes) -> Option<Read> {
        let config = &self.config.retrieval;
        let (has_recent, answers) = self.in_conversation(request, now_ms, |conversation| {
            let wanted = lares_retrieval::Request {
                text: &request.text,
                room: request.room.as_deref(),
                now_ms,
                ..lares_retrieval::Request::default()
            };
            (conversation.has_recent(now_ms, config), is_answer(&self.home, conversation, &wanted))
        });
        if answers {
            notes.tell(false, "answer");
            return None;
        }
        let local = self.home.parse(&request.text, has_recent, request.room.as_deref());
        let (ask, why) = is_wanted(mode, &local);
        notes.tell(ask, why);
        let Some(model) = self.models.language.as_ref().filter(|_| ask) else {
            if ask {
                notes.tell(false, why);
                notes.outcome("no_endpoint");
            }
            return None;
        };
        match model.parse(&request.text, &self.models.words) {
            Ok(read) => {
                let parse = self.home.adopt(&request.text, &read.commands, &local);
                let outcome = outcome(mode, &parse, &local);
                notes.outcome(outcome);
                let used = outcome == "used";
                Some(Read { parse: used.then_some(parse), errors: read.errors })
            }
            Err(failure) => {
                notes.model_failed = is_costly(failure.kind);
                notes.outcome(failure.kind.code());
                notes.error(&failure.message);
                Some(Read { parse: None, errors: failure.details })
            }
        }
    }

    /// Looks at the conversation of a request without changing it.
    fn in_conversation<T>(&self, request: &Request, now_ms: u64, look: impl FnOnce(&Conversation) -> T) -> T {
        match &request.session {
            Some(session) => self.conversations.with(session, now_ms, |conversation| look(conversation)),
            None => look(&Conversation::new()),
        }
    }

    fn note(&self, answer: &mut Retrieval, notes: Notes) {
        let Some(first) = answer.results.first_mut() else { return };
        let meta = &mut first.meta;
        if let Some(model) = notes.model {
            meta.insert("model".into(), Json::Object(model));
        }
        if let Some(arbitration) = notes.arbitration {
            meta.insert("arbitration".into(), arbitration);
        }
        if let Some(error) = notes.vectors {
            meta.insert("vectors_missing".into(), error.into());
        }
        if let Some(why) = &self.models.embedder_fallback {
            meta.insert("embedder_fallback".into(), why.as_str().into());
        }
    }
}

/// What a model has read; without a parse the local one stands.
struct Read {
    parse: Option<Parse>,
    errors: Vec<String>,
}

impl Notes {
    fn tell(&mut self, asked: bool, why: &str) {
        let model = self.model.get_or_insert_default();
        model.insert("asked".into(), asked.into());
        model.insert("why".into(), why.into());
    }

    fn outcome(&mut self, outcome: &str) {
        self.model.get_or_insert_default().insert("outcome".into(), outcome.into());
    }

    fn error(&mut self, message: &str) {
        self.model.get_or_insert_default().insert("error".into(), message.into());
    }
}

/// Whether a model is to read what the local parser read so, and why.
fn is_wanted(mode: ParserMode, local: &Parse) -> (bool, &'static str) {
    // What is surely no order stays none, whatever a model makes of it.
    match local.rejection {
        Some(Rejection::Empty) => return (false, "empty"),
        Some(Rejection::TooLong) => return (false, "too_long"),
        Some(Rejection::Negated) => return (false, "negated"),
        Some(Rejection::Reported) => return (false, "reported"),
        Some(Rejection::NotForTheHome) | None => {}
    }
    let confidence = local.commands.iter().map(|command| command.confidence).reduce(f32::min);
    match (mode, confidence) {
        (ParserMode::Llm, _) => (true, "mode"),
        (_, None) => (true, "no_command"),
        (_, Some(confidence)) if confidence < SURE => (true, "low_confidence"),
        _ => (false, "confident"),
    }
}

/// Whether a model's reading is used. The local one stands where it has one and the model understood nothing, or where
/// the words speak against what it understood.
fn outcome(mode: ParserMode, parse: &Parse, local: &Parse) -> &'static str {
    let is_nothing = parse.commands.iter().all(|command| command.spoken.is_unknown());
    let contradicted = parse.commands.iter().any(|command| matches!(command.borne_out, BorneOut::Not(_)));
    match mode {
        ParserMode::Auto if is_nothing => "nothing",
        ParserMode::Auto if contradicted && !local.commands.is_empty() => "not_borne_out",
        _ => "used",
    }
}

/// A failure that took its time: asking once more in the same request would take it again.
fn is_costly(kind: FailureKind) -> bool {
    kind != FailureKind::Unusable
}

fn closed_choice(language: HomeLanguage, wanted: ArbitrationRequest) -> ClosedChoice {
    let option = |option: &lares_retrieval::ArbitrationOption| {
        let examples: Vec<String> = option
            .examples
            .iter()
            .map(|(name, room)| match room {
                Some(room) if !room.is_empty() => format!("{name} ({room})"),
                _ => name.to_string(),
            })
            .collect();
        let (count, examples) = (option.device_count, examples.join(", "));
        match language {
            HomeLanguage::Chinese => {
                format!("{} [{}]：{count} 个设备，如 {examples}", option.description, option.capability_id)
            }
            HomeLanguage::English => {
                format!(
                    "{} [{}]: {count} devices, such as {examples}",
                    option.description, option.capability_id
                )
            }
        }
    };
    ClosedChoice {
        language,
        options: wanted.options.iter().map(option).collect(),
        text: wanted.text,
        action: wanted.action,
    }
}

/// What models are told of a home.
pub(crate) fn words_of(home: &Home) -> HomeWords {
    let mut rooms: Vec<String> =
        home.rooms.iter().map(|room| room.name.to_string()).filter(|name| !name.is_empty()).collect();
    rooms.dedup();
    let mut categories: Vec<String> = home
        .devices
        .iter()
        .flat_map(|device| &device.categories)
        .filter_map(|category| catalogue().category_entry(*category))
        .map(|entry| entry.id.to_owned())
        .collect();
    categories.sort();
    categories.dedup();
    let devices = home.devices.iter().map(|device| device.name.to_string()).collect();
    HomeWords { language: home.language, rooms, categories, devices }
}

/// Retrieval asked again for what it was given: an answer that decides nothing is better than a loop.
fn unanswered(request: &Request) -> Retrieval {
    Retrieval { text: request.text.clone(), ..Retrieval::default() }
}
