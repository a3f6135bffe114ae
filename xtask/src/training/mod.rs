//! `cargo xtask train`: the embedding model that ships with Lares, from the catalogue and the paraphrase corpus.

mod baselines;
mod calibrate;
mod corpus;
mod figures;
mod frames;
mod queries;
pub(crate) mod random;
mod report;
mod settings;
mod sounds;
mod splits;
mod table;
mod thesaurus;
mod trainer;
mod values;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use lares_embedding::{Embedder, ModelFile, StaticEmbedder};

use corpus::{Corpus, DeviceKind};
use figures::{Among, Judge, Method, catalogue_document};
use report::Further;
use settings::Settings;
use splits::{Asked, Purpose, Splits};
use trainer::Knowledge;

/// What to train.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    /// Hold out another tenth of what is left (1 to 9), and show how the model does there: to choose settings by
    #[arg(long, value_name = "TENTH", num_args = 0..=1, default_missing_value = "1",
          value_parser = clap::value_parser!(u64).range(1..=9))]
    validate: Option<u64>,
    /// Show only how often this model's first command is right
    #[arg(long)]
    brief: bool,
    /// Write the model into this file
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The folder of the paraphrases [default: xtask/data/paraphrases]
    #[arg(long, value_name = "DIR")]
    paraphrases: Option<PathBuf>,
    /// The seed
    #[arg(long)]
    seed: Option<u64>,
    /// Steps of training
    #[arg(long)]
    steps: Option<usize>,
    /// Pairs in a step
    #[arg(long)]
    batch: Option<usize>,
    /// Dimensions of the vectors
    #[arg(long)]
    dimensions: Option<usize>,
    /// The rate of learning
    #[arg(long)]
    rate: Option<f32>,
    /// The temperature of the loss
    #[arg(long)]
    temperature: Option<f32>,
    /// Features with a vector, at most
    #[arg(long)]
    rows: Option<usize>,
    /// Texts in which a feature with a vector occurs, at least
    #[arg(long)]
    fewest: Option<u32>,
    /// Features left out of each text, in thousandths
    #[arg(long)]
    dropout: Option<usize>,
    /// Features taken for unknown in each batch, in thousandths
    #[arg(long)]
    hidden: Option<usize>,
    /// Capabilities whose own words are taken for unknown in each batch, in thousandths
    #[arg(long)]
    strange: Option<usize>,
    /// Questions that are a vendor's description, in thousandths
    #[arg(long)]
    described: Option<usize>,
    /// Pairs of a step that are words of the thesaurus, in thousandths
    #[arg(long)]
    thesaurus: Option<usize>,
    /// Pairs of a step that are said of things of the thesaurus, in thousandths
    #[arg(long)]
    framed: Option<usize>,
    /// Texts in which a word gives way to another of the same meaning, in thousandths
    #[arg(long)]
    exchanged: Option<usize>,
    /// Questions for a value of a command or a state, of the items that have values, in thousandths
    #[arg(long)]
    valued: Option<usize>,
    /// Squares of gradients that every row begins with
    #[arg(long)]
    caution: Option<f32>,
    /// Dimensions in which every feature keeps a direction of its own
    #[arg(long)]
    words: Option<usize>,
    /// The part of the cosine that is theirs
    #[arg(long)]
    share: Option<f32>,
    /// With --validate, show so many misses of each kind
    #[arg(long, default_value_t = 0)]
    misses: usize,
}

/// The file of the bundled model.
fn bundled_file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/lares-embedding/data/model.bin"))
}

/// Which model to calibrate.
#[derive(Debug, clap::Args)]
pub(crate) struct CalibrateArgs {
    /// The model's file, which gets its calibration [default: the bundled one]
    file: Option<PathBuf>,
}

/// `cargo xtask calibrate`: writes into a model what its cosines are worth on `dev` cases.
pub(crate) fn calibrate(args: &CalibrateArgs) -> anyhow::Result<()> {
    let path = args.file.clone().unwrap_or_else(bundled_file);
    let shown = path.display().to_string();
    let bytes = fs::read(&path).with_context(|| shown.clone())?;
    let mut model = ModelFile::from_bytes(&bytes, &shown)?;
    let fitted = calibrate::fit(&calibrate::observe(&StaticEmbedder::new(model.clone()))?);
    model.calibration = fitted.calibration;
    fs::write(&path, model.to_bytes()).with_context(|| shown.clone())?;
    writeln!(
        io::stdout().lock(),
        "{} requests, {} pairs, the nearest command is right in {:.1} %: {:?}",
        fitted.requests,
        fitted.pairs,
        100.0 * fitted.first,
        fitted.calibration
    )?;
    Ok(())
}

