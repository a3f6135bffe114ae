//! `cargo xtask train-wishes`: trains what tells by all the words of an utterance which wish it is: a linear classifier over
//! the features of `lares_language::wish_model`, by gradient descent on the likelihood of what people wrote down.
//!
//! What it learns from: `xtask/data/wishes`, the phrases of the lexicon's wishes and its small talk, and what commands are
//! called by in the catalogue, which is no wish. A tenth of the sentences, by their digest, is kept to measure with.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use lares_home::{HomeLanguage, catalogue};
use lares_language::normalise::normalise;
use lares_language::wish_model::{WishClass, WishKind, WishModel, features};
use serde::Deserialize;

use crate::training::random;

/// Where the classifier goes, and how it is made.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainWishesArgs {
    /// Write the classifier into this file; without it, only say how good it is on what is kept out
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Rounds over all sentences
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// The rate of learning
    #[arg(long, default_value_t = 2.0)]
    rate: f32,
    /// Features left out of each sentence, in thousandths
    #[arg(long, default_value_t = 300)]
    dropout: usize,
    /// How strongly weights are drawn to nothing, in millionths
    #[arg(long, default_value_t = 20)]
    decay: usize,
    /// Show so many of the sentences kept out that are told wrongly
    #[arg(long, default_value_t = 0)]
    misses: usize,
}

/// What a weight is at most, in bytes.
const LARGEST: f32 = 127.0;
/// A feature that occurs in fewer sentences has no weights.
const FEWEST: u32 = 2;
const NONE: &str = "none";
/// Where the name of a thing stands in a sentence. No letter of it is a feature, as none of a name is.
const NAME: &str = "{}";
const LANGUAGES: [&str; 2] = ["zh", "en"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Classes {
    class: Vec<Class>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    name: String,
    /// It is fulfilled by a scene.
    #[serde(default)]
    scene: bool,
    /// It is told to a thing by its name, `{}` in the sentences.
    #[serde(default)]
    named: bool,
    /// It is done only where a room or a thing is named.
    #[serde(default)]
    placed: bool,
    zh: Vec<String>,
    en: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentences {
    #[serde(default)]
    zh: Vec<String>,
    #[serde(default)]
    en: Vec<String>,
}

/// A sentence with its class.
#[derive(Debug)]
struct Example {
    text: String,
    class: usize,
    /// What it is learned from counts; what it is measured with is written for this.
    written: bool,
}

pub(crate) fn run(args: &TrainWishesArgs) -> anyhow::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/wishes");
    let classes = read_classes(&folder.join("classes.toml"))?;
    let examples = read_examples(&folder, &classes)?;
    let kept_out = |example: &Example| example.written && random::digest(&example.text).is_multiple_of(10);
    let (measured, learned): (Vec<&Example>, Vec<&Example>) =
        examples.iter().partition(|example| kept_out(example));
    let mut log = io::stdout().lock();
    writeln!(log, "{} classes, {} sentences to learn from", classes.len(), learned.len())?;
    report(&learn(&learned, classes.len(), args), &classes, &measured, args.misses, &mut log)?;
    if let Some(output) = &args.output {
        // What ships knows all of them.
        let all: Vec<&Example> = examples.iter().collect();
        let bytes = learn(&all, classes.len(), args).to_bytes(&classes);
        fs::write(output, &bytes).with_context(|| output.display().to_string())?;
        writeln!(log, "{}: {} KiB", output.display(), bytes.len() / 1024)?;
    }
    Ok(())
}

fn read_classes(file: &Path) -> anyhow::Result<Vec<WishClass>> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| shown.clone())?;
    let classes: Classes = toml::from_str(&text).with_context(|| shown.clone())?;
    ensure!(classes.class.first().is_some_and(|first| first.name == NONE), "{shown}: the first is `{NONE}`");
    let mut names = HashSet::new();
    for class in &classes.class {
        ensure!(names.insert(&class.name), "{shown}: `{}` is there twice", class.name);
        let kinds = [class.scene, class.named, class.placed].into_iter().filter(|is| *is).count();
        ensure!(kinds < 2, "{shown}: `{}` is one of scene, named and placed", class.name);
        let silent = class.zh.is_empty() || class.en.is_empty();
        ensure!(silent == (class.name == NONE), "{shown}: `{}` has no phrase", class.name);
    }
    let class = |class: Class| WishClass {
        kind: match (class.scene, class.named, class.placed) {
            (true, ..) => WishKind::Scene,
            (_, true, _) => WishKind::Named,
            (.., true) => WishKind::Placed,
            _ => WishKind::Helped,
        },
        name: class.name,
        phrases: [class.zh, class.en],
    };
    Ok(classes.class.into_iter().map(class).collect())
}

