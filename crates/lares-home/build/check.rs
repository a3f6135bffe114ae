//! Checks the data files against their rules and turns them into the embedded form.

use std::collections::{HashMap, HashSet};

use crate::category::Category;
use crate::command::ValueKind;
use crate::entry::{
    ArgumentEntry, AttributeEntry, CapabilityEntry, CategoryEntry, CommandEntry, Embedded,
    EmbeddedCapability, PropertyEntry, ValueEntry,
};
use crate::intent::{Act, Intent, Property};
use crate::source;

/// The embedded form of all files; every broken rule adds a line to `mistakes`.
pub(crate) fn check(
    properties: source::Properties,
    categories: source::Categories,
    families: Vec<(String, source::Family)>,
    mistakes: &mut Vec<String>,
) -> Embedded {
    let properties = check_properties(properties, mistakes);
    let categories = check_categories(categories, mistakes);
    let mut checker = Checker {
        properties: properties.iter().zip(0..).map(|(entry, index)| (entry.id, Property(index))).collect(),
        categories: categories.iter().zip(0..).map(|(entry, index)| (entry.id, Category(index))).collect(),
        mistakes,
    };
    let mut seen: HashMap<&'static str, String> = HashMap::new();
    let mut capabilities = Vec::new();
    for (file, family) in families {
        for capability in family.capabilities {
            let place = format!("data/{file}: capability {}", capability.id);
            let entry = checker.capability(&place, capability);
            if let Some(earlier) = seen.insert(entry.id, file.clone()) {
                checker.mistake(&place, &format!("is also in data/{earlier}"));
            }
            capabilities.push(entry);
        }
    }
    capabilities.sort_by_key(|capability| capability.id);
    let mut embedded = Vec::new();
    for capability in capabilities {
        match postcard::to_allocvec(&capability) {
            Ok(bytes) => embedded.push(EmbeddedCapability { id: capability.id, entry: bytes.leak() }),
            Err(error) => mistakes.push(format!("capability {}: {error}", capability.id)),
        }
    }
    Embedded { properties, categories, capabilities: embedded }
}

fn check_properties(properties: source::Properties, mistakes: &mut Vec<String>) -> Vec<PropertyEntry> {
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    for property in properties.properties {
        let place = format!("data/properties.toml: property {}", property.id);
        if !is_key(&property.id) {
            mistakes.push(format!("{place}: an id is of a-z, 0-9 and _"));
        }
        if property.zh.trim().is_empty() || property.en.trim().is_empty() {
            mistakes.push(format!("{place}: `zh` or `en` is empty"));
        }
        if !seen.insert(property.id.clone()) {
            mistakes.push(format!("{place}: is there twice"));
        }
        entries.push(PropertyEntry { id: keep(property.id), zh: keep(property.zh), en: keep(property.en) });
    }
    entries
}

fn check_categories(categories: source::Categories, mistakes: &mut Vec<String>) -> Vec<CategoryEntry> {
    let mut seen = HashSet::new();
    let mut entries = Vec::new();
    for category in categories.categories {
        let place = format!("data/categories.toml: category {}", category.id);
        if category.zh.trim().is_empty() || category.en.trim().is_empty() {
            mistakes.push(format!("{place}: `zh` or `en` is empty"));
        }
        for name in std::iter::once(&category.id).chain(&category.aliases) {
            if !seen.insert(name.to_lowercase()) {
                mistakes.push(format!("{place}: `{name}` is there twice"));
            }
        }
        entries.push(CategoryEntry {
            id: keep(category.id),
            zh: keep(category.zh),
            en: keep(category.en),
            aliases: keep_all(category.aliases),
        });
    }
    entries
}

/// What an entry may refer to, and what is wrong so far.
struct Checker<'m> {
    properties: HashMap<&'static str, Property>,
    categories: HashMap<&'static str, Category>,
    mistakes: &'m mut Vec<String>,
}

