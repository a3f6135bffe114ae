//! The report for people: the headline, the figures by every aspect, and each miss with what was expected and what
//! was chosen.

use std::fmt::Write;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use lares::clean_text;
use lares::language::command_array::encode;

use crate::case::{Case, Expectation, ExpectedValue, Select};
use crate::judge::Share;
use crate::metrics::{Breakdown, Figures, Metrics};
use crate::report::Report;
use crate::results::chosen;
use crate::run::Outcome;

/// How to tell it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    /// The width of the terminal; tables are Markdown where there is none.
    pub width: Option<u16>,
    /// So many misses at most.
    pub misses: usize,
}

/// The whole report.
pub fn report(report: &Report<'_>, layout: Layout) -> String {
    let metrics = report.metrics;
    let mut text = String::new();
    headline(&mut text, report.source, metrics);
    if let Some(comparison) = report.comparison {
        let _ = write!(text, "\n{}", comparison.text(layout.misses));
    }
    for breakdown in &metrics.breakdowns {
        let told = breakdown.rows.len() > 1 || breakdown.by == "tag";
        if told && !breakdown.rows.is_empty() {
            section(&mut text, &format!("By {}", breakdown.by), &by_aspect(breakdown, layout));
        }
    }
    if metrics.overall.cases > 0 {
        section(&mut text, "Can its confidence be trusted?", &reliability(metrics, layout));
    }
    if !report.ablations.is_empty() {
        section(&mut text, "Without one stage", &ablation(&metrics.overall, report.ablations, layout));
    }
    misses(&mut text, report.outcomes, layout.misses);
    text
}

fn headline(text: &mut String, source: &str, metrics: &Metrics) {
    let all = &metrics.overall;
    let mut line = |name: &str, what: String| {
        // Writing into memory cannot fail.
        let _ = writeln!(text, "{name:<20} {what}");
    };
    line("cases", format!("{} ({source})", all.cases));
    let interval =
        all.exact_interval.map(|interval| format!("  (95 %: {})", range(interval))).unwrap_or_default();
    line("exact", format!("{} of {}  {}{interval}", all.exact, all.cases, percent(all.exact_share)));
    let wrong =
        all.wrong_interval.map(|interval| format!("  (95 %: {})", range(interval))).unwrap_or_default();
    line(
        "wrong acts",
        format!("{} cases, {} of them sensitive{wrong}", all.wrong_acts, all.sensitive_wrong_acts),
    );
    line("needless questions", all.needless_questions.to_string());
    line("missed questions", format!("{} of {} to be asked about", all.missed_questions, all.asked.of));
    line("refused", format!("{} where nothing is meant", share(all.refused)));
    line("arguments right", share(all.arguments));
    let decisions = all.decisions;
    line(
        "decisions",
        format!(
            "act {}, ask {}, pass {}, none {}",
            decisions.act, decisions.ask, decisions.pass, decisions.none
        ),
    );
    line(
        "candidates",
        format!(
            "top-1 {}, recall@1 {}, @5 {}, @10 {}, MRR {}",
            percent(all.top1),
            percent(all.recall_at_1),
            percent(all.recall_at_5),
            percent(all.recall_at_10),
            all.mrr.map_or("-".to_owned(), |mrr| format!("{mrr:.3}")),
        ),
    );
    line("sure", format!("acted with a confidence of 0.8 or more: {} right", share(metrics.sure)));
    if let Some(error) = metrics.reliability.calibration_error {
        line(
            "calibration error",
            format!("{error:.3} (how far confidence and share of exact cases are apart)"),
        );
    }
    let tokens = &metrics.tokens;
    if let (Some(context), Some(home), Some(saved)) = (tokens.context_mean, tokens.home_mean, tokens.saved) {
        line(
            "tokens",
            format!(
                "{context:.0} in a context on average (median {}, p99 {}), {home:.0} in a whole home: {} saved",
                tokens.context_median,
                tokens.context_p99,
                percent(Some(saved))
            ),
        );
    }
    let latency = &metrics.latency;
    line(
        "latency",
        format!(
            "median {:.0} µs, p99 {:.0} µs, longest {:.0} µs",
            latency.median_us, latency.p99_us, latency.longest_us
        ),
    );
    if !metrics.faults.is_empty() {
        let faults: Vec<String> =
            metrics.faults.iter().map(|(fault, count)| format!("{} {count}", fault.describe())).collect();
        line("misses", faults.join(", "));
    }
}

