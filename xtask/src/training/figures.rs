//! How well the right command is found: ranks, counted.

use std::time::{Duration, Instant};

use lares_embedding::{Embedder, StaticEmbedder, dot};

use super::baselines::{Bm25, Tfidf};
use super::corpus::{Corpus, DeviceKind, LANGUAGES};
use super::splits::Asked;

/// A request is timed so many times.
const PASSES: usize = 3;
/// A file is read so many times.
const LOADS: usize = 15;
/// What takes longer is timed once: the machine disturbs it little.
const LONG: Duration = Duration::from_millis(1);
/// How much BM25 counts beside the model, both brought to 0..1.
const FUSED_SHARE: f32 = 0.25;

/// What was counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ranks {
    pub(crate) questions: usize,
    pub(crate) first: usize,
    pub(crate) in_five: usize,
    pub(crate) in_ten: usize,
    reciprocal: f64,
    pub(crate) time: Duration,
}

impl Ranks {
    fn add(&mut self, rank: usize) {
        self.questions += 1;
        self.first += usize::from(rank < 1);
        self.in_five += usize::from(rank < 5);
        self.in_ten += usize::from(rank < 10);
        self.reciprocal += 1.0 / (rank + 1) as f64;
    }

    pub(crate) fn share(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.questions.max(1) as f64
    }

    pub(crate) fn mean_reciprocal(&self) -> f64 {
        self.reciprocal / self.questions.max(1) as f64
    }

    pub(crate) fn micros(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.questions.max(1) as f64
    }
}

/// A way to find commands.
pub(crate) enum Method<'a> {
    Tfidf,
    Bm25,
    Model(&'a dyn Embedder),
    Fused(&'a dyn Embedder),
}

/// Puts the questions to the methods.
pub(crate) struct Judge<'a> {
    corpus: &'a Corpus,
    kinds: &'a [DeviceKind],
    home: Vec<usize>,
}

/// Within a device, or in a whole home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Among {
    Device,
    Home,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(corpus: &'a Corpus, kinds: &'a [DeviceKind]) -> Judge<'a> {
        let mut home: Vec<usize> =
            kinds.iter().filter(|kind| kind.home).flat_map(|kind| &kind.items).copied().collect();
        home.sort_unstable();
        home.dedup();
        Judge { corpus, kinds, home }
    }

    /// What a request chooses among: the commands of one of the devices that have the right one, the same device every
    /// time; or those of the home with that device in it. For a question, the attributes: the structure of what was said
    /// tells both apart, and retrieval never compares them.
    pub(crate) fn choices(&self, asked: &Asked, among: Among) -> Vec<usize> {
        let kinds: Vec<&DeviceKind> =
            self.kinds.iter().filter(|kind| kind.items.contains(&asked.item)).collect();
        let Some(own) = kinds.get(asked.text.len() % kinds.len().max(1)) else { return Vec::new() };
        let mut choices = own.items.clone();
        if among == Among::Home {
            choices.extend(&self.home);
        }
        let is_command = |item: usize| self.corpus.items[item].specs[0].is_command();
        choices.retain(|item| is_command(*item) == is_command(asked.item));
        choices.sort_unstable();
        choices.dedup();
        choices
    }

    /// The median number of choices.
    pub(crate) fn median_choices(&self, asked: &[Asked], among: Among) -> usize {
        let mut sizes: Vec<usize> = asked.iter().map(|one| self.choices(one, among).len()).collect();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().unwrap_or(0)
    }

    /// A method with the documents of all items in one language.
    pub(crate) fn scorer<'m>(&self, method: &Method<'m>, described: &dyn Fn(usize) -> String) -> Scorer<'m> {
        let documents: Vec<String> = (0..self.corpus.items.len()).map(described).collect();
        Scorer::new(method, &documents)
    }

    /// Ranks by one method in one language; `see` is told each question's rank and the item that came first.
    pub(crate) fn ranks(
        &self,
        asked: &[Asked],
        language: usize,
        among: Among,
        scorer: &Scorer<'_>,
        see: &mut dyn FnMut(&Asked, usize, usize),
    ) -> Ranks {
        let mut ranks = Ranks::default();
        for one in asked.iter().filter(|asked| asked.language == language) {
            let choices = self.choices(one, among);
            if choices.is_empty() {
                continue;
            }
            let mut scores = Vec::new();
            let mut shortest = Duration::MAX;
            // The shortest of several times counts, so that what else the machine does shows less.
            for _ in 0..PASSES {
                let started = Instant::now();
                scores = scorer.scores(&one.text, &choices);
                shortest = shortest.min(started.elapsed());
                if shortest > LONG {
                    break;
                }
            }
            ranks.time += shortest;
            let right = &self.corpus.items[one.item];
            let is_right = |item: usize| item == one.item || self.corpus.items[item].is_twin_of(right);
            let scored = || choices.iter().copied().zip(scores.iter().copied());
            // What scores the same as the right one counts as before it.
            let best =
                scored().filter(|(item, _)| is_right(*item)).map(|(_, score)| score).fold(f32::MIN, f32::max);
            let rank = scored().filter(|(item, score)| !is_right(*item) && *score >= best).count();
            let first = scored().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(one.item, |(item, _)| item);
            ranks.add(rank);
            see(one, rank, first);
        }
        ranks
    }
}