impl Checker<'_> {
    fn mistake(&mut self, place: &str, what: &str) {
        self.mistakes.push(format!("{place}: {what}"));
    }

    fn capability(&mut self, place: &str, capability: source::Capability) -> CapabilityEntry {
        if capability.id.is_empty() || capability.id.contains(['-', ' ']) {
            self.mistake(place, "an id is not empty and holds no `-` and no blank");
        }
        self.names(place, &capability.zh, &capability.en);
        self.unique(place, "command", capability.commands.iter().map(|c| [&c.name, &c.zh, &c.en]));
        self.unique(place, "attribute", capability.attributes.iter().map(|a| [&a.name, &a.zh, &a.en]));
        CapabilityEntry {
            id: keep(capability.id),
            zh: keep(capability.zh),
            en: keep(capability.en),
            commands: capability.commands.into_iter().map(|command| self.command(place, command)).collect(),
            attributes: capability
                .attributes
                .into_iter()
                .map(|attribute| self.attribute(place, attribute))
                .collect(),
        }
    }

    fn command(&mut self, place: &str, command: source::Command) -> CommandEntry {
        let place = format!("{place}, command {}", command.name);
        self.names(&place, &command.zh, &command.en);
        self.phrases(&place, &command.say_zh, &command.say_en);
        if command.name.is_empty() || command.name.contains(['-', ' ']) {
            self.mistake(&place, "a name is not empty and holds no `-` and no blank");
        }
        if command.intents.is_empty() && !command.internal {
            self.mistake(&place, "has no intents and is not internal");
        }
        let sensitive_categories =
            command.sensitive_categories.iter().filter_map(|name| self.category(&place, name)).collect();
        CommandEntry {
            intents: self.intents(&place, &command.intents),
            argument: command.argument.map(|argument| self.argument(&place, argument)),
            name: keep(command.name),
            zh: keep(command.zh),
            en: keep(command.en),
            say_zh: keep_all(command.say_zh),
            say_en: keep_all(command.say_en),
            sensitive: command.sensitive,
            sensitive_categories,
            internal: command.internal,
        }
    }

    fn attribute(&mut self, place: &str, attribute: source::Attribute) -> AttributeEntry {
        let place = format!("{place}, attribute {}", attribute.name);
        self.names(&place, &attribute.zh, &attribute.en);
        self.phrases(&place, &attribute.say_zh, &attribute.say_en);
        let intents = self.intents(&place, &attribute.intents);
        if intents.iter().any(|intent| intent.act != Act::Query || intent.property.is_none()) {
            self.mistake(&place, "an attribute has intents of the form `query:property` only");
        }
        let described = attribute.min.is_some()
            || attribute.max.is_some()
            || attribute.step.is_some()
            || !attribute.unit.is_empty()
            || !attribute.values.is_empty();
        if attribute.kind.is_none() && described {
            self.mistake(&place, "has a range, a unit or values and no `type`");
        }
        let value = attribute.kind.map(|kind| {
            let argument = source::Argument {
                name: attribute.name.clone(),
                kind,
                min: attribute.min,
                max: attribute.max,
                step: attribute.step,
                unit: attribute.unit,
                attribute: None,
                optional_arguments: Vec::new(),
                values: attribute.values,
            };
            self.argument(&place, argument)
        });
        AttributeEntry {
            name: keep(attribute.name),
            zh: keep(attribute.zh),
            en: keep(attribute.en),
            intents,
            say_zh: keep_all(attribute.say_zh),
            say_en: keep_all(attribute.say_en),
            value,
        }
    }

    fn argument(&mut self, place: &str, argument: source::Argument) -> ArgumentEntry {
        let is_number = matches!(argument.kind, ValueKind::Integer | ValueKind::Number);
        if !is_number && (argument.min.is_some() || argument.max.is_some() || argument.step.is_some()) {
            self.mistake(place, "`min`, `max` and `step` are for numbers");
        }
        if let (Some(min), Some(max)) = (argument.min, argument.max)
            && min >= max
        {
            self.mistake(place, "`min` is not below `max`");
        }
        if [argument.min, argument.max, argument.step].into_iter().flatten().any(|number| !number.is_finite())
            || argument.step.is_some_and(|step| step <= 0.0)
        {
            self.mistake(place, "`min`, `max` and `step` are finite, `step` is above zero");
        }
        // Two wire values may well mean the same and be called the same.
        self.unique(place, "value", argument.values.iter().map(|v| [&v.value]));
        ArgumentEntry {
            name: keep(argument.name),
            kind: argument.kind,
            min: argument.min,
            max: argument.max,
            step: argument.step,
            unit: keep(argument.unit),
            attribute: argument.attribute.map(keep),
            optional_arguments: keep_all(argument.optional_arguments),
            values: argument.values.into_iter().map(|value| self.value(place, value)).collect(),
        }
    }

    fn value(&mut self, place: &str, value: source::Value) -> ValueEntry {
        let place = format!("{place}, value {}", value.value);
        self.names(&place, &value.zh, &value.en);
        self.phrases(&place, &value.say_zh, &value.say_en);
        let key = value.key.unwrap_or_else(|| value.value.to_lowercase());
        if key.is_empty() || key != key.to_lowercase() || key.contains(char::is_whitespace) {
            self.mistake(
                &place,
                &format!("the key `{key}` is not in lower case without blanks: give a `key`"),
            );
        }
        let mut acts = Vec::new();
        for name in &value.acts {
            match Act::from_name(name) {
                Some(act) => acts.push(act),
                None => self.mistake(&place, &format!("unknown act `{name}`")),
            }
        }
        ValueEntry {
            value: keep(value.value),
            key: keep(key),
            zh: keep(value.zh),
            en: keep(value.en),
            say_zh: keep_all(value.say_zh),
            say_en: keep_all(value.say_en),
            acts,
        }
    }

    fn intents(&mut self, place: &str, texts: &[String]) -> Vec<Intent> {
        let mut intents = Vec::new();
        for text in texts {
            match Intent::parse(text, |id| self.properties.get(id).copied()) {
                Ok(intent) if intents.contains(&intent) => {
                    self.mistake(place, &format!("the intent `{text}` is there twice"));
                }
                Ok(intent) => intents.push(intent),
                Err(error) => self.mistake(place, &format!("intent `{text}`: {error}")),
            }
        }
        intents
    }

    fn category(&mut self, place: &str, name: &str) -> Option<Category> {
        let category = self.categories.get(name).copied();
        if category.is_none() {
            self.mistake(place, &format!("unknown category `{name}`"));
        }
        category
    }

    fn names(&mut self, place: &str, zh: &str, en: &str) {
        if zh.trim().is_empty() {
            self.mistake(place, "`zh` is missing");
        }
        if en.trim().is_empty() {
            self.mistake(place, "`en` is missing");
        }
    }

    fn phrases(&mut self, place: &str, zh: &[String], en: &[String]) {
        for phrases in [zh, en] {
            let mut seen = HashSet::new();
            for phrase in phrases {
                if phrase.trim().is_empty() {
                    self.mistake(place, "a phrase is empty");
                } else if !seen.insert(phrase) {
                    self.mistake(place, &format!("the phrase `{phrase}` is there twice"));
                }
            }
        }
    }

    /// Ids, Chinese and English names are each unique among their siblings: they are what a person chooses by.
    fn unique<'s, const N: usize>(
        &mut self,
        place: &str,
        what: &str,
        siblings: impl Iterator<Item = [&'s String; N]>,
    ) {
        let mut seen: [HashSet<&str>; N] = std::array::from_fn(|_| HashSet::new());
        for texts in siblings {
            for (text, seen) in texts.into_iter().zip(&mut seen) {
                if !text.is_empty() && !seen.insert(text) {
                    self.mistake(place, &format!("two {what}s are called `{text}`"));
                }
            }
        }
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// The embedded form borrows for ever; the build script is gone before that is a loss.
fn keep(text: String) -> &'static str {
    text.leak()
}

fn keep_all(texts: Vec<String>) -> Vec<&'static str> {
    texts.into_iter().map(keep).collect()
}
