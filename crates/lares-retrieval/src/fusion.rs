//! Stage 8: one score from names, vectors, rooms and the fit of the command.

use crate::config::RetrievalConfig;

/// What is fused for one device with one command.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// 0..1, from stage 6.
    pub keyword: f32,
    /// 0..1, from stage 7.
    pub vector: f32,
    /// The device stands in a room that was said.
    pub room_hit: bool,
    /// 0..1, how well the command does what was asked for.
    pub similarity: f32,
    /// A category gate is in force.
    pub gated: bool,
}

/// The total, 0 and up.
pub fn total(signals: Signals, config: &RetrievalConfig) -> f32 {
    let (keyword, vector) = if signals.gated {
        (config.gated_keyword_weight, config.gated_vector_weight)
    } else {
        (config.open_keyword_weight, config.open_vector_weight)
    };
    let room = if signals.room_hit { config.room_match_bonus } else { 0.0 };
    keyword * signals.keyword + vector * signals.vector + config.fit_weight * signals.similarity + room
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(gated: bool) -> f32 {
        let config = RetrievalConfig { fit_weight: 0.0, ..RetrievalConfig::default() };
        total(Signals { keyword: 1.0, vector: 1.0, gated, ..Signals::default() }, &config)
    }

    #[test]
    fn seed_001_fusion_weights_follow_the_gate() {
        assert!((with(true) - 1.5).abs() < 1e-6);
        assert!((with(false) - 1.7).abs() < 1e-6);
    }

    #[test]
    fn seed_001_fusion_a_room_that_was_said_adds() {
        let config = RetrievalConfig::default();
        let near = Signals { keyword: 0.8, room_hit: true, ..Signals::default() };
        let far = Signals { room_hit: false, ..near };
        assert!(total(near, &config) > total(far, &config) + 0.1);
    }

    #[test]
    fn seed_001_fusion_either_recall_alone_counts() {
        let config = RetrievalConfig::default();
        assert!(total(Signals { vector: 0.8, ..Signals::default() }, &config) > 0.0);
        assert!(total(Signals { keyword: 0.8, ..Signals::default() }, &config) > 0.0);
    }
}
