//! The training itself: which features get a vector, what each batch is made of, and the way through all of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::time::Instant;

use lares_embedding::features::{FeatureReader, Sounds};
use lares_embedding::model_file::Words;
use lares_embedding::{Calibration, FeatureKind, ModelFile};
use lares_home::Intent;
use rayon::prelude::*;

use super::corpus::{Corpus, DeviceKind, Item};
use super::frames::Frames;
use super::queries::{action, vary};
use super::random::{self, Random, happens};
use super::settings::Settings;
use super::sounds;
use super::splits::Splits;
use super::table::{Bag, Rates, Table};
use super::thesaurus::Thesaurus;
use super::values::Values;

/// The model's name: another corpus or other settings make another model, with the next number.
const NAME: &str = "lares-static-4";

/// What is known of the languages without any item.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knowledge<'a> {
    pub(crate) thesaurus: &'a Thesaurus,
    pub(crate) frames: &'a Frames,
    pub(crate) values: &'a Values,
}

/// Trains a model on what the splits leave for it, and tells how it goes.
pub(crate) fn train(
    corpus: &Corpus,
    kinds: &[DeviceKind],
    splits: &Splits,
    knowledge: Knowledge<'_>,
    settings: &Settings,
    log: &mut impl Write,
) -> anyhow::Result<ModelFile> {
    let sounds = sounds::table();
    let mut course = Course::new(corpus, kinds, splits, knowledge, settings, &sounds);
    let (features, owners) = course.features();
    course.owners = owners;
    writeln!(log, "{} items, {} features with a vector", course.items.len(), features.len())?;
    let mut table =
        Table::begin(settings.dimensions, (settings.words, settings.share), settings.caution, &features);
    let started = Instant::now();
    let mut recent = 0.0;
    let tell_every = (settings.steps / 20).max(1);
    for step in 0..settings.steps {
        let language = step % 2;
        let pairs = course.pairs(step, language, &table);
        let (queries, documents): (Vec<Bag>, Vec<Bag>) =
            pairs.iter().map(|pair| (pair.query.clone(), pair.document.clone())).unzip();
        let left = 1.0 - step as f32 / settings.steps as f32;
        let rates = Rates { temperature: settings.temperature, rate: settings.rate * left.max(0.02) };
        let is_apart = |one: usize, other: usize| match (pairs.get(one), pairs.get(other)) {
            (Some(one), Some(other)) => course.is_apart(one, other, language),
            _ => false,
        };
        recent += table.learn(&queries, &documents, &is_apart, rates)?;
        if (step + 1) % tell_every == 0 {
            let seconds = started.elapsed().as_secs_f32();
            writeln!(log, "step {:>6}  loss {:.4}  {seconds:.0} s", step + 1, recent / tell_every as f32)?;
            log.flush()?;
            recent = 0.0;
        }
    }
    Ok(quantised(&table, &sounds, settings))
}

/// For each feature of which most texts are of one capability, that capability's digest.
type Owners = HashMap<u32, u64>;

/// What a pair is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    Item(usize),
    /// A group of the thesaurus.
    Words(usize),
    /// An act of a family on a thing, a group of the thesaurus.
    Done {
        thing: usize,
        family: usize,
        act: usize,
    },
}

/// A question and the document that answers it.
struct Pair {
    meant: Meant,
    /// For an action of the parser, its intent: every item that has it is right.
    intent: Option<Intent>,
    query: Bag,
    document: Bag,
}

/// What training draws from.
struct Course<'a> {
    corpus: &'a Corpus,
    splits: &'a Splits,
    knowledge: Knowledge<'a>,
    settings: &'a Settings,
    sounds: &'a Sounds,
    items: Vec<usize>,
    /// Items that are confused with each other: those of one kind of device, and those that do the same to others.
    groups: Vec<Vec<usize>>,
    homophones: BTreeMap<u16, Vec<char>>,
    intents: Vec<HashSet<Intent>>,
    owners: Owners,
    /// For each two items, whether they share an intent.
    akin: Vec<bool>,
    /// Ways to ask that are not trained on, in small letters: no sentence about a value may be one of them.
    held: HashSet<String>,
}