fn data() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data"))
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    let corpus = corpus::read(&args.paraphrases.clone().unwrap_or_else(|| data().join("paraphrases")))?;
    let kinds = corpus::device_kinds(&data().join("devices.toml"), &corpus.items)?;
    let purpose = args.validate.map_or(Purpose::Test, Purpose::Validation);
    let splits = splits::split(&corpus, purpose);
    let thesaurus = thesaurus::read(&data().join("thesaurus.toml"))?;
    let frames = frames::read(&data().join("frames.toml"))?;
    let values = values::read(&data().join("values.toml"), &corpus.items)?;
    let knowledge = Knowledge { thesaurus: &thesaurus, frames: &frames, values: &values };
    let base = Settings::default();
    let settings = Settings {
        seed: args.seed.unwrap_or(base.seed),
        steps: args.steps.unwrap_or(base.steps),
        batch: args.batch.unwrap_or(base.batch),
        dimensions: args.dimensions.unwrap_or(base.dimensions),
        rate: args.rate.unwrap_or(base.rate),
        temperature: args.temperature.unwrap_or(base.temperature),
        most_rows: args.rows.unwrap_or(base.most_rows),
        fewest_texts: args.fewest.unwrap_or(base.fewest_texts),
        dropout: args.dropout.unwrap_or(base.dropout),
        hidden: args.hidden.unwrap_or(base.hidden),
        strange: args.strange.unwrap_or(base.strange),
        described: args.described.unwrap_or(base.described),
        thesaurus: args.thesaurus.unwrap_or(base.thesaurus),
        framed: args.framed.unwrap_or(base.framed),
        exchanged: args.exchanged.unwrap_or(base.exchanged),
        valued: args.valued.unwrap_or(base.valued),
        caution: args.caution.unwrap_or(base.caution),
        words: args.words.unwrap_or(base.words),
        share: args.share.unwrap_or(base.share),
    };
    let mut output = io::stdout().lock();
    writeln!(output, "{} of {} items have paraphrases", corpus.paraphrased, corpus.items.len())?;
    let started = Instant::now();
    let model = trainer::train(&corpus, &kinds, &splits, knowledge, &settings, &mut output)?;
    writeln!(output, "trained in {:.0} s", started.elapsed().as_secs_f32())?;
    let bytes = model.to_bytes();
    writeln!(output, "{} KiB", bytes.len() / 1024)?;
    if let Some(path) = &args.output {
        fs::write(path, &bytes).with_context(|| path.display().to_string())?;
    }
    let embedder = StaticEmbedder::new(model);
    if args.brief {
        writeln!(output, "{}", report::brief(&corpus, &kinds, &splits, &embedder))?;
    } else {
        writeln!(output, "{}", report::tables(&corpus, &kinds, &splits, &embedder, &[]))?;
    }
    if args.validate.is_some() {
        show_misses(&corpus, &kinds, &splits, &embedder, args.misses)?;
    }
    Ok(())
}

/// Requests whose right command does not come first. Only of the validation part: the test is for nobody to read.
fn show_misses(
    corpus: &Corpus,
    kinds: &[DeviceKind],
    splits: &Splits,
    embedder: &StaticEmbedder,
    most: usize,
) -> anyhow::Result<()> {
    let judge = Judge::new(corpus, kinds);
    for asked in [&splits.held_phrasings, &splits.held_capabilities] {
        for language in 0..2 {
            let described = |item: usize| catalogue_document(corpus, item, language);
            let mut misses = Vec::new();
            let mut see = |one: &Asked, rank: usize, first: usize| {
                if rank > 0 && misses.len() < most {
                    let id = |item: usize| corpus.items.get(item).map_or("", |item| item.id.as_str());
                    misses.push(format!("{} → {}, {rank} before it: {}", one.text, id(one.item), id(first)));
                }
            };
            let scorer = judge.scorer(&Method::Model(embedder), &described);
            judge.ranks(asked, language, Among::Device, &scorer, &mut see);
            for miss in misses {
                writeln!(io::stdout().lock(), "{miss}")?;
            }
        }
    }
    Ok(())
}

/// Where the table goes.
#[derive(Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// Show it instead of writing it into docs/embedding.md
    #[arg(long)]
    show: bool,
    /// Another model file to show beside the bundled model
    #[arg(long, value_name = "FILE")]
    beside: Option<PathBuf>,
    /// The folder of a sentence-transformer to show beside the bundled model (build with --features local-models)
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The language that the sentence-transformer knows [default: both]
    #[arg(long, value_name = "LANGUAGE", requires = "folder")]
    folder_language: Option<FolderLanguage>,
}