fn read_examples(folder: &Path, classes: &[WishClass]) -> anyhow::Result<Vec<Example>> {
    let mut examples = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (place, class) in classes.iter().enumerate() {
        for language in LANGUAGES {
            let file = folder.join(format!("{}.{language}.toml", class.name));
            let shown = file.display().to_string();
            let text = fs::read_to_string(&file).with_context(|| shown.clone())?;
            let Sentences { zh, en } = toml::from_str(&text).with_context(|| shown.clone())?;
            for text in zh.into_iter().chain(en) {
                if class.kind == WishKind::Named {
                    ensure!(text.matches(NAME).count() == 1, "{shown}: `{text}` needs one {NAME}");
                }
                let key = normalise(&text).chars.iter().collect();
                if let Some(other) = seen.insert(key, place) {
                    let name = classes.get(other).map_or("", |class| class.name.as_str());
                    ensure!(other == place, "{shown}: `{text}` is in `{name}`, too");
                    continue;
                }
                examples.push(Example { text, class: place, written: true });
            }
        }
    }
    for language in LANGUAGES {
        // What is said of a thing by its name and asks nothing of it.
        let file = folder.join(format!("named_none.{language}.toml"));
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let Sentences { zh, en } = toml::from_str(&text).with_context(|| file.display().to_string())?;
        examples.extend(zh.into_iter().chain(en).map(|text| Example { text, class: 0, written: true }));
    }
    let others = lexicon_sentences(classes)?.into_iter().chain(of_catalogue());
    for (text, class) in others {
        if seen.insert(normalise(&text).chars.iter().collect(), class).is_none() {
            examples.push(Example { text, class, written: false });
        }
    }
    Ok(examples)
}

