//! What the model is trained and judged on: every command and attribute of the catalogue for people, with the ways to
//! ask for it and the ways to describe it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, ensure};
use lares_home::{ArgumentSpec, AttributeSpec, CommandSpec, HomeLanguage, Intent, ValueSpec, catalogue};
use lares_language::Language;
use lares_retrieval::documents::{attribute_text, command_text};
use serde::Deserialize;

/// Ways to ask for a command or an attribute in Chinese, at least.
const FEWEST_ZH: usize = 20;
/// The same in English.
const FEWEST_EN: usize = 15;
/// Descriptions in the style of vendors, in each language.
const FEWEST_DOCUMENTS: usize = 3;

/// The two languages, in the order of all pairs of this module.
pub(crate) const LANGUAGES: [Language; 2] = [Language::Chinese, Language::English];

/// A command or an attribute.
#[derive(Debug, Clone)]
pub(crate) enum Spec {
    Command(Arc<CommandSpec>),
    Attribute(Arc<AttributeSpec>),
}

impl Spec {
    /// The document, as retrieval makes it.
    pub(crate) fn text(&self, language: Language) -> String {
        match self {
            Spec::Command(spec) => command_text(spec, language),
            Spec::Attribute(spec) => attribute_text(spec, language),
        }
    }

    pub(crate) fn is_command(&self) -> bool {
        matches!(self, Spec::Command(_))
    }

    pub(crate) fn intents(&self) -> &[Intent] {
        match self {
            Spec::Command(spec) => &spec.intents,
            Spec::Attribute(spec) => &spec.intents,
        }
    }

    pub(crate) fn argument(&self) -> Option<&ArgumentSpec> {
        match self {
            Spec::Command(spec) => spec.argument.as_ref(),
            Spec::Attribute(spec) => spec.value.as_ref(),
        }
    }

    /// The values of its enumeration; none where it has no such argument.
    pub(crate) fn values(&self) -> &[ValueSpec] {
        self.argument().map_or(&[], |argument| &argument.values)
    }

    /// The same with another description and only some of its synonyms and words of values: a vendor's.
    pub(crate) fn described(&self, description: &str, keep: &mut dyn FnMut(&str) -> bool) -> Spec {
        let mut kept =
            |texts: &[String]| -> Vec<String> { texts.iter().filter(|text| keep(text)).cloned().collect() };
        let described = |zh: &str, en: &str| match description.is_empty() {
            true => (zh.to_owned(), zh.to_owned(), en.to_owned()),
            false => (description.to_owned(), String::new(), String::new()),
        };
        match self {
            Spec::Command(spec) => {
                let mut spec = CommandSpec::clone(spec);
                let texts = described(&spec.description_zh, &spec.description_en);
                (spec.description, spec.description_zh, spec.description_en) = texts;
                (spec.synonyms_zh, spec.synonyms_en) = (kept(&spec.synonyms_zh), kept(&spec.synonyms_en));
                thin(spec.argument.as_mut(), &mut kept);
                Spec::Command(Arc::new(spec))
            }
            Spec::Attribute(spec) => {
                let mut spec = AttributeSpec::clone(spec);
                let texts = described(&spec.description_zh, &spec.description_en);
                (spec.description, spec.description_zh, spec.description_en) = texts;
                (spec.synonyms_zh, spec.synonyms_en) = (kept(&spec.synonyms_zh), kept(&spec.synonyms_en));
                thin(spec.value.as_mut(), &mut kept);
                Spec::Attribute(Arc::new(spec))
            }
        }
    }
}

fn thin(argument: Option<&mut ArgumentSpec>, kept: &mut dyn FnMut(&[String]) -> Vec<String>) {
    for value in argument.into_iter().flat_map(|argument| &mut argument.values) {
        value.words = kept(&value.words);
    }
}

/// A command or attribute with all its words.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// `capability.name`.
    pub(crate) id: String,
    pub(crate) capability: String,
    /// As Chinese and English homes have it.
    pub(crate) specs: [Spec; 2],
    /// The catalogue's ways to ask for it: they are in its document, too.
    pub(crate) says: [Vec<String>; 2],
    /// The corpus' ways to ask for it.
    pub(crate) phrasings: [Vec<String>; 2],
    /// Descriptions in the style of vendors.
    pub(crate) descriptions: [Vec<String>; 2],
}

impl Item {
    pub(crate) fn intents(&self) -> &[Intent] {
        self.specs[0].intents()
    }

