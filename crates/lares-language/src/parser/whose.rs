//! Whose or where a thing is, by a word that points back: "his" in "turn on Owen's light and open his blinds", "its" and
//! "there" in "if it's cold in the annexe put its heating up". Where nobody was named, "her fan" is one fan, and which
//! one is asked.

use smallvec::smallvec;
use smol_str::format_smolstr;

use super::combine::takes_room;
use super::frame::{Frame, Head, RoomMention, Target};
use super::tokens::text_of;
use crate::command_array::{ANY, SpokenCondition};
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// Gives the things that are someone's the room of whom was named before them or in a condition.
pub(super) fn things_of(
    text: &[char],
    frames: &mut [Frame],
    conditions: &[SpokenCondition],
    vocabulary: &HomeVocabulary,
    context: ParseContext,
) {
    for index in 0..frames.len() {
        let (before, rest) = frames.split_at_mut(index);
        let Some(frame) = rest.first_mut() else { continue };
        let span = frame.span;
        for target in &mut frame.targets {
            let kind = matches!(target.head, Head::Noun(_) | Head::Name);
            if !kind || !target.rooms.is_empty() || !target.text.is_ascii() || target.whole_home {
                continue;
            }
            let Some(pointed) = pointed_at(text, span, &target.text) else { continue };
            let owners = vocabulary.room_owners.iter().filter(|_| pointed == Pointed::Person);
            // "Has Priya left her lamp on": before the thing, wherever the order begins.
            let place = text_of(text, 0, text.len()).find(&*target.text).unwrap_or(span.0);
            let told = owners.filter(|owner| is_said(text, place.max(span.0), owner));
            let mut places = before
                .iter()
                .rev()
                .filter_map(|earlier| earlier.targets.first())
                .filter_map(|earlier| place_of(earlier, pointed, vocabulary))
                .chain(conditions.iter().filter_map(|condition| place_told(condition, pointed, vocabulary)))
                .chain(told.filter_map(|owner| room_of_owner(owner, vocabulary)));
            if let Some(place) = places.next() {
                stands_in(target, place, vocabulary);
            } else if pointed == Pointed::Person
                && !context.has_recent
                && conditions.is_empty()
                && matches!(target.head, Head::Noun(_))
                && target.count.is_none()
                && target.many.is_none()
                && !target.text.ends_with('s')
            {
                target.single = true;
            }
        }
    }
}

/// What a word before or behind a thing points at.
#[derive(Clone, Copy, PartialEq)]
enum Pointed {
    Person,
    Place,
}

/// The word that says whose a thing is, directly before it, or "there" beside it.
fn pointed_at(text: &[char], (start, end): (usize, usize), said: &str) -> Option<Pointed> {
    let words = text_of(text, word_before(text, start), end);
    let (before, behind) = words.split_once(said)?;
    let owner = before.trim_end().rsplit(' ').next()?;
    match owner {
        "his" | "her" | "their" => Some(Pointed::Person),
        "its" | "there" => Some(Pointed::Place),
        _ => behind.trim_start().split(' ').next().filter(|word| *word == "there").map(|_| Pointed::Place),
    }
}

/// "Rosa says her room is stuffy, put her fan on": whether someone is spoken of before an order.
fn is_said(text: &[char], start: usize, owner: &str) -> bool {
    let before = text_of(text, 0, start);
    before.split([' ', ',', '\'']).any(|word| word == owner)
}

/// Where the word before a place begins.
fn word_before(text: &[char], start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    let word = before.iter().rposition(|letter| *letter != ' ').unwrap_or(0);
    before
        .get(..word)
        .unwrap_or_default()
        .iter()
        .rposition(|letter| *letter == ' ')
        .map_or(0, |space| space + 1)
}

/// The room that an earlier thing says.
fn place_of(earlier: &Target, pointed: Pointed, vocabulary: &HomeVocabulary) -> Option<RoomMention> {
    if let [mention] = &earlier.rooms[..] {
        let owned = mention.rooms.iter().any(|room| is_owned_room(room.0 as usize, vocabulary));
        return (pointed == Pointed::Place || mention.said.contains('\'') || owned).then(|| mention.clone());
    }
    let called_after = earlier.text.split_once("'s ").and_then(|(owner, _)| room_of_owner(owner, vocabulary));
    called_after.or_else(|| room_of_named(earlier, vocabulary))
}

/// "The Xbox off, his telly as well": the room of the one thing of that name, where it is someone's.
fn room_of_named(earlier: &Target, vocabulary: &HomeVocabulary) -> Option<RoomMention> {
    let mut devices = vocabulary.devices_named(&earlier.text);
    let (Head::Name, Some(only), None) = (&earlier.head, devices.next(), devices.next()) else { return None };
    let room = vocabulary.room_of(only).filter(|room| is_owned_room(room.0 as usize, vocabulary))?;
    let said = vocabulary.room_names.get(room.0 as usize)?.as_ref().into();
    Some(RoomMention { said, floor: false, rooms: smallvec![room] })
}

fn is_owned_room(room: usize, vocabulary: &HomeVocabulary) -> bool {
    vocabulary.room_names.get(room).is_some_and(|name| name.contains("'s"))
}

/// The room that a condition is about.
fn place_told(
    condition: &SpokenCondition,
    pointed: Pointed,
    vocabulary: &HomeVocabulary,
) -> Option<RoomMention> {
    if condition.s != ANY && !condition.s.contains([',', '!']) {
        let rooms = vocabulary.match_room(&condition.s);
        return (!rooms.is_empty()).then(|| RoomMention {
            said: condition.s.as_str().into(),
            floor: false,
            rooms,
        });
    }
    if pointed == Pointed::Place || condition.n.starts_with(['*', '@']) {
        return None;
    }
    room_of_owner(condition.n.split("'s").next()?, vocabulary)
}

/// The one room that is called after someone.
fn room_of_owner(owner: &str, vocabulary: &HomeVocabulary) -> Option<RoomMention> {
    let said = format_smolstr!("{owner}'s room");
    let rooms = vocabulary.match_room(&said);
    (rooms.len() == 1).then_some(RoomMention { said, floor: false, rooms })
}

/// Puts a thing into a room where such a thing stands there: by its name, else by the kind that its name says as well
/// (the "telly" of one room is called just so, and others have theirs).
fn stands_in(target: &mut Target, place: RoomMention, vocabulary: &HomeVocabulary) {
    if takes_room(target, std::slice::from_ref(&place), vocabulary) {
        target.rooms = smallvec![place];
        return;
    }
    let Some(noun) = vocabulary.noun(&target.text) else { return };
    let kind = Target { head: Head::Noun(noun), ..target.clone() };
    if takes_room(&kind, std::slice::from_ref(&place), vocabulary) {
        *target = Target { rooms: smallvec![place], ..kind };
    }
}
