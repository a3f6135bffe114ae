//! Several things that are measured, asked for in one breath: 温度湿度多少, 温度和湿度都报一下.

use lares_home::{Act, Property};

use super::{Reader, is_measured};
use crate::parser::frame::Frame;
use crate::vocabulary::is_han;

impl Reader<'_, '_> {
    /// Keeps what was named directly before the measure at `index`, where that is another one.
    pub(super) fn keeps_measure(&mut self, index: usize, property: Property) {
        let Some(known) = self.frame.property.filter(|&known| known != property) else { return };
        let before = self.clause.tokens.get(..index).unwrap_or_default();
        let last =
            before.iter().rev().find(|token| token.conjunction().is_none() && token.separator().is_none());
        let adjoins = last.is_some_and(|last| last.property() == Some(known));
        let chinese =
            self.clause.text.get(before.last().map_or(0, |last| last.start)).copied().is_some_and(is_han);
        if adjoins && chinese && !self.clause.condition && is_measured(known) && is_measured(property) {
            self.measures.push(known);
        }
    }

    /// Adds a question for each measure that was named before the one that is asked for.
    pub(super) fn asks_measures(&mut self, frame: &Frame) {
        let measures = std::mem::take(&mut self.measures);
        let queries = frame.verb.is_some_and(|verb| verb.acts.first() == Some(&Act::Query));
        if frame.question.is_some() || queries {
            let asked = |property| Frame { property: Some(property), ..frame.clone() };
            self.frames.extend(measures.into_iter().map(asked));
        }
    }
}
