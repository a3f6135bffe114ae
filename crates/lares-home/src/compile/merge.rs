//! A vendor's specification of a command or an attribute, completed by what the catalogue knows.
//!
//! The vendor says what its device takes: description, type, range and values on the wire. The catalogue says what it
//! means: intents, names in both languages, what harms.

use crate::catalogue::{ArgumentEntry, AttributeEntry, CommandEntry, ValueEntry, catalogue};
use crate::command::{ArgumentSpec, AttributeSpec, CommandSpec, ValueKind, ValueRange, ValueSpec};
use crate::home::HomeLanguage;
use crate::read::{RangeRecord, SpecEntry, ValueRecord};

use super::is_han;

/// The parts of `component-capability-command`. Component and capability hold no `-`.
pub(super) fn split_id(id: &str) -> Option<(&str, &str, &str)> {
    let mut parts = id.splitn(3, '-');
    let parts = (parts.next()?, parts.next()?, parts.next()?);
    let (component, capability, name) = parts;
    (!component.is_empty() && !capability.is_empty() && !name.is_empty()).then_some(parts)
}

/// The command of that id; `None` where the catalogue says that it is not for people.
pub(super) fn command(
    entry: &SpecEntry,
    capability: &str,
    name: &str,
    language: HomeLanguage,
) -> Option<CommandSpec> {
    let known = catalogue().capability(capability).and_then(|capability| capability.command(name));
    if known.is_some_and(|known| known.internal) {
        return None;
    }
    let texts = match known {
        Some(CommandEntry { zh, en, say_zh, say_en, .. }) => {
            Texts::known(&entry.description, zh, en, say_zh, say_en, language)
        }
        None => Texts::unknown(&entry.description, name),
    };
    Some(CommandSpec {
        capability_id: entry.id.as_str().into(),
        capability: capability.to_owned(),
        command: name.to_owned(),
        description: texts.description,
        description_zh: texts.zh,
        description_en: texts.en,
        synonyms_zh: texts.synonyms_zh,
        synonyms_en: texts.synonyms_en,
        intents: known.map(|known| known.intents.clone()).unwrap_or_default(),
        argument: argument(entry, known.and_then(|known| known.argument.as_ref()), language),
        sensitive: known.is_some_and(|known| known.sensitive),
        sensitive_categories: known.map(|known| known.sensitive_categories.clone()).unwrap_or_default(),
    })
}

/// The attribute of that id.
pub(super) fn attribute(
    entry: &SpecEntry,
    capability: &str,
    name: &str,
    language: HomeLanguage,
) -> AttributeSpec {
    let known = catalogue().capability(capability).and_then(|capability| capability.attribute(name));
    let texts = match known {
        Some(AttributeEntry { zh, en, say_zh, say_en, .. }) => {
            Texts::known(&entry.description, zh, en, say_zh, say_en, language)
        }
        None => Texts::unknown(&entry.description, name),
    };
    AttributeSpec {
        capability_id: entry.id.as_str().into(),
        capability: capability.to_owned(),
        attribute: name.to_owned(),
        description: texts.description,
        description_zh: texts.zh,
        description_en: texts.en,
        synonyms_zh: texts.synonyms_zh,
        synonyms_en: texts.synonyms_en,
        intents: known.map(|known| known.intents.clone()).unwrap_or_default(),
        value: argument(entry, known.and_then(|known| known.value.as_ref()), language),
    }
}

/// What a command or an attribute is called.
struct Texts {
    description: String,
    zh: String,
    en: String,
    synonyms_zh: Vec<String>,
    synonyms_en: Vec<String>,
}

impl Texts {
    /// The vendor's description leads; it is one more way to ask where the catalogue does not have it.
    fn known(
        vendor: &str,
        zh: &str,
        en: &str,
        say_zh: &[&str],
        say_en: &[&str],
        language: HomeLanguage,
    ) -> Texts {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let mut texts = Texts {
            description: if vendor.is_empty() { language.choose(zh, en) } else { vendor }.to_owned(),
            zh: zh.to_owned(),
            en: en.to_owned(),
            synonyms_zh: owned(say_zh),
            synonyms_en: owned(say_en),
        };
        if !vendor.is_empty() && vendor != zh && vendor != en {
            let synonyms =
                if vendor.chars().any(is_han) { &mut texts.synonyms_zh } else { &mut texts.synonyms_en };
            if !synonyms.iter().any(|synonym| synonym == vendor) {
                synonyms.push(vendor.to_owned());
            }
        }
        texts
    }

    /// All that is known is the vendor's description, or the command's name taken apart.
    fn unknown(vendor: &str, name: &str) -> Texts {
        let description = if vendor.is_empty() { words_of(name) } else { vendor.to_owned() };
        let (zh, en) = if description.chars().any(is_han) {
            (description.clone(), String::new())
        } else {
            (String::new(), description.clone())
        };
        let known = |text: &String| if text.is_empty() { Vec::new() } else { vec![text.clone()] };
        Texts { description, synonyms_zh: known(&zh), synonyms_en: known(&en), zh, en }
    }
}

