//! A local HTTP server that answers as it was told, well or badly.

#![allow(dead_code, reason = "not every test uses all of it")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value as Json, json};

/// What the server does with one request.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// A status, headers and a body.
    Answer(u16, Vec<(String, String)>, String),
    /// Nothing for so long, then the body.
    Slow(Duration, String),
    /// Half of a body that was announced to be longer.
    CutOff(String),
    /// The connection is closed without a word.
    Close,
    /// A body of so many bytes.
    Huge(usize),
    /// A byte of a body now and then, for ever.
    Trickle(Duration),
    /// A header line now and then, for ever.
    TrickleOfHeaders(Duration),
    /// Headers, or pieces of a body, without an end.
    Endless(Part),
    /// A body of any bytes, with further headers.
    Bytes(Vec<(String, String)>, Vec<u8>),
    /// What is no HTTP.
    Noise,
}

/// A part of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    Headers,
    Body,
}

impl Reply {
    pub(crate) fn json(body: &Json) -> Reply {
        Reply::Answer(200, Vec::new(), body.to_string())
    }

    pub(crate) fn status(status: u16) -> Reply {
        Reply::Answer(status, Vec::new(), json!({ "error": { "message": "no" } }).to_string())
    }

    pub(crate) fn with(status: u16, header: &str, value: &str) -> Reply {
        Reply::Answer(status, vec![(header.into(), value.into())], String::new())
    }

    /// What a chat endpoint answers when the model wrote `content`.
    pub(crate) fn chat(content: &str) -> Reply {
        Reply::json(&chat(content))
    }

    /// What an embeddings endpoint answers to the texts that came.
    pub(crate) fn vectors(got: &Got, vector_of: impl Fn(&str) -> Vec<f32>) -> Reply {
        let texts = got.body["input"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
        let data: Vec<Json> = texts
            .enumerate()
            .map(|(index, text)| json!({ "index": index, "embedding": vector_of(text) }))
            .collect();
        Reply::json(&json!({ "data": data, "usage": { "prompt_tokens": 1 } }))
    }
}

/// Everything that was written to a log.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(crate) fn chat(content: &str) -> Json {
    json!({
        "id": "1", "object": "chat.completion", "created": 1, "model": "test", "service_tier": "unheard-of",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": content, "refusal": null }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120 },
    })
}

/// A request that came.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Json,
}

impl Got {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Makes answers from requests.
type Answerer = dyn Fn(&Got) -> Reply + Send + Sync;

/// A server on a free port. It answers by its script; after the last reply it repeats that one.
pub(crate) struct Server {
    pub(crate) url: String,
    got: Arc<Mutex<Vec<Got>>>,
    script: Arc<Mutex<VecDeque<Reply>>>,
}

impl Server {
    pub(crate) fn new(script: impl IntoIterator<Item = Reply>) -> Server {
        Server::with(script, None)
    }

    /// A server that makes its answers from the requests.
    pub(crate) fn answering(answer: impl Fn(&Got) -> Reply + Send + Sync + 'static) -> Server {
        Server::with([], Some(Arc::new(answer)))
    }

    fn with(script: impl IntoIterator<Item = Reply>, answer: Option<Arc<Answerer>>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let got: Arc<Mutex<Vec<Got>>> = Arc::default();
        let script: Arc<Mutex<VecDeque<Reply>>> = Arc::new(Mutex::new(script.into_iter().collect()));
        let (seen, replies) = (Arc::clone(&got), Arc::clone(&script));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(stream) = stream else { continue };
                let (seen, replies, answer) = (Arc::clone(&seen), Arc::clone(&replies), answer.clone());
                thread::spawn(move || {
                    // A client that has lost its patience closes the connection: that is no failure of the server.
                    let _ = serve(stream, &seen, &replies, answer.as_deref());
                });
            }
        });
        Server { url, got, script }
    }

    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    pub(crate) fn count(&self) -> usize {
        self.got.lock().unwrap().len()
    }

    pub(crate) fn then(&self, reply: Reply) {
        let mut script = self.script.lock().unwrap();
        script.clear();
        script.push_back(reply);
    }
}

fn serve(
    stream: TcpStream,
    seen: &Mutex<Vec<Got>>,
    replies: &Mutex<VecDeque<Reply>>,
    answer: Option<&Answerer>,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, value)| value.parse().unwrap())];
    reader.read_exact(&mut body)?;
    let got = Got { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() };
    seen.lock().unwrap().push(got.clone());
    let reply = match answer {
        Some(answer) => answer(&got),
        None => {
            let mut replies = replies.lock().unwrap();
            let next = replies.front().cloned().expect("a server without a script");
            if replies.len() > 1 {
                replies.pop_front();
            }
            next
        }
    };
    write(stream, reply)
}

fn write(mut stream: TcpStream, reply: Reply) -> std::io::Result<()> {
    let head = |status: u16, headers: &[(String, String)], length: usize| {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
        )
    };
    match reply {
        Reply::Answer(status, headers, body) => {
            stream.write_all(head(status, &headers, body.len()).as_bytes())?;
            stream.write_all(body.as_bytes())
        }
        Reply::Slow(wait, body) => {
            thread::sleep(wait);
            stream.write_all(head(200, &[], body.len()).as_bytes())?;
            stream.write_all(body.as_bytes())
        }
        Reply::CutOff(body) => {
            stream.write_all(head(200, &[], body.len()).as_bytes())?;
            stream.write_all(&body.as_bytes()[..body.len() / 2])
        }
        Reply::Close => Ok(()),
        Reply::Huge(bytes) => {
            stream.write_all(head(200, &[], bytes).as_bytes())?;
            let piece = vec![b' '; 1 << 16];
            for _ in 0..bytes.div_ceil(piece.len()) {
                stream.write_all(&piece)?;
            }
            Ok(())
        }
        Reply::Trickle(wait) => {
            stream.write_all(head(200, &[], 1 << 20).as_bytes())?;
            loop {
                stream.write_all(b" ")?;
                thread::sleep(wait);
            }
        }
        Reply::TrickleOfHeaders(wait) => {
            stream.write_all(b"HTTP/1.1 200 X\r\n")?;
            loop {
                stream.write_all(b"x-more: y\r\n")?;
                thread::sleep(wait);
            }
        }
        Reply::Endless(part) => {
            let line = match part {
                Part::Headers => {
                    stream.write_all(b"HTTP/1.1 200 X\r\n")?;
                    format!("x-more: {}\r\n", "y".repeat(1 << 16))
                }
                Part::Body => {
                    stream.write_all(b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n")?;
                    format!("10000\r\n{}\r\n", " ".repeat(1 << 16))
                }
            };
            loop {
                stream.write_all(line.as_bytes())?;
            }
        }
        Reply::Bytes(headers, body) => {
            stream.write_all(head(200, &headers, body.len()).as_bytes())?;
            stream.write_all(&body)
        }
        Reply::Noise => stream.write_all(b"220 mail.example ESMTP\r\n\r\n"),
    }
}

/// A URL on which nobody listens.
pub(crate) fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap())
}
