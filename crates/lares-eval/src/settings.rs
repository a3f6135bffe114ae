//! Settings of retrieval from a command line: `weight.vector=0.3`.

use lares::RetrievalConfig;
use serde_json::Value as Json;

/// Short names for settings that belong together or are asked for often, and the fields that they set.
const SHORT: [(&str, &[&str]); 13] = [
    ("weight.keyword", &["gated_keyword_weight", "open_keyword_weight"]),
    ("weight.vector", &["gated_vector_weight", "open_vector_weight"]),
    ("weight.room", &["room_match_bonus"]),
    ("weight.fit", &["fit_weight"]),
    ("weight.unfit", &["unfit_penalty"]),
    ("threshold.similarity", &["similarity_threshold"]),
    ("threshold.filter", &["hard_filter_confidence"]),
    ("threshold.ask", &["ask_epsilon"]),
    ("threshold.act", &["act_confidence"]),
    ("threshold.sensitive", &["sensitive_confidence"]),
    ("threshold.fit", &["act_fit"]),
    ("threshold.name", &["act_name_score"]),
    ("threshold.top1", &["top1_ratio"]),
];

/// Why a setting is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no `=`.
    #[error("`{0}`: a setting is NAME=VALUE, as in weight.vector=0.3")]
    NoValue(String),
    /// No setting has that name.
    #[error("there is no setting `{name}`; the settings are {known}")]
    Unknown {
        /// What was given.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// It is not of the setting's type, or out of its range.
    #[error("{name}: {problem}")]
    Value {
        /// The setting.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// Changes one setting, given as `NAME=VALUE`. A name is a field of [`RetrievalConfig`] (`ask_epsilon`,
/// `stages.vector`, with `retrieval.` before it or not) or a short one (`weight.vector` sets both weights of vectors).
///
/// # Errors
/// No such setting, or a value that it cannot have.
pub fn set(config: &RetrievalConfig, setting: &str) -> Result<RetrievalConfig, SettingError> {
    let (name, value) = setting.split_once('=').ok_or_else(|| SettingError::NoValue(setting.to_owned()))?;
    let (name, value) = (name.trim(), value.trim());
    let refused = |problem: String| SettingError::Value { name: name.to_owned(), problem };
    // A struct of numbers and booleans always has a JSON form.
    let mut json = serde_json::to_value(config).unwrap_or_default();
    let plain = name.strip_prefix("retrieval.").unwrap_or(name);
    let own = [plain];
    let fields = SHORT.iter().find(|(short, _)| *short == plain).map_or(&own[..], |(_, fields)| fields);
    for field in fields {
        let found = json
            .pointer_mut(&format!("/{}", field.replace('.', "/")))
            .filter(|found| !found.is_object())
            .ok_or_else(|| SettingError::Unknown { name: name.to_owned(), known: known() })?;
        *found = match &*found {
            Json::Bool(_) => {
                value.parse().map(Json::Bool).map_err(|_| refused("true or false is needed".into()))?
            }
            Json::Number(number) if number.is_f64() => {
                let number: f64 = value.parse().map_err(|_| refused("a number is needed".into()))?;
                serde_json::Number::from_f64(number)
                    .map(Json::Number)
                    .ok_or_else(|| refused("a number is needed".into()))?
            }
            _ => {
                let number: u64 = value.parse().map_err(|_| refused("a whole number is needed".into()))?;
                Json::from(number)
            }
        };
    }
    let config: RetrievalConfig = serde_json::from_value(json).map_err(|error| refused(error.to_string()))?;
    config.check().map_err(|error| refused(error.to_string()))?;
    Ok(config)
}

/// Changes several settings, one after another.
///
/// # Errors
/// The first that cannot be changed.
pub fn set_all<S: AsRef<str>>(
    config: &RetrievalConfig,
    settings: &[S],
) -> Result<RetrievalConfig, SettingError> {
    settings.iter().try_fold(config.clone(), |config, setting| set(&config, setting.as_ref()))
}

/// Every name that can be set.
fn known() -> String {
    let json = serde_json::to_value(RetrievalConfig::default()).unwrap_or_default();
    let mut names: Vec<String> = SHORT.iter().map(|(short, _)| (*short).to_owned()).collect();
    for (name, value) in json.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(inner) => names.extend(inner.keys().map(|key| format!("{name}.{key}"))),
            None => names.push(name.clone()),
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_changes_its_fields_and_no_other() {
        let before = RetrievalConfig::default();
        let after = set(&before, "weight.vector=0.3").unwrap();
        let wanted = RetrievalConfig { gated_vector_weight: 0.3, open_vector_weight: 0.3, ..before.clone() };
        assert_eq!(after, wanted);
        let after =
            set_all(&before, &["retrieval.ask_epsilon = 0.1", "stages.vector=false", "top_k=7"]).unwrap();
        assert_eq!((after.ask_epsilon, after.stages.vector, after.top_k), (0.1, false, 7));
        assert_eq!(set_all::<&str>(&before, &[]).unwrap(), before);
    }

    #[test]
    fn every_short_name_stands_for_fields_that_there_are() {
        for (short, fields) in SHORT {
            let after = set(&RetrievalConfig::default(), &format!("{short}=0.125")).unwrap();
            let json = serde_json::to_value(&after).unwrap();
            assert!(fields.iter().all(|field| json[*field] == 0.125), "{short}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let message = |setting| set(&RetrievalConfig::default(), setting).unwrap_err().to_string();
        assert!(message("weight.vector").contains("NAME=VALUE"));
        let unknown = message("weight.vectors=1");
        assert!(
            unknown.contains("`weight.vectors`")
                && unknown.contains("weight.vector, ")
                && unknown.contains("stages.gate")
        );
        assert!(message("stages=1").contains("no setting `stages`"));
        assert!(message("stages.gate=maybe").contains("true or false"));
        assert!(message("top_k=0.5").contains("whole number"));
        assert!(message("margin=2").contains("is not in 0..=1"));
        assert!(message("margin=nan").contains("a number is needed"));
    }
}
