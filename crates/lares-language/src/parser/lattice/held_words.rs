//! Words of names, said for the thing: "turn on the tree" where only the Xmas Tree is called so, "wireless off" for
//! Graham's Wireless. Elsewhere they mean something else or nothing; where a thing has to be named, they name the one.

use lares_home::Act;
use lares_home::catalogue::catalogue;

use super::determined::determiner_before;
use super::{Edge, Lattice, Path, Token};
use crate::lexicon::{Cue, Sense, lexicon};
use crate::parser::tokens::starts_with;
use crate::vocabulary::HomeVocabulary;

/// Shorter words are said for too much else.
const SHORTEST: usize = 3;

impl Lattice<'_> {
    /// Adds names for words that one name alone holds, where a thing has to be named. Says whether there was any.
    pub(super) fn add_held_words(&mut self, vocabulary: &HomeVocabulary, path: &Path) -> bool {
        let mut any = false;
        for (index, token) in path.tokens.iter().enumerate() {
            let general = path
                .tokens
                .get(index + 1)
                .is_some_and(|next| next.start == token.end + 1 && self.is_general(next));
            if !self.may_be_word_of_name(token, general) || !self.stands_for_thing(path, index) {
                continue;
            }
            let Some(name) = vocabulary.name_held_by_one(&self.text[token.start..token.end]) else {
                continue;
            };
            let end = path.tokens.get(index + 1).map_or(token.end, |next| self.behind_general(token, next));
            let (start, sense) = (token.start, Sense::Name(name));
            self.edges
                .retain(|edge| edge.end <= start || end <= edge.start || edge.end - edge.start > end - start);
            self.edges.push(Edge { start, end, sense, likeness: 1.0 });
            any = true;
        }
        any
    }

    /// One English word that is nothing of the home's yet.
    fn may_be_word_of_name(&self, token: &Token, general: bool) -> bool {
        let text = &self.text[token.start..token.end];
        let word = text.len() >= SHORTEST && text.iter().all(char::is_ascii_alphabetic);
        word && (token.likeness < 1.0
            || token.senses.iter().all(|sense| match sense {
                // "The wireless" is a speaker before it is where sound comes in.
                Sense::Noun(noun) => !self.vocabulary.has_noun(*noun) || token.value().is_some(),
                Sense::Chat | Sense::Classifier => true,
                // "The dust thing"; "the Hue" is a lamp that is made so, where one alone is called so.
                Sense::Property(property) => general || Some(*property) == catalogue().property("hue"),
                Sense::Room(room) => self.vocabulary.rooms_of_concept(*room).is_empty(),
                Sense::Value(_) | Sense::HomeValue | Sense::Adjective(_) | Sense::State(_) => true,
                Sense::Particle(_) | Sense::Color(_) | Sense::Level(_) | Sense::Wish(_) => true,
                _ => false,
            }))
    }

    /// Whether a thing has to be named here: behind "the" that a verb or the beginning is before, or at the beginning before
    /// what becomes of it.
    fn stands_for_thing(&self, path: &Path, index: usize) -> bool {
        let token = &path.tokens[index];
        let next = path.tokens.get(index + 1);
        let apart = |token: &Token| {
            token.separator().is_some() || token.conjunction().is_some() || token.clause().is_some()
        };
        let general = next.is_some_and(|next| self.is_general(next));
        if !general && next.is_some_and(|next| next.is_target() || next.is_unknown()) {
            return false;
        }
        // "The hue of the strip".
        if token.property().is_some() && next.is_some_and(|next| starts_with(&self.text[next.start..], "of "))
        {
            return false;
        }
        match determiner_before(self.text, token.start) {
            Some(article) => {
                let before = path.tokens[..index].iter().rev().find(|before| before.start < article);
                before.is_none_or(|before| {
                    apart(before)
                        || before.except().is_some()
                        || general && before.is_target()
                        || before.verb().is_some()
                        || before.question().is_some()
                            && path.tokens[..index]
                                .iter()
                                .all(|token| token.question().is_some() || token.particle().is_some())
                })
            }
            None => {
                let begins = index == 0 || apart(&path.tokens[index - 1]);
                let known = token.particle().is_some() || token.level().is_some() || token.color().is_some();
                let mut behind = path.tokens[index..].iter().skip(if general { 2 } else { 1 });
                let becomes = behind.next().is_some_and(|next| {
                    // "Sonos volume up", "arc brightness 20".
                    let sets = |value: &Token| {
                        self.becomes(value) || value.numeral(path).is_some() || value.level().is_some()
                    };
                    self.becomes(next)
                        || next.level().is_some()
                        || next.property().is_some() && behind.next().is_some_and(sets)
                });
                begins && !known && becomes
            }
        }
    }

    /// Says at once what becomes of a thing that was named.
    fn becomes(&self, token: &Token) -> bool {
        let switches = token.verb().is_some_and(|verb| {
            matches!(
                verb.acts.first(),
                Some(
                    Act::On
                        | Act::Off
                        | Act::Open
                        | Act::Close
                        | Act::Start
                        | Act::Stop
                        | Act::Pause
                        | Act::Up
                        | Act::Down
                )
            )
        });
        // "The arc louder", and not "the arc loud".
        let said = &self.text[token.start..token.end];
        let compared = token.adjective().is_some() && said.ends_with(&['e', 'r']);
        switches || compared || token.goal().is_some() || starts_with(&self.text[token.start..], "to ")
    }

    /// "The dust *thing*", "the tower *yoke*": words for anything, where people do not say what it is.
    fn is_general(&self, token: &Token) -> bool {
        let said = &self.text[token.start..token.end];
        lexicon().phrases(Cue::AnyThing).have(said)
    }

    /// Where a word ends with the general one behind it, if there is one.
    fn behind_general(&self, token: &Token, next: &Token) -> usize {
        if next.start == token.end + 1 && self.is_general(next) { next.end } else { token.end }
    }
}
