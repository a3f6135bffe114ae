//! Which part of an utterance may be all that is meant for the home, where the whole comes to nothing: people say what they
//! think beside what they want ("hands full can you get the light", 所有空调调到27 电费要爆炸了). Each beginning and each end of
//! it is such a part; what its words and those left over are like is told to a classifier as features.

use lares_home::Act;
use smallvec::SmallVec;

use super::kinds;
use super::lattice::{self, Token};
use super::{Workspace, spelling, told_beside};
use crate::lexicon::{Negation, Sense, Verb};
use crate::normalise::normalise_into;
use crate::vocabulary::{HomeVocabulary, is_han};
use crate::wish_model::{features, hash};

/// A longer utterance is a story.
const MOST_LETTERS: usize = 120;
/// And one of more words, as the lexicon tells them; one of fewer holds nothing else.
const MOST_TOKENS: usize = 40;
const FEWEST_TOKENS: usize = 3;

/// Hashes of features; one that is there twice counts twice.
pub type Features = Vec<u32>;

/// The hash of a feature that is known by its name, one of a kind.
pub fn feature(kind: &str, name: &str) -> u32 {
    hash(b'f', kind.chars().chain([' ']).chain(name.chars()))
}

impl HomeVocabulary {
    /// Calls `found` with each part of an utterance, what it begins with and what it ends with but for the whole: its words,
    /// normalised, and what they and those around them are like.
    pub fn parts(
        &self,
        text: &str,
        workspace: &mut Workspace,
        mut found: impl FnMut(&[char], &mut Features),
    ) {
        let Workspace { text: normal, lattice: memory, spare } = workspace;
        normalise_into(text, normal);
        if normal.len() > MOST_LETTERS {
            return;
        }
        let written = spelling::written_out(&normal.chars, self);
        let said = written.as_deref().unwrap_or(&normal.chars);
        let path = lattice::best_path(said, self, memory);
        let tokens = path.tokens.as_slice();
        let count = if (FEWEST_TOKENS..=MOST_TOKENS).contains(&tokens.len()) { tokens.len() } else { 0 };
        for begins in [true, false] {
            for cut in 1..count {
                spare.features.clear();
                if let Some(part) = part(said, tokens, cut, begins, &mut spare.features) {
                    found(part, &mut spare.features);
                }
            }
        }
        memory.take_back(path);
    }
}

/// The part before a cut, or behind it, without the pauses at its borders.
fn part<'s>(
    said: &'s [char],
    tokens: &[Token],
    cut: usize,
    begins: bool,
    features: &mut Features,
) -> Option<&'s [char]> {
    let (before, behind) = tokens.split_at_checked(cut)?;
    let paused = [before.last()?, behind.first()?].iter().any(|token| is_pause(said, token));
    let pause = |token: &&Token| is_pause(said, token);
    let trim = |tokens: &[Token]| {
        let first = tokens.iter().take_while(pause).count();
        let last = tokens.len() - tokens.iter().rev().take_while(pause).count();
        first..last.max(first)
    };
    let (before, behind) = (before.get(trim(before))?, behind.get(trim(behind))?);
    // A cut beside a pause is made once.
    if paused && is_pause(said, tokens.get(cut - 1)?) {
        return None;
    }
    let (kept, left) = if begins { (before, behind) } else { (behind, before) };
    if !kept.iter().any(asks_for_something) || !kept.iter().any(says_of_what) || left.is_empty() {
        return None;
    }
    if left.iter().any(binds_all) || is_torn(said, before.last()?, behind.first()?) {
        return None;
    }
    let mut found = Found { features, side: if begins { 'b' } else { 'f' } };
    found.tell_left(said, left, begins);
    found.tell_cut(said, before.last()?, behind.first()?, paused);
    found.tell_kept(said, kept);
    found.tell_sizes(kept, left);
    if begins {
        found.is("tells", told_beside::tells(said, left.first()?.start, left));
        found.is("binds", told_beside::binds(said, before.last()?));
    } else {
        let told = said.get(..left.last()?.end)?;
        found.is("tells", told_beside::tells(told, left.first()?.start, left));
        found.is("leads", told_beside::leads_to(said, left, left.last()?));
        found.is("begins", told_beside::begins_order(said, kept.first()?));
    }
    said.get(kept.first()?.start..kept.last()?.end)
}

/// 打开天文台的|空气净化器: what tells which thing is meant is not told of another.
fn is_torn(said: &[char], before: &Token, behind: &Token) -> bool {
    let of = |token: &Token| matches!(said.get(token.start..token.end), Some(['的']));
    of(before) && behind.is_target() || of(behind)
}

/// Whether a word may say what is wanted: what to do, how it is to be, what is amiss.
fn asks_for_something(token: &Token) -> bool {
    token.verb().is_some_and(|verb| !verb.weak)
        || token.state().is_some()
        || token.wish().is_some()
        || token.value().is_some()
        || token.home_value().is_some()
        || token.level().is_some()
        || token.adjective().is_some()
        || token.color().is_some()
        || token.scene().is_some()
        || token.question().is_some()
        || token.senses.iter().any(|sense| matches!(sense, Sense::Number(_)))
}

