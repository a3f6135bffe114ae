//! Certificates are verified: an endpoint that nobody vouches for gets neither words nor a key.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail like tests"
)]

use std::io::Read;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use lares_home::HomeLanguage;
use lares_language::{FailureKind, HomeWords, LanguageModel};
use lares_models::{ChatModel, ChatOptions, Endpoint, Limits};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, Stream};
use secrecy::SecretString;

/// A certificate for localhost that only speaks for itself, and its key.
const CERTIFICATE: &[u8] = include_bytes!("data/self_signed.crt.der");
const KEY: &[u8] = include_bytes!("data/self_signed.key.der");

/// A TLS server; all that it could read of its clients.
fn server() -> (String, Arc<Mutex<Vec<u8>>>) {
    let certificate = CertificateDer::from(CERTIFICATE.to_vec());
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(KEY.to_vec()));
    let config =
        ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://localhost:{}/v1", listener.local_addr().unwrap().port());
    let read: Arc<Mutex<Vec<u8>>> = Arc::default();
    let seen = Arc::clone(&read);
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut connection = ServerConnection::new(Arc::clone(&config)).unwrap();
            let mut bytes = [0; 4096];
            // The client breaks off: that is what is tested.
            if let Ok(count) = Stream::new(&mut connection, &mut stream).read(&mut bytes) {
                seen.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        }
    });
    (url, read)
}

#[test]
fn an_endpoint_that_nobody_vouches_for_is_not_talked_to() {
    let (url, read) = server();
    let endpoint = Endpoint::new(&url, Some(SecretString::from("sk-tls-secret".to_owned())), true).unwrap();
    let limits = Limits { timeout: Duration::from_secs(10), retries: 0, ..Limits::default() };
    let model = ChatModel::new(endpoint, ChatOptions::new("test"), limits).unwrap();
    let home = HomeWords { language: HomeLanguage::Chinese, ..HomeWords::default() };
    let failure = model.parse("打开客厅的灯", &home).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable);
    assert!(failure.message.contains("certificate"), "{failure}");
    assert!(read.lock().unwrap().is_empty(), "nothing was said to it");
}
