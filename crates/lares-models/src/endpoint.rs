//! Where a model is, the key that opens it, and how patiently it is asked.

use std::net::IpAddr;
use std::time::Duration;

use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value as Json;

/// Why an endpoint cannot be used. It never holds a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// No URL that a request could be sent to.
    #[error("base_url {url:?}: {why}")]
    Url {
        /// The URL, without anything that could be a key.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// A key that cannot be sent.
    #[error(
        "the key of {url} holds characters that no key has (a line break, or no ASCII); check where it is read from"
    )]
    Key {
        /// The endpoint.
        url: String,
    },
    /// The system gives no way to connect.
    #[error("cannot prepare connections: {0}")]
    Client(String),
    /// A setting out of its range.
    #[error("{field} = {found} is not in {range}")]
    Range {
        /// The setting.
        field: &'static str,
        /// What was given.
        found: String,
        /// What is permitted.
        range: &'static str,
    },
}

/// How long an endpoint may take, how often it is tried, and when it is left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// All that a question may take, retries included.
    pub timeout: Duration,
    /// Tries after the first one, on 429 and 5xx. 0..=10.
    pub retries: u32,
    /// So many failures in a row, and it is left alone for `rest`. 1..=1000.
    pub failures_before_rest: u32,
    /// How long it is then left alone.
    pub rest: Duration,
    /// An answer longer than this is none, in bytes.
    pub longest_answer: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            timeout: Duration::from_secs(3),
            retries: 2,
            failures_before_rest: 3,
            rest: Duration::from_secs(30),
            longest_answer: 1024 * 1024,
        }
    }
}

/// An OpenAI-compatible API.
#[derive(Clone)]
pub struct Endpoint {
    base: Url,
    key: Option<SecretString>,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Endpoint")
            .field("base", &self.base.as_str())
            .field("key", &self.key.as_ref().map(|_| "…"))
            .finish()
    }
}

impl Endpoint {
    /// An API by its base URL (`https://…/v1`) and its key, where it wants one.
    ///
    /// # Errors
    /// A URL that is none, that carries a key itself, or that is plain http to another machine unless `allow_http`.
    pub fn new(
        base_url: &str,
        key: Option<SecretString>,
        allow_http: bool,
    ) -> Result<Endpoint, EndpointError> {
        let refused = |url: &str, why: &str| EndpointError::Url { url: url.to_owned(), why: why.to_owned() };
        let trimmed = base_url.trim();
        // What cannot be parsed may hold a key anywhere: it is not repeated.
        let mut base = Url::parse(trimmed)
            .map_err(|error| refused("…", &format!("no URL ({error}); write https://host/v1")))?;
        let shown = origin(&base);
        if !base.username().is_empty() || base.password().is_some() {
            return Err(refused(
                &shown,
                "it holds a name or password; the key belongs into an environment variable",
            ));
        }
        if base.query().is_some() || base.fragment().is_some() {
            return Err(refused(
                &shown,
                "it holds a query (`?…`) or a fragment (`#…`); only the base is wanted",
            ));
        }
        if base.host_str().is_none_or(str::is_empty) {
            return Err(refused(&shown, "it has no host; write https://host/v1"));
        }
        match base.scheme() {
            "https" => {}
            "http" if allow_http || is_loopback(&base) => {}
            "http" => {
                return Err(refused(
                    &shown,
                    "plain http is only for this machine: what is said and the key would travel readably; use https, or \
                     set allow_http = true",
                ));
            }
            _ => return Err(refused(&shown, "only https and http are known")),
        }
        if !base.path().ends_with('/') {
            let path = format!("{}/", base.path());
            base.set_path(&path);
        }
        let key = match key {
            Some(key) => {
                let trimmed = key.expose_secret().trim();
                if !trimmed.bytes().all(|byte| byte.is_ascii_graphic()) {
                    return Err(EndpointError::Key { url: shown });
                }
                (!trimmed.is_empty()).then(|| SecretString::from(trimmed.to_owned()))
            }
            None => None,
        };
        Ok(Endpoint { base, key })
    }

    /// The URL of one of its operations.
    pub(crate) fn operation(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{path}", self.base.path()));
        url
    }

    /// The base URL.
    pub fn base_url(&self) -> &str {
        self.base.as_str()
    }

