//! Numbers that a longer word would take for something else: by how many steps something changes (快一档), and hundreds behind "that"
//! ("make that one forty").

use super::{Edge, Lattice};
use crate::lexicon::Sense;
use crate::number;

/// What says which way a number of steps behind it goes.
const DIRECTIONS: [char; 8] = ['大', '小', '高', '低', '快', '慢', '强', '弱'];
/// What steps are called.
const STEPS: [char; 5] = ['档', '挡', '级', '格', '段'];
/// What orders "that" to be something.
const MADE: [&str; 4] = ["make ", "call ", "do ", "set "];

impl Lattice<'_> {
    /// 再快一档: one step more, and not the first of them. 最高一档 is the highest.
    pub(super) fn steps_behind_directions(&mut self) {
        let text = self.text;
        let is_step = |edge: &Edge| {
            let said = text.get(edge.start..edge.end).unwrap_or_default();
            let before = |by: usize| edge.start.checked_sub(by).and_then(|at| text.get(at));
            matches!(edge.sense, Sense::Value(_) | Sense::HomeValue)
                && said.len() == 2
                && said.last().is_some_and(|unit| STEPS.contains(unit))
                && number::chinese::parse(said, 0).is_some_and(|number| number.end == 1)
                && before(1).is_some_and(|way| DIRECTIONS.contains(way))
                && before(2) != Some(&'最')
        };
        self.edges.retain(|edge| !is_step(edge));
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
