//! `docs/evaluation.md`: how good this code is, in tables and plain words, made anew from the cases. Everything but the
//! times is the same at every call.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use lares::RetrievalConfig;
use lares_eval::ablation::ablations;
use lares_eval::baselines::{Baseline, compare};
use lares_eval::results::{digest_line, kept};
use lares_eval::suite::{Part, Suite};
use lares_eval::tag_words::meaning;
use lares_eval::tune::drop_shared;
use lares_eval::{Figures, Metrics, Outcome};

use crate::eval::{outcomes, without};

/// Tags with fewer cases than this say too little to be named.
const ENOUGH_CASES: usize = 10;
/// So many of the worst tags are named.
const WORST: usize = 12;
/// Where the times stand: they differ from run to run and are made anew only where that is asked for.
const TIMES: [&str; 2] = ["<!-- times: begin -->", "<!-- times: end -->"];

/// Whether to measure times anew.
#[derive(Debug, clap::Args)]
pub(crate) struct EvaluationDocArgs {
    /// Write the times of this machine anew, too; otherwise those that are there stay
    #[arg(long)]
    times: bool,
}

pub(crate) fn run(args: &EvaluationDocArgs) -> anyhow::Result<()> {
    let data = crate::eval_crate().join("data");
    let dev = Suite::all(&data, Part::Dev)?;
    let test = Suite::all(&data, Part::Test)?;
    write(&dev, &test, args.times)
}

/// Writes the document.
pub(crate) fn write(dev: &[Suite], test: &[Suite], times: bool) -> anyhow::Result<()> {
    let path = path();
    let before = fs::read_to_string(&path).unwrap_or_default();
    let config = RetrievalConfig::default();
    let dev_outcomes = outcomes(dev, &config)?;
    let test_outcomes = outcomes(test, &config)?;
    let metrics = Metrics::of(&test_outcomes);
    let baselines = compare(dev, test)?;
    let without: Vec<(&str, Figures)> = ablations(&config)
        .iter()
        .map(|ablation| anyhow::Ok((ablation.name, without(test, ablation)?)))
        .collect::<Result<_, _>>()?;

    let shared = shared(dev, test, &test_outcomes);
    let sizes: Vec<usize> = test
        .iter()
        .map(|suite| anyhow::Ok(suite.lares(&config)?.home().devices.len()))
        .collect::<Result<_, _>>()?;

    let mut text = String::new();
    introduction(&mut text, &metrics, &Metrics::of(&dev_outcomes), &sizes, &shared);
    table_of_baselines(&mut text, &baselines);
    breakdowns(&mut text, &metrics);
    weaknesses(&mut text, &metrics);
    table_of_stages(&mut text, &metrics.overall, &without);
    reliability(&mut text, &metrics);
    let told =
        if times { times_of(&metrics) } else { kept_times(&before).unwrap_or_else(|| times_of(&metrics)) };
    let _ =
        write!(text, "\n## Tokens and time\n\n{}\n\n{}\n{told}{}\n", tokens(&metrics), TIMES[0], TIMES[1]);
    text.push_str(&closing());
    for (part, outcomes) in [("dev", &dev_outcomes), ("test", &test_outcomes)] {
        let _ = writeln!(text, "{}", digest_line(part, &kept(outcomes)));
    }
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).context("docs")?;
    fs::write(&path, text).with_context(|| path.display().to_string())
}

fn path() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/evaluation.md"))
}

/// How many test cases say what a dev case of the same home says, and the figures of the others.
fn shared(dev: &[Suite], test: &[Suite], outcomes: &[Outcome]) -> (usize, Figures) {
    let mut others: HashSet<(String, String)> = HashSet::new();
    for suite in test {
        let mut cases = suite.cases.clone();
        let seen = dev.iter().find(|seen| seen.home == suite.home);
        drop_shared(&mut cases, seen.map(|seen| seen.cases.as_slice()).unwrap_or_default());
        others.extend(cases.into_iter().map(|case| (suite.home.clone(), case.id)));
    }
    let is_other = |outcome: &&Outcome| others.contains(&(outcome.home.clone(), outcome.case.id.clone()));
    let kept: Vec<&Outcome> = outcomes.iter().filter(is_other).collect();
    (outcomes.len() - kept.len(), Figures::of(&kept))
}

