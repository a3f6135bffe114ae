//! The report in a real browser: it is opened, read, filtered and made narrow. Where no browser is installed the test says
//! that it is skipped; with `LARES_BROWSER=required` it fails instead.
//!
//! Debian: `apt-get install chromium chromium-driver`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail where it stands")]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use lares::RetrievalConfig;
use lares_eval::run::add_traces;
use lares_eval::suite::{Part, Suite};
use lares_eval::{Metrics, Outcome, Report, report_html};
use serde_json::{Value as Json, json};

/// The browser's driver, ended with the test.
struct Driver {
    process: Child,
    address: String,
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One window.
struct Browser {
    // Ended after the session.
    driver: Driver,
    agent: ureq::Agent,
    session: String,
    profile: PathBuf,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.agent.delete(format!("{}/session/{}", self.driver.address, self.session)).call();
        let _ = fs::remove_dir_all(&self.profile);
    }
}

fn start_driver() -> Option<Driver> {
    let mut process = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let lines = BufReader::new(process.stdout.take()?).lines();
    // "ChromeDriver was started successfully on port 40123."
    let port = lines.map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse::<u16>().ok()
    })?;
    Some(Driver { process, address: format!("http://127.0.0.1:{port}") })
}

impl Browser {
    fn open() -> Option<Browser> {
        let driver = start_driver()?;
        let agent: ureq::Agent =
            ureq::Agent::config_builder().proxy(None).http_status_as_error(false).build().into();
        let profile = env::temp_dir().join(format!("lares-browser-{}", std::process::id()));
        fs::create_dir_all(&profile).unwrap();
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--window-size=1000,900",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let mut browser = Browser { driver, agent, session: String::new(), profile };
        let made = browser.post("/session", &wanted);
        browser.session = made["sessionId"].as_str()?.to_owned();
        Some(browser)
    }

    fn post(&self, path: &str, body: &Json) -> Json {
        let address = format!("{}{path}", self.driver.address);
        let answer: Json = self.agent.post(address).send_json(body).unwrap().body_mut().read_json().unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {}", answer["value"]);
        answer["value"].clone()
    }

    fn in_session(&self, path: &str, body: &Json) -> Json {
        self.post(&format!("/session/{}{path}", self.session), body)
    }

    fn go(&self, path: &Path) {
        self.in_session("/url", &json!({"url": format!("file://{}", path.display())}));
    }

    /// The value of an expression in the page.
    fn value(&self, expression: &str) -> Json {
        self.in_session("/execute/sync", &json!({"script": format!("return {expression}"), "args": []}))
    }

    fn text(&self, selector: &str) -> String {
        self.value(&format!("document.querySelector({}).innerText", json!(selector)))
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Waits until an element's text holds some words; what a page does after a click it does when it has time.
    fn wait_for(&self, selector: &str, words: &str) -> String {
        for _ in 0..100 {
            let text = self.text(selector);
            if text.contains(words) {
                return text;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{selector} has no {words}: {}", self.text(selector))
    }

    /// Clicks as a person would: the element has to be visible.
    fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.in_session(&format!("/element/{element}/click"), &json!({}));
    }

    fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.in_session(&format!("/element/{element}/clear"), &json!({}));
        self.in_session(&format!("/element/{element}/value"), &json!({"text": text}));
    }

    fn element(&self, selector: &str) -> String {
        let found = self.in_session("/element", &json!({"using": "css selector", "value": selector}));
        found.as_object().unwrap().values().next().unwrap().as_str().unwrap().to_owned()
    }
}

/// The dev cases of the sample home, with traces, and one case whose words are markup.
fn outcomes() -> Vec<Outcome> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut suites = Suite::all(&data, Part::Dev).unwrap();
    let suite = suites.iter_mut().find(|suite| suite.home == "sample").unwrap();
    suite.cases.truncate(200);
    let lares = suite.lares(&RetrievalConfig::default()).unwrap();
    let mut hostile = suite.cases[0].clone();
    hostile.id = "hostile".to_owned();
    hostile.turns = vec!["</script><img src=x onerror=\"document.title='broken'\">".to_owned()];
    suite.cases.push(hostile);
    let mut outcomes = suite.run(&lares);
    add_traces(&lares, &mut outcomes, &|| {});
    outcomes
}

