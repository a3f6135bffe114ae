//! Specifications of commands and attributes: what a device can do and tell.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::intent::{Act, Intent};

/// A command specification, by its position in [`crate::Home::commands`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CommandIndex(pub u32);

/// An attribute specification, by its position in [`crate::Home::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeIndex(pub u32);

/// One thing that devices can do. Equal specifications of many devices are one entry of the home.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandSpec {
    /// `component-capability-command`, such as `main-switch-on`.
    pub capability_id: SmolStr,
    /// The capability's id, `switch`.
    pub capability: String,
    /// The command's name, `on`.
    pub command: String,
    /// What it does, in the home's language: from the spec file, else from the catalogue.
    pub description: String,
    /// What it does in Chinese and in English, where known (the catalogue has both).
    pub description_zh: String,
    /// See `description_zh`.
    pub description_en: String,
    /// How people ask for it: the catalogue's phrases, Chinese and English.
    pub synonyms_zh: Vec<String>,
    /// See `synonyms_zh`.
    pub synonyms_en: Vec<String>,
    /// What a person means when this command is right, most typical first; empty where nothing is known.
    pub intents: Vec<Intent>,
    /// The argument, if it takes one.
    pub argument: Option<ArgumentSpec>,
    /// It can harm: the caller should confirm it.
    pub sensitive: bool,
    /// Categories on whose devices it can harm although it is harmless elsewhere (`switch-on` of an oven).
    pub sensitive_categories: Vec<crate::category::Category>,
}

/// The argument of a command, or the value of an attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentSpec {
    /// The argument's name (`level`), where known.
    pub name: String,
    /// Its type.
    pub kind: ValueKind,
    /// The permitted range of a number.
    pub range: Option<ValueRange>,
    /// The permitted values of an enumeration.
    pub values: Vec<ValueSpec>,
    /// The attribute that it sets, where known (`level`): relative changes start from it.
    pub attribute: Option<String>,
}

/// The type of an argument or of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Free text.
    String,
    /// One of a list of values.
    Enum,
    /// A colour: hue and saturation, both 0..100.
    Color,
    /// A structured value that words do not fill.
    Object,
    /// A list of values that words do not fill.
    List,
}

/// The permitted range of a number, both ends included.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueRange {
    /// The lowest value.
    pub min: f64,
    /// The highest value.
    pub max: f64,
    /// The step between values, where one is given.
    pub step: Option<f64>,
    /// `%`, `C`, `F`, `K`, `s`, `min`, …; empty where none is given.
    pub unit: String,
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSpec {
    /// The value on the wire.
    pub value: String,
    /// Equal for equal meanings across capabilities (`cool` for `cool` and `cooling`).
    pub key: String,
    /// Its name in the home's language, as the spec file or the catalogue has it.
    pub description: String,
    /// All the words for it, Chinese and English, names included.
    pub words: Vec<String>,
    /// Acts that this value stands for (`homing` of a cleaner is `dock`).
    pub acts: Vec<Act>,
}

/// One state that devices can tell.
#[derive(Debug, Clone, PartialEq)]
pub struct AttributeSpec {
    /// `component-capability-attribute`, such as `main-temperatureMeasurement-temperature`.
    pub capability_id: SmolStr,
    /// The capability's id.
    pub capability: String,
    /// The attribute's name.
    pub attribute: String,
    /// What it tells, in the home's language.
    pub description: String,
    /// See [`CommandSpec::description_zh`].
    pub description_zh: String,
    /// See [`CommandSpec::description_zh`].
    pub description_en: String,
    /// How people ask for it in Chinese.
    pub synonyms_zh: Vec<String>,
    /// How people ask for it in English.
    pub synonyms_en: Vec<String>,
    /// `query` of a property, most typical first.
    pub intents: Vec<Intent>,
    /// The type, range and values of what it tells.
    pub value: Option<ArgumentSpec>,
}

/// The commands and attributes that devices of one kind share.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Profile {
    /// Commands of the main component, in the order of the device or spec.
    pub commands: Vec<CommandIndex>,
    /// Attributes of the main component.
    pub attributes: Vec<AttributeIndex>,
}
