//! What the model never sees in training: a tenth of the capabilities, and a tenth of the ways to ask for the others.
//! The choice depends on nothing but the texts themselves, so more data moves no text from one side to the other.

use super::corpus::{Corpus, LANGUAGES};
use super::random::digest;

/// A question put to the model: a way to ask, and the item that is right.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) item: usize,
    pub(crate) language: usize,
    pub(crate) text: String,
}

/// Which tenth is kept from training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The tenth that figures are given of. Nothing is chosen by it.
    Test,
    /// Another tenth of what is left (1 to 9, which one), to choose features, weights and settings by.
    Validation(u64),
}

impl Purpose {
    /// The tenth that is asked about.
    fn held(self) -> u64 {
        match self {
            Purpose::Test => 0,
            Purpose::Validation(tenth) => tenth,
        }
    }
}

/// The parts of the corpus.
#[derive(Debug, Default)]
pub(crate) struct Splits {
    /// For each item, whether it is trained on.
    pub(crate) trained: Vec<bool>,
    /// For each item and language, the phrasings that are trained on.
    pub(crate) phrasings: Vec<[Vec<String>; 2]>,
    /// Held-out ways to ask for items that are trained on.
    pub(crate) held_phrasings: Vec<Asked>,
    /// Ways to ask for items of held-out capabilities.
    pub(crate) held_capabilities: Vec<Asked>,
}

/// Splits a corpus. For validation, the test part is left out altogether.
pub(crate) fn split(corpus: &Corpus, purpose: Purpose) -> Splits {
    let mut splits = Splits::default();
    for (place, item) in corpus.items.iter().enumerate() {
        let tenth = digest(&item.capability) % 10;
        let role = match (tenth, purpose) {
            (tenth, _) if tenth == purpose.held() => Role::Held,
            // The test is left out of validation.
            (0, _) => Role::Nothing,
            _ => Role::Trained,
        };
        splits.trained.push(role == Role::Trained);
        let mut kept: [Vec<String>; 2] = Default::default();
        for (language, kept) in kept.iter_mut().enumerate() {
            for text in item.phrasings.get(language).into_iter().flatten() {
                // What the document says is no test of understanding, and a twin in training is none either.
                let known = item.says.get(language).is_some_and(|says| says.contains(text));
                let asked = || Asked { item: place, language, text: text.clone() };
                let tenth = digest(&format!("{} {text}", item.id)) % 10;
                match (role, tenth, purpose) {
                    // What the test asks is not for validation, of whichever capability it is.
                    (Role::Nothing, ..) | (_, 0, Purpose::Validation(_)) => {}
                    (Role::Held, ..) if !known => splits.held_capabilities.push(asked()),
                    (Role::Held, ..) => {}
                    (Role::Trained, tenth, _) if tenth == purpose.held() => {
                        if !known {
                            splits.held_phrasings.push(asked());
                        }
                    }
                    (Role::Trained, ..) => kept.push(text.clone()),
                }
            }
        }
        splits.phrasings.push(kept);
    }
    debug_assert_eq!(LANGUAGES.len(), 2);
    // The same words trained for one item and held out of another are no fair question.
    let trained: std::collections::HashSet<String> =
        splits.phrasings.iter().flatten().flatten().map(|text| text.to_lowercase()).collect();
    splits.held_phrasings.retain(|asked| !trained.contains(&asked.text.to_lowercase()));
    splits.held_capabilities.retain(|asked| !trained.contains(&asked.text.to_lowercase()));
    splits
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Trained,
    Held,
    /// Part of the test, which validation must not touch.
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{corpus, data};
    use std::collections::HashSet;

    #[test]
    fn nothing_that_is_held_out_is_trained_on() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        for purpose in [Purpose::Test, Purpose::Validation(1)] {
            let splits = split(&corpus, purpose);
            let trained: HashSet<&str> =
                splits.phrasings.iter().flatten().flatten().map(String::as_str).collect();
            for asked in splits.held_phrasings.iter().chain(&splits.held_capabilities) {
                assert!(!trained.contains(asked.text.as_str()), "{}", asked.text);
            }
            assert!(splits.held_capabilities.iter().all(|asked| !splits.trained[asked.item]));
            assert!(splits.held_phrasings.iter().all(|asked| splits.trained[asked.item]));
            let held = splits.trained.iter().filter(|trained| !**trained).count();
            assert!(held * 20 > corpus.items.len(), "{held}");
        }
    }

    #[test]
    fn validation_touches_nothing_of_the_test() {
        let corpus = corpus::read(&data().join("paraphrases")).unwrap();
        let key = |asked: &Asked| (asked.item, asked.text.clone());
        let test = split(&corpus, Purpose::Test);
        let held: HashSet<_> = test.held_phrasings.iter().chain(&test.held_capabilities).map(key).collect();
        let validation = split(&corpus, Purpose::Validation(2));
        let seen = validation.held_phrasings.iter().chain(&validation.held_capabilities).map(key);
        assert_eq!(seen.filter(|one| held.contains(one)).count(), 0);
        for (item, both) in validation.phrasings.iter().enumerate() {
            assert!(both.iter().flatten().all(|text| !held.contains(&(item, text.clone()))));
        }
    }
}
