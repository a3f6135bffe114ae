//! Stage 6: how surely the words name a device.

use lares_language::NameMatchKind;

/// How a device came to be meant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recall {
    /// By its name.
    Name(NameMatchKind, f32),
    /// By the noun for what it is.
    Noun,
    /// By its category alone.
    Category,
    /// It was spoken of before.
    Reference,
    /// Nothing was said of it; it can do what was asked.
    Anything,
}

/// The score (0..1) of a recall and its reason.
pub fn score(recall: Recall) -> (f32, Option<&'static str>) {
    match recall {
        Recall::Name(NameMatchKind::Exact, score) => (score.clamp(0.0, 1.0), Some("name_hit")),
        Recall::Name(NameMatchKind::Partial, score) => (score.clamp(0.0, 0.95), Some("name_hit")),
        Recall::Name(NameMatchKind::Fuzzy, score) => (score.clamp(0.0, 0.9), Some("name_fuzzy")),
        Recall::Name(NameMatchKind::Sound, score) => (score.clamp(0.0, 0.85), Some("name_sound")),
        Recall::Noun => (0.8, Some("type_hit")),
        Recall::Category => (0.6, Some("type_hit")),
        Recall::Reference => (1.0, Some("reference")),
        Recall::Anything => (0.0, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_003_keyword_an_exact_name_beats_everything_else() {
        let (exact, reason) = score(Recall::Name(NameMatchKind::Exact, 1.0));
        assert_eq!((exact, reason), (1.0, Some("name_hit")));
        for other in [
            Recall::Name(NameMatchKind::Partial, 1.0),
            Recall::Name(NameMatchKind::Fuzzy, 1.0),
            Recall::Name(NameMatchKind::Sound, 1.0),
            Recall::Noun,
            Recall::Category,
            Recall::Anything,
        ] {
            assert!(score(other).0 < exact, "{other:?}");
        }
    }

    #[test]
    fn seed_003_keyword_reasons_name_the_recall() {
        assert_eq!(score(Recall::Noun).1, Some("type_hit"));
        assert_eq!(score(Recall::Name(NameMatchKind::Sound, 0.7)).1, Some("name_sound"));
        assert_eq!(score(Recall::Name(NameMatchKind::Fuzzy, 0.7)).1, Some("name_fuzzy"));
    }
}
