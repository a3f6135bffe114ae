//! Stage 5: the words that vectors are searched with (seed 001, the action's language).

use lares_language::Language;

/// The text to search with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionText<'a> {
    /// The action, or the whole utterance.
    pub text: &'a str,
    /// Why it is not the action: `empty`, `other_language`.
    pub fallback: Option<&'static str>,
}

/// The action where it is in the home's language, else the raw utterance.
///
/// Latin letters in a Chinese action are the other language (`turn on`), except in a value (`输入源=HDMI1`).
pub fn choose<'a>(action: &'a str, raw: &'a str, home: Language) -> ActionText<'a> {
    let action = action.trim();
    if action.is_empty() || action == lares_language::command_array::UNKNOWN_ACTION {
        return ActionText { text: raw, fallback: Some("empty") };
    }
    let verb = action.split('=').next().unwrap_or(action);
    let foreign = match home {
        Language::Chinese => verb.chars().any(|c| c.is_ascii_alphabetic()),
        Language::English => !verb.chars().any(|c| c.is_ascii_alphabetic()),
    };
    if foreign {
        tracing::debug!(
            action,
            reason = "other_language",
            "searching with the utterance instead of the action"
        );
        return ActionText { text: raw, fallback: Some("other_language") };
    }
    ActionText { text: action, fallback: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_001_a_chinese_action_is_searched_with() {
        let chosen = choose("打开", "打开客厅的灯", Language::Chinese);
        assert_eq!((chosen.text, chosen.fallback), ("打开", None));
    }

    #[test]
    fn seed_001_an_english_action_gives_way_to_the_utterance() {
        let chosen = choose("turn on", "打开客厅的灯", Language::Chinese);
        assert_eq!((chosen.text, chosen.fallback), ("打开客厅的灯", Some("other_language")));
    }

    #[test]
    fn seed_001_an_empty_action_gives_way_to_the_utterance() {
        for empty in ["", "  ", "UNKNOWN"] {
            assert_eq!(choose(empty, "开灯", Language::Chinese).text, "开灯");
        }
    }

    #[test]
    fn letters_in_a_value_are_no_other_language() {
        assert_eq!(choose("设置输入源=HDMI1", "…", Language::Chinese).fallback, None);
        assert_eq!(choose("turn on", "…", Language::English).fallback, None);
        assert_eq!(choose("打开", "…", Language::English).fallback, Some("other_language"));
    }
}
