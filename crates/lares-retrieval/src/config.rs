//! Every weight, threshold and limit of retrieval in one place.

use serde::{Deserialize, Serialize};

/// Why a configuration is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// No TOML, an unknown field, or a wrong type.
    #[error("retrieval configuration: {0}")]
    Syntax(String),
    /// A number out of its range.
    #[error("retrieval configuration: {field} = {found} is not in {range}")]
    Range {
        /// The field.
        field: &'static str,
        /// What was given.
        found: String,
        /// What is permitted.
        range: &'static str,
    },
}

/// The settings of retrieval. The defaults are those of the design; the source of each is named with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RetrievalConfig {
    /// Candidates that are returned where the request does not say (seed 001: about 5). 1..=100.
    pub top_k: usize,
    /// Weight of the keyword score while a category gate is in force (seed 001, hybrid recall). 0..=10.
    pub gated_keyword_weight: f32,
    /// Weight of the vector score while a category gate is in force (seed 001). 0..=10.
    pub gated_vector_weight: f32,
    /// Weight of the keyword score without a gate (seed 001). 0..=10.
    pub open_keyword_weight: f32,
    /// Weight of the vector score without a gate (seed 001). 0..=10.
    pub open_vector_weight: f32,
    /// The share of the vector weights that is left where the structure of both sides is understood: there the words
    /// only tell apart what the structure leaves open, and no cosine outweighs it. 0..=1.
    pub understood_vector_share: f32,
    /// Added where the device stands in a room that was said (seed 001, decision 5). 0..=10.
    pub room_match_bonus: f32,
    /// Weight of how well the command fits the action: between devices that both answer to the words, the one that can
    /// do it is meant. 0..=10.
    pub fit_weight: f32,
    /// A command whose similarity to the action is below this does not fit (seed 003). 0..=1.
    pub similarity_threshold: f32,
    /// From this parser confidence a command that does not fit is removed; below it only scores less (seed 003, 3.4).
    /// 0..=1.
    pub hard_filter_confidence: f32,
    /// What is taken from the score of a command that does not fit, below that confidence. 0..=10.
    pub unfit_penalty: f32,
    /// Two devices that are nearer than this are equally good (seed 003, 3.3). 0..=1.
    pub ask_epsilon: f32,
    /// Below this parser confidence nothing is acted on. 0..=1.
    pub act_confidence: f32,
    /// The confidence from which a question is answered: nothing is done by it.
    pub question_confidence: f32,
    /// The same for commands that can harm. 0..=1.
    pub sensitive_confidence: f32,
    /// A fit below this is a stretch of the words: handed to the agent, not acted on. 0..=1.
    pub act_fit: f32,
    /// A name that was recognised less surely than this is not acted on. 0..=1.
    pub act_name_score: f32,
    /// The same for commands that can harm. 0..=1.
    pub sensitive_name_score: f32,
    /// Documents that a vector search may look at for several devices (seed 000, 8.3: 50..100). 1..=1000.
    pub options_search_k: usize,
    /// The best pieces of evidence that count for a command (seed 000, 8.3). 1..=20.
    pub evidence_per_command: usize,
    /// Commands that are weighed (seed 000, 8.3). 1..=20.
    pub max_options: usize,
    /// A command less likely than this needs a question (DESIGN, bulk). 0..=1.
    pub top1_ratio: f32,
    /// A command that leads by less than this needs a question (DESIGN, bulk). 0..=1.
    pub margin: f32,
    /// Below this share of the devices that were meant, `partial_coverage` (DESIGN, bulk). 0..=1.
    pub coverage: f32,
    /// Devices in a batch (seed 000, 8.4). 1..=1000.
    pub batch_size: usize,
    /// More targets than this are trimmed (DESIGN, bulk). 1..=100000.
    pub max_targets: usize,
    /// More groups than this are trimmed (DESIGN, bulk). 1..=1000.
    pub max_groups: usize,
    /// Whether an unclear command for several devices may be put to a model once (seed 000, 8.3).
    #[serde(alias = "ENABLE_BULK_ARBITRATION_LLM")]
    pub enable_bulk_arbitration_llm: bool,
    /// Options that a question offers. 2..=20.
    pub max_clarification_options: usize,
    /// Devices that a conversation remembers (seed 003, 1.3). 1..=50.
    pub max_recent: usize,
    /// Milliseconds for which a conversation remembers (seed 003, 1.3: five minutes). 1..=86400000.
    pub memory_ms: u64,
    /// A room word of two characters counts in names only while no more than this many devices of other rooms carry it
    /// (seed 002, 1). 0..=100000.
    pub short_room_word_conflicts: usize,
    /// The softmax temperature for competing commands; 0 takes the embedder's own. 0..=10.
    pub options_temperature: f32,
    /// Devices that a name may answer to. 1..=1000.
    pub name_matches: usize,
    /// Whether documents hold the ways to ask for a command, beside its description (seed 001).
    pub document_synonyms: bool,
    /// Whether documents hold the names and words of values (seed 001).
    pub document_values: bool,
    /// Switches whole stages off, to measure what each is worth.
    pub stages: StageSwitches,
}

