//! Other ways to the same devices, on the same homes and requests.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use lares::Request;
use lares_eval::generate::{Size, home, varied_requests};
use rapidfuzz::fuzz::RatioBatchComparator;

use super::{Page, compiled, micros, quantile, times};

/// Requests for each; the slow ways need long enough for these.
const REQUESTS: usize = 210;

pub(super) fn section(page: &mut Page, sizes: &[usize]) -> anyhow::Result<()> {
    writeln!(page, "## Against others\n")?;
    writeln!(
        page,
        "The same homes and {REQUESTS} of the same requests, median µs of one, in brackets how many times as long as \
         Lares. **Lares** parses the utterance, finds devices, command and argument and writes the YAML. **Linear scan** \
         is Lares without its indexes of devices: every lookup visits every device and every capability is measured for \
         every device; its answers are the same (a property test compares them), and it has the same parser and YAML. \
         **rapidfuzz** compares the utterance with every device's room and name, and nothing more. **BM25** (tantivy, in \
         memory, characters and pairs of them, the best 5) searches one document for each device: room, name, and the \
         descriptions of its commands; it chooses no command and no argument either.\n"
    )?;
    writeln!(page, "| devices | Lares | linear scan | rapidfuzz | BM25 |\n|--:|--:|--:|--:|--:|")?;
    for &devices in sizes {
        let size = Size::of(devices);
        let source = home(size);
        let texts = varied_requests(&source, REQUESTS, 9);
        let (lares, _) = compiled(size)?;
        let ask = |lares: &lares::Lares, passes| {
            let requests: Vec<Request> = texts.iter().map(|text| Request::new(text.as_str())).collect();
            median(&times(&requests, passes, |request| drop(black_box(lares.retrieve(request)))))
        };
        let own = ask(&lares, 5);
        let names: Vec<Vec<char>> = lares
            .home()
            .devices
            .iter()
            .map(|device| {
                let room = lares.room_of(device).unwrap_or_default();
                format!("{room}{}", device.name).to_lowercase().chars().collect()
            })
            .collect();
        let fuzzy = median(&times(&texts, 1, |text| {
            let said = RatioBatchComparator::new(text.to_lowercase().chars());
            let best = names.iter().map(|name| said.similarity(name.iter().copied())).fold(0.0, f64::max);
            black_box(best);
        }));
        let full_text = bm25(&lares, &texts)?;
        let linear = ask(&lares.without_indexes(), 1);
        let shown = |time: f64| format!("{time:.0} ({:.1})", time / own.max(1e-9));
        let full_text = full_text.map_or_else(|| "not built".to_owned(), shown);
        writeln!(page, "| {devices} | {own:.0} | {} | {} | {full_text} |", shown(linear), shown(fuzzy))?;
    }
    writeln!(page)?;
    Ok(())
}

fn median(ascending: &[Duration]) -> f64 {
    micros(quantile(ascending, 0.5))
}

#[cfg(not(feature = "tantivy"))]
#[allow(clippy::unnecessary_wraps, reason = "as with the feature")]
fn bm25(_: &lares::Lares, _: &[String]) -> anyhow::Result<Option<f64>> {
    Ok(None)
}

/// The median time of a search with BM25.
#[cfg(feature = "tantivy")]
fn bm25(lares: &lares::Lares, texts: &[String]) -> anyhow::Result<Option<f64>> {
    use tantivy::collector::TopDocs;
    use tantivy::query::QueryParser;
    use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
    use tantivy::tokenizer::{LowerCaser, NgramTokenizer, TextAnalyzer};
    use tantivy::{Index, TantivyDocument};

    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("characters")
        .set_index_option(IndexRecordOption::WithFreqs);
    let field = schema.add_text_field("text", TextOptions::default().set_indexing_options(indexing));
    let index = Index::create_in_ram(schema.build());
    let characters = TextAnalyzer::builder(NgramTokenizer::new(1, 2, false)?).filter(LowerCaser).build();
    index.tokenizers().register("characters", characters);
    let mut writer = index.writer_with_num_threads(1, 64 * 1024 * 1024)?;
    for device in &lares.home().devices {
        let mut text = format!("{} {}", lares.room_of(device).unwrap_or_default(), device.name);
        for (_, command) in lares.home().commands_of(device) {
            text.push(' ');
            text.push_str(&command.description);
        }
        let mut document = TantivyDocument::default();
        document.add_text(field, text);
        writer.add_document(document)?;
    }
    writer.commit()?;
    let searcher = index.reader()?.searcher();
    let parser = QueryParser::for_index(&index, vec![field]);
    let took = times(texts, 1, |text| {
        // What has a meaning in the language of queries is left out of them.
        let plain: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        let (query, _) = parser.parse_query_lenient(&plain);
        drop(black_box(searcher.search(&query, &TopDocs::with_limit(5).order_by_score())));
    });
    Ok(Some(median(&took)))
}
