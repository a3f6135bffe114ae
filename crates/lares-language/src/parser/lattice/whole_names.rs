//! 过到灯 for 过道灯, 亮衣架 for 晾衣架: names whose first characters were heard as words of their own. What stands before
//! the noun is a word that says nothing there, and together they sound just like something that the home has.

use lares_home::Act;

use super::{Edge, Lattice, Path, Token};
use crate::lexicon::{Sense, Verb, lexicon};
use crate::slips::LONGEST;
use crate::vocabulary::{HomeVocabulary, is_han};

/// 开灯, 关窗: what is to be done to the noun behind it.
fn switches(verb: &Verb) -> bool {
    matches!(
        verb.acts.first(),
        Some(Act::On | Act::Off | Act::Open | Act::Close | Act::Lock | Act::Unlock | Act::Set | Act::Query)
    )
}

/// A character that says nothing between what is to be done and the noun: 打开打灯, 住灯关掉.
fn is_pointless(path: &Path, index: usize) -> bool {
    let token = &path.tokens[index];
    let switched = |token: &Token| token.verb().is_some_and(|verb| verb.chinese && switches(verb));
    let behind = index.checked_sub(1).and_then(|before| path.tokens.get(before));
    let asked = match behind {
        Some(before) => switched(before) || before.object_marker().is_some(),
        None => path.tokens.get(index + 2).is_some_and(switched),
    };
    asked
        && token.adjective().is_none()
        && token.classifier().is_none()
        && token.possessive().is_none()
        && token.question().is_none()
        && token.negation().is_none()
        && token.reference().is_none()
        && !token.is_target()
}

impl Lattice<'_> {
    /// Adds what sounds just like a small word and the noun behind it. Says whether there was any.
    pub(super) fn add_whole_names(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let mut found: Vec<Edge> = Vec::new();
        for (index, noun) in path.tokens.iter().enumerate().skip(1) {
            if noun.noun().is_none() || noun.likeness < 1.0 {
                continue;
            }
            let first = path.tokens.get(index - 1).filter(|_| self.may_begin(path, index - 1));
            let second = index
                .checked_sub(2)
                .and_then(|before| path.tokens.get(before))
                .filter(|_| first.is_some() && self.may_begin(path, index - 2));
            for before in [second, first].into_iter().flatten() {
                let (start, end) = (before.start, noun.end);
                let length = end - start;
                let stretch = &self.text[start..end];
                // 打灯 for 大灯: so short a word must be heard where it says nothing.
                let long_enough = length > 2 || is_pointless(path, index - 1);
                if !(2..=LONGEST).contains(&length)
                    || !long_enough
                    || !stretch.iter().all(|&letter| is_han(letter))
                {
                    continue;
                }
                let mut add = |senses: &[Sense], likeness: f32| {
                    for &sense in senses {
                        let here = match sense {
                            Sense::Name(_) => true,
                            Sense::Noun(noun) => vocabulary.has_noun(noun),
                            _ => false,
                        };
                        if here && likeness >= 0.97 {
                            found.push(Edge { start, end, sense, likeness: 0.95 });
                        }
                    }
                };
                lexicon().slips.by_sound(stretch, |slip| {
                    add(lexicon().senses(slip.position as usize), slip.likeness);
                });
                vocabulary.slips.by_sound(stretch, |slip| {
                    add(vocabulary.senses_of(slip.position as usize), slip.likeness);
                });
            }
        }
        for edge in &found {
            self.edges
                .retain(|other| other.likeness < 1.0 || other.start < edge.start || edge.end < other.end);
        }
        let any = !found.is_empty();
        self.edges.append(&mut found);
        any
    }

    /// A short word that is nothing of the home's and no order.
    fn may_begin(&self, path: &Path, index: usize) -> bool {
        let token = &path.tokens[index];
        // 打开样台灯, 打开同灯: directly behind what is to be done nothing is counted or joined.
        let first = index
            .checked_sub(1)
            .and_then(|before| path.tokens.get(before))
            .is_some_and(|before| before.verb().is_some_and(|verb| verb.chinese));
        let absent = token.senses.iter().all(|sense| match sense {
            Sense::Noun(noun) => !self.vocabulary.has_noun(*noun),
            _ => false,
        });
        token.end - token.start <= 2
            && token.separator().is_none()
            && token.object_marker().is_none()
            && (first || token.conjunction().is_none())
            && token.many().is_none()
            && (first || token.classifier().is_none())
            && (!token.is_target() || absent && !token.is_unknown() || token.name().is_some())
            && token.verb().is_none_or(|verb| verb.weak || !switches(verb))
    }
}
