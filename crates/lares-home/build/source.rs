//! The data files as they are written by hand; `data/README.md` describes them.

use serde::Deserialize;

use crate::command::ValueKind;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Properties {
    #[serde(default, rename = "property")]
    pub(crate) properties: Vec<Property>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Property {
    pub(crate) id: String,
    pub(crate) zh: String,
    pub(crate) en: String,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Categories {
    #[serde(default, rename = "category")]
    pub(crate) categories: Vec<Category>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Category {
    pub(crate) id: String,
    pub(crate) zh: String,
    pub(crate) en: String,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Family {
    #[serde(default, rename = "capability")]
    pub(crate) capabilities: Vec<Capability>,
}

// `zh` and `en` may be absent as far as reading goes, so that the check can name the entry that lacks one.

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Capability {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) zh: String,
    #[serde(default)]
    pub(crate) en: String,
    #[serde(default, rename = "command")]
    pub(crate) commands: Vec<Command>,
    #[serde(default, rename = "attribute")]
    pub(crate) attributes: Vec<Attribute>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Command {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) zh: String,
    #[serde(default)]
    pub(crate) en: String,
    #[serde(default)]
    pub(crate) intents: Vec<String>,
    #[serde(default)]
    pub(crate) say_zh: Vec<String>,
    #[serde(default)]
    pub(crate) say_en: Vec<String>,
    pub(crate) argument: Option<Argument>,
    #[serde(default)]
    pub(crate) sensitive: bool,
    #[serde(default)]
    pub(crate) sensitive_categories: Vec<String>,
    #[serde(default)]
    pub(crate) internal: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Argument {
    #[serde(default)]
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: ValueKind,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) step: Option<f64>,
    #[serde(default)]
    pub(crate) unit: String,
    pub(crate) attribute: Option<String>,
    #[serde(default)]
    pub(crate) optional_arguments: Vec<String>,
    #[serde(default, rename = "value")]
    pub(crate) values: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) zh: String,
    #[serde(default)]
    pub(crate) en: String,
    #[serde(default)]
    pub(crate) intents: Vec<String>,
    #[serde(default)]
    pub(crate) say_zh: Vec<String>,
    #[serde(default)]
    pub(crate) say_en: Vec<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<ValueKind>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    pub(crate) step: Option<f64>,
    #[serde(default)]
    pub(crate) unit: String,
    #[serde(default, rename = "value")]
    pub(crate) values: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Value {
    pub(crate) value: String,
    pub(crate) key: Option<String>,
    #[serde(default)]
    pub(crate) zh: String,
    #[serde(default)]
    pub(crate) en: String,
    #[serde(default)]
    pub(crate) say_zh: Vec<String>,
    #[serde(default)]
    pub(crate) say_en: Vec<String>,
    #[serde(default)]
    pub(crate) acts: Vec<String>,
}
