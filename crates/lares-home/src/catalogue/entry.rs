//! The entries of the catalogue as the build script writes them and the library reads them.
//!
//! This file is compiled into both, so that one definition says what the embedded data looks like. Texts are borrowed
//! from the embedded bytes: decoding copies none of them.

use serde::{Deserialize, Serialize};

use crate::category::Category;
use crate::command::ValueKind;
use crate::intent::{Act, Intent};

/// All that is embedded.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(crate) struct Embedded {
    pub(crate) properties: Vec<PropertyEntry>,
    pub(crate) categories: Vec<CategoryEntry>,
    pub(crate) capabilities: Vec<EmbeddedCapability>,
}

/// A capability that is decoded when it is first asked for: a home has few of the many.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct EmbeddedCapability {
    pub(crate) id: &'static str,
    /// A [`CapabilityEntry`].
    #[serde(borrow)]
    pub(crate) entry: &'static [u8],
}

/// Something that a command changes or an attribute tells: brightness, temperature, …
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyEntry {
    /// The id that intents and lexicons use.
    pub id: &'static str,
    /// The canonical Chinese name.
    pub zh: &'static str,
    /// The canonical English name.
    pub en: &'static str,
}

/// A device category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryEntry {
    /// The platform's id (`AirConditioner`).
    pub id: &'static str,
    /// The Chinese name.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
    /// Other spellings of the id that are seen on the wire.
    #[serde(borrow)]
    pub aliases: Vec<&'static str>,
}

/// A capability with its commands and attributes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CapabilityEntry {
    /// The platform's id (`switchLevel`).
    pub id: &'static str,
    /// The Chinese name.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
    /// Its commands, internal ones included.
    pub commands: Vec<CommandEntry>,
    /// Its attributes.
    pub attributes: Vec<AttributeEntry>,
}

/// A command of a capability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommandEntry {
    /// The platform's name (`setLevel`).
    pub name: &'static str,
    /// What it does, in Chinese.
    pub zh: &'static str,
    /// What it does, in English.
    pub en: &'static str,
    /// What a person means when this command is right, most typical first.
    pub intents: Vec<Intent>,
    /// How people ask for it in Chinese.
    #[serde(borrow)]
    pub say_zh: Vec<&'static str>,
    /// How people ask for it in English.
    #[serde(borrow)]
    pub say_en: Vec<&'static str>,
    /// Its argument, if it takes one.
    pub argument: Option<ArgumentEntry>,
    /// It can harm.
    pub sensitive: bool,
    /// It can harm on devices of these categories.
    pub sensitive_categories: Vec<Category>,
    /// It is for maintenance, not for people, and is in no profile.
    pub internal: bool,
}

/// An attribute of a capability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AttributeEntry {
    /// The platform's name (`level`).
    pub name: &'static str,
    /// What it tells, in Chinese.
    pub zh: &'static str,
    /// What it tells, in English.
    pub en: &'static str,
    /// `query` of a property, most typical first.
    pub intents: Vec<Intent>,
    /// How people ask for it in Chinese.
    #[serde(borrow)]
    pub say_zh: Vec<&'static str>,
    /// How people ask for it in English.
    #[serde(borrow)]
    pub say_en: Vec<&'static str>,
    /// The type, range and values of what it tells.
    pub value: Option<ArgumentEntry>,
}

/// The argument of a command, or the value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArgumentEntry {
    /// The argument's name; for an attribute, the attribute's.
    pub name: &'static str,
    /// Its type.
    pub kind: ValueKind,
    /// The lowest number.
    pub min: Option<f64>,
    /// The highest number.
    pub max: Option<f64>,
    /// The step between numbers.
    pub step: Option<f64>,
    /// `%`, `C`, `K`, …; empty where there is none.
    pub unit: &'static str,
    /// The attribute that it sets.
    pub attribute: Option<&'static str>,
    /// Further arguments that may follow.
    #[serde(borrow)]
    pub optional_arguments: Vec<&'static str>,
    /// The values of an enumeration.
    pub values: Vec<ValueEntry>,
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueEntry {
    /// The value on the wire.
    pub value: &'static str,
    /// Equal for equal meanings across capabilities.
    pub key: &'static str,
    /// The Chinese name.
    pub zh: &'static str,
    /// The English name.
    pub en: &'static str,
    /// What else it is called in Chinese.
    #[serde(borrow)]
    pub say_zh: Vec<&'static str>,
    /// What else it is called in English.
    #[serde(borrow)]
    pub say_en: Vec<&'static str>,
    /// Acts that it stands for.
    pub acts: Vec<Act>,
}
