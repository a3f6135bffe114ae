//! What words can be, as classifiers know it.

use smallvec::SmallVec;

use super::lattice::Token;
use crate::lexicon::{Sense, Speech};

/// What a word can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Unknown,
    Slip,
    Weak,
    Verb,
    Property,
    Quality,
    Degree,
    Level,
    Value,
    Colour,
    Unit,
    Many,
    Classifier,
    Except,
    Reference,
    Condition,
    Comparison,
    Question,
    Negation,
    Conjunction,
    Clause,
    Correction,
    Polite,
    Particle,
    Possessive,
    Object,
    Goal,
    Remark,
    Speech,
    Time,
    Wish,
    Chat,
    Ordinal,
    Answer,
    Noun,
    Room,
    Name,
    Scene,
    Number,
    Pause,
    State,
    Person,
}

impl Kind {
    /// What classifiers know it by.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Unknown => "unknown",
            Kind::Slip => "slip",
            Kind::Weak => "weak",
            Kind::Verb => "verb",
            Kind::Property => "property",
            Kind::Quality => "quality",
            Kind::Degree => "degree",
            Kind::Level => "level",
            Kind::Value => "value",
            Kind::Colour => "colour",
            Kind::Unit => "unit",
            Kind::Many => "many",
            Kind::Classifier => "classifier",
            Kind::Except => "except",
            Kind::Reference => "reference",
            Kind::Condition => "condition",
            Kind::Comparison => "comparison",
            Kind::Question => "question",
            Kind::Negation => "negation",
            Kind::Conjunction => "conjunction",
            Kind::Clause => "clause",
            Kind::Correction => "correction",
            Kind::Polite => "polite",
            Kind::Particle => "particle",
            Kind::Possessive => "possessive",
            Kind::Object => "object",
            Kind::Goal => "goal",
            Kind::Remark => "remark",
            Kind::Speech => "speech",
            Kind::Time => "time",
            Kind::Wish => "wish",
            Kind::Chat => "chat",
            Kind::Ordinal => "ordinal",
            Kind::Answer => "answer",
            Kind::Noun => "noun",
            Kind::Room => "room",
            Kind::Name => "name",
            Kind::Scene => "scene",
            Kind::Number => "number",
            Kind::Pause => "pause",
            Kind::State => "state",
            Kind::Person => "person",
        }
    }
}

/// What a word can be, each kind once.
pub(super) fn kinds(token: &Token) -> SmallVec<[Kind; 4]> {
    let mut kinds = SmallVec::new();
    if token.is_unknown() {
        kinds.push(Kind::Unknown);
    }
    if token.likeness < 1.0 {
        kinds.push(Kind::Slip);
    }
    for sense in &token.senses {
        let kind = match sense {
            Sense::Verb(verb) if verb.weak => Kind::Weak,
            Sense::Verb(_) => Kind::Verb,
            Sense::Property(_) => Kind::Property,
            Sense::Adjective(_) => Kind::Quality,
            Sense::Degree(_) => Kind::Degree,
            Sense::Level(_) => Kind::Level,
            Sense::Value(_) | Sense::HomeValue => Kind::Value,
            Sense::Color(_) => Kind::Colour,
            Sense::Unit(..) => Kind::Unit,
            Sense::Quantifier(..) => Kind::Many,
            Sense::Classifier => Kind::Classifier,
            Sense::Except(_) => Kind::Except,
            Sense::Reference(_) => Kind::Reference,
            Sense::Condition(_) => Kind::Condition,
            Sense::Comparison(_) => Kind::Comparison,
            Sense::Question(_) => Kind::Question,
            Sense::Negation(_) => Kind::Negation,
            Sense::Conjunction => Kind::Conjunction,
            Sense::Clause => Kind::Clause,
            Sense::Correction => Kind::Correction,
            Sense::Particle(true) => Kind::Polite,
            Sense::Particle(false) => Kind::Particle,
            Sense::Possessive(_) => Kind::Possessive,
            Sense::ObjectMarker => Kind::Object,
            Sense::Goal => Kind::Goal,
            Sense::Speech(Speech::Remark) => Kind::Remark,
            Sense::Speech(_) => Kind::Speech,
            Sense::Time(_) => Kind::Time,
            Sense::Wish(_) => Kind::Wish,
            Sense::Chat => Kind::Chat,
            Sense::Ordinal(_) => Kind::Ordinal,
            Sense::Answer(_) => Kind::Answer,
            Sense::Noun(_) => Kind::Noun,
            Sense::Room(_) | Sense::HomeRoom(_) => Kind::Room,
            Sense::Name(_) => Kind::Name,
            Sense::Scene(_) => Kind::Scene,
            Sense::Number(_) => Kind::Number,
            Sense::Separator(_) => Kind::Pause,
            Sense::State(_) => Kind::State,
            Sense::Person(_) => Kind::Person,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