    /// Whether the catalogue states the same meaning for both, by their most typical intents.
    pub(crate) fn is_twin_of(&self, other: &Item) -> bool {
        match (self.intents().first(), other.intents().first()) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
}

/// All items, in the order of the catalogue.
#[derive(Debug)]
pub(crate) struct Corpus {
    pub(crate) items: Vec<Item>,
    /// Items that the paraphrases hold.
    pub(crate) paraphrased: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    item: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    capability: String,
    command: Option<String>,
    attribute: Option<String>,
    zh: Vec<String>,
    en: Vec<String>,
    documents_zh: Vec<String>,
    documents_en: Vec<String>,
}

/// The catalogue with the paraphrases of a folder.
///
/// # Errors
/// A file that cannot be read, or an entry that is wrong: the message names file and entry.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Corpus> {
    let mut items = of_catalogue();
    let places: HashMap<String, usize> =
        items.iter().enumerate().map(|(place, item)| (item.id.clone(), place)).collect();
    let mut files: Vec<_> = match fs::read_dir(folder) {
        Ok(entries) => {
            entries.collect::<Result<Vec<_>, _>>()?.into_iter().map(|entry| entry.path()).collect()
        }
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut seen: HashSet<usize> = HashSet::new();
    for path in files {
        let shown = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).with_context(|| shown.clone())?;
        let file: File = toml::from_str(&text).with_context(|| shown.clone())?;
        for entry in file.item {
            let name = match (&entry.command, &entry.attribute) {
                (Some(name), None) | (None, Some(name)) => name,
                _ => anyhow::bail!(
                    "{shown}: {}: exactly one of command and attribute is needed",
                    entry.capability
                ),
            };
            let kind = if entry.command.is_some() { "command" } else { "attribute" };
            let id = id(&entry.capability, kind, name);
            check(&entry).with_context(|| format!("{shown}: {id}"))?;
            let Some(&place) = places.get(&id) else {
                // What the catalogue keeps from people is written about for nothing, and does no harm.
                let known = catalogue().capability(&entry.capability).is_some_and(|capability| match kind {
                    "command" => capability.command(name).is_some(),
                    _ => capability.attribute(name).is_some(),
                });
                ensure!(known, "{shown}: {id}: the catalogue has no such command or attribute");
                continue;
            };
            ensure!(seen.insert(place), "{shown}: {id}: it has an entry already");
            if let Some(item) = items.get_mut(place) {
                item.phrasings = [entry.zh, entry.en];
                item.descriptions = [entry.documents_zh, entry.documents_en];
            }
        }
    }
    Ok(Corpus { items, paraphrased: seen.len() })
}

fn check(entry: &Entry) -> anyhow::Result<()> {
    let lists = [
        ("zh", &entry.zh, FEWEST_ZH),
        ("en", &entry.en, FEWEST_EN),
        ("documents_zh", &entry.documents_zh, FEWEST_DOCUMENTS),
        ("documents_en", &entry.documents_en, FEWEST_DOCUMENTS),
    ];
    for (field, texts, fewest) in lists {
        let mut distinct = HashSet::new();
        for text in texts {
            ensure!(!text.trim().is_empty(), "{field}: a text is blank");
            ensure!(distinct.insert(text.trim().to_lowercase()), "{field}: `{text}` is there twice");
            let han = text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'));
            // A Chinese text may be a name of Latin letters (SSID); an English one has no Chinese character.
            ensure!(!han || field.ends_with("zh"), "{field}: `{text}` is Chinese");
        }
        ensure!(texts.len() >= fewest, "{field}: {} texts, at least {fewest} are needed", texts.len());
    }
    Ok(())
}

fn id(capability: &str, kind: &str, name: &str) -> String {
    format!("{capability} {kind} {name}")
}

fn of_catalogue() -> Vec<Item> {
    let mut items = Vec::new();
    for capability in catalogue().capabilities() {
        let [zh, en] = [HomeLanguage::Chinese, HomeLanguage::English];
        for (one, other) in capability.command_specs(zh).iter().zip(capability.command_specs(en)) {
            items.push(Item {
                id: id(capability.id(), "command", &one.command),
                capability: capability.id().to_owned(),
                specs: [Spec::Command(Arc::clone(one)), Spec::Command(Arc::clone(other))],
                says: [one.synonyms_zh.clone(), one.synonyms_en.clone()],
                phrasings: Default::default(),
                descriptions: Default::default(),
            });
        }
        for (one, other) in capability.attribute_specs(zh).iter().zip(capability.attribute_specs(en)) {
            items.push(Item {
                id: id(capability.id(), "attribute", &one.attribute),
                capability: capability.id().to_owned(),
                specs: [Spec::Attribute(Arc::clone(one)), Spec::Attribute(Arc::clone(other))],
                says: [one.synonyms_zh.clone(), one.synonyms_en.clone()],
                phrasings: Default::default(),
                descriptions: Default::default(),
            });
        }
    }
    items
}