    pub(crate) fn key(&self) -> Option<&SecretString> {
        self.key.as_ref()
    }

    /// Scheme, host and port, for messages.
    pub(crate) fn origin(&self) -> String {
        origin(&self.base)
    }

    pub(crate) fn is_loopback(&self) -> bool {
        is_loopback(&self.base)
    }

    /// A text in which the key, should it stand there, cannot be read.
    pub(crate) fn without_key(&self, text: &str) -> String {
        match &self.key {
            Some(key) => text.replace(key.expose_secret(), "…"),
            None => text.to_owned(),
        }
    }

    /// Takes the key out of an answer that repeats it: what a model says ends up in results and messages.
    pub(crate) fn hide_key(&self, answer: &mut Json) {
        match &self.key {
            Some(key) if key.expose_secret().len() >= SHORTEST_SECRET => hide(key.expose_secret(), answer),
            _ => {}
        }
    }
}

/// Shorter keys are placeholders of servers that want some key, such as `none`: words that an answer may hold.
const SHORTEST_SECRET: usize = 8;

/// Scheme, host and port.
pub(crate) fn origin(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}

fn hide(key: &str, answer: &mut Json) {
    match answer {
        Json::String(text) if text.contains(key) => *text = text.replace(key, "…"),
        Json::Array(elements) => elements.iter_mut().for_each(|element| hide(key, element)),
        Json::Object(fields) => fields.values_mut().for_each(|field| hide(key, field)),
        _ => {}
    }
}

fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, allow_http: bool, expect: Result<&str, &str>) {
        match (Endpoint::new(url, None, allow_http), expect) {
            (Ok(endpoint), Ok(operation)) => {
                assert_eq!(endpoint.operation("chat/completions").as_str(), operation, "{url}");
            }
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{url}: {error}"),
            (found, _) => panic!("{url}: {found:?}"),
        }
    }

    #[test]
    fn operations_are_below_the_base() {
        check("https://a.example/v1", false, Ok("https://a.example/v1/chat/completions"));
        check(" https://a.example/v1/ ", false, Ok("https://a.example/v1/chat/completions"));
        check("https://a.example", false, Ok("https://a.example/chat/completions"));
    }

    #[test]
    fn plain_http_is_for_this_machine() {
        check("http://localhost:11434/v1", false, Ok("http://localhost:11434/v1/chat/completions"));
        check("http://127.8.0.1/v1", false, Ok("http://127.8.0.1/v1/chat/completions"));
        check("http://[::1]:1/v1", false, Ok("http://[::1]:1/v1/chat/completions"));
        for other in [
            "http://192.168.1.5/v1",
            "http://localhost.example/v1",
            "http://127.0.0.1.example/v1",
            "http://0.0.0.0/v1",
        ] {
            check(other, false, Err("allow_http"));
            assert!(Endpoint::new(other, None, true).is_ok(), "{other}");
        }
    }

    #[test]
    fn what_is_no_base_is_refused() {
        for (url, part) in [
            ("", "no URL"),
            ("a.example/v1", "no URL"),
            ("ftp://a.example", "only https"),
            ("file:///etc/passwd", "no host"),
            ("https://user:hush@a.example/v1", "environment variable"),
            ("https://a.example/v1?key=hush", "query"),
            ("https://a.example/v1#hush", "fragment"),
        ] {
            check(url, true, Err(part));
            let message = Endpoint::new(url, None, true).unwrap_err().to_string();
            assert!(!message.contains("hush"), "{message}");
        }
    }

    #[test]
    fn a_key_is_never_shown() {
        let endpoint = |key: &str| {
            Endpoint::new("https://a.example/v1", Some(SecretString::from(key.to_owned())), false)
        };
        let good = endpoint(" sk-secret\n").unwrap();
        assert!(!format!("{good:?} {good:#?}").contains("secret"));
        assert_eq!(good.key().unwrap().expose_secret(), "sk-secret");
        assert_eq!(good.without_key("your key sk-secret is bad"), "your key … is bad");
        let error = endpoint("sk-sec\nret").unwrap_err();
        assert!(!format!("{error} {error:?}").contains("sec\n") && !error.to_string().contains("ret\""));
        assert!(endpoint("  ").unwrap().key().is_none());
    }
}