impl<'a> Course<'a> {
    fn new(
        corpus: &'a Corpus,
        kinds: &[DeviceKind],
        splits: &'a Splits,
        knowledge: Knowledge<'a>,
        settings: &'a Settings,
        sounds: &'a Sounds,
    ) -> Course<'a> {
        let trained = |place: &usize| splits.trained.get(*place).copied().unwrap_or(false);
        let items: Vec<usize> = (0..corpus.items.len()).filter(trained).collect();
        let mut by_act: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let mut by_property: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for &place in &items {
            if let Some(first) = corpus.items.get(place).and_then(|item| item.intents().first()) {
                by_act.entry(first.act).or_default().push(place);
                if let Some(property) = first.property {
                    by_property.entry(property.0).or_default().push(place);
                }
            }
        }
        let of_kinds =
            kinds.iter().map(|kind| kind.items.iter().copied().filter(trained).collect::<Vec<_>>());
        let mut groups: Vec<Vec<usize>> = of_kinds.collect();
        // Each as often as kinds of devices, so that neither outweighs the other.
        groups.extend(by_act.into_values());
        groups.extend(by_property.into_values());
        groups.retain(|group| group.len() > 2);
        let texts = splits.phrasings.iter().flat_map(|both| &both[0]).map(String::as_str);
        let known: HashSet<&String> = splits.phrasings.iter().flatten().flatten().collect();
        let all = corpus.items.iter().flat_map(|item| &item.phrasings).flatten();
        let held = all.filter(|text| !known.contains(text)).map(|text| text.to_lowercase()).collect();
        let intents: Vec<HashSet<Intent>> =
            corpus.items.iter().map(|item| item.intents().iter().cloned().collect()).collect();
        let akin =
            intents.iter().flat_map(|one| intents.iter().map(|other| !one.is_disjoint(other))).collect();
        Course {
            akin,
            held,
            owners: Owners::new(),
            corpus,
            splits,
            knowledge,
            settings,
            sounds,
            items,
            groups,
            homophones: sounds::homophones(texts),
            intents,
        }
    }

    fn item(&self, place: usize) -> &Item {
        &self.corpus.items[place]
    }

    /// The features that are frequent enough, with their rarity, in the order of their hashes; and whose they are.
    fn features(&self) -> (Vec<(u32, FeatureKind, f32)>, Owners) {
        let mut counts: HashMap<u32, (FeatureKind, u32)> = HashMap::new();
        let mut shares: HashMap<u32, HashMap<u64, u32>> = HashMap::new();
        let mut texts = 0u32;
        let mut reader = FeatureReader::default();
        for &place in &self.items {
            let item = self.item(place);
            let owner = random::digest(&item.capability);
            let mut count = |text: &str| {
                texts += 1;
                for feature in reader.read(text, self.sounds) {
                    counts.entry(feature.hash).or_insert((feature.kind, 0)).1 += 1;
                    *shares.entry(feature.hash).or_default().entry(owner).or_insert(0) += 1;
                }
            };
            for language in 0..2 {
                let phrasings = self.splits.phrasings.get(place).and_then(|both| both.get(language));
                for text in phrasings.into_iter().flatten() {
                    count(text);
                }
                for text in item.says[language].iter().chain(&item.descriptions[language]) {
                    count(text);
                }
                let mut random = random::at(self.settings.seed, place, language);
                for _ in 0..8 {
                    if let Some((text, _)) = action(item, language, &mut random) {
                        count(&text);
                    }
                }
                let values = item.specs[language].values();
                if self.settings.valued > 0 {
                    for _ in values {
                        if let Some((text, _)) = self.of_value(item, language, &mut random) {
                            count(&text);
                        }
                    }
                }
                for word in values.iter().flat_map(|value| &value.words) {
                    count(word);
                }
            }
        }
        // A word that somebody wrote down is no slip: it has a vector, however few texts have it.
        let groups = self.knowledge.thesaurus.words.iter().flat_map(|words| &words.groups);
        let words = groups.flat_map(|group| group.words.iter().cloned());
        let of_values = (self.settings.valued > 0).then(|| self.knowledge.values.words());
        for text in words.chain(self.knowledge.frames.words()).chain(of_values.into_iter().flatten()) {
            texts += 1;
            for feature in reader.read(&text, self.sounds) {
                let count = &mut counts.entry(feature.hash).or_insert((feature.kind, 0)).1;
                *count = (*count + 1).max(self.settings.fewest_texts);
            }
        }
        let mut found: Vec<(u32, FeatureKind, u32)> = counts
            .into_iter()
            .filter(|(_, (_, count))| *count >= self.settings.fewest_texts)
            .map(|(hash, (kind, count))| (hash, kind, count))
            .collect();
        found.sort_unstable_by_key(|(hash, _, count)| (std::cmp::Reverse(*count), *hash));
        found.truncate(self.settings.most_rows);
        found.sort_unstable_by_key(|(hash, ..)| *hash);
        let owners = shares
            .into_iter()
            .filter_map(|(hash, shares)| {
                let all: u32 = shares.values().sum();
                let most = shares.into_iter().find(|(_, share)| 2 * share > all)?;
                Some((hash, most.0))
            })
            .collect();
        let features = found
            .into_iter()
            .map(|(hash, kind, count)| {
                (hash, kind, libm::logf((1.0 + texts as f32) / (1.0 + count as f32)) / 6.0)
            })
            .collect();
        (features, owners)
    }

    /// The pairs of a batch, all in one language: whole groups of items that are easily confused.
    fn pairs(&self, step: usize, language: usize, table: &Table) -> Vec<Pair> {
        let mut random = random::at(self.settings.seed, step, usize::MAX);
        let mut chosen: Vec<Meant> = Vec::with_capacity(self.settings.batch);
        let of_words = self.settings.batch * self.settings.thesaurus / 1000;
        let topics = self.knowledge.thesaurus.words.get(language).map_or(&[][..], |words| &words.topics);
        while chosen.len() < of_words {
            // Half of them of a few topics, whose words are easily confused, and half of all.
            let Some(topic) = random.pick(topics) else { break };
            let count = if happens(&mut random, 500) { topic.len().min(12) } else { 1 };
            chosen.extend((0..count).filter_map(|_| random.pick(topic).copied()).map(Meant::Words));
        }
        chosen.truncate(of_words);
        let of_frames = of_words + self.settings.batch * self.settings.framed / 1000;
        let things = self.knowledge.thesaurus.words.get(language).map_or(&[][..], |words| &words.things);
        while chosen.len() < of_frames {
            // All acts of a family on one thing: they differ in nothing but the act.
            let family = random.below(self.knowledge.frames.families.len());
            let (Some(thing), Some(acts)) = (random.pick(things), self.knowledge.frames.families.get(family))
            else {
                break;
            };
            chosen.extend((0..acts.acts.len()).map(|act| Meant::Done { thing: *thing, family, act }));
        }
        chosen.truncate(of_frames);
        while chosen.len() < self.settings.batch {
            if happens(&mut random, 300) {
                chosen.extend((0..16).filter_map(|_| random.pick(&self.items).copied()).map(Meant::Item));
                continue;
            }
            let Some(group) = random.pick(&self.groups) else { break };
            let picked = (0..group.len().min(16)).filter_map(|_| random.pick(group).copied());
            chosen.extend(picked.map(Meant::Item));
        }
        chosen.truncate(self.settings.batch);
        chosen
            .into_par_iter()
            .enumerate()
            .map_init(FeatureReader::default, |reader, (place, meant)| {
                let mut random = random::at(self.settings.seed, step, place);
                let (intent, query, document) = match meant {
                    Meant::Item(item) => self.texts(item, language, &mut random),
                    Meant::Words(group) => {
                        let (query, document) = self.of_words(group, language, &mut random);
                        (None, query, document)
                    }
                    Meant::Done { thing, family, act } => {
                        let (query, document) = self.done(thing, family, act, language, &mut random);
                        (None, query, document)
                    }
                };
                let query = self.bag(&query, step, &mut random, reader, table);
                Pair { meant, intent, query, document: self.bag(&document, step, &mut random, reader, table) }
            })
            .collect()
    }

    /// Two texts of the words of a group.
    fn of_words(&self, group: usize, language: usize, random: &mut Random) -> (String, String) {
        let group = self.knowledge.thesaurus.words.get(language).and_then(|words| words.groups.get(group));
        let mut rest: Vec<&str> =
            group.into_iter().flat_map(|group| &group.words).map(String::as_str).collect();
        let mut take = |most: usize| {
            let mut taken = Vec::new();
            for _ in 0..1 + random.below(most) {
                if !rest.is_empty() {
                    taken.push(rest.swap_remove(random.below(rest.len())));
                }
            }
            taken.join(" ")
        };
        (take(1), take(4))
    }

    /// Two texts of an act on a thing.
    fn done(
        &self,
        thing: usize,
        family: usize,
        act: usize,
        language: usize,
        random: &mut Random,
    ) -> (String, String) {
        let words = self.knowledge.thesaurus.words.get(language).and_then(|words| words.groups.get(thing));
        let act = self.knowledge.frames.families.get(family).and_then(|family| family.acts.get(act));
        match (words, act) {
            (Some(words), Some(act)) => act.texts(&words.words, language, random),
            _ => Default::default(),
        }
    }

    /// A text, where a word may give way to another of the same meaning.
    fn exchanged(&self, text: String, language: usize, random: &mut Random) -> String {
        let mut text = text;
        // Now and then a second one, too.
        for _ in 0..2 {
            if happens(random, self.settings.exchanged)
                && let Some(words) = self.knowledge.thesaurus.words.get(language)
                && let Some(other) = words.exchanged(&text, random)
            {
                text = other;
            }
        }
        text
    }

    /// The features of a text, without those that are left out or taken for unknown.
    fn bag(
        &self,
        text: &str,
        step: usize,
        random: &mut Random,
        reader: &mut FeatureReader,
        table: &Table,
    ) -> Bag {
        let hidden = self.settings.hidden as u64;
        let strange = self.settings.strange as u64;
        let is_hidden = |hash: u32| {
            let is_chosen = |number: u64, thousandths: u64| {
                (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % 1000 < thousandths
            };
            is_chosen(u64::from(hash) << 32 | step as u64, hidden)
                || self.owners.get(&hash).is_some_and(|owner| is_chosen(owner ^ step as u64, strange))
        };
        let mut bag = table.bag(reader.read(text, self.sounds), &is_hidden);
        let dropout = self.settings.dropout;
        bag.rows.retain(|_| !happens(random, dropout));
        bag.unknown.retain(|_| !happens(random, dropout));
        bag
    }

    /// A question about an item with the intent that it has for certain, and a document that answers it.
    fn texts(&self, place: usize, language: usize, random: &mut Random) -> (Option<Intent>, String, String) {
        let item = self.item(place);
        let phrasings = &self.splits.phrasings[place][language];
        let mut said = "";
        let mut intent = None;
        let mut query = String::new();
        if self.settings.valued > 0
            && !item.specs[language].values().is_empty()
            && happens(random, self.settings.valued)
            && let Some((text, meant)) = self.of_value(item, language, random)
        {
            intent = meant;
            query = vary(&self.exchanged(text, language, random), language, &self.homophones, random);
        }
        let draw = random.below(100);
        if query.is_empty()
            && (draw < 20 || phrasings.is_empty() && draw < 50)
            && let Some((text, meant)) = action(item, language, random)
        {
            (query, intent) = (text, Some(meant));
        }
        if query.is_empty() && happens(random, self.settings.described) {
            said = random.pick(&item.descriptions[language]).map_or("", String::as_str);
            query = self.exchanged(said.to_owned(), language, random);
        }
        if query.is_empty() {
            let from = if phrasings.is_empty() || draw < 35 { &item.says[language] } else { phrasings };
            said = random.pick(from).map_or("", String::as_str);
            let text = self.exchanged(said.to_owned(), language, random);
            query = vary(&text, language, &self.homophones, random);
        }
        let document = self.document(item, language, said, random);
        (intent, query, self.exchanged(document, language, random))
    }

    /// A question for a value of the item, unless it is one that is held out.
    fn of_value(
        &self,
        item: &Item,
        language: usize,
        random: &mut Random,
    ) -> Option<(String, Option<Intent>)> {
        let question = self.knowledge.values.question(item, language, random)?;
        (!self.held.contains(&question.0.to_lowercase())).then_some(question)
    }

    /// A document of the item: as retrieval makes it of the catalogue, or of a vendor's words. What was said is not in
    /// it.
    fn document(&self, item: &Item, language: usize, said: &str, random: &mut Random) -> String {
        let vendor = &item.descriptions[language];
        let other = |random: &mut Random| random.pick(vendor).filter(|text| *text != said);
        let description = if happens(random, 500) { other(random).map_or("", String::as_str) } else { "" };
        // All of its synonyms, some, or none.
        let keep = [1000, 1000, 700, 400, 0][random.below(5)];
        let own =
            item.specs[language].described(description, &mut |text| text != said && happens(random, keep));
        let language = super::corpus::LANGUAGES[language];
        own.text(language)
    }

    /// Whether the second one's document is wrong for the first one's question.
    fn is_apart(&self, one: &Pair, other: &Pair, language: usize) -> bool {
        match (one.meant, other.meant) {
            (Meant::Words(one), Meant::Words(other)) => {
                self.knowledge.thesaurus.words.get(language).is_some_and(|words| words.is_apart(one, other))
            }
            (Meant::Item(item), Meant::Item(theirs)) => match &one.intent {
                Some(intent) => !self.intents.get(theirs).is_some_and(|theirs| theirs.contains(intent)),
                None => {
                    item != theirs
                        && !self.akin.get(item * self.intents.len() + theirs).is_some_and(|akin| *akin)
                }
            },
            (
                Meant::Done { thing, family, act },
                Meant::Done { thing: other, family: others, act: theirs },
            ) => {
                let apart = self
                    .knowledge
                    .thesaurus
                    .words
                    .get(language)
                    .is_some_and(|words| words.is_apart(thing, other));
                apart || thing == other && family == others && act != theirs
            }
            // Words are what documents are made of: nobody wrote down which ones.
            _ => false,
        }
    }
}

