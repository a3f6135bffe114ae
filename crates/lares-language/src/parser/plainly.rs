//! What is complained of or wished for in more words than it takes: with emphasis ("it's absolutely boiling"), and with the
//! place before what is said of it ("the floor in the hall is filthy"). Where nothing was understood the same is read in
//! fewer words, and with the place behind.

use super::lattice::{self, Memory, Path, Token};
use super::tokens::text_of;
use crate::lexicon::{Cue, Place, lexicon};
use crate::vocabulary::HomeVocabulary;

/// Nobody complains at greater length, in characters.
const LONGEST: usize = 120;

/// The utterance in plain words, with its best path; `None` where that makes no complaint of it that it was not before.
pub(super) fn plainly_said(
    text: &[char],
    path: &Path,
    vocabulary: &HomeVocabulary,
    memory: &mut Memory,
) -> Option<(Vec<char>, Path)> {
    let complains = |path: &Path| path.tokens.iter().any(|token| token.wish().is_some());
    if text.len() > LONGEST || !text.iter().all(char::is_ascii) || complains(path) {
        return None;
    }
    let moved = with_place_last(text, &path.tokens);
    let said = moved.as_deref().unwrap_or(text);
    let bare = without_emphasis(said);
    for plain in [bare, moved].into_iter().flatten() {
        let path = lattice::best_path(&plain, vocabulary, memory);
        if complains(&path) {
            return Some((plain, path));
        }
        memory.take_back(path);
    }
    None
}

/// The utterance without words that only say how much; `None` where it has none.
fn without_emphasis(text: &[char]) -> Option<Vec<char>> {
    let is_emphasis =
        |word: &[char]| lexicon().cue(Cue::Emphasis).any(|known| known.chars().eq(word.iter().copied()));
    let words = || text.split(|&letter| letter == ' ');
    if !words().any(is_emphasis) {
        return None;
    }
    let mut plain: Vec<char> = Vec::with_capacity(text.len());
    for word in words().filter(|word| !is_emphasis(word)) {
        if !plain.is_empty() {
            plain.push(' ');
        }
        plain.extend(word);
    }
    Some(plain)
}

/// "The floor in the hall is filthy" as "the floor is filthy in the hall".
fn with_place_last(text: &[char], tokens: &[Token]) -> Option<Vec<char>> {
    let said = |token: &Token| text_of(text, token.start, token.end);
    let is_room = |token: &Token| token.home_room().is_some() || token.room().is_some();
    let place = tokens.iter().position(|token| {
        token.possessive() == Some(Place::Before)
            && matches!(said(token).split(' ').next(), Some("in" | "on" | "of" | "from" | "out"))
    })?;
    let (subject, behind) = tokens.split_at_checked(place)?;
    let orders = |token: &Token| token.verb().is_some_and(|verb| !verb.weak) && !token.is_target();
    if subject.is_empty() || subject.iter().any(|token| orders(token) || token.question().is_some()) {
        return None;
    }
    let rooms =
        behind.iter().skip(1).take_while(|token| is_room(token) || token.particle() == Some(false)).count();
    let is = behind.get(rooms + 1)?;
    let told = said(is);
    let first = told.split(' ').next();
    let tells = matches!(
        first,
        Some(
            "is" | "are"
                | "'s"
                | "was"
                | "feels"
                | "looks"
                | "smells"
                | "seems"
                | "needs"
                | "need"
                | "keeps"
                | "won't"
        )
    ) || told.starts_with("'s");
    if rooms == 0 || !tells {
        return None;
    }
    let from = behind.first()?.start;
    let ends = behind.iter().find(|token| token.start > is.start && token.separator().is_some());
    let end = ends.map_or(text.len(), |token| token.start);
    let mut plain: Vec<char> = text.get(..from)?.to_vec();
    if text.get(is.start) == Some(&'\'') {
        while plain.last() == Some(&' ') {
            plain.pop();
        }
    }
    plain.extend(text.get(is.start..end)?);
    while plain.last() == Some(&' ') {
        plain.pop();
    }
    plain.push(' ');
    plain.extend(text.get(from..is.start)?);
    while plain.last() == Some(&' ') {
        plain.pop();
    }
    plain.extend(text.get(end..)?);
    Some(plain)
}
