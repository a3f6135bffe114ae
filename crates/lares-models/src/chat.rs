//! A language model behind an OpenAI-compatible chat endpoint: reading utterances, and choosing from a closed set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lares_language::{
    Choice, ClosedChoice, FailureKind, HomeWords, LanguageModel, ModelFailure, ModelParse, ModelUsage,
};
use serde_json::{Map, Value as Json, json};

use crate::endpoint::{Endpoint, EndpointError, Limits};
use crate::envelope;
use crate::http::{Failed, Http, Poster};
use crate::prompt;

/// Which model, and how it is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatOptions {
    /// The model's name at the endpoint.
    pub model: String,
    /// Whether a JSON schema is sent. An endpoint that refuses it is asked without.
    pub schema: bool,
    /// Names of devices are told to the model while a home has no more than this.
    pub most_devices: usize,
    /// The longest answer in tokens; 0 leaves it to the endpoint.
    pub max_tokens: u32,
    /// Further fields of every request, such as `enable_thinking`. They replace those of the same name.
    pub extra: Map<String, Json>,
}

impl ChatOptions {
    /// A model with a schema, no names of devices, and at most 512 tokens an answer.
    pub fn new(model: impl Into<String>) -> ChatOptions {
        ChatOptions { model: model.into(), schema: true, most_devices: 0, max_tokens: 512, extra: Map::new() }
    }
}

/// A model at an endpoint. It is shared between threads.
#[derive(Debug)]
pub struct ChatModel {
    http: Http,
    options: ChatOptions,
    /// Whether the endpoint takes a schema, as far as is known.
    schema: Arc<AtomicBool>,
}

impl ChatModel {
    /// Prepares a model. Nothing is sent yet.
    ///
    /// # Errors
    /// Limits out of range, or a system on which nothing can be sent.
    pub fn new(endpoint: Endpoint, options: ChatOptions, limits: Limits) -> Result<ChatModel, EndpointError> {
        let schema = Arc::new(AtomicBool::new(options.schema));
        Ok(ChatModel { http: Http::new(endpoint, limits)?, options, schema })
    }

    /// The endpoint's base URL.
    pub fn base_url(&self) -> &str {
        self.http.endpoint().base_url()
    }

    fn body(&self, system: &str, user: &str, schema: Option<Json>) -> Json {
        let mut body = json!({
            "model": self.options.model,
            "messages": [{ "role": "system", "content": system }, { "role": "user", "content": user }],
            "temperature": 0,
            "stream": false,
        });
        if let Some(fields) = body.as_object_mut() {
            if self.options.max_tokens > 0 {
                fields.insert("max_tokens".into(), self.options.max_tokens.into());
            }
            if let Some(schema) = schema {
                let named = json!({ "name": "command_array", "schema": schema, "strict": false });
                fields
                    .insert("response_format".into(), json!({ "type": "json_schema", "json_schema": named }));
            }
            fields.extend(self.options.extra.clone());
        }
        body
    }
}

impl LanguageModel for ChatModel {
    fn name(&self) -> &str {
        &self.options.model
    }

    fn parse(&self, text: &str, home: &HomeWords) -> Result<ModelParse, ModelFailure> {
        let most = self.options.most_devices;
        let plain = self.body(&prompt::parse_system(home, most, false), text, None);
        let takes_schema = Arc::clone(&self.schema);
        let with_schema = takes_schema.load(Ordering::Relaxed).then(|| {
            self.body(&prompt::parse_system(home, most, true), text, Some(prompt::parse_schema(home)))
        });
        self.http.question(|poster| async move {
            let answer = match with_schema {
                Some(body) => match post(&poster, &body).await {
                    Err(failed) if matches!(failed.status, Some(400 | 404 | 415 | 422 | 501)) => {
                        let answer = post(&poster, &plain).await?;
                        takes_schema.store(false, Ordering::Relaxed);
                        tracing::debug!("the endpoint takes no JSON schema; it is asked without from now on");
                        answer
                    }
                    other => other?,
                },
                None => post(&poster, &plain).await?,
            };
            // An answer that cannot be used is as good as none: a model that only talks is left alone, too.
            envelope::content(&answer).and_then(|text| envelope::commands(&text)).map_err(Failed::from)
        })
    }

    fn choose(&self, choice: &ClosedChoice) -> Result<Choice, ModelFailure> {
        if choice.options.is_empty() {
            return Err(ModelFailure::new(FailureKind::Unusable, "there is nothing to choose from"));
        }
        let (system, question) = prompt::choose(choice);
        let body = self.body(system, &question, None);
        let count = choice.options.len();
        self.http.question(|poster| async move {
            let answer = post(&poster, &body).await?;
            envelope::content(&answer).and_then(|text| envelope::choice(&text, count)).map_err(Failed::from)
        })
    }

    fn usage(&self) -> ModelUsage {
        let counters = self.http.counters();
        let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        ModelUsage {
            calls: read(&counters.calls),
            failures: read(&counters.failures),
            tokens_in: read(&counters.tokens_in),
            tokens_out: read(&counters.tokens_out),
            waited_ms: read(&counters.waited_ms),
        }
    }
}

async fn post(poster: &Poster, body: &Json) -> Result<Json, Failed> {
    poster.post("chat/completions", body).await
}
