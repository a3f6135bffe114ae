//! Stage 9: can the device do what was asked for?

use crate::config::RetrievalConfig;

/// What becomes of a device with its best command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Verdict {
    /// The command fits.
    Keep,
    /// It does not, and the words are understood too little to be sure: it scores less by this.
    Lower(f32),
    /// It does not.
    Remove,
}

/// Judges a command by its similarity to the action (0..1) and the parser's confidence.
pub fn judge(similarity: f32, confidence: f32, config: &RetrievalConfig) -> Verdict {
    if similarity >= config.similarity_threshold {
        Verdict::Keep
    } else if confidence >= config.hard_filter_confidence {
        Verdict::Remove
    } else {
        Verdict::Lower(config.unfit_penalty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::command_fit;
    use lares_home::{Act, catalogue};
    use lares_language::Action;

    #[test]
    fn seed_003_a_description_that_opens_is_similar_to_open() {
        let open = Action { acts: vec![Act::On, Act::Open].into(), ..Action::default() };
        let intents = [catalogue().intent("on").unwrap()];
        assert!(
            command_fit(&open, &intents, true, None).score > RetrievalConfig::default().similarity_threshold
        );
    }

    #[test]
    fn seed_003_a_device_that_only_reads_its_temperature_is_removed() {
        let open = Action { acts: vec![Act::On, Act::Open].into(), ..Action::default() };
        let intents = [catalogue().intent("query:temperature").unwrap()];
        let similarity = command_fit(&open, &intents, true, None).score;
        assert_eq!(judge(similarity, 0.9, &RetrievalConfig::default()), Verdict::Remove);
    }

    #[test]
    fn seed_003_below_confidence_it_only_scores_less() {
        let config = RetrievalConfig::default();
        assert_eq!(judge(0.49, 0.79, &config), Verdict::Lower(config.unfit_penalty));
        assert_eq!(judge(0.49, 0.8, &config), Verdict::Remove);
        assert_eq!(judge(0.5, 0.8, &config), Verdict::Keep);
    }
}
