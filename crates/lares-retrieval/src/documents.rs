//! Command documents: what is compared with the words of an action where its structure does not decide.
//!
//! A document is `{description} {synonyms} {value descriptions}`, with no category and no id in it. Chinese and English
//! are documents apart. Each distinct text is embedded once, when it is first wanted, whatever the number of devices
//! and homes that share it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use lares_embedding::{Embedder, Hit, dot, nearest};
use lares_home::{ArgumentSpec, AttributeIndex, AttributeSpec, CommandIndex, CommandSpec, Home};
use lares_language::Language;

/// A command or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Capability {
    /// A command.
    Command(CommandIndex),
    /// An attribute.
    Attribute(AttributeIndex),
}

/// What a document is made of beside the description of its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ingredients {
    /// The ways to ask for it.
    pub synonyms: bool,
    /// The names and words of its values.
    pub values: bool,
}

impl Default for Ingredients {
    fn default() -> Self {
        Ingredients { synonyms: true, values: true }
    }
}

/// The text of a command's document in a language; empty where the command has no words in it.
pub fn command_text(spec: &CommandSpec, language: Language) -> String {
    command_text_of(spec, language, Ingredients::default())
}

/// The text of an attribute's document in a language.
pub fn attribute_text(spec: &AttributeSpec, language: Language) -> String {
    attribute_text_of(spec, language, Ingredients::default())
}

fn command_text_of(spec: &CommandSpec, language: Language, ingredients: Ingredients) -> String {
    let (description, synonyms) = match language {
        Language::Chinese => (&spec.description_zh, &spec.synonyms_zh),
        Language::English => (&spec.description_en, &spec.synonyms_en),
    };
    document([&spec.description, description], synonyms, spec.argument.as_ref(), language, ingredients)
}

fn attribute_text_of(spec: &AttributeSpec, language: Language, ingredients: Ingredients) -> String {
    let (description, synonyms) = match language {
        Language::Chinese => (&spec.description_zh, &spec.synonyms_zh),
        Language::English => (&spec.description_en, &spec.synonyms_en),
    };
    document([&spec.description, description], synonyms, spec.value.as_ref(), language, ingredients)
}

/// The document of a device of which nothing but name and room is known (seed 001).
pub fn bare_text(name: &str, room: Option<&str>) -> String {
    match room {
        Some(room) if !room.is_empty() => format!("{name} {room}"),
        _ => name.to_owned(),
    }
}