/// Which stages run. All of them do, except in measurements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StageSwitches {
    /// Stage 2.
    pub resolve: bool,
    /// Stage 3.
    pub scope: bool,
    /// Stage 4.
    pub gate: bool,
    /// Stage 6.
    pub keyword: bool,
    /// Stage 7.
    pub vector: bool,
    /// The structural fit of commands.
    pub fit: bool,
    /// Stage 9.
    pub consistency: bool,
    /// The meaning of all the words, where the structure understood nothing or something else.
    pub meaning: bool,
    /// The wish that all the words tell, where nothing comes of what was understood.
    pub wishes: bool,
    /// Another reading, where nothing or only a part comes of what was understood.
    pub anew: bool,
    /// The names that words sound like, where nothing comes of what was understood.
    pub by_ear: bool,
    /// Where the whole comes to nothing, a part of what was said that is likely to be all that is meant.
    pub meant_part: bool,
    /// Part by part, where only a part comes of several orders.
    pub divided: bool,
    /// The reading of a network beside that of the parser.
    pub reader: bool,
}

impl Default for StageSwitches {
    fn default() -> Self {
        StageSwitches {
            resolve: true,
            scope: true,
            gate: true,
            keyword: true,
            vector: true,
            fit: true,
            consistency: true,
            meaning: true,
            wishes: true,
            anew: true,
            by_ear: true,
            meant_part: true,
            divided: true,
            reader: true,
        }
    }
}

impl Default for RetrievalConfig {
    fn default() -> Self {
        RetrievalConfig {
            top_k: 5,
            gated_keyword_weight: 1.0,
            gated_vector_weight: 0.5,
            open_keyword_weight: 1.5,
            open_vector_weight: 0.2,
            understood_vector_share: 0.3,
            room_match_bonus: 0.3,
            fit_weight: 0.5,
            similarity_threshold: 0.5,
            hard_filter_confidence: 0.8,
            unfit_penalty: 0.5,
            ask_epsilon: 0.05,
            act_confidence: 0.6,
            question_confidence: 0.5,
            sensitive_confidence: 0.8,
            act_fit: 0.75,
            act_name_score: 0.6,
            sensitive_name_score: 0.9,
            options_search_k: 80,
            evidence_per_command: 3,
            max_options: 5,
            top1_ratio: 0.55,
            margin: 0.15,
            coverage: 0.8,
            batch_size: 20,
            max_targets: 200,
            max_groups: 20,
            enable_bulk_arbitration_llm: false,
            max_clarification_options: 5,
            max_recent: 5,
            memory_ms: 5 * 60 * 1000,
            short_room_word_conflicts: 3,
            options_temperature: 0.0,
            name_matches: 32,
            document_synonyms: true,
            document_values: true,
            stages: StageSwitches::default(),
        }
    }
}

