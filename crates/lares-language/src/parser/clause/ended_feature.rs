//! What is switched off is what was named directly before the verb, and not the whole thing: 空调睡眠关了.

use lares_home::Act;

use super::Reader;
use crate::action::Value;
use crate::lexicon::Verb;
use crate::parser::lattice::Token;

/// How sure it is that a whole thing is to be switched off where a word for one of its values stands before the verb.
const DOUBTED: f32 = 0.6;

impl Reader<'_, '_> {
    /// Takes a value that was read before a verb of switching off for the function that this ends. A value that is none
    /// leaves doubt.
    pub(super) fn ends_feature(&mut self, token: &Token, verb: &Verb) {
        let ends = verb.chinese
            && !verb.weak
            && verb.acts.first() == Some(&Act::Off)
            && verb.property.is_none()
            && verb.nouns.is_empty();
        let plain = self.frame.verb.is_none()
            && !self.frame.goal
            && self.frame.question.is_none()
            && !self.clause.condition
            && self.frame.has_target();
        let Some(Value::Word { key, .. }) = &self.frame.value else { return };
        let is_state = key.as_deref().is_some_and(|key| {
            matches!(key, "on" | "off" | "open" | "closed" | "locked" | "unlocked" | "finished" | "stopped")
        });
        let told = self.frame.value_text.ends_with(['了', '着', '好', '完']);
        if !ends || !plain || is_state || told {
            return;
        }
        let Some(before) = self.clause.tokens.iter().rev().find(|before| before.end == token.start) else {
            return;
        };
        if before.value().is_none() {
            return;
        }
        if let Some(property) = before.property() {
            self.frame.property = Some(property);
            self.frame.value = None;
            self.frame.value_text = smol_str::SmolStr::default();
        } else {
            self.frame.likeness *= DOUBTED;
        }
    }
}
