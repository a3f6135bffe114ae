//! The built-in catalogue: what every known capability can do and tell, in Chinese and English.
//!
//! It is data (`data/`), checked and embedded at build time, decoded once a process and shared by all homes.

mod entry;
mod shared;

use std::sync::{Arc, OnceLock};

pub use entry::{
    ArgumentEntry, AttributeEntry, CapabilityEntry, CategoryEntry, CommandEntry, PropertyEntry, ValueEntry,
};

use hashbrown::HashMap;

use crate::category::Category;
use crate::command::{AttributeSpec, CommandSpec};
use crate::home::HomeLanguage;
use crate::intent::{Intent, IntentError, Property};
use entry::{Embedded, EmbeddedCapability};
use shared::SharedSpecs;

static EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalogue.postcard"));

/// The catalogue. Its index is decoded at the first call, each capability when it is first asked for.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        // The build script wrote these bytes with the same definitions, so this cannot fail; should it ever, an empty
        // catalogue is safer for a caller than an abort, and the tests see it.
        let embedded = postcard::from_bytes(EMBEDDED).unwrap_or_else(|_| Embedded {
            properties: Vec::new(),
            categories: Vec::new(),
            capabilities: Vec::new(),
        });
        Catalogue::new(embedded)
    })
}

/// Properties, categories and capabilities.
#[derive(Debug)]
pub struct Catalogue {
    properties: Vec<PropertyEntry>,
    categories: Vec<CategoryEntry>,
    capabilities: Vec<CapabilitySpec>,
    property_ids: HashMap<&'static str, Property>,
    category_names: HashMap<String, Category>,
    capability_ids: HashMap<&'static str, usize>,
}

impl Catalogue {
    fn new(embedded: Embedded) -> Catalogue {
        let Embedded { properties, categories, capabilities } = embedded;
        let property_ids =
            properties.iter().zip(0..).map(|(entry, index)| (entry.id, Property(index))).collect();
        let mut category_names = HashMap::new();
        for (entry, index) in categories.iter().zip(0..) {
            for name in std::iter::once(&entry.id).chain(&entry.aliases) {
                category_names.entry(name.to_lowercase()).or_insert(Category(index));
            }
        }
        let capability_ids =
            capabilities.iter().enumerate().map(|(index, entry)| (entry.id, index)).collect();
        let capabilities = capabilities.into_iter().map(CapabilitySpec::new).collect();
        Catalogue { properties, categories, capabilities, property_ids, category_names, capability_ids }
    }

    /// Every property; a [`Property`] is an index into this.
    pub fn properties(&self) -> &[PropertyEntry] {
        &self.properties
    }

    /// The property of that id (`brightness`).
    pub fn property(&self, id: &str) -> Option<Property> {
        self.property_ids.get(id).copied()
    }

    /// Id and names of a property; `None` for an index that no property has.
    pub fn property_entry(&self, property: Property) -> Option<&PropertyEntry> {
        self.properties.get(usize::from(property.0))
    }

    /// The property of that name in either language (`亮度`, `brightness`), the first of several.
    pub fn property_called(&self, name: &str) -> Option<Property> {
        let place = self.properties.iter().position(|entry| entry.zh == name || entry.en == name)?;
        u16::try_from(place).ok().map(Property)
    }

    /// Every device category; a [`Category`] is an index into this.
    pub fn categories(&self) -> &[CategoryEntry] {
        &self.categories
    }

    /// The category of that id or alias, whatever its case.
    pub fn category(&self, name: &str) -> Option<Category> {
        let name = name.trim();
        // Asked several times for each request, nearly always for a name that fits into a few bytes.
        let mut letters = [0_u8; 32];
        let known = match letters.get_mut(..name.len()) {
            Some(letters) if name.is_ascii() => {
                letters.copy_from_slice(name.as_bytes());
                letters.make_ascii_lowercase();
                std::str::from_utf8(letters).ok().and_then(|name| self.category_names.get(name))
            }
            _ => self.category_names.get(&name.to_lowercase()),
        };
        known.copied()
    }

    /// Id and names of a category; `None` for an index that no category has.
    pub fn category_entry(&self, category: Category) -> Option<&CategoryEntry> {
        self.categories.get(usize::from(category.0))
    }

    /// Every capability, in the order of their ids.
    pub fn capabilities(&self) -> &[CapabilitySpec] {
        &self.capabilities
    }

    /// The capability of that id.
    pub fn capability(&self, id: &str) -> Option<&CapabilitySpec> {
        self.capabilities.get(*self.capability_ids.get(id)?)
    }

