//! One JSON request to an endpoint: time limit, retries, redirects, sizes, and errors that tell no secret.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use backon::{BackoffBuilder, ExponentialBuilder};
use lares_language::{FailureKind, ModelFailure};
use reqwest::header::{
    AUTHORIZATION, CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Certificate, Client, Response, StatusCode, Url};
use secrecy::ExposeSecret;
use serde_json::Value as Json;

use crate::blocking::Blocking;
use crate::breaker::Breaker;
use crate::endpoint::{Endpoint, EndpointError, Limits, origin};

/// More redirects than this lead nowhere.
const MOST_REDIRECTS: usize = 3;
/// So much of an endpoint's own message is repeated, in characters.
const LONGEST_MESSAGE: usize = 200;
/// Nobody is left alone for longer than this because of one header.
const LONGEST_REST: Duration = Duration::from_secs(600);

/// An answer with status and, where it failed, what to say.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failed {
    pub(crate) failure: ModelFailure,
    pub(crate) status: Option<u16>,
    /// How long the endpoint asked to be left alone.
    pub(crate) retry_after: Option<Duration>,
}

impl Failed {
    fn new(kind: FailureKind, message: impl Into<String>) -> Failed {
        Failed { failure: ModelFailure::new(kind, message), status: None, retry_after: None }
    }

    fn is_worth_another_try(&self) -> bool {
        self.status.is_some_and(|status| status == 429 || (500..=599).contains(&status))
    }
}

impl From<ModelFailure> for Failed {
    fn from(failure: ModelFailure) -> Failed {
        Failed { failure, status: None, retry_after: None }
    }
}

/// What was sent so far.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) calls: AtomicU64,
    pub(crate) failures: AtomicU64,
    pub(crate) tokens_in: AtomicU64,
    pub(crate) tokens_out: AtomicU64,
    pub(crate) waited_ms: AtomicU64,
}

impl Counters {
    /// Adds the `usage` of an answer, where it has one.
    fn add_tokens(&self, answer: &Json) {
        let count =
            |field: &str| answer.pointer(&format!("/usage/{field}")).and_then(Json::as_u64).unwrap_or(0);
        self.tokens_in.fetch_add(count("prompt_tokens"), Ordering::Relaxed);
        self.tokens_out.fetch_add(count("completion_tokens"), Ordering::Relaxed);
    }
}

/// Sends JSON to one endpoint.
#[derive(Debug)]
pub(crate) struct Http {
    inner: Arc<Inner>,
    blocking: Blocking,
    breaker: Mutex<Breaker>,
    built: Instant,
}

#[derive(Debug)]
struct Inner {
    client: Client,
    endpoint: Endpoint,
    limits: Limits,
    counters: Counters,
}

