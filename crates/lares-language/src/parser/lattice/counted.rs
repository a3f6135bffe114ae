//! Numbers that a longer word would take for something else: by how many steps something changes (快一档), and hundreds behind "that"
//! ("make that one forty").

use super::{Edge, Lattice};
use crate::action::Unit;
use crate::lexicon::Sense;
use crate::number;

/// What orders "that" to be something.
const MADE: [&str; 4] = ["make ", "call ", "do ", "set "];

impl Lattice<'_> {
    /// 再快一档: one step more, and not the first of them. 最高一档 is the highest.
    pub(super) fn steps_behind_directions(&mut self) {
        let (text, edges) = (self.text, &self.edges);
        let ends_direction = |place: usize| {
            let is_most = place.checked_sub(2).and_then(|before| text.get(before)) == Some(&'最');
            let is_way = |edge: &Edge| edge.end == place && matches!(edge.sense, Sense::Adjective(_));
            !is_most && edges.iter().any(is_way)
        };
        let is_step = |edge: &Edge| {
            let unit = edge.start + 1;
            let is_unit = |other: &Edge| {
                (other.start, other.end) == (unit, edge.end)
                    && matches!(other.sense, Sense::Unit(Unit::Gear, _))
            };
            matches!(edge.sense, Sense::Value(_) | Sense::HomeValue)
                && number::chinese::parse(text, edge.start).is_some_and(|number| number.end == unit)
                && edges.iter().any(is_unit)
                && ends_direction(edge.start)
        };
        if edges.iter().any(is_step) {
            let kept = edges.iter().filter(|edge| !is_step(edge)).copied().collect();
            self.edges = kept;
        }
    }

    /// "Make that one forty": a hundred and forty, and not "that one".
    pub(super) fn hundreds_behind_that(&mut self) {
        let text = self.text;
        let is_made = |start: usize| {
            MADE.iter().any(|made| {
                start.checked_sub(made.len()).is_some_and(|begins| {
                    text.get(begins..start).is_some_and(|said| said.iter().copied().eq(made.chars()))
                })
            })
        };
        let is_hundreds = |edge: &Edge| {
            let said = text.get(edge.start..edge.end).unwrap_or_default();
            let number = said.len().checked_sub(3).map(|length| edge.start + length);
            matches!(edge.sense, Sense::Reference(_))
                && said.iter().copied().eq("that one".chars())
                && is_made(edge.start)
                && number
                    .and_then(|start| number::english::parse(text, start))
                    .is_some_and(|number| number.end > edge.end)
        };
        self.edges.retain(|edge| !is_hundreds(edge));
    }
}
