//! Specifications made from the catalogue, once a process for each language: all homes point at the same ones.

use std::sync::Arc;

use super::entry::{ArgumentEntry, AttributeEntry, CapabilityEntry, CommandEntry, ValueEntry};
use crate::command::{ArgumentSpec, AttributeSpec, CommandSpec, ValueRange, ValueSpec};
use crate::home::HomeLanguage;

/// What one capability gives to homes of one language.
#[derive(Debug)]
pub(super) struct SharedSpecs {
    pub(super) commands: Vec<Arc<CommandSpec>>,
    pub(super) attributes: Vec<Arc<AttributeSpec>>,
}

impl SharedSpecs {
    pub(super) fn new(entry: &CapabilityEntry, language: HomeLanguage) -> SharedSpecs {
        let commands = entry.commands.iter().filter(|command| !command.internal);
        let attributes = entry.attributes.iter().filter(|attribute| !attribute.intents.is_empty());
        SharedSpecs {
            commands: commands.map(|command| Arc::new(command.to_spec(entry.id, language))).collect(),
            attributes: attributes.map(|attribute| Arc::new(attribute.to_spec(entry.id, language))).collect(),
        }
    }
}

impl CommandEntry {
    /// The command as a home of that language has it.
    pub fn to_spec(&self, capability: &str, language: HomeLanguage) -> CommandSpec {
        CommandSpec {
            capability_id: format!("main-{capability}-{}", self.name).into(),
            capability: capability.to_owned(),
            command: self.name.to_owned(),
            description: language.choose(self.zh, self.en).to_owned(),
            description_zh: self.zh.to_owned(),
            description_en: self.en.to_owned(),
            synonyms_zh: owned(&self.say_zh),
            synonyms_en: owned(&self.say_en),
            intents: self.intents.clone(),
            argument: self.argument.as_ref().map(|argument| argument.to_spec(language)),
            sensitive: self.sensitive,
            sensitive_categories: self.sensitive_categories.clone(),
        }
    }
}

impl AttributeEntry {
    /// The attribute as a home of that language has it.
    pub fn to_spec(&self, capability: &str, language: HomeLanguage) -> AttributeSpec {
        AttributeSpec {
            capability_id: format!("main-{capability}-{}", self.name).into(),
            capability: capability.to_owned(),
            attribute: self.name.to_owned(),
            description: language.choose(self.zh, self.en).to_owned(),
            description_zh: self.zh.to_owned(),
            description_en: self.en.to_owned(),
            synonyms_zh: owned(&self.say_zh),
            synonyms_en: owned(&self.say_en),
            intents: self.intents.clone(),
            value: self.value.as_ref().map(|value| value.to_spec(language)),
        }
    }
}

impl ArgumentEntry {
    /// The argument as a home of that language has it.
    pub fn to_spec(&self, language: HomeLanguage) -> ArgumentSpec {
        ArgumentSpec {
            name: self.name.to_owned(),
            kind: self.kind,
            range: self.range(),
            values: self.values.iter().map(|value| value.to_spec(language)).collect(),
            attribute: self.attribute.map(str::to_owned),
        }
    }

    /// The permitted range, where the catalogue has both its ends.
    pub fn range(&self) -> Option<ValueRange> {
        let (min, max) = (self.min?, self.max?);
        Some(ValueRange { min, max, step: self.step, unit: self.unit.to_owned() })
    }
}

impl ValueEntry {
    /// The value as a home of that language has it.
    pub fn to_spec(&self, language: HomeLanguage) -> ValueSpec {
        ValueSpec {
            value: self.value.to_owned(),
            key: self.key.to_owned(),
            description: language.choose(self.zh, self.en).to_owned(),
            words: self.words().map(str::to_owned).collect(),
            acts: self.acts.clone(),
        }
    }

    /// All the words for it, names first, none of them twice.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let mut words: Vec<&'static str> = Vec::with_capacity(2 + self.say_zh.len() + self.say_en.len());
        for word in [self.zh, self.en]
            .into_iter()
            .chain(self.say_zh.iter().copied())
            .chain(self.say_en.iter().copied())
        {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words.into_iter()
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
