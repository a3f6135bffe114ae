//! The table of what the model is worth, beside searches that compare letters.

use std::fmt::Write;

use lares_embedding::{Embedder, StaticEmbedder};

use super::corpus::{Corpus, DeviceKind};
use super::figures::{Among, Judge, Method, Ranks, catalogue_document};
use super::splits::{Asked, Splits};

/// Another embedder to show beside the model, by the name it has in the table.
pub(crate) type Further<'a> = (&'a str, &'a dyn Embedder);

/// Tables in Markdown: both held-out parts, among the commands of a device and of a home.
pub(crate) fn tables(
    corpus: &Corpus,
    kinds: &[DeviceKind],
    splits: &Splits,
    model: &StaticEmbedder,
    further: &[Further<'_>],
) -> String {
    let judge = Judge::new(corpus, kinds);
    let mut text = String::new();
    for (title, asked) in [
        ("Held-out ways to ask", &splits.held_phrasings),
        ("Held-out capabilities", &splits.held_capabilities),
    ] {
        for among in [Among::Device, Among::Home] {
            let where_ = match among {
                Among::Device => "the commands of one device",
                Among::Home => "the commands of a home",
            };
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "**{title}, among {where_}** (in the middle {} choices; {} requests in Chinese, {} in English)\n",
                judge.median_choices(asked, among),
                count(asked, 0),
                count(asked, 1),
            );
            text.push_str("| method | language | top-1 | recall@5 | recall@10 | MRR | µs a request |\n");
            text.push_str("|---|---|--:|--:|--:|--:|--:|\n");
            let mut methods = vec![
                ("(a) character TF-IDF", Method::Tfidf),
                ("(b) BM25", Method::Bm25),
                ("(c) this model", Method::Model(model)),
                ("(d) this model and BM25", Method::Fused(model)),
            ];
            methods.extend(further.iter().map(|(name, embedder)| (*name, Method::Model(*embedder))));
            for (name, method) in &methods {
                for (language, shown) in ["zh", "en"].into_iter().enumerate() {
                    let described = |item: usize| catalogue_document(corpus, item, language);
                    let ranks = judge.ranks(asked, language, among, method, &described, &mut |_, _, _| {});
                    row(&mut text, name, shown, &ranks);
                }
            }
            text.push('\n');
        }
    }
    text
}

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
