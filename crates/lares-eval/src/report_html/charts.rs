//! Charts as SVG, and tables that show as charts. Colours come from the page's style, for light and dark.

use std::fmt::Write;

use super::{escaped, percent, range};
use crate::metrics::{Confusion, Figures, Latency, NOTHING, Reliability};

/// The width of a chart in its own units; the page scales it.
const WIDTH: f64 = 480.0;
/// Its height.
const HEIGHT: f64 = 260.0;
/// Room for the axes.
const MARGIN: f64 = 36.0;

/// A point of a chart: both from 0 to 1, from the lower left.
fn point(x: f64, y: f64) -> (f64, f64) {
    (MARGIN + x * (WIDTH - MARGIN - 10.0), HEIGHT - MARGIN - y * (HEIGHT - MARGIN - 12.0))
}

fn begin(label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">", escaped(label))
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, words: &str) {
    // Writing into memory cannot fail.
    let _ = write!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escaped(words));
}

/// Lines and numbers for a scale from 0 to 100 % on the left.
fn percent_axis(svg: &mut String) {
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        let ((left, y), (right, _)) = (point(0.0, share), point(1.0, share));
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{left:.1}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
        );
        text(svg, (left - 5.0, y + 4.0), "end", &format!("{}", step * 25));
    }
}

/// Share of exact cases by confidence, beside the line where both are equal; a dot is as large as its bin.
pub(super) fn calibration(reliability: &Reliability) -> String {
    let mut svg = begin("Share of exactly right cases by confidence");
    percent_axis(&mut svg);
    for step in 0..=5 {
        let share = f64::from(step) / 5.0;
        let (x, y) = point(share, 0.0);
        text(&mut svg, (x, y + 16.0), "middle", &format!("{share:.1}"));
    }
    let ((left, bottom), (right, top)) = (point(0.0, 0.0), point(1.0, 1.0));
    let _ = write!(
        svg,
        "<line class=\"ideal\" x1=\"{left:.1}\" y1=\"{bottom:.1}\" x2=\"{right:.1}\" y2=\"{top:.1}\"/>"
    );
    let largest = reliability.bins.iter().map(|bin| bin.all.of).max().unwrap_or_default().max(1) as f64;
    let dots: Vec<(f64, f64, f64, String)> = reliability
        .bins
        .iter()
        .filter_map(|bin| {
            let (mean, share) = (bin.mean_confidence?, bin.all.ratio()?);
            let (x, y) = point(mean, share);
            let radius = 3.0 + 9.0 * (bin.all.of as f64 / largest).sqrt();
            let told = format!("confidence {mean:.2}: {} of {} exactly right", bin.all.right, bin.all.of);
            Some((x, y, radius, told))
        })
        .collect();
    let line: Vec<String> = dots.iter().map(|(x, y, ..)| format!("{x:.1},{y:.1}")).collect();
    let _ = write!(svg, "<polyline class=\"line\" points=\"{}\"/>", line.join(" "));
    for (x, y, radius, told) in dots {
        let _ = write!(
            svg,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{}</title></circle>",
            escaped(&told)
        );
    }
    text(&mut svg, (right, bottom + 31.0), "end", "confidence");
    text(&mut svg, (left + 4.0, top + 4.0), "start", "% exactly right");
    svg.push_str("</svg>");
    let mut html = format!(
        "<figure>{svg}<figcaption>Confidence and share of exact cases are {} apart on average.</figcaption></figure>\n\
         <table><thead><tr><th>confidence</th><th>cases</th><th>exact</th><th>acted</th><th>exact of these</th></tr></thead><tbody>",
        reliability.calibration_error.map_or("–".to_owned(), |error| format!("{error:.3}"))
    );
    for bin in &reliability.bins {
        let _ = write!(
            html,
            "<tr><th>{:.1}–{:.1}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            bin.from,
            bin.to,
            bin.all.of,
            percent(bin.all.ratio()),
            bin.acted.of,
            percent(bin.acted.ratio())
        );
    }
    html.push_str("</tbody></table>");
    html
}

