//! Lamps that are only counted: 主人房的三盏都关掉, 随便熄两盏. The word between the number and the thing says that they are
//! lamps, so that a room's other devices are never meant.

use super::Reader;
use crate::lexicon::{Many, lexicon};
use crate::parser::frame::Head;
use crate::parser::lattice::Token;

impl Reader<'_, '_> {
    /// Takes the number at `index` and the 盏 behind it for so many lamps, where no noun is behind them.
    pub(super) fn counts_lamps(&mut self, index: usize, count: u32) -> Option<usize> {
        let word = self.token(index + 1)?;
        let counted = self.clause.text.get(word.start..word.end)?;
        if !matches!(counted, ['盏'] | ['盏', '儿']) || self.excluding || !self.pending_text.is_empty() {
            return None;
        }
        let goes_on = |next: &Token| {
            next.is_target()
                || next.is_unknown()
                || next.possessive().is_some()
                || next.color().is_some()
                || next.adjective().is_some()
        };
        let behind = self.token(index + 2);
        if behind.is_some_and(goes_on) || self.phrase.head != Head::None {
            return None;
        }
        let light = lexicon().noun("light")?;
        let (name, _) = self.clause.vocabulary.noun_names(light);
        let all = behind.is_some_and(|next| matches!(next.many(), Some((Many::All | Many::Every, _))));
        if self.phrase.rooms.is_empty() && !self.frame.targets.is_empty() {
            // 客厅随便关两盏: of the room that was named before the verb.
            let unsaid = self.frame.verb.is_none() && self.frame.value.is_none();
            let last = self.frame.targets.last_mut()?;
            if all && unsaid && matches!(last.head, Head::Noun(_) | Head::Name) {
                // 床头两盏都打开: all that there are of what was named.
                last.many = Some(Many::All);
                return Some(2);
            }
            if last.head != Head::None || last.rooms.is_empty() {
                return None;
            }
            last.head = Head::Noun(light);
            last.text = name.into();
            last.count = Some(count);
            return Some(2);
        }
        if self.phrase.rooms.is_empty() && all {
            // 三盏都调到两成: those just spoken of.
            self.phrase.head = Head::Last;
            self.phrase.many = Some(Many::All);
        } else {
            self.phrase.head = Head::Noun(light);
            self.phrase.text = name.into();
            self.phrase.count = Some(count);
            if all {
                self.phrase.many = Some(Many::All);
            }
        }
        self.close_phrase();
        Some(2 + usize::from(all))
    }
}
