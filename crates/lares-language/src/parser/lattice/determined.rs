//! What a determiner stands before: "turn off the plug in the hall" names a plug, and plugs nothing in.

use smallvec::SmallVec;

use super::{Edge, Lattice};
use crate::lexicon::{Cue, Sense, lexicon};
use crate::parser::tokens::ends_with;

impl Lattice<'_> {
    /// Takes away verbs of several words that begin with a thing which a determiner says is one.
    pub(super) fn things_behind_determiners(&mut self) {
        let text = self.text;
        // "I hate this show": what is on, and nothing to be shown.
        let is_show = |edge: &Edge| {
            matches!(text.get(edge.start..edge.end), Some(['s', 'h', 'o', 'w'] | ['s', 'h', 'o', 'w', 's']))
        };
        self.edges.retain(|edge| {
            !(matches!(edge.sense, Sense::Verb(_)) && is_show(edge) && is_determined(text, edge.start))
        });
        let may_be_thing = |edge: &Edge| {
            matches!(edge.sense, Sense::Verb(verb) if !verb.chinese)
                && text[edge.start..edge.end].contains(&' ')
        };
        if !self.edges.iter().any(may_be_thing) {
            return;
        }
        let things: SmallVec<[(usize, usize); 8]> = self
            .edges
            .iter()
            .filter(|edge| matches!(edge.sense, Sense::Noun(_)) && is_determined(text, edge.start))
            .map(|edge| (edge.start, edge.end))
            .collect();
        self.edges.retain(|edge| {
            let names = |&(start, end): &(usize, usize)| start == edge.start && end < edge.end;
            !may_be_thing(edge) || !things.iter().any(names)
        });
    }
}

/// Whether a determiner stands directly before a place.
pub(super) fn is_determined(text: &[char], start: usize) -> bool {
    determiner_before(text, start).is_some()
}

/// Where the determiner begins that stands directly before a place.
pub(super) fn determiner_before(text: &[char], start: usize) -> Option<usize> {
    let before = text.get(..start)?.strip_suffix(&[' '])?;
    let begins_word = |begins: &usize| *begins == 0 || !before[begins - 1].is_alphanumeric();
    let mut words = lexicon().cue(Cue::Determiner).filter(|word| ends_with(before, word));
    words.find_map(|word| Some(before.len() - word.len()).filter(begins_word))
}