/// How many answers took how long.
pub(super) fn latency(latency: &Latency) -> String {
    let mut svg = begin("Answers by the time that they took");
    let most = latency.histogram.iter().map(|bucket| bucket.cases).max().unwrap_or_default().max(1) as f64;
    let count = latency.histogram.len().max(1) as f64;
    let label_every = latency.histogram.len().div_ceil(8).max(1);
    for (index, bucket) in latency.histogram.iter().enumerate() {
        let ((x, top), (right, bottom)) = (
            point(index as f64 / count, bucket.cases as f64 / most),
            point((index as f64 + 1.0) / count, 0.0),
        );
        let _ = write!(
            svg,
            "<rect class=\"column\" x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>up to {}: {}</title></rect>",
            x + 1.0,
            (right - x - 2.0).max(0.5),
            bottom - top,
            micros(bucket.up_to_us),
            bucket.cases
        );
        if index % label_every == 0 {
            text(&mut svg, ((x + right) / 2.0, bottom + 16.0), "middle", &micros(bucket.up_to_us));
        }
    }
    let (left, top) = point(0.0, 1.0);
    text(&mut svg, (left + 4.0, top + 2.0), "start", &format!("up to {most:.0} cases"));
    svg.push_str("</svg>");
    format!(
        "<figure>{svg}<figcaption>Median {}, 99 of 100 at most {}, the longest {}; each column is half as wide again as the one before.</figcaption></figure>",
        micros(latency.median_us),
        micros(latency.p99_us),
        micros(latency.longest_us)
    )
}

fn micros(time: f64) -> String {
    if time < 1000.0 { format!("{time:.0} µs") } else { format!("{:.1} ms", time / 1000.0) }
}

/// Which category was chosen for which: a row for each that was meant.
pub(super) fn confusion(confusion: &Confusion) -> String {
    let categories = confusion.categories();
    let mut html = "<p>A row is a category that was meant, a column one that was chosen.</p><div class=\"wide\"><table class=\"confusion\"><thead><tr><th></th>".to_owned();
    for category in &categories {
        let _ = write!(html, "<th><span>{}</span></th>", escaped(category));
    }
    html.push_str("</tr></thead><tbody>");
    for meant in &categories {
        let sum: usize = categories.iter().map(|chosen| confusion.cell(meant, chosen)).sum();
        if sum == 0 {
            continue;
        }
        let _ = write!(html, "<tr><th>{}</th>", escaped(meant));
        for chosen in &categories {
            let count = confusion.cell(meant, chosen);
            let share = count as f64 / sum as f64;
            let kind = match (meant == chosen, count) {
                (_, 0) => "",
                (true, _) => "right",
                (false, _) if *chosen == NOTHING => "lost",
                (false, _) => "wrong",
            };
            let told = if count == 0 { String::new() } else { count.to_string() };
            let _ = write!(html, "<td class=\"{kind}\" style=\"--share:{share:.2}\">{told}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
    html
}

/// The figures without each stage.
pub(super) fn ablation(whole: &Figures, without: &[(&'static str, Figures)]) -> String {
    let mut html = "<div class=\"wide\"><table><thead><tr><th></th><th>exact</th><th>95 %</th><th>change</th><th></th><th>wrong acts</th><th>can harm</th><th>needless questions</th></tr></thead><tbody>".to_owned();
    let rows =
        std::iter::once(("all stages", whole)).chain(without.iter().map(|(name, figures)| (*name, figures)));
    for (name, figures) in rows {
        let change =
            (figures.exact_share.unwrap_or_default() - whole.exact_share.unwrap_or_default()) * 100.0;
        let _ = write!(
            html,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{change:+.1}</td><td class=\"change\"><i style=\"width:{:.1}%\" class=\"{}\"></i></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(name),
            percent(figures.exact_share),
            range(figures.exact_interval),
            change.abs().min(100.0),
            if change < 0.0 { "less" } else { "more" },
            figures.wrong_acts,
            figures.sensitive_wrong_acts,
            figures.needless_questions
        );
    }
    html.push_str("</tbody></table></div>");
    html
}
