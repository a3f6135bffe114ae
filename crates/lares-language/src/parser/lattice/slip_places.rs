//! Where a word that may have been misheard stands, and what may stand there instead.

use lares_home::Act;

use super::misplaced::is_stranded;
use super::{Path, Token};
use crate::lexicon::{Many, Sense, Verb};
use crate::vocabulary::HomeVocabulary;

/// Whether a stretch holds a word that names something as it was heard.
pub(super) fn cuts_target(path: &Path, start: usize, end: usize) -> bool {
    path.tokens.iter().any(|token| token.start < end && start < token.end && token.is_target())
}

/// Whether the words of a stretch beside the one at `index` mean nothing to a home.
pub(super) fn names_nothing(path: &Path, start: usize, end: usize, index: usize) -> bool {
    path.tokens.iter().enumerate().all(|(place, token)| {
        place == index
            || token.end <= start
            || end <= token.start
            || token.senses.iter().all(|sense| matches!(sense, Sense::Chat))
    })
}

/// Whether a stretch leaves an unknown Chinese character beside it, or cuts a longer word in two.
pub(super) fn leaves_rest(path: &Path, start: usize, end: usize) -> bool {
    path.tokens.iter().any(|token| {
        let beside = token.is_unknown() && (token.end == start || token.start == end);
        let cut = |border: usize| token.start < border && border < token.end;
        beside || !token.is_unknown() && (cut(start) || cut(end))
    })
}

/// Whether a stretch begins or ends within the name of a thing.
pub(super) fn cuts_name(path: &Path, start: usize, end: usize) -> bool {
    path.tokens.iter().any(|token| {
        let cut = |border: usize| token.start < border && border < token.end;
        (token.noun().is_some() || token.name().is_some()) && (cut(start) || cut(end))
    })
}

/// Whether it names something that the home has.
pub(super) fn names_here(sense: &Sense, vocabulary: &HomeVocabulary) -> bool {
    match sense {
        Sense::Noun(noun) => vocabulary.has_noun(*noun),
        Sense::Name(_) => true,
        _ => false,
    }
}

/// Whether the token stands where only a noun makes sense: behind 的 or a room, and at the end of its clause.
pub(super) fn wants_head(path: &Path, index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| path.tokens.get(before)) else { return false };
    let token = &path.tokens[index];
    let counts = |token: &Token| token.many().is_some_and(|(many, _)| many == Many::All);
    // 关等: to wait for nothing is a lamp that was heard wrongly.
    let stranded = is_stranded(path, index) && before.verb().is_some_and(|verb| !verb.weak);
    let behind = stranded
        || (before.possessive().is_some()
            && index >= 2
            && (path.tokens[index - 2].is_target() || counts(&path.tokens[index - 2])))
        || counts(before)
        || before.home_room().is_some()
        || before.room().is_some();
    let ends = path.tokens.get(index + 1).is_none_or(|next| {
        next.separator().is_some()
            || next.verb().is_some()
            || next.particle().is_some()
            || next.object_marker().is_some()
            || counts(next)
    });
    let empty_word = !token.is_target()
        && token.verb().is_none()
        && token.reference().is_none()
        && token.particle().is_none()
        && token.many().is_none()
        && token.property().is_none()
        && token.adjective().is_none()
        && token.separator().is_none()
        && token.question().is_none();
    behind && ends && empty_word
}

pub(super) fn pauses(verb: &Verb) -> bool {
    verb.chinese && verb.nouns.is_empty() && matches!(verb.acts.first(), Some(Act::Pause | Act::Start))
}

/// To switch, to open, to close, to lock, to stop: what is most often said in one syllable.
pub(super) fn is_core(verb: &Verb) -> bool {
    verb.chinese
        && verb.nouns.is_empty()
        && matches!(
            verb.acts.first(),
            Some(Act::On | Act::Off | Act::Open | Act::Close | Act::Lock | Act::Stop)
        )
}

/// Whether it is a device, a kind of device, a room or a scene: what people call by several words.
pub(super) fn names_something(sense: &Sense) -> bool {
    matches!(sense, Sense::Name(_) | Sense::Noun(_) | Sense::HomeRoom(_) | Sense::Room(_) | Sense::Scene(_))
}

/// What is done, or what it is done to: the words that recognition writes as another common word that sounds alike.
pub(super) fn acts_or_names(sense: &Sense) -> bool {
    names_something(sense) || matches!(sense, Sense::Verb(verb) if !verb.weak)
}
