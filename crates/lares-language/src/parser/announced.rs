//! What someone is about to do, told before an order: 我要看电视了，打开吧. It says why, and perhaps what the order is for.

use lares_home::Act;

use super::clause::Clause;
use super::combine::takes_room;
use super::frame::{Frame, Head, Mentions};
use super::tokens::starts_with;
use crate::lexicon::{Cue, lexicon};
use crate::vocabulary::HomeVocabulary;

/// Whether a clause tells what someone is about to do: 我们要看电影了, 准备出门了.
pub(crate) fn announces(clause: &Clause<'_>, frames: &[Frame]) -> bool {
    let text = clause.text_said();
    // 我想让姥姥房间暖和点，把空调升两度: what for.
    if lexicon().phrases(Cue::Hoped).stand_in(text) && frames.iter().all(nothing_named) {
        return true;
    }
    let [told @ .., '了' | '啦' | '咯' | '喽'] = text else { return false };
    let behind = |words: &str| starts_with(told, words).then(|| told.get(words.chars().count()..)).flatten();
    let told = lexicon().cue(Cue::Oneself).find_map(behind).unwrap_or(told);
    let plain = clause
        .tokens
        .iter()
        .all(|token| token.question().is_none() && token.negation().is_none() && token.condition().is_none());
    plain && !told.contains(&'把') && lexicon().phrases(Cue::AboutTo).leading(told).next().is_some()
}

/// Whether a frame names no device, but perhaps a room.
fn nothing_named(frame: &Frame) -> bool {
    frame.targets.iter().all(|target| target.head == Head::None)
}

/// Whether nothing in the frames must be done for its own sake: to watch and to listen is what the order is for.
fn only_told(frames: &[Frame]) -> bool {
    frames.iter().all(|frame| {
        let plays = frame.verb.is_none_or(|verb| {
            verb.weak
                || verb.acts.first() == Some(&Act::Start) && !verb.nouns.is_empty() && verb.key.is_none()
        });
        plays
            && frame.question.is_none()
            && (frame.direction.is_none() || nothing_named(frame))
            && !frame.complaint
            && frame.excluded.is_empty()
    })
}

/// Lets what was announced give way to the order behind it, which is for what was announced where it names nothing itself.
pub(crate) fn gives_way(
    announced: &mut Vec<Frame>,
    from: usize,
    ordered: &mut [Frame],
    vocabulary: &HomeVocabulary,
) {
    let (Some(told), Some(first)) = (announced.get(from..), ordered.first_mut()) else { return };
    let orders = first.verb.is_some_and(|verb| !verb.weak && verb.chinese && !verb.acts.is_empty())
        && first.question.is_none();
    let scene = first.targets.iter().any(|target| target.head == Head::Scene);
    if !only_told(told) || !(orders || scene) {
        return;
    }
    if !first.has_target() {
        first.targets = told.iter().flat_map(|frame| frame.targets.iter().cloned()).collect();
        if !first.has_target() {
            return;
        }
    }
    // 想让姥姥房间暖和点，把空调升两度: where.
    let places: Mentions = told
        .iter()
        .flat_map(|frame| &frame.targets)
        .filter(|target| target.head == Head::None)
        .flat_map(|target| target.rooms.iter().cloned())
        .collect();
    for target in first.targets.iter_mut().filter(|_| !places.is_empty()) {
        if takes_room(target, &places, vocabulary) {
            target.rooms.clone_from(&places);
        }
    }
    announced.truncate(from);
}