impl Http {
    pub(crate) fn new(endpoint: Endpoint, limits: Limits) -> Result<Http, EndpointError> {
        check(&limits)?;
        let unusable = |error: &dyn std::fmt::Display| EndpointError::Client(error.to_string());
        // The system may have no certificates of its own: then these are all there are.
        let roots = webpki_root_certs::TLS_SERVER_ROOT_CERTS
            .iter()
            .filter_map(|root| Certificate::from_der(root).ok());
        let mut builder = Client::builder()
            .user_agent(concat!("lares/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.timeout)
            .timeout(limits.timeout)
            .redirect(Policy::custom(redirect))
            .referer(false)
            .tls_certs_merge(roots);
        if endpoint.is_loopback() {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| unusable(&error.without_url()))?;
        let breaker = Breaker::new(limits.failures_before_rest, millis(limits.rest));
        Ok(Http {
            inner: Arc::new(Inner { client, endpoint, limits, counters: Counters::default() }),
            blocking: Blocking::new().map_err(|error| unusable(&error))?,
            breaker: Mutex::new(breaker),
            built: Instant::now(),
        })
    }

    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.inner.endpoint
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.inner.counters
    }

    /// Asks a whole question, which may take several requests: `ask` gets a way to post and makes the answer. It comes
    /// back within the time limit. What it comes to decides whether the endpoint is left alone for a while.
    pub(crate) fn question<T: Send + 'static, F: Future<Output = Result<T, Failed>> + Send + 'static>(
        &self,
        ask: impl FnOnce(Poster) -> F,
    ) -> Result<T, ModelFailure> {
        let started = Instant::now();
        let limit = self.inner.limits.timeout;
        let now_ms = || millis(self.built.elapsed());
        if let Err(left_ms) = self.breaker().admit(now_ms(), millis(limit)) {
            let message = format!(
                "{} failed repeatedly and is left alone for another {} s",
                self.inner.endpoint.origin(),
                left_ms.div_ceil(1000)
            );
            return Err(ModelFailure::new(FailureKind::Resting, message));
        }
        let poster = Poster { inner: Arc::clone(&self.inner), deadline: started + limit };
        let answer = self.blocking.wait(limit, ask(poster)).unwrap_or_else(|| Err(self.inner.too_slow()));
        let counters = &self.inner.counters;
        counters.waited_ms.fetch_add(millis(started.elapsed()), Ordering::Relaxed);
        match answer {
            Ok(answer) => {
                self.breaker().succeeded();
                Ok(answer)
            }
            Err(Failed { failure, retry_after, .. }) => {
                counters.failures.fetch_add(1, Ordering::Relaxed);
                let wanted = retry_after.map(|wait| millis(wait.min(LONGEST_REST)));
                self.breaker().failed(now_ms(), wanted);
                tracing::debug!(endpoint = %self.inner.endpoint.origin(), kind = failure.kind.code(), %failure, "no answer");
                Err(failure)
            }
        }
    }

    fn breaker(&self) -> std::sync::MutexGuard<'_, Breaker> {
        self.breaker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Posts within the time limit of one question.
pub(crate) struct Poster {
    inner: Arc<Inner>,
    deadline: Instant,
}

impl Poster {
    /// Posts JSON and reads JSON back; tries again where the endpoint is overloaded, as long as there is time.
    pub(crate) async fn post(&self, path: &str, body: &Json) -> Result<Json, Failed> {
        let url = self.inner.endpoint.operation(path);
        let body = body.to_string();
        let mut delays = ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(100))
            .with_max_delay(Duration::from_secs(2))
            .with_max_times(usize::try_from(self.inner.limits.retries).unwrap_or(0))
            .with_jitter()
            .build();
        loop {
            let failed = match self.inner.attempt(url.clone(), body.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(failed) => failed,
            };
            let delay = match delays.next() {
                Some(delay) if failed.is_worth_another_try() => {
                    delay.max(failed.retry_after.unwrap_or_default())
                }
                _ => return Err(failed),
            };
            // Waiting past the limit would only cost the time.
            if Instant::now() + delay >= self.deadline {
                return Err(failed);
            }
            tokio::time::sleep(delay).await;
        }
    }
}

impl Inner {
    async fn attempt(&self, url: Url, body: String) -> Result<Json, Failed> {
        self.counters.calls.fetch_add(1, Ordering::Relaxed);
        let mut request = self.client.post(url).header(CONTENT_TYPE, "application/json").body(body);
        if let Some(key) = self.endpoint.key() {
            // The key was checked to be a header's value.
            if let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {}", key.expose_secret())) {
                value.set_sensitive(true);
                request = request.header(AUTHORIZATION, value);
            }
        }
        let response = request.send().await.map_err(|error| self.broken(error))?;
        let status = response.status();
        if status.is_success() {
            let bytes = self.read(response).await?;
            let mut answer: Json = serde_json::from_slice(&bytes).map_err(|error| {
                Failed::new(
                    FailureKind::Unusable,
                    format!("{} answered no JSON: {error}", self.endpoint.origin()),
                )
            })?;
            // Whatever comes of an answer, a key that it repeats is nowhere told.
            self.endpoint.hide_key(&mut answer);
            self.counters.add_tokens(&answer);
            let is_error = ["choices", "data"].iter().all(|field| answer.get(field).is_none());
            if is_error && let Some(said) = self.said(&answer) {
                let message = format!("{} answered{said}", self.endpoint.origin());
                return Err(Failed::new(FailureKind::Unusable, message));
            }
            return Ok(answer);
        }
        Err(self.refused(status, response).await)
    }

    /// The body, unless it is too long.
    async fn read(&self, mut response: Response) -> Result<Vec<u8>, Failed> {
        let most = self.limits.longest_answer;
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.broken(error))? {
            if bytes.len() + chunk.len() > most {
                let message = format!("{} answered more than {most} bytes", self.endpoint.origin());
                return Err(Failed::new(FailureKind::Unusable, message));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(bytes)
    }

    async fn refused(&self, status: StatusCode, response: Response) -> Failed {
        let from = self.endpoint.origin();
        let retry_after = wait(response.headers());
        let code = status.as_u16();
        if status.is_redirection() {
            let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok());
            let to = to.and_then(|to| response.url().join(to).ok()).map(|to| origin(&to));
            let to = to.map(|to| format!(" to {to}")).unwrap_or_default();
            let message = format!(
                "{from} redirects{to} ({code}); it is not followed with the key: set base_url to where it is"
            );
            return Failed { status: Some(code), ..Failed::new(FailureKind::Refused, message) };
        }
        if matches!(code, 401 | 403) {
            // What is said about a key may repeat parts of it.
            let message = match self.endpoint.key() {
                Some(_) => {
                    format!("{from} refuses the key ({code}); check it, and what it is allowed to use")
                }
                None => format!("{from} wants a key ({code}); name its environment variable in key_env"),
            };
            return Failed { status: Some(code), ..Failed::new(FailureKind::Refused, message) };
        }
        let kind = match code {
            408 | 429 | 500..=599 => FailureKind::Overloaded,
            _ => FailureKind::Refused,
        };
        let said = self.read(response).await.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let said = said.and_then(|answer| self.said(&answer)).unwrap_or_default();
        let message = format!("{from} answered {code}{said}");
        Failed { status: Some(code), retry_after, ..Failed::new(kind, message) }
    }

