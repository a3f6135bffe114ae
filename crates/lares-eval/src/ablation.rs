//! The same cases without one stage, with another embedder, or with poorer documents: what each is worth.

use std::sync::Arc;

use lares::embedding::Embedder;
use lares::{Builder, RetrievalConfig};

/// Changes the settings.
type Change = fn(&mut RetrievalConfig);

/// What is left out, and how a home is then built.
#[derive(Debug, Clone)]
pub struct Ablation {
    /// What is left out or put in its place.
    pub name: &'static str,
    /// The settings.
    pub config: RetrievalConfig,
    /// The embedder, where it is not the default one.
    embedder: Option<fn() -> Arc<dyn Embedder>>,
}

impl Ablation {
    /// Gives a builder the settings and the embedder.
    pub fn applied_to(&self, builder: Builder) -> Builder {
        let builder = builder.retrieval_config(self.config.clone());
        match self.embedder {
            Some(embedder) => builder.embedder(embedder()),
            None => builder,
        }
    }
}

/// Everything that is worth leaving out.
pub fn ablations(config: &RetrievalConfig) -> Vec<Ablation> {
    let without: [(&'static str, Change); 17] = [
        ("without vector recall", |config| config.stages.vector = false),
        ("without keyword recall", |config| config.stages.keyword = false),
        ("without the category gate", |config| config.stages.gate = false),
        ("without the room bonus", |config| config.room_match_bonus = 0.0),
        ("without consistency", |config| config.stages.consistency = false),
        ("without meaning", |config| config.stages.meaning = false),
        ("without wishes", |config| config.stages.wishes = false),
        ("without reading by ear", |config| config.stages.by_ear = false),
        ("without reading anew", |config| config.stages.anew = false),
        ("without reading in parts", |config| config.stages.divided = false),
        ("without the second reading", |config| config.stages.reader = false),
        ("without the part that is meant", |config| config.stages.meant_part = false),
        ("without structural fit", |config| config.stages.fit = false),
        ("without scope", |config| config.stages.scope = false),
        ("without references", |config| config.stages.resolve = false),
        ("without synonyms in documents", |config| config.document_synonyms = false),
        ("without value words in documents", |config| config.document_values = false),
    ];
    // Where the structure is not looked at, vectors choose the command alone: what they are worth shows only there.
    let vectors_alone: [(&'static str, bool, Change); 5] = [
        ("letters instead of the model", true, |_| {}),
        ("vectors choose: letters", true, |config| config.stages.fit = false),
        ("vectors choose: letters, no synonyms", true, |config| {
            config.stages.fit = false;
            config.document_synonyms = false;
        }),
        ("vectors choose: model, no synonyms", false, |config| {
            config.stages.fit = false;
            config.document_synonyms = false;
        }),
        ("vectors choose: model, no value words", false, |config| {
            config.stages.fit = false;
            config.document_values = false;
        }),
    ];
    let changed = |change: Change| {
        let mut config = config.clone();
        change(&mut config);
        config
    };
    let stages =
        without.into_iter().map(|(name, change)| Ablation { name, config: changed(change), embedder: None });
    let vectors = vectors_alone.into_iter().map(|(name, letters, change)| Ablation {
        name,
        config: changed(change),
        embedder: if letters { Some(lares::lexical_embedder) } else { None },
    });
    stages.chain(vectors).collect()
}