/// A kind of device: the items that it offers.
#[derive(Debug, Clone)]
pub(crate) struct DeviceKind {
    pub(crate) items: Vec<usize>,
    pub(crate) home: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceFile {
    device: Vec<DeviceEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceEntry {
    name: String,
    #[serde(default)]
    home: bool,
    capabilities: Vec<String>,
}

/// The kinds of devices.
///
/// # Errors
/// A file that cannot be read, or a capability that the catalogue does not have.
pub(crate) fn device_kinds(file: &Path, items: &[Item]) -> anyhow::Result<Vec<DeviceKind>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let parsed: DeviceFile = toml::from_str(&text).with_context(|| file.display().to_string())?;
    let mut kinds = Vec::new();
    for entry in parsed.device {
        for capability in &entry.capabilities {
            ensure!(
                items.iter().any(|item| item.capability == *capability),
                "{}: {}: the catalogue has no capability `{capability}` for people",
                file.display(),
                entry.name
            );
        }
        let offered = (0..items.len())
            .filter(|&place| {
                items.get(place).is_some_and(|item| entry.capabilities.contains(&item.capability))
            })
            .collect();
        kinds.push(DeviceKind { items: offered, home: entry.home });
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(text: &str) -> anyhow::Result<()> {
        let folder = std::env::temp_dir().join(format!("lares-corpus-{}-{}", std::process::id(), text.len()));
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("a.toml"), text)?;
        let read = read(&folder).map(|_| ());
        fs::remove_dir_all(&folder)?;
        read
    }

    /// The check of the data: every entry names what the catalogue has, none twice, and has enough ways to ask.
    #[test]
    fn the_paraphrases_and_devices_of_this_repository_are_sound() {
        let corpus = read(&crate::training::data().join("paraphrases")).unwrap();
        let kinds = device_kinds(&crate::training::data().join("devices.toml"), &corpus.items).unwrap();
        let silent: Vec<&str> = corpus
            .items
            .iter()
            .filter(|item| item.phrasings[0].is_empty())
            .map(|item| item.id.as_str())
            .collect();
        assert!(silent.is_empty(), "without paraphrases: {silent:?}");
        let on_no_device: Vec<&str> = (0..corpus.items.len())
            .filter(|place| !kinds.iter().any(|kind| kind.items.contains(place)))
            .map(|place| corpus.items[place].id.as_str())
            .collect();
        assert!(on_no_device.is_empty(), "on no kind of device: {on_no_device:?}");
    }

    #[test]
    fn mistakes_are_named() {
        // As many texts as are needed, of which the first is the one given.
        let whole = |capability: &str, command: &str, first: &str, zh: usize| {
            let texts = |word: &str, count: usize| -> String {
                (1..count).map(|number| format!(", \"{word} {number}\"")).collect()
            };
            format!(
                "[[item]]\ncapability = \"{capability}\"\ncommand = \"{command}\"\nzh = [\"{first}\"{}]\n\
                 en = [\"on\"{}]\ndocuments_zh = [\"开\"{}]\ndocuments_en = [\"On\"{}]\n",
                texts("开", zh),
                texts("on", FEWEST_EN),
                texts("开", FEWEST_DOCUMENTS),
                texts("On", FEWEST_DOCUMENTS),
            )
        };
        assert!(entry(&whole("switch", "on", "开", FEWEST_ZH)).is_ok());
        for (text, expect) in [
            (whole("switch", "onn", "开", FEWEST_ZH), "switch command onn"),
            (whole("swich", "on", "开", FEWEST_ZH), "swich command on"),
            (whole("switch", "on", "开 2 ", FEWEST_ZH), "there twice"),
            (whole("switch", "on", "", FEWEST_ZH), "blank"),
            (whole("switch", "on", "开", FEWEST_ZH - 1), "at least"),
            (whole("switch", "on", "开", FEWEST_ZH).replace("\"on\",", "\"开\","), "is Chinese"),
            (whole("switch", "on", "开", FEWEST_ZH).repeat(2), "already"),
            (whole("switch", "on", "开", FEWEST_ZH).replace("command", "comand"), "comand"),
        ] {
            let error = format!("{:#}", entry(&text).unwrap_err());
            assert!(error.contains("a.toml") && error.contains(expect), "{error}");
        }
    }
}