/// The phrases of the lexicon's wishes, each with the class whose phrase is one of its entry; what is near to one and none,
/// and its small talk.
fn lexicon_sentences(classes: &[WishClass]) -> anyhow::Result<Vec<(String, usize)>> {
    let mut sentences = Vec::new();
    for language in LANGUAGES {
        let folder = crate::language_crate().join("data").join(language);
        let mut files: Vec<PathBuf> =
            fs::read_dir(&folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        files.sort();
        for file in files {
            let table: toml::Table = toml::from_str(&fs::read_to_string(&file)?)?;
            let kind = table.get("class").and_then(toml::Value::as_str).unwrap_or_default();
            if kind != "wish" && kind != "chat" {
                continue;
            }
            for entry in table.get("entry").and_then(toml::Value::as_array).into_iter().flatten() {
                let list = |name: &str| -> Vec<String> {
                    let texts = entry.get(name).and_then(toml::Value::as_array).into_iter().flatten();
                    texts.filter_map(toml::Value::as_str).map(str::to_owned).collect()
                };
                let words = list("words");
                let has =
                    |class: &WishClass| class.phrases.iter().flatten().any(|phrase| words.contains(phrase));
                let class = if kind == "chat" { Some(0) } else { classes.iter().position(has) };
                let said = words.iter().cloned().chain(list("examples"));
                sentences
                    .extend(class.into_iter().flat_map(|class| said.clone().map(move |text| (text, class))));
                if kind == "wish" {
                    sentences.extend(list("near_misses").into_iter().map(|text| (text, 0)));
                }
            }
        }
    }
    Ok(sentences)
}

/// What commands and attributes are asked for by: no wishes, though they have some words of them.
fn of_catalogue() -> Vec<(String, usize)> {
    let said = catalogue().capabilities().iter().flat_map(|capability| {
        let commands = capability.command_specs(HomeLanguage::English).iter();
        let commands = commands.flat_map(|spec| [&spec.synonyms_zh, &spec.synonyms_en]);
        let attributes = capability.attribute_specs(HomeLanguage::English).iter();
        commands.chain(attributes.flat_map(|spec| [&spec.synonyms_zh, &spec.synonyms_en]))
    });
    said.flatten().map(|text| (text.clone(), 0)).collect()
}

/// Weights of features and classes, as they are learned.
struct Learned {
    biases: Vec<f32>,
    /// By hash; a weight for each class.
    weights: BTreeMap<u32, Vec<f32>>,
}

fn hashes(text: &str) -> Vec<u32> {
    let mut found = Vec::new();
    features(&normalise(text).chars, |hash| found.push(hash));
    found
}

fn learn(examples: &[&Example], classes: usize, args: &TrainWishesArgs) -> Learned {
    let texts: Vec<(Vec<u32>, usize)> =
        examples.iter().map(|example| (hashes(&example.text), example.class)).collect();
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for (features, _) in &texts {
        let distinct: HashSet<u32> = features.iter().copied().collect();
        distinct.into_iter().for_each(|hash| *counts.entry(hash).or_insert(0) += 1);
    }
    counts.retain(|_, count| *count >= FEWEST);
    let places: HashMap<u32, usize> = counts.keys().copied().zip(0..).collect();
    let mut weights = vec![0.0f32; places.len() * classes];
    let mut squares = vec![1e-3f32; places.len()];
    let mut biases = vec![0.0f32; classes];
    let mut order: Vec<usize> = (0..texts.len()).collect();
    for round in 0..args.rounds {
        let mut random = random::at(2026, round, 0);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let rate = args.rate * (1.0 - round as f32 / args.rounds as f32).max(0.05);
        for &place in &order {
            let (features, class) = &texts[place];
            let kept: Vec<usize> = features
                .iter()
                .filter(|_| !random::happens(&mut random, args.dropout))
                .filter_map(|hash| places.get(hash).copied())
                .collect();
            let scale = 1.0 / (features.len().max(1) as f32).sqrt();
            let mut scores = biases.clone();
            for &feature in &kept {
                let row = &weights[feature * classes..(feature + 1) * classes];
                scores.iter_mut().zip(row).for_each(|(score, weight)| *score += scale * weight);
            }
            let top = scores.iter().copied().fold(f32::MIN, f32::max);
            scores.iter_mut().for_each(|score| *score = libm::expf(*score - top));
            let all: f32 = scores.iter().sum();
            scores.iter_mut().for_each(|score| *score /= all);
            scores[*class] -= 1.0;
            let size: f32 = scores.iter().map(|gradient| gradient * gradient).sum();
            biases.iter_mut().zip(&scores).for_each(|(bias, gradient)| *bias -= 0.01 * rate * gradient);
            for &feature in &kept {
                squares[feature] += scale * scale * size;
                let step = rate * scale / squares[feature].sqrt();
                let shrink = 1.0 - rate * args.decay as f32 * 1e-6;
                let row = &mut weights[feature * classes..(feature + 1) * classes];
                for (weight, gradient) in row.iter_mut().zip(&scores) {
                    *weight = *weight * shrink - step * gradient;
                }
            }
        }
    }
    let rows =
        places.iter().map(|(hash, place)| (*hash, weights[place * classes..(place + 1) * classes].to_vec()));
    Learned { biases, weights: rows.collect() }
}

impl Learned {
    fn to_bytes(&self, classes: &[WishClass]) -> Vec<u8> {
        let largest =
            self.weights.values().flatten().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
        let step = largest / LARGEST;
        let byte = |weight: &f32| if step > 0.0 { (weight / step).round() as i8 } else { 0 };
        let rows: Vec<(u32, Vec<i8>)> =
            self.weights.iter().map(|(hash, row)| (*hash, row.iter().map(byte).collect())).collect();
        let classes: Vec<(WishClass, f32)> =
            classes.iter().cloned().zip(self.biases.iter().copied()).collect();
        WishModel::to_bytes(&classes, step, &rows)
    }
}

/// What became of the sentences kept out.
#[derive(Debug, Default)]
struct Told {
    right: usize,
    /// Taken for another wish.
    wrong: usize,
    missed: usize,
    /// No wishes, taken for one.
    invented: usize,
    /// No wishes, left alone.
    nothing: usize,
}

/// How many of the sentences kept out are told rightly, by how likely they must be, in each language; and some that are not.
fn report(
    learned: &Learned,
    classes: &[WishClass],
    measured: &[&Example],
    misses: usize,
    log: &mut impl Write,
) -> io::Result<()> {
    let Some(model) = WishModel::of_bytes(learned.to_bytes(classes).leak()) else { return Ok(()) };
    let is_chinese = |example: &Example| example.text.chars().any(|c| matches!(c, '\u{4e00}'..='\u{9fff}'));
    let name = |example: &Example| classes.get(example.class).map_or("", |class| class.name.as_str());
    for (language, chinese) in LANGUAGES.into_iter().zip([true, false]) {
        for least in [0.0, 0.5, 0.6, 0.7, 0.8, 0.9] {
            let mut told = Told::default();
            for example in measured.iter().filter(|example| is_chinese(example) == chinese) {
                let likely = model.likeliest(&normalise(&example.text).chars);
                let wish = likely
                    .filter(|likely| likely.likelihood >= least)
                    .map(|likely| likely.class.name.as_str());
                match (wish, name(example)) {
                    (None, NONE) => told.nothing += 1,
                    (None, _) => told.missed += 1,
                    (Some(_), NONE) => told.invented += 1,
                    (Some(wish), expected) if wish == expected => told.right += 1,
                    (Some(_), _) => told.wrong += 1,
                }
            }
            let Told { right, wrong, missed, invented, nothing } = told;
            writeln!(
                log,
                "{language} {least:.1}: wishes told {right}, as another {wrong}, not told {missed}; of no wish {invented} \
                 taken for one, {nothing} not"
            )?;
        }
    }
    let wrongly = measured.iter().filter_map(|example| {
        let likely = model.likeliest(&normalise(&example.text).chars)?;
        (likely.class.name != name(example)).then_some((example, likely.class, likely.likelihood))
    });
    for (example, class, likelihood) in wrongly.take(misses) {
        writeln!(log, "  {} {likelihood:.2}, not {}: {}", class.name, name(example), example.text)?;
    }
    Ok(())
}