/// A method, ready: its documents are prepared.
pub(crate) enum Scorer<'a> {
    Tfidf(Tfidf),
    Bm25(Bm25),
    Vectors { embedder: &'a dyn Embedder, rows: Vec<Vec<f32>>, words: Option<Bm25> },
}

fn rows(embedder: &dyn Embedder, documents: &[String]) -> Vec<Vec<f32>> {
    let row = |text: &String| {
        let mut row = vec![0.0; embedder.dimensions()];
        // The buffer has the embedder's own length.
        if embedder.embed_document(text, &mut row).is_err() {
            row.fill(0.0);
        }
        row
    };
    documents.iter().map(row).collect()
}

impl<'a> Scorer<'a> {
    fn new(method: &Method<'a>, documents: &[String]) -> Scorer<'a> {
        let texts = || documents.iter().map(String::as_str);
        match method {
            Method::Tfidf => Scorer::Tfidf(Tfidf::new(texts())),
            Method::Bm25 => Scorer::Bm25(Bm25::new(texts())),
            Method::Model(embedder) => {
                Scorer::Vectors { embedder: *embedder, rows: rows(*embedder, documents), words: None }
            }
            Method::Fused(embedder) => {
                let words = Some(Bm25::new(texts()));
                Scorer::Vectors { embedder: *embedder, rows: rows(*embedder, documents), words }
            }
        }
    }

    fn scores(&self, query: &str, choices: &[usize]) -> Vec<f32> {
        match self {
            Scorer::Tfidf(words) => words.scores(query, choices),
            Scorer::Bm25(words) => words.scores(query, choices),
            Scorer::Vectors { embedder, rows, words } => {
                let mut vector = vec![0.0; embedder.dimensions()];
                if embedder.embed_query(query, &mut vector).is_err() {
                    vector.fill(0.0);
                }
                let mut scores: Vec<f32> = choices
                    .iter()
                    .map(|choice| rows.get(*choice).map_or(0.0, |row| dot(row, &vector)))
                    .collect();
                if let Some(words) = words {
                    let by_words = words.scores(query, choices);
                    let most = by_words.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
                    for (score, word) in scores.iter_mut().zip(by_words) {
                        *score = (1.0 - FUSED_SHARE) * *score + FUSED_SHARE * word / most;
                    }
                }
                scores
            }
        }
    }
}

/// How long it takes to embed a question in one language, in microseconds: the median.
pub(crate) fn embedding_micros(embedder: &dyn Embedder, asked: &[Asked], language: usize) -> f64 {
    let mut vector = vec![0.0; embedder.dimensions()];
    let mut times: Vec<Duration> = asked
        .iter()
        .filter(|asked| asked.language == language)
        .map(|one| {
            let mut passes = (0..PASSES).map(|_| {
                let started = Instant::now();
                // The buffer has the embedder's own length.
                let done = embedder.embed_query(&one.text, &mut vector);
                std::hint::black_box((done.is_ok(), &vector));
                started.elapsed()
            });
            let first = passes.next().unwrap_or_default();
            passes.fold(first, Duration::min)
        })
        .collect();
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

/// How long it takes to make an embedder of a file's bytes, in milliseconds: the median.
pub(crate) fn loading_millis(embedder: &StaticEmbedder) -> f64 {
    let bytes = embedder.model().to_bytes();
    let mut times: Vec<Duration> = (0..LOADS)
        .map(|_| {
            let started = Instant::now();
            std::hint::black_box(StaticEmbedder::from_bytes(&bytes, "timed").is_ok());
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(LOADS / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The document of an item as a home with the catalogue's words has it.
pub(crate) fn catalogue_document(corpus: &Corpus, item: usize, language: usize) -> String {
    corpus.items[item].specs[language].text(LANGUAGES[language])
}