    /// The endpoint's own words about what is wrong.
    fn said(&self, answer: &Json) -> Option<String> {
        let said = ["/error/message", "/message", "/error", "/detail"]
            .iter()
            .find_map(|place| answer.pointer(place).and_then(Json::as_str))?;
        let whole: String = said.chars().filter(|letter| !letter.is_control()).collect();
        // The key is taken out before the message is cut, so that no part of it is left.
        let shown: String = self.endpoint.without_key(&whole).chars().take(LONGEST_MESSAGE).collect();
        (!shown.trim().is_empty()).then(|| format!(": {}", shown.trim()))
    }

    fn broken(&self, error: reqwest::Error) -> Failed {
        let from = self.endpoint.origin();
        if error.is_timeout() {
            return self.too_slow();
        }
        let what = if error.is_connect() { "cannot be reached" } else { "broke off" };
        let error = error.without_url();
        let mut cause: &dyn std::error::Error = &error;
        while let Some(next) = cause.source() {
            cause = next;
        }
        let message = self.endpoint.without_key(&format!("{from} {what}: {cause}"));
        Failed::new(FailureKind::Unreachable, message)
    }

    fn too_slow(&self) -> Failed {
        let message = format!(
            "{} did not answer within {} ms",
            self.endpoint.origin(),
            self.limits.timeout.as_millis()
        );
        Failed::new(FailureKind::Timeout, message)
    }
}

/// The body and the key go along only to the same place, and only where the method stays.
fn redirect(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    let same = attempt.previous().first().is_some_and(|from| origin(from) == origin(attempt.url()));
    let keeps_method = matches!(attempt.status().as_u16(), 307 | 308);
    if same && keeps_method && attempt.previous().len() <= MOST_REDIRECTS {
        attempt.follow()
    } else {
        attempt.stop()
    }
}

/// How long a Retry-After asks to wait: in seconds, or until a date by the clock of the endpoint, so that the clock of this
/// machine may be wrong.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let asked = text(RETRY_AFTER)?;
    if let Ok(seconds) = asked.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let now = text(DATE).and_then(date).unwrap_or_else(SystemTime::now);
    // A date that has passed asks for no wait.
    Some(date(asked)?.duration_since(now).unwrap_or_default())
}

fn check(limits: &Limits) -> Result<(), EndpointError> {
    let out = |field, found: String, range| Err(EndpointError::Range { field, found, range });
    let timeout = millis(limits.timeout);
    if !(1..=600_000).contains(&timeout) {
        return out("timeout_ms", timeout.to_string(), "1..=600000");
    }
    if limits.retries > 10 {
        return out("retries", limits.retries.to_string(), "0..=10");
    }
    if !(1..=1000).contains(&limits.failures_before_rest) {
        return out("failures_before_rest", limits.failures_before_rest.to_string(), "1..=1000");
    }
    Ok(())
}

pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_read_in_seconds_and_as_dates() {
        let date = "Wed, 21 Oct 2026 07:28:00 GMT";
        for (asked, now, expected) in [
            ("2", None, Some(2.0)),
            (" 0.5 ", None, Some(0.5)),
            ("-1", None, None),
            ("1e300", None, None),
            ("NaN", None, None),
            ("", None, None),
            ("soon", Some(date), None),
            ("Wed, 21 Oct 2026 07:28:30 GMT", Some(date), Some(30.0)),
            ("Wed, 21 Oct 2026 07:27:30 GMT", Some(date), Some(0.0)),
            ("Fri, 21 Oct 1994 07:28:00 GMT", None, Some(0.0)),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, HeaderValue::from_str(asked).unwrap());
            if let Some(now) = now {
                headers.insert(DATE, HeaderValue::from_str(now).unwrap());
            }
            assert_eq!(wait(&headers), expected.map(Duration::from_secs_f64), "{asked}");
        }
        assert_eq!(wait(&HeaderMap::new()), None);
    }
}