fn section(text: &mut String, title: &str, table: &str) {
    let _ = write!(text, "\n{title}\n{table}\n");
}

fn by_aspect(breakdown: &Breakdown, layout: Layout) -> String {
    let mut table = table(
        layout,
        &[breakdown.by, "cases", "exact", "95 %", "wrong", "needless", "top-1", "recall@5", "MRR"],
    );
    for (name, figures) in &breakdown.rows {
        table.add_row(vec![
            name.clone(),
            figures.cases.to_string(),
            percent(figures.exact_share),
            figures
                .exact_interval
                .map_or("-".into(), |[low, high]| format!("{:.0}–{:.0}", low * 100.0, high * 100.0)),
            figures.wrong_acts.to_string(),
            figures.needless_questions.to_string(),
            percent(figures.top1),
            percent(figures.recall_at_5),
            figures.mrr.map_or("-".into(), |mrr| format!("{mrr:.3}")),
        ]);
    }
    finish(table)
}

fn reliability(metrics: &Metrics, layout: Layout) -> String {
    let mut table = table(layout, &["confidence", "mean", "cases", "exact", "acted", "exact of these"]);
    for bin in &metrics.reliability.bins {
        table.add_row(vec![
            format!("{:.1}–{:.1}", bin.from, bin.to),
            bin.mean_confidence.map_or("-".into(), |mean| format!("{mean:.2}")),
            bin.all.of.to_string(),
            percent(bin.all.ratio()),
            bin.acted.of.to_string(),
            percent(bin.acted.ratio()),
        ]);
    }
    finish(table)
}

