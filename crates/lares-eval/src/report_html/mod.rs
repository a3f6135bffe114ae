//! The report for a browser: one page with everything in it, which asks nothing of any network.
//!
//! Figures and charts are plain HTML and SVG and are there without scripts. Every case with what each stage did is data
//! in the page; a script lists and filters it. Whatever is in a name or an utterance is text, in the page and in its data.

mod cases;
mod charts;

use std::fmt::Write;

use crate::metrics::{Breakdown, Figures, Metrics};
use crate::report::Report;
use crate::tag_words::meaning;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Nothing is fetched, whatever is in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The page.
///
/// # Errors
/// None that is known: everything in it has a JSON form.
pub fn page(report: &Report<'_>) -> serde_json::Result<String> {
    let data = cases::data(report.outcomes)?;
    let metrics = report.metrics;
    let mut body = String::new();
    headline(&mut body, report);
    comparison(&mut body, report);
    breakdowns(&mut body, metrics);
    section(
        &mut body,
        "calibration",
        "Can its confidence be trusted?",
        &charts::calibration(&metrics.reliability),
    );
    section(
        &mut body,
        "confusion",
        "Which categories were chosen for which",
        &charts::confusion(&metrics.confusion),
    );
    section(&mut body, "latency", "How long an answer takes", &charts::latency(&metrics.latency));
    if !report.ablations.is_empty() {
        let table = charts::ablation(&metrics.overall, report.ablations);
        section(&mut body, "ablation", "What each stage is worth", &table);
    }
    body.push_str(CASES);
    let source = escaped(report.source);
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Lares: {source}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    ))
}

/// The part that the script fills.
const CASES: &str = r#"<section id="cases">
<h2>Every case</h2>
<form id="filters" aria-label="Filters">
<input id="search" type="search" placeholder="Search in what was said, ids and devices" aria-label="Search">
<select id="result" aria-label="Result">
<option value="">every result</option><option value="exact">exactly right</option><option value="missed">not exactly right</option>
<option value="wrong">wrong act</option><option value="sensitive">wrong act that can harm</option>
<option value="needless">needless question</option>
</select>
<select id="fault" aria-label="What went wrong"><option value="">every fault</option></select>
<select id="decision" aria-label="Decision"><option value="">every decision</option></select>
<select id="home" aria-label="Home"><option value="">every home</option></select>
<select id="language" aria-label="Language"><option value="">every language</option></select>
<select id="tag" aria-label="Tag"><option value="">every tag</option></select>
<select id="category" aria-label="Category"><option value="">every category</option></select>
<select id="quantifier" aria-label="Quantifier"><option value="">every quantifier</option></select>
<select id="turns" aria-label="Turns"><option value="">any number of turns</option></select>
<button type="reset">clear</button>
</form>
<p id="shown" role="status"><noscript>The list of cases needs scripts.</noscript></p>
<div id="list"></div>
<button id="more" type="button" hidden>show more</button>
</section>
"#;

fn headline(body: &mut String, report: &Report<'_>) {
    let all = &report.metrics.overall;
    let mut tiles = String::new();
    let mut tile = |id: &str, figure: String, what: &str, more: String| {
        // Writing into memory cannot fail.
        let _ = writeln!(
            tiles,
            "<div class=\"tile\" id=\"{id}\"><b>{figure}</b><span>{what}</span><small>{more}</small></div>"
        );
    };
    tile(
        "exact",
        percent(all.exact_share),
        "exactly right",
        format!("{} of {}, 95 %: {}", all.exact, all.cases, range(all.exact_interval)),
    );
    tile(
        "wrong",
        all.wrong_acts.to_string(),
        "wrong acts",
        format!("{} can harm; of the cases {}", all.sensitive_wrong_acts, range(all.wrong_interval)),
    );
    tile(
        "needless",
        all.needless_questions.to_string(),
        "needless questions",
        format!("{} missed", all.missed_questions),
    );
    tile("refused", share(all.refused), "refused", "where nothing was meant".to_owned());
    tile(
        "arguments",
        share(all.arguments),
        "arguments right",
        "of the devices and commands that were right".to_owned(),
    );
    tile(
        "ranking",
        percent(all.top1),
        "first candidate right",
        format!(
            "recall@5 {}, @10 {}, MRR {}",
            percent(all.recall_at_5),
            percent(all.recall_at_10),
            all.mrr.map_or("–".into(), |mrr| format!("{mrr:.3}"))
        ),
    );
    let tokens = &report.metrics.tokens;
    tile(
        "tokens",
        percent(tokens.saved),
        "of the tokens saved",
        format!(
            "{:.0} instead of {:.0}",
            tokens.context_mean.unwrap_or_default(),
            tokens.home_mean.unwrap_or_default()
        ),
    );
    let latency = &report.metrics.latency;
    tile(
        "time",
        format!("{:.0} µs", latency.median_us),
        "an answer takes",
        format!("99 of 100 at most {:.0} µs", latency.p99_us),
    );
    let _ = write!(
        body,
        "<header><h1>How good is it?</h1><p>{} cases: {}</p><button id=\"theme\" type=\"button\" aria-label=\"Light or dark\">◐</button></header>\n<div class=\"tiles\">\n{tiles}</div>\n",
        all.cases,
        escaped(report.source)
    );
}