/// Whether a word may say of what: by its name, as what is amiss, or as what is done to one kind of thing only.
fn says_of_what(token: &Token) -> bool {
    let of_a_kind = |verb: &Verb| {
        verb.property.is_some()
            || !verb.nouns.is_empty()
            || !matches!(
                verb.acts.first(),
                None | Some(Act::On | Act::Off | Act::Open | Act::Close | Act::Set | Act::Up | Act::Down)
            )
    };
    token.is_target()
        || token.wish().is_some()
        || token.reference().is_some()
        || token.adjective().is_some()
        || token.property().is_some()
        || token.scene().is_some()
        || token.value().is_some()
        || token.verb().is_some_and(of_a_kind)
}

/// Whether a word says of all that it is not to be done, or only if something is so, or that something else is meant.
fn binds_all(token: &Token) -> bool {
    token.condition().is_some()
        || token.correction().is_some()
        || token.except().is_some()
        || matches!(token.negation(), Some(Negation::DoNot | Negation::Stop))
}

/// A mark or the blank between two Chinese words.
fn is_pause(said: &[char], token: &Token) -> bool {
    token.separator().is_some()
        && said
            .get(token.start..token.end)
            .is_some_and(|said| !said.iter().any(|letter| letter.is_alphanumeric()))
}

/// Features as they are found.
struct Found<'f> {
    features: &'f mut Features,
    /// Whether what is left over stands before (`f`) or behind (`b`).
    side: char,
}

impl Found<'_> {
    fn add(&mut self, kind: &str, what: &str) {
        self.add_letters(kind, what.chars());
    }

    fn add_letters(&mut self, kind: &str, what: impl Iterator<Item = char>) {
        let side = self.side;
        self.features.push(hash(b'f', kind.chars().chain([side]).chain(what)));
    }

    fn is(&mut self, what: &str, so: bool) {
        if so {
            self.add("is", what);
        }
    }

    /// What is left over: its words, and what they can be.
    fn tell_left(&mut self, said: &[char], left: &[Token], begins: bool) {
        let (Some(first), Some(last)) = (left.first(), left.last()) else { return };
        let letters = said.get(first.start..last.end).unwrap_or_default();
        let side = if begins { 0x5bd1 } else { 0x9e37 };
        features(letters, |hash| self.features.push(hash.rotate_left(3) ^ side));
        let mut counts: SmallVec<[(&str, usize); 24]> = SmallVec::new();
        for token in left {
            for kind in kinds(token) {
                match counts.iter_mut().find(|(other, _)| *other == kind) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((kind, 1)),
                }
            }
        }
        for (kind, count) in counts {
            self.add("left", kind);
            if count > 1 {
                self.add("many", kind);
            }
        }
    }

    /// What stands on both sides of the cut.
    fn tell_cut(&mut self, said: &[char], before: &Token, behind: &Token, paused: bool) {
        let chinese = said.get(behind.start).copied().is_some_and(is_han);
        self.add("at", if chinese { "zh" } else { "en" });
        self.add("paused", if paused { "yes" } else { "no" });
        for before in kinds(before) {
            self.add("before", before);
            for behind in kinds(behind) {
                self.add_letters("cut", before.chars().chain(['|']).chain(behind.chars()));
            }
        }
        for behind in kinds(behind) {
            self.add("behind", behind);
            if paused {
                self.add("pause", behind);
            }
        }
        let word = |token: &Token| said.get(token.start..token.end).unwrap_or_default().iter().copied();
        self.add_letters("word<", word(before));
        self.add_letters("word>", word(behind));
    }

    /// What is kept: what it begins and ends with, and what it holds.
    fn tell_kept(&mut self, said: &[char], kept: &[Token]) {
        let mut seen: SmallVec<[&str; 24]> = SmallVec::new();
        for kind in kept.iter().flat_map(kinds) {
            if !seen.contains(&kind) {
                seen.push(kind);
                self.add("kept", kind);
            }
        }
        let ends = [("first", kept.first()), ("last", kept.last())];
        for (place, token) in ends {
            for kind in token.into_iter().flat_map(kinds) {
                self.add(place, kind);
            }
        }
        if let Some(first) = kept.first() {
            let word = said.get(first.start..first.end).unwrap_or_default();
            self.add_letters("begin", word.iter().copied());
        }
    }

    fn tell_sizes(&mut self, kept: &[Token], left: &[Token]) {
        const SIZES: [&str; 6] = ["0", "1", "2", "3", "5", "8"];
        let size = |count: usize| match count {
            0..=3 => SIZES[count],
            4..=6 => SIZES[4],
            _ => SIZES[5],
        };
        self.add("size-left", size(left.len()));
        self.add("size-kept", size(kept.len()));
    }
}

/// What a word can be, by name.
fn kinds(token: &Token) -> SmallVec<[&'static str; 4]> {
    kinds::kinds(token).into_iter().map(kinds::Kind::name).collect()
}
