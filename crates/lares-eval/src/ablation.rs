//! The same cases without one stage at a time: what each stage is worth.

use lares::RetrievalConfig;

/// Changes the settings.
type Change = fn(&mut RetrievalConfig);

/// What is switched off, and the settings that do so.
pub fn ablations(config: &RetrievalConfig) -> Vec<(&'static str, RetrievalConfig)> {
    let switches: [(&'static str, Change); 8] = [
        ("without vector recall", |config| config.stages.vector = false),
        ("without keyword recall", |config| config.stages.keyword = false),
        ("without the category gate", |config| config.stages.gate = false),
        ("without the room bonus", |config| config.room_match_bonus = 0.0),
        ("without consistency", |config| config.stages.consistency = false),
        ("without structural fit", |config| config.stages.fit = false),
        ("without scope", |config| config.stages.scope = false),
        ("without references", |config| config.stages.resolve = false),
    ];
    let without = |switch: Change| {
        let mut config = config.clone();
        switch(&mut config);
        config
    };
    switches.into_iter().map(|(name, switch)| (name, without(switch))).collect()
}
