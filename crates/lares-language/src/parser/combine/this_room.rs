//! The room that no name tells: 房间 is a bedroom, and as often the one where the speaker stands; and what plays there,
//! which needs no name either.

use lares_home::catalogue::catalogue;
use lares_home::{Act, RoomIndex};
use smallvec::smallvec;

use crate::lexicon::{Cue, Sense, Trait, lexicon};
use crate::parser::frame::{Frame, Head, RoomMention, Target};
use crate::parser::tokens::holds;
use crate::vocabulary::{HomeVocabulary, ParseContext};

/// What it costs an order that nobody can tell which of several rooms is meant.
const UNTOLD: usize = 4;

/// 房间的灯关了 is said of the bedroom that the speaker stands in. Said elsewhere it is the home's only one; of several, one,
/// and which is for the person to say.
pub(super) fn this_room(frames: &mut [Frame], vocabulary: &HomeVocabulary, context: ParseContext) {
    if let [frame] = &mut *frames
        && !context.has_recent
        && !context.asked
        && let Some(room) = said_room(frame).or(context.room)
    {
        what_plays_there(frame, room, vocabulary);
    }
    for frame in frames {
        let mut untold = false;
        for target in frame.targets.iter_mut() {
            let [mention] = &mut target.rooms[..] else { continue };
            let Some(several) = chosen(mention, vocabulary, context.room) else { continue };
            untold |= several;
            target.single |= several && target.many.is_none() && matches!(target.head, Head::Noun(_));
        }
        let asks = frame.question.is_some();
        let named = frame.targets.iter().any(|target| target.head != Head::None);
        if untold && !asks && !named {
            frame.lost += UNTOLD;
        }
    }
}

/// "It's dark in this bathroom" is said of the one where the speaker stands, whatever another is called. So is 厕所好臭 where
/// no room is called so and the speaker stands in the washroom.
pub(crate) fn in_this_room(
    text: &[char],
    frames: &mut [Frame],
    vocabulary: &HomeVocabulary,
    context: ParseContext,
) {
    let Some(here) = context.room else { return };
    for frame in frames {
        let said = text.get(frame.span.0..frame.span.1).unwrap_or_default();
        for mention in frame.targets.iter_mut().flat_map(|target| target.rooms.iter_mut()) {
            let pointed = mention.said.is_ascii() && says_this(said, &mention.said);
            let washroom = lexicon().cue(Cue::Washroom).any(|word| word == mention.said)
                && !vocabulary.is_name_of_room(&mention.said);
            let kind = if washroom {
                "卫生间"
            } else {
                mention.said.strip_prefix("this ").unwrap_or(&mention.said)
            };
            // 我房间的灯: whose room it is who stands in it, whatever it is called.
            let own = lexicon().cue(Cue::ThisRoom).any(|word| word == mention.said)
                && ["我房间", "我的房间", "我这房间", "我这个房间"].iter().any(|own| holds(said, own));
            if own || (pointed || washroom) && vocabulary.is_room_akin(kind, here) {
                mention.rooms = smallvec![here];
            }
        }
    }
}

/// Whether a room is pointed at: "this bathroom".
fn says_this(text: &[char], room: &str) -> bool {
    let pointed =
        |place: usize| text.get(..place).is_some_and(|before| before.ends_with(&['t', 'h', 'i', 's', ' ']));
    let room = room.strip_prefix("this ").unwrap_or(room);
    let length = room.chars().count();
    (0..text.len().saturating_sub(length - 1))
        .any(|place| pointed(place) && text[place..place + length].iter().copied().eq(room.chars()))
}

/// Settles which rooms a mention means, and says whether they are several; `None` where it names its room.
fn chosen(mention: &mut RoomMention, vocabulary: &HomeVocabulary, here: Option<RoomIndex>) -> Option<bool> {
    if !lexicon().cue(Cue::ThisRoom).any(|word| word == mention.said) {
        return None;
    }
    if here.is_some_and(|here| mention.rooms[..] == [here]) {
        return Some(false);
    }
    let letters: Vec<char> = mention.said.chars().collect();
    let is_room = |sense: &&Sense| matches!(sense, Sense::Room(_));
    let kind = lexicon().lookup(&letters)?.iter().find(is_room)?;
    let all = vocabulary.rooms_within_sense(kind)?;
    match here.filter(|room| all.contains(room)) {
        Some(room) => mention.rooms = smallvec![room],
        None => mention.rooms = all,
    }
    Some(mention.rooms.len() > 1)
}

/// The one room that is said of "it" and nothing else: "pause it in the den".
fn said_room(frame: &Frame) -> Option<RoomIndex> {
    let [Target { head: Head::Last, rooms, .. }] = &frame.targets[..] else { return None };
    match &rooms[..] {
        [mention] if mention.rooms.len() == 1 => mention.rooms.first().copied(),
        _ => None,
    }
}

/// "Pause it", "turn it up a bit": what plays where the speaker stands, where it is the only such thing there.
fn what_plays_there(frame: &mut Frame, room: RoomIndex, vocabulary: &HomeVocabulary) {
    let Some(act) = frame.verb.filter(|verb| !verb.chinese && verb.property.is_none()) else { return };
    let volume = catalogue().property("volume");
    let plays = matches!(
        act.acts.first(),
        Some(Act::Pause | Act::Mute | Act::Unmute | Act::Next | Act::Previous | Act::Resume)
    );
    // Beside what only sounds for it, a television is what is paused.
    let pauses = matches!(act.acts.first(), Some(Act::Pause | Act::Resume));
    let louder = matches!(act.acts.first(), Some(Act::Up | Act::Down));
    let plain = frame.question.is_none()
        && frame.wish.is_none()
        && !frame.complaint
        && frame.value.is_none()
        && frame.unknown == 0
        // "The shops are closing up" is said of something else.
        && (!frame.chat || frame.has_target())
        && frame.excluded.is_empty()
        && (frame.property.is_none() || frame.property == volume);
    let nothing_named = frame.targets.iter().all(|target| {
        matches!(target.head, Head::Last | Head::None)
            && (target.rooms.is_empty() || target.head == Head::Last)
            && target.rooms.iter().all(|mention| *mention.rooms == [room])
            && target.many.is_none()
            && target.count.is_none()
            && !target.whole_home
    });
    if !(plays || louder) || !plain || !nothing_named {
        return;
    }
    let sounds = |noun| lexicon().has_trait(noun, Trait::Sounds);
    let television = lexicon().noun("tv");
    let screen = |noun| television.is_some_and(|wide| lexicon().is_a(noun, wide));
    let only = vocabulary
        .only_kind_there(room, sounds)
        .or_else(|| pauses.then(|| vocabulary.only_kind_there(room, screen)).flatten());
    let Some(noun) = only else { return };
    let said = vocabulary.room_names.get(room.0 as usize).map(|name| (**name).into()).unwrap_or_default();
    frame.targets = smallvec![Target {
        head: Head::Noun(noun),
        text: vocabulary.noun_names(noun).1.into(),
        rooms: smallvec![RoomMention { said, floor: false, rooms: smallvec![room] }],
        ..Target::default()
    }];
    if louder {
        frame.property = volume;
    }
}