fn introduction(
    text: &mut String,
    test: &Metrics,
    dev: &Metrics,
    sizes: &[usize],
    (shared, others): &(usize, Figures),
) {
    let (all, seen) = (&test.overall, &dev.overall);
    let _ = write!(
        text,
        "# How good Lares is

This page is written by `cargo run --release -p xtask -- results`; edit `xtask/src/evaluation_doc.rs`, not the page.

**{} of {} `test` cases are exactly right: {} (95 % interval {}).** A case is exactly right if every device, command,
argument and condition that was meant is there and nothing else, or if Lares does nothing where nothing was meant, or
asks where only a question helps. In {} cases it acted on a device or command that was not meant; in {} of them with a
command that can harm.

The `test` cases are {} utterances, in Chinese and English, for {} homes of {} to {} devices, written by people who had
not seen the lexicons, and read by nobody who works on words, weights or code. The counts by tag below were looked at
while Lares was written, to choose what to work on next; so the figures may flatter a little, and your own cases are the
better judge: see [your own cases](#your-own-cases). On the {} `dev` cases, which anyone may read and which the lexicons
were written with, {} are exactly right; that is no evidence of anything.

Short requests are said alike by anyone: {shared} `test` cases say word for word what a `dev` case of the same home says.
Without them {} of the `test` cases are exactly right ({}).

The cases are in `crates/lares-eval/data/cases`, the result of each in `crates/lares-eval/results`: any change of an
answer shows in the diff of the commit that caused it.
",
        all.exact,
        all.cases,
        percent(all.exact_share),
        range(all.exact_interval),
        all.wrong_acts,
        all.sensitive_wrong_acts,
        all.cases,
        sizes.len(),
        sizes.iter().min().copied().unwrap_or_default(),
        sizes.iter().max().copied().unwrap_or_default(),
        seen.cases,
        percent(seen.exact_share),
        percent(others.exact_share),
        range(others.exact_interval),
    );
}

fn table_of_baselines(text: &mut String, baselines: &[Baseline]) {
    text.push_str(
        "
## Against simpler ways

The same `test` cases, all homes, both languages. Intervals are 95 %, by bootstrap over the cases. *Wrong* are cases with
an act on a device or command that was not meant, *can harm* those of them where it is one that can harm; *refused* are
the cases where nothing was meant and nothing was done; the last three columns judge the ranking of candidates alone.

| | exact | wrong | can harm | needless questions | refused | top-1 | recall@5 | MRR |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
",
    );
    for baseline in baselines {
        let (all, ranking) = (&baseline.metrics.overall, &baseline.metrics.ranking_intervals);
        let _ = writeln!(
            text,
            "| {} | {} ({}) | {} ({}) | {} | {} | {} of {} | {} ({}) | {} ({}) | {} ({}) |",
            baseline.name,
            percent(all.exact_share),
            range(all.exact_interval),
            share(all.wrong_acts, all.cases),
            range(all.wrong_interval),
            all.sensitive_wrong_acts,
            all.needless_questions,
            all.refused.right,
            all.refused.of,
            percent(all.top1),
            range(ranking.map(|ranking| ranking.top1)),
            percent(all.recall_at_5),
            range(ranking.map(|ranking| ranking.recall_at_5)),
            decimals(all.mrr),
            ranking.map_or("-".into(), |ranking| format!("{:.3}–{:.3}", ranking.mrr[0], ranking.mrr[1])),
        );
    }
    text.push('\n');
    for baseline in baselines {
        let _ = writeln!(text, "- **{}**: {}.", baseline.name, baseline.what);
    }
    text.push_str(
        "
Text search runs its best document where the score reaches a threshold, the one that makes most `dev` cases exact; it
fills in no argument, knows no \"all\" and no conversation. What it is good at is the ranking, so compare the last three
columns, too.
",
    );
}

fn breakdowns(text: &mut String, metrics: &Metrics) {
    for (by, title) in [
        ("language", "By language"),
        ("home", "By home"),
        ("quantifier", "By what is asked for"),
        ("turns", "By the turns of the conversation"),
    ] {
        let Some(breakdown) = metrics.breakdowns.iter().find(|breakdown| breakdown.by == by) else {
            continue;
        };
        let _ = write!(
            text,
            "\n## {title}\n\n| {by} | cases | exact | 95 % | wrong | can harm | needless questions | arguments right |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
        );
        for (name, figures) in &breakdown.rows {
            let _ = writeln!(
                text,
                "| {name} | {} | {} | {} | {} | {} | {} | {} of {} |",
                figures.cases,
                percent(figures.exact_share),
                range(figures.exact_interval),
                figures.wrong_acts,
                figures.sensitive_wrong_acts,
                figures.needless_questions,
                figures.arguments.right,
                figures.arguments.of
            );
        }
    }
}

fn weaknesses(text: &mut String, metrics: &Metrics) {
    let Some(tags) = metrics.breakdowns.iter().find(|breakdown| breakdown.by == "tag") else { return };
    let all = metrics.overall.exact_share.unwrap_or_default();
    let worse = |figures: &Figures| figures.exact_share.is_some_and(|share| share < all);
    let mut worst: Vec<(&String, &Figures)> =
        tags.rows.iter().filter(|(_, figures)| figures.cases >= ENOUGH_CASES && worse(figures)).collect();
    worst.sort_by(|(one_tag, one), (other_tag, other)| {
        one.exact_share
            .unwrap_or_default()
            .total_cmp(&other.exact_share.unwrap_or_default())
            .then(one_tag.cmp(other_tag))
    });
    text.push_str("\n## What Lares is bad at\n\nThe worst first, of what has at least ten cases:\n\n");
    for (tag, figures) in worst.iter().take(WORST) {
        let wrong = match figures.wrong_acts {
            0 => "; never with a wrong act".to_owned(),
            1 => "; once with a wrong act".to_owned(),
            count => format!("; {count} times with a wrong act"),
        };
        let _ = writeln!(
            text,
            "- {} (`{tag}`): {} of {} are not exactly right{wrong}.",
            meaning(tag).unwrap_or(tag),
            figures.cases - figures.exact,
            figures.cases
        );
    }
    text.push_str("\nWhat goes wrong, most often first: ");
    let faults: Vec<String> =
        metrics.faults.iter().map(|(fault, count)| format!("{} ({count})", fault.describe())).collect();
    let _ = writeln!(text, "{}.", faults.join(", "));
    text.push_str("\nThe same by tag, in full:\n\n| tag | what it is | cases | exact | 95 % | wrong |\n|---|---|--:|--:|--:|--:|\n");
    for (tag, figures) in &tags.rows {
        let _ = writeln!(
            text,
            "| {tag} | {} | {} | {} | {} | {} |",
            meaning(tag).unwrap_or_default(),
            figures.cases,
            percent(figures.exact_share),
            range(figures.exact_interval),
            figures.wrong_acts
        );
    }
}

fn table_of_stages(text: &mut String, whole: &Figures, without: &[(&str, Figures)]) {
    text.push_str(
        "\n## What each stage is worth\n\n| | exact | change | wrong | can harm | needless questions | top-1 | MRR |\n|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for (name, figures) in
        std::iter::once(("all stages", whole)).chain(without.iter().map(|(name, figures)| (*name, figures)))
    {
        let change = figures.exact_share.unwrap_or_default() - whole.exact_share.unwrap_or_default();
        let _ = writeln!(
            text,
            "| {name} | {} | {:+.1} | {} | {} | {} | {} | {} |",
            percent(figures.exact_share),
            change * 100.0,
            figures.wrong_acts,
            figures.sensitive_wrong_acts,
            figures.needless_questions,
            percent(figures.top1),
            decimals(figures.mrr)
        );
    }
    let idle: Vec<&str> =
        without.iter().filter(|(_, figures)| figures.exact == whole.exact).map(|(name, _)| *name).collect();
    if !idle.is_empty() {
        let _ = writeln!(text, "\nAs many of these cases are exactly right {}.", idle.join(", "));
    }
}

fn reliability(text: &mut String, metrics: &Metrics) {
    let error = metrics.reliability.calibration_error.unwrap_or_default();
    let _ = write!(
        text,
        "\n## Can its confidence be trusted?\n\nConfidence and share of exact cases are {error:.3} apart on average (expected calibration error).\n\n| confidence | mean | cases | exact | acted | exact of these |\n|---|--:|--:|--:|--:|--:|\n"
    );
    for bin in &metrics.reliability.bins {
        let _ = writeln!(
            text,
            "| {:.1}–{:.1} | {} | {} | {} | {} | {} |",
            bin.from,
            bin.to,
            bin.mean_confidence.map_or("-".into(), |mean| format!("{mean:.2}")),
            bin.all.of,
            percent(bin.all.ratio()),
            bin.acted.of,
            percent(bin.acted.ratio())
        );
    }
}

fn tokens(metrics: &Metrics) -> String {
    let tokens = &metrics.tokens;
    format!(
        "The context for an agent has {:.0} tokens on average (median {}, 99 of 100 at most {}); the whole home in the same form
has {:.0}: {} of them are saved.",
        tokens.context_mean.unwrap_or_default(),
        tokens.context_median,
        tokens.context_p99,
        tokens.home_mean.unwrap_or_default(),
        percent(tokens.saved)
    )
}

fn times_of(metrics: &Metrics) -> String {
    format!(
        "On the machine that last wrote this line a request took {:.0} µs in the median, 99 of 100 at most {:.0} µs.\n",
        metrics.latency.median_us, metrics.latency.p99_us
    )
}

fn kept_times(before: &str) -> Option<String> {
    let begin = before.find(TIMES[0])? + TIMES[0].len();
    let end = before.find(TIMES[1])?;
    before.get(begin..end).map(|told| told.trim_start().to_owned())
}

fn closing() -> String {
    "
## Your own cases

```
lares eval draft --home my-home > cases.yaml       # a starter file, for you to correct
lares eval add --home my-home --cases cases.yaml \"turn off the heater\"
lares eval --home my-home --cases cases.yaml --html report.html
lares eval --home my-home --cases cases.yaml --results before.jsonl
lares eval --home my-home --cases cases.yaml --set weight.vector=0.3 --against before.jsonl
lares tune --home my-home --dev cases.yaml --test others.yaml --out lares.toml
```

The figures of this page: `cargo run --release -p xtask -- eval test --ablate`.

"
    .to_owned()
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn share(count: usize, of: usize) -> String {
    percent((of > 0).then(|| count as f64 / of as f64))
}

fn decimals(number: Option<f64>) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.3}"))
}

fn range(interval: Option<[f64; 2]>) -> String {
    interval.map_or("-".to_owned(), |[low, high]| format!("{:.1}–{:.1}", low * 100.0, high * 100.0))
}
