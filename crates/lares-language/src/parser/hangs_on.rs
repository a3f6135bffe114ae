//! Which of several orders hang on what was told: "lights off, and if the door is open close it" switches the lights off now.

use smallvec::SmallVec;

use super::condition::Stretch;
use super::frame::Frame;
use super::lattice::Token;
use super::render;
use crate::command_array::{ANY, LAST, SpokenCondition};

/// A condition as it stands between the orders.
struct Told {
    /// Where it begins in the text.
    start: usize,
    /// It begins a clause, so that what follows hangs on it and nothing before.
    leads: bool,
    /// One after the last of its conditions.
    end: usize,
}

/// The conditions of an utterance, as they stand between its orders.
#[derive(Default)]
pub(super) struct Hanging(SmallVec<[Told; 2]>);

impl Hanging {
    /// What `stretch` tells is `conditions`, up to its last.
    pub(super) fn tell(&mut self, tokens: &[Token], stretch: &Stretch, conditions: &[SpokenCondition]) {
        let opened = |token: &&Token| token.condition().is_some();
        let opening =
            stretch.start.checked_sub(1).filter(|before| tokens.get(*before).as_ref().is_some_and(opened));
        let first = opening.unwrap_or(stretch.start);
        let before = first.checked_sub(1).and_then(|before| tokens.get(before));
        let leads = before.is_none_or(|token| {
            token.separator().is_some() || token.conjunction().is_some() || token.clause().is_some()
        });
        let start = tokens.get(first).map_or(0, |token| token.start);
        self.0.push(Told { start, leads, end: conditions.len() });
    }

    /// The last that was told begins a clause, and names what can be acted on.
    pub(super) fn names_target(&self, conditions: &[SpokenCondition]) -> bool {
        self.0.last().is_some_and(|told| told.leads && told.end == conditions.len())
            && conditions.last().is_some_and(|condition| {
                !matches!(condition.n.as_str(), ANY | LAST) && render::can_be_target(condition)
            })
    }

    /// What a frame hangs on; `begin` is where each of the frames begins.
    pub(super) fn of<'c>(
        &self,
        frame: &Frame,
        begin: &[usize],
        conditions: &'c [SpokenCondition],
    ) -> &'c [SpokenCondition] {
        let last = begin.iter().copied().max().unwrap_or_default();
        // "Close the blind, dim the lamp, and lock the front door if it's open": what "it" is hangs on it.
        if self.0.iter().all(|told| last < told.start) {
            let of_it = |condition: &SpokenCondition| {
                let nameless = condition.n == ANY && condition.s == ANY;
                condition.n == LAST || nameless && render::states(&condition.p)
            };
            let is_last = frame.span.0 >= last;
            return if is_last || !conditions.iter().all(of_it) { conditions } else { &[] };
        }
        if !self.0.iter().all(|told| told.leads) {
            return conditions;
        }
        // The nearest before it, with those that no order stands between.
        let own = self.0.iter().take_while(|told| told.start < frame.span.0).count();
        let (mut from, mut end) = (0, 0);
        for place in (0..own).rev() {
            let (Some(told), before) =
                (self.0.get(place), place.checked_sub(1).and_then(|it| self.0.get(it)))
            else {
                break;
            };
            end = end.max(told.end);
            from = before.map_or(0, |before| before.end);
            let between =
                |start: &usize| before.is_some_and(|before| (before.start..told.start).contains(start));
            if begin.iter().any(between) {
                break;
            }
        }
        conditions.get(from..end).unwrap_or(conditions)
    }
}
