//! The table of what the model is worth, beside searches that compare letters.

use std::fmt::Write;

use lares_embedding::{Embedder, StaticEmbedder};

use super::corpus::{Corpus, DeviceKind};
use super::figures::{self, Among, Judge, Method, Ranks, catalogue_document};
use super::splits::{Asked, Splits};

/// Another embedder to show beside the model.
pub(crate) struct Further<'a> {
    /// Its name in the table.
    pub(crate) name: String,
    pub(crate) embedder: &'a dyn Embedder,
    /// The languages that it is asked in.
    pub(crate) languages: Vec<usize>,
}

/// Tables in Markdown: both held-out parts, among the commands of a device and of a home.
pub(crate) fn tables(
    corpus: &Corpus,
    kinds: &[DeviceKind],
    splits: &Splits,
    model: &StaticEmbedder,
    further: &[Further<'_>],
) -> String {
    let judge = Judge::new(corpus, kinds);
    let both = [0, 1].as_slice();
    let mut methods = vec![
        ("(a) character TF-IDF", Method::Tfidf, both),
        ("(b) BM25", Method::Bm25, both),
        ("(c) this model", Method::Model(model), both),
        ("(d) this model and BM25", Method::Fused(model), both),
    ];
    methods.extend(further.iter().map(|further| {
        (further.name.as_str(), Method::Model(further.embedder), further.languages.as_slice())
    }));
    let parts = [
        ("Held-out ways to ask", &splits.held_phrasings),
        ("Held-out capabilities", &splits.held_capabilities),
    ];
    let mut tables: Vec<String> = Vec::new();
    for (title, asked) in parts {
        for among in SCOPES {
            let where_ = match among {
                Among::Device => "the commands of one device",
                Among::Home => "the commands of a home",
            };
            tables.push(format!(
                "**{title}, among {where_}** (in the middle {} choices; {} requests in Chinese, {} in English)\n\n\
                 | method | language | top-1 | recall@5 | recall@10 | MRR | µs a request |\n\
                 |---|---|--:|--:|--:|--:|--:|\n",
                judge.median_choices(asked, among),
                count(asked, 0),
                count(asked, 1),
            ));
        }
    }
    // A method prepares its documents once: that of a transformer takes a while.
    for (name, method, languages) in &methods {
        for &language in *languages {
            let described = |item: usize| catalogue_document(corpus, item, language);
            let scorer = judge.scorer(method, &described);
            let tasks = parts.iter().flat_map(|(_, asked)| SCOPES.map(|among| (asked, among)));
            for (table, (asked, among)) in tables.iter_mut().zip(tasks) {
                let ranks = judge.ranks(asked, language, among, &scorer, &mut |_, _, _| {});
                row(table, name, ["zh", "en"][language], &ranks);
            }
        }
    }
    let tables: String = tables.iter().map(|table| format!("{table}\n")).collect();
    let took = |language: usize| figures::embedding_micros(model, &splits.held_phrasings, language);
    format!(
        "{tables}To embed a request takes this model {:.1} µs in Chinese and {:.1} µs in English (the median); to read \
         its file into memory of its own and check it, {:.1} ms.\n",
        took(0),
        took(1),
        figures::loading_millis(model)
    )
}

/// Top-1 of the model alone, Chinese / English, of each table.
pub(crate) fn brief(
    corpus: &Corpus,
    kinds: &[DeviceKind],
    splits: &Splits,
    model: &StaticEmbedder,
) -> String {
    let judge = Judge::new(corpus, kinds);
    let mut text = String::new();
    for (name, method) in [("alone", Method::Model(model)), ("with BM25", Method::Fused(model))] {
        let scorers = [0, 1]
            .map(|language| judge.scorer(&method, &|item: usize| catalogue_document(corpus, item, language)));
        let parts = [("ways to ask", &splits.held_phrasings), ("capabilities", &splits.held_capabilities)];
        for (title, asked) in parts {
            for (where_, among) in [("device", Among::Device), ("home", Among::Home)] {
                let shares = [0, 1].map(|language| {
                    let scorer = scorers.get(language)?;
                    let ranks = judge.ranks(asked, language, among, scorer, &mut |_, _, _| {});
                    Some(format!("{:.1}", ranks.share(ranks.first)))
                });
                let shares = shares.map(Option::unwrap_or_default).join(" / ");
                let _ = write!(text, "{name}, {title}, {where_}: {shares}   ");
            }
        }
        text.push('\n');
    }
    text
}

/// Where a request looks for its command.
const SCOPES: [Among; 2] = [Among::Device, Among::Home];

fn count(asked: &[Asked], language: usize) -> usize {
    asked.iter().filter(|one| one.language == language).count()
}

fn row(text: &mut String, name: &str, language: &str, ranks: &Ranks) {
    let _ = writeln!(
        text,
        "| {name} | {language} | {:.1} % | {:.1} % | {:.1} % | {:.3} | {:.0} |",
        ranks.share(ranks.first),
        ranks.share(ranks.in_five),
        ranks.share(ranks.in_ten),
        ranks.mean_reciprocal(),
        ranks.micros(),
    );
}