fn comparison(body: &mut String, report: &Report<'_>) {
    let Some(comparison) = report.comparison else { return };
    // Line by line: what cleans a name takes line ends out of it.
    let lines: Vec<String> = comparison.text(0).lines().map(escaped).collect();
    let mut told = format!("<pre>{}</pre>", lines.join("\n"));
    for (title, changes) in [
        ("Better", &comparison.better),
        ("Worse", &comparison.worse),
        ("Answered otherwise", &comparison.otherwise),
    ] {
        if changes.is_empty() {
            continue;
        }
        let _ = write!(told, "<details><summary>{title} ({})</summary><ul>", changes.len());
        for change in changes {
            let _ = write!(
                told,
                "<li><a href=\"#search={}\">{}</a>: {} → {}</li>",
                in_address(&change.id),
                escaped(&change.id),
                escaped(&change.before),
                escaped(&change.now)
            );
        }
        told.push_str("</ul></details>");
    }
    section(body, "comparison", "Against an earlier run", &told);
}

fn breakdowns(body: &mut String, metrics: &Metrics) {
    let order = ["tag", "category", "language", "quantifier", "turns", "home"];
    for by in order {
        let Some(breakdown) = metrics.breakdowns.iter().find(|breakdown| breakdown.by == by) else {
            continue;
        };
        if breakdown.rows.is_empty() || (breakdown.rows.len() == 1 && by != "tag") {
            continue;
        }
        section(body, &format!("by-{by}"), &format!("By {by}"), &bars(breakdown));
    }
}

/// A bar for each value, the worst first; each leads to its cases.
fn bars(breakdown: &Breakdown) -> String {
    let mut rows: Vec<(&String, &Figures)> = breakdown.rows.iter().collect();
    rows.sort_by(|(one_name, one), (other_name, other)| {
        let share = |figures: &Figures| figures.exact_share.unwrap_or_default();
        share(one).total_cmp(&share(other)).then(one_name.cmp(other_name))
    });
    let mut html = "<table class=\"bars\"><thead><tr><th>".to_owned();
    let _ = write!(
        html,
        "{}</th><th>exactly right</th><th>cases</th><th>wrong acts</th></tr></thead><tbody>",
        breakdown.by
    );
    for (name, figures) in rows {
        let share = figures.exact_share.unwrap_or_default() * 100.0;
        let [low, high] = figures.exact_interval.unwrap_or_default().map(|end| end * 100.0);
        let title = meaning(name).filter(|_| breakdown.by == "tag").unwrap_or_default();
        let _ = writeln!(
            html,
            "<tr><th title=\"{}\"><a href=\"#{}={}\">{}</a></th>\
             <td class=\"bar\"><div style=\"--share:{share:.1}%;--low:{low:.1}%;--width:{:.1}%\"><i></i><b></b></div><span>{share:.1} %</span></td>\
             <td>{}</td><td class=\"{}\">{}</td></tr>",
            escaped(title),
            breakdown.by,
            in_address(name),
            escaped(name),
            (high - low).max(0.0),
            figures.cases,
            if figures.sensitive_wrong_acts > 0 { "bad" } else { "" },
            figures.wrong_acts,
        );
    }
    html.push_str("</tbody></table>");
    html
}

fn section(body: &mut String, id: &str, title: &str, html: &str) {
    let _ = writeln!(body, "<section id=\"{id}\"><h2>{title}</h2>\n{html}\n</section>");
}

/// Text within HTML, or within a quoted attribute.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in lares::clean_text(text).chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
    html
}

/// Text within the fragment of an address.
fn in_address(text: &str) -> String {
    let mut address = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn range(interval: Option<[f64; 2]>) -> String {
    interval.map_or("–".to_owned(), |[low, high]| format!("{:.1}–{:.1} %", low * 100.0, high * 100.0))
}

fn share(share: crate::judge::Share) -> String {
    format!("{} of {}", share.right, share.of)
}

#[cfg(test)]
mod tests;