impl RetrievalConfig {
    /// Reads a configuration; what it leaves out has its default.
    pub fn from_toml(text: &str) -> Result<RetrievalConfig, ConfigError> {
        let config: RetrievalConfig =
            toml::from_str(text).map_err(|error| ConfigError::Syntax(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    /// Checks every range.
    pub fn check(&self) -> Result<(), ConfigError> {
        let weights: [(&'static str, f32); 8] = [
            ("gated_keyword_weight", self.gated_keyword_weight),
            ("gated_vector_weight", self.gated_vector_weight),
            ("open_keyword_weight", self.open_keyword_weight),
            ("open_vector_weight", self.open_vector_weight),
            ("room_match_bonus", self.room_match_bonus),
            ("fit_weight", self.fit_weight),
            ("unfit_penalty", self.unfit_penalty),
            ("options_temperature", self.options_temperature),
        ];
        for (field, found) in weights {
            if !(0.0..=10.0).contains(&found) {
                return Err(ConfigError::Range { field, found: found.to_string(), range: "0..=10" });
            }
        }
        let shares: [(&'static str, f32); 13] = [
            ("understood_vector_share", self.understood_vector_share),
            ("similarity_threshold", self.similarity_threshold),
            ("hard_filter_confidence", self.hard_filter_confidence),
            ("ask_epsilon", self.ask_epsilon),
            ("act_confidence", self.act_confidence),
            ("question_confidence", self.question_confidence),
            ("sensitive_confidence", self.sensitive_confidence),
            ("act_fit", self.act_fit),
            ("act_name_score", self.act_name_score),
            ("sensitive_name_score", self.sensitive_name_score),
            ("top1_ratio", self.top1_ratio),
            ("margin", self.margin),
            ("coverage", self.coverage),
        ];
        for (field, found) in shares {
            if !(0.0..=1.0).contains(&found) {
                return Err(ConfigError::Range { field, found: found.to_string(), range: "0..=1" });
            }
        }
        let counts: [(&'static str, usize, usize, usize, &'static str); 10] = [
            ("top_k", self.top_k, 1, 100, "1..=100"),
            ("options_search_k", self.options_search_k, 1, 1000, "1..=1000"),
            ("evidence_per_command", self.evidence_per_command, 1, 20, "1..=20"),
            ("max_options", self.max_options, 1, 20, "1..=20"),
            ("batch_size", self.batch_size, 1, 1000, "1..=1000"),
            ("max_targets", self.max_targets, 1, 100_000, "1..=100000"),
            ("max_groups", self.max_groups, 1, 1000, "1..=1000"),
            ("max_clarification_options", self.max_clarification_options, 2, 20, "2..=20"),
            ("max_recent", self.max_recent, 1, 50, "1..=50"),
            ("name_matches", self.name_matches, 1, 1000, "1..=1000"),
        ];
        for (field, found, low, high, range) in counts {
            if !(low..=high).contains(&found) {
                return Err(ConfigError::Range { field, found: found.to_string(), range });
            }
        }
        if self.memory_ms == 0 || self.memory_ms > 86_400_000 {
            let found = self.memory_ms.to_string();
            return Err(ConfigError::Range { field: "memory_ms", found, range: "1..=86400000" });
        }
        if self.short_room_word_conflicts > 100_000 {
            let found = self.short_room_word_conflicts.to_string();
            return Err(ConfigError::Range {
                field: "short_room_word_conflicts",
                found,
                range: "0..=100000",
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_001_weights_and_limits_are_the_defaults() {
        let config = RetrievalConfig::default();
        assert_eq!((config.gated_keyword_weight, config.gated_vector_weight), (1.0, 0.5));
        assert_eq!((config.open_keyword_weight, config.open_vector_weight), (1.5, 0.2));
        assert_eq!(config.top_k, 5);
        assert_eq!(config.check(), Ok(()));
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let config = RetrievalConfig::from_toml("top_k = 7\n[stages]\nvector = false\n").unwrap();
        assert_eq!(config.top_k, 7);
        assert!(!config.stages.vector && config.stages.scope);
        assert_eq!(config.max_targets, 200);
    }

    #[test]
    fn unknown_fields_and_ranges_are_named() {
        assert!(
            matches!(RetrievalConfig::from_toml("topk = 5"), Err(ConfigError::Syntax(text)) if text.contains("topk"))
        );
        let error = RetrievalConfig::from_toml("margin = 1.5").unwrap_err();
        assert_eq!(error.to_string(), "retrieval configuration: margin = 1.5 is not in 0..=1");
        assert!(RetrievalConfig::from_toml("coverage = nan").is_err());
        assert!(RetrievalConfig::from_toml("batch_size = 0").is_err());
    }
}