    /// Reads an intent as the data files write it (`set:mode=cool`).
    ///
    /// # Errors
    /// An act or property that does not exist, or a part that is empty.
    pub fn intent(&self, text: &str) -> Result<Intent, IntentError> {
        Intent::parse(text, |id| self.property(id))
    }
}

/// A capability: its entry, and the specifications made from it that all homes share.
#[derive(Debug)]
pub struct CapabilitySpec {
    id: &'static str,
    embedded: &'static [u8],
    entry: OnceLock<CapabilityEntry>,
    shared_id: OnceLock<Arc<str>>,
    chinese: OnceLock<SharedSpecs>,
    english: OnceLock<SharedSpecs>,
}

impl CapabilitySpec {
    fn new(embedded: EmbeddedCapability) -> CapabilitySpec {
        CapabilitySpec {
            id: embedded.id,
            embedded: embedded.entry,
            entry: OnceLock::new(),
            shared_id: OnceLock::new(),
            chinese: OnceLock::new(),
            english: OnceLock::new(),
        }
    }

    fn entry(&self) -> &CapabilityEntry {
        // As for the whole: this cannot fail, and the tests decode every entry.
        self.entry.get_or_init(|| {
            postcard::from_bytes(self.embedded).unwrap_or_else(|_| CapabilityEntry {
                id: self.id,
                zh: "",
                en: "",
                commands: Vec::new(),
                attributes: Vec::new(),
            })
        })
    }

    /// The platform's id.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The id as devices hold it.
    pub(crate) fn shared_id(&self) -> &Arc<str> {
        self.shared_id.get_or_init(|| Arc::from(self.id))
    }

    /// The Chinese name.
    pub fn zh(&self) -> &'static str {
        self.entry().zh
    }

    /// The English name.
    pub fn en(&self) -> &'static str {
        self.entry().en
    }

    /// Its commands, internal ones included.
    pub fn commands(&self) -> &[CommandEntry] {
        &self.entry().commands
    }

    /// The command of that name.
    pub fn command(&self, name: &str) -> Option<&CommandEntry> {
        self.entry().commands.iter().find(|command| command.name == name)
    }

    /// Its attributes.
    pub fn attributes(&self) -> &[AttributeEntry] {
        &self.entry().attributes
    }

    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&AttributeEntry> {
        self.entry().attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Its commands without the internal ones, as homes of that language have them.
    pub fn command_specs(&self, language: HomeLanguage) -> &[Arc<CommandSpec>] {
        &self.shared(language).commands
    }

    /// Its attributes as homes of that language have them, without those that nobody asks for (lists of what is
    /// supported and the like: they have no intents).
    pub fn attribute_specs(&self, language: HomeLanguage) -> &[Arc<AttributeSpec>] {
        &self.shared(language).attributes
    }

    fn shared(&self, language: HomeLanguage) -> &SharedSpecs {
        let cell = match language {
            HomeLanguage::Chinese => &self.chinese,
            HomeLanguage::English => &self.english,
        };
        cell.get_or_init(|| SharedSpecs::new(self.entry(), language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_bytes_decode() {
        let embedded: Embedded = postcard::from_bytes(EMBEDDED).unwrap();
        assert!(!embedded.properties.is_empty());
        assert!(!embedded.categories.is_empty());
        for capability in embedded.capabilities {
            let entry: CapabilityEntry = postcard::from_bytes(capability.entry).unwrap();
            assert_eq!(entry.id, capability.id);
        }
    }

    #[test]
    fn categories_are_found_whatever_the_case() {
        let light = catalogue().category("Light").unwrap();
        assert_eq!(catalogue().category("light"), Some(light));
        assert_eq!(catalogue().category(" LIGHT "), Some(light));
        assert_eq!(catalogue().category("Lightt"), None);
        assert_eq!(catalogue().category_entry(light).unwrap().zh, "灯");
        assert_eq!(catalogue().category("Smoke Detector"), catalogue().category("SmokeDetector"));
    }

    #[test]
    fn intents_read_and_refuse() {
        let brightness = catalogue().property("brightness");
        let intent = catalogue().intent("set:brightness").unwrap();
        assert_eq!((intent.property, intent.key), (brightness, None));
        assert_eq!(catalogue().intent("set:mode=cool").unwrap().key.as_deref(), Some("cool"));
        for wrong in ["", "sett", "set:", "set:nothing", "set:mode=", ":mode", "set: mode"] {
            assert!(catalogue().intent(wrong).is_err(), "{wrong}");
        }
    }
}