/// `setHeatLevel` as `set heat level`.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && after_lower {
            words.push(' ');
        }
        after_lower = character.is_lowercase() || character.is_ascii_digit();
        words.extend(character.to_lowercase());
    }
    words
}

fn argument(
    entry: &SpecEntry,
    known: Option<&ArgumentEntry>,
    language: HomeLanguage,
) -> Option<ArgumentSpec> {
    if entry.kind.is_none() && entry.range.is_none() && entry.values.is_empty() {
        return known.map(|known| known.to_spec(language));
    }
    let kind = kind(entry, known);
    let values = if !entry.values.is_empty() {
        entry.values.iter().map(|value| merge_value(value, known, language)).collect()
    } else if kind == ValueKind::Enum {
        let values = known.map(|known| known.values.as_slice()).unwrap_or_default();
        values.iter().map(|value| value.to_spec(language)).collect()
    } else {
        Vec::new()
    };
    let range = match kind {
        ValueKind::Integer | ValueKind::Number => range(entry.range.as_ref(), known),
        _ => None,
    };
    Some(ArgumentSpec {
        name: known.map(|known| known.name.to_owned()).unwrap_or_default(),
        kind,
        range,
        values,
        attribute: known.and_then(|known| known.attribute).map(str::to_owned),
    })
}

/// The vendor's type, unless its word for it is looser than what the catalogue knows.
fn kind(entry: &SpecEntry, known: Option<&ArgumentEntry>) -> ValueKind {
    let listed = !entry.values.is_empty();
    match (entry.kind, known.map(|known| known.kind)) {
        (None | Some(ValueKind::String | ValueKind::Object), Some(ValueKind::Color)) => ValueKind::Color,
        (None | Some(ValueKind::String), _) if listed => ValueKind::Enum,
        (None | Some(ValueKind::String), Some(ValueKind::Enum)) => ValueKind::Enum,
        (Some(kind), _) => kind,
        (None, Some(kind)) => kind,
        (None, None) => ValueKind::Number,
    }
}

/// The vendor's range; an end that it leaves out is the catalogue's, if both count in the same unit.
fn range(vendor: Option<&RangeRecord>, known: Option<&ArgumentEntry>) -> Option<ValueRange> {
    let Some(vendor) = vendor else { return known.and_then(ArgumentEntry::range) };
    let known =
        known.filter(|known| vendor.unit.is_empty() || known.unit.is_empty() || vendor.unit == known.unit);
    let min = vendor.min.or_else(|| known.and_then(|known| known.min))?;
    let max = vendor.max.or_else(|| known.and_then(|known| known.max))?;
    let unit = match known {
        Some(known) if vendor.unit.is_empty() => known.unit.to_owned(),
        _ => vendor.unit.clone(),
    };
    (min <= max).then_some(ValueRange { min, max, step: vendor.step, unit })
}

/// The vendor's value with the meaning of the catalogue's value that is the same on the wire, else by its name.
fn merge_value(vendor: &ValueRecord, known: Option<&ArgumentEntry>, language: HomeLanguage) -> ValueSpec {
    let values = known.map(|known| known.values.as_slice()).unwrap_or_default();
    let named = |value: &&ValueEntry| {
        !vendor.description.is_empty()
            && value.words().any(|word| word.to_lowercase() == vendor.description.to_lowercase())
    };
    let known = values
        .iter()
        .find(|value| value.value == vendor.value)
        .or_else(|| values.iter().find(|value| value.value.eq_ignore_ascii_case(&vendor.value)))
        .or_else(|| values.iter().find(named));
    let mut spec = match known {
        Some(known) => ValueSpec { value: vendor.value.clone(), ..known.to_spec(language) },
        None => ValueSpec {
            value: vendor.value.clone(),
            key: vendor.value.to_lowercase(),
            description: words_of(&vendor.value),
            words: Vec::new(),
            acts: Vec::new(),
        },
    };
    if !vendor.description.is_empty() {
        spec.description.clone_from(&vendor.description);
    }
    if !spec.words.contains(&spec.description) {
        spec.words.push(spec.description.clone());
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_split_at_the_first_two_hyphens() {
        assert_eq!(split_id("main-switch-on"), Some(("main", "switch", "on")));
        assert_eq!(
            split_id("main-custom.picturemode-setPictureMode"),
            Some(("main", "custom.picturemode", "setPictureMode"))
        );
        assert_eq!(
            split_id("main-healthCheck-DeviceWatch-Enroll"),
            Some(("main", "healthCheck", "DeviceWatch-Enroll"))
        );
        for wrong in ["", "main", "main-switch", "main-switch-", "-switch-on", "main--on", "--"] {
            assert_eq!(split_id(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn names_of_commands_come_apart() {
        assert_eq!(words_of("setHeatLevel"), "set heat level");
        assert_eq!(words_of("on"), "on");
        assert_eq!(words_of("LEVEL2Up"), "level2 up");
        assert_eq!(words_of(""), "");
    }
}