/// The table in bytes: each row has a step of its own.
fn quantised(table: &Table, sounds: &Sounds, settings: &Settings) -> ModelFile {
    let mut weights = Vec::with_capacity(table.hashes.len());
    let mut rows = Vec::with_capacity(table.values.len());
    for row in table.values.chunks_exact(table.dimensions) {
        let largest = row.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
        let step = largest / 127.0;
        weights.push(step);
        let byte = |value: &f32| if step > 0.0 { (value / step).round() as i8 } else { 0 };
        rows.extend(row.iter().map(|value| byte(value).cast_unsigned()));
    }
    ModelFile {
        name: NAME.to_owned(),
        seed: settings.seed,
        dimensions: table.dimensions,
        calibration: Calibration { slope: 10.0, midpoint: 0.4, temperature: 0.1 },
        unknown_weights: table.unknown_weights,
        sounds: sounds.clone(),
        hashes: table.hashes.clone(),
        weights,
        words: Words {
            dimensions: table.words.dimensions,
            share: table.words.share,
            unknown_weights: table.words.unknown_weights,
            weights: table.words.weights.clone(),
        },
        rows: rows.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::splits::{Purpose, split};
    use crate::training::{corpus, data, frames, thesaurus, values};

    #[test]
    fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        let kinds = corpus::device_kinds(&data().join("devices.toml"), &corpus.items).unwrap();
        let splits = split(&corpus, Purpose::Test);
        let thesaurus = thesaurus::read(&data().join("thesaurus.toml")).unwrap();
        let frames = frames::read(&data().join("frames.toml")).unwrap();
        let values = values::read(&data().join("values.toml"), &corpus.items).unwrap();
        let knowledge = Knowledge { thesaurus: &thesaurus, frames: &frames, values: &values };
        let settings = Settings { steps: 2, batch: 24, dimensions: 16, ..Settings::default() };
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let model =
                pool.install(|| train(&corpus, &kinds, &splits, knowledge, &settings, &mut std::io::sink()));
            model.unwrap().to_bytes()
        };
        let one = on(1);
        assert!(one == on(3), "the bytes depend on the threads");
        let other = Settings { seed: 1, ..settings };
        let model = train(&corpus, &kinds, &splits, knowledge, &other, &mut std::io::sink()).unwrap();
        assert!(one != model.to_bytes(), "the seed changes nothing");
    }

    #[test]
    fn no_question_for_a_value_is_one_that_is_held_out() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        let splits = split(&corpus, Purpose::Test);
        let (settings, sounds) = (Settings::default(), sounds::table());
        let (thesaurus, frames) = (Thesaurus::default(), Frames::default());
        let values = values::read(&data().join("values.toml"), &corpus.items).unwrap();
        let knowledge = Knowledge { thesaurus: &thesaurus, frames: &frames, values: &values };
        let course = Course::new(&corpus, &[], &splits, knowledge, &settings, &sounds);
        let held = splits.held_phrasings.iter().chain(&splits.held_capabilities);
        assert!(held.into_iter().all(|asked| course.held.contains(&asked.text.to_lowercase())));
        let mut random = random::at(1, 0, 0);
        let (mut drawn, mut kept) = (0, 0);
        for (item, language) in corpus.items.iter().flat_map(|item| [(item, 0), (item, 1)]) {
            for _ in 0..40 {
                drawn += usize::from(values.question(item, language, &mut random).is_some());
                if let Some((text, _)) = course.of_value(item, language, &mut random) {
                    kept += 1;
                    assert!(!course.held.contains(&text.to_lowercase()), "{text}");
                }
            }
        }
        // A few sentences are what somebody else wrote, too; by far the most are not.
        assert!(kept > drawn * 9 / 10, "{kept} of {drawn}");
    }

    /// What most texts of a word come from is where it belongs; a word of many capabilities belongs to none.
    #[test]
    fn words_belong_to_the_capability_that_says_them() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        let splits = split(&corpus, Purpose::Test);
        let (settings, sounds) = (Settings::default(), sounds::table());
        let (thesaurus, frames, values) = (Thesaurus::default(), Frames::default(), Values::default());
        let knowledge = Knowledge { thesaurus: &thesaurus, frames: &frames, values: &values };
        let course = Course::new(&corpus, &[], &splits, knowledge, &settings, &sounds);
        let (_, owners) = course.features();
        let mut reader = FeatureReader::default();
        let mut word = |text: &str| {
            let features = reader.read(text, &sounds).iter();
            features.filter(|one| one.kind == FeatureKind::Word).map(|one| one.hash).next().unwrap()
        };
        assert_eq!(owners.get(&word("please")), None);
        let owned =
            corpus.items.iter().enumerate().filter(|(place, _)| splits.trained[*place]).any(|(_, item)| {
                let owner = random::digest(&item.capability);
                let mut words = item.phrasings[1].iter().flat_map(|text| text.split(' '));
                words
                    .any(|one| one.chars().all(char::is_alphabetic) && owners.get(&word(one)) == Some(&owner))
            });
        assert!(owned);
    }
}