/// What a sentence-transformer is asked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FolderLanguage {
    Zh,
    En,
}

/// The sentence-transformer of a folder, as the program reads it.
///
/// # Errors
/// A folder that holds none, or a program that was built without.
fn of_folder(folder: &Path) -> anyhow::Result<Arc<dyn Embedder>> {
    // A name that is no folder is looked up among the embedders; a path of a folder is what is meant here.
    anyhow::ensure!(folder.is_dir(), "{} is no folder", folder.display());
    let config = lares::Config { embedder: folder.display().to_string(), ..lares::Config::default() };
    let lares = lares::Lares::builder().config(config).build()?;
    Ok(Arc::clone(&lares.compiled_home().embedder))
}

/// `cargo xtask embedding-table`: the table of the bundled model, in its card.
pub(crate) fn write_table(args: &TableArgs) -> anyhow::Result<()> {
    let corpus = corpus::read(&data().join("paraphrases"))?;
    let kinds = corpus::device_kinds(&data().join("devices.toml"), &corpus.items)?;
    let splits = splits::split(&corpus, Purpose::Test);
    let beside = match &args.beside {
        None => None,
        Some(path) => {
            let shown = path.display().to_string();
            Some(StaticEmbedder::from_bytes(&fs::read(path).with_context(|| shown.clone())?, &shown)?)
        }
    };
    let folder = args.folder.as_deref().map(of_folder).transpose()?;
    let mut further: Vec<Further<'_>> = Vec::new();
    if let Some(embedder) = &beside {
        further.push(Further { name: "(c) the other model".to_owned(), embedder, languages: vec![0, 1] });
    }
    if let (Some(embedder), Some(path)) = (&folder, &args.folder) {
        let folder_name = path.file_name().unwrap_or_default().to_string_lossy();
        let languages = match args.folder_language {
            None => vec![0, 1],
            Some(FolderLanguage::Zh) => vec![0],
            Some(FolderLanguage::En) => vec![1],
        };
        further.push(Further { name: format!("(e) {folder_name}"), embedder: &**embedder, languages });
    }
    let table = report::tables(&corpus, &kinds, &splits, &lares_embedding::bundled()?, &further);
    if args.show {
        write!(io::stdout().lock(), "{table}")?;
        return Ok(());
    }
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/embedding.md"));
    let page = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let (before, rest) =
        page.split_once(TABLE_BEGINS).context("docs/embedding.md has no place for the table")?;
    let (_, after) =
        rest.split_once(TABLE_ENDS).context("docs/embedding.md does not say where the table ends")?;
    fs::write(&path, format!("{before}{TABLE_BEGINS}\n{}\n{TABLE_ENDS}{after}", table.trim_end()))
        .with_context(|| path.display().to_string())
}

const TABLE_BEGINS: &str = "<!-- written by `cargo xtask embedding-table` -->";
const TABLE_ENDS: &str = "<!-- end of the table -->";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_a_model_is_named() {
        let error = |folder: &Path| format!("{:#}", of_folder(folder).unwrap_err());
        assert!(error(Path::new("/no/such/folder")).contains("/no/such/folder is no folder"));
        let empty = std::env::temp_dir().join(format!("lares-no-model-{}", std::process::id()));
        fs::create_dir_all(&empty).unwrap();
        let found = error(&empty);
        fs::remove_dir_all(&empty).unwrap();
        let expect = if cfg!(feature = "local-models") { "config.json" } else { "--features local-models" };
        assert!(found.contains(expect), "{found}");
    }

    #[test]
    fn a_sentence_transformer_stands_in_the_table_in_its_language() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        let kinds = corpus::device_kinds(&data().join("devices.toml"), &corpus.items).unwrap();
        let mut splits = splits::split(&corpus, Purpose::Test);
        // A few questions say which rows there are.
        splits.held_phrasings.truncate(40);
        splits.held_capabilities.truncate(40);
        let model = lares_embedding::bundled().unwrap();
        let further = [Further { name: "(e) a folder".to_owned(), embedder: &model, languages: vec![1] }];
        let table = report::tables(&corpus, &kinds, &splits, &model, &further);
        assert_eq!(table.matches("| (e) a folder | en |").count(), 4);
        assert!(!table.contains("| (e) a folder | zh |"));
        assert_eq!(table.matches("| (c) this model | zh |").count(), 4);
    }
}
