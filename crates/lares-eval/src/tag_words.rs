//! What tags mean, in plain words.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The meaning of a tag; `None` of one that is not in `data/tags.toml`.
pub fn meaning(tag: &str) -> Option<&'static str> {
    static MEANINGS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    // A test reads the file: what is embedded can be read.
    let meanings =
        MEANINGS.get_or_init(|| toml::from_str(include_str!("../data/tags.toml")).unwrap_or_default());
    meanings.get(tag).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::meaning;

    #[test]
    fn tags_have_a_meaning_or_none() {
        assert_eq!(meaning("chat"), Some("Small talk"));
        assert_eq!(meaning("no-such-tag"), None);
    }
}
