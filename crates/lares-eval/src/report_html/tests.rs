//! The page as text: what is in it without a browser. `tests/browser.rs` opens it in one.

use super::{escaped, in_address, page};
use crate::metrics::Metrics;
use crate::metrics::tests::outcome;
use crate::report::Report;
use crate::run::Outcome;

fn made(outcomes: &[Outcome], source: &str) -> String {
    let metrics = Metrics::of(outcomes);
    let without = [("without the room bonus", metrics.overall.clone())];
    page(&Report::of(source, &metrics, &without, None, outcomes)).unwrap()
}

fn outcomes() -> Vec<Outcome> {
    (0..10).map(|index| outcome(&format!("case-{index}"), "\"zh\",\"bulk\"", index > 0, 0.9)).collect()
}

#[test]
fn the_figures_are_there_without_scripts() {
    let html = made(&outcomes(), "cases.jsonl");
    assert!(html.contains("<div class=\"tile\" id=\"exact\"><b>90.0 %</b>"));
    for part in ["by-tag", "calibration", "confusion", "latency", "ablation", "cases"] {
        assert!(html.contains(&format!("<section id=\"{part}\">")), "{part}");
    }
    assert!(html.contains("<a href=\"#tag=bulk\">bulk</a>"));
    assert!(!made(&[], "nothing").contains("NaN"));
}

#[test]
fn nothing_is_fetched() {
    let html = made(&outcomes(), "cases.jsonl");
    for address in ["http:", "https:", "//cdn", "src=", "@import", "url("] {
        assert!(!html.contains(address), "{address}");
    }
    assert!(html.contains("default-src 'none'"));
}

#[test]
fn hostile_names_stay_text() {
    let hostile = "</script><script>alert(1)</script><!--<img src=x onerror=alert(1)>\u{202e}";
    let mut outcomes = outcomes();
    outcomes[0].home = hostile.into();
    outcomes[0].case.turns = vec![hostile.into()];
    outcomes[0].case.tags = vec![hostile.into()];
    outcomes[0].categories = vec![hostile.into()];
    let html = made(&outcomes, hostile);
    assert_eq!(html.matches("</script>").count(), 2);
    assert!(!html.contains("<img") && !html.contains("<!--") && !html.contains("<script>alert"));
    assert_eq!(escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    assert_eq!(in_address("a b&c#灯"), "a%20b%26c%23%E7%81%AF");
}