/// Says that a test did not run, past the harness, which keeps what a passing test prints.
fn skipped(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

#[test]
fn the_report_is_read_and_filtered_in_a_browser() {
    let Some(browser) = Browser::open() else {
        assert!(env::var_os("LARES_BROWSER").is_none_or(|wanted| wanted != "required"), "no chromedriver");
        skipped("there is no chromedriver (Debian: apt-get install chromium chromium-driver)");
        return;
    };
    let outcomes = outcomes();
    let metrics = Metrics::of(&outcomes);
    let all = &metrics.overall;
    let without = [("without the room bonus", all.clone())];
    let html = report_html::page(&Report::of("dev", &metrics, &without, None, &outcomes)).unwrap();
    let page = browser.profile.join("report.html");
    fs::write(&page, html).unwrap();
    browser.go(&page);

    // What is told without scripts.
    assert!(browser.text("#exact b").contains(&format!("{:.1}", all.exact_share.unwrap() * 100.0)));
    assert_eq!(browser.text("#wrong b"), all.wrong_acts.to_string());
    for chart in ["#calibration svg circle", "#latency svg rect", "#confusion td.right", "#ablation td"] {
        assert!(
            browser.value(&format!("document.querySelectorAll('{chart}').length")).as_u64() > Some(0),
            "{chart}"
        );
    }

    // All cases, then those that are not exactly right.
    let told = |shown: usize| format!("{shown} of {} cases", all.cases);
    assert!(browser.text("#shown").starts_with(&told(all.cases)), "{}", browser.text("#shown"));
    browser.click("#result option[value=missed]");
    assert!(browser.text("#shown").starts_with(&told(all.cases - all.exact)), "{}", browser.text("#shown"));
    assert_eq!(browser.value("document.querySelectorAll('#list details.exact').length"), 0);
    browser.click("#filters button[type=reset]");

    // One case by its id, with what each stage did.
    let case = &outcomes[0].case;
    browser.type_into("#search", &case.id);
    assert!(browser.text("#shown").starts_with(&told(1)), "{}", browser.text("#shown"));
    browser.click("#list summary");
    let detail = browser.wait_for("#list details", "best_path");
    assert!(detail.contains(&case.turns[0]), "{detail}");
    let stages = browser.value("document.querySelectorAll('#list .stages tbody tr').length").as_u64();
    assert!(stages >= Some(5), "{stages:?}");

    // A bar leads to its cases.
    let tags = metrics.breakdowns.iter().find(|breakdown| breakdown.by == "tag").unwrap();
    let (tag, figures) = tags.rows.iter().next().unwrap();
    browser.click(&format!("#by-tag a[href='#tag={tag}']"));
    assert!(browser.wait_for("#shown", &told(figures.cases)).starts_with(&told(figures.cases)));

    // Words are words.
    browser.type_into("#search", "hostile");
    browser.click("#tag option[value='']");
    browser.click("#list summary");
    assert!(browser.text("#list .said").contains("<img src=x"));
    browser.wait_for("#list details", "best_path");
    assert!(browser.value("document.title") != "broken");

    // Light and dark, and as narrow as a phone: nothing sticks out.
    let back = || browser.value("getComputedStyle(document.body).backgroundColor");
    let before = back();
    browser.click("#theme");
    assert_ne!(before, back());
    browser.in_session("/window/rect", &json!({"width": 500, "height": 800}));
    browser.value("document.body.style.width = '360px'");
    for part in ["body", "#by-tag", "#confusion", "#cases", ".tiles"] {
        let wide = browser.value(&format!("document.querySelector('{part}').scrollWidth")).as_u64();
        assert!(wide <= Some(360), "{part}: {wide:?}");
    }

    // Nothing was fetched, and nothing failed.
    assert_eq!(browser.value("performance.getEntriesByType('resource').length"), 0);
    let log = browser.in_session("/se/log", &json!({"type": "browser"}));
    assert_eq!(log, json!([]));
}