fn document(
    descriptions: [&String; 2],
    synonyms: &[String],
    values: Option<&ArgumentSpec>,
    language: Language,
    ingredients: Ingredients,
) -> String {
    let synonyms = if ingredients.synonyms { synonyms } else { &[] };
    let values = values.filter(|_| ingredients.values).map_or(&[][..], |argument| &argument.values);
    let value_words = values.iter().flat_map(|value| std::iter::once(&value.description).chain(&value.words));
    let mut text = String::new();
    let mut taken: Vec<&str> = Vec::new();
    for part in descriptions.into_iter().chain(synonyms).chain(value_words) {
        let part = part.trim();
        // A vendor's description may be in either language: it belongs to the document of the one it is written in.
        if part.is_empty() || written_in(part) != language || taken.contains(&part) {
            continue;
        }
        taken.push(part);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}

/// The language that a text is written in.
pub fn written_in(text: &str) -> Language {
    let han = text.chars().any(|c| matches!(c, '\u{3400}'..='\u{9fff}'));
    if han { Language::Chinese } else { Language::English }
}

/// The distinct documents of a home and which commands and attributes they describe.
#[derive(Debug, Default)]
pub struct Documents {
    rows: Vec<Row>,
    ingredients: Ingredients,
    /// For each command, its rows: Chinese, English.
    commands: Vec<[Option<u32>; 2]>,
    attributes: Vec<[Option<u32>; 2]>,
}

#[derive(Debug)]
struct Row {
    /// The first of those it describes; its text is made from it when wanted.
    first: Capability,
    language: Language,
    vector: OnceLock<Arc<[f32]>>,
}

impl Documents {
    /// Finds the distinct documents of a home. Nothing is embedded yet.
    pub fn build(home: &Home, ingredients: Ingredients) -> Documents {
        let mut documents = Documents { ingredients, ..Documents::default() };
        let mut known: HashMap<(u64, Language), u32> = HashMap::new();
        for (index, spec) in (0..).zip(&home.commands) {
            let rows = [Language::Chinese, Language::English].map(|language| {
                documents.row(
                    Capability::Command(CommandIndex(index)),
                    command_text_of(spec, language, ingredients),
                    language,
                    &mut known,
                )
            });
            documents.commands.push(rows);
        }
        for (index, spec) in (0..).zip(&home.attributes) {
            let rows = [Language::Chinese, Language::English].map(|language| {
                let capability = Capability::Attribute(AttributeIndex(index));
                documents.row(
                    capability,
                    attribute_text_of(spec, language, ingredients),
                    language,
                    &mut known,
                )
            });
            documents.attributes.push(rows);
        }
        documents
    }

    fn row(
        &mut self,
        first: Capability,
        text: String,
        language: Language,
        known: &mut HashMap<(u64, Language), u32>,
    ) -> Option<u32> {
        if text.is_empty() {
            return None;
        }
        let rows = &mut self.rows;
        Some(*known.entry((digest(&text), language)).or_insert_with(|| {
            rows.push(Row { first, language, vector: OnceLock::new() });
            rows.len() as u32 - 1
        }))
    }

    /// The number of distinct documents.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// There are no documents.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The document of a capability in a language, or in the other one where it has none.
    pub fn row_of(&self, capability: Capability, language: Language) -> Option<usize> {
        let rows = match capability {
            Capability::Command(index) => self.commands.get(index.0 as usize),
            Capability::Attribute(index) => self.attributes.get(index.0 as usize),
        }?;
        let [chinese, english] = rows;
        let row = match language {
            Language::Chinese => chinese.or(*english),
            Language::English => english.or(*chinese),
        };
        row.map(|row| row as usize)
    }

    /// The text of a document.
    pub fn text(&self, home: &Home, row: usize) -> String {
        let Some(row) = self.rows.get(row) else { return String::new() };
        match row.first {
            Capability::Command(index) => home
                .commands
                .get(index.0 as usize)
                .map(|spec| command_text_of(spec, row.language, self.ingredients)),
            Capability::Attribute(index) => home
                .attributes
                .get(index.0 as usize)
                .map(|spec| attribute_text_of(spec, row.language, self.ingredients)),
        }
        .unwrap_or_default()
    }

    /// Takes vectors that the caller has fetched, by text, and returns the texts that are still wanted.
    pub fn supply(&self, home: &Home, dimensions: usize, vectors: &HashMap<String, Vec<f32>>) -> Vec<String> {
        let mut missing = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let text = self.text(home, index);
            match vectors.get(&text).filter(|vector| vector.len() == dimensions) {
                Some(vector) => {
                    let mut vector = vector.clone();
                    lares_embedding::normalise(&mut vector);
                    row.vector.get_or_init(|| Arc::from(vector));
                }
                None => missing.push(text),
            }
        }
        missing
    }

    /// The cosine of a document with a query vector; 0 for a document that does not exist.
    pub fn cosine(&self, home: &Home, embedder: &dyn Embedder, row: usize, query: &[f32]) -> f32 {
        match self.rows.get(row) {
            Some(found) => dot(found.vector.get_or_init(|| embedded(embedder, &self.text(home, row))), query),
            None => 0.0,
        }
    }

    /// The nearest `k` of some documents, nearest first.
    pub fn nearest(
        &self,
        home: &Home,
        embedder: &dyn Embedder,
        query: &[f32],
        rows: impl Iterator<Item = usize>,
        k: usize,
    ) -> Vec<Hit> {
        let hits = rows.map(|row| Hit { row, cosine: self.cosine(home, embedder, row, query) }).collect();
        nearest(hits, k)
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

type Cache = Mutex<HashMap<(u64, u64), Weak<[f32]>>>;

/// The vector of a document, shared by all homes of the process that have it.
fn embedded(embedder: &dyn Embedder, text: &str) -> Arc<[f32]> {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    let cache = CACHE.get_or_init(Mutex::default);
    let key = (digest(embedder.name()), digest(text));
    // A panic while the map was held cannot have left it half-changed: only whole entries are put in.
    let lock = || cache.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(vector) = lock().get(&key).and_then(Weak::upgrade) {
        return vector;
    }
    let mut vector = vec![0.0; embedder.dimensions()];
    // A remote embedder's documents are supplied before; without them the document is near nothing.
    if embedder.embed_document(text, &mut vector).is_err() {
        vector.fill(0.0);
    }
    let vector: Arc<[f32]> = Arc::from(vector);
    let mut held = lock();
    if held.len().is_power_of_two() {
        held.retain(|_, vector| vector.strong_count() > 0);
    }
    held.insert(key, Arc::downgrade(&vector));
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use lares_embedding::LexicalEmbedder;
    use lares_home::{HomeLanguage, catalogue};

    fn specs(capability: &str) -> Vec<Arc<CommandSpec>> {
        catalogue().capability(capability).unwrap().command_specs(HomeLanguage::Chinese).to_vec()
    }

    #[test]
    fn seed_001_documents_hold_words_and_neither_ids_nor_categories() {
        let text = command_text(&specs("airConditionerMode")[0], Language::Chinese);
        assert!(text.starts_with("设置空调模式") && text.contains("制冷"));
        assert!(
            !text.contains("airConditionerMode")
                && !text.contains("AirConditioner")
                && !text.contains("main-")
        );
        assert!(text.chars().all(|c| !c.is_ascii_lowercase()) || !text.contains("cool "), "{text}");
    }

    #[test]
    fn seed_001_a_vendor_description_comes_first_and_synonyms_follow() {
        let mut spec = (*specs("switch")[0]).clone();
        spec.description = "电源启用".into();
        let text = command_text(&spec, Language::Chinese);
        assert!(text.starts_with("电源启用 打开"), "{text}");
        assert!(!command_text(&spec, Language::English).contains("电源"));
    }

    #[test]
    fn seed_001_without_synonyms_the_description_is_the_document() {
        let mut spec = (*specs("switch")[0]).clone();
        (spec.description, spec.description_zh) = ("奇怪的功能".into(), String::new());
        (spec.synonyms_zh, spec.synonyms_en, spec.description_en) = (Vec::new(), Vec::new(), String::new());
        assert_eq!(command_text(&spec, Language::Chinese), "奇怪的功能");
        assert_eq!(command_text(&spec, Language::English), "");
    }

    #[test]
    fn each_ingredient_can_be_left_out() {
        let spec = &specs("airConditionerMode")[0];
        let bare = Ingredients { synonyms: false, values: false };
        assert_eq!(command_text_of(spec, Language::Chinese, bare), "设置空调模式");
        let values = command_text_of(spec, Language::Chinese, Ingredients { synonyms: false, values: true });
        assert!(values.contains("制冷") && values.len() < command_text(spec, Language::Chinese).len());
        let synonyms =
            command_text_of(spec, Language::Chinese, Ingredients { synonyms: true, values: false });
        assert!(synonyms.len() > bare_text("设置空调模式", None).len());
    }

    #[test]
    fn seed_001_without_a_spec_name_and_room_are_the_document() {
        assert_eq!(bare_text("老伙计", Some("客厅")), "老伙计 客厅");
        assert_eq!(bare_text("老伙计", None), "老伙计");
    }

    #[test]
    fn trap_7_equal_texts_are_one_document_and_one_vector() {
        let home = Home { commands: [specs("switch"), specs("switch")].concat(), ..Home::default() };
        let documents = Documents::build(&home, Ingredients::default());
        assert_eq!(documents.len(), 4, "on and off, Chinese and English");
        let on = Capability::Command(CommandIndex(0));
        let again = Capability::Command(CommandIndex(2));
        assert_eq!(documents.row_of(on, Language::Chinese), documents.row_of(again, Language::Chinese));
        let embedder = LexicalEmbedder::default();
        let (a, b) = (embedded(&embedder, "打开"), embedded(&embedder, "打开"));
        assert!(Arc::ptr_eq(&a, &b));
    }

    #[test]
    fn seed_001_value_descriptions_bring_their_command_up() {
        let home =
            Home { commands: [specs("airConditionerMode"), specs("switch")].concat(), ..Home::default() };
        let documents = Documents::build(&home, Ingredients::default());
        let embedder = LexicalEmbedder::default();
        let mut query = vec![0.0; embedder.dimensions()];
        embedder.embed_query("空调制冷", &mut query).unwrap();
        let hits = documents.nearest(&home, &embedder, &query, 0..documents.len(), 1);
        let mode = Capability::Command(CommandIndex(0));
        assert_eq!(documents.row_of(mode, Language::Chinese), Some(hits[0].row));
    }

    #[test]
    fn fetched_vectors_are_taken_and_missing_ones_named() {
        let home = Home { commands: specs("switch"), ..Home::default() };
        let documents = Documents::build(&home, Ingredients::default());
        let missing = documents.supply(&home, 2, &HashMap::new());
        assert_eq!(missing.len(), 4);
        let vectors = missing.into_iter().map(|text| (text, vec![3.0, 4.0])).collect();
        assert!(documents.supply(&home, 2, &vectors).is_empty());
        let embedder = LexicalEmbedder::new(2);
        assert!((documents.cosine(&home, &embedder, 0, &[0.6, 0.8]) - 1.0).abs() < 1e-6);
    }
}