fn ablation(whole: &Figures, ablations: &[(&'static str, Figures)], layout: Layout) -> String {
    let mut table = table(
        layout,
        &["stages", "exact", "change", "wrong", "sensitive", "needless", "top-1", "recall@5", "MRR"],
    );
    let rows =
        std::iter::once(("all", whole)).chain(ablations.iter().map(|(name, figures)| (*name, figures)));
    for (name, figures) in rows {
        let change = figures.exact_share.zip(whole.exact_share).map(|(share, all)| (share - all) * 100.0);
        table.add_row(vec![
            name.to_owned(),
            percent(figures.exact_share),
            change.map_or("-".into(), |change| format!("{change:+.1}")),
            figures.wrong_acts.to_string(),
            figures.sensitive_wrong_acts.to_string(),
            figures.needless_questions.to_string(),
            percent(figures.top1),
            percent(figures.recall_at_5),
            figures.mrr.map_or("-".into(), |mrr| format!("{mrr:.3}")),
        ]);
    }
    finish(table)
}

fn table(layout: Layout, heading: &[&str]) -> Table {
    let mut table = Table::new();
    match layout.width {
        Some(width) => {
            table.load_style(presets::UTF8_HORIZONTAL_ONLY);
            table.set_content_arrangement(ContentArrangement::Dynamic);
            table.set_width(width);
        }
        None => {
            table.load_style(presets::ASCII_MARKDOWN);
        }
    }
    table.set_header(heading.to_vec());
    table
}

fn finish(mut table: Table) -> String {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

fn misses(text: &mut String, outcomes: &[Outcome], most: usize) {
    let missed: Vec<&Outcome> = outcomes.iter().filter(|outcome| !outcome.verdict.exact).collect();
    if missed.is_empty() || most == 0 {
        return;
    }
    let _ = writeln!(text, "\nMisses");
    for outcome in missed.iter().take(most) {
        miss(text, outcome);
    }
    if missed.len() > most {
        let _ = writeln!(text, "\n… and {} more", missed.len() - most);
    }
}

fn miss(text: &mut String, outcome: &Outcome) {
    let (case, verdict, answer) = (&outcome.case, &outcome.verdict, &outcome.answer);
    let fault = verdict.fault.map_or("", crate::judge::Fault::describe);
    let _ = writeln!(text, "\n{}  {fault}  [{}]", clean_text(&case.id), clean_text(&case.tags.join(" ")));
    let mut line = |name: &str, what: &str| {
        let _ = writeln!(text, "  {name:<9} {}", clean_text(what));
    };
    for turn in &case.turns {
        line("said", turn);
    }
    if let Some(room) = &case.room {
        line("in", room);
    }
    for wanted in expected(case) {
        line("expected", &wanted);
    }
    line("got", &format!("{:?}, confidence {:.2}", answer.decision, verdict.confidence));
    for invocation in chosen(outcome) {
        line("", &invocation);
    }
    for result in &answer.results {
        line("heard", &encode(std::slice::from_ref(&result.command)));
        if let Some(clarification) = &result.clarification {
            line("asked", &clarification.question);
        }
        if answer.invocations.is_empty() && !result.candidates.is_empty() {
            let candidates: Vec<String> = result
                .candidates
                .iter()
                .take(3)
                .map(|found| format!("{} {} {:.2}", found.entity_id, found.capability_id, found.total_score))
                .collect();
            line("found", &candidates.join("; "));
        }
        if !result.meta.is_empty() {
            let meta: Vec<String> =
                result.meta.iter().map(|(name, value)| format!("{name}={value}")).collect();
            line("notes", &meta.join(" "));
        }
    }
}

/// What a case expects, a line for each command.
pub fn expected(case: &Case) -> Vec<String> {
    match (case.clarify, case.expect.is_empty()) {
        (true, _) => vec!["a question".to_owned()],
        (false, true) => vec!["nothing".to_owned()],
        (false, false) => case.expect.iter().map(expectation).collect(),
    }
}

fn expectation(expectation: &Expectation) -> String {
    let devices = expectation.devices.join(", ");
    let mut text = match expectation.select {
        Select::One if expectation.devices.len() == 1 => devices,
        Select::One => format!("one of {devices}"),
        Select::Set if expectation.devices.len() == 1 => devices,
        Select::Set => format!("all of {devices}"),
        Select::Any(count) => format!("{count} of {devices}"),
    };
    if !expectation.optional.is_empty() {
        let _ = write!(text, " (perhaps {})", expectation.optional.join(", "));
    }
    let _ = write!(text, ": {}", expectation.capability.join(" or "));
    let amount = |amount: &Option<f64>| amount.map(|amount| format!(" {amount}")).unwrap_or_default();
    let _ = match &expectation.value {
        None => Ok(()),
        Some(ExpectedValue::Number(number)) => write!(text, " = {number}"),
        Some(ExpectedValue::Text(value)) => write!(text, " = {value}"),
        Some(ExpectedValue::Color { hue, saturation }) => {
            write!(text, " = hue {hue}, saturation {saturation}")
        }
        Some(ExpectedValue::Relative { up: true, amount: by }) => write!(text, " = more{}", amount(by)),
        Some(ExpectedValue::Relative { up: false, amount: by }) => write!(text, " = less{}", amount(by)),
    };
    for condition in &expectation.conditions {
        let devices = condition.devices.join("|");
        let _ = write!(text, " if {devices} {} {} {}", condition.attribute, condition.op, condition.value);
    }
    text
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// An interval of shares.
fn range([low, high]: [f64; 2]) -> String {
    format!("{:.1} to {:.1} %", low * 100.0, high * 100.0)
}

fn share(share: Share) -> String {
    format!("{} of {}", share.right, share.of)
}
